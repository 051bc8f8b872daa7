//! Random files with numbers at the ends of 32 bits and beyond: unbounded integers, variables of the compiler, time stamps, sums of
//! large factors, and objectives of all these. Domains are sparse, so that brute force can go through them.

use std::collections::BTreeSet;
use std::time::Duration;

use residua::search::{Learning, Limits, Optimum, Status};
use residua_flatzinc::{Objective, Problem};

use residua::search::Random;

/// Whether values of the variables, in their order, satisfy a constraint.
type Holds = Box<dyn Fn(&[i128]) -> bool>;

type OfThree = fn(i128, i128, i128) -> bool;

/// What an argument is.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Var(usize),
    Known(i128),
}

impl Cell {
    fn of(self, values: &[i128]) -> i128 {
        match self {
            Cell::Var(var) => values[var],
            Cell::Known(number) => number,
        }
    }

    fn text(self) -> String {
        match self {
            Cell::Var(var) => format!("x{var}"),
            Cell::Known(number) => number.to_string(),
        }
    }
}

struct Large {
    random: Random,
    /// By variable: what values brute force tries, and how it is declared.
    domains: Vec<Vec<i128>>,
    declared: Vec<String>,
    booleans: Vec<usize>,
    posted: Vec<String>,
    holds: Vec<Holds>,
    goal: Option<(usize, bool)>,
}

/// Where values lie.
const BASES: [i128; 14] = [
    0,
    0,
    0,
    7,
    -2_147_483_648,
    -2_147_483_640,
    2_147_483_641,
    2_147_483_647,
    4_294_967_290,
    -5_000_000_000,
    1_700_000_000_000,
    1_700_000_000_000,
    -3_000_000_000_000_000,
    1 << 55,
];

/// Factors of sums.
const FACTORS: [i128; 16] = [
    1,
    1,
    1,
    -1,
    -1,
    -1,
    2,
    -3,
    0,
    30_000_000,
    -20_000_000,
    1 << 31,
    -(1 << 31),
    (1 << 33) + 1,
    -1_000_000_000_000,
    1 << 40,
];

