//! Good files with a few bytes changed: each is read consistently or refused in one short line.

use crate::dice::Dice;
use crate::problems::meaning;
use kumiki_formats::cover::{CoverFile, CoverFormat};

const ROUNDS: usize = 3000;

const GOOD: [&str; 5] = [
    "| comment\na b 2:3|c 0:1|d | x y\na b x:red y |4\na c x:red\nb c |1 |2\nd x:é\nx y\n",
    "a bb ccc\r\na\tbb\r\nccc\r\n\r\nbb ccc a",
    "0110\n1001\n1 1 0 0\n0,0,1,1\n",
    "10 9 8\n7 10\n007 9\n",
    "{\"items\": [{\"name\": \"a\"}, {\"name\": \"x\", \"secondary\": true}, {\"name\": \"m\", \"least\": 2, \
     \"most\": 3}],\n\"options\": [{\"items\": [\"a\", \"x:red\"], \"cost\": 3}, {\"items\": [\"m\"], \
     \"requires\": [[\"a\", \"x\"]]}]}\n",
];

const BYTES: &[u8] = b" |:\n\r\t,01239abcxm{}[]\"\\-#\0\x7f\xff\xc3\xa9\xef\xbb\xbf";

/// The file with one to four bytes deleted, inserted or replaced, often by bytes that it has elsewhere.
fn mutated(dice: &mut Dice, file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(file.len());
        let byte = if dice.once_in(2) { *dice.pick(BYTES) } else { *dice.pick(&file) };
        match dice.below(3) {
            0 if file.len() > 1 => {
                file.remove(at);
            }
            1 => file.insert(at, byte),
            _ => file[at] = byte,
        }
    }
    file
}

#[test]
fn a_mutated_file_is_read_consistently_or_refused_in_one_line() {
    let mut dice = Dice::new(2024);
    let (mut read, mut refused) = (0, 0);
    for good in GOOD {
        for _ in 0..ROUNDS {
            let file = mutated(&mut dice, good.as_bytes());
            for format in CoverFormat::ALL {
                let shown = || format!("{format} {:?}", String::from_utf8_lossy(&file));
                match CoverFile::read(&file, format) {
                    Ok(found) => {
                        let again = CoverFile::read(found.to_json().as_bytes(), CoverFormat::Json);
                        let again = again.unwrap_or_else(|error| panic!("{error}: {}", shown()));
                        assert_eq!(meaning(&again), meaning(&found), "{}", shown());
                        read += 1;
                    }
                    Err(error) => {
                        let line_count = 1 + file.iter().filter(|byte| **byte == b'\n').count();
                        assert!(
                            error.line.is_none_or(|line| (1..=line_count).contains(&line)),
                            "{}",
                            shown()
                        );
                        assert!(
                            error.column.is_none_or(|column| (1..=file.len() + 1).contains(&column)),
                            "{}",
                            shown()
                        );
                        let text = error.to_string();
                        assert!(!text.contains(char::is_control) && text.len() < 400, "{text}: {}", shown());
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > ROUNDS && refused > ROUNDS, "{read} read, {refused} refused");
}
