//! Mapping between the variables of a model and those of an engine, in both directions.

use crate::engine::explain::Step;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, VarId, View};

/// The view of the engine for each variable of a model, and the variable of the model for each of the engine.
///
/// Variables of a model that are equal, or differ by a constant, are one variable of the engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapping {
    /// By variable of the model: its view in the engine.
    inner: Vec<View>,
    /// By variable of the engine: the first variable of the model that it stands for. Those of constants come after them.
    names: Vec<IntVar>,
    /// The variables of the engine for constants, which are views with factor 0: each has no other value. Ascending by value.
    constants: Vec<(i32, VarId)>,
}

impl Mapping {
    /// Maps the next variable of the model to `inner` in the engine.
    pub(crate) fn add(&mut self, var: IntVar, inner: View) {
        debug_assert!(var.index() == self.inner.len(), "invariant: variables are added in their order");
        self.inner.push(inner);
        if inner.var.index() == self.names.len() {
            self.names.push(var);
        }
    }

    /// Maps views that are always `value` to that variable of the engine, which does not stand for a variable of the model. Constants are
    /// added after all variables, in ascending order.
    pub(crate) fn add_constant(&mut self, value: i32, inner: VarId) {
        self.constants.push((value, inner));
    }

    /// The number of variables of the engine that stand for variables of the model: the first ones.
    #[inline]
    pub(crate) fn named(&self) -> usize {
        self.names.len()
    }

    /// The number of variables of the model.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.inner.len()
    }

    /// By variable of the model: its view in the engine.
    #[inline]
    pub(crate) fn all(&self) -> &[View] {
        &self.inner
    }

    /// The view in the engine of the model's variable with that number.
    #[inline]
    pub(crate) fn var(&self, index: usize) -> View {
        self.inner[index]
    }

    /// A view in the engine; `None` where the composition leaves `i32`, or the model has no such variable or constant.
    #[inline]
    pub(crate) fn view(&self, view: IntView) -> Option<View> {
        if view.scale() == 0 {
            let at = self.constants.binary_search_by_key(&view.offset(), |&(value, _)| value).ok()?;
            return Some(View::from(self.constants[at].1));
        }
        view.over(*self.inner.get(view.var.index())?)
    }

    /// An atom in the engine.
    #[inline]
    pub(crate) fn atom(&self, atom: IntAtom) -> Atom {
        let view = self.inner[atom.var().index()];
        Atom::new(view.var, atom.relation(), shifted(atom.value(), -i64::from(view.offset())))
    }

    /// The first variable of the model that one of the engine's stands for.
    #[inline]
    pub(crate) fn name(&self, var: VarId) -> IntVar {
        self.names[var.index()]
    }

    /// An atom of the engine as one of that variable.
    pub(crate) fn atom_of_model(&self, atom: Atom) -> IntAtom {
        let name = self.name(atom.var());
        let offset = self.inner[name.index()].offset();
        IntAtom::new(name, atom.relation(), shifted(atom.value(), offset.into()))
    }

    /// A step of reasoning in the model's variables.
    pub(crate) fn step_of_model(&self, step: Step) -> Step<IntAtom> {
        let Step { conclusion, source, premises, position } = step;
        let atom = |atom| self.atom_of_model(atom);
        // An atom about a constant is always true and need not be mentioned.
        let is_named = |atom: &Atom| atom.var().index() < self.names.len();
        let premises = premises.into_iter().filter(is_named).map(atom).collect();
        Step { conclusion: conclusion.filter(is_named).map(atom), source, premises, position }
    }
}

/// The sum, cut to the ends of `i32`, which no variable that has an offset can take.
#[inline]
fn shifted(value: i32, by: i64) -> i32 {
    (i64::from(value) + by).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
