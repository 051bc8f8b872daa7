//! Enumerations and array indices of a MiniZinc model, from its output specification: FlatZinc lacks them.

use std::collections::BTreeMap;

use crate::models::parts::parts_of;

/// The names of a model that stand for numbers in FlatZinc.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// By enumeration: its members, of which the first is 1.
    of_enum: BTreeMap<String, Vec<String>>,
    /// By array: its index sets, as they are written.
    index_sets: BTreeMap<String, Vec<String>>,
    /// By variable or array: the enumeration that its values are of.
    values: BTreeMap<String, String>,
    /// Variables that the output shows, and FlatZinc has not: with what they are, a value or another variable.
    pub(crate) settled: Vec<(String, String)>,
    /// By array of FlatZinc: the array of the model that it is, and its index sets as FlatZinc writes them.
    arrays: Vec<(String, String, String)>,
    /// By variable of the compiler: the part of a set or of an optional variable that it is.
    parts: BTreeMap<String, String>,
}

impl Members {
    /// Reads an output specification.
    pub(crate) fn of(output: &str) -> Members {
        let mut members = Members::default();
        for line in output.lines().map(|line| line.trim_end_matches(';')) {
            if let Some((names, list)) = line
                .strip_prefix("array [")
                .and_then(|rest| rest.split_once("of string: _enum_to_string_"))
                .and_then(|(_, rest)| rest.split_once(" = ["))
            {
                let name = names.split_once('_').map_or(names, |(_, name)| name);
                let list = list.trim_end_matches(']').split(',').map(|text| text.trim().trim_matches('"'));
                let _ = members.of_enum.insert(name.to_owned(), list.map(str::to_owned).collect());
            } else if let Some((sets, rest)) =
                line.strip_prefix("array [").and_then(|rest| rest.split_once("] of "))
            {
                let Some((_, rest)) = rest.split_once(": ") else { continue };
                let (name, value) = rest.split_once(" = ").unwrap_or((rest, ""));
                let sets: Vec<String> = sets.split(',').map(|set| set.trim().to_owned()).collect();
                let _ = members.index_sets.insert(name.to_owned(), sets);
                members.arrays.extend(flat_of(name, value));
            } else if let Some((name, value)) =
                ["int: ", "bool: "].iter().find_map(|kind| line.strip_prefix(kind)?.split_once(" = "))
                && output.contains(&format!("\"{name} = \",show({name})"))
            {
                members.settled.push((name.to_owned(), value.to_owned()));
            }
        }
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        for part in output.split("_toString_").skip(1) {
            let Some((of, rest)) = part.split_once('(') else { continue };
            let name = rest.split(|letter| !is_name(letter)).next().unwrap_or_default();
            if members.of_enum.contains_key(of) && !name.is_empty() {
                let _ = members.values.insert(name.to_owned(), of.to_owned());
            }
        }
        members.parts = parts_of(output, &members);
        members
    }

    /// The parts of sets and of optional variables, by the names that the compiler gives them.
    pub(crate) fn parts(&self) -> &BTreeMap<String, String> {
        &self.parts
    }

    /// The element of an array at that place, from 0, with members for its indices.
    pub(super) fn element(&self, array: &str, at: usize) -> String {
        let sets = self.index_sets.get(array).map_or(&[][..], Vec::as_slice);
        let ends = |set: &String| -> Option<(i64, i64)> {
            if let Some(members) = self.of_enum.get(set) {
                return Some((1, members.len() as i64));
            }
            let (low, high) = set.split_once("..")?;
            Some((low.parse().ok()?, high.parse().ok()?))
        };
        let mut rest = at as i64;
        let mut indices: Vec<String> = Vec::new();
        for set in sets.iter().rev() {
            let (low, high) = ends(set).unwrap_or((1, i64::MAX));
            let size = high.saturating_sub(low).saturating_add(1).max(1);
            indices.insert(0, (low + rest % size).to_string());
            rest /= size;
        }
        let name = format!("{array}[{}]", indices.join(","));
        self.name(&name).unwrap_or(name)
    }

    /// A value of a variable in words: a member of its enumeration, or the number.
    pub(super) fn word(&self, name: &str, value: i64) -> String {
        self.values(name)
            .and_then(|members| at(members, value))
            .map_or_else(|| value.to_string(), str::to_owned)
    }

    /// FlatZinc in which the arrays have the names and the indices that they have in the model.
    pub(crate) fn named(&self, mut text: String) -> String {
        for (flat, name, sets) in &self.arrays {
            let is_declared = |line: &str| line.contains(&format!(": {flat}:: output_array("));
            if !text.lines().any(is_declared) || text.contains(&format!(": {name}:: ")) {
                continue;
            }
            let lines = text.lines().map(|line| {
                let line = replaced(line, flat, name);
                match line
                    .split_once(":: output_array([")
                    .filter(|(before, _)| before.ends_with(&format!(": {name}")))
                {
                    Some((before, after)) => {
                        let rest = after.split_once("])").map_or(after, |(_, rest)| rest);
                        format!("{before}:: output_array([{sets}]){rest}\n")
                    }
                    None => line + "\n",
                }
            });
            text = lines.collect();
        }
        text
    }

