use pleach_interp::QuestionCost;
use pleach_memory::Site;
use std::collections::BTreeMap;

/// Where an exploration spent its work.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// By the number of an edge or a function's entry ([`pleach_interp::Code::edge_number`]): how
    /// often it was taken, by all states.
    pub edges: Vec<u64>,
    /// What questions took, by the place in the program's own code that asked them: the call, where
    /// a library's function did.
    pub questions: BTreeMap<Site, QuestionCost>,
}
