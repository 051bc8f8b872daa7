//! Small files for each field and class, with what they mean.

use residua_variant::{Format, ReadOptions, ReadVariant, Variant, read, write};

use crate::variant_files::refused::refused;

/// A square of f-puzzles without digits, with these members besides.
pub(crate) fn square(size: usize, members: &str) -> String {
    let row = format!("[{}]", vec!["{}"; size].join(","));
    let grid = format!("[{}]", vec![row.as_str(); size].join(","));
    let comma = if members.is_empty() { "" } else { ", " };
    format!("{{\"size\": {size}, \"grid\": {grid}{comma}{members}}}")
}

fn found(text: &str) -> ReadVariant {
    read(text, ReadOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rules besides houses, in words.
fn rules(puzzle: &Variant) -> Vec<String> {
    let rules = puzzle.rules().iter().filter(|rule| !rule.is_house());
    rules.map(|rule| rule.describe(puzzle.shape())).collect()
}

/// Lists of f-puzzles, and the rules that they are.
const LISTS: &[(&str, &[&str])] = &[
    ("\"extraregion\": [{\"cells\": [\"R1C1\", \"R2C2\"]}]", &["all different: r1c1 r2c2"]),
    ("\"rowindexer\": [{\"cells\": [\"R1C2\"]}]", &["row indexer: r1c2"]),
    ("\"columnindexer\": [{\"cells\": [\"R1C2\", \"R2C2\"]}]", &["column indexer: r1c2 r2c2"]),
    ("\"boxindexer\": [{\"cells\": [\"R4C4\"]}]", &["box indexer: r4c4"]),
    (
        "\"nabner\": [{\"lines\": [[\"R1C1\", \"R2C2\"], [\"R4C1\", \"R4C2\"]]}]",
        &["nabner: r1c1 r2c2", "nabner: r4c1 r4c2"],
    ),
    ("\"modularline\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]", &["modular line: r1c1 r1c2"]),
    (
        "\"modularline\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"value\": \"2\"}]",
        &["modular line of 2: r1c1 r1c2"],
    ),
    ("\"doublearrow\": [{\"lines\": [[\"R1C1\", \"R1C2\", \"R1C3\"]]}]", &["double arrow: r1c1 r1c2 r1c3"]),
    ("\"lockout\": [{\"lines\": [[\"R1C1\", \"R1C2\", \"R1C3\"]]}]", &["lockout line: r1c1 r1c2 r1c3"]),
    ("\"entropicline\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]", &["entropic line: r1c1 r1c2"]),
    // In a square of four rows, whispers differ by 2, and Dutch ones by 1.
    ("\"whispers\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]", &["whisper of 2: r1c1 r1c2"]),
    ("\"whispers\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"value\": \"3\"}]", &["whisper of 3: r1c1 r1c2"]),
    ("\"dutchwhispers\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]", &["whisper of 1: r1c1 r1c2"]),
    (
        "\"cage\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"value\": \"DR5\"}]",
        &["cage: r1c1 r1c2", "sum of 5 modulo 9: r1c1 r1c2"],
    ),
    (
        "\"cage\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"value\": \"DR9\"}]",
        &["cage: r1c1 r1c2", "sum of 0 modulo 9: r1c1 r1c2"],
    ),
    (
        "\"cage\": [{\"cells\": [\"R1C1\"], \"fromConstraint\": \"Box Indexer\", \"fontC\": \"#000\"}]",
        &["box indexer: r1c1"],
    ),
    (
        "\"line\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"fromConstraint\": \"Renban\", \"width\": 0.4}]",
        &["renban: r1c1 r1c2"],
    ),
    (
        "\"line\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"fromConstraint\": \"German Whispers\"}]",
        &["whisper of 2: r1c1 r1c2"],
    ),
    (
        "\"line\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"fromConstraint\": \"Dutch Whispers\"}]",
        &["whisper of 1: r1c1 r1c2"],
    ),
    // A picture of a rule that is there too.
    (
        "\"renban\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}], \"line\": [{\"lines\": [[\"R1C1\", \"R1C2\"]], \"fromConstraint\": \"Renban\"}]",
        &["renban: r1c1 r1c2"],
    ),
    // The first cell of a line is in the circle.
    (
        "\"arrow\": [{\"cells\": [\"R1C1\"], \"lines\": [[\"R1C1\", \"R1C2\", \"R1C3\"], [\"R1C1\", \"R2C1\"]]}]",
        &["arrow: r1c1; r1c2 r1c3", "arrow: r1c1; r2c1"],
    ),
    (
        "\"arrow\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"lines\": [[\"R1C2\", \"R1C3\"]]}]",
        &["arrow: r1c1 r1c2; r1c3"],
    ),
    (
        "\"littlekillersum\": [{\"cell\": \"R0C1\", \"direction\": \"DR\", \"value\": \"7\"}]",
        &["sum of 7: r1c2 r2c3 r3c4"],
    ),
    (
        "\"littlekillersum\": [{\"cell\": \"R5C4\", \"direction\": \"UL\", \"value\": \"7\"}]",
        &["sum of 7: r4c3 r3c2 r2c1"],
    ),
    ("\"sandwichsum\": [{\"cell\": \"R2C5\", \"value\": \"5\"}]", &["sandwich of 5: r2c1 r2c2 r2c3 r2c4"]),
    ("\"xsum\": [{\"cell\": \"R2C5\", \"value\": \"5\"}]", &["X-sum of 5: r2c4 r2c3 r2c2 r2c1"]),
    ("\"skyscraper\": [{\"cell\": \"R5C1\", \"value\": \"2\"}]", &["skyscraper of 2: r4c1 r3c1 r2c1 r1c1"]),
    (
        "\"clone\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"cloneCells\": [\"R1C1\", \"R3C3\"]}]",
        &["clone: r1c2; r3c3"],
    ),
    (
        "\"quadruple\": [{\"cells\": [\"R1C1\", \"R1C2\", \"R2C1\", \"R2C2\"], \"values\": [2, 2]}]",
        &["quadruple of 2 2: r1c1 r1c2 r2c1 r2c2"],
    ),
    (
        "\"difference\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"value\": \"3\"}]",
        &["difference of 3: r1c1 r1c2"],
    ),
    ("\"xv\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"value\": \"V\"}]", &["pair with sum 5: r1c1 r1c2"]),
    ("\"nonconsecutive\": true", &["non-consecutive"]),
    ("\"antiknight\": true, \"antiking\": false", &["anti-knight"]),
    ("\"diagonal+\": true", &["diagonal /"]),
    ("\"maximum\": [{\"cell\": \"R1C1\"}, {\"cell\": \"R1C2\"}]", &["maximum: r1c1 r1c2"]),
    ("\"odd\": [{\"cell\": \"R1C1\"}, {\"cell\": \"R1C2\"}]", &["odd: r1c1", "odd: r1c2"]),
];

#[test]
fn lists_of_f_puzzles() {
    for (members, meanings) in LISTS {
        let read = found(&square(4, members));
        assert_eq!(rules(&read.variant), *meanings, "{members}");
        let again = found(
            &write(&read.variant, Format::FPuzzles).unwrap_or_else(|error| panic!("{members}: {error}")),
        );
        assert_eq!(again.variant, read.variant, "{members}");
    }
}

#[test]
fn what_f_puzzles_says_of_neighbours_without_a_dot() {
    let negative = "\"negative\": [\"ratio\", \"xv\"], \"ratio\": [{\"cells\": [\"R1C1\", \"R1C2\"]}], \"difference\": [{\"cells\": [\"R2C1\", \"R2C2\"]}]";
    let puzzle = found(&square(2, negative)).variant;
    // One pair has a black dot, one a white one: both are exempt from ratios, and none is from sums.
    assert_eq!(
        rules(&puzzle),
        [
            "difference: r2c1 r2c2",
            "ratio: r1c1 r1c2",
            "no ratio of 2: r1c1 r2c1; r1c2 r2c2",
            "no pair with sum 5 or 10: r1c1 r1c2; r1c1 r2c1; r1c2 r2c2; r2c1 r2c2"
        ]
    );
    let dotted =
        found(&square(2, "\"nonconsecutive\": true, \"difference\": [{\"cells\": [\"R2C1\", \"R2C2\"]}]"))
            .variant;
    assert_eq!(
        rules(&dotted),
        ["difference: r2c1 r2c2", "no difference of 1: r1c1 r1c2; r1c1 r2c1; r1c2 r2c2"]
    );
    for puzzle in [puzzle, dotted] {
        assert_eq!(found(&write(&puzzle, Format::FPuzzles).expect("it holds this")).variant, puzzle);
    }
}

#[test]
fn cells_of_f_puzzles() {
    let text = "{\"size\": 2, \"title\": \"Ü\", \"author\": \"A\", \"ruleset\": \"Normal rules.\\nNo others.\", \"solution\": [1, 2, \"2\", 1],
      \"grid\": [[{\"value\": 1, \"given\": true}, {\"value\": 2, \"region\": 0}], [{\"centerPencilMarks\": [1, 2], \"region\": null}, {\"givenPencilMarks\": [1], \"cornerPencilMarks\": [2], \"highlight\": 3}]]}";
    let read = found(text);
    let puzzle = &read.variant;
    assert_eq!(
        (puzzle.given(0), puzzle.entry(0), puzzle.given(1), puzzle.entry(1)),
        (Some(1), None, None, Some(2))
    );
    assert_eq!((puzzle.marks(2), puzzle.candidates(3)), (Some(&[1, 2][..]), Some(&[1][..])));
    assert_eq!(puzzle.about.title.as_deref(), Some("Ü"));
    assert_eq!(puzzle.about.ruleset.as_deref(), Some("Normal rules.\nNo others."));
    assert_eq!(puzzle.about.solution.as_deref(), Some(&[1, 2, 2, 1][..]));
    // A region that is missing is the usual one, a row here; null is none.
    assert_eq!(puzzle.regions().map(<[usize]>::to_vec).collect::<Vec<_>>(), [vec![0, 1], vec![3]]);
    assert_eq!(read.notes, ["corner marks are left out"]);
    let mut names = found(&square(6, ""))
        .variant
        .rules()
        .iter()
        .filter_map(|rule| rule.name().map(str::to_owned))
        .collect::<Vec<_>>();
    assert_eq!(names.len(), 18);
    assert_eq!(names.pop().as_deref(), Some("box 6"));
}

#[test]
fn classes_of_constraint_strings() {
    for (text, meanings) in [
        (".Shape~4x4.Diagonal~1", &["diagonal /"][..]),
        (".Shape~4x4.Cage~5~R1C1~R1C2.Cage~0~R3C3", &["cage of 5: r1c1 r1c2", "cage: r3c3"]),
        (
            ".Shape~4x4 .Whisper~R1C1~R1C2\n .Whisper~3~R1C1~R1C2",
            &["whisper of 5: r1c1 r1c2", "whisper of 3: r1c1 r1c2"],
        ),
        (".Shape~4x4.Arrow~R1C1~R1C2~R1C3", &["arrow: r1c1; r1c2 r1c3"]),
        // A pill is read from left to right, wherever the arrow begins.
        (".Shape~4x4.PillArrow~2~R1C2~R1C1~R2C1", &["arrow: r1c1 r1c2; r2c1"]),
        (
            ".Shape~4x4.LittleKiller~7~R1C1.LittleKiller~5~R2C1",
            &["sum of 7: r1c1 r2c2 r3c3 r4c4", "sum of 5: r2c1 r3c2 r4c3"],
        ),
        (
            ".Shape~4x4.LittleKiller~7~R3C4.LittleKiller~5~R4C2",
            &["sum of 7: r3c4 r2c3 r1c2", "sum of 5: r4c2 r3c3 r2c4"],
        ),
        (".Shape~4x4.XSum~R2~8~", &["X-sum of 8: r2c1 r2c2 r2c3 r2c4"]),
        (".Shape~4x4.Skyscraper~C2~~3", &["skyscraper of 3: r4c2 r3c2 r2c2 r1c2"]),
        (
            ".Shape~4x4.NumberedRoom~C1~1~3",
            &["numbered room of 1: r1c1 r2c1 r3c1 r4c1", "numbered room of 3: r4c1 r3c1 r2c1 r1c1"],
        ),
        (".Shape~4x4.Sandwich~5~R3", &["sandwich of 5: r3c1 r3c2 r3c3 r3c4"]),
        (".Shape~4x4.Quad~R2C3~1~1", &["quadruple of 1 1: r2c3 r2c4 r3c3 r3c4"]),
        (".Shape~4x4.WhiteDot~R1C1~R1C2~R4C4", &["difference: r1c1 r1c2"]),
        (
            ".Shape~4x4.X~R1C1~R2C1.V~R1C2~R1C3",
            &["pair with sum 10: r1c1 r2c1", "pair with sum 5: r1c2 r1c3"],
        ),
        (".Shape~4x4.GreaterThan~R1C1~R2C1~R1C2", &["greater: r1c1 r1c2", "greater: r1c1 r2c1"]),
        (".Shape~4x4.SameValues~2~R1C1~R1C2~R4C1~R4C2", &["same digits: r1c1 r1c2; r4c1 r4c2"]),
        (".Shape~4x4.EqualSum~R1C1~-~R2C1~R2C2", &["equal sums: r1c1; r2c1 r2c2"]),
        (".Shape~4x4.Sum~0_=_1_-2~R1C1~R1C2", &["weighted sum of 0 with factors 1 -2: r1c1 r1c2"]),
        (".Shape~4x4.Sum~0_=_1_-1_1~R1C1~R1C2~R1C3", &["equal sums: r1c1 r1c3; r1c2"]),
        (
            ".Shape~4x4.Sum~2_=_1_1_-1~R1C1~R1C2~R1C3",
            &["weighted sum of 2 with factors 1 1 -1: r1c1 r1c2 r1c3"],
        ),
        (".Shape~4x4.FullRank~R1~2", &["full rank of 2: r1c1 r1c2 r1c3 r1c4"]),
        (".Shape~4x4.FullRankTies~any.FullRank~R1~2", &["full rank with ties of 2: r1c1 r1c2 r1c3 r1c4"]),
        (".Shape~4x4.FullRankTies~none", &["no ties of ranks"]),
        (".Shape~1x2~3.RegionSameValues.NoBoxes", &[]),
        (".Shape~4x4.Indexing~C~R1C1.Indexing~R~R1C1", &["column indexer: r1c1", "row indexer: r1c1"]),
        (
            ".Shape~4x4.Or.Cage~5~R1C1~R1C2.~R3C3_1_2.End",
            &["any of: cage of 5: r1c1 r1c2; any of: sum of 1: r3c3; sum of 2: r3c3"],
        ),
        (
            ".Shape~4x4.Or.And.Cage~5~R1C1~R1C2.~R3C3_1.End.Renban~R1C1~R2C2.End",
            &["any of: all of: cage of 5: r1c1 r1c2; sum of 1: r3c3; renban: r1c1 r2c2"],
        ),
        (".Shape~4x4.LookAndSay~2114~R1C1~R2C2~R3C3", &["2 times 1 and 1 times 4: r1c1 r2c2 r3c3"]),
        (".Shape~4x4.ContainExact~1_1_2~R1C1~R2C2~R3C3", &["2 times 1 and 1 times 2: r1c1 r2c2 r3c3"]),
        (".Shape~4x4.ContainAtLeast~1_1~R1C1~R2C2", &["quadruple of 1 1: r1c1 r2c2"]),
        // Bit i is the cell i places after R1C1.
        (".Shape~4x4.Replicate~hA.Cage~3~R1C1~R1C2.End", &["cage of 3: r1c1 r1c2", "cage of 3: r2c2 r2c3"]),
    ] {
        let read = found(text);
        assert_eq!(
            (read.format, rules(&read.variant)),
            (Format::Iss, meanings.iter().map(|&text| text.to_owned()).collect()),
            "{text}"
        );
        let again = write(&read.variant, Format::Iss).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut same = rules(&found(&again).variant);
        let mut rules = rules(&read.variant);
        same.sort();
        rules.sort();
        assert_eq!(same, rules, "{text}, written as {again}");
    }
}

#[test]
fn shapes_of_constraint_strings() {
    let names = |text: &str| {
        let puzzle = found(text).variant;
        let rules = puzzle.rules().iter().filter(|rule| rule.is_house());
        let names: Vec<String> =
            rules.filter_map(|rule| rule.name()?.split(' ').next().map(str::to_owned)).collect();
        let count = |noun: &str| names.iter().filter(|name| *name == noun).count();
        let digits = puzzle.shape().digits();
        (*digits.start(), *digits.end(), count("row"), count("column"), count("box"), count("region"))
    };
    assert_eq!(names(".AntiKnight"), (1, 9, 9, 9, 9, 0));
    assert_eq!(names(".Shape~6x6"), (1, 6, 6, 6, 6, 0));
    assert_eq!(names(".Shape~6x6~0-6.NoBoxes"), (0, 6, 6, 6, 0, 0));
    assert_eq!(names(".Shape~4x6~9"), (1, 9, 4, 6, 4, 0));
    assert_eq!(names(".Shape~6x6~~Raw"), (1, 6, 0, 0, 0, 0));
    assert_eq!(names(".Shape~7x7.~R1C1_2"), (1, 7, 7, 7, 0, 0));
    assert_eq!(names(".Shape~2x2.Jigsaw~1122"), (1, 2, 2, 2, 0, 2));
    // The lower left piece is of another size, and none.
    assert_eq!(names(".Shape~3x3.Jigsaw~111222333.NoBoxes").5, 3);
    let wide = found(".Shape~16x16.~RgCa_16").variant;
    assert_eq!(wide.given(15 * 16 + 9), Some(16));
}

/// Extra cells are cells as any others, but of no row, column or box.
#[test]
fn extra_cells_of_constraint_strings() {
    let text = ".Shape~4x4.Var~A~some%20label~2x3.Var~B.Cage~5~VA1~VB~R1C1.BlackDot~VA1~VA2~VA4~VB.~VA6_2~VB_1_3.AntiKnight";
    let puzzle = found(text).variant;
    let shape = puzzle.shape();
    assert_eq!(
        (shape.len(), shape.cell("VA6"), shape.cell("VB"), shape.cell("VA7")),
        (23, Some(21), Some(22), None)
    );
    let dots = ["ratio: VA1 VA2", "ratio: VA1 VA4"];
    assert_eq!(rules(&puzzle), ["cage of 5: VA1 VB r1c1", dots[0], dots[1], "anti-knight"]);
    assert_eq!((puzzle.given(21), puzzle.candidates(22)), (Some(2), Some(&[1, 3][..])));
    let again = write(&puzzle, Format::Iss).expect("it holds extra cells");
    assert_eq!(found(&again).variant, puzzle, "{again}");
    // Copies stay within the block: the bits are those of cells 1 and 3.
    let copied = found(".Shape~2x2.Var~A~~4.Replicate~F~VA1.Sum~3~VA1~VA2.End").variant;
    assert_eq!(rules(&copied), ["sum of 3: VA1 VA2", "sum of 3: VA3 VA4"]);
    refused(".Shape~2x2.Var~A~~4.Replicate~F~VA1.Sum~3~R1C1~R1C2.End");
    refused(".Shape~2x2.Var~A~~4.Var~A");
    refused(".Shape~2x2.Var~a1");
    refused(".Shape~2x2.Var~A~~99999999999999999999");
    refused(".Sum~3~VA1");
}

/// What houses lack where digits have doubles.
#[test]
fn lacking_digits_of_constraint_strings() {
    let puzzle = found(".Shape~4x4~0-4.Doppelganger.Sum~3~DGR1~DGC4~DGB2").variant;
    let rules = rules(&puzzle);
    assert_eq!(rules.len(), 12 + 2);
    assert!(rules.contains(&"what row 4 lacks: r4c1 r4c2 r4c3 r4c4 DGC4".to_owned()), "{rules:?}");
    assert!(rules.contains(&"what column 1 lacks: r1c1 r2c1 r3c1 r4c1 DGR1".to_owned()), "{rules:?}");
    assert!(rules.contains(&"what box 2 lacks: r1c3 r1c4 r2c3 r2c4 DGB2".to_owned()), "{rules:?}");
    let again = write(&puzzle, Format::Iss).expect("it holds them");
    assert_eq!(found(&again).variant, puzzle, "{again}");
    assert!(found(".Shape~4x4~0-4.Doppelganger").variant.shape().extra().is_empty());
}

/// The numbers of regions are extra cells, of which items tell how many are equal.
#[test]
fn chaos_of_constraint_strings() {
    let text = ".Shape~2x2.ChaosConstruction.NoBoxes.ChaosCount~R1C1.ChaosCount~R1C2~1~CC2~CC1.ChaosArrow~R2C2.ChaosArrow~R2C1~1~CC3~-~CC3~CC1";
    let puzzle = found(text).variant;
    assert_eq!(
        rules(&puzzle),
        [
            "regions of 2 cells: r1c1 r1c2 r2c1 r2c2; CC1 CC2 CC3 CC4",
            "count of equal digits: r1c1; CC1 CC3 CC2 CC4",
            "count of equal digits of 1: r1c2; CC2 CC1",
            "length of runs: r2c2; CC4 CC3; CC4; CC4 CC2; CC4",
            "length of runs of 1: r2c1; CC3; CC3 CC1",
        ]
    );
    let again = write(&puzzle, Format::Iss).expect("it holds them");
    assert_eq!(found(&again).variant, puzzle, "{again}");
    refused(".ChaosCount~R1C1");
    refused(".Shape~2x2.ChaosConstruction.ChaosCount~R1C1~0~R1C1");
    refused(".Shape~2x2.ChaosConstruction.ChaosCount~R1C1~2~CC1");
    refused(".Shape~2x2.ChaosConstruction.ChaosArrow~R1C1~0~CC1~-~CC2");
}

#[test]
fn kropki_and_xv_of_constraint_strings() {
    let puzzle = found(".Shape~2x2.StrictKropki.WhiteDot~R1C1~R1C2.StrictXV").variant;
    assert_eq!(
        rules(&puzzle),
        [
            "difference: r1c1 r1c2",
            "no difference of 1: r1c1 r2c1; r1c2 r2c2; r2c1 r2c2",
            "no ratio of 2: r1c1 r2c1; r1c2 r2c2; r2c1 r2c2",
            "no pair with sum 5 or 10: r1c1 r1c2; r1c1 r2c1; r1c2 r2c2; r2c1 r2c2"
        ]
    );
    refused(".Shape~2x2.StrictKropki.Or.WhiteDot~R1C1~R1C2.End");
}

/// Words of three digits that a rule of a line accepts.
fn words(text: &str) -> Vec<String> {
    let puzzle = found(&format!(".Shape~1x3~1-3~Raw{text}")).variant;
    let model = puzzle.model().expect("small");
    let mut words: Vec<String> =
        model.solutions().map(|found| found.values().iter().map(i32::to_string).collect()).collect();
    words.sort();
    // The same words after a trip.
    let again = found(&write(&puzzle, Format::Iss).expect("it holds this")).variant;
    assert_eq!(again.model().expect("small").solutions().count(), words.len(), "{text}");
    let own = found(&write(&puzzle, Format::Json).expect("it holds everything")).variant;
    assert_eq!(own, puzzle, "{text}");
    words
}

#[test]
fn expressions_tables_and_machines() {
    // `1.*|[23]{2}1` and `(12|3)+`.
    assert_eq!(words(".Regex~MS4qfFsyM117Mn0x~R1C1~R1C2~R1C3").len(), 9 + 4);
    assert_eq!(words(".Regex~KDEyfDMpKw~R1C1~R1C2~R1C3"), ["123", "312", "333"]);
    // `[^1]..`, as in addresses.
    assert_eq!(words(".Regex~%5B%5E1%5D%2E%2E~R1C1~R1C2~R1C3").len(), 18);
    // Digits that increase: 12, 13, 23 are the bits 1, 2 and 5.
    assert_eq!(words(".Pair~m~_up~R1C1~R1C2~R1C3"), ["123"]);
    assert_eq!(words(".Pair~m~~R1C1~R1C2").len(), 9);
    assert_eq!(words(".PairX~m~~R1C1~R1C2~R1C3"), ["123"]);
    // The older classes have `-` for 63 and `_` for 62.
    assert_eq!(words(".Binary~--~~R1C1~R1C2").len(), 27);
    assert_eq!(words(".Pair~__~~R1C1~R1C2").len(), 27);
    // Two machines on lines of their own.
    assert_eq!(words(".Regex~MQ~R1C1~~R1C2"), ["111", "112", "113"]);
}

#[test]
fn other_texts_of_a_line() {
    // All cages of 4 cells point to their sum.
    let row = |sum: char| format!("{sum}<<<<<<<<");
    let arrows: String = "jjjjjjjjj".chars().map(row).collect();
    let killer = found(&arrows);
    assert_eq!((killer.format, rules(&killer.variant).len()), (Format::Line, 9));
    assert_eq!(rules(&killer.variant)[0], "cage of 45: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9");
    let numbers: Vec<String> = (0..81).map(|cell: usize| (45 * 256 + cell / 9).to_string()).collect();
    for (head, diagonals) in [("3x3::k:", 0), ("3x3:d:k:", 2)] {
        let killer = found(&format!("{head}{}:", numbers.join(":"))).variant;
        assert_eq!(rules(&killer).len(), 9 + diagonals);
        assert_eq!(rules(&killer)[diagonals], "cage of 45: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9");
    }
    let jigsaw = found("1..2............1122112233443344").variant;
    assert_eq!((jigsaw.given(3), jigsaw.regions().count()), (Some(2), 4));
    let marks = found(&format!("12.{}", "123".repeat(8))).variant;
    assert_eq!((marks.candidates(0), marks.candidates(1)), (Some(&[1, 2][..]), Some(&[1, 2, 3][..])));
    let cue = (0..16)
        .map(|cell| if cell % 4 == 0 { "=10".to_owned() } else { format!("+{}", cell - 1) })
        .collect::<String>();
    let cue = found(&format!("SumoCueV1{cue}"));
    assert_eq!(cue.format, Format::SumoCue);
    assert_eq!(rules(&cue.variant)[3], "cage of 10: r4c1 r4c2 r4c3 r4c4");
    let pieces = found("SumoCueV1=3J0+0J0=3J1+2J1").variant;
    assert_eq!((pieces.regions().count(), rules(&pieces).len()), (2, 2));
}
