//! Independence: which part of a path condition can matter for a question.

use std::sync::Arc;

use pleach_term::{Term, Terms, VarId};

use super::{Group, PathCondition};

/// New conjuncts with all groups that share variables with them, directly or through each other.
pub(crate) struct Component {
    /// Sorted, without duplicates; the groups' constraints and the new ones.
    pub constraints: Vec<Term>,
    /// The new conjuncts among them, in the order given.
    pub fresh: Vec<Term>,
    /// Sorted.
    pub vars: Arc<[VarId]>,
    /// The groups' models, zero for variables of no group. Satisfies all but the new conjuncts.
    pub hint: Arc<[u8]>,
}

/// How much of the path condition joins a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The groups that share variables with it.
    Touched,
    /// All groups, as one component.
    Everything,
}

/// Reusable memory for finding components.
#[derive(Default)]
pub(crate) struct Slicer {
    /// Per variable: the round in which it was seen, and the set that owned it then.
    owner: Vec<(u32, u32)>,
    round: u32,
    /// Union-find over new conjuncts and groups.
    parent: Vec<u32>,
}

impl Slicer {
    /// Partitions the new conjuncts, which are neither constant nor in the path condition yet.
    pub fn components(
        &mut self,
        terms: &Terms,
        path: &PathCondition,
        fresh: &[Term],
        reach: Reach,
    ) -> Vec<Component> {
        match (fresh, reach) {
            ([], _) => Vec::new(),
            ([only], Reach::Touched) => vec![single(terms, path, *only)],
            (_, Reach::Everything) => {
                let groups: Vec<Arc<Group>> = path.groups().into_iter().cloned().collect();
                vec![join(terms, fresh.to_vec(), &groups)]
            }
            (_, Reach::Touched) => self.partition(terms, path, fresh),
        }
    }

    fn partition(&mut self, terms: &Terms, path: &PathCondition, fresh: &[Term]) -> Vec<Component> {
        self.round += 1;
        self.parent.clear();
        self.parent.extend(0..fresh.len() as u32);
        let mut groups: Vec<Arc<Group>> = Vec::new();
        for (i, &term) in fresh.iter().enumerate() {
            for &var in terms.vars(term) {
                if !self.claim(var, i as u32) {
                    continue;
                }
                let Some(group) = path.group_of(var) else {
                    continue;
                };
                let set = self.parent.len() as u32;
                self.parent.push(set);
                for &member in group.vars.iter() {
                    self.claim(member, set);
                }
                groups.push(group.clone());
            }
        }
        self.gather(terms, fresh, &groups)
    }

    /// Gives the variable to the set, or unites the set with the owner. True when it was unowned.
    fn claim(&mut self, var: VarId, set: u32) -> bool {
        if var.index() >= self.owner.len() {
            self.owner.resize(var.index() + 1, (0, 0));
        }
        let (round, owner) = self.owner[var.index()];
        if round == self.round {
            let (a, b) = (self.find(owner), self.find(set));
            self.parent[a.max(b) as usize] = a.min(b);
            return false;
        }
        self.owner[var.index()] = (self.round, set);
        true
    }

    fn find(&mut self, mut set: u32) -> u32 {
        while self.parent[set as usize] != set {
            let above = self.parent[self.parent[set as usize] as usize];
            self.parent[set as usize] = above;
            set = above;
        }
        set
    }

    fn gather(&mut self, terms: &Terms, fresh: &[Term], groups: &[Arc<Group>]) -> Vec<Component> {
        let mut place = vec![usize::MAX; self.parent.len()];
        let mut sets: Vec<(Vec<Term>, Vec<Arc<Group>>)> = Vec::new();
        for i in 0..self.parent.len() {
            let root = self.find(i as u32) as usize;
            if place[root] == usize::MAX {
                place[root] = sets.len();
                sets.push(Default::default());
            }
            let set = &mut sets[place[root]];
            match fresh.get(i) {
                Some(term) => set.0.push(*term),
                None => set.1.push(groups[i - fresh.len()].clone()),
            }
        }
        sets.into_iter()
            .map(|(fresh, groups)| join(terms, fresh, &groups))
            .collect()
    }
}

/// The component of one conjunct: the common case, without union-find.
fn single(terms: &Terms, path: &PathCondition, fresh: Term) -> Component {
    let mut groups: Vec<Arc<Group>> = Vec::new();
    for &var in terms.vars(fresh) {
        if let Some(group) = path.group_of(var)
            && !groups.iter().any(|known| Arc::ptr_eq(known, group))
        {
            groups.push(group.clone());
        }
    }
    join(terms, vec![fresh], &groups)
}

fn join(terms: &Terms, fresh: Vec<Term>, groups: &[Arc<Group>]) -> Component {
    let old: usize = groups.iter().map(|g| g.constraints.len()).sum();
    let mut constraints: Vec<Term> = Vec::with_capacity(old + fresh.len());
    for group in groups {
        constraints.extend_from_slice(&group.constraints);
    }
    constraints.extend_from_slice(&fresh);
    constraints.sort_unstable();
    constraints.dedup();
    let (vars, hint) = join_models(terms, &fresh, groups);
    Component {
        constraints,
        fresh,
        vars,
        hint,
    }
}

fn join_models(terms: &Terms, fresh: &[Term], groups: &[Arc<Group>]) -> (Arc<[VarId]>, Arc<[u8]>) {
    if let [group] = groups {
        let known = |term: &Term| {
            terms
                .vars(*term)
                .iter()
                .all(|v| group.vars.binary_search(v).is_ok())
        };
        if fresh.iter().all(known) {
            return (group.vars.clone(), group.model.clone());
        }
    }
    let mut pairs: Vec<(VarId, u8)> = Vec::new();
    for group in groups {
        pairs.extend(group.vars.iter().copied().zip(group.model.iter().copied()));
    }
    let grouped = pairs.len();
    for term in fresh {
        pairs.extend(terms.vars(*term).iter().map(|v| (*v, 0)));
    }
    if grouped == 0 && fresh.len() == 1 {
        return (terms.vars(fresh[0]).into(), vec![0; pairs.len()].into());
    }
    // Stable, so that a group's value comes before the zero of a new conjunct.
    pairs.sort_by_key(|(var, _)| *var);
    pairs.dedup_by_key(|(var, _)| *var);
    (
        pairs.iter().map(|p| p.0).collect(),
        pairs.iter().map(|p| p.1).collect(),
    )
}
