//! Promise: a puzzle is read the same in every notation that people and programs have for it, and one with a cell too few or too many
//! in some row is an error with its place, never another puzzle.

use residua_sudoku::{Entry, Geometry, ParseError, ParseErrorKind, Puzzle, Reader};

use crate::catalogue::times_depth;
use residua::search::Random;

type Rows = Vec<Vec<i32>>;

fn read(text: &str) -> Vec<Result<Entry, ParseError>> {
    Reader::new(text.as_bytes(), None).collect()
}

/// The only puzzle of `text`.
fn only(text: &str) -> Entry {
    let mut found = read(text);
    assert_eq!(found.len(), 1, "{found:?} in:\n{text}");
    found.remove(0).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

/// The only error of `text`.
fn refused(text: &str) -> ParseError {
    let mut found = read(text);
    assert_eq!(found.len(), 1, "{found:?} in:\n{text}");
    found.remove(0).expect_err("it is refused")
}

const UNIQUE: &str = "5...7..8......81..9....5.3.7..8...9...6..25.....3.....81.6...5....1.7.....3...6.9";

#[test]
fn inputs_that_went_wrong() {
    for text in [
        include_str!("notations/tabs_9x9.txt"),
        include_str!("notations/minus_blanks.txt"),
        include_str!("notations/x_blanks.txt"),
        include_str!("notations/quoted.txt"),
        include_str!("notations/braces.txt"),
        include_str!("notations/j1.json"),
        include_str!("notations/j3.json"),
        include_str!("notations/j4.json"),
        include_str!("notations/j5.json"),
        include_str!("notations/j6.json"),
    ] {
        assert_eq!(only(text).puzzle.to_string(), UNIQUE, "{text}");
    }
    assert_eq!(only(UNIQUE).puzzle.model().solutions().count(), 1);
    let tabs = only(include_str!("notations/tabs_16x16.txt")).puzzle;
    assert_eq!(tabs.to_string().get(..16), Some("..3.F5..8B..4..."));
    assert_eq!(only(include_str!("notations/padded_16x16.txt")).puzzle, tabs);
    // `A` is 1, `P` is 16.
    assert_eq!(only(include_str!("notations/letters_16x16.txt")).puzzle, tabs_of_letters());
    let large = only(include_str!("notations/letters_25x25.txt")).puzzle;
    assert_eq!(large.to_string().get(..25), Some("123456...ABCDEF....KL...."));
    let swi = only(include_str!("notations/swi_problem.txt")).puzzle;
    assert!(swi.to_string().starts_with("..............3.85..1.2......."), "{swi}");
    assert_eq!(swi.model().solutions().count(), 1);
    let line = only(include_str!("notations/hodoku_line.txt")).puzzle;
    assert_eq!((line.clues(), line.given(3), line.candidates(1)), (5, Some(4), Some(&[4, 5, 6, 7, 8][..])));
    let error = refused(include_str!("notations/ragged.txt"));
    assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::CellCount, 1, 12));
    assert_eq!((error.expected(), error.found()), ("4 cells in this row", "5"));
    let error = refused(include_str!("notations/double_zero.txt"));
    assert_eq!(
        (error.kind(), error.line(), error.column(), error.found()),
        (ParseErrorKind::Symbol, 1, 7, "'00'")
    );
    let error = refused(include_str!("notations/killer_givens.json"));
    assert_eq!((error.kind(), error.found()), (ParseErrorKind::NotUnderstood, "the member \"cages\""));
}

fn tabs_of_letters() -> Puzzle {
    let value = |c: char| if c == '.' { 0 } else { c as i32 - 'A' as i32 + 1 };
    let text = include_str!("notations/letters_16x16.txt");
    Puzzle::new(Geometry::new(4, 4).expect("small"), text.trim().chars().map(value).collect())
        .expect("in range")
}

/// A symbol as most grids have it.
fn symbol(value: i32) -> String {
    char::from_digit(value as u32, 36).map_or_else(String::new, |c| c.to_ascii_uppercase().to_string())
}

