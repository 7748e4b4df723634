//! What a join took away: the extended execution graph (definitions 3 and 4), as data that travels with a
//! state.
//!
//! A joined state stands for its virtual states. Each is the state where one more condition holds: the
//! conditions exclude each other, and one of them always holds. (δ in the paper is what was added since the
//! join; here it is in the path of the state itself, for all of its virtual states at once.) A variable
//! that is a plain number in a virtual state is a term in the joined state, and its row says which number it
//! is in which virtual state. Values that are computed from such terms have rows too, which are computed
//! when somebody asks ([`Numbers`]): that is the update at an assignment.

use super::cells;
use super::condition::Condition;
use super::experience::Join;
use super::fork::Answered;
use super::numbers::{Numbers, Row, Rows, common, show_terms};
use super::own_path::OwnPath;
use super::simpler::Simpler;
use pleach_interp::{Cell, Extension, Joining, State};
use pleach_ir::Module;
use pleach_solver::PathCondition;
use pleach_term::{Evaluator, Term, Terms};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;
use std::sync::Arc;

/// More are not told apart, even if variables differ.
const MOST_STATES: usize = 64;

/// More words of memory are not watched.
const MOST_WORDS: usize = 500;

/// Older joins are not remembered.
const MOST_JOINS: usize = 16;

/// One of the states that a joined state stands for.
#[derive(Clone)]
pub(super) struct VirtualState {
    /// Holds in it, and in no other one.
    pub condition: Condition,
    /// A path with an input that led to it when the state was joined; none if that is not known.
    pub witness: Option<PathCondition>,
    /// None for several that became one.
    pub path: Option<OwnPath>,
}

/// Travels with a state. No virtual states: it was not joined, or it makes no difference any more.
#[derive(Clone, Default)]
pub(super) struct VirtualStates {
    states: Arc<[VirtualState]>,
    /// The conditions over which states were joined, as far as they tell virtual states apart.
    guards: Arc<Rows>,
    /// What the terms in cells are.
    rows: Arc<Rows>,
    /// The terms with rows, and where they were when the state was joined.
    cells: Arc<BTreeMap<Cell, Term>>,
    /// Words of memory that may hold terms with rows.
    words: Arc<BTreeSet<u64>>,
    /// Conjuncts of the joined state's path when it was joined.
    joined_at: usize,
    /// The newest last.
    joins: Vec<Join>,
    last_guard: Option<Term>,
    /// There were more than are told apart.
    are_too_many: bool,
    /// With so many, those in which all variables are equal become one.
    settle_at: usize,
}

impl VirtualStates {
    pub fn of(state: &State) -> Option<&VirtualStates> {
        let found = state.extensions.get::<VirtualStates>();
        found.filter(|found| !found.states.is_empty())
    }

    pub fn all(&self) -> &[VirtualState] {
        &self.states
    }

