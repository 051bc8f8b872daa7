//! Expression trees: evaluation, bounds, simplification, and text.

use std::fmt;
use std::sync::Arc;

use crate::constraints::expression::call::{Call, Ends};
use crate::constraints::logic::is_too_deep;
use crate::constraints::{AllOf, Constraint, Expr, Simplified, validate_depth};
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

impl Expr {
    /// The views in it, in the order in which they are written, with repetitions.
    pub fn views(&self) -> Vec<IntView> {
        let mut views = Vec::new();
        self.collect(&mut views);
        views
    }

    /// Adds its views, in the order in which they are written.
    pub(super) fn collect(&self, out: &mut Vec<IntView>) {
        out.extend(&self.terms);
        out.extend(self.wide.iter().map(|(_, var)| var.view()));
        self.calls.iter().for_each(|(_, call)| call.collect(out));
    }

    /// What it comes to, where each view comes to what `value` says; `None` where it is undefined.
    pub(super) fn evaluate(&self, value: &dyn Fn(IntView) -> i64) -> Option<i128> {
        if is_too_deep(self.depth) {
            return None;
        }
        let terms = self.terms.iter().map(|&view| i128::from(value(view)));
        let wide = self.wide.iter().map(|&(factor, var)| i128::from(factor) * i128::from(value(var.view())));
        let sum = terms.chain(wide).fold(self.constant, i128::saturating_add);
        self.calls.iter().try_fold(sum, |sum, (factor, call)| {
            Some(sum.saturating_add(call.evaluate(value)?.saturating_mul((*factor).into())))
        })
    }

