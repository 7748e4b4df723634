//! `manual`: the program says where states are to be joined, with `klee_open_merge` and
//! `klee_close_merge`.

use super::region::{Regions, Unless};
use super::{Batch, Floor, Ground, Merger};
use pleach_interp::{MergeMark, StateId};

pub(super) struct Manual {
    regions: Regions,
}

impl Manual {
    pub fn new(ground: &Ground<'_>) -> Manual {
        let module = ground.tables.module().clone();
        Manual {
            regions: Regions::new(module, ground.options.patience),
        }
    }
}

impl Merger for Manual {
    fn put(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        self.regions.follow(batch, floor);
        match floor.take_mark(batch.parent) {
            Some(MergeMark::Open) => {
                let alone = Batch {
                    parent: batch.parent,
                    forked: &[],
                };
                self.regions.open(&alone, None, floor);
            }
            Some(MergeMark::Close) => {
                let parent = batch.parent;
                let all = &mut Unless(|_: &_, _: &_| Ok(()));
                self.regions.arrive_by_word(parent, floor, all);
            }
            None => {}
        }
    }

    fn remove(&mut self, gone: StateId, floor: &mut Floor<'_>) {
        self.regions.remove(gone, floor);
    }

    fn take(&mut self, floor: &mut Floor<'_>) -> Option<StateId> {
        self.regions.next(floor)
    }

    fn release_all(&mut self, floor: &mut Floor<'_>) {
        self.regions.release_all(floor);
    }
}
