//! Interval arithmetic: bounds consistency of the functions, from the bounds of arguments and result.
//!
//! A relation is cut into pieces in which it is monotonic: by the signs of the arguments, as a rule. A piece is reflected so that all
//! are positive, narrowed, and reflected back; what is left is the hull of the pieces. It shrinks as what it is given shrinks.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds(R) rounded to integers in each piece; exact where all are fixed |
//! | Cost | O(1); for powers, some roots by bisection |
//! | Source | Apt & Zoeteweij, *An Analysis of Arithmetic Constraints on Integer Intervals*, Constraints 12(4), 2007 |

use crate::constraints::Function;
use crate::store::{ceil, floor};

/// All integers from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constraints) struct Interval {
    pub(in crate::constraints) low: i64,
    pub(in crate::constraints) high: i64,
}

/// Two arguments and the result; the second argument is without meaning where there is only one.
pub(in crate::constraints) type Ends = [Interval; 3];

/// An arithmetic function of one or two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The absolute value of the only argument.
    Absolute,
    /// The absolute value of the difference.
    Distance,
    /// The square of the only argument.
    Square,
    /// A function of both.
    Function(Function),
}

impl Operation {
    /// The name of the function in the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Absolute => "abs",
            Operation::Distance => "distance",
            Operation::Square => "square",
            Operation::Function(function) => function.name(),
        }
    }

    /// The number of arguments.
    #[inline]
    pub fn arity(self) -> usize {
        if matches!(self, Operation::Absolute | Operation::Square) { 1 } else { 2 }
    }

    /// Its value; `None` where it is undefined. A second argument is passed over where there is one only.
    #[inline]
    pub(in crate::constraints) fn apply(self, [x, y]: [i64; 2]) -> Option<i64> {
        match self {
            Operation::Absolute => x.checked_abs(),
            Operation::Distance => x.checked_sub(y)?.checked_abs(),
            Operation::Square => x.checked_mul(x),
            Operation::Function(function) => function.apply([x, y]),
        }
    }
}

impl Interval {
    #[inline]
    pub(in crate::constraints) fn new(low: i64, high: i64) -> Interval {
        Interval { low, high }
    }

    #[inline]
    fn cut(self, low: i64, high: i64) -> Option<Interval> {
        let (low, high) = (self.low.max(low), self.high.min(high));
        (low <= high).then_some(Interval { low, high })
    }

    #[inline]
    fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// `sign · value + offset` of each.
    #[inline]
    fn reflected(self, (sign, offset): (i64, i64)) -> Interval {
        let (low, high) = if sign > 0 { (self.low, self.high) } else { (-self.high, -self.low) };
        Interval { low: low + offset, high: high + offset }
    }

    fn unreflected(self, (sign, offset): (i64, i64)) -> Interval {
        Interval { low: self.low - offset, high: self.high - offset }.reflected((sign, 0))
    }

    fn contains_zero(self) -> bool {
        self.low <= 0 && self.high >= 0
    }
}

/// Beyond every number that occurs, and far from overflow.
const FAR: i64 = 1 << 40;

/// How each of them is reflected into a piece where all are positive.
type Reflection = [(i64, i64); 3];

const SAME: (i64, i64) = (1, 0);
const NEGATED: (i64, i64) = (-1, 0);
/// Below 0, of which -1 becomes 0.
const BELOW: (i64, i64) = (-1, -1);

