//! XML, pulled: elements one after the other, without a tree.
//!
//! A file can be long and nested deeply, whatever it contains. Here nothing is kept of it but what
//! the caller takes, and what he skips costs no memory, so that a small file that unpacks to a
//! large one does no harm.

use crate::{FormatError, quoted};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;

/// A text that is read as XML.
pub(super) struct Xml<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
}

/// The start tag of an element.
pub(super) struct Tag<'t> {
    start: BytesStart<'t>,
    /// The byte of the text where it starts.
    pub(super) offset: usize,
}

impl Tag<'_> {
    /// What the element is called.
    pub(super) fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.start.name().into_inner())
    }
}

impl<'t> Xml<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { text, reader }
    }

    /// An error at a byte of the text.
    pub(super) fn error(&self, offset: usize, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.text.as_bytes(), offset, reason)
    }

    /// The first element of the text.
    pub(super) fn root(&mut self) -> Result<Tag<'t>, FormatError> {
        loop {
            match self.next()? {
                (Event::Start(start), offset) => return Ok(Tag { start, offset }),
                (Event::Eof, offset) => {
                    return Err(self.error(offset, "no element, expected <puzzle>"));
                }
                _ => {}
            }
        }
    }

    /// The next element inside the one that is open, or nothing at its end. The element that was
    /// returned before has to have been read to its own end.
    pub(super) fn child(&mut self, open: &Tag<'_>) -> Result<Option<Tag<'t>>, FormatError> {
        loop {
            match self.next()? {
                (Event::Start(start), offset) => return Ok(Some(Tag { start, offset })),
                (Event::End(_), _) => return Ok(None),
                (Event::Eof, offset) => return Err(self.ends_inside(offset, open)),
                _ => {}
            }
        }
    }

    /// Reads on to the end of an open element.
    pub(super) fn skip(&mut self, open: &Tag<'_>) -> Result<(), FormatError> {
        let (start, name) = (self.position(), open.start.name());
        match self.reader.read_to_end(name) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.wrong(start, &error)),
        }
    }

    /// The text of an open element that contains nothing else, piece by piece, each with its
    /// offset. Reads to its end.
    pub(super) fn content(
        &mut self,
        open: &Tag<'_>,
    ) -> Result<Vec<(usize, Cow<'t, str>)>, FormatError> {
        let mut content = Vec::new();
        loop {
            let (event, offset) = self.next()?;
            let bytes = match event {
                Event::Text(text) => text.into_inner(),
                Event::CData(data) => data.into_inner(),
                Event::Comment(_) | Event::PI(_) => continue,
                Event::End(_) => return Ok(content),
                Event::Eof => return Err(self.ends_inside(offset, open)),
                _ => {
                    let reason =
                        format!("more than text in <{}>, expected cells only", open.name());
                    return Err(self.error(offset, reason));
                }
            };
            let text = match bytes {
                Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
                Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
            };
            content.push((offset, text));
        }
    }

    /// An attribute of an element, if it is there.
    pub(super) fn attribute(
        &self,
        tag: &Tag<'_>,
        name: &str,
    ) -> Result<Option<String>, FormatError> {
        let wrong = |cause: &dyn std::fmt::Display| {
            self.error(tag.offset, format!("bad attribute in <{}>: {cause}", tag.name()))
        };
        match tag.start.try_get_attribute(name) {
            Ok(None) => Ok(None),
            Ok(Some(found)) => match found.unescape_value() {
                Ok(value) => Ok(Some(value.into_owned())),
                Err(cause) => Err(wrong(&cause)),
            },
            Err(cause) => Err(wrong(&cause)),
        }
    }

    /// An attribute that is a number, if it is there.
    pub(super) fn number(&self, tag: &Tag<'_>, name: &str) -> Result<Option<usize>, FormatError> {
        let Some(value) = self.attribute(tag, name)? else {
            return Ok(None);
        };
        match value.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                let (element, value) = (tag.name(), quoted(&value));
                let reason =
                    format!("attribute {name} of <{element}> is {value}, expected a number");
                Err(self.error(tag.offset, reason))
            }
        }
    }

    /// An attribute that is a number and has to be there.
    pub(super) fn required(&self, tag: &Tag<'_>, name: &str) -> Result<usize, FormatError> {
        self.number(tag, name)?.ok_or_else(|| {
            self.error(
                tag.offset,
                format!("<{}> has no attribute {name}, expected a number", tag.name()),
            )
        })
    }

    /// The next event, and where it starts.
    fn next(&mut self) -> Result<(Event<'t>, usize), FormatError> {
        let offset = self.position();
        match self.reader.read_event() {
            Ok(event) => Ok((event, offset)),
            Err(error) => Err(self.wrong(offset, &error)),
        }
    }

    /// The byte at which the reader stands.
    fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    fn ends_inside(&self, offset: usize, open: &Tag<'_>) -> FormatError {
        self.error(offset, format!("the file ends inside <{0}>, expected </{0}>", open.name()))
    }

    /// What the reader complains about. It knows the place of most errors better than we do.
    fn wrong(&self, offset: usize, error: &quick_xml::Error) -> FormatError {
        let place = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX);
        let cause: String =
            error.to_string().replace(['\n', '\r'], " ").chars().take(100).collect();
        self.error(place.max(offset), format!("bad XML: {cause}"))
    }
}
