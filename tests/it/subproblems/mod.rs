//! Promise: a task that is split has the answer of one search, whatever becomes of its reports on the way, and says what is missing.
//!
//! | file | holds |
//! |---|---|
//! | `damaged.rs` | what was changed on its way, or what no worker makes |
//! | `known.rs` | exact domains that were found in parts |

mod damaged;
mod known;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use residua::constraints::{all_different, clause, lt, sum};
use residua::inspect::Natural;
use residua::model::{IntVar, Model};
use residua::search::{Learning, Limit, Limits, Random};
use residua::subproblem::{Answer, Found, Merge, NoReport, Question, Report, Subproblem, Task};

use crate::catalogue::{cases, mixed};
use crate::oracle;

/// What happens on the way.
#[derive(Clone, Copy, Debug)]
struct Way {
    parts: usize,
    budget: u64,
    learning: Learning,
    seed: u64,
    /// How many reports of a hundred are lost.
    lost: usize,
}

fn way(lost: usize) -> impl Strategy<Value = Way> {
    let learning = prop::sample::select(vec![Learning::Auto, Learning::On, Learning::Off]);
    (0..20usize, 1..40u64, learning, any::<u64>()).prop_map(move |(parts, budget, learning, seed)| Way {
        parts,
        budget,
        learning,
        seed,
        lost,
    })
}

/// As a file has it.
fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).expect("it can be written")).expect("it can be read")
}

/// Works on all subproblems in any order, by any worker, with reports that are shuffled, doubled and lost.
fn answer(model: &Model, question: Question, projection: Option<&[IntVar]>, way: Way) -> Answer {
    let mut random = Random::new(way.seed);
    let search = model.search().learn(way.learning);
    let search = projection.map_or(search.clone(), |vars| search.project(vars));
    let task = Task::new(search, question).expect("the objective is small").budget(way.budget);
    let units: Vec<Subproblem> = task.split(way.parts).expect("nothing is limited");
    let mut open: Vec<Subproblem> = sent(&units);
    let mut workers = [task.worker(), task.worker(), task.worker()];
    let (mut reports, mut best) = (Vec::new(), None);
    while !open.is_empty() {
        let unit = open.swap_remove(random.below(open.len()));
        let worker = &mut workers[random.below(3)];
        // What is known elsewhere comes late, or never.
        let incumbent = best.filter(|_| random.below(2) == 0);
        let report: Report = worker.work(&unit, incumbent, &Limits::none()).expect("nothing is limited");
        let again = workers[random.below(3)].work(&unit, incumbent, &Limits::none());
        assert_eq!(Ok(&report), again.as_ref(), "a report depends on the subproblem only");
        if let Found::Best(Some((value, _))) = &report.found {
            best = Some(*value);
        }
        open.extend(report.rest.iter().cloned());
        let copies = if random.below(100) < way.lost { 0 } else { 1 + random.below(3) };
        (0..copies).for_each(|_| reports.insert(random.below(reports.len() + 1), report.clone()));
    }
    let mut merge = Merge::new(&task, units);
    for report in &reports {
        merge.add(sent(report)).expect("it is of this task");
    }
    merge.answer()
}

