//! Operators of the theory of bit-vectors and of the core theory.

use pleach_term::{Term, Terms};

use super::ReadError;
use super::arrays::ArrayId;

/// What an expression denotes. Booleans are bit-vectors of width 1, as everywhere in this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Term(Term),
    Array(ArrayId),
}

type Binary = fn(&Terms, Term, Term) -> Term;

fn refused(operator: &str) -> ReadError {
    ReadError::Arguments {
        operator: operator.to_string(),
    }
}

/// Operators that take any number of arguments of one width, from the left.
fn chained(operator: &str) -> Option<Binary> {
    Some(match operator {
        "and" | "bvand" => Terms::and,
        "or" | "bvor" => Terms::or,
        "xor" | "bvxor" => Terms::xor,
        "bvadd" => Terms::add,
        "bvmul" => Terms::mul,
        _ => return None,
    })
}

/// Operators that take two arguments of one width.
fn paired(operator: &str) -> Option<Binary> {
    Some(match operator {
        "bvsub" => Terms::sub,
        "bvudiv" => Terms::udiv,
        "bvsdiv" => Terms::sdiv,
        "bvurem" => Terms::urem,
        "bvsrem" => Terms::srem,
        "bvshl" => Terms::shl,
        "bvlshr" => Terms::lshr,
        "bvashr" => Terms::ashr,
        "bvult" => Terms::ult,
        "bvule" => Terms::ule,
        "bvugt" => Terms::ugt,
        "bvuge" => Terms::uge,
        "bvslt" => Terms::slt,
        "bvsle" => Terms::sle,
        "bvsgt" => Terms::sgt,
        "bvsge" => Terms::sge,
        _ => return None,
    })
}

/// Applies a plain operator.
pub(super) fn apply(terms: &Terms, operator: &str, args: &[Term]) -> Result<Term, ReadError> {
    let refuse = || refused(operator);
    let [first, rest @ ..] = args else {
        return Err(refuse());
    };
    let width = terms.width(*first);
    let same_width = args.iter().all(|a| terms.width(*a) == width);
    if let Some(binary) = chained(operator) {
        return match same_width {
            true => Ok(rest.iter().fold(*first, |a, b| binary(terms, a, *b))),
            false => Err(refuse()),
        };
    }
    match (operator, args) {
        ("not", [a]) if width == 1 => Ok(terms.not(*a)),
        ("bvnot", [a]) => Ok(terms.not(*a)),
        ("bvneg", [a]) => Ok(terms.neg(*a)),
        ("=", [_, ..]) if same_width => Ok(args.windows(2).fold(terms.tru(), |all, pair| {
            terms.and(all, terms.eq(pair[0], pair[1]))
        })),
        ("distinct", [a, b]) if same_width => Ok(terms.ne(*a, *b)),
        ("=>", [a, b]) if same_width && width == 1 => Ok(terms.or(terms.not(*a), *b)),
        ("ite", [c, a, b]) if width == 1 && terms.width(*a) == terms.width(*b) => {
            Ok(terms.ite(*c, *a, *b))
        }
        ("concat", [_, _, ..]) => Ok(rest
            .iter()
            .fold(*first, |high, low| terms.concat(high, *low))),
        (_, [a, b]) if same_width => match paired(operator) {
            Some(binary) => Ok(binary(terms, *a, *b)),
            None => Err(ReadError::Unsupported(operator.to_string())),
        },
        _ if paired(operator).is_some() => Err(refuse()),
        _ => Err(ReadError::Unsupported(operator.to_string())),
    }
}

/// Applies `(_ operator number ...)`.
pub(super) fn apply_indexed(
    terms: &Terms,
    operator: &str,
    numbers: &[u32],
    arg: Term,
) -> Result<Term, ReadError> {
    let width = terms.width(arg);
    match (operator, numbers) {
        ("extract", [high, low]) if low <= high && *high < width => {
            Ok(terms.extract(arg, *low, high - low + 1))
        }
        ("zero_extend", [by]) => Ok(terms.zext(arg, width + by)),
        ("sign_extend", [by]) => Ok(terms.sext(arg, width + by)),
        ("extract" | "zero_extend" | "sign_extend", _) => Err(refused(operator)),
        _ => Err(ReadError::Unsupported(operator.to_string())),
    }
}
