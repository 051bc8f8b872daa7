//! Promise: a conflict has no solution, but has one without any of its members; all are found, and the smallest.

use proptest::prelude::*;
use residua::constraints::in_set;
use residua::engine::Consistency;
use residua::model::{ConstraintId, IntVar, Model};
use residua::search::{Limit, Limits, Status};
use residua::testing::conflicts_impatiently;
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalogue::{Instance, cases, mixed, row, times_depth};
use crate::oracle;
use crate::puzzles::{announce, lines_of};
use crate::samples::reference;

/// The model with only these constraints.
fn only(model: &Model, kept: impl IntoIterator<Item = ConstraintId>) -> Model {
    let mut part = model.without_constraints();
    for id in kept {
        let _ = part.post(Arc::clone(model.constraint(id))).expect("it was posted before");
    }
    part
}

/// Sets of constraints, by bits.
type Sets = BTreeSet<u32>;

/// All minimal conflicts and all minimal corrections among the soft constraints, by the definition: subset by subset.
/// `satisfied` has the constraints that each assignment satisfies.
fn by_definition(satisfied: &BTreeSet<u32>, soft: u32, hard: u32) -> (Sets, Sets) {
    let is_feasible = |set: u32| satisfied.iter().any(|s| s & (set | hard) == set | hard);
    let subsets = (0..=soft).filter(|set| set & !soft == 0);
    let without_one = |set: u32| (0..32).filter(move |i| set >> i & 1 == 1).map(move |i| set & !(1 << i));
    let is_conflict = |&set: &u32| !is_feasible(set) && without_one(set).all(is_feasible);
    let mends = |set: u32| is_feasible(soft & !set);
    let is_correction = |&set: &u32| mends(set) && !without_one(set).any(mends);
    (subsets.clone().filter(is_conflict).collect(), subsets.filter(is_correction).collect())
}

/// By assignment: the constraints that it satisfies.
fn satisfied(instance: &Instance) -> BTreeSet<u32> {
    let bits = |assignment: &Vec<i32>| {
        let rows = instance.rows.iter().enumerate();
        rows.filter(|(_, row)| row.holds_for(assignment)).fold(0, |bits, (i, _)| bits | 1 << i)
    };
    oracle::assignments(&instance.domains).iter().map(bits).collect()
}

fn bits(ids: &[ConstraintId]) -> u32 {
    ids.iter().fold(0, |bits, id| bits | 1 << id.index())
}

/// Compares all conflicts and corrections, and the smallest, with those by definition.
fn check_all(model: &Model, soft: u32, expected: &(Sets, Sets)) {
    let is_soft = |id: ConstraintId| soft >> id.index() & 1 == 1;
    let (conflicts, corrections) = expected;
    let none = Limits::default();
    // Depth first, and where a search learns at once, or soon.
    let impatient = [0, 1].map(|dead_ends| conflicts_impatiently(model, dead_ends, is_soft, &none));
    for mut walk in [model.conflicts(is_soft, &none)].into_iter().chain(impatient) {
        let found: Vec<u32> = walk.by_ref().map(|conflict| bits(&conflict)).collect();
        assert_eq!(walk.status(), Some(Status::Exhausted));
        let met: Vec<u32> = walk.corrections().iter().map(|correction| bits(correction)).collect();
        assert!(found.len() == conflicts.len() && met.len() == corrections.len(), "none twice");
        assert_eq!(&found.into_iter().collect::<Sets>(), conflicts);
        assert_eq!(&met.into_iter().collect::<Sets>(), corrections);
    }
    let smallest = [
        (model.smallest_conflict(is_soft, &Limits::default()), conflicts),
        (model.smallest_correction(is_soft, &Limits::default()), corrections),
    ];
    for (found, all) in smallest {
        let found = found.expect("no limit");
        let fewest = all.iter().map(|set| set.count_ones() as usize).min();
        assert_eq!(found.as_ref().map(|smallest| smallest.members.len()), fewest);
        let Some(smallest) = found else { continue };
        assert!(smallest.is_proved() && smallest.stopped.is_none());
        assert!(all.contains(&bits(&smallest.members)));
    }
}

