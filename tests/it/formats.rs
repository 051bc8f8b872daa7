//! Promise: the Sudoku notations of people and programs are read, and a bad input gets one exact error.

use residua_sudoku::Geometry;
use residua_sudoku::ParseError;
use residua_sudoku::ParseErrorKind;
use residua_sudoku::Puzzle;
use residua_sudoku::Reader;
use std::fmt::Write;

use crate::samples::{LINE, root, rows};

fn geometry(text: &str) -> Geometry {
    text.parse().expect("a box")
}

/// Each puzzle of `text` as a line, or its error.
fn read(text: &[u8], geometry: Option<Geometry>) -> Vec<Result<String, ParseError>> {
    Reader::new(text, geometry).map(|entry| entry.map(|entry| entry.puzzle.to_string())).collect()
}

/// The only puzzle of `text` as a line.
fn only(text: &str) -> String {
    match text.parse::<Puzzle>() {
        Ok(puzzle) => puzzle.to_string(),
        Err(error) => format!("{error} in:\n{text}"),
    }
}

/// `LINE` as rows of integers between `open` and `close`, with `gap` between cells.
fn listed(gap: &str, open: &str, close: &str, end: &str) -> String {
    let row = |row: &&str| {
        let cells = row.chars().map(|c| if c == '.' { "0".to_owned() } else { c.to_string() });
        format!("{open}{}{close}", cells.collect::<Vec<_>>().join(gap))
    };
    rows().iter().map(row).collect::<Vec<_>>().join(end)
}

#[test]
fn one_line() {
    for text in [
        LINE.to_owned(),
        format!("\u{feff}{LINE}\r\n"),
        LINE.replace('.', "0"),
        LINE.replace('.', "_") + " # easy",
        format!("# a comment\n\n{}\n", LINE.replace('.', "*")),
        format!("{}\t{}\t7.2", LINE.replace('.', "?"), "123456789".repeat(9)),
        format!("hard-1,{LINE},4.4,81"),
        format!("a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff0 {LINE}"),
        format!("12;{LINE};{}", "1".repeat(81)),
        format!("\"name\",\"{LINE}\""),
        format!(">>> s = \"{LINE}\""),
        format!("'{LINE}'"),
        LINE.chars().flat_map(|c| [c, ' ']).collect(),
        LINE.chars().flat_map(|c| [c, ',']).collect(),
        listed(", ", "[", "]", ", "),
        format!("[{}]", listed(", ", "[", "]", ", ")),
        format!("[{}]", listed(", ", "", "", ", ")),
        rows().join(" "),
        rows().join("|"),
        rows().join("/"),
        rows().join(" / "),
    ] {
        assert_eq!(only(&text), LINE, "{text}");
    }
}

#[test]
fn grids() {
    let spaced = |row: &str| row.chars().flat_map(|c| [' ', c, ' ']).collect::<String>();
    let barred = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let plain: Vec<String> = rows().iter().map(|row| (*row).to_owned()).collect();
    let with_bars: Vec<String> = rows().iter().map(|row| barred(row)).collect();
    let rule = |rule: &str, rows: &[String]| {
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        bands.join(&format!("\n{rule}\n"))
    };
    for text in [
        plain.join("\n"),
        plain.join("\r\n"),
        format!("Grid 01\n{}", plain.join("\n")),
        format!("Puzzle:\n{}\n\nthe end", plain.join("\n")),
        rows().iter().map(|row| spaced(row)).collect::<Vec<_>>().join("\n"),
        rule("---+---+---", &with_bars),
        rule("- - - - - -", &with_bars),
        rule(
            "+-------+-------+-------+",
            &with_bars.iter().map(|row| format!("| {row} | ")).collect::<Vec<_>>(),
        ),
        format!("*-----------*\n|{}|\n*-----------*", with_bars.join("|\n|")),
        format!(".---.---.---.\n|{}|\n'---'---'---'", with_bars.join("|\n|")),
        format!("+---+\n|{}|\n+---+", with_bars.join("|\n|").replace('.', " . ")),
        format!("grid = ( \"{}\" )", rule("---+---+---", &with_bars).replace('\n', "\"\n         \"")),
        format!(">>> grid = ( \"{}\" )", rule("---+---+---", &with_bars).replace('\n', "\"\n...         \"")),
        format!("[{}]", listed(", ", "[", "]", ",\n ")),
        format!("hard = [{}]", listed(", ", "[", "]", ",\n        ")),
        format!("[\n{}\n]", listed(", ", "  [", "]", ",\n")),
        listed(", ", "[", "]", "\n"),
        listed(", ", "[", "],", "\n"),
        format!("array([{}])", listed(" ", "[", "]", "\n ")),
        format!("[{}]", listed(", ", "", "", ",\n")),
        listed(",", "", "", "\n"),
        listed(" ", "", "", "\n"),
        // A flat list as printed with a limit on the width of lines.
        format!("[{}]", listed(", ", "", "", ", ").replacen(", 0, 0", ",\n 0, 0", 9)),
        // 27 cells per line.
        plain.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("\n"),
    ] {
        assert_eq!(only(&text), LINE, "{text}");
    }
}

