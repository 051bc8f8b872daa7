//! Subproblems and reports that were changed on their way, or that no worker makes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use residua::constraints::sum;
use residua::inspect::Natural;
use residua::search::Limits;
use residua::subproblem::{Found, Merge, Question, Report, Subproblem, Task, Unmerged};

use crate::catalogue::{cases, mixed};
use crate::subproblems::{ordered, way};

proptest! {
    #![proptest_config(cases(400))]

    /// A line with another character is not read, or says the same.
    #[test]
    fn what_is_damaged_is_not_read(instance in mixed(), way in way(0), at in any::<prop::sample::Index>(), with in "[0-9a-z,\\]\\[]") {
        let model = instance.model();
        let objective = sum(model.vars().map(|var| 1 * var));
        for question in [
            Question::Solutions,
            Question::Count,
            Question::Marginals,
            Question::Domains,
            Question::Minimum(objective.clone()),
        ] {
            let task = Task::new(model.search(), question).expect("the objective is small").budget(way.budget);
            let unit = task.split(way.parts).expect("nothing is limited").remove(0);
            let report = task.worker().work(&unit, None, &Limits::none()).expect("nothing is limited");
            let damaged = |text: String| {
                let at = at.index(text.len());
                [&text[..at], &with, &text[at + 1..]].concat()
            };
            let text = damaged(serde_json::to_string(&report).expect("it can be written"));
            prop_assert!(serde_json::from_str::<Report>(&text).is_ok_and(|read| read == report) || serde_json::from_str::<Report>(&text).is_err(), "{}", text);
            let text = damaged(serde_json::to_string(&unit).expect("it can be written"));
            prop_assert!(serde_json::from_str::<Subproblem>(&text).map_or(true, |read| read == unit || !text.contains("\"digest\":")), "{}", text);
        }
    }
}

/// Reports that no worker makes, and that would be wrong or panic later.
#[test]
fn findings_that_do_not_fit() {
    let (model, xs) = ordered(3);
    let questions = || {
        [
            Question::Solutions,
            Question::FirstSolution,
            Question::Count,
            Question::Marginals,
            Question::Domains,
            Question::Minimum(sum([1 * xs[0]])),
        ]
    };
    let whole: Vec<Found> = questions()
        .into_iter()
        .map(|question| {
            let task = Task::new(model.search(), question).expect("the objective is small");
            let unit = task.split(1).expect("nothing is limited").remove(0);
            task.worker().work(&unit, None, &Limits::none()).expect("nothing is limited").found
        })
        .collect();
    let one = || Natural::ONE;
    let others = [
        Found::Solutions(vec![vec![1]]),
        Found::Solutions(vec![vec![1, 2, 3, 4]]),
        Found::Solutions(vec![vec![1, 2, 7]]),
        Found::Marginals(one(), Vec::new()),
        Found::Marginals(one(), vec![BTreeMap::new(); 4]),
        Found::Marginals(one(), vec![BTreeMap::from([(9, one())]); 3]),
        Found::Domains(Some(Vec::new())),
        Found::Domains(Some(vec![Vec::new(); 3])),
        Found::Domains(Some(vec![vec![(2, 1)]; 3])),
        Found::Domains(Some(vec![vec![(1, 7)]; 3])),
        Found::Best(Some((1, vec![1, 2]))),
        Found::Best(Some((1, vec![0, 1, 2]))),
    ];
    for (number, question) in questions().into_iter().enumerate() {
        let task = Task::new(model.search(), question.clone()).expect("the objective is small");
        let unit = task.split(1).expect("nothing is limited").remove(0);
        let report = task.worker().work(&unit, None, &Limits::none()).expect("nothing is limited");
        let mut merge = Merge::new(&task, vec![unit]);
        let is_list = |found: &Found| matches!(found, Found::Solutions(_));
        let of_others = whole
            .iter()
            .enumerate()
            .filter(|(other, found)| *other != number && !(is_list(found) && is_list(&report.found)));
        for found in of_others.map(|(_, found)| found).chain(&others) {
            assert!(!task.fits(found), "{question:?}: {found:?}");
            let refused = merge.add(Report { found: found.clone(), ..report.clone() });
            assert_eq!(refused, Err(Unmerged::Unfit), "{question:?}: {found:?}");
        }
        assert!(task.fits(&report.found) && merge.add(report).is_ok(), "{question:?}");
    }
}
