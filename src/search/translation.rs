//! Translation of a model into a network for the dense engine, if it states only that variables differ.
//!
//! Values are numbered from 0 in ascending order, and a set of values is a word with a bit for each. An edge `x ≠ y`
//! is a scope of two. A constraint on only one variable is not a scope: the domain of that variable accounts for it
//! already.

use residua_dense::{MOST_VARIABLES, Network};

use crate::constraints::{Constraint, LinearRelation, Statement};
use crate::domain::small::Small;
use crate::domain::{Domain, Form};
use crate::model::{Edge, IntView, Model, cliques};

/// The widest domain that is iterated value by value before unary constraints narrow it.
const WIDEST: u64 = 1 << 12;

/// The model as a network, with the same variables by number and the same solutions; `None` if it states more than
/// that variables over at most 64 values differ.
///
/// ```
/// use residua::constraints::{all_different, lt, ne};
/// use residua::model::Model;
/// use residua::search::network_of;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=3);
/// model.post(all_different(xs[..3].to_vec()))?;
/// model.post(ne(xs[2], xs[3]))?;
/// model.post(ne(xs[3], 2))?;
/// let network = network_of(&model).expect("it fits");
/// assert_eq!(network.values(), [1, 2, 3]);
/// assert_eq!(network.scopes(), [vec![0, 1, 2], vec![2, 3]]);
/// assert_eq!(network.domains(), [0b111, 0b111, 0b111, 0b101]);
///
/// model.post(lt(xs[0], xs[1]))?;
/// assert!(network_of(&model).is_none(), "an order is none of its business");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn network_of(model: &Model) -> Option<Network> {
    let fits = |domain: &Domain| domain.size() <= WIDEST;
    if model.domains().len() > MOST_VARIABLES || !model.domains().iter().all(fits) {
        return None;
    }
    // Most models that do not fit are recognised by a constraint, before any domain is written out.
    let part = |constraint| Some((Part::of(constraint)?, constraint));
    let parts = model.constraints().map(|(_, constraint)| part(&**constraint)).collect::<Option<Vec<_>>>()?;
    let (mut facts, mut scopes) = (Vec::new(), Vec::new());
    for (part, constraint) in parts {
        match part {
            Part::Domain(var) => facts.push((var, constraint)),
            Part::Scope(scope) => scopes.push(scope),
        }
    }
    let scopes = joined(scopes, model.domains().len());
    if let Some((least, mut left)) = within_a_word(model.domains()) {
        for (var, constraint) in facts {
            let of = &mut left[var];
            for bit in ones(*of) {
                let value = least.wrapping_add(bit as i32);
                if !constraint.check(&|view| view.apply(value)) {
                    *of &= !(1 << bit);
                }
            }
        }
        let all = left.iter().fold(0, |all, set| all | set);
        // Numbered from 0 on without a gap; unchanged where there is none.
        let (first, count) = (all.trailing_zeros(), all.count_ones());
        let has_gap = all.leading_zeros() + first + count < 64;
        let numbered = |set: u64| {
            let place = |bit: u32| 1 << (all & ((1 << bit) - 1)).count_ones();
            if has_gap {
                ones(set).fold(0, |set, bit| set | place(bit))
            } else {
                set.checked_shr(first).unwrap_or(0)
            }
        };
        let values = ones(all).map(|bit| least.wrapping_add(bit as i32)).collect();
        return Network::of_sets(values, left.into_iter().map(numbered).collect(), scopes);
    }
    let mut left: Vec<Vec<i32>> = model.domains().iter().map(|domain| domain.iter().collect()).collect();
    for (var, constraint) in facts {
        left[var].retain(|&v| constraint.check(&|view| view.apply(v)));
    }
    Network::over(&left, scopes)
}

/// The scopes, with each clique of pairs as one, where there are only pairs.
fn joined(scopes: Vec<Vec<usize>>, vars: usize) -> Vec<Vec<usize>> {
    let edge = |(from, scope): (usize, &Vec<usize>)| match scope[..] {
        [x, y] => Some(Edge { one: x.min(y) as u32, other: x.max(y) as u32, gap: 0, from }),
        _ => None,
    };
    if scopes.iter().any(|scope| scope.len() > 2) {
        return scopes;
    }
    let found = cliques(scopes.iter().enumerate().filter_map(edge).collect(), vars, &|_| true);
    if found.is_empty() {
        return scopes;
    }
    let mut is_inside = vec![false; scopes.len()];
    for &from in found.iter().flat_map(|clique| &clique.from) {
        is_inside[from] = true;
    }
    let single =
        scopes.into_iter().zip(is_inside).filter(|(_, is_inside)| !is_inside).map(|(scope, _)| scope);
    let joined =
        found.into_iter().map(|clique| clique.shifted.into_iter().map(|(var, _)| var as usize).collect());
    single.chain(joined).collect()
}

/// The domains as words whose first bit is the value that is returned with them; `None` if a word is too short.
fn within_a_word(domains: &[Domain]) -> Option<(i32, Vec<u64>)> {
    let small = |domain: &Domain| match domain.form() {
        Form::Small(small) => Some(*small),
        _ => None,
    };
    let held = || domains.iter().map_while(small).filter(|small| !small.is_empty());
    let (least, most) = (held().map(Small::min).min()?, held().map(Small::max).max()?);
    if i64::from(most) - i64::from(least) >= 64 {
        return None;
    }
    let word = |small: Small| {
        let by = i64::from(small.base) - i64::from(least);
        if by < 0 { small.bits >> -by } else { small.bits << by }
    };
    let words: Option<Vec<u64>> = domains
        .iter()
        .map(|domain| small(domain).map(|small| if small.is_empty() { 0 } else { word(small) }))
        .collect();
    Some((least, words?))
}

/// The bits of a set, ascending.
fn ones(set: u64) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        let is_one = left != 0;
        left &= left.wrapping_sub(1);
        is_one.then_some(bit)
    })
}

/// The form of a constraint in a network.
enum Part {
    /// A fact about one variable.
    Domain(usize),
    /// Variables that all differ.
    Scope(Vec<usize>),
}

impl Part {
    fn of(constraint: &dyn Constraint) -> Option<Part> {
        let scope = constraint.scope();
        if let [first, rest @ ..] = scope.as_slice()
            && rest.iter().all(|view| view.var == first.var)
        {
            return Some(Part::Domain(first.var.index()));
        }
        match constraint.brief_statement()? {
            Statement::AllDifferent(views) => Some(Part::Scope(apart(&views)?)),
            Statement::Linear(linear) => match (linear.relation(), linear.terms(), linear.constant()) {
                (LinearRelation::Different, &[(a, x), (b, y)], 0) if a == -b => {
                    Some(Part::Scope(vec![x.index(), y.index()]))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The variables, if the views differ exactly when the variables do.
fn apart(views: &[IntView]) -> Option<Vec<usize>> {
    let alike = |view: &IntView| {
        view.scale() != 0 && view.scale() == views[0].scale() && view.offset() == views[0].offset()
    };
    views.iter().all(alike).then(|| views.iter().map(|view| view.var.index()).collect())
}