#[test]
fn drawn_with_box_characters() {
    let puzzle: Puzzle = LINE.parse().expect("valid");
    let julia = residua_sudoku::render::boxed(puzzle.geometry(), puzzle.givens());
    assert!(
        julia.starts_with("┌─────────┬─────────┬─────────┐\n│ 5  3  ⋅ │ ⋅  7  ⋅ │ ⋅  ⋅  ⋅ │\n"),
        "{julia}"
    );
    assert_eq!(only(&julia), LINE);
    let narrow = julia.replace("  ", " ");
    assert_eq!(only(&narrow), LINE);
    let heavy = julia.replace('│', "┃").replace('─', "═").replace('⋅', "·");
    assert_eq!(only(&heavy), LINE);
}

#[test]
fn dictionaries_and_objects() {
    let expected = "..3.2...........".replace("..3.2", "..2.2");
    assert_eq!(only("{3:2, 5:2}"), expected);
    assert_eq!(only("fixed = {3: 2,\n         5: 2}"), expected);
    let scipy = "{3:2, 5:2, 6:1, 7:4, 8:3, 10:4, 12:2, 13:1}";
    assert_eq!(only(scipy), "..2.2143.4.21...");
    assert_eq!(Puzzle::parse_with("{81: 9}", geometry("3x3")).expect("valid").given(80), Some(9));
    assert_eq!(only("{81: 9}").len(), 81);
    let puzzle: Puzzle = LINE.parse().expect("valid");
    let json = residua_sudoku::render::json(puzzle.geometry(), puzzle.givens());
    assert_eq!(only(&json), LINE);
    let report =
        json.replace("\"givens\"", "\"file\":\"a#\\\"{.txt\",\"solution\":{\"givens\":[1]},\"givens\"");
    assert_eq!(only(&report), LINE);
    assert_eq!(only(&json.replace(',', ",\n  ")), LINE);
    let tall: Puzzle = r#"{"box": "3x2", "givens": [1,2,3,4,5,6,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#
        .parse()
        .expect("valid");
    assert_eq!(tall.geometry(), geometry("3x2"));
}

#[test]
fn prolog_answers() {
    let answer = "G0000 = G0101, G0101 = 2,\nG0303 = 4,\nG0001 in 1\\/3..4,\nall_different([G0001, 2, G0002]),\n\
                  G0001#\\=G0002,\nG0002 = G0003.\n";
    assert_eq!(only(answer), "2....2.........4");
    let two = format!("{}\n{}", answer.replace(".\n", " ;\n"), answer);
    assert_eq!(read(two.as_bytes(), None).len(), 2);
    assert_eq!(only("G0000 = 5, G0007 = G0100, G0100 = 9, G0808 in 1..9").chars().nth(7), Some('9'));
}

