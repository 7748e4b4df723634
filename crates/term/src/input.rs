//! Symbolic inputs: named runs of byte variables.

use crate::{Node, Op, Term, Terms, VarId};
use hashbrown::HashMap;
use std::hash::BuildHasherDefault;

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

/// `len` variables from `first` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Input {
    pub first: VarId,
    pub len: u32,
}

impl Input {
    /// The variables in byte order.
    pub fn vars(self) -> impl DoubleEndedIterator<Item = VarId> + ExactSizeIterator {
        (self.first.0..self.first.0 + self.len).map(VarId)
    }
}

/// Where a variable comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarName {
    pub name: String,
    /// Which of the inputs of that name.
    pub occurrence: u32,
    /// Which byte of it.
    pub byte: u32,
}

type Key = (String, u32, u32);

#[derive(Default)]
pub(crate) struct Registry {
    by_key: HashMap<Key, Input, Hasher>,
    /// In order of their first variables.
    inputs: Vec<(Input, Key)>,
    next: u32,
}

impl Terms {
    /// The input of that name, occurrence and length; the same three give the same variables.
    pub fn input(&self, name: &str, occurrence: u32, len: u32) -> Input {
        let key = (name.to_string(), occurrence, len);
        if let Some(&input) = self.registry.read().by_key.get(&key) {
            return input;
        }
        let mut registry = self.registry.write();
        if let Some(&input) = registry.by_key.get(&key) {
            return input;
        }
        let input = Input {
            first: VarId(registry.next),
            len,
        };
        registry.next = registry
            .next
            .checked_add(len)
            .expect("fewer than 2^32 variables");
        registry.by_key.insert(key.clone(), input);
        registry.inputs.push((input, key));
        input
    }

    /// The number of variables handed out so far.
    pub fn var_count(&self) -> u32 {
        self.registry.read().next
    }

    /// The term of a variable, 8 bits wide.
    #[inline]
    pub fn var(&self, var: VarId) -> Term {
        self.intern(Node {
            op: Op::Var,
            width: 8,
            a: var.0,
            b: 0,
            c: 0,
        })
    }

    /// Name, occurrence and byte of a variable. Panics for a variable of no input.
    pub fn var_name(&self, var: VarId) -> VarName {
        let registry = self.registry.read();
        let after = registry
            .inputs
            .partition_point(|(input, _)| input.first <= var);
        // Inputs of length zero share their first variable with the next input.
        let owner = registry.inputs[..after]
            .iter()
            .rev()
            .find(|(input, _)| input.len > 0);
        let (input, (name, occurrence, len)) = owner.expect("a variable of this arena");
        let byte = var.0 - input.first.0;
        assert!(byte < *len, "a variable of this arena");
        VarName {
            name: name.clone(),
            occurrence: *occurrence,
            byte,
        }
    }
}
