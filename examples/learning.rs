//! Nogoods learned from failures. `cargo run --release --example learning`
//!
//! `docs/learning.md` explains the first failure step by step.

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;
use residua::testing::learned_nogoods;

/// A cake is mixed in three hours, baked in four, and cooled; the errands are done by shopping, with a drive or with help.
fn cake() -> Result<(Model, [IntVar; 3]), ModelError> {
    let mut model = Model::new();
    let [mix, bake, cool] = ["mix", "bake", "cool"].map(|name| model.named_var(name, 0..=12));
    let [shop, drive] = ["shop", "drive"].map(|name| model.named_var(name, 0..=6));
    let help = model.named_var("help", 0..=2);
    let radio = model.named_var("radio", 0..=1);
    model.post(le(mix + 3, bake))?;
    model.post(le(bake + 4, cool))?;
    model.post(le(cool + drive, 12))?;
    model.post(le(bake + shop, 8))?;
    model.post(ge(sum([shop, drive, help]), 5))?;
    Ok((model, [mix, help, radio]))
}

/// The nogoods of two failures.
pub(crate) fn report() -> Result<String, ModelError> {
    let (model, [mix, help, radio]) = cake()?;
    let mut lines = Vec::new();
    for start in [3, 4] {
        let decisions = [help.is(0), radio.is(1), mix.at_least(start)];
        let names: Vec<String> = decisions.iter().map(|&atom| model.name_atom(atom)).collect();
        lines.push(format!("decided: {}", names.join(", ")));
        for lesson in learned_nogoods(&model, &decisions) {
            let atoms: Vec<String> = lesson.nogood.iter().map(|&atom| model.name_atom(atom)).collect();
            lines.push(format!("  never {}; back to level {}", atoms.join(" and "), lesson.level));
        }
    }
    Ok(lines.join("\n"))
}

fn main() -> Result<(), ModelError> {
    println!("{}", report()?);
    Ok(())
}
