//! Typed access to the arguments of a constraint.

use residua::domain::Domain;
use residua::engine::Consistency;

use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::syntax::Value;
use crate::translate::Translation;

/// Some arguments of a constraint, counted from 0, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'t, 'a> {
    pub(super) name: &'a str,
    pub(super) values: &'t [Value<'a>],
    pub(super) at: usize,
    /// What an annotation asks for.
    pub(super) consistency: Option<Consistency>,
}

impl<'a> Arguments<'_, 'a> {
    /// # Errors
    /// There are not as many.
    pub(super) fn count(self, count: usize, of: &Translation<'a>) -> Result<(), FlatZincError> {
        if self.values.len() == count {
            return Ok(());
        }
        let found = self.values.len();
        Err(of.error(self.at, format!("{} has {count} arguments, not {found}", self.name)))
    }

    pub(super) fn entity(self, at: usize, of: &Translation<'a>) -> Result<Entity, FlatZincError> {
        of.entity(&self.values[at], self.at)
    }

    fn wrong(self, at: usize, wanted: &str, found: &Entity, of: &Translation<'a>) -> FlatZincError {
        let message = format!("argument {} of {} is {}, not {wanted}", at + 1, self.name, found.kind());
        of.error(self.at, message)
    }

    /// An integer that fits into 32 bits, or is a number; a Boolean is taken as 0 or 1 by the arguments of sums only.
    pub(super) fn int(self, at: usize, of: &Translation<'a>) -> Result<Int, FlatZincError> {
        match self.any_int(at, of)? {
            wide @ Int::Wide(_) => Err(self.wrong(at, "one of 32 bits", &Entity::Int(wide), of)),
            int => Ok(int),
        }
    }

    /// An integer of any size.
    pub(super) fn any_int(self, at: usize, of: &Translation<'a>) -> Result<Int, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Int(int) => Ok(int),
            other => Err(self.wrong(at, "an integer", &other, of)),
        }
    }

    pub(super) fn bool(self, at: usize, of: &Translation<'a>) -> Result<Bool, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Bool(bool) => Ok(bool),
            other => Err(self.wrong(at, "a Boolean", &other, of)),
        }
    }

    pub(super) fn set(self, at: usize, of: &Translation<'a>) -> Result<Domain, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Set(set) => Ok(set),
            other => Err(self.wrong(at, "a set of integers that is known", &other, of)),
        }
    }

    /// Integers that fit into 32 bits, or are numbers.
    pub(super) fn ints(
        self,
        at: usize,
        of: &Translation<'a>,
    ) -> Result<std::sync::Arc<[Int]>, FlatZincError> {
        let ints = self.any_ints(at, of)?;
        match ints.iter().find(|int| matches!(int, Int::Wide(_))) {
            Some(&wide) => Err(self.wrong(at, "of integers of 32 bits", &Entity::Int(wide), of)),
            None => Ok(ints),
        }
    }

    /// Integers of any size.
    pub(super) fn any_ints(
        self,
        at: usize,
        of: &Translation<'a>,
    ) -> Result<std::sync::Arc<[Int]>, FlatZincError> {
        match self.entity(at, of)?.unpacked() {
            Entity::Ints(ints) => Ok(ints),
            Entity::Empty => Ok([].into()),
            other => Err(self.wrong(at, "an array of integers", &other, of)),
        }
    }

    pub(super) fn bools(
        self,
        at: usize,
        of: &Translation<'a>,
    ) -> Result<std::sync::Arc<[Bool]>, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Bools(bools) => Ok(bools),
            Entity::Empty => Ok([].into()),
            other => Err(self.wrong(at, "an array of Booleans", &other, of)),
        }
    }

    pub(super) fn sets(
        self,
        at: usize,
        of: &Translation<'a>,
    ) -> Result<std::sync::Arc<[Domain]>, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Sets(sets) => Ok(sets),
            Entity::Empty => Ok([].into()),
            other => Err(self.wrong(at, "an array of sets of integers", &other, of)),
        }
    }

    pub(super) fn number(self, at: usize, of: &Translation<'a>) -> Result<i64, FlatZincError> {
        match self.entity(at, of)? {
            Entity::Int(Int::Number(number)) => Ok(number),
            other => Err(self.wrong(at, "a number", &other, of)),
        }
    }

    pub(super) fn numbers(self, at: usize, of: &Translation<'a>) -> Result<Vec<i64>, FlatZincError> {
        let entity = self.entity(at, of)?;
        if let Entity::Numbers(numbers) = &entity {
            return Ok(numbers.iter().map(|&number| number.into()).collect());
        }
        let ints = self.ints(at, of)?;
        let number = |int: &Int| match int {
            Int::Number(number) => Ok(*number),
            Int::View(_) | Int::Wide(_) => Err(self.wrong(at, "an array of numbers", &Entity::Int(*int), of)),
        };
        ints.iter().map(number).collect()
    }
}