/// What is left of these ends; `None` if nothing is.
pub(in crate::constraints) fn narrow(operation: Operation, given: Ends) -> Option<Ends> {
    let pieces = |reflections: &[Reflection], base: fn(Ends) -> Option<Ends>| {
        reflections.iter().fold(None, |hull, reflection| joined(hull, reflected(given, reflection, base)))
    };
    match operation {
        Operation::Absolute => pieces(&[[SAME; 3], [NEGATED, SAME, SAME]], identity),
        Operation::Square => pieces(&[[SAME; 3], [NEGATED, SAME, SAME]], square),
        Operation::Distance => {
            let [x, y, z] = given;
            joined(difference(given), difference([y, x, z]).map(|[y, x, z]| [x, y, z]))
        }
        Operation::Function(function) => match function {
            Function::Times => product(given),
            Function::Quotient => pieces(
                &[[SAME; 3], [NEGATED, SAME, NEGATED], [SAME, NEGATED, NEGATED], [NEGATED, NEGATED, SAME]],
                quotient,
            ),
            Function::FloorQuotient => pieces(
                &[[SAME; 3], [BELOW, SAME, BELOW], [NEGATED, NEGATED, SAME], [(1, -1), NEGATED, BELOW]],
                quotient,
            ),
            Function::Remainder => {
                pieces(&[[SAME; 3], [NEGATED, SAME, NEGATED], [SAME, NEGATED, SAME], [NEGATED; 3]], remainder)
            }
            Function::FloorRemainder => joined(
                pieces(&[[SAME; 3], [NEGATED; 3]], remainder),
                pieces(&[[BELOW, SAME, SAME], [(1, -1), NEGATED, NEGATED]], complement),
            ),
            Function::Power => power(given),
        },
    }
}

/// What `of` makes of each of the three.
#[inline]
fn each<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

#[inline]
fn joined(one: Option<Ends>, other: Option<Ends>) -> Option<Ends> {
    match (one, other) {
        (Some(one), Some(other)) => Some(each(|at| one[at].hull(other[at]))),
        (one, other) => one.or(other),
    }
}

fn reflected(given: Ends, reflection: &Reflection, base: fn(Ends) -> Option<Ends>) -> Option<Ends> {
    let piece = base(each(|at| given[at].reflected(reflection[at])))?;
    Some(each(|at| piece[at].unreflected(reflection[at])))
}

/// `x = z`, none negative.
fn identity([x, y, z]: Ends) -> Option<Ends> {
    let both = x.cut(0, FAR)?.cut(z.low, z.high)?;
    Some([both, y, both])
}

/// `x·x = z`, none negative.
fn square([x, y, z]: Ends) -> Option<Ends> {
    let z = z.cut(0, i64::MAX)?;
    let root = z.low.isqrt();
    let x = x.cut(if root * root < z.low { root + 1 } else { root }, z.high.isqrt())?;
    Some([x, y, z.cut(x.low * x.low, x.high * x.high)?])
}

/// `x - y = z`, of which z is not negative.
#[inline]
fn difference([x, y, z]: Ends) -> Option<Ends> {
    let z = z.cut(0.max(x.low - y.high), x.high - y.low)?;
    let x = x.cut(y.low + z.low, y.high + z.high)?;
    Some([x, y.cut(x.low - z.high, x.high - z.low)?, z])
}

/// `x·y = z`
fn product([x, y, z]: Ends) -> Option<Ends> {
    let corners = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
    let (least, greatest) = corners
        .iter()
        .fold((i64::MAX, i64::MIN), |(least, greatest), &corner| (least.min(corner), greatest.max(corner)));
    let z = z.cut(least, greatest)?;
    let x = factor(x, y, z)?;
    Some([x, factor(y, x, z)?, z])
}

/// What is left of x in `x·y = z`.
fn factor(x: Interval, y: Interval, z: Interval) -> Option<Interval> {
    if y.contains_zero() && z.contains_zero() {
        return Some(x);
    }
    let part = |y: Interval, z: Interval| {
        let y = y.cut(1, i64::MAX)?;
        let low = ceil(z.low, if z.low >= 0 { y.high } else { y.low });
        x.cut(low, floor(z.high, if z.high >= 0 { y.low } else { y.high }))
    };
    match (part(y, z), part(y.reflected(NEGATED), z.reflected(NEGATED))) {
        (Some(one), Some(other)) => Some(one.hull(other)),
        (one, other) => one.or(other),
    }
}

/// `z = ⌊x / y⌋`, y positive and none negative.
fn quotient([x, y, z]: Ends) -> Option<Ends> {
    let (x, y) = (x.cut(0, FAR)?, y.cut(1, FAR)?);
    let z = z.cut(x.low / y.high, x.high / y.low)?;
    let x = x.cut(z.low * y.low, (z.high + 1) * y.high - 1)?;
    let most = if z.low > 0 { x.high / z.low } else { FAR };
    Some([x, y.cut(x.low / (z.high + 1) + 1, most)?, z])
}

