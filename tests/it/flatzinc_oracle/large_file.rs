//! Random files with numbers at the ends of 32 bits and beyond: unbounded integers, variables of the compiler, time stamps, sums of
//! large factors, and objectives of all these. Domains are sparse, so that brute force can go through them.

use std::collections::BTreeSet;

use residua::search::Random;

/// Whether values of the variables, in their order, satisfy a constraint.
pub(super) type Holds = Box<dyn Fn(&[i128]) -> bool>;

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

/// A file, and its meaning.
pub(super) struct Large {
    random: Random,
    /// By variable: the values that brute force tries, and its declaration.
    pub(super) domains: Vec<Vec<i128>>,
    declared: Vec<String>,
    booleans: Vec<usize>,
    posted: Vec<String>,
    pub(super) holds: Vec<Holds>,
    /// The variable of the objective, and whether that is to be the greatest.
    pub(super) goal: Option<(usize, bool)>,
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
    pub(super) fn new(seed: u64) -> Large {
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

    pub(super) fn text(&self) -> String {
        let goal = match self.goal {
            None => "satisfy".to_owned(),
            Some((var, true)) => format!("maximize x{var}"),
            Some((var, false)) => format!("minimize x{var}"),
        };
        [self.declared.concat(), self.posted.concat(), format!("solve {goal};\n")].concat()
    }
}

/// All assignments of these values.
pub(super) fn assignments(domains: &[Vec<i128>]) -> Vec<Vec<i128>> {
    domains.iter().fold(vec![Vec::new()], |all, values| {
        all.iter().flat_map(|head| values.iter().map(move |&value| [&head[..], &[value]].concat())).collect()
    })
}
