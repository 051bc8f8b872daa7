//! What values stand for: names, numbers and arrays as variables, atoms and sets of the model.

use residua::constraints::{Connect, Constraint as _};
use residua::domain::Domain;
use residua::model::IntVar;
use residua::store::Relation;

use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::syntax::Value;
use crate::translate::{Translation, range};

impl<'a> Translation<'a> {
    /// What a value stands for.
    pub(super) fn entity(&self, value: &Value<'a>, at: usize) -> Result<Entity, FlatZincError> {
        Ok(match value {
            Value::Bool(value) => Entity::Bool(Bool::Known(*value)),
            Value::Int(value) => Entity::Int(Int::Number(*value)),
            Value::Range(low, high) => Entity::Set(range(*low, *high)),
            Value::Set(values) => {
                Entity::Set(values.iter().filter_map(|&value| i32::try_from(value).ok()).collect())
            }
            Value::Name(name) => {
                let known = self.entities.get(name);
                known.ok_or_else(|| self.error(at, format!("{name} is not declared")))?.clone()
            }
            Value::Element(name, index) => self.element(name, *index, at)?,
            Value::Numbers(numbers) => Entity::Numbers(numbers[..].into()),
            Value::Array(values) => self.elements(values, at)?,
            Value::Float(number) => {
                return Err(
                    self.error(at, format!("{number} is a floating-point number, which is not supported"))
                );
            }
            Value::Text(_) | Value::Call(_) => {
                return Err(self.error(at, format!("{value} stands where a value is expected")));
            }
        })
    }

    fn element(&self, name: &str, index: i64, at: usize) -> Result<Entity, FlatZincError> {
        let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
        let found = match (self.entities.get(name), place) {
            (Some(Entity::Numbers(numbers)), Some(place)) => {
                numbers.get(place).map(|&number| Entity::Int(Int::Number(number.into())))
            }
            (Some(Entity::Ints(ints)), Some(place)) => ints.get(place).map(|&int| Entity::Int(int)),
            (Some(Entity::Bools(bools)), Some(place)) => bools.get(place).map(|&bool| Entity::Bool(bool)),
            (Some(Entity::Sets(sets)), Some(place)) => sets.get(place).cloned().map(Entity::Set),
            _ => None,
        };
        found.ok_or_else(|| self.error(at, format!("there is no {name}[{index}]")))
    }

    fn elements(&self, values: &[Value<'a>], at: usize) -> Result<Entity, FlatZincError> {
        let Some(first) = values.first() else { return Ok(Entity::Empty) };
        Ok(match self.entity(first, at)? {
            Entity::Int(_) => Entity::Ints(self.each(values, at, Self::int)?.into()),
            Entity::Bool(_) => Entity::Bools(self.each(values, at, Self::bool)?.into()),
            Entity::Set(_) => Entity::Sets(self.each(values, at, Self::set)?.into()),
            other => return Err(self.error(at, format!("{} stands in an array", other.kind()))),
        })
    }

    fn each<T>(
        &self,
        values: &[Value<'a>],
        at: usize,
        of: fn(&Self, &Value<'a>, usize) -> Result<T, FlatZincError>,
    ) -> Result<Vec<T>, FlatZincError> {
        values.iter().map(|value| of(self, value, at)).collect()
    }

    pub(super) fn int(&self, value: &Value<'a>, at: usize) -> Result<Int, FlatZincError> {
        match self.entity(value, at)? {
            Entity::Int(int) => Ok(int),
            other => Err(self.error(at, format!("an integer is expected, {value} is {}", other.kind()))),
        }
    }

    pub(super) fn bool(&self, value: &Value<'a>, at: usize) -> Result<Bool, FlatZincError> {
        match self.entity(value, at)? {
            Entity::Bool(bool) => Ok(bool),
            other => Err(self.error(at, format!("a Boolean is expected, {value} is {}", other.kind()))),
        }
    }

    pub(super) fn set(&self, value: &Value<'a>, at: usize) -> Result<Domain, FlatZincError> {
        match self.entity(value, at)? {
            Entity::Set(set) => Ok(set),
            other => Err(self.error(at, format!("a set is expected, {value} is {}", other.kind()))),
        }
    }

    /// The variable that is 1 where the Boolean is true, otherwise 0, if there is one: that an integer with more values is 1 does not
    /// make it one.
    pub(super) fn zero_one(&self, bool: Bool) -> Option<IntVar> {
        let Bool::Atom(atom) = bool else { return None };
        let is_one = (atom.relation(), atom.value()) == (Relation::Eq, 1);
        let has_more = || self.model.domain(atom.var()).iter().any(|value| !(0..=1).contains(&value));
        (is_one && !has_more()).then(|| atom.var())
    }

    /// A Boolean as the number 0 or 1.
    pub(super) fn truth(&mut self, bool: Bool, at: usize) -> Result<Int, FlatZincError> {
        self.truth_called(bool, None, at)
    }

    /// The variable that is 1 where the Boolean is true; `name` names it, if it has to be made.
    pub(super) fn truth_called(
        &mut self,
        bool: Bool,
        name: Option<&str>,
        at: usize,
    ) -> Result<Int, FlatZincError> {
        let atom = match bool {
            Bool::Known(known) => return Ok(Int::Number(known.into())),
            Bool::Atom(atom) => atom,
        };
        if let Some(var) = self.zero_one(bool) {
            return Ok(Int::View(var.view()));
        }
        let key = (atom.var().index(), atom.relation(), atom.value());
        if let Some(&var) = self.truths.get(&key) {
            return Ok(Int::View(var.view()));
        }
        let var = match name {
            Some(name) => self.model.named_var(name, 0..=1),
            None => self.model.int_var(0..=1),
        };
        let _ = self.truths.insert(key, var);
        self.add(var.is(1).iff(atom).into_shared(), at)?;
        Ok(Int::View(var.view()))
    }
}
