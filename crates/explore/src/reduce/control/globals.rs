//! Global variables by their addresses.

use pleach_ir::address::Place;
use pleach_ir::{GlobalId, Module};
use rustc_hash::FxHashMap;

/// How far from a variable a constant may lie that an index is added to: compilers fold parts of an
/// index into it. The engine looks as far before an object for what such a constant means.
const FOLDED_INDEX: u64 = 1 << 16;

pub(super) struct Globals {
    by_place: FxHashMap<Place, GlobalId>,
    /// First bytes, in order.
    by_address: Vec<(u64, GlobalId)>,
    sizes: Vec<u64>,
}

impl Globals {
    pub fn new(module: &Module) -> Globals {
        let numbered = || module.globals.iter().zip((0..).map(GlobalId));
        let by_place = numbered().filter_map(|(global, id)| Some((Place::of(global.address)?, id)));
        let mut by_address: Vec<_> = numbered()
            .map(|(global, id)| (global.address, id))
            .collect();
        by_address.sort();
        Globals {
            by_place: by_place.collect(),
            by_address,
            sizes: module.globals.iter().map(|global| global.size).collect(),
        }
    }

    /// The variable whose place this is, and the offset there. It may lie behind the variable's end.
    pub fn at(&self, address: u64) -> Option<(GlobalId, u64)> {
        let place = Place::of(address)?;
        let id = *self.by_place.get(&place)?;
        Some((id, address.wrapping_sub(place.base())))
    }

    /// The variables that this may be the address of, once an index is added.
    pub fn near(&self, address: u64) -> impl Iterator<Item = GlobalId> + '_ {
        let from = self.by_address.partition_point(|(first, id)| {
            let end = first.saturating_add(self.sizes[id.index()]);
            end.saturating_add(FOLDED_INDEX) < address
        });
        let near = self.by_address[from..].iter();
        near.take_while(move |(first, _)| *first <= address.saturating_add(FOLDED_INDEX))
            .map(|(_, id)| *id)
    }

    pub fn size(&self, id: GlobalId) -> u64 {
        self.sizes[id.index()]
    }
}
