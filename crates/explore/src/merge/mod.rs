//! Who is joined. States at the same place are merged here; so far nobody is.

mod dominators;
#[cfg_attr(not(test), expect(dead_code, reason = "no mode asks yet"))]
mod meeting;
#[cfg_attr(
    not(test),
    expect(dead_code, unused_imports, reason = "no mode asks yet")
)]
mod qce;
#[cfg(test)]
mod tests;

pub use qce::QceOptions;
