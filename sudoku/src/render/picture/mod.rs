//! Pictures of a puzzle: their content as plain data, drawn as SVG, alone or on a page.
//!
//! | file | holds |
//! |---|---|
//! | `scene.rs` | the picture of what an inspection found, of a solution, of givens, of a step |
//! | `marks.rs` | what a picture marks of a step |
//! | `layout.rs` | coordinates |
//! | `svg.rs` | the drawing |
//! | `cell.rs` | a cell of it |
//! | `parts.rs` | what pictures of a page have in common |
//! | `style.rs` | colours and fonts, in light and dark, on screen and on paper |
//! | `page.rs` | pictures and the text about them as a page for a browser |
//! | `legend.rs` | what the kinds of cells and candidates mean |
//! | `path.rs` | the section of a page about a solution by steps |
//!
//! The output depends on the picture only. It refers to nothing outside itself.

mod cell;
mod layout;
mod legend;
mod marks;
mod page;
mod parts;
mod path;
mod scene;
pub mod style;
mod svg;

pub use crate::render::picture::cell::{classes, describe_cell, letter};
pub use crate::render::picture::marks::Marks;
pub use crate::render::picture::page::{Drawn, Page, Sheet};
pub use crate::render::picture::parts::Parts;
pub use crate::render::picture::path::{Path, Told};
pub use crate::render::picture::scene::left;
pub use crate::render::picture::svg::{escape, svg};

use crate::geometry::Geometry;
use crate::steps::Role;

/// The content of a picture of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The shape of the grid.
    pub geometry: Geometry,
    /// The title: a few words on what the picture shows, as alternative text.
    pub title: String,
    /// Row by row; cells beyond the end are blank.
    pub cells: Vec<Cell>,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The content of the cell.
    pub content: Content,
    /// The component that it belongs to, from 0: cells of a component have a colour.
    pub component: Option<usize>,
    /// The group of equal cells that it belongs to, from 0: they share a letter and an outline.
    pub equal: Option<usize>,
    /// The reason for highlighting it, if it is.
    pub mark: Option<Mark>,
}

/// The content of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    #[default]
    Blank,
    /// A given.
    Given(i32),
    /// A digit that was entered, and that counts.
    Entered(i32),
    /// The value that the cell has in all solutions.
    Definite(i32),
    /// The value that a step placed.
    Placed(i32),
    /// The value that it has in the solution that is shown.
    Solved(i32),
    /// The values that are left, with their status.
    Open(Vec<(i32, Known)>),
}

/// The status of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is part of a solution.
    Possible,
    /// It is left at the strength that was requested.
    Left,
    /// A limit came before its status was determined.
    Unknown,
    /// No step has removed it so far; and what it is in the step that is shown.
    Noted(Option<Role>),
}

impl Known {
    /// The classes of a candidate.
    pub fn class(self) -> &'static str {
        match self {
            Known::Possible => "candidate possible",
            Known::Left => "candidate left",
            Known::Unknown => "candidate unknown",
            Known::Noted(None) => "candidate noted",
            Known::Noted(Some(Role::Left)) => "candidate noted is-left",
            Known::Noted(Some(Role::True)) => "candidate noted is-true",
            Known::Noted(Some(Role::False)) => "candidate noted is-false",
            Known::Noted(Some(Role::Either)) => "candidate noted is-either",
            Known::Noted(Some(Role::Placed)) => "candidate noted is-placed",
            Known::Noted(Some(Role::Removed)) => "candidate noted is-removed",
        }
    }
}

/// The reason for highlighting a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It has another value in the other solution.
    Differs,
    /// Its content clashes with that of others marked in this way.
    Clashes,
    /// It is in a house, or under a rule, that a step relies on.
    Around,
    /// A step relies on it.
    Pattern,
}
