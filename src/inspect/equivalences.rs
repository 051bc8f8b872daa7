//! Equivalences: pairs of variables that are equal in all solutions, and pairs that differ in all of them.
//!
//! Every solution found refutes the pairs for which the property does not hold in it; only what none refutes is worth
//! a search, for a solution where the two differ (or are equal). Equal variables form classes, and each variable is
//! compared with the first of its class alone.
//!
//! | Promise | |
//! |---|---|
//! | Cost | those of [exact domains](crate::inspect::Strength::Exact); for equal pairs a search for each that holds and each class that a solution splits, for different ones a search for each that holds and is not stated by one constraint, and one for each solution that refutes more |
//! | Stops | at a limit each pair holds, does not, or is open |
//! | Source | Kuehlmann & Krohm, *Equivalence Checking Using Cuts and Heaps*, DAC 1997 (classes that are split by what simulation and search find) |

use std::collections::BTreeSet;

use crate::constraints::{eq, ne};
use crate::inspect::witnesses::{Relations, Witnesses};
use crate::model::{IntVar, Model, Solution};
use crate::search::{Limit, Limits};

/// More pairs than this, a gigabyte or two, are not looked at.
const MOST_PAIRS: u64 = 1 << 26;

/// A pair of variables; the first was added to the model first.
pub type Pair = (IntVar, IntVar);

impl Model {
    /// The pairs of variables that are equal in all solutions; where more than two are equal, each with the first of
    /// them. Variables that were found to have one value in all solutions are left out: all such variables, unless a
    /// limit was reached. `None` if there is no solution.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = ".....5....6...54.2..2......6..1..52.".parse::<Puzzle>()?.model();
    /// let equal = model.equal_pairs(&Limits::default()).expect("no limit").expect("18 solutions").holds;
    /// let names: Vec<String> = equal.iter().map(|&(x, y)| format!("{} = {}", model.name(x), model.name(y))).collect();
    /// assert_eq!(names, ["r2c3 = r5c6", "r2c6 = r5c5", "r5c3 = r6c6"]);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that came before any solution was found. Time and the flag limit all of the work, nodes and failures
    /// each search.
    pub fn equal_pairs(&self, limits: &Limits) -> Result<Option<Relations<Pair>>, Limit> {
        Ok(Witnesses::of(self, limits)?.map(equal_pairs))
    }

    /// The pairs of variables that differ in all solutions, including those that a constraint states to differ.
    /// Variables that were found to have one value in all solutions are left out: all such variables, unless a limit
    /// came first. `None` if there is no solution.
    ///
    /// # Errors
    /// The limit that came before any solution was found. Time and the flag limit all of the work, nodes and failures
    /// each search. [`Limit::Memory`], if there are too many pairs to be kept.
    pub fn different_pairs(&self, limits: &Limits) -> Result<Option<Relations<Pair>>, Limit> {
        Witnesses::of(self, limits)?.map(different_pairs).transpose()
    }
}

/// The pairs that are equal, of the variables of a model with these witnesses.
pub(super) fn equal_pairs(mut witnesses: Witnesses) -> Relations<Pair> {
    let mut classes = vec![witnesses.open_vars()];
    classes.retain(|class| !class.is_empty());
    for witness in &witnesses.known {
        split(&mut classes, witness);
    }
    let mut holds = BTreeSet::new();
    loop {
        let next = pairs(&classes).find(|pair| !holds.contains(pair));
        let Some((x, y)) = next else { break };
        match witnesses.with_constraint(ne(x, y), [x, y]) {
            Ok(Some(witness)) => split(&mut classes, &witness),
            Ok(None) => {
                holds.insert((x, y));
            }
            Err(limit) => {
                witnesses.stopped = Some(limit);
                break;
            }
        }
    }
    // What holds is never split, so that the first of its class remains the first.
    let open: BTreeSet<Pair> = pairs(&classes).filter(|pair| !holds.contains(pair)).collect();
    let (holds, open) = (holds.into_iter().collect(), open.into_iter().collect());
    Relations { holds, open, stopped: witnesses.stopped, searches: witnesses.searches }
}

/// The pairs that differ.
pub(super) fn different_pairs(mut witnesses: Witnesses) -> Result<Relations<Pair>, Limit> {
    let vars = witnesses.open_vars();
    if (vars.len() as u64).pow(2) / 2 > MOST_PAIRS {
        return Err(Limit::Memory);
    }
    let mut open: Vec<Pair> = Vec::new();
    let differ = |witness: &Solution, (x, y): Pair| witness[x] != witness[y];
    for (i, &x) in vars.iter().enumerate() {
        let pairs = vars[i + 1..].iter().map(|&y| (x, y));
        open.extend(pairs.filter(|&pair| witnesses.known.iter().all(|witness| differ(witness, pair))));
    }
    // The next one last.
    open.reverse();
    let said = said_to_differ(&witnesses.model);
    let mut holds = Vec::new();
    while let Some(&(x, y)) = open.last() {
        match witnesses.meeting(x, y, &said) {
            Ok(Some(witness)) => open.retain(|&pair| differ(&witness, pair)),
            Ok(None) => holds.extend(open.pop()),
            Err(limit) => {
                witnesses.stopped = Some(limit);
                break;
            }
        }
    }
    open.reverse();
    Ok(Relations { holds, open, stopped: witnesses.stopped, searches: witnesses.searches })
}

impl Witnesses {
    /// A solution in which two variables are equal, unless a constraint is `said` to make them differ.
    fn meeting(&mut self, x: IntVar, y: IntVar, said: &[Pair]) -> Result<Option<Solution>, Limit> {
        self.check()?;
        let shared = |model: &Model| model.domain(x).intersect(model.domain(y));
        let is_plain = said.binary_search(&(x, y)).is_ok() || shared(&self.model).is_empty();
        if is_plain { Ok(None) } else { self.with_constraint(eq(x, y), [x, y]) }
    }
}

/// The first of each class with each of the others.
fn pairs(classes: &[Vec<IntVar>]) -> impl Iterator<Item = Pair> {
    classes.iter().flat_map(|class| class[1..].iter().map(|&other| (class[0], other)))
}

/// Splits each class by the values that `witness` has, and drops those of one variable.
fn split(classes: &mut Vec<Vec<IntVar>>, witness: &Solution) {
    for mut class in std::mem::take(classes) {
        class.sort_by_key(|&var| (witness[var], var));
        let parts = class.chunk_by(|&x, &y| witness[x] == witness[y]);
        classes.extend(parts.filter(|part| part.len() > 1).map(<[IntVar]>::to_vec));
    }
}

/// The pairs of variables that one constraint states to differ, ascending.
fn said_to_differ(model: &Model) -> Vec<Pair> {
    let mut said = Vec::new();
    for (_, constraint) in model.constraints() {
        if let Some(scope) = constraint.clique()
            && scope.iter().all(|view| view.is_plain())
        {
            let vars: BTreeSet<IntVar> = scope.iter().map(|view| view.var).collect();
            said.extend(vars.iter().flat_map(|&x| vars.range(x..).skip(1).map(move |&y| (x, y))));
        }
    }
    said.sort_unstable();
    said.dedup();
    said
}
