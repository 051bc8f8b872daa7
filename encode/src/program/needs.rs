//! Columns that the linear encoding of statements needs.

use residua::constraints::{Node, Operand, Statement};
use residua::model::Model;

use crate::program::writer::is_by_value;

/// Which columns the variables of a model need.
pub(super) struct Needs<'a> {
    pub(super) model: &'a Model,
    pub(super) values: Vec<bool>,
    pub(super) numbers: Vec<bool>,
}

impl Needs<'_> {
    pub(super) fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::Linear(linear) => {
                let is_by_value = is_by_value(self.model, linear);
                let needed = if is_by_value { &mut self.values } else { &mut self.numbers };
                linear.terms().iter().for_each(|(_, var)| needed[var.index()] = true);
            }
            Statement::AllDifferent(views) => {
                for view in views {
                    self.values[view.var.index()] = true;
                }
            }
            Statement::Member(view, _) => self.values[view.var.index()] = true,
            Statement::Function { arguments, result, .. } => {
                for view in arguments.iter().chain([result]) {
                    self.values[view.var.index()] = true;
                }
            }
            Statement::All(parts) | Statement::Any(parts) => parts.iter().for_each(|part| self.add(part)),
            Statement::Count { of, to, .. } => {
                for part in of {
                    self.add_counted(part);
                }
                self.add_operand(*to);
            }
            Statement::Weighted { of, to, .. } => {
                for (_, part) in of {
                    self.add_counted(part);
                }
                self.add_operand(*to);
            }
            Statement::Circuit { nodes, holds } => {
                for node in nodes {
                    self.values[node.successor.var.index()] = true;
                }
                if !holds {
                    let different = Node::permutation(nodes).iter().filter_map(Statement::negated).collect();
                    self.add(&Statement::Any(different));
                }
            }
        }
    }

    /// A part that is counted is written with its negation.
    fn add_counted(&mut self, part: &Statement) {
        self.add(part);
        part.negated().iter().for_each(|part| self.add(part));
    }

    fn add_operand(&mut self, operand: Operand) {
        if let Operand::View(view) = operand {
            self.numbers[view.var.index()] = true;
        }
    }
}
