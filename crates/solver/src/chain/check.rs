//! One question through the layers.

use std::sync::Arc;
use std::time::Instant;

use pleach_term::{Op, Term, Terms};

use super::Chain;
use super::known::Findings;
use super::negation::Negations;
use crate::Effort;
use crate::answer::{Answer, UnknownReason};
use crate::backends::{Backend, Budget, Query, Verdict};
use crate::layers::Context;
use crate::path::{Component, PathCondition, Reach};
use crate::smtlib;
use crate::statistics::{Disagreement, LayerId};

/// A conjunct that cannot hold, or those that a path does not know yet.
enum Folded {
    Never,
    Fresh(Vec<Term>),
}

/// What is known of a question and the path's own model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OwnModel {
    Untried,
    Fails,
}

impl Component {
    fn query(&self) -> Query<'_> {
        Query {
            constraints: &self.constraints,
            fresh: &self.fresh,
            vars: &self.vars,
            hint: &self.hint,
        }
    }
}

impl Chain {
    /// Is the path feasible when `extra` holds as well?
    pub fn check(&mut self, pc: &PathCondition, extra: Term) -> Answer {
        self.check_all(pc, &[extra])
    }

    /// Is the path feasible when all of `extra` hold as well?
    pub fn check_all(&mut self, pc: &PathCondition, extra: &[Term]) -> Answer {
        self.check_with(pc, extra, OwnModel::Untried)
    }

    /// The same for a condition that the path's own model does not satisfy.
    pub(super) fn check_other(&mut self, pc: &PathCondition, extra: Term) -> Answer {
        self.check_with(pc, &[extra], OwnModel::Fails)
    }

    fn check_with(&mut self, pc: &PathCondition, extra: &[Term], own: OwnModel) -> Answer {
        if self.own_model_only {
            return self.answer_by_own_model(pc, extra);
        }
        let start = Instant::now();
        self.forget_if_swept();
        let answer = self.answer(pc, extra, own, start);
        self.statistics.queries += 1;
        match answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Unsat => self.statistics.unsat += 1,
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
        self.statistics.time += start.elapsed();
        answer
    }

    fn answer_by_own_model(&mut self, pc: &PathCondition, extra: &[Term]) -> Answer {
        let mut path = pc.clone();
        for condition in extra {
            if !self.scratch.holds(&self.terms, pc, *condition) {
                return Answer::Unsat;
            }
            path = self.adopt(&path, *condition);
        }
        Answer::Sat(path)
    }

    /// The path with a conjunct that its model satisfies.
    pub(super) fn adopt(&mut self, pc: &PathCondition, extra: Term) -> PathCondition {
        self.adopt_under(pc, extra, pc)
    }

    /// The path with `extra`, both of which the model of `witness` satisfies; nothing is asked.
    pub fn adopt_under(
        &mut self,
        pc: &PathCondition,
        extra: Term,
        witness: &PathCondition,
    ) -> PathCondition {
        let mut grown = pc.clone();
        if let Folded::Fresh(fresh) = fold(&self.terms, &mut self.negations, pc, &[extra]) {
            for component in self
                .slicer
                .components(&self.terms, pc, &fresh, Reach::Touched)
            {
                let model: Arc<[u8]> = match std::ptr::eq(pc, witness) {
                    true => component.hint.clone(),
                    false => component
                        .vars
                        .iter()
                        .map(|v| witness.value_of(*v))
                        .collect(),
                };
                self.expect_model(&component, &model);
                grown.absorb(&component, model);
            }
            fresh.into_iter().for_each(|term| grown.append(term));
        }
        self.expect_satisfied(&grown);
        grown
    }

    /// A model that is about to become a part of a path satisfies what it is for.
    fn expect_model(&mut self, component: &Component, model: &[u8]) {
        if cfg!(debug_assertions) || self.config.check_models {
            let holds = self.scratch.models(&self.terms, component, model);
            assert!(holds, "a model does not satisfy its constraints");
        }
    }

    /// The model of a path satisfies every conjunct, on request.
    pub(super) fn expect_satisfied(&mut self, path: &PathCondition) {
        if self.config.check_models {
            let one = |term: &Term| self.scratch.value(&self.terms, path, *term).is_one();
            let all = path.conjuncts().iter().all(one);
            assert!(all, "a path's model does not satisfy its conjuncts");
        }
    }

    pub(super) fn forget_if_swept(&mut self) {
        let generation = self.terms.generation();
        if self.generation == generation {
            return;
        }
        self.generation = generation;
        self.negations.clear();
        self.choices.clear();
        self.findings = Findings::default();
        self.layers.iter_mut().for_each(|(_, layer)| layer.forget());
        if let Some(checker) = &mut self.checker {
            checker.forget();
        }
    }

    fn answer(
        &mut self,
        pc: &PathCondition,
        extra: &[Term],
        own: OwnModel,
        start: Instant,
    ) -> Answer {
        let folded = fold(&self.terms, &mut self.negations, pc, extra);
        let counts = self.statistics.layer_mut(LayerId::Fold);
        counts.asked += 1;
        counts.time += start.elapsed();
        let fresh = match folded {
            Folded::Never => {
                counts.answered += 1;
                return Answer::Unsat;
            }
            Folded::Fresh(fresh) if fresh.is_empty() => {
                counts.answered += 1;
                return Answer::Sat(pc.clone());
            }
            Folded::Fresh(fresh) => fresh,
        };
        let reach = if self.config.layers.slice {
            Reach::Touched
        } else {
            Reach::Everything
        };
        let components = self.slicer.components(&self.terms, pc, &fresh, reach);
        let mut grown = pc.clone();
        let mut open = None;
        // It may satisfy all of several parts but one.
        let own = match components.len() {
            1 => own,
            _ => OwnModel::Untried,
        };
        for component in &components {
            match self.decide(component, own) {
                Verdict::Sat(model) => {
                    self.expect_model(component, &model);
                    grown.absorb(component, model);
                }
                Verdict::Unsat(_) => return Answer::Unsat,
                // Another component may still turn out to be unsatisfiable.
                Verdict::Unknown(reason) => open = Some(reason),
            }
        }
        if let Some(reason) = open {
            return Answer::Unknown(reason);
        }
        fresh.into_iter().for_each(|term| grown.append(term));
        self.expect_satisfied(&grown);
        Answer::Sat(grown)
    }

