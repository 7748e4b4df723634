//! Where recently used bytes lie, so that a concrete access to a wholly
//! concrete page needs no look-up. An entry is valid only for the running
//! state, and only until its memory changes shape: whoever changes it clears
//! this first.

const ENTRIES: usize = 128;

#[derive(Copy, Clone)]
pub(crate) struct Entry {
    base: u64,
    len: u64,
    data: *mut u8,
    writable: bool,
}

pub(crate) struct Tlb {
    entries: [Entry; ENTRIES],
    used: Vec<u8>,
}

// SAFETY: the pointers are only followed by the machine that owns the table, while it
// holds the state they point into; a table that goes to another thread goes with its machine,
// which clears the table before it runs a state.
unsafe impl Send for Tlb {}

const EMPTY: Entry = Entry {
    base: 0,
    len: 0,
    data: std::ptr::null_mut(),
    writable: false,
};

#[inline(always)]
fn slot(address: u64) -> usize {
    ((address >> 5) ^ (address >> 12)) as usize % ENTRIES
}

impl Default for Tlb {
    fn default() -> Self {
        Tlb {
            entries: [EMPTY; ENTRIES],
            used: Vec::with_capacity(ENTRIES),
        }
    }
}

impl Tlb {
    #[inline(always)]
    pub fn read(&self, address: u64, len: u64) -> Option<*const u8> {
        let e = &self.entries[slot(address)];
        let offset = address.wrapping_sub(e.base);
        (offset < e.len && len <= e.len - offset)
            .then(|| e.data.wrapping_add(offset as usize).cast_const())
    }

    #[inline(always)]
    pub fn write(&self, address: u64, len: u64) -> Option<*mut u8> {
        let e = &self.entries[slot(address)];
        let offset = address.wrapping_sub(e.base);
        (offset < e.len && len <= e.len - offset && e.writable)
            .then(|| e.data.wrapping_add(offset as usize))
    }

    /// Remembers that `len` bytes from `base` on lie at `data`, for accesses like the one at `address`.
    pub fn put(&mut self, address: u64, base: u64, len: u64, data: *mut u8, writable: bool) {
        let slot = slot(address);
        if self.entries[slot].len == 0 {
            self.used.push(slot as u8);
        }
        self.entries[slot] = Entry {
            base,
            len,
            data,
            writable,
        };
    }

    /// Forgets the bytes of one object.
    pub fn forget(&mut self, base: u64, len: u64) {
        let entries = &mut self.entries;
        self.used.retain(|slot| {
            let entry = &mut entries[*slot as usize];
            let kept = entry.base.wrapping_sub(base) >= len.max(1);
            if !kept {
                *entry = EMPTY;
            }
            kept
        });
    }

    #[inline]
    pub fn clear(&mut self) {
        for slot in self.used.drain(..) {
            self.entries[slot as usize] = EMPTY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 0x1000_0000;

    fn filled(address: u64, bytes: &mut [u8], writable: bool) -> Tlb {
        let mut tlb = Tlb::default();
        let (len, data) = (bytes.len() as u64, bytes.as_mut_ptr());
        tlb.put(address, BASE, len, data, writable);
        tlb
    }

    #[test]
    fn an_entry_answers_within_its_bytes_only() {
        let mut bytes = [0; 24];
        let start = bytes.as_ptr();
        let tlb = filled(BASE, &mut bytes, false);
        assert_eq!(tlb.read(BASE, 8), Some(start));
        assert_eq!(tlb.read(BASE + 16, 8), Some(start.wrapping_add(16)));
        assert_eq!(tlb.read(BASE + 17, 8), None, "beyond its end");
        assert_eq!(tlb.read(BASE - 1, 1), None, "before its beginning");
        assert_eq!(tlb.read(BASE, 25), None, "more than there is");
        assert_eq!(tlb.read(BASE, u64::MAX), None);
        assert_eq!(tlb.write(BASE, 8), None, "not to be written");
    }

    #[test]
    fn one_object_takes_another_ones_place() {
        let (mut first, mut second) = ([1; 32], [2; 32]);
        let mut tlb = filled(BASE, &mut first, true);
        let other = (1..)
            .map(|i| BASE + (i << 20))
            .find(|a| slot(*a) == slot(BASE));
        let other = other.expect("there are far more addresses than slots");
        tlb.put(other, other, 32, second.as_mut_ptr(), true);
        assert_eq!(tlb.read(BASE, 1), None);
        assert_eq!(
            tlb.write(other + 3, 4),
            Some(second.as_mut_ptr().wrapping_add(3))
        );
        tlb.clear();
        assert_eq!(tlb.read(other, 1), None);
    }

    #[test]
    fn one_object_is_forgotten_and_no_other() {
        let (mut large, mut small) = ([0; 256], [0; 16]);
        let mut tlb = filled(BASE, &mut large, true);
        let second = BASE + 64;
        tlb.put(second, BASE, 256, large.as_mut_ptr(), true);
        let other = BASE + 0x1000_0060;
        tlb.put(other, other, 16, small.as_mut_ptr(), true);
        assert!(tlb.read(second, 8).is_some() && tlb.read(other, 8).is_some());
        tlb.forget(BASE, 256);
        assert_eq!((tlb.read(BASE, 8), tlb.read(second, 8)), (None, None));
        assert!(tlb.read(other, 8).is_some());
        tlb.forget(other, 0);
        assert_eq!(tlb.read(other, 8), None, "an object without bytes too");
    }
}
