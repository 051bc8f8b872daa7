//! `residua inspect` of models: domains, constraints, components and solutions.

use std::io::{self, Write};

use residua::inspect::{Inspection, Known, Natural, Residual, Strength};
use residua::model::{ConstraintId, IntVar, Model, Solution};
use residua::search::Limits;
use residua_flatzinc::Objective;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::models::names::{Named, by_rule};
use crate::models::objective::Ends;
use crate::models::refuted::refute;
use crate::models::silent;
use crate::models::values::Values;
use crate::paint::Paint;
use crate::pair::Pair;
use crate::question;
use crate::subject::write_object;
use crate::subject::{BEYOND, Subject, SubjectKind};
use crate::variants::{self, Sheet};
use crate::verdict::Verdict;
use crate::words::write_wrapped;
use crate::words::{came_first, counted, strength};

/// More constraints than this are listed only if that is asked for.
const MOST_LISTED: usize = 50;

/// Longer names are not aligned.
const WIDEST: usize = 200;

/// Inspection report of a model.
#[derive(Debug)]
pub struct ModelReport<'a> {
    question: question::Inspect,
    pub(crate) subject: &'a Subject,
    /// Why the verdict is unknown.
    reason: Option<String>,
    seconds: f64,
    pub(crate) inspection: Inspection,
    verdict: Verdict,
    /// What clashes, if there is no solution.
    pub(crate) clash: Option<Vec<Named>>,
    ends: Option<Ends>,
    /// What the answer says against entered digits and marks of a puzzle that do not count.
    doubts: Vec<String>,
    /// Two solutions, or as many as were found.
    pub(crate) solutions: Vec<Solution>,
    /// The constraints of the model, by number.
    constraints: Vec<ConstraintId>,
}

/// Domains with more values than this let bounds creep through them for longer than a user waits.
const WIDE: u64 = 1 << 20;

/// Whether propagation may take as many steps as there are values: `x > y` and `k*y > x`.
fn may_creep(model: &Model) -> bool {
    model.domains().iter().any(|domain| domain.size() > WIDE)
}

/// The model where each constraint is called by its number, so that what is left of it can be told.
fn numbered(model: &Model) -> Model {
    let mut numbered = model.clone();
    for (id, _) in model.constraints() {
        numbered.name_constraint(id, &id.index().to_string());
    }
    numbered
}

/// Inspects a model, of which the exact domains may be known.
pub(crate) fn inspect<'a>(
    (question, known): (question::Inspect, Option<&Known>),
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> ModelReport<'a> {
    refute(subject, &asking.limits);
    let start = now();
    let _waiting = asking.begin("inspecting", &subject.place());
    let budget =
        if may_creep(&subject.model) { Budget::limited(&asking.limits) } else { Budget::new(&asking.limits) };
    // Where there is an objective, its ends take time too.
    let within = if matches!(subject.objective, Objective::Satisfy) { budget.rest() } else { budget.half() };
    let model = numbered(&subject.model);
    let mut inspection = subject.inspection(&model, (question.strength, known), &within, asking);
    variants::name_clash(subject, &mut inspection, &asking.limits);
    let found = Verdict::from(&inspection.verdict);
    if found == Verdict::Infeasible {
        subject.note_domains();
    }
    silent::note(subject);
    let subject = &*subject;
    let model = &subject.model;
    // Several solutions are several; that there is none, or no other, is proved only where values that were left out do not matter.
    let clash = clash(subject, &inspection, &budget);
    let unproved = match found {
        Verdict::Infeasible if clash.is_none() => Some(BEYOND),
        Verdict::Unique => subject.unproved(&Natural::ONE, &budget.rest()),
        _ => None,
    };
    let verdict = if unproved.is_some() { Verdict::Unknown } else { found };
    let ends = if found == Verdict::Infeasible { None } else { Ends::of(subject, &budget.rest()) };
    let mut solutions: Vec<Solution> = inspection.verdict.witnesses().into_iter().cloned().collect();
    if let [one, other] = &solutions[..] {
        let distance = |one: &Solution, other: &Solution| differing(subject, one, other);
        let exact = inspection.residual.as_ref().filter(|_| inspection.strength == Strength::Exact);
        let two = exact.and_then(|exact| first_two(&exact.model, &subject.asked, &budget.rest()));
        let two = two.unwrap_or_else(|| (one.clone(), other.clone()));
        let pair = Pair::nearer_over(model, &subject.asked, two, distance, &budget.rest());
        solutions = pair.map_or(solutions, |pair| vec![pair.one, pair.other]);
    }
    let doubts = subject.sheet().map_or_else(Vec::new, |sheet| sheet.doubts(&inspection, &budget.rest()));
    let constraints = model.constraints().map(|(id, _)| id).collect();
    let reason = match inspection.verdict {
        residua::inspect::Verdict::Unknown { limit, .. } => Some(came_first(limit)),
        _ => unproved.map(str::to_owned),
    };
    let seconds = start.elapsed().as_secs_f64();
    ModelReport {
        question,
        subject,
        reason,
        seconds,
        inspection,
        verdict,
        clash,
        ends,
        doubts,
        solutions,
        constraints,
    }
}

