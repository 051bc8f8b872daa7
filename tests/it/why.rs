//! Promise: everything that holds in all solutions is explained, by lines that each follow from their premises by one
//! constraint, and of which none can be left out; for everything else there is a solution that shows it.

use proptest::prelude::*;
use residua::inspect::{Explanation, Justification, Technique, Why};
use residua::model::{IntAtom, Model};
use residua::search::Limits;
use residua_sudoku::{Geometry, Puzzle};
use std::fs;
use std::path::PathBuf;

use crate::catalogue::{Instance, cases, mixed, times_depth};
use crate::oracle;
use crate::samples::reference;

/// Decides whether a constraint, by its number, and atoms imply an atom, or a contradiction.
trait Judge {
    fn implies(&self, constraint: usize, premises: &[IntAtom], conclusion: Option<IntAtom>) -> bool;
}

/// The initial values of a variable, restricted by the atoms about it.
fn left(domain: &[i32], var: usize, atoms: &[IntAtom]) -> Vec<i32> {
    let own = || atoms.iter().filter(|atom| atom.var().index() == var);
    domain.iter().copied().filter(|&value| own().all(|atom| atom.allows(value))).collect()
}

/// By enumeration of all assignments.
impl Judge for Instance {
    fn implies(&self, constraint: usize, premises: &[IntAtom], conclusion: Option<IntAtom>) -> bool {
        let domains: Vec<Vec<i32>> =
            self.domains.iter().enumerate().map(|(var, domain)| left(domain, var, premises)).collect();
        let allowed = |a: &[i32]| conclusion.is_some_and(|atom| atom.allows(a[atom.var().index()]));
        oracle::assignments(&domains).iter().all(|a| !self.rows[constraint].holds_for(a) || allowed(a))
    }
}

/// By the sets of symbols that the first cells of a house can have together: all permutations, without enumerating
/// them.
struct Houses {
    size: usize,
    cells: Vec<Vec<usize>>,
    /// The statements of the constraints after the houses.
    givens: Vec<(usize, i32)>,
}

impl Houses {
    fn new(puzzle: &Puzzle) -> Houses {
        let houses = puzzle.geometry().houses().map(|(_, cells)| cells).collect();
        let givens = puzzle.givens().iter().copied().enumerate().filter(|given| given.1 != 0).collect();
        Houses { size: puzzle.geometry().size(), cells: houses, givens }
    }
}

impl Judge for Houses {
    fn implies(&self, constraint: usize, premises: &[IntAtom], conclusion: Option<IntAtom>) -> bool {
        let mut atoms = premises.to_vec();
        atoms.extend(conclusion.map(|atom| !atom));
        let symbols: Vec<i32> = (1..=self.size as i32).collect();
        let Some(house) = self.cells.get(constraint) else {
            let (cell, value) = self.givens[constraint - self.cells.len()];
            return !left(&symbols, cell, &atoms).contains(&value);
        };
        let mut reached = vec![false; 1 << self.size];
        reached[0] = true;
        for &cell in house {
            let mut next = vec![false; 1 << self.size];
            for value in left(&symbols, cell, &atoms) {
                let bit = 1 << (value - 1);
                (0..next.len())
                    .filter(|set| set & bit == 0 && reached[*set])
                    .for_each(|set| next[set | bit] = true);
            }
            reached = next;
        }
        !reached.contains(&true)
    }
}

/// Whether a line follows from the lines of these numbers.
fn follows(
    explanation: &Explanation,
    judge: &impl Judge,
    domains: &[Vec<i32>],
    line: usize,
    from: &[usize],
) -> bool {
    let line = &explanation.lines[line];
    let atoms: Vec<IntAtom> =
        from.iter().filter_map(|&premise| explanation.lines[premise].conclusion).collect();
    match line.justification {
        Justification::Constraint(id, _) => judge.implies(id.index(), &atoms, line.conclusion),
        Justification::Domain => match line.conclusion {
            Some(atom) => {
                let var = atom.var().index();
                left(&domains[var], var, &atoms).into_iter().all(|value| atom.allows(value))
            }
            None => domains.iter().any(Vec::is_empty),
        },
        Justification::Assumption => true,
        Justification::Refutation(assumption, _) => {
            let supposed = explanation.lines[assumption].conclusion.expect("something is supposed");
            let is_end = |&end: &usize| {
                explanation.lines[end].conclusion.is_none()
                    && explanation.lines[end].under == Some(assumption)
            };
            line.conclusion == Some(!supposed) && from.iter().any(is_end)
        }
        ref new => panic!("a justification that is not judged: {new:?}"),
    }
}

