//! What only the machine itself can see: its table of recent bytes, and positions of symbolic offsets.

use crate::*;
use pleach_ir::{Function, LoadOptions, load};
use pleach_memory::{Contents, Kind, Object, Owner};
use pleach_solver::{Answer, Chain, SharedCache, SolverConfig};
use pleach_term::{Term, Terms};
use std::sync::Arc;

struct Nothing;

impl Host for Nothing {
    fn resolve(&self, _: &Function) -> Option<HostFn> {
        None
    }
}

/// A machine, and a state at the beginning of `main`.
fn machine() -> (Machine, Box<State>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, "int main(void) { return 0; }").unwrap();
    let module = Arc::new(load(&[file], &LoadOptions::default()).unwrap());
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(Config::default()));
    let code = Arc::new(Code::new(&module, &Nothing, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let solver = SolverConfig::default();
    let chain = Chain::new(terms.clone(), Arc::new(SharedCache::new(&solver)), solver);
    let mut machine = Machine::new(module, code, chain, terms, config, coverage);
    let state = machine.initial_state(&[b"program".to_vec()], &[]);
    let state = state.unwrap_or_else(|_| panic!("the program begins"));
    (machine, state)
}

fn allocate(machine: &mut Machine, state: &mut State, contents: Contents) -> u64 {
    let allocated = machine.allocate_heap(state, Owner::Program, contents, 16);
    allocated.unwrap()
}

/// Bytes 0, 1, 2, ...
fn counting(len: usize) -> Contents {
    let bytes: Vec<u8> = (0..len).map(|i| i as u8).collect();
    Contents::from_bytes(&bytes, len)
}

mod recent_bytes {
    use super::*;

    #[test]
    fn a_concrete_page_is_filled_in_and_then_hit() {
        let (mut machine, mut state) = machine();
        let base = allocate(&mut machine, &mut state, counting(64));
        assert!(machine.tlb.read(base + 8, 4).is_none());
        let filled = machine.fill_read(&state, base + 8, 4).unwrap();
        assert_eq!(machine.tlb.read(base + 8, 4), Some(filled));
        // SAFETY: a byte of an object that is still there.
        assert_eq!(unsafe { *filled }, 8);
        assert!(machine.tlb.write(base + 8, 4).is_none(), "read only");
        let to = machine.fill_write(&mut state, base + 8, 4).unwrap();
        assert_eq!(machine.tlb.write(base + 8, 4), Some(to));
    }

    #[test]
    fn what_may_be_wrong_is_not_filled_in() {
        let (mut machine, mut state) = machine();
        let base = allocate(&mut machine, &mut state, counting(64));
        assert!(machine.fill_read(&state, base + 62, 4).is_none(), "beyond");
        assert!(machine.fill_read(&state, 0, 1).is_none(), "null");
        let fresh = machine
            .new_input(&mut state, "x", 1, InputType::Unknown)
            .vars()
            .next()
            .unwrap();
        let byte = machine.terms.var(fresh);
        machine.write_terms(&mut state, base, 3, &[byte]);
        assert!(machine.fill_read(&state, base, 1).is_none(), "symbolic");
        let constant = allocate(&mut machine, &mut state, counting(64));
        state.memory.own(constant).unwrap().constant = true;
        assert!(machine.fill_write(&mut state, constant, 1).is_none());
        assert!(machine.fill_read(&state, constant, 1).is_some());
        machine.free_heap(&mut state, constant);
        assert!(machine.fill_read(&state, constant, 1).is_none(), "freed");
    }

    #[test]
    fn whoever_changes_memory_clears_it() {
        let (mut machine, mut state) = machine();
        let base = allocate(&mut machine, &mut state, counting(64));
        machine.fill_write(&mut state, base, 8).unwrap();
        machine.write_bytes(&mut state, base, 0, &[1]);
        assert!(machine.tlb.read(base, 8).is_none(), "written elsewhere");
        machine.fill_write(&mut state, base, 8).unwrap();
        allocate(&mut machine, &mut state, counting(16));
        assert!(machine.tlb.read(base, 8).is_none(), "a new object");
        machine.fill_write(&mut state, base, 8).unwrap();
        let path = state.path.clone();
        machine.fork(&mut state, path);
        assert!(machine.tlb.write(base, 8).is_none(), "shared by a fork");
        machine.fill_write(&mut state, base, 8).unwrap();
        let object = state.memory.find(base).unwrap().clone();
        machine.share_contents(&object);
        assert!(machine.tlb.write(base, 8).is_none(), "shared contents");
    }

    /// After a fork the first write makes a copy; reads must not see the old bytes any more.
    #[test]
    fn a_write_to_shared_bytes_moves_them() {
        let (mut machine, mut state) = machine();
        let base = allocate(&mut machine, &mut state, counting(3 * 4096));
        let path = state.path.clone();
        let other = machine.fork(&mut state, path);
        let shared = machine.fill_read(&state, base + 5000, 1).unwrap();
        let own = machine.fill_write(&mut state, base + 5000, 1).unwrap();
        assert_ne!(shared, own.cast_const());
        assert_eq!(machine.tlb.read(base + 5000, 1), Some(own.cast_const()));
        // SAFETY: a byte of an object that this state owns now.
        unsafe { *own = 77 };
        let read = |s: &State| s.memory.find(base).unwrap().contents.read_u64(5000, 1);
        assert_eq!((read(&state), read(&other)), (Some(77), Some(5000 % 256)));
    }
}

mod positions {
    use super::*;

    struct Offset {
        machine: Machine,
        state: Box<State>,
        object: Arc<Object>,
        /// The input, of 16 bits.
        x: Term,
    }

    /// An object of so many bytes and an unknown number.
    fn unknown(size: usize) -> Offset {
        let (mut machine, mut state) = machine();
        let base = allocate(&mut machine, &mut state, counting(size));
        let object = state.memory.find(base).unwrap().clone();
        let input = machine.new_input(&mut state, "x", 2, InputType::Unknown);
        let bytes: Vec<Term> = input.vars().map(|v| machine.terms.var(v)).collect();
        let x = machine.terms.zext(machine.terms.concat_bytes(&bytes), 64);
        assert_eq!(object.kind, Kind::Heap);
        Offset {
            machine,
            state,
            object,
            x,
        }
    }

    impl Offset {
        /// `x * scale + offset`
        fn at(&self, scale: u64, offset: u64) -> Term {
            let t = &self.machine.terms;
            let scaled = t.mul(self.x, t.constant(64, scale));
            t.add(scaled, t.constant(64, offset))
        }

        fn assume_below(&mut self, offset: Term, limit: u64) {
            let t = &self.machine.terms;
            let below = t.ult(offset, t.constant(64, limit));
            match self.machine.solver.check(&self.state.path, below) {
                Answer::Sat(path) => self.state.path = path,
                _ => panic!("it can be below {limit}"),
            }
        }

        fn all(&mut self, offset: Term, len: u64) -> Vec<u64> {
            let positions = self
                .machine
                .positions(&mut self.state, &self.object, offset, len);
            let positions = positions.unwrap_or_else(|_| panic!("no error"));
            positions.iter().collect()
        }

        /// A term under a value of the input.
        fn value(&self, term: Term, x: u64) -> Option<u64> {
            let bytes = x.to_le_bytes();
            let t = &self.machine.terms;
            let fixed = t.substitute(term, |v| Some(bytes[v.0 as usize]));
            t.as_const(fixed)
        }
    }

    #[test]
    fn the_alignment_is_the_largest_that_holds_for_all() {
        let o = unknown(64);
        let aligned = |scale, offset, len| o.machine.alignment(o.at(scale, offset), len);
        assert_eq!(aligned(1, 0, 4), (1, 0));
        assert_eq!(aligned(2, 1, 4), (2, 1));
        assert_eq!(aligned(4, 0, 4), (4, 0));
        assert_eq!(aligned(4, 2, 4), (4, 2));
        assert_eq!(aligned(16, 8, 4), (4, 0), "no more than the access");
        assert_eq!(aligned(8, 5, 3), (4, 1), "an access of three bytes");
        assert_eq!(aligned(4, 3, 1), (1, 0));
    }

    #[test]
    fn every_aligned_place_is_one_up_to_the_last_that_fits() {
        let mut o = unknown(18);
        let (words, odd) = (o.at(4, 0), o.at(4, 2));
        assert_eq!(o.all(words, 4), [0, 4, 8, 12]);
        assert_eq!(o.all(odd, 4), [2, 6, 10, 14]);
        assert_eq!(o.all(words, 16), [0]);
        let bytes = o.at(1, 0);
        assert_eq!(o.all(bytes, 17), [0, 1]);
    }

    #[test]
    fn the_path_narrows_a_large_range() {
        let mut o = unknown(4000);
        let offset = o.at(8, 16);
        o.assume_below(offset, 50);
        assert_eq!(o.all(offset, 8), [16, 24, 32, 40, 48]);
        assert!(o.machine.forked.is_empty());
    }

    #[test]
    fn more_places_than_a_table_may_have_fork() {
        let mut o = unknown(10_000);
        let offset = o.at(1, 0);
        o.assume_below(offset, 10_000);
        let here = o.all(offset, 1);
        assert!(here.len() <= 4096, "{}", here.len());
        assert!(!o.machine.forked.is_empty());
        let mut places = here.len();
        while let Some(state) = o.machine.forked.pop() {
            o.state = state;
            places += o.all(offset, 1).len();
        }
        assert_eq!(places, 10_000, "each place belongs to one state");
    }

    #[test]
    fn a_read_is_what_lies_at_the_place() {
        for (scale, offset, len) in [(1, 0, 1), (1, 3, 2), (4, 2, 4), (8, 5, 3), (24, 1, 8)] {
            let mut o = unknown(200);
            let at = o.at(scale, offset);
            o.assume_below(at, 200 - u64::from(len) + 1);
            let object = o.object.clone();
            let value = Value::from_term(&o.machine.terms, at);
            let read = o.machine.read_at(&mut o.state, &object, value, len);
            let read = read.unwrap_or_else(|_| panic!("no error"));
            let places = (0..).map(|x| (x, x * scale + offset));
            for (x, place) in places.take_while(|(_, p)| p + u64::from(len) <= 200) {
                let expected = object.contents.read_u64(place as usize, len as usize);
                assert_eq!(o.value(read, x), expected, "{scale} {offset} {len}: {x}");
            }
        }
    }

    #[test]
    fn a_write_changes_its_place_and_no_other() {
        for (scale, offset, len) in [(1, 0, 1), (4, 2, 4), (8, 5, 3)] {
            let mut o = unknown(100);
            let at = o.at(scale, offset);
            o.assume_below(at, 100 - len + 1);
            let object = std::mem::replace(
                &mut o.object,
                Arc::new(Object::new(0, Contents::zero(1), Kind::Fixed)),
            );
            let base = object.base;
            let value = Value::from_term(&o.machine.terms, at);
            let new: Vec<Term> = (0..len)
                .map(|_| o.machine.terms.constant(8, 0xee))
                .collect();
            let written = o.machine.write_at(&mut o.state, object, value, &new);
            assert!(written.is_ok());
            let after = o.state.memory.find(base).unwrap().clone();
            let last = (100 - len - offset) / scale;
            for x in [0, 1, last / 2, last] {
                let place = x * scale + offset;
                for i in 0..100 {
                    let is_new = (place..place + len).contains(&i);
                    let byte = o.machine.byte_term(&after, i as usize);
                    let expected = if is_new { 0xee } else { i };
                    assert_eq!(o.value(byte, x), Some(expected), "{x}: byte {i}");
                }
            }
        }
    }
}
