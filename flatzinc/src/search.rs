//! Search annotations of the solve item.
//!
//! | annotation | means |
//! |---|---|
//! | `seq_search([…])` | one after another, to any depth |
//! | `int_search(xs, order, choice, complete)`, `bool_search` | decide these in a [`VariableOrder`] and a [`ValueOrder`]; Booleans are false before true |
//! | `warm_start(xs, vs)`, `warm_start_array([…])` | try these values first; outside of `seq_search` before everything else |
//! | `restart_none`, `restart_constant(s)`, `restart_linear(s)`, `restart_luby(s)`, `restart_geometric(b, s)` | restart, after failures |
//!
//! Numbers, and constant Booleans, are passed over. All other annotations do not change what a solution is:
//! they are reported, and ignored. So are those above with an unknown order or argument. What no annotation decides is decided last, see
//! [`Problem::search`](crate::Problem::search).

use residua::model::{IntAtom, IntVar};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Restarts, Search};

use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::syntax::{Call, Value};
use crate::translate::Translation;

/// What the annotations of a solve item ask for.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The values to be tried before anything else.
    guesses: Vec<IntAtom>,
    steps: Vec<Step>,
    pub(super) restarts: Option<Restarts>,
    /// What is ignored of them.
    pub(super) notes: Vec<String>,
}

/// A part of the search that is finished before the next one begins.
#[derive(Clone, Debug)]
enum Step {
    Ints(Vec<IntVar>, VariableOrder, ValueOrder),
    Atoms(Vec<IntAtom>, VariableOrder, ValueOrder),
}

impl Plan {
    /// The plan of these annotations, which start at that byte.
    pub(super) fn of<'a>(
        annotations: &[Value<'a>],
        at: usize,
        translation: &Translation<'a>,
    ) -> Result<Plan, FlatZincError> {
        let mut reader = Reader { plan: Plan::default(), translation, at };
        for annotation in annotations {
            reader.read(annotation, true)?;
        }
        Ok(reader.plan)
    }

    /// Whether it leaves all decisions to others.
    pub(super) fn decides_nothing(&self) -> bool {
        self.steps.is_empty()
    }

    /// Tries the values to be tried before anything else.
    pub(super) fn guess<'m>(&self, search: Search<'m>) -> Search<'m> {
        if self.guesses.is_empty() {
            return search;
        }
        search.brancher(guess(&self.guesses))
    }

    /// Takes the decisions, with random orders by that seed.
    pub(super) fn decide<'m>(&self, mut search: Search<'m>, seed: u64) -> Search<'m> {
        for (step, at) in self.steps.iter().zip(0_u64..) {
            let seed = seed.wrapping_add(at);
            search = match step {
                Step::Ints(vars, variables, values) => {
                    search.brancher(Ordered::new(vars, *variables, seeded(*values, seed)))
                }
                Step::Atoms(atoms, variables, values) => {
                    search.brancher(Ordered::new(atoms, *variables, seeded(*values, seed)))
                }
            };
        }
        search
    }

    fn add(&mut self, step: Step) {
        // One after another in the given order is the same as all of them in that order.
        match (self.steps.last_mut(), &step) {
            (
                Some(Step::Ints(vars, VariableOrder::Input, values)),
                Step::Ints(more, VariableOrder::Input, others),
            ) if values == others => vars.extend(more),
            (
                Some(Step::Atoms(atoms, VariableOrder::Input, values)),
                Step::Atoms(more, VariableOrder::Input, others),
            ) if values == others => atoms.extend(more),
            _ => self.steps.push(step),
        }
    }
}

/// Makes each atom true that can be.
fn guess(atoms: &[IntAtom]) -> Ordered<IntAtom> {
    Ordered::new(atoms, VariableOrder::Input, ValueOrder::Descending)
}

fn seeded(values: ValueOrder, seed: u64) -> ValueOrder {
    match values {
        ValueOrder::Random(_) => ValueOrder::Random(seed),
        ValueOrder::RandomBisect(_) => ValueOrder::RandomBisect(seed),
        ValueOrder::ExcludeRandom(_) => ValueOrder::ExcludeRandom(seed),
        others => others,
    }
}

