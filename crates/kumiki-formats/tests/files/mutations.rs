//! Good files of every format with something changed: each is read consistently, or refused in one
//! short line that says where.

use crate::puzzle_samples::Random;
use kumiki_formats::cover::{CoverFile, CoverFormat};
use kumiki_formats::puzzle::{self, PuzzleFormat, to_polycube, to_toml, to_xmpuzzle};
use kumiki_formats::{FormatError, edges, sliding, tiling};

/// What is put into files: bytes that mean something in one of the formats, and some that never do.
const BYTES: &[u8] = b"[]{}<>/|=\"'#+._,:~&;-?@0123456789pcexabmLDC \
        \n\r\t\\\x00\x1b\x7f\x80\xff\xc3\xa9\xef\xbb\xbf";

/// The file with one to three changes: of a byte, of a few bytes in a row, or of a line.
fn mutated(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(8)).min(bytes.len());
        let byte = if bytes.is_empty() || random.below(2) == 0 {
            random.pick(BYTES)
        } else {
            random.pick(&bytes)
        };
        match random.below(8) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, byte),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 | 5 => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                match random.below(3) {
                    0 => drop(lines.remove(one)),
                    1 => lines.insert(one, lines[other].clone()),
                    _ => lines.swap(one, other),
                }
                bytes = lines.join(&b'\n');
            }
            _ => {
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
        }
    }
    bytes
}

/// Asserts that a refusal is one short line about a line that the file has, and says what was
/// expected where it knows no line.
fn assert_plain(error: &FormatError, file: &[u8]) {
    let shown = error.to_string();
    let context = || format!("{shown:?} about {:?}", String::from_utf8_lossy(file));
    assert!(!shown.contains(char::is_control) && shown.len() < 500, "{}", context());
    assert!(error.line.is_some() || shown.contains("expected"), "{}", context());
    // Lines and columns of a packed file are those of what is in it.
    if !file.starts_with(&[0x1f, 0x8b]) {
        let lines = 1 + file.iter().filter(|byte| **byte == b'\n').count();
        assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{}", context());
        assert!(
            error.column.is_none_or(|column| (1..=file.len() + 1).contains(&column)),
            "{}",
            context()
        );
    }
}

/// Changes a file again and again, and returns how often it is still one. `read` also checks what
/// it reads.
fn survivors(
    seed: u64,
    rounds: usize,
    file: &[u8],
    read: impl Fn(&[u8]) -> Result<(), FormatError>,
) -> usize {
    let mut random = Random(seed);
    assert_eq!(read(file), Ok(()), "{:?}", String::from_utf8_lossy(file));
    let mut count = 0;
    for _ in 0..rounds {
        let bytes = mutated(&mut random, file);
        match read(&bytes) {
            Ok(()) => count += 1,
            Err(error) => assert_plain(&error, &bytes),
        }
    }
    count
}

/// Reads a puzzle, which says the same in TOML.
fn puzzle(bytes: &[u8], format: PuzzleFormat) -> Result<(), FormatError> {
    let file = puzzle::read(bytes, format)?;
    let again = puzzle::read(to_toml(&file.question).as_bytes(), PuzzleFormat::Toml);
    assert_eq!(again.map(|again| again.question), Ok(file.question));
    Ok(())
}

#[test]
fn changed_toml_is_refused_or_a_puzzle() {
    let mut puzzles = 0;
    for seed in 0..20 {
        let file = to_toml(&Random(seed).question());
        puzzles += survivors(seed, 200, file.as_bytes(), |bytes| puzzle(bytes, PuzzleFormat::Toml));
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
        puzzles += survivors(seed, 200, &file, |bytes| puzzle(bytes, PuzzleFormat::BurrTools));
    }
    assert!((100..3900).contains(&puzzles), "{puzzles} of 4000");
}

#[test]
fn changed_gzip_is_refused_or_a_puzzle() {
    for (seed, file) in burrtools_files(true) {
        survivors(seed, 100, &file, |bytes| puzzle(bytes, PuzzleFormat::BurrTools));
    }
}

#[test]
fn changed_polycube_text_is_refused_or_a_puzzle() {
    let files: Vec<String> =
        (0..200).filter_map(|seed| to_polycube(&Random(seed).dissection()).ok()).collect();
    let mut puzzles = 0;
    for (seed, file) in (0..20).zip(&files) {
        puzzles +=
            survivors(seed, 200, file.as_bytes(), |bytes| puzzle(bytes, PuzzleFormat::Polycube));
    }
    assert!((50..3900).contains(&puzzles), "{puzzles} of 4000");
}

