//! Promise: polynomial equations have the solutions of the model as their zeros, by evaluation, SymPy and Singular.

use proptest::prelude::*;
use residua::constraints::{all_different, exact_sum, lt, ne};
use residua::domain::Domain;
use residua::model::{Model, Solution};
use residua_encode::EncodeError;
use residua_encode::polynomial::{Differences, System};
use residua_sudoku::Puzzle;
use std::collections::BTreeMap;
use std::fs;

use crate::catalogue::{cases, stated};
use crate::oracle;
use crate::outside;
use crate::statement::{Kind, Own};

/// What an expression in the syntax of Python is worth modulo a prime.
struct Evaluator<'a> {
    rest: &'a str,
    values: &'a BTreeMap<&'a str, i128>,
    prime: i128,
}

impl Evaluator<'_> {
    fn eat(&mut self, word: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn sum(&mut self) -> i128 {
        let mut sum = if self.eat("-") { -self.product() } else { self.product() };
        loop {
            sum += if self.eat("+") {
                self.product()
            } else if self.eat("-") {
                -self.product()
            } else {
                return sum.rem_euclid(self.prime);
            };
        }
    }

    fn product(&mut self) -> i128 {
        let mut product = self.power();
        while !self.rest.starts_with("**") && self.eat("*") {
            product = product * self.power() % self.prime;
        }
        product
    }

    fn power(&mut self) -> i128 {
        let base = self.atom();
        let exponent = if self.eat("**") { self.word().parse().expect("an exponent") } else { 1 };
        (0..exponent).fold(1, |power, _| power * base % self.prime)
    }

    fn atom(&mut self) -> i128 {
        if self.eat("(") {
            let sum = self.sum();
            assert!(self.eat(")"), "{}", self.rest);
            return sum;
        }
        let word = self.word();
        self.values.get(word.as_str()).copied().unwrap_or_else(|| word.parse().expect(self.rest)) % self.prime
    }

    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.rest = &rest[end..];
        rest[..end].to_owned()
    }
}

/// Whether all equations hold at exactly the solutions; `None` if the model cannot be written.
pub(crate) fn check(model: &Model, differences: Differences, holds: impl Fn(&[i32]) -> bool) -> Option<()> {
    let system = match System::new(model, differences) {
        Err(EncodeError::Beyond { .. }) => return None,
        system => system.expect("it has statements"),
    };
    let text = system.sympy().to_string();
    let lines = text.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(','));
    let equations: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    let names: Vec<String> = model.vars().map(|var| model.name(var)).collect();
    // Values as roots, as the legend says.
    let prime = text.lines().find_map(|line| line.split_once("modulo ")?.1.strip_suffix('.')?.parse().ok());
    let legend: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    let legend = legend.join(" ").replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let roots: BTreeMap<i32, i128> = legend.split_once("unity: ").map_or_else(BTreeMap::new, |(_, pairs)| {
        let pairs = pairs.split('.').next().unwrap_or_default().split(", ");
        let pair = |pair: &str| {
            let (value, root) = pair.split_once(" is ").expect("a value and a root");
            (value.parse().expect("a value"), root.parse().expect("a root"))
        };
        pairs.filter(|pair| !pair.is_empty()).map(pair).collect()
    });
    let number = |value: i32| if prime.is_some() { roots[&value] } else { value.into() };
    // As good as no prime.
    let prime = prime.unwrap_or((1 << 61) - 1);
    for assignment in oracle::assignments(&oracle::values(model.domains())) {
        let values = names.iter().map(String::as_str).zip(assignment.iter().map(|&value| number(value)));
        let values: BTreeMap<&str, i128> = values.collect();
        let vanishes = |equation: &&str| {
            let mut evaluator = Evaluator { rest: equation, values: &values, prime };
            let value = evaluator.sum();
            assert!(evaluator.rest.is_empty(), "{equation}");
            value == 0
        };
        assert_eq!(equations.iter().all(vanishes), holds(&assignment), "{assignment:?} in\n{text}");
    }
    Some(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn have_the_solutions_of_the_model(instance in stated(), differences in prop::sample::select(Differences::ALL.to_vec())) {
        prop_assume!(check(&instance.model(), differences, |assignment| instance.holds(assignment)).is_some());
    }

    /// Permutations of any numbers: by sums and products alone some would have solutions too many.
    #[test]
    fn of_permutations(values in prop::collection::btree_set(-3..=6i32, 1..=5), scale in 1..=2i32, offset in -1..=1i32) {
        let mut model = Model::new();
        let values: Vec<i32> = values.into_iter().collect();
        let vars: Vec<_> = (0..values.len()).map(|i| model.named_var(&format!("x{i}"), values.clone())).collect();
        let _ = model.post(all_different(vars.iter().map(|&var| var * scale + offset))).expect("small");
        let checked = model.clone();
        for differences in Differences::ALL {
            let holds = |assignment: &[i32]| checked.check(&Solution::new(assignment.to_vec())).is_ok();
            prop_assert!(check(&model, differences, holds).is_some());
        }
    }
}

/// Python that counts the monomials that no leading one divides: of an ideal without double zeros, its zeros.
const COUNT: &str = "
from itertools import product
from sympy import Poly
leading = [Poly(p, *variables).monoms(order='lex')[0] for p in basis.exprs]
if basis.exprs == [1]:
    print('count', 0)