    pub fn joined_at(&self) -> usize {
        self.joined_at
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// A word of memory has got a new value, which may be computed from values that have rows.
    pub fn watch(&mut self, word: u64) {
        if !self.is_empty() && self.words.len() < MOST_WORDS && !self.words.contains(&word) {
            Arc::make_mut(&mut self.words).insert(word);
        }
    }

    /// Everything with a row.
    pub fn rows(&self) -> [&Rows; 2] {
        [&self.guards, &self.rows]
    }

    /// What a term that is a number in none of them is in each of them; none if that is always the same.
    pub fn each_simpler(&self, term: Term, terms: &Terms) -> Option<Vec<Option<Answered>>> {
        let each: Vec<Term> = (0..self.states.len())
            .map(|i| Simpler::new(terms, self.rows(), &[i]).of(term))
            .collect();
        let differs = each.iter().any(|one| *one != each[0]);
        differs.then(|| each.iter().map(|one| Some(Answered::Term(*one))).collect())
    }

    /// The cells that may hold something with a row, and what they hold.
    pub fn candidates(&self, module: &Module, state: &State) -> Vec<(Cell, Term)> {
        let mut found = cells::registers(module, state);
        found.extend(cells::bytes(state, &self.words));
        found
    }

    /// The terms with rows where they were when the state was joined, whatever is there now.
    pub fn remembered(&self) -> Vec<(Cell, Term)> {
        self.cells
            .iter()
            .map(|(cell, term)| (*cell, *term))
            .collect()
    }

    /// Over which the two states were joined that this is of, until it is settled.
    pub fn guard_of_last_join(&self) -> Option<Term> {
        self.last_guard
    }

    /// Only these virtual states.
    pub fn only(&self, members: &[usize]) -> VirtualStates {
        if members.len() < 2 {
            return VirtualStates::default();
        }
        let pick = |row: &Row| -> Row { members.iter().map(|i| row[*i]).collect() };
        let pick_all = |rows: &Rows| -> Arc<Rows> {
            let told_apart = rows
                .iter()
                .filter(|(_, row)| common(row, members).is_none());
            Arc::new(told_apart.map(|(term, row)| (*term, pick(row))).collect())
        };
        VirtualStates {
            states: members.iter().map(|i| self.states[*i].clone()).collect(),
            guards: pick_all(&self.guards),
            rows: pick_all(&self.rows),
            cells: self.cells.clone(),
            words: self.words.clone(),
            joined_at: self.joined_at,
            joins: self.joins.clone(),
            last_guard: None,
            are_too_many: false,
            settle_at: self.settle_at,
        }
    }

    /// Whether there were more than are told apart.
    pub fn are_too_many(&self) -> bool {
        self.are_too_many
    }

    /// The newest join that told these parts apart, as far as that is known.
    pub fn join_between(&self, parts: &[Vec<usize>]) -> Option<&Join> {
        let tells_apart = |join: &&Join| {
            let row = self.guards.get(&join.guard);
            row.is_some_and(|row| {
                let all: Vec<Option<u64>> = parts.iter().map(|part| common(row, part)).collect();
                all.iter().any(|one| *one != all[0])
            })
        };
        self.joins
            .iter()
            .rev()
            .find(tells_apart)
            .or(self.joins.last())
    }

    pub fn remember(&mut self, join: Join) {
        if self.is_empty() {
            return;
        }
        self.joins.push(join);
        let old = self.joins.len().saturating_sub(MOST_JOINS);
        self.joins.drain(..old);
    }

    /// Before a join: a state that was not joined yet is one virtual state of itself; to the paths of others is
    /// added what was added to the joined state's.
    pub fn get_ready(&mut self, path: &PathCondition, terms: &Terms) {
        if self.is_empty() {
            self.states = Arc::new([VirtualState {
                condition: Condition::Always,
                witness: Some(path.clone()),
                path: Some(OwnPath::new(path.clone())),
            }]);
            self.joined_at = path.len();
            return;
        }
        let since: Arc<[Term]> = path.since(self.joined_at).into();
        if since.is_empty() {
            return;
        }
        let mut evaluator = Evaluator::new();
        let mut holds = |witness: &PathCondition| {
            let mut holds = |term: &Term| witness.eval(terms, &mut evaluator, *term).is_one();
            since.iter().all(&mut holds)
        };
        let rows = [&self.guards, &self.rows];
        let later = |(place, state): (usize, &VirtualState)| VirtualState {
            condition: state.condition.clone(),
            witness: state.witness.clone().filter(|w| holds(w)),
            path: state
                .path
                .as_ref()
                .and_then(|path| path.with(&since, rows, place)),
        };
        self.states = self.states.iter().enumerate().map(later).collect();
        self.joined_at = path.len();
    }

    /// After a join that was not to be: see [`VirtualStates::get_ready`].
    pub fn stand_down(&mut self) {
        if self.states.len() == 1 {
            *self = VirtualStates::default();
        }
    }

    /// After a join: finds out what its virtual states are about, and makes one of those in which all
    /// variables are equal. `words` were different in the two states. Returns how many there are.
    pub fn settled(
        &self,
        state: &State,
        words: &BTreeSet<u64>,
        ground: &Ground<'_>,
    ) -> VirtualStates {
        let mut settled = self.clone();
        settled.last_guard = None;
        settled.words = Arc::new(self.words.union(words).copied().take(MOST_WORDS).collect());
        settled.joined_at = state.path.len();
        // Finding out which are equal takes longer the more there are: not each time that there is one more.
        if settled.states.len() < self.settle_at && !ground.remembers_cells {
            return settled;
        }
        let mut numbers = Numbers::new(ground.terms, self.rows(), self.states.len());
        let mut with_rows: BTreeMap<Cell, (Term, Row)> = BTreeMap::new();
        for (cell, term) in settled.candidates(ground.module, state) {
            if let Some(row) = numbers.of(term) {
                with_rows.insert(cell, (term, row));
            }
        }
        let words_with_rows = |cell: &Cell| match cell {
            Cell::Byte(address) => Some(address & !(cells::WORD - 1)),
            Cell::Register { .. } => None,
        };
        settled.words = Arc::new(with_rows.keys().filter_map(words_with_rows).collect());
        let mut whole_words: Vec<(Term, Row)> = Vec::new();
        for word in settled.words.iter() {
            for len in [2, 4, 8] {
                for start in (*word..*word + cells::WORD).step_by(len as usize) {
                    if let Some(term) = word_at(state, start, len, ground.terms)
                        && let Some(row) = numbers.of(term)
                    {
                        whole_words.push((term, row));
                    }
                }
            }
        }
        let distinct: FxHashMap<Term, Row> = with_rows
            .values()
            .map(|(term, row)| (*term, row.clone()))
            .collect();
        let groups = groups(distinct.values(), self.states.len());
        if groups.len() < 2 {
            return VirtualStates::default();
        }
        if groups.len() > MOST_STATES {
            return VirtualStates {
                are_too_many: true,
                ..VirtualStates::default()
            };
        }
        let cells = with_rows
            .iter()
            .map(|(cell, (term, _))| (*cell, *term))
            .collect();
        let all = distinct.iter().map(|(term, row)| (*term, row));
        let all = all.chain(whole_words.iter().map(|(term, row)| (*term, row)));
        settled.rows = Arc::new(grouped(all, &groups));
        let guards = self.guards.iter().map(|(term, row)| (*term, row));
        settled.guards = Arc::new(grouped(guards, &groups));
        settled.cells = Arc::new(cells);
        settled.settle_at = groups.len() + groups.len() / 2;
        settled.states = groups.iter().map(|group| self.one_of(group)).collect();
        settled
    }

    /// The virtual state that stands for several.
    fn one_of(&self, members: &[usize]) -> VirtualState {
        let first = &self.states[members[0]];
        let all = members.iter().map(|i| self.states[*i].condition.clone());
        let condition = match members.len() {
            1 => first.condition.clone(),
            _ => Condition::AnyOf(all.collect()),
        };
        VirtualState {
            condition,
            witness: members.iter().find_map(|i| self.states[*i].witness.clone()),
            path: first.path.clone().filter(|_| members.len() == 1),
        }
    }
}

/// The rows with one member for each group: none where there are different numbers in it.
fn grouped<'a>(rows: impl Iterator<Item = (Term, &'a Row)>, groups: &[Vec<usize>]) -> Rows {
    let mut all = Rows::default();
    for (term, row) in rows {
        let row: Row = groups.iter().map(|group| common(row, group)).collect();
        if row.iter().any(|number| *number != row[0]) {
            all.insert(term, row);
        }
    }
    all
}

