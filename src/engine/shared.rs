//! Common subexpressions: auxiliary variables that are shared by equal parts.
//!
//! Only equality counts: two parts of a model with one hash, or one text, may still differ.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::store::ConstraintId;

/// A part of a constraint that an auxiliary variable stands for: a value of any type, which is found again by equal values.
///
/// ```
/// use residua::engine::Part;
///
/// let part = |value: &'static str| Part::new(value, &value.len());
/// assert_eq!(part("x < y"), part("x < y"));
/// assert_ne!(part("x < y"), part("y < x"), "though they are hashed alike");
/// ```
#[derive(Clone, Debug)]
pub struct Part {
    hash: u64,
    value: Arc<dyn Value>,
}

impl Part {
    /// The part with this value; `alike` is hashed, and has to be equal for equal values.
    pub fn new<T: PartialEq + Debug + Send + Sync + 'static>(value: T, alike: &impl Hash) -> Part {
        let mut hasher = DefaultHasher::new();
        alike.hash(&mut hasher);
        Part { hash: hasher.finish(), value: Arc::new(value) }
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.hash == other.hash && self.value.same(other.value.as_any())
    }
}

/// Comparing values of any type.
trait Value: Debug + Send + Sync {
    fn same(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<T: PartialEq + Debug + Send + Sync + 'static> Value for T {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Variables, by number, and the parts that they stand for; some of them for one constraint only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    known: BTreeMap<(Option<ConstraintId>, u64), Vec<Numbered>>,
}

/// A part and the number of its variable.
type Numbered = (Part, u64);

impl Shared {
    /// The variable that stands for the part, for that constraint or for all.
    pub(crate) fn find(&self, to: Option<ConstraintId>, part: &Part) -> Option<u64> {
        let alike = self.known.get(&(to, part.hash))?;
        alike.iter().find(|(known, _)| known == part).map(|&(_, var)| var)
    }

    /// Makes that variable stand for the part.
    pub(crate) fn insert(&mut self, to: Option<ConstraintId>, part: Part, var: u64) {
        let alike = self.known.entry((to, part.hash)).or_default();
        alike.retain(|(known, _)| *known != part);
        alike.push((part, var));
    }
}
