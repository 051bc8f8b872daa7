//! What the dense engine is told: variables, at most 64 values, and scopes whose variables all differ.
//!
//! Values are numbered from 0 in ascending order, and a set of values is a word with a bit for each. An edge `x ≠ y` is a
//! scope of two. What speaks of one variable only is no scope: it is in the domain of that variable already.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::constraints::{Constraint, LinearRelation, Statement};
use crate::domain::Domain;
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
        let part = |constraint: &Arc<dyn Constraint>| Some((Part::of(&**constraint)?, constraint.clone()));
        let parts =
            model.constraints().map(|(_, constraint)| part(constraint)).collect::<Option<Vec<_>>>()?;
        let mut left: Vec<Vec<i32>> = Vec::with_capacity(model.domains().len());
        for domain in model.domains() {
            let mut values = Vec::with_capacity(domain.size() as usize);
            values.extend(domain.iter());
            left.push(values);
        }
        let mut scopes = Vec::new();
        for (part, constraint) in parts {
            match part {
                Part::Domain(var) => left[var].retain(|&v| constraint.check(&|view| view.apply(v))),
                Part::Scope(scope) => scopes.push(scope),
            }
        }
        Network::over(&left, scopes)
    }

    /// The network of variables with these values, in these scopes; `None` if there are more than 64 values, or if a
    /// scope has a variable twice or one that there is not.
    pub fn over(domains: &[Vec<i32>], scopes: Vec<Vec<usize>>) -> Option<Network> {
        let values = values(domains)?;
        let is_set = |scope: &Vec<usize>| {
            scope.iter().enumerate().all(|(i, x)| *x < domains.len() && !scope[..i].contains(x))
        };
        if domains.len() > MOST_VARIABLES || !scopes.iter().all(is_set) {
            return None;
        }
        let bit = |v: &i32| values.binary_search(v).map_or(0, |i| 1u64 << i);
        let set = |domain: &[i32]| domain.iter().map(bit).fold(0, |a, b| a | b);
        let all = set(&values);
        let domains =
            domains.iter().map(|domain| if *domain == values { all } else { set(domain) }).collect();
        let scopes = scopes.into_iter().filter(|scope| scope.len() > 1).collect();
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

    /// The scopes, ascending, each once.
    pub(in crate::dense) fn distinct_scopes(&self) -> Vec<Vec<u32>> {
        let mut sets = Vec::new();
        let mut seen = BTreeSet::new();
        for scope in &self.scopes {
            let mut set: Vec<u32> = scope.iter().map(|&x| x as u32).collect();
            set.sort_unstable();
            if seen.insert(set.clone()) {
                sets.push(set);
            }
        }
        sets
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

/// All values of these domains, ascending; `None` if there are more than 64.
fn values(domains: &[Vec<i32>]) -> Option<Vec<i32>> {
    let mut values: Vec<i32> = Vec::new();
    // Most domains have all values, or one.
    for domain in domains {
        if *domain == values {
            continue;
        }
        for &value in domain {
            if let Err(at) = values.binary_search(&value) {
                values.insert(at, value);
            }
            if values.len() > 64 {
                return None;
            }
        }
    }
    Some(values)
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
