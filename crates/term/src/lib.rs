//! Hash-consed bit-vector and float terms: build and fold, evaluate under a model, print.
