//! Promise: whatever options are put together, the program answers with one of its exit codes, and none of them is taken
//! without a word where it has no effect.

use std::thread;

use residua::search::Random;

use crate::program::{Finished, run, times_depth};

/// Any of these.
fn any<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
    all[random.below(all.len())]
}

const SUBCOMMANDS: [&str; 16] = [
    "convert", "solve", "inspect", "count", "conflict", "clues", "why", "create", "export", "decode", "fzn",
    "sovle", "help", "split", "work", "merge",
];

const OPTIONS: [&str; 36] = [
    "--strict",
    "--to",
    "--rules",
    "--at-most-one",
    "--with",
    "--box",
    "--time",
    "--trust",
    "--strength",
    "--format",
    "--json",
    "--compare",
    "--count",
    "--counts",
    "--limit",
    "--candidates",
    "--all",
    "--smallest",
    "--summary",
    "--stats",
    "--threads",
    "--nodes",
    "--seed",
    "--symmetry",
    "--givens",
    "--pattern",
    "--solutions",
    "--from",
    "--remove",
    "--help",
    "--version",
    "-h",
    "--",
    "-",
    "-x",
    "--jsn",
];

const VALUES: [&str; 43] = [
    "sdm",
    "cnf",
    "minimal",
    "pairwise",
    "true {}",
    "2x2",
    "3x2",
    "1x1",
    "0x4",
    "x",
    "99999999x99999999",
    "0",
    "1",
    "3",
    "-1",
    "1e-3",
    "nan",
    "inf",
    "0.01",
    "18446744073709551616",
    "1024",
    "1025",
    "full",
    "min",
    "givens",
    "entries",
    "marks",
    "value",
    "singles",
    "exact",
    "domain",
    "grid",
    "line",
    "prolog",
    "json",
    "pencil",
    "svg",
    "html",
    "clpfd",
    "r1c1=2",
    "r9c9",
    "",
    "no such file",
];

/// Several solutions, one, none, entries and marks, and a mistake.
const INPUT: &str = "12......34......\n1234341221434321\n11..............\n{\"box\":\"2x2\",\"givens\":\
    [1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],\"entries\":[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\"marks\":\
    [[],[],[3,4],[],[],[],[],[],[],[],[],[],[],[],[],[]]}\n12345\n";

/// A subcommand and its options, some of them spoilt.
fn arguments(random: &mut Random) -> Vec<String> {
    let mut list = vec![any(random, &SUBCOMMANDS).to_owned()];
    for _ in 0..random.below(6) {
        let (option, value) = (any(random, &OPTIONS), any(random, &VALUES));
        match random.below(5) {
            0 => list.push(option.to_owned()),
            1 => list.push(value.to_owned()),
            2 => list.push(format!("{option}={value}")),
            _ => list.extend([option.to_owned(), value.to_owned()]),
        }
    }
    for _ in 0..random.below(3) {
        let at = random.below(list.len());
        match random.below(4) {
            0 => drop(list.remove(at)),
            1 => list.push(list[at].clone()),
            2 => list[at] = list[at].chars().take(random.below(9)).collect(),
            _ => list[at].push_str(any(random, &["", " ", "=", "é", "\u{2028}", "\n", "-", "00000"])),
        }
        if list.is_empty() {
            return list;
        }
    }
    list
}

/// The program itself, on small inputs; `idle.rs` tries many more lists without it.
#[test]
fn spoilt_lists_have_an_exit_code() {
    let work = |seed: u64| {
        move || {
            let mut random = Random::new(seed);
            let mut codes = [0; 4];
            for _ in 0..times_depth(150) {
                let list = arguments(&mut random);
                let (first, rest) = list.split_first().map_or(("", &[] as &[String]), |(a, b)| (a, b));
                let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
                let Finished { out, err, code } = run(first, &rest, INPUT);
                assert!((0..=3).contains(&code), "{list:?}: exit code {code}, {err}");
                // Of a summary the totals say it.
                let says =
                    code != 2 || !err.is_empty() || out.contains("\"error\"") || out.contains(" error");
                assert!(says, "{list:?}: exit code 2 without a word: {out}");
                codes[code as usize] += 1;
            }
            codes
        }
    };
    let threads: Vec<_> = (0..4).map(|seed| thread::spawn(work(seed))).collect();
    let codes = threads.into_iter().map(|thread| thread.join().expect("no list fails"));
    let codes = codes.fold([0; 4], |sum, codes| [0, 1, 2, 3].map(|code| sum[code] + codes[code]));
    assert!(codes[2] > 0, "{codes:?}");
}

