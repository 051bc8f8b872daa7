//! FlatZinc JSON, which MiniZinc writes for solvers that ask for it, converted into FlatZinc.
//!
//! | JSON | FlatZinc |
//! |---|---|
//! | `"x": {"type": "int", "domain": [[1, 9]], "introduced": true}` | `var 1..9: x :: var_is_introduced;` |
//! | `"xs": {"a": ["x", 3]}` | `array [1..2] of var int: xs = [x,3];` |
//! | `{"id": "int_le", "args": ["x", 3], "defines": "x"}` | `constraint int_le(x,3) :: defines_var(x);` |
//! | `"output": ["x", "xs"]` | `:: output_var` and `:: output_array([1..2])` of what has that name |
//! | `{"set": [[1, 3]]}`, `{"string": "text"}` | `1..3`, `"text"` |
//!
//! Each item is a line of its own, so that the place of a mistake in the one is that of an item in the other.
//!
//! | file | holds |
//! |---|---|
//! | `document.rs` | document types |
//! | `places.rs` | mapping of lines of the FlatZinc to places in the JSON |

mod document;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json::document::{Array, Call, Document, Solve, Variable};
use crate::json::places::Places;
use crate::{FlatZincError, Problem, Trace};

/// As many values of a set are listed.
const LISTED: i64 = 1 << 12;

/// Reads a text of FlatZinc, or of FlatZinc JSON, which it is if it begins as an object of JSON does.
///
/// # Errors
/// What is wrong with it, and where; of an item of JSON, where it begins.
pub fn read<T>(text: &str, read: impl FnOnce(&str) -> Result<T, FlatZincError>) -> Result<T, FlatZincError> {
    read_with_places(text, |text, _| read(text))
}

/// Reads such a text as a problem whose constraints have their places in it.
///
/// # Errors
/// As of [`read`].
pub fn read_traced(
    text: &str,
    read: impl FnOnce(&str) -> Result<(Problem, Trace), FlatZincError>,
) -> Result<(Problem, Trace), FlatZincError> {
    read_with_places(text, |text, places| {
        let (problem, trace) = read(text)?;
        let trace = match places {
            Some(places) => trace.moved(|line| places.of(line)),
            None => trace,
        };
        Ok((problem, trace))
    })
}

fn read_with_places<T>(
    text: &str,
    read: impl FnOnce(&str, Option<&Places<'_>>) -> Result<T, FlatZincError>,
) -> Result<T, FlatZincError> {
    if !is_json(text) {
        return read(text, None);
    }
    let Writer { out, places, .. } = Writer::of(text)?;
    let places = Places::new(text, places);
    read(&out, Some(&places)).map_err(|error| {
        let (line, column) = places.of(error.line);
        FlatZincError { line, column, message: error.message }
    })
}

fn is_json(text: &str) -> bool {
    let rest = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('{').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(['"', '}']))
}

/// Whether a text that starts so is FlatZinc JSON, and no other object: by its first member.
pub fn is_start(start: &str) -> bool {
    let member = start.trim_start_matches('\u{feff}').trim_start().strip_prefix('{').map(str::trim_start);
    let members = ["variables", "arrays", "constraints", "output", "solve", "version"];
    let name = member.and_then(|member| member.strip_prefix('"')?.split('"').next());
    name.is_some_and(|name| members.contains(&name))
}

/// What is wrong with an item.
type Fault = String;

/// The text of FlatZinc, as far as it is written.
struct Writer<'t> {
    text: &'t str,
    out: String,
    /// By line of it: where the item begins in the text of JSON.
    places: Vec<usize>,
    outputs: BTreeSet<String>,
    /// By name of a variable: its type.
    types: BTreeMap<String, String>,
}

