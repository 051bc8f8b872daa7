//! Promise: every puzzle gets the answer that its file states.
//!
//! The project's own puzzles are always solved. A larger collection is, if it is in the folder `RESIDUA_PUZZLES`.

use residua::engine::Consistency;
use residua::search::{Limits, Status};
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::catalogue::depth;
use crate::samples::root;

/// The answer that a file states for a puzzle.
#[derive(Clone, Debug)]
enum Answer {
    Unique,
    Solution(Vec<i32>),
    Count(u64),
    /// Two or more.
    Several,
}

/// Where a file has its answers.
#[derive(Clone, Copy, Debug)]
enum Answers {
    AllUnique,
    /// All unique, except the one whose first column has that name: it has that number of solutions.
    UniqueBut(&'static str, u64),
    Solutions(usize),
    Counts(usize),
    /// In `status_large.tsv`, under the file's name and these columns.
    Status(&'static [usize]),
}

/// A file: name, box, column of the puzzle, answers.
type Source = (&'static str, (usize, usize), usize, Answers);

const NINE: (usize, usize) = (3, 3);

const SMALL: &[Source] = &[
    ("rect_4x4_box2x2.tsv", (2, 2), 0, Answers::Solutions(1)),
    ("rect_6x6_box2x3.tsv", (2, 3), 0, Answers::Solutions(1)),
    ("rect_6x6_box3x2.tsv", (3, 2), 0, Answers::Solutions(1)),
    ("rect_8x8_box2x4.tsv", (2, 4), 0, Answers::Solutions(1)),
    ("rect_8x8_box4x2.tsv", (4, 2), 0, Answers::Solutions(1)),
    ("rect_10x10_box2x5.tsv", (2, 5), 0, Answers::Solutions(1)),
    ("rect_10x10_box5x2.tsv", (5, 2), 0, Answers::Solutions(1)),
    ("rect_12x12_box3x4.tsv", (3, 4), 0, Answers::Solutions(1)),
    ("rect_12x12_box4x3.tsv", (4, 3), 0, Answers::Solutions(1)),
];

const NINES: &[Source] = &[
    ("sudoku9_17clue.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_top1465.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_norvig_easy50.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_norvig_top95.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_norvig_hardest11.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_norvig_10k.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_sebank_rated.tsv", NINE, 0, Answers::AllUnique),
    ("sudoku9_sebank_solved.tsv", NINE, 0, Answers::Solutions(1)),
    ("sudoku9_rangsk_classics.tsv", NINE, 0, Answers::Solutions(1)),
    ("gecode_9x9.tsv", NINE, 1, Answers::AllUnique),
    ("acs_9x9.tsv", NINE, 2, Answers::Status(&[0, 1])),
    ("sudoku9_tdoku_counts.tsv", NINE, 0, Answers::Counts(1)),
    ("acs_9x9_logic.tsv", NINE, 1, Answers::UniqueBut("sabuncu3", 27)),
];

const HARD_NINES: &[Source] = &[
    ("sudoku9_se11plus.txt", NINE, 0, Answers::AllUnique),
    ("sudoku9_serg_multi.tsv", NINE, 0, Answers::Counts(1)),
];

const SIXTEENS: &[Source] = &[
    ("gecode_16x16.tsv", (4, 4), 1, Answers::Status(&[0])),
    ("acs_16x16.tsv", (4, 4), 2, Answers::Status(&[0, 1])),
];

/// The node limit of the searches.
const NODES: u64 = 20_000;

/// The results for the puzzles of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    tried: usize,
    /// Those that the node limit stopped before an answer.
    unfinished: usize,
}

/// Prints on the terminal, bypassing the capture of the test harness.
pub(crate) fn announce(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn collection() -> Option<PathBuf> {
    let found = std::env::var_os("RESIDUA_PUZZLES").map(PathBuf::from);
    if found.is_none() {
        announce("SKIPPED: RESIDUA_PUZZLES is not set, so only the project's own puzzles are solved");
    }
    found
}

/// The lines of a file of the collection; `None`, with a message, if it is missing.
pub(crate) fn lines_of(name: &str) -> Option<Vec<String>> {
    let text = read(&collection()?, name);
    Some(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}

fn read(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn own() -> PathBuf {
    root().join("puzzles")
}

fn solver(geometry: Geometry) -> PuzzleSolver {
    PuzzleSolver::new(geometry, Consistency::Domain, Limits::none().nodes(NODES))
}

/// Whether a grid obeys the rules and the givens.
fn is_solution(puzzle: &Puzzle, grid: &[i32]) -> bool {
    let all: Vec<i32> = puzzle.geometry().symbols().collect();
    let is_full = |cells: Vec<usize>| {
        let mut values: Vec<i32> = cells.iter().map(|&cell| grid[cell]).collect();
        values.sort_unstable();
        values == all
    };
    let given = puzzle.givens().iter().zip(grid).all(|(&given, &value)| given == 0 || given == value);
    given && puzzle.geometry().houses().all(|(_, cells)| is_full(cells))
}

/// Solves a puzzle, by the dense engine too where it applies, and compares; false if the limit was reached.
fn agrees(solver: &mut PuzzleSolver, puzzle: &Puzzle, answer: &Answer, place: &str) -> bool {
    let dense = !solver.begin(puzzle) || finds(solver, true, puzzle, answer, place);
    let alive = solver.load(puzzle).is_ok();
    finds(solver, alive, puzzle, answer, place) && dense
}

/// Enumerates the solutions of a puzzle, if it is alive, and compares; false if the limit was reached.
fn finds(solver: &mut PuzzleSolver, alive: bool, puzzle: &Puzzle, answer: &Answer, place: &str) -> bool {
    let cap = match answer {
        Answer::Count(count) => count + 1,
        _ => 2,
    };
    let (mut found, mut grid, mut first) = (0, Vec::new(), Vec::new());
    while alive && found < cap && solver.next_solution(&mut grid) {
        assert!(is_solution(puzzle, &grid), "{place}: not a solution: {grid:?}");
        if found == 0 {
            first.clone_from(&grid);
        }
        assert!(found == 0 || first != grid, "{place}: the same solution twice");
        found += 1;
    }
    let stopped = alive && matches!(solver.status(), Some(Status::Stopped(_)));
    let most = match answer {
        Answer::Unique | Answer::Solution(_) => 1,
        Answer::Count(count) => *count,
        Answer::Several => 2,
    };
    assert!(
        found <= most && (found == most || stopped),
        "{place}: {found} solutions, and {answer:?} was stated"
    );
    if let (Answer::Solution(stated), 1) = (answer, found) {
        assert_eq!(&first, stated, "{place}");
    }
    found == most && !stopped
}

/// Solves one of each `every` puzzles of a file.
fn check_file(dir: &Path, source: Source, every: usize, statuses: &BTreeMap<String, Answer>) -> Tally {
    let (name, (rows, columns), column, answers) = source;
    let geometry = Geometry::new(rows, columns).expect("a box");
    let mut solver = solver(geometry);
    let mut tally = Tally::default();
    let text = read(dir, name);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    for (at, line) in lines.step_by(every) {
        let place = format!("{name}:{}", at + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let parse =
            |text: &str| Puzzle::parse_with(text, geometry).unwrap_or_else(|e| panic!("{place}: {e}"));
        let answer = match answers {
            Answers::UniqueBut(name, count) if fields[0] == name => Answer::Count(count),
            Answers::AllUnique | Answers::UniqueBut(..) => Answer::Unique,
            Answers::Solutions(at) => Answer::Solution(parse(fields[at]).givens().to_vec()),
            Answers::Counts(at) => Answer::Count(fields[at].parse().expect("a count")),
            Answers::Status(columns) => {
                let key: Vec<&str> = columns.iter().map(|&at| fields[at]).collect();
                statuses[&format!("{name} {}", key.join("/"))].clone()
            }
        };
        tally.tried += 1;
        tally.unfinished += usize::from(!agrees(&mut solver, &parse(fields[column]), &answer, &place));
    }
    tally
}

fn statuses(dir: &Path) -> BTreeMap<String, Answer> {
    let text = read(dir, "status_large.tsv");
    let entry = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let answer = match fields[2] {
            "unique" => Answer::Unique,
            "multi" => Answer::Several,
            "unsat" => Answer::Count(0),
            _ => return None,
        };
        Some((format!("{} {}", fields[0], fields[1]), answer))
    };
    text.lines().filter_map(entry).collect()
}

/// Solves one of each `every` puzzles of these files. Puzzles that the node limit stops are counted and reported, and fail the test in the end.
fn check_files(sources: &[Source], every: usize) {
    let Some(dir) = collection() else { return };
    let statuses = statuses(&dir);
    let mut open = 0;
    for &source in sources {
        let tally = check_file(&dir, source, every, &statuses);
        let Tally { tried, unfinished } = tally;
        announce(&format!("{}: {tried} puzzles, {unfinished} not answered in {NODES} nodes", source.0));
        assert!(tried > 0, "{} holds puzzles", source.0);
        open += unfinished;
    }
    assert!(open == 0, "{open} puzzles were not answered in {NODES} nodes");
}

#[test]
fn of_our_own() {
    let sources: [Source; 3] = [
        ("6x6.txt", (2, 3), 0, Answers::Solutions(1)),
        ("12x12.txt", (3, 4), 0, Answers::Solutions(1)),
        ("9x9-several.txt", NINE, 0, Answers::Counts(1)),
    ];
    for (source, lines) in sources.into_iter().zip([30, 30, 12]) {
        let tally = check_file(&own(), source, 1, &BTreeMap::new());
        assert_eq!((tally.tried, tally.unfinished), (lines, 0), "{}", source.0);
    }
}

#[test]
fn from_four_to_twelve() {
    check_files(SMALL, 1);
}

#[test]
fn of_nine() {
    check_files(NINES, 1);
}

/// One of four: each takes a long search by the general engine. With `RESIDUA_DEPTH=4` all of them.
#[test]
fn of_nine_and_hard() {
    check_files(HARD_NINES, (4.0 / depth()).max(1.0) as usize);
}

#[test]
fn of_sixteen() {
    check_files(SIXTEENS, 1);
}

/// A field of a line of JSON that is flat but for lists of lists of numbers.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let start = line.find(&format!("\"{name}\":")).map(|at| at + name.len() + 3).expect("the field is there");
    let rest = &line[start..];
    let mut depth = 0;
    let end = rest.find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0 && (c == ',' || c == '}')
    });
    rest[..end.unwrap_or(rest.len())].trim_matches('"')
}

fn numbers(list: &str) -> Vec<i32> {
    list.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn of_several_solutions() {
    let Some(dir) = collection() else { return };
    let text = read(&dir, "multi_own.jsonl");
    for (at, line) in text.lines().enumerate() {
        let place = format!("multi_own.jsonl:{}", at + 1);
        let geometry: Geometry = field(line, "box").parse().expect("a box");
        let puzzle = Puzzle::parse_with(field(line, "grid"), geometry).expect("a grid");
        let count: u64 = field(line, "solutions").parse().expect("a count");
        assert!(
            agrees(&mut solver(geometry), &puzzle, &Answer::Count(count), &place),
            "{place}: not finished"
        );
        let mut union = vec![Vec::new(); geometry.cells()];
        for solution in puzzle.model().solutions() {
            for (values, &value) in union.iter_mut().zip(solution.values()) {
                values.push(value);
            }
        }
        let stated: Vec<Vec<i32>> = field(line, "union").split("],").map(numbers).collect();
        for (values, stated) in union.iter_mut().zip(&stated) {
            values.sort_unstable();
            values.dedup();
            assert_eq!(values, stated, "{place}");
        }
    }
    announce(&format!("multi_own.jsonl: all {} puzzles", text.lines().count()));
}

#[test]
fn latin_squares() {
    let Some(dir) = collection() else { return };
    let text = read(&dir, "latin_own.jsonl");
    for (at, line) in text.lines().enumerate() {
        let order: usize = field(line, "order").parse().expect("an order");
        let count: usize = field(line, "solutions").parse().expect("a count");
        let mut model = crate::counts::latin(order);
        let cells: Vec<_> = model.vars().collect();
        for (&cell, symbol) in cells.iter().zip(field(line, "grid").chars()) {
            if let Some(value) = symbol.to_digit(36) {
                let _ = model.post(residua::constraints::eq(cell, value as i32)).expect("a symbol");
            }
        }
        assert_eq!(model.solutions().count(), count, "latin_own.jsonl:{}", at + 1);
    }
    announce(&format!("latin_own.jsonl: all {} squares", text.lines().count()));
}
