//! Explanations of [`Unary`], the propagator of `disjunctive`: a set of tasks, and the bounds of their starts.
//!
//! The set is looked for again, in the tasks as they were: what was inferred once follows from any narrower windows. Tasks that can be
//! left out are, and the windows of the others are widened by what is to spare: to the ends that they started with, if that makes a
//! premise needless, else as far as it goes.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n²) to O(n³) of the tasks that are in question |
//! | Source | Vilím, *Computing Explanations for the Unary Resource Constraint*, CPAIOR 2005 |

use smallvec::SmallVec;

use crate::constraints::scheduling::premises::{Member, Premises};
use crate::constraints::scheduling::unary::{Because, Rule, Unary};
use crate::engine::ExplainRequest;
use crate::store::{Atom, Past, Relation};

type Members<'a> = SmallVec<[Member<'a>; 16]>;

fn total(set: &[Member<'_>]) -> i64 {
    set.iter().map(|member| member.window.duration).sum()
}

/// The earliest start of all; never, without tasks.
fn from(set: &[Member<'_>]) -> i64 {
    set.iter().map(|member| member.window.est).min().unwrap_or(i64::MAX)
}

/// The earliest end of all, which are given from the latest start on.
fn earliest_end(set: &[Member<'_>]) -> i64 {
    let mut sum = 0;
    let ends = set.iter().map(|member| {
        sum += member.window.duration;
        member.window.est + sum
    });
    ends.max().unwrap_or(i64::MIN)
}

/// Leaves the first members that suffice, and of these none that can be left out.
fn narrow(set: &mut Members<'_>, suffices: impl Fn(&[Member<'_>]) -> bool) {
    let count = (0..=set.len()).find(|&count| suffices(&set[..count])).unwrap_or(set.len());
    set.truncate(count);
    let mut at = 0;
    while at < set.len() {
        let member = set.remove(at);
        if !suffices(set) {
            set.insert(at, member);
            at += 1;
        }
    }
}

/// The fewest tasks of a set that end no later than `limit`, which have no room before that, together with `own`, which has to
/// be among them.
fn crowd<'a>(others: &[Member<'a>], own: Option<Member<'a>>, limit: i64) -> Option<Members<'a>> {
    let is_crowded = |set: &[Member<'_>]| {
        let start = from(set).min(own.map_or(i64::MAX, |own| own.window.est));
        let sum = total(set) + own.map_or(0, |own| own.window.duration);
        start < i64::MAX && start + sum > limit
    };
    let mut set: Members<'_> = others.iter().copied().filter(|member| member.window.lct() <= limit).collect();
    narrow(&mut set, is_crowded);
    is_crowded(&set).then_some(set)
}

/// The latest ends of tasks, ascending.
fn limits<'a>(set: impl Iterator<Item = &'a Member<'a>>) -> SmallVec<[i64; 16]> {
    let mut limits: SmallVec<[i64; 16]> = set.map(|member| member.window.lct()).collect();
    limits.sort_unstable();
    limits
}

/// The others that take place and matter, from the latest start on.
fn others<'a>(unary: &'a Unary, task: Option<usize>, premises: &Premises<'_, '_>) -> Members<'a> {
    let is_other = |at: &usize| Some(*at) != task && unary.tasks[*at].is_present(premises.past) == Some(true);
    let others = (0..unary.tasks.len()).filter(is_other).map(|at| premises.member(at, &unary.tasks[at]));
    let mut others: Members<'_> =
        others.filter(|member| unary.is_strict || member.window.duration > 0).collect();
    others.sort_unstable_by_key(|member| -member.window.est);
    others
}

/// Why one task is no earlier than `low`: it cannot precede some others, and these have not ended before. Or, if only the value before
/// that is asked about: it cannot precede them if it starts there.
fn after(
    own: Member<'_>,
    mut set: Members<'_>,
    low: i64,
    is_one_value: bool,
    premises: &mut Premises<'_, '_>,
) {
    set.retain(|member| own.window.ect() > member.window.lst);
    narrow(&mut set, |set| !set.is_empty() && from(set) + total(set) >= low);
    if is_one_value {
        premises.start_before_end(own, low - 1, &set);
    } else {
        premises.cannot_precede(own, &set);
    }
    let earliest = low - total(&set);
    for &member in &set {
        premises.no_earlier(member, earliest);
        premises.takes(member);
        premises.takes_place(member);
    }
}

/// Why a set of tasks has no room, or none with `own`.
fn overload(own: Option<Member<'_>>, others: &Members<'_>, premises: &mut Premises<'_, '_>) {
    let mut limits = limits(others.iter().chain(&own));
    limits.retain(|limit| own.is_none_or(|own| own.window.lct() <= *limit));
    let Some(mut set) = limits.iter().find_map(|&limit| crowd(others, own, limit)) else { return };
    set.extend(own);
    let start = from(&set);
    let limit = start + total(&set) - 1;
    for member in set {
        premises.lies_within(member, start, limit);
        if own.is_none_or(|own| own.at != member.at) {
            premises.takes_place(member);
        }
    }
}

