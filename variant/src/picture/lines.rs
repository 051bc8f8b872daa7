//! Lines through cells: thermometers, arrows, and lines with a meaning of their own, told by colour, dashes and ends.

use crate::kind::RuleKind as K;
use crate::picture::pairs::number_on;
use crate::picture::pen::{Point, circle, path, rect, stroke, through, tip};
use crate::picture::sketch::Sketch;
use crate::rule::Rule;

/// A line, with what is at its ends and on it.
pub(super) fn line(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let layout = sketch.layout;
    let points = layout.centres(&rule.groups()[0]);
    let (side, commands) = (layout.side, through(&points));
    let wide = |class: &str, part: f64| stroke(&format!("line {class}"), part * side, &commands);
    let at_each =
        |mark: &dyn Fn(Point) -> String| points.iter().map(|&point| mark(point)).collect::<String>();
    let (first, last) = (points[0], points[points.len() - 1]);
    let at_ends = |mark: &dyn Fn(Point) -> String| mark(first) + &mark(last);
    match rule.kind() {
        K::Thermometer => wide("thermo", 0.24) + &circle("bulb", first, 0.36 * side),
        K::SlowThermometer => {
            wide("thermo slow", 0.24)
                + &circle("paper", first, 0.34 * side)
                + &circle("bulb slow", first, 0.34 * side)
        }
        K::Palindrome => {
            wide("palindrome", 0.2) + &at_ends(&|at| rect("end grey", at, (0.4 * side, 0.4 * side), 0.0))
        }
        K::Renban => wide("renban", 0.24),
        K::Nabner => wide("nabner", 0.2),
        K::Whisper => {
            number_on(sketch, rule, Some(5));
            wide("whisper", 0.16)
        }
        K::RegionSumLine => wide("region-sum", 0.1) + &at_each(&|at| circle("end blue", at, 0.13 * side)),
        K::SumLine => {
            number_on(sketch, rule, None);
            wide("sum-line", 0.14)
        }
        K::Entropic => wide("entropic", 0.18),
        K::Modular => {
            number_on(sketch, rule, Some(3));
            wide("modular", 0.18)
        }
        K::Zipper => wide("zipper", 0.08) + &teeth(&points, 0.16 * side),
        K::DoubleArrow => {
            let radius = 0.36 * side;
            let inner = through(&shortened(&points, radius, radius));
            let ends = at_ends(&|at| circle("ring", at, radius));
            path("shaft", &inner) + &tips(&shortened(&points, radius, radius)) + &ends
        }
        K::Between => {
            wide("between", 0.1)
                + &at_ends(&|at| circle("paper", at, 0.36 * side) + &circle("end filled", at, 0.36 * side))
        }
        // A lockout line, whose ends are diamonds.
        _ => {
            let diamond = |at: Point| {
                let radius = 0.42 * side;
                let corners = [(0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0)];
                let corners: Vec<Point> = corners.into_iter().map(|(x, y)| at + Point::new(x, y)).collect();
                let form = through(&corners) + "Z";
                path("paper", &form) + &path("end diamond", &form)
            };
            number_on(sketch, rule, Some(4));
            wide("lockout", 0.1) + &at_ends(&diamond)
        }
    }
}

/// Short lines across a line, at each of its cells.
fn teeth(points: &[Point], length: f64) -> String {
    let mut commands = String::new();
    for (at, &point) in points.iter().enumerate() {
        let (before, after) = (points[at.saturating_sub(1)], points[(at + 1).min(points.len() - 1)]);
        let aside = (after - before).unit().right() * length;
        commands += &through(&[point - aside, point + aside]);
    }
    let middle = points[(points.len() - 1) / 2].middle(points[points.len() / 2]);
    stroke("line zipper", 3.0, &commands) + &circle("end zip", middle, length * 0.7)
}

/// A line without its first and last parts of these lengths.
fn shortened(points: &[Point], first: f64, last: f64) -> Vec<Point> {
    let mut points = points.to_vec();
    let count = points.len();
    if count > 1 {
        let (start, end) = ((points[1] - points[0]).unit(), (points[count - 2] - points[count - 1]).unit());
        points[0] = points[0] + start * first;
        points[count - 1] = points[count - 1] + end * last;
    }
    points
}

/// The tips of an arrow at both ends.
fn tips(points: &[Point]) -> String {
    let count = points.len();
    let end = |at: usize, before: usize| tip("shaft", points[at], points[at] - points[before], 8.0);
    if count > 1 { end(0, 1) + &end(count - 1, count - 2) } else { String::new() }
}

/// An arrow: the number in its circle is the sum of the cells along its shaft.
pub(super) fn arrow(sketch: &Sketch<'_>, rule: &Rule) -> String {
    let [number, shaft] = rule.groups() else { return String::new() };
    let layout = sketch.layout;
    let (radius, places) = (0.4 * layout.side, layout.centres(number));
    let mut cells = layout.centres(shaft);
    let far = |at: &Point| (*at - cells[0]).length();
    let nearest = places.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other)));
    let start = nearest.filter(|start| (*start - cells[0]).length() > 1.0);
    if let Some(start) = start {
        cells.insert(0, start);
    }
    let cells = shortened(&cells, if start.is_some() { radius } else { 0.0 }, -4.0);
    let count = cells.len();
    let end = match count {
        0 | 1 => String::new(),
        _ => tip("shaft", cells[count - 1], cells[count - 1] - cells[count - 2], 9.0),
    };
    let is_row =
        |points: &[Point]| points.windows(2).all(|pair| (pair[1] - pair[0]).length() < 1.1 * layout.side);
    let (first, last) = (places[0], places[places.len() - 1]);
    let is_straight = (first.x - last.x).abs().min((first.y - last.y).abs()) < 1.0;
    let round = if places.len() > 1 && is_row(&places) && is_straight {
        let extent = ((first.x - last.x).abs() + 2.0 * radius, (first.y - last.y).abs() + 2.0 * radius);
        rect("ring", first.middle(last), extent, radius)
    } else {
        places.iter().map(|&place| circle("ring", place, radius)).collect()
    };
    path("shaft", &through(&cells)) + &end + &round
}