/// Each row with `cell` for its cells, `gap` between them, `open` before and `close` after it, and `end` between rows.
fn rows_of(rows: &Rows, cell: &dyn Fn(i32) -> String, [gap, open, close, end]: [&str; 4]) -> String {
    let row = |row: &Vec<i32>| {
        format!("{open}{}{close}", row.iter().map(|value| cell(*value)).collect::<Vec<_>>().join(gap))
    };
    rows.iter().map(row).collect::<Vec<_>>().join(end)
}

fn blank(value: i32, blank: &str, other: impl Fn(i32) -> String) -> String {
    if value == 0 { blank.to_owned() } else { other(value) }
}

/// Notations in which the rows show.
fn in_rows(rows: &Rows) -> Vec<String> {
    let n = rows.len();
    let number = |value: i32| value.to_string();
    let mut all = Vec::new();
    for open in [".", "0", "_", "*", "?", "⋅", "·", "x", "-"] {
        // Among letters, `-` and `x` may be parts of a title.
        if !["-", "x"].contains(&open) || n <= 9 {
            let cell = |value| blank(value, open, symbol);
            all.push(rows_of(rows, &cell, ["", "", "", "\n"]));
            all.push(rows_of(rows, &cell, ["", "> ", "", "\n"]));
            if n > 4 && open != "-" {
                all.push(rows_of(rows, &cell, ["", "", "", " "]));
                all.push(rows_of(rows, &cell, ["", "", "", "/"]));
            }
        }
        if !["?", "*", "_"].contains(&open) {
            let cell = |value| blank(value, open, number);
            all.push(rows_of(rows, &cell, [" ", "", "", "\n"]));
        }
    }
    let zero = |value| blank(value, "0", number);
    all.push(rows_of(rows, &zero, [",", "", "", "\n"]));
    all.push(rows_of(rows, &zero, ["\t", "", "", "\n"]));
    all.push(rows_of(rows, &zero, [";", "", "", "\n"]));
    all.push(rows_of(rows, &|value| blank(value, "", number), ["\t", "", "", "\n"]));
    for (first, last, shape) in [
        ("[", "]", [", ", "[", "]", ", "]),
        ("[", "]", [",", "[", "]", ",\n "]),
        ("grid = [", "]", [", ", "[", "]", ",\n        "]),
        ("{", "}", [",", "{", "}", ","]),
        ("int g[N][N] = {\n", "\n};", [", ", "  {", "}", ",\n"]),
        ("{\"board\": [", "]}", [", ", "[", "]", ", "]),
        ("{\n  \"id\": 7,\n  \"grid\": [\n", "\n  ]\n}", [", ", "    [", "]", ",\n"]),
    ] {
        all.push(format!("{first}{}{last}", rows_of(rows, &zero, shape)));
    }
    let null = |value| blank(value, "null", number);
    all.push(format!("[{}]", rows_of(rows, &null, [", ", "[", "]", ", "])));
    all.push(format!("{{\"givens\":[{}],\"name\":\"a\"}}", rows_of(rows, &null, [",", "[", "]", ","])));
    let quoted = |value| format!("\"{}\"", blank(value, "", number));
    all.push(format!("{{\"puzzle\":[{}]}}", rows_of(rows, &quoted, [",", "[", "]", ","])));
    let packed = |value| blank(value, ".", symbol);
    all.push(format!("{{\"puzzle\": [{}]}}", rows_of(rows, &packed, ["", "\"", "\"", ", "])));
    all.push(format!("{{\"puzzle\": \"{}\"}}", rows_of(rows, &packed, ["", "", "", "\\n"])));
    let object = |value| blank(value, "{}", |value| format!("{{\"value\": {value}}}"));
    all.push(format!("{{\"cells\": [{}]}}", rows_of(rows, &object, [", ", "[", "]", ", "])));
    let given = |value| blank(value, "{}", |value| format!("{{\"value\":{value},\"given\":true}}"));
    all.push(format!("{{\"size\":{n},\"grid\":[{}]}}", rows_of(rows, &given, [",", "[", "]", ","])));
    all.push(format!(
        "[{}]",
        rows_of(rows, &|value| format!("{{\"value\": {value}}}"), [", ", "[", "]", ", "])
    ));
    all.push(format!(
        "problem(1, [{}]).",
        rows_of(rows, &|value| blank(value, "_", number), [",", "[", "]", ",\n  "])
    ));
    if n >= 10 {
        for open in ["00", "--", "..", "__"] {
            let padded = |value| blank(value, open, |value| format!("{value:02}"));
            all.push(rows_of(rows, &padded, [" ", "", "", "\n"]));
        }
        let letter = |value: i32| blank(value, ".", |value| char::from(b'A' + value as u8 - 1).to_string());
        all.push(rows_of(rows, &letter, ["", "", "", "\n"]));
    }
    all
}

