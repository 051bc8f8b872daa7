//! Lexicographic order of lists: `lex_less`, `lex_lesseq`, `lex_chain`.
//!
//! Up to some position both lists have the same values. There the left one is no greater; and it is less, where what comes after
//! cannot be in order. Nothing follows for what comes after, as long as the left one may be less before.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | at the first position where the lists differ the left one is less; a list that ends there is less than one that goes on |
//! | Consistency | domain, where no variable occurs twice; for a chain, of each pair of neighbours |
//! | Cost | O(n) a run, from the first position that is not decided |
//! | Wakes on | bounds |
//! | Explains | by bounds of the positions before, of the other side, and of those after where these cannot be in order |
//! | Same variable | a position where both lists have the same view is skipped; otherwise less may be found than domain consistency asks for |
//! | Source | Frisch, Hnich, Kiziltan, Miguel & Walsh, *Propagation Algorithms for Lexicographic Ordering Constraints*, AIJ 170(10), 2006 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::holds_always;
use crate::constraints::ordering::in_order::{InOrder, InOrders};
use crate::constraints::{Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure, View};

/// The constraints [`lex_less`] and [`lex_lesseq`]: two lists in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lex {
    /// The list that comes first.
    pub left: Vec<IntView>,
    /// The list that comes second.
    pub right: Vec<IntView>,
    /// Whether the lists have to differ.
    pub strict: bool,
}

/// The constraint [`lex_chain`]: lists of which each comes before the next one, or is equal to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexChain {
    /// The lists.
    pub rows: Vec<Vec<IntView>>,
    /// Whether the lists have to be pairwise different.
    pub strict: bool,
}

/// `left` comes before `right` in lexicographic order: a proper prefix comes before the longer list.
///
/// ```
/// use residua::constraints::lex_less;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let (a, b) = (model.int_vars("a", 2, 1..=2), model.int_vars("b", 2, 1..=2));
/// model.post(lex_less(&a, &b))?;
/// assert_eq!(model.solutions().count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn lex_less<V: Term, W: Term>(
    left: impl IntoIterator<Item = V>,
    right: impl IntoIterator<Item = W>,
) -> V::Of<W::Of<Lex>> {
    V::over(left, |left| W::over(right, |right| Lex { left, right, strict: true }))
}

/// `left` comes before `right` in lexicographic order, or is equal to it.
///
/// ```
/// use residua::constraints::lex_lesseq;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let (a, b) = (model.int_vars("a", 2, 1..=2), model.int_vars("b", 3, 1..=2));
/// model.post(lex_lesseq(&a, &b))?;
/// assert_eq!(model.solutions().count(), 10 * 2);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn lex_lesseq<V: Term, W: Term>(
    left: impl IntoIterator<Item = V>,
    right: impl IntoIterator<Item = W>,
) -> V::Of<W::Of<Lex>> {
    V::over(left, |left| W::over(right, |right| Lex { left, right, strict: false }))
}

/// Each list comes before the next one in lexicographic order, or is equal to it: breaks the symmetry of interchangeable rows of a matrix.
///
/// ```
/// use residua::constraints::lex_chain;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let rows: Vec<_> = (0..3).map(|i| model.int_vars(&format!("row{i}"), 2, 0..=1)).collect();
/// model.post(lex_chain(&rows))?;
/// assert_eq!(model.solutions().count(), 20);
/// model.post(lex_chain(&rows).strict())?;
/// assert_eq!(model.solutions().count(), 4);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn lex_chain<V: Term>(rows: impl IntoIterator<Item = impl IntoIterator<Item = V>>) -> V::Of<LexChain> {
    let rows: Vec<Vec<V>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    V::over(rows.into_iter().flatten(), |views| {
        let mut views = views.into_iter();
        let rows = lengths.into_iter().map(|length| views.by_ref().take(length).collect()).collect();
        LexChain { rows, strict: false }
    })
}

impl LexChain {
    /// Makes the order strict: no two lists are equal.
    #[must_use]
    pub fn strict(self) -> LexChain {
        LexChain { strict: true, ..self }
    }

    fn pairs(&self) -> impl Iterator<Item = Lex> + '_ {
        let strict = self.strict;
        self.rows.windows(2).map(move |pair| Lex { left: pair[0].clone(), right: pair[1].clone(), strict })
    }
}

impl Lex {
    /// Whether the lists are in order where one is a prefix of the other.
    fn end(&self) -> bool {
        self.left.len() < self.right.len() || self.left.len() == self.right.len() && !self.strict
    }

    fn in_order(&self, to: &mut Poster<'_>) -> InOrder {
        let pairs = self.pairs().map(|(x, y)| (to.view(x), to.view(y))).filter(|(x, y)| x != y);
        let pairs: Box<[(View, View)]> = pairs.collect();
        let mut vars: Vec<_> = pairs.iter().flat_map(|(x, y)| [x.var, y.var]).collect();
        vars.sort_unstable();
        let has_repeats = vars.windows(2).any(|pair| pair[0] == pair[1]);
        InOrder { pairs, end: self.end(), first: to.new_trailed(0), has_repeats }
    }

    fn pairs(&self) -> impl DoubleEndedIterator<Item = (IntView, IntView)> + '_ {
        let length = self.left.len().min(self.right.len());
        self.left[..length].iter().copied().zip(self.right[..length].iter().copied())
    }
}

