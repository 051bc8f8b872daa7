//! Promise: functions are right for every sign, at the ends of 32 bits, over wide domains, and in every language; bugs that others
//! had are not ours.

use residua::constraints::{
    Connect, Constraint, Function, Operation, abs, arg_min, distance, div, div_floor, maximum, minimum,
    mod_floor, modulo, pow, times,
};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, Options, Solution, Solver};
use residua::search::Limits;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::oracle;
use crate::statement::{Kind, Own};
use crate::{cnf, minizinc, polynomials, programs, prolog};

fn three(values: [RangeInclusive<i32>; 3]) -> (Model, [IntVar; 3]) {
    let mut model = Model::new();
    let mut names = ["x", "y", "z"].into_iter();
    let vars = values.map(|values| model.named_var(names.next().unwrap_or_default(), values));
    (model, vars)
}

/// The domains after propagation.
fn left(model: &Model, consistency: Consistency) -> Option<Vec<String>> {
    let mut solver = Solver::new(model, Options::default().consistency(consistency));
    solver.propagate().ok()?;
    Some(model.vars().map(|var| solver.domain(var).to_string()).collect())
}

fn posted(model: &mut Model, constraint: impl Constraint + 'static) {
    let _ = model.post(constraint).expect("the arguments are right");
}

/// All pairs of arguments have one result, as arithmetic in wide numbers has it; at each consistency.
#[test]
fn counts_of_every_sign() {
    let range = || -12..=12;
    let floor = |x: i32, y: i32| (f64::from(x) / f64::from(y)).floor() as i32;
    for consistency in Consistency::ALL {
        for function in Function::ALL {
            let (mut model, [x, y, z]) = three([range(), range(), -144..=144]);
            let (constraint, expected): (_, &dyn Fn(i32, i32) -> Option<i32>) = match function {
                Function::Times => (times(x, y, z), &|x, y| Some(x * y)),
                Function::Quotient => (div(x, y, z), &|x, y| x.checked_div(y)),
                Function::FloorQuotient => (div_floor(x, y, z), &|x, y| (y != 0).then(|| floor(x, y))),
                Function::Remainder => (modulo(x, y, z), &|x, y| x.checked_rem(y)),
                Function::FloorRemainder => {
                    (mod_floor(x, y, z), &|x, y| (y != 0).then(|| x - y * floor(x, y)))
                }
                Function::Power => (pow(x, y, z), &|x, y| match (x, y) {
                    (1, _) => Some(1),
                    (-1, y) => Some(if y % 2 == 0 { 1 } else { -1 }),
                    (x, y) => x.checked_pow(u32::try_from(y).ok()?),
                }),
            };
            posted(&mut model, constraint);
            let found: BTreeSet<[i32; 3]> = model
                .search()
                .consistency(consistency)
                .solutions()
                .map(|s| [x, y, z].map(|var| s[var]))
                .collect();
            let all = range().flat_map(|x| range().map(move |y| (x, y)));
            let of = |(x, y)| Some([x, y, expected(x, y).filter(|z| (-144..=144).contains(z))?]);
            assert_eq!(found, all.filter_map(of).collect(), "{function:?} at {consistency}");
        }
    }
}

/// Gecode#170: `x mod y = y` has no solution.
#[test]
fn a_remainder_is_less_than_the_divisor() {
    for floored in [false, true] {
        let (mut model, [x, y, _]) = three([-5..=5, -5..=5, 0..=0]);
        posted(&mut model, if floored { mod_floor(x, y, y) } else { modulo(x, y, y) });
        assert_eq!(model.solutions().count(), 0);
    }
}

/// choco#1040: the first place of the least counts.
#[test]
fn the_first_of_the_least() {
    let mut model = Model::new();
    let [b, e] = ["b", "e"].map(|name| model.named_var(name, [1, 7]));
    let c = model.named_var("c", 1..=4);
    posted(&mut model, arg_min([b.view(), e.view(), b.view(), b * 0 + 1, b * 0 + 7], c - 1));
    assert_eq!(model.solutions().count(), 4);
}

/// SWI-Prolog leaves all of 0..49 for the square of -7..7.
#[test]
fn only_squares_are_left() {
    let (mut model, [x, _, z]) = three([-10..=10, 0..=0, 0..=50]);
    posted(&mut model, times(x, x, z));
    let domains = left(&model, Consistency::Domain).expect("there are solutions");
    assert_eq!([&*domains[0], &*domains[2]], ["-7..7", "0 1 4 9 16 25 36 49"]);
}

/// Almost all that a variable can be.
const FAR: i32 = 2_147_000_000;

