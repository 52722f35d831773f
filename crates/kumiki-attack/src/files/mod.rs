//! Attacks on the readers: files of every format, spoilt by lot.
//!
//! Nobody knows the answer to such a file. But it is answered or refused in one line, within its
//! limits.

mod mutate;
mod seeds;

pub(crate) use mutate::WORDS;

use crate::attack::{Attack, Recipe};
use crate::manners::{LIMITS, observe};
use crate::program::Program;
use crate::shrink::shorter;
use crate::workshop::{Workshop, split};
use fastrand::Rng;
use seeds::Reader;

/// Spoilt files.
pub(crate) struct Files;

/// A file and what reads it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    reader: Reader,
    bytes: Vec<u8>,
}

impl Case {
    fn words(&self) -> Vec<String> {
        let Reader { before, after } = self.reader;
        let mut words = split(&format!("{before} file {after}"));
        if before != "check" {
            words.extend(LIMITS.map(str::to_owned));
        }
        words
    }
}

impl Attack for Files {
    type Case = Case;

    fn name(&self) -> &'static str {
        "files"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let (reader, mut bytes) = seeds::draw(lot);
        for _ in 0..lot.usize(1..=4) {
            mutate::spoil(&mut bytes, lot);
        }
        Case { reader, bytes }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let shop = Workshop::new(program, &[("file".to_owned(), case.bytes.clone())])?;
        // A forged answer is refuted, or cannot be proved.
        let codes: &[i32] =
            if case.reader.before == "check" { &[0, 1, 2, 3, 4] } else { &[0, 2, 3] };
        observe(program, shop.path(), &case.words(), codes).map(drop)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let lines: Vec<Vec<u8>> =
            case.bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let fewer_lines = shorter(&lines).into_iter().map(|lines| lines.concat());
        let fewer_bytes = if case.bytes.len() < 3000 { shorter(&case.bytes) } else { Vec::new() };
        fewer_lines.chain(fewer_bytes).map(|bytes| Case { bytes, ..case.clone() }).collect()
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe {
            files: vec![("file".to_owned(), case.bytes.clone())],
            commands: vec![case.words()],
        }
    }
}
