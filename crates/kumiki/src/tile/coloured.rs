//! Problems with colours: searched one by one, up to the names of colours.

use super::walk::Walk;
use super::{Pool, Tilings, note_counts};
use crate::Halt;
use crate::draft::Draft;
use kumiki_model::{Colours, StoppedBy};
use kumiki_tile::{ColouringSearch, Colourings, Forms, Sight, symmetries};
use num_bigint::BigUint;

/// Answers a question with colours.
pub(super) fn solve(asked: &Tilings, colours: &Colours, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let question = &asked.question;
    let space = Colourings::new(question)?;
    let symmetries = symmetries(question);
    let pool = Pool::new(|| Forms::new(question, &symmetries));
    let walk = Walk::new(asked, &symmetries, true, draft);
    let walked = walk.through(
        "searching",
        &space,
        |books, search: &ColouringSearch<'_>| {
            let tiling = search.solution().expect("the search holds still at a solution");
            pool.lend(|forms| {
                let images = forms.images(tiling);
                books.labelled.0 += names(colours, images.colours_used());
                if images.is_first() {
                    books.underlying.extend([forms.underlying(&images)]);
                }
                books.enter(&walk, &images);
            });
        },
        |tile| tile,
        draft,
    );
    draft.profile = walked.profile;
    draft.answer.stopped_by = walked.stopped_by;
    let books = walked.ledger;
    let colourings = BigUint::from(books.tilings());
    let is_complete = walked.stopped_by.is_none();
    let method = if is_complete { "" } else { ", until the search was stopped" };
    draft.note(format!(
        "method: tiles were laid one by one and painted in all ways, up to the names of \
         colours{method}"
    ));
    let tilings =
        is_complete.then(|| books.underlying.values().map(|size| BigUint::from(*size)).sum());
    // How many were found before the list was full is a matter of luck.
    let is_told = walked.stopped_by != Some(StoppedBy::Enough);
    note_counts(draft, tilings, is_told.then(|| (colourings.clone(), books.labelled.0.clone())));
    if is_complete {
        books.close(&walk, &colourings, "colourings", &mut draft.answer)?;
    }
    draft.check_shown()
}

/// In how many ways so many of the colours get names.
pub(super) fn names(colours: &Colours, used: usize) -> BigUint {
    (0..used).map(|taken| BigUint::from(colours.names.len() - taken)).product()
}
