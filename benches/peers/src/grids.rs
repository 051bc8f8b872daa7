//! Grids of other shapes than 9x9 Sudoku: other boxes, jigsaws, diagonals, windows, Latin squares, and grids so large
//! that not every solver finishes. Compared with residua's own general engine, and `CaDiCaL` on the propositional
//! model.
//!
//! The answer is the number of solutions, up to two; for the largest, whether there is one. Rules are compiled before
//! the clock starts, except for `CaDiCaL`, which gets each grid as a whole.

use std::collections::BTreeMap;
use std::time::Duration;

use residua::constraints::all_different;
use residua::engine::Consistency;
use residua::model::{IntVar, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, EngineChoice, Limits, NetworkSearch, Status, network_of};
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};

use crate::Options as Wanted;
use crate::folder::Folder;
use crate::instances::{read, sample};
use crate::race::{Answers, Entrant, Results, race};
use crate::rival::Rival;
use crate::sat;

/// What all grids of a kind have in common.
struct Rules {
    model: Model,
    scopes: Vec<Vec<usize>>,
    values: i32,
}

/// A grid: its rules, by number, and its givens.
struct Grid {
    rules: usize,
    givens: Vec<i32>,
}

/// Grids of one kind.
struct Set {
    title: String,
    rules: Vec<Rules>,
    grids: Vec<Grid>,
    geometry: Option<Geometry>,
    /// How many solutions are looked for.
    most: u64,
}

/// Where extra scopes are, beside rows, columns and boxes.
#[derive(Clone, Copy)]
enum Extra {
    None,
    Diagonals,
    Windows,
}