/// Up to ten constraints: more clashes than with a few.
fn crowded() -> impl Strategy<Value = Instance> {
    (mixed(), prop::collection::vec(row(), 0..=5)).prop_map(|(mut instance, rows)| {
        instance.rows.extend(rows);
        instance
    })
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn all_of_mixed_models(instance in crowded(), hard in any::<u32>()) {
        let all = (1u32 << instance.rows.len()) - 1;
        let soft = all & !(hard & hard >> 16);
        check_all(&instance.model(), soft, &by_definition(&satisfied(&instance), soft, all & !soft));
    }

    /// Soft facts about single variables, which are assumed and not posted.
    #[test]
    fn all_of_facts(instance in mixed(), facts in prop::collection::vec((0..9usize, 1..=255u8), 1..=5), hard in any::<u32>()) {
        let mut model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let mut all = BTreeSet::new();
        let facts: Vec<(usize, Vec<i32>)> = facts.into_iter().map(|(var, bits)| {
            let var = var % vars.len();
            (var, instance.domains[var].iter().copied().enumerate().filter(|(at, _)| bits >> (at % 8) & 1 == 1).map(|(_, value)| value).collect())
        }).collect();
        let rows = instance.rows.len();
        for (var, values) in &facts {
            let _ = model.post(in_set(vars[*var], values.clone())).expect("its own variable");
        }
        for assignment in oracle::assignments(&instance.domains) {
            let of_rows = instance.rows.iter().map(|row| row.holds_for(&assignment));
            let of_facts = facts.iter().map(|(var, values)| values.contains(&assignment[*var]));
            let bits = of_rows.chain(of_facts).enumerate().fold(0u32, |bits, (at, holds)| bits | u32::from(holds) << at);
            let _ = all.insert(bits);
        }
        let every = (1u32 << (rows + facts.len())) - 1;
        // The facts are soft, and a few others.
        let soft = every & !((1 << rows) - 1) | every & hard & hard >> 16;
        check_all(&model, soft, &by_definition(&all, soft, every & !soft));
    }

    /// Under a limit no false statement is made.
    #[test]
    fn limits_never_lie(instance in crowded(), nodes in 0u64..12) {
        let (model, all) = (instance.model(), (1u32 << instance.rows.len()) - 1);
        let (conflicts, corrections) = by_definition(&satisfied(&instance), all, 0);
        let limits = Limits::none().nodes(nodes);
        let mut walk = model.conflicts(|_| true, &limits);
        for conflict in walk.by_ref() {
            prop_assert!(conflicts.contains(&bits(&conflict)));
        }
        for correction in walk.corrections() {
            prop_assert!(corrections.contains(&bits(correction)));
        }
        let is_all = walk.corrections().len() == corrections.len();
        prop_assert!(walk.status() != Some(Status::Exhausted) || is_all);
        if let Ok(found) = model.conflict(|_| true, &limits) {
            prop_assert_eq!(found.is_none(), conflicts.is_empty());
            prop_assert!(found.is_none_or(|found| conflicts.contains(&bits(&found))));
        }
        let smallest = [
            (model.smallest_conflict(|_| true, &limits), &conflicts),
            (model.smallest_correction(|_| true, &limits), &corrections),
        ];
        for (found, all) in smallest {
            let Ok(found) = found else { continue };
            prop_assert_eq!(found.is_none(), all.is_empty());
            let Some(smallest) = found else { continue };
            let fewest = all.iter().map(|set| set.count_ones() as usize).min().expect("there is one");
            prop_assert!(all.contains(&bits(&smallest.members)));
            prop_assert!(smallest.at_least <= fewest);
            prop_assert_eq!(smallest.is_proved(), smallest.stopped.is_none());
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn of_mixed_models(instance in mixed(), hard in any::<u8>()) {
        let model = instance.model();
        let is_soft = |id: ConstraintId| hard >> (id.index() % 8) & 1 == 0;
        let found = model.conflict(is_soft, &Limits::default()).expect("no limit");
        prop_assert_eq!(found.is_none(), !oracle::solutions(&instance).is_empty());
        let Some(conflict) = found else { return Ok(()) };
        prop_assert!(conflict.iter().all(|&id| is_soft(id)));
        let hard: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).filter(|&id| !is_soft(id)).collect();
        let with = |soft: &[ConstraintId]| only(&model, hard.iter().chain(soft).copied()).solve().is_some();
        prop_assert!(!with(&conflict), "it has no solution");
        for i in 0..conflict.len() {
            let mut fewer = conflict.clone();
            let _ = fewer.remove(i);
            prop_assert!(with(&fewer), "{:?} is not needed in {:?}", conflict[i], conflict);
        }
    }

    /// Broken puzzles: random givens, most of them clashing somewhere.
    #[test]
    fn of_broken_puzzles(givens in prop::collection::vec((0usize..36, 1i32..=6), 8..16)) {
        let mut puzzle = Puzzle::blank(Geometry::new(2, 3).expect("a box"));
        for (cell, value) in givens {
            puzzle = puzzle.with_given(cell, value).expect("a cell and a symbol");
        }
        let model = puzzle.model();
        let rules = puzzle.geometry().houses().count();
        let found = model.conflict(|id| id.index() >= rules, &Limits::default()).expect("no limit");
        prop_assert_eq!(found.is_none(), model.solve().is_some());
        let Some(conflict) = found else { return Ok(()) };
        let houses = || model.constraints().map(|(id, _)| id).take(rules);
        prop_assert!(only(&model, houses().chain(conflict.iter().copied())).solve().is_none());
        for id in &conflict {
            let fewer = conflict.iter().copied().filter(|other| other != id);
            prop_assert!(only(&model, houses().chain(fewer)).solve().is_some());
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    /// Givens are assumed in one solver: all sets of them, by their 288 grids.
    #[test]
    fn all_of_small_puzzles(givens in prop::collection::vec((0usize..16, 1i32..=4), 4..10)) {
        let mut puzzle = Puzzle::blank(Geometry::new(2, 2).expect("a box"));
        for (cell, value) in givens {
            puzzle = puzzle.with_given(cell, value).expect("a cell and a symbol");
        }
        let model = puzzle.model();
        let given: Vec<usize> = (0..16).filter(|&cell| puzzle.given(cell).is_some()).collect();
        let satisfied: BTreeSet<u32> = puzzle.geometry().model().solutions().map(|grid| {
            let holds = given.iter().map(|&cell| grid.values()[cell] == puzzle.givens()[cell]);
            holds.enumerate().fold(0xFFF, |bits, (i, holds)| bits | u32::from(holds) << (12 + i))
        }).collect();
        let soft = ((1 << given.len()) - 1) << 12;
        // The subsets are walked from the first given on.
        let shifted: BTreeSet<u32> = satisfied.iter().map(|bits| bits >> 12).collect();
        let (conflicts, corrections) = by_definition(&shifted, soft >> 12, 0);
        let back = |sets: Sets| sets.into_iter().map(|set| set << 12).collect::<Sets>();
        check_all(&model, soft, &(back(conflicts), back(corrections)));
    }
}

/// The reference puzzle with another given, and which constraints are its own givens.
fn assumed(cell: usize, value: i32) -> (Model, impl Fn(ConstraintId) -> bool + Copy) {
    let model = reference().with_given(cell, value).expect("a cell and a symbol").model();
    let is_assumed = move |id: ConstraintId| id.index() >= 18;
    let scope = |id: ConstraintId| model.constraint(id).scope()[0].var.index();
    let own: Vec<bool> = model.constraints().map(|(id, _)| is_assumed(id) && scope(id) != cell).collect();
    let own: u64 = own.iter().zip(0..).fold(0, |bits, (&own, i)| bits | u64::from(own) << i);
    (model, move |id: ConstraintId| own >> id.index() & 1 == 1)
}

fn names(model: &Model, ids: &[ConstraintId]) -> Vec<String> {
    ids.iter().map(|&id| model.constraint_name(id).replace("given ", "")).collect()
}

#[test]
fn of_the_reference_puzzle() {
    // "r1c2 = 1" contradicts three clues, and no fewer.
    let (model, is_clue) = assumed(1, 1);
    let conflict = model.conflict(is_clue, &Limits::default()).expect("no limit").expect("a conflict");
    assert_eq!(names(&model, &conflict), ["r3c3", "r4c3", "r6c1"]);
    let smallest =
        model.smallest_conflict(is_clue, &Limits::default()).expect("no limit").expect("a conflict");
    assert_eq!((names(&model, &smallest.members).len(), smallest.is_proved()), (3, true));
    // "r2c4 = 1" needs nine of the ten clues, and there are two such sets.
    let (model, is_clue) = assumed(9, 1);
    let clues: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).filter(|&id| is_clue(id)).collect();
    let lacking = |conflict: Vec<ConstraintId>| {
        let out: Vec<ConstraintId> = clues.iter().copied().filter(|id| !conflict.contains(id)).collect();
        names(&model, &out).join(" ")
    };
    let conflicts: BTreeSet<String> = model.conflicts(is_clue, &Limits::default()).map(lacking).collect();
    assert_eq!(conflicts, BTreeSet::from(["r3c4".to_owned(), "r3c6".to_owned()]));
    let smallest =
        model.smallest_conflict(is_clue, &Limits::default()).expect("no limit").expect("a conflict");
    assert_eq!((smallest.members.len(), smallest.is_proved()), (9, true));
}

#[test]
fn a_flag_that_is_up_says_nothing() {
    let stop = Some(Arc::new(std::sync::atomic::AtomicBool::new(true)));
    let limits = Limits::none().stop(stop);
    let (model, is_clue) = assumed(1, 1);
    assert_eq!(model.conflict(is_clue, &limits), Err(Limit::Stop));
    assert_eq!(model.smallest_correction(is_clue, &limits), Err(Limit::Stop));
    let mut walk = model.conflicts(is_clue, &limits);
    assert_eq!((walk.next(), walk.status()), (None, Some(Status::Stopped(Limit::Stop))));
}

/// Pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Whether these givens have a solution, by a solver without any notion of conflicts.
fn has_solution(solver: &mut PuzzleSolver, geometry: Geometry, givens: &[(usize, i32)]) -> bool {
    let place =
        |puzzle: Puzzle, &(cell, value): &(usize, i32)| puzzle.with_given(cell, value).expect("a cell");
    let puzzle = givens.iter().fold(Puzzle::blank(geometry), place);
    let found = solver.load(&puzzle).is_ok() && solver.next_solution(&mut Vec::new());
    assert!(!matches!(solver.status(), Some(Status::Stopped(_))), "there is no limit");
    found
}

/// Unique puzzles, broken by an additional given or by another value of one: each has a conflict.
#[test]
fn of_broken_unique_puzzles() {
    let files = [
        ("rect_4x4_box2x2.tsv", (2, 2), 120),
        ("rect_6x6_box2x3.tsv", (2, 3), 150),
        ("rect_6x6_box3x2.tsv", (3, 2), 80),
        ("rect_8x8_box2x4.tsv", (2, 4), 60),
        ("sudoku9_norvig_easy50.txt", (3, 3), 30),
        ("sudoku9_se11plus.txt", (3, 3), 60),
    ];
    let mut number = Numbers(4);
    let (mut broken, mut searched) = (0, 0);
    for (name, (rows, columns), count) in files {
        let Some(lines) = lines_of(name) else { return };
        let geometry = Geometry::new(rows, columns).expect("a box");
        let mut solver = PuzzleSolver::new(geometry, Consistency::Domain, Limits::default());
        for line in lines.iter().cycle().take(times_depth(count)) {
            let text = line.split('\t').next().expect("a field");
            let puzzle = Puzzle::parse_with(text, geometry).expect("a puzzle");
            // Every other one is chosen to need search, if some change of it does.
            let mut tries = (0..100).rev();
            let model = loop {
                let is_last = tries.next().is_none_or(|left| left == 0 || broken % 2 == 0);
                let (cell, value) =
                    (number.below(geometry.cells()), 1 + number.below(geometry.size()) as i32);
                let changed = puzzle.clone().with_given(cell, value).expect("a cell and a symbol");
                let needs_search = solver.load(&changed).is_ok();
                // A plain clash of two givens would be too easy.
                let is_broken = changed.first_clash().is_none() && !solver.next_solution(&mut Vec::new());
                if is_broken && (needs_search || is_last) {
                    searched += usize::from(needs_search);
                    break changed.model();
                }
            };
            let rules = 3 * geometry.size();
            let found = model.conflict(|id| id.index() >= rules, &Limits::default()).expect("no limit");
            let conflict = found.unwrap_or_else(|| panic!("{name}: {line}: no conflict"));
            let given = |id: &ConstraintId| {
                let cell = model.constraint(*id).scope()[0].var.index();
                let values = 1..=geometry.size() as i32;
                let value = values.into_iter().find(|&v| model.constraint(*id).check(&|_| i64::from(v)));
                (cell, value.expect("a given has a value"))
            };
            let givens: Vec<(usize, i32)> = conflict.iter().map(given).collect();
            assert!(!has_solution(&mut solver, geometry, &givens), "{line}: {givens:?} do not clash");
            for i in 0..givens.len() {
                let mut fewer = givens.clone();
                let left_out = fewer.remove(i);
                assert!(has_solution(&mut solver, geometry, &fewer), "{line}: {left_out:?} is not needed");
            }
            broken += 1;
        }
    }
    announce(&format!("{broken} broken puzzles, {searched} of them not refuted by propagation"));
    assert!(broken >= 500 && searched >= 50, "{broken}, {searched}");
}

/// Differences in a cycle clash at once, where bounds would creep through a hundred million values; whatever their factors are.
#[test]
fn a_cycle_of_differences_is_a_conflict() {
    let mut model = Model::new();
    let [x, y, z, other] = ["x", "y", "z", "other"].map(|name| model.named_var(name, 0..=100_000_000));
    model.post(x.le(other)).expect("it fits");
    let cycle = [x.lt(y), (-z).le(-y), (3 * z).le(3 * x + 2)].map(|one| model.post(one).expect("it fits"));
    model.post(z.le(other)).expect("it fits");
    let limits = Limits::none().time(std::time::Duration::from_secs(20));
    let found = model.conflict_set(|_| true, &limits).expect("no limit").expect("no solution");
    assert_eq!((found.members, found.is_minimal), (cycle.to_vec(), true));
    // With one more of room there is a solution.
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=100_000_000));
    for one in [x.lt(y), (2 * y).le(2 * x + 3)] {
        let _ = model.post(one).expect("it fits");
    }
    assert_eq!(model.conflict_set(|_| true, &limits), Ok(None));
}
