//! Binary max-heap of variables by activity, with positions for updates in place.

use super::Var;

const ABSENT: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Heap {
    order: Vec<u32>,
    position: Vec<u32>,
}

impl Heap {
    pub fn grow(&mut self, variables: usize) {
        self.position.resize(variables, ABSENT);
    }

    pub fn contains(&self, var: Var) -> bool {
        self.position[var.index()] != ABSENT
    }

    /// Replaces the content by `vars`, which must be distinct.
    pub fn rebuild(&mut self, vars: impl Iterator<Item = Var>, activity: &[f64]) {
        for var in self.order.drain(..) {
            self.position[var as usize] = ABSENT;
        }
        self.order.extend(vars.map(|v| v.0));
        for (i, var) in self.order.iter().enumerate() {
            self.position[*var as usize] = i as u32;
        }
        for i in (0..self.order.len() / 2).rev() {
            self.sift_down(i, activity);
        }
    }

    pub fn insert(&mut self, var: Var, activity: &[f64]) {
        if self.contains(var) {
            return;
        }
        self.position[var.index()] = self.order.len() as u32;
        self.order.push(var.0);
        self.sift_up(self.order.len() - 1, activity);
    }

    /// Restores the order after the variable's activity grew.
    pub fn raised(&mut self, var: Var, activity: &[f64]) {
        if self.contains(var) {
            self.sift_up(self.position[var.index()] as usize, activity);
        }
    }

    pub fn pop(&mut self, activity: &[f64]) -> Option<Var> {
        let top = *self.order.first()?;
        let last = self.order.pop()?;
        self.position[top as usize] = ABSENT;
        if last != top {
            self.order[0] = last;
            self.position[last as usize] = 0;
            self.sift_down(0, activity);
        }
        Some(Var(top))
    }

    fn sift_up(&mut self, mut at: usize, activity: &[f64]) {
        let var = self.order[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            let above = self.order[parent];
            if activity[var as usize] <= activity[above as usize] {
                break;
            }
            self.order[at] = above;
            self.position[above as usize] = at as u32;
            at = parent;
        }
        self.order[at] = var;
        self.position[var as usize] = at as u32;
    }

    fn sift_down(&mut self, mut at: usize, activity: &[f64]) {
        let var = self.order[at];
        loop {
            let left = 2 * at + 1;
            if left >= self.order.len() {
                break;
            }
            let right = left + 1;
            let larger = if right < self.order.len()
                && activity[self.order[right] as usize] > activity[self.order[left] as usize]
            {
                right
            } else {
                left
            };
            let below = self.order[larger];
            if activity[below as usize] <= activity[var as usize] {
                break;
            }
            self.order[at] = below;
            self.position[below as usize] = at as u32;
            at = larger;
        }
        self.order[at] = var;
        self.position[var as usize] = at as u32;
    }
}
