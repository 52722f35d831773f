//! Files packed by gzip, without any packing: BurrTools reads and writes such files.

/// The bytes as one stored block.
///
/// # Panics
/// If there are more than 65535 bytes, which no question has.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).expect("questions are short");
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    packed.extend(bytes);
    packed.extend(checksum(bytes).to_le_bytes());
    packed.extend(u32::from(length).to_le_bytes());
    packed
}

/// The cyclic redundancy check of RFC 1952, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_standard_is_met() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(gzip(b"").len(), 10 + 5 + 8);
    }
}
