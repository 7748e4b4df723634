//! The tables a program is lowered to.

pub mod bits;
mod inst;
mod live;
mod module;
mod types;
mod visit;
mod widths;

use crate::convention;
pub use bits::SlotSet;
pub use inst::*;
pub use live::Live;
pub use module::*;
pub use types::*;
pub use visit::Part;
pub use widths::Widths;

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type!(/** A function of the module. */ FuncId);
index_type!(/** A global variable of the module. */ GlobalId);
index_type!(/** A block of one function. */ BlockId);
index_type!(/** An edge of one function: a target block and the moves its phis ask for. */ EdgeId);
index_type!(/** A register of one frame. */ Slot);
index_type!(/** A source location, inlined-at chain included. */ LocId);
index_type!(/** A source file. */ FileId);
index_type!(/** A type of the source. */ TypeId);

/// An operand: a register, or a constant of the function's table.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Opnd(u32);

const CONSTANT_FLAG: u32 = 1 << 31;

/// An operand taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OpndKind {
    Slot(Slot),
    /// Index into [`Function::consts`].
    Const(u32),
}

impl Opnd {
    pub fn slot(slot: Slot) -> Self {
        debug_assert!(slot.0 < CONSTANT_FLAG);
        Opnd(slot.0)
    }

    pub fn constant(index: u32) -> Self {
        debug_assert!(index < CONSTANT_FLAG);
        Opnd(index | CONSTANT_FLAG)
    }

    #[inline]
    pub fn kind(self) -> OpndKind {
        if self.0 & CONSTANT_FLAG == 0 {
            OpndKind::Slot(Slot(self.0))
        } else {
            OpndKind::Const(self.0 & !CONSTANT_FLAG)
        }
    }

    #[inline]
    pub fn raw(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Opnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            OpndKind::Slot(s) => write!(f, "r{}", s.0),
            OpndKind::Const(c) => write!(f, "c{c}"),
        }
    }
}
