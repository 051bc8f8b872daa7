//! Promise: no two tasks take place at the same time, and all that can be put in order is, also where other solvers lost solutions.

use residua::constraints::{Operand, disjunctive, disjunctive_strict, eq, ge, le};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};

type Outcome = Result<(), ModelError>;

/// What is left of a model, by its print.
fn left(model: &Model) -> String {
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    residual.model.to_string()
}

/// `MiniZinc#593`: a task does not go on over breaks, which are points in time.
#[test]
fn points_are_not_inside() -> Outcome {
    let breaks = [1, 4, 7, 10, 13];
    let mut model = Model::new();
    let start = model.int_var(1..=11);
    let starts = [Operand::from(start)].into_iter().chain(breaks.map(Operand::from));
    model.post(disjunctive_strict(starts.clone(), [2, 0, 0, 0, 0, 0]))?;
    let found: Vec<i32> = model.solutions().map(|solution| solution[start]).collect();
    assert_eq!(found, [1, 2, 4, 5, 7, 8, 10, 11]);
    let mut model = Model::new();
    let start = model.int_var(1..=11);
    let starts = [Operand::from(start)].into_iter().chain(breaks.map(Operand::from));
    model.post(disjunctive(starts, [2, 0, 0, 0, 0, 0]))?;
    assert_eq!(model.solutions().count(), 11);
    Ok(())
}

fn count_with_durations(starts: i32, durations: [i32; 2], is_strict: bool) -> Result<usize, ModelError> {
    let mut model = Model::new();
    let starts = model.int_vars("start", 3, 0..=starts);
    let durations = model.int_vars("duration", 3, durations[0]..=durations[1]);
    let tasks = if is_strict { disjunctive_strict } else { disjunctive };
    model.post(tasks(&starts, &durations))?;
    Ok(model.solutions().count())
}

/// glasgow PR 388, PR 389, PR 390: durations that are variables, and may be 0. The numbers are theirs.
#[test]
fn durations_that_may_be_zero() -> Outcome {
    assert_eq!(count_with_durations(6, [1, 3], true)?, 2052);
    assert_eq!(count_with_durations(4, [0, 2], false)?, 2063);
    assert_eq!(count_with_durations(3, [0, 2], false)?, 952);
    assert_eq!(count_with_durations(4, [0, 2], true)?, 1829);
    Ok(())
}

/// chuffed PR 133: a task of duration 0 takes no part in what sets of tasks say.
#[test]
fn tasks_that_take_no_time() -> Outcome {
    let mut model = Model::new();
    let starts = model.int_vars("start", 4, 0..=5);
    model.post(disjunctive(&starts, [3, 0, 2, 3]))?;
    // Eight units of time in at most eight: the others are in any order, and the second is anywhere.
    model.post(le(starts[0], 5))?;
    model.post(le(starts[2], 6))?;
    assert_eq!(model.solutions().filter(|solution| solution[starts[2]] <= 6).count(), 6 * brute());
    Ok(())
}

/// The ways to start tasks that take 3, 2 and 3 by 5.
fn brute() -> usize {
    let starts = (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| [(a, 3), (b, 2), (c, 3)])));
    let apart = |a: (i32, i32), b: (i32, i32)| a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0;
    starts.filter(|&[a, b, c]| apart(a, b) && apart(a, c) && apart(b, c)).count()
}

/// Three tasks from 0 to 8, which are all of the time there is: each order, and nothing else.
#[test]
fn no_time_to_lose() -> Outcome {
    let durations = [1, 1, 2, 2, 3, 3, 4];
    for (spare, expected) in [(0, 5040), (1, 5040 * 8)] {
        let mut model = Model::new();
        let ends = durations.map(|duration| 16 + spare - duration);
        let starts = ends.map(|end| model.int_var(0..=end));
        model.post(disjunctive(starts, durations))?;
        assert_eq!(model.solutions().count(), expected);
    }
    Ok(())
}

/// Tasks from the earliest start to the latest end, and how long they take.
fn tasks<const N: usize>(model: &mut Model, tasks: [[i32; 3]; N]) -> Result<[IntVar; N], ModelError> {
    let mut number = 0..;
    let starts = tasks.map(|[from, to, duration]| {
        let name = format!("t{}", number.next().unwrap_or_default());
        model.named_var(&name, from..=to - duration)
    });
    model.post(disjunctive(starts, tasks.map(|task| task[2])))?;
    Ok(starts)
}

/// What no two tasks say, but three do: the first is the last of all, and by symmetry the first of all.
#[test]
fn edges_are_found() -> Outcome {
    let mut model = Model::new();
    let [a, ..] = tasks(&mut model, [[0, 20, 3], [1, 9, 3], [1, 9, 4]])?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(a).to_string(), "8..17");
    let mut model = Model::new();
    let [a, ..] = tasks(&mut model, [[0, 20, 3], [11, 19, 3], [11, 19, 4]])?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(a).to_string(), "0..9");
    Ok(())
}

/// Detectable precedences: two tasks that both precede the first, one after another. And one that is not the last of three.
#[test]
fn sets_precede() -> Outcome {
    let mut model = Model::new();
    let [a, ..] = tasks(&mut model, [[5, 40, 5], [0, 11, 4], [0, 12, 4]])?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.min(a), 8);
    let mut model = Model::new();
    // After both of the others it would start at 9; so it ends before one of them starts.
    let [a, ..] = tasks(&mut model, [[0, 12, 4], [1, 14, 4], [1, 15, 4]])?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.max(a), 7);
    model.post(ge(a, 8))?;
    assert!(model.residual(Consistency::Domain).is_none());
    Ok(())
}

