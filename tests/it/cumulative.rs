//! Promise: tasks that share a capacity have the schedules that other solvers lost, or should have had.

use residua::constraints::{
    Connect, Cumulative, Expr, Operand, all_of, cumulative, eq, ge, if_then_else, in_set, le, lt, sum,
};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::search::Optimum;
use residua_encode::cnf::{Encoding, cnf};
use std::collections::BTreeSet;

use crate::catalogue::times_depth;
use crate::cnf::holds;
use crate::oracle;
use residua::search::Random;

type Outcome = Result<(), ModelError>;

/// MiniZinc#589: a task of duration 0 obstructs no other.
#[test]
fn a_long_task_and_short_ones() -> Outcome {
    let mut model = Model::new();
    let d = model.int_vars("d", 3, 0..=10_000);
    model.post(eq(d[0], 10_000))?;
    model.post(in_set(d[1], 0..=1))?;
    model.post(in_set(d[2], 0..=1))?;
    let start = d[0] * 0;
    model.post(cumulative([start; 3], &d, [1, 1, 1], 2))?;
    let found: Vec<Vec<i32>> = model.solutions().map(|found| found.values().to_vec()).collect();
    assert_eq!(found, [[10_000, 0, 0], [10_000, 0, 1], [10_000, 1, 0]]);
    Ok(())
}

/// chuffed#128: all is variable; the number is that of a sum for each point in time, by Gecode.
#[test]
fn everything_is_variable() -> Outcome {
    let mut model = Model::new();
    let ends = [2..=4, 0..=1, 0..=2, 1..=4, 1..=4, 1..=4, 1..=2, 3..=4, 1..=2, 0..=3];
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    let mut next = names.into_iter().zip(ends);
    let [a, b, c, d, e, f, g, h, i, j]: [IntVar; 10] = std::array::from_fn(|_| {
        let (name, values) = next.next().expect("there are ten");
        model.named_var(name, values)
    });
    model.post((j + 1).eq(f))?;
    model.post((d + h).eq(4))?;
    model.post((g + i).eq(e))?;
    model.post((c + 1).eq(a))?;
    let one = |n: i32| a * 0 + n;
    let (starts, durations) =
        ([one(1), d.view(), g.view(), c.view()], [j.view(), h.view(), i.view(), one(1)]);
    let demands = [Operand::from(b), Operand::from(1), Operand::from(0), Operand::from(0)];
    model.post(cumulative(starts, durations, demands, 1))?;
    assert_eq!(model.solutions().count(), 40);
    Ok(())
}

/// What a start that is a constant ends at is a constant that the model has nowhere else.
#[test]
fn constants_among_the_starts() -> Outcome {
    let mut random = Random::new(11);
    for _ in 0..times_depth(300) {
        let mut model = Model::new();
        let demands = model.int_vars("demand", 2, 0..=3);
        let [capacity, start, duration] =
            ["capacity", "start", "duration"].map(|name| model.named_var(name, 0..=2));
        let truth = model.named_var("truth", 0..=1);
        let at = random.below(7) as i32 - 3;
        let length = random.below(4) as i32;
        let other = if random.below(2) == 0 { start.view() } else { start * 0 + at + 1 };
        let starts = [start * 0 + at, other];
        let durations = [Operand::from(length), Operand::from(duration)];
        let condition = cumulative(starts, durations, demands.clone(), capacity);
        let is_full = random.below(2) == 0;
        let truth_is = truth.is(1);
        if is_full {
            model.post(condition.iff(truth_is))?
        } else {
            model.post(condition.or(!truth_is))?
        };
        let expected = oracle::assignments(
            &model.vars().map(|var| model.domain(var).iter().collect()).collect::<Vec<_>>(),
        );
        let holds = |values: &&Vec<i32>| {
            let tasks = [
                (at, length, values[demands[0].index()]),
                (
                    if other == start.view() { values[start.index()] } else { at + 1 },
                    values[duration.index()],
                    values[demands[1].index()],
                ),
            ];
            let load = |time: i32| -> i32 {
                let runs = |&&(start, length, _): &&(i32, i32, i32)| (start..start + length).contains(&time);
                tasks.iter().filter(runs).map(|task| task.2).sum()
            };
            let fits = tasks.iter().all(|&(start, length, demand)| {
                length == 0
                    || demand == 0
                    || (start..start + length).all(|time| load(time) <= values[capacity.index()])
            });
            let is_true = values[truth.index()] == 1;
            if is_full { fits == is_true } else { fits || !is_true }
        };
        let expected = expected.iter().filter(holds).count();
        assert_eq!(model.solutions().count(), expected, "{model}");
    }
    Ok(())
}