impl<'t> Writer<'t> {
    fn of(text: &'t str) -> Result<Writer<'t>, FlatZincError> {
        let text_of_json = text.trim_start_matches('\u{feff}');
        let document: Document<'_> = serde_json::from_str(text_of_json).map_err(|error| FlatZincError {
            line: error.line(),
            column: error.column().max(1),
            message: plain(&error),
        })?;
        let outputs = document.output.into_iter().collect();
        let mut writer =
            Writer { text, out: String::new(), places: Vec::new(), outputs, types: BTreeMap::new() };
        for (name, item) in &document.variables.0 {
            writer.item(item, |writer, item| writer.variable(name, item))?;
        }
        for (name, item) in &document.arrays.0 {
            writer.item(item, |writer, item| writer.array(name, item))?;
        }
        for item in document.constraints {
            writer.item(item, Self::constraint)?;
        }
        writer.item(document.solve, Self::solve)?;
        Ok(writer)
    }

    fn put(&mut self, written: fmt::Arguments<'_>) {
        // A text takes whatever is written.
        let _ = self.out.write_fmt(written);
    }

    /// Writes an item; each of its lines has its place.
    fn item<'i, I: Deserialize<'i>>(
        &mut self,
        item: &'i RawValue,
        write: impl FnOnce(&mut Self, &I) -> Result<(), Fault>,
    ) -> Result<(), FlatZincError> {
        let at = item.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let read = serde_json::from_str(item.get()).map_err(|error| plain(&error));
        let start = self.out.len();
        read.and_then(|item| write(self, &item)).map_err(|message| {
            let (line, column) = Places::new(self.text, Vec::new()).of_byte(at);
            FlatZincError { line, column, message }
        })?;
        let lines = self.out[start..].matches('\n').count();
        self.places.extend(std::iter::repeat_n(at, lines));
        Ok(())
    }

    fn variable(&mut self, name: &str, item: &Variable) -> Result<(), Fault> {
        let ranges = match &item.domain {
            Some(domain) if item.r#type == "int" => Some(ranges(domain)?),
            _ => None,
        };
        let count = |ranges: &[(i64, i64)]| {
            ranges.iter().map(|(low, high)| high.saturating_sub(*low)).fold(0, i64::saturating_add)
        };
        // Of many values that are in several ranges, those between them are excluded one range after another.
        let mut gaps = Vec::new();
        let kind = match ranges.as_deref() {
            None => match &item.domain {
                Some(domain) if item.r#type == "float" => floats(domain)?,
                _ => item.r#type.clone(),
            },
            Some(&[(low, high)]) => format!("{low}..{high}"),
            Some(&[]) => "1..0".to_owned(),
            Some(ranges) if count(ranges) <= LISTED => listed(ranges),
            Some(ranges) => {
                let mut sorted = ranges.to_vec();
                sorted.sort_unstable();
                let mut last = sorted[0].1;
                for &(low, high) in &sorted[1..] {
                    if low > last.saturating_add(1) {
                        gaps.push((last + 1, low - 1));
                    }
                    last = last.max(high);
                }
                format!("{}..{last}", sorted[0].0)
            }
        };
        let known = self.types.insert(name.to_owned(), item.r#type.clone());
        if known.is_some() {
            return Err(format!("{name} is declared twice"));
        }
        self.put(format_args!("var {kind}: "));
        self.name(name)?;
        self.notes(item.introduced, item.defined, &item.ann)?;
        if self.outputs.contains(name) {
            self.out.push_str(" :: output_var");
        }
        if let Some(value) = &item.rhs {
            self.out.push_str(" = ");
            self.value(value)?;
        }
        self.out.push_str(";\n");
        for (low, high) in gaps {
            self.out.push_str("constraint set_in_reif(");
            self.name(name)?;
            self.put(format_args!(",{low}..{high},false);\n"));
        }
        Ok(())
    }

    fn array(&mut self, name: &str, item: &Array) -> Result<(), Fault> {
        let is_name = |value: &Value| value.is_string();
        let kind = match item.a.iter().find(|value| is_name(value)).or(item.a.first()) {
            Some(Value::String(of)) => {
                self.types.get(of).cloned().ok_or_else(|| format!("{of} is not declared"))?
            }
            Some(Value::Bool(_)) => "bool".to_owned(),
            Some(Value::Object(_)) => "set of int".to_owned(),
            Some(Value::Number(_)) if item.a.iter().any(|value| !value.is_i64()) => "float".to_owned(),
            _ => "int".to_owned(),
        };
        let var = if item.a.iter().any(is_name) { "var " } else { "" };
        let count = item.a.len();
        self.put(format_args!("array [1..{count}] of {var}{kind}: "));
        self.name(name)?;
        self.notes(item.introduced, item.defined, &item.ann)?;
        if self.outputs.contains(name) {
            self.put(format_args!(" :: output_array([1..{count}])"));
        }
        self.out.push_str(" = ");
        self.values(&item.a, ['[', ']'])?;
        self.out.push_str(";\n");
        Ok(())
    }

    fn constraint(&mut self, item: &Call) -> Result<(), Fault> {
        self.out.push_str("constraint ");
        self.name(&item.id)?;
        self.values(&item.args, ['(', ')'])?;
        if let Some(name) = &item.defines {
            self.out.push_str(" :: defines_var(");
            self.name(name)?;
            self.out.push(')');
        }
        self.notes(false, false, &item.ann)?;
        self.out.push_str(";\n");
        Ok(())
    }

    fn solve(&mut self, item: &Solve) -> Result<(), Fault> {
        self.out.push_str("solve");
        self.notes(false, false, &item.ann)?;
        match (&*item.method, &item.objective) {
            ("satisfy", _) => self.out.push_str(" satisfy"),
            (method @ ("minimize" | "maximize"), Some(objective)) => {
                self.put(format_args!(" {method} "));
                self.value(objective)?;
            }
            ("minimize" | "maximize", None) => {
                return Err("what is to be optimised has no objective".to_owned());
            }
            (method, _) => return Err(format!("the method is satisfy, minimize or maximize, not {method}")),
        }
        self.out.push_str(";\n");
        Ok(())
    }

    fn notes(&mut self, is_introduced: bool, is_defined: bool, others: &[Value]) -> Result<(), Fault> {
        self.out.push_str(if is_introduced { " :: var_is_introduced" } else { "" });
        self.out.push_str(if is_defined { " :: is_defined_var" } else { "" });
        for other in others {
            self.out.push_str(" :: ");
            self.value(other)?;
        }
        Ok(())
    }

    fn values(&mut self, values: &[Value], [open, close]: [char; 2]) -> Result<(), Fault> {
        self.out.push(open);
        for (at, value) in values.iter().enumerate() {
            self.out.push_str(if at == 0 { "" } else { "," });
            self.value(value)?;
        }
        self.out.push(close);
        Ok(())
    }

    /// A value, of which strings are names.
    fn value(&mut self, value: &Value) -> Result<(), Fault> {
        match value {
            Value::Bool(truth) => self.out.push_str(if *truth { "true" } else { "false" }),
            Value::Number(number) => self.out.push_str(&number.to_string()),
            Value::String(name) => self.name(name)?,
            Value::Array(values) => self.values(values, ['[', ']'])?,
            Value::Object(object) => {
                if let Some(set) = object.get("set") {
                    match &ranges(set)?[..] {
                        [] => self.out.push_str("{}"),
                        &[(low, high)] => self.put(format_args!("{low}..{high}")),
                        several => {
                            let values = several.iter().map(|(low, high)| high.saturating_sub(*low));
                            if values.fold(0, i64::saturating_add) > 1 << 20 {
                                return Err(
                                    "a set of more than a million values in several ranges".to_owned()
                                );
                            }
                            self.out.push_str(&listed(several));
                        }
                    }
                } else if let Some(Value::String(text)) = object.get("string") {
                    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                    self.put(format_args!("\"{text}\""));
                } else if let Some(Value::String(id)) = object.get("id") {
                    self.name(id)?;
                    if let Some(Value::Array(arguments)) = object.get("args") {
                        self.values(arguments, ['(', ')'])?;
                    }
                } else {
                    return Err("an object is a set, a string, or a call with an id".to_owned());
                }
            }
            Value::Null => return Err("null is no value".to_owned()),
        }
        Ok(())
    }

    /// A name, in quotes where it is not an identifier.
    fn name(&mut self, name: &str) -> Result<(), Fault> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_word = name.bytes().all(is_plain) && !name.starts_with(|first: char| first.is_ascii_digit());
        if name.is_empty() || name.contains(['\'', '\\', '\n']) {
            return Err(format!("{name:?} is no name"));
        }
        let quote = if is_word { "" } else { "'" };
        self.put(format_args!("{quote}{name}{quote}"));
        Ok(())
    }
}

