//! Pictures of a puzzle: what is to be seen as plain data, drawn as SVG, alone or on a page.
//!
//! | file | holds |
//! |---|---|
//! | `scene.rs` | the picture of what an inspection found, of a solution, of givens |
//! | `layout.rs` | where everything stands |
//! | `svg.rs` | the drawing |
//! | `style.rs` | colours and fonts, in light and dark, on screen and on paper |
//! | `page.rs` | pictures and what is said of them as a page for a browser |
//!
//! The text that comes out depends on the picture only. It refers to nothing outside itself.

mod layout;
mod page;
mod scene;
mod style;
mod svg;

pub use crate::sudoku::render::picture::page::{Page, Sheet};
pub use crate::sudoku::render::picture::svg::svg;

use crate::sudoku::geometry::Geometry;

/// A grid as it is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The shape of the grid.
    pub geometry: Geometry,
    /// What the picture shows, in a few words, for those who do not see it.
    pub title: String,
    /// Row by row; cells beyond the end are blank.
    pub cells: Vec<Cell>,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it.
    pub content: Content,
    /// The component that it belongs to, from 0: cells of a component have a colour.
    pub component: Option<usize>,
    /// The group of equal cells that it belongs to, from 0: they share a letter and an outline.
    pub equal: Option<usize>,
    /// Why it is to be noticed.
    pub mark: Option<Mark>,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    #[default]
    Blank,
    /// A given.
    Given(i32),
    /// A digit that somebody has entered, and that counts.
    Entered(i32),
    /// The value that the cell has in all solutions.
    Definite(i32),
    /// The value that it has in the solution that is shown.
    Solved(i32),
    /// The values that are left, with what is known of them.
    Open(Vec<(i32, Known)>),
}

/// What is known of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is part of a solution.
    Possible,
    /// It is left at the strength that was asked for.
    Left,
    /// A limit came before it was known.
    Unknown,
}

/// Why a cell is to be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It has another value in the other solution.
    Differs,
    /// What stands in it clashes with others so marked.
    Clashes,
}
