//! A check of values against a JSON Schema, as far as `docs/*.schema.json` go.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// Keywords that say nothing that is checked here. `pattern` would take regular expressions: what it says of boxes
/// and cells is checked where they are read.
const UNCHECKED: [&str; 5] = ["$schema", "$defs", "title", "description", "pattern"];

/// What is wrong with `value` by `schema`, a part of the document `root`; nothing if it conforms.
///
/// A keyword that is not known is a mistake in the schema or a gap here, and fails the test that asked.
pub(crate) fn violations(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let Value::Object(keywords) = schema else { return Vec::new() };
    let mut found = Vec::new();
    for (keyword, says) in keywords {
        let check = |schema: &Value| violations(root, schema, value);
        match keyword.as_str() {
            "$ref" => {
                let (root, schema) = referred(root, says);
                found.extend(violations(root, schema, value));
            }
            "allOf" => found.extend(elements(says).iter().flat_map(check)),
            "anyOf" => {
                let fits = elements(says).iter().any(|part| check(part).is_empty());
                found.extend((!fits).then(|| format!("none of the alternatives fits {value}")));
            }
            "oneOf" => {
                let fitting = elements(says).iter().filter(|part| check(part).is_empty()).count();
                found.extend((fitting != 1).then(|| format!("{fitting} of the alternatives fit {value}")));
            }
            "if" if check(says).is_empty() => found.extend(check(&keywords["then"])),
            "if" | "then" => {}
            other if UNCHECKED.contains(&other) => {}
            _ if !of_one(keyword, says, value) => {
                found.push(format!("{keyword} {says} does not fit {value}"));
            }
            _ => found.extend(of_parts(root, keywords, keyword, value)),
        }
    }
    found
}

/// Whether `value` keeps to a keyword that looks at nothing inside it.
fn of_one(keyword: &str, says: &Value, value: &Value) -> bool {
    let length = value.as_array().map(|items| items.len() as u64);
    let bound = says.as_u64();
    match keyword {
        "type" => match says.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            Some("null") => value.is_null(),
            other => panic!("the type {other:?} is not known here"),
        },
        "enum" => elements(says).contains(value),
        "const" => says == value,
        "minimum" => value.as_f64().is_none_or(|number| says.as_f64().is_some_and(|least| number >= least)),
        "minItems" => length.is_none_or(|length| bound.is_some_and(|least| length >= least)),
        "maxItems" => length.is_none_or(|length| bound.is_some_and(|most| length <= most)),
        "required" => {
            elements(says).iter().all(|name| name.as_str().is_some_and(|name| value.get(name).is_some()))
        }
        "properties" | "additionalProperties" | "items" => true,
        other => panic!("the keyword {other} is not known here"),
    }
}

/// What is wrong with the parts of `value` by a keyword that looks at them.
fn of_parts(root: &Value, keywords: &Map<String, Value>, keyword: &str, value: &Value) -> Vec<String> {
    let says = &keywords[keyword];
    match (keyword, value) {
        ("items", Value::Array(items)) => {
            items.iter().flat_map(|item| violations(root, says, item)).collect()
        }
        ("properties", Value::Object(members)) => {
            let schemas = says.as_object().expect("properties are an object").iter();
            let named = schemas.filter_map(|(name, schema)| Some((schema, members.get(name)?)));
            named.flat_map(|(schema, member)| violations(root, schema, member)).collect()
        }
        ("additionalProperties", Value::Object(members)) if *says == Value::Bool(false) => {
            let unknown = members.keys().filter(|name| keywords["properties"].get(name).is_none());
            unknown.map(|name| format!("{name} is not described")).collect()
        }
        _ => Vec::new(),
    }
}

/// The schema that others refer to by its file.
static SOLVE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../docs/solve.schema.json")).expect("the schema is JSON")
});

/// The part that `#/…` names, and its document: `root`, or the one whose file stands before it.
fn referred<'a>(root: &'a Value, reference: &Value) -> (&'a Value, &'a Value) {
    let (file, pointer) = reference.as_str().and_then(|text| text.split_once('#')).expect("a place");
    let root = match file {
        "" => root,
        "solve.schema.json" => &*SOLVE,
        other => panic!("the file {other} is not known here"),
    };
    (root, root.pointer(pointer).expect("the place exists"))
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().expect("this keyword takes an array")
}
