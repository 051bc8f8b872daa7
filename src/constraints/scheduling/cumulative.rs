//! `cumulative(starts, durations, demands, capacity)`: at each time, the demands of running tasks do not exceed the capacity.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | at each time the demands of the tasks that run, from their start on and before their end, add up to the capacity at most; durations, demands and the capacity are not negative |
//! | Consistency | time-tabling, see `timetable.rs`, and energetic reasoning, see `energy.rs` and `edge_finding.rs`: domain consistency is NP-hard |
//! | Cost | O(n log n) a run, and what is passed on the way; once nothing cheaper is due, O(n²), and O(n³) where little is left |
//! | Same variable | each occurrence by itself: no solution is lost, and full assignments are decided |
//! | Statement | when a task starts, the demands of those that run then add up to no more than the capacity; of variable demands by auxiliary variables |
//! | Source | Aggoun & Beldiceanu, *Extending CHIP in Order to Solve Complex Scheduling and Placement Problems*, 1993 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::clause::{literal_statement, over};
use crate::constraints::counting::holds_always;
use crate::constraints::expression::compare_within;
use crate::constraints::scheduling::energy::Energy;
use crate::constraints::scheduling::simplify_cumulative::CumulativeSimplifier;
use crate::constraints::scheduling::task::Entry;
use crate::constraints::scheduling::timetable::Timetable;
use crate::constraints::{
    AllOf, Auxiliaries, Comparator, Constraint, Expr, Linear, Operand, Simplified, Statement, if_then_else,
};
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`cumulative`](cumulative()): tasks that share a capacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    /// By task: its start.
    pub starts: Box<[IntView]>,
    /// By task: its duration.
    pub durations: Box<[Operand]>,
    /// By task: its demand while it runs.
    pub demands: Box<[Operand]>,
    /// By task: the literal that is true where it takes place; `None` if it always does. `None` as a whole, if all do.
    pub presence: Option<Box<[Option<IntAtom>]>>,
    /// The capacity, at any time.
    pub capacity: Operand,
}

/// Task i runs from `starts[i]` on for `durations[i]`, and demands `demands[i]` as long; at each time the demands of the tasks that run
/// add up to the capacity at most. Durations, demands and the capacity, which are views or numbers, are not negative: that is part of
/// the constraint. A task that takes no time, or demands nothing, constrains nothing.
///
/// ```
/// use residua::constraints::{cumulative, ge, le};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let starts = ["a", "b", "c"].map(|name| model.named_var(name, 0..=6));
/// model.post(cumulative(starts, [4, 4, 2], [2, 1, 2], 3))?;
/// model.post(le(starts[0], 2))?;
/// model.post(ge(starts[2], 1))?;
/// // From 2 to 4 a runs in any case, and leaves too little for c.
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.domain(starts[2]).to_string(), "4..6");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Lengths that differ are refused when it is posted, and so are durations and demands beyond 32 bits.
pub fn cumulative<S: Term, D: Into<Operand>, R: Into<Operand>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
    demands: impl IntoIterator<Item = R>,
    capacity: impl Into<Operand>,
) -> S::Of<Cumulative> {
    S::over(starts, |starts| Cumulative {
        starts: starts.into(),
        durations: durations.into_iter().map(Into::into).collect(),
        demands: demands.into_iter().map(Into::into).collect(),
        presence: None,
        capacity: capacity.into(),
    })
}

