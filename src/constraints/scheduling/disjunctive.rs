//! `disjunctive(starts, durations)`, `disjunctive_strict(starts, durations)`: tasks of a unary resource, no two at the same time.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | no duration is negative, and for each pair of tasks one ends before the other one starts, or when it does; a task of duration 0 does not matter, unless the constraint is strict: then it may not lie inside another one. Tasks that do not take place do not matter |
//! | Consistency | on the bounds of starts and durations: pairwise, and by sets of tasks, see `sets.rs`. Bounds consistency is NP-hard |
//! | Cost | O(n²) a run, see `unary.rs` |
//! | Same variable | each task by itself; one that shares variables with others is left alone while these are wide, see `unary.rs` |
//! | Statement | for each pair of tasks, one of both orders, or one does not matter |
//! | Source | Vilím, *Global Constraints in Scheduling*, PhD thesis, Charles University, 2007; the meaning is that of MiniZinc |

use std::fmt;
use std::sync::Arc;

use crate::constraints::clause::{literal_statement, over};
use crate::constraints::counting::holds_always;
use crate::constraints::scheduling::pairs::{Planned, left, truth};
use crate::constraints::scheduling::task::{Amount, Task};
use crate::constraints::scheduling::unary::Unary;
use crate::constraints::{Comparator, Constraint, Linear, Operand, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`disjunctive`] and [`disjunctive_strict`]: tasks of a unary resource, no two at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjunctive {
    /// The start of each task.
    pub starts: Box<[Operand]>,
    /// The duration of each task, which is not negative.
    pub durations: Box<[Operand]>,
    /// The literal of each task that is true where it takes place; `None` if it always does.
    pub presences: Box<[Option<IntAtom>]>,
    /// Whether a task of duration 0 may not lie inside another one.
    pub is_strict: bool,
}

/// No two tasks take place at the same time: task i from `starts[i]`, which is included, to `starts[i] + durations[i]`, which is not.
/// Starts and durations are views or numbers. No duration is negative, by the meaning of the constraint; a task of duration 0 may be
/// anywhere.
///
/// ```
/// use residua::constraints::{disjunctive, eq};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 0..=12));
/// model.post(disjunctive([a, b, c], [5, 4, 3]))?;
/// model.post(eq(a, 2))?;
/// // There is no room before a, and both others are after it.
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.to_string(), "a in 2\nb in 7..12\nc in 7..12\ndisjunctive(b for 4, c for 3)\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Lengths that differ, and numbers for durations that are negative, are refused when it is posted.
pub fn disjunctive<S: Into<Operand>, D: Into<Operand>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
) -> Disjunctive {
    let starts: Box<[Operand]> = starts.into_iter().map(Into::into).collect();
    Disjunctive {
        presences: vec![None; starts.len()].into(),
        starts,
        durations: durations.into_iter().map(Into::into).collect(),
        is_strict: false,
    }
}

/// No two tasks take place at the same time, as for [`disjunctive`], but a task of duration 0 is a point in time that may not lie inside
/// another task: it is where that starts or earlier, or where it ends or later.
///
/// ```
/// use residua::constraints::{Operand, disjunctive, disjunctive_strict};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_var(0..=9);
/// model.post(disjunctive([Operand::from(0), x.into()], [4, 0]))?;
/// assert_eq!(model.solutions().count(), 10);
/// model.post(disjunctive_strict([Operand::from(0), x.into()], [4, 0]))?;
/// assert_eq!(model.solutions().count(), 7);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn disjunctive_strict<S: Into<Operand>, D: Into<Operand>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
) -> Disjunctive {
    Disjunctive { is_strict: true, ..disjunctive(starts, durations) }
}

impl Disjunctive {
    /// Makes tasks optional: each takes place only where its literal is true. Whether it does or not, its duration is not negative.
    ///
    /// ```
    /// use residua::constraints::{disjunctive, eq};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let starts = model.int_vars("start", 2, 0..=3);
    /// let done = model.int_vars("done", 2, 0..=1);
    /// model.post(disjunctive(&starts, [3, 3]).optional(done.iter().map(|done| done.is(1))))?;
    /// model.post(eq(done[0], 1))?;
    /// assert_eq!(model.solutions().count(), 16 + 2);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn optional(self, literals: impl IntoIterator<Item = IntAtom>) -> Disjunctive {
        Disjunctive { presences: literals.into_iter().map(Some).collect(), ..self }
    }

    pub(super) fn of(tasks: &[Planned], is_strict: bool) -> Disjunctive {
        Disjunctive {
            starts: tasks.iter().map(|task| task.start).collect(),
            durations: tasks.iter().map(|task| task.duration).collect(),
            presences: tasks.iter().map(|task| task.presence).collect(),
            is_strict,
        }
    }

    pub(super) fn tasks(&self) -> impl Iterator<Item = Planned> + Clone + '_ {
        let parts = self.starts.iter().zip(&self.durations).zip(&self.presences);
        parts.map(|((&start, &duration), &presence)| Planned { start, duration, presence })
    }
}

/// The views among some operands.
pub(super) fn views(operands: &[Operand]) -> impl Iterator<Item = IntView> + '_ {
    operands.iter().filter_map(|&operand| match operand {
        Operand::View(view) => Some(view),
        Operand::Constant(_) => None,
    })
}

