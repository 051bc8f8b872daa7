//! The members of an object, and those that are refused.

use std::mem;

use crate::error::ParseError;
use crate::formats::object::lexeme::{Lexeme, unescaped};
use crate::formats::object::names::{Role, field, is_classic, is_of_answer, role};
use crate::formats::object::{Found, Object};
use crate::formats::size::Size;
use crate::metadata::Metadata;
use crate::puzzle::Puzzle;

/// A name and where its value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    pub(super) name: &'a str,
    /// Where the name starts, and where it ends, with its quotes.
    pub(super) at: usize,
    pub(super) end: usize,
    /// Where the value starts, and where it ends.
    pub(super) value: usize,
    pub(super) value_end: usize,
}

impl Object {
    /// The members of the object whose brace is at the byte `opening`, in their order.
    pub(super) fn members(&self, opening: usize) -> Result<Vec<Member<'_>>, ParseError> {
        let mut members: Vec<Member<'_>> = Vec::new();
        let mut lexemes = self.lexemes_from(opening).skip(1).peekable();
        while let Some((at, lexeme)) = lexemes.next() {
            let name = match lexeme {
                Lexeme::Text(name) => name,
                Lexeme::Mark('}') => break,
                Lexeme::Mark(',') if !members.is_empty() => continue,
                other => return Err(self.error(at, "a name in quotes", &other.describe())),
            };
            let end = at + name.len() + 2;
            let colon = lexemes.next();
            if !matches!(colon, Some((_, Lexeme::Mark(':')))) {
                let found = colon.map_or("the end of the puzzle".to_owned(), |(_, other)| other.describe());
                return Err(self.error(end, "a ':' and a value", &found));
            }
            let value = lexemes.peek().map_or(self.text.len(), |next| next.0);
            let (mut depth, mut last) = (0_usize, None);
            let value_end = loop {
                match (lexemes.peek().copied(), last) {
                    (None, _) => break self.text.len(),
                    (Some((at, Lexeme::Mark(',' | '}'))), _) if depth == 0 => break at,
                    // A call, as in `array([5, 3, …`.
                    (Some((_, Lexeme::Mark('('))), Some(Lexeme::Word(_))) => depth += 1,
                    // What follows a value would be missed.
                    (Some((at, other)), Some(_)) if depth == 0 => {
                        return Err(self.error(at, "a ',' or a '}'", &other.describe()));
                    }
                    (Some((_, Lexeme::Mark('{' | '[' | '('))), _) => depth += 1,
                    (Some((_, Lexeme::Mark('}' | ']' | ')'))), _) => depth = depth.saturating_sub(1),
                    (Some(_), _) => {}
                }
                last = lexemes.next().map(|(_, lexeme)| lexeme);
            };
            if value == value_end {
                return Err(self.error(end, "a ':' and a value", "no value"));
            }
            if members.iter().any(|member| member.name == name) {
                return Err(self.error(at, "each member once", &format!("a second \"{}\"", short(name))));
            }
            members.push(Member { name, at, end, value, value_end });
        }
        Ok(members)
    }

    /// The value of a member, as it is written.
    pub(super) fn value(&self, member: Member<'_>) -> &str {
        self.text[member.value..member.value_end].trim_end()
    }

    /// Whether nothing is in the value of a member, or it says no.
    fn is_empty_value(&self, member: Member<'_>) -> bool {
        let compact: String = self.value(member).chars().filter(|c| !c.is_whitespace()).collect();
        matches!(&*compact, "null" | "None" | "false" | "False" | "[]" | "{}" | "\"\"" | "''")
    }

    /// Whether the words of a member are those for the classic Sudoku, or none.
    fn is_classic_value(&self, member: Member<'_>) -> bool {
        self.is_empty_value(member)
            || self.lexemes_from(member.value).take_while(|(at, _)| *at < member.value_end).all(
                |(_, lexeme)| match lexeme {
                    Lexeme::Text(text) => is_classic(&unescaped(text)),
                    Lexeme::Mark('[' | ']' | ',') => true,
                    _ => false,
                },
            )
    }

    /// Reads an object with members that have names.
    pub(super) fn read_members(
        &self,
        opening: usize,
        size: Size,
        ignores: bool,
    ) -> Result<Found, ParseError> {
        let members = self.members(opening)?;
        let is_answer = members.iter().any(|member| is_of_answer(member.name));
        let of = |wanted: Role| {
            members.iter().copied().filter(move |member| role(member.name, is_answer) == wanted)
        };
        let Some(grid) = of(Role::Grid).next() else {
            let (place, first) = (members[0].at, Lexeme::Text(members[0].name).describe());
            return Err(self.error(
                place,
                "an integer or a member called givens, puzzle, grid, board or cells",
                &first,
            ));
        };
        let mut remarks = Vec::new();
        for member in &members {
            let is_refused = match role(member.name, is_answer) {
                Role::Unknown => true,
                Role::Rule => !self.is_empty_value(*member),
                Role::Kind => !self.is_classic_value(*member),
                _ => false,
            };
            self.refuse(is_refused, member.at, member.name, ignores, &mut remarks)?;
        }
        let mut stated = self.stated_box(of(Role::Box).next())?;
        stated = stated.or_else(|| of(Role::Regions).find_map(|member| self.read_box(member).ok()));
        let known = stated.or(size.geometry());
        let cells = self.read_grid(grid.end, grid.value, known, ignores, &mut remarks)?;
        for regions in of(Role::Regions) {
            match self.regions(regions, cells.count()) {
                Ok(own) => stated = self.same_box(regions, stated, &own)?,
                Err(_) if ignores => {
                    remarks.push(format!("\"{}\" is skipped", short(regions.name)));
                }
                Err(error) => return Err(error),
            }
        }
        let has_own_box = stated.is_some();
        let mut entry = self.entry_of(cells, stated, grid.end, size)?;
        let geometry = entry.puzzle.geometry();
        for member in of(Role::Size) {
            self.check_size(member, geometry)?;
        }
        for other in of(Role::Grid).skip(1) {
            let cells = self.read_grid(other.end, other.value, Some(geometry), ignores, &mut remarks)?;
            let second = self.entry_of(cells, Some(geometry), other.end, size)?;
            if second.puzzle.givens() != entry.puzzle.givens() {
                let found = format!("another one in \"{}\"", short(other.name));
                return Err(self.error(other.at, &format!("the grid of \"{}\"", short(grid.name)), &found));
            }
        }
        if let Some(notes) = self.read_notes(of(Role::Entries).next(), of(Role::Marks).next(), geometry)? {
            entry.notes = notes;
        }
        if let Some(member) = of(Role::Allowed).next() {
            let puzzle = mem::replace(&mut entry.puzzle, Puzzle::blank(geometry));
            entry.puzzle = self.read_allowed(member.end, puzzle)?;
        }
        entry.metadata = self.read_metadata(&members);
        entry.remarks.extend(remarks);
        Ok(Found { entry, has_own_box })
    }

    /// What members with a string or a number say about the puzzle; of several that say the same, the first.
    fn read_metadata(&self, members: &[Member<'_>]) -> Metadata {
        let mut metadata = Metadata::default();
        for member in members {
            let Some(field) = field(member.name).filter(|field| metadata.get(*field).is_none()) else {
                continue;
            };
            match self.lexemes_from(member.value).next() {
                Some((_, Lexeme::Text(text))) => metadata.set(field, &unescaped(text)),
                Some((_, Lexeme::Word(word))) if !matches!(word, "null" | "None") => {
                    metadata.set(field, word);
                }
                _ => {}
            }
        }
        metadata
    }

    /// Refuses what is called `name`, if it is to be, or tells that it is passed over.
    pub(super) fn refuse(
        &self,
        is_refused: bool,
        at: usize,
        name: &str,
        ignores: bool,
        remarks: &mut Vec<String>,
    ) -> Result<(), ParseError> {
        if !is_refused {
            return Ok(());
        }
        if !ignores {
            return Err(self.not_understood(at, &format!("the member \"{}\"", short(name))));
        }
        let remark = format!("\"{}\" is skipped", short(name));
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
        Ok(())
    }
}

/// A name, no longer than a message takes.
pub(super) fn short(name: &str) -> String {
    name.chars().take(40).collect::<String>().escape_debug().to_string()
}
