//! Walks a piece of a path backward and finds what was needed at each point of it: dynamic slicing
//! (Bugrara, Engler 2013, section 3.2).
//!
//! The rules of the paper, as they are here:
//! - an instruction that wrote something needed needs what it read, and so does the branch that it was
//!   executed under (data and control dependence);
//! - a branch is decided by something needed if something uncovered hangs on it, if it controls something
//!   needed, or if its other ways may write something needed (potential dependence);
//! - where a path ends, all branches are needed that it ended under: another state may go on there;
//! - a store must go where it went as long as anything in memory is needed.

use super::Dependency;
use super::control::calculation_may_fail;
use super::interval::{Interval, swapped};
use super::needs::{FrameNeeds, Need, Needs, VARARGS};
use pleach_interp::{Checks, Code, Entry, LogPiece, LogReader, Touch, leaves_event};
use pleach_ir::address::{Place, Segment};
use pleach_ir::{
    BinOp, BlockId, Call, Callee, Const, EdgeId, FuncId, Function, Inst, Module, Opnd, OpndKind,
    Part, Slot,
};

/// What is known of the program without running it.
pub(super) trait Dependence {
    /// The blocks whose branches decide whether a block is executed.
    fn parents(&self, function: FuncId, block: BlockId) -> &[BlockId];
    /// Whether something that nobody has reached yet hangs on the branch at the end of a block.
    fn is_relevant(&self, function: FuncId, block: BlockId) -> bool;
    /// Whether ways out of a block may write something needed before they come together.
    fn may_write(&self, function: FuncId, block: BlockId, needs: &Needs) -> bool;
}

/// What counts as needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Everything that was read is needed, whatever became of it.
    pub all_reads: bool,
    /// What an error check looked at is needed, if errors are to be kept: of these checks.
    pub errors: Option<Checks>,
    /// What other ways might have written counts.
    pub potential: bool,
    /// A planted fault, for the tests that are to find one: this does not count.
    pub forgets: Option<Dependency>,
}

impl Rules {
    /// Data and control dependence alone: less than is needed, but what a path really used (section 3.6).
    pub fn guessing(self) -> Rules {
        Rules {
            errors: None,
            potential: false,
            ..self
        }
    }
}

/// Where each edge of the program comes from, by its number; none for the entry of a function.
pub(super) struct EdgeTable {
    edges: Vec<(FuncId, Option<(EdgeId, u32)>)>,
}

impl EdgeTable {
    pub fn new(module: &Module, code: &Code) -> EdgeTable {
        let mut edges = vec![(FuncId(0), None); code.coverage_points as usize];
        for (i, function) in module.functions.iter().enumerate() {
            let id = FuncId(i as u32);
            let entry = code.functions[i].entry_number as usize;
            edges[entry] = (id, None);
            for (pc, inst) in function.code.iter().enumerate() {
                if !inst.is_terminator() {
                    continue;
                }
                inst.visit(&mut |part| {
                    if let Part::Edge(edge) = part {
                        edges[entry + 1 + edge.index()] = (id, Some((edge, pc as u32)));
                    }
                });
            }
        }
        EdgeTable { edges }
    }
}

/// Why nothing can be said about what came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Opaque {
    /// The path jumped out of functions.
    Jump,
    /// A state was dropped, or what it did is not known.
    Dropped,
    /// The log does not fit the program: a fault of ours.
    Unexpected,
}

impl Opaque {
    pub fn reason(self) -> &'static str {
        match self {
            Opaque::Jump => "a path jumped out of functions",
            Opaque::Dropped => "a path was not followed to its end",
            Opaque::Unexpected => "the log of a path could not be read",
        }
    }
}

/// What a walk needs to know.
pub(super) struct Terrain<'a, D> {
    pub module: &'a Module,
    pub edges: &'a EdgeTable,
    pub dependence: &'a D,
    pub rules: Rules,
}

/// How a path came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The program was over.
    Exit,
    /// An error at the instruction where the path stands.
    Error,
}

struct Walk<'a, D> {
    terrain: &'a Terrain<'a, D>,
    log: LogReader<'a>,
    /// Where the frames stand: the instruction that is executed next, or the caller's call. The
    /// outermost first, as in the needs.
    at: Vec<(FuncId, u32)>,
    needs: Needs,
}

type Outcome<T> = Result<T, Opaque>;

