//! Pairs of tasks of a model: whether they can meet, and simplification of a
//! [`Disjunctive`].

use std::sync::Arc;

use crate::constraints::comparison::from_atom;
use crate::constraints::scheduling::disjunctive::Disjunctive;
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, in_set, walkable,
};
use crate::domain::Domain;
use crate::store::Domains;
use crate::store::handle::{IntAtom, IntVar};

/// A task of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) start: Operand,
    pub(super) duration: Operand,
    pub(super) presence: Option<IntAtom>,
}

/// The least and the greatest value.
pub(super) fn ends(operand: Operand, domains: &dyn Domains<IntVar>) -> [i64; 2] {
    match operand {
        Operand::View(view) => [view.min(domains).into(), view.max(domains).into()],
        Operand::Constant(number) => [number; 2],
    }
}

/// The operand as a number, once it is fixed.
pub(super) fn known(operand: Operand, domains: &dyn Domains<IntVar>) -> Operand {
    match operand {
        Operand::View(view) => view.value(domains).map_or(operand, |value| Operand::Constant(value.into())),
        constant @ Operand::Constant(_) => constant,
    }
}

/// All values but those from `low` to `high`.
pub(super) fn outside(low: i64, high: i64) -> Domain {
    let end = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Domain::from(i32::MIN..=i32::MAX).difference(&Domain::from(end(low)..=end(high)))
}

/// That a size is not negative, where it may be.
pub(super) fn not_negative(size: Operand, domains: &dyn Domains<IntVar>) -> Option<Arc<dyn Constraint>> {
    match (size, ends(size, domains)) {
        (Operand::View(left), [..0, _]) => {
            let (comparator, right) = (Comparator::Ge, Operand::Constant(0));
            Some(Comparison { left, comparator, right }.into_shared())
        }
        _ => None,
    }
}

/// The numbers below `count` in groups that pairs hold together.
pub(super) fn groups(count: usize, pairs: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..count).collect();
    for &[a, b] in pairs {
        let [kept, gone] = [group[a].min(group[b]), group[a].max(group[b])];
        if kept != gone {
            group.iter_mut().filter(|own| **own == gone).for_each(|own| *own = kept);
        }
    }
    let members = |first: usize| (0..count).filter(|&at| group[at] == first).collect();
    (0..count).map(members).filter(|members: &Vec<usize>| !members.is_empty()).collect()
}

/// Whether a value of `a` and one of `b` differ by less than these: `b - a` is more than `-before` and less than `after`.
pub(super) fn come_near(
    a: Operand,
    b: Operand,
    [before, after]: [i64; 2],
    domains: &dyn Domains<IntVar>,
) -> bool {
    let ([a_min, a_max], [b_min, b_max]) = (ends(a, domains), ends(b, domains));
    if before + after < 2 || b_max - a_min <= -before || b_min - a_max >= after {
        return false;
    }
    let values = |operand: Operand| match operand {
        Operand::View(view) => walkable(view, domains),
        Operand::Constant(number) => i32::try_from(number).ok().map(Domain::from),
    };
    let (Some(first), Some(second)) = (values(a), values(b)) else { return true };
    first.ranges().any(|run| {
        let from = (i64::from(*run.start()) - before + 1).max(i32::MIN.into());
        let next = i32::try_from(from).ok().and_then(|from| second.next_from(from));
        next.is_some_and(|next| i64::from(next) < i64::from(*run.end()) + after)
    })
}

impl Planned {
    /// The task with its fixed operands as numbers; `None` if it does not take place.
    pub(super) fn known(self, domains: &dyn Domains<IntVar>) -> Option<Planned> {
        let presence = match self.presence {
            Some(literal) if literal.holds(domains) => None,
            Some(literal) if (!literal).holds(domains) => return None,
            presence => presence,
        };
        Some(Planned { start: known(self.start, domains), duration: known(self.duration, domains), presence })
    }

