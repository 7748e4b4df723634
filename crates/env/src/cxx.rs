//! What C++ programs need of their library: operators new and delete,
//! exceptions, guards of local statics.

use crate::alloc::{self, ALIGN, Filled};
use crate::args::{is_nonzero, nothing, number, word};
use pleach_interp::{ErrorKind, Exception, HostCall, Machine, Returned, Size, State, Step, Value};
use pleach_memory::{Gift, Kind, Owner};

/// `operator new(size)`, also for arrays.
pub(crate) fn new(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    let wanted = alloc::size(machine, state, wanted)?;
    throwing(machine, state, wanted, ALIGN)
}

/// `operator new(size, align)`
pub(crate) fn new_aligned(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (wanted, align) = (word(machine, call, 0), word(machine, call, 1));
    let align = machine.enumerate(state, align, 64)?.bits;
    let wanted = alloc::size(machine, state, wanted)?;
    throwing(machine, state, wanted, align.max(ALIGN))
}

fn throwing(machine: &mut Machine, state: &mut State, wanted: Size, align: u64) -> Step<Returned> {
    let base = alloc::allocate(machine, state, wanted, align, Filled::Undefined);
    if base == 0 {
        let message = "operator new throws std::bad_alloc: so large an allocation fails";
        return machine.fail(state, ErrorKind::UncaughtException, message);
    }
    number(base)
}

/// `operator new(size, align, nothrow)`; without `align` it is `malloc`.
pub(crate) fn new_aligned_nothrow(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (wanted, align) = (word(machine, call, 0), word(machine, call, 1));
    let align = machine.enumerate(state, align, 64)?.bits;
    let wanted = alloc::size(machine, state, wanted)?;
    number(alloc::allocate(
        machine,
        state,
        wanted,
        align.max(ALIGN),
        Filled::Undefined,
    ))
}

/// The exception object belongs to the library: leaking it is not the program's fault.
pub(crate) fn allocate_exception(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    let wanted = alloc::size(machine, state, wanted)?;
    let base = alloc::allocate_for(
        Owner::System,
        machine,
        state,
        wanted,
        ALIGN,
        Filled::Undefined,
    );
    machine.set_kind(state, base, Kind::System(Gift::Exception));
    number(base)
}

pub(crate) fn free_exception(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = word(machine, call, 0);
    let base = machine.enumerate(state, object, 64)?.bits;
    machine.free_heap(state, base);
    nothing()
}

/// `__cxa_throw(object, type_info, destructor)`
pub(crate) fn throw(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let mut args = [0; 3];
    for (i, arg) in args.iter_mut().enumerate() {
        let value = word(machine, call, i);
        *arg = machine.enumerate(state, value, 64)?.bits;
    }
    let [object, type_info, destructor] = args;
    state.exceptions.push(Exception {
        object,
        type_info,
        destructor,
        adjust: 0,
        handlers: 0,
    });
    machine.throw(state, object)?;
    Ok(Returned::Elsewhere)
}

/// Set in `handlers` while an exception is on its way again: the handlers that
/// it leaves do not destroy it.
const RETHROWN: u32 = 1 << 31;

fn is_caught(exception: &Exception) -> bool {
    exception.handlers & !RETHROWN > 0
}

/// The exception of the innermost handler that is running.
fn caught(state: &State) -> Option<usize> {
    state.exceptions.iter().rposition(is_caught)
}

pub(crate) fn rethrow(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    let Some(at) = caught(state) else {
        let message = "an exception is thrown again where none is being handled";
        return machine.fail(state, ErrorKind::UncaughtException, message);
    };
    state.exceptions[at].handlers |= RETHROWN;
    let object = state.exceptions[at].object;
    machine.throw(state, object)?;
    Ok(Returned::Elsewhere)
}

/// `_Unwind_Resume(object)`: goes on unwinding after a cleanup.
pub(crate) fn resume(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = word(machine, call, 0);
    let object = machine.enumerate(state, object, 64)?.bits;
    machine.throw(state, object)?;
    Ok(Returned::Elsewhere)
}