#[test]
fn sixteen_by_sixteen() {
    let letters: Vec<String> =
        (0..16).map(|row| "123456789ABCDEFG".chars().cycle().skip(row).take(16).collect()).collect();
    let line = letters.concat();
    let numbers = |c: char| c.to_digit(17).expect("up to G").to_string();
    let rows = |gap: &str, blank: &str| {
        let row = |row: &String| {
            let cells = row.chars().map(|c| if c == '7' { blank.to_owned() } else { numbers(c) });
            cells.collect::<Vec<_>>().join(gap)
        };
        letters.iter().map(row).collect::<Vec<_>>()
    };
    let holes = line.replace('7', ".");
    assert_eq!(only(&line), line);
    assert_eq!(only(&letters.join("\n")), line);
    assert_eq!(only(&letters.join("\n").to_lowercase()), line);
    assert_eq!(only(&rows(" ", "0").join("\n")), holes);
    assert_eq!(only(&rows("  ", ".").join("\n")), holes);
    assert_eq!(only(&rows(",", "0").join("\n")), holes);
    assert_eq!(only(&rows(" ", "0").join(" ")), holes);
    assert_eq!(only(&format!("[[{}]]", rows(", ", "0").join("],\n ["))), holes);
    assert_eq!(only(&format!("[[{}]]", rows(", ", "0").join("], ["))), holes);
    let groups = |row: &String| format!("{} {} {} {}", &row[..4], &row[4..8], &row[8..12], &row[12..]);
    assert_eq!(only(&letters.iter().map(groups).collect::<Vec<_>>().join("\n")), line);
    // Counting from 0 is recognised by a zero beside another blank, where there is no G.
    let hex = |c: char| match c {
        '7' => '.',
        c => char::from_digit(c.to_digit(17).expect("up to G") - 1, 16).expect("up to F"),
    };
    assert_eq!(only(&line.chars().map(hex).collect::<String>()), holes);
    let with_g = line.replace('7', ".").replace('8', "0");
    assert_eq!(only(&with_g), with_g.replace('0', "."));
    let only_zeros = line.replace(['7', 'G'], "0");
    assert_eq!(only(&only_zeros), only_zeros.replace('0', "."));
}

#[test]
fn rows_of_sixteen_are_grids_or_puzzles() {
    let small = "1...............\n.2..............\n";
    assert_eq!(read(small.as_bytes(), None).len(), 2);
    assert_eq!(read(small.repeat(8).as_bytes(), None).len(), 16);
    let large = small.repeat(8).replacen('2', "G", 3);
    assert_eq!(read(large.as_bytes(), None).len(), 1);
    assert_eq!(read(small.repeat(8).as_bytes(), Some(geometry("4x4"))).len(), 1);
    assert_eq!(read(small.as_bytes(), Some(geometry("2x2"))).len(), 2);
    let spaced: String = (0..3).map(|_| "1 . 3 4 ".repeat(9) + "\n").collect();
    assert_eq!(read(spaced.as_bytes(), None).len(), 3);
}

#[test]
fn many_puzzles() {
    let mut text = String::new();
    for number in 1..=5 {
        writeln!(text, "Grid {number:02}\n{}", rows().join("\n")).expect("strings take all");
    }
    let found = read(text.as_bytes(), None);
    assert_eq!(found, vec![Ok(LINE.to_owned()); 5]);
    let lines: Vec<usize> = Reader::new(text.as_bytes(), None).flatten().map(|entry| entry.line).collect();
    assert_eq!(lines, [2, 12, 22, 32, 42]);
    let mixed =
        format!("{LINE}\n{}\n{}\n\n{}\n", rows().join("\n"), rows().join("\n"), listed(", ", "[", "]", "\n"));
    assert_eq!(read(mixed.as_bytes(), None), vec![Ok(LINE.to_owned()); 4]);
    let with_json = format!("{LINE}\n{{\"givens\":[{}]}}\n{LINE}", listed(",", "", "", ","));
    assert_eq!(read(with_json.as_bytes(), None), vec![Ok(LINE.to_owned()); 3]);
}

#[test]
fn unusual_boxes_are_read_when_stated() {
    let text = "12345\n.....\n.....\n.....\n54321";
    assert!(text.parse::<Puzzle>().is_err());
    assert_eq!(Puzzle::parse_with(text, geometry("1x5")).expect("valid").clues(), 10);
    assert_eq!(Puzzle::parse_with("1", geometry("1x1")).expect("valid").clues(), 1);
    let seven = ".......\n".repeat(7);
    assert_eq!(Puzzle::parse_with(&seven, geometry("1x7")).expect("valid").clues(), 0);
}

#[test]
fn the_puzzles_that_come_along() {
    for (name, size, count) in [("6x6.txt", 6, 30), ("12x12.txt", 12, 30), ("9x9-several.txt", 9, 12)] {
        let path = root().join("puzzles").join(name);
        let text = std::fs::read_to_string(path).expect("it comes along");
        let found: Vec<_> = Reader::new(text.as_bytes(), None).collect::<Result<_, _>>().expect("all valid");
        assert_eq!(found.len(), count, "{name}");
        for entry in found {
            assert_eq!(entry.puzzle.geometry().size(), size, "{name}");
            let line = text.lines().nth(entry.line - 1).expect("its line");
            assert!(line.starts_with(&format!("{}\t", entry.puzzle)), "{name}: {line}");
        }
    }
}