    /// The name with members of enumerations for its indices, if it has such: `s[1,2]` is `s[Ann,2]`.
    pub(crate) fn name(&self, name: &str) -> Option<String> {
        let (array, indices) = name.strip_suffix(']')?.split_once('[')?;
        let sets = self.index_sets.get(array)?;
        let indices: Vec<&str> = indices.split(',').collect();
        if indices.len() != sets.len() || !sets.iter().any(|set| self.of_enum.contains_key(set)) {
            return None;
        }
        let shown = indices.iter().zip(sets).map(|(&index, set)| {
            let member = self.of_enum.get(set).and_then(|all| at(all, index.parse().ok()?));
            member.unwrap_or(index)
        });
        Some(format!("{array}[{}]", shown.collect::<Vec<_>>().join(",")))
    }

    /// The name of an atom that the file defines a variable for, with members for numbers: `⟦s[1,2] ≠ 1⟧` is `⟦s[Ann,2] ≠ Off⟧`.
    pub(crate) fn atom(&self, name: &str) -> Option<String> {
        let inside = name.strip_prefix('⟦')?.strip_suffix('⟧')?;
        let mut parts = inside.split(' ');
        let (Some(of), Some(relation), Some(value), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let number: i64 = value.parse().ok()?;
        let member = self.values(of).and_then(|members| at(members, number));
        let shown = self.name(of);
        (member.is_some() || shown.is_some())
            .then(|| format!("⟦{} {relation} {}⟧", shown.as_deref().unwrap_or(of), member.unwrap_or(value)))
    }

    /// The members of the enumeration that the values of a variable, or of an element, are of.
    pub(crate) fn values(&self, name: &str) -> Option<&[String]> {
        let name = name.split('[').next().unwrap_or(name);
        self.of_enum.get(self.values.get(name)?).map(Vec::as_slice)
    }

    /// The members of the enumeration that a set is of, by how it begins: `Nurse`, `{Ann, Bob}`, `Ann..Cem`.
    pub(crate) fn of_set(&self, text: &str) -> Option<&[String]> {
        let word: String = text
            .trim_start_matches(['{', ' '])
            .chars()
            .take_while(|&letter| letter.is_alphanumeric() || letter == '_')
            .collect();
        let has = |members: &&Vec<String>| members.contains(&word);
        self.of_enum.get(&word).or_else(|| self.of_enum.values().find(has)).map(Vec::as_slice)
    }
}

/// The member that a number is.
pub(crate) fn at(members: &[String], number: i64) -> Option<&str> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    members.get(index).map(String::as_str)
}

/// Of `name = array2d(1..4,1..7,FLAT)`: `FLAT`, the name, and the index sets, if these are ranges.
fn flat_of(name: &str, value: &str) -> Option<(String, String, String)> {
    let inner = value.strip_prefix("array")?.strip_suffix(')')?;
    let (_, inner) = inner.split_once("d(")?;
    let (sets, flat) = inner.rsplit_once(',')?;
    let is_range = |set: &str| {
        set.trim().split_once("..").is_some_and(|(low, high)| {
            low.trim().parse::<i64>().is_ok() && high.trim().parse::<i64>().is_ok()
        })
    };
    let is_one = sets.split(',').all(is_range) && flat.trim().starts_with("X_INTRODUCED_");
    is_one.then(|| (flat.trim().to_owned(), name.to_owned(), sets.to_owned()))
}

/// The line with one name in place of another.
fn replaced(line: &str, from: &str, to: &str) -> String {
    // Names of the compiler end with `_`, so none begins another one, but where a digit or letter goes on.
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(from) {
        let after = &rest[at + from.len()..];
        let goes_on = after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        out.push_str(&rest[..at]);
        out.push_str(if goes_on { from } else { to });
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = r#"output ["s = ",[_toString_Shift(s[i,j],true,false) | i in 1..2, j in 1..3]];
array [1..2] of string: _enum_to_string_0_Shift = ["Off","Day"];
array [1..6] of int: X_INTRODUCED_48_;
array [Nurse,1..days] of int: s = array2d(1..2,1..3,X_INTRODUCED_48_);
array [1..2] of string: _enum_to_string_0_Nurse = ["Ann","Bob"];
"#;

    #[test]
    fn arrays_and_members_are_found_in_the_output_specification() {
        let members = Members::of(OUTPUT);
        let text = "array [1..6] of var int: X_INTRODUCED_48_:: output_array([1..6]) = [X_INTRODUCED_4_];\n";
        let named = members.named(text.to_owned());
        assert_eq!(named, "array [1..6] of var int: s:: output_array([1..2,1..3]) = [X_INTRODUCED_4_];\n");
        assert_eq!(members.name("s[2,3]").as_deref(), Some("s[Bob,3]"));
        assert_eq!(members.name("t[2,3]"), None);
        assert_eq!(members.values("s[2,3]"), Some(&["Off".to_owned(), "Day".to_owned()][..]));
    }
}
