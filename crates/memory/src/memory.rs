use crate::heap::Heap;
use crate::{Contents, Gift, Kind, Map, Object, Site};
use pleach_ir::address::{self, Place, Segment};
use pleach_term::Term;
use std::sync::Arc;

/// No slot is left for an object of this size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no address space is left for an object of {0} bytes")]
pub struct OutOfAddresses(pub u64);

/// Whose an allocation is: it decides about its segment and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Program,
    /// The model of the operating system, or the library of the language.
    System,
}

/// All memory of one state.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(crate) objects: Map<Arc<Object>>,
    /// Objects at addresses outside the plan; few, if any.
    pub(crate) fixed: Arc<Vec<Arc<Object>>>,
    pub(crate) heap: Heap,
    pub(crate) system: Heap,
    pub(crate) heap_bytes: u64,
}

impl Memory {
    /// Bytes on the heap that are not freed.
    pub fn heap_bytes(&self) -> u64 {
        self.heap_bytes
    }

    pub fn object_count(&self) -> usize {
        self.objects.len() + self.fixed.len()
    }

    /// Puts an object at its own address (globals, fixed objects).
    pub fn insert(&mut self, object: Object) {
        match Place::of(object.base) {
            Some(place) if place.base() == object.base => {
                self.objects.insert(place.key(), Arc::new(object));
            }
            _ => Arc::make_mut(&mut self.fixed).push(Arc::new(object)),
        }
    }

    /// A new heap object; its bytes are what `contents` says. The `name` says where it lies: states
    /// that allocate under the same names as often get the same addresses for them, whatever they
    /// allocate under other names.
    pub fn allocate(
        &mut self,
        owner: Owner,
        contents: Contents,
        align: u64,
        name: u64,
        site: Site,
    ) -> Result<u64, OutOfAddresses> {
        let size = contents.len() as u64;
        let class = address::class_for(size, align).ok_or(OutOfAddresses(size))?;
        let (heap, segment, kind) = match owner {
            Owner::Program => (&mut self.heap, Segment::Heap, Kind::Heap),
            Owner::System => (
                &mut self.system,
                Segment::System,
                Kind::System(Gift::Internal),
            ),
        };
        let place = heap
            .choose(&self.objects, (segment, class), name)
            .ok_or(OutOfAddresses(size))?;
        self.heap_bytes += size;
        let mut object = Object::new(place.base(), contents, kind);
        object.site = Some(site);
        self.objects.insert(place.key(), Arc::new(object));
        Ok(place.base())
    }

    /// Where the next object of this name would lie that is of the size and owner of one at `like`.
    pub fn next_address(&self, name: u64, like: u64) -> Option<u64> {
        let Place { segment, class, .. } = Place::of(like)?;
        let mut heap = match segment {
            Segment::System => self.system.clone(),
            _ => self.heap.clone(),
        };
        let place = heap.choose(&self.objects, (segment, class), name)?;
        Some(place.base())
    }

    /// A new stack object. `wish` says where it would like to be: the same wish
    /// in two states gives the same address whatever else they did, which keeps
    /// states alike that took different ways to the same place.
    pub fn allocate_stack(
        &mut self,
        contents: Contents,
        align: u64,
        wish: u64,
        site: Site,
    ) -> Result<u64, OutOfAddresses> {
        let size = contents.len() as u64;
        let class = address::class_for(size, align).ok_or(OutOfAddresses(size))?;
        let slots = address::slots_in(class);
        let mut place = Place {
            segment: Segment::Stack,
            class,
            index: wish % slots,
        };
        let mut tries = 0;
        while place.is_spare() || self.objects.get(place.key()).is_some() {
            tries += 1;
            if tries >= slots {
                return Err(OutOfAddresses(size));
            }
            place.index = (place.index + 1) % slots;
        }
        let mut object = Object::new(place.base(), contents, Kind::Stack);
        object.site = Some(site);
        self.objects.insert(place.key(), Arc::new(object));
        Ok(place.base())
    }

    /// Takes a stack object away altogether.
    pub fn release_stack(&mut self, base: u64) {
        if let Some(place) = Place::of(base) {
            self.objects.remove(place.key());
        }
    }

    /// Marks a stack object as out of its scope and drops its bytes.
    pub fn end_scope(&mut self, base: u64, site: Site) {
        let Some(place) = Place::of(base) else { return };
        if let Some(object) = self.objects.get_mut(place.key()) {
            *object = Arc::new(object.freed_at(site));
        }
    }

    /// Puts new bytes into a stack object, whose scope may have ended before.
    pub fn begin_scope(&mut self, base: u64, contents: Contents) {
        if let Some(object) = self.object_mut(base) {
            object.freed = None;
            object.contents = contents;
        }
    }

    /// Marks a heap object as freed and drops its bytes. Objects that were freed long ago leave
    /// their places.
    pub fn free(&mut self, base: u64, site: Site) {
        let Some(place) = Place::of(base) else { return };
        let heap = match place.segment {
            Segment::Heap => &mut self.heap,
            Segment::System => &mut self.system,
            _ => return,
        };
        let object = self.objects.get_mut(place.key());
        let Some(object) = object.filter(|o| o.freed.is_none()) else {
            return;
        };
        self.heap_bytes -= object.size;
        *object = Arc::new(object.freed_at(site));
        for base in heap.freed(base) {
            let Some(place) = Place::of(base) else {
                continue;
            };
            // A slot of a scarce class may be in use again.
            let there = self.objects.get(place.key());
            if there.is_some_and(|o| o.freed.is_some()) {
                self.objects.remove(place.key());
                heap.left(place.class);
            }
        }
    }

