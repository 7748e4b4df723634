//! Readable text of lowered functions, for `--print-ir` and for tests.

use std::fmt::{self, Display, Formatter};

use crate::*;

/// A function and the module it is part of; shown by `Display`.
pub struct FunctionText<'m> {
    pub module: &'m Module,
    pub function: &'m Function,
}

impl Module {
    /// The text of one function.
    pub fn text(&self, id: FuncId) -> FunctionText<'_> {
        FunctionText {
            module: self,
            function: &self.functions[id.index()],
        }
    }

    /// What an instruction does, in a word or two: `store`, `call f`.
    pub fn operation(&self, id: FuncId, at: u32) -> String {
        let text = self.text(id);
        let Some(inst) = text.function.code.get(at as usize) else {
            return "the end".to_owned();
        };
        match inst {
            Inst::Call(call) => format!("call {}", readable(&text.callee(call))),
            Inst::Move { .. } => "copy".to_owned(),
            Inst::Lea { .. } | Inst::Offset { .. } => "address".to_owned(),
            other => {
                let whole = text.instruction(other);
                let effect = whole.split_once(" = ").filter(|(to, _)| is_register(to));
                let effect = effect.map_or(whole.as_str(), |(_, effect)| effect);
                effect.split(' ').next().unwrap_or_default().to_owned()
            }
        }
    }
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let params: Vec<String> = function.params.iter().map(param_text).collect();
        let dots = if function.variadic { ", ..." } else { "" };
        let results: Vec<String> = function
            .results
            .iter()
            .map(|width| format!("i{width}"))
            .collect();
        let head = format!(
            "{}({}{dots}) -> ({})",
            function.name,
            params.join(", "),
            results.join(", ")
        );
        if !function.is_defined() {
            return writeln!(f, "declare {head}");
        }
        writeln!(f, "function {head} slots {} {{", function.slots)?;
        for (i, block) in function.blocks.iter().enumerate() {
            let head = if block.head { "" } else { " (goes on)" };
            writeln!(f, "b{i}:{head}{}", self.live(BlockId(i as u32)))?;
            for at in block.first..block.first + block.len {
                let line = self.module.locs[function.locs[at as usize].index()].line;
                let text = self.instruction(&function.code[at as usize]);
                if line == 0 {
                    writeln!(f, "  {text}  ; instruction {at}")?;
                } else {
                    writeln!(f, "  {text}  ; line {line}")?;
                }
            }
        }
        writeln!(f, "}}")
    }
}

