//! Links, ids, and what they hold.

use residua_sudoku::ParseErrorKind;
use residua_variant::{Format, ReadOptions, Rule, RuleKind, Variant, read, write};

use crate::variant_files::fields::square;
use crate::variant_files::refused::refused;

fn puzzle() -> Variant {
    let mut puzzle = Variant::square(2, 2).expect("small");
    puzzle.add(Rule::new(RuleKind::AntiKnight, vec![], vec![]).expect("no cells")).expect("none");
    puzzle.add(Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![5]).expect("a cage")).expect("its cells");
    puzzle.give(3, 2).expect("a digit");
    puzzle.about.title = Some("Straße “5”\u{1f9e9}".to_owned());
    puzzle
}

/// The compressed text of f-puzzles, and of `SudokuPad`.
fn packed() -> [(Format, String); 2] {
    let link = |format| write(&puzzle(), format).expect("it holds this");
    let plus = |text: &str| text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let of_fpuzzles = link(Format::FPuzzlesLink);
    let of_pad = link(Format::SclLink);
    let (_, load) = of_fpuzzles.split_once("?load=").expect("a link");
    let (_, id) = of_pad.split_once("/scl").expect("a link");
    [(Format::FPuzzlesLink, plus(load)), (Format::SclLink, plus(id))]
}

#[test]
fn of_every_form() {
    let [(_, fpuzzles), (_, scl)] = packed();
    for (text, format) in [
        (format!("https://f-puzzles.com/?load={fpuzzles}"), Format::FPuzzlesLink),
        (format!("https://www.f-puzzles.com/?id=&load={fpuzzles}&x=1"), Format::FPuzzlesLink),
        (
            format!("  http://127.0.0.1:8080/?load={}\n", fpuzzles.replace('+', "%2B").replace('/', "%2f")),
            Format::FPuzzlesLink,
        ),
        // A form has made blanks of the signs.
        (format!("https://f-puzzles.com/?load={}", fpuzzles.replace('+', " ")), Format::FPuzzlesLink),
        (fpuzzles.clone(), Format::FPuzzlesLink),
        (format!("fpuzzles{fpuzzles}"), Format::FPuzzlesLink),
        (format!("https://sudokupad.app/fpuzzles{fpuzzles}"), Format::FPuzzlesLink),
        (format!("https://sudokupad.app/scl{scl}?setting-nogrid=1"), Format::SclLink),
        (format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{scl}"), Format::SclLink),
        (format!("https://beta.sudokupad.app/sudoku/ctc{scl}"), Format::SclLink),
        (format!("sudokupad://puzzle/scl{scl}"), Format::SclLink),
        (format!("scl{scl}"), Format::SclLink),
        (scl.clone(), Format::SclLink),
    ] {
        let found = read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.format, format, "{text}");
        let mut expected = puzzle();
        expected.about = found.variant.about.clone();
        assert_eq!(found.variant.about.title, puzzle().about.title, "{text}");
        assert_eq!(found.variant, expected, "{text}");
    }
}

#[test]
fn names_on_servers() {
    for text in [
        "https://sudokupad.app/v7oVqMfjTs",
        "https://sudokupad.app/clover/nov-25-2023",
        "https://tinyurl.com/3xyz",
        "v7oVqMfjTs",
        "https://app.crackingthecryptic.com/sudoku/8n6Mgf7BPj",
    ] {
        let error = refused(text);
        assert_eq!(error.kind(), ParseErrorKind::Remote, "{text}: {error}");
        assert!(error.to_string().contains("the name of a puzzle on a server"), "{text}: {error}");
    }
}

#[test]
fn mistakes_in_links() {
    let [(_, fpuzzles), _] = packed();
    let cut = &fpuzzles[..fpuzzles.len() - 20];
    for text in [
        format!("https://f-puzzles.com/?load={cut}"),
        format!("fpuzzles{cut}"),
        "https://f-puzzles.com/?load=".to_owned(),
        "sclAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned(),
    ] {
        let error = refused(&text);
        assert_eq!(
            (error.kind(), error.line(), error.column()),
            (ParseErrorKind::Syntax, 1, 1),
            "{text}: {error}"
        );
    }
    let link = |json: &str| format!("\n fpuzzles{}", lz_str::compress_to_base64(json));
    let error = refused(&link(&square(1, "\"teleporter\": 1")));
    assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::NotUnderstood, 2, 2));
    assert_eq!(error.found(), "the member \"teleporter\" (line 1, column 29 of what the link holds)");
    // A link that holds too much: four million blanks.
    let error = refused(&link(&format!("{{{}", " ".repeat(4_000_000))));
    assert_eq!(
        error.to_string(),
        "line 2, column 2: expected a link that holds at most two million characters, found more"
    );
    let error = refused("scfAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    assert_eq!(error.kind(), ParseErrorKind::NotUnderstood);
}

