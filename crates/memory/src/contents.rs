//! The bytes of an object: concrete ones, with terms over those that are symbolic.

use pleach_term::Term;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Objects larger than this are kept in pages of this size, shared one by one.
pub const PAGE: usize = 4096;

/// One byte of memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Byte {
    Concrete(u8),
    Symbolic(Term),
}

#[derive(Clone, Debug)]
struct Page {
    bytes: Box<[u8]>,
    /// Parallel to `bytes`; absent while every byte is concrete.
    terms: Option<Box<[Option<Term>]>>,
}

/// What an object holds. Pages that were never written are absent and zero.
#[derive(Clone, Debug)]
pub struct Contents {
    len: usize,
    pages: Pages,
}

#[derive(Clone, Debug)]
enum Pages {
    One(Page),
    Many(Vec<Option<Arc<Page>>>),
}

/// Byte by byte: a page that was never written is one of zeroes.
impl PartialEq for Contents {
    fn eq(&self, other: &Contents) -> bool {
        let same = |page: usize| {
            let mut bytes = page * PAGE..page * PAGE + self.page_len(page);
            self.shares_page(other, page) || bytes.all(|at| self.get(at) == other.get(at))
        };
        self.len == other.len && (0..self.len.div_ceil(PAGE)).all(same)
    }
}

impl Eq for Contents {}

impl Hash for Contents {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (0..self.len).for_each(|at| self.get(at).hash(hasher));
    }
}

static ZEROES: [u8; PAGE] = [0; PAGE];

impl Page {
    fn zero(len: usize) -> Self {
        Page {
            bytes: vec![0; len].into_boxed_slice(),
            terms: None,
        }
    }

    fn get(&self, at: usize) -> Byte {
        match &self.terms {
            Some(terms) => terms[at].map_or(Byte::Concrete(self.bytes[at]), Byte::Symbolic),
            None => Byte::Concrete(self.bytes[at]),
        }
    }

    fn set(&mut self, at: usize, byte: Byte) {
        match byte {
            Byte::Concrete(b) => {
                self.bytes[at] = b;
                if let Some(terms) = &mut self.terms {
                    terms[at] = None;
                }
            }
            Byte::Symbolic(t) => {
                let len = self.bytes.len();
                self.terms
                    .get_or_insert_with(|| vec![None; len].into_boxed_slice())[at] = Some(t);
            }
        }
    }

    /// Forgets the overlay once nothing is symbolic any more.
    fn tidy(&mut self) {
        if self
            .terms
            .as_ref()
            .is_some_and(|t| t.iter().all(Option::is_none))
        {
            self.terms = None;
        }
    }
}

impl Contents {
    pub fn zero(len: usize) -> Self {
        let pages = if len <= PAGE {
            Pages::One(Page::zero(len))
        } else {
            Pages::Many(vec![None; len.div_ceil(PAGE)])
        };
        Contents { len, pages }
    }

    /// `bytes` first, zeroes after them.
    pub fn from_bytes(bytes: &[u8], len: usize) -> Self {
        let mut contents = Contents::zero(len);
        contents.write(0, bytes);
        contents
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn page_len(&self, page: usize) -> usize {
        (self.len - page * PAGE).min(PAGE)
    }

    pub fn get(&self, at: usize) -> Byte {
        match &self.pages {
            Pages::One(p) => p.get(at),
            Pages::Many(pages) => pages[at / PAGE]
                .as_ref()
                .map_or(Byte::Concrete(0), |p| p.get(at % PAGE)),
        }
    }

    fn page_mut(&mut self, page: usize) -> &mut Page {
        let len = self.page_len(page);
        match &mut self.pages {
            Pages::One(p) => p,
            Pages::Many(pages) => {
                Arc::make_mut(pages[page].get_or_insert_with(|| Arc::new(Page::zero(len))))
            }
        }
    }

    pub fn set(&mut self, at: usize, byte: Byte) {
        self.page_mut(at / PAGE).set(at % PAGE, byte);
    }

    /// Reads up to eight bytes, little endian, if all of them are concrete.
    #[inline]
    pub fn read_u64(&self, at: usize, len: usize) -> Option<u64> {
        let mut out = [0; 8];
        self.read(at, &mut out[..len])
            .then(|| u64::from_le_bytes(out))
    }

    /// Copies bytes out; false if one of them is symbolic.
    pub fn read(&self, at: usize, out: &mut [u8]) -> bool {
        let mut done = 0;
        while done < out.len() {
            let position = at + done;
            let (bytes, terms) = self.page(position / PAGE);
            let start = position % PAGE;
            let n = (out.len() - done).min(bytes.len() - start);
            if terms.is_some_and(|t| t[start..start + n].iter().any(Option::is_some)) {
                return false;
            }
            out[done..done + n].copy_from_slice(&bytes[start..start + n]);
            done += n;
        }
        true
    }

    fn page(&self, page: usize) -> (&[u8], Option<&[Option<Term>]>) {
        match &self.pages {
            Pages::One(p) => (&p.bytes, p.terms.as_deref()),
            Pages::Many(pages) => match &pages[page] {
                Some(p) => (&p.bytes, p.terms.as_deref()),
                None => (&ZEROES[..self.page_len(page)], None),
            },
        }
    }

    /// Writes concrete bytes.
    pub fn write(&mut self, at: usize, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let position = at + done;
            let page = self.page_mut(position / PAGE);
            let start = position % PAGE;
            let n = (bytes.len() - done).min(page.bytes.len() - start);
            page.bytes[start..start + n].copy_from_slice(&bytes[done..done + n]);
            if let Some(terms) = &mut page.terms {
                terms[start..start + n].fill(None);
                page.tidy();
            }
            done += n;
        }
    }