/// or-tools#3770 and #3970, Pumpkin#577, MiniZinc#388: durations of 0, and tasks that demand more than there is.
#[test]
fn tasks_that_take_no_time() -> Outcome {
    let mut model = Model::new();
    let [a, d, h, i] =
        [("A", 1..=2), ("D", 2..=3), ("H", 1..=2), ("I", 0..=1)].map(|(name, d)| model.named_var(name, d));
    model.post((a + i).eq(2))?;
    model.post((h + d).eq(4))?;
    let starts = [a.view(), a * 0 + 3, h.view(), a * 0 + 1];
    let durations = [Operand::from(i), Operand::from(0), Operand::from(d), Operand::from(1)];
    model.post(cumulative(starts, durations, [1, 1, 1, 0], 1))?;
    let found: Vec<Vec<i32>> = model.solutions().map(|found| found.values().to_vec()).collect();
    assert_eq!(found, [[1, 2, 2, 1], [2, 2, 2, 0], [2, 3, 1, 0]]);

    let mut model = Model::new();
    let (s, d) = (model.int_vars("s", 3, 0..=4), model.int_vars("d", 3, 0..=1));
    model.post(cumulative(&s, &d, [1, 5, 1], 1))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.model.domain(d[1]).to_string(), "0");
    assert_eq!(model.solutions().count(), 475);

    let mut model = Model::new();
    let s = model.int_vars("s", 2, 0..=5);
    model.post(cumulative(&s[..1], [0], [2], 1))?;
    assert_eq!(model.residual(Consistency::Domain).expect("there are solutions").constraints().count(), 0);
    model.post(cumulative(&s, [1, 1], [2, 2], 1))?;
    assert!(model.residual(Consistency::Domain).is_none());
    Ok(())
}

/// glasgow#969: a start and a duration that are fixed, and add up to 0.
#[test]
fn a_task_that_ends_at_0() -> Outcome {
    let mut model = Model::new();
    let (s, d) = (model.named_var("s", -1..=-1), model.named_var("d", 1..=1));
    model.post(cumulative([s], [d], [1], 1))?;
    assert_eq!(model.solutions().count(), 1);
    let c = model.named_var("c", -3..=3);
    model.post(cumulative([s], [d], [2], c))?;
    assert_eq!(model.solutions().map(|found| found[c]).collect::<Vec<_>>(), [2, 3]);
    Ok(())
}

