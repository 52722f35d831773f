//! The bytes of a file as text.

use crate::FormatError;
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;

/// The most bytes of XML, and the most that a packed file unpacks to.
const MAX_UNPACKED: usize = 64 << 20;

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

/// The text of a file, which may be packed by gzip.
///
/// ```
/// use kumiki_formats::text_of;
/// assert_eq!(text_of(b"a b\na\nb\n".to_vec()).as_deref(), Ok("a b\na\nb\n"));
/// let error = text_of(b"a b\na\xff\n".to_vec()).expect_err("no text");
/// assert_eq!(error.to_string(), "line 2, column 2: a byte that is not text, expected UTF-8");
/// ```
///
/// # Errors
/// If it cannot be unpacked, or unpacks to more than 64 MiB, or is no UTF-8.
pub fn text_of(bytes: Vec<u8>) -> Result<String, FormatError> {
    let bytes = if is_gzip(&bytes) { unpacked(&bytes)?.into_owned() } else { bytes };
    utf8(&bytes)?;
    Ok(String::from_utf8(bytes).expect("it was looked at"))
}

/// Whether a file is compressed by gzip.
pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// What a file unpacks to; itself if it is not packed. It must not be longer than XML may be.
pub(crate) fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, FormatError> {
    let too_long = || {
        FormatError::of_file(format!(
            "the file is too long, expected at most {MAX_UNPACKED} bytes of XML"
        ))
    };
    if !is_gzip(bytes) {
        return if bytes.len() > MAX_UNPACKED { Err(too_long()) } else { Ok(Cow::Borrowed(bytes)) };
    }
    let mut unpacked = Vec::new();
    let limit = u64::try_from(MAX_UNPACKED + 1).unwrap_or(u64::MAX);
    match MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut unpacked) {
        Ok(_) if unpacked.len() > MAX_UNPACKED => Err(too_long()),
        Ok(_) => Ok(Cow::Owned(unpacked)),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Err(FormatError::of_file("the gzip data are cut off, expected a complete file"))
        }
        Err(error) => {
            Err(FormatError::of_file(format!("bad gzip data: {error}, expected a complete file")))
        }
    }
}

/// The text that the bytes of a file are, without a byte order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        FormatError::at_offset(
            bytes,
            error.valid_up_to(),
            "a byte that is not text, expected UTF-8",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    #[test]
    fn the_mark_in_front_is_no_character() {
        assert_eq!(utf8(b"\xef\xbb\xbfa"), Ok("a"));
        let error = utf8(b"\xef\xbb\xbfa\nbc\xff\xfe").expect_err("not UTF-8");
        let expected = "line 2, column 3: a byte that is not text, expected UTF-8";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_is_packed_is_unpacked_and_what_is_cut_off_is_refused() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all("<puzzle>ü</puzzle>".as_bytes()).expect("writing to memory");
        let mut packed = packed.finish().expect("writing to memory");
        assert_eq!(text_of(packed.clone()).as_deref(), Ok("<puzzle>ü</puzzle>"));
        packed.truncate(packed.len() - 9);
        let error = text_of(packed).expect_err("cut off").to_string();
        assert_eq!(error, "the gzip data are cut off, expected a complete file");
    }
}
