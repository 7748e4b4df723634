//! Bitcode and C lowered once into immutable tables with typed indices; the only crate that sees LLVM.
