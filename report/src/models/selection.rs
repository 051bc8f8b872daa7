//! Parts of a model: with some of its items, of some of these only instances of a conjunction, and of its declarations without a value.
//!
//! An instance of `forall(i in 1..3)(c)` is taken by itself as `forall(i in 1..3)(if i = 2 then c else true endif)`: the compiler then makes
//! nothing of the others.

use std::collections::BTreeMap;

use crate::models::items::Item;
use crate::models::model::Source;
use crate::models::path::{Binding, Instance, Origin};

/// An item of a model by its number, or an instance of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece {
    pub(crate) item: usize,
    /// All of it, if there is none.
    pub(crate) instance: Option<Instance>,
}

impl Piece {
    /// The piece that a constraint comes from.
    pub(crate) fn of(source: &Source, origin: &Origin) -> Option<Piece> {
        let item = source.items.iter().position(|item| source.is_in(origin, item))?;
        Some(Piece { item, instance: origin.instance().filter(|instance| guard(source, instance).is_some()) })
    }

    /// All items of a model, each as a whole.
    pub(crate) fn all(source: &Source) -> Vec<Piece> {
        (0..source.items.len()).map(Piece::whole).collect()
    }

    pub(crate) fn whole(item: usize) -> Piece {
        Piece { item, instance: None }
    }

    pub(crate) fn item<'s>(&self, source: &'s Source) -> &'s Item {
        &source.items[self.item]
    }
}

/// That an instance is the one: `i = 1 /\ b = true`; `None`, where that cannot be written.
fn guard(source: &Source, instance: &Instance) -> Option<String> {
    let equation = |binding: &Binding| {
        let (name, value) = binding.text.split_once('=').filter(|_| binding.file == source.file)?;
        let is_literal = value.parse::<i64>().is_ok() || value.parse::<bool>().is_ok();
        is_literal.then(|| format!("{name} = {value}"))
    };
    let equations: Option<Vec<String>> = instance.bindings.iter().map(equation).collect();
    equations.map(|equations| equations.join(" /\\ "))
}

/// The instances among pieces, by item; nothing for one that is among them as a whole.
fn by_item(pieces: &[Piece]) -> BTreeMap<usize, Vec<&Instance>> {
    let mut all: BTreeMap<usize, Vec<&Instance>> = BTreeMap::new();
    for piece in pieces {
        all.entry(piece.item).or_default().extend(&piece.instance);
    }
    for piece in pieces.iter().filter(|piece| piece.instance.is_none()) {
        let _ = all.insert(piece.item, Vec::new());
    }
    all
}

/// The model with only these of its items.
pub(crate) fn only(source: &Source, pieces: &[Piece]) -> String {
    let kept = by_item(pieces);
    let mut edits = Edits::default();
    for (number, item) in source.items.iter().enumerate() {
        match kept.get(&number) {
            None => edits.gone.push(item.range),
            Some(instances) => edits.guard(source, instances, false),
        }
    }
    edits.of(source)
}

/// The model without these of its items.
pub(crate) fn without(source: &Source, pieces: &[Piece]) -> String {
    let mut edits = Edits::default();
    for (number, instances) in by_item(pieces) {
        if instances.is_empty() {
            edits.gone.push(source.items[number].range);
        }
        edits.guard(source, &instances, true);
    }
    edits.of(source)
}

/// The model without its constraints, and with only the values of these of its declarations, by number.
pub(crate) fn declared(source: &Source, kept: &[usize]) -> String {
    let mut edits = Edits::default();
    edits.gone.extend(source.items.iter().map(|item| item.range));
    let values = source.declarations.iter().enumerate().filter(|(number, _)| !kept.contains(number));
    edits.gone.extend(values.map(|(_, item)| item.range));
    edits.of(source)
}

/// What is to be changed in a text, by characters.
#[derive(Debug, Default)]
struct Edits {
    gone: Vec<(usize, usize)>,
    /// By character: what is put before it.
    added: BTreeMap<usize, String>,
}

impl Edits {
    /// Leaves only these instances of an item, or all but these.
    fn guard(&mut self, source: &Source, instances: &[&Instance], is_without: bool) {
        let mut by_body: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for instance in instances {
            by_body.entry(instance.body).or_default().extend(guard(source, instance));
        }
        let bodies: Vec<_> = by_body.keys().copied().collect();
        let is_inside = |body| {
            bodies.iter().any(|&(begin, end)| (begin, end) != body && begin <= body.0 && body.1 <= end)
        };
        for (body, guards) in &by_body {
            let ends = source.letters.at(body.0).zip(source.letters.at(body.1));
            // What is around it says of it too which instances there are.
            let Some((begin, end)) = ends.filter(|_| !is_inside(*body)) else { continue };
            let not = if is_without { "not " } else { "" };
            let head = format!("if {not}(({})) then (", guards.join(") \\/ ("));
            self.added.entry(begin).or_default().push_str(&head);
            self.added.entry(end + 1).or_default().push_str(") else true endif");
        }
    }

    fn of(&self, source: &Source) -> String {
        let mut letters = source.letters.letters.clone();
        for &(from, to) in &self.gone {
            letters[from..to].iter_mut().filter(|letter| **letter != '\n').for_each(|letter| *letter = ' ');
        }
        let mut text = String::with_capacity(letters.len());
        for (at, letter) in letters.into_iter().enumerate() {
            text.extend(self.added.get(&at).map(String::as_str));
            text.push(letter);
        }
        text.extend(self.added.range(source.letters.letters.len()..).map(|(_, added)| added.as_str()));
        text + "\n" + &source.asked.text
    }
}
