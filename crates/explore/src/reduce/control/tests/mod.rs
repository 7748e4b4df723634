//! What the tests share: small programs in C.

mod dependence;
mod memory;
mod relevance;

use super::*;
use crate::merge::tests::{find, lower};
use pleach_interp::{Code, Config, Host, HostCall, HostFn, Machine, Returned, State, Step};
use pleach_ir::{Call, Callee, Function, Inst};
use pleach_term::Terms;

/// Functions that nobody defines, and some that the engine does.
const NAMES: &str = "
    int a(void); int b(void); int c(void); int d(void); int e(void); void use(void *);
    void exit(int) __attribute__((noreturn)); void abort(void) __attribute__((noreturn));
    int putchar(int); void *malloc(unsigned long); void free(void *);
    int setjmp(void *); void longjmp(void *, int) __attribute__((noreturn));\n";

const PROVIDED: &[&str] = &[
    "abort", "exit", "free", "longjmp", "malloc", "putchar", "setjmp",
];

struct Engine;

impl Host for Engine {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        let is_provided = PROVIDED.contains(&function.name.as_str());
        is_provided.then_some(nothing as HostFn)
    }
}

fn nothing(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    Ok(Returned::Nothing)
}

struct Program {
    tables: Arc<AtlasTables>,
    coverage: CoverageMap,
}

impl Program {
    fn new(source: &str) -> Program {
        let module = Arc::new(lower(&format!("{NAMES}{source}")));
        let code = Code::new(&module, &Engine, &Config::default(), &Terms::new());
        let coverage = CoverageMap::new(code.coverage_points as usize);
        let tables = Arc::new(AtlasTables::new(&module, &Arc::new(code)));
        Program { tables, coverage }
    }

    fn module(&self) -> &Module {
        self.tables.module()
    }

    fn control(&self) -> Control {
        self.control_for(Goal::Coverage)
    }

    fn control_for(&self, goal: Goal) -> Control {
        Control::new(self.tables.clone(), &self.coverage, goal)
    }

    fn id(&self, name: &str) -> FuncId {
        find(self.module(), name).0
    }

    fn function(&self, id: FuncId) -> &Function {
        &self.module().functions[id.index()]
    }

    fn global(&self, name: &str) -> GlobalId {
        let at = self.module().globals.iter().position(|g| g.name == name);
        GlobalId(at.expect("a global") as u32)
    }

    fn targets(&self, id: FuncId, block: usize) -> Vec<usize> {
        let mut targets = Vec::new();
        calls::last(self.function(id), block).visit(&mut |part| {
            if let pleach_ir::Part::Edge(edge) = part {
                targets.push(self.function(id).edges[edge.index()].target.index());
            }
        });
        targets
    }

    /// The block that ends in the only call of a function, or through a pointer if it has no name.
    fn calling(&self, id: FuncId, callee: &str) -> BlockId {
        let calls = |block: &usize| match calls::last(self.function(id), *block) {
            Inst::Call(call) => self.is_call_of(call, callee),
            _ => false,
        };
        let mut found = (0..self.function(id).blocks.len()).filter(calls);
        let block = found
            .next()
            .unwrap_or_else(|| panic!("no call of {callee}"));
        BlockId(block as u32)
    }

    fn is_call_of(&self, call: &Call, callee: &str) -> bool {
        match call.callee {
            Callee::Direct(id) => self.function(id).name == callee,
            Callee::Indirect(_) => callee.is_empty(),
        }
    }

    /// The branch that comes next behind the call of a function.
    fn branch(&self, id: FuncId, callee: &str) -> BlockId {
        self.branch_from(id, self.calling(id, callee))
    }

    /// The first branch of a function.
    fn first_branch(&self, id: FuncId) -> BlockId {
        self.branch_from(id, BlockId(0))
    }

    fn branch_from(&self, id: FuncId, from: BlockId) -> BlockId {
        let mut block = from.index();
        loop {
            match self.targets(id, block).as_slice() {
                [only] => block = *only,
                [_, ..] => return BlockId(block as u32),
                [] => panic!("nothing parts"),
            }
        }
    }

    /// By the calls before them: the branches that the call of a function depends on directly.
    fn parents(
        &self,
        control: &Control,
        callee: &str,
        branches: &[&'static str],
    ) -> Vec<&'static str> {
        let f = self.id("f");
        let parents = control.parents(f, self.calling(f, callee));
        let named = |parent: &BlockId| {
            let is_it = |name: &&&str| self.branch(f, name) == *parent;
            *branches.iter().find(is_it).expect("a branch with a name")
        };
        parents.iter().map(named).collect()
    }
}
