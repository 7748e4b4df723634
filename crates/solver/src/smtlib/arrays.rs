//! Arrays of bytes, taken apart while reading.

use hashbrown::HashMap;
use pleach_term::{Term, Terms};

use super::ReadError;

/// An array value in an [`Arrays`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ArrayId(u32);

enum Array {
    Declared {
        name: String,
        index_width: u32,
        known: HashMap<u64, u8>,
    },
    Stored {
        below: ArrayId,
        index: Term,
        value: Term,
    },
}

/// The bytes of an array from index 0 on, all constant.
type Table = Vec<Term>;

#[derive(Default)]
pub(super) struct Arrays {
    arrays: Vec<Array>,
    /// Equal stores are one array, however often the text repeats them.
    stores: HashMap<(ArrayId, Term, Term), ArrayId>,
    tables: HashMap<ArrayId, Option<Table>>,
    /// Reads of declared arrays: index and value, in the order in which they were met.
    reads: HashMap<ArrayId, Vec<(Term, Term)>>,
    memo: HashMap<(ArrayId, Term), Term>,
    /// What ties reads at different indices together.
    pub congruences: Vec<Term>,
}

impl Arrays {
    pub fn declare(&mut self, name: &str, index_width: u32) -> ArrayId {
        let name = name.to_string();
        self.push(Array::Declared {
            name,
            index_width,
            known: HashMap::new(),
        })
    }

    pub fn store(&mut self, below: ArrayId, index: Term, value: Term) -> ArrayId {
        let key = (below, index, value);
        if let Some(&known) = self.stores.get(&key) {
            return known;
        }
        let stored = self.push(Array::Stored {
            below,
            index,
            value,
        });
        self.stores.insert(key, stored);
        stored
    }

    fn push(&mut self, array: Array) -> ArrayId {
        self.arrays.push(array);
        ArrayId(self.arrays.len() as u32 - 1)
    }

    /// Records that a declared array holds this constant. To be called before any read.
    pub fn fill(&mut self, array: ArrayId, index: u64, value: u8) -> Filled {
        match &mut self.arrays[array.0 as usize] {
            Array::Declared { known, .. } => match *known.entry(index).or_insert(value) {
                same if same == value => Filled::Recorded,
                _ => Filled::Contradiction,
            },
            Array::Stored { .. } => Filled::NotDeclared,
        }
    }

    pub fn index_width(&self, mut array: ArrayId) -> u32 {
        loop {
            match &self.arrays[array.0 as usize] {
                Array::Declared { index_width, .. } => return *index_width,
                Array::Stored { below, .. } => array = *below,
            }
        }
    }

    pub fn select(
        &mut self,
        terms: &Terms,
        array: ArrayId,
        index: Term,
    ) -> Result<Term, ReadError> {
        if let Some(&known) = self.memo.get(&(array, index)) {
            return Ok(known);
        }
        let value = self.select_anew(terms, array, index)?;
        self.memo.insert((array, index), value);
        Ok(value)
    }

    fn select_anew(
        &mut self,
        terms: &Terms,
        array: ArrayId,
        index: Term,
    ) -> Result<Term, ReadError> {
        let inside = match (terms.is_const(index), self.table(terms, array)) {
            (false, Some(table)) => {
                let size = terms.constant(terms.width(index), table.len() as u64);
                Some((terms.ult(index, size), terms.select_table(table, index)))
            }
            _ => None,
        };
        if let Some((condition, value)) = inside {
            if terms.is_true(condition) {
                return Ok(value);
            }
            let outside = self.through_stores(terms, array, index)?;
            return Ok(terms.ite(condition, value, outside));
        }
        self.through_stores(terms, array, index)
    }