/// Notations in which only the order of the cells shows, or their places.
fn in_one(rows: &Rows) -> Vec<String> {
    let number = |value: i32| value.to_string();
    let n = rows.len();
    let mut all = Vec::new();
    for open in [".", "0", "_", "*", "?", "⋅", "·", "x", "-"] {
        if !["-", "x"].contains(&open) || n <= 9 {
            all.push(rows_of(rows, &|value| blank(value, open, symbol), [""; 4]));
        }
    }
    let zero = |value| blank(value, "0", number);
    all.push(format!("[{}]", rows_of(rows, &zero, [", ", "", "", ", "])));
    all.push(format!("{{\"grid\": [{}]}}", rows_of(rows, &zero, [", ", "", "", ", "])));
    let value = |value| format!("{{\"val\": {}}}", blank(value, "null", number));
    all.push(format!("[{}]", rows_of(rows, &value, [", ", "", "", ", "])));
    all.push(format!("[\n{}\n]", rows_of(rows, &value, [",\n", "", "", ",\n"])));
    let packed = rows_of(rows, &|value| blank(value, ".", symbol), [""; 4]);
    for name in ["puzzle", "board", "grid", "sudoku"] {
        all.push(format!("{{\"id\": 3, \"{name}\": \"{packed}\", \"difficulty\": \"hard\"}}"));
    }
    for base in [0, 1] {
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            let pair =
                move |(column, value): (usize, &i32)| format!("({}, {}): {value}", row + base, column + base);
            cells.iter().enumerate().map(pair).collect::<Vec<_>>()
        });
        all.push(format!("givens = {{{}}}", cells.collect::<Vec<_>>().join(", ")));
    }
    if n >= 10 {
        let padded = |value: i32| format!("{value:02}");
        all.push(rows_of(rows, &padded, [" ", "", "", " "]));
        let letter = |value: i32| blank(value, ".", |value| char::from(b'A' + value as u8 - 1).to_string());
        all.push(rows_of(rows, &letter, [""; 4]));
    }
    all
}

const SIZES: [usize; 6] = [4, 6, 9, 12, 16, 25];

/// Rows of random values, of which about half are open. Some value shows that letters count from `A`, and some cell is open.
fn random_rows(random: &mut Random, n: usize) -> Rows {
    let mut rows: Rows = vec![vec![0; n]; n];
    for row in &mut rows {
        for cell in row.iter_mut() {
            if random.below(2) == 0 {
                *cell = 1 + random.below(n) as i32;
            }
        }
    }
    // Some rows are open as a whole.
    if random.below(3) == 0 {
        rows[random.below(n)] = vec![0; n];
    }
    let (filled, open) = (random.below(n), random.below(n));
    rows[filled][(open + 1) % n] = n as i32;
    rows[filled][open] = 0;
    rows
}

#[test]
fn every_notation_is_read_as_the_same_puzzle() {
    let mut random = Random::new(7);
    let mut cases = 0;
    for round in 0..times_depth(24) {
        let n = SIZES[round % SIZES.len()];
        let rows = random_rows(&mut random, n);
        let geometry = Geometry::from_size(n).expect("a size");
        let puzzle = Puzzle::new(geometry, rows.concat()).expect("in range");
        for text in in_rows(&rows).into_iter().chain(in_one(&rows)) {
            // Dictionaries of Python have square boxes, where none are stated.
            let stated = (text.contains("): ") && ![4, 9, 16, 25].contains(&n)).then_some(geometry);
            let spaced = if text.contains('\t') { text.clone() } else { text.replace('\n', "  \n") + "   " };
            for text in [
                text.clone(),
                text.replace('\n', "\r\n") + "\r\n",
                format!("\u{feff}{text}\n"),
                format!("{text}\n\n\n"),
                spaced,
            ] {
                let found: Vec<_> = Reader::new(text.as_bytes(), stated).collect();
                assert_eq!(found.len(), 1, "{n}: {found:?} in:\n{text}");
                let entry = found[0].as_ref().unwrap_or_else(|error| panic!("{n}: {error} in:\n{text}"));
                assert_eq!(entry.puzzle, puzzle, "{n}:\n{text}");
                assert!(entry.notes.is_empty() && entry.remarks.is_empty(), "{n}:\n{text}");
                cases += 1;
            }
        }
    }
    assert!(cases > 1000 || times_depth(24) < 24, "{cases}");
}

