//! Global variables by their addresses.

use pleach_ir::address::Place;
use pleach_ir::{Global, GlobalId, Module};
use rustc_hash::FxHashMap;

/// How far from a variable a constant may lie that an index is added to: compilers fold parts of an
/// index into it. The engine looks as far before an object for what such a constant means.
const FOLDED_INDEX: u64 = 1 << 16;

/// The size up to which variables lie apart from all larger ones.
const TINY: u64 = 16;

/// All words of eight bytes among a variable's initial bytes, at any offset. Zero bytes at the end are
/// not written down.
pub(super) fn words(global: &Global) -> impl Iterator<Item = u64> + '_ {
    let byte = |at: usize| u64::from(global.bytes.get(at).copied().unwrap_or(0));
    let mut word = (0..7).fold(0, |word, at| word | byte(at) << (8 * at));
    (0..global.bytes.len()).map(move |at| {
        word |= byte(at + 7) << 56;
        let now = word;
        word >>= 8;
        now
    })
}

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

    /// The same for a constant that an index is added to. One inside of a scalar or tiny array is
    /// taken at its word: tiny arrays have no indices that are far from zero, and those of their
    /// indices that are near zero lead into the gaps between variables.
    pub fn indexed(&self, address: u64) -> impl Iterator<Item = GlobalId> + '_ {
        let is_tiny = |(id, offset): (GlobalId, u64)| {
            let size = self.size(id);
            size <= TINY && offset <= size
        };
        let near = (!self.at(address).is_some_and(is_tiny)).then(|| self.near(address));
        near.into_iter().flatten()
    }

    pub fn size(&self, id: GlobalId) -> u64 {
        self.sizes[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_at_the_end_are_whole() {
        let global = |bytes: &[u8]| Global {
            bytes: bytes.to_vec(),
            ..empty()
        };
        let words = |bytes: &[u8]| words(&global(bytes)).collect::<Vec<u64>>();
        assert_eq!(words(&[]), [0u64; 0]);
        assert_eq!(words(&[5]), [5]);
        assert_eq!(words(&[5, 1]), [0x105, 1]);
        let ten = words(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(ten[0], 0x0807060504030201);
        assert_eq!(ten[2], 0x0a09080706050403);
        assert_eq!(ten[9], 10);
    }

    fn empty() -> Global {
        Global {
            name: String::new(),
            address: 0,
            size: 16,
            bytes: Vec::new(),
            constant: false,
            external: false,
            loc: pleach_ir::LocId(0),
            ty: pleach_ir::TypeId(0),
            origin: pleach_ir::Origin::Program,
        }
    }
}
