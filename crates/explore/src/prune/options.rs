use super::homi::budget::{Schedule, Space};

/// Who is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PruneMode {
    #[default]
    None,
    /// Any.
    Random,
    /// Nobody, but the program begins anew as often as with the others.
    Divide,
    /// Those that are least like what was worth a test before.
    Homi,
}

impl PruneMode {
    pub const ALL: [(&str, PruneMode); 4] = [
        ("none", PruneMode::None),
        ("random", PruneMode::Random),
        ("divide", PruneMode::Divide),
        ("homi", PruneMode::Homi),
    ];

    pub fn named(name: &str) -> Option<PruneMode> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, mode)| *mode)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct PruneOptions {
    pub mode: PruneMode,
    /// What iterations take, and when states go; in smaller steps where the run is short.
    pub schedule: Schedule,
    /// Which part of the states goes.
    pub ratios: Space,
    /// Iterations that only explore.
    pub explored_first: u32,
}

impl Default for PruneOptions {
    fn default() -> Self {
        PruneOptions {
            mode: PruneMode::None,
            schedule: Schedule::PAPER,
            ratios: Space::RATIOS,
            explored_first: 10,
        }
    }
}
