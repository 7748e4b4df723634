//! Objects of the model. They have a segment of their own, so that what the model allocates never
//! moves what the program allocates, and none fails under `--max-fail`. The program can use those that
//! it gets to see, not free them.

use crate::alloc::{self, ALIGN, Filled};
use crate::args::{nothing, number, word};
use pleach_interp::{HostCall, Machine, Returned, State, Step, Value};
use pleach_memory::Owner;

/// `__pleach_malloc(size)`
pub(crate) fn malloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    allocate(machine, state, wanted, ALIGN, Filled::Undefined)
}

/// `__pleach_calloc(n, each)`
pub(crate) fn calloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (n, each) = (word(machine, call, 0), word(machine, call, 1));
    match alloc::product(machine, state, n, each)? {
        Some(wanted) => allocate(machine, state, wanted, ALIGN, Filled::Zero),
        None => number(0),
    }
}

/// `__pleach_memalign(align, size)`: of zeroes, as new pages are
pub(crate) fn memalign(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (align, wanted) = (word(machine, call, 0), word(machine, call, 1));
    let align = machine.enumerate(state, align, 64)?.bits;
    allocate(machine, state, wanted, align.max(ALIGN), Filled::Zero)
}

fn allocate(
    machine: &mut Machine,
    state: &mut State,
    wanted: Value,
    align: u64,
    filled: Filled,
) -> Step<Returned> {
    let wanted = alloc::size(machine, state, wanted)?;
    let base = alloc::allocate_for(Owner::System, machine, state, wanted, align, filled);
    number(base)
}

/// `__pleach_free(object)`
pub(crate) fn free(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = word(machine, call, 0);
    let base = machine.enumerate(state, object, 64)?.bits;
    machine.free_heap(state, base);
    nothing()
}
