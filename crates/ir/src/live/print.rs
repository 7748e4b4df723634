//! Liveness in a function's text.

use crate::*;

impl FunctionText<'_> {
    /// What is live where a block begins, and which variables are dead there:
    /// `  ; live r0-r3 r7; dead x`. Before the first block there are no variables.
    pub(crate) fn live(&self, block: BlockId) -> String {
        let slots: Vec<u32> = self.function.live_at(block).iter().map(|s| s.0).collect();
        let runs = slots.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [first, .., last] => format!("r{first}-r{last}"),
            _ => format!("r{}", run[0]),
        });
        let dead = self.function.dead_variables_at(block);
        let dead = dead.filter(|_| block.0 > 0).map(|at| self.variable(at));
        let lists = [("live", runs.collect()), ("dead", dead.collect())];
        let lists: Vec<String> = lists
            .into_iter()
            .filter(|(_, names): &(&str, Vec<String>)| !names.is_empty())
            .map(|(what, names)| format!("{what} {}", names.join(" ")))
            .collect();
        match lists[..] {
            [] => String::new(),
            _ => format!("  ; {}", lists.join("; ")),
        }
    }

    /// A variable by its name, or by the instruction that makes it.
    fn variable(&self, at: u32) -> String {
        let name = match self.function.code[at as usize] {
            Inst::Alloca { variable, .. } => self.module.variables[variable as usize].name.as_str(),
            _ => "",
        };
        match name {
            "" => format!("@{at}"),
            name => name.to_owned(),
        }
    }
}
