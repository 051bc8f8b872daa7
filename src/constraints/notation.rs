//! Notation of views and calls, for printing.

use std::fmt;

use crate::store::handle::IntView;

/// A view in the usual notation, its variable being called `variable`: `x`, `x + 1`, `-x`, `2·x - 3`.
pub(crate) fn named(view: IntView, variable: &str) -> String {
    let product = match view.scale() {
        0 => return view.offset().to_string(),
        1 => variable.to_owned(),
        -1 => format!("-{variable}"),
        scale => format!("{scale}·{variable}"),
    };
    match view.offset() {
        0 => product,
        offset @ 1.. => format!("{product} + {offset}"),
        offset => format!("{product} - {}", i64::from(offset).unsigned_abs()),
    }
}

/// `name(x, y, z)`
pub(crate) fn write_call(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    views: &[IntView],
    named: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, &view) in views.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { ", " }, named(view))?;
    }
    f.write_str(")")
}