/// Three of the same length in a window for two: one is left out, and it is known which, once two are not.
#[test]
fn one_is_left_out() -> Outcome {
    let mut model = Model::new();
    let starts = model.int_vars("start", 3, 0..=4);
    let done = model.int_vars("done", 3, 0..=1);
    model.post(disjunctive(&starts, [3, 3, 3]).optional(done.iter().map(|done| done.is(1))))?;
    model.post(eq(done[0], 1))?;
    model.post(eq(done[2], 1))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.domain(done[1]).to_string(), "0");
    assert!(model.to_string().contains("disjunctive(start[0] for 3 if done[0] = 1, start[1]"), "{model}");
    // Two orders, of which each has one unit to spare, before, between or after; and the third is anywhere.
    assert_eq!(model.solutions().count(), 2 * 3 * 5);
    Ok(())
}

/// What is left is said in as few words as it takes.
#[test]
fn what_is_left() -> Outcome {
    let mut model = Model::new();
    let [early, late, a, b, c] = ["early", "late", "a", "b", "c"].map(|name| model.named_var(name, 0..=30));
    model.post(disjunctive([early, late, a, b, c], [5, 4, 3, 2, 6]))?;
    model.post(eq(early, 4))?;
    model.post(ge(late, 25))?;
    model.post(le(a, 1))?;
    model.post(le(b, 20))?;
    model.post(le(c, 12))?;
    // The one that is known is nothing to the others any more, and the last one meets none of them.
    let text = left(&model);
    assert!(text.ends_with("a in 0 1\nb in 9..20\nc in 9..12\ndisjunctive(b for 2, c for 6)\n"), "{text}");
    model.post(ge(b, 11))?;
    assert!(left(&model).ends_with("b in 15..20\nc in 9..12\nc ≤ b - 6\n"), "{}", left(&model));
    // One that is known is a hole in the starts of another one.
    let mut model = Model::new();
    let x = model.named_var("x", 0..=20);
    model.post(disjunctive([Operand::from(4), x.into()], [5, 2]))?;
    assert_eq!(left(&model), "x in 0..20\nx in 0..2 9..20\n");
    Ok(())
}

/// Starts and durations that are views of one variable, in a wide domain: bounds do not chase each other a step at a time.
#[test]
fn wide_domains() -> Outcome {
    const MOST: i32 = 1_000_000_000;
    type Tasks = fn([IntVar; 3]) -> Result<residua::constraints::Disjunctive, ModelError>;
    let posts: [Tasks; 5] = [
        |[x, y, _]| Ok(disjunctive([x, y], [y, x])),
        |[x, y, _]| Ok(disjunctive([x - 1, y * 1], [Operand::from(y), 1.into()])),
        |[x, y, z]| Ok(disjunctive([x.view(), y.view(), x + 1], [Operand::from(z), 1.into(), MOST.into()])),
        |[x, y, z]| Ok(disjunctive([x.view(), y.view(), z.view()], [10 - x, y + 1, z - 3])),
        |[x, y, z]| Ok(disjunctive([x * 0, y.view(), z.view()], [x + 1, x - 1, -x])),
    ];
    for post in posts {
        for low in [0, 1, MOST / 2] {
            let mut model = Model::new();
            let vars = ["x", "y", "z"].map(|name| model.named_var(name, low..=MOST));
            let _ = model.post(post(vars)?)?;
            let mut solver = Solver::new(&model, Options::default().check_claims(true));
            // It ends, and the checks of claims do not panic; whether there is a solution does not matter.
            let _ = solver.propagate();
        }
    }
    // Far tasks of variables of their own are put in order.
    let mut model = Model::new();
    let starts = model.int_vars("start", 3, 0..=i32::MAX - 1);
    model.post(disjunctive(&starts, [i32::MAX, i32::MAX, 1]))?;
    assert!(model.residual(Consistency::Domain).is_none());
    Ok(())
}

#[test]
fn what_is_refused() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("x", 2, 0..=3);
    for (durations, said) in [
        (vec![1], "there are 2 starts and 1 durations"),
        (vec![1, -2], "a duration is -2, which is negative"),
        (vec![1, i64::MAX], "beyond 32 bits"),
    ] {
        let error = model.post(disjunctive(&xs, durations)).expect_err(said);
        assert!(error.to_string().contains(said), "{error}");
    }
    let error = model.post(disjunctive([i64::MIN, 0], [1, 1])).expect_err("beyond 32 bits");
    assert!(error.to_string().contains("a start is -9223372036854775808"), "{error}");
    let error = model.post(disjunctive(&xs, [1, 2]).optional([xs[0].is(1)])).expect_err("one is missing");
    assert!(error.to_string().contains("there are 2 tasks and 1 literals"), "{error}");
    // That a duration is negative is not refused, but it cannot be.
    model.post(disjunctive([0], [xs[0] - 1]))?;
    assert_eq!(model.solutions().count(), 3 * 4);
    model.post(disjunctive(Vec::<IntVar>::new(), Vec::<IntVar>::new()))?;
    assert_eq!(model.solutions().count(), 3 * 4);
    model.post(disjunctive([1, 4], [3, 3]))?;
    assert_eq!(model.solutions().count(), 3 * 4);
    model.post(disjunctive([1, 3], [3, 3]))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}
