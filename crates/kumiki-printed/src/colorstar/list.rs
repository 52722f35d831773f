//! The list beside all colourings: which are printed, how often, and which are not.

use super::{FirstTile, PrintedLine, PrintedStar};
use kumiki_judge::judge_tiling;
use kumiki_model::{PlacedTile, Symmetry, TilingQuestion};
use kumiki_recount::{CanonicalTiling, TilingSymmetries};
use kumiki_search::{Fuel, Prefix, Search, Space, Step};
use kumiki_tile::Colourings;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The lines that DECAGON-COLORSTAR prints, all judged, and what is to be said about them.
#[derive(Clone, Debug)]
pub struct List {
    star: PrintedStar,
    /// In the order in which they are printed.
    pub lines: Vec<PrintedLine>,
    /// How many colourings are printed, by how often: `by_times[t]` of them `t` times.
    pub by_times: BTreeMap<usize, usize>,
    /// How many classes the printed colourings form under all symmetries of the star.
    pub classes: usize,
    /// How many colourings there are up to the names of colours, printed or not.
    pub all_colourings: usize,
    /// How many classes all colourings form.
    pub all_classes: usize,
}

/// All colourings of a question up to the names of colours.
///
/// # Panics
/// If the question does not suit the engine; that of the star does.
#[must_use]
pub fn colourings(question: &TilingQuestion) -> Vec<Vec<PlacedTile>> {
    let space = Colourings::new(question).expect("a small question");
    let mut search = space.begin(&Prefix::root());
    let mut found = Vec::new();
    while search.advance(&mut Fuel::unlimited()) == Step::Solution {
        found.extend(search.solution().map(<[PlacedTile]>::to_vec));
    }
    found
}

impl List {
    /// The list of a star, from all its colourings. Each line is judged, and those must be printed
    /// that have the triangle which the program lays first, and no others.
    ///
    /// # Errors
    /// If that is not so, or if the question is not that of DECAGON-COLORSTAR.
    pub fn new(question: &TilingQuestion) -> Result<Self, String> {
        let star = PrintedStar::new(question, FirstTile::Kept)
            .ok_or("the problem is not that of DECAGON-COLORSTAR")?;
        let all = colourings(question);
        let lines = star.lines(all.iter().map(Vec::as_slice));
        for (number, line) in (1..).zip(&lines) {
            judge_tiling(question, &line.tiles)
                .map_err(|fault| format!("line {number} is no tiling: {fault}"))?;
        }
        let same = TilingSymmetries::of_question(question, Symmetry::None);
        let mut times: BTreeMap<CanonicalTiling, usize> = BTreeMap::new();
        for line in &lines {
            *times.entry(same.written(&line.tiles)).or_default() += 1;
        }
        let corners = |tile: &PlacedTile| {
            let mut corners = tile.corners(question);
            corners.sort_unstable();
            corners
        };
        let first = lines.first().map(|line| corners(&line.tiles[0]));
        let has_first =
            |tiling: &&Vec<PlacedTile>| tiling.iter().any(|tile| Some(corners(tile)) == first);
        let expected: BTreeSet<CanonicalTiling> =
            all.iter().filter(has_first).map(|tiling| same.written(tiling)).collect();
        if !times.keys().eq(&expected) {
            return Err(format!(
                "{} colourings are printed, but {} of {} have the triangle that is laid first",
                times.len(),
                expected.len(),
                all.len()
            ));
        }
        let turned = TilingSymmetries::of_question(question, Symmetry::All);
        let classes_of = |tilings: &mut dyn Iterator<Item = &Vec<PlacedTile>>| {
            tilings.map(|tiling| turned.canonical(tiling)).collect::<BTreeSet<_>>().len()
        };
        let mut by_times = BTreeMap::new();
        times.values().for_each(|times| *by_times.entry(*times).or_default() += 1);
        Ok(Self {
            classes: classes_of(&mut lines.iter().map(|line| &line.tiles)),
            all_colourings: all.len(),
            all_classes: classes_of(&mut all.iter()),
            star,
            lines,
            by_times,
        })
    }

    /// How many colourings are printed, up to the names of colours.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.by_times.values().sum()
    }

    /// Makes the program's whole search and compares line by line. Says how many triangles it lays.
    ///
    /// # Errors
    /// With the number of the first line that differs.
    pub fn search_again(&self) -> Result<u64, usize> {
        let mut search = self.star.search();
        let mut expected = self.lines.iter();
        for number in 1.. {
            let found = match search.advance(&mut Fuel::unlimited()) {
                Step::Solution => search.line(),
                _ => None,
            };
            if found.as_ref() != expected.next() {
                return Err(number);
            }
            if found.is_none() {
                break;
            }
        }
        Ok(search.profile().nodes())
    }
}

/// What the program prints.
impl List {
    /// Prints every `interval`-th line, and what the program says before and after. It says that it
    /// takes memory for 1000 nodes, once: its polygons never need more.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, interval: u64, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "ALLOCATING...")?;
        for (number, line) in (1..).zip(&self.lines) {
            if u64::is_multiple_of(number, interval) {
                writeln!(out, "{number}: {line}")?;
            }
        }
        writeln!(out, "Altogether {} solutions.", self.lines.len())
    }

    /// The PostScript file that the program writes for a line, by its number.
    #[must_use]
    pub fn postscript(&self, number: usize) -> Option<String> {
        let line = self.lines.get(number.checked_sub(1)?)?;
        Some(self.star.postscript(line))
    }

    /// What is to be said about the lines.
    #[must_use]
    pub fn said(&self) -> String {
        let (lines, distinct) = (self.lines.len(), self.distinct());
        let Self { by_times, classes, all_colourings, all_classes, .. } = self;
        let rows: String = by_times
            .iter()
            .map(|(times, colourings)| format!("{times:>13}  {colourings:>10}\n"))
            .collect();
        format!(
            "{lines} lines, {distinct} distinct up to the names of colours, {classes} classes up \
             to all symmetries\n\ntimes printed  colourings\n{rows}\nIn all there are \
             {all_colourings} colourings, {all_classes} classes up to all symmetries. The program \
             never moves its first\ntriangle, so {} are not printed, and it settles the names of \
             colours only in part, so some are\nprinted more than once.\n",
            all_colourings - distinct
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_the_program_does_not_print_is_noticed() {
        let star = kumiki_puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
        let question = kumiki_formats::tiling::read(star.text.as_bytes()).expect("our own problem");
        let list = List::new(&question).expect("the star");
        // The first lines come early in the search.
        let mut swapped = list.clone();
        swapped.lines.swap(0, 1);
        assert_eq!(swapped.search_again(), Err(1));
        let mut shorter = list.clone();
        shorter.lines.remove(1);
        assert_eq!(shorter.search_again(), Err(2));
    }
}
