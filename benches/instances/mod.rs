//! The problems of the benches: models, and instances read from files.
//!
//! The race in `peers/` includes this module too, so that both use the same problems.

#![allow(dead_code, reason = "each bench takes what it needs")]

pub(crate) mod all_interval;
pub(crate) mod costas;
pub(crate) mod crossword;
pub(crate) mod langford;
pub(crate) mod magic;
pub(crate) mod nonogram;
pub(crate) mod quasigroup;
pub(crate) mod queens;
pub(crate) mod sudoku;

use std::path::PathBuf;

/// The text of a file in the folder `RESIDUA_PUZZLES`; prints a message on stderr if it cannot be read.
pub(crate) fn read(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("RESIDUA_PUZZLES") else {
        report(&format!("SKIPPED: {file}, for RESIDUA_PUZZLES is not set"));
        return None;
    };
    let path = PathBuf::from(folder).join(file);
    std::fs::read_to_string(&path)
        .inspect_err(|error| report(&format!("SKIPPED: {}: {error}", path.display())))
        .ok()
}

/// Random numbers below what is asked for, the same for the same seed (Knuth, *MMIX*; the low bits are weak).
pub(crate) fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

/// At most `count` of the items, taken evenly from first to last.
pub(crate) fn sample<T>(items: Vec<T>, count: usize) -> Vec<T> {
    let step = items.len().div_ceil(count.max(1)).max(1);
    items.into_iter().step_by(step).collect()
}

#[expect(clippy::print_stderr, reason = "what was skipped must be seen")]
fn report(message: &str) {
    eprintln!("{message}");
}
