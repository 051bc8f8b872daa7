//! Pen: points, and the elements of SVG that pictures of variant puzzles are made of.

use std::fmt::{self, Display};
use std::ops::{Add, Mul, Sub};

/// A point of a picture, or the way from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A coordinate, with one decimal if it needs one.
pub(super) struct Number(pub(super) f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() / 10.0;
        // No minus before a zero.
        write!(f, "{}", if tenths == 0.0 { 0.0 } else { tenths })
    }
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The length of the way.
    pub(super) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The way of length 1 in the same direction; of no way, none.
    pub(super) fn unit(self) -> Point {
        let length = self.length();
        if length == 0.0 { self } else { self * (1.0 / length) }
    }

    /// The way of the same length to the right of it.
    pub(super) fn right(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// The point in the middle between it and another one.
    pub(super) fn middle(self, other: Point) -> Point {
        (self + other) * 0.5
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// The commands of a path through some points.
pub(super) fn through(points: &[Point]) -> String {
    let mut commands = String::new();
    for (at, point) in points.iter().enumerate() {
        commands.push(if at == 0 { 'M' } else { 'L' });
        commands += &point.to_string();
    }
    // A line that has one point only is a dot if its ends are round.
    if points.len() == 1 { commands + "h0" } else { commands }
}

pub(super) fn path(class: &str, commands: &str) -> String {
    format!("<path class=\"{class}\" d=\"{commands}\"/>")
}

/// A path as wide as this.
pub(super) fn stroke(class: &str, width: f64, commands: &str) -> String {
    format!("<path class=\"{class}\" stroke-width=\"{}\" d=\"{commands}\"/>", Number(width))
}

pub(super) fn circle(class: &str, centre: Point, radius: f64) -> String {
    let Point { x, y } = centre;
    format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", Number(x), Number(y), Number(radius))
}

/// A rectangle around a centre.
pub(super) fn rect(class: &str, centre: Point, (width, height): (f64, f64), round: f64) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        Number(centre.x - width / 2.0),
        Number(centre.y - height / 2.0),
        Number(width),
        Number(height),
        Number(round)
    )
}

/// A text whose middle is at a point. It is a number or a few letters, and no text of a file.
pub(super) fn text(class: &str, centre: Point, size: f64, text: &str) -> String {
    // The height of a digit is about 0.72 of the font size. Not every program that shows SVG can centre text by itself.
    let y = centre.y + 0.36 * size;
    format!(
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{text}</text>",
        Number(centre.x),
        Number(y),
        Number(size)
    )
}

/// How wide a text is, about.
pub(super) fn width(text: &str, size: f64) -> f64 {
    0.58 * size * text.chars().count() as f64
}

/// A text with paper behind it, so that it can be read on lines.
pub(super) fn tag(class: &str, centre: Point, size: f64, content: &str) -> String {
    let extent = (width(content, size) + 3.0, size + 1.0);
    rect("paper", centre, extent, 2.0) + &text(class, centre, size, content)
}

/// An angle whose tip is at a point, open against a direction.
pub(super) fn tip(class: &str, tip: Point, direction: Point, size: f64) -> String {
    let (back, aside) = (direction.unit() * -size, direction.unit().right() * (0.7 * size));
    path(class, &through(&[tip + back + aside, tip, tip + back - aside]))
}