/// Nothing is negative: neither the capacity, of no tasks at all, nor what a task has that does not take place.
#[test]
fn nothing_is_negative() -> Outcome {
    let mut model = Model::new();
    let none: [IntVar; 0] = [];
    let [s, d, c, b] = ["s", "d", "c", "b"].map(|name| model.named_var(name, -2..=1));
    model.post(cumulative(none, none, none, c))?;
    model.post(cumulative([s], [d], [5], 5).optional([b.is(1)]))?;
    assert_eq!(model.solutions().count(), 4 * 2 * 2 * 4);
    model.post(cumulative([s], [3], [5], -1).reified_by(b.is(0)))?;
    assert_eq!(model.solutions().count(), 4 * 2 * 2 * 3);
    model.post(cumulative([s], [3], [-1], 3))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// What is posted as sums, one for each point in time.
fn by_times(
    model: &mut Model,
    tasks: &[[Operand; 3]],
    literals: &[IntVar],
    capacity: Operand,
    times: std::ops::Range<i32>,
) -> Outcome {
    let of = |operand: Operand| match operand {
        Operand::View(view) => Expr::from(view),
        Operand::Constant(constant) => Expr::from(constant),
    };
    for time in times {
        let load = |(&[start, duration, demand], is_there): (&[Operand; 3], &IntVar)| {
            let (started, unfinished) = (le(of(start), time), lt(time, of(start) + of(duration)));
            if_then_else(all_of([started, unfinished, is_there.eq(1)]), of(demand), 0)
        };
        model.post(le(sum(tasks.iter().zip(literals).map(load)), of(capacity)))?;
    }
    Ok(())
}

/// The same schedules as by a sum for each point in time, and the encoding of variable demands is right.
#[test]
fn as_by_sums() -> Outcome {
    let mut random = Random::new(7);
    let mut number = |low: i32, high: i32| low + random.below((high - low + 1) as usize) as i32;
    for round in 0..times_depth(100) {
        let mut models = [Model::new(), Model::new()];
        let count = number(2, 4) as usize;
        let most = [number(2, 5), number(1, 4), number(1, 3), number(1, 4)];
        let is_variable: [bool; 4] = std::array::from_fn(|_| number(0, 3) == 0);
        let values: Vec<[i32; 3]> =
            (0..count).map(|_| [number(0, 2), number(0, most[1]), number(0, most[2])]).collect();
        let mut tasks: [Vec<[Operand; 3]>; 2] = Default::default();
        let mut literals: [Vec<IntVar>; 2] = Default::default();
        let mut capacities = Vec::new();
        for (at, model) in models.iter_mut().enumerate() {
            for &[start, duration, demand] in &values {
                let mut amount = |name: &str, is_variable: bool, value: i32, by: i32| {
                    if is_variable {
                        Operand::from(model.named_var(name, value..=value + by))
                    } else {
                        Operand::from(value)
                    }
                };
                let number = literals[at].len();
                let [s, d, r] = ["s", "d", "r"].map(|name| format!("{name}{number}"));
                let start = amount(&s, true, start, most[0]);
                let duration = amount(&d, is_variable[0], duration, 1);
                tasks[at].push([start, duration, amount(&r, is_variable[1], demand, 1)]);
                let present = i32::from(!is_variable[2]);
                literals[at].push(model.named_var(&format!("b{number}"), present..=1));
            }
            capacities.push(if is_variable[3] {
                Operand::from(model.named_var("c", 0..=most[3]))
            } else {
                Operand::from(most[3])
            });
        }
        let column = |at: usize| tasks[0].iter().map(move |task| task[at]);
        let starts = column(0).filter_map(|start| match start {
            Operand::View(view) => Some(view),
            Operand::Constant(_) => None,
        });
        let whole = cumulative(starts, column(1), column(2), capacities[0]);
        models[0].post(whole.optional(literals[0].iter().map(|is_there| is_there.is(1))))?;
        by_times(&mut models[1], &tasks[1], &literals[1], capacities[1], 0..16)?;
        let domains = oracle::values(models[0].domains());
        let assignments = domains.iter().map(Vec::len).product::<usize>();
        if assignments > 1000 {
            continue;
        }
        let [own, sums] = models.each_ref().map(|model| {
            model.solutions().map(|found| found.values().to_vec()).collect::<BTreeSet<Vec<i32>>>()
        });
        let other = own.symmetric_difference(&sums).next();
        assert_eq!(other, None, "in round {round}: {}", models[0]);
        if assignments <= 100 {
            let formula = cnf(&models[0], Encoding::default()).expect("the numbers are small");
            for assignment in oracle::assignments(&domains) {
                assert_eq!(
                    holds(&formula, &models[0], &assignment),
                    own.contains(&assignment),
                    "{assignment:?}"
                );
            }
        }
    }
    Ok(())
}

/// A start is moved over what is far longer than the task, at once.
#[test]
fn a_short_task_and_a_long_one() -> Outcome {
    const FAR: i32 = 1_000_000_000;
    let mut model = Model::new();
    let s = model.int_vars("s", 2, 0..=2 * FAR);
    model.post(cumulative(&s, [FAR, 1], [2, 2], 3))?;
    model.post(le(s[0], 7))?;
    for is_recording in [false, true] {
        let mut solver = Solver::new(&model, Options::default().record(is_recording));
        assert!(solver.assume(s[1].at_least(7)).is_ok());
        assert!(solver.propagate().is_ok());
        assert_eq!(solver.min(s[1]), FAR);
    }
    Ok(())
}

/// Views of one variable do not chase each other through a wide domain, and what is claimed of a fixpoint is true.
#[test]
fn views_of_one_variable_in_wide_domains() -> Outcome {
    const FAR: i32 = 1_000_000_000;
    for is_recording in [false, true] {
        for form in 0..6 {
            let mut model = Model::new();
            let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=FAR));
            let tasks = match form {
                0 => cumulative([x.view(), -x], [FAR, 1], [1, 1], 1),
                1 => cumulative([x, y], [Operand::from(x), Operand::from(1)], [1, 1], 1),
                2 => cumulative([x - FAR, -x + 3], [x.view(), x * 0 + 1], [1, 1], 1),
                3 => cumulative([x, y, y], [x, y, x], [1, 1, 2], 3),
                4 => cumulative([x, x], [3, 5], [x, y], x),
                _ => cumulative([x - 5, -x], [FAR, 2], [2, 1], 2).optional([x.at_least(1), y.at_most(8)]),
            };
            model.post(tasks)?;
            let options = Options::default().record(is_recording).check_claims(true);
            let mut solver = Solver::new(&model, options);
            // It ends, and the checks of claims do not panic; whether there is a solution does not matter.
            let _ = solver.propagate();
        }
    }
    Ok(())
}

