//! Legend: what the kinds of cells and candidates in pictures mean.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::render::picture::cell::sample;
use crate::render::picture::{Cell, Content, Known, Mark};
use crate::steps::Role;

/// A kind of cell or candidate, in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Given,
    Entered,
    Definite,
    Placed,
    Possible,
    Left,
    Unknown,
    Noted,
    Around,
    Pattern,
    Role(Role),
    Equal,
    Clashes,
    Differs,
}

/// What the kinds of cells mean that there are. The classes are those of the pictures.
pub(super) fn legend<'a>(cells: impl IntoIterator<Item = &'a Cell>, classes: &str) -> String {
    let kinds: BTreeSet<Kind> = cells.into_iter().flat_map(kinds).collect();
    let mut html = String::new();
    for kind in kinds {
        let (cell, text, meaning) = shown(kind);
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<li>{}{meaning}</li>", sample(&cell, text));
    }
    let class = classes.replace("residua", "key");
    format!("<ul class=\"{class}\">\n{html}</ul>\n")
}

/// A kind of cell, its text and its meaning.
fn shown(kind: Kind) -> (Cell, &'static str, &'static str) {
    let of = |content| Cell { content, ..Cell::default() };
    let open = |known| of(Content::Open(vec![(1, known)]));
    let marked = |mark, cell| Cell { mark: Some(mark), ..cell };
    match kind {
        Kind::Given => (of(Content::Given(5)), "5", "given"),
        Kind::Entered => (of(Content::Entered(5)), "5", "entered, and taken as given"),
        Kind::Definite => (of(Content::Definite(5)), "5", "definite: the same in all solutions"),
        Kind::Placed => (of(Content::Placed(5)), "5", "placed by a step"),
        Kind::Possible => (open(Known::Possible), "5", "possible: in some solution"),
        Kind::Left => (open(Known::Left), "5", "left at this strength"),
        Kind::Unknown => (open(Known::Unknown), "5", "unknown: a limit was reached"),
        Kind::Noted => (open(Known::Noted(None)), "5", "left by the steps so far"),
        Kind::Around => (marked(Mark::Around, open(Known::Noted(None))), "", "of a house or rule to look at"),
        Kind::Pattern => (marked(Mark::Pattern, open(Known::Noted(None))), "", "a cell of the pattern"),
        Kind::Role(role) => (open(Known::Noted(Some(role))), "5", of_role(role)),
        Kind::Equal => {
            (Cell { equal: Some(0), ..open(Known::Left) }, "", "equal to the other cells with its letter")
        }
        Kind::Clashes => (marked(Mark::Clashes, of(Content::Given(5))), "5", "clashes"),
        Kind::Differs => (marked(Mark::Differs, of(Content::Solved(5))), "5", "differs"),
    }
}

fn of_role(role: Role) -> &'static str {
    match role {
        Role::Left => "all that is left there: the step relies on it",
        Role::True => "true in a chain",
        Role::False => "false in a chain",
        Role::Either => "true in one chain, false in another",
        Role::Placed => "placed now",
        Role::Removed => "removed now",
    }
}

/// The parts of the legend that a cell needs.
fn kinds(cell: &Cell) -> Vec<Kind> {
    let mut kinds = match &cell.content {
        Content::Blank | Content::Solved(_) => Vec::new(),
        Content::Given(_) => vec![Kind::Given],
        Content::Entered(_) => vec![Kind::Entered],
        Content::Definite(_) => vec![Kind::Definite],
        Content::Placed(_) => vec![Kind::Placed],
        Content::Open(values) => values
            .iter()
            .map(|(_, known)| match known {
                Known::Possible => Kind::Possible,
                Known::Left => Kind::Left,
                Known::Unknown => Kind::Unknown,
                Known::Noted(None) => Kind::Noted,
                Known::Noted(Some(role)) => Kind::Role(*role),
            })
            .collect(),
    };
    kinds.extend(cell.equal.map(|_| Kind::Equal));
    kinds.extend(cell.mark.map(|mark| match mark {
        Mark::Around => Kind::Around,
        Mark::Pattern => Kind::Pattern,
        Mark::Clashes => Kind::Clashes,
        Mark::Differs => Kind::Differs,
    }));
    kinds
}
