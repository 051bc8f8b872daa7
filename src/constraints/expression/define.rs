//! Flattening of expressions into views: each function gets an auxiliary variable, defined by the constraint of the
//! catalogue that states it.
//!
//! A definition holds whatever else does, also where the expression is part of a condition that does not hold. So where a function is
//! partial it is given arguments for which it has a value, and that they are not the true ones is said beside it: of `x / y` the
//! divisor is `if y ≠ 0 then y else 1`, and what is compared holds only where `y ≠ 0`.
//!
//! Equal parts share their variable: within one constraint; and across constraints, where no explanations are recorded, which speak of
//! one constraint at a time.

use std::sync::Arc;

use crate::constraints::auxiliaries::Auxiliaries;
use crate::constraints::expression::call::{Call, Ends, safe_argument};
use crate::constraints::expression::direct::operand;
use crate::constraints::logic::{is_too_deep, literal_of};
use crate::constraints::truth::Truth;
use crate::constraints::{
    Calculation, Constraint, Expr, Extremum, Operand, all_of, any_of, element, element_var, eq, exact_sum,
    number_of,
};
use crate::domain::Domain;
use crate::engine::Part;
use crate::store::Failure;
use crate::store::handle::{IntVar, IntView};

impl Expr {
    /// The expression with a view in the place of each function. Adds to `conditions` what must hold for all of them to have a value.
    pub(super) fn flattened(
        &self,
        to: &mut dyn Auxiliaries,
        conditions: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<Expr, Failure> {
        let mut terms = self.terms.clone();
        for (factor, call) in &self.calls {
            let alone =
                Expr { calls: vec![(*factor, Arc::clone(call))], depth: self.depth, ..Expr::default() };
            if *factor == 0 && alone.is_total(to) {
                continue;
            }
            let view = call.defined(to, conditions)?;
            if *factor != 0 {
                let factor = i32::try_from(*factor);
                terms.push(view * factor.expect("invariant: a function's factor is examined at posting"));
            }
        }
        Ok(Expr { terms, constant: self.constant, ..Expr::default() })
    }

    /// A view that is always equal to the expression, where it has a value.
    pub(super) fn defined_view(
        &self,
        to: &mut dyn Auxiliaries,
        conditions: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<IntView, Failure> {
        let flat = self.flattened(to, conditions)?;
        if let Some(view) = flat.as_view() {
            return Ok(view);
        }
        let part = Part::new(flat.clone(), &flat.views());
        if let Some(var) = to.find(&part) {
            return Ok(var.view());
        }
        let ends = flat.ends(to);
        let var = new_var(ends, to);
        if !flat.terms.is_empty() {
            let offsets: i128 = flat.terms.iter().map(|term| i128::from(term.offset())).sum();
            let mut terms: Vec<IntView> = flat.terms.iter().map(|&term| term - term.offset()).collect();
            terms.push(-var);
            let total = i64::try_from(-(flat.constant + offsets)).unwrap_or(i64::MAX);
            to.define(Arc::new(exact_sum(terms, total)))?;
        }
        to.share(part, var);
        Ok(var.view())
    }

    /// A number, or a view that is always equal to the expression, where it has a value.
    fn operand(
        &self,
        to: &mut dyn Auxiliaries,
        conditions: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<Operand, Failure> {
        match self.number() {
            Some(number) => Ok(Operand::from(number)),
            None => self.defined_view(to, conditions).map(Operand::View),
        }
    }

    /// The view that the expression is; `None` if it is more than a view.
    ///
    /// ```
    /// use residua::constraints::Expr;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    /// assert_eq!(Expr::from(2 * x + 1).as_view(), Some(2 * x + 1));
    /// assert_eq!((x + y).as_view(), None);
    /// ```
    pub fn as_view(&self) -> Option<IntView> {
        match (&self.terms[..], &self.calls[..], self.wide.len()) {
            (&[only], [], 0) => i32::try_from(self.constant).ok().map(|constant| only + constant),
            _ => None,
        }
    }

    /// The number that the expression is; `None` if it has terms or functions, or is nested too deep to be built.
    ///
    /// ```
    /// use residua::constraints::Expr;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let x = model.named_var("x", 0..=9);
    /// assert_eq!(Expr::from(1_i64 << 40).as_number(), Some(1 << 40));
    /// assert_eq!(Expr::from(x).as_number(), None);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn as_number(&self) -> Option<i64> {
        let is_number = self.is_constant() && !is_too_deep(self.depth);
        is_number.then(|| i64::try_from(self.constant).ok()).flatten()
    }

    /// How deep functions are nested in the expression, 0 without any. One that nests deeper than
    /// [can be posted](crate::constraints::MOST_NESTED) is not kept: it has a greater depth, and no terms.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number that it is, if it is one.
    pub(super) fn number(&self) -> Option<i32> {
        let is_number = self.is_constant() && !is_too_deep(self.depth);
        is_number.then(|| i32::try_from(self.constant).ok()).flatten()
    }
}

/// A variable with all values between these ends.
fn new_var((low, high): Ends, to: &mut dyn Auxiliaries) -> IntVar {
    let end =
        |end: i128| i32::try_from(end).expect("invariant: what an expression can be is examined at posting");
    to.new_var(Domain::from(end(low)..=end(high)))
}

impl Call {
    /// A view that is always equal to its value, where it has one.
    fn defined(
        &self,
        to: &mut dyn Auxiliaries,
        conditions: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<IntView, Failure> {
        match self {
            Call::IfElse { condition, then, or } => return chosen(condition, [then, or], to, conditions),
            Call::HowMany(parts) => {
                return match &parts[..] {
                    [only] => view_of_truth(only, to),
                    _ => self.counted(parts, to),
                };
            }
            _ => {}
        }
        // Of the arguments there are views before anything is said of them: each is gone through once, however often it is named.
        let flat = self.of_operands(to, conditions)?;
        let total = match flat.is_defined(to) {
            None => flat,
            Some(parts) => {
                let total = flat.made_total(&parts).of_operands(to, conditions)?;
                for part in parts {
                    conditions.push(part.decompose(to)?.unwrap_or(part));
                }
                total
            }
        };
        let part = total.as_part();
        if let Some(var) = to.find(&part) {
            return Ok(var.view());
        }
        let view = total.define(to)?;
        if view == view.var.view() {
            to.share(part, view.var);
        }
        Ok(view)
    }

    /// What a variable for it stands for.
    fn as_part(&self) -> Part {
        let mut views = Vec::new();
        self.collect(&mut views);
        Part::new(self.clone(), &(std::mem::discriminant(self), views))
    }

    /// The call made total: where it has no value, which these conditions exclude, its arguments are replaced by ones for which it has.
    fn made_total(&self, conditions: &[Arc<dyn Constraint>]) -> Call {
        let condition = all_of(conditions.iter().map(Arc::clone)).into_shared();
        let safe = |argument: &Expr, otherwise: i32| {
            Expr::from(Call::IfElse {
                condition: Arc::clone(&condition),
                then: argument.clone(),
                or: Expr::from(otherwise),
            })
        };
        match self {
            Call::Arithmetic(operation, arguments) => {
                let last = arguments.len() - 1;
                let mut arguments = arguments.clone();
                if let Some(value) = safe_argument(*operation) {
                    arguments[last] = safe(&arguments[last], value as i32);
                }
                Call::Arithmetic(*operation, arguments)
            }
            // None to choose from: a number in the place of it.
            Call::Extremum { .. } => Call::Extremum { terms: vec![Expr::from(0)], is_maximum: true },
            Call::Element { entries, .. } if entries.is_empty() => {
                Call::Element { entries: vec![Expr::from(0)], index: Expr::from(0) }
            }
            Call::Element { entries, index } => {
                Call::Element { entries: entries.clone(), index: safe(index, 0) }
            }
            other => other.clone(),
        }
    }

    /// The call on arguments that are views and numbers.
    fn of_operands(
        &self,
        to: &mut dyn Auxiliaries,
        conditions: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<Call, Failure> {
        let mut flat = |argument: &Expr| match argument.operand(to, conditions)? {
            Operand::View(view) => Ok(Expr::from(view)),
            Operand::Constant(constant) => Ok(Expr::from(constant)),
        };
        let mut all =
            |arguments: &[Expr]| arguments.iter().map(&mut flat).collect::<Result<Vec<Expr>, Failure>>();
        Ok(match self {
            Call::Arithmetic(operation, arguments) => Call::Arithmetic(*operation, all(arguments)?),
            Call::Extremum { terms, is_maximum } => {
                Call::Extremum { terms: all(terms)?, is_maximum: *is_maximum }
            }
            Call::Element { entries, index } => {
                let index = all(std::slice::from_ref(index))?.swap_remove(0);
                Call::Element { entries: all(entries)?, index }
            }
            Call::IfElse { .. } | Call::HowMany(_) => self.clone(),
        })
    }

    /// A view of the number of parts that hold.
    fn counted(&self, parts: &[Arc<dyn Constraint>], to: &mut dyn Auxiliaries) -> Result<IntView, Failure> {
        let whole = self.as_part();
        if let Some(var) = to.find(&whole) {
            return Ok(var.view());
        }
        let (mut always, mut atoms) = (0, Vec::new());
        for part in parts {
            let part = part.decompose(to)?.unwrap_or_else(|| Arc::clone(part));
            match part.as_atom() {
                Some(Truth::Always) => always += 1,
                Some(Truth::Never) => {}
                Some(Truth::Is(atom)) => atoms.push(atom),
                None => atoms.push(literal_of(&part, to)?.is(1)),
            }
        }
        let var = to.new_var(Domain::from(0..=atoms.len() as i32));
        to.define(Arc::new(number_of(atoms, var)))?;
        if always == 0 {
            to.share(whole, var);
        }
        Ok(var + always)
    }

    /// Makes the variable, and says what it is, of arguments that are views and numbers for which it has a value.
    fn define(&self, to: &mut dyn Auxiliaries) -> Result<IntView, Failure> {
        let flat = |argument: &Expr| {
            operand(argument).expect("invariant: the arguments are views and numbers of 32 bits")
        };
        if let Call::Element { entries, index } = self {
            let constants: Option<Vec<i32>> = entries.iter().map(Expr::number).collect();
            let entries: Vec<Operand> = entries.iter().map(flat).collect();
            let index = match flat(index) {
                Operand::Constant(place) => return Ok(view_of(entries[place as usize], to)),
                Operand::View(index) => index,
            };
            let (low, high) = (index.min(to).max(0) as usize, index.max(to).max(0) as usize);
            let reached = &entries[low.min(entries.len() - 1)..=high.min(entries.len() - 1)];
            let var = new_var_for(reached, to);
            to.define(match constants {
                Some(constants) => Arc::new(element(index, constants, var)),
                None => Arc::new(element_var(index, entries, var)),
            })?;
            return Ok(var.view());
        }
        let views: Vec<IntView> =
            self.arguments().into_iter().map(|argument| view_of(flat(argument), to)).collect();
        // Of what the arguments are as views, which are safe.
        let var = new_var(self.of_views(&views).ends(to), to);
        to.define(self.over(views, var.view()))?;
        Ok(var.view())
    }

    /// The arithmetic function, or extremum, of views.
    fn of_views(&self, views: &[IntView]) -> Call {
        let views = views.iter().map(Expr::from).collect();
        match self {
            Call::Arithmetic(operation, _) => Call::Arithmetic(*operation, views),
            Call::Extremum { is_maximum, .. } => Call::Extremum { terms: views, is_maximum: *is_maximum },
            _ => unreachable!("invariant: asked of functions of views only"),
        }
    }

    /// A function of arithmetic, or an extremum, as a constraint.
    pub(super) fn over(&self, views: Vec<IntView>, result: IntView) -> Arc<dyn Constraint> {
        match self {
            Call::Arithmetic(operation, _) => {
                Arc::new(Calculation { operation: *operation, arguments: views, result })
            }
            Call::Extremum { is_maximum, .. } => {
                Arc::new(Extremum { terms: views, result, is_maximum: *is_maximum })
            }
            _ => unreachable!("invariant: asked of functions of views only"),
        }
    }
}

/// A view that is the first of the branches where the condition holds, otherwise the other one.
fn chosen(
    condition: &Arc<dyn Constraint>,
    [then, or]: [&Expr; 2],
    to: &mut dyn Auxiliaries,
    conditions: &mut Vec<Arc<dyn Constraint>>,
) -> Result<IntView, Failure> {
    let (mut of_then, mut of_or) = (Vec::new(), Vec::new());
    let (then, or) = (then.operand(to, &mut of_then)?, or.operand(to, &mut of_or)?);
    let index = match truth_of(condition, to)? {
        Truth::Always => {
            conditions.extend(of_then);
            return Ok(view_of(then, to));
        }
        Truth::Never => {
            conditions.extend(of_or);
            return Ok(view_of(or, to));
        }
        Truth::Is(index) => index,
    };
    // Only of the one that is chosen the parts need a value, also where the variable is known already.
    let mut needed = |parts: Vec<Arc<dyn Constraint>>, where_not: IntView| {
        let either = |part| any_of([eq(where_not, 0).into_shared(), part]).into_shared();
        conditions.extend(parts.into_iter().map(either));
    };
    needed(of_then, index);
    needed(of_or, -index + 1);
    let choice = (index, then, or);
    let part = Part::new(choice, &choice);
    if let Some(var) = to.find(&part) {
        return Ok(var.view());
    }
    let var = new_var_for(&[then, or], to);
    to.define(Arc::new(element_var(index, [or, then], var)))?;
    to.share(part, var);
    Ok(var.view())
}

/// A variable for one of these.
fn new_var_for(operands: &[Operand], to: &mut dyn Auxiliaries) -> IntVar {
    let ends = |operand: &Operand| match *operand {
        Operand::View(view) => (view.min(to).into(), view.max(to).into()),
        Operand::Constant(constant) => (constant.into(), constant.into()),
    };
    let hull = |one: Ends, other: Ends| (one.0.min(other.0), one.1.max(other.1));
    let ends = operands.iter().map(ends).reduce(hull);
    new_var(ends.expect("invariant: made for one operand at least"), to)
}

/// A number as an auxiliary variable with that value.
fn view_of(operand: Operand, to: &mut dyn Auxiliaries) -> IntView {
    match operand {
        Operand::View(view) => view,
        Operand::Constant(constant) => {
            let part = Part::new(constant, &constant);
            if let Some(var) = to.find(&part) {
                return var.view();
            }
            let var = to.new_var(Domain::from(constant as i32));
            to.share(part, var);
            var.view()
        }
    }
}

/// A view that is 1 where the condition holds, otherwise 0: for an atom of a 0–1 variable, a view of that variable.
fn view_of_truth(condition: &Arc<dyn Constraint>, to: &mut dyn Auxiliaries) -> Result<IntView, Failure> {
    Ok(match truth_of(condition, to)? {
        Truth::Is(view) => view,
        Truth::Always => view_of(Operand::Constant(1), to),
        Truth::Never => view_of(Operand::Constant(0), to),
    })
}

/// The atom that is true where the condition holds, or that it always holds, or never.
fn truth_of(condition: &Arc<dyn Constraint>, to: &mut dyn Auxiliaries) -> Result<Truth<IntView>, Failure> {
    let condition = condition.decompose(to)?.unwrap_or_else(|| Arc::clone(condition));
    Ok(match condition.as_atom() {
        Some(Truth::Always) => Truth::Always,
        Some(Truth::Never) => Truth::Never,
        Some(Truth::Is(atom)) if (to.min(atom.var()), to.max(atom.var())) == (0, 1) => {
            match (atom.allows(0), atom.allows(1)) {
                (true, true) => Truth::Always,
                (false, false) => Truth::Never,
                (_, true) => Truth::Is(atom.var().view()),
                (true, _) => Truth::Is(-atom.var() + 1),
            }
        }
        _ => Truth::Is(literal_of(&condition, to)?.view()),
    })
}
