//! Observers: tests, findings, coverage, statistics.
