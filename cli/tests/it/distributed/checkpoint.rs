//! Runs with a checkpoint: killed at any moment, they go on.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use residua::search::Random;

use crate::distributed::{Case, folder, residua};
use crate::program::{run_by, times_depth};

/// A puzzle with enough solutions for some kills to come between them.
fn many() -> Case {
    Case::new(
        "many.txt",
        "8.........95.......76..........2..67...573412...69.583.....4.96....3..48...8..2..",
        &[],
    )
}

/// An empty folder for files, and the names of two in it.
fn files(name: &str) -> (String, String) {
    let folder = folder(name);
    fs::create_dir_all(&folder).expect("it can be made");
    (format!("{folder}/checkpoint"), format!("{folder}/out"))
}

/// The program, whose output is added to a file; after this many milliseconds it is killed.
fn run_to(out: File, arguments: &[&str], kill_after: Option<u64>) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
        .env("RESIDUA_DENSE", "off")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out)
        .spawn()
        .expect("the program starts");
    if let Some(milliseconds) = kill_after {
        sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
    }
    child.wait().expect("it ends").success()
}

fn appended(path: &str) -> File {
    OpenOptions::new().append(true).create(true).open(path).expect("it can be opened")
}

/// Each solution is in the output once, wherever the run was killed.
#[test]
fn killed_listings() {
    let case = many();
    let alone = residua("solve", &case.with(&["--all", "--format", "line"])).out;
    assert!(alone.lines().count() > 500, "{}", alone.lines().count());
    let mut random = Random::new(3);
    for round in 0..times_depth(3) {
        let (checkpoint, out) = files(&format!("killed-listing-{round}"));
        // What was there before stays.
        fs::write(&out, "before\n").expect("it can be written");
        let arguments = case.with(&["--all", "--format", "line", "--checkpoint", &checkpoint]);
        let arguments = [&["solve"][..], &arguments].concat();
        for _ in 0..8 {
            run_to(appended(&out), &arguments, Some(random.below(60) as u64));
        }
        let expected = format!("before\n{alone}");
        let so_far = fs::read_to_string(&out).expect("text");
        assert!(expected.starts_with(&so_far), "round {round}");
        // Bytes that did not get to the disk, and a line of the checkpoint that was half written.
        let lost = random.below(4).min(so_far.len() - "before\n".len());
        appended(&out).set_len((so_far.len() - lost) as u64).expect("it can be cut");
        appended(&checkpoint).write_all(b"{\"report\":{\"outp").expect("it can be written");
        assert!(run_to(appended(&out), &arguments, None));
        assert!(fs::read_to_string(&out).expect("text") == expected, "round {round}");
        // It is complete, and the same command adds nothing.
        let text = fs::read_to_string(&checkpoint).expect("text");
        let last = text.lines().last().expect("a line");
        assert!(last.starts_with("{\"complete\":{"), "{last}");
        assert!(run_to(appended(&out), &arguments, None));
        assert!(fs::read_to_string(&out).expect("text") == expected, "round {round}");
        assert!(fs::read_to_string(&checkpoint).expect("text") == text, "round {round}");
        // Elsewhere all of it is printed again.
        assert!(residua("solve", &arguments[1..]).out == alone, "round {round}");
        // Also to a file that is emptied first.
        assert!(run_to(File::create(&out).expect("it can be made"), &arguments, None));
        assert!(fs::read_to_string(&out).expect("text") == alone, "round {round}");
    }
}

/// A limit of time is the end of a run, and not of the work; what it says of that is replaced.
#[test]
fn stopped_listings() {
    let case = many();
    let (checkpoint, out) = files("stopped-listing");
    let arguments = case.with(&["--all", "--checkpoint", &checkpoint]);
    let arguments = [&["solve"][..], &arguments].concat();
    let stopped = [&arguments[..], &["--time", "0.02"]].concat();
    for _ in 0..3 {
        run_to(appended(&out), &stopped, None);
    }
    assert!(run_to(appended(&out), &arguments, None));
    let alone = residua("solve", &case.with(&["--all"])).out;
    assert!(fs::read_to_string(&out).expect("text") == alone);
}

/// Whether two outputs say the same, but for the number of searches.
fn is_same(a: &str, b: &str) -> bool {
    let without = |line: &&str| !line.starts_with("strength: ");
    a.lines().filter(without).eq(b.lines().filter(without))
}

