//! Promise: `residua convert` writes puzzles in every format that its help names, changes none in silence, and says what is lost.

use crate::program::{Finished, file, run};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn convert(arguments: &str, input: &str) -> Finished {
    run("convert", &arguments.split_whitespace().collect::<Vec<_>>(), input)
}

const FORMATS: [&str; 17] = [
    "line",
    "sdm",
    "rows",
    "sdk",
    "ss",
    "sdx",
    "hodoku",
    "opensudoku",
    "sumocue",
    "csv",
    "tsv",
    "numbers",
    "letters",
    "candidates",
    "grid",
    "pencil",
    "json",
];

#[test]
fn there_and_back() {
    let help = convert("--help", "").out;
    for format in FORMATS {
        assert!(help.contains(format), "{format}");
        let there = convert(&format!("--to {format}"), NINE);
        if format == "letters" {
            assert_eq!((there.code, there.out.as_str()), (2, ""));
            assert!(there.err.contains("holds grids of 10x10 to 26x26, not 9x9"), "{}", there.err);
            continue;
        }
        assert_eq!(there.code, 0, "{format}: {}", there.err);
        assert_eq!(there.err, "note: stdin:1: read as one puzzle in a line\n", "{format}");
        let back = convert("--to line --strict", &there.out);
        assert_eq!((back.code, back.out), (0, format!("{NINE}\n")), "{format}: {}", back.err);
    }
}

#[test]
fn what_is_lost_is_said() {
    let entered = format!("+{}", NINE.replacen("..7", "+4.7", 1));
    let entered = entered.trim_start_matches('+');
    let lost = convert("--to sdm", entered);
    assert_eq!(lost.out, format!("{}\n", NINE.replace('.', "0")));
    assert_eq!(lost.code, 0);
    assert!(
        lost.err.ends_with("note: stdin:1: the entered digits of 1 cell are not written\n"),
        "{}",
        lost.err
    );
    let strict = convert("--to sdm --strict", entered);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
    assert!(
        strict.err.ends_with("error: stdin:1:1: not written: the entered digits of 1 cell are not written\n"),
        "{}",
        strict.err
    );
    let given = convert("--to sdm --strict --trust entries", entered);
    assert_eq!(
        (given.code, given.out),
        (0, format!("{}\n", NINE.replacen("..7", "4.7", 1).replace('.', "0")))
    );
}

#[test]
fn many_in_one_file_or_in_a_folder() {
    let three = format!("{NINE}\n12\n{NINE}\n");
    for format in ["sdm", "opensudoku", "csv", "json", "grid"] {
        let there = convert(&format!("--to {format}"), &three);
        assert_eq!(there.code, 2, "{format}: the second line is no puzzle");
        assert!(there.err.contains("error: stdin:2:"), "{}", there.err);
        let back = convert("--to line", &there.out);
        assert_eq!(back.out, format!("{NINE}\n{NINE}\n"), "{format}");
    }
    let refused = convert("--to sdk", &format!("{NINE}\n{NINE}\n"));
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("holds one puzzle: -o FOLDER/"), "{}", refused.err);
    let folder = file("converted", "").replace("converted", "convert-folder/");
    let _ = std::fs::remove_dir_all(&folder);
    let finished = run("convert", &["--to", "sdk", "-o", &folder, "-"], format!("{NINE}\n{NINE}\n"));
    assert_eq!(finished.code, 0, "{}", finished.err);
    let back = run("convert", &["--to", "line", &folder], "");
    assert_eq!(back.out, format!("{NINE}\n{NINE}\n"), "{}", back.err);
    assert!(back.err.contains("puzzle-2.sdk:1: read as rows of symbols"), "{}", back.err);
}

/// More puzzles than are converted at once are one file all the same.
#[test]
fn long_files() {
    let input = format!("{NINE}\n").repeat(2500);
    assert_eq!(convert("--to line", &input).out, input);
    let other = format!("{input}{}\n", ".".repeat(256));
    let finished = convert("--to line", &other);
    assert_eq!((finished.code, finished.out), (2, input));
}

#[test]
fn wrong_arguments() {
    for arguments in ["", "--to", "--to xyz", "--to prolog", "--to dictionary"] {
        assert_eq!(convert(arguments, NINE).code, 2, "{arguments}");
    }
    assert_eq!(convert("--to sdm nowhere.txt", "").code, 2);
    assert_eq!(convert("--to sdm", "").code, 2);
}
