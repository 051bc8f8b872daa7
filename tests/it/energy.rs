//! Promise: what tasks leave each other is found, at a point in time and between two, and no more is blamed for it than it takes.

use residua::constraints::{Operand, cumulative};
use residua::model::{IntView, Model, ModelError, Options, Solver};

use crate::explanation::premises;

type Outcome = Result<(), ModelError>;

/// Each end that moves is explained by those who run at one point in time, and not by more of them than it takes.
#[test]
fn one_point_in_time() -> Outcome {
    let mut model = Model::new();
    let s = model.int_vars("s", 4, 0..=20);
    model.post(cumulative(&s, [6, 6, 6, 4], [1, 2, 2, 2], 5))?;
    let options = Options::default().record(true);
    let mut solver = Solver::new(&model, options);
    for (task, start) in [(0, 5), (1, 6), (2, 4)] {
        solver.push();
        assert!(solver.assume(s[task].is(start)).is_ok());
        assert!(solver.propagate().is_ok());
    }
    // From 6 to 10 all three run: the last one cannot start between 3 and 9.
    solver.push();
    assert!(solver.assume(s[3].at_least(3)).is_ok());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(s[3]).to_string(), "10..20");
    // At 9 two of 2 are enough.
    assert_eq!(
        premises(&model, &solver, s[3].at_least(10)),
        "s[1] ≤ 9, s[1] ≥ 4, s[2] ≤ 9, s[2] ≥ 4, s[3] ≥ 6"
    );
    assert_eq!(
        premises(&model, &solver, s[3].at_least(8)),
        "s[1] ≤ 7, s[1] ≥ 2, s[2] ≤ 7, s[2] ≥ 2, s[3] ≥ 4"
    );
    Ok(())
}

/// Three tasks of two days each do not fit into five days, though on no day one of them runs in any case; and no fourth one is blamed.
#[test]
fn too_much_in_all() -> Outcome {
    let mut model = Model::new();
    let (s, c) = (model.int_vars("s", 4, 0..=20), model.named_var("c", 0..=9));
    model.post(cumulative(&s, [2; 4], [1; 4], c))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    for start in &s {
        solver.push();
        assert!(solver.assume(start.at_least(4)).is_ok() && solver.assume(start.at_most(7)).is_ok());
        assert!(solver.propagate().is_ok());
        let tasks = solver.level() as i32;
        assert_eq!(solver.min(c), if tasks == 4 { 2 } else { 1 + tasks / 3 }, "of {tasks} tasks");
    }
    let shown = premises(&model, &solver, c.at_least(2));
    assert_eq!(shown, "s[0] ≤ 7, s[0] ≥ 4, s[1] ≤ 7, s[1] ≥ 4, s[2] ≤ 7, s[2] ≥ 4");
    Ok(())
}

/// Three tasks of two days each, of four days with room for two: a fourth one that needs it all for three days has one of these at most.
/// On no day any of them runs in any case, and all four have room: by that it could start at 1, and be over by 6.
#[test]
fn what_others_leave() -> Outcome {
    let mut model = Model::new();
    let (s, b) = (model.int_vars("s", 4, -9..=20), model.named_var("b", 0..=1));
    let present = b.at_least(0);
    let tasks = cumulative(&s, [2, 2, 2, 3], [1, 1, 1, 2], 2);
    model.post(tasks.optional([present, present, present, b.is(1)]))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    for start in &s[..3] {
        assert!(solver.assume(start.at_least(2)).is_ok() && solver.assume(start.at_most(4)).is_ok());
    }
    assert!(solver.propagate().is_ok());
    let why = |solver: &Solver, atom| premises(&model, solver, atom);
    // Of one of the three, a day less is enough.
    let others = "s[0] ≤ 5, s[0] ≥ 1, s[1] ≤ 4, s[1] ≥ 2, s[2] ≤ 4, s[2] ≥ 2";
    solver.push();
    assert!(solver.assume(b.is(1)).is_ok() && solver.assume(s[3].at_least(-1)).is_ok());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(s[3]).to_string(), "-1..20");
    solver.push();
    assert!(solver.assume(s[3].at_least(1)).is_ok() && solver.propagate().is_ok());
    assert_eq!(solver.domain(s[3]).to_string(), "5..20");
    for low in [2, 5] {
        assert_eq!(why(&solver, s[3].at_least(low)), format!("{others}, s[3] ≥ 1, b = 1"));
    }
    solver.pop();
    solver.push();
    assert!(solver.assume(s[3].at_most(4)).is_ok() && solver.propagate().is_ok());
    assert_eq!(solver.domain(s[3]).to_string(), "-1 0");
    assert_eq!(why(&solver, s[3].at_most(0)), format!("{others}, s[3] ≤ 4, b = 1"));
    solver.pop();
    solver.pop();
    // If it has no other start, it does not take place.
    assert!(solver.assume(s[3].at_least(1)).is_ok() && solver.assume(s[3].at_most(5)).is_ok());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(b).to_string(), "0 1");
    assert!(solver.assume(s[3].at_most(4)).is_ok() && solver.propagate().is_ok());
    assert_eq!(solver.domain(b).to_string(), "0");
    assert_eq!(why(&solver, b.is_not(1)), format!("{others}, s[3] ≤ 4, s[3] ≥ 1"));
    Ok(())
}

