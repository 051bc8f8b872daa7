//! Values of terms: the possible ones, and those in a solution.

use residua::domain::Domain;
use residua::model::Solution;
use residua_flatzinc::Term;

/// What a term can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// A constant, which may be beyond 32 bits.
    Number(i64),
    Integers(Domain),
    /// Ranges beyond 32 bits.
    Ranges(Vec<(i64, i64)>),
    /// Whether it can be false, and whether it can be true.
    Truth([bool; 2]),
}

impl Values {
    /// What a term can be, given what its variable can be.
    pub(crate) fn of(term: Term, domains: &[Domain]) -> Values {
        match term {
            Term::Number(number) => Values::Number(number),
            Term::Known(known) => Values::Truth([!known, known]),
            Term::View(view) => {
                let domain = &domains[view.var.index()];
                let shifted = if view.is_plain() {
                    Some(domain.clone())
                } else {
                    domain.map_affine(view.scale(), view.offset())
                };
                Values::Integers(shifted.unwrap_or_else(Domain::empty))
            }
            Term::Wide(wide) => Values::Ranges(wide.ranges(domains)),
            Term::Atom(atom) => {
                let domain = &domains[atom.var().index()];
                let [low, high] = [domain.min(), domain.max()];
                // Only for `=` and `≠` more than the ends matter.
                let all = low
                    .into_iter()
                    .chain(high)
                    .chain([atom.value()].into_iter().filter(|&v| domain.contains(v)));
                let allowed: Vec<bool> = all.map(|value| atom.allows(value)).collect();
                Values::Truth([allowed.contains(&false), allowed.contains(&true)])
            }
        }
    }
}

/// A term's value in a solution.
pub(crate) fn value_in(term: Term, solution: &Solution) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Known(known) => known.to_string(),
        Term::View(view) => view.apply(solution[view.var]).to_string(),
        Term::Wide(wide) => wide.value(solution).to_string(),
        Term::Atom(atom) => atom.allows(solution[atom.var()]).to_string(),
    }
}
