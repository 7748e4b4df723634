//! The exploration loop and its roles: search, merge, prune, reduce, drive.