/// `z = x mod y`, y positive and none negative.
fn remainder([x, y, z]: Ends) -> Option<Ends> {
    let (x, y) = (x.cut(z.low.max(0), FAR)?, y.cut(z.low.max(0) + 1, FAR)?);
    let z = z.cut(0, x.high.min(y.high - 1))?;
    let (least, most) = (x.low / y.high, x.high / y.low);
    if most == 0 {
        // All of y are greater than all of x.
        let both = x.cut(z.low, z.high)?;
        return Some([both, y, both]);
    }
    let z = z.cut(x.low - most * y.high, x.high - least * y.low)?;
    let x = x.cut(least * y.low + z.low, most * y.high + z.high)?;
    let high = if least > 0 { (x.high - z.low) / least } else { FAR };
    Some([x, y.cut(ceil(x.low - z.high, most), high)?, z])
}

/// `z = y - 1 - (x mod y)`, y positive and none negative.
fn complement([x, y, z]: Ends) -> Option<Ends> {
    let from_end = |y: Interval, z: Interval| Interval::new(y.low - 1 - z.high, y.high - 1 - z.low);
    let [x, y, rest] = remainder([x, y, from_end(y.cut(1, FAR)?, z)])?;
    let back = from_end(y, rest);
    Some([x, y, z.cut(back.low.max(0), back.high)?])
}

/// `z = x to the power of y`
fn power(given: Ends) -> Option<Ends> {
    let all = Interval::new(-FAR, FAR);
    let only = |value| Interval::new(value, value);
    let within = |piece: Ends| {
        let [x, y, z] = each(|at| given[at].cut(piece[at].low, piece[at].high));
        Some([x?, y?, z?])
    };
    let of_parity = |piece: Option<Ends>, parity: i64| {
        let [x, y, z] = piece?;
        let low = y.low + (y.low - parity).rem_euclid(2);
        Some([x, y.cut(low, y.high - (y.high - parity).rem_euclid(2))?, z])
    };
    let beyond = |reflection: Reflection, parity: Option<i64>| {
        let given = parity.map_or(Some(given), |parity| of_parity(Some(given), parity))?;
        reflected(given, &reflection, growing)
    };
    let pieces = [
        within([only(0), only(0), only(1)]),
        within([only(0), Interval::new(1, FAR), only(0)]),
        within([only(1), all, only(1)]),
        of_parity(within([only(-1), all, only(1)]), 0),
        of_parity(within([only(-1), all, only(-1)]), 1),
        beyond([SAME; 3], None),
        beyond([NEGATED, SAME, SAME], Some(0)),
        beyond([NEGATED, SAME, NEGATED], Some(1)),
    ];
    pieces.into_iter().fold(None, joined)
}

/// `z = x to the power of y`, of x from 2 on and y from 0 on.
fn growing([x, y, z]: Ends) -> Option<Ends> {
    let (x, y, z) = (x.cut(2, FAR)?, y.cut(0, FAR)?, z.cut(1, i64::MAX)?);
    let y =
        y.cut(first(0, 64, |y| raised(x.high, y) >= z.low), first(0, 64, |y| raised(x.low, y) > z.high) - 1)?;
    let x = x.cut(
        first(x.low, x.high, |x| raised(x, y.high) >= z.low),
        first(x.low, x.high + 1, |x| raised(x, y.low) > z.high) - 1,
    )?;
    Some([x, y, z.cut(raised(x.low, y.low), raised(x.high, y.high))?])
}

/// The power, or the greatest number of 64 bits.
fn raised(x: i64, y: i64) -> i64 {
    u32::try_from(y).ok().and_then(|y| x.checked_pow(y)).unwrap_or(i64::MAX)
}

/// The first number from `low` on for which that holds, which holds for all after one for which it does; `high` if none before
/// does.
fn first(low: i64, high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