/// Of each subcommand the options, with values that should change the output.
const EFFECTIVE: [(&str, &[&[&str]]); 7] = [
    (
        "solve",
        &[
            &["--box", "3x2"],
            &["--all"],
            &["--limit", "1"],
            &["--strength", "value"],
            &["--format", "ascii"],
            &["--format", "line"],
            &["--format", "pencil"],
            &["--format", "json"],
            &["--format", "prolog"],
            &["--format", "clpfd"],
            &["--json"],
            &["--summary"],
            &["--rules"],
            &["--stats"],
            &["--trust", "marks"],
            &["--time", "0"],
            &["--nodes", "0"],
        ],
    ),
    (
        "inspect",
        &[
            &["--box", "3x2"],
            &["--time", "0"],
            &["--trust", "marks"],
            &["--strength", "value"],
            &["--format", "grid"],
            &["--format", "json"],
            &["--format", "clpfd"],
            &["--format", "html"],
            &["--json"],
            &["--compare"],
            &["--rules"],
            &["--counts"],
        ],
    ),
    (
        "count",
        &[
            &["--box", "3x2"],
            &["--time", "0"],
            &["--trust", "marks"],
            &["--limit", "2"],
            &["--candidates"],
            &["--json"],
        ],
    ),
    (
        "conflict",
        &[
            &["--box", "3x2"],
            &["--time", "0"],
            &["--trust", "marks"],
            &["--smallest"],
            &["--all"],
            &["--limit", "1"],
            &["--json"],
        ],
    ),
    ("clues", &[&["--box", "3x2"], &["--time", "0"], &["--trust", "marks"], &["--json"]]),
    ("why", &[&["--box", "3x2"], &["--time", "0"], &["--trust", "marks"], &["--json"]]),
    (
        "create",
        &[
            &["--box", "3x2"],
            &["--count", "3"],
            &["--seed", "7"],
            &["--symmetry", "full"],
            &["--givens", "36"],
            &["--solutions", "2"],
            &["--remove", "20"],
            &["--format", "grid"],
            &["--format", "ascii"],
            &["--format", "json"],
            &["--json"],
            &["--time", "0"],
        ],
    ),
];

/// One solution, and propagation of values alone does not find it.
const HARDER: &str = ".3...1.2.......4.6..4.2.5.2....6....";

/// The same with several.
const SEVERAL: &str = ".3...1.2.......4.6..4.2...2....6....";

/// 6x6 puzzles: with several solutions, with one that takes some search, and with digits that clash in either box.
fn probe() -> String {
    let cells = |givens: &[(usize, usize)]| {
        let mut cells = [0; 36];
        for (cell, value) in givens {
            cells[*cell] = *value;
        }
        format!("{cells:?}")
    };
    let marks = format!("[[],[],[6]{}]", ",[]".repeat(33));
    let values: Vec<u32> = SEVERAL.chars().map(|c| c.to_digit(10).unwrap_or(0)).collect();
    let open = format!("{values:?}");
    let clash = cells(&[(0, 1), (2, 1), (13, 1)]);
    format!("{HARDER}\n{{\"givens\":{open},\"marks\":{marks}}}\n{{\"givens\":{clash},\"marks\":{marks}}}\n")
}

/// What is printed, without times.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| {
        let number = word.trim_matches(|c: char| !c.is_ascii_digit());
        number.contains('.') && number.parse::<f64>().is_ok()
    };
    let words = |line: &str| {
        // The speed comes after the totals.
        let line = line.split("; ").filter(|part| !part.contains("puzzles/s")).collect::<Vec<_>>().join("; ");
        let is_timeless = |word: &&str| !is_time(word) && !word.contains("per_second");
        line.split([' ', ',']).filter(is_timeless).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(words).collect::<Vec<_>>().join("\n")
}

/// Pairs of which the second has no effect with the first and is taken all the same, for this reason.
const WITHOUT: [(&str, &str, &str, &str); 9] = [
    ("solve", "--limit 1", "--all", "a list of up to N either way"),
    ("conflict", "--limit 1", "--all", "the same"),
    ("solve", "--summary", "--all", "it says how much is done, and the totals say how fast"),
    ("solve", "--summary", "--limit 1", "the same"),
    ("solve", "--summary", "--strength value", "the same"),
    ("solve", "--summary", "--trust marks", "the totals of the probe are the same with fewer solutions"),
    ("solve", "--format line", "--stats", "the help says so: one line never has it"),
    ("solve", "--format json", "--stats", "the help says so: JSON always has it"),
    ("solve", "--json", "--stats", "the same"),
];

#[test]
fn no_option_is_taken_without_effect() {
    let probe = probe();
    let output = |subcommand: &str, options: &[&[&str]]| {
        let file: &[&str] = if subcommand == "why" { &["-"] } else { &[] };
        let list: Vec<&str> = file.iter().chain(options.iter().copied().flatten()).copied().collect();
        let Finished { out, err, code } = run(subcommand, &list, &probe);
        (timeless(&out), timeless(&err), code)
    };
    let (mut silent, mut known) = (Vec::new(), Vec::new());
    for (subcommand, options) in EFFECTIVE {
        for first in options {
            if matches!(first[0], "--time" | "--nodes" | "--box") {
                // The probe has no solution in other boxes. In no time nothing is done that could differ.
                continue;
            }
            let alone = output(subcommand, &[first]);
            for second in options.iter().filter(|second| second[0] != first[0]) {
                let both = output(subcommand, &[first, second]);
                if both != alone {
                    continue;
                }
                let pair = [first.join(" "), second.join(" ")];
                if WITHOUT.iter().any(|(of, one, two, _)| *of == subcommand && [*one, *two] == pair) {
                    known.push((*first, *second));
                } else {
                    silent.push(format!("{subcommand} {}", pair.join(" ")));
                }
            }
        }
    }
    assert_eq!(known.len(), WITHOUT.len(), "some pair has an effect by now, only these have none: {known:?}");
    assert!(silent.is_empty(), "without effect:\n{}", silent.join("\n"));
}
