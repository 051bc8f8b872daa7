//! Names of the compiler's variables in the words of the source: a local of a `let` by its own name, `t (m.mzn:4.10)`, the parts of sets and
//! of optional variables as `2 in s`, `occurs(o)`, and others by the expression that they stand for.

use std::collections::BTreeMap;

use crate::models::model::Source;
use crate::models::parts::OWN;
use crate::models::path::{self, Binding, Part, Place};
use crate::models::rename::renamed;

/// Longer expressions are cut short.
const LONGEST: usize = 72;

/// What the compiler's variables are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Introduced {
    /// By variable: what it is.
    all: BTreeMap<String, Word>,
}

#[derive(Clone, Debug)]
struct Word {
    /// What it is, with the place.
    name: String,
    /// Without the place.
    says: String,
    /// Whether its definition in FlatZinc describes it better.
    is_described: bool,
}

impl Introduced {
    /// Reads what FlatZinc says of its variables.
    pub(crate) fn of(flat: &str, source: &Source) -> Introduced {
        let defined = flat.split("defines_var(").skip(1).filter_map(|rest| rest.split(')').next());
        let defined: Vec<&str> = defined.collect();
        let mut all = BTreeMap::new();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for line in flat.lines().filter(|line| line.starts_with("var ")) {
            let Some((name, path)) = declared(line).filter(|(name, _)| name.starts_with(OWN)) else {
                continue;
            };
            let Some(told) = told(&path, source) else { continue };
            let mut word = Word {
                name: told.name(None),
                says: told.says.clone(),
                is_described: !told.is_local && defined.contains(&name),
            };
            if !word.is_described {
                // Several may stand for one expression.
                let number = numbers.entry(word.name.clone()).or_default();
                *number += 1;
                if *number > 1 {
                    word.name = told.name(Some(*number));
                }
            }
            let _ = all.insert(name.to_owned(), word);
        }
        for (name, says) in source.members.parts() {
            let _ = all
                .insert(name.clone(), Word { name: says.clone(), says: says.clone(), is_described: false });
        }
        Introduced { all }
    }

    /// FlatZinc in which these variables have their names, but for those that their definitions describe.
    pub(crate) fn named(&self, flat: &str) -> String {
        let own = self.all.iter().filter(|(_, word)| !word.is_described);
        let quoted =
            |(name, word): (&String, &Word)| (name.clone(), format!("'{}'", word.name.replace('\'', "’")));
        renamed(flat, &own.map(quoted).collect(), false)
    }

    /// Text of the compiler, or of what it wrote, without its own names; one of which nothing is known is an expression.
    pub(crate) fn in_words(&self, text: &str) -> String {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(OWN) {
            let (before, name) = rest.split_at(at);
            let (name, after) = name.split_at(name.find(|letter| !is_name(letter)).unwrap_or(name.len()));
            out.push_str(before);
            out.push_str(self.all.get(name).map_or("an expression", |word| word.name.as_str()));
            rest = after;
        }
        out + rest
    }

    /// What a variable of a conjunction is: `q=y*z`; `None`, where it is a variable of which nothing is known.
    pub(crate) fn binding(&self, binding: &Binding) -> Option<String> {
        let Some((name, value)) = binding.text.split_once('=').filter(|(_, value)| value.starts_with(OWN))
        else {
            return Some(binding.text.clone());
        };
        self.all.get(value).map(|word| format!("{name}={}", word.says))
    }
}

/// The name and the path of a declaration of FlatZinc.
fn declared(line: &str) -> Option<(&str, String)> {
    let (_, rest) = line.split_once(": ")?;
    let name = rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()?;
    let (_, path) = rest.split_once("mzn_path(\"")?;
    let (path, _) = path.split_once("\")")?;
    Some((name, path.replace("\\\\", "\\")))
}

/// What a path tells of a variable.
struct Told {
    says: String,
    /// The place, and the instance.
    place: String,
    /// Whether it is a local of a `let`.
    is_local: bool,
    /// Whether the source has an expression for it, and not only for what it is a part of.
    is_whole: bool,
}

impl Told {
    fn name(&self, number: Option<usize>) -> String {
        let part = match number {
            Some(number) => format!("part {number} of "),
            None if self.is_whole => String::new(),
            None => "part of ".to_owned(),
        };
        format!("{part}{} ({})", self.says, self.place)
    }
}

fn told(path: &str, source: &Source) -> Option<Told> {
    let parts = path::parts(path)?;
    let own: Vec<&Part<'_>> = parts.iter().filter(|part| part.file == source.file).collect();
    let last = own.iter().rposition(|part| !part.is_binding())?;
    let bindings = own[..last]
        .iter()
        .filter(|part| part.is_binding())
        .filter_map(|part| source.binding(&part.binding()));
    let bindings: Vec<String> = bindings.collect();
    let of = |begin: (usize, usize)| {
        let place = format!("{}:{}.{}", source.file, begin.0, begin.1);
        [vec![place], bindings.clone()].concat().join(", ")
    };
    let inside = parts.iter().skip_while(|part| !std::ptr::eq(*part, own[last])).skip(1);
    let inside: Vec<&Part<'_>> = inside.collect();
    // A local, or the value with which it is declared.
    let local = (1..=last).rev().find(|&at| own[at].what == "vd" && !own[at - 1].what.starts_with("id|"));
    if let Some(at) = local
        && let Some((name, value)) = declared_at(source, own[at])
        && own.get(at + 1).is_none_or(|part| Some(part.begin) == value && source.ends_with_value(part.end))
        && own
            .iter()
            .skip(at + 2)
            .chain(&inside)
            .all(|part| part.what == "ca|lin_exp" || part.what.starts_with("il|"))
    {
        let indices = inside.iter().filter_map(|part| part.what.strip_prefix("il|")?.parse::<u64>().ok());
        let indices: Vec<String> = indices.map(|index| format!("[{}]", index + 1)).collect();
        let says = format!("{name}{}", indices.concat());
        return Some(Told { says, place: of(own[at].begin), is_local: true, is_whole: true });
    }
    // A variable of the model itself, or an element of an array.
    let is_declaration = own[last].what == "vd" || own[last].what.starts_with("id|");
    if is_declaration && inside.iter().all(|part| part.what.starts_with("il|")) {
        return None;
    }
    let mut says = source.text_between(own[last].begin, own[last].end)?;
    if let Some((at, _)) = says.char_indices().nth(LONGEST) {
        says.truncate(at);
        says.push('…');
    }
    let is_whole = !is_declaration && inside.is_empty();
    Some(Told { says, place: of(own[last].begin), is_local: false, is_whole })
}

/// The name of a local, and where its value begins, if it has one: of `var int: t = x + y`.
fn declared_at(source: &Source, local: &Part<'_>) -> Option<(String, Option<Place>)> {
    let letters = &source.letters;
    let (begin, total) = (letters.at(local.begin)?, letters.letters.len());
    let colon = letters.outside(begin, total, |at| letters.letters[at] == ':')?;
    let begin = letters.visible(colon + 1, total);
    let name = letters.word(begin);
    let equals = letters.visible(begin + name.len(), total);
    let has_value = letters.letters.get(equals) == Some(&'=');
    let value = letters.places.get(letters.visible(equals + 1, total)).copied().filter(|_| has_value);
    (!name.is_empty()).then_some((name, value))
}
