//! Squares of words: each row and each column is a word of a list, by a `table` each.

use residua::constraints::table;
use residua::model::{IntVar, Model, ModelError};

use crate::instances::draws;

/// The model of squares of `count` made-up words of five letters, and its letters row by row.
pub(crate) fn crossword(count: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let words = words(count);
    let mut model = Model::new();
    let letters = model.int_vars("l", 25, 0..26);
    for line in 0..5 {
        model.post(table(&letters[line * 5..][..5], &words))?;
        model.post(table(letters[line..].iter().step_by(5), &words))?;
    }
    Ok((model, letters))
}

/// Words that could be pronounced: vowels and consonants take turns, more or less.
fn words(count: usize) -> Vec<[i32; 5]> {
    const SHAPES: [&[u8; 5]; 6] = [b"cvcvc", b"cvccv", b"vcvcv", b"ccvcv", b"vccvc", b"cvvcv"];
    const CONSONANTS: &[u8] = b"bcdfghjklllmnnnpqrrrsssttttvwxyz";
    const VOWELS: &[u8] = b"aaaeeeeiioou";
    let mut draw = draws(7);
    let mut words: Vec<[i32; 5]> = (0..count)
        .map(|_| {
            SHAPES[draw(SHAPES.len())].map(|kind| {
                let letters = if kind == b'c' { CONSONANTS } else { VOWELS };
                i32::from(letters[draw(letters.len())] - b'a')
            })
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}
