//! Promise: cells that are left empty are open, lists of candidates are marks, titles are no cells, and what may be either is
//! refused with its place.

use residua_sudoku::{Entry, Geometry, ParseError, ParseErrorKind, Puzzle, Reader};

use crate::samples::{LINE, rows};

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
fn refused(text: &str) -> (ParseErrorKind, usize, usize) {
    let mut errors: Vec<ParseError> = read(text).into_iter().filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "{errors:?} in:\n{text}");
    let error = errors.remove(0);
    (error.kind(), error.line(), error.column())
}

/// `LINE` with `open` for its open cells, `gap` between cells, between `left` and `right`.
fn listed(open: &str, gap: &str, left: &str, right: &str) -> Vec<String> {
    let cell = |c: char| if c == '.' { open.to_owned() } else { c.to_string() };
    let row = |row: &str| format!("{left}{}{right}", row.chars().map(cell).collect::<Vec<_>>().join(gap));
    rows().into_iter().map(row).collect()
}

#[test]
fn empty_places_are_open_cells() {
    let bars = |open: &str, gap: &str| listed(open, gap, "|", "|");
    let rule = format!("\n{}\n", "+---".repeat(9) + "+");
    let table = listed(" ", " | ", "| ", " |");
    let heading = format!("{}|\n{}|\n", "|   ".repeat(9), "|:-:".repeat(9));
    for text in [
        listed("", ",", "", "").join("\n"),
        listed("", ";", "", "").join("\r\n"),
        listed(" ", ", ", "", "").join("\n"),
        listed("\"\"", ",", "", "").join("\n"),
        listed("", ",", "", "").join(","),
        bars(" ", "|").join("\n"),
        bars("   ", "|").join("\n"),
        bars(" ", "|").join(&rule),
        bars(" ", "|").join("\n").replace('|', "│"),
        bars(" ", "|").chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(&rule),
        table.join("\n"),
        format!("{}\n{}|\n{}", table[0], "|---".repeat(9), table[1..].join("\n")),
        format!("{heading}{}", table.join("\n")),
        listed(" ", " ║ ", "║ ", " ║").join("\n"),
        format!("[{}]", listed("null", ", ", "[", "]").join(",\n ")),
        format!("[{}]", listed("None", ", ", "[", "]").join(", ")),
        format!("grid = [{}]", listed("None", ", ", "[", "]").join(",\n        ")),
        listed("null", ",", "", "").join("\n"),
        format!("{{\"givens\": [{}]}}", listed("null", ",", "", "").join(",")),
        format!("{{\"givens\": [{}]}}", listed("null", ",", "[", "]").join(",")),
        // Double bars around boxes, and gaps that are drawn.
        bars(".", "|").join("\n").replace('|', "||"),
        bars(" . ", "|").join(&format!("\n{}|{rule}{}|\n", "|   ".repeat(9), "|   ".repeat(9))),
        format!("{}|\n{}", "|   ".repeat(3), listed(".", "", "|", "|").join("\n")),
    ] {
        assert_eq!(only(&text).puzzle.to_string(), LINE, "{text}");
    }
    // A row without anything, at the top, in between, and below.
    for open_row in [0, 4, 8] {
        let mut line = LINE.to_owned();
        line.replace_range(9 * open_row..9 * open_row + 9, ".........");
        for (gap, ends) in [("|", "|"), (",", "")] {
            let mut rows = listed(if gap == "," { "" } else { " " }, gap, ends, ends);
            rows[open_row] = format!("{ends}{}{ends}", [if gap == "," { "" } else { " " }; 9].join(gap));
            assert_eq!(only(&rows.join("\n")).puzzle.to_string(), line, "{gap} {open_row}");
        }
    }
}

/// As many rows of open cells as there may be come before the first one with a value.
#[test]
fn first_rows_may_be_open() {
    let last = [[3, 0, 1, 0], [0, 2, 0, 4]];
    for open in 0..=2 {
        let mut values = vec![[0; 4]; open];
        values.extend(last.iter().cycle().take(4 - open));
        let puzzle = Puzzle::new(Geometry::new(2, 2).expect("a size"), values.concat()).expect("in range");
        for (blank, gap) in [("-", " "), ("-", ""), ("", "\t"), ("", ","), (".", " ")] {
            let cell = |value: &i32| if *value == 0 { blank.to_owned() } else { value.to_string() };
            let row = |row: &[i32; 4]| row.iter().map(cell).collect::<Vec<_>>().join(gap) + "\n";
            let text: String = values.iter().map(row).collect();
            assert_eq!(only(&text).puzzle, puzzle, "{text}");
        }
    }
}