/// At the ends of 32 bits, ends of tasks lie beyond them.
#[test]
fn at_the_ends_of_32_bits() -> Outcome {
    const MOST: i32 = i32::MAX - 1;
    let mut model = Model::new();
    let s = model.int_vars("s", 2, [-MOST, 0, MOST]);
    let d = model.named_var("d", [0, MOST]);
    model.post(cumulative(&s, [Operand::from(d), Operand::from(MOST)], [MOST, MOST], i64::MAX))?;
    assert_eq!(model.residual(Consistency::Domain).expect("nothing is in the way").constraints().count(), 0);
    model.post(cumulative(&s, [Operand::from(d), Operand::from(MOST)], [MOST, MOST], MOST))?;
    // Different starts, if both take time: from one to the next it is as long as they take.
    assert_eq!(model.solutions().count(), 9 + 6);
    Ok(())
}

#[test]
fn what_is_refused() {
    let mut model = Model::new();
    let s = model.int_vars("s", 2, 0..=3);
    let refused = [
        (cumulative(&s, vec![1], vec![1, 1], 1), "there are 2 starts and 1 durations"),
        (cumulative(&s, vec![1, 1], vec![1, 1, 1], 1), "there are 2 starts and 3 demands"),
        (cumulative(&s, [1, 1], [1, 1], 1).optional([s[0].is(1)]), "there are 2 tasks and 1 literals"),
        (cumulative(&s, [1_i64, 1 << 31], [1, 1], 1), "a task has the duration 2147483648"),
        (cumulative(&s, [1, 1], [1_i64 << 40, 1], 1), "a task has the demand 1099511627776"),
    ];
    for (tasks, said) in refused {
        let error = model.post(tasks).expect_err(said);
        assert!(error.to_string().contains(said), "{error}");
    }
}

