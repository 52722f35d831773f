//! Equal options, which may change places as they please.
//!
//! Among n equal options there are n! permutations, and a search would find them one transposition
//! after the other. There is nothing to search: they are put into one class, which the search then
//! takes for a single option.

use crate::Automorphism;
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};

/// The options sorted into classes of equal ones: the same items in the same colours, the same
/// cost, the same requirements. Members are in increasing order, classes in that of their first
/// members.
pub(crate) fn classes(problem: &CoverProblem) -> Vec<Vec<OptionId>> {
    let mut required: Vec<(OptionId, &[ItemId])> =
        problem.requirements().iter().map(|r| (r.option, r.any_of.as_slice())).collect();
    required.sort_unstable();
    let required_by = |option: OptionId| -> Vec<&[ItemId]> {
        let from = required.partition_point(|(other, _)| *other < option);
        required[from..]
            .iter()
            .take_while(|(other, _)| *other == option)
            .map(|(_, set)| *set)
            .collect()
    };
    let colours = |option: OptionId| -> Vec<Option<Colour>> {
        if problem.has_colours() {
            problem.entries(option).map(|(_, c)| c).collect()
        } else {
            Vec::new()
        }
    };
    let key = |option: OptionId| {
        let items = problem.options()[option].as_slice();
        (items, colours(option), problem.cost(option), required_by(option))
    };
    let mut keyed: Vec<(_, OptionId)> =
        problem.options().ids().map(|option| (key(option), option)).collect();
    keyed.sort_unstable();
    let equal = keyed.chunk_by(|(one, _), (other, _)| one == other);
    let mut classes: Vec<Vec<OptionId>> =
        equal.map(|class| class.iter().map(|(_, option)| *option).collect()).collect();
    classes.sort_unstable();
    classes
}

/// Generators of all permutations within the classes: neighbours change places.
pub(crate) fn swaps(classes: &[Vec<OptionId>]) -> impl Iterator<Item = Automorphism> {
    classes.iter().flat_map(|class| class.windows(2)).map(|pair| {
        Automorphism::new([(pair[0], pair[1]), (pair[1], pair[0])], [])
            .expect("M2: two options change places")
    })
}