/// A row of a 16x16 grid whose values would all be in range of a 4x4 one is no puzzle by itself.
#[test]
fn a_row_of_small_values_is_a_row() {
    let mut values = [0; 256];
    (values[2], values[15], values[16], values[255]) = (2, 4, 13, 16);
    check_rows(&values);
    // And rows of open cells may come before it.
    values.rotate_right(48);
    check_rows(&values);
}

fn check_rows(values: &[i32; 256]) {
    let puzzle = Puzzle::new(Geometry::new(4, 4).expect("a size"), values.to_vec()).expect("in range");
    for (blank, gap) in [(".", " "), ("", ","), ("", "\t"), ("0", " "), ("--", " ")] {
        let width = blank.len();
        let cell = |value: &i32| if *value == 0 { blank.to_owned() } else { format!("{value:0width$}") };
        let row = |row: &[i32]| row.iter().map(cell).collect::<Vec<_>>().join(gap) + "\n";
        let text: String = values.chunks(16).map(row).collect();
        assert_eq!(only(&text).puzzle, puzzle, "{text}");
    }
}

#[test]
fn doubtful_gaps_are_refused() {
    let table = "| 1 | 2 | | |\n|---|---|---|---|\n| | | | |\n| 3 | 4 | | |\n| | | | |\n";
    assert_eq!(only(table).puzzle.to_string(), "12......34......");
    // Gaps above and below rows, or open rows? Their lines have empty cells too.
    let (gap, rule) = (format!("{}|\n", "|   ".repeat(9)), format!("{}+\n", "+---".repeat(9)));
    let row = |row: &String| format!("{gap}{row}\n{gap}{rule}");
    let text: String = listed("   ", "|", "|", "|").iter().map(row).collect();
    let errors: Vec<ParseError> = read(&text).into_iter().filter_map(Result::err).collect();
    assert_eq!((errors[0].kind(), errors[0].line()), (ParseErrorKind::Syntax, 1));
    assert!(read(&text).iter().all(Result::is_err), "{:?}", read(&text));
    // A comma at the end goes on with a list, unless another place is empty, or the other rows have as many commas, and one cell more.
    assert_eq!(refused("1,2,3,\n4,3,2,1,\n2,1,4,3,\n3,4,1,2\n").0, ParseErrorKind::CellCount);
    assert_eq!(only("1,2,3,\n4,3,2,1\n2,1,4,3\n3,4,1,2\n").puzzle.given(3), None);
    // Two bars that touch are one.
    assert_eq!(refused("|1||3|4|\n|1|2|3|4|\n|1|2|3|4|\n|1|2|3|4|\n").0, ParseErrorKind::CellCount);
}

/// Candidates as other programs print them, drawn or not.
#[test]
fn candidates_of_other_programs() {
    let frames = [
        (".---------.---------.", ":---------+---------:", "'---------'---------'", "|"),
        ("*-------------------*", "|---------+---------|", "*-------------------*", "|"),
        ("+---------+---------+", "+---------+---------+", "+---------+---------+", "|"),
        ("┌─────────┬─────────┐", "├─────────┼─────────┤", "└─────────┴─────────┘", "│"),
        ("", "", "", ""),
        ("", "# two bands", "", ""),
    ];
    for (top, middle, bottom, bar) in frames {
        let row = |left: &str, right: &str| format!("{bar} {left} {bar} {right} {bar}");
        let bands = [
            row("1   24", "23   34"),
            row("34  2 ", "1    34"),
            row("24  134", "34   1 "),
            row("34  134", "2    4 "),
        ];
        let text =
            format!("{top}\n{}\n{}\n{middle}\n{}\n{}\n{bottom}\n", bands[0], bands[1], bands[2], bands[3]);
        // An empty line would end the grid.
        let text = text.replace("\n\n", "\n");
        let entry = only(text.trim_start_matches('\n'));
        assert_eq!(entry.puzzle.to_string(), "1....21....1..24", "{text}");
        let marks: Vec<&[i32]> = (0..5).map(|cell| entry.notes.marks(cell)).collect();
        assert_eq!(marks, [&[] as &[i32], &[2, 4], &[2, 3], &[3, 4], &[3, 4]], "{text}");
        assert_eq!(entry.notes.marked_cells().count(), 10);
    }
    // Nothing known of any cell, and nothing left of one.
    let all = "│ 1234  1234 │ 1234  1234 │\n".repeat(4);
    assert!(
        only(&all).notes.is_empty()
            && only(&all).puzzle == Puzzle::blank(Geometry::new(2, 2).expect("small"))
    );
    assert_eq!(only(&all.replacen("1234", "∅", 1)).puzzle.candidates(0), Some([].as_slice()));
    // What ascends is a set, in a list a number; one alone without a frame may be a mistake.
    let plain = all.replace('│', "");
    assert!(read(&plain.replacen("1234", "21", 1)).iter().all(Result::is_err));
    assert_eq!(refused("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 12\n"), (ParseErrorKind::Symbol, 4, 7));
    assert_eq!(
        refused("[[1,2,3,4],\n[3,4,1,2],\n[2,1,34,3],\n[4,3,24,1]]\n"),
        (ParseErrorKind::Symbol, 3, 6)
    );
}

