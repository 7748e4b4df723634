//! Checks every index of the tables. The interpreter relies on what is checked
//! here and looks things up without checking again.

use crate::*;

/// A broken rule: always a mistake of the lowering.
#[derive(Debug, thiserror::Error)]
#[error("function {function}: {what}")]
pub struct Fault {
    pub function: String,
    pub what: String,
}

/// Whether all tables of a module refer only to what exists.
pub fn verify(module: &Module) -> Result<(), Fault> {
    for (i, function) in module.functions.iter().enumerate() {
        let checker = Checker { module, function };
        checker.run(i).map_err(|what| Fault {
            function: function.name.clone(),
            what,
        })?;
    }
    check_module(module).map_err(|what| Fault {
        function: "(module)".to_owned(),
        what,
    })
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn check_module(module: &Module) -> Result<(), String> {
    let functions = module.functions.len();
    for id in module
        .main
        .iter()
        .chain(&module.constructors)
        .chain(&module.destructors)
    {
        ensure(id.index() < functions, || format!("{id:?} does not exist"))?;
    }
    for (id, block) in &module.block_addresses {
        let known = module
            .functions
            .get(id.index())
            .is_some_and(|f| block.index() < f.blocks.len());
        ensure(known, || format!("address taken of {block:?} of {id:?}"))?;
    }
    for (i, loc) in module.locs.iter().enumerate() {
        ensure(loc.file.index() < module.files.len(), || {
            format!("location {i}: no file")
        })?;
        ensure((loc.scope as usize) < module.scope_names.len(), || {
            format!("location {i}: no scope")
        })?;
        // Outer ones come first, so chains end.
        let ends = loc.inlined_at.is_none_or(|outer| outer.index() < i);
        ensure(ends, || format!("location {i}: inlined into a later one"))?;
    }
    let mut starts: Vec<(u64, u64)> = module.globals.iter().map(|g| (g.address, g.size)).collect();
    starts.sort_unstable();
    for pair in starts.windows(2) {
        let apart = pair[0].0 + pair[0].1 < pair[1].0;
        ensure(apart, || format!("globals overlap at {:#x}", pair[1].0))?;
    }
    for global in &module.globals {
        ensure(global.bytes.len() as u64 <= global.size, || {
            format!("global {}: too many bytes", global.name)
        })?;
    }
    Ok(())
}

struct Checker<'m> {
    module: &'m Module,
    function: &'m Function,
}

impl Checker<'_> {
    fn run(&self, number: usize) -> Result<(), String> {
        let f = self.function;
        ensure(f.address == address::of_function(number as u32), || {
            "wrong address".to_owned()
        })?;
        if !f.is_defined() {
            return ensure(f.code.is_empty() && f.edges.is_empty(), || {
                "code without blocks".to_owned()
            });
        }
        ensure(f.locs.len() == f.code.len(), || {
            "locations do not match code".to_owned()
        })?;
        ensure(
            f.locs
                .iter()
                .all(|loc| loc.index() < self.module.locs.len()),
            || "no such location".to_owned(),
        )?;
        ensure(f.params.len() <= f.slots as usize, || {
            "parameters without slots".to_owned()
        })?;
        ensure(f.consts.len() < 1 << 31, || "too many constants".to_owned())?;
        let mut next = 0;
        for (i, block) in f.blocks.iter().enumerate() {
            ensure(block.first == next, || {
                format!("b{i} does not follow the one before")
            })?;
            ensure(block.len > 0, || format!("b{i} is empty"))?;
            next = block.first + block.len;
            let code = f.code.get(block.first as usize..next as usize);
            let code = code.ok_or_else(|| format!("b{i} reaches beyond the code"))?;
            self.block(code).map_err(|what| format!("b{i}: {what}"))?;
        }
        ensure(next as usize == f.code.len(), || {
            "code behind the last block".to_owned()
        })?;
        for (i, edge) in f.edges.iter().enumerate() {
            ensure(edge.target.index() < f.blocks.len(), || {
                format!("edge {i} leads nowhere")
            })?;
            for &(dst, src) in &edge.moves {
                self.slot(dst)?;
                self.operand(src)?;
            }
        }
        live::check(f)
    }

    fn block(&self, code: &[Inst]) -> Result<(), String> {
        for (i, inst) in code.iter().enumerate() {
            let last = i + 1 == code.len();
            ensure(inst.is_terminator() == last, || {
                format!("instruction {i}: terminator in the wrong place")
            })?;
            let pad = matches!(inst, Inst::LandingPad(_));
            ensure(!pad || i == 0, || {
                "landing pad behind other code".to_owned()
            })?;
            self.instruction(inst)
                .map_err(|what| format!("instruction {i}: {what}"))?;
        }
        Ok(())
    }

    fn instruction(&self, inst: &Inst) -> Result<(), String> {
        let mut found = Ok(());
        inst.visit(&mut |part| {
            if found.is_ok() {
                found = match part {
                    Part::Read(operand) => self.operand(operand),
                    Part::Write(slot) => self.slot(slot),
                    Part::Edge(edge) => self.edge(edge),
                };
            }
        });
        found?;
        match inst {
            Inst::Call(call) => {
                if let Callee::Direct(id) = call.callee {
                    ensure(id.index() < self.module.functions.len(), || {
                        format!("no function {id:?}")
                    })?;
                }
                ensure(call.fixed_args as usize <= call.args.len(), || {
                    "more fixed than all arguments".to_owned()
                })
            }
            Inst::Switch(switch) => self.switch(switch),
            Inst::Extract {
                from, low, width, ..
            } => ensure(
                low.checked_add(*width).is_some_and(|end| end <= *from),
                || "extract beyond the value".to_owned(),
            ),
            Inst::Cast { op, from, to, .. } => {
                let grows = to > from;
                ensure(grows == (*op != CastOp::Trunc), || {
                    format!("{op:?} from {from} to {to} bits")
                })
            }
            Inst::Return { values } => {
                let expected = self.function.results.len();
                ensure(values.len() == expected, || {
                    format!("{} results, not {expected}", values.len())
                })
            }
            _ => Ok(()),
        }
    }

    fn switch(&self, switch: &Switch) -> Result<(), String> {
        let mut before = None;
        for &(index, _) in &switch.cases {
            let constant = self
                .function
                .consts
                .get(index as usize)
                .ok_or("no such constant")?;
            if let Const::Int { width, bits } = constant {
                ensure(*width == switch.width, || {
                    "case of another width".to_owned()
                })?;
                ensure(before.is_none_or(|before| before < *bits), || {
                    "cases out of order".to_owned()
                })?;
                before = Some(*bits);
            }
        }
        Ok(())
    }

    fn slot(&self, slot: Slot) -> Result<(), String> {
        ensure(slot.0 < self.function.slots, || {
            format!("no slot {}", slot.0)
        })
    }

    fn edge(&self, edge: EdgeId) -> Result<(), String> {
        ensure(edge.index() < self.function.edges.len(), || {
            format!("no edge {}", edge.0)
        })
    }

    fn operand(&self, operand: Opnd) -> Result<(), String> {
        match operand.kind() {
            OpndKind::Slot(slot) => self.slot(slot),
            OpndKind::Const(index) => ensure((index as usize) < self.function.consts.len(), || {
                format!("no constant {index}")
            }),
        }
    }
}