/// A bad input: its text, the stated box, and for each entry in turn nothing, or an error's kind and place.
type Case = (Vec<u8>, Option<Geometry>, Vec<Option<(ParseErrorKind, usize, usize)>>);

#[test]
fn nasty_inputs() {
    use ParseErrorKind as Kind;
    let nine = Some(geometry("3x3"));
    let text = |text: &str| text.as_bytes().to_vec();
    let short = &LINE[..80];
    let mut broken_rows = rows();
    broken_rows[4] = "4..8.3..";
    let mut bad_rows = rows();
    bad_rows[4] = "4..8x3..1";
    let cases: Vec<Case> = vec![
        (text(""), None, vec![Some((Kind::Empty, 1, 1))]),
        (text("\n \n# nothing\nGrid 01\n"), None, vec![Some((Kind::Empty, 1, 1))]),
        (text(short), None, vec![Some((Kind::CellCount, 1, 81))]),
        (text(&format!("{LINE}\n{short}\n{LINE}")), None, vec![None, Some((Kind::CellCount, 2, 81)), None]),
        (text(&format!("{LINE}\n{LINE}5\n{LINE}")), None, vec![None, Some((Kind::CellCount, 2, 82)), None]),
        (text(&format!("{short}\t{}", "1".repeat(81))), None, vec![Some((Kind::CellCount, 1, 81))]),
        (text(&format!("{short}X\n{LINE}")), None, vec![Some((Kind::Symbol, 1, 81)), None]),
        (text(&format!("{LINE}\nab\t{short}X\n")), None, vec![None, Some((Kind::Symbol, 2, 84))]),
        (text(&format!("⋅⋅{}!", &LINE[..78])), None, vec![Some((Kind::Symbol, 1, 81))]),
        (
            text(&format!("{LINE}\n\n{}", broken_rows.join("\n"))),
            None,
            vec![None, Some((Kind::CellCount, 7, 9))],
        ),
        (text(&bad_rows.join("\n")), None, vec![Some((Kind::Symbol, 5, 5))]),
        (text(&rows()[..7].join("\n")), None, vec![Some((Kind::CellCount, 7, 10))]),
        (
            text(&format!("{}\n\n{LINE}", rows()[..7].join("\n"))),
            None,
            vec![Some((Kind::CellCount, 7, 10)), None],
        ),
        (
            text(&format!("Grid 1\n{}\nGrid 2\n{}", rows()[..7].join("\n"), rows().join("\n"))),
            None,
            vec![Some((Kind::CellCount, 8, 10)), None],
        ),
        (text(&format!("{LINE}\n{}", ".".repeat(256))), None, vec![None, Some((Kind::OtherSize, 2, 1))]),
        // Sixteen symbols might be a row of a large grid: their size is decided only by the following line.
        (
            text(&format!("1{}\n{}", ".".repeat(15), ".".repeat(36))),
            None,
            vec![None, Some((Kind::OtherSize, 2, 1))],
        ),
        (text(&format!("{}\n{LINE}", ".".repeat(256))), nine, vec![Some((Kind::Geometry, 1, 1)), None]),
        (text(LINE), Some(geometry("2x3")), vec![Some((Kind::Geometry, 1, 1))]),
        (
            [LINE.as_bytes(), b"\n12\xff4\n", LINE.as_bytes()].concat(),
            None,
            vec![None, Some((Kind::Encoding, 2, 3)), None],
        ),
        (vec![b'1'; 10_000_000], None, vec![Some((Kind::LineTooLong, 1, 1))]),
        (
            [LINE.as_bytes(), b"\n", &vec![b'['; 10_000_000], b"\n", LINE.as_bytes()].concat(),
            None,
            vec![None, Some((Kind::LineTooLong, 2, 1)), None],
        ),
        (text(&"[".repeat(100_000)), None, vec![Some((Kind::Empty, 1, 1))]),
        (text(&format!("{}1", "[".repeat(100_000))), None, vec![Some((Kind::CellCount, 1, 100_002))]),
        (
            text(&format!("{}1{}", "{".repeat(100_000), "}".repeat(100_000))),
            None,
            vec![Some((Kind::Syntax, 1, 100_002))],
        ),
        (text("{3: 2, 5"), None, vec![Some((Kind::Syntax, 1, 9))]),
        (text("{3: 2, 5: x}"), None, vec![Some((Kind::Syntax, 1, 11))]),
        (text("{0: 2}"), None, vec![Some((Kind::Syntax, 1, 5))]),
        (text("{3: 99999}"), None, vec![Some((Kind::Syntax, 1, 1))]),
        (text("{\"error\": \"no\"}"), None, vec![Some((Kind::Syntax, 1, 2))]),
        (text("{\"givens\": [1, 2, true]}"), None, vec![Some((Kind::Syntax, 1, 19))]),
        (text("{\"givens\": [1, 2, 3]}"), None, vec![Some((Kind::CellCount, 1, 10))]),
        (text("{\"box\": \"2x3\", \"givens\": [1, 2, 3]}"), None, vec![Some((Kind::CellCount, 1, 24))]),
        (text("{\"box\": \"2-3\", \"givens\": [1, 2, 3]}"), None, vec![Some((Kind::Syntax, 1, 9))]),
        (text("{}\n{ }"), None, vec![Some((Kind::Syntax, 1, 1)), Some((Kind::Syntax, 2, 1))]),
        (text("{3: 2} {3: 2}\n{3: 2}, # two"), None, vec![Some((Kind::Syntax, 1, 8)), None]),
        (text("{3: 2} # one\r{3: 2}"), None, vec![None, None]),
        (text("G0000 = 77, G0303 = 1."), None, vec![Some((Kind::Symbol, 1, 9))]),
        (text("G9999999999 = 1, G0303 = 1."), None, vec![Some((Kind::Symbol, 1, 1))]),
        (text("G0909 = 1"), nine, vec![Some((Kind::Geometry, 1, 1))]),
        (
            text("1 2 3 4\n1 2 3 17\n. . . .\n. . . ."),
            Some(geometry("2x2")),
            vec![Some((Kind::Symbol, 2, 7))],
        ),
        (text("G0000 = 99999999999, G0303 = 1."), None, vec![Some((Kind::Symbol, 1, 9))]),
        (
            text("[[1, -1, 2, .],\n[1, 2, 3, 4],\n[0, 0, 0, 0],\n[0, 0, 0, 0]]"),
            None,
            vec![Some((Kind::Symbol, 1, 6))],
        ),
        (text("hello, world"), None, vec![Some((Kind::Empty, 1, 1))]),
        (text("1\n2\n"), None, vec![Some((Kind::CellCount, 2, 2))]),
    ];
    for (input, stated, expected) in cases {
        let found: Vec<_> = Reader::new(input.as_slice(), stated)
            .map(|entry| entry.err().map(|error| (error.kind(), error.line(), error.column())))
            .collect();
        let start = String::from_utf8_lossy(&input[..input.len().min(200)]).into_owned();
        assert_eq!(found, expected, "{start}");
    }
}