/// Where a piece begins: how many frames there are, and where the innermost one stands.
pub(super) type Start = (usize, (FuncId, u32));

/// Walks a piece from its end, where this is needed, to its beginning; to that of the program if no
/// `start` is given. `visit` hears of the needs at the beginning of each block, and how many words of the
/// log were written then.
pub(super) fn walk<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    start: Option<Start>,
    needs: Needs,
    mut visit: impl FnMut(usize, &Needs),
) -> Outcome<Needs> {
    let mut walk = Walk::new(terrain, piece, needs);
    walk.open_event();
    walk.back_to(start, &mut visit)?;
    Ok(walk.needs)
}

/// What is needed where a path ended, before its last piece is walked.
pub(super) fn needs_at_end<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    ending: Ending,
) -> Needs {
    let mut walk = Walk::new(terrain, piece, Needs::nothing(piece.frames.len()));
    (0..walk.at.len()).for_each(|frame| walk.need_control_of(frame));
    if ending == Ending::Error && !walk.at.is_empty() {
        let touches = walk.open_event();
        walk.need_reads(&touches);
        walk.need_operands(walk.inst());
    }
    walk.needs
}

/// What is needed where a state was found to be covered by one that needed this: it ends there.
pub(super) fn needs_where_pruned<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    inherited: Needs,
) -> Needs {
    let mut walk = Walk::new(terrain, piece, inherited);
    (0..walk.at.len()).for_each(|frame| walk.need_control_of(frame));
    walk.needs
}

impl<'a, D: Dependence> Walk<'a, D> {
    fn new(terrain: &'a Terrain<'a, D>, piece: &'a LogPiece, needs: Needs) -> Walk<'a, D> {
        Walk {
            terrain,
            log: piece.reader(),
            at: piece.frames.iter().rev().copied().collect(),
            needs,
        }
    }

    fn function(&self, id: FuncId) -> &'a Function {
        &self.terrain.module.functions[id.index()]
    }

    /// The instruction that the innermost frame stands at.
    fn inst(&self) -> &'a Inst {
        let (function, pc) = *self.at.last().expect("a path has a frame");
        &self.function(function).code[pc as usize]
    }

    /// What the instruction did that the path ended at.
    fn open_event(&mut self) -> Vec<Touch> {
        match self.log.peek() {
            Some(Entry::Open { words }) => {
                self.log.pop();
                self.log.touches(words)
            }
            _ => Vec::new(),
        }
    }

    /// What an instruction at the end of a block did, if the log says so next.
    fn event_at_end(&mut self) -> Vec<Touch> {
        match self.log.peek() {
            Some(Entry::Event {
                words,
                at_end: true,
            }) => {
                self.log.pop();
                self.log.touches(words)
            }
            _ => Vec::new(),
        }
    }

    fn back_to(
        &mut self,
        start: Option<Start>,
        visit: &mut impl FnMut(usize, &Needs),
    ) -> Outcome<()> {
        loop {
            if self.log.is_empty()
                && let Some((depth, at)) = start
                && self.at.len() == depth
                && self.at.last() == Some(&at)
            {
                return Ok(());
            }
            let Some(&(function, pc)) = self.at.last() else {
                if self.log.is_empty() && start.is_none_or(|(depth, _)| depth == 0) {
                    return Ok(());
                }
                self.step_before_frames()?;
                continue;
            };
            let block = self.function(function).block_of(pc);
            let first = self.function(function).blocks[block.index()].first;
            if pc > first {
                self.at.last_mut().expect("it has a frame").1 = pc - 1;
                self.undo(block)?;
                continue;
            }
            visit(self.log.len(), &self.needs);
            if self.log.is_empty() && start.is_none() {
                return Ok(());
            }
            self.over_edge()?;
        }
    }

    /// There is no frame: the program was over, or one of its constructors was.
    fn step_before_frames(&mut self) -> Outcome<()> {
        self.event_at_end();
        match self.log.pop() {
            Some(Entry::Left { frames }) => {
                let mut frames = self.log.frames(frames);
                frames.reverse();
                self.needs.frames = vec![FrameNeeds::default(); frames.len()];
                self.at = frames;
                (0..self.at.len()).for_each(|frame| self.need_control_of(frame));
                Ok(())
            }
            Some(Entry::Return(function, pc)) => {
                self.push_frame(function, pc);
                Ok(())
            }
            Some(Entry::Barrier) => Err(Opaque::Jump),
            _ => Err(Opaque::Unexpected),
        }
    }

    fn push_frame(&mut self, function: FuncId, pc: u32) {
        self.at.push((function, pc));
        self.needs.frames.push(FrameNeeds::default());
    }
}