    /// That it ends before another one starts, or when that does.
    pub(super) fn ends_before(&self, other: &Planned) -> Option<Statement> {
        let (mut views, mut most) = (Vec::new(), 0);
        for (operand, sign) in [(self.start, 1), (self.duration, 1), (other.start, -1)] {
            match operand {
                Operand::View(view) => views.push(view * sign),
                Operand::Constant(number) => most -= i64::from(sign) * number,
            }
        }
        Linear::new(views, Comparator::Le, most).map(Statement::Linear)
    }

    /// That it takes no time, if it may.
    pub(super) fn takes_no_time(&self) -> Option<Statement> {
        match self.duration {
            Operand::View(view) => Linear::new([view], Comparator::Eq, 0).map(Statement::Linear),
            Operand::Constant(number) => (number == 0).then(|| Statement::All(Vec::new())),
        }
    }

    /// Whether it can end before another one starts, or when that does.
    pub(super) fn can_precede(&self, other: &Planned, domains: &dyn Domains<IntVar>) -> bool {
        let [shortest, _] = ends(self.duration, domains);
        ends(self.start, domains)[0] + shortest.max(0) <= ends(other.start, domains)[1]
    }

    /// Whether both certainly take place, and neither can precede the other one.
    fn clashes(&self, other: &Planned, is_strict: bool, domains: &dyn Domains<IntVar>) -> bool {
        let counts = |task: &Planned| {
            task.presence.is_none_or(|literal| literal.holds(domains))
                && (is_strict || ends(task.duration, domains)[0] > 0)
        };
        counts(self)
            && counts(other)
            && !self.can_precede(other, domains)
            && !other.can_precede(self, domains)
    }

    /// Whether both may take place and overlap.
    fn may_meet(&self, other: &Planned, is_strict: bool, domains: &dyn Domains<IntVar>) -> bool {
        let longest = [self, other].map(|task| ends(task.duration, domains)[1]);
        let is_absent = |task: &Planned| task.presence.is_some_and(|literal| (!literal).holds(domains));
        let [own, its] = longest;
        (is_strict || (own > 0 && its > 0))
            && !is_absent(self)
            && !is_absent(other)
            && come_near(self.start, other.start, [its, own], domains)
    }

    /// The start and the end, if both are fixed and it takes place.
    fn interval(&self) -> Option<[i64; 2]> {
        match *self {
            Planned {
                start: Operand::Constant(start),
                duration: Operand::Constant(duration),
                presence: None,
            } => Some([start, start + duration]),
            _ => None,
        }
    }

    /// Whether what an interval excludes is said by a set of starts, or by the literal.
    fn is_simple(&self) -> bool {
        match (self.start, self.duration) {
            (Operand::View(_), Operand::Constant(_)) => self.presence.is_none(),
            (Operand::Constant(_), Operand::Constant(_)) => true,
            _ => false,
        }
    }
}

/// Whether the constraint holds whatever happens, or cannot hold.
pub(super) fn truth(constraint: &Disjunctive, domains: &dyn Domains<IntVar>) -> Option<bool> {
    let mut may_fail = false;
    for (at, a) in constraint.tasks().enumerate() {
        let [shortest, longest] = ends(a.duration, domains);
        if longest < 0 {
            return Some(false);
        }
        may_fail |= shortest < 0;
        for b in constraint.tasks().take(at) {
            if a.clashes(&b, constraint.is_strict, domains) {
                return Some(false);
            }
            may_fail = may_fail || a.may_meet(&b, constraint.is_strict, domains);
        }
    }
    (!may_fail).then_some(true)
}

/// The parts of what is left.
#[derive(Debug, Default)]
struct OpenTasks {
    /// The tasks that matter.
    tasks: Vec<Planned>,
    /// Those that may meet.
    pairs: Vec<[usize; 2]>,
    parts: Vec<Arc<dyn Constraint>>,
}

