//! Promise: files of the shapes that other programs write are read with all that they hold, and spoilt ones are read, refused, or written again
//! as what was read.

use residua::search::Random;
use residua_sudoku::write::{Writer, formats};
use residua_sudoku::{Entry, Field, Format, ParseError, Puzzle, Reader};

use crate::catalogue::times_depth;
use crate::conversions::{agrees, read_again};
use crate::mutated;

/// The only puzzle of a text.
fn only(text: &str) -> Entry {
    let mut found: Vec<_> = Reader::new(text.as_bytes(), None).collect();
    assert_eq!(found.len(), 1, "{found:?} in:\n{text}");
    found.remove(0).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

const NINE: &str = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1";

/// Files of the shapes that other programs write.
const FILES: [(Format, &str); 12] = [
    (
        Format::Sdk,
        "#ARuud\n#DA random puzzle created by SudoCue\n#CJust start plugging in the numbers\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n",
    ),
    (
        Format::Sdk,
        "#AName\n[Puzzle]\n2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n[State]\n2..1.5..3\n.54...71.\n.1.2.3.8.\n6928.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n",
    ),
    (
        Format::Ss,
        " *-----------*\n |2..|1.5|..3|\n |.54|...|71.|\n |.1.|2.3|.8.|\n |---+---+---|\n |6.2|8.7|3.4|\n |...|...|...|\n |1.5|3.9|8.6|\n |---+---+---|\n |.2.|7.1|.6.|\n |.81|...|24.|\n |7..|4.2|..1|\n *-----------*\n",
    ),
    (
        Format::Sdx,
        "2 679 6789 1 46789 5 469 9 3\n389 5 4 69 689 68 7 1 29\n9 1 679 2 4679 3 4569 8 59\n6 u9 2 8 15 7 3 59 4\n3489 3479 3789 56 12456 46 159 2579 2579\n1 47 5 3 24 9 8 27 6\n3459 2 39 7 3589 1 59 6 589\n359 8 1 569 3569 6 2 4 579\n7 369 369 4 35689 2 59 359 1\n",
    ),
    (
        Format::Hodoku,
        ":0300:4:2..1.5..3.54...71..1.2.3.8.6+928.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1:415 425:435 436::\n",
    ),
    (
        Format::OpenSudoku,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\"><folder name=\"Easy &amp; fast\"><game data=\"200105003054000710010203080602807304000000000105309806020701060081000240700402001\" state=\"0\" time=\"0\"/></folder></opensudoku>\n",
    ),
    (
        Format::OpenSudoku,
        "<opensudoku>\n<name>One</name><author>Ada</author>\n<level>hard</level>\n<!-- a\ncomment -->\n<game data=\"200105003054000710010203080602807304000000000105309806020701060081000240700402001\" />\n</opensudoku>\n",
    ),
    (
        Format::Csv,
        "2,,,1,,5,,,3\n,5,4,,,,7,1,\n,1,,2,,3,,8,\n6,,2,8,,7,3,,4\n,,,,,,,,\n1,,5,3,,9,8,,6\n,2,,7,,1,,6,\n,8,1,,,,2,4,\n7,,,4,,2,,,1\n",
    ),
    (
        Format::Tsv,
        "2\t\t\t1\t\t5\t\t\t3\n\t5\t4\t\t\t\t7\t1\t\n\t1\t\t2\t\t3\t\t8\t\n6\t\t2\t8\t\t7\t3\t\t4\n\t\t\t\t\t\t\t\t\n1\t\t5\t3\t\t9\t8\t\t6\n\t2\t\t7\t\t1\t\t6\t\n\t8\t1\t\t\t\t2\t4\t\n7\t\t\t4\t\t2\t\t\t1\n",
    ),
    (
        Format::Rows,
        "> 2..1.5..3\n> .54...71.\n> .1.2.3.8.\n> 6.28.73.4\n> .........\n> 1.53.98.6\n> .2.7.1.6.\n> .81...24.\n> 7..4.2..1\n",
    ),
    (Format::Line, "2__1_5__3_54___71__1_2_3_8_6_28_73_4_________1_53_98_6_2_7_1_6__81___24_7__4_2__1\n"),
    (
        Format::Grid,
        "2..|1.5|..3\n.54|...|71.\n.1.|2.3|.8.\n---+---+---\n6.2|8.7|3.4\n...|...|...\n1.5|3.9|8.6\n---+---+---\n.2.|7.1|.6.\n.81|...|24.\n7..|4.2|..1\n",
    ),
];

#[test]
fn files_of_other_programs() {
    for (format, text) in FILES {
        let entry = only(text);
        assert_eq!(entry.format, format, "{text}");
        let plain = entry.puzzle.to_string();
        let is_single = format == Format::Sdx;
        assert!(plain == NINE || is_single, "{plain} in:\n{text}");
        for ends in [text.replace('\n', "\r\n"), format!("\u{feff}{text}"), text.trim_end().to_owned()] {
            let again = only(&ends);
            assert_eq!(
                (again.puzzle, again.notes, again.metadata),
                (entry.puzzle.clone(), entry.notes.clone(), entry.metadata.clone()),
                "{text}"
            );
        }
    }
    let said = |at: usize, field| only(FILES[at].1).metadata.get(field).map(str::to_owned);
    assert_eq!(said(0, Field::Author).as_deref(), Some("Ruud"));
    assert_eq!(said(0, Field::Url).as_deref(), Some("http://www.sudocue.net/"));
    assert_eq!(only(FILES[0].1).metadata.fields().count(), 7);
    assert_eq!(said(1, Field::Author).as_deref(), Some("Name"));
    assert_eq!(only(FILES[1].1).notes.entries().collect::<Vec<_>>(), [(28, 9)]);
    let sdx = only(FILES[3].1);
    assert_eq!(
        (sdx.notes.entry(28), sdx.notes.marks(1), sdx.puzzle.given(7)),
        (Some(9), &[6, 7, 9][..], Some(9))
    );
    let hodoku = only(FILES[4].1);
    assert_eq!((hodoku.notes.entry(28), said(4, Field::Step).as_deref()), (Some(9), Some("0300:4:435 436")));
    assert_eq!(hodoku.puzzle.candidates(4), Some(&[1, 2, 3, 5, 6, 7, 8, 9][..]));
    assert_eq!(said(5, Field::Title).as_deref(), Some("Easy & fast"));
    assert_eq!(said(6, Field::Title).as_deref(), Some("One"));
    assert_eq!(said(6, Field::Level).as_deref(), Some("hard"));
}

/// Givens, solved cells and candidates, one frame after another, are one puzzle; other frames are puzzles by themselves.
#[test]
fn frames_in_turn() {
    let frame = |rows: [&str; 4]| {
        format!("*-----*\n|{}|\n|{}|\n|--+--|\n|{}|\n|{}|\n*-----*\n", rows[0], rows[1], rows[2], rows[3])
    };
    let given = frame(["1.|..", "..|3.", ".1|..", "..|.2"]);
    let solved = frame(["13|..", "..|3.", ".1|..", "..|.2"]);
    let marks = frame([" 1 3 | 24 4 ", " 24 24 | 3 1 ", " 234 1 | 4 34 ", " 34 4 | 1 2 "]);
    let read = |text: &str| -> Vec<Entry> {
        Reader::new(text.as_bytes(), None)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}:\n{text}"))
    };
    for gap in ["", "\n", "\n\n"] {
        let all = read(&format!("{given}{gap}{solved}{gap}{marks}"));
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((all[0].puzzle.clues(), all[0].notes.entry(1)), (4, Some(3)));
        assert_eq!((all[0].notes.marks(2), all[0].notes.marks(3)), (&[2, 4][..], &[4][..]));
        assert_eq!(all[0].notes.marks(1), [] as [i32; 0]);
        let all = read(&format!("{given}{gap}{given}{gap}{marks}"));
        assert_eq!((all.len(), all[0].notes.marks(1)), (1, &[3][..]));
        assert_eq!(read(&format!("{given}{gap}{given}")).len(), 2);
        assert_eq!(read(&format!("{given}{gap}{solved}")).len(), 1);
        assert_eq!(read(&format!("{solved}{gap}{given}")).len(), 2);
        assert_eq!(read(&format!("{given}{gap}Second\n{solved}")).len(), 2);
        assert_eq!(read(&format!("{given}{gap}{marks}{gap}{given}{gap}{marks}")).len(), 2);
        let mixed = read(&format!("{given}{gap}1.....3..1.....2\n{solved}"));
        let lines: Vec<usize> = mixed.iter().map(|entry| entry.line).collect();
        assert!(mixed.len() == 3 && lines.is_sorted(), "{lines:?}");
    }
    // By itself a frame of candidates has givens where there is one value.
    assert_eq!(read(&marks)[0].puzzle.clues(), 10);
}

