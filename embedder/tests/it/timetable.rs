//! A small timetable: eight lessons in five hours, clashes as `≠`, and wishes, some of which clash.
//!
//! The number of timetables, the wishes that clash and the fewest to give up come from going through all assignments, and
//! all sets of wishes, in the test.

use std::collections::BTreeSet;

use residua::constraints::{Constraint, eq, ge, in_set, le, lt, ne};
use residua::inspect::Why;
use residua::model::{ConstraintId, IntVar, Model, ModelError, Solution};
use residua::search::Limits;

const LESSONS: [&str; 8] =
    ["algebra", "biology", "chemistry", "drawing", "english", "french", "greek", "history"];

/// Lessons that share a class, a teacher or a room.
const CLASHES: [(usize, usize); 13] =
    [(0, 1), (0, 2), (0, 4), (1, 2), (1, 3), (2, 3), (3, 5), (4, 5), (4, 6), (5, 6), (5, 7), (6, 7), (3, 7)];

/// The rules, and the lessons.
fn timetable() -> Result<(Model, [IntVar; 8]), ModelError> {
    let mut model = Model::new();
    let lessons = LESSONS.map(|name| model.named_var(name, 1..=5));
    for (one, other) in CLASHES {
        model.post(ne(lessons[one], lessons[other]))?;
    }
    // Biology is before chemistry, and the room for drawing is taken in hours 1 and 4.
    model.post(lt(lessons[1], lessons[2]))?;
    model.post(in_set(lessons[3], [2, 3, 5]))?;
    Ok((model, lessons))
}

fn wish(
    model: &mut Model,
    name: &str,
    constraint: impl Constraint + 'static,
) -> Result<ConstraintId, ModelError> {
    let id = model.post(constraint)?;
    model.name_constraint(id, name);
    Ok(id)
}

/// What is wished, by name; more than can be granted.
fn wishes(model: &mut Model, lessons: &[IntVar; 8]) -> Result<[ConstraintId; 7], ModelError> {
    let [algebra, biology, chemistry, drawing, english, french, greek, history] = *lessons;
    Ok([
        wish(model, "chemistry is over by hour 2", le(chemistry, 2))?,
        wish(model, "algebra comes first", eq(algebra, 1))?,
        wish(model, "biology is not first", ge(biology, 2))?,
        wish(model, "languages are late", ge(french, 4))?,
        wish(model, "english is late", ge(english, 4))?,
        wish(model, "greek is late", ge(greek, 4))?,
        wish(model, "history follows drawing", eq(history, drawing + 1))?,
    ])
}

/// All assignments of hours to lessons that pass.
fn by_brute_force(passes: impl Fn(&[i32]) -> bool) -> Vec<Vec<i32>> {
    let hours = |code: usize| (0..8).map(|at| (code / 5_usize.pow(at) % 5) as i32 + 1).collect::<Vec<i32>>();
    (0..5_usize.pow(8)).map(hours).filter(|hours| passes(hours)).collect()
}

/// The definition, apart from the model.
fn keeps_rules(hours: &[i32]) -> bool {
    CLASHES.iter().all(|&(one, other)| hours[one] != hours[other])
        && hours[1] < hours[2]
        && [2, 3, 5].contains(&hours[3])
}

#[test]
fn timetables_are_those_of_the_rules() -> Result<(), ModelError> {
    let (model, lessons) = timetable()?;
    let limits = Limits::default();
    let mut expected = by_brute_force(keeps_rules);
    expected.sort();
    let mut found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(model.count(&limits).number().to_u128(), Some(expected.len() as u128));
    let residual = model.inspect().limits(&limits).run().residual.expect("there are timetables");
    for (at, &lesson) in lessons.iter().enumerate() {
        let possible: BTreeSet<i32> = expected.iter().map(|hours| hours[at]).collect();
        assert!(residual.domain(lesson).iter().eq(possible), "{}", model.name(lesson));
    }
    Ok(())
}

