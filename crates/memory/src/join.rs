//! Two memories become one. What the bytes of an object become is for the caller to say.

use crate::{Kind, Memory, Object};
use pleach_ir::address::{Place, Segment};
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::Arc;

/// Why two memories cannot become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Apart {
    /// An object is freed in one of them, or its scope has ended.
    Freed(Segment),
    /// An object of the stack is in one of them only.
    StackObject,
    /// An object has another size, kind or bound in each.
    Shape,
    /// Objects at addresses of the program's own choice.
    Fixed,
    /// So many objects were freed that one of them has forgotten some.
    Forgotten,
}

impl Memory {
    /// The memory of a state that stands for both. `join` makes one object of two that have the same
    /// shape and are not freed; objects that only one of them has stay as they are: the other one
    /// has no pointer to them. Of a local variable at an address in `dead` nobody reads what is in it
    /// now: where its scope has ended on one side, and has not begun on the other one, it has ended.
    pub fn joined(
        &self,
        other: &Memory,
        dead: &HashSet<u64, impl BuildHasher>,
        mut join: impl FnMut(&Object, &Object) -> Option<Object>,
    ) -> Result<Memory, Apart> {
        let mut changes: Vec<(u64, Arc<Object>, bool)> = Vec::new();
        let mut failed = None;
        self.objects.compare(&other.objects, |key, pair| {
            let change = match pair {
                (Some(mine), Some(theirs)) if dead.contains(&mine.base) => {
                    let ended = mine.freed.is_none() && theirs.freed.is_some();
                    Ok(ended.then(|| (theirs.clone(), false)))
                }
                (Some(mine), Some(theirs)) => both(mine, theirs, &mut join),
                (None, Some(theirs)) => alone(theirs).map(|()| Some((theirs.clone(), true))),
                (Some(mine), None) => alone(mine).map(|()| None),
                (None, None) => Ok(None),
            };
            match change {
                Ok(Some((object, is_new))) => changes.push((key, object, is_new)),
                Ok(None) => {}
                Err(why) => failed = Some(why),
            }
        });
        if let Some(why) = failed {
            return Err(why);
        }
        if !Arc::ptr_eq(&self.fixed, &other.fixed) && self.fixed != other.fixed {
            return Err(Apart::Fixed);
        }
        let mut joined = self.clone();
        if !joined.heap.take_in(&other.heap) || !joined.system.take_in(&other.system) {
            return Err(Apart::Forgotten);
        }
        for (key, object, is_new) in changes {
            if is_new {
                joined.count(&object);
            }
            joined.objects.insert(key, object);
        }
        Ok(joined)
    }

    /// An object comes from the other memory.
    fn count(&mut self, object: &Object) {
        let Some(place) = Place::of(object.base) else {
            return;
        };
        let heap = match place.segment {
            Segment::Heap => &mut self.heap,
            Segment::System => &mut self.system,
            _ => return,
        };
        heap.came(place.class);
        if object.freed.is_none() {
            self.heap_bytes += object.size;
        }
    }
}

fn segment(object: &Object) -> Segment {
    Place::of(object.base).map_or(Segment::Global, |place| place.segment)
}

fn alone(object: &Object) -> Result<(), Apart> {
    match object.kind {
        Kind::Stack => Err(Apart::StackObject),
        _ => Ok(()),
    }
}

type Change = Option<(Arc<Object>, bool)>;

fn both(
    mine: &Object,
    theirs: &Object,
    join: &mut impl FnMut(&Object, &Object) -> Option<Object>,
) -> Result<Change, Apart> {
    match (mine.freed, theirs.freed) {
        (Some(_), Some(_)) => return Ok(None),
        (None, None) => {}
        _ => return Err(Apart::Freed(segment(mine))),
    }
    let shape = |o: &Object| (o.size, o.kind, o.constant, o.bound.is_some());
    if shape(mine) != shape(theirs) {
        return Err(Apart::Shape);
    }
    Ok(join(mine, theirs).map(|object| (Arc::new(object), false)))
}
