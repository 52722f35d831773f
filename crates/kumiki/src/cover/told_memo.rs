//! The count that merges equal states, told state by state: `b and c covered`.

use crate::Halt;
use crate::draft::{Draft, break_if};
use kumiki_formats::cover::CoverFile;
use kumiki_id::Id;
use kumiki_memo::{Fate, Told, tell_count};
use kumiki_model::{ItemId, TraceEvent, TraceOutcome};
use kumiki_plan::{Entry, Plan};

/// Tells the first steps of the count. If the problem does not suit, none: then the count says so.
///
/// # Errors
/// If the run was stopped.
pub(crate) fn tell_memo(file: &CoverFile, plan: &Plan, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let name = |item: usize| file.item_name(ItemId::new(item)).to_owned();
    let words = |state: &[Entry]| match state {
        [] => "nothing".to_owned(),
        state => {
            let items: Vec<String> =
                state.iter().map(|entry| covered(file, plan, *entry)).collect();
            format!("{} covered", items.join(" and "))
        }
    };
    let mut stopped = None;
    let _ = tell_count(plan, &mut |level, told| {
        stopped = draft.run.check().err();
        break_if(stopped.is_some())?;
        let event = match told {
            Told::Level { item, states } => TraceEvent::Level { on: name(item), states },
            Told::Carry { state, option, fate } => {
                let choice = match option {
                    Some(option) => file.option_text(plan.id(option)).to_owned(),
                    None => "nothing".to_owned(),
                };
                let (becomes, outcome) = match fate {
                    Fate::Dead => (String::new(), TraceOutcome::Dead),
                    Fate::Done => (String::new(), TraceOutcome::Solution),
                    Fate::Live { state, is_new: true } => (words(&state), TraceOutcome::Alive),
                    Fate::Live { state, is_new: false } => (words(&state), TraceOutcome::Merged),
                };
                TraceEvent::Carry { state: words(state), choice, becomes, outcome }
            }
        };
        draft.tell(level, event)
    });
    stopped.map_or(Ok(()), |stopped_by| Err(stopped_by.into()))
}

/// An item with its colour, as an option writes it that gives it this colour.
fn covered(file: &CoverFile, plan: &Plan, entry: Entry) -> String {
    let name = file.item_name(ItemId::new(entry.item as usize));
    if entry.colour == 0 {
        return name.to_owned();
    }
    let prefix = format!("{name}:");
    let giving = (0..plan.option_count()).find(|option| plan.entries(*option).contains(&entry));
    let text = giving.map_or("", |option| file.option_text(plan.id(option)));
    let word = text.split_whitespace().find(|word| word.starts_with(&prefix));
    word.unwrap_or(name).to_owned()
}
