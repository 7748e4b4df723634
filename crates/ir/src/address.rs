//! Where things live: addresses are handed out so that the object an address
//! belongs to can be computed, not searched for.
//!
//! An address is `region | index << class | offset`. A region is 512 GiB of
//! address space for one [`Segment`] and one size class; objects of a class
//! sit in slots of `1 << class` bytes. An object never fills its slot: at
//! least [`GAP`] bytes after it belong to nobody, so that an overrun by a
//! little is always seen, and is seen as an overrun of *that* object.

/// Bytes after each object that belong to no object.
pub const GAP: u64 = 16;
/// log2 of the smallest slot.
pub const MIN_CLASS: u32 = 5;
/// log2 of the largest slot: objects of up to 16 GiB.
pub const MAX_CLASS: u32 = 34;
/// All regions together stay within the 47 bits of addresses that programs have natively.
const REGION_BITS: u32 = 39;

/// Globals lie close together, as compilers expect: tables of 32-bit distances
/// between them must work. Each size class up to [`NEAR_CLASS`] has a window
/// of 64 MiB for this, all of them within 2 GiB; what does not fit there gets
/// a region like any other object.
const NEAR: u64 = 1 << 32;
const NEAR_CLASS: u32 = 24;
const WINDOW_BITS: u32 = 26;
const CLASSES_PER_SEGMENT: u64 = 32;

/// What kind of storage an address belongs to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Segment {
    Global = 0,
    Heap = 1,
    Stack = 2,
    /// One slot per function of the module; holds no bytes.
    Function = 3,
    /// One slot per block whose address is taken; holds no bytes.
    Block = 4,
    /// What the system and the language's library allocate: the model of the operating system,
    /// mappings, exceptions. What they do never moves the program's own objects.
    System = 5,
}

const SEGMENTS: [Segment; 6] = [
    Segment::Global,
    Segment::Heap,
    Segment::Stack,
    Segment::Function,
    Segment::Block,
    Segment::System,
];

/// Names one slot of the address space: which object an address belongs to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub segment: Segment,
    pub class: u32,
    pub index: u64,
}

impl Place {
    /// The first address of the slot, which is the object's first byte.
    pub fn base(self) -> u64 {
        if self.is_near() {
            let window = u64::from(self.class - MIN_CLASS) << WINDOW_BITS;
            return NEAR + window + (self.index << self.class);
        }
        let region =
            1 + self.segment as u64 * CLASSES_PER_SEGMENT + u64::from(self.class - MIN_CLASS);
        (region << REGION_BITS) + (self.index << self.class)
    }

    /// The slot that `address` falls into, if it falls into any region at all.
    #[inline]
    pub fn of(address: u64) -> Option<Place> {
        if address >> REGION_BITS == 0 {
            return Place::of_near(address);
        }
        let region = (address >> REGION_BITS).checked_sub(1)?;
        let segment = *SEGMENTS.get((region / CLASSES_PER_SEGMENT) as usize)?;
        let class = MIN_CLASS + (region % CLASSES_PER_SEGMENT) as u32;
        if class > MAX_CLASS {
            return None;
        }
        let index = (address & ((1 << REGION_BITS) - 1)) >> class;
        let place = Place {
            segment,
            class,
            index,
        };
        (!place.is_near()).then_some(place)
    }

    fn of_near(address: u64) -> Option<Place> {
        let offset = address.checked_sub(NEAR)?;
        let class = MIN_CLASS + u32::try_from(offset >> WINDOW_BITS).ok()?;
        let index = (offset & ((1 << WINDOW_BITS) - 1)) >> class.min(NEAR_CLASS);
        (class <= NEAR_CLASS).then_some(Place {
            segment: Segment::Global,
            class,
            index,
        })
    }

    #[inline]
    fn is_near(self) -> bool {
        self.segment == Segment::Global
            && self.class <= NEAR_CLASS
            && self.index < 1 << (WINDOW_BITS - self.class)
    }

    /// Whether nothing is put here: programs that keep the low half of a pointer and ask whether it
    /// is zero mean null. Objects of 2 GiB and more have no other places.
    #[inline]
    pub fn is_spare(self) -> bool {
        self.class < u32::BITS && self.base() as u32 == 0
    }

    /// One number per place, dense for small indices; key of the object map.
    #[inline]
    pub fn key(self) -> u64 {
        self.index << 8 | (self.segment as u64) << 5 | u64::from(self.class - MIN_CLASS)
    }
}

/// The first address that may belong to an object of the plan, and the first beyond all of them.
pub const FIRST: u64 = NEAR;
pub const BEYOND: u64 = (1 + SEGMENTS.len() as u64 * CLASSES_PER_SEGMENT) << REGION_BITS;

/// The size class for an object, or `None` if it is larger than any slot.
pub fn class_for(size: u64, align: u64) -> Option<u32> {
    let need = size.checked_add(GAP)?.max(align).max(1 << MIN_CLASS);
    let class = need.checked_next_power_of_two()?.trailing_zeros();
    (class <= MAX_CLASS).then_some(class)
}

