//! Promise: a variant puzzle that is created has one solution, keeps to the rules that were asked for, and is the same for a seed.
//!
//! The oracle for small ones is a search of its own, which knows differences of cells and sums of cages; for those of 9×9 it is the
//! general engine, on the puzzle as it is read back from its JSON.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use residua::search::{EngineChoice, Limit, Limits};
use residua_sudoku::create::Symmetry;
use residua_sudoku::steps::{Board, Cost, End, Steps, Technique};
use residua_variant::create::{CreatedVariant, MissedVariant, VariantCreation};
use residua_variant::{Format, ReadOptions, Rule, RuleKind, Variant, read, write};

fn created(creation: &VariantCreation, count: u64) -> Vec<CreatedVariant> {
    let mut creator = creation.clone().creator().expect("it can be had");
    (0..count).map(|index| creator.puzzle(index).expect("no limit")).collect()
}

fn whole_grid(kind: RuleKind) -> Rule {
    Rule::new(kind, vec![], vec![]).expect("a rule of the whole grid")
}

/// The puzzle as the oracle sees it: an oracle for squares with boxes.
struct Naive {
    size: usize,
    /// By cell: cells that differ from it.
    differ: Vec<Vec<usize>>,
    cages: Vec<(Vec<usize>, i64)>,
    /// By cell, 0 for a blank.
    grid: Vec<i32>,
}

impl Naive {
    /// With cells that differ at these steps, besides those of rows, columns and boxes.
    fn new((rows, columns): (usize, usize), steps: &[(usize, usize)], puzzle: &Variant) -> Naive {
        let size = rows * columns;
        let differs = |a: usize, b: usize| {
            let (up, along) = ((a / size).abs_diff(b / size), (a % size).abs_diff(b % size));
            let region = |cell: usize| (cell / size / rows, cell % size / columns);
            let is_step = steps.iter().any(|&(x, y)| (up, along) == (x, y) || (up, along) == (y, x));
            a != b && (up == 0 || along == 0 || region(a) == region(b) || is_step)
        };
        let cells = 0..size * size;
        let differ = cells.clone().map(|a| cells.clone().filter(|&b| differs(a, b)).collect()).collect();
        let cages = puzzle.rules().iter().filter(|rule| rule.kind() == RuleKind::Cage);
        let cages = cages.map(|rule| (rule.groups()[0].clone(), rule.numbers()[0])).collect();
        Naive { size, differ, cages, grid: cells.map(|cell| puzzle.given(cell).unwrap_or(0)).collect() }
    }

    fn fits(&self, cell: usize, digit: i32) -> bool {
        let fits_cage = |(cells, sum): &(Vec<usize>, i64)| {
            let others: Vec<i32> =
                cells.iter().filter(|&&other| other != cell).map(|&other| self.grid[other]).collect();
            let blank = others.iter().filter(|&&other| other == 0).count() as i64;
            let so_far = i64::from(digit) + others.iter().map(|&other| i64::from(other)).sum::<i64>();
            let most = so_far + blank * self.size as i64;
            !others.contains(&digit) && so_far + blank <= *sum && *sum <= most
        };
        self.differ[cell].iter().all(|&other| self.grid[other] != digit)
            && self.cages.iter().filter(|(cells, _)| cells.contains(&cell)).all(fits_cage)
    }

    /// The number of solutions, but no more than `most`.
    fn count(&mut self, most: usize) -> usize {
        let blank = (0..self.grid.len()).filter(|&cell| self.grid[cell] == 0);
        let choices = |cell: usize| -> Vec<i32> {
            (1..=self.size as i32).filter(|&digit| self.fits(cell, digit)).collect()
        };
        let fewest = blank.map(|cell| (cell, choices(cell))).min_by_key(|(_, choices)| choices.len());
        let Some((cell, choices)) = fewest else { return 1 };
        let mut count = 0;
        for digit in choices {
            self.grid[cell] = digit;
            count += self.count(most - count);
            if count >= most {
                break;
            }
        }
        self.grid[cell] = 0;
        count
    }
}

/// It has one solution, the one that is told, and two without any given, if it is minimal.
fn check_naively(of: (usize, usize), steps: &[(usize, usize)], created: &CreatedVariant) {
    let CreatedVariant { puzzle, solution, is_minimal, .. } = created;
    assert_eq!(Naive::new(of, steps, puzzle).count(2), 1, "{puzzle:?}");
    assert!(puzzle.is_solution(solution), "{puzzle:?}");
    assert_eq!(puzzle.about.solution.as_ref(), Some(solution));
    assert!(*is_minimal);
    for cell in (0..solution.len()).filter(|&cell| puzzle.given(cell).is_some()) {
        let mut naive = Naive::new(of, steps, puzzle);
        naive.grid[cell] = 0;
        assert_eq!(naive.count(2), 2, "{cell} is redundant: {puzzle:?}");
    }
}

