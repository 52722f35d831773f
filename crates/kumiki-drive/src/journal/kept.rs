//! What units have found, on its way into a journal.

use super::record::ByteDigest;
use super::{Journal, JournalStore, KeptResult, Piece, UnitsRecord, WorkRecord};
use crate::host::Host;
use crate::queue::{Found, Place};
use crate::run::Run;
use serde_json::value::RawValue;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::MutexGuard;

/// Results that take more bytes go into the log.
const INLINE_BYTES: usize = 1 << 16;

/// How results become text, and text results.
#[derive(Clone, Copy)]
pub(crate) struct Codec<'a> {
    /// A result as JSON.
    pub(crate) encode: &'a (dyn Fn(&Found) -> String + Sync),
    /// A result that was JSON.
    pub(crate) decode: &'a (dyn Fn(&str) -> Found + Sync),
    /// Adds a result to another, if results can be put together. If both hold no solutions, their
    /// order does not matter.
    pub(crate) absorb: Option<Absorb<'a>>,
}

/// Adds a result to another.
type Absorb<'a> = &'a (dyn Fn(&mut Found, Found) + Sync);

/// How the results of a phase are kept.
pub(crate) struct Keeping<'a> {
    journal: &'a Journal,
    /// The number of the phase.
    phase: usize,
    /// What the engine calls its tallies.
    pub(crate) names: Vec<String>,
    pub(crate) codec: Codec<'a>,
}

impl Run<'_> {
    /// Begins to keep the results of a phase, if there is a journal, with what an earlier run has
    /// done of it. What another engine has done is of no use.
    pub(crate) fn keep_units<'a>(
        &'a self,
        phase: &str,
        names: impl Iterator<Item: ToString>,
        codec: Codec<'a>,
    ) -> Option<(Keeping<'a>, Option<UnitsRecord>)> {
        let journal = self.journal?;
        let fresh = WorkRecord::Units(UnitsRecord::default());
        let (number, known) = journal.begin(phase, self.label, self.elapsed(), fresh);
        let names: Vec<String> = names.map(|name| name.to_string()).collect();
        let known = known.and_then(|known| match known.work {
            WorkRecord::Units(units) if units.names == names => Some(units),
            _ => None,
        });
        Some((Keeping { journal, phase: number, names, codec }, known))
    }
}

impl Keeping<'_> {
    /// Notes what is done and what is left; writes it down if it is time, or if `is_now`.
    pub(crate) fn note(&self, units: UnitsRecord, is_now: bool, host: &dyn Host) {
        let now = host.elapsed();
        self.journal.note(self.phase, WorkRecord::Units(units), now);
        if is_now || self.journal.is_due(now) {
            self.journal.write(host);
        }
    }

    /// The right to write, if it is time and nobody else is writing.
    pub(crate) fn turn(&self, host: &dyn Host) -> Option<MutexGuard<'_, ()>> {
        self.journal.turn_to_write(host)
    }

    /// A result as it is kept.
    pub(crate) fn kept(&self, place: &Place, held: usize, found: &Found) -> KeptResult {
        KeptResult { place: place.clone(), held, found: raw((self.codec.encode)(found)) }
    }

    /// The results that were accepted before, in order: `see` is shown each, until it breaks.
    pub(crate) fn replay(&self, units: &UnitsRecord, see: &mut dyn FnMut(&KeptResult) -> bool) {
        if let Some(piece) = &units.log {
            let store = self.journal.store.as_ref().expect("logs are in a store");
            let log = store.get(&piece.name).expect("it was there before");
            let lines = BufReader::new(log.take(piece.bytes)).lines();
            for line in lines {
                let line = line.expect("it could be read before");
                let kept: KeptResult = serde_json::from_str(&line).expect("its checksum is right");
                if !see(&kept) {
                    return;
                }
            }
        }
        let _ = units.accepted.iter().all(see);
    }
}

/// All results of a log.
pub(super) fn read_log(store: &dyn JournalStore, piece: &Piece) -> io::Result<Vec<KeptResult>> {
    let lines = BufReader::new(store.get(&piece.name)?.take(piece.bytes)).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// Results that were accepted.
///
/// * **K1** The log, then the list, then what is merged are all results that were accepted, in that
///   order. In a shard, what is merged may stand anywhere in it.
#[derive(Default)]
pub(crate) struct Kept {
    /// What holds no solutions is merged, under the place of the first.
    merged: Option<(Place, Found)>,
    list: Vec<KeptResult>,
    /// The bytes of the list.
    list_bytes: usize,
    log: Option<(String, ByteDigest)>,
}

impl Kept {
    /// What an earlier run has kept.
    pub(crate) fn of(units: &UnitsRecord, keeping: &Keeping<'_>) -> Self {
        let mut kept = Self::default();
        if let Some(Piece { name, bytes, .. }) = &units.log {
            let store = keeping.journal.store.as_ref().expect("logs are in a store");
            let log = store.get(name).and_then(|from| super::digest_of(from, *bytes));
            kept.log = Some((name.clone(), log.expect("it could be read before")));
        }
        for result in &units.accepted {
            kept.push(result.clone());
        }
        kept
    }

    fn push(&mut self, result: KeptResult) {
        self.list_bytes += result.found.get().len();
        self.list.push(result);
    }

    /// Adds a result that was accepted.
    pub(crate) fn add(&mut self, result: KeptResult, keeping: &Keeping<'_>) {
        match keeping.codec.absorb.filter(|_| result.held == 0) {
            Some(absorb) => {
                let copy = (keeping.codec.decode)(result.found.get());
                match &mut self.merged {
                    Some((_, merged)) => absorb(merged, copy),
                    None => self.merged = Some((result.place, copy)),
                }
            }
            None => {
                if keeping.journal.shard.is_none() {
                    self.list_merged(keeping);
                }
                self.push(result);
            }
        }
    }

    /// Puts what is merged into the list.
    fn list_merged(&mut self, keeping: &Keeping<'_>) {
        if let Some((place, found)) = self.merged.take() {
            self.push(KeptResult { place, held: 0, found: raw((keeping.codec.encode)(&found)) });
        }
    }

    /// Adds what is kept to a record. A long list goes into the log.
    pub(crate) fn put_into(&mut self, units: &mut UnitsRecord, keeping: &Keeping<'_>) {
        if self.list_bytes > INLINE_BYTES {
            self.append(keeping);
        }
        units.log = self.log.as_ref().map(|(name, digest)| Piece {
            name: name.clone(),
            bytes: digest.len(),
            checksum: digest.get(),
        });
        units.accepted.extend_from_slice(&self.list);
        if let Some((place, found)) = &self.merged {
            let found = raw((keeping.codec.encode)(found));
            units.accepted.push(KeptResult { place: place.clone(), held: 0, found });
        }
    }

    /// Moves the list into the log, if that can be written.
    fn append(&mut self, keeping: &Keeping<'_>) {
        let Some(store) = &keeping.journal.store else { return };
        let (name, mut digest) = self
            .log
            .clone()
            .unwrap_or_else(|| (format!("results-{}", keeping.phase), ByteDigest::new()));
        let mut bytes = Vec::with_capacity(self.list_bytes + 64 * self.list.len());
        for kept in &self.list {
            serde_json::to_writer(&mut bytes, kept).expect("plain data");
            bytes.push(b'\n');
        }
        // If it cannot be written, it stays in the list, and in the document.
        if store.append(&name, digest.len(), &bytes).is_ok() {
            digest.add(&bytes);
            self.log = Some((name, digest));
            self.list.clear();
            self.list_bytes = 0;
        }
    }
}

fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("JSON")
}
