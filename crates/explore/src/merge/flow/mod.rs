//! What code does to values, without running it: which questions it asks about what, and from where to
//! where values flow.

mod bases;
mod carrier;
mod effects;

pub(super) use bases::Globals;
pub(super) use carrier::Carrier;
pub(super) use effects::{BlockEffects, CallEffect, Effect, Kind, Way, effects, next_blocks};
