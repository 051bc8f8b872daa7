//! Networks for tests: box grids, Latin squares and jigsaws around random solutions, the same in each run.

#![allow(dead_code, reason = "the tests of the kernels use some of it")]

use super::in_words;
use crate::{Advanced, Dense, Network};

/// How many networks of each shape the golden table has.
pub(crate) const CASES: usize = 6;

/// The sums over a few networks of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) passes: u64,
    /// A hash of the values of all solutions, in their order.
    pub(crate) sum: u32,
}

/// The first 40 solutions of each network, within 500 nodes.
pub(crate) fn taken(networks: &[Network], mut start: impl FnMut(&Network) -> Option<Dense>) -> Option<Taken> {
    let mut taken = Taken::default();
    let mut sum = 0_u64;
    for network in networks {
        let mut search = start(network)?;
        let mut values = Vec::new();
        let left = |search: &Dense| 500_u64.saturating_sub(search.counts().nodes);
        while search.counts().solutions < 40 && search.advance(left(&search)) == Advanced::Solution {
            search.solution(&mut values);
            sum = values.iter().fold(sum, |sum, &value| sum.wrapping_mul(31).wrapping_add(value as u64));
        }
        let counts = search.counts();
        taken.solutions += counts.solutions;
        taken.nodes += counts.nodes;
        taken.failures += counts.failures;
        taken.passes += counts.passes;
    }
    taken.sum = sum as u32 ^ (sum >> 32) as u32;
    Some(taken)
}

/// Pseudo-random numbers, the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// The numbers below `n` in random order.
    pub(crate) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

pub(crate) type Scopes = Vec<Vec<usize>>;

/// What a network's domains reveal of a solution.
#[derive(Clone, Copy)]
enum Reveals {
    /// This percentage of the variables is given.
    Given(usize),
    /// Each variable keeps its value, and each other value with this probability in per cent: many dead ends.
    Marks(usize),
}

/// A family of networks that differ in their domains.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) values: usize,
    pub(crate) scopes: Scopes,
    reveals: Reveals,
    /// The boxes of a solution that needs no search: rows and columns.
    boxes: Option<(usize, usize)>,
}

fn rows_and_columns(n: usize) -> Scopes {
    let row = |r| (0..n).map(|c| r * n + c).collect();
    let column = |c| (0..n).map(|r| r * n + c).collect();
    (0..n).map(row).chain((0..n).map(column)).collect()
}

fn regions(n: usize, of: impl Fn(usize, usize) -> usize) -> Scopes {
    (0..n).map(|region| (0..n * n).filter(|x| of(x / n, x % n) == region).collect()).collect()
}

fn with(mut scopes: Scopes, more: Scopes) -> Scopes {
    scopes.extend(more);
    scopes
}

/// Boxes with the given numbers of rows and columns.
pub(crate) fn boxes(rows: usize, columns: usize) -> Scopes {
    let n = rows * columns;
    with(rows_and_columns(n), regions(n, |r, c| r / rows * rows + c / columns))
}