    /// Makes the bytes from `size` on unusable: a heap object that shrank in place.
    pub fn set_bound(&mut self, base: u64, bound: Option<Term>) {
        if let Some(object) = self.object_mut(base) {
            object.bound = bound;
        }
    }

    /// The object in whose slot `address` lies: it may be freed, and the
    /// address may lie behind its end.
    #[inline]
    pub fn find(&self, address: u64) -> Option<&Arc<Object>> {
        match Place::of(address) {
            Some(place) => self.objects.get(place.key()),
            None => None,
        }
        .or_else(|| self.fixed.iter().find(|o| o.contains(address, 0)))
    }

    /// The object that begins at `base`, made this state's own.
    pub fn object_mut(&mut self, base: u64) -> Option<&mut Object> {
        if let Some(place) = Place::of(base)
            && let Some(object) = self.objects.get_mut(place.key())
        {
            return Some(Arc::make_mut(object));
        }
        let at = self.fixed.iter().position(|o| o.base == base)?;
        Some(Arc::make_mut(&mut Arc::make_mut(&mut self.fixed)[at]))
    }

    /// Whether both hold the same objects, and will give the same addresses to new ones.
    pub fn is_same(&self, other: &Memory) -> bool {
        let list = |memory: &Memory| {
            let mut all = Vec::with_capacity(memory.object_count());
            memory.for_each(|object| all.push(object.clone()));
            all
        };
        let same = |(a, b): (&Arc<Object>, &Arc<Object>)| Arc::ptr_eq(a, b) || a == b;
        self.heap_bytes == other.heap_bytes
            && self.heap.is_same(&other.heap)
            && self.system.is_same(&other.system)
            && self.object_count() == other.object_count()
            && list(self).iter().zip(&list(other)).all(same)
    }

    /// All objects, freed ones included, in a fixed order.
    pub fn for_each<'a>(&'a self, mut f: impl FnMut(&'a Arc<Object>)) {
        self.objects.for_each(|_, o| f(o));
        self.fixed.iter().for_each(f);
    }

    /// Every term held, shared parts only the first time that `seen` meets them.
    pub fn for_each_term(&self, mut seen: impl FnMut(*const ()) -> bool, mut f: impl FnMut(Term)) {
        let mut objects = Vec::new();
        self.objects
            .for_each_unseen(&mut seen, |o| objects.push(o.clone()));
        for object in objects.iter().chain(self.fixed.iter()) {
            object.bound.into_iter().for_each(&mut f);
            object.contents.for_each_term(&mut seen, &mut f);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_ir::FuncId;

    const SITE: Site = Site {
        function: FuncId(0),
        at: 0,
    };

    #[test]
    fn clones_do_not_see_each_others_writes() {
        let mut a = Memory::default();
        let base = a
            .allocate(Owner::Program, Contents::zero(8), 16, 1, SITE)
            .unwrap();
        let mut b = a.clone();
        b.object_mut(base).unwrap().contents.write(0, &[7]);
        assert_eq!(a.find(base).unwrap().contents.read_u64(0, 1), Some(0));
        assert_eq!(b.find(base).unwrap().contents.read_u64(0, 1), Some(7));
    }

    #[test]
    fn memories_are_the_same_until_one_is_changed() {
        let mut a = Memory::default();
        let base = a
            .allocate(Owner::Program, Contents::zero(8), 16, 1, SITE)
            .unwrap();
        let mut b = a.clone();
        b.object_mut(base).unwrap().contents.write(0, &[0]);
        assert!(a.is_same(&b), "the same byte was written");
        b.object_mut(base).unwrap().contents.write(0, &[1]);
        assert!(!a.is_same(&b));
        a.object_mut(base).unwrap().contents.write(0, &[1]);
        assert!(a.is_same(&b));
        b.free(base, SITE);
        assert!(!a.is_same(&b));
        let mut c = a.clone();
        let other = c.allocate_stack(Contents::zero(8), 1, 5, SITE).unwrap();
        assert!(!a.is_same(&c));
        c.release_stack(other);
        assert!(a.is_same(&c));
    }

    #[test]
    fn freed_objects_are_remembered_and_not_reused() {
        let mut m = Memory::default();
        let a = m
            .allocate(Owner::Program, Contents::zero(8), 16, 1, SITE)
            .unwrap();
        m.free(a, SITE);
        let b = m
            .allocate(Owner::Program, Contents::zero(8), 16, 1, SITE)
            .unwrap();
        assert_ne!(a, b);
        assert!(m.find(a).unwrap().freed.is_some());
        assert_eq!(m.find(a).unwrap().size, 8);
        assert_eq!(m.heap_bytes(), 8);
    }

    #[test]
    fn stack_objects_get_their_wish_or_the_next_free_slot() {
        let mut m = Memory::default();
        let a = m.allocate_stack(Contents::zero(8), 1, 5, SITE).unwrap();
        let b = m.allocate_stack(Contents::zero(8), 1, 5, SITE).unwrap();
        assert_eq!(b, a + 32);
        m.release_stack(a);
        assert!(m.find(a).is_none());
        assert_eq!(m.allocate_stack(Contents::zero(8), 1, 5, SITE).unwrap(), a);
    }

    #[test]
    fn fixed_objects_are_found_by_any_of_their_addresses() {
        let mut m = Memory::default();
        m.insert(Object::new(0x1000, Contents::zero(16), Kind::Fixed));
        assert_eq!(m.find(0x1008).unwrap().base, 0x1000);
        assert!(m.object_mut(0x1000).is_some());
    }
}
