//! Steps of small boards of any kind, against all solutions.

use residua::constraints::{all_different, eq, exact_sum, in_set, lt, ne};
use residua::model::{IntVar, Model};
use residua_sudoku::steps::{Board, Candidate, End, Steps};
use residua_sudoku::{Geometry, HouseKind};

use super::Random;
use super::naive::solutions;
use crate::catalogue::depth;

/// More solutions than that are not enumerated: such a board is left out.
const MOST: usize = 3_000;

/// The rules of a random board: a size, boxes or other regions, perhaps diagonals, different neighbours, or cages.
fn rules(random: &mut Random) -> Model {
    let (rows, columns) = [(2, 2), (2, 2), (2, 3), (3, 2)][random.below(4)];
    let geometry = Geometry::new(rows, columns).expect("small");
    let size = geometry.size();
    let kind = random.below(7);
    let mut model = Model::new();
    let cells: Vec<IntVar> =
        (0..geometry.cells()).map(|cell| model.named_var(&geometry.name(cell), 1..=size as i32)).collect();
    for (house, members) in geometry.houses() {
        if house.kind != HouseKind::Box || kind != 0 {
            let scope = all_different(members.into_iter().map(|cell| cells[cell]));
            model.post_named(&house.to_string(), scope).expect("fits");
        }
    }
    match kind {
        // Latin squares with regions that wind: those of a 4×4 by columns of two.
        0 => {
            for start in (0..size * size).step_by(size) {
                let region = (0..size).map(|at| cells[(start + at + size / 2) % (size * size)]);
                model
                    .post_named(&format!("region {}", start / size + 1), all_different(region))
                    .expect("fits");
            }
        }
        1 => {
            let down = (0..size).map(|at| cells[at * size + at]);
            let up = (0..size).map(|at| cells[at * size + size - 1 - at]);
            model.post_named("diagonal \\", all_different(down)).expect("fits");
            model.post_named("diagonal /", all_different(up)).expect("fits");
        }
        2 => {
            for row in 0..size - 1 {
                for column in 0..size - 1 {
                    if random.below(3) == 0 {
                        let (one, other) = (cells[row * size + column], cells[(row + 1) * size + column + 1]);
                        model.post(ne(one, other)).expect("fits");
                    }
                }
            }
        }
        3 => {
            for cage in 0..3 + random.below(4) {
                let start = random.below(size * size - 1);
                let mut members = vec![cells[start], cells[start + 1]];
                if random.below(2) == 0 && start + size < size * size {
                    members.push(cells[start + size]);
                }
                let total = members.len() as i32 + 1 + random.below(size) as i32;
                model
                    .post_named(&format!("cage {cage} differs"), all_different(members.clone()))
                    .expect("fits");
                model.post_named(&format!("cage of {total}"), exact_sum(members, total)).expect("fits");
            }
        }
        4 => {
            for _ in 0..2 + random.below(4) {
                let at = random.below(size * size - 1);
                model.post(lt(cells[at], cells[at + 1])).expect("fits");
            }
        }
        _ => {}
    }
    model
}

/// Facts, mostly of one solution: some cells given, some restricted.
fn with_facts(mut model: Model, solution: &[i32], random: &mut Random) -> Model {
    let size = solution.len().isqrt();
    let shown = random.below(size + 3) + size / 2;
    let cells: Vec<IntVar> = model.vars().collect();
    for _ in 0..shown {
        let cell = random.below(solution.len());
        model.post(eq(cells[cell], solution[cell])).expect("fits");
    }
    for _ in 0..random.below(3 * size) {
        let cell = random.below(solution.len());
        let values = (1..=size as i32).filter(|&value| value == solution[cell] || random.below(2) == 0);
        let values: Vec<i32> = values.collect();
        model.post(in_set(cells[cell], values)).expect("fits");
    }
    model
}

/// What was seen in many boards.
#[derive(Default, Debug)]
struct Seen {
    boards: usize,
    unique: usize,
    steps: usize,
    techniques: std::collections::BTreeMap<String, usize>,
}

