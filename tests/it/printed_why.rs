//! Promise: an explanation prints every line that it rests on. From the printed lines alone, each line follows from the premises that it
//! names, which are printed before it, by the constraints that it names; what a reader fills in is the rule of `all_different`, and of a
//! `≠` that has no name: a variable does not have the value that another one has.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::constraints::{Connect, ne, negative_table};
use residua::inspect::{Explanation, Why};
use residua::model::{ConstraintId, IntAtom, IntVar, Model, ModelError};
use residua::search::Limits;
use residua::store::Relation;

use crate::catalogue::{Forms, Instance, domain, mixed, row, times_depth};
use crate::kinds::Kind;
use crate::oracle;

/// A printed line, as it is read.
#[derive(Clone, Debug)]
struct Printed {
    depth: usize,
    /// What it shows; nothing for a contradiction.
    shown: Vec<IntAtom>,
    justification: Justification,
    premises: Vec<IntAtom>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Justification {
    Supposed,
    Refutation,
    Domain,
    /// By one of the constraints of each of these texts.
    Constraints(Vec<Vec<usize>>),
}

/// A model with its oracle, and which of its constraints have names.
struct Case<'a> {
    instance: &'a Instance,
    model: Model,
    texts: Vec<String>,
    is_named: Vec<bool>,
}

const RELATIONS: [Relation; 4] = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge];

impl<'a> Case<'a> {
    fn new(instance: &'a Instance, names: &[bool]) -> Case<'a> {
        let mut model = instance.model();
        let ids: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).collect();
        let is_named = names[..ids.len()].to_vec();
        for &id in ids.iter().filter(|id| is_named[id.index()]) {
            model.name_constraint(id, &format!("rule {}", id.index()));
        }
        let texts = ids.iter().map(|&id| model.describe_constraint(id)).collect();
        Case { instance, model, texts, is_named }
    }

    /// What `name` and what follows it say: an atom, or the values of a range.
    fn atoms(&self, text: &str) -> Option<Vec<IntAtom>> {
        let (name, rest) = text.split_once(' ')?;
        let (sign, value) = rest.split_once(' ')?;
        let var = self.model.vars().find(|&var| self.model.name_atom(var.is(0)) == format!("{name} = 0"))?;
        if sign == "∉" {
            let (low, high) = value.split_once("..")?;
            let range = low.parse::<i32>().ok()?..=high.parse().ok()?;
            let own = self.instance.domains[var.index()].iter();
            return Some(own.filter(|value| range.contains(value)).map(|&value| var.is_not(value)).collect());
        }
        let relation = RELATIONS.into_iter().find(|relation| relation.to_string() == sign)?;
        Some(vec![IntAtom::new(var, relation, value.parse().ok()?)])
    }

    fn all_atoms(&self, text: &str) -> Option<Vec<IntAtom>> {
        let parts: Option<Vec<Vec<IntAtom>>> = text.split(", ").map(|part| self.atoms(part)).collect();
        parts.map(|parts| parts.concat())
    }