#[test]
fn changed_covers_are_refused_or_covers_in_every_dialect() {
    let good = [
        "| comment\na b 2:3|c 0:1|d | x y\na b x:red y |4\na c x:red\nb c |1 |2\nd x:é\nx y\n",
        "a bb ccc\r\na\tbb\r\nccc\r\n\r\nbb ccc a",
        "0110\n1001\n1 1 0 0\n0,0,1,1\n",
        "10 9 8\n7 10\n007 9\n",
        "{\"items\": [{\"name\": \"a\"}, {\"name\": \"x\", \"secondary\": true}, {\"name\": \
         \"m\", \"least\": 2, \
         \"most\": 3}],\n\"options\": [{\"items\": [\"a\", \"x:red\"], \"cost\": 3}, {\"items\": \
         [\"m\"], \
         \"requires\": [[\"a\", \"x\"]]}]}\n",
    ];
    let read = |bytes: &[u8], format: CoverFormat| {
        let json = CoverFile::read(bytes, format)?.to_json();
        let again = CoverFile::read(json.as_bytes(), CoverFormat::Json).map(|file| file.to_json());
        assert_eq!(again, Ok(json));
        Ok(())
    };
    let mut covers = 0;
    for (seed, text) in (0..).zip(good) {
        for format in CoverFormat::ALL {
            if read(text.as_bytes(), format).is_ok() {
                covers += survivors(seed, 2000, text.as_bytes(), |bytes| read(bytes, format));
            }
        }
    }
    assert!((2000..20000).contains(&covers), "{covers}");
}

const TILING: &str = "kumiki = 1
ring = 10
[lengths]
a = [0, 0, 1, -1]
[region]
angles = '1 7 1 7 1 7 1 7 1 7'
sides = '1+a 1+a 1+a 1+a 1+a 1+a 1+a 1+a 1+a 1+a'
[[tile]]
name = 'acute'
walk = '0:a 3:1-a 6:2a-a'
count = '1..4'
each = 1
[[tile]]
name = 'obtuse'
corners = [[0], [1], [0, 1]]
count = 'any'
turn = true
[colours]
names = ['r', 'g']
apart = 'points'
";

#[test]
fn changed_tilings_are_refused_or_tilings() {
    let read = |bytes: &[u8]| {
        let text = tiling::to_toml(&tiling::read(bytes)?);
        assert_eq!(
            tiling::read(text.as_bytes()).map(|question| tiling::to_toml(&question)),
            Ok(text)
        );
        Ok(())
    };
    let tilings = survivors(7, 6000, TILING.as_bytes(), read);
    assert!((100..5900).contains(&tilings), "{tilings} of 6000");
}

#[test]
fn changed_graphs_are_refused_or_graphs_in_every_format() {
    let good = [
        "# a graph\na b\nb c # and back\nc a\n0,0 0,1\n0,1 a\nalone\nx,y:\n",
        "c a graph\np edge 5 4\ne 1 2\ne 2 3\nc more\ne 3 1\ne 4 5\n",
        "source,target\na,b\nb, c\nc,a\n# the tail\nc,d\n",
        ">>graph6<<IheA@GUAo\n",
        "IheA@GUAo",
        ">>sparse6<<:Fa@x^\n",
        ":Fa@x^",
        "graph \"g\" {\n node [shape=circle];\n a -- b -- c -- a; // a triangle\n c -- \"0,0\" \
         [w=1.5]\n -1 /* alone */\n}\n",
    ];
    let read = |bytes: &[u8]| {
        let graph = edges::read(bytes)?;
        let text = edges::to_text(&graph).expect("its names were read");
        assert_eq!(edges::read(text.as_bytes()), Ok(graph));
        Ok(())
    };
    for (seed, text) in (0..).zip(good) {
        let graphs = survivors(seed, 3000, text.as_bytes(), read);
        assert!((100..2900).contains(&graphs), "{graphs} of 3000: {text}");
    }
}

#[test]
fn changed_lists_of_positions_are_refused_or_positions() {
    let board = "3x3".parse().expect("a board");
    let read = |bytes: &[u8]| {
        for (_, position) in sliding::read(board, bytes) {
            let again = sliding::read(board, position?.to_string().as_bytes());
            assert!(matches!(again[..], [(1, Ok(_))]));
        }
        Ok(())
    };
    let text = "# a list\n\n123456780\n2 876543210 30 moves\n1 2 3 4 5 6 0 7 8\n4 1 2 3 4 5 6 7 8 \
        0 12\n1,2,3,4,5,6,7,0,8\r\n";
    let lists = survivors(3, 4000, text.as_bytes(), read);
    assert!((200..3800).contains(&lists), "{lists} of 4000");
}

#[test]
fn bytes_without_any_sense_are_refused() {
    let mut random = Random(5);
    for length in 0..300 {
        let bytes: Vec<u8> = (0..length).map(|_| random.pick(BYTES)).collect();
        for format in [
            PuzzleFormat::Auto,
            PuzzleFormat::Toml,
            PuzzleFormat::BurrTools,
            PuzzleFormat::Polycube,
        ] {
            assert_plain(&puzzle::read(&bytes, format).expect_err("no puzzle"), &bytes);
        }
        assert_plain(&tiling::read(&bytes).expect_err("no tiling"), &bytes);
        for error in
            CoverFormat::ALL.into_iter().filter_map(|format| CoverFile::read(&bytes, format).err())
        {
            assert_plain(&error, &bytes);
        }
        if let Err(error) = edges::read(&bytes) {
            assert_plain(&error, &bytes);
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
        let error = puzzle::read(text.as_bytes(), PuzzleFormat::Toml).expect_err("no puzzle");
        assert_eq!(error.line, Some(1), "{error}");
    }
}
