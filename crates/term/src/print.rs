//! One line that a person can read.

use crate::{Op, Term, Terms};
use hashbrown::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

/// Prints a term as `(add in[3] 5:8)`. A subterm that occurs more than once is printed where it
/// first occurs, as `$1=(...)`, and is `$1` afterwards: the line is as long as the term is large.
pub struct Printed<'a> {
    terms: &'a Terms,
    term: Term,
}

enum Piece {
    Term(Term),
    Text(&'static str),
    Number(u32),
}

impl Terms {
    pub fn display(&self, term: Term) -> Printed<'_> {
        Printed { terms: self, term }
    }

    /// All subterms of `roots` with the number of places they occur in, arguments first.
    pub(crate) fn postorder(&self, roots: &[Term]) -> (Vec<Term>, HashMap<Term, u32, Hasher>) {
        let mut uses: HashMap<Term, u32, Hasher> = HashMap::default();
        let mut order = Vec::new();
        for &root in roots {
            let mut stack = vec![(root, false)];
            while let Some((t, done)) = stack.pop() {
                if done {
                    order.push(t);
                    continue;
                }
                let count = uses.entry(t).or_insert(0);
                *count += 1;
                if *count == 1 {
                    stack.push((t, true));
                    stack.extend(self.node(t).args().rev().map(|arg| (arg, false)));
                }
            }
        }
        (order, uses)
    }

    fn write_leaf(&self, t: Term, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.node(t);
        if node.op == Op::Var {
            let name = self.var_name(node.var());
            return match name.occurrence {
                0 => write!(f, "{}[{}]", name.name, name.byte),
                n => write!(f, "{}#{n}[{}]", name.name, name.byte),
            };
        }
        match self.as_bits(t) {
            Some(value) if node.width == 1 => write!(f, "{}", value.bit(0)),
            Some(value) => write!(f, "{value}:{}", node.width),
            None => write!(f, "{t:?}"),
        }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, uses) = self.terms.postorder(&[self.term]);
        let mut names: HashMap<Term, usize, Hasher> = HashMap::default();
        let mut stack = vec![Piece::Term(self.term)];
        while let Some(piece) = stack.pop() {
            let t = match piece {
                Piece::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Piece::Number(number) => {
                    write!(f, " {number}")?;
                    continue;
                }
                Piece::Term(t) => t,
            };
            let node = self.terms.node(t);
            if node.op.arity() == 0 {
                self.terms.write_leaf(t, f)?;
                continue;
            }
            if let Some(name) = names.get(&t) {
                write!(f, "${name}")?;
                continue;
            }
            if uses[&t] > 1 {
                names.insert(t, names.len() + 1);
                write!(f, "${}=", names.len())?;
            }
            write!(f, "({}", name(node.op))?;
            stack.push(Piece::Text(")"));
            match node.op {
                Op::Extract => stack.extend([Piece::Number(node.width), Piece::Number(node.lo())]),
                Op::FRound => write!(f, "-{:?}", node.rounding())?,
                Op::ZExt | Op::SExt | Op::FConv | Op::FToSI | Op::FToUI | Op::SIToF | Op::UIToF => {
                    stack.push(Piece::Number(node.width));
                }
                _ => {}
            }
            for arg in node.args().rev() {
                stack.push(Piece::Term(arg));
                stack.push(Piece::Text(" "));
            }
        }
        Ok(())
    }
}

/// Lower case, as in `(fadd x y)`.
fn name(op: Op) -> String {
    format!("{op:?}").to_lowercase()
}