fn exact(number: usize) -> Natural {
    Natural::from(number as u64)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn solutions(instance in mixed(), way in way(0)) {
        let (model, expected) = (instance.model(), oracle::solutions(&instance));
        let all = answer(&model, Question::Solutions, None, way);
        prop_assert!(all.is_complete());
        let Found::Solutions(found) = all.found else { panic!("solutions") };
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &expected);
        let first = answer(&model, Question::FirstSolution, None, way);
        prop_assert!(first.is_complete());
        let Found::Solutions(found) = first.found else { panic!("solutions") };
        prop_assert_eq!(found.len(), expected.len().min(1));
        prop_assert!(found.iter().all(|solution| expected.contains(solution)));
    }

    #[test]
    fn the_order_is_that_of_the_search(instance in mixed(), way in way(0)) {
        let model = instance.model();
        let way = Way { learning: Learning::Off, ..way };
        let Found::Solutions(found) = answer(&model, Question::Solutions, None, way).found else { panic!("solutions") };
        let vars: Vec<IntVar> = model.vars().collect();
        let order = |parts| {
            use residua::search::brancher::{ValueOrder, VariableOrder};
            let search = model.search().learn(Learning::Off).branch(&vars, VariableOrder::Input, ValueOrder::Ascending);
            let task = Task::new(search, Question::Solutions).expect("no objective").budget(way.budget);
            let units = task.split(parts).expect("nothing is limited");
            let mut merge = Merge::new(&task, units.clone());
            let (mut open, mut worker) = (units, task.worker());
            while let Some(unit) = open.pop() {
                let report = worker.work(&unit, None, &Limits::none()).expect("nothing is limited");
                open.extend(report.rest.iter().cloned());
                merge.add(report).expect("it is of this task");
            }
            merge.answer().found
        };
        prop_assert_eq!(order(1), order(way.parts));
        let mut sorted = found.clone();
        sorted.sort_unstable();
        let Found::Solutions(in_order) = order(way.parts) else { panic!("solutions") };
        prop_assert_eq!(in_order, sorted);
    }

    #[test]
    fn projections(instance in mixed(), bits in any::<u32>(), way in way(0)) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars: Vec<IntVar> = model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect();
        let of = |solution: &Vec<i32>| vars.iter().map(|var| solution[var.index()]).collect::<Vec<i32>>();
        let expected: BTreeSet<Vec<i32>> = all.iter().map(of).collect();
        let Found::Solutions(found) = answer(&model, Question::Solutions, Some(&vars), way).found else { panic!("solutions") };
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(&found.iter().map(of).collect::<BTreeSet<_>>(), &expected);
        let counted = answer(&model, Question::Count, Some(&vars), way);
        prop_assert_eq!(counted.found, Found::Count(exact(expected.len())));
        // Variables outside of the projection are not asked about.
        let Found::Domains(domains) = answer(&model, Question::Domains, Some(&vars), way).found else { panic!("domains") };
        prop_assert_eq!(domains.is_none(), all.is_empty());
        let domains = domains.unwrap_or_default();
        for var in vars.iter().filter(|_| !all.is_empty()) {
            let values: BTreeSet<i32> = all.iter().map(|solution| solution[var.index()]).collect();
            prop_assert_eq!(listed(&domains[var.index()]), values);
        }
    }

    #[test]
    fn counts_and_domains(instance in mixed(), way in way(0)) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        prop_assert_eq!(answer(&model, Question::Count, None, way).found, Found::Count(exact(all.len())));
        let by_var = |var: IntVar| {
            let mut numbers: BTreeMap<i32, Natural> = BTreeMap::new();
            for solution in &all {
                let number = numbers.entry(solution[var.index()]).or_default();
                *number = number.plus(&Natural::ONE);
            }
            numbers
        };
        let expected: Vec<_> = if all.is_empty() { Vec::new() } else { model.vars().map(by_var).collect() };
        let marginals = answer(&model, Question::Marginals, None, way).found;
        prop_assert_eq!(marginals, Found::Marginals(exact(all.len()), expected.clone()));
        let Found::Domains(domains) = answer(&model, Question::Domains, None, way).found else { panic!("domains") };
        prop_assert_eq!(domains.is_none(), all.is_empty());
        let domains = domains.unwrap_or_default();
        let found: Vec<BTreeSet<i32>> = domains.iter().map(|ranges| listed(ranges)).collect();
        let values: Vec<BTreeSet<i32>> = expected.iter().map(|numbers| numbers.keys().copied().collect()).collect();
        prop_assert_eq!(found, values);
    }

    #[test]
    fn optima(instance in mixed(), way in way(0), factors in prop::collection::vec(-2..=3i32, 4)) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let terms = model.vars().zip(factors.iter().cycle()).map(|(var, &factor)| factor * var);
        let objective = sum(terms);
        let value = |solution: &Vec<i32>| -> i64 {
            solution.iter().zip(factors.iter().cycle()).map(|(&value, &factor)| i64::from(value) * i64::from(factor)).sum()
        };
        for (question, expected) in [
            (Question::Minimum(objective.clone()), all.iter().map(value).min()),
            (Question::Maximum(objective.clone()), all.iter().map(value).max()),
        ] {
            let best = answer(&model, question, None, way);
            prop_assert!(best.is_complete());
            let Found::Best(found) = best.found else { panic!("a best value") };
            prop_assert_eq!(found.as_ref().map(|(value, _)| *value), expected);
            if let Some((best, solution)) = found {
                prop_assert!(all.contains(&solution) && value(&solution) == best);
            }
        }
    }

    /// Nothing is said to be complete where a report is missing that could change the answer.
    #[test]
    fn what_is_lost_is_told(instance in mixed(), way in way(30), factors in prop::collection::vec(-2..=3i32, 4)) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let some = answer(&model, Question::Solutions, None, way);
        let Found::Solutions(found) = &some.found else { panic!("solutions") };
        prop_assert_eq!(some.is_complete(), some.missing.is_empty());
        prop_assert!(!some.is_complete() || found.len() == all.len());
        prop_assert!(found.iter().all(|solution| all.contains(solution)));
        let some = answer(&model, Question::Count, None, way);
        let Found::Count(number) = &some.found else { panic!("a number") };
        prop_assert!(*number <= exact(all.len()) && (!some.is_complete() || *number == exact(all.len())));
        let terms = model.vars().zip(factors.iter().cycle()).map(|(var, &factor)| factor * var);
        let best = answer(&model, Question::Minimum(sum(terms)), None, way);
        let value = |solution: &Vec<i32>| -> i64 {
            solution.iter().zip(factors.iter().cycle()).map(|(&value, &factor)| i64::from(value) * i64::from(factor)).sum()
        };
        if best.is_complete() {
            let Found::Best(found) = best.found else { panic!("a best value") };
            prop_assert_eq!(found.map(|(value, _)| value), all.iter().map(value).min());
        }
    }
}

