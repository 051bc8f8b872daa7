//! Standard signatures: names and arguments of MiniZinc's own library, where residua's library has others.

use crate::syntax::Value;

/// The name of a constraint of either library without what it begins with, as ours has it.
pub(super) fn own_name(name: &str) -> Option<&str> {
    let name = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("residua_"))?;
    Some(match name {
        "maximum_arg_int" => "arg_max_int",
        "minimum_arg_int" => "arg_min_int",
        "maximum_arg_bool" => "arg_max_bool",
        "minimum_arg_bool" => "arg_min_bool",
        _ => name,
    })
}

/// The arguments with the offsets that a constraint of our library has, if it is one of those that MiniZinc's own library has without:
/// there the index sets say what the offsets do, and in FlatZinc all arrays count from 1.
pub(super) fn with_offsets<'a>(name: &str, values: &[Value<'a>]) -> Option<Vec<Value<'a>>> {
    if !name.starts_with("fzn_") {
        return None;
    }
    let (count, offsets): (usize, &[usize]) = match own_name(name)? {
        "circuit" | "subcircuit" | "symmetric_all_different" => (1, &[1]),
        "inverse" | "inverse_in_range" => (2, &[1, 3]),
        "arg_max_int" | "arg_min_int" | "arg_max_bool" | "arg_min_bool" | "arg_sort_int" => (2, &[1]),
        "bin_packing_load" | "bin_packing_capa" => (3, &[3]),
        _ => return None,
    };
    if values.len() != count {
        return None;
    }
    let mut all = values.to_vec();
    for &at in offsets {
        all.insert(at, Value::Int(1));
    }
    Some(all)
}
