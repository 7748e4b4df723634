//! Algorithm 2 of the paper: each iteration goes by what those before it have taught.

use super::super::iterations::{Iteration, Kind};
use super::super::{PruneOptions, PruneTotals, TestData, Waiting};
use super::data::Data;
use super::features::Feature;
use super::learn::{Origin, learn};
use super::sample::{Method, choose};
use super::score::{lowest, score};
use crate::search::Rng;
use pleach_interp::{State, StateId};
use pleach_ir::bits;
use pleach_term::{Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(crate) struct Homi {
    terms: Arc<Terms>,
    explored_first: u32,
    data: Data,
    iteration: u32,
    /// Of this iteration.
    weights: Vec<f64>,
    features: Vec<Feature>,
    number_of: FxHashMap<Feature, u32>,
    /// The feature that a condition is, for as long as terms keep their numbers.
    known: FxHashMap<Term, Option<u32>>,
    generation: u64,
}

impl Homi {
    pub fn new(terms: Arc<Terms>, options: &PruneOptions) -> Homi {
        Homi {
            generation: terms.generation(),
            terms,
            explored_first: options.explored_first,
            data: Data::default(),
            iteration: 0,
            weights: Vec::new(),
            features: Vec::new(),
            number_of: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    fn forget_if_swept(&mut self) {
        if self.generation != self.terms.generation() {
            self.generation = self.terms.generation();
            self.known.clear();
        }
    }

    /// Which features the path of a state has.
    fn features_of(&mut self, state: &State) -> Box<[u64]> {
        let mut found = bits::empty(self.features.len());
        for condition in state.path.conjuncts() {
            let (terms, numbers) = (&self.terms, &self.number_of);
            let number = self.known.entry(condition).or_insert_with(|| {
                let feature = Feature::of(terms, condition)?;
                numbers.get(&feature).copied()
            });
            if let Some(number) = number {
                bits::set(&mut found, *number as usize);
            }
        }
        found
    }
}

impl Kind for Homi {
    fn begin(&mut self, spaces: (u32, u32), rng: &mut Rng) -> (u32, u32) {
        self.data.extract();
        self.features = self.data.features();
        let learned = learn(&self.features, &self.data.origins());
        let method = Method::choose(self.iteration, self.explored_first, rng);
        let choice = choose(&learned, method, spaces, rng);
        let weights = self
            .features
            .iter()
            .cloned()
            .zip(choice.weights.iter().copied());
        self.data.begin(Origin {
            weights: weights.collect(),
            ratio: choice.ratio,
            time: choice.time,
        });
        self.weights = choice.weights;
        self.number_of = self.features.iter().cloned().zip(0..).collect();
        self.known.clear();
        self.iteration += 1;
        (choice.ratio, choice.time)
    }

    fn gone(
        &mut self,
        waiting: &Waiting<'_>,
        iteration: &Iteration,
        rng: &mut Rng,
    ) -> Vec<StateId> {
        if self.features.is_empty() {
            return Vec::new();
        }
        self.forget_if_swept();
        let states = waiting.in_order();
        let scores: Vec<f64> = states
            .iter()
            .map(|state| score(&self.features_of(state), &self.weights))
            .collect();
        let gone = lowest(&scores, iteration.ratio, rng);
        gone.into_iter().map(|i| states[i].id).collect()
    }

    fn learns(&self) -> bool {
        true
    }

    fn learn(&mut self, test: TestData) {
        self.data.add(test);
    }

    fn add_totals(&self, totals: &mut PruneTotals) {
        totals.features = self.features.len();
        totals.good = self.data.good();
        totals.learned_from = self.data.heard_of();
    }
}
