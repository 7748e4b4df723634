//! C++ exceptions: finding the handler, unwinding to it.

use crate::{ErrorKind, Machine, State, Step, Value};
use pleach_ir::{Call, Clause, FuncId, Inst, LandingPad, Opnd};
use std::sync::Arc;

/// An exception object that was thrown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// What `__cxa_begin_catch` gives to the handler.
    pub object: u64,
    /// Address of its type's `std::type_info`.
    pub type_info: u64,
    pub destructor: u64,
    /// Handlers that are running.
    pub handlers: u32,
}

impl Machine {
    /// Throws an exception that is recorded in the state: goes to the nearest
    /// landing pad that catches it or has something to clean up.
    pub fn throw(&mut self, state: &mut State, object: u64) -> Step<()> {
        let type_info = state.exceptions.iter().rev().find(|e| e.object == object).map_or(0, |e| e.type_info);
        let module = Arc::clone(&self.module);
        let sites: Vec<(FuncId, u32)> = state.stack.frames().map(|f| (f.function, f.pc)).collect();
        let call_at = |(function, pc): (FuncId, u32)| match &module.functions[function.index()].code[pc as usize] {
            Inst::Call(call) => Some((function, &**call)),
            _ => None,
        };
        let pads: Vec<Option<&LandingPad>> =
            sites.iter().map(|s| call_at(*s).and_then(|(f, call)| landing_pad(&module, f, call))).collect();
        let caught = pads.iter().flatten().any(|p| self.selector(state, p, type_info).is_some());
        if !caught {
            let message = "an exception is thrown that nothing catches";
            return self.fail(state, ErrorKind::UncaughtException, message);
        }
        for pad in pads {
            if let Some(pad) = pad {
                let selector = self.selector(state, pad, type_info);
                if selector.is_some() || pad.cleanup {
                    state.landing = Some((object, selector.unwrap_or(0)));
                    let top = (state.stack.top().function, state.stack.top().pc);
                    let unwind = call_at(top).and_then(|(_, call)| call.unwind).expect("it has a landing pad");
                    self.take_edge(state, unwind);
                    return Ok(());
                }
            }
            self.pop_frame(state);
        }
        unreachable!("a handler was found before")
    }

    pub(crate) fn landing_pad(&mut self, state: &mut State, pad: &LandingPad) -> Step<()> {
        let (object, selector) = state.landing.take().unwrap_or((0, 0));
        self.set(state, pad.exception, Value::concrete(object));
        self.set(state, pad.selector, Value::concrete(u64::from(selector as u32)));
        Ok(())
    }

    pub(crate) fn resume(&mut self, state: &mut State, exception: Opnd) -> Step<()> {
        let exception = self.read(state, exception);
        let object = self.enumerate(state, exception, 64)?.bits;
        self.throw(state, object)
    }

    /// The selector of the first clause that stops an exception of this type.
    fn selector(&self, state: &State, pad: &LandingPad, type_info: u64) -> Option<i32> {
        pad.clauses.iter().find_map(|clause| match clause {
            Clause::Catch { type_info: wanted, selector } => {
                (*wanted == 0 || self.is_kind_of(state, type_info, *wanted, 0)).then_some(*selector as i32)
            }
            Clause::Filter { type_infos, selector } => {
                let allowed = type_infos.iter().any(|t| self.is_kind_of(state, type_info, *t, 0));
                (!allowed).then_some(*selector)
            }
        })
    }

    /// Whether a thrown type is the wanted one or derives from it, by the
    /// layout of `type_info` that the Itanium C++ ABI prescribes.
    fn is_kind_of(&self, state: &State, thrown: u64, wanted: u64, depth: u32) -> bool {
        if thrown == wanted {
            return true;
        }
        if thrown == 0 || depth > 64 {
            return false;
        }
        let word = |address: u64, len: usize| {
            let object = state.memory.find(address).filter(|o| o.contains(address, len as u64))?;
            object.contents.read_u64((address - object.base) as usize, len)
        };
        let Some(class) = word(thrown, 8).and_then(|vtable| self.type_class(vtable)) else { return false };
        match class {
            TypeClass::Single => {
                word(thrown + 16, 8).is_some_and(|base| self.is_kind_of(state, base, wanted, depth + 1))
            }
            TypeClass::Multiple => (0..word(thrown + 20, 4).unwrap_or(0)).any(|i| {
                word(thrown + 24 + 16 * i, 8).is_some_and(|base| self.is_kind_of(state, base, wanted, depth + 1))
            }),
            TypeClass::Pointer => match (word(thrown + 24, 8), word(wanted + 24, 8)) {
                (Some(from), Some(to)) if word(thrown, 8) == word(wanted, 8) => {
                    self.is_kind_of(state, from, to, depth + 1)
                }
                _ => false,
            },
        }
    }

    fn type_class(&self, vtable: u64) -> Option<TypeClass> {
        let global = self.module.globals.iter().find(|g| g.address + 16 == vtable)?;
        match global.name.as_str() {
            "_ZTVN10__cxxabiv120__si_class_type_infoE" => Some(TypeClass::Single),
            "_ZTVN10__cxxabiv121__vmi_class_type_infoE" => Some(TypeClass::Multiple),
            "_ZTVN10__cxxabiv119__pointer_type_infoE" => Some(TypeClass::Pointer),
            _ => None,
        }
    }
}

enum TypeClass {
    Single,
    Multiple,
    Pointer,
}

/// Where a call goes when an exception passes through it.
fn landing_pad<'m>(module: &'m pleach_ir::Module, function: FuncId, call: &Call) -> Option<&'m LandingPad> {
    let function = &module.functions[function.index()];
    let block = function.edges[call.unwind?.index()].target;
    let block = function.blocks[block.index()];
    let code = &function.code[block.first as usize..(block.first + block.len) as usize];
    code.iter().find_map(|i| match i {
        Inst::LandingPad(pad) => Some(&**pad),
        _ => None,
    })
}
