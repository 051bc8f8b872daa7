//! Translation of the items of a file into a model.
//!
//! A Boolean variable is an atom. Where a constraint states that one is true exactly where a variable has a value, or is within a bound,
//! it is that atom, and neither a variable nor a propagator is made for it; where an integer is defined to be 1 exactly where a Boolean
//! is true, both are one variable. All other Booleans are variables with the values 0 and 1.

use std::collections::BTreeMap;
use std::sync::Arc;

use residua::constraints::{Constraint as _, Rows};
use residua::domain::Domain;
use residua::model::{ConstraintId, IntAtom, IntVar, Model};
use residua::store::Relation;

use crate::assume;
use crate::bounds::{Bounds, is_unbounded};
use crate::default_bounds::DefaultBounds;
use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::floats::Scales;
use crate::introduced::Introduced;
use crate::naming;
use crate::roles::{Role, Roles};
use crate::syntax::{Declaration, Kind, Program, Value};
use crate::widths::Widths;

/// What a model is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Use {
    /// To be solved: a Boolean may be an atom by any constraint.
    Solve,
    /// To be inspected: each constraint of the modeller is one of the model.
    Inspect,
}

/// A model that is being made.
pub(super) struct Translation<'a> {
    pub(super) text: &'a str,
    pub(super) model: Model,
    pub(super) entities: BTreeMap<&'a str, Entity>,
    /// The names of variables in reports, where they differ from the file.
    names: BTreeMap<&'a str, String>,
    /// The constraints of the file that are some of the model, by their numbers there.
    pub(super) origins: Vec<(ConstraintId, usize)>,
    /// By atom: the variable that is 1 where the atom is true.
    pub(super) truths: BTreeMap<(usize, Relation, i32), IntVar>,
    /// By constraint, name of an array, and width: the rows of a table.
    pub(super) rows: BTreeMap<(&'a str, &'a str, usize), Arc<Rows>>,
    /// Whether what is translated is a part of a condition, for which no variable may be made that it does not determine.
    pub(super) is_condition: bool,
    /// What the file assumes: what it is called there, and the constraint that it is true.
    pub(super) assumptions: Vec<(String, ConstraintId)>,
    /// What a reader should know.
    pub(super) notes: Vec<String>,
    /// What the constraints say of the values of variables: found where it is needed.
    pub(super) bounds: Option<Bounds<'a>>,
    /// Whether the domains of all variables are as they say.
    pub(super) is_tight: bool,
    pub(super) invented: DefaultBounds,
    /// Sets with names, as they are written.
    pub(super) sets: BTreeMap<&'a str, Kind>,
    /// Which variables leave 32 bits, and may.
    pub(super) widths: Widths<'a>,
    /// What stands for floating-point numbers.
    pub(super) scales: Scales<'a>,
}

/// The most elements of arrays that a file may declare without listing them.
const MOST_ELEMENTS: usize = 1 << 20;