/// One row has a cell too few and another one too many: together they are as many as those of a grid.
#[test]
fn rows_of_unequal_length_are_refused() {
    let mut random = Random::new(8);
    let mut cases = 0;
    for round in 0..times_depth(60) {
        let n = SIZES[round % SIZES.len()];
        let mut rows = random_rows(&mut random, n);
        let from = random.below(n);
        let to = (from + 1 + random.below(n - 1)) % n;
        let cell = rows[from].remove(random.below(n));
        rows[to].insert(random.below(n + 1), cell);
        for text in in_rows(&rows) {
            let found = read(&text);
            assert!(found.iter().all(Result::is_err) && !found.is_empty(), "{n}: {found:?} in:\n{text}");
            let error = found[0].as_ref().expect_err("it is refused");
            assert!((1..=text.lines().count()).contains(&error.line()), "{error} in:\n{text}");
            cases += 1;
        }
    }
    assert!(cases > 1000 || times_depth(60) < 60, "{cases}");
}

/// A zero written twice is neither one cell nor two.
#[test]
fn two_zeros_are_no_cells() {
    let mut random = Random::new(9);
    for round in 0..times_depth(60) {
        let n = [4, 6, 9][round % 3];
        let rows = random_rows(&mut random, n);
        let zero = |value: i32| value.to_string();
        for shape in [[",", "", "", "\n"], [" ", "", "", "\n"], [", ", "[", "]", ", "], [",", "", "", ","]] {
            let text = rows_of(&rows, &zero, shape);
            let zeros: Vec<usize> = text.match_indices('0').map(|(at, _)| at).collect();
            let mut doubled = text.clone();
            doubled.insert(zeros[random.below(zeros.len())], '0');
            assert!(read(&doubled).iter().all(Result::is_err), "{:?} in:\n{doubled}", read(&doubled));
            // With another cell left out there are as many symbols as cells.
            let last = doubled.rfind(',').or(doubled.rfind(' ')).expect("a gap");
            let fewer = format!("{}{}", &doubled[..last], if shape[1].is_empty() { "" } else { "]" });
            assert!(read(&fewer).iter().all(Result::is_err), "{:?} in:\n{fewer}", read(&fewer));
        }
    }
}