/// Needing.
impl<'a, D: Dependence> Walk<'a, D> {
    fn need(&mut self, operand: Opnd) {
        self.need_so(operand, Need::Equal);
    }

    fn need_so(&mut self, operand: Opnd, need: Need) {
        if let OpndKind::Slot(slot) = operand.kind() {
            self.needs.top().add(slot, need);
        }
    }

    /// The plain number that an operand is in every state.
    fn constant(&self, operand: Opnd) -> Option<u64> {
        match operand.kind() {
            OpndKind::Slot(_) => None,
            OpndKind::Const(at) => match self.function_here().consts[at as usize] {
                Const::Int { bits, .. } => Some(bits),
                _ => None,
            },
        }
    }

    fn need_operands(&mut self, inst: &Inst) {
        inst.visit(&mut |part| {
            if let Part::Read(operand) = part {
                self.need(operand);
            }
        });
    }

    fn need_reads(&mut self, touches: &[Touch]) {
        if self.terrain.rules.forgets == Some(Dependency::Memory) {
            return;
        }
        let allocates = touches
            .iter()
            .any(|touch| matches!(touch, Touch::Name { .. }));
        for touch in touches {
            match *touch {
                Touch::Read { address, len } => self.needs.add_bytes(address, len),
                Touch::Object { base } if !allocates => self.needs.add_object(base),
                Touch::Name { name, base } => self.needs.add_name(name, base),
                Touch::Object { .. } | Touch::Write { .. } => {}
            }
        }
    }

    /// Whether something needed was written; it is not needed before that.
    fn forget_writes(&mut self, touches: &[Touch]) -> bool {
        let mut was_needed = false;
        for touch in touches {
            was_needed |= match *touch {
                Touch::Write { address, len } => self.needs.remove_bytes(address, len),
                Touch::Object { base } => self.needs.remove_object(base),
                Touch::Read { .. } | Touch::Name { .. } => false,
            };
        }
        was_needed
    }

    /// The branches under which the innermost frame does what it does in a block.
    fn need_control(&mut self, block: BlockId) {
        if self.terrain.rules.forgets == Some(Dependency::Control) {
            return;
        }
        let (function, _) = *self.at.last().expect("a path has a frame");
        let parents = self.terrain.dependence.parents(function, block);
        self.needs.top().add_control(parents);
    }

    /// The branches under which a frame came to where it stands.
    fn need_control_of(&mut self, frame: usize) {
        let (function, pc) = self.at[frame];
        let block = self.function(function).block_of(pc);
        let parents = self.terrain.dependence.parents(function, block);
        self.needs.frames[frame].add_control(parents);
    }
}

/// Going back over instructions.
impl<'a, D: Dependence> Walk<'a, D> {
    /// The instruction that the innermost frame stands at now was executed.
    fn undo(&mut self, block: BlockId) -> Outcome<()> {
        let inst = self.inst();
        let touches = match leaves_event(inst) {
            true => self.touches_of(inst)?,
            false => Vec::new(),
        };
        let mut written: Option<Need> = self.number_stored(inst, &touches);
        if self.forget_writes(&touches) {
            written = Some(Need::Equal);
        }
        inst.visit(&mut |part| {
            if let Part::Write(slot) = part {
                written = self.needs.top().remove(slot).or(written);
            }
        });
        if let Some(need) = written {
            self.need_what_gave(inst, &touches, need);
            self.need_control(block);
        }
        let rules = self.terrain.rules;
        let may_fail = |checks| may_fail(self.function_here(), inst, checks);
        if rules.all_reads || rules.errors.is_some_and(may_fail) {
            self.need_operands(inst);
        }
        if rules.all_reads {
            self.need_reads(&touches);
        }
        if rules.errors.is_some() {
            self.need_objects(&touches);
        }
        self.need_target(inst, &touches);
        Ok(())
    }

    /// Where a number must lie that a store put into memory.
    fn number_stored(&mut self, inst: &Inst, touches: &[Touch]) -> Option<Need> {
        match (inst, touches) {
            (Inst::Store { .. }, &[Touch::Write { address, len }]) if len <= 8 => {
                let number = self.needs.take_number(address, len as u8);
                number.map(Need::Within)
            }
            _ => None,
        }
    }

