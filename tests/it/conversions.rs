//! Promise: what is read, written in another format and read again is the same puzzle: what a format does not hold is said, and nothing is
//! changed or invented in silence.

use proptest::prelude::*;
use residua_sudoku::write::{Loss, Writer, formats, is_by_lines};
use residua_sudoku::{Entry, Field, Format, Geometry, Metadata, Notes, Puzzle, Reader};

use crate::catalogue::times_depth;

/// What a format holds beside the givens.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that a format holds")]
struct Holds {
    entries: bool,
    /// Marks of two values and more, and of a single one.
    marks: bool,
    single_marks: bool,
    candidates: bool,
    drawn_box: bool,
    fields: &'static [Field],
}

const SDK: &[Field] = &[
    Field::Author,
    Field::Description,
    Field::Comment,
    Field::Date,
    Field::Source,
    Field::Level,
    Field::Url,
];

/// The same of every format, from the descriptions of the formats.
fn holds(format: Format) -> Holds {
    let none = Holds::default();
    match format {
        Format::Line => Holds { entries: true, ..none },
        Format::Sdk => Holds { entries: true, fields: SDK, ..none },
        Format::Ss => Holds { entries: true, marks: true, single_marks: true, drawn_box: true, ..none },
        Format::Sdx => Holds { entries: true, marks: true, ..none },
        Format::Hodoku => Holds { entries: true, candidates: true, fields: &[Field::Step], ..none },
        Format::OpenSudoku => {
            Holds { entries: true, marks: true, single_marks: true, fields: &Field::ALL[..8], ..none }
        }
        Format::SumoCue | Format::Pencil => Holds { marks: true, drawn_box: true, ..none },
        Format::Candidates => Holds { candidates: true, ..none },
        Format::Grid => Holds { drawn_box: true, ..none },
        Format::Json => Holds {
            entries: true,
            marks: true,
            single_marks: true,
            candidates: true,
            drawn_box: true,
            fields: &Field::ALL,
        },
        _ => none,
    }
}

const BOXES: [(usize, usize); 13] =
    [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (3, 3), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (1, 7)];

/// What is in a cell: what is given, entered, marked, and allowed.
#[derive(Clone, Debug, Default)]
struct Cell {
    given: i32,
    entry: i32,
    marks: Vec<i32>,
    allowed: Option<Vec<i32>>,
}

fn cell(size: i32, richness: u32) -> impl Strategy<Value = Cell> {
    let some = move || prop::collection::btree_set(1..=size, 1..=(size as usize - 1).min(5));
    let marks = some().prop_map(|set| Cell { marks: set.into_iter().collect(), ..Cell::default() });
    let allowed = some().prop_map(|set| Cell { allowed: Some(set.into_iter().collect()), ..Cell::default() });
    prop_oneof![
        4 => Just(Cell::default()),
        3 => (1..=size).prop_map(|given| Cell { given, ..Cell::default() }),
        richness.min(1) => (1..=size).prop_map(|entry| Cell { entry, ..Cell::default() }),
        richness.saturating_sub(1).min(2) => marks,
        richness.saturating_sub(2).min(1) => allowed,
    ]
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let text = "[a-zA-Z0-9 .:&<>\"'/#äß-]{0,20}";
    prop::collection::vec((prop::sample::select(&Field::ALL[..8]), text), 0..4).prop_map(|said| {
        let mut metadata = Metadata::default();
        for (field, text) in &said {
            metadata.set(*field, text);
        }
        metadata
    })
}

/// Puzzles with givens alone, with entered digits, with marks, or with restrictions as well.
fn entries() -> impl Strategy<Value = Entry> {
    (prop::sample::select(&BOXES[..]), 0_u32..4, metadata()).prop_flat_map(
        |((rows, columns), richness, said)| {
            let geometry = Geometry::new(rows, columns).expect("small");
            prop::collection::vec(cell(geometry.size() as i32, richness), geometry.cells())
                .prop_map(move |cells| entry(geometry, &cells, said.clone()))
        },
    )
}

fn entry(geometry: Geometry, cells: &[Cell], said: Metadata) -> Entry {
    let givens = cells.iter().map(|cell| cell.given).collect();
    let mut puzzle = Puzzle::new(geometry, givens).expect("in range");
    for (at, cell) in cells.iter().enumerate() {
        if let Some(allowed) = &cell.allowed {
            puzzle = puzzle.with_candidates(at, allowed).expect("in range");
        }
    }
    let notes = Notes::new(
        geometry,
        cells.iter().map(|cell| cell.entry).collect(),
        cells.iter().map(|cell| cell.marks.clone()).collect(),
    );
    let mut entry = Entry::from(puzzle);
    (entry.notes, entry.metadata) = (notes.expect("in range"), said);
    entry
}

/// The losses that a format should have of a puzzle, from the table; those of what becomes something else are left open.
fn is_expected(format: Format, entry: &Entry, loss: Loss) -> bool {
    let holds = holds(format);
    let geometry = entry.puzzle.geometry();
    let has_single = entry.notes.marked_cells().any(|cell| entry.notes.marks(cell).len() == 1);
    match loss {
        Loss::Box(own) => {
            let is_usual = Geometry::from_size(own.size()) == Ok(own);
            let is_flat = own.box_rows() == 1;
            // Sixteen symbols alone may be a row.
            own == geometry
                && (is_flat || !holds.drawn_box && (!is_usual || own.size() == 4 && is_by_lines(format)))
        }
        Loss::Entries(_) => !holds.entries,
        Loss::Marks(_) => !holds.marks || has_single && !holds.single_marks,
        Loss::Candidates(_) => !holds.candidates,
        Loss::MarksAsCandidates(_) => holds.candidates && !holds.marks,
        Loss::CandidatesAsMarks(_) => holds.marks && !holds.candidates,
        Loss::CandidatesAsGivens(_) => true,
        Loss::Said(field) => !holds.fields.contains(&field),
        _ => false,
    }
}

