//! Gates over a SAT solver: folded locally, hashed structurally, defined by clauses.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::sat::{Lit, Solver, Var};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A free variable, or the constant.
    Input,
    /// All inputs hold; two or more of them, sorted.
    And,
    /// An odd number of two or three inputs, all positive and sorted, hold.
    Xor,
    /// Condition (positive), then, else.
    Mux,
    /// At least two of three hold; sorted.
    Majority,
}

#[derive(Clone, Copy)]
struct Gate {
    kind: Kind,
    len: u32,
    start: u32,
}

/// A growing circuit. Variable 0 is the constant true.
pub(crate) struct Circuit {
    pub sat: Solver,
    gates: Vec<Gate>,
    inputs: Vec<Lit>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    scratch: Vec<Lit>,
    // Cone search.
    stamps: Vec<u32>,
    stamp: u32,
    cone: Vec<Var>,
}

impl Circuit {
    pub fn new() -> Circuit {
        let mut circuit = Circuit {
            sat: Solver::new(),
            gates: Vec::new(),
            inputs: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            scratch: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
            cone: Vec::new(),
        };
        let constant = circuit.input();
        circuit.sat.add_clause(&[constant]);
        circuit
    }

    pub const TRUE: Lit = Lit::TRUE;
    pub const FALSE: Lit = Lit::FALSE;

