//! Who is dropped. Learned or random pruning of live states lives here; so far nobody is dropped.
