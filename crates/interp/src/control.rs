//! Edges, branches and switches.

use crate::{DeadValues, Decision, ErrorKind, Incomplete, Machine, Question, State, Step, Value};
use pleach_ir::address;
use pleach_ir::{EdgeId, Opnd, Switch};
use pleach_solver::{Answer, Chain, Effort, UnknownReason};
use pleach_term::{Bits, Term};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

impl Machine {
    /// Goes over an edge of the top frame's function: moves, then the target block.
    pub(crate) fn take_edge(&mut self, state: &mut State, edge: EdgeId) {
        let code = &self.code.functions[state.stack.top().function.index()];
        let fast = code.edges[edge.index()];
        for i in fast.moves..fast.moves_end {
            let (dst, from) = code.moves[i as usize];
            let regs = state.stack.regs_mut();
            regs[dst as usize] = if from >> 31 == 0 {
                regs[from as usize]
            } else {
                code.consts[(from & !(1 << 31)) as usize]
            };
        }
        if self.listens {
            self.log_edge(state, fast.number);
            self.record_moves(state, edge);
        }
        if self.config.checks.uninit {
            self.move_undefined(state, edge);
        }
        state.stack.top_mut().pc = fast.target;
        self.fuel -= i64::from(fast.cost);
        if !self.coverage.is_settled(fast.number) {
            self.cover(state, fast.number);
        }
    }

    /// Moves of undefined values are uninitialised bytes, not zeroes. No later move reads their targets.
    fn move_undefined(&mut self, state: &mut State, edge: EdgeId) {
        let module = Arc::clone(&self.module);
        let function = &module.functions[state.stack.top().function.index()];
        for (dst, from) in &function.edges[edge.index()].moves {
            if function.is_undefined(*from) {
                let value = self.read(state, *from);
                self.set(state, *dst, value);
            }
        }
    }

    pub(crate) fn branch(
        &mut self,
        state: &mut State,
        cond: Opnd,
        then_edge: EdgeId,
        else_edge: EdgeId,
    ) -> Step<()> {
        let cond = self.read(state, cond);
        let holds = self.decide(state, cond)?;
        self.take_edge(state, if holds { then_edge } else { else_edge });
        Ok(())
    }

    /// Forks once per distinct target block that some value leads to.
    pub(crate) fn switch(&mut self, state: &mut State, switch: &Switch) -> Step<()> {
        let value = self.read(state, switch.value);
        if let (Some(bits), true) = (value.as_concrete(), switch.width <= 64) {
            let edge = self.switch_edge(state, switch, &Bits::new(switch.width, u128::from(bits)));
            self.take_edge(state, edge);
            return Ok(());
        }
        let value = value.to_term(&self.terms, switch.width);
        if let Some(bits) = self.terms.as_bits(value) {
            let edge = self.switch_edge(state, switch, &bits);
            self.take_edge(state, edge);
            return Ok(());
        }
        self.divide(state, value, Question::Value)?;
        let ways = self.switch_ways(state, switch, value);
        self.take_ways(state, ways)
    }

    fn case_bits(&self, state: &State, constant: u32, width: u32) -> Bits {
        let code = &self.code.functions[state.stack.top().function.index()];
        let case = code.consts[constant as usize];
        match case.term {
            Some(t) => self.terms.as_bits(t).expect("cases are constants"),
            None => Bits::new(width, u128::from(case.bits)),
        }
    }

    fn switch_edge(&self, state: &State, switch: &Switch, value: &Bits) -> EdgeId {
        if switch.width <= 64 {
            let code = &self.code.functions[state.stack.top().function.index()];
            let wanted = value.low_u64();
            let found = switch
                .cases
                .binary_search_by_key(&wanted, |(c, _)| code.consts[*c as usize].bits);
            return found.map_or(switch.default, |i| switch.cases[i].1);
        }
        let same = |(c, _): &&(u32, EdgeId)| self.case_bits(state, *c, switch.width) == *value;
        switch
            .cases
            .iter()
            .find(same)
            .map_or(switch.default, |(_, edge)| *edge)
    }

    /// Each distinct target with the condition that leads there, in the order of the
    /// cases, the default last. Edges to one block with different phi moves stay apart.
    fn switch_ways(&mut self, state: &State, switch: &Switch, value: Term) -> Vec<(Term, EdgeId)> {
        let function = self.function(state);
        let mut ways: Vec<(Term, EdgeId)> = Vec::new();
        let mut none = self.terms.tru();
        for (constant, edge) in &switch.cases {
            let case = self
                .terms
                .constant_bits(&self.case_bits(state, *constant, switch.width));
            let hit = self.terms.eq(value, case);
            none = self.terms.and(none, self.terms.not(hit));
            let same = |(_, e): &&mut (Term, EdgeId)| {
                function.edges[e.index()] == function.edges[edge.index()]
            };
            match ways.iter_mut().find(same) {
                Some((cond, _)) => *cond = self.terms.or(*cond, hit),
                None => ways.push((hit, *edge)),
            }
        }
        let same = |(_, e): &&mut (Term, EdgeId)| {
            function.edges[e.index()] == function.edges[switch.default.index()]
        };
        match ways.iter_mut().find(same) {
            Some((cond, _)) => *cond = self.terms.or(*cond, none),
            None => ways.push((none, switch.default)),
        }
        ways
    }

