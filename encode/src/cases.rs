//! Case enumeration of functions: the value of the result for each assignment of the arguments.

use residua::constraints::Function;
use residua::model::{IntVar, IntView, Model};

/// Values of the arguments' variables, each once, and whether the function of them equals the result.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) values: Vec<(IntVar, i32)>,
    pub(super) equal: Equal,
}

/// Whether a value equals a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equal {
    /// It is decided.
    Known(bool),
    /// If that variable, which is another one than those of the arguments, has that value, which it may have.
    If(IntVar, i32),
}

/// The variables of the arguments, each once.
fn variables(arguments: [IntView; 2]) -> Vec<IntVar> {
    let mut vars: Vec<IntVar> = arguments.iter().filter(|x| x.scale() != 0).map(|x| x.var).collect();
    vars.dedup();
    vars
}

/// How many cases there are.
pub(super) fn count(model: &Model, arguments: [IntView; 2]) -> u64 {
    let sizes = variables(arguments).into_iter().map(|var| model.domain(var).size());
    sizes.fold(1, u64::saturating_mul)
}

/// All cases, in ascending order of the values.
pub(super) fn cases(
    model: &Model,
    function: Function,
    arguments: [IntView; 2],
    result: IntView,
) -> impl Iterator<Item = Case> + '_ {
    let vars = variables(arguments);
    let values = |at: usize| match vars.get(at) {
        Some(&var) => model.domain(var).iter().map(|value| Some((var, value))).collect(),
        None => vec![None],
    };
    let (firsts, seconds) = (values(0), values(1));
    firsts.into_iter().flat_map(move |first| {
        let seconds = seconds.clone();
        seconds.into_iter().map(move |second| {
            let values: Vec<(IntVar, i32)> = [first, second].into_iter().flatten().collect();
            let of = |view: IntView| {
                let value = values.iter().find(|(var, _)| *var == view.var).map_or(0, |&(_, value)| value);
                view.apply(value)
            };
            let is_given = result.scale() == 0 || values.iter().any(|(var, _)| *var == result.var);
            let value = function.apply(arguments.map(of));
            let equal = match value.and_then(|value| i32::try_from(value).ok()) {
                None => Equal::Known(false),
                Some(value) if is_given => Equal::Known(of(result) == i64::from(value)),
                Some(value) => match result.invert(value) {
                    Some(needed) if model.domain(result.var).contains(needed) => {
                        Equal::If(result.var, needed)
                    }
                    _ => Equal::Known(false),
                },
            };
            Case { values, equal }
        })
    })
}