fn diagonals(n: usize) -> Scopes {
    vec![(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()]
}

fn windows(corners: &[usize]) -> Scopes {
    corners.iter().map(|corner| (0..9).map(|i| corner + i / 3 * 9 + i % 3).collect()).collect()
}

const JIGSAW: [usize; 36] = [
    0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 1, 1, 0, 3, 2, 2, 2, 1, 3, 3, 3, 2, 4, 4, 3, 5, 5, 4, 4, 4, 3, 5, 5, 5, 5,
    4,
];

/// All shapes that have kernels, and some more.
pub(crate) fn shapes() -> Vec<Shape> {
    let of_boxes = |name, rows, columns, given| Shape {
        name,
        values: rows * columns,
        scopes: boxes(rows, columns),
        reveals: Reveals::Given(given),
        boxes: Some((rows, columns)),
    };
    let latin = |name, n| Shape {
        name,
        values: n,
        scopes: rows_and_columns(n),
        reveals: Reveals::Given(if n > 12 { 45 } else { 30 }),
        boxes: Some((1, n)),
    };
    let searched = |name, values, scopes, given| Shape {
        name,
        values,
        scopes,
        reveals: Reveals::Given(given),
        boxes: None,
    };
    let marked = |shape: Shape, name, share| Shape { name, reveals: Reveals::Marks(share), ..shape };
    vec![
        of_boxes("2x2", 2, 2, 10),
        of_boxes("2x3", 2, 3, 15),
        of_boxes("3x2", 3, 2, 15),
        of_boxes("3x3", 3, 3, 26),
        of_boxes("2x4", 2, 4, 25),
        of_boxes("4x2", 4, 2, 25),
        of_boxes("3x4", 3, 4, 38),
        of_boxes("4x3", 4, 3, 38),
        of_boxes("4x4", 4, 4, 42),
        of_boxes("2x5", 2, 5, 30),
        of_boxes("5x2", 5, 2, 30),
        of_boxes("2x6", 2, 6, 40),
        of_boxes("7x2", 7, 2, 45),
        of_boxes("3x5", 3, 5, 45),
        of_boxes("8x2", 8, 2, 45),
        of_boxes("4x5", 4, 5, 55),
        of_boxes("5x5", 5, 5, 55),
        of_boxes("6x6", 6, 6, 70),
        searched("2x3 diagonals", 6, with(boxes(2, 3), diagonals(6)), 8),
        searched("3x3 diagonals", 9, with(boxes(3, 3), diagonals(9)), 16),
        searched("3x3 windows", 9, with(boxes(3, 3), windows(&[10, 14, 46, 50])), 16),
        searched("3x3 two windows", 9, with(boxes(3, 3), windows(&[10, 14])), 18),
        searched("3x3 edges", 9, with(boxes(3, 3), vec![vec![0, 40], vec![1, 12, 23]]), 24),
        searched("2x4 diagonals", 8, with(boxes(2, 4), diagonals(8)), 20),
        latin("latin 4", 4),
        latin("latin 6", 6),
        latin("latin 7", 7),
        latin("latin 8", 8),
        latin("latin 9", 9),
        latin("latin 10", 10),
        latin("latin 12", 12),
        latin("latin 14", 14),
        latin("latin 16", 16),
        searched("jigsaw 6", 6, with(rows_and_columns(6), regions(6, |r, c| JIGSAW[r * 6 + c])), 12),
        searched("jigsaw 7", 7, with(rows_and_columns(7), regions(7, |r, c| (r + 2 * c) % 7)), 15),
        marked(of_boxes("", 3, 2, 0), "3x2 marks", 60),
        marked(of_boxes("", 3, 3, 0), "3x3 marks", 45),
        marked(of_boxes("", 4, 2, 0), "4x2 marks", 48),
        marked(of_boxes("", 4, 3, 0), "4x3 marks", 38),
        marked(of_boxes("", 3, 4, 0), "3x4 marks", 38),
        marked(of_boxes("", 4, 4, 0), "4x4 marks", 32),
        marked(of_boxes("", 5, 5, 0), "5x5 marks", 22),
        marked(searched("", 9, with(boxes(3, 3), diagonals(9)), 0), "3x3 diagonals marks", 55),
        marked(searched("", 9, with(boxes(3, 3), windows(&[10, 14, 46, 50])), 0), "3x3 windows marks", 60),
        marked(
            searched("", 7, with(rows_and_columns(7), regions(7, |r, c| (r + 2 * c) % 7)), 0),
            "jigsaw 7 marks",
            55,
        ),
        marked(latin("", 9), "latin 9 marks", 45),
        marked(latin("", 15), "latin 15 marks", 35),
    ]
}

impl Shape {
    /// Whether its networks have many dead ends.
    pub(crate) fn is_hard(&self) -> bool {
        matches!(self.reveals, Reveals::Marks(_))
    }

    /// `count` networks of the shape, around solutions.
    pub(crate) fn networks(&self, count: usize) -> Vec<Network> {
        let n = self.values;
        let mut numbers = Numbers(n as u64 * 1000 + self.scopes.len() as u64);
        let mut network = || {
            let solution = match self.boxes {
                Some((rows, columns)) => filled(rows, columns, &mut numbers),
                None => solved(n, &self.scopes, &mut numbers),
            };
            let domains = match self.reveals {
                Reveals::Given(given) => domains(&solution, n, given, &mut numbers),
                Reveals::Marks(share) => marks(&solution, n, share, &mut numbers),
            };
            Network::over(&domains, self.scopes.clone()).expect("few values")
        };
        (0..count).map(|_| network()).collect()
    }
}

/// A solution of boxes, its symbols and its lines within bands permuted.
pub(crate) fn filled(rows: usize, columns: usize, numbers: &mut Numbers) -> Vec<i32> {
    let n = rows * columns;
    let mut lines = |band: usize| -> Vec<usize> {
        let bands = numbers.order(n / band);
        let mut within = |b: usize| numbers.order(band).into_iter().map(move |line| b * band + line);
        bands.into_iter().flat_map(&mut within).collect()
    };
    let (across, down) = (lines(rows), lines(columns));
    let symbols = numbers.order(n);
    let value = |r: usize, c: usize| symbols[(r % rows * columns + r / rows + c) % n] as i32 + 1;
    across.iter().flat_map(|&r| down.iter().map(move |&c| (r, c))).map(|(r, c)| value(r, c)).collect()
}

/// A solution by search, from a first row at random.
fn solved(n: usize, scopes: &Scopes, numbers: &mut Numbers) -> Vec<i32> {
    let mut domains: Vec<Vec<i32>> = vec![(1..=n as i32).collect(); n * n];
    for (x, value) in numbers.order(n).into_iter().enumerate() {
        domains[x] = vec![value as i32 + 1];
    }
    let network = Network::over(&domains, scopes.clone()).expect("few values");
    let mut search = in_words(&network);
    assert_eq!(search.advance(200_000), Advanced::Solution);
    (0..n * n).map(|x| search.value(x)).collect()
}

/// Domains with the value of the solution, and each other value with the given probability in per cent.
fn marks(solution: &[i32], n: usize, share: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let mut domain = |&value: &i32| -> Vec<i32> {
        (1..=n as i32).filter(|&v| v == value || numbers.below(100) < share).collect()
    };
    solution.iter().map(&mut domain).collect()
}

/// Some variables are given, and some others lose a value.
pub(crate) fn domains(solution: &[i32], n: usize, given: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let mut domain = |&value: &i32| {
        if numbers.below(100) < given {
            return vec![value];
        }
        let lost = numbers.below(2 * n) as i32 + 1;
        (1..=n as i32).filter(|&v| v == value || v != lost).collect()
    };
    solution.iter().map(&mut domain).collect()
}
