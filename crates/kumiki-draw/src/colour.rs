//! Which thing gets which colour.
//!
//! # The assignment
//! Bricks and rows of a board have the colours of the [palette](PALETTE) in their order, and pieces
//! those that their [looks](kumiki_model::Look) have: the same in all solutions.
//!
//! Tiles are too many for that. They are served in order, and each takes the least used of sixteen
//! colours that none of its neighbours has, the first such colour in the palette if several are
//! used equally often. So up to sixteen things all look different; beyond that neighbours still
//! differ unless the neighbours of one thing use up all colours.
//!
//! Colour is decoration even then: every drawing of pieces also carries labels.

pub use kumiki_model::Rgb as Colour;

use kumiki_model::PALETTE;

/// How many colours neighbours are told apart by.
const TOLD_APART: usize = 16;

/// The first so many colours; beyond the end of the palette it begins again.
pub(crate) fn palette(count: usize) -> Vec<Colour> {
    PALETTE.into_iter().cycle().take(count).collect()
}

/// Gives every thing a colour; `neighbours[t]` lists the things that should differ from thing `t`.
///
/// ```
/// use kumiki_draw::colours_for;
/// let path = [vec![1], vec![0, 2], vec![1]];
/// let colours = colours_for(&path);
/// assert!(colours[0] != colours[1] && colours[1] != colours[2]);
/// ```
#[must_use]
pub fn colours_for(neighbours: &[Vec<usize>]) -> Vec<Colour> {
    let palette = palette(TOLD_APART);
    let mut used = vec![0_usize; palette.len()];
    let mut chosen: Vec<usize> = Vec::with_capacity(neighbours.len());
    for around in neighbours {
        let clashes = |colour: usize| around.iter().any(|n| chosen.get(*n) == Some(&colour));
        let best = (0..palette.len())
            .min_by_key(|colour| (clashes(*colour), used[*colour]))
            .expect("the palette has colours");
        used[best] += 1;
        chosen.push(best);
    }
    chosen.into_iter().map(|colour| palette[colour]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sixteen_colours_are_what_things_get_that_all_touch_or_none() {
        for count in [0, 1, 16, 17, 40] {
            let expected: Vec<Colour> = palette(16).into_iter().cycle().take(count).collect();
            let everyone = |but: usize| (0..count).filter(|other| *other != but).collect();
            assert_eq!(colours_for(&(0..count).map(everyone).collect::<Vec<_>>()), expected);
            assert_eq!(colours_for(&vec![Vec::new(); count]), expected);
        }
    }

    #[test]
    fn sixteen_things_that_all_touch_all_differ() {
        let everyone = |but: usize| (0..16).filter(|other| *other != but).collect();
        let colours = colours_for(&(0..16).map(everyone).collect::<Vec<_>>());
        assert_eq!(colours.into_iter().collect::<BTreeSet<_>>().len(), 16);
    }

    #[test]
    fn a_long_circle_uses_all_colours_equally_and_never_twice_in_a_row() {
        let len = 16 * 10 + 1; // odd, so two colours would not do
        let circle: Vec<Vec<usize>> =
            (0..len).map(|at| vec![(at + 1) % len, (at + len - 1) % len]).collect();
        let colours = colours_for(&circle);
        assert!((0..len).all(|at| colours[at] != colours[(at + 1) % len]));
        for colour in &colours {
            assert!((10..=11).contains(&colours.iter().filter(|other| *other == colour).count()));
        }
    }

    #[test]
    fn more_mutual_neighbours_than_colours_repeat_a_colour_instead_of_failing() {
        let everyone = |but: usize| (0..17).filter(|other| *other != but).collect();
        let colours = colours_for(&(0..17).map(everyone).collect::<Vec<_>>());
        assert_eq!(colours[16], colours[0]);
    }
}
