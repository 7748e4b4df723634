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
    /// Where in the object the base class is that the handler asks for.
    pub adjust: u64,
    /// Handlers that are running.
    pub handlers: u32,
}

impl Machine {
    /// Throws an exception that is recorded in the state: goes to the nearest
    /// landing pad that catches it or has something to clean up.
    pub fn throw(&mut self, state: &mut State, object: u64) -> Step<()> {
        let type_info = state
            .exceptions
            .iter()
            .rev()
            .find(|e| e.object == object)
            .map_or(0, |e| e.type_info);
        let module = Arc::clone(&self.module);
        let sites: Vec<(FuncId, u32)> = state.stack.frames().map(|f| (f.function, f.pc)).collect();
        let call_at = |(function, pc): (FuncId, u32)| match &module.functions[function.index()].code
            [pc as usize]
        {
            Inst::Call(call) => Some((function, &**call)),
            _ => None,
        };
        let pads: Vec<Option<&LandingPad>> = sites
            .iter()
            .map(|s| call_at(*s).and_then(|(f, call)| landing_pad(&module, f, call)))
            .collect();
        let caught = pads
            .iter()
            .flatten()
            .any(|p| self.selector(state, p, type_info).is_some());
        if !caught {
            let message = "an exception is thrown that nothing catches";
            return self.fail(state, ErrorKind::UncaughtException, message);
        }
        for pad in pads {
            if let Some(pad) = pad {
                let selector = self.selector(state, pad, type_info);
                if selector.is_some() || pad.cleanup {
                    let (selector, adjust) = selector.unwrap_or((0, 0));
                    state.landing = Some((object, selector));
                    if let Some(e) = state
                        .exceptions
                        .iter_mut()
                        .rev()
                        .find(|e| e.object == object)
                    {
                        e.adjust = adjust;
                    }
                    let top = (state.stack.top().function, state.stack.top().pc);
                    let unwind = call_at(top)
                        .and_then(|(_, call)| call.unwind)
                        .expect("it has a landing pad");
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
        self.set(
            state,
            pad.selector,
            Value::concrete(u64::from(selector as u32)),
        );
        Ok(())
    }

    pub(crate) fn resume(&mut self, state: &mut State, exception: Opnd) -> Step<()> {
        let exception = self.read(state, exception);
        let object = self.enumerate(state, exception, 64)?.bits;
        self.throw(state, object)
    }

    /// The selector of the first clause that stops an exception of this type,
    /// and where in the object the type is that it asks for.
    fn selector(&self, state: &State, pad: &LandingPad, type_info: u64) -> Option<(i32, u64)> {
        pad.clauses.iter().find_map(|clause| match clause {
            Clause::Catch {
                type_info: 0,
                selector,
            } => Some((*selector as i32, 0)),
            Clause::Catch {
                type_info: wanted,
                selector,
            } => {
                let offset = self.base_offset(state, type_info, *wanted, 0)?;
                Some((*selector as i32, offset))
            }
            Clause::Filter {
                type_infos,
                selector,
            } => {
                let allowed = type_infos
                    .iter()
                    .any(|t| self.base_offset(state, type_info, *t, 0).is_some());
                (!allowed).then_some((*selector, 0))
            }
        })
    }

    /// Where in a thrown type the wanted one is: at its start if they are the
    /// same, else where a base class lies, by the layout of `type_info` that
    /// the Itanium C++ ABI prescribes. Virtual bases are not looked for.
    fn base_offset(&self, state: &State, thrown: u64, wanted: u64, depth: u32) -> Option<u64> {
        if thrown == wanted {
            return Some(0);
        }
        if thrown == 0 || depth > 64 {
            return None;
        }
        let word = |address: u64, len: usize| {
            let object = state
                .memory
                .find(address)
                .filter(|o| o.contains(address, len as u64))?;
            object
                .contents
                .read_u64((address - object.base) as usize, len)
        };
        match self.type_class(word(thrown, 8)?)? {
            TypeClass::Single => self.base_offset(state, word(thrown + 16, 8)?, wanted, depth + 1),
            TypeClass::Multiple => (0..word(thrown + 20, 4)?).find_map(|i| {
                let (base, flags) = (
                    word(thrown + 24 + 16 * i, 8)?,
                    word(thrown + 32 + 16 * i, 8)?,
                );
                let inside = self.base_offset(state, base, wanted, depth + 1)?;
                (flags & VIRTUAL_BASE == 0).then_some(inside + (flags >> 8))
            }),
            TypeClass::Pointer if word(thrown, 8) == word(wanted, 8) => {
                let lost = word(thrown + 16, 4)? & !word(wanted + 16, 4)? & QUALIFIERS;
                let (thrown, wanted) = (word(thrown + 24, 8)?, word(wanted + 24, 8)?);
                let offset = self.base_offset(state, thrown, wanted, depth + 1)?;
                (lost == 0).then_some(offset)
            }
            TypeClass::Pointer => None,
        }
    }

    fn type_class(&self, vtable: u64) -> Option<TypeClass> {
        let global = self
            .module
            .globals
            .iter()
            .find(|g| g.address + 16 == vtable)?;
        match global.name.as_str() {
            "_ZTVN10__cxxabiv120__si_class_type_infoE" => Some(TypeClass::Single),
            "_ZTVN10__cxxabiv121__vmi_class_type_infoE" => Some(TypeClass::Multiple),
            "_ZTVN10__cxxabiv119__pointer_type_infoE" => Some(TypeClass::Pointer),
            _ => None,
        }
    }
}

/// Flag of a base in `__vmi_class_type_info`.
const VIRTUAL_BASE: u64 = 1;

/// Flags of a pointer's type info: what it points to is constant, volatile or restricted.
const QUALIFIERS: u64 = 7;

enum TypeClass {
    Single,
    Multiple,
    Pointer,
}

/// Where a call goes when an exception passes through it.
fn landing_pad<'m>(
    module: &'m pleach_ir::Module,
    function: FuncId,
    call: &Call,
) -> Option<&'m LandingPad> {
    let function = &module.functions[function.index()];
    let block = function.edges[call.unwind?.index()].target;
    let block = function.blocks[block.index()];
    let code = &function.code[block.first as usize..(block.first + block.len) as usize];
    code.iter().find_map(|i| match i {
        Inst::LandingPad(pad) => Some(&**pad),
        _ => None,
    })
}
