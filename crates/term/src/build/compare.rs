use crate::{Op, Term, Terms};
macro_rules! binary { ($($name:ident $op:ident)*) => { impl Terms { $(
    pub fn $name(&self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if let Some(t) = self.fold(Op::$op, 1, &[a, b], 0) { return t; }
        self.node2(Op::$op, 1, a, b)
    }
)* } } }
binary! { eq Eq ult Ult ule Ule slt Slt sle Sle }
impl Terms {
    pub fn ne(&self, a: Term, b: Term) -> Term { self.not(self.eq(a, b)) }
    pub fn ugt(&self, a: Term, b: Term) -> Term { self.ult(b, a) }
    pub fn uge(&self, a: Term, b: Term) -> Term { self.ule(b, a) }
    pub fn sgt(&self, a: Term, b: Term) -> Term { self.slt(b, a) }
    pub fn sge(&self, a: Term, b: Term) -> Term { self.sle(b, a) }
}