#[test]
fn cages_of_sudokupad_without_cells() {
    for (value, rules, notes) in [
        ("antiknight: true", 1, 0),
        ("nonconsecutive", 1, 0),
        ("antiking: false", 0, 1),
        ("title: T", 0, 0),
        ("msgcorrect: well done", 0, 0),
        ("5", 0, 1),
    ] {
        let text = format!("{{\"cells\": [[{{}}]], \"cages\": [{{\"value\": \"{value}\"}}]}}");
        let found = read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let own = found.variant.rules().iter().filter(|rule| !rule.is_house()).count();
        let told = found.notes.iter().filter(|note| note.starts_with("a cage without cells")).count();
        assert_eq!((own, told), (rules, notes), "{value}: {:?}", found.notes);
    }
}

#[test]
fn of_sudokupad() {
    let text = "{\"id\": \"x\", \"cellSize\": 64, \"metadata\": {\"title\": \"T\", \"author\": \"A\", \"antiknight\": true, \"solution\": \"1221\"},
      \"cells\": [[{\"value\": 1}, {\"value\": \"2\", \"given\": false}], [{\"pencilMarks\": [1, \"2\"]}, {}]],
      \"regions\": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]], \"lines\": [{\"wayPoints\": [[0.5, 0.5]], \"color\": \"#fff\"}],
      \"cages\": [{\"value\": \"rules: One.\"}, {\"value\": \"rules: Two.\"}, {\"cells\": [[0, 0], [1, 1]], \"value\": \"3\", \"sum\": 3, \"unique\": true},
       {\"cells\": [[0, 0], [0, 1]], \"unique\": true, \"hidden\": true, \"type\": \"rowcol\"}, {\"cells\": [[0, 1], [1, 0]], \"value\": 4},
       {\"cells\": [[0, 0], [1, 1]], \"unique\": true}, {\"cells\": [[0, 0], [1, 1]], \"sum\": 2, \"unique\": false}, {\"cells\": [[0, 0]], \"value\": \"A\"}]}";
    let found = read(text, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let puzzle = &found.variant;
    assert_eq!(
        (puzzle.given(0), puzzle.given(1), puzzle.entry(1), puzzle.marks(2)),
        (Some(1), None, Some(2), Some(&[1, 2][..]))
    );
    let rules: Vec<String> = puzzle
        .rules()
        .iter()
        .filter(|rule| !rule.is_house())
        .map(|rule| rule.describe(puzzle.shape()))
        .collect();
    assert_eq!(
        rules,
        [
            "anti-knight",
            "cage of 3: r1c1 r2c2",
            "cage of 4: r1c2 r2c1",
            "cage: r1c1 r2c2",
            "sum of 2: r1c1 r2c2"
        ]
    );
    assert_eq!(puzzle.about.ruleset.as_deref(), Some("One.\nTwo."));
    assert_eq!(puzzle.about.solution.as_deref(), Some(&[1, 2, 2, 1][..]));
    assert_eq!(
        found.notes,
        [
            "rows and columns are taken to have no digit twice, as in Sudoku",
            "lines are drawn: what they mean, only the rules in prose tell",
            "cages without a sum, whose digits may repeat, are drawn only"
        ]
    );
}

#[test]
fn of_sudokupad_in_its_short_form() {
    let whole = "{\"cellSize\":64,\"cells\":[[{\"value\":1},{}],[{},{}]],\"regions\":[[[0,0],[0,1]],[[1,0],[1,1]]],\"cages\":[{\"value\":\"title: It's\"},{\"cells\":[[0,0],[1,1]],\"value\":3,\"unique\":true,\"hidden\":false}],\"lines\":[{\"color\":\"#ff00aa\",\"rounded\":true}]}";
    let quoted = "{cs:64,ce:[[{v:1},],[,]],re:[[[0,0],[0,1]],[[1,0],[1,1]]],ca:[{v:\"title: It's\"},{ce:[[0,0],[1,1]],v:3,unique:t,hidden:f}],l:[{c:ff00aa,r:t}]}";
    let single = quoted.replace('\'', "\\'").replace('"', "'");
    let puzzle = read(whole, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzle.variant.about.title.as_deref(), Some("It's"));
    for short in [quoted, single.as_str()] {
        assert_eq!(read(short, ReadOptions::default()), Ok(puzzle.clone()), "{short}");
        let link = format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(short));
        let found = read(&link, ReadOptions::default()).unwrap_or_else(|error| panic!("{short}: {error}"));
        assert_eq!((found.format, &found.variant), (Format::SclLink, &puzzle.variant));
    }
}

/// A link to Interactive Sudoku Solver has the constraint string itself, with its signs as they are or escaped.
#[test]
fn of_constraint_strings() {
    let string = write(&puzzle(), Format::Iss).expect("it holds these rules");
    let address = "https://sigh.github.io/Interactive-Sudoku-Solver/";
    for query in [format!("?q={string}"), format!("?q={}&x=1#top", string.replace('~', "%7E"))] {
        let found = read(&format!("{address}{query}\n"), ReadOptions::default());
        let found = found.unwrap_or_else(|error| panic!("{error} in {query}"));
        assert_eq!(found.format, Format::Iss);
        let directly = read(&string, ReadOptions::default()).expect("what was written");
        assert_eq!(found.variant, directly.variant, "{query}");
    }
    let error = refused(&format!("{address}?q=.Cage~x~R1C1"));
    assert_eq!((error.line(), error.column(), error.expected()), (1, 1, "a sum"));
    assert!(error.found().contains("of what the link holds"), "{error}");
}
