//! Bounds rules: the bounds of some arguments of a constraint from those of the others.
//!
//! A rule may infer less than its constraint does, never more.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::bounds::interval::{FAR, Interval, Rounding};

/// A number, or the variable with that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(i64),
    Var(u32),
}

/// What holds between terms.
#[derive(Debug)]
pub(super) enum Rule {
    /// The sum of the terms, each with its factor, which is not 0, is the total, or at most the total.
    Sum { terms: Box<[(i64, Term)]>, total: i128, is_equal: bool },
    /// The third is the product of the others.
    Product([Term; 3]),
    /// The third is the quotient of the others, truncated.
    Quotient([Term; 3]),
    /// The third is the remainder of the quotient.
    Remainder([Term; 3]),
    /// The third is the first to the power of the second; to one below 0 it is 0, 1 or -1.
    Power([Term; 3]),
    /// The second is the absolute value of the first.
    Absolute([Term; 2]),
    /// The result is the greatest of the terms, or the least.
    Extremum { terms: Rc<[Term]>, result: Term, is_maximum: bool },
    /// The result is the entry at the index, which counts from that number.
    Entry { index: Term, first: i64, entries: Rc<[Term]>, result: Term },
    /// Each of the results is one of the terms.
    Among { terms: Rc<[Term]>, results: Rc<[Term]> },
    /// The term is in the interval.
    Within(Term, Interval),
    /// One of the Booleans at least is as said.
    Clause(Box<[(Term, bool)]>),
    /// The first rule holds where the Boolean is true, the second one where it is false.
    Where { condition: Term, yes: Option<Box<Rule>>, no: Option<Box<Rule>> },
}

/// How often an end may move from one number to another: bounds that creep towards each other are left where they are.
const MOVES: u8 = 64;

/// The intervals of all variables.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    by_var: Vec<Interval>,
    /// By variable: how often its ends have moved.
    moves: Vec<[u8; 2]>,
    /// Variables whose intervals have changed.
    pub(super) changed: Vec<u32>,
    /// During an assumption: the state before each change that it caused.
    before: Option<Vec<(u32, Interval, [u8; 2])>>,
    /// Whether there is no solution.
    pub(super) is_empty: bool,
}

impl Intervals {
    pub(super) fn add(&mut self, interval: Interval) -> Term {
        self.is_empty |= interval.is_empty();
        self.by_var.push(interval);
        self.moves.push([0; 2]);
        Term::Var(self.by_var.len() as u32 - 1)
    }

    pub(super) fn len(&self) -> usize {
        self.by_var.len()
    }

    pub(super) fn of(&self, term: Term) -> Interval {
        match term {
            Term::Number(number) => Interval::only(number),
            Term::Var(var) => self.by_var[var as usize],
        }
    }

    /// The term is in that interval.
    pub(super) fn cut(&mut self, term: Term, interval: Interval) {
        let old = self.of(term);
        let mut new = old.cut(interval);
        if new.is_empty() {
            self.is_empty = true;
            return;
        }
        let Term::Var(var) = term else { return };
        let moves = &mut self.moves[var as usize];
        let moves_before = *moves;
        let mut may_move = |end: usize, is_first: bool| {
            moves[end] += u8::from(!is_first && moves[end] < MOVES);
            moves[end] < MOVES
        };
        if new.low != old.low && !may_move(0, !old.has_low()) {
            new.low = old.low;
        }
        if new.high != old.high && !may_move(1, !old.has_high()) {
            new.high = old.high;
        }
        if new != old {
            self.by_var[var as usize] = new;
            self.changed.push(var);
            if let Some(before) = &mut self.before {
                before.push((var, old, moves_before));
            }
        }
    }

    /// Assumes that the term is in that interval, until it is taken back.
    pub(super) fn assume(&mut self, term: Term, interval: Interval) {
        self.before = Some(Vec::new());
        self.cut(term, interval);
    }

    /// Takes the assumption back: what followed of it, by variable, or that it cannot be.
    pub(super) fn take_back(&mut self) -> Option<BTreeMap<u32, Interval>> {
        let before = self.before.take().unwrap_or_default();
        let followed = before.iter().map(|&(var, ..)| (var, self.by_var[var as usize])).collect();
        for (var, interval, moves) in before.into_iter().rev() {
            self.by_var[var as usize] = interval;
            self.moves[var as usize] = moves;
        }
        (!std::mem::take(&mut self.is_empty)).then_some(followed)
    }
}