fn word_at(state: &State, start: u64, len: u64, terms: &Terms) -> Option<Term> {
    let mut bytes = Vec::with_capacity(len as usize);
    for address in start..start + len {
        bytes.push(cells::held(state, Cell::Byte(address))?.to_term(terms, 8));
    }
    Some(terms.concat_bytes(&bytes))
}

/// What virtual states are found out with.
pub(super) struct Ground<'a> {
    pub module: &'a Module,
    pub terms: &'a Terms,
    /// Where variables are at each join is remembered.
    pub remembers_cells: bool,
}

/// Virtual states in which all variables that are plain numbers are equal, in order.
fn groups<'r>(rows: impl Iterator<Item = &'r Row>, count: usize) -> Vec<Vec<usize>> {
    let rows: Vec<&Row> = rows.collect();
    let mut of_values: FxHashMap<Vec<Option<u64>>, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in 0..count {
        let values = rows.iter().map(|row| row[i]).collect();
        let group = *of_values.entry(values).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(members) => members.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}

/// The rows of two states that were joined, for the virtual states of both.
fn side_by_side(first: &Rows, other: &Rows, (n, m): (usize, usize)) -> Rows {
    let mut all = Rows::default();
    for term in first.keys().chain(other.keys()) {
        let side = |rows: &Rows, count: usize| -> Vec<Option<u64>> {
            rows.get(term)
                .map_or_else(|| vec![None; count], |row| row.to_vec())
        };
        let mut row = side(first, n);
        row.extend(side(other, m));
        all.insert(*term, row.into());
    }
    all
}

impl Extension for VirtualStates {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    /// Creation at a merge. What the virtual states are about is found out when the states are joined:
    /// see [`VirtualStates::settled`].
    fn merge(&mut self, other: &dyn Extension, joining: Joining<'_>) -> Result<(), &'static str> {
        let Some(other) = other.as_any().downcast_ref::<VirtualStates>() else {
            return Err("only one has virtual states");
        };
        if self.is_empty() && other.is_empty() {
            // The mode has none.
            return Ok(());
        }
        let (guard, terms) = (joining.guard, joining.terms);
        let elsewhere = terms.not(guard);
        let counts = (self.states.len(), other.states.len());
        let with = |state: &VirtualState, guard: Term| VirtualState {
            condition: state.condition.and(guard),
            ..state.clone()
        };
        let mine = self.states.iter().map(|state| with(state, guard));
        let theirs = other.states.iter().map(|state| with(state, elsewhere));
        let states = mine.chain(theirs).collect();
        let mut guards = side_by_side(&self.guards, &other.guards, counts);
        let row = |mine, theirs| -> Row {
            let sides = [vec![Some(mine); counts.0], vec![Some(theirs); counts.1]];
            sides.concat().into()
        };
        guards.insert(guard, row(1, 0));
        guards.insert(elsewhere, row(0, 1));
        self.rows = Arc::new(side_by_side(&self.rows, &other.rows, counts));
        self.guards = Arc::new(guards);
        self.words = Arc::new(self.words.union(&other.words).copied().collect());
        self.states = states;
        self.joins.extend(other.joins.iter().copied());
        self.last_guard = Some(guard);
        self.settle_at = self.settle_at.max(other.settle_at);
        Ok(())
    }

    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        if self.is_empty() {
            return;
        }
        if unseen(Arc::as_ptr(&self.states).cast()) {
            for state in self.states.iter() {
                state.condition.for_each_term(unseen, show);
                if let Some(witness) = &state.witness {
                    witness.for_each_term(&mut |at| unseen(at), &mut |term| show(term));
                }
                if let Some(path) = &state.path {
                    path.for_each_term(unseen, show);
                }
            }
        }
        show_terms([&self.guards, &self.rows], unseen, show);
        self.joins.iter().for_each(|join| show(join.guard));
        if unseen(Arc::as_ptr(&self.cells).cast()) {
            self.cells.values().for_each(|term| show(*term));
        }
    }

    /// What a state could be taken apart into makes no difference to what it does.
    fn hash(&self, _: &mut dyn Hasher) {}

    fn steers(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
