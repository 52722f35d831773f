//! One symmetry of a problem, as the options and items that it moves.
//!
//! Most symmetries of large problems move little: two equal options, say. A list of what moves is
//! then much shorter than two whole permutations, and checking it is as fast.

use kumiki_group::Perm;
use kumiki_id::Id;
use kumiki_model::{ItemId, OptionId};

/// A permutation of the options of a problem together with one of its items.
///
/// * **M1** What moves is listed by its id, in increasing order; nothing is listed that goes to
///   itself.
/// * **M2** What moves and where it goes are the same set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Automorphism {
    /// The options that move, each with its image (M1, M2).
    options: Vec<(OptionId, OptionId)>,
    /// The items that move, each with its image (M1, M2).
    items: Vec<(ItemId, ItemId)>,
}

impl Automorphism {
    /// The permutations with these images; what is not named stays. `None` if they are no
    /// permutations.
    ///
    /// Whether they are a symmetry of a problem is for [`is_automorphism`](crate::is_automorphism)
    /// to say.
    #[must_use]
    pub fn new(
        options: impl IntoIterator<Item = (OptionId, OptionId)>,
        items: impl IntoIterator<Item = (ItemId, ItemId)>,
    ) -> Option<Self> {
        Some(Self { options: moved(options)?, items: moved(items)? })
    }

    /// The options that move, in increasing order, each with its image.
    #[must_use]
    pub fn moved_options(&self) -> &[(OptionId, OptionId)] {
        &self.options
    }

    /// The items that move, in increasing order, each with its image.
    #[must_use]
    pub fn moved_items(&self) -> &[(ItemId, ItemId)] {
        &self.items
    }

    /// Where an option goes.
    #[must_use]
    pub fn option_image(&self, option: OptionId) -> OptionId {
        image(&self.options, option)
    }

    /// Where an item goes.
    #[must_use]
    pub fn item_image(&self, item: ItemId) -> ItemId {
        image(&self.items, item)
    }

    /// What it does to the options of a problem with so many.
    ///
    /// # Panics
    /// If it moves an option that is not among them.
    #[must_use]
    pub fn on_options(&self, option_count: usize) -> Perm {
        whole(&self.options, option_count)
    }

    /// What it does to the items of a problem with so many.
    ///
    /// # Panics
    /// If it moves an item that is not among them.
    #[must_use]
    pub fn on_items(&self, item_count: usize) -> Perm {
        whole(&self.items, item_count)
    }
}

/// The pairs as M1 and M2 want them.
fn moved<I: Id>(pairs: impl IntoIterator<Item = (I, I)>) -> Option<Vec<(I, I)>> {
    let mut moved: Vec<(I, I)> = pairs.into_iter().filter(|(from, to)| from != to).collect();
    moved.sort_unstable();
    moved.dedup();
    let mut images: Vec<I> = moved.iter().map(|(_, to)| *to).collect();
    images.sort_unstable();
    let is_permutation = images.into_iter().eq(moved.iter().map(|(from, _)| *from))
        && moved.windows(2).all(|pair| pair[0].0 != pair[1].0);
    is_permutation.then_some(moved)
}

fn image<I: Id>(moved: &[(I, I)], id: I) -> I {
    moved.binary_search_by_key(&id, |(from, _)| *from).map_or(id, |at| moved[at].1)
}

fn whole<I: Id>(moved: &[(I, I)], count: usize) -> Perm {
    let mut images: Vec<u32> = (0..kumiki_id::narrow(count)).collect();
    for (from, to) in moved {
        images[from.index()] = kumiki_id::narrow(to.index());
    }
    Perm::new(images).expect("M2: what moves goes where something moves from")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_permutations_are_accepted_and_only_what_moves_is_kept() {
        let made = |pairs: &[(usize, usize)]| {
            let options = pairs.iter().map(|(from, to)| (OptionId::new(*from), OptionId::new(*to)));
            Automorphism::new(options, [])
        };
        let cycle = made(&[(7, 2), (2, 5), (3, 3), (5, 7), (5, 7)]).expect("a cycle of three");
        let images: Vec<usize> = (0..8).map(|at| cycle.on_options(8).apply(at)).collect();
        assert_eq!(images, [0, 1, 5, 3, 4, 7, 6, 2]);
        assert_eq!(cycle.moved_options().len(), 3);
        assert_eq!(cycle.option_image(OptionId::new(5)), OptionId::new(7));
        assert_eq!(cycle.option_image(OptionId::new(99)), OptionId::new(99));
        assert!(cycle.on_items(4).is_identity());
        for bad in [&[(0, 1)][..], &[(0, 1), (1, 0), (2, 0)], &[(0, 1), (0, 2), (1, 0), (2, 0)]] {
            assert_eq!(made(bad), None, "{bad:?}");
        }
    }
}
