//! Room in a state for data of others: techniques and the environment keep
//! what they know about a state here, without the interpreter knowing them.

use pleach_term::{Term, Terms};
use rustc_hash::FxHasher;
use std::any::Any;
use std::hash::Hasher;
use std::sync::Arc;

/// How two states become one.
#[derive(Clone, Copy)]
pub struct Joining<'a> {
    /// Where this holds, the joined state is what the first of the two was, elsewhere what the other
    /// one was.
    pub guard: Term,
    pub terms: &'a Arc<Terms>,
}

/// Data that travels with a state.
pub trait Extension: Any + Send + Sync {
    /// The copy for a state that forks off.
    fn fork(&self) -> Box<dyn Extension>;
    /// Joins with the data, of the same type, of a state that is merged into this one, which is the
    /// first of the two; an error names why that cannot be, and nothing is changed then.
    fn merge(&mut self, other: &dyn Extension, joining: Joining<'_>) -> Result<(), &'static str>;
    /// Shows every term it holds, so that none is freed under it. Parts that many states share
    /// are shown once: `unseen` says of an address whether this is the first time.
    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term));
    /// Data that makes no difference to anybody hashes equally.
    fn hash(&self, hasher: &mut dyn Hasher);
    /// Whether what the program does next may depend on it.
    fn steers(&self) -> bool {
        true
    }
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// The extensions of one state, at most one of each type.
#[derive(Default)]
pub struct Extensions(Vec<Box<dyn Extension>>);

impl Extensions {
    pub fn get<T: Extension>(&self) -> Option<&T> {
        self.0.iter().find_map(|e| e.as_any().downcast_ref())
    }

    pub fn get_mut<T: Extension>(&mut self) -> Option<&mut T> {
        self.0
            .iter_mut()
            .find_map(|e| e.as_any_mut().downcast_mut())
    }

    pub fn get_or_insert_with<T: Extension>(&mut self, make: impl FnOnce() -> T) -> &mut T {
        if self.get::<T>().is_none() {
            self.0.push(Box::new(make()));
        }
        self.get_mut().expect("it was just put there")
    }

    pub fn fork(&self) -> Extensions {
        Extensions(self.0.iter().map(|e| e.fork()).collect())
    }

    /// The extension of the same type.
    fn counterpart(&self, of: &dyn Extension) -> Option<&dyn Extension> {
        let wanted = of.as_any().type_id();
        let mut all = self.0.iter().map(|e| &**e);
        all.find(|e| e.as_any().type_id() == wanted)
    }

    /// Those of the joined state, from those of the two; an error names why that cannot be.
    pub fn merged(
        &self,
        other: &Extensions,
        joining: Joining<'_>,
    ) -> Result<Extensions, &'static str> {
        if self.0.len() != other.0.len() {
            return Err("only one has data of some kind");
        }
        let mut all = self.fork();
        for mine in &mut all.0 {
            let theirs = other.counterpart(&**mine);
            let theirs = theirs.ok_or("only one has data of some kind")?;
            mine.merge(theirs, joining)?;
        }
        Ok(all)
    }

    pub fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        self.0.iter().for_each(|e| e.terms(unseen, show));
    }

    /// In whatever order they were added.
    pub fn hash(&self) -> u64 {
        self.hash_of(|_| true)
    }

    /// Of those that the program's next steps may depend on.
    pub fn hash_of_steering(&self) -> u64 {
        self.hash_of(|extension| extension.steers())
    }

    fn hash_of(&self, counts: impl Fn(&dyn Extension) -> bool) -> u64 {
        let mut sum = 0u64;
        for extension in self.0.iter().filter(|e| counts(&***e)) {
            let mut hasher = FxHasher::default();
            extension.hash(&mut hasher);
            sum = sum.wrapping_add(hasher.finish());
        }
        sum
    }

    /// Whether both have the same data, as far as that makes a difference.
    pub fn is_same(&self, other: &Extensions) -> bool {
        self.0.len() == other.0.len() && self.hash() == other.hash()
    }
}
