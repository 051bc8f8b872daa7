//! Objective bounds: `--objective-at-most` and `--objective-at-least`.

use residua::constraints::Comparator;
use residua::model::Model;
use residua_flatzinc::Objective;

use crate::decimal::Decimal;

/// Bounds of the objective: only solutions within them count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// At most so much.
    pub objective_at_most: Option<Decimal>,
    /// At least so much.
    pub objective_at_least: Option<Decimal>,
}

impl Bounds {
    /// Whether anything is said of an objective.
    pub fn is_given(self) -> bool {
        self.objective_at_most.is_some() || self.objective_at_least.is_some()
    }
}

/// Adds what is asked of the objective.
pub(crate) fn restrict(
    model: &mut Model,
    (objective, parts): (&Objective, Option<i64>),
    models: Bounds,
) -> Result<(), String> {
    if !models.is_given() {
        return Ok(());
    }
    let none = "--objective-at-most and --objective-at-least require a model with an objective";
    for (most, bound) in [(true, models.objective_at_most), (false, models.objective_at_least)] {
        let Some(bound) = bound else { continue };
        let (name, comparator) = if most {
            (format!("--objective-at-most {bound}"), Comparator::Le)
        } else {
            (format!("--objective-at-least {bound}"), Comparator::Ge)
        };
        let end = bound.in_parts(parts.unwrap_or(1), most);
        let constraint = objective.compared(comparator, end).ok_or_else(|| none.to_owned())?;
        let _ = model.post_named(&name, constraint).map_err(|error| error.to_string())?;
    }
    Ok(())
}
