//! `residua count` of models: how many solutions differ in what the output shows.

use std::io::{self, Write};

use residua::inspect::{Count, Counter};
use residua::model::{IntAtom, IntVar};
use residua::search::Limit;
use residua_flatzinc::Term;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::clock::now;
use crate::counts::describe;
use crate::end::End;
use crate::models::values::Values;
use crate::paint::Paint;
use crate::question;
use crate::subject::write_object;
use crate::subject::{Kind, Subject};
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// Of a term with more values than this they are not counted one by one.
const MOST_VALUES: u64 = 1000;

/// Counts the solutions that differ in what is asked about.
pub fn count<'a>(question: question::Count, subject: &'a Subject, asking: &Asking<'_>) -> Counted<'a> {
    let start = now();
    let limits = asking.limits.clone().solutions(question.limit);
    let mut counter = subject.counter(&limits, asking);
    let progress = counter.progress();
    let so_far =
        move || format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"));
    let _waiting = asking.begin_telling("counting", &subject.place(), so_far);
    let count = counter.count();
    let by_value = question.candidates.then(|| by_value(subject, &mut counter));
    let reason = match &count {
        Count::AtLeast(_, Limit::Solutions) => None,
        Count::AtLeast(_, limit) => Some(came_first(*limit)),
        Count::Exact(number) => subject.unproved(number, &limits).map(str::to_owned),
    };
    Counted { subject, count, by_value, reason, seconds: start.elapsed().as_secs_f64() }
}

/// Values, each with the number of solutions in which something has it.
type Counts = Vec<(String, Count)>;

/// How many solutions a model has, and with each value, if that was asked for.
#[derive(Debug)]
pub struct Counted<'a> {
    subject: &'a Subject,
    count: Count,
    /// By term: its values, each with the number of solutions in which it has that.
    by_value: Option<Vec<(String, Counts)>>,
    /// Why the count is not known to be exact.
    reason: Option<String>,
    seconds: f64,
}

impl Counted<'_> {
    /// What is proved of all solutions is proved of some.
    fn is_exact(&self, count: &Count) -> bool {
        count.is_exact() && self.reason.is_none()
    }
}

impl Answer for Counted<'_> {
    fn end(&self) -> End {
        match self.reason {
            Some(_) => End::Stopped,
            None if self.count.number().is_zero() => End::Refuted,
            None => End::Answered,
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
        subject.write_notes(output)?;
        for (name, counts) in by_value.iter().flatten() {
            write!(output, "  {}", subject.name(name))?;
            for (value, count) in counts {
                let bound = if self.is_exact(count) { "" } else { "at least " };
                write!(output, "  {}: {bound}{}", subject.word(name, value), count.number())?;
            }
            writeln!(output)?;
        }
        Ok(())
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let Counted { subject, count, by_value, reason, seconds } = self;
        let mut rest = json!({
            "count": count.number().to_string(),
            "count_is_exact": self.is_exact(count),
            "seconds": seconds,
        });
        if let Some(reason) = reason {
            rest["reason"] = json!(reason);
        }
        if let Some(by_value) = by_value {
            let of = |counts: &[(String, Count)]| -> Map<String, Value> {
                let number = |count: &Count| json!(count.number().to_string());
                counts.iter().map(|(value, count)| (value.clone(), number(count))).collect()
            };
            let all: Map<String, Value> =
                by_value.iter().map(|(name, counts)| (name.clone(), Value::Object(of(counts)))).collect();
            rest["counts"] = Value::Object(all);
        }
        let verdict = match Verdict::of_count(count) {
            Verdict::Multiple => Verdict::Multiple,
            _ if reason.is_some() => Verdict::Unknown,
            proved => proved,
        };
        write_object(output, subject.head(verdict.word(), None), rest)
    }
}

fn is_zero(count: &Count) -> bool {
    count.is_exact() && count.number().is_zero()
}

/// By term: the values that it has in some solution, each with the number of solutions in which it has it.
fn by_value(subject: &Subject, counter: &mut Counter) -> Vec<(String, Counts)> {
    let mut all = Vec::new();
    if subject.kind != Kind::Program {
        let marginals = counter.marginals(&subject.model);
        for ((name, _), var) in subject.terms.iter().zip(subject.model.vars()) {
            let counts = marginals.of(var).iter().filter(|(_, count)| !is_zero(count));
            all.push((
                name.clone(),
                counts.map(|(value, count)| (value.to_string(), count.clone())).collect(),
            ));
        }
        return all;
    }
    for (name, term) in &subject.terms {
        let mut counts = Vec::new();
        for (value, atom) in atoms(subject, *term) {
            let count = counter.count_under(&[atom]);
            if !is_zero(&count) {
                counts.push((value, count));
            }
        }
        all.push((name.clone(), counts));
    }
    all
}

/// The values of a term, each with the atom that it has it; none for constants, and where there are too many.
fn atoms(subject: &Subject, term: Term) -> Vec<(String, IntAtom)> {
    match (term, Values::of(term, subject.model.domains())) {
        (Term::View(view), Values::Integers(domain)) if domain.size() <= MOST_VALUES && view.is_plain() => {
            domain.iter().map(|value| (value.to_string(), view.var.is(value))).collect()
        }
        (Term::Wide(wide), _) => {
            let domains = subject.model.domains();
            let few = wide.single().filter(|var| domains[var.index()].size() <= MOST_VALUES);
            let of = |var: IntVar| domains[var.index()].iter().map(move |value| (value, var.is(value)));
            few.into_iter()
                .flat_map(of)
                .map(|(value, atom)| ((wide.offset() + i64::from(value)).to_string(), atom))
                .collect()
        }
        (Term::Atom(atom), _) => vec![("false".to_owned(), !atom), ("true".to_owned(), atom)],
        _ => Vec::new(),
    }
}