    /// The stores from the newest down, then the declared array.
    fn through_stores(
        &mut self,
        terms: &Terms,
        mut array: ArrayId,
        index: Term,
    ) -> Result<Term, ReadError> {
        let mut over: Vec<(Term, Term)> = Vec::new();
        let bottom = loop {
            match &self.arrays[array.0 as usize] {
                Array::Declared { .. } => break self.read_once(terms, array, index)?,
                Array::Stored {
                    below,
                    index: at,
                    value,
                } => {
                    if *at == index {
                        break *value;
                    }
                    // Two constants that are not the same term differ.
                    let both = terms.is_const(*at) && terms.is_const(index);
                    let here = if both {
                        terms.fls()
                    } else {
                        terms.eq(*at, index)
                    };
                    if !terms.is_false(here) {
                        over.push((here, *value));
                    }
                    array = *below;
                }
            }
        };
        Ok(over
            .into_iter()
            .rev()
            .fold(bottom, |below, (here, value)| terms.ite(here, value, below)))
    }

    /// Constants from index 0 on without gaps, constant stores included. None when a store's
    /// index is not constant or lies beyond, or when there is nothing to tabulate.
    fn table(&mut self, terms: &Terms, array: ArrayId) -> Option<&Table> {
        if !self.tables.contains_key(&array) {
            let table = self.make_table(terms, array);
            self.tables.insert(array, table);
        }
        self.tables[&array].as_ref()
    }

    fn make_table(&self, terms: &Terms, array: ArrayId) -> Option<Table> {
        let mut stores = Vec::new();
        let mut at = array;
        let known = loop {
            match &self.arrays[at.0 as usize] {
                Array::Declared { known, .. } => break known,
                Array::Stored {
                    below,
                    index,
                    value,
                } => {
                    stores.push((terms.as_const(*index)?, *value));
                    at = *below;
                }
            }
        };
        let size = known.len() as u64;
        let byte = |i: u64| {
            known
                .get(&i)
                .map(|value| terms.constant(8, u64::from(*value)))
        };
        let mut table = (0..size).map(byte).collect::<Option<Table>>()?;
        for (index, value) in stores.into_iter().rev() {
            *table.get_mut(usize::try_from(index).ok()?)? = value;
        }
        (!table.is_empty()).then_some(table)
    }

    fn read_once(&mut self, terms: &Terms, array: ArrayId, index: Term) -> Result<Term, ReadError> {
        if let Some(&(_, value)) = self
            .reads
            .get(&array)
            .and_then(|r| r.iter().find(|r| r.0 == index))
        {
            return Ok(value);
        }
        self.read(terms, array, index)
    }

    fn read(&mut self, terms: &Terms, array: ArrayId, index: Term) -> Result<Term, ReadError> {
        // Where there is a table, this read only counts beyond it.
        let tabulated = self.table(terms, array).is_some();
        let Array::Declared { name, known, .. } = &self.arrays[array.0 as usize] else {
            return Err(ReadError::Unsupported("a read of this array".to_string()));
        };
        let constant = terms.as_const(index);
        if let Some(value) = constant.and_then(|i| known.get(&i)) {
            return Ok(terms.constant(8, u64::from(*value)));
        }
        // The same index has the same name in every query, so that caches can meet.
        let name = match constant {
            Some(i) => format!("{name}[{i}]"),
            None => format!("{name}[{index:?}]"),
        };
        let value = terms.var(terms.input(&name, 0, 1).first);
        let mut others: Vec<(u64, u8)> = Vec::new();
        if constant.is_none() && !tabulated {
            others.extend(known.iter().map(|(i, v)| (*i, *v)));
            others.sort_unstable();
        }
        for (i, v) in others {
            let at = terms.constant(terms.width(index), i);
            self.tie(terms, (index, value), (at, terms.constant(8, u64::from(v))));
        }
        for other in self.reads.get(&array).cloned().unwrap_or_default() {
            self.tie(terms, (index, value), other);
        }
        self.reads.entry(array).or_default().push((index, value));
        Ok(value)
    }

    /// Equal indices, equal values.
    fn tie(&mut self, terms: &Terms, one: (Term, Term), other: (Term, Term)) {
        let tie = terms.or(terms.ne(one.0, other.0), terms.eq(one.1, other.1));
        if !terms.is_true(tie) {
            self.congruences.push(tie);
        }
    }
}

/// What became of a constant byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filled {
    Recorded,
    /// The byte is already known to be another one.
    Contradiction,
    NotDeclared,
}