fn check(model: &Model, seen: &mut Seen) {
    let all = solutions(model, MOST);
    if all.len() >= MOST {
        return;
    }
    seen.boards += 1;
    seen.unique += usize::from(all.len() == 1);
    let mut steps = Steps::on(Board::of_model(model).expect("few values"));
    while let Some(round) = steps.next() {
        let round = round.expect("no limit");
        let values = steps.board().rules().values().to_vec();
        for step in &round {
            seen.steps += 1;
            *seen.techniques.entry(step.technique.to_string()).or_default() += 1;
            let sentence = step.sentence(steps.board().rules());
            for &Candidate { cell, value } in &step.eliminations {
                assert!(steps.board().left(cell) >> value & 1 == 1, "nothing new: {sentence}");
                assert!(
                    all.iter().all(|solution| solution[cell] != values[value]),
                    "{sentence}\n{step:?}\n{model:?}"
                );
            }
            for &Candidate { cell, value } in &step.placements {
                assert!(
                    all.iter().all(|solution| solution[cell] == values[value]),
                    "{sentence}\n{step:?}\n{model:?}"
                );
            }
            assert!(!step.eliminations.is_empty() || !step.placements.is_empty(), "{sentence}");
            assert_eq!(step.cost, round[0].cost);
        }
    }
    let board = steps.board();
    if all.is_empty() {
        assert!(!board.is_solved(), "solved, but there is no solution\n{model:?}");
    }
    // The exact candidates.
    for cell in 0..model.vars().len() {
        let left: Vec<i32> = board.values_left(cell).collect();
        let exact: Vec<i32> = model.domains()[cell]
            .iter()
            .filter(|value| all.iter().any(|solution| solution[cell] == *value))
            .collect();
        if !all.is_empty() {
            assert_eq!(left, exact, "cell {cell} of\n{model:?}");
        }
    }
}

#[test]
fn steps_of_small_boards_are_sound_and_reach_the_exact_candidates() {
    let mut random = Random(48);
    let mut seen = Seen::default();
    for _ in 0..(80.0 * depth()) as usize {
        let model = rules(&mut random);
        let some = solutions(&model, 1 + random.below(40));
        let Some(solution) = some.last() else { continue };
        let mut shown = solution.clone();
        if random.below(8) == 0 {
            // Then there is mostly no solution.
            let cell = random.below(shown.len());
            shown[cell] = shown[cell] % 4 + 1;
        }
        check(&with_facts(model, &shown, &mut random), &mut seen);
    }
    assert!(seen.boards > 20 && seen.unique > 5 && seen.techniques.len() > 8, "{seen:?}");
}

/// Where the digits of all cells are found, and violate a sum, there is no solution: sums of which the last cells are found by other steps are
/// looked at, too.
#[test]
fn what_is_solved_keeps_to_all_rules() {
    let mut random = Random(49);
    let (mut solved, mut refuted) = (0, 0);
    for _ in 0..(150.0 * depth()) as usize {
        let geometry = Geometry::new(2, 2).expect("small");
        let mut model = geometry.model();
        let cells: Vec<IntVar> = model.vars().collect();
        let all = solutions(&model, 1 + random.below(288));
        let solution = all.last().expect("there are 288");
        for cell in 0..16 {
            if random.below(2) == 0 {
                model.post(eq(cells[cell], solution[cell])).expect("fits");
            }
        }
        for _ in 0..=random.below(2) {
            let mut members: Vec<usize> = (0..16).collect();
            random.shuffle(&mut members);
            members.truncate(2 + random.below(3));
            let sum: i32 = members.iter().map(|&cell| solution[cell]).sum();
            let off = [0, 0, 1, -1, 2][random.below(5)];
            model.post(exact_sum(members.iter().map(|&cell| cells[cell]), sum + off)).expect("fits");
        }
        let all = solutions(&model, 2);
        let steps = Steps::on(Board::of_model(&model).expect("few values"));
        let end = steps.rate().end;
        match all.len() {
            0 => assert_ne!(end, End::Solved, "{model:?}"),
            1 => assert_eq!(end, End::Solved, "{model:?}"),
            _ => assert_eq!(end, End::NoStep, "{model:?}"),
        }
        solved += usize::from(end == End::Solved);
        refuted += usize::from(all.is_empty());
    }
    assert!(solved > 20 && refuted > 20, "{solved} {refuted}");
}