/// chuffed#157, Pumpkin PR 350: a product beyond 32 bits is no number below it.
#[test]
fn products_do_not_wrap() {
    let far = 1 << 16;
    for consistency in Consistency::ALL {
        let (mut model, [x, y, z]) = three([far / 2 - 8..=far / 2 + 1, far..=far, -FAR..=FAR]);
        posted(&mut model, times(x, y, z));
        assert_eq!(
            model.search().consistency(consistency).solutions().count(),
            1,
            "32760 · 65536 is the last below"
        );
        let (mut model, [x, y, z]) = three([far..=far + 1, far..=far + 1, -FAR..=FAR]);
        posted(&mut model, times(x, y, z));
        assert_eq!(model.search().consistency(consistency).solutions().count(), 0);
        let (mut model, [x, y, z]) = three([-3..=3, 30..=70, -FAR..=FAR]);
        posted(&mut model, pow(x, y, z));
        // 1 and -1 and 0 to all powers; 2 and -2 to the power of 30, and -2 to no other one.
        assert_eq!(model.search().consistency(consistency).solutions().count(), 3 * 41 + 2);
    }
}

/// What propagation leaves of three domains, at any consistency.
fn check_ends<C: Constraint + 'static>(
    values: [RangeInclusive<i32>; 3],
    constraint: impl Fn([IntVar; 3]) -> C,
    expected: [&str; 3],
) {
    let (mut model, vars) = three(values);
    posted(&mut model, constraint(vars));
    for consistency in Consistency::ALL {
        let domains = left(&model, consistency).expect("there are solutions");
        assert_eq!(domains, expected, "{model} at {consistency}");
    }
}

/// Views of one variable do not chase each other through a wide domain, and what is claimed of a fixpoint is true.
#[test]
fn views_of_one_variable_in_wide_domains() {
    const MOST: i32 = 1_000_000_000;
    type Post = fn([IntVar; 3]) -> Box<dyn Fn(&mut Model)>;
    let posts: [Post; 7] = [
        |[x, y, _]| Box::new(move |model| posted(model, times(x, y, x + 1))),
        |[x, y, _]| Box::new(move |model| posted(model, times(x, y - 1, x))),
        |[x, y, _]| Box::new(move |model| posted(model, distance(x, y, x + 1))),
        |[x, y, _]| Box::new(move |model| posted(model, distance(x, x + 3, y))),
        |[x, y, _]| Box::new(move |model| posted(model, div(x, y, x))),
        |[x, y, _]| Box::new(move |model| posted(model, modulo(x, y + 1, x - 1))),
        |[x, y, z]| {
            Box::new(move |model| posted(model, maximum([x - 1, y.view()], x).and(times(x, x + 2, z))))
        },
    ];
    for post in posts {
        for consistency in Consistency::ALL {
            let (mut model, vars) = three([1..=MOST, 1..=MOST, 0..=MOST]);
            post(vars)(&mut model);
            let options = Options::default().consistency(consistency).check_claims(true);
            // It ends, and the checks of claims do not panic; whether there is a solution does not matter.
            let mut solver = Solver::new(&model, options);
            let _ = solver.propagate();
        }
    }
}