/// What the others leave depends on what a task demands, how long it takes and the capacity: these are as weak as what is asked for.
#[test]
fn what_others_leave_of_a_variable_capacity() -> Outcome {
    let mut model = Model::new();
    let [d, r] = [("d", 1..=3), ("r", 0..=2)].map(|(name, values)| model.named_var(name, values));
    let (s, c) = (model.int_vars("s", 4, -9..=20), model.named_var("c", 2..=9));
    let [durations, demands] = [d, r].map(|of| {
        let last = Operand::from(of);
        if of == d { [2.into(), 2.into(), 2.into(), last] } else { [1.into(), 1.into(), 1.into(), last] }
    });
    model.post(cumulative(&s, durations, demands, c))?;
    let mut solver = Solver::new(&model, Options::default().record(true).check_claims(true));
    for start in &s[..3] {
        assert!(solver.assume(start.at_least(2)).is_ok() && solver.assume(start.at_most(4)).is_ok());
    }
    let known = [c.at_most(2), r.at_least(2), s[3].at_least(1), d.at_least(3)];
    for (at, atom) in known.into_iter().enumerate() {
        assert_eq!(solver.min(s[3]), if at == 3 { 1 } else { -9 }, "{at}");
        assert!(solver.assume(atom).is_ok() && solver.propagate().is_ok());
    }
    assert_eq!(solver.min(s[3]), 5);
    let expected =
        "d ≥ 3, r ≥ 2, s[0] ≤ 5, s[0] ≥ 1, s[1] ≤ 4, s[1] ≥ 2, s[2] ≤ 4, s[2] ≥ 2, s[3] ≥ 1, c ≤ 2";
    assert_eq!(premises(&model, &solver, s[3].at_least(5)), expected);
    Ok(())
}

/// A long task is among those that need the time of the others, by its compulsory part: what is left for it is that part, too. The others
/// leave three of four days, so that it starts as early as it can; and the same backwards.
#[test]
fn what_a_task_has_there_already() -> Outcome {
    for is_backwards in [false, true] {
        let mut model = Model::new();
        let (s, long) = (model.int_vars("s", 5, 2..=5), model.named_var("long", -1..=1));
        let tasks = s.iter().map(|&s| (s, 1)).chain([(long, 6)]);
        let (starts, durations): (Vec<IntView>, Vec<i32>) = tasks
            .map(|(start, duration)| (if is_backwards { -start - duration } else { start.view() }, duration))
            .unzip();
        model.post(cumulative(starts, durations, [1; 6], 2))?;
        let mut solver = Solver::new(&model, Options::default());
        assert!(solver.propagate().is_ok());
        assert_eq!(solver.domain(long).to_string(), "-1");
        // One of the short ones on each of the days that it runs on, and two on the last.
        assert_eq!(model.solutions().count(), 60);
    }
    Ok(())
}

/// A task that may take place has nothing there yet, however little it can be moved: the short ones leave three of its four days.
#[test]
fn what_a_task_does_not_have_there_yet() -> Outcome {
    let mut model = Model::new();
    let (s, long, b) =
        (model.int_vars("s", 5, 2..=5), model.named_var("long", 0..=1), model.named_var("b", 0..=1));
    let tasks = cumulative(s.iter().chain([&long]), [1, 1, 1, 1, 1, 6], [1; 6], 2);
    let present = [b.at_least(0); 5].into_iter().chain([b.is(1)]);
    model.post(tasks.optional(present))?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(b).to_string(), "0");
    assert_eq!(solver.domain(long).to_string(), "0 1");
    Ok(())
}

/// Of eight the short tasks leave two: one that takes two has room for all of it, and is not moved; one that takes three is.
#[test]
fn what_just_has_room() -> Outcome {
    let mut model = Model::new();
    let s = model.int_vars("s", 6, 2..=5);
    let [two, three] = ["two", "three"].map(|name| model.named_var(name, 3..=20));
    model.post(cumulative(s.iter().chain([&two, &three]), [1, 1, 1, 1, 1, 1, 2, 3], [1; 8], 2))?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!([two, three].map(|start| solver.min(start)), [3, 4]);
    assert!(solver.assume(two.is(3)).is_ok() && solver.propagate().is_ok());
    Ok(())
}

/// A task that finds no place between others does not take place; that it is long enough to run into each of them is part of the reason.
#[test]
fn no_place() -> Outcome {
    let mut model = Model::new();
    let (s, d, b) = (model.named_var("s", 0..=4), model.named_var("d", 1..=3), model.named_var("b", 0..=1));
    let starts = [s * 0 + 1, s * 0 + 3, s * 0 + 5, s.view()];
    let durations = [Operand::from(1), Operand::from(1), Operand::from(1), Operand::from(d)];
    let present = b.at_least(0);
    model.post(cumulative(starts, durations, [1; 4], 1).optional([present, present, present, b.is(1)]))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(b).to_string(), "0 1");
    solver.push();
    assert!(solver.assume(d.at_least(2)).is_ok() && solver.propagate().is_ok());
    assert_eq!(premises(&model, &solver, b.is_not(1)), "d ≥ 2");
    Ok(())
}