    /// What an instruction made its result of.
    fn need_what_gave(&mut self, inst: &Inst, touches: &[Touch], need: Need) {
        if let Need::Within(interval) = need
            && self.need_within(inst, touches, interval).is_some()
        {
            return;
        }
        self.need_operands(inst);
        self.need_reads(touches);
        if matches!(inst, Inst::VaStart { .. }) {
            self.needs.top().add(VARARGS, Need::Equal);
        }
    }

    /// The same where it is enough that the result lies somewhere. None if that says nothing about what it
    /// was made of.
    fn need_within(&mut self, inst: &Inst, touches: &[Touch], interval: Interval) -> Option<()> {
        match *inst {
            Inst::Move { a, .. } => self.need_so(a, Need::Within(interval)),
            Inst::Offset { base, offset, .. } => {
                let before = interval.before_adding(offset as u64);
                self.need_so(base, Need::Within(before));
            }
            Inst::Lea {
                base,
                offset,
                index,
                index_width,
                scale,
                ..
            } => {
                let index = self.constant(index)?;
                let sign = 64 - index_width.clamp(1, 64);
                let index = ((index << sign) as i64) >> sign;
                let added = offset.wrapping_add(index.wrapping_mul(scale));
                self.need_so(base, Need::Within(interval.before_adding(added as u64)));
            }
            Inst::Bin { op, a, b, .. } => {
                let (value, number) = match (op, self.constant(a), self.constant(b)) {
                    (BinOp::Add, _, Some(b)) => (a, b),
                    (BinOp::Add, Some(a), _) => (b, a),
                    (BinOp::Sub, _, Some(b)) => (a, b.wrapping_neg()),
                    _ => return None,
                };
                self.need_so(value, Need::Within(interval.before_adding(number)));
            }
            Inst::Cast { op, from, a, .. } if from <= 64 => {
                let before = interval.before_cast(op, from)?;
                self.need_so(a, Need::Within(before));
            }
            Inst::Cmp {
                pred, width, a, b, ..
            } if width <= 64 && interval.low == interval.high => {
                let holds = interval.low == 1;
                let (value, pred, constant) = match (self.constant(a), self.constant(b)) {
                    (_, Some(b)) => (a, pred, b),
                    (Some(a), _) => (b, swapped(pred), a),
                    _ => return None,
                };
                let compared = Interval::compared(pred, constant, width, holds)?;
                self.need_so(value, Need::Within(compared));
            }
            Inst::Load { width, addr, .. } => {
                let &[Touch::Read { address, len }] = touches else {
                    return None;
                };
                if u64::from(width) != 8 * len || len > 8 {
                    return None;
                }
                self.need(addr);
                if self.terrain.rules.forgets != Some(Dependency::Memory) {
                    self.needs.add_number(address, len as u8, interval);
                }
            }
            Inst::Store { addr, value, width } if width == interval.width => {
                self.need(addr);
                self.need_so(value, Need::Within(interval));
            }
            _ => return None,
        }
        Some(())
    }

