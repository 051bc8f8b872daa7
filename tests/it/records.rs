//! Promise: puzzles that are read in batches are those that are read one by one, and none waits for the next.

use residua_sudoku::{Geometry, Reader};

use crate::samples::{LINE, rows};

/// However an input arrives, and whichever code reads its puzzles in batches: they are the same puzzles and errors in
/// the same lines.
#[test]
fn records_are_what_is_read_one_by_one() {
    let six = ".6...42..........33.1..5...6.2..6.5.";
    let pieces: Vec<Vec<u8>> = [
        format!("{six}\n"),
        format!("{six}\n"),
        format!("{six}\r\n"),
        format!("{six}\t# named\n"),
        format!("{six} \r{six}\r\n"),
        format!("{six},\u{2028}\r\n"),
        format!("name,{six}\n"),
        format!("{six}1\n"),
        format!("{}\n", &six[1..]),
        format!("{}\n", six.replace('6', "9")),
        format!("{{\"givens\": \"{six}\"}}\n"),
        "\n# a comment\n \n".to_owned(),
        ".6...4\n2.....\n.....3\n3.1..5\n...6.2\n..6.5.\n".to_owned(),
        ".6...4\n2.....\n".to_owned(),
    ]
    .into_iter()
    .map(String::into_bytes)
    .chain([format!("{six} ").into_bytes(), b"\xff\n".to_vec()])
    .collect();
    let mut state = 1_u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let mut together = 0;
    for round in 0..300 {
        let choices = 1 + random(pieces.len());
        let mut text: Vec<u8> = (0..20).flat_map(|_| pieces[random(choices)].clone()).collect();
        text.extend(&six.as_bytes()[..random(2) * six.len()]);
        // With a single byte available no line is visible before it is read.
        let careful = std::io::BufReader::with_capacity(1, text.as_slice());
        let expected: Vec<_> = Reader::new(careful, None).collect();
        assert!(Reader::new(text.as_slice(), None).eq(expected.iter().cloned()), "round {round}");
        let input = std::io::BufReader::with_capacity(1 + random(500), text.as_slice());
        let mut reader = Reader::new(input, None);
        let mut found = Vec::new();
        loop {
            if let Some(records) = reader.records(random(9)) {
                together += records.len();
                let at = found.len();
                found.extend(records.entries().map(Ok));
                let mut shown = found[at..].iter();
                let differs = records.try_for_each(|entry| {
                    let same = shown.next().is_some_and(|kept| kept.as_ref() == Ok(entry));
                    if same { Ok(()) } else { Err(Box::new(entry.clone())) }
                });
                assert_eq!((differs, shown.len()), (Ok(()), 0));
            } else {
                let Some(entry) = reader.next_at_hand().or_else(|| reader.next()) else { break };
                found.push(entry);
            }
        }
        assert_eq!(found, expected, "round {round}: {}", String::from_utf8_lossy(&text));
    }
    assert!(together > 300, "{together} puzzles were taken up together");
}

/// Every byte means the same as a symbol in a batch as it does by itself, or is no symbol there.
#[test]
fn symbols_mean_the_same_in_batches() {
    let geometry = Geometry::new(5, 7).expect("small");
    let cells = geometry.cells();
    let mut together = 0;
    for byte in 0..=u8::MAX {
        let mut line = vec![b'.'; cells];
        line[0] = b'1';
        let mut other = line.clone();
        other[cells / 2] = byte;
        let text = [line.as_slice(), b"\n", &other, b"\n"].concat();
        let careful = std::io::BufReader::with_capacity(1, text.as_slice());
        let expected = Reader::new(careful, Some(geometry)).skip(1);
        let mut reader = Reader::new(text.as_slice(), Some(geometry));
        assert!(reader.next().is_some_and(|entry| entry.is_ok()));
        let Some(records) = reader.records(9) else { continue };
        assert!(records.entries().map(Ok).eq(expected), "{byte}");
        together += 1;
    }
    // Digits, letters of either case, and the blanks of ASCII.
    assert_eq!(together, 10 + 2 * 26 + 4);
}

/// What may follow the cells, and where records end.
#[test]
fn records_end_where_a_line_is_not_plain() {
    let geometry = Geometry::new(2, 2).expect("small");
    let good = "1..............4";
    let bad = [
        "\n",
        "1..............5\n",
        "1.............4\n",
        "1..............44\n",
        "# one\n",
        "1..............4",
    ];
    for end in ["\n", "\r\n", "\t# two\n", ",2.5,\u{2014}\r\n"] {
        for bad in bad.iter().map(|text| text.as_bytes()).chain([b"1..............4 \xff\n".as_slice()]) {
            let text = [format!("{good}{end}").repeat(4).as_bytes(), bad].concat();
            let after_one = || {
                let mut reader = Reader::new(text.as_slice(), Some(geometry));
                assert!(reader.next().is_some_and(|entry| entry.is_ok()));
                reader
            };
            let mut reader = after_one();
            let records = reader.records(100).expect("three");
            assert_eq!(records.len(), 3, "{end:?}, {bad:?}");
            let last = records.entries().last().expect("three");
            assert_eq!((last.line, last.puzzle.to_string()), (4, good.to_owned()));
            assert!(reader.records(100).is_none(), "{end:?}, {bad:?}");
            let careful = std::io::BufReader::with_capacity(1, text.as_slice());
            let rest = Reader::new(careful, Some(geometry)).skip(4);
            assert!(reader.eq(rest), "{end:?}, {bad:?}");
            let mut reader = after_one();
            for expected in [2, 1] {
                assert_eq!(reader.records(2).map(|records| records.len()), Some(expected));
            }
        }
    }
}

/// Puzzles that are available are not held back until more of the input comes.
#[test]
fn nothing_is_waited_for_that_is_at_hand() {
    /// Returns one line per call, and counts the calls.
    struct Slow<'a>(std::str::SplitInclusive<'a, char>, std::rc::Rc<std::cell::Cell<usize>>);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            self.1.set(self.1.get() + 1);
            let line = self.0.next().unwrap_or("");
            bytes[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }
    let text = format!("{LINE}\n{LINE}\n{}\n{LINE}\n", rows().join("\n"));
    let asked = std::rc::Rc::new(std::cell::Cell::new(0));
    let slow = std::io::BufReader::new(Slow(text.split_inclusive('\n'), asked.clone()));
    let mut reader = Reader::new(slow, None);
    for lines in [1, 2, 11, 12] {
        assert!(reader.next_at_hand().is_none() && reader.records(1).is_none());
        assert!(reader.next().is_some_and(|entry| entry.is_ok()));
        assert_eq!(asked.get(), lines);
    }
    assert!(reader.next().is_none());
    assert_eq!(asked.get(), 13, "the end is asked for once");
}
