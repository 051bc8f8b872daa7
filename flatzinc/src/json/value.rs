//! Values of JSON, whose texts borrow from the file.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json<'t> {
    Null,
    Bool(bool),
    Int(i64),
    /// An integer beyond 64 bits with a sign.
    TooLarge(u64),
    /// A floating-point number, as FlatZinc writes it.
    Float(String),
    String(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    /// Its members, in their order. A text is escaped as FlatZinc has it.
    Object(Vec<(Cow<'t, str>, Json<'t>)>),
}

impl<'t> Json<'t> {
    /// The member of an object with that name; the last one, if there are several.
    pub(super) fn member(&self, name: &str) -> Option<&Json<'t>> {
        let Json::Object(members) = self else { return None };
        members.iter().rev().find(|(of, _)| of == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => value.fmt(f),
            Json::Int(value) => value.fmt(f),
            Json::TooLarge(value) => value.fmt(f),
            Json::Float(value) => f.write_str(value),
            Json::String(value) => write!(f, "{value:?}"),
            Json::Array(values) => {
                f.write_str("[")?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                for (at, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name:?}:{value}", if at == 0 { "" } else { "," })?;
                }
                f.write_str("}")
            }
        }
    }
}

/// The text of a member `string`, escaped as in FlatZinc, which takes it as it is written.
fn escaped(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(['\\', '"', '\n']) {
        Cow::Owned(text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
    } else {
        text
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Int(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(i64::try_from(value).map_or(Json::TooLarge(value), Json::Int))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Float(
            serde_json::Number::from_f64(value).map_or_else(|| value.to_string(), |n| n.to_string()),
        ))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Borrowed(value)))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element()? {
            values.push(value);
        }
        Ok(Json::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<Text<'de>, Json<'de>>()? {
            members.push(match value {
                Json::String(text) if name.0 == "string" => (name.0, Json::String(escaped(text))),
                value => (name.0, value),
            });
        }
        Ok(Json::Object(members))
    }
}

impl<'de: 't, 't> Deserialize<'de> for Json<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'t>, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// A text, borrowed from the file unless something in it is escaped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Text<'t>(pub(super) Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<'t>, D::Error> {
        struct AnyText;
        impl<'de> Visitor<'de> for AnyText {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(AnyText)
    }
}
