//! Snapshots as bytes, read back and damaged.

use kumiki_drive::{SnapshotError, read_snapshot, write_snapshot};
use kumiki_search::{BadSnapshot, Record, Snapshot};

/// Work that is nothing but its records; it refuses those that do not begin with 7.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Records(Vec<Record>);

impl Snapshot for Records {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.iter().for_each(|line| record(line));
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0 = records.collect();
        let is_mine = self.0.first().is_some_and(|record| record.first() == Some(&7));
        if is_mine { Ok(()) } else { Err(BadSnapshot) }
    }
}

/// Work that reads its first record only.
struct Hasty;

impl Snapshot for Hasty {
    fn save(&self, _: &mut dyn FnMut(&[u64])) {}

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        records.next().map(drop).ok_or(BadSnapshot)
    }
}

fn some() -> Records {
    let long = (0..300).map(|number| number * number * number).collect();
    Records(vec![
        vec![7],
        vec![],
        vec![0, 1, 127, 128, 16_383, 16_384, u64::MAX - 1, u64::MAX, 1 << 63],
        long,
        vec![],
    ])
}

fn written(work: &Records, label: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_snapshot(work, label, &mut bytes).expect("memory takes all bytes");
    bytes
}

fn read(label: &str, bytes: &[u8]) -> Result<Records, SnapshotError> {
    let mut work = Records::default();
    read_snapshot(&mut work, label, bytes).map(|()| work)
}

#[test]
fn what_was_written_is_read() {
    for work in [some(), Records(vec![vec![7]]), Records(vec![vec![7, 0]; 1000])] {
        for label in ["", "knight:8x8", "Zähler"] {
            let bytes = written(&work, label);
            assert_eq!(read(label, &bytes).expect("the same bytes"), work);
        }
    }
    // Small numbers take a byte.
    assert!(written(&Records(vec![vec![7; 1000]]), "").len() < 1030);
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = written(&some(), "a label");
    for at in 0..bytes.len() {
        for change in [1, 2, 0x40, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            read("a label", &damaged).expect_err("a byte was changed");
        }
    }
}

#[test]
fn every_missing_and_every_further_byte_is_noticed() {
    let bytes = written(&some(), "a label");
    for end in 0..bytes.len() {
        let error = read("a label", &bytes[..end]).expect_err("bytes are missing");
        assert!(matches!(error, SnapshotError::Truncated { .. }), "{end} bytes: {error}");
    }
    for further in [0, 1, 255] {
        let longer = [&bytes[..], &[further]].concat();
        let error = read("a label", &longer).expect_err("there is something after the end");
        assert!(matches!(error, SnapshotError::Damaged { .. }), "{error}");
    }
    for at in 0..bytes.len() {
        let mut shorter = bytes.clone();
        let was = shorter.remove(at);
        let is_same = bytes.get(at + 1) == Some(&was);
        assert!(is_same || read("a label", &shorter).is_err(), "without byte {at}");
    }
}

#[test]
fn foreign_bytes_are_refused_with_both_values() {
    let refused = |label: &str, bytes: &[u8]| read(label, bytes).expect_err("foreign").to_string();
    let bytes = written(&some(), "knight:6x6");
    assert_eq!(
        refused("knight:8x8", &bytes),
        r#"a snapshot of "knight:6x6", expected "knight:8x8""#
    );
    assert_eq!(
        refused("", b"{\"method\": 1}"),
        r#"no snapshot: it begins with {\"method, expected KUMIKI\x1as"#
    );
    let mut later = bytes.clone();
    later[8] = 2;
    assert_eq!(refused("knight:6x6", &later), "a snapshot of version 2, expected 1");
    let mut other = bytes.clone();
    *other.last_mut().expect("a checksum") ^= 1;
    let message = refused("knight:6x6", &other);
    assert!(message.starts_with("a checksum of 0x"), "{message}");
    assert_eq!(
        refused("knight:6x6", &bytes[..bytes.len() - 1]),
        "the snapshot ends after 5 records, expected more"
    );
}

#[test]
fn records_that_the_work_refuses_are_told_from_damage() {
    let bytes = written(&Records(vec![vec![8], vec![1]]), "");
    let error = read("", &bytes).expect_err("they do not begin with 7");
    assert!(matches!(error, SnapshotError::Refused(BadSnapshot)), "{error}");
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("a checksum") ^= 1;
    let error = read("", &damaged).expect_err("damaged");
    assert!(matches!(error, SnapshotError::Checksum { .. }), "{error}");
    // Records that are left are of other work.
    let error = read_snapshot(&mut Hasty, "", &bytes[..]).expect_err("a record is left");
    assert!(matches!(error, SnapshotError::Refused(BadSnapshot)), "{error}");
}

/// Takes some bytes, and then no more.
struct Small(usize);

impl std::io::Write for Small {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let error = write_snapshot(&some(), "", Small(100)).expect_err("little room");
    assert!(matches!(error, SnapshotError::Io(_)), "{error}");
    let label = "x".repeat(100_000);
    let error = write_snapshot(&some(), &label, Small(usize::MAX)).expect_err("a long label");
    assert_eq!(error.to_string(), "a record or label of length 100000, expected at most 65536");
}
