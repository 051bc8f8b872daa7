//! Proper colourings of the Petersen graph.
//!
//! Its chromatic polynomial is k(k-1)(k-2)(k^7 - 12k^6 + 67k^5 - 230k^4 + 529k^3 - 814k^2 + 775k - 352) (Biggs, *Algebraic
//! Graph Theory*): there are 120 colourings with 3 colours, and none with fewer. For up to 3 colours the test goes through
//! all assignments as well.

use residua::constraints::{eq, ne};
use residua::model::{Model, ModelError};
use residua::search::Limits;

/// The outer pentagon, the spokes, and the inner pentagram.
fn edges() -> impl Iterator<Item = (usize, usize)> {
    (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)])
}

fn colouring(colours: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let vertices = model.int_vars("vertex", 10, 1..=colours);
    for (a, b) in edges() {
        model.post(ne(vertices[a], vertices[b]))?;
    }
    Ok(model)
}

/// The chromatic polynomial.
fn polynomial(k: i128) -> i128 {
    let septic = [1, -12, 67, -230, 529, -814, 775, -352].iter().fold(0, |sum, factor| sum * k + factor);
    k * (k - 1) * (k - 2) * septic
}

/// Proper colourings among all assignments.
fn by_brute_force(colours: usize) -> usize {
    let colour = |assignment: usize, vertex: usize| assignment / colours.pow(vertex as u32) % colours;
    let is_proper = |a: &usize| edges().all(|(one, other)| colour(*a, one) != colour(*a, other));
    (0..colours.pow(10)).filter(is_proper).count()
}

#[test]
fn counts_are_those_of_the_chromatic_polynomial() -> Result<(), ModelError> {
    for k in 1..=8 {
        let count = colouring(k)?.count(&Limits::default());
        let expected = u128::try_from(polynomial(k.into())).expect("a count");
        assert!(count.is_exact());
        assert_eq!(count.number().to_u128(), Some(expected), "{k} colours");
    }
    Ok(())
}

#[test]
fn three_colours_are_enough_and_two_are_not() -> Result<(), ModelError> {
    assert!(colouring(2)?.solve().is_none());
    assert_eq!(colouring(3)?.solutions().count(), 120);
    assert_eq!([1, 2, 3].map(by_brute_force), [0, 0, 120]);
    // Colours have no names: with an edge coloured, a sixth is left.
    let mut model = colouring(3)?;
    let vertices: Vec<_> = model.vars().collect();
    model.post(eq(vertices[0], 1))?;
    model.post(eq(vertices[1], 2))?;
    assert_eq!(model.solutions().count(), 20);
    Ok(())
}