    fn decide(&mut self, component: &Component, own: OwnModel) -> Verdict {
        let query = component.query();
        let found = match own {
            OwnModel::Untried => self.try_model(component),
            OwnModel::Fails => None,
        };
        let verdict = match found {
            Some(model) => Verdict::Sat(model),
            None => self.ask_layers(query),
        };
        if self.checker.is_some() {
            self.cross_check(query, &verdict);
        }
        verdict
    }

    fn try_model(&mut self, component: &Component) -> Option<Arc<[u8]>> {
        if !self.config.layers.model {
            return None;
        }
        let start = Instant::now();
        self.scratch.assign(&component.vars, &component.hint);
        let holds = self.scratch.all_true(&self.terms, &component.fresh);
        let counts = self.statistics.layer_mut(LayerId::Model);
        counts.asked += 1;
        counts.answered += u64::from(holds);
        counts.time += start.elapsed();
        holds.then(|| component.hint.clone())
    }

    fn ask_layers(&mut self, query: Query<'_>) -> Verdict {
        let mut reason = UnknownReason::NoBackend;
        let mut start = Instant::now();
        for i in 0..self.layers.len() {
            let (id, layer) = &mut self.layers[i];
            let id = *id;
            if id == LayerId::SecondTier && reason == UnknownReason::EffortLimit {
                break;
            }
            let mut context = Context {
                terms: &self.terms,
                scratch: &mut self.scratch,
                statistics: &mut self.statistics,
                effort: self.effort,
            };
            let found = layer.ask(&mut context, query);
            let counts = self.statistics.layer_mut(id);
            counts.asked += 1;
            let end = Instant::now();
            counts.time += end - start;
            start = end;
            match found {
                None => {}
                // The exact cache remembers that nobody behind it knew.
                Some(Verdict::Unknown(why)) if id == LayerId::Exact => {
                    counts.answered += 1;
                    return Verdict::Unknown(why);
                }
                Some(Verdict::Unknown(why)) => reason = why,
                Some(verdict) => {
                    counts.answered += 1;
                    self.teach(i, query, &verdict);
                    return verdict;
                }
            }
        }
        let verdict = Verdict::Unknown(reason);
        self.teach(self.layers.len(), query, &verdict);
        verdict
    }

    /// Tells the layers in front of the one that answered.
    fn teach(&mut self, answered: usize, query: Query<'_>, verdict: &Verdict) {
        let mut context = Context {
            terms: &self.terms,
            scratch: &mut self.scratch,
            statistics: &mut self.statistics,
            effort: self.effort,
        };
        for (_, layer) in &mut self.layers[..answered] {
            layer.learn(&mut context, query, verdict);
        }
    }

    /// Asks the checker the same and records a contradiction between the two.
    fn cross_check(&mut self, query: Query<'_>, verdict: &Verdict) {
        let Some(checker) = &mut self.checker else {
            return;
        };
        let budget = Budget {
            conflicts: None,
            ..Budget::new(&self.config, Effort::Full)
        };
        let theirs = checker.solve(&self.terms, query, budget);
        self.statistics.checked += 1;
        let contradiction = match (verdict, &theirs) {
            (Verdict::Sat(model), _) => {
                self.scratch.assign(query.vars, model);
                let wrong = !self.scratch.satisfies(&self.terms, query);
                wrong || matches!(theirs, Verdict::Unsat(_))
            }
            (Verdict::Unsat(_), Verdict::Sat(model)) => {
                // A model that does not stand up to evaluation proves nothing.
                self.scratch.assign(query.vars, model);
                self.scratch.satisfies(&self.terms, query)
            }
            _ => false,
        };
        if contradiction {
            self.statistics.disagreements.push(Disagreement {
                ours: verdict.name(),
                theirs: theirs.name(),
                query: smtlib::script(&self.terms, query.constraints),
            });
        }
    }
}

/// Splits conjuncts into their parts and drops those that say nothing new.
fn fold(terms: &Terms, negations: &mut Negations, pc: &PathCondition, extra: &[Term]) -> Folded {
    let mut fresh: Vec<Term> = Vec::with_capacity(extra.len());
    let mut stack: Vec<Term> = extra.iter().rev().copied().collect();
    let mut parts = 0;
    while let Some(term) = stack.pop() {
        let node = terms.node(term);
        match node.op {
            Op::Const if terms.is_false(term) => return Folded::Never,
            Op::Const => {}
            Op::And => stack.extend(node.args().rev()),
            _ => {
                parts += 1;
                if !pc.is_empty() {
                    if pc.contains(terms, term) {
                        continue;
                    }
                    if pc.contains(terms, negations.of(terms, term)) {
                        return Folded::Never;
                    }
                }
                fresh.push(term);
            }
        }
    }
    if parts > 1 {
        remove_duplicates(&mut fresh);
    }
    Folded::Fresh(fresh)
}

/// Keeps the first of each, in order.
fn remove_duplicates(terms: &mut Vec<Term>) {
    let mut seen = hashbrown::HashSet::with_capacity(terms.len());
    terms.retain(|term| seen.insert(*term));
}