impl Rule {
    /// The terms in it.
    pub(super) fn each_term(&self, see: &mut dyn FnMut(Term)) {
        match self {
            Rule::Sum { terms, .. } => terms.iter().for_each(|&(_, term)| see(term)),
            Rule::Product(terms) | Rule::Quotient(terms) | Rule::Remainder(terms) | Rule::Power(terms) => {
                terms.iter().copied().for_each(see);
            }
            Rule::Absolute(terms) => terms.iter().copied().for_each(see),
            Rule::Extremum { terms, result, .. } => terms.iter().chain([result]).copied().for_each(see),
            Rule::Entry { index, entries, result, .. } => {
                entries.iter().chain([index, result]).copied().for_each(see);
            }
            Rule::Among { terms, results } => terms.iter().chain(results.iter()).copied().for_each(see),
            Rule::Within(term, _) => see(*term),
            Rule::Clause(literals) => literals.iter().for_each(|literal| see(literal.0)),
            Rule::Where { condition, yes, no } => {
                see(*condition);
                yes.iter().chain(no).for_each(|rule| rule.each_term(see));
            }
        }
    }

    /// Takes from the intervals what the rule excludes.
    pub(super) fn apply(&self, to: &mut Intervals) {
        match self {
            Rule::Sum { terms, total, is_equal } => sum(terms, *total, *is_equal, to),
            &Rule::Product([x, y, z]) => product([x, y, z], to),
            &Rule::Quotient([x, y, z]) => {
                not_zero(y, to);
                to.cut(z, to.of(x).divided(to.of(y), Rounding::Truncated));
                let most = (to.of(z).reach() + 1) * to.of(y).reach();
                to.cut(x, Interval::around(most));
                // By what is greater than the dividend over the least quotient, that one is not reached.
                if let Some(least) = Some(to.of(z).nearest()).filter(|&least| least > 0) {
                    to.cut(y, Interval::around(reached(to.of(x).reach(), least)));
                }
            }
            &Rule::Remainder([x, y, z]) => {
                not_zero(y, to);
                // What is left is not the dividend, so that the divisor goes into the rest of it.
                let gone = to.of(x).plus(to.of(z).negated());
                if !gone.contains(0) {
                    to.cut(y, Interval::around(gone.reach()));
                }
                let of = to.of(x);
                let most = to.of(y).reach() - 1;
                to.cut(z, Interval::around(if most + 1 >= FAR { FAR } else { most.max(0) }));
                to.cut(z, Interval::new(of.low.min(0), of.high.max(0)));
                let rest = to.of(z);
                let low = if rest.low > 0 { rest.low } else { -FAR };
                to.cut(x, Interval::new(low, if rest.high < 0 { rest.high } else { FAR }));
            }
            &Rule::Power([x, y, z]) => power([x, y, z], to),
            &Rule::Absolute([x, z]) => {
                let of = to.of(x);
                to.cut(z, Interval::new(of.nearest(), of.reach()));
                to.cut(x, Interval::around(to.of(z).high));
            }
            Rule::Extremum { terms, result, is_maximum } => extremum(terms, *result, *is_maximum, to),
            Rule::Entry { index, first, entries, result } => {
                let last = i128::from(*first) + entries.len() as i128 - 1;
                let range = Interval::new(*first, last);
                to.cut(*index, range);
                let places = to.of(*index).cut(range);
                if places.is_empty() {
                    return;
                }
                let [low, high] =
                    [places.low, places.high].map(|place| (place - i128::from(*first)) as usize);
                let reached = entries[low..=high].iter().map(|&entry| to.of(entry));
                to.cut(*result, reached.fold(Interval::new(1, 0), Interval::hull));
                if low == high {
                    to.cut(entries[low], to.of(*result));
                }
            }
            Rule::Among { terms, results } => {
                let hull = terms.iter().map(|&term| to.of(term)).fold(Interval::new(1, 0), Interval::hull);
                results.iter().for_each(|&result| to.cut(result, hull));
            }
            Rule::Within(term, interval) => to.cut(*term, *interval),
            Rule::Clause(literals) => clause(literals, to),
            Rule::Where { condition, yes, no } => match (to.of(*condition).value(), yes, no) {
                (Some(1), Some(rule), _) | (Some(0), _, Some(rule)) => rule.apply(to),
                _ => {}
            },
        }
    }
}

fn not_zero(term: Term, to: &mut Intervals) {
    let of = to.of(term);
    if of.low == 0 {
        to.cut(term, Interval::from(1));
    }
    if of.high == 0 {
        to.cut(term, Interval::up_to(-1));
    }
}