/// `12` is a number where no letter stands for it, and a set of candidates where one does.
#[test]
fn numbers_and_sets_of_larger_grids() {
    let number = |row: i32, column: i32| (row % 3 * 4 + row / 3 + column) % 12 + 1;
    let rows = |cell: &dyn Fn(i32) -> String| -> String {
        let row = |row| (0..12).map(|column| cell(number(row, column))).collect::<Vec<_>>().join(" ") + "\n";
        (0..12).map(row).collect()
    };
    let letter =
        |v: i32| char::from_digit(v as u32, 16).map_or_else(String::new, |c| c.to_string().to_uppercase());
    let numbers = only(&rows(&|v| v.to_string()));
    assert!(numbers.notes.is_empty() && numbers.puzzle.clues() == 144);
    let sets = only(&rows(&|v| if v < 3 { "12".to_owned() } else { letter(v) }));
    assert_eq!((sets.puzzle.clues(), sets.notes.marked_cells().count()), (120, 24));
}

#[test]
fn titles_are_no_cells() {
    let grid = rows().join("\n");
    for title in [
        "Grid 01",
        "Puzzle 3 (hard)",
        "Sudoku 123",
        "1. Easy",
        "=== Level 4: 9x9 ===",
        "Rätsel 5",
        "数独",
        "hard",
        "[Hard]",
    ] {
        for end in ["\n", "\n\n", ":\n"] {
            let text = format!("{title}{end}{grid}\n");
            assert_eq!(only(&text).puzzle.to_string(), LINE, "{text}");
            let two: Vec<_> = read(&text.repeat(2)).into_iter().flatten().collect();
            assert_eq!(two.len(), 2, "{text}");
        }
    }
    // What holds cells is no title: it is read, or refused.
    for line in [
        &format!("hard\t{}", &LINE[..80]),
        "hard 53..7....6..195",
        "hard 5 3 . . 7 . . . .",
        "Puzzle 530070000",
    ] {
        assert!(read(&format!("{LINE}\n{line}\n"))[1].is_err(), "{line}");
    }
    // Words that are a row of letters as well.
    let row = "BAD CAFE FEED DEF GA\n";
    let letters = "123456789ABCDEFG\n".repeat(15);
    let found = read(&format!("{row}{letters}"));
    let error = found[0].as_ref().expect_err("it may be either");
    assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::Syntax, 1, 1));
}

