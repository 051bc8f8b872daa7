//! Promise: a puzzle that is created with a difficulty is as hard as asked for, and everything else that was asked for too.
//!
//! The oracle is the rating of the puzzle from its line on, without any bound, and the general engine.

use std::ops::RangeInclusive;
use std::time::Duration;

use residua::search::{EngineChoice, Limit, Limits};
use residua_sudoku::create::{Created, Creation, Symmetry, Target};
use residua_sudoku::steps::{Cost, End, Steps, Technique};
use residua_sudoku::{Geometry, Puzzle};

fn geometry(name: &str) -> Geometry {
    name.parse().expect("a box")
}

fn created(creation: &Creation, count: u64) -> Vec<Created> {
    let mut creator = creation.clone().creator().expect("it can be had");
    (0..count).map(|index| creator.puzzle(index).expect("no limit")).collect()
}

fn is_unique(puzzle: &Puzzle) -> bool {
    let limits = Limits::none().solutions(2);
    puzzle.model().search().engine(EngineChoice::General).limits(limits).solutions().count() == 1
}

/// Rated anew, it is in the range, and the rating that came with it is that.
fn check(created: &Created, range: &RangeInclusive<Cost>) {
    let again: Puzzle = created.puzzle.to_string().parse().expect("a line of a puzzle");
    let puzzle = Puzzle::new(created.puzzle.geometry(), again.givens().to_vec()).expect("as many cells");
    let rating = Steps::of(&puzzle).expect("few values").rate();
    assert_eq!(rating.end, End::Solved, "{puzzle}");
    assert!(range.contains(&rating.hardest), "{puzzle}: {}", rating.hardest);
    assert_eq!(created.rating.as_ref(), Some(&rating), "{puzzle}");
    assert!(is_unique(&puzzle), "{puzzle}");
}

#[test]
fn the_hardest_step_is_in_the_range() {
    let ranges = [(10, 15), (20, 25), (26, 34), (40, 50), (66, 72)];
    for (seed, (least, most)) in (1..).zip(ranges) {
        let range = Cost(least)..=Cost(most);
        for created in created(&Creation::new(geometry("3x3")).seed(seed).difficulty(range.clone()), 4) {
            check(&created, &range);
            assert_eq!(created.puzzle.redundant_givens(&Limits::none()), Ok(vec![]), "{}", created.puzzle);
        }
    }
    let range = Cost(23)..=Cost(42);
    for created in created(&Creation::new(geometry("2x3")).seed(6).difficulty(range.clone()), 10) {
        check(&created, &range);
    }
}

#[test]
fn symmetry_and_givens_are_kept() {
    let range = Cost(15)..=Cost(30);
    for symmetry in Symmetry::ALL {
        let creation = Creation::new(geometry("3x3")).seed(7).symmetry(symmetry).difficulty(range.clone());
        for creation in [creation.clone(), creation.target(Target::Givens(36))] {
            for created in created(&creation, 2) {
                check(&created, &range);
                for orbit in symmetry.orbits(geometry("3x3")) {
                    let given = orbit.iter().filter(|&&cell| created.puzzle.given(cell).is_some()).count();
                    assert!(given == 0 || given == orbit.len(), "{}: not {symmetry}", created.puzzle);
                }
            }
        }
    }
    let thirty = Creation::new(geometry("3x3")).target(Target::Givens(30)).difficulty(range);
    assert!(created(&thirty, 3).iter().all(|created| created.puzzle.clues() == 30));
}

#[test]
fn a_technique_is_among_the_steps() {
    let techniques = [
        Technique::FullHouse,
        Technique::Pointing,
        Technique::NakedSet(2),
        Technique::Fish(2),
        Technique::XyWing,
        Technique::UniqueLoop(4),
    ];
    for technique in techniques {
        let creation = Creation::new(geometry("3x3")).seed(8).technique(technique);
        let creation = creation.difficulty(Cost(0)..=Cost(50));
        for Created { puzzle, .. } in created(&creation, 2) {
            let steps = Steps::of(&puzzle).expect("few values").assume_unique(technique.assumes_unique());
            let mut steps = steps.map(|round| round.expect("no limit"));
            assert!(
                steps.any(|round| round.iter().any(|step| step.technique == technique)),
                "{puzzle}: {technique}"
            );
            assert!(is_unique(&puzzle), "{puzzle}");
        }
    }
}

/// One on each machine, whatever was made before.
#[test]
fn the_same_everywhere() {
    let creation = Creation::new(geometry("3x3")).seed(5).difficulty(Cost(40)..=Cost(50));
    for engine in EngineChoice::all() {
        let mut creator = creation.clone().engine(engine).creator().expect("it can be had");
        let puzzles = [1, 0, 1].map(|index| creator.puzzle(index).expect("no limit").puzzle);
        assert_eq!(
            puzzles[0].to_string(),
            "7..2.54...8.......4.6....2........8525.9...6.9.4...7..6...4...1...729.....9......",
            "{engine}"
        );
        assert_eq!(puzzles[0], puzzles[2]);
    }
}

/// A bound on the costs changes nothing up to it.
#[test]
fn a_bound_leaves_cheaper_steps() {
    for Created { puzzle, .. } in created(&Creation::new(geometry("3x3")).seed(9), 12) {
        let whole = Steps::of(&puzzle).expect("few values").rate();
        for most in [10, 23, 28, 34, 42, 56, 66, 71, 82] {
            let rating = Steps::of(&puzzle).expect("few values").up_to(Cost(most)).rate();
            if whole.hardest <= Cost(most) {
                assert_eq!(rating, whole, "{puzzle} {most}");
            } else {
                assert_eq!(rating.end, End::NoStep, "{puzzle} {most}");
                assert!(rating.hardest <= Cost(most) && rating.rounds < whole.rounds, "{puzzle} {most}");
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused_or_missed() {
    let nine = || Creation::new(geometry("3x3")).difficulty(Cost(40)..=Cost(50));
    let (least, most) = (Cost(50), Cost(40));
    let cases = [
        (nine().difficulty(least..=most), "no step costs 5.0 to 4.0"),
        (nine().solutions(2), "do not go together"),
        (nine().target(Target::Removed(3)), "do not go together"),
        (Creation::new(geometry("5x13")).technique(Technique::FullHouse), "at most 64 values"),
    ];
    for (creation, message) in cases {
        let error = creation.creator().expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    let limits = Limits::none().time(Duration::from_millis(100));
    let never = nine().difficulty(Cost(200)..=Cost(210)).limits(limits).creator();
    let missed = never.expect("it is not plain").puzzle(0).expect_err("nothing costs as much");
    assert_eq!(missed.limit, Limit::Time);
    assert!(missed.nearest.is_none_or(|nearest| nearest.hardest.is_none_or(|cost| cost < Cost(200))));
}