/// `__cxa_begin_catch(object)`: gives what the handler is to see.
pub(crate) fn begin_catch(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = word(machine, call, 0);
    let object = machine.enumerate(state, object, 64)?.bits;
    let seen = visible(machine, state, object)?;
    if let Some(at) = state.exceptions.iter().rposition(|e| e.object == object) {
        let mut exception = state.exceptions.remove(at);
        exception.handlers = (exception.handlers & !RETHROWN) + 1;
        state.exceptions.push(exception);
    }
    Ok(Returned::One(seen))
}

pub(crate) fn get_exception_ptr(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = word(machine, call, 0);
    let object = machine.enumerate(state, object, 64)?.bits;
    Ok(Returned::One(visible(machine, state, object)?))
}

/// Handlers of pointers get the pointer itself, all others the exception's address.
fn visible(machine: &mut Machine, state: &mut State, object: u64) -> Step<Value> {
    let Some(exception) = state
        .exceptions
        .iter()
        .rev()
        .find(|e| e.object == object)
        .cloned()
    else {
        return Ok(Value::concrete(object));
    };
    if !is_pointer_type(machine, exception.type_info) {
        return Ok(Value::concrete(object + exception.adjust));
    }
    let pointer = machine.load_value(state, Value::concrete(object), 64)?;
    Ok(machine.add_offset(pointer, exception.adjust))
}

/// Whether a type is a pointer, by its mangled name: the type infos of the
/// library's own types are only declared, so that there are no bytes to read.
fn is_pointer_type(machine: &Machine, type_info: u64) -> bool {
    let global = machine
        .module
        .globals
        .iter()
        .find(|g| g.address == type_info);
    global.is_some_and(|g| g.name.starts_with("_ZTIP"))
}

/// `__cxa_end_catch()`: the last handler destroys the exception.
pub(crate) fn end_catch(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    let Some(at) = caught(state) else {
        return nothing();
    };
    let Exception {
        object,
        destructor,
        handlers,
        ..
    } = state.exceptions[at];
    if handlers != 1 {
        state.exceptions[at].handlers -= 1;
        return nothing();
    }
    if destructor == 0 {
        state.exceptions.remove(at);
        machine.free_heap(state, object);
        return nothing();
    }
    let function = machine.function_at(state, Value::concrete(destructor))?;
    state.exceptions.remove(at);
    if !machine.module.functions[function.index()].is_defined() {
        return nothing();
    }
    machine.call_instead(state, function, &[Value::concrete(object)])?;
    Ok(Returned::Elsewhere)
}

/// `__cxa_guard_acquire(guard)`: whether the static still has to be made.
pub(crate) fn guard_acquire(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let done = machine.load_value(state, word(machine, call, 0), 8)?;
    let done = is_nonzero(machine, done);
    let done = machine.decide(state, done)?;
    number(u64::from(!done))
}

pub(crate) fn guard_release(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.store_value(state, word(machine, call, 0), 8, Value::concrete(1))?;
    nothing()
}

pub(crate) fn pure_virtual(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(
        state,
        ErrorKind::Abort,
        "a pure virtual function was called",
    )
}

pub(crate) fn terminate(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(
        state,
        ErrorKind::UncaughtException,
        "std::terminate was called",
    )
}

/// `std::__throw_...`: exceptions that the library itself throws.
pub(crate) fn library_throws(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let name = pleach_ir::readable(call.name);
    let what = name.strip_prefix("std::__throw_").unwrap_or(&name);
    machine.fail(
        state,
        ErrorKind::UncaughtException,
        format!("the C++ library throws std::{what}"),
    )
}

/// Whether a name is one of `std::__throw_...`.
pub(crate) fn is_library_throw(name: &str) -> bool {
    name.starts_with("_ZSt") && name.contains("__throw_")
}
