//! The Golomb ruler of order 6: six marks, so that no two pairs of them are equally far apart, on a ruler as short as may be.
//!
//! The shortest has length 17, and there are four, each with its mirror image: 0 1 4 10 12 17, 0 1 4 10 15 17,
//! 0 1 8 11 13 17, 0 1 8 12 14 17 (Wikipedia, *Golomb ruler*; OEIS A003022, A036501).

use residua::constraints::{all_different, exact_sum, lt};
use residua::model::{IntVar, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};

const OPTIMAL: [[i32; 6]; 4] =
    [[0, 1, 4, 10, 12, 17], [0, 1, 4, 10, 15, 17], [0, 1, 8, 11, 13, 17], [0, 1, 8, 12, 14, 17]];

/// A ruler of six marks, no longer than that.
fn ruler(longest: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let mut marks = vec![model.named_var("mark[0]", 0)];
    marks.extend((1..6).map(|i| model.named_var(&format!("mark[{i}]"), 0..=longest)));
    let mut distances = Vec::new();
    for (j, &right) in marks.iter().enumerate() {
        for (i, &left) in marks[..j].iter().enumerate() {
            let distance = model.named_var(&format!("d[{i},{j}]"), 1..=longest);
            model.post(exact_sum([right.view(), -left, -distance], 0))?;
            distances.push(distance);
        }
    }
    for pair in marks.windows(2) {
        model.post(lt(pair[0], pair[1]))?;
    }
    model.post(all_different(distances))?;
    Ok((model, marks))
}

#[test]
fn shortest_is_found_by_shorter_and_shorter_ones() -> Result<(), ModelError> {
    let (mut model, marks) = ruler(40)?;
    let last = marks[5];
    let mut lengths = Vec::new();
    loop {
        let search = model.search().branch(&marks, VariableOrder::Input, ValueOrder::Ascending);
        let Some(solution) = search.solutions().next() else { break };
        lengths.push(solution[last]);
        model.post(lt(last, solution[last]))?;
    }
    assert_eq!(lengths.last(), Some(&17), "{lengths:?}");
    assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    Ok(())
}

#[test]
fn shortest_are_the_known_ones() -> Result<(), ModelError> {
    assert_eq!(ruler(16)?.0.solve(), None);
    let (model, marks) = ruler(17)?;
    let mut found: Vec<Vec<i32>> =
        model.solutions().map(|solution| marks.iter().map(|&mark| solution[mark]).collect()).collect();
    found.sort();
    let mirrored = OPTIMAL.map(|ruler| {
        let mut mirrored = ruler.map(|mark| 17 - mark);
        mirrored.reverse();
        mirrored
    });
    let mut expected = [OPTIMAL, mirrored].concat();
    expected.sort_unstable();
    assert_eq!(found, expected);
    Ok(())
}