else:
    pure = [min(m[i] for m in leading if m[i] and not any(m[:i] + m[i+1:])) for i in range(len(variables))]
    smaller = product(*(range(n) for n in pure))
    print('count', sum(not any(all(a <= b for a, b in zip(m, s)) for m in leading) for s in smaller))
";

/// Unique, several, none.
const PUZZLES: [&str; 4] =
    ["1... ..3. .1.. ...2", "1... ..3. .1.. ....", "12.. ..2. ...1 3...", "12.. 34.. 2... ...."];

#[test]
fn sympy_decides_puzzles() {
    if !outside::has_python("sympy") {
        return;
    }
    let dir = outside::dir("polynomials-sympy");
    for differences in Differences::ALL {
        // Each takes it about two seconds.
        let few = if differences == Differences::SumsAndProducts { 3 } else { 1 };
        for grid in &PUZZLES[..few] {
            let model = grid.parse::<Puzzle>().expect("a puzzle").model();
            let script = System::new(&model, differences).expect("it has statements").sympy().to_string();
            fs::write(dir.join("system.py"), script + COUNT).expect("a file can be written");
            let (succeeds, printed) = outside::run(&dir, "python3", &["system.py"]);
            let count = model.solutions().count();
            let said = printed.lines().last().unwrap_or_default();
            assert!(succeeds && said == format!("count {count}"), "{differences:?}, {grid}: {printed}");
            if count == 1 && differences == Differences::SumsAndProducts {
                let solution = model.solve().expect("it has one");
                for var in model.vars() {
                    let expected = format!("{} - {}", model.name(var), solution[var]);
                    assert!(printed.lines().any(|line| line == expected), "{expected} in {printed}");
                }
            }
        }
    }
}

#[test]
fn singular_counts_the_solutions_of_puzzles() {
    if !outside::has("Singular", "singular-ui") {
        return;
    }
    let dir = outside::dir("polynomials-singular");
    let mut odd = Model::new();
    let names = ["x", "ring", "poly", "total cost", "R", "i", "ä", "a_b", "lambda", "x"];
    let vars: Vec<_> = names.iter().map(|name| odd.named_var(name, 0..=1)).collect();
    for pair in vars.windows(2) {
        let _ = odd.post(lt(pair[0], pair[1] + 1)).expect("small");
    }
    let mut models = vec![odd, Model::new()];
    // A 9x9 takes it more than minutes.
    models.extend(PUZZLES.map(|grid| grid.parse::<Puzzle>().expect("a puzzle").model()));
    for model in &models {
        for differences in Differences::ALL {
            let script = System::new(model, differences).expect("it has statements").singular().to_string();
            fs::write(dir.join("system.sing"), script + "quit;\n").expect("a file can be written");
            let (succeeds, printed) = outside::run(&dir, "Singular", &["-q", "system.sing"]);
            let expected = model.solutions().count().to_string();
            let said = printed.lines().last().unwrap_or_default();
            assert!(succeeds && said == expected && !printed.contains("error"), "{differences:?}: {printed}");
        }
    }
}

#[test]
fn extremes_are_answered() {
    for differences in Differences::ALL {
        let mut empty = Model::new();
        let _ = empty.named_var("x", Domain::empty());
        let system = System::new(&empty, differences).expect("it has statements");
        assert!(system.cocoa().to_string().contains("  1\n"), "{}", system.cocoa());
        let mut far = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| far.named_var(name, [i32::MIN + 1, 0, 5, i32::MAX - 9]));
        let _ = far.post(ne(x, y)).expect("the model's own");
        let _ = far.post(ne(x, z + 1)).expect("the model's own");
        let _ = far.post(exact_sum([x, y, z], 10)).expect("the model's own");
        let checked = far.clone();
        let holds = |assignment: &[i32]| checked.check(&Solution::new(assignment.to_vec())).is_ok();
        assert_eq!(check(&far, differences, holds), Some(()), "{differences:?}");
        let mut houses = Model::new();
        let vars = houses.int_vars("x", 30, 1_000_000..=1_000_029);
        let _ = houses.post(all_different(&vars)).expect("the model's own");
        let written = System::new(&houses, differences);
        assert_eq!(written.is_ok(), differences == Differences::RootsOfUnity, "{written:?}");
        let mut wide = Model::new();
        let [x, y] = ["x", "y"].map(|name| wide.named_var(name, 1..=300));
        let id = wide.post(lt(x, y)).expect("the model's own");
        wide.name_constraint(id, "order");
        let error = System::new(&wide, differences).expect_err("90,000 cases");
        assert!(error.to_string().starts_with("order, x < y: it cannot be written as polynomial"), "{error}");
        let mut huge = Model::new();
        let _ = huge.named_var("x", 0..=1_000_000_000);
        assert!(System::new(&huge, differences).is_err());
        let mut mute = Model::new();
        let x = mute.int_var(0..=1);
        let _ =
            mute.post(Own { kind: Kind::Mute, views: vec![x.view(), x.view()] }).expect("the model's own");
        assert!(matches!(System::new(&mute, differences), Err(EncodeError::Unencodable(_))));
    }
}