/// `[[1, 3], [7, 9]]`
fn ranges(value: &Value) -> Result<Vec<(i64, i64)>, Fault> {
    let pair = |range: &Value| match range.as_array().map(Vec::as_slice) {
        Some([low, high]) => low.as_i64().zip(high.as_i64()),
        _ => None,
    };
    let all = value.as_array().map(|ranges| ranges.iter().map(pair).collect::<Option<Vec<_>>>());
    all.flatten().ok_or_else(|| format!("{value} is no list of pairs of integers of 64 bits"))
}

/// The type of floating-point variables with those values: of one range, or of several single ones.
fn floats(value: &Value) -> Result<String, Fault> {
    let wrong = || format!("{value} is no range of floating-point numbers, and no list of single ones");
    let end = |end: &Value| {
        let text = end.as_number()?.to_string();
        Some(if text.contains(['.', 'e', 'E']) { text } else { text + ".0" })
    };
    let pair = |range: &Value| match range.as_array().map(Vec::as_slice) {
        Some([low, high]) => Some([end(low)?, end(high)?]),
        _ => None,
    };
    let all = value.as_array().map(|ranges| ranges.iter().map(pair).collect::<Option<Vec<_>>>());
    match &all.flatten().ok_or_else(wrong)?[..] {
        [] => Ok("1.0..0.0".to_owned()),
        [[low, high]] => Ok(format!("{low}..{high}")),
        several if several.iter().all(|[low, high]| low == high) => {
            let values: Vec<&str> = several.iter().map(|[low, _]| low.as_str()).collect();
            Ok(format!("{{{}}}", values.join(",")))
        }
        _ => Err(wrong()),
    }
}

fn listed(ranges: &[(i64, i64)]) -> String {
    let values: Vec<String> =
        ranges.iter().flat_map(|&(low, high)| low..=high).map(|value| value.to_string()).collect();
    format!("{{{}}}", values.join(","))
}

/// What is wrong, without the place.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or(&message).to_owned()
}