impl<'a> Translation<'a> {
    /// The model of a program.
    pub(super) fn of(
        text: &'a str,
        (program, scales): (&Program<'a>, Scales<'a>),
        use_of: Use,
    ) -> Result<Translation<'a>, FlatZincError> {
        let bounds = program.declarations.iter().any(is_unbounded).then(|| Bounds::of(program));
        Translation::within(text, (program, scales), bounds, use_of, false)
    }

    /// The model of a program, with these bounds of variables without any; where all domains are said to be tight, none is made tighter.
    pub(super) fn within(
        text: &'a str,
        (program, scales): (&Program<'a>, Scales<'a>),
        bounds: Option<Bounds<'a>>,
        use_of: Use,
        is_tight: bool,
    ) -> Result<Translation<'a>, FlatZincError> {
        let introduced = Introduced::of(program);
        let widths = Widths::of(program, bounds.as_ref());
        let roles = Roles::of(program, (use_of == Use::Inspect).then_some(&introduced), &widths);
        let mut translation = Translation {
            text,
            model: Model::new(),
            entities: BTreeMap::new(),
            names: naming::names(program, roles.truths(), &scales),
            origins: Vec::new(),
            truths: BTreeMap::new(),
            rows: BTreeMap::new(),
            is_condition: false,
            assumptions: Vec::new(),
            notes: scales.note().into_iter().collect(),
            bounds,
            is_tight,
            invented: DefaultBounds::default(),
            sets: BTreeMap::new(),
            widths,
            scales,
        };
        for declaration in program.declarations.iter().filter(|declaration| !declaration.is_var) {
            translation.declare(declaration, &roles)?;
        }
        // Integers before Booleans, which may be atoms of them, and single ones before arrays.
        for pass in [false, true] {
            let is_of_pass = |item: &&Declaration<'a>| {
                item.is_var && item.array.is_none() && (item.kind == Kind::Bool) == pass
            };
            for declaration in program.declarations.iter().filter(is_of_pass) {
                translation.declare(declaration, &roles)?;
            }
        }
        for declaration in program.declarations.iter().filter(|item| item.is_var && item.array.is_some()) {
            translation.declare(declaration, &roles)?;
        }
        for (at, constraint) in program.constraints.iter().enumerate() {
            if roles.says_all_of(at) {
                continue;
            }
            if constraint.name == assume::NAME {
                translation.assume(program, at, constraint)?;
                continue;
            }
            if let Err(error) = translation.post(constraint) {
                // Values that the constraints exclude may be all that leaves 32 bits.
                if !translation.tighten(program) {
                    return Err(error);
                }
                translation.post(constraint)?;
            }
            // What a constraint needs comes before it.
            let last = translation.model.constraints().len().saturating_sub(1);
            translation.origins.push((ConstraintId::new(last), at));
        }
        if translation.is_contradictory() {
            let at = program.solve.at;
            translation.add(Bool::Known(false).holds(), at)?;
        }
        let notes = translation.invented.notes(&translation.model);
        translation.notes.extend(notes);
        Ok(translation)
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> FlatZincError {
        FlatZincError::at(self.text, at, message)
    }

    fn declare(&mut self, item: &Declaration<'a>, roles: &Roles<'a>) -> Result<(), FlatZincError> {
        if item.is_var && matches!(item.kind, Kind::SetOfInt(_)) {
            return Err(self.error(
                item.at,
                format!(
                    "{} is a set variable, which is not supported: MiniZinc's nosets.mzn replaces it",
                    item.name
                ),
            ));
        }
        let _ = match &item.value {
            Some(Value::Range(low, high)) => self.sets.insert(item.name, Kind::Range(*low, *high)),
            Some(Value::Set(values)) => self.sets.insert(item.name, Kind::Set(values.clone())),
            _ => None,
        };
        let entity = match (&item.value, item.array) {
            (Some(value), None) => self.defined(item, value)?,
            (Some(value), Some(_)) => self.array(item, value)?,
            (None, None) if item.is_var => match self.wide(item)? {
                Some(wide) => Entity::Int(wide),
                None => self.fresh(item, roles),
            },
            (None, Some(Some(count))) if item.is_var && count <= MOST_ELEMENTS => {
                let (domain, is_default) = self.values(item);
                let vars = self.model.int_vars(item.name, count, &domain);
                if is_unbounded(item) {
                    let is_wide = item.kind != Kind::Int;
                    for (at, &var) in vars.iter().enumerate() {
                        self.invented.add(var, &format!("{}[{}]", item.name, at + 1), is_wide, is_default);
                    }
                }
                match item.kind {
                    Kind::Bool => Entity::Bools(vars.iter().map(|var| Bool::Atom(var.is(1))).collect()),
                    _ => Entity::Ints(vars.iter().map(|var| Int::View(var.view())).collect()),
                }
            }
            _ => return Err(self.error(item.at, format!("{} has no value", item.name))),
        };
        if self.entities.insert(item.name, entity).is_some() {
            return Err(self.error(item.at, format!("{} is declared twice", item.name)));
        }
        Ok(())
    }

    /// A variable without a value.
    fn fresh(&mut self, item: &Declaration<'a>, roles: &Roles<'a>) -> Entity {
        if item.kind != Kind::Bool {
            let (mut domain, is_default) = self.values(item);
            if roles.is_truth(item.name) {
                domain = domain.intersect(&Domain::from(0..=1));
            }
            let var = self.named(item.name, domain);
            if is_unbounded(item) && !roles.is_truth(item.name) {
                self.invented.add(var, item.name, item.kind != Kind::Int, is_default);
            }
            return Entity::Int(Int::View(var.view()));
        }
        let (of, relation, value) = match roles.role(item.name) {
            Some(Role::SameAs(integer)) => (integer, Relation::Eq, 1),
            Some(Role::Atom { of, relation, value }) => (of, relation, value),
            None => return Entity::Bool(Bool::Atom(self.named(item.name, 0..=1).is(1))),
        };
        let atom = match self.entities.get(of) {
            Some(Entity::Int(Int::View(view))) => IntAtom::new(view.var, relation, value),
            _ => unreachable!(
                "invariant: a Boolean is an atom only of a variable without a value, declared before"
            ),
        };
        Entity::Bool(Bool::Atom(atom))
    }

    /// A variable, by the name that it has in reports.
    fn named(&mut self, name: &str, domain: impl Into<Domain>) -> IntVar {
        let shown = self.names.get(name).map_or(name, String::as_str);
        self.model.named_var(shown, domain)
    }

    /// What a variable is called in reports.
    pub(super) fn shown_name<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// What is declared to be equal to something: its values are restricted to those of its type.
    fn defined(&mut self, item: &Declaration<'a>, value: &Value<'a>) -> Result<Entity, FlatZincError> {
        let entity = self.entity(value, item.at)?;
        let is_int = !matches!(item.kind, Kind::Bool | Kind::SetOfInt(_));
        match (&entity, is_int) {
            (Entity::Int(int), true) => self.restrict(*int, &item.kind, item.at)?,
            (Entity::Bool(_), false) if item.kind == Kind::Bool => {}
            (Entity::Set(_), false) if item.kind != Kind::Bool => {}
            _ => {
                let message =
                    format!("{} is of type {}, but its value is {}", item.name, item.kind, entity.kind());
                return Err(self.error(item.at, message));
            }
        }
        Ok(entity)
    }

    pub(super) fn restrict(&mut self, int: Int, kind: &Kind, at: usize) -> Result<(), FlatZincError> {
        match (int, kind) {
            (_, Kind::Int) => Ok(()),
            (Int::View(view), _) => {
                self.add(residua::constraints::in_set(view, declared(kind)).into_shared(), at)
            }
            (Int::Number(number), Kind::Range(low, high)) if (*low..=*high).contains(&number) => Ok(()),
            (Int::Number(number), Kind::Set(values)) if values.contains(&number) => Ok(()),
            (Int::Number(_), _) => self.add(Bool::Known(false).holds(), at),
            (Int::Wide(_), kind) => {
                let within = self.within_kind(int, kind, at)?;
                self.add(within, at)
            }
        }
    }

    fn array(&mut self, item: &Declaration<'a>, value: &Value<'a>) -> Result<Entity, FlatZincError> {
        let entity = self.entity(value, item.at)?;
        let (count, fits) = match &entity {
            Entity::Numbers(numbers) => (numbers.len(), !matches!(item.kind, Kind::Bool | Kind::SetOfInt(_))),
            Entity::Ints(ints) => (ints.len(), !matches!(item.kind, Kind::Bool | Kind::SetOfInt(_))),
            Entity::Bools(bools) => (bools.len(), item.kind == Kind::Bool),
            Entity::Sets(sets) => (sets.len(), matches!(item.kind, Kind::SetOfInt(_))),
            Entity::Empty => (0, true),
            _ => (0, false),
        };
        if !fits {
            let message =
                format!("{} is an array of {}, but its value is {}", item.name, item.kind, entity.kind());
            return Err(self.error(item.at, message));
        }
        match item.array {
            Some(Some(size)) if size != count => {
                Err(self
                    .error(item.at, format!("{} has {size} elements, but its value has {count}", item.name)))
            }
            _ => Ok(entity),
        }
    }
}

/// The values of a type, as far as they have 32 bits.
pub(super) fn declared(kind: &Kind) -> Domain {
    match kind {
        Kind::Bool => Domain::from(0..=1),
        Kind::Range(low, high) => range(*low, *high),
        Kind::Set(values) => values.iter().filter_map(|&value| i32::try_from(value).ok()).collect(),
        Kind::Int | Kind::Float | Kind::FloatRange(..) | Kind::FloatSet(_) | Kind::SetOfInt(_) => {
            Domain::from(i32::MIN..=i32::MAX)
        }
    }
}

/// The integers of 32 bits from one to another.
pub(super) fn range(low: i64, high: i64) -> Domain {
    let [least, most] = [i32::MIN, i32::MAX].map(i64::from);
    if low > high || low > most || high < least {
        return Domain::empty();
    }
    Domain::from(low.clamp(least, most) as i32..=high.clamp(least, most) as i32)
}
