//! How a program begins and ends.

use crate::state::{Agenda, AtExit};
use crate::{End, ErrorKind, Interrupt, Machine, State, Step, Value};
use pleach_ir::{FuncId, GlobalId};
use pleach_memory::{Byte, Contents, Gift, Kind, Object, Site};
use pleach_solver::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Machine {
    /// The state before the first instruction: globals in place, arguments on
    /// the stack, about to run constructors and then `main`.
    pub fn initial_state(&mut self, args: &[Vec<u8>], env: &[Vec<u8>]) -> Step<Box<State>> {
        self.start_counting(0);
        let mut state = Box::new(State::new(self.fresh_id()));
        let module = Arc::clone(&self.module);
        for (i, global) in module.globals.iter().enumerate() {
            let contents = Contents::from_bytes(&global.bytes, global.size as usize);
            let mut object =
                Object::new(global.address, contents, Kind::Global(GlobalId(i as u32)));
            object.constant = global.constant;
            state.memory.prepare().insert(object);
        }
        let argv = string_table(&mut state, args, Gift::Argument, Gift::Arguments);
        let envp = string_table(&mut state, env, Gift::Variable, Gift::Environment);
        state.main_args = [
            Value::concrete(args.len() as u64),
            Value::concrete(argv),
            Value::concrete(envp),
        ];
        self.next_on_agenda(&mut state)?;
        self.count_instructions(&mut state);
        Ok(state)
    }

    /// Lets the state's path be the one that these inputs take: names and bytes, in the order in
    /// which the program asks for them. False if no input can be so.
    pub fn give_inputs(&mut self, state: &mut State, inputs: &[(String, Vec<u8>)]) -> bool {
        let mut occurrences: BTreeMap<&str, u32> = BTreeMap::new();
        for (name, bytes) in inputs {
            let occurrence = occurrences.entry(name).or_default();
            let input = self.terms.input(name, *occurrence, bytes.len() as u32);
            *occurrence += 1;
            for (var, byte) in input.vars().zip(bytes) {
                let (var, byte) = (self.terms.var(var), self.terms.constant(8, (*byte).into()));
                let Answer::Sat(path) = self.solver.check(&state.path, self.terms.eq(var, byte))
                else {
                    return false;
                };
                state.path = path;
            }
        }
        true
    }

    /// Calls the next function of the program's life, or ends it.
    fn next_on_agenda(&mut self, state: &mut State) -> Step<()> {
        let module = Arc::clone(&self.module);
        match state.agenda {
            // The C library does all the rest.
            Agenda::Construct(0) if module.start.is_some() => {
                state.agenda = Agenda::Main;
                let start = module.start.expect("just seen");
                self.call_bottom(state, start)
            }
            Agenda::Construct(i) => match module.constructors.get(i as usize) {
                Some(constructor) => {
                    state.agenda = Agenda::Construct(i + 1);
                    self.call_bottom(state, *constructor)
                }
                None => {
                    state.agenda = Agenda::Main;
                    let main = module
                        .main
                        .expect("a module without main is refused when it is loaded");
                    self.call_bottom(state, main)
                }
            },
            Agenda::Main => unreachable!("main is followed by destructors"),
            Agenda::Destruct(i) => {
                if let Some(last) = Arc::make_mut(&mut state.at_exit).pop() {
                    let args: Vec<Value> = last.argument.map(Value::concrete).into_iter().collect();
                    self.push_frame(state, last.function, &args);
                    return Ok(());
                }
                match module.destructors.get(i as usize) {
                    Some(destructor) => {
                        state.agenda = Agenda::Destruct(i + 1);
                        self.call_bottom(state, *destructor)
                    }
                    None => self.end(state),
                }
            }
        }
    }

    fn call_bottom(&mut self, state: &mut State, function: FuncId) -> Step<()> {
        let params = self.module.functions[function.index()].params.len();
        let mut args = state.main_args.to_vec();
        args.resize(params, Value::ZERO);
        if self.module.functions[function.index()].is_defined() {
            self.push_frame(state, function, &args);
            return Ok(());
        }
        self.next_on_agenda(state)
    }

    pub(crate) fn bottom_returned(&mut self, state: &mut State, value: Option<Value>) -> Step<()> {
        if state.agenda == Agenda::Main {
            state.agenda = Agenda::Destruct(0);
            state.exit_code = value.unwrap_or(Value::ZERO);
        }
        self.next_on_agenda(state)
    }

    /// `exit`: leaves all frames, runs what is registered, ends.
    pub fn exit(&mut self, state: &mut State, code: Value) -> Step<()> {
        self.log_leaving(state);
        while !state.stack.is_empty() {
            self.pop_frame(state);
        }
        state.exit_code = code;
        state.agenda = Agenda::Destruct(0);
        self.next_on_agenda(state)
    }

    /// The end of a program whose C library has already run what is registered.
    pub fn finish(&mut self, state: &mut State, code: Value) -> Step<()> {
        self.log_leaving(state);
        while !state.stack.is_empty() {
            self.pop_frame(state);
        }
        state.exit_code = code;
        self.end(state)
    }

    /// The exit code that goes with the state's model.
    pub fn exit_code(&mut self, state: &State) -> i32 {
        self.example(state, state.exit_code, 32).low_u64() as i32
    }

    /// `atexit` and its kin.
    pub fn register_at_exit(&mut self, state: &mut State, function: FuncId, argument: Option<u64>) {
        Arc::make_mut(&mut state.at_exit).push(AtExit { function, argument });
    }

    fn end(&mut self, state: &State) -> Step<()> {
        if self.config.checks.leak {
            self.check_leaks(state)?;
        }
        Err(Interrupt::End(End::Exit(self.exit_code(state))))
    }

    /// Heap objects that nothing in global memory leads to any more.
    fn check_leaks(&mut self, state: &State) -> Step<()> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<Arc<Object>> = Vec::new();
        state.memory.for_each(|o| {
            if !matches!(o.kind, Kind::Heap) {
                open.push(Arc::clone(o));
            }
        });
        while let Some(object) = open.pop() {
            for at in (0..object.contents.len().saturating_sub(7)).step_by(8) {
                let Some(pointer) = self.pointer_at(state, &object, at) else {
                    continue;
                };
                if let Some(target) = state.memory.find(pointer)
                    && target.kind == Kind::Heap
                    && target.contains(pointer, 0)
                    && reached.insert(target.base)
                {
                    open.push(Arc::clone(target));
                }
            }
        }
        let mut lost = Vec::new();
        state.memory.for_each(|o| {
            if o.kind == Kind::Heap && o.freed.is_none() && !reached.contains(&o.base) {
                lost.push(Arc::clone(o));
            }
        });
        let Some(first) = lost.first() else {
            return Ok(());
        };
        let bytes: u64 = lost.iter().map(|o| o.size).sum();
        let message = format!(
            "{} heap objects ({bytes} bytes) are lost at exit",
            lost.len()
        );
        let mut finding = self.finding(state, ErrorKind::Leak, message);
        finding.stack = first
            .site
            .map(|site| crate::StackEntry { site })
            .into_iter()
            .collect();
        Err(Interrupt::End(End::Error(Box::new(finding))))
    }

    fn pointer_at(&mut self, state: &State, object: &Object, at: usize) -> Option<u64> {
        if let Some(pointer) = object.contents.read_u64(at, 8) {
            return Some(pointer);
        }
        let mut bytes = [0; 8];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = match object.contents.get(at + i) {
                Byte::Concrete(b) => b,
                Byte::Symbolic(t) => state
                    .path
                    .eval(&self.terms, &mut self.evaluator, t)
                    .low_u64() as u8,
            };
        }
        Some(u64::from_le_bytes(bytes))
    }
}

/// A null-terminated array of strings.
fn string_table(
    state: &mut State,
    strings: &[Vec<u8>],
    each: impl Fn(u32) -> Gift,
    whole: Gift,
) -> u64 {
    let site = Site {
        function: FuncId(0),
        at: 0,
    };
    let mut place = |bytes: &[u8], len: usize, gift: Gift| {
        let contents = Contents::from_bytes(bytes, len);
        let wish = u64::from(u32::MAX);
        let memory = state.memory.prepare();
        let base = memory
            .allocate_stack(contents, 16, wish, site)
            .expect("there is room for a few strings");
        if let Some(object) = memory.object_mut(base) {
            object.kind = Kind::System(gift);
            object.site = None;
        }
        base
    };
    let mut table = Vec::new();
    for (i, string) in strings.iter().enumerate() {
        let text = place(string, string.len() + 1, each(i as u32));
        table.extend_from_slice(&text.to_le_bytes());
    }
    place(&table, table.len() + 8, whole)
}