    /// Ends between which it is wherever it has a value.
    pub(crate) fn ends(&self, domains: &dyn Domains<IntVar>) -> Ends {
        // Also of variables with any value, of which a view may leave 32 bits.
        let of_view = |view: &IntView| {
            let ends = [domains.min(view.var), domains.max(view.var)].map(|end| i128::from(view.apply(end)));
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        let plus = |one: Ends, other: Ends| (one.0.saturating_add(other.0), one.1.saturating_add(other.1));
        let of_wide = |&(factor, var): &(i64, IntVar)| {
            let ends = [domains.min(var), domains.max(var)].map(|end| i128::from(factor) * i128::from(end));
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        let terms = self.terms.iter().map(of_view).chain(self.wide.iter().map(of_wide));
        let sum = terms.fold((self.constant, self.constant), plus);
        self.calls.iter().fold(sum, |sum, (factor, call)| {
            let (low, high) = call.ends(domains);
            let [low, high] = [low, high].map(|end| end.saturating_mul((*factor).into()));
            plus(sum, (low.min(high), low.max(high)))
        })
    }

    /// Whether it has a value, whichever of these its views have.
    pub(super) fn is_total(&self, domains: &dyn Domains<IntVar>) -> bool {
        self.calls.iter().all(|(_, call)| {
            call.is_defined(domains).is_none()
                && call.arguments().iter().all(|argument| argument.is_total(domains))
        })
    }

    /// What has to hold for it to have a value at all.
    pub(super) fn needed(&self, domains: &dyn Domains<IntVar>) -> Vec<Arc<dyn Constraint>> {
        let mut needed = Vec::new();
        for (_, call) in &self.calls {
            needed.extend(call.is_defined(domains).into_iter().flatten());
            // Of two the other one needs no value.
            let arguments = if let Call::IfElse { .. } = **call { Vec::new() } else { call.arguments() };
            needed.extend(arguments.into_iter().flat_map(|argument| argument.needed(domains)));
        }
        needed
    }

    /// A sentence about a condition in it that cannot be posted, whatever the domains.
    pub(crate) fn validate(&self) -> Result<(), String> {
        validate_depth(self.depth)?;
        self.calls.iter().try_for_each(|(_, call)| {
            call.conditions().iter().try_for_each(Constraint::validate)?;
            call.arguments().into_iter().try_for_each(Expr::validate)
        })
    }

    /// A sentence about what can leave 32 bits, if something can.
    pub(crate) fn examine(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        validate_depth(self.depth)?;
        let fits = |end: i128| i128::from(i32::MIN) < end && end < i128::from(i32::MAX);
        let check = |(low, high): Ends, write: &dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result| {
            if fits(low) && fits(high) {
                return Ok(());
            }
            let shown = Written(write);
            Err(format!("{shown} can be {low} or {high}, which does not fit into 32 bits"))
        };
        for (factor, call) in &self.calls {
            for argument in call.arguments() {
                argument.examine(domains, name)?;
                check(argument.ends(domains), &|f| argument.write(f, name))?;
            }
            call.conditions().iter().try_for_each(|part| part.validate_within(domains, name))?;
            check(call.ends(domains), &|f| call.write(f, name))?;
            let alone =
                Expr { calls: vec![(*factor, Arc::clone(call))], depth: self.depth, ..Expr::default() };
            check(alone.ends(domains), &|f| alone.write(f, name))?;
            // Also of a function that can only be 0.
            if !fits((*factor).into()) {
                let shown = Written(&|f| call.write(f, name));
                return Err(format!("the factor {factor} of {shown} does not fit into 32 bits"));
            }
        }
        let limit = i128::from(i64::MAX / 4);
        if (-limit..=limit).contains(&self.constant) {
            Ok(())
        } else {
            Err(format!("the number {} is beyond ±2⁶¹", self.constant))
        }
    }

    /// The expression over other views.
    pub(super) fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Expr {
        let call = |call: &Arc<Call>| Arc::new(call.map(&|of| of.map(to), &|part| part.map(to)));
        let mapped = Expr {
            terms: self.terms.iter().map(|&view| to(view)).collect(),
            wide: Vec::new(),
            calls: self.calls.iter().map(|(factor, of)| (*factor, call(of))).collect(),
            constant: self.constant,
            depth: self.depth,
        };
        mapped.without_offsets()
    }

    /// Whether it is a number.
    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty() && self.calls.is_empty() && self.wide.is_empty()
    }

    /// Whether it is written without a sign between parts.
    pub(super) fn is_one_part(&self) -> bool {
        self.constant == 0 && self.terms.len() + self.calls.len() == 1
    }

    /// What it has with positive factors, and its number; and what it has with negative ones, as positive ones.
    pub(super) fn by_sign(&self) -> (Expr, Expr) {
        let (mut here, mut beyond) = (Expr { constant: self.constant, ..Expr::default() }, Expr::default());
        for &view in &self.terms {
            if is_minus(view) {
                beyond.terms.push(-view);
            } else {
                here.terms.push(view);
            }
        }
        for (factor, call) in &self.calls {
            match factor.checked_neg() {
                Some(factor @ 1..) => beyond.calls.push((factor, Arc::clone(call))),
                _ => here.calls.push((*factor, Arc::clone(call))),
            }
        }
        (here, beyond)
    }

    /// What is left of it under the domains: what has one value only is a number.
    pub(super) fn folded(&self, domains: &dyn Domains<IntVar>) -> Expr {
        let mut left = Expr { constant: self.constant, ..Expr::default() };
        for &view in &self.terms {
            match domains.value(view.var) {
                // As a number, not as the view's value, which might leave 32 bits.
                Some(value) => left.constant += i128::from(view.apply(value)),
                None if view.scale() == 0 => left.constant += i128::from(view.offset()),
                None => left.terms.push(view),
            }
        }
        for (factor, call) in &self.calls {
            left = left.plus(folded_call(call, domains).scaled(*factor));
        }
        left
    }

    /// Prints it, with views named by `name`.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let mut is_first = true;
        let mut sign = |f: &mut fmt::Formatter<'_>, is_minus: bool| {
            let shown = match (std::mem::take(&mut is_first), is_minus) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            f.write_str(shown)
        };
        for (factor, call) in &self.calls {
            sign(f, *factor < 0)?;
            if factor.unsigned_abs() != 1 {
                write!(f, "{}·", factor.unsigned_abs())?;
            }
            call.write(f, name)?;
        }
        for &view in &self.terms {
            let is_minus = is_minus(view);
            sign(f, is_minus)?;
            f.write_str(&name(if is_minus { -view } else { view }))?;
        }
        if self.constant != 0 || self.calls.is_empty() && self.terms.is_empty() {
            sign(f, self.constant < 0)?;
            write!(f, "{}", self.constant.unsigned_abs())?;
        }
        Ok(())
    }
}

/// Whether a view is written as another one with a minus.
fn is_minus(view: IntView) -> bool {
    view.scale() < 0 && view.offset() == 0 && !view.is_overflown()
}

fn folded_call(call: &Call, domains: &dyn Domains<IntVar>) -> Expr {
    if let Call::IfElse { condition, then, or } = call
        && let Some(holds) = condition.truth(domains)
    {
        return if holds { then } else { or }.folded(domains);
    }
    let simpler = |part: &Arc<dyn Constraint>| match part.simplify(domains) {
        Simplified::Into(parts) => AllOf::of(parts),
        _ => Arc::clone(part),
    };
    let mut call = call.map(&|argument| argument.folded(domains), &simpler);
    let mut sure = 0;
    if let Call::HowMany(parts) = &mut call {
        parts.retain(|part| {
            let truth = part.truth(domains);
            sure += i128::from(truth == Some(true));
            truth.is_none()
        });
    }
    let of = Expr { constant: sure, ..Expr::from(call) };
    match of.ends(domains) {
        (low, high) if low == high && of.is_total(domains) => Expr { constant: low, ..Expr::default() },
        _ => of,
    }
}

/// What a function writes.
struct Written<'a>(&'a dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