fn sum(terms: &[(i64, Term)], total: i128, is_equal: bool, to: &mut Intervals) {
    // The ends of all terms together, and how many have no such end.
    let (mut low, mut high, mut without) = (0, 0, [0, 0]);
    for &(factor, term) in terms {
        let of = to.of(term).scaled(factor);
        low += of.low;
        high += of.high;
        without[0] += u32::from(!of.has_low());
        without[1] += u32::from(!of.has_high());
    }
    to.is_empty |= without[0] == 0 && low > total || is_equal && without[1] == 0 && high < total;
    for &(factor, term) in terms {
        if to.is_empty || without[0] > 1 && (!is_equal || without[1] > 1) {
            return;
        }
        let of = to.of(term).scaled(factor);
        let mut left = Interval::ALL;
        if without[0] == u32::from(!of.has_low()) {
            // What stands for no end cancels itself.
            left.high = total - (low - of.low);
        }
        if is_equal && without[1] == u32::from(!of.has_high()) {
            left.low = total - (high - of.high);
        }
        to.cut(term, Interval::new(left.low, left.high).unscaled(factor));
        // What has been cut counts from the next time on; but a variable may be in the sum twice.
        let now = to.of(term).scaled(factor);
        if now != of {
            without[0] -= u32::from(!of.has_low() && now.has_low());
            without[1] -= u32::from(!of.has_high() && now.has_high());
            low += now.low - of.low;
            high += now.high - of.high;
        }
    }
}

fn product([x, y, z]: [Term; 3], to: &mut Intervals) {
    if x == y {
        let of = to.of(x);
        to.cut(z, Interval::new(of.nearest() * of.nearest(), of.reach() * of.reach()));
        if to.of(z).has_high() {
            let most = (to.of(z).high as u128).isqrt() as i128;
            to.cut(x, Interval::around(most));
        }
        return;
    }
    to.cut(z, to.of(x).times(to.of(y)));
    for (one, other) in [(x, y), (y, x)] {
        let (factor, result) = (to.of(other), to.of(z));
        if !(factor.contains(0) && result.contains(0)) {
            to.cut(one, result.divided(factor, Rounding::Whole));
        }
    }
}

fn power([x, y, z]: [Term; 3], to: &mut Intervals) {
    let (base, exponent) = (to.of(x), to.of(y));
    let reach = if base.reach() <= 1 || exponent.high <= 0 {
        1
    } else {
        let exponent = u32::try_from(exponent.high).unwrap_or(u32::MAX);
        base.reach().checked_pow(exponent).unwrap_or(FAR)
    };
    let is_even = exponent.value().is_some_and(|exponent| exponent % 2 == 0);
    to.cut(z, Interval::new(if base.low >= 0 || is_even { 0 } else { -reach.min(FAR) }, reach.min(FAR)));
    if exponent.low >= 1 {
        to.cut(x, Interval::around(to.of(z).reach()));
    }
    let result = to.of(z);
    // Only powers of 1 and -1 to less than 0 are not 0.
    if exponent.high < 0 && !result.contains(0) {
        to.cut(x, Interval::around(1));
    }
    // Each factor doubles the power at least, and is one more.
    if base.nearest() >= 2 && result.reach() < FAR {
        to.cut(y, Interval::up_to(i128::from(result.reach().checked_ilog2().unwrap_or(0))));
        if !result.contains(0) {
            to.cut(y, Interval::from(0));
        }
    }
}

/// The quotient, rounded down; `FAR` where the dividend is.
fn reached(most: i128, by: i128) -> i128 {
    if most >= FAR { FAR } else { most / by }
}

fn clause(literals: &[(Term, bool)], to: &mut Intervals) {
    // Those that can still be as said.
    let mut open = literals.iter().filter(|(term, is_true)| to.of(*term).contains(i128::from(*is_true)));
    match (open.next().copied(), open.next()) {
        (None, _) => to.is_empty = true,
        (Some((term, is_true)), None) => to.cut(term, Interval::only(i64::from(is_true))),
        _ => {}
    }
}

fn extremum(terms: &[Term], result: Term, is_maximum: bool, to: &mut Intervals) {
    let seen = |of: Interval| if is_maximum { of } else { of.negated() };
    let (mut low, mut high) = (-FAR, -FAR);
    for &term in terms {
        let of = seen(to.of(term));
        (low, high) = (low.max(of.low), high.max(of.high));
    }
    to.cut(result, seen(Interval::new(low, high)));
    let most = Interval::up_to(seen(to.of(result)).high);
    for &term in terms {
        to.cut(term, seen(most));
    }
}
