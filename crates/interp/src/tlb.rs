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
