//! A crossword: three words across and three down, which cross at nine letters, from a short list. Each place for a word is a `table`
//! over its five letters and the number of the word, so that no word stands twice.
//!
//! `cargo run --release --example crossword`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

const WORDS: &str = "abide acorn actor agate alarm alert amber anvil apron arena arise aroma basin beast birch brain bread cabin \
    camel canoe cedar chair cider cloud comet coral crane crown delta diner dream eagle earth easel eight ember \
    enter epoch event fable feast flame flint focus giant glass grain grape green guest habit heart honey horse \
    hotel image inlet ivory jewel laser latch lemon level light linen locus lotus maple medal melon metal minor \
    model motor mouse nerve night noise north novel";

fn main() -> Result<(), ModelError> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let tuples: Vec<Vec<i32>> = (0..)
        .zip(&words)
        .map(|(number, word)| word.bytes().map(i32::from).chain([number]).collect())
        .collect();
    let mut model = Model::new();
    let letters = model.int_vars("letter", 25, 'a' as i32..='z' as i32);
    let numbers = model.int_vars("word", 6, 0..words.len() as i32);
    for (line, &number) in numbers.iter().enumerate() {
        // Across in lines 0, 2 and 4, and then down; the cells between them are black.
        let (at, step) = if line < 3 { (line * 10, 1) } else { ((line - 3) * 2, 5) };
        let word = letters[at..].iter().step_by(step).take(5).chain([&number]);
        model.post(table(word, &tuples))?;
    }
    let black = [6, 8, 16, 18].map(|cell| letters[cell]);
    for cell in black {
        model.post(eq(cell, 'a' as i32))?;
    }
    model.post(all_different(&numbers))?;
    // Turned about its diagonal, a crossword is the same.
    model.post(lt(numbers[0], numbers[3]))?;

    let mut solutions =
        model.search().branch(&numbers, VariableOrder::FirstFail, ValueOrder::Ascending).solutions();
    let mut count = 0;
    for solution in solutions.by_ref() {
        count += 1;
        for row in letters.chunks(5) {
            let shown =
                |cell: &IntVar| if black.contains(cell) { ' ' } else { solution[*cell] as u8 as char };
            println!("  {}", row.iter().map(shown).collect::<String>());
        }
        println!();
    }
    println!("{} words: {}", words.len(), solutions.statistics());
    assert_eq!(count, 5);

    // The second word across begins with an e and ends with a t: what can the others be?
    model.post(eq(letters[10], 'e' as i32))?;
    model.post(eq(letters[14], 't' as i32))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    for (number, place) in
        numbers.iter().zip(["1 across", "2 across", "3 across", "1 down", "2 down", "3 down"])
    {
        let open: Vec<&str> = left.domain(*number).iter().map(|number| words[number as usize]).collect();
        println!("{place}: {}", open.join(" "));
    }
    Ok(())
}