/// What is left is said in the same words: what is known is a number, and a task that obstructs no other is gone.
#[test]
fn what_is_left() -> Outcome {
    let tasks_of = |model: &mut Model, demand: i32| -> Cumulative {
        let [a, b, c, far] = [("a", 2..=2), ("b", 0..=9), ("c", 0..=9), ("far", 20..=30)]
            .map(|(name, values)| model.named_var(name, values));
        let [d, p] = [("d", 3..=4), ("p", 0..=1)].map(|(name, values)| model.named_var(name, values));
        let durations = [Operand::from(3), Operand::from(d), Operand::from(2), Operand::from(9)];
        let atoms = [p.at_least(0), p.is(1), p.at_least(0), p.at_least(0)];
        cumulative([a, b, c, far], durations, [1, 2, 1, demand], 2).optional(atoms)
    };
    let mut model = Model::new();
    let tasks = tasks_of(&mut model, 3);
    assert_eq!(
        model.show(&tasks).to_string(),
        "cumulative(a[3 × 1] if p ≥ 0, b[d × 2] if p = 1, c[2 × 1] if p ≥ 0, far[9 × 3] if p ≥ 0; ≤ 2)"
    );
    model.post(tasks)?;
    assert!(model.residual(Consistency::Domain).is_none(), "3 is too much");
    let mut model = Model::new();
    let tasks = tasks_of(&mut model, 2);
    model.post(tasks)?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    let left: Vec<String> = residual.constraints().collect();
    assert_eq!(left, ["cumulative(2[3 × 1], b[d × 2] if p = 1, c[2 × 1]; ≤ 2)"]);
    Ok(())
}

/// A project of ten tasks: the best length is found, and proved, as it is by trying all orders of starting.
#[test]
fn the_shortest_project() -> Outcome {
    let durations = [3, 4, 2, 5, 1, 3, 2, 4, 2, 3];
    let demands = [2, 1, 3, 2, 1, 2, 3, 1, 2, 1];
    let after = [(0, 3), (1, 4), (2, 5), (3, 7), (4, 7), (5, 8), (6, 8), (7, 9)];
    let mut model = Model::new();
    let (starts, end) = (model.int_vars("s", 10, 0..=40), model.named_var("end", 0..=40));
    model.post(cumulative(&starts, durations, demands, 4))?;
    for (first, second) in after {
        model.post(le(starts[first] + durations[first], starts[second]))?;
    }
    for (&start, duration) in starts.iter().zip(durations) {
        model.post(ge(end, start + duration))?;
    }
    let mut search = model.minimize(end)?;
    let best = search.by_ref().last().expect("there is room");
    assert!(matches!(search.optimum(), Optimum::Optimal(_)));
    // An active schedule for each order: each task as early as it fits.
    let mut least = i32::MAX;
    let mut order: Vec<(usize, i32)> = Vec::new();
    schedule(&durations, &demands, &after, &mut order, &mut least);
    assert_eq!(best.0, i64::from(least));
    Ok(())
}

fn schedule(
    durations: &[i32],
    demands: &[i32],
    after: &[(usize, usize)],
    order: &mut Vec<(usize, i32)>,
    least: &mut i32,
) {
    let end = order.iter().map(|&(task, start)| start + durations[task]).max().unwrap_or(0);
    if end >= *least {
        return;
    }
    if order.len() == durations.len() {
        *least = end;
        return;
    }
    let last = order.last().map_or(0, |&(_, start)| start);
    for task in 0..durations.len() {
        if order.iter().any(|&(done, _)| done == task) {
            continue;
        }
        let mut before = after.iter().filter(|pair| pair.1 == task).map(|pair| pair.0);
        let ends = before.try_fold(last, |latest, first| {
            let found = order.iter().find(|&&(done, _)| done == first)?;
            Some(latest.max(found.1 + durations[first]))
        });
        let Some(earliest) = ends else { continue };
        let load = |time: i32| -> i32 {
            let runs = |&&(task, start): &&(usize, i32)| start <= time && time < start + durations[task];
            order.iter().filter(runs).map(|&(task, _)| demands[task]).sum()
        };
        let fits =
            |start: &i32| (*start..start + durations[task]).all(|time| load(time) + demands[task] <= 4);
        let start = (earliest..100).find(fits).expect("at last nothing runs");
        order.push((task, start));
        schedule(durations, demands, after, order, least);
        let _ = order.pop();
    }
}