impl Constraint for Lex {
    fn name(&self) -> &'static str {
        if self.strict { "lex_less" } else { "lex_lesseq" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.left.iter().chain(&self.right).copied().collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let [left, right] =
            [&self.left, &self.right].map(|list| list.iter().map(|&x| value(x)).collect::<Vec<i64>>());
        if self.strict { left < right } else { left <= right }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let orders = Box::new([self.in_order(to)]);
        to.add(InOrders { orders, length: self.left.len() });
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let ends = |x: IntView| (x.min(domains), x.max(domains));
        // A position is decided where both sides are one variable, or fixed.
        let mut open: Vec<(IntView, IntView)> = Vec::new();
        let mut end = self.end();
        for (x, y) in self.pairs() {
            let ((x_min, x_max), (y_min, y_max)) = (ends(x), ends(y));
            if x == y || x_min == x_max && (x_min, x_max) == (y_min, y_max) {
                continue;
            }
            if x_max < y_min || x_min > y_max {
                end = x_max < y_min;
                break;
            }
            open.push((x, y));
        }
        let (mut entailed, mut violated) = (end, !end);
        for &(x, y) in open.iter().rev() {
            let ((x_min, x_max), (y_min, y_max)) = (ends(x), ends(y));
            entailed = x_max < y_min || x_max == y_min && entailed;
            violated = x_min > y_max || x_min == y_max && violated;
        }
        if entailed || holds_always(self, domains) {
            return Simplified::Entailed;
        }
        if violated {
            return Simplified::Violated;
        }
        // A number in place of a view that is fixed.
        let plain = |x: IntView, other: IntView| x.value(domains).map_or(x, |value| other.var * 0 + value);
        for (x, y) in &mut open {
            (*x, *y) = (plain(*x, *y), plain(*y, *x));
        }
        if let [(left, right)] = open[..] {
            let comparator = if end { Comparator::Le } else { Comparator::Lt };
            return Simplified::Into(vec![
                Comparison { left, comparator, right: Operand::View(right) }.into_shared(),
            ]);
        }
        let (left, right) = open.into_iter().unzip();
        let lex = Lex { left, right, strict: !end };
        if lex == *self { Simplified::Unchanged } else { Simplified::Into(vec![lex.into_shared()]) }
    }

    /// By one pass, which ends at the first position where either list may be less.
    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let ends = |x: IntView| (x.min(domains), x.max(domains));
        // Whether, in what comes before, the left list cannot be greater, and whether it cannot be less.
        let (mut entailed, mut violated) = (true, true);
        for (x, y) in self.pairs().filter(|(x, y)| x != y) {
            let ((x_min, x_max), (y_min, y_max)) = (ends(x), ends(y));
            if x_max < y_min || x_min > y_max {
                return if x_max < y_min { entailed.then_some(true) } else { violated.then_some(false) };
            }
            entailed &= x_max == y_min;
            violated &= x_min == y_max;
            if !entailed && !violated {
                return None;
            }
        }
        if self.end() { entailed.then_some(true) } else { violated.then_some(false) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let [left, right] = [&self.left, &self.right].map(|list| list.iter().map(|&x| to(x)).collect());
        Arc::new(Lex { left, right, strict: self.strict })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        write_lists(f, [&self.left, &self.right].into_iter(), name)
    }

    fn statement(&self) -> Option<Statement> {
        let linear = |x, comparator, y| Linear::between(x, comparator, y, 0).map(Statement::Linear);
        let end = if self.end() { Statement::All(Vec::new()) } else { Statement::Any(Vec::new()) };
        self.pairs().rev().try_fold(end, |rest, (x, y)| {
            let tie = Statement::All(vec![linear(x, Comparator::Eq, y)?, rest]);
            Some(Statement::Any(vec![linear(x, Comparator::Lt, y)?, tie]))
        })
    }
}

/// `[a, b], [c, d])`
fn write_lists<'a>(
    f: &mut fmt::Formatter<'_>,
    lists: impl Iterator<Item = &'a Vec<IntView>>,
    name: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    for (at, list) in lists.enumerate() {
        let names: Vec<String> = list.iter().map(|&x| name(x)).collect();
        write!(f, "{}[{}]", if at == 0 { "" } else { ", " }, names.join(", "))?;
    }
    f.write_str(")")
}

impl Constraint for LexChain {
    fn name(&self) -> &'static str {
        "lex_chain"
    }

    fn scope(&self) -> Vec<IntView> {
        self.rows.concat()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.pairs().all(|pair| pair.check(value))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        // One propagator, because only all of them together detect that the chain is entailed.
        let orders = self.pairs().map(|pair| pair.in_order(to)).collect();
        let length = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        to.add(InOrders { orders, length });
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        for pair in self.pairs() {
            match pair.simplify(domains) {
                Simplified::Entailed => {}
                Simplified::Violated => return Simplified::Violated,
                Simplified::Unchanged => left.push(pair.into_shared()),
                Simplified::Into(parts) => left.extend(parts),
            }
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let rows = self.rows.iter().map(|row| row.iter().map(|&x| to(x)).collect()).collect();
        Arc::new(LexChain { rows, strict: self.strict })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str(if self.strict { "strict_lex_chain(" } else { "lex_chain(" })?;
        write_lists(f, self.rows.iter(), name)
    }

    fn statement(&self) -> Option<Statement> {
        self.pairs().map(|pair| pair.statement()).collect::<Option<_>>().map(Statement::All)
    }
}
