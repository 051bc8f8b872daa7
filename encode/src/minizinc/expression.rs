//! MiniZinc encoding of statements, as expressions.

use residua::constraints::{Comparator, Linear, Operand, Statement};
use residua::domain::Domain;
use residua::model::{IntVar, IntView, Model};

use crate::minizinc::names::Item;
use crate::sides::Sides;

/// A set as MiniZinc writes it: `1..9`, `{1, 3, 5}`, `1..3 union {5}`, `{}`.
pub(super) fn set(values: &Domain) -> String {
    const FEW: usize = 12;
    let runs: Vec<(i32, i32)> = values.ranges().map(|run| (*run.start(), *run.end())).collect();
    let elements: Vec<String> = values.iter().take(FEW + 1).map(|value| value.to_string()).collect();
    match runs[..] {
        [(low, high)] if low < high => format!("{low}..{high}"),
        _ if elements.len() <= FEW => format!("{{{}}}", elements.join(", ")),
        _ => {
            let run =
                |&(low, high)| if low == high { format!("{{{low}}}") } else { format!("{low}..{high}") };
            runs.iter().map(run).collect::<Vec<_>>().join(" union ")
        }
    }
}

/// Writes statements over variables that are written like this, by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) items: &'a [Item],
    pub(super) references: &'a [String],
}

impl Writer<'_> {
    pub(super) fn expression(&self, statement: &Statement) -> String {
        self.part(statement, false)
    }

    /// In parentheses if it is `nested` and has several parts.
    fn part(&self, statement: &Statement, nested: bool) -> String {
        let joined = |parts: &[Statement], operator: &str, of_none: &str| {
            // The only part stands where the list would.
            let nested_parts = nested || parts.len() > 1;
            let written: Vec<String> = parts.iter().map(|part| self.part(part, nested_parts)).collect();
            match written.len() {
                0 => of_none.to_owned(),
                1 => written.concat(),
                _ if nested => format!("({})", written.join(operator)),
                _ => written.join(operator),
            }
        };
        match statement {
            Statement::Linear(linear) => self.linear(linear),
            Statement::AllDifferent(views) => self.all_different(views),
            // Whatever the variable.
            Statement::Member(view, values) if view.scale() == 0 => {
                values.contains(view.offset()).to_string()
            }
            Statement::Member(view, values) => {
                // MiniZinc lists a set with gaps, and a complement reaches as far as values do.
                let domain = self.model.domain(view.var);
                let hull = domain.min().zip(domain.max()).map(|(low, high)| Domain::from(low..=high));
                let values = view.preimage(values).intersect(&hull.unwrap_or_else(Domain::empty));
                format!("{} in {}", self.variable(view.var), set(&values))
            }
            &Statement::Function { function, arguments, result, holds } => {
                self.function(function, arguments, result, holds)
            }
            Statement::All(parts) => joined(parts, " /\\ ", "true"),
            Statement::Any(parts) => joined(parts, " \\/ ", "false"),
            Statement::Count { of, comparator, to } => {
                let truth = |part| format!("bool2int({})", self.part(part, false));
                self.sum(&of.iter().map(truth).collect::<Vec<String>>(), *comparator, *to)
            }
            Statement::Weighted { of, comparator, to } => {
                let term =
                    |(weight, part): &(i64, _)| format!("{weight}*bool2int({})", self.part(part, false));
                self.sum(&of.iter().map(term).collect::<Vec<String>>(), *comparator, *to)
            }
            Statement::Circuit { nodes, holds } if nested => format!("({})", self.circuit(nodes, *holds)),
            Statement::Circuit { nodes, holds } => self.circuit(nodes, *holds),
        }
    }

    /// A sum in a relation to a view or a number.
    fn sum(&self, terms: &[String], comparator: Comparator, to: Operand) -> String {
        // An array of nothing has no type.
        let sum = if terms.is_empty() { "0".to_owned() } else { format!("sum([{}])", terms.join(", ")) };
        let to = match to {
            Operand::View(view) => self.view(view),
            Operand::Constant(constant) => constant.to_string(),
        };
        format!("{sum} {} {to}", operator(comparator))
    }

    pub(super) fn variable(&self, var: IntVar) -> &str {
        &self.references[var.index()]
    }

    fn all_different(&self, views: &[IntView]) -> String {
        // An array of nothing has no type.
        if views.is_empty() {
            return "true".to_owned();
        }
        let array = self.items.iter().find_map(|item| match item {
            Item::Array(vars, _, name) => {
                vars.iter().map(|var| var.view()).eq(views.iter().copied()).then_some(name)
            }
            Item::Variable(..) => None,
        });
        if let Some(array) = array {
            return format!("all_different({array})");
        }
        let views: Vec<String> = views.iter().map(|&view| self.view(view)).collect();
        format!("all_different([{}])", views.join(", "))
    }

    /// `2*x + 1`.
    pub(super) fn view(&self, view: IntView) -> String {
        let name = self.variable(view.var);
        let product = match view.scale() {
            0 => return view.offset().to_string(),
            1 => name.to_owned(),
            -1 => format!("-{name}"),
            scale => format!("{scale}*{name}"),
        };
        match view.offset() {
            0 => product,
            offset if offset < 0 => format!("{product} - {}", offset.unsigned_abs()),
            offset => format!("{product} + {offset}"),
        }
    }

    fn linear(&self, linear: &Linear) -> String {
        if let Some(truth) = linear.truth() {
            return truth.to_string();
        }
        let Sides { left, comparator, right } = Sides::of(linear);
        let operator = operator(comparator);
        format!("{} {operator} {}", left.written(self.references), right.written(self.references))
    }
}

fn operator(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Eq => "=",
        Comparator::Ne => "!=",
        Comparator::Le => "<=",
        Comparator::Lt => "<",
        Comparator::Ge => ">=",
        Comparator::Gt => ">",
    }
}
