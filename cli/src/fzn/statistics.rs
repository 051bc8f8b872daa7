//! Statistics for MiniZinc: lines `%%%mzn-stat: name=value`, and a last one.

use std::fmt::Write;
use std::time::Duration;

use residua::search::Statistics;
use residua_flatzinc::Problem;

/// Lines of statistics.
#[derive(Debug, Default)]
pub(crate) struct Lines(String);

impl Lines {
    /// What is known before the search.
    pub(crate) fn before(problem: &Problem, init: Duration) -> String {
        let domains = problem.model.domains();
        let is_bool = |domain: &&residua::domain::Domain| {
            domain.min().is_some_and(|min| min >= 0) && domain.max().is_some_and(|max| max <= 1)
        };
        let bools = domains.iter().filter(is_bool).count();
        let mut lines = Lines::default();
        lines.time("initTime", init);
        lines.count("variables", domains.len() as u64);
        lines.count("intVariables", (domains.len() - bools) as u64);
        lines.count("boolVariables", bools as u64);
        lines.count("propagators", problem.model.constraints().len() as u64);
        lines.finish()
    }

    pub(crate) fn count(&mut self, name: &str, count: u64) {
        self.line(name, format_args!("{count}"));
    }

    pub(crate) fn number(&mut self, name: &str, number: Option<String>) {
        if let Some(number) = number {
            self.line(name, format_args!("{number}"));
        }
    }

    /// In seconds.
    fn time(&mut self, name: &str, time: Duration) {
        self.line(name, format_args!("{:.6}", time.as_secs_f64()));
    }

    /// What a search counts, and how good its last solution is.
    pub(crate) fn of_search(objective: Option<String>, counts: &Statistics) -> Lines {
        let mut lines = Lines::default();
        lines.number("objective", objective);
        lines.search(counts);
        lines
    }

    /// The lines of a run that has ended after that time.
    pub(crate) fn ended(mut self, solving: Duration) -> String {
        self.memory();
        self.time("solveTime", solving);
        self.finish()
    }

    fn search(&mut self, counts: &Statistics) {
        self.count("solutions", counts.solutions);
        self.count("nodes", counts.nodes);
        self.count("failures", counts.failures);
        self.count("propagations", counts.propagations);
        self.count("peakDepth", counts.depth);
        self.count("restarts", counts.restarts);
    }

    /// The most memory that the process had, in megabytes, where the system says it.
    fn memory(&mut self) {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        if let Some(kilobytes) = kilobytes {
            self.line("peakMem", format_args!("{:.2}", kilobytes / 1024.0));
        }
    }

    /// The lines, with the one that ends them.
    fn finish(mut self) -> String {
        self.0.push_str("%%%mzn-stat-end\n");
        self.0
    }

    fn line(&mut self, name: &str, value: std::fmt::Arguments<'_>) {
        // To write into text does not fail.
        let _ = writeln!(self.0, "%%%mzn-stat: {name}={value}");
    }
}