/// A cell behind the last comma of a row is open if the other rows have one cell more.
#[test]
fn rows_that_end_with_an_open_cell() {
    let rows = ["1,,3,", "4,3,2,", ",,,", "3,4,1,2"];
    let full: Vec<String> = (0..9)
        .map(|row| {
            format!(
                "{},",
                (1..9)
                    .map(|v| (v + row).to_string())
                    .map(|v| v[v.len() - 1..].replace('0', "9"))
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    assert_eq!(only(&rows.join("\n")).puzzle.to_string(), "1.3.432.....3412");
    let mut table = full.clone();
    table[3] = "1,2,3,4,5,6,7,8,9".to_owned();
    let table = table.join("\n");
    let found: Vec<_> = Reader::new(table.as_bytes(), None).collect();
    assert!(found.iter().all(Result::is_err) || found.len() == 1, "{found:?}");
    let mut first = full;
    first[1] = ",2,3,4,5,6,7,8,9".to_owned();
    first.iter_mut().skip(2).for_each(|row| *row = ",,,,,,,,".to_owned());
    assert_eq!(only(&first.join("\n")).puzzle.given(8), None);
    // A list in which a cell is missing is one with an error, not one with an open cell.
    let list = "1,2,3,4,\n3,4,1,\n2,1,4,3,\n4,3,2,1,\n";
    assert!(Reader::new(list.as_bytes(), None).any(|entry| entry.is_err()));
}

#[test]
fn killers_of_sumocue_are_refused_by_name() {
    let error = "SumoCueV1=13+0=6+2=15".parse::<Puzzle>().expect_err("it has cages");
    assert!(error.found().contains("SumoCueV1"), "{error}");
}

#[test]
fn cells_of_each_version_of_opensudoku() {
    let game = |data: &str| {
        format!("<?xml version=\"1.0\"?>\n<opensudoku version=\"2\"><game data=\"{data}\"/></opensudoku>\n")
    };
    let plain = only(&game(&format!("05{}", "0".repeat(79))));
    assert_eq!((plain.puzzle.given(1), plain.puzzle.clues()), (Some(5), 1));
    let one = format!("version: 1&#10;0|1,3,|1|5|-|0|2|-|1|{}", "0|-|1|".repeat(78));
    let two = format!("version: 2 0|5|1|5|0|0|2|0|1|{}", "0|0|1|".repeat(78));
    for data in [one, two] {
        let entry = only(&game(&data));
        assert_eq!((entry.notes.marks(0), entry.puzzle.given(1)), (&[1, 3][..], Some(5)), "{data}");
        assert_eq!((entry.puzzle.clues(), entry.notes.entry(2)), (1, Some(2)), "{data}");
    }
    let marked = format!("version: 2&#10;0|512|1|{}", "0|0|1|".repeat(80));
    for wrong in ["", "5", "version: 3&#10;", "version: 2&#10;0|511|1|", &"x".repeat(81), "version:", &marked]
    {
        let found: Vec<_> = Reader::new(game(wrong).as_bytes(), None).collect();
        assert!(
            found.len() == 1 && found[0].as_ref().is_err_and(|error| error.line() == 2),
            "{wrong}: {found:?}"
        );
    }
}

#[test]
fn xml_that_is_no_puzzle_has_an_error_with_its_place() {
    for (text, line) in [
        ("<?xml version=\"1.0\"?>\n<svg></svg>\n", 1),
        ("<?xml version=\"1.0\"?>\n", 1),
        ("<opensudoku></opensudoku>", 1),
        ("<opensudoku>\n<game/>\n</opensudoku>", 2),
        ("<opensudoku>\n<game data=\"12\"/>\n</opensudoku>", 2),
        ("<opensudoku>\n\n<game>\n</opensudoku>", 4),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><opensudoku>&b;</opensudoku>", 1),
    ] {
        let found: Vec<_> = Reader::new(text.as_bytes(), None).collect();
        assert!(found.iter().all(Result::is_err) && !found.is_empty(), "{found:?} in:\n{text}");
        assert_eq!(found[0].as_ref().map_err(ParseError::line), Err(line), "{found:?} in:\n{text}");
    }
}

/// Whatever is read of spoilt files, it is the same when it is written in the same format, and as JSON, and read again.
#[test]
fn spoilt_files_are_read_refused_or_written_again() {
    let whole: Vec<String> = FILES.iter().map(|(_, text)| (*text).to_owned()).chain([
        "*-----*\n|1.|..|\n|..|3.|\n|--+--|\n|.1|..|\n|..|.2|\n*-----*\n\n*-----*\n|13|..|\n|..|3.|\n|--+--|\n|.1|..|\n|..|.2|\n*-----*\n\n*---------------*\n| 1   3 | 24 4  |\n| 24 24 | 3  1  |\n|-------+-------|\n| 234 1 | 4  34 |\n| 34  4 | 1  2  |\n*---------------*\n".to_owned(),
        "1 u2 34 34\n34 34 1 u2\n1234 13 u4 1\n4 3 2 1\n".to_owned(),
        "1,,3,\n4,3,2,\n,,,\n3,4,1,2\n".to_owned(),
        ".-------.-------.\n| 1  23 | 24  4 |\n| 24 24 | 3   1 |\n:-------+-------:\n| 23 1  | 4  34 |\n| 34 4  | 1   2 |\n'-------'-------'\n".to_owned(),
        "{\"box\":\"2x2\",\"givens\":[1,2,0,0,0,0,0,0,3,4,0,0,0,0,0,0],\"entries\":[0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0],\"marks\":[[],[],[],[1,4],[],[],[],[],[],[],[],[],[],[],[],[3]],\"allowed\":[null,null,null,null,[3],[3,4],null,null,null,null,null,null,null,null,null,[]],\"title\":\"a\\u00e4\\n\\\"b\"}\n".to_owned(),
        ":0000:x:1234567892345678913456789124567891235678912346789123457891234568912345679.......8:::\n".to_owned(),
    ]).collect();
    let mut random = Random::new(5);
    let (mut puzzles, mut errors, mut same) = (0, 0, 0);
    for _ in 0..times_depth(100_000) {
        let input = mutated::input(&mut random, &whole);
        for found in Reader::new(&input[..], None) {
            let Ok(own) = found else {
                errors += 1;
                continue;
            };
            puzzles += 1;
            let text = || String::from_utf8_lossy(&input).into_owned();
            let json = Writer::new(Format::Json).write(std::slice::from_ref(&own));
            assert_eq!(json.outcomes[0], Ok(Vec::new()), "{own:?} in:\n{}", text());
            if !formats().any(|format| format == own.format) {
                continue;
            }
            let written = Writer::new(own.format).write(std::slice::from_ref(&own));
            // Nothing is written of a puzzle that the format cannot show without doubt.
            let Ok(lost) = &written.outcomes[0] else { continue };
            let read = read_again(&written.text, lost);
            assert!(read.len() == 1 && agrees(&own, &read[0], lost), "{lost:?}, {own:?} in:\n{}", text());
            same += usize::from(lost.is_empty());
        }
    }
    assert!(
        puzzles > 100 && errors > 100 && same > 100,
        "{puzzles} puzzles, {errors} errors, {same} the same"
    );
}