fn variable_order(name: &str) -> Option<VariableOrder> {
    Some(match name {
        "input_order" => VariableOrder::Input,
        "first_fail" => VariableOrder::FirstFail,
        "anti_first_fail" => VariableOrder::AntiFirstFail,
        "smallest" => VariableOrder::Smallest,
        "largest" => VariableOrder::Largest,
        "occurrence" => VariableOrder::Occurrence,
        "most_constrained" => VariableOrder::MostConstrained,
        "max_regret" => VariableOrder::MaxRegret,
        "dom_w_deg" => VariableOrder::DomWdeg,
        "impact" => VariableOrder::Impact,
        _ => return None,
    })
}

fn value_order(name: &str) -> Option<ValueOrder> {
    Some(match name {
        "indomain" | "indomain_min" => ValueOrder::Ascending,
        "indomain_max" => ValueOrder::Descending,
        "indomain_median" => ValueOrder::Median,
        "indomain_middle" => ValueOrder::Middle,
        "indomain_random" => ValueOrder::Random(0),
        "indomain_split" => ValueOrder::Bisect,
        "indomain_reverse_split" => ValueOrder::ReverseBisect,
        "indomain_split_random" => ValueOrder::RandomBisect(0),
        "indomain_interval" => ValueOrder::Interval,
        "outdomain_min" => ValueOrder::ExcludeMin,
        "outdomain_max" => ValueOrder::ExcludeMax,
        "outdomain_median" => ValueOrder::ExcludeMedian,
        "outdomain_random" => ValueOrder::ExcludeRandom(0),
        _ => return None,
    })
}