/// The operand over other views.
pub(super) fn mapped(operand: Operand, to: &dyn Fn(IntView) -> IntView) -> Operand {
    match operand {
        Operand::View(view) => Operand::View(to(view)),
        constant @ Operand::Constant(_) => constant,
    }
}

/// An operand as it is written.
pub(super) fn shown(operand: Operand, name: &dyn Fn(IntView) -> String) -> String {
    match operand {
        Operand::View(view) => name(view),
        Operand::Constant(constant) => constant.to_string(),
    }
}

/// What is wrong with numbers of at most 32 bits of which none is negative, if those are to be sizes.
pub(super) fn validate_numbers(operands: &[Operand], are_sizes: bool, what: &str) -> Result<(), String> {
    for operand in operands {
        match *operand {
            Operand::Constant(number) if are_sizes && number < 0 => {
                return Err(format!("a {what} is {number}, which is negative"));
            }
            Operand::Constant(number) if i32::try_from(number).is_err() => {
                return Err(format!("a {what} is {number}, which is beyond 32 bits"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The task over variables of an engine. Its numbers have 32 bits.
pub(super) fn engine_task(task: Planned, to: &mut Poster<'_>) -> Task {
    let start = match task.start {
        Operand::View(view) => view,
        Operand::Constant(number) => to.new_auxiliary(&Domain::from(number as i32)).view(),
    };
    Task {
        start: to.view(start),
        duration: Amount::of(task.duration, to),
        presence: task.presence.map(|literal| to.atom(literal)),
    }
}

/// Whether a literal is true.
fn is_true(literal: IntAtom, value: &dyn Fn(IntView) -> i64) -> bool {
    i32::try_from(value(literal.var().view())).is_ok_and(|value| literal.allows(value))
}

impl Constraint for Disjunctive {
    fn name(&self) -> &'static str {
        if self.is_strict { "disjunctive_strict" } else { "disjunctive" }
    }

    fn scope(&self) -> Vec<IntView> {
        let literals = self.presences.iter().flatten().map(|literal| literal.var().view());
        views(&self.starts).chain(views(&self.durations)).chain(literals).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let duration = |task: &Planned| task.duration.value(value);
        if self.tasks().any(|task| duration(&task) < 0) {
            return false;
        }
        let counts = |task: &Planned| {
            task.presence.is_none_or(|literal| is_true(literal, value))
                && (self.is_strict || duration(task) > 0)
        };
        let ends_before =
            |a: &Planned, b: &Planned| a.start.value(value) + duration(a) <= b.start.value(value);
        let tasks: Vec<Planned> = self.tasks().filter(counts).collect();
        tasks
            .iter()
            .enumerate()
            .all(|(at, a)| tasks[..at].iter().all(|b| ends_before(a, b) || ends_before(b, a)))
    }

    fn validate(&self) -> Result<(), String> {
        let count = self.starts.len();
        if self.durations.len() != count {
            return Err(format!("there are {count} starts and {} durations", self.durations.len()));
        }
        if self.presences.len() != count {
            return Err(format!("there are {count} tasks and {} literals", self.presences.len()));
        }
        validate_numbers(&self.starts, false, "start")?;
        validate_numbers(&self.durations, true, "duration")
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        for duration in views(&self.durations) {
            to.restrict(to.view(duration), &Domain::from(0..=i32::MAX))?;
        }
        let mut tasks = Vec::with_capacity(self.starts.len());
        for task in self.tasks() {
            tasks.push(engine_task(task, to));
        }
        if tasks.len() > 1 {
            to.add(Unary::new(tasks, self.is_strict));
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        left(self, domains)
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        truth(self, domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let moved = |literal: IntAtom| over(literal, to(literal.var().view()));
        Arc::new(Disjunctive {
            starts: self.starts.iter().map(|&start| mapped(start, to)).collect(),
            durations: self.durations.iter().map(|&duration| mapped(duration, to)).collect(),
            presences: self.presences.iter().map(|presence| presence.map(moved)).collect(),
            is_strict: self.is_strict,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        for (at, task) in self.tasks().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            write!(f, "{} for {}", shown(task.start, name), shown(task.duration, name))?;
            if let Some(literal) = task.presence {
                write!(f, " if {} {} {}", name(literal.var().view()), literal.relation(), literal.value())?;
            }
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        let tasks: Vec<Planned> = self.tasks().collect();
        let not_negative = |view| Linear::new([view], Comparator::Ge, 0).map(Statement::Linear);
        let mut parts: Vec<Statement> = views(&self.durations).map(not_negative).collect::<Option<_>>()?;
        for (at, a) in tasks.iter().enumerate() {
            for b in &tasks[..at] {
                let mut ways = vec![a.ends_before(b)?, b.ends_before(a)?];
                for task in [a, b] {
                    if let Some(literal) = task.presence {
                        ways.push(literal_statement(&literal)?.negated()?);
                    }
                    ways.extend(if self.is_strict { None } else { task.takes_no_time() });
                }
                parts.push(Statement::Any(ways));
            }
        }
        Some(Statement::All(parts))
    }
}
