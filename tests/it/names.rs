//! Promise: whatever variables are called, in what is written of a model all names differ.

use proptest::prelude::*;
use residua::constraints::lt;
use residua::model::{IntVar, Model};
use residua_encode::prolog;
use std::collections::BTreeSet;

use crate::catalogue::cases;

/// Names that clash with each other, with those of arrays, with those of variables without a name, and with those
/// that make them differ.
fn names() -> impl Strategy<Value = Vec<Option<&'static str>>> {
    let name = prop::sample::select(vec!["x", "X", "x[0]", "x[1]", "x1", "x3", "x#2", "x_2", "", "ü"]);
    prop::collection::vec(prop::option::of(name), 0..=9)
}

fn model(names: &[Option<&str>]) -> Model {
    let mut model = Model::new();
    let _ = model.int_vars("x", 2, 0..=2);
    for name in names {
        let _ = match name {
            Some(name) => model.named_var(name, 0..=2),
            None => model.int_var(0..=2),
        };
    }
    let vars: Vec<IntVar> = model.vars().collect();
    for pair in vars.windows(2) {
        let _ = model.post(lt(pair[0], pair[1])).expect("the model's own variables");
    }
    model
}

fn is_distinct(names: &[String]) -> bool {
    names.iter().collect::<BTreeSet<_>>().len() == names.len()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn are_made_to_differ(names in names()) {
        let model = model(&names);
        let known = model.distinct_names();
        prop_assert!(is_distinct(&known), "{:?}", known);
        prop_assert!(is_distinct(&prolog::names(&model)));
        // The first of a name keeps it.
        for (at, var) in model.vars().enumerate() {
            let first = model.vars().find(|&other| model.name(other) == model.name(var));
            if first == Some(var) && !model.name(var).contains('#') {
                prop_assert_eq!(&known[at], &model.name(var));
            }
        }
        let text = model.to_string();
        let lines: Vec<&str> = text.lines().collect();
        for (at, name) in known.iter().enumerate() {
            prop_assert_eq!(lines[at], format!("{name} in 0..2"));
        }
        for (at, pair) in known.windows(2).enumerate() {
            prop_assert_eq!(lines[known.len() + at], format!("{} < {}", pair[0], pair[1]));
        }
        let program = prolog::program(&model).expect("it says what it means");
        for (name, variable) in known.iter().zip(prolog::names(&model)) {
            prop_assert!(program.contains(&format!("'{name}'={variable}")), "{} in {}", name, program);
        }
        for var in model.vars() {
            let is_shared = model.vars().filter(|&other| model.name(other) == model.name(var)).count() > 1;
            match model.var_named(&model.name(var)) {
                Ok(found) => prop_assert!(found == var && !is_shared),
                Err(error) => {
                    prop_assert!(is_shared);
                    let said = format!("{} is the name of several variables", model.name(var));
                    prop_assert_eq!(error.to_string(), said);
                }
            }
        }
    }
}
