//! Who is joined. States at the same place are merged here; so far nobody is.

mod dominators;
#[cfg_attr(not(test), expect(dead_code, reason = "no mode asks yet"))]
mod meeting;
#[cfg(test)]
mod tests;
