//! Identifiers: names of a model as names of another language.

/// A name that resembles `name`: its ASCII letters and digits, with `_` for each run of others between them; with `v_` before it if it
/// would not begin with a letter or `is_taken` says so of it.
pub(super) fn identifier(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with('_') {
            text.push('_');
        }
    }
    text.truncate(text.trim_end_matches('_').len());
    let begins_well = text.starts_with(|c: char| c.is_ascii_alphabetic());
    match text.as_str() {
        "" => "v".to_owned(),
        text if is_taken(text) || !begins_well => format!("v_{text}"),
        text => text.to_owned(),
    }
}
