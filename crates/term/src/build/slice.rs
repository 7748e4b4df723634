use crate::{Node, Op, Term, Terms};
impl Terms {
    pub fn concat(&self, hi: Term, lo: Term) -> Term {
        let width = self.width(hi) + self.width(lo);
        if let Some(t) = self.fold(Op::Concat, width, &[hi, lo], 0) { return t; }
        self.node2(Op::Concat, width, hi, lo)
    }
    pub fn extract(&self, t: Term, lo: u32, width: u32) -> Term {
        if let Some(t) = self.fold(Op::Extract, width, &[t], lo) { return t; }
        if lo == 0 && width == self.width(t) { return t; }
        self.intern(Node { op: Op::Extract, width, a: t.raw(), b: lo, c: 0 })
    }
    pub fn zext(&self, t: Term, width: u32) -> Term {
        if let Some(t) = self.fold(Op::ZExt, width, &[t], 0) { return t; }
        if width == self.width(t) { return t; }
        self.node1(Op::ZExt, width, t)
    }
    pub fn sext(&self, t: Term, width: u32) -> Term {
        if let Some(t) = self.fold(Op::SExt, width, &[t], 0) { return t; }
        if width == self.width(t) { return t; }
        self.node1(Op::SExt, width, t)
    }
    pub fn trunc(&self, t: Term, width: u32) -> Term { self.extract(t, 0, width) }
    /// Little endian: the first term is the lowest byte.
    pub fn concat_bytes(&self, bytes: &[Term]) -> Term {
        let (&first, rest) = bytes.split_first().expect("at least one byte");
        rest.iter().fold(first, |low, &byte| self.concat(byte, low))
    }
}
