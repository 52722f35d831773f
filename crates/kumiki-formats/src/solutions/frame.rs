//! Frames: some rows, compressed, with checksums.

use super::checksum;
use lz4_flex::block::{compress_into, decompress, get_maximum_output_size};

/// How many bytes stand before the compressed ones.
pub(super) const FRAME_HEAD: usize = 28;

/// Compressed bytes stand for at most so many times as many.
const MOST_PACKED: u64 = 255;

/// What stands before the compressed bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FrameHead {
    /// How many compressed bytes follow.
    pub(super) length: u32,
    /// How many rows there are; none in a closing frame.
    pub(super) count: u32,
    /// The number of the first row; in a closing frame, how many rows there are in all.
    pub(super) first: u64,
    /// How many bytes there are without compression.
    plain_length: u32,
    /// The CRC-32 of the compressed bytes.
    pub(super) checksum: u32,
}

impl FrameHead {
    fn to_bytes(self) -> [u8; FRAME_HEAD] {
        let mut bytes = [0; FRAME_HEAD];
        bytes[..4].copy_from_slice(&self.length.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.count.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.first.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.plain_length.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.checksum.to_le_bytes());
        let own = checksum(&[&bytes[..24]]);
        bytes[24..].copy_from_slice(&own.to_le_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8; FRAME_HEAD]) -> Result<Self, String> {
        let (own, stated) = (checksum(&[&bytes[..24]]), number(&bytes[24..]));
        if own != stated {
            return Err(format!(
                "the checksum of a frame's head is {own:08x}, expected {stated:08x}"
            ));
        }
        Ok(Self {
            length: number(bytes),
            count: number(&bytes[4..]),
            first: u64::from(number(&bytes[8..])) | u64::from(number(&bytes[12..])) << 32,
            plain_length: number(&bytes[16..]),
            checksum: number(&bytes[20..]),
        })
    }

    /// The bytes without compression.
    pub(super) fn unpack(&self, packed: &[u8]) -> Result<Vec<u8>, String> {
        let wrong = |what: String| format!("a frame cannot be unpacked: {what}, expected its rows");
        let plain_length = u64::from(self.plain_length);
        if plain_length > (packed.len() as u64 + 16) * MOST_PACKED {
            return Err(wrong(format!("{plain_length} bytes are too many")));
        }
        let plain = decompress(packed, self.plain_length as usize)
            .map_err(|error| wrong(error.to_string()))?;
        if plain.len() as u64 != plain_length {
            return Err(wrong(format!("it has {} bytes", plain.len())));
        }
        Ok(plain)
    }
}

/// The little-endian number that some bytes begin with.
///
/// # Panics
/// If there are fewer than four.
pub(super) fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// Writes a frame to the end of `out`: so many rows, the first of which has this number.
pub(super) fn write_frame(first: u64, count: u32, plain: &[u8], out: &mut Vec<u8>) {
    let at = out.len();
    out.resize(at + FRAME_HEAD + get_maximum_output_size(plain.len()), 0);
    let packed = compress_into(plain, &mut out[at + FRAME_HEAD..]).expect("there is room");
    out.truncate(at + FRAME_HEAD + packed);
    let narrow = |length: usize| u32::try_from(length).expect("frames have less than 4 GB");
    let head = FrameHead {
        length: narrow(packed),
        count,
        first,
        plain_length: narrow(plain.len()),
        checksum: checksum(&[&out[at + FRAME_HEAD..]]),
    };
    out[at..at + FRAME_HEAD].copy_from_slice(&head.to_bytes());
}

/// The frame that closes a file of so many rows, with the answer without its list.
///
/// # Panics
/// If the answer has more than 4 GB.
#[must_use]
pub fn closing_frame(rows: u64, answer: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write_frame(rows, 0, answer, &mut out);
    out
}
