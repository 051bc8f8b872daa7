//! `residua count`: the number of solutions, projected onto what the output shows.

use std::collections::BTreeMap;
use std::io::{self, Write};

use residua::inspect::{Count, Counter, Natural};
use residua::model::{IntAtom, IntVar};
use residua::search::{Limit, Limits};
use residua_flatzinc::Term;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::clock::now;
use crate::counts::{ByValue, Counts, describe, is_zero};
use crate::exit_status::ExitStatus;
use crate::json::write_object;
use crate::models::values::Values;
use crate::paint::Paint;
use crate::question;
use crate::subject::{Subject, SubjectHead, SubjectKind};
use crate::verdict::Verdict;
use crate::watched::{nodes, percent};
use crate::words::{came_first, counted};

/// Of a term with more values than this they are not counted one by one.
const MOST_VALUES: u64 = 1000;

/// Counts the solutions that differ in what is asked about.
pub fn count<'a>(question: question::Count, subject: &'a Subject, asking: &Asking<'_>) -> Counted<'a> {
    let start = now();
    let limits = asking.limits.clone().solutions(question.limit);
    let mut counter = subject.counter(&limits, asking);
    let progress = counter.progress();
    let so_far = move || {
        let (share, done) = (progress.share(), progress.nodes());
        let expected = (share > 0.0).then(|| done as f64 / share);
        format!(", about {}{}", percent(share), nodes(done, expected, start))
    };
    let _waiting = asking.begin_telling("counting", &subject.place(), so_far);
    let (count, by_value) = if question.candidates {
        let (count, by_value) = by_value(subject, &mut counter);
        (count, Some(by_value))
    } else {
        (counter.count(), None)
    };
    let reason = match &count {
        Count::AtLeast(_, Limit::Solutions) => None,
        Count::AtLeast(_, limit) => Some(came_first(*limit)),
        Count::Exact(number) => subject.unproved(number, &limits).map(str::to_owned),
    };
    Counted { subject, count, by_value, reason, seconds: start.elapsed().as_secs_f64() }
}

/// How many solutions a model has, and with each value, if that was asked for.
#[derive(Debug)]
pub struct Counted<'a> {
    subject: &'a Subject,
    count: Count,
    /// For each value, too, if that was asked for.
    by_value: Option<ByValue>,
    /// Why the count is not known to be exact.
    reason: Option<String>,
    seconds: f64,
}

impl<'a> Counted<'a> {
    /// A number that was counted in parts, and for each value of each variable the number of solutions that have it, where that is not 0.
    pub(crate) fn of_merged(
        subject: &'a Subject,
        number: Natural,
        by_var: Option<&[BTreeMap<i32, Natural>]>,
        limits: &Limits,
    ) -> Counted<'a> {
        let start = now();
        let reason = subject.unproved(&number, limits).map(str::to_owned);
        let by_value = by_var.map(|by_var| merged_by_value(subject, &number, by_var));
        let (count, seconds) = (Count::Exact(number), start.elapsed().as_secs_f64());
        Counted { subject, count, by_value, reason, seconds }
    }

    /// Whether a count is what it seems: what is proved of all solutions is proved of some.
    fn is_proved(&self) -> bool {
        !self.count.is_exact() || self.reason.is_none()
    }
}

