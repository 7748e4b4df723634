use crate::Contents;
use pleach_ir::{FuncId, GlobalId};
use pleach_term::Term;

/// Where in the program something happened: a function and an index into its code.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub function: FuncId,
    pub at: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Global(GlobalId),
    Heap,
    Stack,
    /// Made for the program by the system or its language. `free` cannot free it, and it is never
    /// lost.
    System(Gift),
    /// At an address that the program chose (`klee_define_fixed_object`).
    Fixed,
}

/// What the system makes for a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Gift {
    /// The text of an argument; the program's name is the first.
    Argument(u32),
    /// The list of them.
    Arguments,
    /// The text of an environment variable, by its place in the list.
    Variable(u32),
    Environment,
    Mapping,
    /// A C++ exception.
    Exception,
    /// Something of the model that is not meant for the program.
    Internal,
}

/// A piece of memory that the program may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub base: u64,
    /// Bytes that are there.
    pub size: u64,
    /// Bytes that may be used, where that is symbolic (at most `size`).
    pub bound: Option<Term>,
    pub kind: Kind,
    pub constant: bool,
    /// Where it was allocated; `None` for globals.
    pub site: Option<Site>,
    /// Where it was freed, or its scope ended. What is freed keeps its place, without its bytes.
    pub freed: Option<Site>,
    pub contents: Contents,
}

impl Object {
    pub fn new(base: u64, contents: Contents, kind: Kind) -> Self {
        let size = contents.len() as u64;
        Object {
            base,
            size,
            bound: None,
            kind,
            constant: false,
            site: None,
            freed: None,
            contents,
        }
    }

    /// What is left of it once it is freed: everything but its bytes.
    pub fn freed_at(&self, site: Site) -> Object {
        Object {
            freed: Some(site),
            size: self.size,
            ..Object {
                constant: self.constant,
                site: self.site,
                ..Object::new(self.base, Contents::zero(0), self.kind)
            }
        }
    }

    pub fn end(&self) -> u64 {
        self.base + self.size
    }

    /// Whether `len` bytes from `address` lie inside, as far as `size` says.
    pub fn contains(&self, address: u64, len: u64) -> bool {
        let offset = address.wrapping_sub(self.base);
        offset <= self.size && len <= self.size - offset
    }
}