impl Large {
    fn new(seed: u64) -> Large {
        let mut to = Large {
            random: Random::new(seed),
            domains: Vec::new(),
            declared: Vec::new(),
            booleans: Vec::new(),
            posted: Vec::new(),
            holds: Vec::new(),
            goal: None,
        };
        for _ in 0..to.between(1, 3) {
            to.integer();
        }
        for _ in 0..to.between(0, 2) {
            to.booleans.push(to.domains.len());
            to.domains.push(vec![0, 1]);
            to.declared.push(format!("var bool: x{} :: output_var;\n", to.declared.len()));
        }
        for _ in 0..to.between(0, 2) {
            to.definition();
        }
        for _ in 0..to.between(0, 3) {
            to.constraint();
        }
        if to.chance(50) {
            let var = to.any_integer();
            to.goal = Some((var, to.chance(50)));
        }
        to
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1) as usize) as i64
    }

    fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())]
    }

    fn any_integer(&mut self) -> usize {
        let all: Vec<usize> = (0..self.domains.len()).filter(|var| !self.booleans.contains(var)).collect();
        self.one_of(&all)
    }

    /// A variable with a few values near a base: declared so, or by a constraint.
    fn integer(&mut self) {
        let (base, name) = (self.one_of(&BASES), format!("x{}", self.domains.len()));
        let mut values: BTreeSet<i128> =
            (0..self.between(1, 4)).map(|_| base + i128::from(self.between(-4, 5))).collect();
        if self.chance(10) {
            values.insert(self.one_of(&BASES));
        }
        let list = |values: &BTreeSet<i128>| {
            format!("{{{}}}", values.iter().map(i128::to_string).collect::<Vec<_>>().join(","))
        };
        let ends = |values: &BTreeSet<i128>| (*values.first().expect("one"), *values.last().expect("one"));
        let (low, high) = ends(&values);
        let is_range = high - low < 12 && self.chance(60);
        if is_range {
            values = (low..=high).collect();
        }
        let var = self.domains.len();
        let kind = match (self.between(0, 3), is_range) {
            (0, true) => {
                // Without bounds of its own.
                self.posted.push(format!("constraint int_le({low},{name});\n"));
                self.posted.push(format!("constraint int_lin_le([1],[{name}],{high});\n"));
                self.holds.push(Box::new(move |of| low <= of[var]));
                self.holds.push(Box::new(move |of| of[var] <= high));
                "int".to_owned()
            }
            (0, false) => {
                let set = list(&values);
                self.posted.push(format!("constraint set_in({name},{set});\n"));
                self.holds.push({
                    let values = values.clone();
                    Box::new(move |of| values.contains(&of[var]))
                });
                "int".to_owned()
            }
            (_, true) => format!("{low}..{high}"),
            (_, false) => list(&values),
        };
        self.declared.push(format!("var {kind}: {name} :: output_var;\n"));
        self.domains.push(values.into_iter().collect());
    }

    /// A sum with factors: the cells, the factors, and both as text.
    fn sum(&mut self) -> (Vec<(i128, Cell)>, String, String) {
        let count = self.between(1, 3);
        let terms: Vec<(i128, Cell)> = (0..count)
            .map(|_| {
                let cell = self.cell();
                (self.one_of(&FACTORS), cell)
            })
            .collect();
        let factors: Vec<String> = terms.iter().map(|(factor, _)| factor.to_string()).collect();
        let cells: Vec<String> = terms.iter().map(|(_, cell)| cell.text()).collect();
        (terms, factors.join(","), cells.join(","))
    }

    fn cell(&mut self) -> Cell {
        if self.chance(15) {
            return Cell::Known(self.one_of(&BASES) + i128::from(self.between(-2, 2)));
        }
        Cell::Var(self.any_integer())
    }

    /// Some assignment, to have numbers that are met.
    fn sample(&mut self) -> Vec<i128> {
        let domains = self.domains.clone();
        domains.iter().map(|values| self.one_of(values)).collect()
    }

    /// A variable that is a sum of others: of the compiler, or of the modeller; with bounds or without.
    fn definition(&mut self) {
        let (terms, factors, cells) = self.sum();
        let offset = if self.chance(50) { 0 } else { self.one_of(&BASES) };
        let total =
            |values: &[i128]| -> i128 { terms.iter().map(|(factor, cell)| factor * cell.of(values)).sum() };
        let mut reached = BTreeSet::new();
        for values in assignments(&self.domains) {
            reached.insert(total(&values) + offset);
        }
        let (low, high) = (*reached.first().expect("one"), *reached.last().expect("one"));
        if low < i128::from(i64::MIN) / 4 || high > i128::from(i64::MAX) / 4 || reached.len() > 60 {
            return;
        }
        let var = self.domains.len();
        let kind = match self.between(0, 2) {
            0 => "int".to_owned(),
            1 => format!("{low}..{high}"),
            _ => format!("{}..{}", low.min(0), high.max(5_000_000_000)),
        };
        let notes = match self.between(0, 2) {
            0 => ":: var_is_introduced :: is_defined_var :: output_var",
            1 => ":: output_var :: is_defined_var",
            _ => ":: output_var",
        };
        self.declared.push(format!("var {kind}: x{var} {notes};\n"));
        let defines =
            if notes.contains("is_defined") { format!(" :: defines_var(x{var})") } else { String::new() };
        let comma = if cells.is_empty() { "" } else { "," };
        self.posted.push(format!(
            "constraint int_lin_eq([{factors}{comma}-1],[{cells}{comma}x{var}],{}){defines};\n",
            -offset
        ));
        self.domains.push(reached.into_iter().collect());
        self.holds.push(Box::new(move |of| {
            terms.iter().map(|(factor, cell)| factor * cell.of(of)).sum::<i128>() + offset == of[var]
        }));
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of constraint")]
    fn constraint(&mut self) {
        let sample = self.sample();
        let (name, arguments, holds): (&str, Vec<String>, Holds) = match self.between(0, 13) {
            0..=3 => {
                let (terms, factors, cells) = self.sum();
                let total: i128 = terms.iter().map(|(factor, cell)| factor * cell.of(&sample)).sum();
                let right = total + i128::from(self.between(-1, 1));
                if i64::try_from(right).is_err() {
                    return;
                }
                let (name, holds): (&str, fn(i128, i128) -> bool) = self.one_of(&[
                    ("int_lin_eq", |a, b| a == b),
                    ("int_lin_le", |a, b| a <= b),
                    ("int_lin_ne", |a, b| a != b),
                ]);
                let of =
                    move |values: &[i128]| terms.iter().map(|(factor, cell)| factor * cell.of(values)).sum();
                (
                    name,
                    vec![format!("[{factors}]"), format!("[{cells}]"), right.to_string()],
                    Box::new(move |values| holds(of(values), right)),
                )
            }
            4..=5 => {
                let cells = [self.cell(), self.cell()];
                let (name, holds): (&str, fn(i128, i128) -> bool) = self.one_of(&[
                    ("int_eq", |a, b| a == b),
                    ("int_ne", |a, b| a != b),
                    ("int_le", |a, b| a <= b),
                    ("int_lt", |a, b| a < b),
                ]);
                (
                    name,
                    cells.map(Cell::text).to_vec(),
                    Box::new(move |of| holds(cells[0].of(of), cells[1].of(of))),
                )
            }
            6..=8 => {
                let cells = [self.cell(), self.cell(), self.cell()];
                let (name, holds): (&str, OfThree) = self.one_of(&[
                    ("int_plus", |a, b, c| a + b == c),
                    ("int_minus", |a, b, c| a - b == c),
                    ("int_min", |a, b, c| a.min(b) == c),
                    ("int_max", |a, b, c| a.max(b) == c),
                    ("int_times", |a, b, c| a * b == c),
                    ("int_div", |a, b, c| b != 0 && a / b == c),
                    ("int_mod", |a, b, c| b != 0 && a % b == c),
                ]);
                (
                    name,
                    cells.map(Cell::text).to_vec(),
                    Box::new(move |of| holds(cells[0].of(of), cells[1].of(of), cells[2].of(of))),
                )
            }
            9 => {
                let cells = [self.cell(), self.cell()];
                (
                    "int_abs",
                    cells.map(Cell::text).to_vec(),
                    Box::new(move |of| cells[0].of(of).abs() == cells[1].of(of)),
                )
            }
            10 => {
                let (list, result): (Vec<Cell>, Cell) =
                    ((0..self.between(1, 3)).map(|_| self.cell()).collect(), self.cell());
                let texts: Vec<String> = list.iter().map(|cell| cell.text()).collect();
                let is_maximum = self.chance(50);
                let name = if is_maximum { "array_int_maximum" } else { "array_int_minimum" };
                let best = move |of: &[i128]| {
                    let values = list.iter().map(|cell| cell.of(of));
                    if is_maximum { values.max() } else { values.min() }
                };
                (
                    name,
                    vec![result.text(), format!("[{}]", texts.join(","))],
                    Box::new(move |of| best(of) == Some(result.of(of))),
                )
            }
            11 => {
                let known = self.chance(50);
                let count = self.between(1, 3);
                let list: Vec<Cell> = (0..count)
                    .map(|_| {
                        if known {
                            Cell::Known(self.one_of(&BASES) + i128::from(self.between(-3, 3)))
                        } else {
                            self.cell()
                        }
                    })
                    .collect();
                let (index, result) = (self.cell(), self.cell());
                let texts: Vec<String> = list.iter().map(|cell| cell.text()).collect();
                let name = if known { "array_int_element" } else { "array_var_int_element" };
                (
                    name,
                    vec![index.text(), format!("[{}]", texts.join(",")), result.text()],
                    Box::new(move |of| {
                        let at = usize::try_from(index.of(of) - 1).ok();
                        at.and_then(|at| list.get(at)).is_some_and(|entry| entry.of(of) == result.of(of))
                    }),
                )
            }
            12 => {
                let (cell, low) = (self.cell(), self.one_of(&sample) + i128::from(self.between(-3, 1)));
                let high = low + i128::from(self.between(0, 4));
                let is_range = self.chance(50);
                let set: Vec<i128> = if is_range { (low..=high).collect() } else { vec![low, high, 3] };
                let text = if is_range {
                    format!("{low}..{high}")
                } else {
                    format!("{{{}}}", set.iter().map(i128::to_string).collect::<Vec<_>>().join(","))
                };
                ("set_in", vec![cell.text(), text], Box::new(move |of| set.contains(&cell.of(of))))
            }
            _ => {
                let list: Vec<Cell> = (0..self.between(2, 3)).map(|_| self.cell()).collect();
                let texts: Vec<String> = list.iter().map(|cell| cell.text()).collect();
                let differ = move |of: &[i128]| {
                    list.iter().map(|cell| cell.of(of)).collect::<BTreeSet<_>>().len() == list.len()
                };
                ("fzn_all_different_int", vec![format!("[{}]", texts.join(","))], Box::new(differ))
            }
        };
        let truth =
            (!self.booleans.is_empty() && self.chance(40)).then(|| self.one_of(&self.booleans.clone()));
        let (form, arguments, holds): (&str, Vec<String>, Holds) = match truth {
            None => ("", arguments, holds),
            Some(truth) => {
                let is_full = self.chance(60);
                let arguments = arguments.into_iter().chain([format!("x{truth}")]).collect();
                let both: Holds = Box::new(move |of| {
                    if is_full { holds(of) == (of[truth] == 1) } else { of[truth] == 0 || holds(of) }
                });
                (if is_full { "_reif" } else { "_imp" }, arguments, both)
            }
        };
        self.posted.push(format!("constraint {name}{form}({});\n", arguments.join(",")));
        self.holds.push(holds);
    }

    fn text(&self) -> String {
        let goal = match self.goal {
            None => "satisfy".to_owned(),
            Some((var, true)) => format!("maximize x{var}"),
            Some((var, false)) => format!("minimize x{var}"),
        };
        [self.declared.concat(), self.posted.concat(), format!("solve {goal};\n")].concat()
    }
}

