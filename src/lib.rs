//! residua: a finite-domain constraint engine.

pub mod constraints;
pub mod domain;
pub mod engine;
pub mod inspect;
pub mod model;
pub mod search;
pub mod store;
pub mod sudoku;
