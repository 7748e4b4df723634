use pleach_term::Terms;

use super::{ReadError, read};

fn assertions(text: &str) -> Result<usize, ReadError> {
    read(&Terms::new(), text).map(|script| script.assertions.len())
}

#[test]
fn constant_reads_are_byte_variables() {
    let terms = Terms::new();
    let text = "(declare-fun a () (Array (_ BitVec 32) (_ BitVec 8)))
        (assert (let ((?x (select a (_ bv1 32)))) (= ?x (_ bv7 8)))) (check-sat)";
    let script = read(&terms, text).unwrap();
    let byte = terms.var(terms.input("a[1]", 0, 1).first);
    assert_eq!(script.assertions, [terms.eq(byte, terms.constant(8, 7))]);
}

#[test]
fn filled_arrays_are_tables() {
    let terms = Terms::new();
    let text = "(declare-fun t () (Array (_ BitVec 8) (_ BitVec 8)))
        (declare-fun i () (_ BitVec 8))
        (assert (= (select t (_ bv0 8)) (_ bv10 8)))
        (assert (= (select t (_ bv1 8)) (_ bv20 8)))
        (assert (= (select (store t (_ bv1 8) #x1e) (bvand i #x01)) #x1e))";
    let script = read(&terms, text).unwrap();
    let i = terms.input("i", 0, 1).first;
    let mut evaluator = pleach_term::Evaluator::new();
    let holds = |value| {
        script
            .assertions
            .iter()
            .all(|t| evaluator.eval(&terms, *t, &|v| if v == i { value } else { 0 }) == 1)
    };
    assert_eq!([0, 1, 2, 3].map(holds), [false, true, false, true]);
}

#[test]
fn reads_at_equal_indices_are_tied() {
    let text = "(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8)))
        (declare-fun i () (_ BitVec 8))
        (assert (= (select a i) #x05)) (assert (= #x06 (select a #x02)))";
    assert_eq!(assertions(text), Ok(3));
}

#[test]
fn wrong_texts_are_errors() {
    for text in [
        "(assert",
        "(assert true))",
        "(assert (bvadd #x00 #x0000))",
        "(assert unknown)",
        "(assert (_ bv1 0))",
        "(push 1)",
        "(assert ((_ extract 8 0) #x00))",
        "(assert ())",
        "(assert (let ((x)) x))",
        "(assert #x00)",
        "(assert (let () true false))",
        "(assert (_ bv4 2))",
    ] {
        assert!(assertions(text).is_err(), "{text}");
    }
    assert!(matches!(
        assertions("\n(assert (true)"),
        Err(ReadError::Syntax { line: 2, .. })
    ));
}
