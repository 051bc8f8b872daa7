//! Parser of questions about a model: `x=3`, `x[2]!=3`, `m[1,2]<=3`, `b`.

use residua::model::{IntAtom, IntVar, IntView};
use residua::store::Relation;
use residua_flatzinc::Term;
use residua_sudoku::Geometry;

use crate::decimal::Decimal;
use crate::subject::{Subject, SubjectKind};

/// What is asked about.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// Whether an atom is true, of the term of that name; and the question in words.
    Atom(IntAtom, String, String),
    /// All there is to say of a term.
    All(String, Term),
    /// What is so, or is not, of the term of that name, without looking at the model; and the question in words.
    Plain(String, String, bool),
}

/// What questions look like.
pub(super) fn examples(subject: &Subject) -> &'static str {
    match subject.kind {
        SubjectKind::Puzzle | SubjectKind::Variant => "r3c5=7, r3c5!=7 or r3c5",
        _ => "x=3, x[2]!=3, x<=3 or x",
    }
}

impl Question {
    /// The variable that it is about, unless that is a constant.
    pub(crate) fn var(&self) -> Option<IntVar> {
        match self {
            Question::Atom(atom, ..) | Question::All(_, Term::Atom(atom)) => Some(atom.var()),
            Question::All(_, Term::View(view)) => Some(view.var),
            Question::All(_, Term::Wide(wide)) => wide.vars().next(),
            Question::All(_, Term::Number(_) | Term::Known(_)) | Question::Plain(..) => None,
        }
    }

    /// Reads what is asked about a model: one question, or of a whole array one for each of its elements.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn all(text: &str, subject: &Subject) -> Result<Vec<Question>, String> {
        let (mut name, rest) = name_and_rest(text);
        if subject.kind == SubjectKind::Clauses && name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, 'x');
        }
        if name.is_empty() {
            return Err(unread(text, subject));
        }
        if let Some(geometry) = subject.geometry() {
            return Question::of_cell(text, &name, rest, subject, geometry).map(|question| vec![question]);
        }
        if let Some((parts, term)) = subject.scaled(&name) {
            return Question::of_float((text, subject), (&name, parts), term, rest)
                .map(|question| vec![question]);
        }
        if let Some(term) = subject.term(&name) {
            // A member of an enumeration is its number in FlatZinc.
            let value = rest.trim_start_matches(['=', '!', '<', '>', '≠', '≤', '≥']).trim();
            let numbered = subject
                .number_of(&name, value)
                .map(|number| format!("{}{number}", &rest[..rest.len() - value.len()]));
            let rest = numbered.as_deref().unwrap_or(rest);
            return Question::of((text, subject), name, term, rest).map(|question| vec![question]);
        }
        let elements: Vec<(&str, Term)> = subject.elements(&name).collect();
        if !elements.is_empty() && rest.is_empty() {
            return Ok(elements
                .into_iter()
                .map(|(name, term)| Question::All(name.to_owned(), term))
                .collect());
        }
        let array = name.split('[').next().unwrap_or_default();
        let names: Vec<&str> = subject.elements(array).map(|(name, _)| name).collect();
        Err(match &names[..] {
            [] => format!("there is no {name} in the model"),
            _ if array == name => {
                format!("{name} is an array: expected one of its elements, {}", listed(&names))
            }
            _ => format!("there is no {name} in the model: the elements of {array} are {}", listed(&names)),
        })
    }

    /// Reads a question about a cell.
    fn of_cell(
        text: &str,
        name: &str,
        rest: &str,
        subject: &Subject,
        geometry: Geometry,
    ) -> Result<Question, String> {
        let size = geometry.size();
        if !name.starts_with(['r', 'R']) || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(unread(text, subject));
        }
        let cell = geometry.parse_cell_name(name);
        let cell =
            cell.ok_or_else(|| format!("expected a cell from r1c1 to r{size}c{size}, found \"{name}\""))?;
        let (shown, term) = subject.terms[cell].clone();
        let question = Question::of((text, subject), shown, term, rest)?;
        match question {
            Question::Atom(atom, ..) if !(1..=size as i32).contains(&atom.value()) => {
                let value = atom.value();
                Err(format!("expected a value from 1 to {size} for {name}, found {value}"))
            }
            Question::Plain(..) => Err(unread(text, subject)),
            question => Ok(question),
        }
    }

    /// Reads a question about a floating-point number, of which the model has `parts` times the value as an integer term.
    fn of_float(
        (text, subject): (&str, &Subject),
        (name, parts): (&str, i64),
        term: Term,
        rest: &str,
    ) -> Result<Question, String> {
        let shown = if parts > 1 { format!("{parts}*{name}") } else { name.to_owned() };
        let value = rest.trim_start_matches(['=', '!', '<', '>', '≠', '≤', '≥']);
        let sign = &rest[..rest.len() - value.len()];
        if rest.is_empty() {
            return Question::of((text, subject), shown, term, rest);
        }
        let value: Decimal = value.trim().parse().map_err(|_| unread(text, subject))?;
        let (least, most) = (value.in_parts(parts, false), value.in_parts(parts, true));
        let words = format!("{name} {} {value}", plain(sign));
        let scaled = match sign {
            "<=" | "≤" => most,
            ">=" | "≥" => least,
            _ if least != most => return Ok(Question::Plain(shown, words, sign.starts_with(['!', '≠']))),
            _ => least,
        };
        let mut question = Question::of((text, subject), shown, term, &format!("{sign}{scaled}"))?;
        if let Question::Atom(.., own) | Question::Plain(_, own, _) = &mut question {
            *own = words;
        }
        Ok(question)
    }

    /// Reads what is asked about a term.
    fn of(
        (text, subject): (&str, &Subject),
        name: String,
        term: Term,
        rest: &str,
    ) -> Result<Question, String> {
        let unread = || unread(text, subject);
        if rest.is_empty() {
            return Ok(Question::All(name, term));
        }
        let signs = [
            ("!=", Relation::Ne),
            ("≠", Relation::Ne),
            ("<=", Relation::Le),
            ("≤", Relation::Le),
            (">=", Relation::Ge),
            ("≥", Relation::Ge),
            ("==", Relation::Eq),
            ("=", Relation::Eq),
        ];
        let found =
            signs.iter().find_map(|(sign, relation)| Some((*relation, rest.strip_prefix(sign)?.trim())));
        let (relation, value) = found.ok_or_else(unread)?;
        let truth = match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        match (term, truth) {
            (Term::Atom(_) | Term::Known(_), Some(truth))
                if matches!(relation, Relation::Eq | Relation::Ne) =>
            {
                let truth = truth == (relation == Relation::Eq);
                Ok(match term {
                    Term::Atom(atom) => {
                        let words = subject.fact(&name, "=", truth);
                        Question::Atom(if truth { atom } else { !atom }, name, words)
                    }
                    Term::Known(known) => {
                        let words = subject.fact(&name, "=", truth);
                        Question::Plain(name, words, known == truth)
                    }
                    _ => return Err(unread()),
                })
            }
            (Term::Atom(_) | Term::Known(_), _) => Err(format!(
                "{name} is true or false: expected {name}=true or {name}=false, found \"{text}\""
            )),
            (Term::View(_) | Term::Number(_) | Term::Wide(_), Some(_)) => {
                Err(format!("{name} is a number: {}", unread()))
            }
            (Term::Number(number), None) => {
                let value: i64 = value.parse().map_err(|_| unread())?;
                let holds = match relation {
                    Relation::Eq => number == value,
                    Relation::Ne => number != value,
                    Relation::Le => number <= value,
                    Relation::Ge => number >= value,
                };
                let words = subject.fact(&name, relation, value);
                Ok(Question::Plain(name, words, holds))
            }
            (Term::View(_) | Term::Wide(_), None) => {
                let value: i64 = value.parse().map_err(|_| unread())?;
                let (view, offset) = match term {
                    Term::View(view) => (view, 0),
                    Term::Wide(wide) => {
                        let var = wide.single().ok_or_else(|| {
                            format!("the values of {name} span more than 32 bits: questions about it are not supported")
                        })?;
                        (var.view(), wide.offset())
                    }
                    _ => return Err(unread()),
                };
                let inside = value.saturating_sub(offset);
                let words = subject.fact(&name, relation, value);
                Ok(match atom(view, relation, inside) {
                    Ok(atom) => Question::Atom(atom, name, words),
                    Err(holds) => Question::Plain(name, words, holds),
                })
            }
        }
    }
}

