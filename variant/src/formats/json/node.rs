//! Values of JSON with their places, and errors that say what was expected there.

use residua_sudoku::{ParseError, ParseErrorKind};

/// A value, and where it starts: line and column.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Node {
    pub(in crate::formats) at: (usize, usize),
    pub(in crate::formats) value: Value,
}

/// A value of JSON.
#[derive(Clone, Debug)]
pub(in crate::formats) enum Value {
    Null,
    Bool(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Member>),
}

/// A member of an object; `at` is the place of its name.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Member {
    pub(in crate::formats) name: String,
    pub(in crate::formats) at: (usize, usize),
    pub(in crate::formats) node: Node,
}

impl Node {
    /// The error that something else was expected here.
    pub(in crate::formats) fn expected(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(ParseErrorKind::Syntax, self.at, what, self.describe())
    }

    /// The error that this text or number is none that fits.
    pub(in crate::formats) fn unfit(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(ParseErrorKind::Symbol, self.at, what, self.describe())
    }

    fn describe(&self) -> String {
        match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => number.chars().take(20).collect(),
            Value::Text(text) => {
                format!("\"{}\"", text.chars().take(30).collect::<String>().escape_debug())
            }
            Value::List(items) => format!("a list of {}", items.len()),
            Value::Object(_) => "an object".to_owned(),
        }
    }

    pub(in crate::formats) fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    pub(in crate::formats) fn text(&self, what: &str) -> Result<&str, ParseError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected(what)),
        }
    }

    pub(in crate::formats) fn boolean(&self) -> Result<bool, ParseError> {
        match self.value {
            Value::Bool(value) => Ok(value),
            _ => Err(self.expected("true or false")),
        }
    }

    /// An integer, written as a number.
    pub(in crate::formats) fn integer(&self, what: &str) -> Result<i64, ParseError> {
        match &self.value {
            Value::Number(number) => number.parse().map_err(|_| self.unfit(what)),
            _ => Err(self.expected(what)),
        }
    }

    /// An integer of 32 bits.
    pub(in crate::formats) fn digit(&self, what: &str) -> Result<i32, ParseError> {
        i32::try_from(self.integer(what)?).map_err(|_| self.unfit(what))
    }

    /// What a person may have typed: a number, or a text with one; `None` for null and for blank text.
    pub(in crate::formats) fn typed(&self) -> Result<Option<&str>, ParseError> {
        match &self.value {
            Value::Null => Ok(None),
            Value::Number(text) | Value::Text(text) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
            _ => Err(self.expected("a number or a text")),
        }
    }

    pub(in crate::formats) fn list(&self, what: &str) -> Result<&[Node], ParseError> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => Err(self.expected(what)),
        }
    }

    pub(in crate::formats) fn object(&self, what: &str) -> Result<&[Member], ParseError> {
        match &self.value {
            Value::Object(members) => Ok(members),
            _ => Err(self.expected(what)),
        }
    }

    /// The member of that name, of an object.
    pub(in crate::formats) fn member(&self, name: &str) -> Option<&Node> {
        match &self.value {
            Value::Object(members) => {
                members.iter().find(|member| member.name == name).map(|member| &member.node)
            }
            _ => None,
        }
    }

    /// The member of that name, which an object must have.
    pub(in crate::formats) fn needed(&self, name: &str) -> Result<&Node, ParseError> {
        self.object("an object")?;
        let error = || {
            let expected = format!("an object with the member \"{name}\"");
            ParseError::new(ParseErrorKind::Syntax, self.at, expected, "an object without it")
        };
        self.member(name).ok_or_else(error)
    }
}

impl Member {
    /// The error that no member of this name is known.
    pub(in crate::formats) fn unknown(&self, what: &str) -> ParseError {
        let name = self.name.chars().take(40).collect::<String>();
        let found = format!("the member \"{}\"", name.escape_debug());
        ParseError::new(ParseErrorKind::NotUnderstood, self.at, what, found)
    }
}