/// Which of seven wishes can be granted together, by going through the timetables.
fn granted(timetables: &[Vec<i32>]) -> BTreeSet<u32> {
    let grants = |hours: &Vec<i32>| {
        let wishes = [
            hours[2] <= 2,
            hours[0] == 1,
            hours[1] >= 2,
            hours[5] >= 4,
            hours[4] >= 4,
            hours[6] >= 4,
            hours[7] == hours[3] + 1,
        ];
        wishes.iter().zip(0..).map(|(&is_granted, at)| u32::from(is_granted) << at).sum()
    };
    let most: BTreeSet<u32> = timetables.iter().map(grants).collect();
    (0..1 << 7).filter(|set| most.iter().any(|granted| granted & set == *set)).collect()
}

#[test]
fn wishes_that_clash_are_named() -> Result<(), Box<dyn std::error::Error>> {
    let (mut model, lessons) = timetable()?;
    let rules = model.constraints().len();
    let wishes = wishes(&mut model, &lessons)?;
    let limits = Limits::default();
    let is_wish = |id: ConstraintId| id.index() >= rules;
    let granted = granted(&by_brute_force(keeps_rules));
    let clashes = |set: u32| !granted.contains(&set);
    let is_minimal =
        |set: u32| clashes(set) && (0..7).all(|at| set & 1 << at == 0 || !clashes(set & !(1 << at)));
    let set = |ids: &[ConstraintId]| ids.iter().map(|id| 1_u32 << (id.index() - rules)).sum::<u32>();
    assert!(model.solve().is_none());

    // One conflict, by name.
    let conflict = model.conflict(is_wish, &limits).map_err(|limit| limit.to_string())?;
    let conflict = conflict.ok_or("the wishes clash")?;
    assert!(is_minimal(set(&conflict)), "{conflict:?}");
    let names: Vec<String> = conflict.iter().map(|&id| model.constraint_name(id)).collect();
    assert!(names.iter().all(|name| name.contains(' ')), "{names:?}");

    // All of them.
    let mut conflicts = model.conflicts(is_wish, &limits);
    let found: BTreeSet<u32> = conflicts.by_ref().map(|ids| set(&ids)).collect();
    let expected: BTreeSet<u32> = (0..1 << 7).filter(|&set| is_minimal(set)).collect();
    assert!(expected.len() > 1, "{expected:?}");
    assert_eq!(found, expected);
    let early = [wishes[0], wishes[2]];
    assert!(found.contains(&set(&early)), "chemistry by hour 2 and biology not first");

    // The fewest to give up; what is left can be granted.
    let correction = model.smallest_correction(is_wish, &limits).map_err(|limit| limit.to_string())?;
    let correction = correction.ok_or("the rules alone can be kept")?;
    let most = granted.iter().map(|set| set.count_ones()).max();
    assert_eq!(most, Some(7 - correction.members.len() as u32));
    assert!(correction.is_proved() && granted.contains(&(127 & !set(&correction.members))));

    // The model without them is built again: what was posted stays posted.
    let mut relaxed = model.without_constraints();
    for (id, constraint) in model.constraints() {
        if !correction.members.contains(&id) {
            relaxed.post(constraint.clone())?;
        }
    }
    let solution: Solution = relaxed.solve().ok_or("the others can be granted")?;
    assert!(keeps_rules(&lessons.map(|lesson| solution[lesson])));
    Ok(())
}

/// Why an hour is not possible, in the names of the lessons.
#[test]
fn a_lost_hour_is_explained() -> Result<(), Box<dyn std::error::Error>> {
    let (model, lessons) = timetable()?;
    let why = model.why(lessons[2].is_not(1), &Limits::default()).map_err(|limit| limit.to_string())?;
    let Why::Because(explanation) = why else { return Err(format!("{why:?}").into()) };
    let text = explanation.display(&model).to_string();
    assert!(text.contains("biology < chemistry"), "{text}");
    Ok(())
}
