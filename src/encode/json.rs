//! A model as a JSON object, for programs. `docs/json.md` describes its members.

use crate::constraints::{Comparator, LinearRelation, Node, Operand, Statement};
use crate::domain::Domain;
use crate::encode::Unencodable;
use crate::encode::statements::statements;
use crate::model::{IntVar, IntView, Model};

/// The model as a JSON object, in one line without a line end: its variables, aliases and constraints.
///
/// ```
/// use residua::constraints::lt;
/// use residua::encode::json;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, [1, 2, 3, 5]));
/// model.post(lt(x, y))?;
/// assert_eq!(json(&model)?, concat!(
///     r#"{"variables":[{"name":"x","domain":[[1,3],[5,5]]},{"name":"y","domain":[[1,3],[5,5]]}],"#,
///     r#""aliases":[],"#,
///     r#""constraints":[{"name":"c0","text":"x < y","says":{"linear":{"#,
///     r#""terms":[{"factor":1,"variable":0},{"factor":-1,"variable":1}],"relation":"<=","constant":-1}}}]}"#,
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unencodable`] if a constraint has no statement.
pub fn json(model: &Model) -> Result<String, Unencodable> {
    let variable = |var| {
        let domain = ranges(model.domain(var));
        format!("{{\"name\":{},\"domain\":{domain}}}", string(&model.name(var)))
    };
    let variables = array(model.vars().map(variable));
    let (mut aliases, mut constraints) = (Vec::new(), Vec::new());
    for ((id, constraint), statement) in model.constraints().zip(statements(model)?) {
        if let Statement::Linear(linear) = &statement
            && let Some((x, y, gap)) = linear.alias()
        {
            aliases.push(format!("{{\"variable\":{},\"is\":{},\"plus\":{gap}}}", x.index(), y.index()));
            continue;
        }
        let (name, text) = (model.constraint_name(id), model.show(&**constraint).to_string());
        let (name, text, says) = (string(&name), string(&text), says(&statement));
        constraints.push(format!("{{\"name\":{name},\"text\":{text},\"says\":{says}}}"));
    }
    let (aliases, constraints) = (array(aliases), array(constraints));
    Ok(format!("{{\"variables\":{variables},\"aliases\":{aliases},\"constraints\":{constraints}}}"))
}

/// A statement as an object with one member, named after its kind.
fn says(statement: &Statement) -> String {
    let (kind, value) = match statement {
        Statement::Linear(linear) => {
            let term = |(factor, var): &(i64, IntVar)| {
                format!("{{\"factor\":{factor},\"variable\":{}}}", var.index())
            };
            let relation = match linear.relation() {
                LinearRelation::Equal => "=",
                LinearRelation::Different => "!=",
                LinearRelation::AtMost => "<=",
            };
            let (terms, constant) = (array(linear.terms().iter().map(term)), linear.constant());
            ("linear", format!("{{\"terms\":{terms},\"relation\":\"{relation}\",\"constant\":{constant}}}"))
        }
        Statement::AllDifferent(views) => ("all_different", array(views.iter().map(|&x| view(x)))),
        Statement::Member(x, values) => {
            ("member", format!("{{\"view\":{},\"values\":{}}}", view(*x), ranges(values)))
        }
        Statement::Function { function, arguments, result, holds } => {
            let (arguments, result) = (array(arguments.iter().map(|&x| view(x))), view(*result));
            let name = string(function.name());
            (
                "function",
                format!(
                    "{{\"name\":{name},\"arguments\":{arguments},\"result\":{result},\"holds\":{holds}}}"
                ),
            )
        }
        Statement::All(parts) => ("all", array(parts.iter().map(says))),
        Statement::Any(parts) => ("any", array(parts.iter().map(says))),
        Statement::Count { of, comparator, to } => {
            let (of, relation, to) = (array(of.iter().map(says)), relation(*comparator), operand(*to));
            ("count", format!("{{\"of\":{of},\"relation\":\"{relation}\",\"to\":{to}}}"))
        }
        Statement::Weighted { of, comparator, to } => {
            let part = |(weight, part): &(i64, Statement)| {
                format!("{{\"weight\":{weight},\"says\":{}}}", says(part))
            };
            let (of, relation, to) = (array(of.iter().map(part)), relation(*comparator), operand(*to));
            ("weighted", format!("{{\"of\":{of},\"relation\":\"{relation}\",\"to\":{to}}}"))
        }
        Statement::Circuit { nodes, holds } => {
            let node = |node: &Node| {
                let (successor, label, optional) = (view(node.successor), node.label, node.is_optional);
                format!("{{\"successor\":{successor},\"label\":{label},\"optional\":{optional}}}")
            };
            let nodes = array(nodes.iter().map(node));
            ("circuit", format!("{{\"nodes\":{nodes},\"holds\":{holds}}}"))
        }
    };
    format!("{{\"{kind}\":{value}}}")
}

fn relation(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Eq => "=",
        Comparator::Ne => "!=",
        Comparator::Lt => "<",
        Comparator::Le => "<=",
        Comparator::Gt => ">",
        Comparator::Ge => ">=",
    }
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::View(x) => view(x),
        Operand::Constant(constant) => constant.to_string(),
    }
}

fn view(x: IntView) -> String {
    format!("{{\"factor\":{},\"variable\":{},\"plus\":{}}}", x.scale(), x.var.index(), x.offset())
}

/// The runs of a set, each by its first and its last value.
fn ranges(values: &Domain) -> String {
    array(values.ranges().map(|run| format!("[{},{}]", run.start(), run.end())))
}

fn array(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// A string with the escapes that JSON requires.
fn string(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
