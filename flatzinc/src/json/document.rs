//! Document types of FlatZinc JSON, as serde reads them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// A file, with its items as they are written.
#[derive(Deserialize)]
pub(super) struct Document<'t> {
    #[serde(borrow, default)]
    pub(super) variables: Items<'t>,
    #[serde(borrow, default)]
    pub(super) arrays: Items<'t>,
    #[serde(borrow, default)]
    pub(super) constraints: Vec<&'t RawValue>,
    #[serde(default)]
    pub(super) output: Vec<String>,
    #[serde(borrow)]
    pub(super) solve: &'t RawValue,
}

/// What has names, in order.
#[derive(Default)]
pub(super) struct Items<'t>(pub(super) Vec<(String, &'t RawValue)>);

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
pub(super) struct Variable {
    pub(super) r#type: String,
    pub(super) domain: Option<Value>,
    pub(super) rhs: Option<Value>,
    #[serde(default)]
    pub(super) introduced: bool,
    #[serde(default)]
    pub(super) defined: bool,
    #[serde(default)]
    pub(super) ann: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct Array {
    pub(super) a: Vec<Value>,
    #[serde(default)]
    pub(super) introduced: bool,
    #[serde(default)]
    pub(super) defined: bool,
    #[serde(default)]
    pub(super) ann: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct Call {
    pub(super) id: String,
    #[serde(default)]
    pub(super) args: Vec<Value>,
    pub(super) defines: Option<String>,
    #[serde(default)]
    pub(super) ann: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct Solve {
    pub(super) method: String,
    pub(super) objective: Option<Value>,
    #[serde(default)]
    pub(super) ann: Vec<Value>,
}