/// It has one solution by the general engine, as it is read from its JSON.
fn check_read(created: &CreatedVariant) {
    let text = write(&created.puzzle, Format::Json).expect("it holds everything");
    let puzzle = read(&text, ReadOptions::default()).expect("it is read back").variant;
    assert_eq!(puzzle, created.puzzle);
    let model = puzzle.model().expect("a model");
    let solutions = model.search().engine(EngineChoice::General).limits(Limits::none().solutions(2));
    let solutions: Vec<Vec<i32>> = solutions.solutions().map(|grid| grid.values().to_vec()).collect();
    assert_eq!(solutions, std::slice::from_ref(&created.solution), "{text}");
}

#[test]
fn six_by_six_anti_knight() {
    let mut rules = Variant::square(2, 3).expect("a square");
    rules.add(whole_grid(RuleKind::AntiKnight)).expect("a rule");
    for created in created(&VariantCreation::new(rules).seed(1), 20) {
        check_naively((2, 3), &[(1, 2)], &created);
        check_read(&created);
    }
}

#[test]
fn anti_king() {
    let mut rules = Variant::square(2, 3).expect("a square");
    rules.add(whole_grid(RuleKind::AntiKing)).expect("a rule");
    for created in created(&VariantCreation::new(rules).seed(2), 20) {
        check_naively((2, 3), &[(1, 1)], &created);
    }
}

#[test]
fn small_killers() {
    for (of, sizes, many) in [((2, 2), 2..=3, 40), ((2, 3), 2..=5, 15), ((3, 2), 3..=3, 15)] {
        let rules = Variant::square(of.0, of.1).expect("a square");
        for created in created(&VariantCreation::new(rules).seed(3).cages(sizes.clone()), many) {
            check_naively(of, &[], &created);
            let mut caged = vec![0; created.solution.len()];
            for rule in created.puzzle.rules().iter().filter(|rule| rule.kind() == RuleKind::Cage) {
                let cells = &rule.groups()[0];
                assert!(sizes.contains(&cells.len()), "{rule:?}");
                assert!(is_joined(cells, of.0 * of.1), "{rule:?}");
                for &cell in cells {
                    caged[cell] += 1;
                }
            }
            assert!(caged.iter().all(|&times| times <= 1), "{caged:?}");
            assert!(caged.iter().filter(|&&times| times == 0).count() * 4 <= caged.len(), "{caged:?}");
        }
    }
}

/// Whether each cell is reached from the first one through neighbours.
fn is_joined(cells: &[usize], size: usize) -> bool {
    let mut reached = vec![cells[0]];
    for _ in cells {
        let is_beside = |cell: usize| {
            reached
                .iter()
                .any(|&of| (of / size).abs_diff(cell / size) + (of % size).abs_diff(cell % size) == 1)
        };
        let more: Vec<usize> =
            cells.iter().copied().filter(|&cell| !reached.contains(&cell) && is_beside(cell)).collect();
        reached.extend(more);
    }
    reached.len() == cells.len()
}

#[test]
fn nine_by_nine() {
    let square = || Variant::square(3, 3).expect("a square");
    let with = |add: &dyn Fn(&mut Variant)| {
        let mut rules = square();
        add(&mut rules);
        VariantCreation::new(rules).seed(4)
    };
    let creations = [
        with(&|rules| rules.add_diagonals().expect("a square")),
        with(&|rules| rules.add_windows().expect("9x9")),
        with(&|rules| rules.add(whole_grid(RuleKind::AntiKnight)).expect("a rule")),
        with(&|rules| rules.add(whole_grid(RuleKind::NonConsecutive)).expect("a rule")),
        with(&|_| ()).cages(2..=5),
    ];
    for creation in creations {
        for created in created(&creation, 1) {
            check_read(&created);
        }
    }
}

#[test]
fn a_jigsaw() {
    let mut rules = Variant::latin(5).expect("a square");
    let drawn = "AAABB AACBB CCCBD EECDD EEEDD";
    rules.add_drawn_regions(drawn).expect("25 cells");
    for created in created(&VariantCreation::new(rules).seed(5), 10) {
        check_read(&created);
        assert!(created.is_minimal);
    }
}