/// The simplified constraint: the times that fixed tasks exclude, and for each group of others that may meet a constraint of its own.
pub(super) fn left(constraint: &Disjunctive, domains: &dyn Domains<IntVar>) -> Simplified {
    let mut left = OpenTasks::default();
    for task in constraint.tasks() {
        let [_, longest] = ends(task.duration, domains);
        if longest < 0 {
            return Simplified::Violated;
        }
        match task.known(domains) {
            Some(task) if constraint.is_strict || longest > 0 => left.tasks.push(task),
            _ => left.parts.extend(not_negative(task.duration, domains)),
        }
    }
    for at in 0..left.tasks.len() {
        for other in 0..at {
            let (a, b) = (left.tasks[at], left.tasks[other]);
            if a.clashes(&b, constraint.is_strict, domains) {
                return Simplified::Violated;
            }
            if a.may_meet(&b, constraint.is_strict, domains) {
                left.pairs.push([other, at]);
            }
        }
    }
    if !left.exclude_intervals(domains) {
        return Simplified::Violated;
    }
    left.state_groups(constraint.is_strict, domains);
    match &left.parts[..] {
        [] => Simplified::Entailed,
        [only] if only.same(constraint) => Simplified::Unchanged,
        _ => Simplified::Into(left.parts),
    }
}

impl OpenTasks {
    /// States what completely fixed tasks exclude, and drops these, where sets of starts can state it; `false` if that leaves no
    /// start for some task.
    fn exclude_intervals(&mut self, domains: &dyn Domains<IntVar>) -> bool {
        let OpenTasks { tasks, pairs, parts } = self;
        let mut allowed: Vec<Option<Domain>> = vec![None; tasks.len()];
        for (at, task) in tasks.iter().enumerate() {
            let Some([start, end]) = task.interval() else { continue };
            let other = |pair: &[usize; 2]| match *pair {
                [a, b] if a == at => Some(b),
                [a, b] if b == at => Some(a),
                _ => None,
            };
            if !pairs.iter().filter_map(other).all(|other| tasks[other].is_simple()) {
                continue;
            }
            for other in pairs.iter().filter_map(other) {
                match (tasks[other].presence, tasks[other].duration) {
                    (Some(literal), _) => parts.push(from_atom(!literal).into_shared()),
                    (None, Operand::Constant(duration)) => {
                        let outside = outside(start - duration + 1, end - 1);
                        let others = allowed[other].take();
                        allowed[other] =
                            Some(others.map_or(outside.clone(), |others| others.intersect(&outside)));
                    }
                    _ => {}
                }
            }
            pairs.retain(|pair| other(pair).is_none());
        }
        for (task, allowed) in tasks.iter().zip(allowed) {
            if let (Operand::View(start), Some(allowed)) = (task.start, allowed) {
                let left = match walkable(start, domains) {
                    Some(values) => values.intersect(&allowed),
                    None => allowed,
                };
                if left.is_empty() {
                    return false;
                }
                parts.push(in_set(start, left).into_shared());
            }
        }
        true
    }

    /// Each group of tasks that may meet, one after another.
    fn state_groups(&mut self, is_strict: bool, domains: &dyn Domains<IntVar>) {
        for group in groups(self.tasks.len(), &self.pairs) {
            let tasks: Vec<Planned> = group.iter().map(|&at| self.tasks[at]).collect();
            let order = match tasks[..] {
                [task] => {
                    self.parts.extend(not_negative(task.duration, domains));
                    continue;
                }
                [a, b] => order(&a, &b, is_strict, domains),
                _ => None,
            };
            let all = || Disjunctive::of(&tasks, is_strict).into_shared();
            self.parts.push(order.map_or_else(all, Constraint::into_shared));
        }
    }
}

/// The order of two tasks that take place, where only one is possible and the durations are fixed.
fn order(a: &Planned, b: &Planned, is_strict: bool, domains: &dyn Domains<IntVar>) -> Option<Comparison> {
    let counts = |task: &Planned| {
        let [shortest, longest] = ends(task.duration, domains);
        task.presence.is_none() && shortest == longest && (is_strict || shortest > 0)
    };
    if !counts(a) || !counts(b) {
        return None;
    }
    let (first, second) = match [a.can_precede(b, domains), b.can_precede(a, domains)] {
        [true, false] => (a, b),
        [false, true] => (b, a),
        _ => return None,
    };
    let Operand::View(start) = first.start else { return None };
    let left = start + i32::try_from(ends(first.duration, domains)[0]).ok()?;
    let is_posted = !left.is_overflown() && left.fits(domains);
    is_posted.then_some(Comparison { left, comparator: Comparator::Le, right: second.start })
}
