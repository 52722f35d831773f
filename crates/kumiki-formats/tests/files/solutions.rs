//! Files of solutions: written and read back, cut off everywhere, and with every bit flipped.

use kumiki_formats::solutions::frame::closing_frame;
use kumiki_formats::solutions::rows::RowBlock;
use kumiki_formats::solutions::{Ending, RowForm, SolutionsError, SolutionsHead, SolutionsReader};
use kumiki_model::{CoverAsk, Question, Source};

type Rows = Vec<(u64, Vec<u32>, u64)>;

fn head(rows: RowForm, every: usize) -> SolutionsHead {
    let ask = CoverAsk::new(Source::file("a.dlx", "a b\na\nb\n"));
    let question = Question::new(ask).list(usize::MAX).every(every);
    let digest = question.digest();
    SolutionsHead { version: "1".to_owned(), digest, rows, question }
}

fn elements() -> RowForm {
    RowForm::Elements { meaning: "options".to_owned() }
}

/// Numbers that look random, the same in every run.
fn dice(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) % below
    }
}

/// Rows as searches find them, which begin alike, and some that are nothing like that.
fn some_rows(count: u64, every: u64, seed: u64) -> Rows {
    let mut dice = dice(seed);
    let mut row: Vec<u32> = Vec::new();
    let mut rows = Vec::new();
    for number in 1..=count {
        let limit = if dice(9) == 0 { u64::from(u32::MAX) + 1 } else { 300 };
        row.truncate(usize::try_from(dice(row.len() as u64 + 1)).expect("short"));
        while row.len() < 6 + usize::try_from(dice(9) / 8 * dice(400)).expect("short") {
            row.push(u32::try_from(dice(limit)).expect("32 bits"));
        }
        rows.push((number * every, row.clone(), dice(20) / 19 * 48));
    }
    rows
}

/// A file of some rows, with frames of so many.
fn written(rows: &Rows, per_frame: usize, every: usize) -> Vec<u8> {
    let mut file = head(elements(), every).to_bytes();
    for frame in rows.chunks(per_frame) {
        let mut block = RowBlock::default();
        for (number, elements, symmetries) in frame {
            block.push_elements(*number, elements, *symmetries);
        }
        block.take_frame(&mut file);
        assert_eq!(block.count(), 0);
    }
    file
}

/// All that can be read of a file.
fn read(file: &[u8]) -> (Rows, Result<Ending, SolutionsError>) {
    let mut rows = Rows::new();
    let mut reader = match SolutionsReader::new(file) {
        Ok(reader) => reader,
        Err(error) => return (rows, Err(error)),
    };
    let every = reader.head().question.how.spacing() as u64;
    loop {
        match reader.next_frame() {
            Err(error) => return (rows, Err(error)),
            Ok(None) => return (rows, Ok(reader.ending().expect("it is over").clone())),
            Ok(Some(frame)) => {
                let mut number = frame.first;
                let seen = frame.each_row::<SolutionsError>(|elements, symmetries| {
                    rows.push((number, elements.to_vec(), symmetries));
                    number += every;
                    Ok(())
                });
                seen.expect("a frame whose checksum is right");
                assert_eq!(reader.rows(), rows.len() as u64);
            }
        }
    }
}

#[test]
fn rows_come_back_as_they_were_written() {
    for (seed, (count, per_frame, every)) in
        [(0, 1, 1), (1, 1, 1), (700, 1, 1), (700, 13, 1), (700, 700, 3)].into_iter().enumerate()
    {
        let rows = some_rows(count, every as u64, seed as u64);
        let mut file = written(&rows, per_frame, every);
        assert_eq!(read(&file).0, rows);
        assert!(matches!(read(&file).1, Ok(Ending::Open)));
        file.extend(closing_frame(count, b"the answer"));
        let (again, ending) = read(&file);
        assert_eq!((again, ending.expect("whole")), (rows, Ending::Closed(b"the answer".to_vec())));
    }
}

