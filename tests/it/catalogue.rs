//! Random instances of every constraint: the input of the other modules.
//!
//! Domains have holes, negative values and single values; terms repeat variables, scale and shift them; scopes may be
//! empty. A far value puts a domain into another representation without making it slow to enumerate.

use proptest::prelude::*;
use residua::constraints::{
    Consistency, Constraint, all_different, clause, eq, exact_sum, ge, gt, in_set, le, lt, ne,
};
use residua::model::{IntAtom, IntVar, IntView, Model};
use residua::store::Relation;
use std::sync::Arc;

use crate::kinds::Kind;
use crate::mutants::{Fault, Wrong};

/// Variables by their values, and constraints over them.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// By variable: its values, ascending.
    pub(crate) domains: Vec<Vec<i32>>,
    pub(crate) rows: Vec<Row>,
}

/// `scale · x + offset`; the variable is taken modulo the number of variables, so that instances shrink freely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) var: usize,
    pub(crate) scale: i32,
    pub(crate) offset: i32,
}

/// A constraint, by its definition.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Compare(Sign, Term, Term),
    CompareConstant(Sign, Term, i32),
    InSet(Term, Vec<i32>),
    AllDifferent(Vec<Term>, Option<Consistency>),
    ExactSum(Vec<Term>, i64),
    /// Atoms, of which at least one is true.
    Clause(Vec<(usize, Relation, i32)>),
    /// `left < right`, implemented wrongly; used by `mutants` only.
    Wrong(Fault, Term, Term),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Sign {
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Sign::Eq => a == b,
            Sign::Ne => a != b,
            Sign::Lt => a < b,
            Sign::Le => a <= b,
            Sign::Gt => a > b,
            Sign::Ge => a >= b,
        }
    }

    fn kind(self) -> Kind {
        match self {
            Sign::Eq => Kind::Eq,
            Sign::Ne => Kind::Ne,
            Sign::Lt => Kind::Lt,
            Sign::Le => Kind::Le,
            Sign::Gt => Kind::Gt,
            Sign::Ge => Kind::Ge,
        }
    }
}

impl Term {
    fn value(self, assignment: &[i32]) -> i64 {
        let value = assignment[self.var % assignment.len()];
        i64::from(self.scale) * i64::from(value) + i64::from(self.offset)
    }

    fn view(self, vars: &[IntVar]) -> IntView {
        vars[self.var % vars.len()] * self.scale + self.offset
    }
}