    /// What is left of a text after a constraint, with all those that it may be; the longest ones.
    fn constraint<'t>(&self, text: &'t str) -> Option<(Vec<usize>, &'t str)> {
        let fits = |own: &&String| {
            text.strip_prefix(own.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(": ") || rest.starts_with(" within "))
        };
        let longest = self.texts.iter().filter(fits).max_by_key(|own| own.len())?;
        let same = (0..self.texts.len()).filter(|&row| self.texts[row] == *longest).collect();
        Some((same, &text[longest.len()..]))
    }

    fn read(&self, line: &str) -> Option<Printed> {
        let text = line.trim_start_matches(' ');
        let depth = (line.len() - text.len()) / 2;
        if let Some(atom) = text.strip_prefix("suppose ") {
            let shown = self.atoms(atom)?;
            return Some(Printed {
                depth,
                shown,
                justification: Justification::Supposed,
                premises: Vec::new(),
            });
        }
        let (shown, by) = text.split_once("  ")?;
        let shown = if shown == "contradiction" { Vec::new() } else { self.all_atoms(shown)? };
        let premises = |rest: &str| match rest.strip_prefix(": ") {
            Some(premises) => self.all_atoms(premises),
            None => rest.is_empty().then(Vec::new),
        };
        let printed =
            |justification, premises| Printed { depth, shown: shown.clone(), justification, premises };
        if by == "refutation" {
            return Some(printed(Justification::Refutation, Vec::new()));
        }
        if let Some(rest) = by.strip_prefix("locked candidates of ") {
            let (one, rest) = self.constraint(rest)?;
            let (other, rest) = self.constraint(rest.strip_prefix(" within ")?)?;
            return Some(printed(Justification::Constraints(vec![one, other]), premises(rest)?));
        }
        for of_domain in ["domain", "naked single"] {
            if let Some(premises) = by.strip_prefix(of_domain).and_then(premises) {
                return Some(printed(Justification::Domain, premises));
            }
        }
        let given = self.constraint(by);
        let (row, rest) =
            given.or_else(|| by.split_once(" in ").and_then(|(_, text)| self.constraint(text)))?;
        Some(printed(Justification::Constraints(vec![row]), premises(rest)?))
    }

    /// Whether a reader knows by itself what follows from the value of a variable.
    fn is_plain(&self, row: usize) -> bool {
        match self.instance.rows[row].kind() {
            Some(Kind::AllDifferent) => true,
            Some(Kind::Ne) => !self.is_named[row],
            _ => false,
        }
    }

    /// Whether no two terms of the plain constraints have the same value in an assignment, where one of them has its value by the
    /// premises.
    fn agrees(&self, assignment: &[i32], is_known: &[bool]) -> bool {
        let count = assignment.len();
        (0..self.instance.rows.len()).filter(|&row| self.is_plain(row)).all(|row| {
            let terms = self.instance.rows[row].terms();
            let value = |at: usize| {
                let term = terms[at];
                i64::from(term.scale) * i64::from(assignment[term.var % count]) + i64::from(term.offset)
            };
            (0..terms.len()).filter(|&one| is_known[terms[one].var % count]).all(|one| {
                (0..terms.len()).filter(|&other| other != one).all(|other| value(one) != value(other))
            })
        })
    }

    fn follows(&self, line: &Printed) -> bool {
        let domains = &self.instance.domains;
        let left: Vec<Vec<i32>> = (0..domains.len())
            .map(|var| {
                let own = || line.premises.iter().filter(|atom| atom.var().index() == var);
                domains[var].iter().copied().filter(|&value| own().all(|atom| atom.allows(value))).collect()
            })
            .collect();
        let is_known: Vec<bool> = left.iter().map(|values| values.len() == 1).collect();
        let named: &[Vec<usize>] = match &line.justification {
            Justification::Constraints(named) => named,
            _ => &[],
        };
        let holds =
            |rows: &Vec<usize>, a: &[i32]| rows.iter().all(|&row| self.instance.rows[row].holds_for(a));
        oracle::assignments(&left)
            .iter()
            .filter(|a| named.iter().all(|rows| holds(rows, a)) && self.agrees(a, &is_known))
            .all(|a| {
                !line.shown.is_empty() && line.shown.iter().all(|atom| atom.allows(a[atom.var().index()]))
            })
    }

    /// Reads an explanation, and looks for a gap in it.
    fn gap(&self, text: &str, goal: Option<IntAtom>) -> Result<(), String> {
        // By open supposition, and outside of all: what is shown there.
        let mut known: Vec<Vec<IntAtom>> = vec![Vec::new()];
        let mut last: Option<Printed> = None;
        for line in text.lines() {
            let fails = |why: &str| Err(format!("{why}: {line}\n{text}"));
            let Some(printed) = self.read(line) else { return fails("unread") };
            let is_over = known.len() > printed.depth + 1;
            let closed = is_over.then(|| known[printed.depth + 1][0]);
            known.truncate(printed.depth + 1);
            if known.len() <= printed.depth {
                return fails("nothing is supposed there");
            }
            if printed.premises.iter().any(|premise| !known.iter().flatten().any(|other| other == premise)) {
                return fails("a premise is not printed before");
            }
            let is_right = match printed.justification {
                Justification::Supposed => printed.shown.len() == 1,
                Justification::Refutation => {
                    let inner = last.as_ref().filter(|last| last.depth == printed.depth + 1);
                    inner.is_some_and(|last| {
                        last.shown.is_empty() && last.justification != Justification::Supposed
                    }) && closed.is_some_and(|supposed| printed.shown == [!supposed])
                }
                Justification::Domain | Justification::Constraints(_) => self.follows(&printed),
            };
            if !is_right {
                return fails("does not follow");
            }
            if printed.justification == Justification::Supposed {
                known.push(printed.shown.clone());
            } else {
                known[printed.depth].extend(&printed.shown);
            }
            last = Some(printed);
        }
        let Some(last) = last else { return Ok(()) };
        let shows = |goal: IntAtom| {
            let own = self.instance.domains[goal.var().index()].iter();
            own.filter(|&&value| last.shown.iter().all(|atom| atom.var() != goal.var() || atom.allows(value)))
                .all(|&value| goal.allows(value))
        };
        if last.depth == 0 && (last.shown.is_empty() || goal.is_some_and(shows)) {
            return Ok(());
        }
        Err(format!("the last line does not show it:\n{text}"))
    }
}

fn text(explanation: &Explanation, model: &Model) -> String {
    explanation.display_in_full(model).to_string()
}

