//! The whole corpus of real queries: every answer must be the known one.

mod corpus;

use std::sync::Arc;

use pleach_solver::{Chain, PathCondition, SharedCache, SolverConfig, smtlib};
use pleach_term::Terms;

#[test]
fn every_query_of_the_corpus() {
    let Some(entries) = corpus::load().expect("the corpus is readable") else {
        println!("skipped: no corpus");
        return;
    };
    let terms = Arc::new(Terms::new());
    let config = SolverConfig::default();
    let shared = Arc::new(SharedCache::new(&config));
    let mut chain = Chain::new(terms.clone(), shared, config);
    let empty = PathCondition::new();
    for entry in &entries {
        let script = smtlib::read(&terms, &entry.text).expect(&entry.file);
        let answer = chain.check_all(&empty, &script.assertions);
        assert_eq!(answer.is_sat(), entry.satisfiable, "{}", entry.file);
        assert_eq!(answer.is_unsat(), !entry.satisfiable, "{}", entry.file);
    }
    assert_eq!(chain.statistics().model_mismatches, 0);
}
