//! State and step: what each instruction means.