impl Row {
    /// Its kind; `None` if it is not of the library.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Row::Compare(sign, ..) | Row::CompareConstant(sign, ..) => Some(sign.kind()),
            Row::InSet(..) => Some(Kind::InSet),
            Row::AllDifferent(..) => Some(Kind::AllDifferent),
            Row::ExactSum(..) => Some(Kind::ExactSum),
            Row::Clause(..) => Some(Kind::Clause),
            Row::Wrong(..) => None,
        }
    }

    /// The definition, sharing no code with the library: whether it holds where its terms have these values.
    pub(crate) fn holds_of(&self, values: &[i64]) -> bool {
        match self {
            Row::Compare(sign, ..) => sign.holds(values[0], values[1]),
            Row::CompareConstant(sign, _, right) => sign.holds(values[0], i64::from(*right)),
            Row::InSet(_, set) => set.iter().any(|&v| i64::from(v) == values[0]),
            Row::AllDifferent(..) => (0..values.len()).all(|i| (0..i).all(|j| values[i] != values[j])),
            Row::ExactSum(_, total) => values.iter().sum::<i64>() == *total,
            Row::Clause(atoms) => values.iter().zip(atoms).any(|(&left, &(_, relation, right))| {
                let right = i64::from(right);
                match relation {
                    Relation::Eq => left == right,
                    Relation::Ne => left != right,
                    Relation::Le => left <= right,
                    Relation::Ge => left >= right,
                }
            }),
            Row::Wrong(..) => values[0] < values[1],
        }
    }

    /// Whether it holds where the variables have these values.
    pub(crate) fn holds(&self, assignment: &[i32]) -> bool {
        self.holds_of(&self.terms().iter().map(|term| term.value(assignment)).collect::<Vec<i64>>())
    }

    /// The constraint, over these variables.
    pub(crate) fn constraint(&self, vars: &[IntVar]) -> Arc<dyn Constraint> {
        let views = |terms: &[Term]| terms.iter().map(|t| t.view(vars)).collect::<Vec<IntView>>();
        match self {
            Row::Compare(sign, left, right) => {
                let (left, right) = (left.view(vars), right.view(vars));
                Arc::new(match sign {
                    Sign::Eq => eq(left, right),
                    Sign::Ne => ne(left, right),
                    Sign::Lt => lt(left, right),
                    Sign::Le => le(left, right),
                    Sign::Gt => gt(left, right),
                    Sign::Ge => ge(left, right),
                })
            }
            Row::CompareConstant(sign, left, right) => {
                let (left, right) = (left.view(vars), *right);
                Arc::new(match sign {
                    Sign::Eq => eq(left, right),
                    Sign::Ne => ne(left, right),
                    Sign::Lt => lt(left, right),
                    Sign::Le => le(left, right),
                    Sign::Gt => gt(left, right),
                    Sign::Ge => ge(left, right),
                })
            }
            Row::InSet(term, values) => Arc::new(in_set(term.view(vars), values.clone())),
            Row::AllDifferent(terms, own) => {
                let constraint = all_different(views(terms));
                Arc::new(match own {
                    Some(own) => constraint.at(*own),
                    None => constraint,
                })
            }
            Row::ExactSum(terms, total) => Arc::new(exact_sum(views(terms), *total)),
            Row::Clause(atoms) => Arc::new(clause(
                atoms
                    .iter()
                    .map(|&(var, relation, value)| IntAtom::new(vars[var % vars.len()], relation, value)),
            )),
            Row::Wrong(fault, left, right) => {
                Arc::new(Wrong { fault: *fault, x: left.view(vars), y: right.view(vars), latest: 0 })
            }
        }
    }

    /// The terms of the scope, in order.
    pub(crate) fn terms(&self) -> Vec<Term> {
        match self {
            Row::Compare(_, left, right) | Row::Wrong(_, left, right) => vec![*left, *right],
            Row::CompareConstant(_, term, _) | Row::InSet(term, _) => vec![*term],
            Row::AllDifferent(terms, _) | Row::ExactSum(terms, _) => terms.clone(),
            Row::Clause(atoms) => atoms.iter().map(|&(var, ..)| Term { var, scale: 1, offset: 0 }).collect(),
        }
    }

    /// The variables of the scope, of `count`, repetitions kept.
    pub(crate) fn scope(&self, count: usize) -> Vec<usize> {
        self.terms().into_iter().map(|t| t.var % count).collect()
    }

    /// Whether some variable occurs in the scope twice.
    pub(crate) fn repeats(&self, count: usize) -> bool {
        let scope = self.scope(count);
        (0..scope.len()).any(|i| scope[..i].contains(&scope[i]))
    }
}

impl Instance {
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::new();
        let vars: Vec<IntVar> = self.domains.iter().map(|d| model.int_var(d.clone())).collect();
        for row in &self.rows {
            let _ = model.post(row.constraint(&vars)).expect("the values are small");
        }
        model
    }

    pub(crate) fn holds(&self, assignment: &[i32]) -> bool {
        self.rows.iter().all(|row| row.holds(assignment))
    }
}

/// Which representations the domains of an instance may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forms {
    /// The small one only.
    Small,
    /// All three: by a value of 500, or of 100,000.
    All,
}

pub(crate) fn domain(forms: Forms) -> impl Strategy<Value = Vec<i32>> {
    let far = match forms {
        Forms::Small => Just(None).boxed(),
        Forms::All => prop_oneof![5 => Just(None), 1 => Just(Some(500)), 1 => Just(Some(100_000))].boxed(),
    };
    (prop::collection::btree_set(-2..=4i32, 1..=5), far).prop_map(|(mut values, far)| {
        values.extend(far);
        values.into_iter().collect()
    })
}

fn term() -> impl Strategy<Value = Term> {
    let scale =
        prop_oneof![6 => Just(1), 1 => Just(-1), 1 => Just(2), 1 => Just(-2), 1 => Just(3), 1 => Just(0)];
    (0..6usize, scale, prop_oneof![2 => Just(0), 1 => -3..=3i32]).prop_map(|(var, scale, offset)| Term {
        var,
        scale,
        offset,
    })
}

/// Typical scopes: plain variables, or all shifted, so that the narrow and the incremental forms are tested too.
/// Distinct variables, from the first on.
fn plain_terms() -> impl Strategy<Value = Vec<Term>> {
    prop::collection::vec(prop_oneof![3 => Just(0), 1 => -2..=2i32], 2..=5).prop_map(|offsets| {
        offsets.into_iter().enumerate().map(|(var, offset)| Term { var, scale: 1, offset }).collect()
    })
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    prop_oneof![plain_terms(), prop::collection::vec(term(), 0..=5)]
}