    fn function_here(&self) -> &'a Function {
        self.function(self.at.last().expect("a path has a frame").0)
    }

    fn touches_of(&mut self, inst: &Inst) -> Outcome<Vec<Touch>> {
        match (self.log.pop(), inst) {
            (Some(Entry::Address(address)), Inst::Load { width, .. }) => {
                let len = u64::from(width.div_ceil(8));
                Ok(vec![Touch::Read { address, len }])
            }
            (Some(Entry::Address(address)), Inst::Store { width, .. }) => {
                let len = u64::from(width.div_ceil(8));
                Ok(vec![Touch::Write { address, len }])
            }
            (
                Some(Entry::Event {
                    words,
                    at_end: false,
                }),
                _,
            ) => Ok(self.log.touches(words)),
            (Some(Entry::Barrier), _) => Err(Opaque::Jump),
            _ => Err(Opaque::Unexpected),
        }
    }

    /// Where something is needed that is in memory, a store must not go elsewhere than it went, or at
    /// least stay in an object of which nothing is needed.
    fn need_target(&mut self, inst: &Inst, touches: &[Touch]) {
        if !self.needs.has_memory() || !self.terrain.rules.potential {
            return;
        }
        match *inst {
            Inst::Store { addr, .. } => {
                let need = self.near_target(touches);
                self.need_so(addr, need);
            }
            Inst::MemCopy { dst, len, .. } | Inst::MemSet { dst, len, .. } => {
                self.need(dst);
                self.need(len);
            }
            Inst::VaCopy { dst, .. } => self.need(dst),
            Inst::VaArg { list, .. } | Inst::VaStart { list } => self.need(list),
            _ => {}
        }
    }

    fn near_target(&self, touches: &[Touch]) -> Need {
        match touches {
            &[Touch::Write { address, len }] if !self.needs.has_place(address) => {
                Place::of(address).map_or(Need::Equal, |place| {
                    let (first, size) = (place.base(), 1u64 << place.class);
                    Need::Within(Interval::new(first, first + size - len, 64))
                })
            }
            _ => Need::Equal,
        }
    }

    /// Whether an access is an error depends on its object's life and size.
    fn need_objects(&mut self, touches: &[Touch]) {
        for touch in touches {
            if let Touch::Read { address, .. } | Touch::Write { address, .. } = *touch
                && let Some(base) = heap_base(address)
            {
                self.needs.add_object(base);
            }
        }
    }

    /// The innermost frame stands at the beginning of a block, to which an edge led, or a call.
    fn over_edge(&mut self) -> Outcome<()> {
        let copies = self.event_at_end();
        let number = match self.log.pop() {
            Some(Entry::Edge(number)) => number,
            Some(Entry::Barrier) => return Err(Opaque::Jump),
            _ => return Err(Opaque::Unexpected),
        };
        let (function, edge) = self.terrain.edges.edges[number as usize];
        if self.at.last().is_none_or(|at| at.0 != function) {
            return Err(Opaque::Unexpected);
        }
        match edge {
            Some((edge, pc)) => self.over_edge_from(function, edge, pc),
            None => self.out_of_function(function, &copies),
        }
    }

    fn over_edge_from(&mut self, function: FuncId, edge: EdgeId, pc: u32) -> Outcome<()> {
        let code = self.function(function);
        let block = code.block_of(pc);
        self.at.last_mut().expect("it was looked at").1 = pc;
        let inst = &code.code[pc as usize];
        for (to, from) in code.edges[edge.index()].moves.iter().rev() {
            if let Some(need) = self.needs.top().remove(*to) {
                self.need_so(*from, need);
                match chooses(inst) {
                    true => self.needs.top().add_control(&[block]),
                    false => self.need_control(block),
                }
            } else if self.terrain.rules.all_reads {
                self.need(*from);
            }
        }
        match inst {
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let holds = edge == *then_edge;
                let is_told = then_edge != else_edge;
                let need = Need::Within(Interval::only(u64::from(holds), 1));
                self.over_choice(block, *cond, if is_told { need } else { Need::Equal });
            }
            Inst::IndirectJump { addr, .. } => {
                self.over_choice(block, *addr, Need::Equal);
                if self.terrain.rules.errors.is_some() {
                    self.need(*addr);
                }
            }
            Inst::Switch(switch) => self.over_choice(block, switch.value, Need::Equal),
            Inst::Call(call) => return self.over_call(call, block),
            _ => {}
        }
        Ok(())
    }

    /// The innermost frame chose its way at the end of a block by this operand.
    fn over_choice(&mut self, block: BlockId, on: Opnd, need: Need) {
        let (function, _) = *self.at.last().expect("a path has a frame");
        let dependence = self.terrain.dependence;
        let controls = self.needs.top().remove_control(block);
        let rules = self.terrain.rules;
        if rules.all_reads
            || controls
            || rules.errors.is_some_and(|checks| checks.uninit)
            || dependence.is_relevant(function, block)
            || rules.potential && dependence.may_write(function, block, &self.needs)
        {
            self.need_so(on, need);
            self.need_control(block);
        }
    }

    /// A call came back: into the function that it came from, or over one of the engine's own.
    fn over_call(&mut self, call: &Call, block: BlockId) -> Outcome<()> {
        let touches = self.event_at_end();
        let result = |i: usize| Slot(call.results.0 + i as u32);
        let needed: Vec<(usize, Need)> = (0..call.result_widths.len())
            .filter_map(|i| Some((i, self.needs.top().remove(result(i))?)))
            .collect();
        if let Some(Entry::Return(function, pc)) = self.log.peek() {
            self.came_back(call, block)?;
            self.log.pop();
            self.forget_writes(&touches);
            self.enter_function(function, pc, &needed);
            return Ok(());
        }
        if self.log.peek() == Some(Entry::Barrier) {
            return Err(Opaque::Jump);
        }
        self.came_back(call, block)?;
        if let Callee::Indirect(pointer) = call.callee {
            self.over_choice(block, pointer, Need::Equal);
        }
        let was_needed = self.forget_writes(&touches) | !needed.is_empty();
        let rules = self.terrain.rules;
        if was_needed || rules.all_reads || rules.errors.is_some() {
            self.need_call(call);
        }
        if was_needed || rules.all_reads {
            self.need_reads(&touches);
        }
        if was_needed {
            self.need_control(block);
        }
        if rules.errors.is_some() {
            self.need_objects(&touches);
        }
        let writes = |touch: &Touch| matches!(touch, Touch::Write { .. });
        if self.needs.has_memory() && touches.iter().any(writes) {
            self.need_call(call);
        }
        Ok(())
    }

    /// Whether a call comes back may be decided in what it calls: by an exception or a jump.
    fn came_back(&mut self, call: &Call, block: BlockId) -> Outcome<()> {
        let is_direct = matches!(call.callee, Callee::Direct(_));
        match is_direct && self.needs.top().remove_control(block) {
            true => Err(Opaque::Jump),
            false => Ok(()),
        }
    }

    fn need_call(&mut self, call: &Call) {
        if let Callee::Indirect(pointer) = call.callee {
            self.need(pointer);
        }
        call.args.iter().for_each(|arg| self.need(arg.value));
    }

    fn enter_function(&mut self, function: FuncId, pc: u32, needed: &[(usize, Need)]) {
        self.push_frame(function, pc);
        let code = self.function(function);
        let all_reads = self.terrain.rules.all_reads;
        if let Inst::Return { values } = &code.code[pc as usize] {
            if all_reads {
                values.iter().for_each(|value| self.need(*value));
            }
            for (i, need) in needed {
                if let Some(value) = values.get(*i) {
                    self.need_so(*value, *need);
                }
            }
        }
        if !needed.is_empty() {
            self.need_control(code.block_of(pc));
        }
    }

    /// Out of a function, to the call that entered it. `copies` is what was made for its parameters.
    fn out_of_function(&mut self, function: FuncId, copies: &[Touch]) -> Outcome<()> {
        let copied = self.forget_writes(copies);
        let frame = self.needs.frames.pop().expect("it has a frame");
        self.at.pop();
        let read = self.event_at_end();
        if self.at.is_empty() {
            return Ok(());
        }
        let Inst::Call(call) = self.inst() else {
            return Err(Opaque::Unexpected);
        };
        let is_plain = call.callee == Callee::Direct(function);
        let variadic = frame.has(VARARGS);
        for (slot, need) in frame.registers() {
            match call.args.get(slot.index()) {
                Some(arg) if is_plain => self.need_so(arg.value, need),
                _ => self.need_call(call),
            }
        }
        if copied || variadic || self.terrain.rules.all_reads {
            self.need_call(call);
            self.need_reads(&read);
        }
        let (id, pc) = *self.at.last().expect("it was looked at");
        let block = self.function(id).block_of(pc);
        if frame.matters {
            self.need_control(block);
        }
        if let Callee::Indirect(pointer) = call.callee {
            self.over_choice(block, pointer, Need::Equal);
            if frame.matters || self.needs.has_memory() || self.terrain.rules.errors.is_some() {
                self.need(pointer);
            }
        }
        Ok(())
    }
}

fn chooses(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Branch { .. } | Inst::Switch(_) | Inst::IndirectJump { .. }
    )
}

/// The object of the heap that an address belongs to.
fn heap_base(address: u64) -> Option<u64> {
    let place = Place::of(address)?;
    matches!(place.segment, Segment::Heap | Segment::System).then(|| place.base())
}

/// Whether an instruction may be an error, depending on its operands.
fn may_fail(function: &Function, inst: &Inst, checks: Checks) -> bool {
    match inst {
        Inst::Bin { .. } => calculation_may_fail(function, inst, checks),
        Inst::Alloca { count, .. } => matches!(count.kind(), OpndKind::Slot(_)),
        Inst::Require { .. } | Inst::StackRestore { .. } => true,
        _ => leaves_event(inst),
    }
}
