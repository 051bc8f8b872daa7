//! Questions about a cell: `r3c5=7`, `r3c5!=7`, `r3c5`.

use std::str::FromStr;

use residua_sudoku::Geometry;

/// A question as it was written: the cell's name, and what is claimed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    cell: String,
    claim: Option<Claim>,
}

/// A question about a cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub cell: usize,
    /// `None` asks for all there is to say.
    pub claim: Option<Claim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Is(i32),
    IsNot(i32),
}

const FORM: &str = "expected a question like r3c5=7, r3c5!=7 or r3c5";

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("{FORM}, found \"{text}\"");
        let sign = text.find(['=', '!', '≠']).unwrap_or(text.len());
        let (cell, rest) = (text[..sign].trim().to_owned(), text[sign..].trim());
        let is_name = cell.starts_with(['r', 'R']) && cell.chars().all(|c| c.is_ascii_alphanumeric());
        let number = |text: &str| text.trim().parse::<i32>().map_err(|_| unknown());
        let claim = if rest.is_empty() {
            None
        } else if let Some(value) = rest.strip_prefix("!=").or_else(|| rest.strip_prefix('≠')) {
            Some(Claim::IsNot(number(value)?))
        } else if let Some(value) = rest.strip_prefix("==").or_else(|| rest.strip_prefix('=')) {
            Some(Claim::Is(number(value)?))
        } else {
            return Err(unknown());
        };
        if is_name { Ok(Asked { cell, claim }) } else { Err(unknown()) }
    }
}

impl Asked {
    /// The question about this grid; a message, if it has no such cell or value.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn within(&self, geometry: Geometry) -> Result<Question, String> {
        let size = geometry.size();
        let cell = geometry
            .parse_cell_name(&self.cell)
            .ok_or_else(|| format!("expected a cell from r1c1 to r{size}c{size}, found \"{}\"", self.cell))?;
        let (Some(Claim::Is(value) | Claim::IsNot(value)), claim) = (self.claim, self.claim) else {
            return Ok(Question { cell, claim: None });
        };
        if (1..=size as i32).contains(&value) {
            Ok(Question { cell, claim })
        } else {
            Err(format!("expected a value from 1 to {size} for {}, found {value}", self.cell))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let grid = Geometry::new(3, 3).expect("a box");
        let read = |text: &str| text.parse::<Asked>().and_then(|asked| asked.within(grid));
        assert_eq!(read("r3c5"), Ok(Question { cell: 22, claim: None }));
        for text in ["r3c5=7", "R3C5 = 7", "r3c5==7"] {
            assert_eq!(read(text), Ok(Question { cell: 22, claim: Some(Claim::Is(7)) }), "{text}");
        }
        for text in ["r3c5!=7", "r3c5 ≠ 7"] {
            assert_eq!(read(text), Ok(Question { cell: 22, claim: Some(Claim::IsNot(7)) }), "{text}");
        }
        for text in ["", "7", "r3c5<7", "r3c5=", "r3c5=x", "r0c1", "r10c1", "r1c1=0", "r1c1=10", "r3c5!7"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
