use crate::{Op, Term, Terms};
impl Terms {
    pub fn ite(&self, c: Term, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if self.is_true(c) { return a; }
        if self.is_false(c) { return b; }
        self.node3(Op::Ite, width, c, a, b)
    }
}
