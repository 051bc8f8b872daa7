//! Random files of FlatZinc, with what each of their constraints means.

use crate::flatzinc_oracle::{builtins, flat};
use crate::natives::draft::{self, Cell, Draft, Holds, text};

/// A constraint: its name, its arguments, and for which values of the variables it holds.
pub(crate) struct Item {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<String>,
    pub(crate) holds: Holds,
}

/// A constraint of a file.
pub(crate) struct Line {
    pub(crate) holds: Holds,
    /// Whether it says what a variable of the compiler is, and nothing else.
    pub(crate) is_definition: bool,
}

pub(crate) struct File {
    pub(crate) text: String,
    /// By variable: its values, and whether the compiler introduced it. They are called x0, x1, …
    pub(crate) domains: Vec<Vec<i64>>,
    pub(crate) is_introduced: Vec<bool>,
    pub(crate) lines: Vec<Line>,
}

/// How a constraint is said.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Plain,
    Reified,
    Implied,
}

impl File {
    /// A random file.
    pub(crate) fn new(seed: u64) -> File {
        File::drafted(seed, false)
    }

    /// The same with a number that has no values, if it has numbers.
    pub(crate) fn without_values(seed: u64) -> File {
        File::drafted(seed, true)
    }

    fn drafted(seed: u64, is_emptied: bool) -> File {
        let mut to = Draft::new(seed);
        let (again, known) = (to.one_of(&[5, 30, 60]), to.one_of(&[5, 25, 50]));
        let mut to = to.with(again, known);
        let mut writer = Writer { declared: String::new(), posted: String::new(), arrays: 0 };
        let mut lines = Vec::new();
        let mut introduced = Vec::new();
        for at in 0..to.pick(1, 5) {
            let kinds = builtins::ROWS.len() + flat::COUNT;
            let kind = to.pick(0, kinds as i64 - 1) as usize;
            let item = match builtins::ROWS.get(kind) {
                Some((name, make)) => make(name, &mut to),
                None => flat::item(kind - builtins::ROWS.len(), &mut to),
            };
            let form = to.one_of(&[Form::Plain, Form::Plain, Form::Reified, Form::Implied]);
            let is_definition = form == Form::Reified && to.chance(30);
            let truth = match form {
                Form::Plain => None,
                _ if is_definition => Some(to.fresh_bool()),
                _ => Some(to.bool()),
            };
            if let (true, Some(Cell::Var(var))) = (is_definition, truth) {
                introduced.push(var);
            }
            let label = to.chance(60).then(|| format!("c{at}"));
            writer.post(&mut to, &item, form, truth, is_definition, label);
            lines.push(Line { holds: said(item.holds, form, truth), is_definition });
        }
        let numbers: Vec<usize> = (0..to.vars.len()).filter(|&var| !to.vars[var].is_bool).collect();
        if is_emptied && !numbers.is_empty() {
            let var = to.one_of(&numbers);
            to.vars[var].values.clear();
        }
        let is_introduced: Vec<bool> = (0..to.vars.len()).map(|var| introduced.contains(&var)).collect();
        let mut text = String::new();
        for (at, (var, is_introduced)) in to.vars.iter().zip(&is_introduced).enumerate() {
            let kind = if var.is_bool { "bool".to_owned() } else { draft::set(&var.values) };
            let notes =
                if *is_introduced { ":: var_is_introduced :: is_defined_var" } else { ":: output_var" };
            text.push_str(&["var ", &kind, &format!(": x{at} "), notes, ";\n"].concat());
        }
        text += &writer.declared;
        text += &writer.posted;
        text += "solve satisfy;\n";
        let domains = to.vars.iter().map(|var| var.values.clone()).collect();
        File { text, domains, is_introduced, lines }
    }
}

fn said(holds: Holds, form: Form, truth: Option<Cell>) -> Holds {
    let is_true = move |values: &[i64]| truth.is_none_or(|truth| truth.of(values) == 1);
    match form {
        Form::Plain => holds,
        Form::Reified => Box::new(move |values| holds(values) == is_true(values)),
        Form::Implied => Box::new(move |values| !is_true(values) || holds(values)),
    }
}

struct Writer {
    declared: String,
    posted: String,
    arrays: usize,
}

impl Writer {
    fn post(
        &mut self,
        to: &mut Draft,
        item: &Item,
        form: Form,
        truth: Option<Cell>,
        is_definition: bool,
        label: Option<String>,
    ) {
        let mut arguments: Vec<String> =
            item.arguments.iter().map(|argument| self.named(to, argument)).collect();
        arguments.extend(truth.map(text));
        let end = match form {
            Form::Plain => "",
            Form::Reified => "_reif",
            Form::Implied => "_imp",
        };
        let label = label.map_or_else(String::new, |label| format!(" :: mzn_constraint_name(\"{label}\")"));
        let defines = match truth {
            Some(truth) if is_definition => format!(" :: defines_var({})", text(truth)),
            _ => String::new(),
        };
        let line = format!("constraint {}{end}({}){label}{defines};\n", item.name, arguments.join(","));
        self.posted.push_str(&line);
    }

    /// Now and then, an array or a number by a name.
    fn named(&mut self, to: &mut Draft, argument: &str) -> String {
        let elements: Vec<&str> = argument
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .map_or_else(
                Vec::new,
                |list| if list.contains('{') { Vec::new() } else { list.split(',').collect() },
            );
        let is_number = argument.parse::<i64>().is_ok();
        if elements.iter().all(|element| element.is_empty()) && !is_number || !to.chance(25) {
            return argument.to_owned();
        }
        let name = format!("a{}", self.arrays);
        self.arrays += 1;
        if is_number {
            self.declared.insert_str(0, &format!("int: {name} = {argument};\n"));
            return name;
        }
        let is_known = elements.iter().all(|element| !element.starts_with('x'));
        let is_truth = |element: &&str| match element.strip_prefix('x') {
            Some(var) => to.vars[var.parse::<usize>().expect("a number")].is_bool,
            None => element.parse::<i64>().is_err(),
        };
        let kind = if elements.iter().all(is_truth) { "bool" } else { "int" };
        let var = if is_known { "" } else { "var " };
        let line = format!("array [1..{}] of {var}{kind}: {name} = {argument};\n", elements.len());
        self.declared.push_str(&line);
        name
    }
}