/// What carries rules is refused by name, what carries none is read, and what is passed over is told.
#[test]
fn members_that_are_not_understood_are_refused() {
    let grid = "\"puzzle\": \"1... ..3. .1.. ...2\"";
    let rules = [
        "\"cages\": [{\"sum\": 3, \"cells\": [0, 1]}]",
        "\"regions\": [[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,14,13,16]]",
        "\"regions\": \"1112122233433444\"",
        "\"regions\": null",
        "\"boxes\": null",
        "\"diagonals\": [\"/\"]",
        "\"diagonal+\": true",
        "\"antiknight\": true",
        "\"thermometer\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]",
        "\"lines\": []",
        "\"type\": \"jigsaw\"",
        "\"rules\": \"Digits on a line rise.\"",
        "\"order\": 4",
        "\"anything\": 0",
    ];
    for rule in rules {
        let name = rule.split('"').nth(1).expect("a name");
        for text in [format!("{{{grid}, {rule}}}"), format!("{{{rule}, {grid}}}")] {
            let error = refused(&text);
            assert_eq!(error.kind(), ParseErrorKind::NotUnderstood, "{error} in {text}");
            assert!(error.found().contains(&format!("\"{name}\"")), "{error} in {text}");
            let column = text.find(&format!("\"{name}\"")).map(|at| at + 1);
            assert_eq!((error.line(), Some(error.column())), (1, column), "{error} in {text}");
            let found: Vec<_> = Reader::new(text.as_bytes(), None).ignoring_unknown().collect();
            let entry = found[0].as_ref().unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!((found.len(), entry.puzzle.clues()), (1, 4));
            assert_eq!(entry.remarks, [format!("\"{name}\" is skipped")], "{text}");
        }
    }
    for plain in [
        "\"name\": \"Killer queen\", \"id\": 3, \"title\": null, \"author\": \"A\", \"solution\": \"1234341221434321\"",
        "\"difficulty\": {\"level\": [1, 2]}, \"createdAt\": \"today\", \"tags\": [\"a\"]",
        "\"cages\": [], \"thermometer\": null, \"antiknight\": false, \"size\": 4, \"type\": \"classic\"",
        "\"box\": \"2x2\", \"boxes\": \"2x2\", \"size\": \"4x4\", \"rules\": \"Normal Sudoku rules apply.\"",
        "\"regions\": [[0,1,4,5],[2,3,6,7],[8,9,12,13],[10,11,14,15]]",
        "\"regions\": [[[1,1],[1,2],[2,1],[2,2]],[[1,3],[1,4],[2,3],[2,4]],[[3,1],[3,2],[4,1],[4,2]],[[3,3],[3,4],[4,3],[4,4]]]",
        "\"regions\": [[\"R1C1\",\"R1C2\",\"R2C1\",\"R2C2\"],[\"R1C3\",\"R1C4\",\"R2C3\",\"R2C4\"],[\"R3C1\",\"R3C2\",\"R4C1\",\"R4C2\"],[\"R3C3\",\"R3C4\",\"R4C3\",\"R4C4\"]]",
        "\"regions\": \"aabbaabbccddccdd\"",
        "\"regions\": [[1,1,2,2],[1,1,2,2],[3,3,4,4],[3,3,4,4]]",
    ] {
        let entry = only(&format!("{{{grid}, {plain}}}"));
        assert_eq!((entry.puzzle.clues(), entry.remarks.len()), (4, 0), "{plain}");
    }
    // Regions that are boxes of another shape state that shape.
    let tall = "\"regions\": \"112233112233112233445566445566445566\"";
    let cells = format!("\"puzzle\": \"{}\"", ".".repeat(36));
    assert_eq!(only(&format!("{{{cells}, {tall}}}")).puzzle.geometry().to_string(), "3x2");
    // A size or a second grid that is another, a cell that is elsewhere, a member twice.
    for other in ["\"size\": 9", "\"grid\": \"1... ..3. .1.. ...1\"", "\"puzzle\": \"\""] {
        assert_eq!(refused(&format!("{{{grid}, {other}}}")).kind(), ParseErrorKind::Syntax, "{other}");
    }
    assert_eq!(
        only(&format!("{{{grid}, \"grid\": [[1,0,0,0],[0,0,3,0],[0,1,0,0],[0,0,0,2]]}}")).puzzle.clues(),
        4
    );
}

/// Cells that are objects: entered digits, marks, places, and what is not understood.
#[test]
fn cells_that_are_objects() {
    let cells = |first: &str| format!("{{\"grid\": [{first}{}]}}", ", {}".repeat(15));
    let entry = only(&cells("{\"value\": 3, \"given\": true}, {\"value\": 2}").replacen(", {}", "", 1));
    assert_eq!((entry.puzzle.clues(), entry.notes.entry(1)), (1, Some(2)));
    let entry = only(&cells("{\"centerPencilMarks\": [1, 2], \"c\": \"#fff\"}"));
    assert_eq!(entry.notes.marks(0), [1, 2]);
    let entry = only(&cells("{\"givenPencilMarks\": [1, 2]}"));
    assert_eq!(entry.puzzle.candidates(0), Some(&[1, 2][..]));
    assert_eq!(only(&cells("{\"row\": 1, \"col\": 1, \"value\": 4}")).puzzle.given(0), Some(4));
    assert_eq!(refused(&cells("{\"row\": 2, \"col\": 1, \"value\": 4}")).kind(), ParseErrorKind::Syntax);
    assert_eq!(refused(&cells("{\"region\": 1}")).kind(), ParseErrorKind::NotUnderstood);
    assert!(refused(&cells("{\"sum\": 3}")).found().contains("\"sum\""));
}

