//! Known patterns on an otherwise empty board: technique, cost, what goes, and the sentence.

use residua::constraints::{all_different, eq, exact_sum, in_set};
use residua::model::{IntVar, Model};
use residua_sudoku::steps::{Board, Step, Steps};
use residua_sudoku::{Geometry, Puzzle};

/// The only step of the least cost where cells are restricted: each restriction names cells, and the values that they may have.
fn only_step(restrictions: &[(&str, &[i32])]) -> (Step, Steps) {
    let geometry = Geometry::new(3, 3).expect("small");
    let mut puzzle = Puzzle::blank(geometry);
    for (cells, values) in restrictions {
        for name in cells.split(' ') {
            let cell = geometry.parse_cell_name(name).expect("a cell");
            puzzle = puzzle.with_candidates(cell, values).expect("fits");
        }
    }
    let steps = Steps::of(&puzzle).expect("nine values");
    let mut found = steps.next_steps().expect("no limit");
    assert_eq!(found.len(), 1, "{found:?}");
    (found.remove(0), steps)
}

fn told(restrictions: &[(&str, &[i32])]) -> String {
    let (step, steps) = only_step(restrictions);
    format!("{} {} {}", step.cost, step.technique, step.sentence(steps.board().rules()))
}

const NO_4: &[i32] = &[1, 2, 3, 5, 6, 7, 8, 9];
const NO_7: &[i32] = &[1, 2, 3, 4, 5, 6, 8, 9];

#[test]
fn singles() {
    assert_eq!(told(&[("r5c1", &[7])]), "2.3 naked single r5c1 can only be 7: r5c1 is 7.");
    assert_eq!(
        told(&[("r4c1 r4c2 r4c3 r5c2 r5c3 r6c1 r6c2 r6c3", NO_7)]),
        "1.2 hidden single In box 4 only r5c1 can be 7: r5c1 is 7."
    );
}

#[test]
fn locked_candidates() {
    assert_eq!(
        told(&[("r4c1 r4c2 r4c3 r5c2 r5c3 r6c2 r6c3", NO_7)]),
        "2.6 pointing In box 4 only r5c1 and r6c1 can be 7, both in column 1: r1c1, r2c1, r3c1, r7c1, r8c1 and r9c1 are not 7."
    );
    assert_eq!(
        told(&[("r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", NO_7)]),
        "2.8 claiming In row 1 only r1c1, r1c2 and r1c3 can be 7, all in box 1: r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 are not 7."
    );
}

#[test]
fn hall_sets() {
    assert_eq!(
        told(&[("r1c1 r1c5", &[1, 2])]),
        "3.0 naked pair r1c1 and r1c5 have only 1 and 2 between them: \
         r1c2, r1c3, r1c4, r1c6, r1c7, r1c8 and r1c9 are not 1 or 2."
    );
    assert_eq!(
        told(&[("r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9", &[3, 4, 5, 6, 7, 8, 9])]),
        "3.4 hidden pair In row 1 the places of 1 and 2 are only r1c1 and r1c5: r1c1 and r1c5 are not 3–9."
    );
    assert_eq!(
        told(&[("r1c1 r1c3 r1c4 r1c5 r1c6 r1c7 r1c9 r5c1 r5c3 r5c4 r5c5 r5c6 r5c7 r5c9", NO_4)]),
        "3.2 X-wing In row 1 and row 5 the places of 4 are only r1c2, r1c8, r5c2 and r5c8, in 2 lines across, one of them in each: \
         r2c2, r2c8, r3c2, r3c8, r4c2, r4c8, r6c2, r6c8, r7c2, r7c8, r8c2, r8c8, r9c2 and r9c8 are not 4."
    );
}

#[test]
fn strong_links() {
    assert_eq!(
        told(&[("r1c1 r1c3 r1c4 r1c5 r1c6 r1c7 r1c9 r5c1 r5c3 r5c4 r5c5 r5c6 r5c8 r5c9", NO_4)]),
        "4.0 skyscraper In row 1 only r1c2 and r1c8 can be 4; in row 5 only r5c2 and r5c7 can be 4. With 4 in one of the following, \
         one of these houses has no place for it: r2c7, r3c7, r4c8 and r6c8 are not 4."
    );
}

#[test]
fn wings() {
    assert_eq!(
        told(&[("r1c1", &[1, 2]), ("r1c5", &[1, 3]), ("r5c1", &[2, 3])]),
        "4.2 XY-wing r1c1 (1 or 2), r1c5 (1 or 3) and r5c1 (2 or 3) are 3 cells with 3 values, of which all but 3 can only be there \
         once, so that is there: r5c5 is not 3."
    );
}

/// The steps of the least cost of cells in a row of 1 to 9 that differ, with a sum, where some cells are restricted.
fn of_sum(cells: usize, sum: i32, restrictions: &[(usize, &[i32])]) -> Vec<String> {
    let mut model = Model::new();
    let cells: Vec<IntVar> = (1..=cells).map(|at| model.named_var(&format!("r1c{at}"), 1..=9)).collect();
    model.post_named("row 1", all_different(&cells)).expect("fits");
    model.post_named("cage", exact_sum(&cells, sum).distinct()).expect("fits");
    for &(cell, values) in restrictions {
        match values {
            [value] => model.post(eq(cells[cell], *value)).expect("fits"),
            values => model.post(in_set(cells[cell], values.to_vec())).expect("fits"),
        };
    }
    let steps = Steps::on(Board::of_model(&model).expect("few values"));
    let told = |step: &Step| format!("{} {}", step.cost, step.sentence(steps.board().rules()));
    steps.next_steps().expect("no limit").iter().map(told).collect()
}

/// Digits that are known cost nothing: the rest of the sum is told at once, and a last cell gets its digit.
#[test]
fn sums() {
    assert_eq!(of_sum(2, 10, &[(0, &[7])]), ["2.0 By cage, since r1c1 is 7: r1c2 is 3."]);
    assert_eq!(
        of_sum(3, 10, &[(0, &[7])]),
        ["2.0 By cage, since r1c1 is 7: r1c2 and r1c3 are not 3–6, 8 or 9."]
    );
    assert_eq!(
        of_sum(3, 10, &[(0, &[7]), (2, &[1])]),
        ["2.0 By cage, since r1c1 is 7: r1c2 is not 3–6, 8 or 9."]
    );
    assert_eq!(of_sum(2, 10, &[]), ["2.0 By cage: r1c1 and r1c2 are not 5."]);
    assert_eq!(of_sum(2, 17, &[]), ["2.0 By cage: r1c1 and r1c2 are not 1–7."]);
    // What is narrowed, and not known, is a premise that costs.
    assert_eq!(
        of_sum(2, 10, &[(0, &[7, 8]), (1, &[1, 2, 3, 4, 6, 7, 8, 9])]),
        ["2.2 By cage, since r1c1 can only be 7 or 8: r1c2 is not 1, 4 or 6–9."]
    );
    // Each cell loses other values.
    assert_eq!(of_sum(2, 12, &[(0, &[1, 2, 3, 9]), (1, &[4, 8, 9])]), ["2.0 By cage: r1c1 is not 1 or 2."]);
}