    /// The number of variables: inputs and gates.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    pub fn constant(value: bool) -> Lit {
        Self::FALSE.flip_if(value)
    }

    pub fn input(&mut self) -> Lit {
        self.stamps.push(0);
        self.gates.push(Gate {
            kind: Kind::Input,
            len: 0,
            start: 0,
        });
        self.sat.new_var().positive()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == Self::FALSE || b == Self::FALSE || a == !b {
            return Self::FALSE;
        }
        if a == Self::TRUE || a == b {
            return b;
        }
        if b == Self::TRUE {
            return a;
        }
        if let Some(known) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return known;
        }
        let inputs = if a < b { [a, b] } else { [b, a] };
        self.gate(Kind::And, &inputs)
    }

    /// match: `a & b` where `b` is a conjunction holding `a` or `!a`, or the negation of one
    /// result: `b`, false, or `a`
    fn absorb(&self, a: Lit, b: Lit) -> Option<Lit> {
        let gate = self.gates[b.var().index()];
        if gate.kind != Kind::And {
            return None;
        }
        let inputs = self.inputs_of(gate);
        match (inputs.contains(&a), inputs.contains(&!a), b.is_negative()) {
            (true, _, false) => Some(b),
            (_, true, false) => Some(Self::FALSE),
            (_, true, true) => Some(a),
            _ => None,
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// All of them hold.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut inputs = std::mem::take(&mut self.scratch);
        inputs.clear();
        inputs.extend(lits.iter().copied().filter(|l| *l != Self::TRUE));
        inputs.sort_unstable();
        inputs.dedup();
        // A literal and its negation are neighbours in this order.
        let never = inputs.first() == Some(&Self::FALSE)
            || inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        let out = match inputs.as_slice() {
            _ if never => Self::FALSE,
            [] => Self::TRUE,
            [one] => *one,
            [a, b] => self.and(*a, *b),
            many => self.gate(Kind::And, many),
        };
        self.scratch = inputs;
        out
    }

    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|l| !*l).collect();
        !self.all(&negated)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negative() != b.is_negative();
        let (a, b) = (a.var().positive(), b.var().positive());
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let out = if a == b {
            Self::FALSE
        } else if a == Self::TRUE {
            !b
        } else {
            self.gate(Kind::Xor, &[a, b])
        };
        out.flip_if(flip)
    }

    /// Sum and carry of three bits.
    pub fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        let size = self.size();
        let (sum, carry) = (self.xor3(a, b, c), self.majority(a, b, c));
        let is = |lit: Lit, kind: Kind| self.gates[lit.var().index()].kind == kind;
        let grown = self.size() > size;
        if grown && is(sum, Kind::Xor) && is(carry, Kind::Majority) {
            // Implied, but not by unit propagation: both outputs together determine the inputs.
            for input in [a, b, c] {
                self.sat.add_clause(&[!carry, !sum, input]);
                self.sat.add_clause(&[carry, sum, !input]);
            }
        }
        (sum, carry)
    }

    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut three = [a, b, c].map(|l| l.var().positive());
        three.sort_unstable();
        let [a, b, c] = three;
        let out = if a == Self::TRUE || a == b || b == c {
            let half = self.xor(a, b);
            self.xor(half, c)
        } else {
            self.gate(Kind::Xor, &three)
        };
        out.flip_if(flip)
    }

    pub fn mux(&mut self, c: Lit, then: Lit, other: Lit) -> Lit {
        if c.is_negative() {
            return self.mux(!c, other, then);
        }
        if c == Self::TRUE || then == other {
            return then;
        }
        if then == !other {
            return self.xor(c, other);
        }
        if then == Self::TRUE || then == c {
            return self.or(c, other);
        }
        if then == Self::FALSE || then == !c {
            return self.and(!c, other);
        }
        if other == Self::FALSE || other == c {
            return self.and(c, then);
        }
        if other == Self::TRUE || other == !c {
            return self.or(!c, then);
        }
        let flip = then.is_negative();
        self.gate(Kind::Mux, &[c, then.flip_if(flip), other.flip_if(flip)])
            .flip_if(flip)
    }

    /// The carry of a full adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut three = [a, b, c];
        three.sort_unstable();
        let [a, b, c] = three;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        if a == Self::TRUE {
            return self.or(b, c);
        }
        if a == Self::FALSE {
            return self.and(b, c);
        }
        // Majority is its own dual: keep the first input positive.
        let flip = a.is_negative();
        self.gate(
            Kind::Majority,
            &[a.flip_if(flip), b.flip_if(flip), c.flip_if(flip)],
        )
        .flip_if(flip)
    }

    fn inputs_of(&self, gate: Gate) -> &[Lit] {
        &self.inputs[gate.start as usize..(gate.start + gate.len) as usize]
    }

    fn gate(&mut self, kind: Kind, inputs: &[Lit]) -> Lit {
        let hash = self.hasher.hash_one((kind as u8, inputs));
        let same = |&id: &u32| {
            let gate = self.gates[id as usize];
            gate.kind == kind && self.inputs_of(gate) == inputs
        };
        if let Some(&id) = self.table.find(hash, same) {
            return Var(id).positive();
        }
        let out = self.input();
        let gate = Gate {
            kind,
            len: inputs.len() as u32,
            start: self.inputs.len() as u32,
        };
        self.inputs.extend_from_slice(inputs);
        self.gates[out.var().index()] = gate;
        let (gates, pool, hasher) = (&self.gates, &self.inputs, &self.hasher);
        self.table.insert_unique(hash, out.var().0, |&id| {
            let gate = gates[id as usize];
            let inputs = &pool[gate.start as usize..(gate.start + gate.len) as usize];
            hasher.hash_one((gate.kind as u8, inputs))
        });
        self.define(out, kind, inputs);
        out
    }

    fn define(&mut self, out: Lit, kind: Kind, inputs: &[Lit]) {
        let sat = &mut self.sat;
        match (kind, inputs) {
            (Kind::And, _) => {
                let mut back: Vec<Lit> = vec![out];
                for &input in inputs {
                    sat.add_clause(&[!out, input]);
                    back.push(!input);
                }
                sat.add_clause(&back);
            }
            (Kind::Xor, &[a, b]) => {
                sat.add_clause(&[!out, a, b]);
                sat.add_clause(&[!out, !a, !b]);
                sat.add_clause(&[out, !a, b]);
                sat.add_clause(&[out, a, !b]);
            }
            (Kind::Xor, &[a, b, c]) => {
                for signs in 0..8u32 {
                    // A row of the truth table forbids the other value of the output.
                    let row = |i: u32| signs >> i & 1 == 1;
                    let odd = signs.count_ones() % 2 == 1;
                    sat.add_clause(&[
                        a.flip_if(row(0)),
                        b.flip_if(row(1)),
                        c.flip_if(row(2)),
                        (!out).flip_if(odd),
                    ]);
                }
            }
            (Kind::Mux, &[c, then, other]) => {
                sat.add_clause(&[!c, !then, out]);
                sat.add_clause(&[!c, then, !out]);
                sat.add_clause(&[c, !other, out]);
                sat.add_clause(&[c, other, !out]);
                // Implied by the four, but not by unit propagation.
                sat.add_clause(&[!then, !other, out]);
                sat.add_clause(&[then, other, !out]);
            }
            (Kind::Majority, &[a, b, c]) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.add_clause(&[!x, !y, out]);
                    sat.add_clause(&[x, y, !out]);
                }
            }
            _ => unreachable!("a gate of kind {kind:?} with {} inputs", inputs.len()),
        }
    }

    /// The variables that the literals depend on, themselves included.
    pub fn cone(&mut self, roots: &[Lit]) -> &[Var] {
        self.stamp += 1;
        self.cone.clear();
        for root in roots {
            if std::mem::replace(&mut self.stamps[root.var().index()], self.stamp) != self.stamp {
                self.cone.push(root.var());
            }
        }
        let mut next = 0;
        while let Some(&var) = self.cone.get(next) {
            next += 1;
            let gate = self.gates[var.index()];
            for i in gate.start..gate.start + gate.len {
                let input = self.inputs[i as usize].var();
                if self.stamps[input.index()] != self.stamp {
                    self.stamps[input.index()] = self.stamp;
                    self.cone.push(input);
                }
            }
        }
        &self.cone
    }

    /// Was the variable in the last cone?
    pub fn in_cone(&self, var: Var) -> bool {
        self.stamps[var.index()] == self.stamp
    }

    /// Solves under assumptions inside the last cone, which must be theirs.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        limits: crate::sat::Limits,
    ) -> crate::sat::Outcome {
        self.sat.solve(assumptions, &self.cone, limits)
    }
}
