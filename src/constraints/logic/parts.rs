//! Parts of a connective, and the limit of nesting.
//!
//! Printing, comparing, posting and dropping a condition recurse to its innermost part. The depth of that recursion is bounded where
//! conditions and expressions are built: of one that nests deeper only that fact is kept, and posting it is refused.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::constraints::{Constraint, Simplified};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The maximum depth of nested conditions and expressions of a constraint: each of `any_of`, `all_of`, `iff` and the functions of an
/// expression counts as one level. Chains of `and`, of `or`, of sums, of `max_of` and of `min_of` are one level, however long they are.
///
/// ```
/// use residua::constraints::{Connect, Expr, MOST_NESTED, eq};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.named_var("x", 0..=1);
/// let deep = |levels| (0..levels).fold(Expr::from(x), |deep, _| (deep - 1).abs());
/// model.post(deep(MOST_NESTED - 1).eq(0))?;
/// let error = model.post(deep(100_000).eq(0)).unwrap_err();
/// assert!(error.to_string().ends_with("conditions and expressions nest no deeper than 256 levels"));
/// model.post((0..100_000).fold(eq(x, 1), |any, _| any.or(x.is(0))))?;
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub const MOST_NESTED: u32 = 256;

/// What nests deeper than this is not built. Negating and simplifying what may be posted adds a few levels.
const MOST_BUILT: u32 = MOST_NESTED + 64;

/// Whether something that nests so deep is not built.
pub(in crate::constraints) fn is_too_deep(depth: u32) -> bool {
    depth > MOST_BUILT
}

/// How deep it stands for, in place of what is not built: everything that it is put into is too deep, too.
pub(in crate::constraints) const TOO_DEEP: u32 = MOST_BUILT + 1;

/// Checks that conditions and expressions do not nest too deeply to be posted.
///
/// # Errors
/// A sentence about a depth beyond [`MOST_NESTED`].
pub fn validate_depth(depth: u32) -> Result<(), String> {
    if depth <= MOST_NESTED {
        return Ok(());
    }
    Err(format!("conditions and expressions nest no deeper than {MOST_NESTED} levels"))
}

/// The condition, unless it is too deep to be built.
pub(super) fn bounded(condition: Arc<dyn Constraint>) -> Arc<dyn Constraint> {
    if is_too_deep(condition.depth()) { too_deep() } else { condition }
}

/// What stands for conditions that are too deep.
pub(in crate::constraints) fn too_deep() -> Arc<dyn Constraint> {
    Arc::new(TooDeep)
}

/// In place of what is not built: it is printed as `…`, and posting it is refused.
#[derive(Clone, Debug, PartialEq)]
struct TooDeep;

impl Constraint for TooDeep {
    fn name(&self) -> &'static str {
        "too_deep"
    }

    fn scope(&self) -> Vec<IntView> {
        Vec::new()
    }

    fn check(&self, _: &dyn Fn(IntView) -> i64) -> bool {
        true
    }

    fn post(&self, _: &mut Poster<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, _: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        too_deep()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("…")
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(too_deep())
    }

    fn depth(&self) -> u32 {
        TOO_DEEP
    }
}

/// The parts of a connective.
#[derive(Clone, Default)]
pub struct Parts {
    all: Vec<Arc<dyn Constraint>>,
    /// The depth of the deepest part.
    depth: u32,
}

impl Parts {
    /// The parts of a connective of that type, if it has `some`, or else the only one. They are not copied where nothing else has them.
    pub(super) fn of<T: Any + Clone>(
        mut whole: Arc<dyn Constraint>,
        some: fn(&mut T) -> Option<&mut Parts>,
    ) -> Parts {
        if let Some(own) = Arc::get_mut(&mut whole).and_then(|whole| whole.as_any_mut().downcast_mut::<T>()) {
            if let Some(parts) = some(own) {
                return std::mem::take(parts);
            }
        } else if let Some(mut copy) = whole.as_any().downcast_ref::<T>().cloned()
            && let Some(parts) = some(&mut copy)
        {
            return std::mem::take(parts);
        }
        Parts::from(vec![whole])
    }

    /// These and others.
    pub(super) fn with(mut self, others: Parts) -> Parts {
        self.all.extend(others.all);
        self.depth = self.depth.max(others.depth);
        self
    }

    /// The parts replaced by others of the same depth.
    pub(super) fn replaced(&self, other: impl Fn(&Arc<dyn Constraint>) -> Arc<dyn Constraint>) -> Parts {
        let mut parts: Parts = self.all.iter().map(other).collect();
        parts.depth = parts.depth.max(self.depth);
        parts
    }

    /// The depth of the deepest part.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether they stand for what was not built.
    pub(super) fn are_too_deep(&self) -> bool {
        is_too_deep(self.depth)
    }
}

impl From<Vec<Arc<dyn Constraint>>> for Parts {
    fn from(all: Vec<Arc<dyn Constraint>>) -> Parts {
        let depth = all.iter().map(Constraint::depth).max().unwrap_or(0);
        Parts { all, depth }
    }
}

impl FromIterator<Arc<dyn Constraint>> for Parts {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Constraint>>>(all: I) -> Parts {
        Parts::from(all.into_iter().collect::<Vec<_>>())
    }
}

impl Deref for Parts {
    type Target = [Arc<dyn Constraint>];

    fn deref(&self) -> &[Arc<dyn Constraint>] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Parts {
    type Item = &'a Arc<dyn Constraint>;
    type IntoIter = std::slice::Iter<'a, Arc<dyn Constraint>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl PartialEq for Parts {
    fn eq(&self, other: &Parts) -> bool {
        self.iter().map(|part| &**part).eq(other.iter().map(|part| &**part))
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.all).finish()
    }
}
