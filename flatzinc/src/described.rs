//! Descriptions of variables that the compiler introduced, by their definitions: `house[2] - house[4]`, and in brackets for one that is
//! 1 where something holds, `⟦start[3] < start[4]⟧`.

use std::collections::BTreeMap;

use residua::constraints::{statement_in, truth_of};

use crate::floats::Scales;
use crate::introduced::Introduced;
use crate::naming::is_introduced;
use crate::syntax::{Constraint, Declaration, Program, Value};

/// Longer descriptions are cut short.
const LONGEST: usize = 72;

/// Adds names for the variables of the compiler that have none.
pub(super) fn describe<'a>(
    program: &Program<'a>,
    names: &mut BTreeMap<&'a str, String>,
    scales: &Scales<'a>,
) {
    let introduced = Introduced::of(program);
    let definitions = program.constraints.iter().filter_map(|constraint| {
        let name = introduced.defined_by(constraint).filter(|name| is_introduced(name))?;
        Some((name, constraint))
    });
    let mut definitions: BTreeMap<&str, &Constraint<'a>> = definitions.collect();
    definitions.retain(|name, _| !names.contains_key(name));
    let arrays = program.declarations.iter().filter(|item| item.array.is_some());
    let arrays = arrays.filter_map(|item| Some((item.name, item.value.as_ref()?)));
    let mut words = Words { definitions, arrays: arrays.collect(), names };
    let all: Vec<&str> = words.definitions.keys().copied().collect();
    for name in all {
        let _ = words.of_name(name);
    }
    let rest = program.declarations.iter().filter(|item| item.is_var && item.array.is_none());
    for item in rest.filter(|item| is_introduced(item.name)) {
        if let (false, Some(name)) = (words.names.contains_key(item.name), of_path(item)) {
            let name = scales.shown_name(item.name, &name).unwrap_or(name);
            let _ = words.names.insert(item.name, name);
        }
    }
}

/// What the path of a variable of the compiler says that it is: the name of the model's variable that it is a part of. What is introduced
/// for an expression in the definition of a variable is not part of that.
fn of_path(item: &Declaration<'_>) -> Option<String> {
    let path = item.annotations.iter().find_map(|annotation| match annotation {
        Value::Call(call) if call.name == "mzn_path" => match call.arguments[..] {
            [Value::Text(text)] => Some(text),
            _ => None,
        },
        _ => None,
    })?;
    let mut name = None;
    for part in path.split(';') {
        let Some(what) = part.splitn(6, '|').nth(5) else { continue };
        match what.split_once('|').unwrap_or((what, "")) {
            ("id", id) => name = Some(id.to_owned()),
            ("il", index) => {
                let index: u64 = index.parse().ok()?;
                name = name.map(|name: String| format!("{name}[{}]", index + 1));
            }
            ("vd" | "al", _) => {}
            _ => name = None,
        }
    }
    name.filter(|name| !is_introduced(name))
}

struct Words<'p, 'a, 'n> {
    /// Those that are to be described; one that is being described is not among them.
    definitions: BTreeMap<&'a str, &'p Constraint<'a>>,
    arrays: BTreeMap<&'a str, &'p Value<'a>>,
    names: &'n mut BTreeMap<&'a str, String>,
}

