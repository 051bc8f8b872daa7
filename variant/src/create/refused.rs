//! Requests that are refused before any work begins.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use residua::model::ModelError;
use residua_sudoku::steps::{BoardError, EmptyRange};

/// Why no puzzle can be what is asked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RefusedVariant {
    /// The rules make no model.
    Rules(ModelError),
    /// The rules are beyond what steps are found for.
    Steps(BoardError),
    /// No step costs what is asked for.
    Difficulty(EmptyRange),
    /// More givens than cells.
    TooMany {
        /// The number of givens.
        count: usize,
        /// The number of cells.
        cells: usize,
    },
    /// Random cages, where cells count twice in sums.
    Doublers,
    /// Cages of no cell, or of more cells than digits.
    CageSizes {
        /// The numbers of cells that are asked for.
        asked: RangeInclusive<usize>,
        /// The number of digits.
        most: usize,
    },
    /// A symmetry of a grid that is no square.
    Symmetry,
}

impl fmt::Display for RefusedVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusedVariant::Rules(error) => error.fmt(f),
            RefusedVariant::Steps(error) => error.fmt(f),
            RefusedVariant::Difficulty(empty) => empty.fmt(f),
            RefusedVariant::TooMany { count, cells } => write!(f, "the grid has {cells} cells, not {count}"),
            RefusedVariant::Doublers => {
                f.write_str("random cages and cells that count twice in sums do not go together")
            }
            RefusedVariant::CageSizes { asked, .. } if asked.is_empty() => {
                write!(f, "no size of a cage is from {} to {}", asked.start(), asked.end())
            }
            RefusedVariant::CageSizes { asked, most } => {
                write!(f, "cages have 1 to {most} cells, not {} to {}", asked.start(), asked.end())
            }
            RefusedVariant::Symmetry => f.write_str("a symmetry needs a square grid"),
        }
    }
}

impl Error for RefusedVariant {}