/// Why one task is no later than `high`: it is not the last one of a set of which no other one starts after its end.
fn not_last(own: Member<'_>, mut set: Members<'_>, high: i64, premises: &mut Premises<'_, '_>) {
    set.retain(|member| member.window.lst <= high + own.window.duration);
    narrow(&mut set, |set| !set.is_empty() && from(set) + total(set) > own.window.lst);
    let is_early = from(&set) > own.first.lst - total(&set);
    let latest = if is_early { own.first.lst } else { own.window.lst };
    premises.no_later(own, latest);
    premises.takes(own);
    let earliest = latest + 1 - total(&set);
    for &member in &set {
        premises.no_earlier(member, earliest);
        premises.no_later(member, high + own.window.duration);
        premises.takes(member);
        premises.takes_place(member);
    }
}

/// Why one task is no earlier than `low`: with some others it has no room, unless it is the last one, and these have not ended before.
fn last(own: Member<'_>, others: &Members<'_>, low: i64, premises: &mut Premises<'_, '_>) {
    let mut before: Members<'_> = SmallVec::new();
    let crowd = limits(others.iter()).iter().find_map(|&limit| {
        before = others.iter().copied().filter(|member| member.window.lct() <= limit).collect();
        (earliest_end(&before) >= low).then(|| crowd(others, Some(own), limit)).flatten()
    });
    let Some(crowd) = crowd else { return };
    narrow(&mut before, |set| !set.is_empty() && from(set) + total(set) >= low);
    let start = from(&crowd).min(own.window.est);
    let limit = start + total(&crowd) + own.window.duration - 1;
    premises.no_earlier(own, start);
    premises.takes(own);
    let earliest = low - total(&before);
    let is_in = |set: &[Member<'_>], member: &Member<'_>| set.iter().any(|other| other.at == member.at);
    for &member in &crowd {
        let low = if is_in(&before, &member) { start.max(earliest) } else { start };
        premises.lies_within(member, low, limit);
        premises.takes_place(member);
    }
    for &member in before.iter().filter(|member| !is_in(&crowd, member)) {
        premises.lies_within(member, earliest, limit);
        premises.takes_place(member);
    }
}

/// Why one task takes no longer than that: it cannot be after another one, and starts no longer before that.
fn duration(own: Member<'_>, others: &Members<'_>, longest: i64, premises: &mut Premises<'_, '_>) {
    let other = others
        .iter()
        .find(|member| member.window.ect() > own.window.lst && member.window.lst - own.window.est <= longest);
    let Some(&other) = other else { return };
    premises.cannot_precede(other, &[own]);
    premises.is_short(own, other, longest);
    premises.takes_place(other);
}

impl Unary {
    pub(super) fn explain_why(
        &self,
        request: ExplainRequest,
        because: Because,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let Because { rule, direction, is_absent, task } = because;
        let mut premises = Premises { past, direction, out };
        let own = premises.member(task, &self.tasks[task]);
        let atom = match request {
            ExplainRequest::Atom(atom) => Some(atom),
            ExplainRequest::Emptied(_) | ExplainRequest::Failure => None,
        };
        if rule == Rule::Overload {
            let own = is_absent.then_some(own);
            let others = others(self, own.map(|own| own.at), &premises);
            return overload(own, &others, &mut premises);
        }
        if !is_absent {
            premises.takes_place(own);
        }
        if rule == Rule::Duration {
            let view = self.tasks[task].duration.view();
            let longest = view.zip(atom).and_then(|(view, atom)| view.high_implying(atom));
            let longest = longest.unwrap_or(own.window.duration - 1);
            return duration(own, &others(self, Some(task), &premises), longest, &mut premises);
        }
        let asked = atom.filter(|_| !is_absent);
        let low = asked.and_then(|atom| self.tasks[task].low_implying(atom, own.window.duration, direction));
        // Where it does not take place, it could not start by its latest start; and by the latest that there ever was, none can.
        let low = low.unwrap_or(own.window.lst + 1).min(own.first.lst + 1);
        if is_absent {
            premises.no_later(own, low - 1);
        }
        match rule {
            Rule::NotLast => {
                premises.direction = direction.reversed();
                let own = premises.member(task, &self.tasks[task]);
                let others = others(self, Some(task), &premises);
                not_last(own, others, -low - own.window.duration, &mut premises);
            }
            Rule::Last => last(own, &others(self, Some(task), &premises), low, &mut premises),
            _ => {
                let is_one_value = asked.is_some_and(|atom| atom.relation() == Relation::Ne);
                after(own, others(self, Some(task), &premises), low, is_one_value, &mut premises);
            }
        }
    }
}
