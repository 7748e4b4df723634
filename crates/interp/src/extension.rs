//! Room in a state for data of others: techniques and the environment keep
//! what they know about a state here, without the interpreter knowing them.

use pleach_term::Term;
use std::any::Any;

/// Data that travels with a state.
pub trait Extension: Any + Send + Sync {
    /// The copy for a state that forks off.
    fn fork(&self) -> Box<dyn Extension>;
    /// Joins with the data of a state that is merged into this one; an error names why it cannot.
    fn merge(&mut self, other: &dyn Extension) -> Result<(), &'static str>;
    /// Shows every term it holds, so that none is freed under it. Parts that many states share
    /// are shown once: `unseen` says of an address whether this is the first time.
    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term));
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

    /// Joins each with its counterpart; an error names why that cannot be.
    pub fn merge(&mut self, other: &Extensions) -> Result<(), &'static str> {
        if self.0.len() != other.0.len() {
            return Err("not the same extensions");
        }
        let mut pairs = self.0.iter_mut().zip(&other.0);
        pairs.try_for_each(|(mine, theirs)| mine.merge(&**theirs))
    }

    pub fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        self.0.iter().for_each(|e| e.terms(unseen, show));
    }
}