/// What there is to explain of a model, that of a few atoms which takes most lines; with the atom, if it is one.
fn explanations(case: &Case<'_>) -> Vec<(Option<IntAtom>, String)> {
    let (model, limits) = (&case.model, Limits::default());
    if let Some(none) = model.why_none(&limits).expect("there is no limit") {
        return vec![(None, text(&none, model))];
    }
    let holds = |atom: IntAtom| match model.why(atom, &limits).expect("there is no limit") {
        Why::Because(explanation) => Some((Some(atom), text(&explanation, model))),
        Why::Not(_) => None,
    };
    let of_var = |var: IntVar| {
        let values = case.instance.domains[var.index()].clone();
        values.into_iter().flat_map(move |value| [var.is_not(value), var.at_most(value)])
    };
    let mut all: Vec<_> =
        model.vars().flat_map(of_var).filter_map(holds).filter(|(_, text)| !text.is_empty()).collect();
    all.sort_by_key(|(_, text)| std::cmp::Reverse(text.lines().count()));
    all.truncate(4);
    all
}

/// Models of the whole catalogue, and names for some of their constraints: any constraints, or such that none says much by itself.
fn named() -> impl Strategy<Value = (Instance, Vec<bool>)> {
    let rows = prop::collection::vec(row(), 4..=8);
    let loose = (prop::collection::vec(domain(Forms::Small), 3..=4), rows).prop_map(|(domains, mut rows)| {
        let all = oracle::assignments(&domains);
        rows.retain(|row| 3 * all.iter().filter(|a| row.holds_for(a)).count() > all.len());
        Instance { domains, rows }
    });
    (prop_oneof![1 => mixed(), 4 => loose], prop::collection::vec(any::<bool>(), 8))
}

/// Of the whole catalogue, with names and without.
#[test]
fn no_line_is_missing() {
    let (mut gaps, mut explained, mut lines, mut chains, mut unnoticed) = (Vec::new(), 0, 0, 0, Vec::new());
    let mut runner = TestRunner::deterministic();
    let cases = named();
    let count = times_depth(1000);
    for _ in 0..count {
        let (instance, names) = cases.new_tree(&mut runner).expect("cases can always be made").current();
        let case = Case::new(&instance, &names);
        let all = explanations(&case);
        let gap = all.iter().find_map(|(goal, text)| case.gap(text, *goal).err());
        gaps.extend(gap.map(|gap| format!("{gap}\nof\n{}", case.model)));
        explained += all.len();
        // With a line before the last left out there is a gap: else the oracle notices none.
        for (goal, text) in &all {
            let printed: Vec<&str> = text.lines().collect();
            lines += printed.len();
            chains += usize::from(printed.len() > 2);
            for hidden in 0..printed.len().saturating_sub(1) {
                let rest = [&printed[..hidden], &printed[hidden + 1..]].concat().join("\n");
                if !rest.is_empty() && case.gap(&rest, *goal).is_ok() {
                    unnoticed.push(format!("without line {hidden} of\n{text}"));
                }
            }
        }
    }
    assert!(gaps.is_empty(), "{} of {count} models; the first:\n{}", gaps.len(), gaps[0]);
    assert!(unnoticed.is_empty(), "{} of {lines} lines; the first:\n{}", unnoticed.len(), unnoticed[0]);
    assert!(explained > count / 2 && lines > count && chains > count / 20, "{explained}, {chains}, {lines}");
}

/// An implication, a negative table, a distance, and differences that have names.
#[test]
fn of_what_is_known_by_name() -> Result<(), ModelError> {
    let printed = |model: &Model| {
        let none = model.why_none(&Limits::default()).expect("there is no limit");
        text(&none.expect("there is no solution"), model)
    };
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=2));
    let _ = model.post_named("rule A", x.eq(1).implies(y.ne(0)))?;
    let _ = model.post_named("rule B", x.eq(0).implies(y.ne(0)))?;
    let _ = model.post_named("rule C", x.ne(2))?;
    let _ = model.post_named("wish", y.eq(0))?;
    for name in ["rule A", "rule B", "rule C", "wish"] {
        assert!(printed(&model).contains(name), "{name}: {}", printed(&model));
    }
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=2));
    let _ = model.post_named("forbidden", negative_table([x, y], [[0, 0], [1, 0]]))?;
    let _ = model.post_named("not a step of 2", ne((x - y).abs(), 2))?;
    let _ = model.post_named("wish", y.eq(0))?;
    for name in ["forbidden", "not a step of 2", "wish"] {
        assert!(printed(&model).contains(name), "{name}: {}", printed(&model));
    }
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 1..=2));
    let pairs = [("Ann hates Bob", [a, b]), ("Bob hates Cem", [b, c]), ("Cem hates Ann", [c, a])];
    for (name, [one, other]) in pairs {
        let _ = model.post_named(name, ne(one, other))?;
    }
    for (name, _) in pairs {
        assert!(printed(&model).contains(name), "{name}: {}", printed(&model));
    }
    Ok(())
}
