//! Syntax tree of FlatZinc: variables, arrays, constraints and the solve item.
//!
//! Names and texts borrow from the file. Parameters are kept as arrays and values with names; predicates, which only declare
//! names of constraints, are not kept.

use std::fmt;

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<'a> {
    /// Variables, parameters and arrays, in their order.
    pub declarations: Vec<Declaration<'a>>,
    /// The constraints.
    pub constraints: Vec<Constraint<'a>>,
    /// The solve item.
    pub solve: Solve<'a>,
}

/// A variable, a parameter, or an array of such.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration<'a> {
    /// Where it starts, in bytes.
    pub at: usize,
    /// Its name.
    pub name: &'a str,
    /// The number of elements of an array, if it is given; `None` for a single value.
    pub array: Option<Option<usize>>,
    /// Whether it is a variable, or has variables.
    pub is_var: bool,
    /// The type of its value, or of each element.
    pub kind: Kind,
    /// Its annotations.
    pub annotations: Vec<Value<'a>>,
    /// The value that it is equal to.
    pub value: Option<Value<'a>>,
}

/// The values that a variable or parameter may have, by their kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// True and false.
    Bool,
    /// All integers.
    Int,
    /// Integers from one to another.
    Range(i64, i64),
    /// These integers.
    Set(Box<[i64]>),
    /// Floating-point numbers.
    Float,
    /// Floating-point numbers from one to another, as they are written.
    FloatRange(Box<str>, Box<str>),
    /// These floating-point numbers, as they are written.
    FloatSet(Box<[Box<str>]>),
    /// Sets of integers.
    SetOfInt(Box<Kind>),
}

/// A constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint<'a> {
    /// Where its name starts, in bytes.
    pub at: usize,
    /// Its name.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: Box<[Value<'a>]>,
    /// Its annotations.
    pub annotations: Box<[Value<'a>]>,
}

/// The solve item: what is asked, and how to search for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solve<'a> {
    /// Where it starts, in bytes.
    pub at: usize,
    /// The search annotations.
    pub annotations: Vec<Value<'a>>,
    /// The goal.
    pub goal: Goal<'a>,
}

/// The goal of a solve item.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal<'a> {
    /// Any solution.
    Satisfy,
    /// A solution in which this is least.
    Minimize(Value<'a>),
    /// A solution in which this is greatest.
    Maximize(Value<'a>),
}

/// An expression for a value, or an annotation.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A floating-point number, as it is written.
    Float(&'a str),
    /// The integers from one to another; empty, if the first is greater.
    Range(i64, i64),
    /// A set of integers, in the order in which they are written.
    Set(Box<[i64]>),
    /// A text, without its quotes.
    Text(&'a str),
    /// The value with that name.
    Name(&'a str),
    /// An element of the array with that name, counted from 1.
    Element(&'a str, i64),
    /// An array of at least one number, all of 32 bits: large ones are most of what large files hold.
    Numbers(Box<[i32]>),
    /// Any other array.
    Array(Box<[Value<'a>]>),
    /// A name with arguments, which only annotations have.
    Call(Box<Call<'a>>),
}

/// A name with arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<'a> {
    /// The name.
    pub name: &'a str,
    /// The arguments.
    pub arguments: Box<[Value<'a>]>,
}

/// Prints a name as the scanner reads it: in quotes where it is not an identifier.
struct Named<'a>(&'a str);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let starts = self.0.bytes().next().is_some_and(|first| !first.is_ascii_digit());
        if starts && self.0.bytes().all(is_plain) { f.write_str(self.0) } else { write!(f, "'{}'", self.0) }
    }
}

/// Prints the parts with commas between them.
fn listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, parts: &[T]) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(",")?;
        }
        part.fmt(f)?;
    }
    Ok(())
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Int(value) => value.fmt(f),
            Value::Float(value) => f.write_str(value),
            Value::Range(low, high) => write!(f, "{low}..{high}"),
            Value::Set(values) => {
                f.write_str("{")?;
                listed(f, values)?;
                f.write_str("}")
            }
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Name(name) => Named(name).fmt(f),
            Value::Element(name, index) => write!(f, "{}[{index}]", Named(name)),
            Value::Numbers(numbers) => {
                f.write_str("[")?;
                listed(f, numbers)?;
                f.write_str("]")
            }
            Value::Array(values) => {
                f.write_str("[")?;
                listed(f, values)?;
                f.write_str("]")
            }
            Value::Call(call) => {
                write!(f, "{}(", Named(call.name))?;
                listed(f, &call.arguments)?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("bool"),
            Kind::Int => f.write_str("int"),
            Kind::Range(low, high) => write!(f, "{low}..{high}"),
            Kind::Set(values) => {
                f.write_str("{")?;
                listed(f, values)?;
                f.write_str("}")
            }
            Kind::Float => f.write_str("float"),
            Kind::FloatRange(low, high) => write!(f, "{low}..{high}"),
            Kind::FloatSet(values) => {
                f.write_str("{")?;
                listed(f, values)?;
                f.write_str("}")
            }
            Kind::SetOfInt(of) => write!(f, "set of {of}"),
        }
    }
}

fn noted(f: &mut fmt::Formatter<'_>, annotations: &[Value<'_>]) -> fmt::Result {
    annotations.iter().try_for_each(|annotation| write!(f, " :: {annotation}"))
}

impl fmt::Display for Declaration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.array {
            Some(Some(size)) => write!(f, "array [1..{size}] of ")?,
            Some(None) => f.write_str("array [int] of ")?,
            None => {}
        }
        write!(f, "{}{}: {}", if self.is_var { "var " } else { "" }, self.kind, Named(self.name))?;
        noted(f, &self.annotations)?;
        if let Some(value) = &self.value {
            write!(f, " = {value}")?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Constraint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constraint {}(", Named(self.name))?;
        listed(f, &self.arguments)?;
        f.write_str(")")?;
        noted(f, &self.annotations)?;
        f.write_str(";")
    }
}

impl fmt::Display for Solve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("solve")?;
        noted(f, &self.annotations)?;
        match &self.goal {
            Goal::Satisfy => f.write_str(" satisfy;"),
            Goal::Minimize(value) => write!(f, " minimize {value};"),
            Goal::Maximize(value) => write!(f, " maximize {value};"),
        }
    }
}

/// The file, an item a line.
impl fmt::Display for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.declarations.iter().try_for_each(|declaration| writeln!(f, "{declaration}"))?;
        self.constraints.iter().try_for_each(|constraint| writeln!(f, "{constraint}"))?;
        writeln!(f, "{}", self.solve)
    }
}

/// The elements of an array that is being read.
#[derive(Default)]
pub(crate) struct Elements<'a> {
    /// All of them, while they are numbers of 32 bits.
    numbers: Vec<i32>,
    values: Vec<Value<'a>>,
}

impl<'a> Elements<'a> {
    pub(crate) fn push(&mut self, value: Value<'a>) {
        if let Value::Int(number) = value
            && self.values.is_empty()
            && let Ok(number) = i32::try_from(number)
        {
            self.numbers.push(number);
            return;
        }
        let numbers = std::mem::take(&mut self.numbers);
        self.values.extend(numbers.into_iter().map(|number| Value::Int(number.into())));
        self.values.push(value);
    }

    pub(crate) fn into_value(self) -> Value<'a> {
        if self.numbers.is_empty() {
            Value::Array(self.values.into())
        } else {
            Value::Numbers(self.numbers.into())
        }
    }
}
