//! residua: a finite-domain constraint engine.
pub mod domain;
pub mod constraints;
pub mod engine;
pub mod model;
pub mod store;
pub mod sudoku;