fn assignments(domains: &[Vec<i128>]) -> Vec<Vec<i128>> {
    domains.iter().fold(vec![Vec::new()], |all, values| {
        all.iter().flat_map(|head| values.iter().map(move |&value| [&head[..], &[value]].concat())).collect()
    })
}

/// The values of a solution that is printed.
fn read(printed: &str, count: usize) -> Vec<i128> {
    let value = |var: usize| {
        let begin = format!("x{var} = ");
        let line = printed.lines().find_map(|line| line.strip_prefix(&begin)).expect("it is printed");
        match line.trim_end_matches(';') {
            "true" => 1,
            "false" => 0,
            number => number.parse().expect("a number"),
        }
    };
    (0..count).map(value).collect()
}

/// How a file was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    Proved,
    /// Nothing is proved, or it was refused.
    Unknown,
}

/// What is wrong with the answers for a file.
fn answer(file: &Large) -> Result<Answered, String> {
    let all = assignments(&file.domains);
    let solutions: BTreeSet<Vec<i128>> =
        all.into_iter().filter(|values| file.holds.iter().all(|holds| holds(values))).collect();
    let text = file.text();
    let mut answered = Answered::Proved;
    for traced in [false, true] {
        let read_in = if traced {
            Problem::read_traced(&text).map(|(problem, _)| problem)
        } else {
            Problem::read(&text)
        };
        let Ok(problem) = read_in else {
            answered = Answered::Unknown;
            continue;
        };
        let limits = || Limits::none().nodes(3_000).time(Duration::from_millis(300));
        let mut printed = BTreeSet::new();
        let mut found = problem.search(false).limits(limits()).project(problem.shown()).solutions();
        for solution in found.by_ref() {
            let mut text = String::new();
            problem.print(&solution, &mut text);
            let values = read(&text, file.domains.len());
            if !solutions.contains(&values) {
                return Err(format!("traced {traced}: {values:?} is no solution"));
            }
            if !printed.insert(values) {
                return Err(format!("traced {traced}: a solution comes twice:\n{text}"));
            }
        }
        if found.status() == Some(Status::Exhausted) && problem.is_bounded() {
            if printed != solutions {
                let lost = solutions.difference(&printed).next();
                return Err(format!(
                    "traced {traced}: {} of {} solutions, lost {lost:?}",
                    printed.len(),
                    solutions.len()
                ));
            }
        } else {
            answered = Answered::Unknown;
        }
        let Some((goal, is_maximum)) = file.goal else { continue };
        let value = |values: &Vec<i128>| values[goal];
        let best =
            if is_maximum { solutions.iter().map(value).max() } else { solutions.iter().map(value).min() };
        for learning in [Learning::Off, Learning::On] {
            let search = problem.search(true).learn(learning).limits(limits());
            let better = match &problem.objective {
                Objective::Maximize(objective) => search.maximize(objective.clone()),
                Objective::Minimize(objective) => search.minimize(objective.clone()),
                Objective::Satisfy => return Err("no objective".to_owned()),
            };
            let Ok(mut better) = better else {
                answered = Answered::Unknown;
                continue;
            };
            let mut last: Option<i128> = None;
            for (reached, solution) in better.by_ref() {
                let mut text = String::new();
                problem.print(&solution, &mut text);
                let values = read(&text, file.domains.len());
                let is_better =
                    last.is_none_or(
                        |last| if is_maximum { value(&values) > last } else { value(&values) < last },
                    );
                if !solutions.contains(&values) || value(&values) != i128::from(reached) || !is_better {
                    return Err(format!(
                        "traced {traced}, {learning:?}: {values:?} for {reached} after {last:?}"
                    ));
                }
                last = Some(reached.into());
            }
            let is_all = problem.is_bounded() || problem.is_optimum_bounded() && last.is_some();
            match better.optimum() {
                Optimum::Open { bound, .. } => {
                    answered = Answered::Unknown;
                    let bound = i128::from(bound);
                    if is_all && best.is_some_and(|best| if is_maximum { best > bound } else { best < bound })
                    {
                        return Err(format!(
                            "traced {traced}, {learning:?}: {best:?} is beyond the bound {bound}"
                        ));
                    }
                }
                _ if !is_all => answered = Answered::Unknown,
                Optimum::Optimal(value) if best == Some(value.into()) => {}
                Optimum::Infeasible if best.is_none() => {}
                other => return Err(format!("traced {traced}, {learning:?}: {other:?} and not {best:?}")),
            }
        }
    }
    Ok(answered)
}

#[test]
fn large_numbers_are_answered_as_by_brute_force() {
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000);
    let first = std::env::var("RESIDUA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (mut wrong, mut proved) = (Vec::new(), 0);
    for seed in first..first + cases {
        let file = Large::new(seed);
        match answer(&file) {
            Ok(answered) => proved += u64::from(answered == Answered::Proved),
            Err(mistake) => wrong.push(format!("{mistake}\nfile {seed}:\n{}", file.text())),
        }
    }
    let number = wrong.len();
    wrong.truncate(5);
    assert!(number == 0, "{number} of {cases} files, {proved} proved:\n{}", wrong.join("\n"));
    assert!(proved * 3 > cases * 2, "only {proved} of {cases} are proved");
}