impl Cumulative {
    /// Makes tasks optional: task i takes place only where literal i is true. Where it is false, its start may be anything.
    ///
    /// ```
    /// use residua::constraints::{cumulative, sum};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let starts = model.int_vars("start", 3, 0..=3);
    /// let done = model.int_vars("done", 3, 0..=1);
    /// let tasks = cumulative(&starts, [3, 2, 3], [1, 1, 1], 1);
    /// model.post(tasks.optional(done.iter().map(|done| done.is(1))))?;
    /// let (most, _) = model.maximize(sum(done))?.last().expect("none has to be done");
    /// assert_eq!(most, 2);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn optional(self, literals: impl IntoIterator<Item = IntAtom>) -> Cumulative {
        Cumulative { presence: Some(literals.into_iter().map(Some).collect()), ..self }
    }

    /// The lists, task by task, as far as all of them reach.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let amounts = self.durations.iter().zip(&self.demands);
        self.starts.iter().zip(amounts).enumerate().map(|(at, (&start, (&duration, &demand)))| {
            let literals = self.presence.as_ref();
            let presence = literals.and_then(|literals| literals.get(at).copied().flatten());
            Entry { start, duration, demand, presence }
        })
    }

    /// The constraint on these tasks.
    pub(super) fn of(entries: &[Entry], capacity: Operand) -> Cumulative {
        let is_optional = entries.iter().any(|entry| entry.presence.is_some());
        Cumulative {
            starts: entries.iter().map(|entry| entry.start).collect(),
            durations: entries.iter().map(|entry| entry.duration).collect(),
            demands: entries.iter().map(|entry| entry.demand).collect(),
            presence: is_optional.then(|| entries.iter().map(|entry| entry.presence).collect()),
            capacity,
        }
    }

    /// What must not be negative.
    pub(super) fn amounts(&self) -> impl Iterator<Item = Operand> + '_ {
        self.durations.iter().chain(&self.demands).chain([&self.capacity]).copied()
    }

    /// That nothing is negative.
    fn facts(&self) -> Option<Vec<Statement>> {
        let mut facts = Vec::new();
        for amount in self.amounts() {
            match amount {
                Operand::View(view) => {
                    facts.push(Statement::Linear(Linear::new([view], Comparator::Ge, 0)?));
                }
                Operand::Constant(constant) if constant < 0 => facts.push(Statement::Any(Vec::new())),
                Operand::Constant(_) => {}
            }
        }
        Some(facts)
    }
}

impl Entry {
    /// That it runs when the other one starts, and takes place.
    fn runs_at(&self, other: IntView) -> Option<Vec<Statement>> {
        let is_started = Linear::between(self.start, Comparator::Le, other, 0)?;
        let is_unfinished = match self.duration {
            Operand::Constant(duration) => Linear::between(other, Comparator::Lt, self.start, duration)?,
            Operand::View(duration) => Linear::new([other, -self.start, -duration], Comparator::Lt, 0)?,
        };
        let mut parts = vec![Statement::Linear(is_started), Statement::Linear(is_unfinished)];
        if let Some(presence) = &self.presence {
            parts.push(literal_statement(presence)?);
        }
        Some(parts)
    }

    /// The condition that it runs when the other one starts, and takes place.
    fn condition_at(&self, other: IntView, domains: &dyn Domains<IntVar>) -> Arc<dyn Constraint> {
        let end = Expr::from(self.start) + expression(self.duration);
        let is_started = compare_within(self.start.into(), Comparator::Le, other.into(), domains);
        let is_unfinished = compare_within(other.into(), Comparator::Lt, end, domains);
        let mut parts = vec![is_started, is_unfinished];
        parts.extend(self.presence.map(IntAtom::into_shared));
        AllOf::of(parts)
    }
}

fn expression(operand: Operand) -> Expr {
    match operand {
        Operand::View(view) => view.into(),
        Operand::Constant(constant) => constant.into(),
    }
}

fn view_of(operand: Operand) -> Option<IntView> {
    match operand {
        Operand::View(view) => Some(view),
        Operand::Constant(_) => None,
    }
}

/// A duration or a demand that is larger does not fit into 32 bits.
const MOST: i64 = i32::MAX as i64;

impl Constraint for Cumulative {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn scope(&self) -> Vec<IntView> {
        let amounts = self.durations.iter().chain(&self.demands).copied().filter_map(view_of);
        let literals = self.presence.iter().flatten().flatten().map(|literal| literal.var().view());
        let starts = self.starts.iter().copied();
        starts.chain(amounts).chain(literals).chain(view_of(self.capacity)).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_true =
            |literal: IntAtom| i32::try_from(value(literal.var().view())).is_ok_and(|v| literal.allows(v));
        let amount = |operand: Operand| match operand {
            Operand::View(view) => value(view),
            Operand::Constant(constant) => constant,
        };
        let present: Vec<Entry> = self.entries().filter(|entry| entry.presence.is_none_or(is_true)).collect();
        let load = |time: i64| -> i64 {
            let runs = |entry: &&Entry| {
                let start = value(entry.start);
                start <= time && time < start + amount(entry.duration)
            };
            present.iter().filter(runs).map(|entry| amount(entry.demand)).sum()
        };
        // It is greatest when something starts.
        self.amounts().all(|operand| amount(operand) >= 0)
            && present.iter().all(|entry| load(value(entry.start)) <= amount(self.capacity))
    }

