use crate::{Op, Term, Terms};
macro_rules! binary { ($($name:ident $op:ident)*) => { impl Terms { $(
    pub fn $name(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(t) = self.fold(Op::$op, width, &[a, b], 0) { return t; }
        self.node2(Op::$op, width, a, b)
    }
)* } } }
binary! { add Add sub Sub mul Mul udiv UDiv sdiv SDiv urem URem srem SRem and And or Or xor Xor shl Shl lshr LShr ashr AShr }
impl Terms {
    pub fn neg(&self, a: Term) -> Term { self.sub(self.zero(self.width(a)), a) }
    pub fn not(&self, a: Term) -> Term { self.xor(self.ones(self.width(a)), a) }
}
