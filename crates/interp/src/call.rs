//! Calls and returns.

use crate::describe::site_of_copy;
use crate::host::{HostCall, Returned};
use crate::value::mask;
use crate::{Access, DeadValues, ErrorKind, InputType, Machine, State, Step, Undefined, Value};
use pleach_ir::address;
use pleach_ir::{ByValue, Call, Callee, FuncId, Inst, Opnd, Slot, readable, signature};
use pleach_memory::Contents;
use pleach_term::{Input, Term};
use std::sync::Arc;

/// What a frame counts for against the limit of the stack.
pub(crate) const FRAME_BYTES: u64 = 64;

/// A copy of memory that a by-value parameter will get.
struct ParamCopy {
    param: usize,
    contents: Contents,
    align: u64,
}

impl Machine {
    pub(crate) fn call(&mut self, state: &mut State, call: &Call) -> Step<()> {
        let id = match call.callee {
            Callee::Direct(id) => id,
            Callee::Indirect(pointer) => {
                let pointer = self.read(state, pointer);
                self.function_at(state, pointer)?
            }
        };
        let id = state.aliases.get(&id).copied().unwrap_or(id);
        let args: Vec<Value> = call
            .args
            .iter()
            .map(|a| self.read(state, a.value))
            .collect();
        let host = self.code.hosts[id.index()];
        if host.is_none() && self.module.functions[id.index()].is_defined() {
            return self.enter(state, id, call, args);
        }
        let returned = match host {
            Some(host) => {
                let module = Arc::clone(&self.module);
                let arg_widths: Vec<u32> = call.args.iter().map(|a| a.width).collect();
                let request = HostCall {
                    function: id,
                    name: &module.functions[id.index()].name,
                    args: &args,
                    arg_widths: &arg_widths,
                    result_widths: &call.result_widths,
                };
                host(self, state, &request)?
            }
            None => self.undefined_function(state, id, call)?,
        };
        self.finish_host_call(state, call, returned);
        Ok(())
    }

