//! Promise: no two rectangles overlap, also where other solvers lost solutions or did not see that they do.

use residua::constraints::{Operand, diffn, diffn_nonstrict, eq, ge, le};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Status};

type Outcome = Result<(), ModelError>;

/// or-tools#4068, of which a solver lost both solutions: a rectangle without a height, from (C, 0), and one that has none either
/// where A is 0.
#[test]
fn without_a_height() -> Outcome {
    let mut model = Model::new();
    let [a, b, c] =
        [("a", 0..=1), ("b", 1..=2), ("c", 1..=2)].map(|(name, values)| model.named_var(name, values));
    let number = Operand::from(0);
    model.post(diffn(
        [number, number],
        [c.into(), Operand::from(2)],
        [b.into(), Operand::from(1)],
        [Operand::from(2), a.into()],
    ))?;
    let mut found: Vec<[i32; 3]> = model.solutions().map(|at| [at[a], at[b], at[c]]).collect();
    found.sort_unstable();
    assert_eq!(found, [[0, 1, 2], [0, 2, 2]]);
    Ok(())
}

/// or-tools#3769, where one solution too many was found: a line that lies inside a rectangle.
#[test]
fn a_line_inside() -> Outcome {
    let mut model = Model::new();
    let (c, e) = (model.named_var("c", 1..=2), model.named_var("e", 0..=1));
    let sizes = ([e.into(), Operand::from(2)], [c.into(), Operand::from(0)]);
    model.post(diffn([2, 1], [1, 2], sizes.0, sizes.1))?;
    let mut found: Vec<[i32; 2]> = model.solutions().map(|at| [at[c], at[e]]).collect();
    found.sort_unstable();
    assert_eq!(found, [[1, 0], [1, 1]]);
    let mut model = Model::new();
    let (c, e) = (model.named_var("c", 1..=2), model.named_var("e", 0..=1));
    let sizes = ([e.into(), Operand::from(2)], [c.into(), Operand::from(0)]);
    model.post(diffn_nonstrict([2, 1], [1, 2], sizes.0, sizes.1))?;
    assert_eq!(model.solutions().count(), 4);
    Ok(())
}

/// `MiniZinc#308`, where the two were forgotten: unit squares in a square of 2.
#[test]
fn unit_squares() -> Outcome {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int_vars(name, 2, 0..=1));
    model.post(diffn(&x, &y, [1, 1], [1, 1]))?;
    assert_eq!(model.solutions().count(), 4 * 3);
    Ok(())
}

/// Rectangles of these widths and heights inside one, each of them whole.
fn packing(
    sizes: &[[i32; 2]],
    inside: [i32; 2],
    is_strict: bool,
) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let mut places = [Vec::new(), Vec::new()];
    for size in sizes {
        for (dimension, places) in places.iter_mut().enumerate() {
            places.push(model.int_var(0..=inside[dimension] - size[dimension]));
        }
    }
    let [x, y] = &places;
    let [dx, dy] = [0, 1].map(|dimension| sizes.iter().map(move |size| size[dimension]));
    let constraint = if is_strict { diffn(x, y, dx, dy) } else { diffn_nonstrict(x, y, dx, dy) };
    model.post(constraint)?;
    let order = x.iter().zip(y).flat_map(|(&x, &y)| [x, y]).collect();
    Ok((model, order))
}

/// The numbers are those of a program that tries all places.
#[test]
fn small_packings() -> Outcome {
    let squares = [[3, 3], [2, 2], [2, 2], [2, 2], [1, 1], [1, 1], [1, 1], [1, 1]];
    assert_eq!(packing(&squares, [5, 5], true)?.0.solutions().count(), 4608);
    let with_a_line = [[3, 2], [2, 2], [2, 1], [1, 0]];
    assert_eq!(packing(&with_a_line, [4, 4], true)?.0.solutions().count(), 240);
    assert_eq!(packing(&with_a_line, [4, 4], false)?.0.solutions().count(), 320);
    Ok(())
}

/// Nine squares, no two of a size, are a rectangle of 33 by 32 (Moroń, 1925), in one way and its mirror images. The largest is in a
/// corner.
#[test]
fn a_perfect_rectangle() -> Outcome {
    let sizes = [18, 15, 14, 10, 9, 8, 7, 4, 1].map(|size| [size; 2]);
    let (mut model, order) = packing(&sizes, [33, 32], true)?;
    model.post(eq(order[0], 0))?;
    model.post(eq(order[1], 0))?;
    let search = model.search().branch(&order, VariableOrder::Input, ValueOrder::Ascending);
    let mut solutions = search.limits(Limits::none().nodes(1_000_000)).solutions();
    let found: Vec<Vec<i32>> =
        solutions.by_ref().map(|at| order.iter().map(|&var| at[var]).collect()).collect();
    // The places of 15 and 14.
    assert_eq!(found.iter().map(|at| [at[2], at[3], at[4], at[5]]).collect::<Vec<_>>(), [[18, 0, 0, 18]]);
    assert_eq!(solutions.status(), Some(Status::Exhausted), "{}", solutions.statistics());
    Ok(())
}

/// Two that overlap in one dimension whatever happens are tasks in the other one: said so, and put in order.
#[test]
fn what_is_left() -> Outcome {
    let mut model = Model::new();
    let [a, b] = ["a", "b"].map(|name| model.named_var(name, 0..=9));
    let [low, high] = ["low", "high"].map(|name| model.named_var(name, 0..=2));
    model.post(diffn([a, b], [low, high], [4, 5], [3, 3]))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert!(
        residual.model.to_string().ends_with("disjunctive_strict(a for 4, b for 5)\n"),
        "{}",
        residual.model
    );
    model.post(ge(a, 2))?;
    model.post(le(a, 6))?;
    model.post(ge(b, 2))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.domain(a).to_string(), "2..5");
    assert_eq!(residual.domain(b).to_string(), "6..9");
    model.post(eq(low, 0))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert!(residual.model.to_string().ends_with("a ≤ b - 4\n"), "{}", residual.model);
    Ok(())
}

/// Sizes that are variables are no more than there is room for.
#[test]
fn sizes_have_room() -> Outcome {
    let mut model = Model::new();
    let width = model.named_var("width", 1..=1_000_000_000);
    model.post(diffn([Operand::from(3), 20.into()], [5, 4], [width.into(), Operand::from(6)], [2, 2]))?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(width).to_string(), "1..17");
    Ok(())
}

#[test]
fn what_is_refused() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("x", 2, 0..=3);
    let error = model.post(diffn(&xs, [0, 0], [1], [1, 1])).expect_err("one is missing");
    assert!(error.to_string().contains("there are 2 and 2 origins, and 1 and 2 sizes"), "{error}");
    let error = model.post(diffn(&xs, [0, 0], [1, 1], [1, -1])).expect_err("it is negative");
    assert!(error.to_string().contains("a size is -1, which is negative"), "{error}");
    let error = model.post(diffn(&xs, [0, i64::MAX], [1, 1], [1, 1])).expect_err("it is far");
    assert!(error.to_string().contains("beyond 32 bits"), "{error}");
    // That a size is negative is not refused, but it cannot be.
    model.post(diffn_nonstrict([0], [0], [xs[0] - 1], [xs[1] - 2]))?;
    assert_eq!(model.solutions().count(), 3 * 2);
    model.post(diffn(
        Vec::<IntVar>::new(),
        Vec::<IntVar>::new(),
        Vec::<IntVar>::new(),
        Vec::<IntVar>::new(),
    ))?;
    assert_eq!(model.solutions().count(), 3 * 2);
    Ok(())
}