    /// Copies `len` bytes from another object (or a clone of this one). Whole pages are shared.
    pub fn copy_from(&mut self, at: usize, source: &Contents, from: usize, len: usize) {
        let mut done = 0;
        while done < len {
            let (to, start) = (at + done, from + done);
            if let Some(n) = self.share_page(to, source, start, len - done) {
                done += n;
                continue;
            }
            let (bytes, terms) = source.page(start / PAGE);
            let first = start % PAGE;
            let n = (len - done).min(bytes.len() - first);
            if terms.is_some_and(|t| t[first..first + n].iter().any(Option::is_some)) {
                for i in 0..n {
                    self.set(to + i, source.get(start + i));
                }
            } else {
                self.write(to, &bytes[first..first + n]);
            }
            done += n;
        }
    }

    /// Bytes of memory that a copy takes, about.
    pub fn cost_of_copy(at: usize, from: usize, len: usize) -> usize {
        match at % PAGE == from % PAGE {
            true => len.min(2 * PAGE),
            false => len,
        }
    }

    /// Takes over the page that begins at a position, if it is the same bytes of both objects: how many.
    fn share_page(
        &mut self,
        at: usize,
        source: &Contents,
        from: usize,
        most: usize,
    ) -> Option<usize> {
        if !at.is_multiple_of(PAGE) || !from.is_multiple_of(PAGE) {
            return None;
        }
        let len = self.page_len(at / PAGE);
        if len > most || len != source.page_len(from / PAGE) {
            return None;
        }
        match (&mut self.pages, &source.pages) {
            (Pages::Many(to), Pages::Many(from_pages)) => {
                to[at / PAGE] = from_pages[from / PAGE].clone();
                Some(len)
            }
            _ => None,
        }
    }

    /// Sets `len` bytes to the same value. Whole pages of zeroes need no memory.
    pub fn fill(&mut self, at: usize, len: usize, byte: u8) {
        let mut done = 0;
        while done < len {
            let (page, start) = ((at + done) / PAGE, (at + done) % PAGE);
            let n = (len - done).min(self.page_len(page) - start);
            done += n;
            if byte == 0
                && n == self.page_len(page)
                && let Pages::Many(pages) = &mut self.pages
            {
                pages[page] = None;
                continue;
            }
            let page = self.page_mut(page);
            page.bytes[start..start + n].fill(byte);
            if let Some(terms) = &mut page.terms {
                terms[start..start + n].fill(None);
                page.tidy();
            }
        }
    }

    /// The positions at which two objects of the same length hold different bytes, in order.
    pub fn differences(&self, other: &Contents) -> Vec<usize> {
        let mut found = Vec::new();
        for page in 0..self.len.div_ceil(PAGE) {
            if self.shares_page(other, page) {
                continue;
            }
            let (mine, theirs) = (self.page(page), other.page(page));
            if mine.1.is_none() && theirs.1.is_none() && mine.0 == theirs.0 {
                continue;
            }
            let bytes = page * PAGE..page * PAGE + self.page_len(page);
            found.extend(bytes.filter(|at| self.get(*at) != other.get(*at)));
        }
        found
    }

    fn shares_page(&self, other: &Contents, page: usize) -> bool {
        match (&self.pages, &other.pages) {
            (Pages::Many(a), Pages::Many(b)) => {
                a[page].as_ref().map(Arc::as_ptr) == b[page].as_ref().map(Arc::as_ptr)
            }
            _ => false,
        }
    }

