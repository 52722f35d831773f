//! Solutions as rows of plain numbers: what each family makes of them when it reads them back.

use crate::sink::{Row, Shown};
use kumiki_id::Id;
use kumiki_judge::Fault;
use kumiki_model::OptionId;
use kumiki_search::mix;
use std::fmt::Debug;

/// What a family makes of the rows of a file. It has elements or solutions in JSON.
pub(crate) trait ReadRows {
    /// A digest of what elements mean, if rows have elements.
    fn meaning(&self) -> Option<String> {
        None
    }

    /// The solution that a row of elements stands for, if it is one that this question can have.
    fn shown(&self, _row: &Row) -> Option<Shown> {
        None
    }

    /// The elements of a row in an order that depends on what they are alone, so that equal
    /// solutions have equal ones.
    fn sorted(&self, row: &Row) -> Vec<u32> {
        let mut sorted = row.elements.clone();
        sorted.sort_unstable();
        sorted
    }

    /// Holds a solution against the rules. Its row is given if rows have elements.
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn judge(&self, shown: &Shown, row: Option<&Row>) -> Result<(), Fault>;
}

/// A digest of things in their order.
pub(crate) fn meaning_of<T: Debug>(things: impl Iterator<Item = T>) -> String {
    let mut digest = mix(1);
    for thing in things {
        let text = format!("{thing:?};");
        text.bytes().for_each(|byte| digest = mix(digest ^ u64::from(byte)));
    }
    format!("{digest:016x}")
}

/// All options of a problem that has so many.
pub(crate) fn all_options(count: usize) -> impl Iterator<Item = OptionId> {
    (0..count).map(OptionId::new)
}

/// Puts options into a row.
pub(crate) fn put_options(options: &[OptionId], row: &mut Row) {
    // Inlined, unlike a function of another crate: this is a hot loop.
    let number = |option: &OptionId| u32::try_from(option.index()).expect("ids have 32 bits");
    row.elements.extend(options.iter().map(number));
}

/// The options of a row, if there are so many that all its elements are some.
pub(crate) fn options_of(row: &Row, count: usize) -> Option<Vec<OptionId>> {
    let option = |element: &u32| {
        let index = *element as usize;
        (index < count).then(|| OptionId::new(index))
    };
    row.elements.iter().map(option).collect()
}
