//! Symbolic inputs: named runs of byte variables.

use crate::{Node, Op, Term, Terms, VarId};
use hashbrown::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

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
    pub name: Arc<str>,
    /// Which of the inputs of that name.
    pub occurrence: u32,
    /// Which byte of it.
    pub byte: u32,
}

/// A name of inputs: the same number for the same text, for as long as the arena lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct NameId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    name: NameId,
    occurrence: u32,
    len: u32,
}

#[derive(Default)]
pub(crate) struct Registry {
    names: Vec<Arc<str>>,
    by_name: HashMap<Arc<str>, NameId, Hasher>,
    by_key: HashMap<Key, Input, Hasher>,
    /// In order of their first variables.
    inputs: Vec<(Input, Key)>,
    next: u32,
}

impl Terms {
    /// The number of a name and its text, which all who ask for it share.
    pub fn input_name(&self, name: &str) -> (NameId, Arc<str>) {
        let known = |registry: &Registry| {
            let (text, id) = registry.by_name.get_key_value(name)?;
            Some((*id, text.clone()))
        };
        if let Some(found) = known(&self.registry.read()) {
            return found;
        }
        let mut registry = self.registry.write();
        if let Some(found) = known(&registry) {
            return found;
        }
        let (id, text) = (NameId(registry.names.len() as u32), Arc::<str>::from(name));
        registry.names.push(text.clone());
        registry.by_name.insert(text.clone(), id);
        (id, text)
    }

    /// The input of that name, occurrence and length; the same three give the same variables.
    pub fn input(&self, name: &str, occurrence: u32, len: u32) -> Input {
        self.input_of(self.input_name(name).0, occurrence, len)
    }

    /// The same, of a name that is known by its number.
    pub fn input_of(&self, name: NameId, occurrence: u32, len: u32) -> Input {
        let key = Key {
            name,
            occurrence,
            len,
        };
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
        registry.by_key.insert(key, input);
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
        let (input, key) = owner.expect("a variable of this arena");
        let byte = var.0 - input.first.0;
        assert!(byte < key.len, "a variable of this arena");
        VarName {
            name: registry.names[key.name.0 as usize].clone(),
            occurrence: key.occurrence,
            byte,
        }
    }
}