    /// Whether no byte is symbolic.
    pub fn is_concrete(&self) -> bool {
        match &self.pages {
            Pages::One(p) => p.terms.is_none(),
            Pages::Many(pages) => pages.iter().flatten().all(|p| p.terms.is_none()),
        }
    }

    /// The page around a position as plain memory, if it is wholly concrete:
    /// its first position and its bytes.
    pub fn concrete_page(&self, at: usize) -> Option<(usize, &[u8])> {
        let (bytes, terms) = self.page(at / PAGE);
        terms.is_none().then_some((at / PAGE * PAGE, bytes))
    }

    /// As [`Contents::concrete_page`], for writing; makes the page this object's own.
    pub fn concrete_page_mut(&mut self, at: usize) -> Option<(usize, &mut [u8])> {
        let page = self.page_mut(at / PAGE);
        page.terms
            .is_none()
            .then_some((at / PAGE * PAGE, &mut page.bytes))
    }

    /// Every term in it, pages that `seen` knows already left out.
    pub fn for_each_term(
        &self,
        seen: &mut impl FnMut(*const ()) -> bool,
        f: &mut impl FnMut(Term),
    ) {
        let mut page_terms = |p: &Page| {
            p.terms
                .iter()
                .flat_map(|t| t.iter().flatten())
                .for_each(|t| f(*t))
        };
        match &self.pages {
            Pages::One(p) => page_terms(p),
            Pages::Many(pages) => {
                for p in pages.iter().flatten() {
                    if Arc::strong_count(p) == 1 || seen(Arc::as_ptr(p).cast()) {
                        page_terms(p);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A copy or a fill: which, position, position in the source, length.
    type Bulk = (u8, usize, usize, usize);

    fn bulk() -> impl Strategy<Value = Bulk> {
        // Often at the edges of pages, where whole pages are taken over.
        let place = || prop_oneof![Just(0), Just(PAGE), Just(2 * PAGE), 0..3 * PAGE];
        let len = prop_oneof![Just(PAGE), Just(2 * PAGE), 1..2 * PAGE];
        (0u8..4, place(), place(), len)
    }

    proptest! {
        /// Copies between objects and fills do what they do to plain bytes, and later writes to one
        /// object do not show in another.
        #[test]
        fn bulk_operations_equal_those_on_plain_bytes(
            lens in (PAGE + 1..4 * PAGE, PAGE + 1..4 * PAGE),
            steps in prop::collection::vec(bulk(), 1..12),
        ) {
            let lens = [lens.0, lens.1];
            let mut contents = lens.map(Contents::zero);
            let mut models = lens.map(|len| vec![0u8; len]);
            for (i, (what, at, from, len)) in steps.into_iter().enumerate() {
                let (to, source) = (i % 2, (i + 1) % 2);
                let (at, from) = (at % lens[to], from % lens[source]);
                let len = len.min(lens[to] - at).min(lens[source] - from);
                let byte = if what == 0 { 0 } else { i as u8 };
                if what < 2 {
                    contents[to].fill(at, len, byte);
                    models[to][at..at + len].fill(byte);
                } else {
                    let copied = contents[source].clone();
                    contents[to].copy_from(at, &copied, from, len);
                    let copied = models[source][from..from + len].to_vec();
                    models[to][at..at + len].copy_from_slice(&copied);
                }
                contents[source].write(from, &[7]);
                models[source][from] = 7;
            }
            for (contents, model) in contents.iter().zip(models) {
                let mut out = vec![0; model.len()];
                prop_assert!(contents.read(0, &mut out));
                prop_assert_eq!(out, model);
            }
        }

        #[test]
        fn equals_a_plain_byte_vector(
            len in prop_oneof![1usize..40, 4090usize..4100, 9000usize..9010],
            writes in prop::collection::vec((any::<prop::sample::Index>(), prop::collection::vec(any::<u8>(), 1..20)), 0..40),
        ) {
            let mut contents = Contents::zero(len);
            let mut model = vec![0u8; len];
            let mut old = None;
            for (i, (at, bytes)) in writes.iter().enumerate() {
                let at = at.index(len);
                let n = bytes.len().min(len - at);
                if i == 10 { old = Some((contents.clone(), model.clone())); }
                contents.write(at, &bytes[..n]);
                model[at..at + n].copy_from_slice(&bytes[..n]);
            }
            for (c, m) in old.into_iter().chain([(contents, model)]) {
                let mut out = vec![0; len];
                prop_assert!(c.read(0, &mut out));
                prop_assert_eq!(out, m);
            }
        }
    }
}
