//! residua: a finite-domain constraint engine.
pub mod domain;
pub mod sudoku;