impl Answer for Counted<'_> {
    fn end(&self) -> ExitStatus {
        let mut counts = self.by_value.iter().flat_map(ByValue::counts);
        match &self.count {
            _ if self.reason.is_some() || counts.any(is_stopped) => ExitStatus::Stopped,
            count if count.number().is_zero() => ExitStatus::Refuted,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        let Counted { subject, count, by_value, reason, .. } = self;
        let described = match (count, reason) {
            (Count::Exact(number), Some(reason)) => {
                format!("at least {}: {reason}", counted(number, "solution"))
            }
            _ => describe(count),
        };
        writeln!(output, "{}  {described}", subject.place())?;
        if let Some(note) = subject.found().and_then(|found| found.left_out()) {
            writeln!(output, "  {note}")?;
        }
        subject.write_notes(output)?;
        // A list of millions of unknown candidates is of no use to people.
        let is_known = count.is_exact() || !count.number().is_zero();
        match by_value {
            Some(by_value) if is_known => by_value.write(
                output,
                self.is_proved(),
                |name| subject.name(name),
                |name, value| subject.word(name, &value.to_string()),
            ),
            Some(_) => writeln!(output, "  no results for any candidate"),
            None => Ok(()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let Counted { subject, count, by_value, reason, seconds } = self;
        let verdict = match Verdict::of_count(count) {
            Verdict::Multiple => Verdict::Multiple,
            _ if reason.is_some() => Verdict::Unknown,
            proved => proved,
        };
        // Of cells, in their order; of terms, by their names.
        let cells = by_value.as_ref().filter(|_| subject.kind == SubjectKind::Puzzle);
        let named = |(name, counts): &(String, Counts)| {
            let number =
                |(value, count): &(Value, Count)| (value.to_string(), json!(count.number().to_string()));
            (name.clone(), Value::Object(counts.iter().map(number).collect()))
        };
        // Where memory was the limit there is no number of any candidate.
        let is_unlisted = matches!(count, Count::AtLeast(_, Limit::Memory));
        let object = Object {
            head: subject.head(verdict.word(), reason.clone()),
            count: count.number().to_string(),
            count_is_exact: count.is_exact() && self.is_proved(),
            domains: cells.map(ByValue::values),
            counts: by_value.as_ref().map(|all| match cells {
                Some(cells) => json!(cells.numbers()),
                None => Value::Object(all.0.iter().map(named).collect::<Map<String, Value>>()),
            }),
            counts_are_exact: cells.map(|cells| cells.are_exact() && !is_unlisted),
            seconds: *seconds,
        };
        write_object(output, &object)
    }
}

/// Whether a limit was reached; one on solutions was asked for, and is an answer.
fn is_stopped(count: &Count) -> bool {
    matches!(count, Count::AtLeast(_, limit) if *limit != Limit::Solutions)
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    count: String,
    count_is_exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    domains: Option<Vec<Vec<&'a Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_are_exact: Option<bool>,
    seconds: f64,
}

/// The number of solutions, and by term, for each value that it has in some, the number of those in which it has that.
fn by_value(subject: &Subject, counter: &mut Counter) -> (Count, ByValue) {
    if !subject.is_projected() {
        let marginals = counter.marginals(&subject.model);
        let by_value = ByValue::of_vars(&marginals, &subject.model, |_, _, count| !is_zero(count));
        return (marginals.total().clone(), by_value);
    }
    let count = counter.count();
    let mut of = |(name, term): &(String, Term)| {
        let constant = constant(*term);
        let counts =
            atoms(subject, *term).into_iter().map(|(value, atom)| (value, counter.count_under(&[atom])));
        // The value of a constant is that of every solution.
        let all = constant.map(|value| (value, count.clone()));
        (name.clone(), all.into_iter().chain(counts).filter(|(_, count)| !is_zero(count)).collect())
    };
    let by_value = subject.terms.iter().map(&mut of).collect();
    (count, ByValue(by_value))
}

/// The number of solutions by value, from the reports of parts, by variable; `by_var` is empty for a subject without solutions.
fn merged_by_value(subject: &Subject, number: &Natural, by_var: &[BTreeMap<i32, Natural>]) -> ByValue {
    let none = BTreeMap::new();
    let of = |var: IntVar| by_var.get(var.index()).unwrap_or(&none);
    let exact = |(value, number): (Value, Natural)| (value, Count::Exact(number));
    if !subject.is_projected() {
        let counts =
            |var: IntVar| of(var).iter().map(|(value, number)| (json!(value), number.clone())).map(exact);
        return ByValue(
            subject.model.vars().map(|var| (subject.model.name(var), counts(var).collect())).collect(),
        );
    }
    let with = |atom: IntAtom| {
        let counts = of(atom.var()).iter().filter(|(value, _)| atom.allows(**value));
        counts.fold(Natural::ZERO, |sum, (_, number)| sum.plus(number))
    };
    let counts = |term: Term| -> Counts {
        let constant = constant(term).map(|value| (value, number.clone()));
        let all = atoms(subject, term).into_iter().map(|(value, atom)| (value, with(atom)));
        constant.into_iter().chain(all).filter(|(_, number)| !number.is_zero()).map(exact).collect()
    };
    ByValue(subject.terms.iter().map(|(name, term)| (name.clone(), counts(*term))).collect())
}

/// The value of a term that has no other.
fn constant(term: Term) -> Option<Value> {
    match term {
        Term::Number(number) => Some(json!(number)),
        Term::Known(known) => Some(json!(known)),
        _ => None,
    }
}

/// The values of a term, each with the atom that it has it; none for constants, and where there are too many.
fn atoms(subject: &Subject, term: Term) -> Vec<(Value, IntAtom)> {
    match (term, Values::of(term, subject.model.domains())) {
        (Term::View(view), Values::Integers(domain)) if domain.size() <= MOST_VALUES && view.is_plain() => {
            domain.iter().map(|value| (json!(value), view.var.is(value))).collect()
        }
        (Term::Wide(wide), _) => {
            let domains = subject.model.domains();
            let few = wide.single().filter(|var| domains[var.index()].size() <= MOST_VALUES);
            let of = |var: IntVar| domains[var.index()].iter().map(move |value| (value, var.is(value)));
            few.into_iter()
                .flat_map(of)
                .map(|(value, atom)| (json!(wide.offset() + i64::from(value)), atom))
                .collect()
        }
        (Term::Atom(atom), _) => vec![(json!(false), !atom), (json!(true), atom)],
        _ => Vec::new(),
    }
}