fn sign() -> impl Strategy<Value = Sign> {
    prop::sample::select(vec![Sign::Eq, Sign::Ne, Sign::Lt, Sign::Le, Sign::Gt, Sign::Ge])
}

fn own_consistency() -> impl Strategy<Value = Option<Consistency>> {
    prop::option::weighted(0.75, consistency())
}

/// A few atoms, often of the same variables, with values within and beyond the domains, and at the ends of what there is.
fn atoms() -> impl Strategy<Value = Vec<(usize, Relation, i32)>> {
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    let value = prop_oneof![
        30 => -3..=5i32,
        2 => prop::sample::select(vec![499, 500, 99_999, 100_000]),
        1 => prop::sample::select(vec![i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX]),
    ];
    prop::collection::vec((0..6usize, relation, value), 0..=6)
}

pub(crate) fn row() -> impl Strategy<Value = Row> {
    prop_oneof![
        3 => (sign(), term(), term()).prop_map(|(sign, left, right)| Row::Compare(sign, left, right)),
        1 => (sign(), term(), -4..=6i32).prop_map(|(sign, left, right)| Row::CompareConstant(sign, left, right)),
        1 => (term(), prop::collection::vec(-5..=8i32, 0..=5)).prop_map(|(term, set)| Row::InSet(term, set)),
        4 => (terms(), own_consistency()).prop_map(|(terms, own)| Row::AllDifferent(terms, own)),
        3 => (terms(), -6..=12i64).prop_map(|(terms, total)| Row::ExactSum(terms, total)),
        3 => atoms().prop_map(Row::Clause),
    ]
}

/// One constraint over up to five variables.
pub(crate) fn single(forms: Forms) -> impl Strategy<Value = Instance> {
    let any = (prop::collection::vec(domain(forms), 1..=5), row())
        .prop_map(|(domains, row)| Instance { domains, rows: vec![row] });
    prop_oneof![4 => any, 1 => crowded(forms)]
}

/// An `all_different` in which some variables have few values between them, and the others have those and more: this
/// also tests what a Hall set removes from variables that are far from being in one.
fn crowded(forms: Forms) -> impl Strategy<Value = Instance> {
    let far = if forms == Forms::Small { vec![6] } else { vec![6, 500, 100_000] };
    let masks = prop::collection::vec(any::<u8>(), 3..=5);
    (prop::sample::select(far), 1..=3usize, masks, own_consistency()).prop_map(|(far, tight, masks, own)| {
        let pool = [0, far, 2, -1, 3, 4, 5];
        let values = |(i, mask): (usize, &u8)| {
            let few = if i < tight { tight } else { pool.len() };
            let mask = if i < tight { *mask } else { mask | mask >> 3 };
            let mut values: Vec<i32> = pool[..few]
                .iter()
                .enumerate()
                .filter(|(at, _)| mask >> at & 1 != 0)
                .map(|(_, &v)| v)
                .collect();
            if values.is_empty() {
                values.extend(&pool[..few]);
            }
            values.sort_unstable();
            values
        };
        let domains: Vec<Vec<i32>> = masks.iter().enumerate().map(values).collect();
        let terms = (0..domains.len()).map(|var| Term { var, scale: 1, offset: 0 }).collect();
        Instance { domains, rows: vec![Row::AllDifferent(terms, own)] }
    })
}

/// Up to five constraints of any kind over up to four variables.
pub(crate) fn mixed() -> impl Strategy<Value = Instance> {
    (prop::collection::vec(domain(Forms::All), 1..=4), prop::collection::vec(row(), 0..=5))
        .prop_map(|(domains, rows)| Instance { domains, rows })
}

pub(crate) fn consistency() -> impl Strategy<Value = Consistency> {
    prop::sample::select(Consistency::ALL.to_vec())
}

/// The given number of random cases, times `RESIDUA_DEPTH`. Failures found are kept as named tests, not in a file of
/// seeds.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(times_depth(count as usize) as u32)
    }
}

/// The given number, scaled by `RESIDUA_DEPTH`.
pub(crate) fn times_depth(count: usize) -> usize {
    (count as f64 * depth()).round() as usize
}

/// The factor on the usual number of cases: more for a thorough search, a fraction where tests are slow to run.
pub(crate) fn depth() -> f64 {
    std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0)
}
