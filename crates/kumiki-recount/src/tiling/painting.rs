//! Tilings painted in all ways.

use super::site::Site;
use kumiki_model::{PlacedTile, TilingQuestion};
use rustc_hash::FxHashMap as HashMap;

/// Paints tilings, with the geometry of this crate.
///
/// * **U1** Colours are numbered in the order of their first use: ways to paint a tiling that
///   differ in the names of colours alone are one.
#[derive(Clone, Debug)]
pub struct TilingPainter<'q> {
    site: Site<'q>,
    /// Whether tiles in two places come closer than same colours may; the lower place comes first.
    rivals: HashMap<[u32; 2], bool>,
    /// So many more times a colour is tried on a tile.
    pub(super) strokes_left: u64,
}

impl<'q> TilingPainter<'q> {
    /// A painter for the tilings of a question with colours.
    #[must_use]
    pub fn new(question: &'q TilingQuestion) -> Self {
        Self { site: Site::new(question), rivals: HashMap::default(), strokes_left: u64::MAX }
    }

    /// Hands over all ways to paint a tiling that obeys the rules, colours aside: the colours of
    /// its tiles. Places are numbers, the same ones for the same places in all tilings.
    pub fn paint(&mut self, tiling: &[(u32, PlacedTile)], mut see: impl FnMut(&[usize])) {
        let mut rivals = vec![vec![]; tiling.len()];
        for (second, earlier) in rivals.iter_mut().enumerate() {
            let are_rivals = |first: &usize| self.are_rivals(tiling[*first], tiling[second]);
            earlier.extend((0..second).filter(are_rivals));
        }
        let kinds: Vec<usize> = tiling.iter().map(|(_, placed)| placed.tile).collect();
        self.extend(&kinds, &rivals, &mut Vec::new(), &mut see);
    }

    /// Paints the tiles that have no colour yet, as long as there are strokes left.
    fn extend(
        &mut self,
        kinds: &[usize],
        rivals: &[Vec<usize>],
        chosen: &mut Vec<usize>,
        see: &mut impl FnMut(&[usize]),
    ) {
        let at = chosen.len();
        let Some(kind) = kinds.get(at) else { return see(chosen) };
        let question = self.site.question;
        let names = question.colours().map_or(0, |colours| colours.names.len());
        let used = chosen.iter().max().map_or(0, |last| last + 1);
        let most = question.tiles()[*kind].most_of_a_colour;
        for colour in 0..names.min(used + 1) {
            if self.strokes_left == 0 {
                return;
            }
            self.strokes_left -= 1;
            let is_like = |other: &usize| kinds[*other] == *kind && chosen[*other] == colour;
            let is_full = most.is_some_and(|most| {
                u32::try_from((0..at).filter(is_like).count()).is_ok_and(|count| count >= most)
            });
            if !is_full && rivals[at].iter().all(|other| chosen[*other] != colour) {
                chosen.push(colour);
                self.extend(kinds, rivals, chosen, see);
                chosen.pop();
            }
        }
    }

    fn are_rivals(&mut self, one: (u32, PlacedTile), other: (u32, PlacedTile)) -> bool {
        let Site { question, plane, .. } = &self.site;
        let Some(colours) = question.colours() else { return false };
        *self.rivals.entry([one.0.min(other.0), one.0.max(other.0)]).or_insert_with(|| {
            let [one, other] = [one, other].map(|(_, placed)| self.site.shape(&placed));
            one.is_too_close(plane, &other, colours.apart)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TilingRecount;
    use kumiki_model::Tile;
    use kumiki_oracle::universe::random_coloured_tiling_questions;
    use std::collections::HashMap;

    #[test]
    fn painting_all_tilings_finds_what_a_recount_finds() {
        let mut painted_somewhere = 0;
        for (at, question) in random_coloured_tiling_questions(5, 40).enumerate() {
            let mut recount = TilingRecount::new(&question, true).expect("few directions");
            assert!(recount.advance(u64::MAX));
            let bare = |tile: &Tile| Tile { most_of_a_colour: None, ..tile.clone() };
            let tiles = question.tiles().iter().map(bare).collect();
            let (ring, region) = (question.ring().clone(), question.region().clone());
            let bare = TilingQuestion::new("", ring, region, tiles, None).expect("a question");
            let mut without_colours = TilingRecount::new(&bare, false).expect("few directions");
            assert!(without_colours.advance(u64::MAX));
            let mut places = HashMap::new();
            let mut painter = TilingPainter::new(&question);
            let [mut tilings, mut colourings] = [0_u32; 2];
            for tiling in without_colours.tilings() {
                let mut numbered = |tile: PlacedTile| {
                    let next = u32::try_from(places.len()).expect("few places");
                    (*places.entry(tile).or_insert(next), tile)
                };
                let tiling: Vec<_> = tiling.into_iter().map(&mut numbered).collect();
                let before = colourings;
                painter.paint(&tiling, |_| colourings += 1);
                tilings += u32::from(colourings > before);
            }
            let count = recount.count();
            assert_eq!(
                [count.tilings, count.colourings],
                [tilings, colourings].map(Into::into),
                "{at}"
            );
            painted_somewhere += u32::from(tilings > 0);
        }
        assert!(painted_somewhere > 10, "{painted_somewhere}");
    }
}
