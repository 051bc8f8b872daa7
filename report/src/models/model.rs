//! Source of a compiled MiniZinc model: its text, its constraint items, and warnings of the compiler.

use std::fs;

use crate::models::asked::{self, Asked};
use crate::models::compile::{Compiled, Refuted};
use crate::models::introduced::Introduced;
use crate::models::items::{self, Item};
use crate::models::kind::Unit;
use crate::models::letters::Text;
use crate::models::members::{Members, at};
use crate::models::path::{Binding, Origin, Place};

/// The source of a subject.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) unit: Unit,
    /// The file, without folders.
    pub(crate) file: String,
    pub(crate) letters: Text,
    /// Its constraint items.
    pub(crate) items: Vec<Item>,
    /// Its declarations of variables with a value.
    pub(crate) declarations: Vec<Item>,
    pub(crate) members: Members,
    /// What the compiler's variables are.
    pub(crate) introduced: Introduced,
    /// What of it is asked about that FlatZinc does not have.
    pub(crate) asked: Asked,
    /// Whether the compiler made one variable of two somewhere.
    pub(crate) has_aliases: bool,
    /// If the compiler found out that there is no solution.
    pub(crate) refuted: Option<Refuted>,
}

impl Source {
    pub(crate) fn new(unit: &Unit, compiled: &Compiled, asked: Asked) -> Source {
        // What was compiled can be read.
        let letters = Text::new(&fs::read_to_string(&unit.file).unwrap_or_default());
        let file = unit.file.rsplit(['/', '\\']).next().unwrap_or(&unit.file).to_owned();
        let (items, declarations) = (items::constraints(&letters), items::declarations(&letters));
        let members = Members::of(&asked.named(compiled.output.clone(), true));
        let has_aliases = compiled.text.lines().any(|line| line.starts_with("var ") && line.contains(" = "));
        let (introduced, refuted) = (Introduced::default(), compiled.refuted);
        let unit = unit.clone();
        let mut source = Source {
            unit,
            file,
            letters,
            items,
            declarations,
            members,
            introduced,
            asked,
            has_aliases,
            refuted,
        };
        source.introduced = Introduced::of(&compiled.text, &source);
        source
    }

    /// FlatZinc under the names of the model.
    pub(crate) fn named(&self, flat: String) -> String {
        self.introduced.named(&self.members.named(self.asked.named(flat, false)))
    }

    /// The constraint item that something comes from.
    pub(crate) fn item(&self, origin: &Origin) -> Option<&Item> {
        self.items.iter().find(|item| self.is_in(origin, item))
    }

    /// The declaration with a value that something comes from.
    pub(crate) fn declaration(&self, origin: &Origin) -> Option<&Item> {
        if origin.outer == asked::FILE {
            let name = self.asked.name(origin.begin.0)?;
            let has = |item: &&Item| item.declares.as_ref().is_some_and(|declared| declared.name == name);
            return self.declarations.iter().find(has);
        }
        self.declarations.iter().find(|item| self.is_in(origin, item))
    }

    /// Whether something comes from an item.
    pub(crate) fn is_in(&self, origin: &Origin, item: &Item) -> bool {
        origin.outer == self.file && item.has(origin.begin)
    }

    /// The place of an item, in words.
    pub(crate) fn place(&self, item: &Item) -> String {
        format!("{}:{}.{}", self.file, item.place.0, item.place.1)
    }

    /// The text from one place to another one, in one line.
    pub(crate) fn text_between(&self, begin: Place, end: Place) -> Option<String> {
        let (from, to) = (self.letters.at(begin)?, self.letters.at(end)?);
        (from <= to).then(|| self.letters.line(from, to + 1))
    }

    /// Whether the value of a local ends at that place.
    pub(crate) fn ends_with_value(&self, end: Place) -> bool {
        let Some(end) = self.letters.at(end) else { return false };
        let next = self.letters.visible(end + 1, self.letters.letters.len());
        self.letters.letters.get(next).is_some_and(|next| ",;}".contains(*next))
    }

    /// The value of a variable of a conjunction, in words: `s=Ann`, where it goes through an enumeration; `None`, where it is a variable of
    /// which nothing is known.
    pub(crate) fn binding(&self, binding: &Binding) -> Option<String> {
        self.bound_member(binding).or_else(|| self.introduced.binding(binding))
    }

    fn bound_member(&self, binding: &Binding) -> Option<String> {
        let (name, value) = binding.text.split_once('=')?;
        let (line, column) = binding.place;
        let begin = self.letters.at((line, column)).filter(|_| binding.file == self.file)?;
        let letters = self.letters.letters[begin..].iter().take_while(|&&letter| letter != '\n');
        let declared: String = letters.collect();
        // `s in Nurse`, and with others before the set that they share: `s, t in Nurse`.
        let (names, set) =
            declared.strip_prefix(name).map(|_| ()).and_then(|()| declared.split_once(" in "))?;
        let is_list = names.chars().all(|letter| letter.is_alphanumeric() || "_, ".contains(letter));
        let members = self.members.of_set(set.trim_start()).filter(|_| is_list)?;
        Some(format!("{name}={}", at(members, value.parse().ok()?)?))
    }
}