/// File, box, column of the puzzle, extra scopes, and the number of grids used.
type Boxed = (&'static str, (usize, usize), usize, Extra, usize);

const BOXED: [Boxed; 7] = [
    ("rect_6x6_box2x3.tsv", (2, 3), 0, Extra::None, 400),
    ("rect_12x12_box3x4.tsv", (3, 4), 0, Extra::None, 200),
    ("gecode_16x16.tsv", (4, 4), 1, Extra::None, 55),
    ("acs_16x16.tsv", (4, 4), 2, Extra::None, 120),
    ("diagonal9_own.tsv", (3, 3), 0, Extra::Diagonals, 120),
    ("windoku9_own.tsv", (3, 3), 0, Extra::Windows, 120),
    ("acs_25x25.tsv", (5, 5), 2, Extra::None, 40),
];

/// From this size on one solution is enough.
const LARGE: usize = 25;

/// The largest are generated here: box, per cent of the cells that are filled, number of grids.
const MADE: [((usize, usize), usize, usize); 4] =
    [((6, 6), 45, 4), ((6, 6), 60, 4), ((7, 7), 45, 3), ((7, 7), 60, 3)];

pub(crate) fn races(wanted: &Wanted) -> Result<Vec<Results>, String> {
    let mut sets = Vec::new();
    for boxed in BOXED {
        sets.extend(boxed_set(boxed)?);
    }
    sets.extend(jigsaws());
    sets.extend(latin_squares());
    for made in MADE {
        sets.push(made_set(made)?);
    }
    let most = |set: &Set| if wanted.quick { set.grids.len().min(5) } else { set.grids.len() };
    let race_of = |mut set: Set| {
        set.grids.truncate(most(&set));
        race_over(&set, wanted)
    };
    sets.into_iter().map(race_of).collect()
}

fn race_over(set: &Set, wanted: &Wanted) -> Result<Results, String> {
    let title = format!("{}, {} grids", set.title, set.grids.len());
    let limits = Limits::none().time(wanted.limit).solutions(set.most);
    let rivals = Rival::all("RESIDUA_NETWORK_RIVALS")?;
    let folder = Folder::new("grids")?;
    let file = folder.write("grids", &set.lines(wanted.limit))?;
    let empty = folder.write("empty", "")?;
    let mut entrants = Vec::new();
    if let Some(geometry) = set.geometry {
        for (name, engine) in [("residua", EngineChoice::Auto), ("residua, general", EngineChoice::General)] {
            let solver = PuzzleSolver::new(geometry, Consistency::Domain, limits.clone());
            let mut solver = solver.engine(engine);
            entrants.push(Entrant::new(name, move || by_puzzle(set, geometry, &mut solver)));
        }
    } else {
        let mut dense: Vec<NetworkSearch> = set.rules.iter().map(|rules| rules.dense(&limits)).collect();
        let form = dense[0].form();
        entrants.push(Entrant::new(format!("residua, dense, {form}"), move || by_network(set, &mut dense)));
        let mut general: Vec<General> = set.rules.iter().map(|rules| General::new(rules, &limits)).collect();
        entrants.push(Entrant::new("residua, general", move || by_model(set, &mut general)));
    }
    entrants.push(Entrant::new("CaDiCaL 1.9.5", || by_logic(set, wanted.limit)));
    for rival in &rivals {
        let named = rival.described(&empty)?;
        // A program that worked and then fails gives no answers, which is reported.
        entrants.push(Entrant::new(named, || rival.run(&file).unwrap_or_default()));
    }
    Ok(race(title, wanted.rounds.min(3), entrants))
}

impl Set {
    /// The grids in the input format of other programs, one per line.
    fn lines(&self, limit: Duration) -> String {
        let line = |grid: &Grid| {
            let Rules { scopes, values, .. } = &self.rules[grid.rules];
            let head = [self.most as i32, limit.as_secs() as i32, grid.givens.len() as i32, *values];
            let scope = |scope: &Vec<usize>| {
                let cells = scope.iter().map(|&cell| cell as i32);
                std::iter::once(scope.len() as i32).chain(cells).collect::<Vec<i32>>()
            };
            let scopes = std::iter::once(scopes.len() as i32).chain(scopes.iter().flat_map(scope));
            let numbers = head.into_iter().chain(scopes).chain(grid.givens.iter().copied());
            numbers.map(|number| number.to_string()).collect::<Vec<String>>().join(" ") + "\n"
        };
        self.grids.iter().map(line).collect()
    }
}

fn by_puzzle(set: &Set, geometry: Geometry, solver: &mut PuzzleSolver) -> Answers {
    let mut solve = |grid: &Grid| {
        let puzzle = Puzzle::new(geometry, grid.givens.clone()).ok()?;
        if !solver.begin(&puzzle) && solver.load(&puzzle).is_err() {
            return Some(0);
        }
        let (mut found, mut cells) = (0, Vec::new());
        while solver.next_solution(&mut cells) {
            found += 1;
        }
        decided(found, set.most, solver.status())
    };
    set.grids.iter().map(&mut solve).collect()
}

fn by_network(set: &Set, searches: &mut [NetworkSearch]) -> Answers {
    let mut solve = |grid: &Grid| {
        let (rules, search) = (&set.rules[grid.rules], &mut searches[grid.rules]);
        let domains: Vec<u64> = grid.givens.iter().map(|&value| rules.domain(value)).collect();
        search.start(&domains);
        let mut found = 0;
        while search.advance() {
            found += 1;
        }
        decided(found, set.most, search.status())
    };
    set.grids.iter().map(&mut solve).collect()
}

fn by_model(set: &Set, solvers: &mut [General]) -> Answers {
    set.grids.iter().map(|grid| solvers[grid.rules].count(&grid.givens, set.most)).collect()
}

fn by_logic(set: &Set, limit: Duration) -> Answers {
    let count = |grid: &Grid| {
        let Rules { scopes, values, .. } = &set.rules[grid.rules];
        sat::count(grid.givens.len(), *values, scopes, &grid.givens, set.most, limit)
    };
    set.grids.iter().map(count).collect()
}

/// A search that a time limit stopped decided nothing, unless it had found all that was asked for.
fn decided(found: u64, most: u64, outcome: Option<Status>) -> Option<u64> {
    (found >= most || outcome == Some(Status::Exhausted)).then_some(found)
}

impl Rules {
    fn new(cells: usize, values: usize, scopes: Vec<Vec<usize>>) -> Rules {
        let mut model = Model::new();
        let vars = model.int_vars("x", cells, 1..=values as i32);
        for scope in &scopes {
            let all = all_different(scope.iter().map(|&cell| vars[cell]));
            model.post(all).expect("invariant: the model's own variables");
        }
        Rules { model, scopes, values: values as i32 }
    }

    fn dense(&self, limits: &Limits) -> NetworkSearch {
        let network = network_of(&self.model).expect("invariant: scopes are all there is");
        NetworkSearch::new(&network, limits.clone()).expect("invariant: the shapes raced have a form")
    }

    fn domain(&self, given: i32) -> u64 {
        if given == 0 { u64::MAX >> (64 - self.values) } else { 1 << (given - 1) }
    }
}

/// The general engine, rules propagated once.
struct General {
    vars: Vec<IntVar>,
    solver: Solver,
    dfs: Dfs,
}

impl General {
    fn new(rules: &Rules, limits: &Limits) -> General {
        let vars: Vec<IntVar> = rules.model.vars().collect();
        let mut solver = Solver::new(&rules.model, Options::default());
        solver.propagate().expect("invariant: an empty grid can be filled");
        let order = Ordered::new(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        General { vars, solver, dfs: Dfs::new(vec![Box::new(order)], limits.clone()) }
    }

    fn count(&mut self, givens: &[i32], most: u64) -> Option<u64> {
        self.solver.push();
        let mut given = self.vars.iter().zip(givens).filter(|given| *given.1 != 0);
        let assumed = given.try_for_each(|(cell, &value)| self.solver.assume(cell.is(value)).map(|_| ()));
        let mut found = 0;
        let mut outcome = Some(Status::Exhausted);
        if assumed.and_then(|()| self.solver.propagate()).is_ok() {
            while self.dfs.advance(&mut self.solver) {
                found += 1;
            }
            outcome = self.dfs.status();
            self.dfs.reset(&mut self.solver);
        }
        self.solver.pop();
        decided(found, most, outcome)
    }
}

fn boxed_set((file, (rows, columns), column, extra, count): Boxed) -> Result<Option<Set>, String> {
    let Some(text) = read(file) else { return Ok(None) };
    let geometry = Geometry::new(rows, columns).map_err(|error| error.to_string())?;
    let n = geometry.size();
    let mut scopes: Vec<Vec<usize>> =
        geometry.houses().map(|(_, cells)| cells.into_iter().collect()).collect();
    match extra {
        Extra::None => {}
        Extra::Diagonals => {
            scopes.push((0..n).map(|i| i * n + i).collect());
            scopes.push((0..n).map(|i| i * n + n - 1 - i).collect());
        }
        Extra::Windows => {
            let window = |r: usize, c: usize| (0..9).map(|i| (r + i / 3) * n + c + i % 3).collect();
            scopes.extend([(1, 1), (1, 5), (5, 1), (5, 5)].map(|(r, c)| window(r, c)));
        }
    }
    let puzzle = |line: &str| Some(digits(line.split('\t').nth(column)?));
    let grids = sample(lines(&text).filter_map(puzzle).collect(), count);
    let grids = grids.into_iter().map(|givens| Grid { rules: 0, givens }).collect();
    let most = if n >= LARGE { 1 } else { 2 };
    let geometry = matches!(extra, Extra::None).then_some(geometry);
    let rules = vec![Rules::new(n * n, n, scopes)];
    Ok(Some(Set { title: file.to_owned(), rules, grids, geometry, most }))
}

fn jigsaws() -> Option<Set> {
    let text = read("jigsaw9_own.tsv")?;
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut rules, mut grids) = (Vec::new(), Vec::new());
    for line in sample(lines(&text).collect(), 100) {
        let mut fields = line.split('\t');
        let (givens, layout) = (digits(fields.next()?), fields.next()?);
        let next = numbers.len();
        let number = *numbers.entry(layout.to_owned()).or_insert(next);
        if number == next {
            let mut scopes = rows_and_columns(9);
            let of = |region: i32| (0..81).filter(|&cell| digits(layout)[cell] == region).collect();
            scopes.extend((1..=9).map(of));
            rules.push(Rules::new(81, 9, scopes));
        }
        grids.push(Grid { rules: number, givens });
    }
    Some(Set { title: "jigsaw9_own.tsv".to_owned(), rules, grids, geometry: None, most: 2 })
}

fn latin_squares() -> Option<Set> {
    let text = read("latin_own.jsonl")?;
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut rules, mut grids) = (Vec::new(), Vec::new());
    for line in lines(&text) {
        let givens = digits(line.split("\"grid\":\"").nth(1)?.split('"').next()?);
        let n = givens.len().isqrt();
        let next = numbers.len();
        let number = *numbers.entry(n).or_insert(next);
        if number == next {
            rules.push(Rules::new(n * n, n, rows_and_columns(n)));
        }
        grids.push(Grid { rules: number, givens });
    }
    Some(Set { title: "latin_own.jsonl".to_owned(), rules, grids, geometry: None, most: 2 })
}