    fn validate(&self) -> Result<(), String> {
        let tasks = self.starts.len();
        for (what, count) in [("durations", self.durations.len()), ("demands", self.demands.len())] {
            if count != tasks {
                return Err(format!("there are {tasks} starts and {count} {what}"));
            }
        }
        if let Some(presence) = self.presence.as_ref().filter(|presence| presence.len() != tasks) {
            return Err(format!("there are {tasks} tasks and {} literals", presence.len()));
        }
        for (what, amounts) in [("duration", &self.durations), ("demand", &self.demands)] {
            for amount in amounts {
                if let Some(number) = constant(*amount).filter(|&number| number > MOST) {
                    return Err(format!("a task has the {what} {number}, which leaves 32 bits"));
                }
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        for amount in self.amounts() {
            match amount {
                Operand::View(view) => {
                    if let Some(atom) = to.view(view).at_least(0) {
                        to.state(atom)?;
                    }
                }
                Operand::Constant(constant) if constant < 0 => return to.refuse(),
                Operand::Constant(_) => {}
            }
        }
        if !self.starts.is_empty() {
            let timetable = Timetable::new(self.entries(), self.capacity, to);
            if self.starts.len() > 2 {
                to.add(Energy::new(timetable.clone()));
            }
            to.add(timetable);
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        CumulativeSimplifier::new(self, domains).simplified(self)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let amount = |amount: Operand| match amount {
            Operand::View(view) => Operand::View(to(view)),
            Operand::Constant(_) => amount,
        };
        let literal = |literal: IntAtom| over(literal, to(literal.var().view()));
        let literals = |literals: &[Option<IntAtom>]| literals.iter().map(|of| of.map(literal)).collect();
        Arc::new(Cumulative {
            starts: self.starts.iter().map(|&start| to(start)).collect(),
            durations: self.durations.iter().copied().map(amount).collect(),
            demands: self.demands.iter().copied().map(amount).collect(),
            presence: self.presence.as_deref().map(literals),
            capacity: amount(self.capacity),
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let amount = |amount: Operand| match amount {
            Operand::View(view) => name(view),
            Operand::Constant(constant) => constant.to_string(),
        };
        f.write_str("cumulative(")?;
        for (at, entry) in self.entries().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            write!(f, "{}[{} × {}]", name(entry.start), amount(entry.duration), amount(entry.demand))?;
            if let Some(literal) = entry.presence {
                let (name, relation) = (name(literal.var().view()), literal.relation());
                write!(f, " if {name} {relation} {}", literal.value())?;
            }
        }
        write!(f, "; ≤ {})", amount(self.capacity))
    }

    fn statement(&self) -> Option<Statement> {
        let mut all = self.facts()?;
        for started in self.entries() {
            let mut of = Vec::new();
            for entry in self.entries() {
                let demand = constant(entry.demand)?;
                if demand > 0 {
                    of.push((demand, Statement::All(entry.runs_at(started.start)?)));
                }
            }
            all.push(Statement::Weighted { of, comparator: Comparator::Le, to: self.capacity });
        }
        Some(Statement::All(all))
    }

    /// Where demands are variable: a sum of what each task demands at a time.
    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        if self.demands.iter().all(|&demand| constant(demand).is_some()) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for amount in self.amounts() {
            parts.push(compare_within(expression(amount), Comparator::Ge, Expr::from(0), to));
        }
        for started in self.entries() {
            let mut load = Expr::from(0);
            for entry in self.entries() {
                let condition = entry.condition_at(started.start, to);
                load += if_then_else(condition, expression(entry.demand), 0);
            }
            parts.push(compare_within(load, Comparator::Le, expression(self.capacity), to));
        }
        let mut simpler = Vec::new();
        for part in parts {
            simpler.push(part.decompose(to)?.unwrap_or(part));
        }
        Ok(Some(AllOf::of(simpler)))
    }
}

fn constant(operand: Operand) -> Option<i64> {
    match operand {
        Operand::Constant(constant) => Some(constant),
        Operand::View(_) => None,
    }
}
