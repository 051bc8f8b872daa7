//! Shaving: the values that propagation refutes when they are assumed (singleton consistency).

use crate::engine::Interrupt;
use crate::model::{IntVar, Solver};
use crate::search::Limit;

/// Shaving: removes values of these variables that propagation refutes when they are assumed, until there are none; `false` at a failure.
pub(in crate::inspect) fn shave(
    vars: &[IntVar],
    solver: &mut Solver,
    interrupt: &Interrupt,
) -> Result<bool, Limit> {
    loop {
        let mut changed = false;
        for &var in vars {
            for value in &solver.domain(var) {
                if solver.value(var).is_some() || !solver.domain(var).contains(value) {
                    continue;
                }
                if let Some(cause) = interrupt.poll() {
                    return Err(cause.into());
                }
                solver.push();
                let survives = solver.survives([var.is(value)], interrupt);
                solver.pop();
                if !survives? {
                    changed = true;
                    if !solver.survives([var.is_not(value)], interrupt)? {
                        return Ok(false);
                    }
                }
            }
        }
        if !changed {
            return Ok(true);
        }
    }
}