/// A plan that is being read.
struct Reader<'t, 'a> {
    plan: Plan,
    translation: &'t Translation<'a>,
    /// Where the solve item starts, in bytes.
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    fn read(&mut self, annotation: &Value<'a>, is_outermost: bool) -> Result<(), FlatZincError> {
        let (name, arguments): (&str, &[Value<'a>]) = match annotation {
            Value::Name(name) => (name, &[]),
            Value::Call(call) => (call.name, &call.arguments),
            other => {
                self.ignore(&format!("{other} is not an annotation"));
                return Ok(());
            }
        };
        match (name, arguments) {
            ("seq_search", [Value::Array(parts)]) => {
                parts.iter().try_for_each(|part| self.read(part, false))?;
            }
            ("warm_start_array", [Value::Array(parts)]) => {
                parts.iter().try_for_each(|part| self.read(part, is_outermost))?;
            }
            ("int_search" | "bool_search", [subjects, variables, values, rest @ ..]) if rest.len() <= 1 => {
                self.decisions(name, subjects, [variables, values])?;
                if let [exploration] = rest
                    && *exploration != Value::Name("complete")
                {
                    self.ignore(&format!("{exploration} of {name}: every search is complete"));
                }
            }
            ("warm_start", [subjects, values]) => self.guesses(subjects, values, is_outermost)?,
            ("restart_none", []) => self.plan.restarts = None,
            ("restart_constant" | "restart_linear" | "restart_luby" | "restart_geometric", _) => {
                self.restarts(name, arguments);
            }
            (
                "seq_search" | "warm_start_array" | "int_search" | "bool_search" | "warm_start"
                | "restart_none",
                _,
            ) => self.ignore(&format!("{name} has other arguments than these: {annotation}")),
            (
                "set_search" | "float_search" | "relax_and_reconstruct" | "priority_search" | "on_restart",
                _,
            ) => {
                self.ignore(&format!("{name} is not supported"));
            }
            _ => self.ignore(&format!("the annotation {name} is not known")),
        }
        Ok(())
    }

    fn ignore(&mut self, what: &str) {
        self.plan.notes.push(format!("{what}; ignored, as annotations of a search may be"));
    }

    /// `int_search(subjects, variables, values, …)`, and of Booleans.
    fn decisions(
        &mut self,
        name: &str,
        subjects: &Value<'a>,
        orders: [&Value<'a>; 2],
    ) -> Result<(), FlatZincError> {
        let entity = self.translation.entity(subjects, self.at)?.unpacked();
        let known = orders.map(|order| if let Value::Name(name) = order { *name } else { "" });
        let (Some(variables), Some(values)) = (variable_order(known[0]), value_order(known[1])) else {
            let unknown = if variable_order(known[0]).is_none() { orders[0] } else { orders[1] };
            self.ignore(&format!("the order {unknown} of {name} is not known"));
            return Ok(());
        };
        match entity {
            Entity::Ints(ints) => {
                self.plan.add(Step::Ints(ints.iter().filter_map(var).collect(), variables, values));
            }
            Entity::Bools(bools) => {
                let atoms: Vec<IntAtom> = bools.iter().filter_map(atom).collect();
                let as_var = |bool: &Bool| self.translation.zero_one(*bool);
                let vars: Vec<IntVar> = bools.iter().filter_map(as_var).collect();
                self.plan.add(if vars.len() == atoms.len() {
                    Step::Ints(vars, variables, values)
                } else {
                    Step::Atoms(atoms, variables, values)
                });
            }
            Entity::Empty => {}
            other => self.ignore(&format!("{name} of {}, not of an array of variables", other.kind())),
        }
        Ok(())
    }

    /// `warm_start(subjects, values)`.
    fn guesses(
        &mut self,
        subjects: &Value<'a>,
        values: &Value<'a>,
        is_outermost: bool,
    ) -> Result<(), FlatZincError> {
        let [subjects, values] =
            [subjects, values].map(|value| self.translation.entity(value, self.at).map(Entity::unpacked));
        let atoms: Vec<IntAtom> = match (subjects?, values?) {
            (Entity::Ints(ints), Entity::Ints(values)) => {
                let guess = |(int, value): (&Int, &Int)| match (var(int), value) {
                    (Some(var), Int::Number(value)) => i32::try_from(*value).ok().map(|value| var.is(value)),
                    _ => None,
                };
                ints.iter().zip(&*values).filter_map(guess).collect()
            }
            (Entity::Bools(bools), Entity::Bools(values)) => {
                let guess = |(bool, value): (&Bool, &Bool)| match (atom(bool), value) {
                    (Some(atom), Bool::Known(value)) => Some(if *value { atom } else { !atom }),
                    _ => None,
                };
                bools.iter().zip(&*values).filter_map(guess).collect()
            }
            (Entity::Empty, _) | (_, Entity::Empty) => Vec::new(),
            (subjects, values) => {
                self.ignore(&format!("warm_start of {} by {}", subjects.kind(), values.kind()));
                return Ok(());
            }
        };
        if is_outermost {
            self.plan.guesses.extend(atoms);
        } else if !atoms.is_empty() {
            self.plan.add(Step::Atoms(atoms, VariableOrder::Input, ValueOrder::Descending));
        }
        Ok(())
    }

    fn restarts(&mut self, name: &str, arguments: &[Value<'a>]) {
        let scale = |value: &Value<'a>| match value {
            Value::Int(scale) => u64::try_from(*scale).ok(),
            _ => None,
        };
        let restarts = match (name, arguments) {
            ("restart_constant", [by]) => scale(by).map(Restarts::Constant),
            ("restart_linear", [by]) => scale(by).map(Restarts::Linear),
            ("restart_luby", [by]) => scale(by).map(Restarts::Luby),
            ("restart_geometric", [base, by]) => {
                let base = match base {
                    Value::Int(base) => Some(*base as f64),
                    Value::Float(base) => base.parse().ok(),
                    _ => None,
                };
                base.zip(scale(by)).map(|(base, scale)| Restarts::Geometric { base, scale })
            }
            _ => None,
        };
        if restarts.is_none() {
            let call = Call { name, arguments: arguments.into() };
            self.ignore(&format!("{name} has other arguments than these: {}", Value::Call(Box::new(call))));
            return;
        }
        self.plan.restarts = restarts;
    }
}

/// The variable that an integer is; what is more than a variable is left to those that decide the rest.
fn var(int: &Int) -> Option<IntVar> {
    match int {
        Int::View(view) if view.is_plain() => Some(view.var),
        _ => None,
    }
}

fn atom(bool: &Bool) -> Option<IntAtom> {
    match bool {
        Bool::Atom(atom) => Some(*atom),
        Bool::Known(_) => None,
    }
}