/// `r7`
fn is_register(text: &str) -> bool {
    let digits = text.strip_prefix('r').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn param_text(param: &Param) -> String {
    match param.by_value {
        Some(by) => format!("i{} byval({}, align {})", param.width, by.size, by.align),
        None => format!("i{}", param.width),
    }
}

fn name_of(value: impl fmt::Debug) -> String {
    format!("{value:?}").to_ascii_lowercase()
}

fn constant_text(constant: &Const) -> String {
    match constant {
        Const::Int { bits, .. } if *bits < 4096 => bits.to_string(),
        Const::Int { bits, .. } => format!("{bits:#x}"),
        Const::Wide { limbs, .. } => {
            let digits: Vec<String> = limbs
                .iter()
                .rev()
                .map(|limb| format!("{limb:016x}"))
                .collect();
            format!("0x{}", digits.join("_"))
        }
        Const::Undef { .. } => "undef".to_owned(),
    }
}

impl FunctionText<'_> {
    fn operand(&self, operand: Opnd) -> String {
        match operand.kind() {
            OpndKind::Slot(slot) => format!("r{}", slot.0),
            OpndKind::Const(index) => match self.function.consts.get(index as usize) {
                Some(constant) => constant_text(constant),
                None => format!("c{index}?"),
            },
        }
    }

    fn operands(&self, operands: &[Opnd]) -> String {
        operands
            .iter()
            .map(|o| self.operand(*o))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn edge(&self, edge: EdgeId) -> String {
        let Some(edge) = self.function.edges.get(edge.index()) else {
            return format!("e{}?", edge.0);
        };
        let moves: Vec<String> = edge
            .moves
            .iter()
            .map(|(dst, src)| format!("r{} = {}", dst.0, self.operand(*src)))
            .collect();
        if moves.is_empty() {
            format!("b{}", edge.target.0)
        } else {
            format!("b{}[{}]", edge.target.0, moves.join(", "))
        }
    }

    fn instruction(&self, inst: &Inst) -> String {
        self.computation(inst)
            .or_else(|| self.memory(inst))
            .unwrap_or_else(|| self.control(inst))
    }

    fn computation(&self, inst: &Inst) -> Option<String> {
        let o = |operand: &Opnd| self.operand(*operand);
        Some(match inst {
            Inst::Move { dst, a, width } => format!("r{} = i{width} {}", dst.0, o(a)),
            Inst::Bin {
                op,
                flags,
                width,
                dst,
                a,
                b,
            } => {
                format!(
                    "r{} = {}{} i{width} {}, {}",
                    dst.0,
                    name_of(op),
                    flags_text(*flags),
                    o(a),
                    o(b)
                )
            }
            Inst::Un { op, width, dst, a } => {
                format!("r{} = {} i{width} {}", dst.0, name_of(op), o(a))
            }
            Inst::Cmp {
                pred,
                width,
                dst,
                a,
                b,
            } => {
                format!(
                    "r{} = cmp {} i{width} {}, {}",
                    dst.0,
                    name_of(pred),
                    o(a),
                    o(b)
                )
            }
            Inst::Cast {
                op,
                from,
                to,
                dst,
                a,
            } => {
                format!("r{} = {} i{from} {} to i{to}", dst.0, name_of(op), o(a))
            }
            Inst::Select {
                width,
                dst,
                cond,
                a,
                b,
            } => {
                format!(
                    "r{} = select i{width} {} ? {} : {}",
                    dst.0,
                    o(cond),
                    o(a),
                    o(b)
                )
            }
            Inst::Concat {
                dst,
                part_width,
                parts,
            } => {
                format!("r{} = concat i{part_width} {}", dst.0, self.operands(parts))
            }
            Inst::Extract {
                dst,
                a,
                from,
                low,
                width,
            } => {
                format!(
                    "r{} = extract i{from} {} bits {low}..{}",
                    dst.0,
                    o(a),
                    low + width
                )
            }
            Inst::FBin {
                op,
                width,
                dst,
                a,
                b,
            } => {
                format!("r{} = f{} f{width} {}, {}", dst.0, name_of(op), o(a), o(b))
            }
            Inst::FUn { op, width, dst, a } => {
                format!("r{} = f{} f{width} {}", dst.0, name_of(op), o(a))
            }
            Inst::FFma {
                width,
                dst,
                a,
                b,
                c,
            } => {
                format!("r{} = fma f{width} {}, {}, {}", dst.0, o(a), o(b), o(c))
            }
            Inst::FCmp {
                pred,
                width,
                dst,
                a,
                b,
            } => {
                format!(
                    "r{} = fcmp {} f{width} {}, {}",
                    dst.0,
                    name_of(pred),
                    o(a),
                    o(b)
                )
            }
            Inst::FCast {
                op,
                from,
                to,
                dst,
                a,
            } => {
                format!("r{} = {} {from} {} to {to}", dst.0, name_of(op), o(a))
            }
            _ => return None,
        })
    }

    fn memory(&self, inst: &Inst) -> Option<String> {
        let o = |operand: &Opnd| self.operand(*operand);
        Some(match inst {
            Inst::Load { dst, width, addr } => format!("r{} = load i{width} [{}]", dst.0, o(addr)),
            Inst::Store { width, addr, value } => {
                format!("store i{width} [{}] = {}", o(addr), o(value))
            }
            Inst::Lea {
                dst,
                base,
                offset,
                index,
                index_width,
                scale,
            } => {
                format!(
                    "r{} = {} + {offset} + i{index_width} {} * {scale}",
                    dst.0,
                    o(base),
                    o(index)
                )
            }
            Inst::Offset { dst, base, offset } => format!("r{} = {} + {offset}", dst.0, o(base)),
            Inst::Alloca {
                dst,
                size,
                count,
                count_width,
                align,
                ..
            } => {
                format!(
                    "r{} = alloca {size} * i{count_width} {} align {align}",
                    dst.0,
                    o(count)
                )
            }
            Inst::Scope { variable, begins } => {
                let word = if *begins { "begins" } else { "ends" };
                format!("scope of {} {word}", o(variable))
            }
            Inst::StackSave { dst } => format!("r{} = stacksave", dst.0),
            Inst::StackRestore { mark } => format!("stackrestore {}", o(mark)),
            Inst::MemCopy {
                dst,
                src,
                len,
                len_width,
                overlap,
            } => {
                let name = if *overlap { "memmove" } else { "memcpy" };
                format!("{name} [{}] = [{}] i{len_width} {}", o(dst), o(src), o(len))
            }
            Inst::MemSet {
                dst,
                value,
                len,
                len_width,
            } => {
                format!("memset [{}] = {} i{len_width} {}", o(dst), o(value), o(len))
            }
            Inst::VaStart { list } => format!("va_start {}", o(list)),
            Inst::VaCopy { dst, src } => format!("va_copy {} = {}", o(dst), o(src)),
            Inst::VaEnd { list } => format!("va_end {}", o(list)),
            Inst::VaArg {
                dst, list, width, ..
            } => format!("r{} = va_arg i{width} {}", dst.0, o(list)),
            _ => return None,
        })
    }

    fn control(&self, inst: &Inst) -> String {
        let o = |operand: &Opnd| self.operand(*operand);
        match inst {
            Inst::Call(call) => self.call(call),
            Inst::LandingPad(pad) => {
                let cleanup = if pad.cleanup { " cleanup" } else { "" };
                format!(
                    "r{}, r{} = landingpad{cleanup} {:?}",
                    pad.exception.0, pad.selector.0, pad.clauses
                )
            }
            Inst::Resume {
                exception,
                selector,
            } => format!("resume {}, {}", o(exception), o(selector)),
            Inst::Jump { edge } => format!("jump {}", self.edge(*edge)),
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                format!(
                    "branch {} ? {} : {}",
                    o(cond),
                    self.edge(*then_edge),
                    self.edge(*else_edge)
                )
            }
            Inst::Switch(switch) => {
                let case = |&(index, edge): &(u32, EdgeId)| {
                    format!(
                        "{} => {}",
                        self.operand(Opnd::constant(index)),
                        self.edge(edge)
                    )
                };
                let cases: Vec<String> = switch.cases.iter().map(case).collect();
                let default = self.edge(switch.default);
                format!(
                    "switch i{} {} {{ {}, else {default} }}",
                    switch.width,
                    o(&switch.value),
                    cases.join(", ")
                )
            }
            Inst::IndirectJump { addr, targets } => {
                let targets: Vec<String> = targets.iter().map(|edge| self.edge(*edge)).collect();
                format!("jump [{}] of {}", o(addr), targets.join(", "))
            }
            Inst::Return { values } => format!("return {}", self.operands(values))
                .trim_end()
                .to_owned(),
            Inst::Unreachable => "unreachable".to_owned(),
            Inst::Trap { .. } => "trap".to_owned(),
            Inst::Assume { cond } => format!("assume {}", o(cond)),
            Inst::Require {
                cond,
                subject,
                violation,
                ..
            } => format!("require {} else {violation:?} {}", o(cond), o(subject)),
            Inst::Asm { text, constraints } => format!("asm {text:?} {constraints:?}"),
            Inst::Unsupported { what } => format!("unsupported {what}"),
            other => format!("{other:?}"),
        }
    }

    fn callee(&self, call: &Call) -> String {
        match call.callee {
            Callee::Direct(id) => match self.module.functions.get(id.index()) {
                Some(function) => function.name.clone(),
                None => format!("f{}?", id.0),
            },
            Callee::Indirect(operand) => format!("[{}]", self.operand(operand)),
        }
    }

    fn call(&self, call: &Call) -> String {
        let callee = self.callee(call);
        let arg = |arg: &Arg| {
            let kind = if arg.float { 'f' } else { 'i' };
            let by_value = if arg.by_value.is_some() { " byval" } else { "" };
            format!("{kind}{} {}{by_value}", arg.width, self.operand(arg.value))
        };
        let mut args: Vec<String> = call.args.iter().map(arg).collect();
        if (call.fixed_args as usize) < args.len() {
            args.insert(call.fixed_args as usize, "...".to_owned());
        }
        let results: Vec<String> = (0..call.result_widths.len() as u32)
            .map(|i| format!("r{}", call.results.0 + i))
            .collect();
        let results = if results.is_empty() {
            String::new()
        } else {
            format!("{} = ", results.join(", "))
        };
        let unwind = call
            .unwind
            .map(|edge| format!(" unwind {}", self.edge(edge)))
            .unwrap_or_default();
        format!(
            "{results}call {callee}({}) then {}{unwind}",
            args.join(", "),
            self.edge(call.next)
        )
    }
}

fn flags_text(flags: ArithFlags) -> String {
    let mut text = String::new();
    for (set, name) in [
        (flags.nsw, " nsw"),
        (flags.nuw, " nuw"),
        (flags.exact, " exact"),
        (flags.speculative, " speculative"),
    ] {
        if set {
            text.push_str(name);
        }
    }
    text
}