impl Answer for ModelReport<'_> {
    fn end(&self) -> ExitStatus {
        match self.verdict {
            Verdict::Infeasible => ExitStatus::Refuted,
            _ if self.inspection.stopped.is_some() || self.verdict == Verdict::Unknown => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        let headline = paint.text(self.verdict.tint(), &self.headline());
        writeln!(output, "{}  {headline}", self.subject.place())?;
        self.write_details(output)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        self.write_object(output)
    }
}

/// So many nodes are searched for solutions of what is left.
const NODES_FOR_TWO: u64 = 5000;

/// The first two solutions of what is left: they do not depend on how that was found out, by how many threads or in how many parts.
fn first_two(left: &Model, asked: &[IntVar], limits: &Limits) -> Option<(Solution, Solution)> {
    let limits = limits.clone().nodes(NODES_FOR_TWO).solutions(2);
    let mut found = left.search().project(asked).limits(limits).solutions();
    Some((found.next()?, found.next()?))
}

/// In how many terms two solutions differ.
fn differing(subject: &Subject, one: &Solution, other: &Solution) -> usize {
    subject.shown(one).zip(subject.shown(other)).filter(|(a, b)| a != b).count()
}

/// What clashes, if it is proved that there is no solution.
fn clash(subject: &Subject, inspection: &Inspection, budget: &Budget) -> Option<Vec<Named>> {
    let residua::inspect::Verdict::Infeasible(conflict) = &inspection.verdict else { return None };
    if let Some(refutation) = &subject.refutation {
        return Some(refutation.items.iter().chain(&refutation.declarations).cloned().collect());
    }
    let ids = match subject.certain() {
        None => conflict.members.clone(),
        Some(certain) => certain.model.conflict(|_| true, &budget.rest()).ok()??,
    };
    let all = silent::completed(subject, &ids, budget);
    // Of a model, its items: what says what others are never is to blame.
    let items: Vec<Named> = all.iter().filter(|named| named.is_item()).cloned().collect();
    Some(if items.is_empty() { all } else { items })
}