/// Whether `read` has what `own` has, but for what is lost: compared cell by cell, apart from the comparison of the writer.
pub(crate) fn agrees(own: &Entry, read: &Entry, lost: &[Loss]) -> bool {
    let has = |wanted: fn(&Loss) -> bool| lost.iter().any(wanted);
    let cells = own.puzzle.geometry().cells();
    let same_givens =
        own.puzzle.givens() == read.puzzle.givens() || has(|l| matches!(l, Loss::CandidatesAsGivens(_)));
    let same_entries = own.notes.entries().eq(read.notes.entries()) || has(|l| matches!(l, Loss::Entries(_)));
    let full = own.puzzle.geometry().size();
    let marks = |entry: &Entry, cell: usize| {
        let marks = entry.notes.marks(cell).to_vec();
        if marks.len() == full { Vec::new() } else { marks }
    };
    let same_marks = (0..cells).all(|cell| marks(own, cell) == marks(read, cell))
        || has(|l| matches!(l, Loss::Marks(_) | Loss::MarksAsCandidates(_) | Loss::CandidatesAsMarks(_)));
    let same_candidates = own.puzzle.restricted().eq(read.puzzle.restricted())
        || has(|l| {
            matches!(
                l,
                Loss::Candidates(_)
                    | Loss::MarksAsCandidates(_)
                    | Loss::CandidatesAsMarks(_)
                    | Loss::CandidatesAsGivens(_)
            )
        });
    let same_said = Field::ALL.iter().all(|field| {
        own.metadata.get(*field) == read.metadata.get(*field) || lost.contains(&Loss::Said(*field))
    });
    own.puzzle.geometry() == read.puzzle.geometry()
        && same_givens
        && same_entries
        && same_marks
        && same_candidates
        && same_said
}

/// The puzzles of a text that was written with these losses.
pub(crate) fn read_again(text: &str, lost: &[Loss]) -> Vec<Entry> {
    let stated = lost.iter().find_map(|loss| if let Loss::Box(own) = loss { Some(*own) } else { None });
    Reader::new(text.as_bytes(), stated)
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

/// Checks the law for one puzzle in one format; whether it is written.
fn check(format: Format, own: &Entry) -> bool {
    let written = Writer::new(format).write(std::slice::from_ref(own));
    let Ok(lost) = &written.outcomes[0] else {
        assert_eq!(written.text, "");
        return false;
    };
    let read = read_again(&written.text, lost);
    assert_eq!(read.len(), 1, "{format}:\n{}", written.text);
    assert!(agrees(own, &read[0], lost), "{format}, {lost:?}:\n{}", written.text);
    let unexpected: Vec<&Loss> = lost.iter().filter(|loss| !is_expected(format, own, **loss)).collect();
    assert!(unexpected.is_empty(), "{format} holds {unexpected:?}:\n{}", written.text);
    // Nothing more is lost the second time.
    let again = Writer::new(format).write(&read);
    assert_eq!(again.text, written.text, "{format}");
    let is_box = |loss: &Loss| matches!(loss, Loss::Box(_));
    assert!(again.outcomes[0].as_ref().is_ok_and(|lost| lost.iter().all(is_box)), "{format}: {again:?}");
    // A strict writer writes the same, or nothing.
    let strict = Writer::new(format).strict().write(std::slice::from_ref(own));
    assert_eq!(strict.outcomes[0].is_ok(), lost.is_empty());
    assert_eq!(strict.text, if lost.is_empty() { written.text } else { String::new() });
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: times_depth(200) as u32, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn each_format_gives_back_what_it_holds(own in entries()) {
        for format in formats() {
            let is_written = check(format, &own);
            let size = own.puzzle.geometry().size();
            let is_nine = matches!(format, Format::Hodoku | Format::OpenSudoku | Format::Candidates);
            let has_many = own.puzzle.clues() > size;
            if format == Format::Json || is_nine && size == 9 && format != Format::Candidates {
                prop_assert!(is_written, "{format}");
            }
            if matches!(format, Format::Line | Format::Sdk | Format::Ss | Format::Csv | Format::Tsv | Format::Numbers) {
                prop_assert!(is_written || !has_many || size == 16 || own.puzzle.geometry().box_rows() == 1, "{format}: {:?}", Writer::new(format).write(std::slice::from_ref(&own)));
            }
        }
    }

    #[test]
    fn many_puzzles_in_one_text(all in prop::collection::vec(entries(), 1..6)) {
        for format in formats() {
            let mut writer = Writer::new(format);
            let mut text = String::new();
            let mut kept: Vec<(&Entry, Vec<Loss>)> = Vec::new();
            let pieces = if is_by_lines(format) { 2 } else { all.len() };
            for chunk in all.chunks(pieces) {
                let written = writer.write(chunk);
                text += &written.text;
                let chunk = chunk.iter().zip(written.outcomes);
                kept.extend(chunk.filter_map(|(entry, outcome)| Some((entry, outcome.ok()?))));
            }
            if kept.is_empty() {
                prop_assert_eq!(text, "");
                continue;
            }
            let read = read_again(&text, &kept[0].1);
            prop_assert_eq!(read.len(), kept.len(), "{}:\n{}", format, text);
            for ((own, lost), read) in kept.iter().zip(&read) {
                prop_assert!(agrees(own, read, lost), "{format}, {lost:?}:\n{text}");
            }
        }
    }
}
