//! Where the x86-64 calling convention puts arguments. Fixed ones are handed over in registers
//! of our own; but compiled `va_arg` code depends on where the variadic ones would lie, down to
//! the order in which the real registers are used up.

use crate::{Arg, ByValue};

/// Registers that take integers and pointers, and bytes of each in a register save area.
pub const GENERAL: u32 = 6;
pub const GENERAL_BYTES: u32 = 8;
/// Registers that take floats and vectors.
pub const VECTOR: u32 = 8;
pub const VECTOR_BYTES: u32 = 16;
/// Every argument on the stack takes a multiple of this.
const STACK_SLOT: u64 = 8;

/// What an argument wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// So many general registers, all or none; on the stack, aligned as one value.
    General(u32),
    /// A vector register, if there is one left for this many bytes.
    Vector {
        bytes: u64,
    },
    Memory {
        bytes: u64,
        align: u64,
    },
}

impl Class {
    /// The class of a variadic argument.
    pub fn of(arg: &Arg) -> Class {
        match arg.by_value {
            Some(by_value) => Class::of_copy(by_value),
            None => Class::of_scalar(arg.width, arg.float),
        }
    }

    pub fn of_copy(by_value: ByValue) -> Class {
        Class::Memory {
            bytes: by_value.size,
            align: by_value.align,
        }
    }

    /// `float`: or a vector.
    pub fn of_scalar(width: u32, float: bool) -> Class {
        let bytes = u64::from(width.div_ceil(8));
        match (float, width) {
            (true, 80) => Class::Memory {
                bytes: 16,
                align: 16,
            },
            // As a variadic argument, a vector of more than one register's size goes to memory.
            (true, 129..) => Class::Memory {
                bytes,
                align: bytes.next_power_of_two(),
            },
            (true, _) => Class::Vector { bytes },
            (false, _) => Class::General(width.div_ceil(64).max(1)),
        }
    }

    /// Size and alignment on the stack.
    pub fn on_stack(self) -> (u64, u64) {
        match self {
            Class::General(1) => (STACK_SLOT, STACK_SLOT),
            Class::General(n) => (u64::from(n) * STACK_SLOT, 2 * STACK_SLOT),
            Class::Vector { bytes } => (bytes, if bytes > STACK_SLOT { 16 } else { STACK_SLOT }),
            Class::Memory { bytes, align } => (bytes, align.max(STACK_SLOT)),
        }
    }
}

/// Where an argument lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The first of its general registers.
    General(u32),
    Vector(u32),
    /// Bytes from the first argument on the stack, and the alignment that led there.
    Stack {
        offset: u64,
        align: u64,
    },
}

/// What a row of arguments has used up so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Used {
    pub general: u32,
    pub vector: u32,
    /// Bytes on the stack, a multiple of eight.
    pub stack: u64,
}

impl Used {
    /// Gives the next argument its place.
    pub fn place(&mut self, class: Class) -> Location {
        match class {
            Class::General(n) if self.general + n <= GENERAL => {
                self.general += n;
                Location::General(self.general - n)
            }
            Class::Vector { .. } if self.vector < VECTOR => {
                self.vector += 1;
                Location::Vector(self.vector - 1)
            }
            _ => {
                let (bytes, align) = class.on_stack();
                let offset = self.stack.next_multiple_of(align);
                self.stack = (offset + bytes).next_multiple_of(STACK_SLOT);
                Location::Stack { offset, align }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_leaves_the_last_register_to_others() {
        let mut used = Used {
            general: 5,
            ..Used::default()
        };
        let wide = Class::of_scalar(128, false);
        assert_eq!(
            used.place(wide),
            Location::Stack {
                offset: 0,
                align: 16
            }
        );
        assert_eq!(
            used.place(Class::of_scalar(64, false)),
            Location::General(5)
        );
        assert_eq!(
            used.place(Class::of_scalar(32, false)),
            Location::Stack {
                offset: 16,
                align: 8
            }
        );
    }

    #[test]
    fn memory_is_aligned() {
        let mut used = Used::default();
        let copy = |size, align| Class::of_copy(ByValue { size, align });
        let stack = |offset, align| Location::Stack { offset, align };
        assert_eq!(used.place(copy(3, 1)), stack(0, 8));
        assert_eq!(used.place(Class::of_scalar(80, true)), stack(16, 16));
        assert_eq!(used.place(copy(40, 8)), stack(32, 8));
        assert_eq!(used.place(copy(64, 64)), stack(128, 64));
        assert_eq!(used.place(Class::of_scalar(256, true)), stack(192, 32));
        assert_eq!(used.place(Class::of_scalar(64, true)), Location::Vector(0));
    }
}