/// A line ends with whatever ends lines anywhere, and errors are placed by these lines.
#[test]
fn ends_of_lines() {
    for end in ["\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let text = [LINE, LINE, "# a comment", &LINE[..80], "", &rows().join(end), LINE].join(end);
        for last in ["", end] {
            let found: Vec<_> = Reader::new(format!("{text}{last}").as_bytes(), None)
                .map(|entry| entry.map(|entry| (entry.line, entry.puzzle.to_string())))
                .collect();
            let lines: Vec<usize> = found
                .iter()
                .map(|found| found.as_ref().map_or_else(ParseError::line, |found| found.0))
                .collect();
            assert_eq!(lines, [1, 2, 4, 6, 15], "{end:?}");
            assert_eq!(found.iter().filter(|found| found.is_err()).count(), 1, "{end:?}");
            assert!(found.iter().flatten().all(|found| found.1 == LINE), "{end:?}");
        }
    }
    let text = format!("{LINE}\n\u{c}\r{LINE}\r\n{LINE}\n\r12\n");
    let lines: Vec<_> = Reader::new(text.as_bytes(), None)
        .map(|entry| entry.map_or_else(|error| error.line(), |entry| entry.line))
        .collect();
    assert_eq!(lines, [1, 4, 5, 7]);
}

#[test]
fn an_unreadable_input_is_one_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::IsADirectory.into())
        }
    }
    let found: Vec<_> = Reader::new(std::io::BufReader::new(Broken), None).collect();
    assert_eq!(found.len(), 1);
    let kind = found[0].as_ref().expect_err("unreadable").kind();
    assert_eq!(kind, ParseErrorKind::Unreadable(std::io::ErrorKind::IsADirectory));
}