/// What others have written to the output file is not cut off.
#[test]
fn outputs_with_other_content() {
    let case = many();
    let (checkpoint, out) = files("other-content");
    let read = || fs::read_to_string(&out).expect("text");
    let arguments = case.with(&["--all", "--format", "line", "--checkpoint", &checkpoint]);
    let alone = residua("solve", &arguments[..4]).out;
    let arguments = [&["solve"][..], &arguments].concat();
    let is_complete = || {
        let text = fs::read_to_string(&checkpoint).expect("text");
        text.lines().last().is_some_and(|last| last.starts_with("{\"complete\""))
    };
    // While the run is not finished.
    for kill in (10..).step_by(5) {
        run_to(appended(&out), &arguments, Some(kill));
        if !read().is_empty() {
            break;
        }
    }
    let (so_far, was_complete) = (read(), is_complete());
    assert!(alone.starts_with(&so_far));
    appended(&out).write_all(b"of another command\n").expect("it can be written");
    assert_eq!(run_to(appended(&out), &arguments, None), was_complete);
    assert_eq!(read(), format!("{so_far}of another command\n"));
    // The file is another one, by the same number.
    let other = "x".repeat(so_far.len()) + "\n";
    fs::write(&out, &other).expect("it can be written");
    assert!(!run_to(appended(&out), &arguments, None));
    assert_eq!(read(), other);
    let refused = residua("solve", &arguments[1..]);
    assert!(refused.out == alone && refused.code == 0, "elsewhere it goes on: {}", refused.err);
    // Once it is finished.
    fs::write(&out, "").expect("it can be written");
    assert!(run_to(appended(&out), &arguments, None));
    assert!(read() == alone);
    let more = "of another command\n".repeat(1000);
    appended(&out).write_all(more.as_bytes()).expect("it can be written");
    for _ in 0..2 {
        assert!(run_to(appended(&out), &arguments, None));
        assert!(read() == alone.clone() + &more);
    }
}

/// A checkpoint knows each file that it has written to.
#[test]
fn several_outputs() {
    let case = many();
    for (number, command) in
        [&["solve", "--all"][..], &["count"], &["inspect", "--json"]].into_iter().enumerate()
    {
        let (checkpoint, out) = files(&format!("several-{number}"));
        let other = format!("{out}-2");
        fs::write(&other, "before\n").expect("it can be written");
        let arguments = [command, &case.with(&["--checkpoint", &checkpoint])].concat();
        let stopped = [&arguments[..], &["--time", "0.02"]].concat();
        for arguments in [&stopped, &stopped, &arguments, &arguments] {
            for out in [&out, &other] {
                run_to(appended(out), arguments, None);
                // A pipe is no file.
                residua(arguments[0], &arguments[1..]);
            }
        }
        let whole = residua(arguments[0], &arguments[1..]).out;
        assert!(fs::read_to_string(&out).expect("text") == whole, "{command:?}");
        assert!(fs::read_to_string(&other).expect("text") == format!("before\n{whole}"), "{command:?}");
    }
}

/// A byte order mark, as some editors leave it, is no part of a checkpoint; what is damaged is named.
#[test]
fn edited_checkpoints() {
    let case = Case::clauses();
    let (checkpoint, _) = files("edited");
    let with = case.with(&["--checkpoint", &checkpoint]);
    let whole = residua("count", &with);
    let text = fs::read_to_string(&checkpoint).expect("text");
    let without_end: String = text.split_inclusive('\n').filter(|line| !line.contains("complete")).collect();
    fs::write(&checkpoint, format!("\u{feff}{without_end}")).expect("it can be written");
    assert_eq!(residua("count", &with), whole);
    let (at, line) =
        without_end.lines().enumerate().find(|(_, line)| line.contains("\"count\":\"")).expect("a report");
    let edited = line.replacen("\"count\":\"", "\"count\":\"1", 1);
    fs::write(&checkpoint, without_end.replacen(line, &edited, 1)).expect("it can be written");
    let refused = residua("count", &with);
    let place = format!("error: {checkpoint}:{}:1: not a line of a checkpoint: ", at + 1);
    assert!(refused.err.starts_with(&place) && refused.code == 2, "{} {}", refused.err, refused.out);
}

