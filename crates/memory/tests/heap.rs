//! What holds of heap addresses, whatever a program allocates and frees.

use pleach_ir::FuncId;
use pleach_ir::address::{MAX_CLASS, Place, Segment, slots_in};
use pleach_memory::{Contents, Memory, Owner, REMEMBERED, Site};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const SITE: Site = Site {
    function: FuncId(0),
    at: 0,
};

#[derive(Debug, Clone)]
struct Request {
    owner: Owner,
    name: u64,
    size: usize,
    align: u64,
}

#[derive(Debug, Clone)]
enum Step {
    Allocate(Request),
    /// The so many'th of those that live.
    Free(usize),
    Fork,
}

fn request(names: std::ops::Range<u64>) -> impl Strategy<Value = Request> {
    let size = prop_oneof![4 => 0usize..64, 1 => 0usize..5000];
    let owner = prop_oneof![4 => Just(Owner::Program), 1 => Just(Owner::System)];
    (owner, names, size).prop_map(|(owner, name, size)| Request {
        owner,
        name: name * 0x1_0000_0001,
        size,
        align: 16,
    })
}

/// Names under 10 are those of both states, others are one state's own.
fn steps(names: std::ops::Range<u64>, most: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => request(names).prop_map(Step::Allocate),
        3 => any::<usize>().prop_map(Step::Free),
        1 => Just(Step::Fork),
    ];
    prop::collection::vec(step, 0..most)
}

fn allocate(memory: &mut Memory, r: &Request) -> u64 {
    let contents = Contents::zero(r.size);
    memory
        .allocate(r.owner, contents, r.align, r.name, SITE)
        .unwrap()
}

/// A state, and the addresses that it got and that live.
#[derive(Clone, Default)]
struct Path {
    memory: Memory,
    live: Vec<u64>,
    got: Vec<u64>,
    /// Keeps what the state shares with others shared.
    forks: Vec<Memory>,
}

impl Path {
    fn take(&mut self, step: &Step) {
        match step {
            Step::Allocate(r) => {
                let base = allocate(&mut self.memory, r);
                self.live.push(base);
                self.got.push(base);
            }
            Step::Free(which) if !self.live.is_empty() => {
                let base = self.live.remove(which % self.live.len());
                self.memory.free(base, SITE);
            }
            Step::Free(_) => {}
            Step::Fork => self.forks.push(self.memory.clone()),
        }
    }
}

proptest! {
    /// Both paths take the same steps; one of them also allocates and frees for itself in between.
    #[test]
    fn extra_allocations_move_no_others(
        common in steps(0..10, 80),
        extra in prop::collection::vec(steps(10..20, 6), 80),
    ) {
        let (mut plain, mut other) = (Path::default(), Path::default());
        let mut own = Path::default();
        for (step, extra) in common.iter().zip(&extra) {
            std::mem::swap(&mut own.memory, &mut other.memory);
            extra.iter().for_each(|step| own.take(step));
            std::mem::swap(&mut own.memory, &mut other.memory);
            plain.take(step);
            other.take(step);
        }
        prop_assert_eq!(&plain.got, &other.got);
        prop_assert_eq!(&plain.live, &other.live);
    }

    /// Whatever is alive or remembered has its slot for itself, and is found there.
    #[test]
    fn slots_are_never_shared(steps in steps(0..5, 300)) {
        let mut path = Path::default();
        for step in &steps {
            path.take(step);
        }
        let distinct: BTreeSet<u64> = path.got.iter().copied().collect();
        prop_assert_eq!(distinct.len(), path.got.len());
        let live: BTreeSet<u64> = path.live.iter().copied().collect();
        for base in path.got {
            let object = path.memory.find(base).unwrap();
            prop_assert_eq!(object.base, base);
            prop_assert_eq!(object.freed.is_none(), live.contains(&base));
        }
    }

    /// Large objects, of which there can be few: what lives is never given away, and there is an
    /// address as long as not all live.
    #[test]
    fn scarce_slots_are_used_again(
        steps in prop::collection::vec((0u64..3, 29..=MAX_CLASS, any::<usize>()), 0..2000),
    ) {
        let mut memory = Memory::default();
        let mut live: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (name, class, which) in steps {
            let of_class = live.entry(class).or_default();
            if which % 3 == 0 && !of_class.is_empty() {
                memory.free(of_class.remove(which % of_class.len()), SITE);
                continue;
            }
            let new = memory.allocate(Owner::Program, Contents::zero(8), 1 << class, name, SITE);
            match new {
                Ok(base) => {
                    prop_assert!(!of_class.contains(&base));
                    of_class.push(base);
                }
                Err(_) => prop_assert_eq!(of_class.len() as u64, usable_slots(class)),
            }
        }
        for base in live.values().flatten() {
            prop_assert!(memory.find(*base).unwrap().freed.is_none());
        }
    }
}

fn usable_slots(class: u32) -> u64 {
    let spare = |index: &u64| {
        let segment = Segment::Heap;
        Place {
            segment,
            class,
            index: *index,
        }
        .is_spare()
    };
    slots_in(class) - (0..slots_in(class)).filter(spare).count() as u64
}

#[test]
fn allocating_and_freeing_takes_bounded_memory() {
    let mut memory = Memory::default();
    let kept = allocate(&mut memory, &small(7));
    let mut bases = Vec::new();
    for _ in 0..5 * REMEMBERED / 2 {
        let base = allocate(&mut memory, &small(1));
        memory.free(base, SITE);
        bases.push(base);
        assert!(memory.object_count() <= 2 * REMEMBERED as usize + 1);
    }
    let last = &bases[bases.len() - REMEMBERED as usize..];
    let remembered = |base: &&u64| memory.find(**base).is_some_and(|o| o.freed.is_some());
    assert_eq!(last.iter().filter(remembered).count(), last.len());
    assert!(memory.find(bases[0]).is_none());
    assert!(memory.find(kept).is_some());
    let distinct: BTreeSet<u64> = bases.iter().copied().collect();
    assert_eq!(distinct.len(), bases.len());
    assert_eq!(memory.heap_bytes(), 24);
}

/// Names that are close to each other and to the number of a class are told apart all the same.
#[test]
fn every_class_keeps_to_its_region() {
    let mut memory = Memory::default();
    for name in 0..16 {
        for class in 5..=MAX_CLASS {
            let align = 1 << class;
            let new = memory.allocate(Owner::Program, Contents::zero(8), align, name, SITE);
            let place = Place::of(new.unwrap()).unwrap();
            assert_eq!((place.segment, place.class), (Segment::Heap, class));
        }
    }
    assert_eq!(memory.object_count(), 16 * (MAX_CLASS as usize - 4));
}

#[test]
fn a_fork_forgets_on_its_own() {
    let mut memory = Memory::default();
    let first = allocate(&mut memory, &small(1));
    memory.free(first, SITE);
    let mut fork = memory.clone();
    for _ in 0..2 * REMEMBERED {
        let base = allocate(&mut fork, &small(1));
        fork.free(base, SITE);
    }
    assert!(fork.find(first).is_none());
    assert!(memory.find(first).unwrap().freed.is_some());
    assert_eq!(memory.object_count(), 1);
}

/// An object of the program or its model is freed once, by whoever.
#[test]
fn freeing_twice_changes_nothing() {
    let mut memory = Memory::default();
    let base = allocate(&mut memory, &small(1));
    memory.free(base, SITE);
    memory.free(base, SITE);
    assert_eq!(memory.heap_bytes(), 0);
}

fn small(name: u64) -> Request {
    Request {
        owner: Owner::Program,
        name,
        size: 24,
        align: 16,
    }
}