#[test]
fn lines_come_back_as_they_were_written() {
    let mut file = head(RowForm::Lines, 1).to_bytes();
    let mut block = RowBlock::default();
    block.push_line(1, br#"{"number":1}"#);
    block.push_line(2, b"");
    block.take_frame(&mut file);
    let mut reader = SolutionsReader::new(&file[..]).expect("a head");
    let frame = reader.next_frame().expect("a frame").expect("one frame");
    assert_eq!(frame.lines().expect("lines"), [&b"{\"number\":1}\n"[..], b"\n"]);
    assert!(frame.each_row::<SolutionsError>(|_, _| Ok(())).is_err(), "lines are no elements");
}

/// A file with some frames, where each of them ends, and how many rows there are by then.
fn small() -> (Rows, Vec<u8>, Vec<(usize, usize)>) {
    let rows = some_rows(23, 1, 5);
    let head = head(elements(), 1).to_bytes().len();
    let ends = (0..=5).map(|frames| {
        let count = (frames * 5).min(rows.len());
        (written(&rows[..count].to_vec(), 5, 1).len(), count)
    });
    let ends: Vec<(usize, usize)> = ends.collect();
    assert_eq!(ends[0], (head, 0));
    let mut file = written(&rows, 5, 1);
    file.extend(closing_frame(23, b"the answer"));
    (rows, file, ends)
}

#[test]
fn a_file_that_is_cut_off_is_read_up_to_its_last_whole_frame() {
    let (rows, file, ends) = small();
    for length in 0..file.len() {
        let (read, ending) = read(&file[..length]);
        match ends.iter().rev().find(|(end, _)| *end <= length) {
            None => assert!(matches!(ending, Err(SolutionsError::Foreign { .. })), "{length}"),
            Some((end, count)) => {
                assert_eq!(read, rows[..*count], "{length}");
                let expected = if *end == length { Ending::Open } else { Ending::Torn };
                assert_eq!(ending.expect("nothing is damaged"), expected, "{length}");
            }
        }
    }
}

#[test]
fn a_file_with_a_flipped_bit_is_refused_and_gives_no_wrong_rows() {
    let (rows, file, _) = small();
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let (read, ending) = read(&damaged);
        assert!(rows.starts_with(&read), "bit {bit}");
        match ending {
            Err(SolutionsError::Damaged { .. } | SolutionsError::Foreign { .. }) => {}
            other => panic!("bit {bit}: {other:?}"),
        }
    }
}

#[test]
fn frames_that_are_left_out_doubled_or_added_are_refused() {
    let (rows, file, ends) = small();
    let part = |from: usize, to: usize| &file[ends[from].0..ends[to].0];
    let (head, closing) = (&file[..ends[0].0], &file[ends[5].0..]);
    for wrong in [
        [head, part(1, 5), closing].concat(),
        [head, part(0, 2), part(1, 5), closing].concat(),
        [head, part(0, 4), closing].concat(),
        [&file, closing].concat(),
        [&file, &b"x"[..]].concat(),
    ] {
        let (read, ending) = read(&wrong);
        assert!(rows.starts_with(&read));
        assert!(matches!(ending, Err(SolutionsError::Damaged { .. })), "{ending:?}");
    }
}

#[test]
fn what_is_no_such_file_is_refused_in_a_sentence() {
    let said = |file: &[u8]| read(file).1.expect_err("no such file").to_string();
    let none = "it is no file of solutions, expected one";
    assert_eq!(said(b""), none);
    assert_eq!(said(b"{\"question\": 1}, and so on"), none);
    let mut other = head(elements(), 1).to_bytes();
    other[8] = 2;
    assert_eq!(said(&other), "it has version 2, expected 1");
    let long = [&b"kumikiSO\x01\0\0\0\xff\xff\xff\xff"[..]].concat();
    assert_eq!(
        said(&long),
        "it is damaged from byte 0 on: its head has 4294967295 bytes, expected at most 1 GB"
    );
    let mut foreign = head(elements(), 1);
    foreign.digest = "0".to_owned();
    assert!(said(&foreign.to_bytes()).contains("but its head says 0"));
}

/// How fast rows are written, for `cargo test --release -p kumiki-formats --test files -- fast
/// --nocapture`.
#[test]
fn rows_are_written_fast_and_take_little_room() {
    // Like the solutions of a search: the last choices change most often, and by no simple rule.
    let mut dice = dice(3);
    let mut row = |number: u32| -> Vec<u32> {
        let choice = |level: u32| level * 20 + (number >> (2 * (15 - level)).min(31)) % 16;
        let last = u32::try_from(280 + dice(40)).expect("small");
        (0..15).map(choice).chain([last]).collect()
    };
    let count = 200_000;
    let rows: Vec<Vec<u32>> = (0..count).map(&mut row).collect();
    let began = std::time::Instant::now();
    let (mut file, mut block) = (head(elements(), 1).to_bytes(), RowBlock::default());
    for (number, row) in (1..).zip(&rows) {
        block.push_elements(number, row, 1);
        if block.is_full() {
            block.take_frame(&mut file);
        }
    }
    block.take_frame(&mut file);
    let seconds = began.elapsed().as_secs_f64();
    println!("{:.1} million rows in a second", f64::from(count) / seconds / 1e6);
    println!("{:.2} bytes in a row", file.len() as f64 / f64::from(count));
    assert!(file.len() < 4 * rows.len(), "{} bytes", file.len());
    let again: Vec<Vec<u32>> = read(&file).0.into_iter().map(|(_, row, _)| row).collect();
    assert_eq!(again, rows);
}