impl ModelReport<'_> {
    /// The verdict, and why it is no other.
    pub(crate) fn headline(&self) -> String {
        self.verdict.headline(std::slice::from_ref(&self.reason))
    }

    /// By term: what it can be.
    fn values(&self, residual: &Residual) -> Vec<(&str, Values)> {
        let terms = self.subject.terms.iter();
        terms.map(|(name, term)| (name.as_str(), Values::of(*term, residual.model.domains()))).collect()
    }

    fn write_details(&self, output: &mut dyn Write) -> io::Result<()> {
        let ModelReport { subject, inspection, .. } = self;
        subject.write_notes(output)?;
        self.doubts.iter().try_for_each(|doubt| writeln!(output, "{doubt}"))?;
        if let Some(clash) = &self.clash {
            writeln!(output, "{}", if clash.is_empty() { "the declarations clash" } else { "these clash:" })?;
            by_rule(clash.iter().cloned()).iter().try_for_each(|line| writeln!(output, "{line}"))?;
        }
        let Some(residual) = &inspection.residual else { return Ok(()) };
        writeln!(output, "{}", strength(inspection, ""))?;
        if let Some(ends) = &self.ends {
            writeln!(output, "objective: {}", ends.text())?;
        }
        if let Some(sheet) = subject.sheet() {
            if let [one, other] = &self.solutions[..] {
                variants::write_pair(sheet, [one.values(), other.values()], output)?;
            }
            return variants::write_residual(
                subject,
                sheet,
                residual,
                variants::numbers_left(residual),
                output,
            );
        }
        let all = self.values(residual);
        // Of clauses and graphs, what is open and as it was is not listed.
        let is_listed = |name: &str, values: &Values| match subject.kind {
            SubjectKind::Program | SubjectKind::Model => true,
            _ => subject.term(name).is_none_or(|term| *values != Values::of(term, subject.model.domains())),
        };
        let (definite, open): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, values)| values.is_definite());
        let number = counted(subject.terms.len(), "variable");
        writeln!(output, "fixed: {} of {number}", definite.len())?;
        if !definite.is_empty() {
            write_wrapped(
                output,
                " ",
                definite.iter().map(|(name, values)| {
                    subject.equation(&subject.name(name), &self.in_words(name, values))
                }),
            )?;
        }
        if !open.is_empty() {
            writeln!(output, "open: {}", counted(open.len(), "variable"))?;
            let open: Vec<_> = open.into_iter().filter(|(name, values)| is_listed(name, values)).collect();
            let width = open.iter().map(|(name, _)| subject.name(name).chars().count()).max().unwrap_or(0);
            let width = width.min(WIDEST);
            for (name, values) in &open {
                let words = self.in_words(name, values);
                let name = subject.name(name);
                let gap = width.saturating_sub(name.chars().count());
                writeln!(output, "  {name}{:gap$}  {words}", "")?;
            }
        }
        self.write_left(residual, output)?;
        let parts = inspection.components.len();
        if parts > 1 {
            writeln!(output, "independent components: {parts}; no constraint connects them")?;
            for part in &inspection.components {
                write_wrapped(output, "  ", part.iter().map(|&var| residual.model.name(var)))?;
            }
        }
        self.write_solutions(output)
    }

    /// What a term can be: members of its enumeration, if it has one.
    fn in_words(&self, name: &str, values: &Values) -> String {
        match values {
            Values::Integers(domain)
                if self.subject.number_of(name, &self.subject.word(name, "1")).is_some() =>
            {
                let words = domain.iter().map(|value| self.subject.word(name, &value.to_string()));
                words.collect::<Vec<_>>().join(" ")
            }
            _ => values.in_words(),
        }
    }

    fn write_left(&self, residual: &Residual, output: &mut dyn Write) -> io::Result<()> {
        let model = &residual.model;
        let pairs = named_aliases(residual);
        if !pairs.is_empty() {
            writeln!(output, "equal to others: {}", counted(pairs.len(), "variable"))?;
            let pairs = pairs.iter().map(|[var, is]| format!("{var}={}", is.replace(' ', "")));
            write_wrapped(output, " ", pairs)?;
        }
        let constraints = left(residual);
        let is_listed = self.question.rules || constraints.len() <= MOST_LISTED;
        let how = if is_listed { "" } else { " (--rules lists them)" };
        writeln!(output, "left: {}{how}", counted(constraints.len(), "constraint"))?;
        for &id in constraints.iter().filter(|_| is_listed) {
            writeln!(output, "  {}", self.named_left(model, id).text_left())?;
        }
        Ok(())
    }

    /// What is left of a constraint, with the place of the original, by whose number it is called.
    fn named_left(&self, model: &Model, id: ConstraintId) -> Named {
        let number = model.given_name(id).and_then(|given| given.parse::<usize>().ok());
        let original = number.and_then(|number| self.constraints.get(number));
        let statement = original.and_then(|&original| self.subject.statement(original));
        Named::new(model, id, statement, self.subject.source.as_deref())
    }

    fn write_solutions(&self, output: &mut dyn Write) -> io::Result<()> {
        let [one, other] = &self.solutions[..] else { return Ok(()) };
        let shown = |solution| {
            self.subject.in_words(solution).map(|(name, value)| self.subject.equation(&name, &value))
        };
        let count = differing(self.subject, one, other);
        let of = counted(self.subject.terms.len(), "variable");
        writeln!(output, "a solution:")?;
        write_wrapped(output, " ", shown(one))?;
        writeln!(output, "another one, which differs in {count} of {of}:")?;
        write_wrapped(output, " ", shown(other).zip(shown(one)).filter(|(a, b)| a != b).map(|(a, _)| a))
    }

    fn write_object(&self, output: &mut dyn Write) -> io::Result<()> {
        let ModelReport { subject, inspection, ends, solutions, reason, seconds, .. } = self;
        let mut rest = json!({
            "strength": inspection.strength.to_string(),
            "solutions": solutions.iter().map(|solution| subject.as_json(solution)).collect::<Vec<_>>(),
            "components": inspection.components.len(),
            "seconds": seconds,
        });
        if let Some(reason) = reason {
            rest["reason"] = json!(reason);
        }
        if let Some(limit) = inspection.stopped {
            rest["stopped"] = json!(limit.to_string());
        }
        if let Some(ends) = ends {
            rest["objective"] = json!(ends);
        }
        if subject.sheet().is_some_and(Sheet::has_notes) {
            rest["doubts"] = json!(self.doubts);
        }
        if let Some(clash) = &self.clash {
            rest["conflict"] = json!(clash);
        }
        if let Some(residual) = &inspection.residual {
            let model = &residual.model;
            let domains = self.values(residual);
            rest["domains"] = Value::Object(
                domains.iter().map(|(name, values)| ((*name).to_owned(), values.as_json())).collect(),
            );
            let named = |id: &ConstraintId| self.named_left(model, *id);
            rest["residual"] = json!(left(residual).iter().map(named).collect::<Vec<_>>());
            rest["aliases"] = json!(named_aliases(residual));
        }
        write_object(output, subject.head(self.verdict.word(), None), rest)
    }
}

/// Variables that are equal to others, and what each of them is; an integer and a floating-point number of one name are one.
fn named_aliases(residual: &Residual) -> Vec<[String; 2]> {
    let model = &residual.model;
    let pairs = residual.aliases.iter().map(|alias| [model.name(alias.var), model.name_view(alias.is)]);
    pairs.filter(|[var, is]| var != is).collect()
}

/// The constraints that are left, without the equalities.
fn left(residual: &Residual) -> Vec<ConstraintId> {
    residual.model.constraints().skip(residual.aliases.len()).map(|(id, _)| id).collect()
}
