//! MiniZinc encoding of functions, correct for every sign: MiniZinc's `div` and `mod` round towards 0.

use residua::constraints::Function;
use residua::model::IntView;

use crate::cases::{Case, Equal, cases, count};
use crate::minizinc::expression::Writer;

/// What does not fit into 32 bits, some solvers have no variables for. Up to this many cases are written one by one then.
const CASES: u64 = 4096;

impl Writer<'_> {
    /// That the function equals the result, or, where it does not hold, that it is undefined or does not.
    pub(super) fn function(
        &self,
        function: Function,
        arguments: [IntView; 2],
        result: IntView,
        holds: bool,
    ) -> String {
        if !self.fits(function, arguments) && count(self.model, arguments) <= CASES {
            return self.case_by_case(function, arguments, result, holds);
        }
        let [x, y, z] = [arguments[0], arguments[1], result].map(|view| self.operand(view));
        let equation = match function {
            Function::Times => format!("{x} * {y} = {z}"),
            Function::Quotient => format!("{x} div {y} = {z}"),
            Function::Remainder => format!("{x} mod {y} = {z}"),
            Function::FloorQuotient => format!("({x} - ({x} mod {y} + {y}) mod {y}) div {y} = {z}"),
            Function::FloorRemainder => format!("({x} mod {y} + {y}) mod {y} = {z}"),
            Function::Power if self.least(arguments[1]) >= 0 => format!("pow({x}, {y}) = {z}"),
            Function::Power => format!(
                "({y} >= 0 /\\ pow({x}, max({y}, 0)) = {z} \\/ {y} < 0 /\\ ({x} = 1 /\\ {z} = 1 \\/ \
                 {x} = -1 /\\ {z} = 1 - 2 * abs({y} mod 2)))"
            ),
        };
        if holds { equation } else { format!("not ({equation})") }
    }

    fn operand(&self, view: IntView) -> String {
        let written = self.view(view);
        let is_simple = view.is_plain() || view.scale() == 0 && view.offset() >= 0;
        if is_simple { written } else { format!("({written})") }
    }

    fn ends(&self, view: IntView) -> (i64, i64) {
        let domain = self.model.domain(view.var);
        let (min, max) = domain.min().zip(domain.max()).unwrap_or_default();
        let ends = (view.apply(min), view.apply(max));
        (ends.0.min(ends.1), ends.0.max(ends.1))
    }

    fn least(&self, view: IntView) -> i64 {
        self.ends(view).0
    }

    /// Whether all that the function can give fits into 32 bits, well within.
    fn fits(&self, function: Function, arguments: [IntView; 2]) -> bool {
        let [x, y] = arguments.map(|view| {
            let (low, high) = self.ends(view);
            low.abs().max(high.abs())
        });
        let most = match function {
            Function::Times => x.checked_mul(y),
            // MiniZinc makes a table of all exponents, whatever the base.
            Function::Power => u32::try_from(y).ok().and_then(|y| x.max(2).checked_pow(y)),
            _ => Some(2 * x.max(y)),
        };
        most.is_some_and(|most| most < 1 << 30)
    }

    fn case_by_case(
        &self,
        function: Function,
        arguments: [IntView; 2],
        result: IntView,
        holds: bool,
    ) -> String {
        let one = |case: Case| {
            let values = case.values.iter();
            let mut parts: Vec<String> =
                values.map(|&(var, value)| format!("{} = {value}", self.variable(var))).collect();
            match case.equal {
                Equal::Known(equal) if equal != holds => return None,
                Equal::Known(_) => {}
                Equal::If(var, value) => {
                    let sign = if holds { "=" } else { "!=" };
                    parts.push(format!("{} {sign} {value}", self.variable(var)));
                }
            }
            Some(if parts.is_empty() { "true".to_owned() } else { format!("({})", parts.join(" /\\ ")) })
        };
        let all: Vec<String> = cases(self.model, function, arguments, result).filter_map(one).collect();
        if all.is_empty() { "false".to_owned() } else { format!("({})", all.join(" \\/ ")) }
    }
}
