/// How states are recognised that have nothing new ahead of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReduceMode {
    #[default]
    None,
    /// By everything that was read (Boonstoppel, Cadar, Engler: "RWset", 2008).
    RwSet,
    /// By what mattered to reach something uncovered, or to fail.
    Relevant,
}

impl ReduceMode {
    pub const ALL: [(&str, ReduceMode); 3] = [
        ("none", ReduceMode::None),
        ("rwset", ReduceMode::RwSet),
        ("relevant", ReduceMode::Relevant),
    ];

    pub fn named(name: &str) -> Option<ReduceMode> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, mode)| *mode)
    }
}

/// On what something that is needed may depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependency {
    /// The branches under which it was done.
    Control,
    /// What was loaded from memory.
    Memory,
    /// The branches under which it would have been written.
    Potential,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReduceOptions {
    pub mode: ReduceMode,
    /// Whether errors are to be found at all places where they are found without reduction; if not, only
    /// everything is covered that can be covered.
    pub keeps_errors: bool,
    /// Whether [`super::ReduceTotals::needed`] is kept.
    pub explains: bool,
    /// A planted fault, for the tests that are to find one.
    pub forgets: Option<Dependency>,
}

impl Default for ReduceOptions {
    fn default() -> Self {
        ReduceOptions {
            mode: ReduceMode::None,
            keeps_errors: true,
            explains: false,
            forgets: None,
        }
    }
}