/// What wide domains leave, by their ends, at once.
#[test]
fn wide_domains() {
    const MOST: i32 = 1_000_000_000;
    let wide = || 0..=MOST;
    let ends = [wide(), 3..=1000, 0..=30_000];
    check_ends(ends, |[x, y, z]| times(x, y, z), ["0..10000", "3..1000", "0..30000"]);
    let ends = [-5..=1_000_000, -3..=1000, 12..=30_000];
    check_ends(ends, |[x, y, z]| times(x, y, z), ["-5..30000", "-3..1000", "12..30000"]);
    check_ends([wide(), 7..=7, wide()], |[x, y, z]| div(x, y, z), ["0..1000000000", "7", "0..142857142"]);
    let ends = [wide(), 7..=9, 1000..=2000];
    check_ends(ends, |[x, y, z]| div_floor(-x, y, -z), ["6994..18000", "7..9", "1000..2000"]);
    check_ends([wide(), 1..=10, wide()], |[x, y, z]| modulo(x, y, z), ["0..1000000000", "1..10", "0..9"]);
    let ends = [-MOST..=MOST, 3..=3, wide()];
    check_ends(ends, |[x, y, z]| pow(x, y, z), ["0..1000", "3", "0..1000000000"]);
    let ends = [2..=MOST, wide(), 5..=1_000_000];
    check_ends(ends, |[x, y, z]| pow(x, y, z), ["2..1000000", "1..19", "5..1000000"]);
    let ends = [wide(), 500..=600, 10..=20];
    check_ends(ends, |[x, y, z]| distance(x, y, z), ["480..620", "500..600", "10..20"]);
    let ends = [-MOST..=MOST, 0..=0, 5..=70_000];
    check_ends(ends, |[x, _, z]| abs(x, z), ["-70000..70000", "0", "5..70000"]);
    let ends = [wide(), 300..=MOST, 0..=70_000];
    check_ends(ends, |[x, y, z]| maximum([x, y], z), ["0..70000", "300..70000", "300..70000"]);
    let ends = [wide(), wide(), 70_000..=80_000];
    check_ends(
        ends,
        |[x, y, z]| minimum([x, y], z),
        ["70000..1000000000", "70000..1000000000", "70000..80000"],
    );
    // Roots are rounded up and down; a remainder is less than its divisor, also where it is the dividend.
    let (mut model, [x, _, z]) = three([wide(), 0..=0, 5..=1_000_099]);
    posted(&mut model, times(x, x, z));
    for consistency in Consistency::ALL {
        assert_eq!(left(&model, consistency).expect("there are solutions")[0], "3..1000");
    }
    let ends = [0..=7, 2..=MOST, 5..=MOST];
    check_ends(ends, |[x, y, z]| modulo(x, y, z), ["5..7", "6..1000000000", "5..7"]);
    let ends = [2..=8, 10..=MOST, 0..=5];
    check_ends(ends, |[x, y, z]| modulo(x, y, z), ["2..5", "10..1000000000", "2..5"]);
    // Views of one variable do not chase each other through a domain.
    let (mut model, [x, y, _]) = three([wide(), 1..=1, 0..=0]);
    posted(&mut model, times(x, y, x + 1));
    assert!(left(&model, Consistency::Domain).is_some(), "that there is no solution is not seen");
    let (mut model, [x, _, z]) = three([wide(), 0..=0, 3..=3]);
    posted(&mut model, distance(x, x + 1, z));
    assert!(left(&model, Consistency::Domain).is_some(), "that there is no solution is not seen");
    // Such as have a solution are searched.
    let (mut model, [x, y, z]) = three([1..=1_000_000_000, 1..=1_000_000_000, 1000..=1000]);
    posted(&mut model, times(x, y, z));
    let mut found = model.search().limits(Limits::none().nodes(5000)).solutions();
    assert_eq!((found.by_ref().count(), found.next()), (16, None), "1000 has 16 divisors");
}

/// What is not an argument is refused.
#[test]
fn the_number_of_arguments_is_right() {
    let (mut model, [x, y, z]) = three([0..=1, 0..=1, 0..=1]);
    let wrong = residua::constraints::Calculation { operation: Operation::Square, ..distance(x, y, z) };
    let error = model.post(wrong).expect_err("a square is of one argument");
    assert!(error.to_string().contains("square takes 1 arguments, not 2"), "{error}");
}

/// Stated and denied, alone and as one of several, in every language; with values beyond what solvers have variables for.
#[test]
fn in_every_language() {
    let small = [vec![-3, -2, -1, 0, 1, 2, 3], vec![-2, -1, 0, 1, 2, 3], vec![-3, -1, 0, 1, 2, 9]];
    let far = [vec![-100_000, 2, 100_000], vec![-100_000, 0, 3], vec![-33_334, -33_333, 0, 2, 8]];
    let (mut programs_of, mut expected_of) = (Vec::new(), Vec::new());
    for domains in [&small, &far] {
        for function in Function::ALL {
            for holds in [true, false] {
                for is_alone in [true, false] {
                    let mut model = Model::new();
                    let vars: Vec<IntVar> = ["x", "y", "z"]
                        .iter()
                        .zip(domains)
                        .map(|(name, values)| model.named_var(name, values.clone()))
                        .collect();
                    let views = vec![vars[0].view(), vars[1].view(), vars[2].view()];
                    posted(&mut model, Own { kind: Kind::Function { function, holds, is_alone }, views });
                    let accepts = |at: &[i32]| model.check(&Solution::new(at.to_vec())).is_ok();
                    let mut all = oracle::assignments(domains);
                    let everything = all.clone();
                    all.retain(|at| accepts(at));
                    let formula = residua_encode::cnf::cnf(&model, residua_encode::cnf::AtMostOne::BySize);
                    let formula = formula.expect("it has a statement");
                    for at in &everything {
                        assert_eq!(cnf::holds(&formula, &model, at), accepts(at), "{function:?} at {at:?}");
                    }
                    programs::check(&model, accepts);
                    let _ =
                        polynomials::check(&model, residua_encode::polynomial::Differences::ALL[0], accepts);
                    programs_of.push(residua_encode::prolog::program(&model).expect("it has a statement"));
                    expected_of.push(all.len());
                    if is_alone || !holds {
                        minizinc::check("functions", &model, &all.into_iter().collect());
                    }
                }
            }
        }
    }
    if let Some(counted) = prolog::counts("functions", &programs_of) {
        for ((counted, expected), program) in counted.into_iter().zip(expected_of).zip(&programs_of) {
            assert_eq!(counted, expected, "{program}");
        }
    }
}
