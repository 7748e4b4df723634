//! Who cannot reach anything new. Redundant states are recognised here; so far none are.

#[allow(dead_code)] // Nobody asks yet.
mod control;
