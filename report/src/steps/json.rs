//! Steps as JSON: the contract of `docs/json.md`.

use residua_sudoku::steps::{Board, Candidate, Premise, Rules, Step};
use serde_json::{Value, json};

/// A step, found in this state.
pub(super) fn step(step: &Step, board: &Board) -> Value {
    let rules = board.rules();
    json!({
        "cost": step.cost.value(),
        "technique": step.technique.to_string(),
        "assumes_unique": step.technique.assumes_unique(),
        "sentence": step.sentence(rules),
        "premises": step.premises.iter().map(|premise| of_premise(premise, rules)).collect::<Vec<_>>(),
        "placements": facts(&step.placements, rules),
        "eliminations": facts(&step.eliminations, rules),
        "chains": step.chains.iter().map(|chain| {
            chain.iter().map(|statement| {
                let (cell, value) = named(statement.candidate, rules);
                json!({ "cell": cell, "value": value, "is": statement.is_on })
            }).collect::<Vec<_>>()
        }).collect::<Vec<_>>(),
    })
}

fn named(candidate: Candidate, rules: &Rules) -> (&str, i32) {
    (rules.name(candidate.cell), rules.values()[candidate.value])
}

fn facts(candidates: &[Candidate], rules: &Rules) -> Vec<Value> {
    let fact = |&candidate: &Candidate| {
        let (cell, value) = named(candidate, rules);
        json!({ "cell": cell, "value": value })
    };
    candidates.iter().map(fact).collect()
}

/// The numbers in a set of the first 64.
fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |number| set >> number & 1 == 1)
}

fn of_premise(premise: &Premise, rules: &Rules) -> Value {
    match *premise {
        Premise::Cell { cell, values } => {
            let values: Vec<i32> = members(values).map(|value| rules.values()[value]).collect();
            json!({ "cell": rules.name(cell), "values": values })
        }
        Premise::Place { scope, value, places } => {
            let scope = &rules.scopes()[scope];
            let cells: Vec<&str> = members(places).map(|place| rules.name(scope.cells[place])).collect();
            json!({ "house": scope.name, "value": rules.values()[value], "cells": cells })
        }
        Premise::Other(number) => json!({ "rule": rules.others().nth(number).unwrap_or_default() }),
    }
}
