//! Terminal colours of verdicts and grids: givens, solved cells, differences.

use residua_sudoku::Puzzle;

/// What text in a colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// A verdict that settles everything.
    Good,
    /// A verdict that leaves something open.
    Open,
    /// A verdict without a solution.
    Bad,
    /// A cell with a given.
    Given,
    /// A cell that was solved.
    Solved,
    /// A cell in which two solutions differ.
    Differs,
}

impl Tint {
    /// As the terminal is asked for it (SGR).
    fn code(self) -> &'static str {
        match self {
            Tint::Good => "1;32",
            Tint::Open | Tint::Differs => "1;33",
            Tint::Bad => "1;31",
            Tint::Given => "1",
            Tint::Solved => "32",
        }
    }
}

/// Whether there is colour.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    is_on: bool,
}

impl Paint {
    /// Colour, or none.
    pub fn new(is_on: bool) -> Paint {
        Paint { is_on }
    }

    /// Whether there is any.
    pub fn is_on(self) -> bool {
        self.is_on
    }

    /// Text in a colour.
    pub fn text(self, tint: Tint, text: &str) -> String {
        if self.is_on { format!("\x1b[{}m{text}\x1b[0m", tint.code()) } else { text.to_owned() }
    }

    /// A drawn grid, its cells one after another in the colours of `tint`.
    pub fn grid(self, drawn: String, tint: impl Fn(usize) -> Option<Tint>) -> String {
        if !self.is_on {
            return drawn;
        }
        let mut cell = 0;
        let mut word = |word: &str| {
            if !word.contains(|c: char| c.is_ascii_alphanumeric() || "⋅∅".contains(c)) {
                return word.to_owned();
            }
            cell += 1;
            tint(cell - 1).map_or_else(|| word.to_owned(), |tint| self.text(tint, word))
        };
        let words = drawn.split_inclusive([' ', '\n']).map(|piece| {
            let text = piece.trim_end_matches([' ', '\n']);
            word(text) + &piece[text.len()..]
        });
        words.collect()
    }

    /// A grid of definite cells of a puzzle: what is given, and what was solved.
    pub fn solved(self, drawn: String, puzzle: &Puzzle, is_solved: impl Fn(usize) -> bool) -> String {
        self.grid(drawn, |cell| match puzzle.given(cell) {
            Some(_) => Some(Tint::Given),
            None => is_solved(cell).then_some(Tint::Solved),
        })
    }

    /// A solution of a puzzle beside another one: what is given, and where the two differ.
    pub fn differing(self, drawn: String, puzzle: &Puzzle, differs: impl Fn(usize) -> bool) -> String {
        self.grid(drawn, |cell| match puzzle.given(cell) {
            Some(_) => Some(Tint::Given),
            None => differs(cell).then_some(Tint::Differs),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use residua_sudoku::render;

    #[test]
    fn cells_are_coloured_and_nothing_else() {
        let puzzle: Puzzle = "1... ..3. .1.. ...2".parse().expect("a puzzle");
        let cells = [1, 3, 2, 4, 4, 2, 3, 1, 2, 1, 4, 3, 3, 4, 1, 2];
        let drawn = render::boxed(puzzle.geometry(), &cells);
        let painted = Paint { is_on: true }.solved(drawn.clone(), &puzzle, |cell| cell != 15);
        let first = "│ \x1b[1m1\x1b[0m  \x1b[32m3\x1b[0m │ \x1b[32m2\x1b[0m  \x1b[32m4\x1b[0m │\n";
        assert!(painted.contains(first), "{painted}");
        assert_eq!((painted.matches("\x1b[1m").count(), painted.matches("\x1b[32m").count()), (4, 12));
        let plain = painted.replace("\x1b[1m", "").replace("\x1b[32m", "").replace("\x1b[0m", "");
        assert_eq!(plain, drawn);
        assert_eq!(Paint { is_on: false }.solved(drawn.clone(), &puzzle, |_| true), drawn);
    }
}
