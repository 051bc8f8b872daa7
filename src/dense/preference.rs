//! Which forms a network gets of itself.
//!
//! The rule looks at the network only, never at the machine: the two forms by planes search alike, and so do the two
//! by pieces, so that the order of solutions is the same everywhere.

use crate::dense::engine::Form;
use crate::dense::network::Network;

/// So many permutations beside a lattice are no burden to its form: diagonals are two. It looks at them one by one, and
/// planes at all of them at their pieces too: with the four windows of a 9×9 grid they take a third of the nodes.
const FEW_BESIDE: usize = 2;

/// By its size, a network has so many scopes that planes look at them fast: rows, columns and regions are three.
const SCOPES_A_VALUE: usize = 6;

impl Form {
    /// The forms that are likely to pay on the network, the best first; some may not fit it, or the machine.
    ///
    /// Planes are for squares with rows and columns that need every value, and few scopes more. They fit other networks
    /// as well, but infer little there, and the larger ones take them long.
    pub(crate) fn that_pay(network: &Network) -> Vec<Form> {
        let size = network.values().len();
        let scopes = network.distinct_scopes();
        let full = scopes.iter().filter(|scope| scope.len() == size).count();
        let is_square = size > 2 && network.domains().len() == size * size && full >= 2 * size;
        let for_planes = is_square && scopes.len() <= SCOPES_A_VALUE * size;
        let is_by_planes = |form: &Form| matches!(form, Form::Planes | Form::PlanesAvx2);
        let pays = |form: &Form| *form != Form::Scopes && (for_planes || !is_by_planes(form));
        let mut forms: Vec<Form> = Form::ALL.into_iter().rev().filter(pays).collect();
        if full > 3 * size + FEW_BESIDE {
            forms.sort_by_key(|form| !is_by_planes(form));
        }
        forms
    }
}
