//! Orders of items in which neighbours lie close together.

use std::collections::BTreeSet;

/// Which items share an option with which.
///
/// * **G1** `of[i]` is sorted and does not contain i.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    /// For each item its neighbours (G1).
    of: Vec<Vec<u32>>,
}

impl Neighbours {
    /// Collects the neighbours of `item_count` items from the items of each option.
    pub(crate) fn new<'o>(item_count: usize, options: impl Iterator<Item = &'o [u32]>) -> Self {
        let mut of = vec![Vec::new(); item_count];
        for items in options {
            for item in items {
                of[*item as usize].extend(items.iter().filter(|other| *other != item));
            }
        }
        for list in &mut of {
            list.sort_unstable();
            list.dedup();
        }
        Self { of }
    }

    /// Whether an item meets more than two thirds of all items.
    pub(crate) fn is_hub(&self, item: u32) -> bool {
        3 * self.of[item as usize].len() > 2 * self.of.len()
    }

    /// The given items breadth first, from one with few neighbours on; those with few neighbours
    /// first (Cuthill and McKee 1969). Hubs, which would lead everywhere at once, come last.
    pub(crate) fn outwards(&self, items: &[u32]) -> Vec<u32> {
        let degree = |item: &u32| self.of[*item as usize].len();
        let (hubs, others): (Vec<u32>, Vec<u32>) =
            items.iter().partition(|item| self.is_hub(**item));
        let mut is_waiting = vec![false; self.of.len()];
        others.iter().for_each(|item| is_waiting[*item as usize] = true);
        let mut starts: BTreeSet<(usize, u32)> =
            others.iter().map(|item| (degree(item), *item)).collect();
        let mut order: Vec<u32> = Vec::with_capacity(items.len());
        let mut at = 0;
        while order.len() < others.len() {
            if at == order.len() {
                let (_, start) = starts.pop_first().expect("some item is waiting");
                if !std::mem::take(&mut is_waiting[start as usize]) {
                    continue;
                }
                order.push(start);
            }
            let mut next: Vec<u32> = self.of[order[at] as usize]
                .iter()
                .copied()
                .filter(|item| is_waiting[*item as usize])
                .collect();
            next.sort_by_key(degree);
            next.iter().for_each(|item| is_waiting[*item as usize] = false);
            order.extend(next);
            at += 1;
        }
        order.extend(hubs);
        debug_assert_eq!(order.len(), items.len(), "each item once");
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_walked_from_end_to_end() {
        // Items in a row, numbered at random: 4 2 0 3 1.
        let options: [[u32; 2]; 4] = [[4, 2], [2, 0], [0, 3], [3, 1]];
        let neighbours = Neighbours::new(5, options.iter().map(<[u32; 2]>::as_slice));
        let order = neighbours.outwards(&[0, 1, 2, 3, 4]);
        assert_eq!(order, [1, 3, 0, 2, 4]);
    }

    #[test]
    fn hubs_come_last_and_every_component_is_reached() {
        let options: [&[u32]; 5] = [&[0, 1, 2], &[0, 3, 4], &[0, 5, 6], &[1, 2], &[3, 4]];
        let neighbours = Neighbours::new(7, options.into_iter());
        assert!(neighbours.is_hub(0) && !neighbours.is_hub(1));
        let order = neighbours.outwards(&[0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(order, [1, 2, 3, 4, 5, 6, 0]);
    }
}
