//! Names in Prolog: variables of the model as variables, and as atoms.

use std::fmt::Write;

use residua::model::{Model, distinct};

/// By number of the variable: its name in Prolog. No two have the same name.
///
/// ASCII letters and digits are kept, with the first letter of each word in upper case; a run of anything else becomes
/// one `_`, or nothing at the end. What does not begin with a letter gets a `V` before it. Where a name is taken, the
/// later variable gets the first of `_2`, `_3`, … that makes its name a new one.
///
/// ```
/// use residua_encode::prolog::names;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// for name in ["r3c5", "north", "x", "X", "total cost", "7"] {
///     model.named_var(name, 1..=3);
/// }
/// model.int_vars("x", 2, 1..=3);
/// assert_eq!(names(&model), ["R3C5", "North", "X", "X_2", "Total_Cost", "V7", "X_0", "X_1"]);
/// ```
pub fn names(model: &Model) -> Vec<String> {
    distinct(model.vars().map(|var| variable(&model.name(var))), "_")
}

/// A variable of Prolog whose name resembles `name`.
fn variable(name: &str) -> String {
    let mut text = String::new();
    let mut in_word = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(if in_word { c } else { c.to_ascii_uppercase() });
        } else if !text.is_empty() && !text.ends_with('_') {
            text.push('_');
        }
        in_word = c.is_ascii_alphabetic();
    }
    text.truncate(text.trim_end_matches('_').len());
    if text.starts_with(|c: char| c.is_ascii_uppercase()) { text } else { format!("V{text}") }
}

/// `name` as a quoted atom.
pub fn atom(name: &str) -> String {
    let mut text = String::from("'");
    for c in name.chars() {
        match c {
            '\'' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\x{:x}\\", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text + "'"
}