    /// Sends one state over each edge whose condition can hold. The conditions
    /// exclude each other and leave nothing out.
    fn take_ways(&mut self, state: &mut State, ways: Vec<(Term, EdgeId)>) -> Step<()> {
        // A state that waited for the answer about one of the ways comes back knowing it.
        let known = |(cond, _): &&(Term, EdgeId)| state.path.contains(&self.terms, *cond);
        if let Some((_, edge)) = ways.iter().find(known) {
            self.take_edge(state, *edge);
            return Ok(());
        }
        if let Some(decision) = self.replayed_way(&ways) {
            let (cond, edge) = ways[decision];
            self.know(state, cond)?;
            self.take_edge(state, edge);
            return Ok(());
        }
        let inhibited = self.forks_inhibited.load(Relaxed);
        if !state.forking || inhibited || state.depth >= self.config.max_depth {
            for (cond, edge) in ways {
                if self.decide_term(state, cond)? {
                    self.take_edge(state, edge);
                    return Ok(());
                }
            }
            unreachable!("one of the ways is open");
        }
        let mut open = Vec::new();
        for (i, (cond, edge)) in ways.into_iter().enumerate() {
            let way = Decision::Way(i as u32);
            let check = |solver: &mut Chain| solver.check(&state.path, cond);
            match self.solver.within(Effort::Quick, check) {
                Answer::Sat(path) => open.push((path, edge, way)),
                Answer::Unsat => {}
                Answer::Unknown(UnknownReason::EffortLimit) => {
                    self.postpone(state, cond, way);
                }
                Answer::Unknown(reason) => {
                    self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                }
            }
        }
        let Some(last) = open.pop() else {
            let why = Incomplete::SolverUnknown("no way out of a switch could be decided".into());
            return Err(crate::Interrupt::End(crate::End::Incomplete(why)));
        };
        let mut open = open.into_iter();
        let Some((first_path, first_edge, first_way)) = open.next() else {
            let (path, edge, way) = last;
            state.path = path;
            self.note(way);
            self.take_edge(state, edge);
            return Ok(());
        };
        for (path, edge, way) in open.chain([last]) {
            let mut other = self.fork(state, path);
            other.note_decision(way);
            self.take_edge(&mut other, edge);
            if self.config.dead_values == DeadValues::Overwritten {
                self.overwrite_dead_at_block(&mut other);
            }
            self.count_instructions(&mut other);
            self.forked.push(other);
        }
        state.path = first_path;
        self.note(first_way);
        self.take_edge(state, first_edge);
        Ok(())
    }

    /// The way that the recorded path took, unless it decided about the ways one by one.
    fn replayed_way(&mut self, ways: &[(Term, EdgeId)]) -> Option<usize> {
        let decision = self.replayed_if(|decision| matches!(decision, Decision::Way(_)))?;
        match decision {
            Decision::Way(way) if (way as usize) < ways.len() => Some(way as usize),
            other => panic!(
                "one of {} ways was expected, recorded is {other:?}",
                ways.len()
            ),
        }
    }

    /// Jumps to a label. A symbolic address forks once per label it can mean; all other values are
    /// one error.
    pub(crate) fn indirect_jump(
        &mut self,
        state: &mut State,
        addr: Opnd,
        targets: &[EdgeId],
    ) -> Step<()> {
        let addr = self.read(state, addr);
        let Some(term) = addr.term else {
            return match self.label_at(state, addr.bits, targets) {
                Some(edge) => {
                    self.take_edge(state, edge);
                    Ok(())
                }
                None => self.fail(
                    state,
                    ErrorKind::InvalidFunctionPointer,
                    bad_label(addr.bits),
                ),
            };
        };
        let term = self.initialised(state, term, "a jump")?;
        let t = &self.terms;
        let ways: Vec<(Term, EdgeId)> = self
            .labels(state, targets)
            .into_iter()
            .map(|(address, edge)| (t.eq(term, t.constant(64, address)), edge))
            .collect();
        let any = ways.iter().fold(t.fls(), |any, (hit, _)| t.or(any, *hit));
        let any = Value::from_term(t, any);
        self.require(state, any, |m, s| {
            let example = m.example(s, addr, 64).low_u64();
            m.finding(s, ErrorKind::InvalidFunctionPointer, bad_label(example))
        })?;
        self.take_ways(state, ways)
    }

    fn label_at(&self, state: &State, address: u64, targets: &[EdgeId]) -> Option<EdgeId> {
        let number = address::block_at(address)?;
        let (id, block) = *self.module.block_addresses.get(number as usize)?;
        let function = self.function(state);
        let to = |e: &&EdgeId| function.edges[e.index()].target == block;
        let here = id == state.stack.top().function;
        targets.iter().find(to).filter(|_| here).copied()
    }

    /// Addresses of the labels that a jump of the top frame's function may go to.
    fn labels(&self, state: &State, targets: &[EdgeId]) -> Vec<(u64, EdgeId)> {
        let all = (0..self.module.block_addresses.len() as u32).map(address::of_block);
        all.filter_map(|address| Some((address, self.label_at(state, address, targets)?)))
            .collect()
    }
}

fn bad_label(address: u64) -> String {
    format!("jump to {address:#x}, which is none of the labels it may go to")
}
