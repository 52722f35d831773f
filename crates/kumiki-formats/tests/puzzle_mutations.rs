//! Good files with a few bytes changed: they are refused in one line, or they are puzzles.

mod puzzle_samples;

use kumiki_formats::puzzle::{PuzzleFormat, read, to_polycube, to_toml, to_xmpuzzle};
use puzzle_samples::Random;

/// What is put into files: bytes that mean something in one of the formats, and some that never do.
const BYTES: &[u8] = b"[]{}<>/=\"'#+._,:~&;-0123456789xLDC \n\r\t\x00\x7f\x80\xff\xc3";

/// The file with one to three changes.
fn mutated(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(3) {
        let (at, length) = (random.below(bytes.len() + 1), random.below(8));
        let end = (at + length).min(bytes.len());
        match random.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, random.pick(BYTES)),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.pick(BYTES);
                }
            }
        }
    }
    bytes
}

/// Reads changed files and returns how many are puzzles.
fn survivors(seed: u64, rounds: usize, format: PuzzleFormat, file: &[u8]) -> usize {
    let mut random = Random(seed);
    let mut puzzles = 0;
    for _ in 0..rounds {
        let bytes = mutated(&mut random, file);
        match read(&bytes, format) {
            Ok(file) => {
                let again = read(to_toml(&file.question).as_bytes(), PuzzleFormat::Toml);
                assert_eq!(again.map(|again| again.question), Ok(file.question));
                puzzles += 1;
            }
            Err(error) => {
                let shown = error.to_string();
                assert!(!shown.contains(['\n', '\r']) && shown.len() < 500, "{shown}");
                assert!(
                    format == PuzzleFormat::BurrTools || error.line.is_some() || shown.contains("expected"),
                    "{shown}"
                );
                let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
                let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
                assert!(is_packed || error.line.is_none_or(|line| line <= lines), "{shown} of {lines} lines");
            }
        }
    }
    puzzles
}

#[test]
fn changed_toml_is_refused_or_a_puzzle() {
    let mut puzzles = 0;
    for seed in 0..20 {
        let file = to_toml(&Random(seed).question());
        puzzles += survivors(seed, 200, PuzzleFormat::Toml, file.as_bytes());
    }
    assert!((100..3900).contains(&puzzles), "{puzzles} of 4000");
}

/// Twenty files of BurrTools.
fn burrtools_files(gzip: bool) -> impl Iterator<Item = (u64, Vec<u8>)> {
    let files = (0..).map(move |seed| to_xmpuzzle(&Random(seed).dissection(), gzip).ok());
    (0..20).zip(files.flatten())
}

#[test]
fn changed_xml_is_refused_or_a_puzzle() {
    let mut puzzles = 0;
    for (seed, file) in burrtools_files(false) {
        puzzles += survivors(seed, 200, PuzzleFormat::BurrTools, &file);
    }
    assert!((100..3900).contains(&puzzles), "{puzzles} of 4000");
}

#[test]
fn changed_gzip_is_refused_or_a_puzzle() {
    for (seed, file) in burrtools_files(true) {
        survivors(seed, 100, PuzzleFormat::BurrTools, &file);
    }
}

#[test]
fn changed_polycube_text_is_refused_or_a_puzzle() {
    let files: Vec<String> =
        (0..200).filter_map(|seed| to_polycube(&Random(seed).dissection()).ok()).collect();
    let mut puzzles = 0;
    for (seed, file) in (0..20).zip(&files) {
        puzzles += survivors(seed, 200, PuzzleFormat::Polycube, file.as_bytes());
    }
    assert!((50..3900).contains(&puzzles), "{puzzles} of 4000");
}

#[test]
fn bytes_without_any_sense_are_refused() {
    let mut random = Random(5);
    for format in [PuzzleFormat::Auto, PuzzleFormat::Toml, PuzzleFormat::BurrTools, PuzzleFormat::Polycube] {
        for length in 0..300 {
            let bytes: Vec<u8> = (0..length).map(|_| random.pick(BYTES)).collect();
            let error = read(&bytes, format).expect_err("no puzzle").to_string();
            assert!(!error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn deep_brackets_do_no_harm() {
    for text in [
        "[".repeat(100_000),
        format!("kumiki = {}", "[".repeat(100_000)),
        format!("a{}=1", ".a".repeat(100_000)),
    ] {
        let error = read(text.as_bytes(), PuzzleFormat::Toml).expect_err("no puzzle");
        assert_eq!(error.line, Some(1), "{error}");
    }
}