/// The assumptions that a line is under, from the innermost out.
fn around(explanation: &Explanation, line: usize) -> Vec<usize> {
    std::iter::successors(explanation.lines[line].under, |&above| explanation.lines[above].under).collect()
}

/// Whether `premise` is visible to `line`.
fn is_visible(explanation: &Explanation, premise: usize, line: usize) -> bool {
    let around_line = around(explanation, line);
    let mut needed = around(explanation, premise);
    if explanation.lines[premise].justification == Justification::Assumption {
        needed.insert(0, premise);
    }
    let is_own_end = matches!(explanation.lines[line].justification, Justification::Refutation(a, _) if needed.first() == Some(&a));
    is_own_end || needed.iter().all(|assumption| around_line.contains(assumption))
}

/// Every line follows from its premises, which come before it and are visible; the last shows the goal.
fn check_lines(explanation: &Explanation, judge: &impl Judge, domains: &[Vec<i32>], goal: Option<IntAtom>) {
    for (number, line) in explanation.lines.iter().enumerate() {
        for &premise in &line.premises {
            assert!(premise < number && is_visible(explanation, premise, number), "{number} {explanation:?}");
        }
        assert!(
            follows(explanation, judge, domains, number, &line.premises),
            "line {number} of {explanation:?}"
        );
    }
    let last = explanation.lines.last().and_then(|line| line.conclusion);
    if let (Some(goal), false) = (goal, explanation.is_contradiction()) {
        let var = goal.var().index();
        let shown = left(&domains[var], var, last.as_slice());
        assert!(
            shown.into_iter().all(|value| goal.allows(value)),
            "{goal:?} is not shown by {explanation:?}"
        );
    }
    assert!(explanation.lines.last().is_none_or(|line| line.under.is_none()), "{explanation:?}");
}

/// Without any one line, the last no longer follows, whichever premises the others might have instead.
fn check_none_removable(explanation: &Explanation, judge: &impl Judge, domains: &[Vec<i32>]) {
    let end = explanation.lines.len();
    for removed in (0..end.saturating_sub(1))
        .filter(|&l| explanation.lines[l].justification != Justification::Assumption)
    {
        let mut there: Vec<usize> = Vec::new();
        for line in 0..end {
            let visible: Vec<usize> =
                there.iter().copied().filter(|&other| is_visible(explanation, other, line)).collect();
            // A line that depends on nothing that was lost is still there.
            let stands = || explanation.lines[line].premises.iter().all(|premise| there.contains(premise));
            if line != removed && (stands() || follows(explanation, judge, domains, line, &visible)) {
                there.push(line);
            }
        }
        assert!(!there.contains(&(end - 1)), "line {removed} is not needed in {explanation:?}");
    }
}

