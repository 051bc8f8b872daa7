//! Parts that are written to JSON and read back: numbers, lists, objects.

use std::cell::Cell;
use std::sync::Arc;

use residua::constraints::MOST_NESTED;
use residua::model::{IntVar, Model};

use crate::json::fault::Fault;
use crate::json::text::{Value, What};

/// A part of a model, as a value of JSON.
pub(super) trait Part: Sized {
    /// Writes it; `None` if there is a constraint in it that cannot be written.
    fn write(&self, to: &mut Writer<'_>) -> Option<()>;

    /// Reads it.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault>;
}

/// A text of JSON that grows.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) text: String,
}

/// What the numbers of a text stand for, and how deep the reader is in it.
#[derive(Debug)]
pub(super) struct Reader {
    /// By number.
    pub(super) vars: Vec<IntVar>,
    level: Cell<u32>,
}

/// A constraint or a statement that is being read: a level more, while it is there.
pub(super) struct Level<'r>(&'r Cell<u32>);

/// Constraints and statements in more others than this are refused before they are read. In a model there may be a negation at each
/// level, which does not count there.
const MOST_LEVELS: u32 = 2 * MOST_NESTED;

impl Reader {
    pub(super) fn new(vars: Vec<IntVar>) -> Reader {
        Reader { vars, level: Cell::new(0) }
    }

    /// A reader of a part that has other variables.
    pub(super) fn with(&self, vars: Vec<IntVar>) -> Reader {
        Reader { vars, level: self.level.clone() }
    }

    /// Begins a constraint or a statement.
    pub(super) fn level(&self, from: &Value<'_>) -> Result<Level<'_>, Fault> {
        if self.level.get() > MOST_LEVELS {
            let message =
                format!("expected constraints and statements in at most {MOST_LEVELS} others, found more");
            return Err(Fault::new(from.at, message));
        }
        self.level.set(self.level.get() + 1);
        Ok(Level(&self.level))
    }
}

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Writer<'_> {
    /// Begins another item, or member.
    pub(super) fn next(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    pub(super) fn list<T: Part>(&mut self, items: &[T]) -> Option<()> {
        self.list_by(items, |to, item| item.write(to))
    }

    /// A list, of each item what `write` writes.
    pub(super) fn list_by<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T) -> Option<()>,
    ) -> Option<()> {
        self.text.push('[');
        for item in items {
            self.next();
            write(self, item)?;
        }
        self.text.push(']');
        Some(())
    }

    /// An object, with the members that `members` writes.
    pub(super) fn object(&mut self, members: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.text.push('{');
        members(self)?;
        self.text.push('}');
        Some(())
    }

    /// A member of an object.
    pub(super) fn member(&mut self, name: &str, value: &impl Part) -> Option<()> {
        self.member_by(name, |to| value.write(to))
    }

    /// A member whose value is what `value` writes.
    pub(super) fn member_by(
        &mut self,
        name: &str,
        value: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.next();
        self.string(name);
        self.text.push(':');
        value(self)
    }

    /// A string with the escapes that JSON requires.
    pub(super) fn string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                c if c < ' ' => {
                    let code = format!("\\u{:04x}", u32::from(c));
                    self.text += &code;
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

/// A type that is an object with its fields as members.
macro_rules! fields {
    ($type:ident { $($field:ident),* }) => {
        impl Part for $type {
            fn write(&self, to: &mut Writer<'_>) -> Option<()> {
                to.object(|to| {
                    $(to.member(stringify!($field), &self.$field)?;)*
                    Some(())
                })
            }

            fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
                let [$($field),*] = from.members([$(stringify!($field)),*])?;
                Ok($type { $($field: Part::read($field, of)?),* })
            }
        }
    };
}

/// A type of a few values, each with its name.
macro_rules! names {
    ($type:ty: $($value:path = $name:literal),*) => {
        impl Part for $type {
            fn write(&self, to: &mut Writer<'_>) -> Option<()> {
                to.string(match self {
                    $($value => $name),*
                });
                Some(())
            }

            fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
                let names = [$($name),*];
                match from.text().ok() {
                    $(Some($name) => Ok($value),)*
                    _ => Err(from.other_than(&names)),
                }
            }
        }
    };
}

pub(super) use {fields, names};

/// Numbers of any size that is needed.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Part for $number {
            fn write(&self, to: &mut Writer<'_>) -> Option<()> {
                to.text += &self.to_string();
                Some(())
            }

            fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
                let number = match from.what {
                    What::Number(number) => number.parse().ok(),
                    _ => None,
                };
                let (least, most) = (<$number>::MIN, <$number>::MAX);
                number.ok_or_else(|| from.expected(&format!("an integer from {least} to {most}")))
            }
        }
    )*};
}

numbers!(i32, i64, i128, usize);

impl Part for bool {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.text += if *self { "true" } else { "false" };
        Some(())
    }

    fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
        match from.what {
            What::Truth(truth) => Ok(truth),
            _ => Err(from.expected("true or false")),
        }
    }
}

impl Part for String {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.string(self);
        Some(())
    }

    fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
        from.text().map(str::to_owned)
    }
}

impl<T: Part> Part for Option<T> {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        if let Some(some) = self {
            return some.write(to);
        }
        to.text += "null";
        Some(())
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        if let What::Null = from.what { Ok(None) } else { T::read(from, of).map(Some) }
    }
}

/// Lists of any length.
macro_rules! lists {
    ($($list:ty),*) => {$(
        impl<T: Part> Part for $list {
            fn write(&self, to: &mut Writer<'_>) -> Option<()> {
                to.list(self)
            }

            fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
                let items = from.list()?;
                // A loop, and no iterator: what nests deep is read in few calls.
                let mut list = Vec::with_capacity(items.len());
                for item in items {
                    list.push(T::read(item, of)?);
                }
                Ok(list.into())
            }
        }
    )*};
}

lists!(Vec<T>, Box<[T]>, Arc<[T]>);

/// The items of a list of length `N`.
fn exactly<'v, 'a, const N: usize>(from: &'v Value<'a>) -> Result<[&'v Value<'a>; N], Fault> {
    let items: Vec<&Value<'_>> = from.list()?.iter().collect();
    let count = items.len();
    let wrong = |_| Fault::new(from.at, format!("expected a list of {N}, found one of {count}"));
    items.try_into().map_err(wrong)
}

impl<T: Part> Part for [T; 2] {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.list(self)
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [one, other] = exactly(from)?;
        Ok([T::read(one, of)?, T::read(other, of)?])
    }
}

impl<A: Part, B: Part> Part for (A, B) {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.text.push('[');
        self.0.write(to)?;
        to.text.push(',');
        self.1.write(to)?;
        to.text.push(']');
        Some(())
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [one, other] = exactly(from)?;
        Ok((A::read(one, of)?, B::read(other, of)?))
    }
}

impl<A: Part, B: Part, C: Part> Part for (A, B, C) {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.text.push('[');
        self.0.write(to)?;
        to.text.push(',');
        self.1.write(to)?;
        to.text.push(',');
        self.2.write(to)?;
        to.text.push(']');
        Some(())
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [one, two, three] = exactly(from)?;
        Ok((A::read(one, of)?, B::read(two, of)?, C::read(three, of)?))
    }
}