    /// Runs a function of the program on behalf of a host function, which
    /// returns [`Returned::Elsewhere`] then: its results are those of the call.
    pub fn call_instead(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Value],
    ) -> Step<()> {
        if state.stack_bytes + FRAME_BYTES > self.config.max_stack {
            return self.stack_exhausted(state);
        }
        let params = &Arc::clone(&self.module).functions[function.index()].params;
        let fitted: Vec<Value> = params
            .iter()
            .enumerate()
            .map(|(i, p)| self.fit(args.get(i).copied().unwrap_or(Value::ZERO), p.width))
            .collect();
        self.push_frame(state, function, &fitted);
        Ok(())
    }

    /// Leaves frames until `depth` are left and returns once more from the call at `pc` there.
    pub fn jump_back(
        &mut self,
        state: &mut State,
        depth: u32,
        regs: &[Value],
        pc: u32,
        value: Value,
    ) {
        self.log_barrier();
        while state.stack.depth() > depth {
            self.pop_frame(state);
        }
        self.revive_scopes(state);
        self.set_all(state, regs);
        state.stack.top_mut().pc = pc;
        let module = Arc::clone(&self.module);
        match &module.functions[state.stack.top().function.index()].code[pc as usize] {
            Inst::Call(call) => self.deliver(state, call, &[value]),
            _ => unreachable!("it was called from there"),
        }
    }

    fn finish_host_call(&mut self, state: &mut State, call: &Call, returned: Returned) {
        let values = match returned {
            Returned::Elsewhere => return,
            Returned::Nothing => vec![Value::ZERO; call.result_widths.len()],
            Returned::One(value) => vec![value],
            Returned::Many(values) => values,
        };
        self.deliver(state, call, &values);
    }

    /// Puts results where the call wants them and goes on behind it.
    pub(crate) fn deliver(&mut self, state: &mut State, call: &Call, values: &[Value]) {
        for (i, width) in call.result_widths.iter().enumerate() {
            let value = values.get(i).copied().unwrap_or(Value::ZERO);
            let value = self.fit(value, *width);
            self.set(state, Slot(call.results.0 + i as u32), value);
        }
        self.take_edge(state, call.next);
    }

    /// A value as one of another width: callers and callees may disagree about types.
    pub(crate) fn fit(&self, value: Value, width: u32) -> Value {
        match value.term {
            None if width <= 64 => Value::concrete(value.bits & mask(width)),
            None => Value {
                bits: 0,
                term: Some(self.terms.zext(self.terms.constant(64, value.bits), width)),
            },
            Some(t) => {
                let has = self.terms.width(t);
                let fitted = if has < width {
                    self.terms.zext(t, width)
                } else {
                    self.terms.trunc(t, width)
                };
                Value::from_term(&self.terms, fitted)
            }
        }
    }

    /// The function that a pointer means; a symbolic one forks over those it can mean.
    pub fn function_at(&mut self, state: &mut State, pointer: Value) -> Step<FuncId> {
        if let Some(term) = pointer.term {
            let any = self.is_some_function(term);
            self.require(state, any, |m, s| {
                let example = m.example(s, pointer, 64).low_u64();
                m.finding(s, ErrorKind::InvalidFunctionPointer, bad_function(example))
            })?;
        }
        let at = self.enumerate(state, pointer, 64)?.bits;
        match self.function_of(at) {
            Some(id) => Ok(id),
            None => self.fail(state, ErrorKind::InvalidFunctionPointer, bad_function(at)),
        }
    }

    /// The same for a pointer that need not be one to a function.
    pub fn function_if_any(&mut self, state: &mut State, pointer: Value) -> Step<Option<FuncId>> {
        if let Some(term) = pointer.term {
            let any = self.is_some_function(term);
            if !self.decide(state, any)? {
                return Ok(None);
            }
        }
        let address = self.enumerate(state, pointer, 64)?.bits;
        Ok(self.function_of(address))
    }

    /// Whether an address is that of a function, as a condition.
    fn is_some_function(&self, address: Term) -> Value {
        let t = &self.terms;
        let any = self.module.functions.iter().fold(t.fls(), |any, f| {
            t.or(any, t.eq(address, t.constant(64, f.address)))
        });
        Value::from_term(t, any)
    }

    fn function_of(&self, at: u64) -> Option<FuncId> {
        let number = address::function_at(at)?;
        ((number as usize) < self.module.functions.len()).then_some(FuncId(number))
    }

    fn enter(&mut self, state: &mut State, id: FuncId, call: &Call, args: Vec<Value>) -> Step<()> {
        if state.stack_bytes + FRAME_BYTES > self.config.max_stack {
            return self.stack_exhausted(state);
        }
        let module = Arc::clone(&self.module);
        let function = &module.functions[id.index()];
        let args = self.matched_args(state, function, call, args)?;
        let copies = self.param_copies(state, &function.params, &args)?;
        let varargs = if function.variadic {
            let fixed = (function.params.len(), function.fixed_use);
            Some(self.varargs(state, &call.args, &args, fixed)?)
        } else {
            None
        };
        let fitted: Vec<Value> = function
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| self.fit(args.get(i).copied().unwrap_or(Value::ZERO), p.width))
            .collect();
        self.push_frame(state, id, &fitted);
        state.stack.top_mut().varargs = varargs;
        for copy in copies {
            let site = site_of_copy(id, function.code.len(), copy.param);
            let size = copy.contents.len() as u64;
            let base = self.push_stack_object(state, size, copy.align, site)?;
            self.replace_contents(state, base, copy.contents);
            self.set(state, Slot(copy.param as u32), Value::concrete(base));
        }
        Ok(())
    }

    /// A frame for a function, ready to run it.
    pub(crate) fn push_frame(&mut self, state: &mut State, id: FuncId, args: &[Value]) {
        let code = &self.code.functions[id.index()];
        let (slots, cost, number) = (code.slots, code.entry_cost, code.entry_number);
        if self.config.dead_values == DeadValues::Overwritten && !state.stack.is_empty() {
            self.overwrite_dead_in_caller(state);
        }
        state.stack.push(id, slots, args.iter().copied());
        if self.listens {
            self.log_edge(state, number);
            self.record_parameters(state, args.len());
        }
        state.stack_bytes += FRAME_BYTES;
        self.fuel -= i64::from(cost);
        if !self.coverage.is_settled(number) {
            self.cover(state, number);
        }
    }

    fn param_copies(
        &mut self,
        state: &mut State,
        params: &[pleach_ir::Param],
        args: &[Value],
    ) -> Step<Vec<ParamCopy>> {
        let mut copies = Vec::new();
        for (param, p) in params.iter().enumerate() {
            let (Some(by_value), Some(pointer)) = (p.by_value, args.get(param)) else {
                continue;
            };
            let contents = self.snapshot(state, *pointer, by_value)?;
            copies.push(ParamCopy {
                param,
                contents,
                align: by_value.align,
            });
        }
        Ok(copies)
    }

    /// The bytes that a by-value argument points to.
    pub(crate) fn snapshot(
        &mut self,
        state: &mut State,
        pointer: Value,
        by_value: ByValue,
    ) -> Step<Contents> {
        let mut contents = Contents::zero(by_value.size as usize);
        if by_value.size > 0 {
            let (object, at) =
                self.resolve(state, pointer, Value::concrete(by_value.size), Access::Read)?;
            let at = self.enumerate(state, at, 64)?.bits as usize;
            let shared = self.share_contents(&object);
            contents.copy_from(0, &shared, at, by_value.size as usize);
        }
        Ok(contents)
    }

    pub(crate) fn return_values(&mut self, state: &mut State, values: &[Opnd]) -> Step<()> {
        let values: Vec<Value> = values.iter().map(|v| self.read(state, *v)).collect();
        self.log_return(state);
        self.pop_frame(state);
        if state.stack.is_empty() {
            return self.bottom_returned(state, values.first().copied());
        }
        let module = Arc::clone(&self.module);
        let caller = state.stack.top();
        match &module.functions[caller.function.index()].code[caller.pc as usize] {
            Inst::Call(call) => self.deliver(state, call, &values),
            _ => unreachable!("a caller stands at its call"),
        }
        Ok(())
    }

    fn undefined_function(&mut self, state: &mut State, id: FuncId, call: &Call) -> Step<Returned> {
        let name = self.module.functions[id.index()].name.clone();
        match self.config.undefined {
            Undefined::Error => {
                let caller = readable(&self.function(state).name);
                let name = signature(&name);
                let message = format!(
                    "call of `{name}`, which is not defined anywhere (called by `{caller}`)"
                );
                self.fail(state, ErrorKind::UndefinedFunction, message)
            }
            Undefined::Zero => Ok(Returned::Many(
                call.result_widths
                    .iter()
                    .map(|w| self.fit(Value::ZERO, *w))
                    .collect(),
            )),
            Undefined::Havoc => {
                let mut values = Vec::new();
                for width in &call.result_widths {
                    let len = width.div_ceil(8);
                    let input = self.new_input(state, &name, len, InputType::Unknown);
                    let bytes: Vec<_> = input.vars().map(|v| self.terms.var(v)).collect();
                    let whole = self.terms.concat_bytes(&bytes);
                    values.push(Value::from_term(
                        &self.terms,
                        self.terms.trunc(whole, *width),
                    ));
                }
                Ok(Returned::Many(values))
            }
        }
    }

    /// A new input of the program, part of its tests from here on.
    pub fn new_input(&mut self, state: &mut State, name: &str, len: u32, ty: InputType) -> Input {
        state.inputs.add(&self.terms, name, len, ty)
    }
}

fn bad_function(address: u64) -> String {
    if address == 0 {
        "call through a null function pointer".to_string()
    } else {
        format!("call of {address:#x}, where there is no function")
    }
}
