//! Declarations with a value that a question is about: FlatZinc need not have them, nor the elements of an array, `[x + 1, y]`. A variable of
//! its own for each, in a second file beside the model, is equal to it, and gets its name afterwards.

use std::collections::BTreeMap;

use crate::models::items::{Declared, Item};
use crate::models::rename::renamed;

/// The file that says it.
pub(crate) const FILE: &str = "residua_asked.mzn";

const OWN: &str = "residua_asked_";

/// The declarations that are asked about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    /// By line of the text: its name.
    names: Vec<String>,
    /// What is added to the model.
    pub(crate) text: String,
}

impl Asked {
    /// Those of that name, if they are of a type that a question can be about.
    pub(crate) fn of(declarations: &[Item], names: &[&str]) -> Asked {
        let mut asked = Asked::default();
        let declared = declarations.iter().filter_map(|item| item.declares.as_ref());
        for declared in declared.filter(|declared| names.contains(&declared.name.as_str())) {
            if let Some(line) = line(declared) {
                asked.names.push(declared.name.clone());
                asked.text.push_str(&line);
            }
        }
        asked
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What a line of the file is about.
    pub(crate) fn name(&self, line: usize) -> Option<&str> {
        self.names.get(line.checked_sub(1)?).map(String::as_str)
    }

    /// What the compiler made, under the names of the model.
    pub(crate) fn named(&self, text: String, in_strings: bool) -> String {
        if self.is_empty() {
            return text;
        }
        let own = self.names.iter().map(|name| (format!("{OWN}{name}"), name.clone()));
        let other = self.names.iter().map(|name| (name.clone(), format!("residua_first_{name}")));
        renamed(&text, &own.chain(other).collect::<BTreeMap<_, _>>(), in_strings)
    }
}

/// The line of the file about what is declared.
fn line(Declared { name, kind }: &Declared) -> Option<String> {
    let is_set =
        kind.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "set" || word == "opt");
    if is_set {
        return None;
    }
    let Some(rest) = kind.strip_prefix("array") else {
        return Some(format!("{kind}: {OWN}{name}; constraint {OWN}{name} = {name};\n"));
    };
    let (sets, of) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    let sets: Vec<&str> = sets.split(',').map(str::trim).collect();
    let count = sets.len();
    let set = |(at, set): (usize, &&str)| match *set {
        "int" if count == 1 => format!("index_set({name})"),
        "int" => format!("index_set_{}of{count}({name})", at + 1),
        set => set.to_owned(),
    };
    let sets = sets.iter().enumerate().map(set).collect::<Vec<_>>().join(",");
    Some(format!("array[{sets}]{of}: {OWN}{name}; constraint array1d({OWN}{name}) = array1d({name});\n"))
}