fn listed(ranges: &[(i32, i32)]) -> BTreeSet<i32> {
    ranges.iter().flat_map(|&(low, high)| low..=high).collect()
}

fn ordered(size: usize) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", size, 1..=6);
    model.post(all_different(&xs)).expect("it fits");
    (model, xs)
}

#[test]
fn what_is_of_another_task_is_refused() {
    let (model, xs) = ordered(5);
    let (mut other, ys) = ordered(5);
    other.post(lt(ys[0], ys[1])).expect("it fits");
    let task = |model, question| Task::new(Model::search(model), question).expect("no objective");
    let own = task(&model, Question::Count);
    let same = ordered(5).0;
    assert_eq!(own.digest(), task(&same, Question::Count).digest(), "whenever the model was made");
    let units = own.split(7).expect("nothing is limited");
    assert_eq!(units, task(&same, Question::Count).split(7).expect("nothing is limited"));
    assert_eq!(
        units,
        task(&model, Question::Domains).split(7).expect("nothing is limited"),
        "whatever is asked"
    );
    let few = own.clone().budget(1);
    let report = few.worker().work(&units[0], None, &Limits::none()).expect("it is its own");
    let others = [
        task(&other, Question::Count),
        Task::new(model.search().project(&xs[..2]), Question::Count).expect("no objective"),
        Task::new(model.search().learn(Learning::On), Question::Count).expect("no objective"),
    ];
    for other in others {
        let refused = other.worker().work(&units[0], None, &Limits::none());
        let Err(NoReport::Foreign(foreign)) = refused else { panic!("it is of another search") };
        assert_eq!((foreign.expected, foreign.found), (other.search_digest(), own.search_digest()));
        assert!(Merge::new(&other, Vec::new()).add(report.clone()).is_err());
    }
    for other in [task(&model, Question::Solutions), own] {
        assert!(other.worker().work(&units[0], None, &Limits::none()).is_ok());
        // What is left of another task.
        assert!(other.worker().work(&report.rest[0], None, &Limits::none()).is_err());
        assert!(Merge::new(&other, units.clone()).add(report.clone()).is_err());
    }
}

/// A model without variables has one solution, or none.
#[test]
fn nothing_to_decide() {
    let way = Way { parts: 4, budget: 3, learning: Learning::Auto, seed: 1, lost: 0 };
    for has_solution in [true, false] {
        let mut model = Model::new();
        if !has_solution {
            model.post(clause([])).expect("an empty clause can be posted");
        }
        let number = exact(usize::from(has_solution));
        let solutions = vec![Vec::new(); usize::from(has_solution)];
        for (question, expected) in [
            (Question::Domains, Found::Domains(has_solution.then(Vec::new))),
            (Question::Count, Found::Count(number.clone())),
            (Question::Marginals, Found::Marginals(number.clone(), Vec::new())),
            (Question::Solutions, Found::Solutions(solutions.clone())),
            (Question::FirstSolution, Found::Solutions(solutions.clone())),
        ] {
            let answer = answer(&model, question.clone(), None, way);
            assert!(answer.is_complete());
            assert_eq!(answer.found, expected, "{question:?}");
        }
    }
}

