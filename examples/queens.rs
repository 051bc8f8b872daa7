//! n queens, counted: three `all_different`, two of them over views.
//!
//! `cargo run --release --example queens -- 10`

use residua::constraints::all_different;
use residua::engine::Consistency;
use residua::model::{Model, ModelError};

fn queens(n: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n as usize, 0..=n - 1);
    let shifted =
        |sign: i32| columns.iter().zip(0..).map(move |(&q, row)| q + sign * row).collect::<Vec<_>>();
    let (rising, falling) = (shifted(1), shifted(-1));
    model.post(all_different(columns))?;
    model.post(all_different(rising))?;
    model.post(all_different(falling))?;
    Ok(model)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let start = std::time::Instant::now();
    for n in most..=most {
        for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
            let start = std::time::Instant::now();
            let mut found = queens(n)?.search_at(level).solutions();
            let count = found.by_ref().count();
            println!(
                "{n} queens at {level}: {count} solutions; {} {:?}",
                found.statistics(),
                start.elapsed()
            );
        }
    }
    Ok(())
}
