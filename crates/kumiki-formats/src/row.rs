//! Rows of text inside a file, and their words, each with its place.

/// A row of a text that stands somewhere in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'t> {
    /// Its characters.
    pub(crate) text: &'t str,
    /// The byte of the file where they stand; if they are not `exact`, where the whole text starts.
    pub(crate) offset: usize,
    /// Whether the file has these very characters there, and not escapes of them.
    pub(crate) exact: bool,
}

/// A part of a row without white space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    /// Its characters.
    pub(crate) text: &'t str,
    /// The byte of the file where it stands, as far as that is known.
    pub(crate) offset: usize,
}

impl<'t> Row<'t> {
    /// The byte of the file that a byte of the row is.
    pub(crate) fn place(&self, at: usize) -> usize {
        if self.exact { self.offset + at } else { self.offset }
    }

    /// Its words.
    pub(crate) fn words(self) -> impl Iterator<Item = Word<'t>> {
        let mut end = 0;
        self.text.split_whitespace().map(move |text| {
            let at =
                end + self.text[end..].find(text).expect("words stand in their row, in this order");
            end = at + text.len();
            Word { text, offset: self.place(at) }
        })
    }
}
