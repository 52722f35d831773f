//! The bytes of a file as text.

use crate::FormatError;

/// The most bytes of a file that a person writes.
pub(crate) const MAX_TEXT: usize = 4 << 20;

/// What a byte order mark looks like in UTF-8. Some editors put one in front of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Refuses a text that is longer than any that a person writes.
pub(crate) fn short(bytes: &[u8]) -> Result<&[u8], FormatError> {
    match bytes.len() {
        length if length > MAX_TEXT => Err(FormatError::of_file(format!(
            "the file has {length} bytes, expected at most {MAX_TEXT}"
        ))),
        _ => Ok(bytes),
    }
}

/// The text that the bytes of a file are, without a byte order mark.
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        FormatError::at_offset(
            bytes,
            error.valid_up_to(),
            "a byte that is not text, expected UTF-8",
        )
    })
}
