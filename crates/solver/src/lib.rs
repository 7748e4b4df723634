//! Path conditions, the layered solver chain and its back ends.