#[test]
fn symmetry_givens_and_what_is_given() {
    let mut rules = Variant::square(2, 3).expect("a square");
    rules.add(whole_grid(RuleKind::AntiKing)).expect("a rule");
    for symmetry in Symmetry::ALL {
        let creation = VariantCreation::new(rules.clone()).seed(6).symmetry(symmetry);
        for CreatedVariant { puzzle, .. } in created(&creation, 4) {
            for orbit in symmetry.orbits("2x3".parse().expect("a box")) {
                let given = orbit.iter().filter(|&&cell| puzzle.given(cell).is_some()).count();
                assert!(given == 0 || given == orbit.len(), "not {symmetry}: {puzzle:?}");
            }
        }
    }
    for CreatedVariant { puzzle, is_minimal, .. } in
        created(&VariantCreation::new(rules.clone()).givens(14), 4)
    {
        assert_eq!((0..36).filter(|&cell| puzzle.given(cell).is_some()).count(), 14);
        assert!(!is_minimal);
    }
    rules.give(7, 3).expect("a digit");
    for created in created(&VariantCreation::new(rules), 4) {
        assert_eq!((created.puzzle.given(7), created.solution[7]), (Some(3), 3));
    }
}

#[test]
fn as_hard_as_asked_for() {
    let mut rules = Variant::square(2, 3).expect("a square");
    rules.add(whole_grid(RuleKind::AntiKnight)).expect("a rule");
    let range = Cost(20)..=Cost(34);
    let plain = VariantCreation::new(rules).seed(7).difficulty(range.clone());
    let killer = VariantCreation::new(Variant::square(2, 3).expect("a square")).cages(2..=4);
    let killer = killer.difficulty(range.clone()).technique(Technique::Constraint);
    for creation in [plain, killer] {
        for CreatedVariant { puzzle, rating, .. } in created(&creation, 3) {
            let board = Board::of_model(&puzzle.model().expect("a model")).expect("few values");
            let again = Steps::on(board).rate();
            assert!(again.end == End::Solved && range.contains(&again.hardest), "{again:?}");
            assert_eq!(rating, Some(again));
        }
    }
}

/// Whatever was made before, and on whatever thread.
#[test]
fn the_same_for_a_seed() {
    let creation = VariantCreation::new(Variant::square(2, 3).expect("a square")).seed(8).cages(2..=4);
    let alone = created(&creation, 6);
    let one = |index: u64| {
        let creation = creation.clone();
        thread::spawn(move || creation.creator().expect("it can be had").puzzle(index).expect("no limit"))
    };
    let apart: Vec<_> = (0..6).rev().map(one).collect();
    let mut apart: Vec<CreatedVariant> = apart.into_iter().map(|one| one.join().expect("it ends")).collect();
    apart.reverse();
    assert_eq!(alone, apart);
    let text = write(&alone[0].puzzle, Format::Iss).expect("cages and givens");
    assert_eq!(
        text,
        ".Shape~6x6.Cage~10~R1C1~R1C2~R2C1~R2C2.Cage~11~R1C3~R2C3.Cage~4~R1C4~R2C4.Cage~6~R1C5~R2C5\
         .Cage~14~R1C6~R2C6~R3C5~R3C6.Cage~10~R3C1~R4C1~R5C1.Cage~11~R3C2~R4C2.Cage~5~R3C3~R4C3\
         .Cage~15~R3C4~R4C4~R4C5.Cage~4~R4C6~R5C6.Cage~12~R5C2~R6C1~R6C2~R6C3.Cage~12~R5C3~R5C4~R6C4\
         .Cage~12~R5C5~R6C5~R6C6.~R1C3_5~R1C5_4"
    );
}

#[test]
fn what_cannot_be_is_refused_or_missed() {
    let square = || VariantCreation::new(Variant::square(2, 2).expect("a square"));
    let oblong = residua_variant::Shape::new(2, 3, 1..=6).expect("small");
    let oblong = VariantCreation::new(Variant::new(oblong));
    let (least, most) = (3, 2);
    let cases = [
        (square().givens(17), "16 cells, not 17"),
        (square().cages(0..=2), "cages have 1 to 4 cells"),
        (square().cages(2..=5), "cages have 1 to 4 cells"),
        (square().cages(least..=most), "no size of a cage is from"),
        (square().difficulty(Cost(2)..=Cost(1)), "no step costs"),
        (oblong.symmetry(Symmetry::Full), "a square grid"),
    ];
    for (creation, message) in cases {
        let error = creation.creator().expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    // Of four digits none differs from all its neighbours by more than 1, in boxes of two by two.
    let mut rules = Variant::square(2, 2).expect("a square");
    rules.add(whole_grid(RuleKind::NonConsecutive)).expect("a rule");
    rules.add(whole_grid(RuleKind::AntiKing)).expect("a rule");
    rules.add(whole_grid(RuleKind::AntiKnight)).expect("a rule");
    let missed = VariantCreation::new(rules).creator().expect("it is not plain").puzzle(0);
    assert_eq!(missed.err(), Some(MissedVariant::NoSolution));
    let stopped = Limits::none().stop(Arc::new(AtomicBool::new(true)));
    let missed = square().limits(stopped).creator().expect("it can be had").puzzle(0);
    assert_eq!(missed.err(), Some(MissedVariant::Stopped { limit: Limit::Stop, tries: 1 }));
}
