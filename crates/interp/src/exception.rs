//! C++ exceptions: finding the handler, unwinding to it.

use crate::{ErrorKind, Machine, State, Step, Value};
use pleach_ir::{Call, Clause, FuncId, Inst, LandingPad, Opnd, type_of_info};
use std::sync::Arc;

/// An exception object that was thrown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
            .any(|p| self.selector(state, p, (object, type_info)).is_some());
        if !caught {
            let message = match self.type_named(type_info) {
                Some(name) => {
                    format!("an exception of type `{name}` is thrown that nothing catches")
                }
                None => "an exception is thrown that nothing catches".to_owned(),
            };
            return self.fail(state, ErrorKind::UncaughtException, message);
        }
        self.log_barrier();
        for pad in pads {
            if let Some(pad) = pad {
                let selector = self.selector(state, pad, (object, type_info));
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

    /// The source's name of the type that a `std::type_info` stands for.
    fn type_named(&self, type_info: u64) -> Option<String> {
        let mut globals = self.module.globals.iter();
        let global = globals.find(|g| g.address == type_info)?;
        type_of_info(&global.name)
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
    fn selector(
        &self,
        state: &State,
        pad: &LandingPad,
        (object, type_info): (u64, u64),
    ) -> Option<(i32, u64)> {
        pad.clauses.iter().find_map(|clause| match clause {
            Clause::Catch {
                type_info: 0,
                selector,
            } => Some((*selector as i32, 0)),
            Clause::Catch {
                type_info: wanted,
                selector,
            } => {
                let offset = self.base_offset(state, object, type_info, *wanted)?;
                Some((*selector as i32, offset))
            }
            Clause::Filter {
                type_infos,
                selector,
            } => {
                let allowed = type_infos
                    .iter()
                    .any(|t| self.base_offset(state, object, type_info, *t).is_some());
                (!allowed).then_some((*selector, 0))
            }
        })
    }

    /// Where in a thrown object the wanted type is: at its start if that is its type, else where
    /// its only such base class lies that is public, by the layout of type infos that the Itanium
    /// C++ ABI prescribes. Of a thrown pointer, where in what it points to.
    fn base_offset(&self, state: &State, object: u64, thrown: u64, wanted: u64) -> Option<u64> {
        if thrown == wanted {
            return Some(0);
        }
        let word = |address, len| word(state, address, len);
        let (start, thrown, wanted) = match self.type_class(word(thrown, 8)?) {
            Some(TypeClass::Pointer) if word(thrown, 8) == word(wanted, 8) => {
                if word(thrown + 16, 4)? & !word(wanted + 16, 4)? & QUALIFIERS != 0 {
                    return None;
                }
                let wanted = word(wanted + 24, 8)?;
                if self.is_named(wanted, "_ZTIv") {
                    return Some(0);
                }
                // What a pointer points to is only asked for where virtual bases lie.
                let start = word(object, 8).unwrap_or(0);
                (start, word(thrown + 24, 8)?, wanted)
            }
            Some(TypeClass::Pointer) => return None,
            _ => (object, thrown, wanted),
        };
        let mut bases = Bases::default();
        self.find_bases(state, (thrown, start), wanted, true, &mut bases, 0)?;
        let at = bases.at.filter(|_| bases.public && !bases.several)?;
        Some(if start == 0 {
            0
        } else {
            at.wrapping_sub(start)
        })
    }

    /// Adds all bases of the wanted type in the part of an object that has this type and begins at
    /// this address. `None`: they cannot be known.
    fn find_bases(
        &self,
        state: &State,
        (class, at): (u64, u64),
        wanted: u64,
        public: bool,
        bases: &mut Bases,
        depth: u32,
    ) -> Option<()> {
        if class == wanted {
            bases.add(at, public);
            return Some(());
        }
        if depth > 64 {
            return None;
        }
        let word = |address, len| word(state, address, len);
        let Some(kind) = word(class, 8).and_then(|vtable| self.type_class(vtable)) else {
            return Some(());
        };
        match kind {
            TypeClass::Single => {
                let base = (word(class + 16, 8)?, at);
                self.find_bases(state, base, wanted, public, bases, depth + 1)
            }
            TypeClass::Multiple => (0..word(class + 20, 4)?).try_for_each(|i| {
                let base = word(class + 24 + 16 * i, 8)?;
                let flags = word(class + 32 + 16 * i, 8)?;
                let mut offset = ((flags as i64) >> 8) as u64;
                if flags & VIRTUAL_BASE != 0 {
                    offset = match at {
                        0 => 0,
                        _ => word(word(at, 8)?.wrapping_add(offset), 8)?,
                    };
                }
                let base = (base, at.wrapping_add(offset));
                let public = public && flags & PUBLIC_BASE != 0;
                self.find_bases(state, base, wanted, public, bases, depth + 1)
            }),
            TypeClass::Pointer => Some(()),
        }
    }

    fn is_named(&self, address: u64, name: &str) -> bool {
        let mut globals = self.module.globals.iter();
        globals.any(|g| g.address == address && g.name == name)
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

/// Bytes of the state's memory as a number, where they are there and known.
fn word(state: &State, address: u64, len: usize) -> Option<u64> {
    let object = state
        .memory
        .find(address)
        .filter(|o| o.contains(address, len as u64))?;
    object
        .contents
        .read_u64((address - object.base) as usize, len)
}

/// Parts of an object that have one type.
#[derive(Default)]
struct Bases {
    /// Where the first one found lies.
    at: Option<u64>,
    /// There are others.
    several: bool,
    /// A public way leads to the first one.
    public: bool,
}

impl Bases {
    fn add(&mut self, at: u64, public: bool) {
        self.several |= self.at.is_some_and(|known| known != at);
        self.public |= public;
        self.at.get_or_insert(at);
    }
}

/// Flags of a base in `__vmi_class_type_info`.
const VIRTUAL_BASE: u64 = 1;
const PUBLIC_BASE: u64 = 2;

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