#[test]
fn dictionaries_of_rows_and_columns() {
    let given = |text: &str, cell| only(text).puzzle.given(cell);
    assert_eq!(given("{(0, 6): 5, (8, 8): 1}", 6), Some(5));
    assert_eq!(given("{(1, 6): 5, (9, 9): 1}", 5), Some(5));
    let doubtful = only("{(1, 6): 5}");
    assert_eq!((doubtful.puzzle.given(5), doubtful.remarks.len()), (Some(5), 1));
    for wrong in [
        "{(0, 9): 1, (9, 9): 2, (1, 1): 10000000}",
        "{(1, 1): 2, 3: 4}",
        "{(1, 1): 2, (1, 1): 3}",
        "{(1, 1, 1): 2}",
    ] {
        assert_eq!(refused(wrong).kind(), ParseErrorKind::Syntax, "{wrong}");
    }
}

#[test]
fn lists_of_puzzles() {
    let object = "{\"id\": 1, \"puzzle\": \"1... ..3. .1.. ...2\"}";
    for text in [
        format!("[{object}, {object}]"),
        format!("[\n{object},\n{object}\n]\n"),
        format!("[{object},\n {object}]"),
        format!("[\n  {{\n    \"id\": 1,\n    \"puzzle\": \"1... ..3. .1.. ...2\"\n  }},\n{object}]"),
    ] {
        let found: Vec<_> =
            read(&text).into_iter().map(|entry| entry.map(|entry| entry.puzzle.clues())).collect();
        assert_eq!(found, [Ok(4), Ok(4)], "{text}");
    }
}

/// A column of regions is refused, by whichever path the line is read; the boxes and solutions are not.
#[test]
fn columns_of_a_table() {
    let boxes = "aabbaabbccddccdd";
    let jigsaw = "aaabacbbccbdcddd";
    let line = "1.....3..1.....2";
    let solution = "1324423121433412";
    let plain = [format!("{line},{boxes}"), format!("7\t{line}\t{solution}"), format!("{line};4.5;x")];
    for text in &plain {
        assert_eq!(only(text).puzzle.clues(), 4, "{text}");
    }
    for (before, after) in [("", ""), (&*format!("{line}\n"), ""), ("", &*format!("\n{line}\n"))] {
        for row in
            [format!("{line}\t{jigsaw}\t{solution}"), format!("{jigsaw},{line}"), format!("{line} {jigsaw}")]
        {
            let found: Vec<_> =
                Reader::new(format!("{before}{row}{after}").as_bytes(), Geometry::new(2, 2).ok()).collect();
            let errors: Vec<&ParseError> = found.iter().filter_map(|found| found.as_ref().err()).collect();
            assert_eq!(errors.len(), 1, "{row}: {found:?}");
            assert_eq!(errors[0].kind(), ParseErrorKind::NotUnderstood, "{row}");
            let number = if row.starts_with(jigsaw) { 1 } else { 2 };
            assert!(errors[0].found().starts_with(&format!("regions in column {number} ")), "{}", errors[0]);
        }
    }
    // So is a column with the name of a rule, which is passed over only if asked to.
    for (row, column) in [(format!("{line},anti-knight"), 18), (format!("killer\t{line}\t{solution}"), 1)] {
        let error = refused(&row);
        assert_eq!((error.expected(), error.column()), ("a puzzle without further rules", column), "{row}");
        let skipped: Vec<_> = Reader::new(row.as_bytes(), None).ignoring_unknown().collect();
        assert_eq!(skipped[0].as_ref().map(|entry| entry.remarks.len()), Ok(1), "{row}");
    }
    // A solution that breaks the boxes is one of another puzzle.
    let error = refused(&format!("{line},1234214334124321\n").replace(line, "1..............1"));
    assert_eq!(error.kind(), ParseErrorKind::NotUnderstood);
    let error = refused(&format!("puzzle,regions,solution\n{line},{boxes},{solution}\n"));
    assert_eq!((error.found(), error.column()), ("the column \"regions\"", 8));
    let found: Vec<_> = Reader::new(format!("{line}\t{jigsaw}").as_bytes(), Geometry::new(2, 2).ok())
        .ignoring_unknown()
        .collect();
    assert_eq!(found[0].as_ref().map(|entry| entry.remarks.len()), Ok(1));
}
