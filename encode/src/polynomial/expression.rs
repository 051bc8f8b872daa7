//! Polynomial expressions: sums and products, not multiplied out.

/// A polynomial over numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Variable(usize),
    Power(Box<Expression>, u32),
    /// Factors, each of a polynomial; and a constant.
    Sum(Vec<(i128, Expression)>, i128),
    /// A product; 1 without factors.
    Product(Vec<Expression>),
}

impl Expression {
    /// A number.
    pub(super) fn number(number: i128) -> Expression {
        Expression::Sum(Vec::new(), number)
    }

    /// `self - number`.
    pub(super) fn minus(self, number: i128) -> Expression {
        match self {
            Expression::Sum(terms, constant) => Expression::Sum(terms, constant - number),
            other => Expression::Sum(vec![(1, other)], -number),
        }
    }

    /// The product of these factors; a single one as it is.
    pub(super) fn product(mut factors: Vec<Expression>) -> Expression {
        match (factors.pop(), factors.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                factors.extend(last);
                Expression::Product(factors)
            }
        }
    }

    pub(super) fn power(self, exponent: u32) -> Expression {
        if exponent == 1 { self } else { Expression::Power(Box::new(self), exponent) }
    }

    /// How many variables and numbers it is written with.
    pub(super) fn size(&self) -> usize {
        match self {
            Expression::Variable(_) => 1,
            Expression::Power(base, _) => 1 + base.size(),
            Expression::Sum(terms, _) => 1 + terms.iter().map(|(_, term)| 1 + term.size()).sum::<usize>(),
            Expression::Product(factors) => 1 + factors.iter().map(Expression::size).sum::<usize>(),
        }
    }

    /// As text, given the names of the variables and the sign of a power.
    pub(super) fn show(&self, names: &[String], power: &str) -> String {
        match self {
            Expression::Variable(number) => names[*number].clone(),
            Expression::Power(base, exponent) => format!("{}{power}{exponent}", base.factor(names, power)),
            Expression::Product(factors) if factors.is_empty() => "1".to_owned(),
            Expression::Product(factors) => {
                factors.iter().map(|factor| factor.factor(names, power)).collect::<Vec<_>>().join("*")
            }
            Expression::Sum(terms, constant) => {
                let mut text = String::new();
                for (factor, term) in terms {
                    let sign = match (*factor < 0, text.is_empty()) {
                        (true, true) => "-",
                        (true, false) => " - ",
                        (false, true) => "",
                        (false, false) => " + ",
                    };
                    text += sign;
                    if factor.unsigned_abs() != 1 {
                        text += &factor.unsigned_abs().to_string();
                        text.push('*');
                    }
                    text += &term.factor(names, power);
                }
                match (*constant, text.is_empty()) {
                    (constant, true) => constant.to_string(),
                    (0, false) => text,
                    (constant, false) if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
                    (constant, false) => format!("{text} + {constant}"),
                }
            }
        }
    }

    /// As text that may be a factor.
    fn factor(&self, names: &[String], power: &str) -> String {
        let text = self.show(names, power);
        if matches!(self, Expression::Sum(..)) { format!("({text})") } else { text }
    }
}