#[test]
fn saved_files() {
    let head = "#A Somebody\n#D A puzzle\n#L Easy\n";
    let grid = rows().join("\n");
    let state = grid.replacen("53.", "534", 1).replacen("6..195", "67.195", 1);
    let entry = only(&format!("{head}[Puzzle]\n{grid}\n"));
    assert!(entry.puzzle.to_string() == LINE && entry.notes.is_empty() && entry.line == 5);
    for gap in ["\n", "\n\n"] {
        let text = format!("{head}[Puzzle]\n{grid}{gap}[State]\n{state}\n");
        let entry = only(&text);
        assert_eq!(entry.puzzle.to_string(), LINE);
        assert_eq!(entry.notes.entries().collect::<Vec<_>>(), [(2, 4), (10, 7)]);
        assert_eq!(
            read(&text.repeat(3))
                .into_iter()
                .flatten()
                .filter(|found| found.notes.marks(0).is_empty())
                .count(),
            3
        );
    }
    let wrong = state.replacen("534", "634", 1);
    assert_eq!(refused(&format!("[Puzzle]\n{grid}\n[State]\n{wrong}\n")), (ParseErrorKind::Syntax, 12, 1));
    let two = read(&format!("[puzzle]\n{grid}\n[puzzle]\n{grid}\n{LINE}\n"));
    assert_eq!(two.into_iter().flatten().count(), 3);
    assert_eq!(only(&format!("[State]\n{grid}\n")).puzzle.to_string(), LINE);
}

/// The box is that which is drawn, where one is.
#[test]
fn boxes_are_drawn() {
    let tall: Geometry = "3x2".parse().expect("a box");
    let puzzle = Puzzle::blank(tall).with_given(0, 1).expect("in range");
    for text in [
        residua_sudoku::render::boxed(tall, puzzle.givens()),
        residua_sudoku::render::ascii(tall, puzzle.givens()),
    ] {
        assert_eq!(only(&text).puzzle, puzzle);
        let wide = Puzzle::parse_with(&text, "2x3".parse().expect("a box")).expect("what is stated counts");
        assert_eq!(wide.geometry().to_string(), "2x3");
        // After a puzzle of another box, or another size.
        for before in ["1".to_owned() + &".".repeat(35), "1".to_owned() + &".".repeat(15), LINE.to_owned()] {
            let found: Vec<_> =
                read(&format!("{before}\n\n{text}\n{before}\n")).into_iter().flatten().collect();
            assert_eq!(found.len(), 3, "{before}\n{text}");
            assert_eq!(found[1].puzzle, puzzle);
        }
    }
    // Lines around single cells or rows draw no boxes.
    let rule = format!("\n{}\n", "+---".repeat(6) + "+");
    let row = |_| ["| 1 | 2 | 3 | 4 | 5 | 6 |"];
    let text = (0..6).flat_map(row).collect::<Vec<_>>().join(&rule);
    assert_eq!(only(&text).puzzle.geometry().to_string(), "2x3");
}

#[test]
fn pictures_are_refused_plainly() {
    for start in ["<svg xmlns=", "<?xml version=", "<!DOCTYPE html>", "  <html>"] {
        let text = format!("{LINE}\n{start}\n{LINE}\n");
        let found = read(&text);
        let error = found[1].as_ref().expect_err("a picture");
        assert_eq!((found.len(), error.kind(), error.line()), (2, ParseErrorKind::Picture, 2));
    }
}

#[test]
fn rules_among_puzzles_are_refused() {
    for text in [
        ".Cage~7~R3C1~R3C2",
        " .AntiKnight",
        ".AntiKnight.Diagonal~1",
        ".X~R1C1~R1C2",
        ".~R1C1_5",
        "https://f-puzzles.com/?load=N4Ig",
        "https://sudokupad.app/sclN4Ig",
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight",
    ] {
        let found = read(&format!("{LINE}\n{text}\n\n{LINE}\n"));
        assert_eq!(found.len(), 3, "{text}: {found:?}");
        let error = found[1].as_ref().expect_err(text);
        assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::Syntax, 2, 1));
    }
    let source = format!("{LINE}\nhttps://example.org/puzzles/7\n{LINE}\n");
    assert_eq!(read(&source).len(), 2, "a source is a title");
    let letters = format!(".Ab{}\n", ".".repeat(253));
    assert_eq!(only(&letters).puzzle.clues(), 2, "a row of letters is one");
}

