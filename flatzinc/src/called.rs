//! Named conditions: constraints of the library that are composed of several others, printed as calls of the file.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{AllOf, AnyOf, Auxiliaries, Condition, Constraint, Simplified, Statement, all_of};
use residua::engine::Poster;
use residua::model::{IntVar, IntView};
use residua::store::{Domains, Failure};

use crate::arguments::Arguments;
use crate::entity::{Bool, Entity, Int};
use crate::translate::Translation;

/// The constraint that a call of `name` is; one that is no other constraint of the catalogue is printed as that call.
pub(super) fn as_called(
    name: &str,
    given: Arguments<'_, '_>,
    made: Arc<dyn Constraint>,
    of: &Translation<'_>,
) -> Arc<dyn Constraint> {
    if !(made.as_any().is::<AllOf>() || made.as_any().is::<AnyOf>()) || made.scope().is_empty() {
        return made;
    }
    let entities: Result<Vec<Entity>, _> = (0..given.values.len()).map(|at| given.entity(at, of)).collect();
    let Ok(entities) = entities else { return made };
    let arguments = entities.into_iter().map(|entity| argument(entity.unpacked())).collect();
    let name = ["_int", "_bool"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    called(name, arguments, made).into_shared()
}

fn argument(entity: Entity) -> Argument {
    match entity {
        Entity::Int(int) => of_int(int),
        Entity::Bool(bool) => of_bool(bool),
        Entity::Set(set) => Argument::Text(format!("{{{set}}}")),
        Entity::Ints(ints) => Argument::List(ints.iter().map(|&int| of_int(int)).collect()),
        Entity::Bools(bools) => Argument::List(bools.iter().map(|&bool| of_bool(bool)).collect()),
        Entity::Sets(sets) => {
            Argument::List(sets.iter().map(|set| Argument::Text(format!("{{{set}}}"))).collect())
        }
        _ => Argument::List(Vec::new()),
    }
}

fn of_int(int: Int) -> Argument {
    match int {
        Int::Number(number) => Argument::Text(number.to_string()),
        Int::View(view) => Argument::View(view),
        Int::Wide(_) => unreachable!("invariant: what leaves 32 bits is no argument of these"),
    }
}

fn of_bool(bool: Bool) -> Argument {
    match bool {
        Bool::Known(known) => Argument::Text(known.to_string()),
        Bool::Atom(atom) => Argument::Condition(all_of([atom])),
    }
}

/// Other constraints under one name.
#[derive(Clone, Debug)]
struct Called {
    name: String,
    /// The arguments between the parentheses.
    arguments: Vec<Argument>,
    meaning: Arc<dyn Constraint>,
}

impl PartialEq for Called {
    fn eq(&self, other: &Called) -> bool {
        self.name == other.name && self.arguments == other.arguments && *self.meaning == *other.meaning
    }
}

/// An argument, as it is printed.
#[derive(Clone, Debug, PartialEq)]
enum Argument {
    /// A number or a set, as text.
    Text(String),
    /// A view.
    View(IntView),
    /// A condition.
    Condition(Condition),
    /// A list.
    List(Vec<Argument>),
}

impl Argument {
    fn views(&self) -> Vec<IntView> {
        match self {
            Argument::Text(_) => Vec::new(),
            Argument::View(view) => vec![*view],
            Argument::Condition(holds) => holds.scope(),
            Argument::List(list) => list.iter().flat_map(Argument::views).collect(),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Argument {
        match self {
            Argument::Text(text) => Argument::Text(text.clone()),
            Argument::View(view) => Argument::View(to(*view)),
            Argument::Condition(holds) => Argument::Condition(all_of([holds.map(to)])),
            Argument::List(list) => Argument::List(list.iter().map(|part| part.map(to)).collect()),
        }
    }

    fn text(&self, name: &dyn Fn(IntView) -> String) -> String {
        match self {
            Argument::Text(text) => text.clone(),
            Argument::View(view) => name(*view),
            Argument::Condition(holds) => (holds as &dyn Constraint).display_with(name).to_string(),
            Argument::List(list) => format!("[{}]", joined(list, name)),
        }
    }
}

fn joined(list: &[Argument], name: &dyn Fn(IntView) -> String) -> String {
    list.iter().map(|part| part.text(name)).collect::<Vec<_>>().join(", ")
}

/// The condition `meaning`, printed as `name(…)`.
fn called(name: &str, arguments: Vec<Argument>, meaning: Arc<dyn Constraint>) -> Called {
    Called { name: name.to_owned(), arguments, meaning }
}

impl Constraint for Called {
    fn name(&self) -> &'static str {
        self.meaning.name()
    }

    fn scope(&self) -> Vec<IntView> {
        let mut scope = self.meaning.scope();
        let views: Vec<IntView> = self.arguments.iter().flat_map(Argument::views).collect();
        for view in views.into_iter().filter(|view| view.scale() != 0) {
            if !scope.contains(&view) {
                scope.push(view);
            }
        }
        scope
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.meaning.check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.meaning.post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        self.meaning.simplify(domains)
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        self.meaning.truth(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let arguments = self.arguments.iter().map(|argument| argument.map(to)).collect();
        Arc::new(Called { name: self.name.clone(), arguments, meaning: self.meaning.map(to) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{}({})", self.name, joined(&self.arguments, name))
    }

    fn statement(&self) -> Option<Statement> {
        self.meaning.statement()
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        self.meaning.negation()
    }

    fn depth(&self) -> u32 {
        self.meaning.depth()
    }

    fn validate(&self) -> Result<(), String> {
        self.meaning.validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.meaning.validate_within(domains, name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        self.meaning.decompose(to)
    }
}
