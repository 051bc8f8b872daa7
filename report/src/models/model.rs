//! Source of a compiled MiniZinc model: its text, its constraint items, and warnings of the compiler.

use std::fs;

use crate::models::compile::{Compiled, Refuted};
use crate::models::items::{self, Item};
use crate::models::kind::Unit;
use crate::models::members::{Members, at};
use crate::models::path::{Binding, Origin};

/// The source of a subject.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) unit: Unit,
    /// The file, without folders.
    pub(crate) file: String,
    pub(crate) text: String,
    pub(crate) items: Vec<Item>,
    pub(crate) members: Members,
    /// Whether the compiler made one variable of two somewhere.
    pub(crate) has_aliases: bool,
    /// If the compiler found out that there is no solution.
    pub(crate) refuted: Option<Refuted>,
}

impl Source {
    pub(crate) fn new(unit: &Unit, compiled: &Compiled) -> Source {
        // What was compiled can be read.
        let text = fs::read_to_string(&unit.file).unwrap_or_default();
        let file = unit.file.rsplit(['/', '\\']).next().unwrap_or(&unit.file).to_owned();
        let (items, members) = (items::of(&text), Members::of(&compiled.output));
        let has_aliases = compiled.text.lines().any(|line| line.starts_with("var ") && line.contains(" = "));
        Source { unit: unit.clone(), file, text, items, members, has_aliases, refuted: compiled.refuted }
    }

    /// The constraint item that something comes from.
    pub(crate) fn item(&self, origin: &Origin) -> Option<&Item> {
        (origin.outer == self.file).then(|| self.items.iter().find(|item| item.has(origin.begin)))?
    }

    /// The place of an item, in words.
    pub(crate) fn place(&self, item: &Item) -> String {
        format!("{}:{}.{}", self.file, item.place.0, item.place.1)
    }

    /// The value of a variable of a conjunction, in words: `s=Ann`, where it goes through an enumeration.
    pub(crate) fn binding(&self, binding: &Binding) -> String {
        self.bound_member(binding).unwrap_or_else(|| binding.text.clone())
    }

    fn bound_member(&self, binding: &Binding) -> Option<String> {
        let (name, value) = binding.text.split_once('=')?;
        let (line, column) = binding.place;
        let line = self.text.lines().nth(line.checked_sub(1)?).filter(|_| binding.file == self.file)?;
        let declared: String = line.chars().skip(column.checked_sub(1)?).collect();
        // `s in Nurse`, and with others before the set that they share: `s, t in Nurse`.
        let (names, set) =
            declared.strip_prefix(name).map(|_| ()).and_then(|()| declared.split_once(" in "))?;
        let is_list = names.chars().all(|letter| letter.is_alphanumeric() || "_, ".contains(letter));
        let members = self.members.of_set(set.trim_start()).filter(|_| is_list)?;
        Some(format!("{name}={}", at(members, value.parse().ok()?)?))
    }
}