/// What is not valid is refused, and does not panic.
#[test]
fn what_is_made_up_is_refused() {
    let (model, _) = ordered(4);
    let task = Task::new(model.search(), Question::Solutions).expect("no objective");
    let digest = task.search_digest();
    let unit = |atoms: &str| -> Subproblem {
        let text = format!(r#"{{"task":"{digest}","id":[0],"parts":1,"atoms":{atoms}}}"#);
        serde_json::from_str(&text).expect("it can be read")
    };
    let work = |atoms| task.worker().work(&unit(atoms), None, &Limits::none());
    assert_eq!(work(r#"[[99,"=",1]]"#), Err(NoReport::Unknown));
    let none = work(r#"[[0,"=",1],[0,"=",2]]"#).expect("it has no solution");
    assert_eq!((none.found, none.rest.len()), (Found::Solutions(Vec::new()), 0));
    let ends = r#"[[0,"<=",2147483647],[1,">=",-2147483648],[2,"!=",2147483647],[3,"=",6]]"#;
    assert!(
        work(ends).is_ok_and(|report| matches!(report.found, Found::Solutions(found) if found.len() == 60))
    );
    for (digest, relation) in [(r#""0123456789abcdef""#, "<"), (r#""0123""#, "="), ("1", "=")] {
        let text = format!(r#"{{"task":{digest},"id":[0],"parts":1,"atoms":[[0,"{relation}",1]]}}"#);
        assert!(serde_json::from_str::<Subproblem>(&text).is_err(), "{text}");
    }
}

/// A list that has lost some of its subproblems is not taken for the whole, whatever is reported.
#[test]
fn a_list_that_is_not_whole_is_known() {
    let (model, _) = ordered(6);
    let task = Task::new(model.search(), Question::Count).expect("no objective");
    let units = task.split(8).expect("nothing is limited");
    assert!(units.iter().zip(0..).all(|(unit, number)| (unit.parts(), unit.id()) == (8, &[number][..])));
    let answer = |units: Vec<Subproblem>| {
        let mut merge = Merge::new(&task, units.clone());
        let mut worker = task.worker();
        for unit in &units {
            let report = worker.work(unit, None, &Limits::none()).expect("nothing is limited");
            merge.add(report).expect("it is of this task");
        }
        merge.answer()
    };
    let whole = answer(units.clone());
    assert!(whole.is_complete() && whole.absent.is_empty());
    for kept in 0..(1 << 8) - 1 {
        let some = (0..8).filter(|number| kept >> number & 1 == 1).map(|number| units[number].clone());
        let answer = answer(some.collect());
        let absent: Vec<u32> = answer.absent.iter().cloned().flatten().collect();
        let lost = (0..8).filter(|number| kept >> number & 1 == 0);
        let expected: Vec<u32> = if kept == 0 { vec![0] } else { lost.collect() };
        assert_eq!((answer.is_complete(), absent), (false, expected), "{kept:b}");
    }
    // There is always one, also where there is no solution.
    let mut none = Model::new();
    let x = none.int_var(0..=1);
    none.post(lt(x, 0)).expect("the numbers are small");
    let task = Task::new(none.search(), Question::Count).expect("no objective");
    let units = task.split(8).expect("nothing is limited");
    assert_eq!((units.len(), units[0].depth(), units[0].parts()), (1, 0, 1));
    assert!(!Merge::new(&task, Vec::new()).answer().is_complete());
}

#[test]
fn a_limit_of_the_caller_leaves_no_report() {
    let (model, _) = ordered(6);
    let task = Task::new(model.search(), Question::Solutions).expect("no objective");
    let unit = task.split(1).expect("nothing is limited").remove(0);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stopped = task.worker().work(&unit, None, &Limits::none().stop(stop));
    assert_eq!(stopped, Err(NoReport::Stopped(Limit::Stop)));
}