#[test]
fn numbers_around_tables_are_left_out() {
    let open = |open: &str, separator: &str, (has_rows, from): (bool, usize)| -> String {
        let left = |row: usize| if has_rows { format!("{}{separator}", row + from) } else { String::new() };
        let numbers: Vec<String> = (from..from + 9).map(|column| column.to_string()).collect();
        let heading = format!("{}{}", if has_rows { separator } else { "" }, numbers.join(separator));
        let rows = listed(open, separator, "", "").into_iter().enumerate();
        let rows: Vec<String> = rows.map(|(number, row)| left(number) + &row).collect();
        format!("{heading}\n{}\n", rows.join("\n"))
    };
    for separator in [",", "\t", ";"] {
        for blank in ["0", ".", ""] {
            for (has_rows, from) in [(true, 0), (false, 0), (true, 1)] {
                // A cell without anything in it shows where there are tabs or commas.
                if separator == ";" && blank.is_empty() {
                    continue;
                }
                let text = open(blank, separator, (has_rows, from));
                let entry = only(&text);
                assert_eq!(entry.puzzle.to_string(), LINE, "{text}");
                assert!(
                    matches!(&entry.remarks[..], [remark] if remark.contains(&format!("{from} to {}", from + 8))),
                    "{text}"
                );
                assert_eq!(read(&format!("{text}\n{text}")).into_iter().flatten().count(), 2, "{text}");
            }
        }
    }
    // Nine rows of which the first has these numbers are a puzzle.
    let first = "0,1,2,3,4,5,6,7,8\n";
    let rest = "0,0,0,0,0,0,0,0,0\n".repeat(8);
    let entry = only(&format!("{first}{rest}"));
    assert_eq!((entry.puzzle.clues(), entry.remarks.len()), (8, 0));
    // Nor are numbers from 1 a heading where the rows have none, or others.
    let first = "1,2,3,4,5,6,7,8,9\n";
    assert_eq!(only(&format!("{first}{rest}")).puzzle.clues(), 9);
    let rows = |number: usize| format!("{number},0,0,0,0,0,0,0,0,0\n").repeat(9);
    assert_eq!(only(&format!(",1,2,3,4,5,6,7,8,9\n{}", rows(7))).puzzle.clues(), 18);
}

#[test]
fn floating_point_numbers_are_cells() {
    let number = |c: char| if c == '.' { String::new() } else { format!("{c}.0") };
    for separator in [",", "\t", ";"] {
        for (blank, quote) in [("", ""), ("NaN", ""), ("nan", ""), ("", "\"")] {
            if separator == ";" && blank.is_empty() {
                continue;
            }
            let cell = |c: char| {
                let text = number(c);
                let text = if text.is_empty() { blank.to_owned() } else { text };
                format!("{quote}{text}{quote}")
            };
            let symbols: Vec<char> = LINE.chars().collect();
            let rows: Vec<String> = symbols
                .chunks(9)
                .map(|row| row.iter().map(|c| cell(*c)).collect::<Vec<_>>().join(separator))
                .collect();
            let text = rows.join("\n");
            assert_eq!(only(&text).puzzle.to_string(), LINE, "{text}");
        }
    }
    // A value that is too large has the column that it has in the text.
    let error = read(",,,4.0\n2.0,,,\n,,3.0,\n1.0,,9.0,\n").remove(0).expect_err("there is no 9");
    assert_eq!((error.line(), error.column()), (4, 6));
}

#[test]
fn headings_of_tables_and_quoted_reports_are_skipped() {
    for heading in
        ["id,puzzle,solution,clues,difficulty", "id,quizzes,solutions", "source;question;answer;rating"]
    {
        let separator = if heading.contains(';') { ";" } else { "," };
        assert_eq!(
            only(&format!("{heading}\n17{separator}{LINE}{separator}x\n")).puzzle.to_string(),
            LINE,
            "{heading}"
        );
    }
    let report = "-:1  unique solution\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    let quoted = format!("> {}", report.trim_end().replace('\n', "\n> "));
    assert_eq!(only(&quoted).puzzle, only(report).puzzle);
}

#[test]
fn members_without_a_comma_between_them_are_refused() {
    let givens = "\"givens\":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2]";
    for (rest, column) in [
        (" \"cages\":[[1,2]]", 45),
        ("; \"cages\":1", 44),
        (" cages:[[1,2]]", 45),
        ("] ", 44),
        (",\"title\":\"a\" \"entries\":[0]", 57),
        (",\"id\":4 cages=1", 52),
    ] {
        let text = format!("{{{givens}{rest}}}");
        let error = read(&text).remove(0).expect_err(&text);
        assert_eq!((error.expected(), error.column()), ("a ',' or a '}'", column), "{text}");
    }
    assert_eq!(only(&format!("{{{givens},}}")).puzzle.clues(), 2, "a comma at the end is none too many");
}
