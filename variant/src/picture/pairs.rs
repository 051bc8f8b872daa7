//! Marks between cells: dots, sums of pairs, angles, circles with digits where cells meet.

use crate::kind::RuleKind as K;
use crate::picture::layout::SMALL;
use crate::picture::pen::{Point, circle, stroke, tag, text, through};
use crate::picture::sketch::Sketch;
use crate::rule::Rule;

/// A mark between two cells that touch; `None` if they do not.
pub(super) fn pair(sketch: &Sketch<'_>, rule: &Rule) -> Option<String> {
    let (layout, cells) = (sketch.layout, &rule.groups()[0]);
    let [one, other] = cells[..] else { return None };
    let (from, to) = (layout.centre(one), layout.centre(other));
    // Two cells that touch at a corner are about 1.41 sides apart.
    if one == other || (to - from).length() > 1.5 * layout.side {
        return None;
    }
    let centre = from.middle(to);
    let number = rule.numbers().first().copied();
    let told =
        |usual: i64| number.filter(|number| *number != usual).map_or_else(String::new, |n| n.to_string());
    Some(match rule.kind() {
        K::Difference => dot("dot white", centre, &told(1)),
        K::Ratio => dot("dot black", centre, &told(2)),
        K::PairSum => {
            let content = match number {
                Some(5) => "V".to_owned(),
                Some(10) => "X".to_owned(),
                _ => told(0),
            };
            tag("sum", centre, 14.0, &content)
        }
        _ => {
            let way = (to - from).unit();
            let (ahead, aside) = (way * 4.0, way.right() * 7.0);
            let angle = through(&[centre - ahead + aside, centre + ahead, centre - ahead - aside]);
            stroke("halo", 6.0, &angle) + &stroke("angle", 2.0, &angle)
        }
    })
}

fn dot(class: &str, centre: Point, number: &str) -> String {
    let size = if number.len() > 2 { 7.0 } else { 10.0 };
    let radius = if number.is_empty() { 5.5 } else { 8.0 };
    let number = if number.is_empty() { String::new() } else { text(class, centre, size, number) };
    circle(class, centre, radius) + &number
}

/// A circle with digits in the middle of its cells.
pub(super) fn quadruple(sketch: &Sketch<'_>, rule: &Rule) -> String {
    let centres = sketch.layout.centres(&rule.groups()[0]);
    let sum = centres.iter().fold(Point::new(0.0, 0.0), |sum, centre| sum + *centre);
    let centre = sum * (1.0 / centres.len() as f64);
    let digits: Vec<String> = rule.numbers().iter().map(i64::to_string).collect();
    let (across, size) = if digits.len() <= 2 { (2, 11.0) } else { (digits.len().div_ceil(2), 10.0) };
    let lines: Vec<String> = digits.chunks(across).map(|line| line.join(" ")).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1) as f64;
    let radius = (0.28 * size * longest).max(0.5 * size * lines.len() as f64) + 3.5;
    let mut drawn = circle("dot quad", centre, radius);
    for (at, line) in lines.iter().enumerate() {
        let y = (at as f64 - (lines.len() as f64 - 1.0) / 2.0) * size;
        drawn += &text("dot quad", centre + Point::new(0.0, y), size, line);
    }
    drawn
}

/// Puts the number of a line where it begins, unless it is the usual one.
pub(super) fn number_on(sketch: &mut Sketch<'_>, rule: &Rule, usual: Option<i64>) {
    let number = rule.numbers().first().filter(|number| Some(**number) != usual);
    let centres = sketch.layout.centres(&rule.groups()[0]);
    if let (Some(number), Some([first, second])) = (number, centres.first_chunk()) {
        sketch.tags += &tag("small", first.middle(*second), SMALL, &number.to_string());
    }
}

/// Whether a rule has a mark between its cells.
pub(super) fn is_of_pair(kind: K) -> bool {
    matches!(kind, K::Difference | K::Ratio | K::PairSum | K::Greater)
}
