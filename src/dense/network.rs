//! What the dense engine is told: variables, at most 64 values, and scopes whose variables all differ.
//!
//! Values are numbered from 0 in ascending order, and a set of values is a word with a bit for each. An edge `x ≠ y` is a
//! scope of two. What speaks of one variable only is no scope: it is in the domain of that variable already.

use crate::constraints::{Constraint, LinearRelation, Statement};
use crate::domain::small::Small;
use crate::domain::{Domain, Form};
use crate::model::Model;
use crate::store::View;

/// Variables over at most 64 values, in scopes that are all different, and nothing else.
///
/// ```
/// use residua::constraints::{all_different, lt, ne};
/// use residua::dense::Network;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=3);
/// model.post(all_different(xs[..3].to_vec()))?;
/// model.post(ne(xs[2], xs[3]))?;
/// model.post(ne(xs[3], 2))?;
/// let network = Network::of(&model).expect("it fits");
/// assert_eq!(network.values(), [1, 2, 3]);
/// assert_eq!(network.scopes(), [vec![0, 1, 2], vec![2, 3]]);
/// assert_eq!(network.domains(), [0b111, 0b111, 0b111, 0b101]);
///
/// model.post(lt(xs[0], xs[1]))?;
/// assert!(Network::of(&model).is_none(), "an order is none of its business");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    values: Vec<i32>,
    domains: Vec<u64>,
    scopes: Vec<Vec<usize>>,
}

/// A state is copied at each branch, so there is an end to what a dense engine is good for.
const MOST_VARIABLES: usize = 2500;
/// The widest domain that is looked through value by value before unary constraints narrow it.
const WIDEST: u64 = 1 << 12;

impl Network {
    /// The model as a network, with the same variables by number and the same solutions; `None` if it does not fit.
    pub fn of(model: &Model) -> Option<Network> {
        let fits = |domain: &Domain| domain.size() <= WIDEST;
        if model.domains().len() > MOST_VARIABLES || !model.domains().iter().all(fits) {
            return None;
        }
        // Most models that do not fit have a constraint that says so, before any domain is written out.
        let part = |constraint| Some((Part::of(constraint)?, constraint));
        let parts =
            model.constraints().map(|(_, constraint)| part(&**constraint)).collect::<Option<Vec<_>>>()?;
        let (mut facts, mut scopes) = (Vec::new(), Vec::new());
        for (part, constraint) in parts {
            match part {
                Part::Domain(var) => facts.push((var, constraint)),
                Part::Scope(scope) => scopes.push(scope),
            }
        }
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
            // Numbered from 0 on without a gap: as they are where there is none.
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
            return Network::told(values, left.into_iter().map(numbered).collect(), scopes);
        }
        let mut left: Vec<Vec<i32>> = model.domains().iter().map(|domain| domain.iter().collect()).collect();
        for (var, constraint) in facts {
            left[var].retain(|&v| constraint.check(&|view| view.apply(v)));
        }
        Network::over(&left, scopes)
    }

    /// The network of variables with these values, in these scopes; `None` if there are more than 64 values, or if a
    /// scope has a variable twice or one that there is not.
    pub fn over(domains: &[Vec<i32>], scopes: Vec<Vec<usize>>) -> Option<Network> {
        let mut values: Vec<i32> = domains.iter().flatten().copied().collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > 64 {
            return None;
        }
        let bit = |v: &i32| values.binary_search(v).map_or(0, |i| 1u64 << i);
        let domains = domains.iter().map(|domain| domain.iter().map(bit).fold(0, |a, b| a | b)).collect();
        Network::told(values, domains, scopes)
    }

    /// From values, ascending, at most 64, and domains as sets of them.
    fn told(values: Vec<i32>, domains: Vec<u64>, mut scopes: Vec<Vec<usize>>) -> Option<Network> {
        // By variable: the last scope that had it, from 1 on.
        let mut last = vec![0; domains.len()];
        let mut is_set = |(number, scope): (usize, &Vec<usize>)| {
            let mut is_new = |&x: &usize| x < last.len() && std::mem::replace(&mut last[x], number) != number;
            scope.iter().all(&mut is_new)
        };
        if domains.len() > MOST_VARIABLES || !(1..).zip(&scopes).all(&mut is_set) {
            return None;
        }
        scopes.retain(|scope| scope.len() > 1);
        Some(Network { values, domains, scopes })
    }

    /// The values that some variable has, ascending: bit `i` of a set stands for the `i`th.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// By variable: its values, as a set.
    pub fn domains(&self) -> &[u64] {
        &self.domains
    }

    /// The variables of each scope, by number; at least two, none twice.
    pub fn scopes(&self) -> &[Vec<usize>] {
        &self.scopes
    }

    /// The scopes, each once however often it is there, in the order of the first of each.
    pub(in crate::dense) fn distinct(&self) -> impl Iterator<Item = &[usize]> {
        // Scopes of the same variables have the same number, and few others do.
        let number = |scope: &Vec<usize>| scope.iter().fold(0, |number, &x| number ^ scattered(x));
        let mut numbered: Vec<(u64, usize)> = self.scopes.iter().map(number).zip(0..).collect();
        numbered.sort_unstable();
        let mut is_again = vec![false; self.scopes.len()];
        for same in numbered.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            for (i, &(_, later)) in same.iter().enumerate() {
                let is_same = |&(_, earlier): &(u64, usize)| {
                    sorted(&self.scopes[earlier]) == sorted(&self.scopes[later])
                };
                is_again[later] = same[..i].iter().any(is_same);
            }
        }
        self.scopes.iter().zip(is_again).filter(|(_, is_again)| !is_again).map(|(scope, _)| scope.as_slice())
    }

    /// The same, each ascending.
    pub(in crate::dense) fn distinct_scopes(&self) -> Vec<Vec<u32>> {
        let ascending = |scope: &[usize]| sorted(scope).into_iter().map(|x| x as u32).collect();
        self.distinct().map(ascending).collect()
    }

    /// All values, as a set.
    pub fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.values.len() as u32).unwrap_or(0)
    }

    /// Whether the scope has as many variables as there are values, so that it needs each of them.
    pub fn is_permutation(&self, scope: &[usize]) -> bool {
        scope.len() == self.values.len()
    }

    /// The bit of a value; none if no variable has it.
    pub fn set_of(&self, value: i32) -> u64 {
        self.values.binary_search(&value).map_or(0, |i| 1 << i)
    }
}

/// The domains as words whose first bit is the value that is told with them; `None` if a word is too short.
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

fn sorted(scope: &[usize]) -> Vec<usize> {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted
}

/// A number for each, with about half of its bits.
fn scattered(x: usize) -> u64 {
    let x = (x as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// What a constraint is in a network.
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
        match constraint.statement()? {
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
fn apart(views: &[View]) -> Option<Vec<usize>> {
    let alike = |view: &View| view.scale() == views[0].scale() && view.offset() == views[0].offset();
    views.iter().all(alike).then(|| views.iter().map(|view| view.var.index()).collect())
}