fn explanation_of(model: &Model, atom: IntAtom) -> Option<Explanation> {
    match model.why(atom, &Limits::default()).expect("there is no limit") {
        Why::Because(explanation) => Some(explanation),
        Why::Not(solution) => {
            assert!(!atom.allows(solution.values()[atom.var().index()]), "{atom:?} {solution:?}");
            assert!(model.check(&solution).is_ok(), "{solution:?}");
            None
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn of_random_models(instance in mixed()) {
        let model = instance.model();
        let solutions = oracle::solutions(&instance);
        for var in model.vars() {
            for value in &instance.domains[var.index()] {
                for atom in [var.is(*value), var.is_not(*value), var.at_most(*value), var.at_least(*value)] {
                    let holds = solutions.iter().all(|solution| atom.allows(solution[var.index()]));
                    let explanation = explanation_of(&model, atom);
                    prop_assert_eq!(explanation.is_some(), holds, "{:?}", atom);
                    if let Some(explanation) = explanation {
                        check_lines(&explanation, &instance, &instance.domains, Some(atom));
                        prop_assert!(!explanation.is_contradiction() || solutions.is_empty());
                    }
                }
            }
        }
        let none = model.why_none(&Limits::default()).expect("there is no limit");
        prop_assert_eq!(none.is_some(), solutions.is_empty());
        if let Some(explanation) = none {
            prop_assert!(explanation.is_contradiction());
            check_lines(&explanation, &instance, &instance.domains, None);
        }
    }
}

/// Every candidate that no solution has; how many there were, and the depth of the deepest refutation.
fn check_puzzle(puzzle: &Puzzle) -> (usize, usize) {
    let model = puzzle.model();
    let judge = Houses::new(puzzle);
    let domains: Vec<Vec<i32>> = model.domains().iter().map(|domain| domain.iter().collect()).collect();
    let exact = model.inspect().run();
    let residual = exact.residual.expect("the puzzle has a solution");
    let (mut removals, mut depth) = (0, 0);
    for var in model.vars() {
        for value in &model.domain(var).difference(residual.domain(var)) {
            let goal = var.is_not(value);
            let explanation = explanation_of(&model, goal).expect("no solution has it");
            check_lines(&explanation, &judge, &domains, Some(goal));
            check_none_removable(&explanation, &judge, &domains);
            check_leaves(&explanation, &model);
            removals += 1;
            depth = depth.max(explanation.depth());
        }
    }
    (removals, depth)
}

/// A line without premises is a given, or an assumption.
fn check_leaves(explanation: &Explanation, model: &Model) {
    for line in explanation.lines.iter().filter(|line| line.premises.is_empty()) {
        let is_leaf = matches!(
            line.justification,
            Justification::Assumption | Justification::Constraint(_, Technique::Given)
        );
        assert!(is_leaf, "{line:?} of\n{}", explanation.display(model));
    }
}

#[test]
fn of_every_removal_of_v() {
    let puzzle = reference();
    let (removals, depth) = check_puzzle(&puzzle);
    assert_eq!((removals, depth), (216 - 80, 2));
}

/// The first puzzles of a file of the collection, if it is available.
fn collected(file: &str, geometry: (usize, usize), count: usize) -> Vec<Puzzle> {
    let Some(folder) = std::env::var_os("RESIDUA_PUZZLES").map(PathBuf::from) else { return Vec::new() };
    let geometry = Geometry::new(geometry.0, geometry.1).expect("a box");
    let text = fs::read_to_string(folder.join(file)).expect("the collection has it");
    let puzzles = text.lines().map(|line| line.split('\t').next().unwrap_or(line));
    let puzzles = puzzles.filter(|line| line.len() == geometry.cells()).take(count);
    puzzles.map(|line| Puzzle::parse_with(line, geometry).expect("a puzzle")).collect()
}

/// Every removal of 200 puzzles, unique ones and others.
#[test]
fn of_every_removal_of_a_collection() {
    let files = [
        ("rect_4x4_box2x2.tsv", (2, 2), 140),
        ("rect_6x6_box2x3.tsv", (2, 3), 28),
        ("rect_6x6_box3x2.tsv", (3, 2), 28),
        ("sudoku9_norvig_easy50.txt", (3, 3), 2),
        ("sudoku9_serg_multi.tsv", (3, 3), 2),
    ];
    for (file, geometry, count) in files {
        let puzzles = collected(file, geometry, times_depth(count));
        let removals: usize = puzzles.iter().map(|puzzle| check_puzzle(puzzle).0).sum();
        assert!(puzzles.is_empty() || removals > 20 * puzzles.len(), "{file}: {removals}");
    }
}
