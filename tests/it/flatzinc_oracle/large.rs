//! Files with numbers at the ends of 32 bits and beyond: solutions and optima, compared with brute force.

use std::collections::BTreeSet;
use std::time::Duration;

use residua::search::{Learning, Limits, Optimum, Status};
use residua_flatzinc::{Objective, Problem};

use crate::flatzinc_oracle::large_file::{Large, assignments};

/// The values of a solution that is printed.
fn read(printed: &str, count: usize) -> Vec<i128> {
    let value = |var: usize| {
        let begin = format!("x{var} = ");
        let line = printed.lines().find_map(|line| line.strip_prefix(&begin)).expect("it is printed");
        match line.trim_end_matches(';') {
            "true" => 1,
            "false" => 0,
            number => number.parse().expect("a number"),
        }
    };
    (0..count).map(value).collect()
}

/// How a file was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    Proved,
    /// Nothing is proved, or it was refused.
    Unknown,
}

/// What is wrong with the answers for a file.
fn answer(file: &Large) -> Result<Answered, String> {
    let all = assignments(&file.domains);
    let solutions: BTreeSet<Vec<i128>> =
        all.into_iter().filter(|values| file.holds.iter().all(|holds| holds(values))).collect();
    let text = file.text();
    let mut answered = Answered::Proved;
    for traced in [false, true] {
        let read_in = if traced {
            Problem::read_traced(&text).map(|(problem, _)| problem)
        } else {
            Problem::read(&text)
        };
        let Ok(problem) = read_in else {
            answered = Answered::Unknown;
            continue;
        };
        let limits = || Limits::none().nodes(3_000).time(Duration::from_millis(300));
        let mut printed = BTreeSet::new();
        let mut found = problem.search(false).limits(limits()).project(problem.shown()).solutions();
        for solution in found.by_ref() {
            let mut text = String::new();
            problem.print(&solution, &mut text);
            let values = read(&text, file.domains.len());
            if !solutions.contains(&values) {
                return Err(format!("traced {traced}: {values:?} is no solution"));
            }
            if !printed.insert(values) {
                return Err(format!("traced {traced}: a solution comes twice:\n{text}"));
            }
        }
        if found.status() == Some(Status::Exhausted) && problem.is_bounded() {
            if printed != solutions {
                let lost = solutions.difference(&printed).next();
                return Err(format!(
                    "traced {traced}: {} of {} solutions, lost {lost:?}",
                    printed.len(),
                    solutions.len()
                ));
            }
        } else {
            answered = Answered::Unknown;
        }
        let Some((goal, is_maximum)) = file.goal else { continue };
        let value = |values: &Vec<i128>| values[goal];
        let best =
            if is_maximum { solutions.iter().map(value).max() } else { solutions.iter().map(value).min() };
        for learning in [Learning::Off, Learning::On] {
            let search = problem.search(true).learn(learning).limits(limits());
            let better = match &problem.objective {
                Objective::Maximize(objective) => search.maximize(objective.clone()),
                Objective::Minimize(objective) => search.minimize(objective.clone()),
                Objective::Satisfy => return Err("no objective".to_owned()),
            };
            let Ok(mut better) = better else {
                answered = Answered::Unknown;
                continue;
            };
            let mut last: Option<i128> = None;
            for (reached, solution) in better.by_ref() {
                let mut text = String::new();
                problem.print(&solution, &mut text);
                let values = read(&text, file.domains.len());
                let is_better =
                    last.is_none_or(
                        |last| if is_maximum { value(&values) > last } else { value(&values) < last },
                    );
                if !solutions.contains(&values) || value(&values) != i128::from(reached) || !is_better {
                    return Err(format!(
                        "traced {traced}, {learning:?}: {values:?} for {reached} after {last:?}"
                    ));
                }
                last = Some(reached.into());
            }
            let is_all = problem.is_bounded() || problem.is_optimum_bounded() && last.is_some();
            match better.optimum() {
                Optimum::Open { bound, .. } => {
                    answered = Answered::Unknown;
                    let bound = i128::from(bound);
                    if is_all && best.is_some_and(|best| if is_maximum { best > bound } else { best < bound })
                    {
                        return Err(format!(
                            "traced {traced}, {learning:?}: {best:?} is beyond the bound {bound}"
                        ));
                    }
                }
                _ if !is_all => answered = Answered::Unknown,
                Optimum::Optimal(value) if best == Some(value.into()) => {}
                Optimum::Infeasible if best.is_none() => {}
                other => return Err(format!("traced {traced}, {learning:?}: {other:?} and not {best:?}")),
            }
        }
    }
    Ok(answered)
}

#[test]
fn large_numbers_are_answered_as_by_brute_force() {
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000);
    let first = std::env::var("RESIDUA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (mut wrong, mut proved) = (Vec::new(), 0);
    for seed in first..first + cases {
        let file = Large::new(seed);
        match answer(&file) {
            Ok(answered) => proved += u64::from(answered == Answered::Proved),
            Err(mistake) => wrong.push(format!("{mistake}\nfile {seed}:\n{}", file.text())),
        }
    }
    let number = wrong.len();
    wrong.truncate(5);
    assert!(number == 0, "{number} of {cases} files, {proved} proved:\n{}", wrong.join("\n"));
    assert!(proved * 3 > cases * 2, "only {proved} of {cases} are proved");
}