/// How many objects of a class fit into one region.
pub fn slots_in(class: u32) -> u64 {
    1 << (REGION_BITS - class)
}

/// The address of the function with this number.
pub fn of_function(number: u32) -> u64 {
    of_code(Segment::Function, number)
}

/// The number of the function that begins at this address, if its module has so many.
pub fn function_at(address: u64) -> Option<u32> {
    code_at(Segment::Function, address)
}

/// The address of the `number`th block whose address is taken.
pub fn of_block(number: u32) -> u64 {
    of_code(Segment::Block, number)
}

/// The number of the block that has this address.
pub fn block_at(address: u64) -> Option<u32> {
    code_at(Segment::Block, address)
}

/// Where a frame is said to lie, by its depth: stacks grow downwards. Nothing is there; stack
/// objects have places of their own.
pub fn of_frame(depth: u32) -> u64 {
    let place = Place {
        segment: Segment::Stack,
        class: MIN_CLASS,
        index: slots_in(MIN_CLASS) - 1 - u64::from(depth),
    };
    place.base()
}

/// Where a call in this function returns to, given the number of its instruction: behind the
/// function's first byte and before the next function.
pub fn of_return(function: u32, instruction: u32) -> u64 {
    of_function(function) + 1 + u64::from(instruction) % ((1 << MIN_CLASS) - 1)
}

/// Where the outermost function returns to: there is code natively, but no function of ours.
pub const OUTERMOST_RETURN: u64 =
    ((1 + Segment::Function as u64 * CLASSES_PER_SEGMENT) << REGION_BITS) + 1;

/// The first slot is a spare one.
fn of_code(segment: Segment, number: u32) -> u64 {
    let place = Place {
        segment,
        class: MIN_CLASS,
        index: u64::from(number) + 1,
    };
    place.base()
}

fn code_at(segment: Segment, address: u64) -> Option<u32> {
    let place = Place::of(address).filter(|p| p.segment == segment)?;
    let number = u32::try_from(place.index.checked_sub(1)?).ok()?;
    (of_code(segment, number) == address).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_a_slot_leads_back_to_it() {
        for segment in SEGMENTS {
            for class in MIN_CLASS..=MAX_CLASS {
                for index in [0, 1, slots_in(class) - 1] {
                    let place = Place {
                        segment,
                        class,
                        index,
                    };
                    let base = place.base();
                    assert_eq!(Place::of(base), Some(place));
                    assert_eq!(Place::of(base + (1 << class) - 1), Some(place));
                    assert_eq!(base % (1 << class), 0);
                }
            }
        }
    }

    #[test]
    fn globals_are_within_reach_of_each_other() {
        let place = |class, index| Place {
            segment: Segment::Global,
            class,
            index,
        };
        assert!(place(NEAR_CLASS, 3).base() - place(MIN_CLASS, 0).base() < 1 << 31);
        let beyond = place(NEAR_CLASS, 4);
        assert_eq!(Place::of(beyond.base()), Some(beyond));
    }

    #[test]
    fn null_and_far_addresses_belong_to_nobody() {
        assert_eq!(Place::of(0), None);
        assert_eq!(Place::of(4096), None);
        assert_eq!(Place::of(u64::MAX), None);
    }

    #[test]
    fn code_is_found_by_its_address() {
        for number in [0, 1, 1 << 20] {
            assert_eq!(function_at(of_function(number)), Some(number));
            assert_eq!(block_at(of_block(number)), Some(number));
            assert_eq!(function_at(of_function(number) + 1), None);
            assert_eq!(function_at(of_block(number)), None);
        }
        assert_eq!(function_at(of_function(0) - (1 << MIN_CLASS)), None);
        assert_ne!(of_function(0) as u32, 0);
        assert_ne!(of_block(0) as u32, 0);
    }

    #[test]
    fn returns_lie_in_their_functions() {
        let function = |address| Place::of(address).filter(|p| p.segment == Segment::Function);
        for instruction in [0, 30, 31, 1000] {
            let at = of_return(7, instruction);
            assert_eq!(function(at), function(of_function(7)));
            assert_eq!(function_at(at), None);
        }
        assert_eq!(function(OUTERMOST_RETURN).map(|p| p.index), Some(0));
        assert!(of_frame(2) < of_frame(1));
    }

    #[test]
    fn all_places_lie_within_the_plan() {
        let last = Place {
            segment: SEGMENTS[SEGMENTS.len() - 1],
            class: MAX_CLASS,
            index: slots_in(MAX_CLASS) - 1,
        };
        assert!(last.base() < BEYOND);
        const { assert!(BEYOND < 1 << 47, "native programs have no other addresses") };
        assert_eq!(Place::of(BEYOND), None);
        assert_eq!(Place::of(FIRST - 1), None);
        assert!(Place::of(FIRST).is_some());
    }

    #[test]
    fn classes_leave_a_gap() {
        for size in [0, 1, 15, 16, 17, 48, 49, 4096, 1 << 20] {
            let class = class_for(size, 1).unwrap();
            assert!(size + GAP <= 1 << class);
        }
        assert_eq!(class_for(1 << 40, 1), None);
    }
}
