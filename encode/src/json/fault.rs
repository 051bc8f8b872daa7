//! JSON faults, before their places are converted into lines; and typed access to values.

use std::borrow::Cow;
use std::fmt;

use crate::ReadError;
use crate::json::text::{Member, Value, What};

/// What is wrong, and at which byte of the text.
#[derive(Debug)]
pub(super) struct Fault {
    at: usize,
    message: String,
}

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }

    /// The fault as an error with line and column.
    pub(super) fn of(self, text: &str) -> ReadError {
        ReadError::at(text.as_bytes(), self.at, self.message)
    }
}

/// What was found where something else was expected.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Null => f.write_str("null"),
            What::Truth(truth) => truth.fmt(f),
            What::Number(number) => f.write_str(&short(number)),
            What::Text(text) => write!(f, "{:?}", short(text)),
            What::List(values) if values.is_empty() => f.write_str("an empty list"),
            What::List(_) => f.write_str("a list"),
            What::Object(_) => f.write_str("an object"),
        }
    }
}

fn short(text: &str) -> Cow<'_, str> {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

impl<'a> Value<'a> {
    /// That something else was expected in its place.
    pub(super) fn expected(&self, what: &str) -> Fault {
        Fault::new(self.at, format!("expected {what}, found {self}"))
    }

    /// That one of these names was expected in its place.
    pub(super) fn other_than(&self, names: &[&str]) -> Fault {
        self.expected(&either(names))
    }

    pub(super) fn list(&self) -> Result<&[Value<'a>], Fault> {
        match &self.what {
            What::List(values) => Ok(values),
            _ => Err(self.expected("a list")),
        }
    }

    pub(super) fn text(&self) -> Result<&str, Fault> {
        match &self.what {
            What::Text(text) => Ok(text),
            _ => Err(self.expected("a string")),
        }
    }

    /// The values of an object that has these members, and no others.
    pub(super) fn members<const N: usize>(&self, names: [&str; N]) -> Result<[&Value<'a>; N], Fault> {
        self.some_members(names, []).map(|(required, [])| required)
    }

    /// The values of an object that has the first members, and may have the others.
    pub(super) fn some_members<const N: usize, const M: usize>(
        &self,
        required: [&str; N],
        optional: [&str; M],
    ) -> Result<([&Value<'a>; N], [Option<&Value<'a>>; M]), Fault> {
        let What::Object(members) = &self.what else { return Err(self.expected("an object")) };
        let (mut needed, mut others) = ([None; N], [None; M]);
        for member in members {
            let place = |names: &[&str]| names.iter().position(|&name| member.name == name);
            let slot = match (place(&required), place(&optional)) {
                (Some(at), _) => &mut needed[at],
                (None, Some(at)) => &mut others[at],
                (None, None) => {
                    let names: Vec<&str> = required.into_iter().chain(optional).collect();
                    return Err(member.unknown(&names));
                }
            };
            if slot.replace(&member.value).is_some() {
                let name = short(&member.name);
                return Err(Fault::new(
                    member.at,
                    format!("expected each member once, found {name:?} again"),
                ));
            }
        }
        let mut found = [self; N];
        for ((slot, value), name) in found.iter_mut().zip(needed).zip(required) {
            *slot = value.ok_or_else(|| self.without(&[name]))?;
        }
        Ok((found, others))
    }

    /// That it should have a member of one of these names.
    pub(super) fn without(&self, names: &[&str]) -> Fault {
        Fault::new(self.at, format!("expected a member {}, found none", either(names)))
    }

    /// The only member of an object that has one.
    pub(super) fn only_member(&self) -> Result<&Member<'a>, Fault> {
        match &self.what {
            What::Object(members) => match &members[..] {
                [only] => Ok(only),
                _ => Err(Fault::new(self.at, format!("expected one member, found {}", members.len()))),
            },
            _ => Err(self.expected("an object")),
        }
    }
}

impl Member<'_> {
    /// That it should have one of these names.
    pub(super) fn unknown(&self, names: &[&str]) -> Fault {
        Fault::new(self.at, format!("expected {}, found {:?}", either(names), short(&self.name)))
    }
}

/// `"a", "b" or "c"`
fn either(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    match &quoted[..] {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => quoted.concat(),
    }
}
