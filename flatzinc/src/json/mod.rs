//! FlatZinc JSON, which MiniZinc writes for solvers that ask for it, read as a [`Program`].
//!
//! | JSON | FlatZinc |
//! |---|---|
//! | `"x": {"type": "int", "domain": [[1, 9]], "introduced": true}` | `var 1..9: x :: var_is_introduced;` |
//! | `"xs": {"a": ["x", 3]}` | `array [1..2] of var int: xs = [x,3];` |
//! | `{"id": "int_le", "args": ["x", 3], "defines": "x"}` | `constraint int_le(x,3) :: defines_var(x);` |
//! | `"output": ["x", "xs"]` | `:: output_var` and `:: output_array([1..2])` of what has that name |
//! | `{"set": [[1, 3]]}`, `{"string": "text"}` | `1..3`, `"text"` |
//!
//! | file | holds |
//! |---|---|
//! | `value.rs` | values of JSON |
//! | `document.rs` | document types |
//! | `program.rs` | the items of a program |

mod document;
mod program;
mod value;

use crate::FlatZincError;
use crate::json::document::Document;
use crate::syntax::Program;

/// Reads a text of FlatZinc, or of FlatZinc JSON, which it is if it begins as an object of JSON does, and passes the program on.
///
/// ```
/// use residua_flatzinc::json::with_program;
///
/// let text = r#"{"variables": {"x": {"type": "int", "domain": [[1, 9]]}}, "solve": {"method": "satisfy"}}"#;
/// let printed = with_program(text, |program| Ok(program.to_string()))?;
/// assert_eq!(printed, "var 1..9: x;\nsolve satisfy;\n");
/// # Ok::<(), residua_flatzinc::FlatZincError>(())
/// ```
///
/// # Errors
/// What is wrong with it, and where; for an item of JSON, where it begins.
pub fn with_program<T>(
    text: &str,
    then: impl FnOnce(Program<'_>) -> Result<T, FlatZincError>,
) -> Result<T, FlatZincError> {
    if is_json(text) { then(Document::parse(text)?.program(text)?) } else { then(Program::parse(text)?) }
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