impl<'a> Words<'_, 'a, '_> {
    fn of_name(&mut self, name: &'a str) -> String {
        if let Some(constraint) = self.definitions.remove(name)
            && let Some(text) = self.of_definition(name, constraint)
        {
            let _ = self.names.insert(name, text);
        }
        self.names.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn of(&mut self, value: &Value<'a>) -> String {
        match value {
            Value::Bool(known) => known.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Range(low, high) => format!("{low}..{high}"),
            Value::Set(values) => {
                format!("{{{}}}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
            Value::Name(name) if self.arrays.contains_key(name) => {
                format!("[{}]", self.list(value).join(", "))
            }
            Value::Name(name) => self.of_name(name),
            Value::Element(name, index) => format!("{name}[{index}]"),
            Value::Array(_) | Value::Numbers(_) => format!("[{}]", self.list(value).join(", ")),
            _ => "…".to_owned(),
        }
    }

    /// The description of a value as a factor or a term.
    fn part(&mut self, value: &Value<'a>) -> String {
        let text = self.of(value);
        if statement_in(&text).is_none() && text.contains(' ') && !text.ends_with([')', ']']) {
            return format!("({text})");
        }
        text
    }

    /// A Boolean as a statement: `x < y`.
    fn statement(&mut self, value: &Value<'a>) -> String {
        let text = self.of(value);
        statement_in(&text).map_or(text.clone(), str::to_owned)
    }

    fn elements(&self, value: &Value<'a>) -> Vec<Value<'a>> {
        let value = match value {
            Value::Name(name) => self.arrays.get(name).copied().unwrap_or(value),
            other => other,
        };
        match value {
            Value::Array(elements) => elements.to_vec(),
            Value::Numbers(numbers) => numbers.iter().map(|&number| Value::Int(number.into())).collect(),
            _ => Vec::new(),
        }
    }

    fn list(&mut self, value: &Value<'a>) -> Vec<String> {
        let elements = self.elements(value);
        elements.iter().map(|element| self.of(element)).collect()
    }

    fn statements(&mut self, value: &Value<'a>) -> Vec<String> {
        let elements = self.elements(value);
        let statement = |element| {
            let text = self.statement(element);
            if text.contains(" ∧ ") || text.contains(" ∨ ") { format!("({text})") } else { text }
        };
        elements.iter().map(statement).collect()
    }

    /// `2·x - y + 3` of factors and terms.
    fn sum(&mut self, terms: &[(i64, Value<'a>)], constant: i64) -> String {
        let mut text = String::new();
        let numbers: i64 = terms
            .iter()
            .map(|(factor, term)| match term {
                Value::Int(number) => factor.saturating_mul(*number),
                _ => 0,
            })
            .fold(constant, i64::saturating_add);
        let mut ordered: Vec<&(i64, Value<'a>)> =
            terms.iter().filter(|(factor, term)| *factor != 0 && !matches!(term, Value::Int(_))).collect();
        ordered.sort_by_key(|(factor, _)| *factor < 0);
        for (factor, term) in ordered {
            let sign = match (text.is_empty(), *factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            if factor.unsigned_abs() != 1 {
                text.push_str(&factor.unsigned_abs().to_string());
                text.push('·');
            }
            text.push_str(&self.part(term));
        }
        match numbers {
            number if text.is_empty() => number.to_string(),
            0 => text,
            1.. => format!("{text} + {numbers}"),
            _ => format!("{text} - {}", numbers.unsigned_abs()),
        }
    }

    fn linear(&self, factors: &Value<'a>, terms: &Value<'a>) -> Vec<(i64, Value<'a>)> {
        let factors = self.elements(factors);
        let number = |factor: &Value<'a>| match factor {
            Value::Int(number) => *number,
            _ => 0,
        };
        factors.iter().map(number).zip(self.elements(terms)).collect()
    }

    /// A relation of a sum to a number, without negative factors.
    fn relation(&mut self, terms: &[(i64, Value<'a>)], sign: &str, total: i64) -> String {
        let side = |is_right: bool| -> Vec<(i64, Value<'a>)> {
            let of_side = terms.iter().filter(|(factor, _)| (*factor < 0) == is_right);
            of_side.map(|(factor, term)| (factor.saturating_abs(), term.clone())).collect()
        };
        let (left, right) = (side(false), side(true));
        if left.is_empty() && !right.is_empty() {
            let mirrored = match sign {
                "≤" => "≥",
                "<" => ">",
                same => same,
            };
            return format!("{} {mirrored} {}", self.sum(&right, 0), total.saturating_neg());
        }
        format!("{} {sign} {}", self.sum(&left, 0), self.sum(&right, total))
    }

    fn of_definition(&mut self, name: &'a str, constraint: &Constraint<'a>) -> Option<String> {
        let arguments = &constraint.arguments;
        let is_own = |value: &Value<'a>| *value == Value::Name(name);
        if let ("int_lin_eq", [factors, terms, Value::Int(total)]) = (constraint.name, &arguments[..]) {
            let terms = self.linear(factors, terms);
            let own = terms.iter().find(|(_, term)| is_own(term)).map(|(factor, _)| *factor)?;
            if own.abs() != 1 || terms.iter().filter(|(_, term)| is_own(term)).count() > 1 {
                return None;
            }
            let others = terms.into_iter().filter(|(_, term)| !is_own(term));
            let others: Vec<_> = others.map(|(factor, term)| (-own * factor, term)).collect();
            return Some(cut(self.sum(&others, own * total)));
        }
        if let ("bool2int", [bool, own]) = (constraint.name, &arguments[..])
            && is_own(own)
        {
            let statement = self.statement(bool);
            return Some(truth_of(&cut(statement)));
        }
        let kind = constraint.name.strip_suffix("_reif").or_else(|| constraint.name.strip_suffix("_imp"));
        let kind = kind.unwrap_or(constraint.name);
        let is_truth = kind != constraint.name || kind.starts_with("array_bool_") || kind == "bool_not";
        let others: Vec<&Value<'a>> = arguments.iter().filter(|&value| !is_own(value)).collect();
        let text = match (kind, &others[..]) {
            ("int_lin_eq" | "int_lin_ne" | "int_lin_le", [factors, terms, Value::Int(total)]) => {
                let terms = self.linear(factors, terms);
                self.relation(&terms, sign_of(kind)?, *total)
            }
            ("array_bool_and" | "array_bool_or", [list]) => {
                let sign = if kind.ends_with("and") { " ∧ " } else { " ∨ " };
                self.statements(list).join(sign)
            }
            ("bool_clause", [yes, no]) => {
                let no = self.statements(no).into_iter().map(|statement| format!("¬ ({statement})"));
                let no: Vec<String> = no.collect();
                self.statements(yes).into_iter().chain(no).collect::<Vec<_>>().join(" ∨ ")
            }
            ("bool_not", [other]) => format!("¬ ({})", self.statement(other)),
            ("int_times", [left, right]) => format!("{}·{}", self.part(left), self.part(right)),
            ("array_int_element" | "array_var_int_element", [index, list]) => {
                format!("{}[{}]", self.of(list), self.of(index))
            }
            ("set_in", [one, set]) => format!("{} in {}", self.part(one), self.of(set)),
            (_, [left, right]) if sign_of(kind).is_some() => {
                format!("{} {} {}", self.part(left), sign_of(kind)?, self.part(right))
            }
            _ => {
                let called = kind.trim_start_matches("fzn_").trim_start_matches("residua_");
                let called = called.trim_start_matches("array_").trim_start_matches("int_");
                let list: Vec<String> = others.iter().map(|value| self.of(value)).collect();
                format!("{called}({})", list.join(", "))
            }
        };
        Some(if is_truth { truth_of(&cut(text)) } else { cut(text) })
    }
}

fn sign_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "int_eq" | "int_lin_eq" | "bool_eq" => "=",
        "int_ne" | "int_lin_ne" | "bool_xor" => "≠",
        "int_le" | "int_lin_le" | "bool_le" => "≤",
        "int_lt" | "bool_lt" => "<",
        _ => return None,
    })
}

/// Text that is not too long.
fn cut(text: String) -> String {
    let Some((at, _)) = text.char_indices().nth(LONGEST) else { return text };
    let short = &text[..at];
    let open = short.matches('⟦').count().saturating_sub(short.matches('⟧').count());
    format!("{short}…{}", "⟧".repeat(open))
}
