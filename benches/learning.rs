//! What a search learns, and how fast: quasigroup completion of order 30 near the phase transition, where every dead end is analysed.
//!
//! Printed for each square and for all: dead ends, and how many a second; atoms of a nogood as analysis finds them and as they are
//! kept, once shortened; and from how many levels they come (their LBD).
//!
//! Where the time goes is not measured here, for to read the clock at every step would take as long as the steps:
//! `benches/shares.sh` asks a profiler.

#![expect(clippy::print_stdout, reason = "a table is all that it makes")]

mod instances;

use std::time::{Duration, Instant};

use residua::model::ModelError;
use residua::search::{Learning, Limits, Statistics};

use crate::instances::quasigroup::squares;
use crate::instances::{read, sample};

const SETS: [&str; 2] = ["qwh_csplib067.tsv", "qcp_gecode.tsv"];
const ORDER: usize = 30;
const SAMPLE: usize = 5;
const CONFLICTS: u64 = 20_000;

/// One line of figures.
fn show(name: &str, statistics: &Statistics, time: Duration) {
    let each = |sum: u64| sum as f64 / statistics.nogoods.max(1) as f64;
    println!(
        "{name}: {} dead ends, {:.0} a second; a nogood: {:.1} atoms, {:.1} kept, of {:.1} levels",
        statistics.failures,
        statistics.failures as f64 / time.as_secs_f64(),
        each(statistics.nogood_atoms_found),
        each(statistics.nogood_atoms),
        each(statistics.nogood_levels)
    );
}

fn main() -> Result<(), ModelError> {
    for file in SETS {
        let Some(text) = read(file) else { continue };
        let all = squares(&text).into_iter().filter(|square| square.order == ORDER).collect();
        let (mut sum, mut total) = (Statistics::default(), Duration::ZERO);
        for square in sample(all, SAMPLE) {
            let (model, _) = square.model()?;
            let start = Instant::now();
            let search = model.search().learn(Learning::On);
            let mut solutions = search.limits(Limits::none().failures(CONFLICTS)).solutions();
            let _ = solutions.advance();
            let (statistics, time) = (solutions.statistics(), start.elapsed());
            show(&square.name, &statistics, time);
            sum.failures += statistics.failures;
            sum.nogoods += statistics.nogoods;
            sum.nogood_atoms_found += statistics.nogood_atoms_found;
            sum.nogood_atoms += statistics.nogood_atoms;
            sum.nogood_levels += statistics.nogood_levels;
            total += time;
        }
        show(file, &sum, total);
    }
    Ok(())
}
