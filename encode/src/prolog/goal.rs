//! Prolog encoding of statements, as goals.

use std::fmt::Write;

use residua::constraints::{Comparator, Function, Linear, Operand, Statement};
use residua::domain::Domain;
use residua::model::IntView;

use crate::sides::Sides;

/// A set as Prolog writes it: `1..3\/5`, and `1..0` for the empty one.
///
/// ```
/// use residua::domain::Domain;
/// use residua_encode::prolog::domain;
///
/// assert_eq!(domain(&Domain::from([-3, -2, 0, 1, 2, 5])), r"-3.. -2\/0..2\/5");
/// ```
pub fn domain(values: &Domain) -> String {
    let mut text = String::new();
    for run in values.ranges() {
        let gap = if text.is_empty() { "" } else { "\\/" };
        // A sign directly after an operator would become part of it.
        let signed =
            |after: &str, v: i32| if v < 0 && !after.is_empty() { format!(" {v}") } else { v.to_string() };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}{}", signed(gap, *run.start()));
        if run.start() != run.end() {
            let _ = write!(text, "..{}", signed("..", *run.end()));
        }
    }
    if text.is_empty() { "1..0".to_owned() } else { text }
}

/// Writes statements over variables with these names, by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) names: &'a [String],
}

impl Writer<'_> {
    /// Variables with their common values, as a top level prints them: `X = Y, Y = 3`.
    pub(super) fn bindings(self, by_value: &[(i32, Vec<usize>)]) -> Vec<String> {
        let mut goals = Vec::new();
        for (value, group) in by_value {
            let next = group[1..].iter().map(|&var| self.names[var].clone()).chain([value.to_string()]);
            goals.extend(group.iter().zip(next).map(|(&var, next)| format!("{} = {next}", self.names[var])));
        }
        goals
    }

    /// Two variables that are equal.
    pub(super) fn equality(self, linear: &Linear) -> String {
        let sides: Vec<&str> = linear.terms().iter().map(|(_, var)| &*self.names[var.index()]).collect();
        sides.join(" = ")
    }

    /// Appends goals whose conjunction is the statement.
    pub(super) fn conjuncts(self, statement: &Statement, goals: &mut Vec<String>) {
        match statement {
            Statement::All(parts) => parts.iter().for_each(|part| self.conjuncts(part, goals)),
            Statement::AllDifferent(views) => self.all_different(views, goals),
            Statement::Linear(linear) if linear.truth() == Some(true) => {}
            Statement::Linear(linear) if linear.truth() == Some(false) => goals.push("false".to_owned()),
            Statement::Circuit { nodes, holds: true } => {
                let goal = self.circuit(nodes, goals);
                let goal = goal.unwrap_or_else(|| self.on_circuit(nodes, true, goals));
                goals.push(goal);
            }
            other => {
                let goal = self.reifiable(other, false, goals);
                goals.push(goal);
            }
        }
    }

    /// `all_distinct` of variables that are shifted by the same constant; everything else in pairs.
    fn all_different(self, views: &[IntView], goals: &mut Vec<String>) {
        let mut alike: Vec<Vec<IntView>> = Vec::new();
        for &x in views {
            let is_alike = |y: IntView| x.scale() != 0 && (x.scale(), x.offset()) == (y.scale(), y.offset());
            // A term that occurs twice has to differ from itself: that is written as a pair.
            match alike.iter_mut().find(|class| is_alike(class[0]) && !class.contains(&x)) {
                Some(class) => class.push(x),
                None => alike.push(vec![x]),
            }
        }
        let (lists, pairs): (Vec<usize>, Vec<usize>) = (0..alike.len()).partition(|&i| alike[i].len() > 2);
        for list in lists {
            let names: Vec<&str> = alike[list].iter().map(|x| &*self.names[x.var.index()]).collect();
            goals.push(format!("all_distinct([{}])", names.join(", ")));
        }
        let within = pairs.iter().map(|&class| (class, class));
        let across = (0..alike.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        for (i, j) in within.chain(across) {
            for (at, &x) in alike[i].iter().enumerate() {
                let others = if i == j { &alike[j][at + 1..] } else { &alike[j][..] };
                for &y in others {
                    self.conjuncts(&Statement::Linear(differ(x, y)), goals);
                }
            }
        }
    }

    /// A single goal that may be part of a disjunction: in parentheses if it is `nested` and has several parts. Goals that say what
    /// auxiliary variables in it are come before it.
    fn reifiable(self, statement: &Statement, nested: bool, before: &mut Vec<String>) -> String {
        let joined = |parts: Vec<String>, operator: &str, of_none: &str| match parts.len() {
            0 => of_none.to_owned(),
            1 => parts.concat(),
            _ if nested => format!("({})", parts.join(operator)),
            _ => parts.join(operator),
        };
        let mut all =
            |parts: &[Statement]| parts.iter().map(|part| self.reifiable(part, true, before)).collect();
        match statement {
            Statement::Linear(linear) => self.linear(linear),
            Statement::Member(view, values) => {
                format!("{} in {}", self.names[view.var.index()], domain(&view.preimage(values)))
            }
            &Statement::Function { function, arguments, result, holds } => {
                self.function(function, arguments, result, holds, nested)
            }
            Statement::All(parts) => joined(all(parts), " #/\\ ", "0 #= 0"),
            Statement::Any(parts) => joined(all(parts), " #\\/ ", "0 #= 1"),
            Statement::Count { of, comparator, to } => {
                let truths: Vec<String> = of.iter().map(|part| self.truth(part, before)).collect();
                self.sum(&truths, *comparator, *to)
            }
            Statement::Weighted { of, comparator, to } => {
                let term = |(weight, part): &(i64, _)| format!("{weight}*{}", self.truth(part, before));
                let terms: Vec<String> = of.iter().map(term).collect();
                self.sum(&terms, *comparator, *to)
            }
            Statement::Circuit { nodes, holds } => self.on_circuit(nodes, *holds, before),
            Statement::AllDifferent(views) => {
                let pairs =
                    views.iter().enumerate().flat_map(|(i, &x)| views[..i].iter().map(move |&y| (y, x)));
                joined(pairs.map(|(x, y)| self.linear(&differ(x, y))).collect(), " #/\\ ", "0 #= 0")
            }
        }
    }

    /// An auxiliary variable that is 1 where the statement holds, otherwise 0.
    fn truth(self, statement: &Statement, before: &mut Vec<String>) -> String {
        let goal = self.reifiable(statement, true, before);
        // The number of goals is another one each time.
        let truth = format!("{}{}", self.prefix(), before.len());
        before.push(format!("{truth} #<==> {goal}"));
        truth
    }

    fn sum(self, terms: &[String], comparator: Comparator, to: Operand) -> String {
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        let to = match to {
            Operand::View(view) => self.view(view),
            Operand::Constant(constant) => constant.to_string(),
        };
        format!("{sum} {} {to}", operator(comparator))
    }

    /// That a function equals the result, or, where that does not hold, that it is undefined or does not.
    fn function(
        self,
        function: Function,
        arguments: [IntView; 2],
        result: IntView,
        holds: bool,
        nested: bool,
    ) -> String {
        let [x, y, z] = [arguments[0], arguments[1], result].map(|view| self.operand(view));
        let equation = |operator: &str| format!("{x} {operator} {y} #= {z}");
        let equation = match function {
            Function::Times => equation("*"),
            // SWI-Prolog 9.0 loses solutions of quotients that may be false.
            Function::Quotient if nested || !holds => format!("{x} #= {y} * {z} + ({x} rem {y})"),
            Function::FloorQuotient if nested || !holds => format!("{x} #= {y} * {z} + ({x} mod {y})"),
            Function::Quotient => equation("//"),
            Function::FloorQuotient => equation("div"),
            Function::Remainder => equation("rem"),
            Function::FloorRemainder => equation("mod"),
            Function::Power if arguments[1].scale() == 0 && arguments[1].offset() >= 0 => equation("^"),
            // Below 0, SWI-Prolog has solutions that it loses elsewhere.
            Function::Power => format!(
                "({y} #>= 0 #/\\ {x} ^ max({y}, 0) #= {z} #\\/ {y} #< 0 #/\\ {x} #= 1 #/\\ {z} #= 1 #\\/ \
                 {y} #< 0 #/\\ {x} #= -1 #/\\ {z} #= 1 - 2*({y} mod 2))"
            ),
        };
        if holds { equation } else { format!("#\\ ({equation})") }
    }

    /// `X`, `(2*X + 1)`, `(-3)`.
    fn operand(self, view: IntView) -> String {
        let name = &self.names[view.var.index()];
        match (view.scale(), view.offset()) {
            (1, 0) if !name.starts_with('-') => name.clone(),
            (1, 0) => format!("({name})"),
            (0, offset @ 0..) => offset.to_string(),
            (0, offset) => format!("({offset})"),
            (scale, 0) => format!("({scale}*{name})"),
            (1, offset) => format!("({name} + {offset})"),
            (scale, offset) => format!("({scale}*{name} + {offset})"),
        }
    }

    fn linear(self, linear: &Linear) -> String {
        let Sides { left, comparator, right } = Sides::of(linear);
        let operator = operator(comparator);
        format!("{} {operator} {}", left.written(self.names), right.written(self.names))
    }

    /// What no name begins with.
    pub(super) fn prefix(self) -> String {
        let mut prefix = "Truth".to_owned();
        while self.names.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        prefix
    }

    /// `2*X - 1`.
    pub(super) fn view(self, view: IntView) -> String {
        format!("{}*{} + {}", view.scale(), self.names[view.var.index()], view.offset()).replace("+ -", "- ")
    }
}

fn operator(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Eq => "#=",
        Comparator::Ne => "#\\=",
        Comparator::Le => "#=<",
        Comparator::Lt => "#<",
        Comparator::Ge => "#>=",
        Comparator::Gt => "#>",
    }
}

fn differ(x: IntView, y: IntView) -> Linear {
    Linear::between(x, Comparator::Ne, y, 0).expect("invariant: the views fit into 32 bits")
}