/// Other questions are answered at the end, from what was kept.
#[test]
fn killed_counts() {
    let mut random = Random::new(5);
    let asks = [("count", &[][..]), ("count", &["--candidates"]), ("inspect", &[])];
    for (number, (subcommand, options)) in asks.into_iter().enumerate() {
        for case in [many(), Case::enumeration(), Case::clauses(), Case::graph()] {
            let (checkpoint, out) = files(&format!("killed-count-{number}-{}", case.name));
            let arguments = case.with(&[options, &["--checkpoint", &checkpoint]].concat());
            let arguments = [&[subcommand][..], &arguments].concat();
            for _ in 0..3 {
                let out = File::create(&out).expect("it can be made");
                run_to(out, &arguments, Some(random.below(40) as u64));
            }
            let whole = residua(subcommand, &arguments[1..]);
            let alone = residua(subcommand, &case.with(options));
            assert!(is_same(&whole.out, &alone.out), "{subcommand} {}: {:.400}", case.name, whole.out);
            assert_eq!((whole.err.as_str(), whole.code), ("", alone.code), "{subcommand} {}", case.name);
        }
    }
}

/// A checkpoint of another model or command, or what is none.
#[test]
fn other_checkpoints() {
    let (case, other) = (Case::clauses(), Case::graph());
    let (checkpoint, _) = files("other-checkpoint");
    let with = ["--checkpoint", &checkpoint];
    assert_eq!(residua("count", &case.with(&with)).code, 0);
    let before = fs::read_to_string(&checkpoint).expect("text");
    for (subcommand, arguments, message) in [
        ("count", other.with(&with), "it is of "),
        ("count", case.with(&["--candidates", with[0], with[1]]), "it is of "),
        ("inspect", case.with(&with), "it is of "),
        ("solve", case.with(&["--all", with[0], with[1]]), "it is of "),
    ] {
        let refused = residua(subcommand, &arguments);
        assert!(refused.err.starts_with(&format!("error: {checkpoint}:1:1: {message}")), "{}", refused.err);
        assert_eq!((refused.out.as_str(), refused.code), ("", 2));
    }
    assert_eq!(fs::read_to_string(&checkpoint).expect("text"), before);
    let (checkpoint, _) = files("no-checkpoint");
    fs::write(&checkpoint, "{\"start\":{}}\n").expect("it can be written");
    let refused = residua("count", &case.with(&["--checkpoint", &checkpoint]));
    assert!(refused.err.contains(":1:1: not a line of a checkpoint") && refused.code == 2, "{}", refused.err);
    for (subcommand, options, message) in [
        ("solve", &[][..], "requires --all"),
        ("solve", &["--all", "--threads", "2"], "does not go with"),
        ("solve", &["--all", "--format", "prolog"], "supports only"),
        ("count", &["--limit", "3"], "does not go with"),
        ("inspect", &["--compare"], "does not go with"),
        ("inspect", &["--format", "svg"], "supports only"),
    ] {
        let refused = residua(subcommand, &case.with(&[options, &["--checkpoint", "x"]].concat()));
        assert!(refused.err.contains(message) && refused.code == 2, "{subcommand}: {}", refused.err);
    }
    let clauses = &case.arguments[0];
    let refused = residua("count", &[clauses, clauses, "--checkpoint", "x"]);
    assert!(refused.err.contains("expected one puzzle or model") && refused.code == 2, "{}", refused.err);
}

/// Where no file is named the question is about standard input, as with `-`; a name that no file has is an error, also the empty one.
#[test]
fn no_file_is_named() {
    let grid = "12......34......";
    for (number, names) in [&[][..], &["-"]].into_iter().enumerate() {
        for (subcommand, options) in [("count", &[][..]), ("inspect", &[]), ("solve", &["--all"])] {
            let (checkpoint, _) = files(&format!("no-file-{number}-{subcommand}"));
            let arguments = [names, options, &["--checkpoint", &checkpoint]].concat();
            let first = run_by("off", subcommand, &arguments, grid);
            assert_eq!((first.err.as_str(), first.code), ("", 0), "{subcommand} {names:?}");
            let alone = run_by("off", subcommand, &[names, options].concat(), grid);
            assert!(is_same(&first.out, &alone.out), "{subcommand} {names:?}: {}", first.out);
            // The checkpoint is of this puzzle, and of no other.
            assert_eq!(run_by("off", subcommand, &arguments, grid), first, "{subcommand} {names:?}");
            let other = run_by("off", subcommand, &arguments, "12......34.....1");
            assert!(other.err.contains("it is of ") && other.code == 2, "{subcommand}: {}", other.err);
            let empty = run_by("off", subcommand, &arguments, "");
            assert!(empty.err.contains("expected a puzzle, found none") && empty.code == 2, "{}", empty.err);
        }
    }
    let (checkpoint, _) = files("empty-name");
    let refused = residua("count", &["", "--checkpoint", &checkpoint]);
    assert!(refused.err.starts_with("error: ") && refused.code == 2, "{}", refused.err);
}
