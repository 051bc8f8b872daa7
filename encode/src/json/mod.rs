//! JSON of models, written for programs, and read back. `docs/json.md` describes its members.
//!
//! | file | holds |
//! |---|---|
//! | `text.rs` | a text of JSON as a tree, each part with its place |
//! | `fault.rs` | faults, and typed access to the members and items of a tree |
//! | `part.rs` | the trait of parts that are written and read: numbers, lists, objects |
//! | `terms.rs` | terms of constraints: views, atoms, sets, relations |
//! | `expression.rs` | expressions, and the functions in them |
//! | `statement.rs` | statements of any constraint |
//! | `catalogue.rs` | constraints, each as an object of its own parts |
//! | `stated.rs` | a constraint that is given by its statement only |
//! | `whole.rs` | the model as a whole |

mod catalogue;
mod expression;
mod fault;
mod part;
mod stated;
mod statement;
mod terms;
mod text;
mod whole;

use std::sync::Arc;

use residua::constraints::Statement;
use residua::model::Model;

use crate::json::part::Writer;
use crate::statements::statement;
use crate::{ReadError, Unencodable};

/// The model as a JSON object, in one line without a line end: its variables, aliases and constraints, which [`from_json`] reads.
///
/// Each constraint is there twice: as what it says, in a few shapes that any program can follow, and as what was posted.
///
/// ```
/// use residua::constraints::lt;
/// use residua_encode::json;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, [1, 2, 3, 5]));
/// model.post(lt(x, y))?;
/// assert_eq!(json(&model)?, concat!(
///     r#"{"variables":[{"name":"x","domain":[[1,3],[5,5]]},{"name":"y","domain":[[1,3],[5,5]]}],"#,
///     r#""aliases":[],"#,
///     r#""constraints":[{"name":"c0","text":"x < y","says":{"linear":{"#,
///     r#""terms":[{"factor":1,"variable":0},{"factor":-1,"variable":1}],"relation":"<=","constant":-1}},"#,
///     r#""posted":{"comparison":{"left":{"factor":1,"variable":0,"plus":0},"comparator":"<","#,
///     r#""right":{"factor":1,"variable":1,"plus":0}}}}]}"#,
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unencodable`] if a constraint is none of the catalogue and has no statement.
pub fn json(model: &Model) -> Result<String, Unencodable> {
    let list = || Writer { model, text: "[".to_owned() };
    let (mut variables, mut aliases, mut constraints) = (list(), list(), list());
    for var in model.vars() {
        variables.next();
        let _ = variables.object(|to| {
            to.member("name", &model.name(var))?;
            to.member("domain", model.domain(var))?;
            let Some((first, names)) = model.named_values(var) else { return Some(()) };
            to.member("values", &(first, Arc::clone(names)))
        });
    }
    for (id, constraint) in model.constraints() {
        let says = statement(model, &**constraint);
        let alias = match &says {
            Some(Statement::Linear(linear)) => linear.alias(),
            _ => None,
        };
        let to = if alias.is_some() { &mut aliases } else { &mut constraints };
        to.next();
        let written = to.object(|to| {
            if let Some((x, y, gap)) = alias {
                to.member("variable", &x)?;
                to.member("is", &y)?;
                to.member("plus", &gap)?;
                to.member("number", &id.index())?;
            }
            to.member("name", &model.constraint_name(id))?;
            to.member("text", &model.show(&**constraint).to_string())?;
            if let Some(says) = says.as_ref().filter(|_| alias.is_none()) {
                to.member("says", says)?;
            }
            let before = to.text.len();
            to.member_by("posted", |to| catalogue::write(&**constraint, to)).or_else(|| {
                to.text.truncate(before);
                says.is_some().then_some(())
            })
        });
        written.ok_or_else(|| Unencodable::of(model, id))?;
    }
    let [variables, aliases, constraints] = [variables, aliases, constraints].map(|list| list.text);
    Ok(format!("{{\"variables\":{variables}],\"aliases\":{aliases}],\"constraints\":{constraints}]}}"))
}

/// The model that [`json`] wrote: the same variables and constraints, with the same names, in the same order, so that writing it again
/// gives the same text.
///
/// What other programs write may leave out what was posted, and say only what it [says](residua::constraints::Statement); such a constraint
/// is one of the catalogue, or several that are connected.
///
/// ```
/// use residua::constraints::all_different;
/// use residua_encode::{from_json, json};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// model.post_named("row", all_different(&xs))?;
/// model.post((xs[0] * xs[1]).eq(xs[2] + 3))?;
/// let text = json(&model)?;
/// let same = from_json(&text)?;
/// assert_eq!(same.to_string(), model.to_string());
/// assert_eq!(same.solutions().count(), model.solutions().count());
/// assert_eq!(json(&same)?, text);
///
/// let error = from_json(&text.replace(r#""row""#, "5")).unwrap_err();
/// assert_eq!(error.message(), "expected a string, found 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the place of what is not JSON, or has other members than a model, or cannot be posted.
pub fn from_json(text: &str) -> Result<Model, ReadError> {
    text::parse(text).and_then(|object| whole::read(&object)).map_err(|fault| fault.of(text))
}
