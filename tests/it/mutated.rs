//! Promise: any input is a puzzle or an error with a place: nothing panics, nothing is endless, and nothing is
//! ignored silently.

use residua_sudoku::Reader;

use crate::catalogue::times_depth;
use crate::samples::{LINE, REFERENCE};
use residua::search::Random;

/// Inputs of many kinds, to be corrupted.
const WHOLE: [&str; 11] = [
    "1... ..3. .1.. ...2\n",
    "{\"box\":\"2x2\",\"givens\":[1,2,0,0,0,0,0,0,3,4,0,0,0,0,0,0]}\n{\"box\":\"2x2\",\"cells\":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]}\n",
    "┌─────┬─────┐\n│ 1 2 │ ⋅ ⋅ │\n│ 4 3 │ ⋅ ⋅ │\n├─────┼─────┤\n│ 3 4 │ ⋅ ⋅ │\n│ 2 1 │ ⋅ ⋅ │\n└─────┴─────┘\n",
    "[[1,2,0,0],[0,0,0,0],[3,4,0,0],[0,0,0,0]]\n{(0,0):1,(1,1):2}\n",
    "G0000 = 1, G0103 in 2..3, G0204 #\\= G0303, all_distinct([G0200, G0201, G0204]).\n",
    "| 1 | 2 | | |\n|---|---|---|---|\n| 3 | 4 | | |\n| | | 1 | |\n| | | | 2 |\n",
    "+5.1.+2...+34....1\n# a comment\n1,2,,,,,,,3,4,,,,,,\n",
    "a.txt:1  several: 2 or more\ndefinite: 8 of 16 cells\n┌──────┬────────┐\n│ 1  2 │ 34  34 │\n│ 4  3 │ 12  12 │\n├──────┼────────┤\n│ 3  4 │ 12  12 │\n│ 2  1 │ 34  34 │\n└──────┴────────┘\nr3c3 = r2c4\n  r1c3 ≠ r1c4\n┌────────┬────────┐   ┌────────┬────────┐\n│ 1   2  │ 3*  4* │   │ 1   2  │ 4*  3* │\n\n",
    "puzzle('a.txt':1, [\n    [1, 2, R1C3, R1C4],\n    [4, 3, 1, 2],\n    [3, 4, 2, 1],\n    [2, 1, 4, 3]\n]) :-\n    R1C3 in 3..4,\n    R1C4 = R1C3.\n",
    "#A Name\n[Puzzle]\n1...\n..3.\n.1..\n...2\n[State]\n13..\n..3.\n.1..\n...2\n",
    "[[1,null,None,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]\n+---+---+\n| 1 |   | 3 | ∅ |\n|   |   |   |   |\n",
];

/// These and puzzles in lines.
fn whole() -> Vec<String> {
    let mut whole = WHOLE.map(str::to_owned).to_vec();
    whole.insert(1, format!("{REFERENCE}\n{LINE}\n"));
    whole
}

/// The fragments that are inserted.
const PIECES: [&[u8]; 20] = [
    b"\n",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\"",
    b"..",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"\"box\"",
    b"null",
    b"\r",
    b"\x0c",
    b"\xe2\x80\xa8",
    b"\xff",
    b"\x00",
    b"|",
];

/// One of `whole`, corrupted in a few places.
pub(crate) fn input(random: &mut Random, whole: &[String]) -> Vec<u8> {
    let mut text = whole[random.below(whole.len())].as_bytes().to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(20)).min(text.len());
        match random.below(5) {
            0 => drop(text.drain(at..end)),
            1 => text.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied()).for_each(drop),
            2 => text.splice(at..end, [random.below(256) as u8]).for_each(drop),
            3 => {
                let again = text[at..end].to_vec();
                text.splice(at..at, again).for_each(drop);
            }
            _ => {
                let other = whole[random.below(whole.len())].as_bytes();
                let from = random.below(other.len());
                text.splice(at..at, other[from..].iter().copied()).for_each(drop);
            }
        }
    }
    text
}

#[test]
fn spoilt_inputs_are_read_or_refused() {
    let (whole, mut random) = (whole(), Random::new(1));
    let (mut puzzles, mut errors) = (0, 0);
    for _ in 0..times_depth(20_000) {
        let input = input(&mut random, &whole);
        let most = input.len() + 1;
        let (mut read, mut refused) = (0, 0);
        for entry in Reader::new(&input[..], None) {
            match entry {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
            assert!(read + refused <= most, "no end: {:?}", String::from_utf8_lossy(&input));
        }
        let says_something = |line: &&[u8]| line.iter().any(u8::is_ascii_digit) && !line.starts_with(b"#");
        let lines = input.split(|&byte| byte == b'\n').filter(says_something).count();
        assert!(lines == 0 || read + refused > 0, "passed over: {:?}", String::from_utf8_lossy(&input));
        puzzles += read;
        errors += refused;
    }
    assert!(puzzles > 100 && errors > 100, "{puzzles} puzzles, {errors} errors");
}