/// Grids with a solution, which is a randomly permuted cyclic one, of which some cells are kept.
fn made_set(((rows, columns), percent, count): ((usize, usize), usize, usize)) -> Result<Set, String> {
    let geometry = Geometry::new(rows, columns).map_err(|error| error.to_string())?;
    let n = geometry.size();
    let mut random = crate::race::Random::new((n * percent) as u64);
    let mut orders = || {
        // Lines are permuted within and between bands, so that boxes remain boxes.
        let mut lines = |of: usize| {
            let mut bands: Vec<usize> = (0..n / of).collect();
            random.shuffle(&mut bands);
            let mut all = Vec::new();
            for band in bands {
                let mut within: Vec<usize> = (band * of..(band + 1) * of).collect();
                random.shuffle(&mut within);
                all.extend(within);
            }
            all
        };
        let (rows, columns) = (lines(rows), lines(columns));
        let mut kept: Vec<usize> = (0..n * n).collect();
        random.shuffle(&mut kept);
        (rows, columns, kept)
    };
    let mut grid = || {
        let (row_order, column_order, kept) = orders();
        let mut givens = vec![0; n * n];
        for &cell in &kept[..n * n * percent / 100] {
            let (row, column) = (row_order[cell / n], column_order[cell % n]);
            givens[cell] = ((row % rows * columns + row / rows + column) % n) as i32 + 1;
        }
        Grid { rules: 0, givens }
    };
    let grids = (0..count).map(|_| grid()).collect();
    let scopes = geometry.houses().map(|(_, cells)| cells.into_iter().collect()).collect();
    let title = format!("{n}x{n} in boxes of {geometry}, {percent} % filled");
    Ok(Set { title, rules: vec![Rules::new(n * n, n, scopes)], grids, geometry: Some(geometry), most: 1 })
}

fn rows_and_columns(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|i| (0..n).map(|j| i * n + j).collect());
    rows.chain((0..n).map(|j| (0..n).map(|i| i * n + j).collect())).collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// By cell its value, 0 for a blank.
fn digits(text: &str) -> Vec<i32> {
    text.chars().map(|symbol| symbol.to_digit(36).unwrap_or(0) as i32).collect()
}
