//! Document types of FlatZinc JSON, as serde reads them: each item with its place.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::FlatZincError;
use crate::json::value::{Json, Text};

/// A file.
pub(super) struct Document<'t> {
    pub(super) variables: Vec<(Text<'t>, Item<Variable<'t>>)>,
    pub(super) arrays: Vec<(Text<'t>, Item<Array<'t>>)>,
    pub(super) constraints: Vec<Item<Call<'t>>>,
    pub(super) output: Vec<Text<'t>>,
    pub(super) solve: Item<Solve<'t>>,
}

/// An item, and where it begins, in bytes.
pub(super) struct Item<I> {
    pub(super) at: usize,
    pub(super) of: I,
}

impl<'t> Document<'t> {
    /// Reads a file.
    ///
    /// # Errors
    /// What is not JSON, with its place, or what an item lacks, with that of the item.
    pub(super) fn parse(text: &'t str) -> Result<Document<'t>, FlatZincError> {
        let members: Members<'t> =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| FlatZincError {
                line: error.line(),
                column: error.column().max(1),
                message: plain(&error),
            })?;
        Ok(Document {
            variables: named(text, members.variables)?,
            arrays: named(text, members.arrays)?,
            constraints: members
                .constraints
                .into_iter()
                .map(|raw| item(text, raw))
                .collect::<Result<_, _>>()?,
            output: members.output,
            solve: item(text, members.solve)?,
        })
    }
}

fn named<'t, I: Deserialize<'t>>(
    text: &'t str,
    items: Items<'t>,
) -> Result<Vec<(Text<'t>, Item<I>)>, FlatZincError> {
    items.0.into_iter().map(|(name, raw)| Ok((name, item(text, raw)?))).collect()
}

fn item<'t, I: Deserialize<'t>>(text: &'t str, raw: &'t RawValue) -> Result<Item<I>, FlatZincError> {
    let at = raw.get().as_ptr() as usize - text.as_ptr() as usize;
    let read = serde_json::from_str(raw.get());
    read.map(|of| Item { at, of }).map_err(|error| FlatZincError::at(text, at, plain(&error)))
}

/// The message, without the place.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or(&message).to_owned()
}

/// A file, with its items as they are written.
#[derive(Deserialize)]
struct Members<'t> {
    #[serde(borrow, default)]
    variables: Items<'t>,
    #[serde(borrow, default)]
    arrays: Items<'t>,
    #[serde(borrow, default)]
    constraints: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    output: Vec<Text<'t>>,
    #[serde(borrow)]
    solve: &'t RawValue,
}

/// Items with names, in order.
#[derive(Default)]
struct Items<'t>(Vec<(Text<'t>, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Items<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Items<'t>, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Items<'de>, M::Error> {
                let mut items = Vec::new();
                while let Some(item) = map.next_entry()? {
                    items.push(item);
                }
                Ok(Items(items))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

#[derive(Deserialize)]
pub(super) struct Variable<'t> {
    #[serde(borrow)]
    pub(super) r#type: Text<'t>,
    #[serde(borrow)]
    pub(super) domain: Option<Json<'t>>,
    #[serde(borrow)]
    pub(super) rhs: Option<Json<'t>>,
    #[serde(default)]
    pub(super) introduced: bool,
    #[serde(default)]
    pub(super) defined: bool,
    #[serde(borrow, default)]
    pub(super) ann: Vec<Json<'t>>,
}

#[derive(Deserialize)]
pub(super) struct Array<'t> {
    #[serde(borrow)]
    pub(super) a: Vec<Json<'t>>,
    #[serde(default)]
    pub(super) introduced: bool,
    #[serde(default)]
    pub(super) defined: bool,
    #[serde(borrow, default)]
    pub(super) ann: Vec<Json<'t>>,
}

#[derive(Deserialize)]
pub(super) struct Call<'t> {
    #[serde(borrow)]
    pub(super) id: Text<'t>,
    #[serde(borrow, default)]
    pub(super) args: Vec<Json<'t>>,
    #[serde(borrow)]
    pub(super) defines: Option<Text<'t>>,
    #[serde(borrow, default)]
    pub(super) ann: Vec<Json<'t>>,
}

#[derive(Deserialize)]
pub(super) struct Solve<'t> {
    #[serde(borrow)]
    pub(super) method: Text<'t>,
    #[serde(borrow)]
    pub(super) objective: Option<Json<'t>>,
    #[serde(borrow, default)]
    pub(super) ann: Vec<Json<'t>>,
}
