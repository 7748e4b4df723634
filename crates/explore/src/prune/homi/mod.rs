//! Learned state pruning (Cha, Oh: "Making Symbolic Execution Promising by Learning Aggressive State-Pruning
//! Strategy", 2020): what an iteration learns from the tests of those before it. Sections are those of the paper.

pub mod budget;
pub mod data;
pub mod extract;
pub mod features;
pub mod learn;
mod pruner;
pub mod sample;
pub mod score;

pub(super) use pruner::Homi;
