//! Values as JSON text, the outer levels on lines of their own.

use std::fmt::Write as _;

/// A value to print.
#[derive(Clone, Debug)]
pub(in crate::formats) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(in crate::formats) fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    pub(in crate::formats) fn numbers<N: Into<i64>>(numbers: impl IntoIterator<Item = N>) -> Json {
        Json::List(numbers.into_iter().map(|number| Json::Number(number.into())).collect())
    }

    pub(in crate::formats) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Json {
        Json::List(texts.into_iter().map(Json::text).collect())
    }

    pub(in crate::formats) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// The value as text; objects and lists down to this level have each item on a line.
pub(in crate::formats) fn print(value: &Json, levels: usize) -> String {
    let mut text = String::new();
    put(value, levels, 0, &mut text);
    text
}

fn put(value: &Json, levels: usize, depth: usize, text: &mut String) {
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => {
            // Writing to a string cannot fail.
            let _ = write!(text, "{number}");
        }
        Json::Text(value) => put_text(value, text),
        Json::List(items) => {
            put_items('[', ']', items.iter().map(|item| (None, item)), levels, depth, text);
        }
        Json::Object(members) => {
            let items = members.iter().map(|(name, value)| (Some(name.as_str()), value));
            put_items('{', '}', items, levels, depth, text);
        }
    }
}

fn put_items<'a>(
    open: char,
    close: char,
    items: impl Iterator<Item = (Option<&'a str>, &'a Json)>,
    levels: usize,
    depth: usize,
    text: &mut String,
) {
    text.push(open);
    let mut is_first = true;
    let is_broken = depth < levels;
    let break_to = |depth: usize, text: &mut String| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    for (name, value) in items {
        if !is_first {
            text.push(',');
        }
        if is_broken {
            break_to(depth + 1, text);
        }
        is_first = false;
        if let Some(name) = name {
            put_text(name, text);
            text.push(':');
            if levels > 0 {
                text.push(' ');
            }
        }
        put(value, levels, depth + 1, text);
    }
    if is_broken && !is_first {
        break_to(depth, text);
    }
    text.push(close);
}

fn put_text(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
