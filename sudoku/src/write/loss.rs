//! Losses: what a text does not hold of a puzzle, found by comparison of the puzzle with what is read from the text.

use std::fmt;

use crate::formats::Entry;
use crate::geometry::Geometry;
use crate::metadata::Field;

/// Something that a text does not hold of a puzzle, or holds as something else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// The shape of the boxes, which has to be stated when the text is read.
    Box(Geometry),
    /// Entered digits, in so many cells.
    Entries(usize),
    /// Pencil marks, in so many cells.
    Marks(usize),
    /// Restrictions to some values, of so many cells.
    Candidates(usize),
    /// Pencil marks of so many cells have become restrictions of the puzzle.
    MarksAsCandidates(usize),
    /// Restrictions of so many cells have become pencil marks.
    CandidatesAsMarks(usize),
    /// So many cells that are restricted to a single value have become givens.
    CandidatesAsGivens(usize),
    /// Something that is said about the puzzle.
    Said(Field),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |count: usize| if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
        match *self {
            Loss::Box(geometry) => {
                write!(f, "the box is not written: state --box {geometry} to read it")
            }
            Loss::Entries(count) => write!(f, "the entered digits of {} are not written", cells(count)),
            Loss::Marks(count) => write!(f, "the pencil marks of {} are not written", cells(count)),
            Loss::Candidates(count) => {
                write!(f, "the candidates to which {} are restricted are not written", cells(count))
            }
            Loss::MarksAsCandidates(count) => {
                write!(f, "the pencil marks of {} are written as restrictions of the puzzle", cells(count))
            }
            Loss::CandidatesAsMarks(count) => {
                write!(
                    f,
                    "the candidates to which {} are restricted are written as pencil marks",
                    cells(count)
                )
            }
            Loss::CandidatesAsGivens(count) => {
                write!(f, "the only candidates of {} are written as givens", cells(count))
            }
            Loss::Said(field) => write!(f, "the {field} is not written"),
        }
    }
}

/// The values of a cell, if they are not all: all of them restrict nothing.
fn set(values: &[i32], size: usize) -> Option<Vec<i32>> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    (values.len() < size).then_some(values)
}

/// What `read` lacks of `own`; `None` if it is another puzzle, or has something that `own` has not.
pub(crate) fn losses(own: &Entry, read: &Entry) -> Option<Vec<Loss>> {
    let geometry = own.puzzle.geometry();
    if read.puzzle.geometry() != geometry {
        return None;
    }
    let (mut entries, mut marks, mut candidates) = (0, 0, 0);
    let (mut as_candidates, mut as_marks, mut as_givens) = (0, 0, 0);
    for cell in 0..geometry.cells() {
        let marks_of =
            |entry: &Entry| set(entry.notes.marks(cell), geometry.size()).filter(|marks| !marks.is_empty());
        let candidates_of =
            |entry: &Entry| entry.puzzle.candidates(cell).and_then(|values| set(values, geometry.size()));
        let (own_marks, read_marks) = (marks_of(own), marks_of(read));
        let (own_candidates, read_candidates) = (candidates_of(own), candidates_of(read));
        let (given, entered) = (read.puzzle.given(cell), read.notes.entry(cell));
        if given != own.puzzle.given(cell) {
            let is_only = own_candidates.as_deref() == Some(given.as_slice());
            if own.puzzle.given(cell).is_some() || !is_only || read_candidates.is_some() {
                return None;
            }
            as_givens += 1;
        }
        match (own.notes.entry(cell), entered) {
            (own, read) if own == read => {}
            (Some(_), None) => entries += 1,
            _ => return None,
        }
        let is_given = given != own.puzzle.given(cell);
        match (own_candidates, read_candidates) {
            (own, read) if own == read => match (own_marks, read_marks) {
                (own, read) if own == read => {}
                (Some(_), None) => marks += 1,
                _ => return None,
            },
            (Some(_), None) if is_given => marks += usize::from(own_marks.is_some()),
            (Some(own), None) if read_marks.as_ref() == Some(&own) && own_marks.as_ref() != Some(&own) => {
                as_marks += 1;
                marks += usize::from(own_marks.is_some());
            }
            (Some(_), None) if own_marks == read_marks => candidates += 1,
            (Some(_), None) if read_marks.is_none() => {
                candidates += 1;
                marks += 1;
            }
            (None, Some(read)) if own_marks.as_ref() == Some(&read) && read_marks.is_none() => {
                as_candidates += 1;
            }
            _ => return None,
        }
    }
    let counted = [
        Loss::Entries(entries),
        Loss::Marks(marks),
        Loss::Candidates(candidates),
        Loss::MarksAsCandidates(as_candidates),
        Loss::CandidatesAsMarks(as_marks),
        Loss::CandidatesAsGivens(as_givens),
    ];
    let counts = [entries, marks, candidates, as_candidates, as_marks, as_givens];
    let mut losses: Vec<Loss> =
        counted.into_iter().zip(counts).filter(|(_, count)| *count > 0).map(|(loss, _)| loss).collect();
    let lost = Field::ALL.into_iter().filter(|field| own.metadata.get(*field) != read.metadata.get(*field));
    losses.extend(lost.map(Loss::Said));
    Some(losses)
}