/// A sign as answers have it.
fn plain(sign: &str) -> &str {
    match sign {
        "!=" => "≠",
        "<=" => "≤",
        ">=" => "≥",
        "==" => "=",
        sign => sign,
    }
}

fn unread(text: &str, subject: &Subject) -> String {
    format!("expected a question like {}, found \"{text}\"", examples(subject))
}

/// The name that a question begins with, and what follows. A name that is no word stands in quotes, as in FlatZinc.
fn name_and_rest(text: &str) -> (String, &str) {
    let (quoted, text) =
        text.trim_start().strip_prefix('\'').and_then(quoted).unwrap_or((String::new(), text));
    let sign = text.find(['=', '!', '<', '>', '≠', '≤', '≥']).unwrap_or(text.len());
    let word = text[..sign].chars().filter(|letter| !letter.is_whitespace());
    (quoted.chars().chain(word).collect(), text[sign..].trim())
}

/// The variable or the array that a question is about, by its name.
pub(super) fn name(text: &str) -> String {
    let (name, _) = name_and_rest(text);
    name.split('[').next().unwrap_or_default().to_owned()
}

/// A name up to its closing quote, and what follows. Two quotes stand for one in the name.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('\'')?;
        name.push_str(part);
        match after.strip_prefix('\'') {
            Some(after) => {
                name.push('\'');
                rest = after;
            }
            None => return Some((name, after)),
        }
    }
}

/// Some names, or the first of many and the last.
fn listed(names: &[&str]) -> String {
    match names {
        [first, second, third, .., last] if names.len() > 8 => {
            format!("{first}, {second}, {third}, …, {last}")
        }
        _ => names.join(", "),
    }
}

/// The atom that a view stands in that relation to a value; or whether that is so of any value of 32 bits.
fn atom(view: IntView, relation: Relation, value: i64) -> Result<IntAtom, bool> {
    let inside = value.saturating_sub(view.offset().into());
    if view.scale() == 1 && i64::from(i32::MIN) < inside && inside < i64::from(i32::MAX) {
        return Ok(IntAtom::new(view.var, relation, inside as i32));
    }
    Err(match relation {
        Relation::Eq => false,
        Relation::Ne => true,
        Relation::Le => value > 0,
        Relation::Ge => value < 0,
    })
}

#[cfg(test)]
mod tests {
    use super::name_and_rest;

    #[test]
    fn a_name_may_have_any_characters_in_quotes() {
        for (text, name, rest) in [
            ("x[1, 2] = 3", "x[1,2]", "= 3"),
            ("'a = b'=3", "a = b", "=3"),
            ("'it''s'!=1", "it's", "!=1"),
            ("''''<=1", "'", "<=1"),
            ("'open", "'open", ""),
        ] {
            assert_eq!(name_and_rest(text), (name.to_owned(), rest), "{text}");
        }
    }
}
