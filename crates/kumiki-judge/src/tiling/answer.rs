//! A whole answer about tilings, held against its question and against itself.
//!
//! [`judge`] lists what is held against what, V1 to V9; the functions below cite
//! these labels.

use super::Judge;
use super::listing::judge_solutions;
use crate::envelope::{
    ListLength, are_possible, class_count, is_stated, judge_class_table, judge_counted,
    judge_different, judge_listed, judge_listed_each, judge_presence, judge_reason, judge_rows,
    judge_symmetry_rows, listed,
};
use crate::fault::{refuse, require};
use crate::saved::unreadable;
use crate::{Fault, Verdict, rule};
use kumiki_formats::tiling;
use kumiki_model::{
    Answer, ByComposition, ClassCount, Classes, Count, Part, Solution, Symmetry, Tile, TileAsk,
    TilePart, TilingQuestion,
};
use kumiki_recount::{TilingCounts, TilingRecount, TilingTally, Viewed, Viewer, ways_to_name};
use num_bigint::BigUint;

/// What an answer about tilings claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims<'a> {
    answer: &'a Answer,
    part: &'a TilePart,
    classes: Option<&'a Classes>,
    question: TilingQuestion,
    /// Which listed tilings count as the same: those that are equal under all symmetries or under
    /// rotations, if one of each class is listed, or only equal ones.
    symmetry: Symmetry,
}

impl<'a> Claims<'a> {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &'a Answer, ask: &TileAsk) -> Result<Self, Fault> {
        let Some(text) = &ask.file.text else {
            return refuse(rule::ASKED, "the question has no problem, expected its text");
        };
        let question = tiling::read(text.as_bytes()).map_err(|error| unreadable(&error))?;
        // A sample is drawn from the classes up to all symmetries.
        let own = ask.symmetry.filter(|_| answer.question.how.sample.is_none());
        Self::about(question, own.unwrap_or(Symmetry::All), answer)
    }

    /// What an answer claims about a question.
    fn about(
        question: TilingQuestion,
        symmetry: Symmetry,
        answer: &'a Answer,
    ) -> Result<Self, Fault> {
        let Part::Tile(part) = &answer.part else {
            return refuse(rule::FIELD, "the answer is of another family, expected tile");
        };
        let counted = part.colourings.as_ref().or(part.tilings.as_ref());
        require(counted == answer.count.as_ref(), rule::COUNT, || {
            "`count` is another number than that of the tilings, or of the colourings if there \
             are colours, expected the same"
                .to_owned()
        })?;
        let classes = match &answer.classes {
            None => None,
            Some(ClassCount::Both(classes)) => Some(classes),
            Some(ClassCount::Number(_)) => {
                return refuse(rule::FIELD, "there is one number of classes, expected two");
            }
        };
        Ok(Self { answer, part, classes, question, symmetry })
    }

    /// How many colours there are.
    fn colour_count(&self) -> Option<usize> {
        self.question.colours().map(|colours| colours.names.len())
    }

    /// How many tilings are told apart: with colours but without their names, if there are colours.
    fn total(&self) -> Option<&'a Count> {
        let TilePart { tilings, colourings, .. } = self.part;
        if self.colour_count().is_some() { colourings.as_ref() } else { tilings.as_ref() }
    }

    /// How many tilings a list has if it has all, if that is counted.
    fn listable(&self) -> Option<&'a Count> {
        match (self.symmetry, self.classes, self.total()) {
            (Symmetry::None, _, total) => total,
            (symmetry, Some(classes), _) => Some(class_count(symmetry, &classes.all, classes)),
            (_, None, _) => None,
        }
    }

    /// Whether there must be numbers of classes: not if the list was enough, or if all tilings are
    /// told apart and none is shown.
    fn has_classes(&self) -> bool {
        let how = &self.answer.question.how;
        let listed = self.answer.solutions.as_ref().map(Vec::len);
        let ended_with_the_list = how.is_list_enough() && listed == Some(how.most_listed());
        self.classes.is_some()
            || !ended_with_the_list && (how.shows() || self.symmetry != Symmetry::None)
    }
}

/// Judges an answer from first principles.
///
/// In questions with colours, everything is about tilings with colours but without their names;
/// `tilings` are those that can be painted. Counts that are not there are not judged.
///
/// * **V1** The question has as many symmetries as the answer says. Where there is a reason to have
///   no tiling, there is none. Numbers of colourings with and without names go together, and there
///   are none without colours.
/// * **V2** The tables add up: classes by symmetry to the classes, tilings and classes by
///   composition to the totals. Each composition obeys the bounds of the question, and its tiles
///   have the area of the region.
/// * **V3** A class whose tilings have `s` of the `|G|` symmetries contains `|G| / s` tilings; over
///   all classes this gives all tilings. A class falls into one or two classes up to rotations.
/// * **V4** Every listed tiling obeys the rules, and has the number of symmetries that it claims.
/// * **V5** No two listed tilings are the same.
/// * **V6** No more are listed than a complete answer counts: in all, by composition, and by
///   symmetry.
/// * **V7** If a complete answer lists as many as it counts, then what is listed, with all its
///   images, makes up all the numbers of the answer: tilings, colourings with and without names,
///   and those of each composition.
/// * **V8** As many are listed as were asked for, or all there are. Classes may be missing if the
///   list was enough.
/// * **V9** If the judge's own search is short, every number is that of it; and on the grids of
///   squares and of triangles, if it can list all tilings, so is every table. A complete answer has
///   all of them.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(claims: &Claims<'_>) -> Result<Verdict, Fault> {
    let Claims { answer, question, .. } = claims;
    let how = &answer.question.how;
    let is_complete = answer.is_complete();
    let judge = Judge::new(question);
    let mut viewer = Viewer::new(question, claims.symmetry);
    let mut verdict = Verdict::of(answer);
    let [group_order, rotation_count] = [viewer.all.order(), viewer.rotations.order()];
    claims.judge_frame(group_order)?;
    if is_complete {
        claims.judge_compositions(&judge)?;
        claims.judge_classes(group_order, rotation_count, &mut verdict)?;
    }
    let listable = claims.listable().filter(|_| is_complete);
    let records = listed(answer, |solution| match solution {
        Solution::Tiles(record) => Some(record),
        _ => None,
    });
    if let Some(records) = records {
        let listed = judge_solutions(&mut viewer, &judge, &records)?;
        let how = match viewer.chosen.order() {
            1 => String::new(),
            order => format!(" under the {order} symmetries chosen"),
        };
        verdict.solution_count = listed.len();
        verdict.proved.push(format!(
            "listed tilings that obey the rules, no two the same{how}: {}",
            listed.len()
        ));
        if let Some(listable) = listable {
            claims.judge_list_length(listable, &listed)?;
            verdict.all_classes_listed = listable.0 == BigUint::from(listed.len());
        }
        if let (true, Some(listable)) = (verdict.all_classes_listed, listable) {
            claims.judge_tally(&viewer.tally(&listed), Source::List)?;
            verdict.proved.push(format!(
                "the list has as many as are counted, {listable}, and the totals follow from it"
            ));
        }
    } else {
        verdict.proved.push("no tilings are listed".to_owned());
    }
    // A list without classes has ended when it was full, and every K-th is listed.
    let most = how.list.map(|_| BigUint::from(how.room()));
    let available = listable.map(|count| count.0.clone()).or(most);
    ListLength::of(answer, available.as_ref()).judge()?;
    if is_complete {
        judge_presence("group_order", answer.group_order.is_some(), true)?;
        claims.judge_total(&judge, &mut verdict)?;
    }
    Ok(verdict)
}

const COMPOSITIONS: &str = "by_composition";

/// Whether the numbers of tiles of each kind can vary.
fn has_compositions(question: &TilingQuestion) -> bool {
    let tiles = question.tiles();
    tiles.len() > 1 && tiles.iter().any(|tile| tile.most != Some(tile.least))
}

/// The rows of a table of compositions, in words.
fn composition_rows(rows: &[ByComposition]) -> Vec<String> {
    let row = |ByComposition { tiles, tilings, classes }: &ByComposition| {
        let classes = classes.as_ref().map_or_else(|| "unknown".to_owned(), ToString::to_string);
        format!("{tilings} tilings with {tiles:?} tiles in {classes} classes")
    };
    rows.iter().map(row).collect()
}

impl Claims<'_> {
    /// V1.
    fn judge_frame(&self, group_order: usize) -> Result<(), Fault> {
        let is_complete = self.answer.is_complete();
        judge_counted(is_complete, self.total().is_some())?;
        if let Some(stated) = &self.answer.group_order {
            is_stated(rule::RECOUNT, "the symmetries of the region", group_order, stated)?;
        }
        let TilePart { tilings, colourings, labelled, .. } = self.part;
        let mut counts = [tilings, colourings, labelled].into_iter().flatten();
        let is_none = counts.all(|count| count.0 == BigUint::ZERO);
        judge_reason(self.answer.why_none.as_deref(), is_none)?;
        let Some(colour_count) = self.colour_count() else {
            let is_absent = colourings.is_none() && labelled.is_none();
            return require(is_absent, rule::FIELD, || {
                "colourings are counted, but the question has no colours".to_owned()
            });
        };
        let one = || BigUint::from(1_u32);
        let most_names = ways_to_name(colour_count, colour_count);
        for (less, more, factor) in [
            (tilings, colourings, one()),
            (colourings, labelled, one()),
            (labelled, colourings, most_names),
        ] {
            if let (true, Some(less), Some(more)) = (is_complete, less, more) {
                require(less.0 <= &more.0 * factor, rule::COLOURINGS, || {
                    "the numbers of tilings, colourings and labelled ones do not go together"
                        .to_owned()
                })?;
            }
        }
        Ok(())
    }

    /// V2, for compositions.
    fn judge_compositions(&self, judge: &Judge<'_>) -> Result<(), Fault> {
        let rows = &self.part.by_composition;
        if rows.is_empty() {
            return Ok(());
        }
        judge_different(COMPOSITIONS, rows.iter().map(|row| format!("{:?}", row.tiles)))?;
        if let Some(row) = rows.iter().find(|row| !is_possible(judge, &row.tiles)) {
            let tiles = &row.tiles;
            let what =
                format!("by_composition has a row for {tiles:?}, which cannot fill the region");
            return refuse(rule::COMPOSITION, what);
        }
        if let Some(total) = self.total() {
            let found: BigUint = rows.iter().map(|row| &row.tilings.0).sum();
            is_stated(rule::SUM, "tilings by composition", found, total)?;
        }
        let by_class: Option<Vec<&Count>> = rows.iter().map(|row| row.classes.as_ref()).collect();
        if let (Some(by_class), Some(classes)) = (&by_class, self.classes) {
            let found: BigUint = by_class.iter().map(|count| &count.0).sum();
            is_stated(rule::SUM, "classes by composition", found, &classes.all)?;
        }
        let mut sorted: Vec<ByComposition> =
            rows.iter().filter(|row| row.tilings.0 > BigUint::ZERO).cloned().collect();
        sorted.sort_by(|one, other| one.tiles.cmp(&other.tiles));
        judge_rows(rule::ROW, COMPOSITIONS, &composition_rows(rows), &composition_rows(&sorted))?;
        judge_presence("classes of a composition", by_class.is_some(), true)
    }

    /// V2, for classes, and V3.
    fn judge_classes(
        &self,
        group_order: usize,
        rotation_count: usize,
        verdict: &mut Verdict,
    ) -> Result<(), Fault> {
        let by_symmetry = &self.answer.by_symmetry;
        let Some(classes) = self.classes else {
            return judge_presence("by_symmetry", !by_symmetry.is_empty(), false);
        };
        if !by_symmetry.is_empty() {
            let (all, total) = (&classes.all, self.total());
            judge_class_table(by_symmetry, &group_order.into(), all, "tilings", total)?;
            if let Some(total) = total {
                verdict.proved.push(format!(
                    "the identity holds: under {group_order} symmetries these {all} classes contain \
                     {total} tilings"
                ));
            }
        }
        let total = self.total().unwrap_or(&classes.rotations);
        let both = [&classes.all, &classes.rotations];
        require(are_possible(total, both, group_order, rotation_count), rule::CLASSES, || {
            "so many tilings cannot form so many classes".to_owned()
        })?;
        let is_counted = self.total().is_some_and(|total| total.0 > BigUint::ZERO);
        judge_presence("by_symmetry", !by_symmetry.is_empty(), is_counted)
    }

    /// V6.
    fn judge_list_length(&self, listable: &Count, listed: &[Viewed]) -> Result<(), Fault> {
        judge_listed("tilings", listed.len(), listable)?;
        let (compositions, orders) = (&self.part.by_composition, &self.answer.by_symmetry);
        judge_listed_each(
            listed.iter().map(|tiling| &tiling.composition).filter(|_| !compositions.is_empty()),
            |tiles| format!("tilings with {tiles:?} tiles"),
            |tiles| {
                let row = compositions.iter().find(|row| row.tiles == **tiles)?;
                let classes = row.classes.as_ref().filter(|_| self.symmetry == Symmetry::All);
                Some(classes.unwrap_or(&row.tilings).clone())
            },
        )?;
        let (is_by_class, group_order) =
            (self.symmetry == Symmetry::All, self.answer.group_order.as_ref());
        let is_known = !orders.is_empty() && self.total().is_some();
        judge_listed_each(
            listed
                .iter()
                .map(|tiling| tiling.fixing)
                .filter(|_| is_known && (is_by_class || group_order.is_some())),
            |order| format!("tilings with {order} symmetries"),
            |order| {
                let classes = &orders.iter().find(|row| row.order == *order)?.classes;
                // A class listed in full has as many tilings as it has different images.
                let images = group_order.filter(|_| !is_by_class).map(|group| &group.0 / *order);
                Some(Count(images.map_or_else(|| classes.0.clone(), |many| &classes.0 * many)))
            },
        )
    }

    /// The numbers are those that the judge has found.
    fn judge_counts(&self, found: &TilingCounts, source: Source) -> Result<(), Fault> {
        let TilePart { tilings, colourings, labelled, .. } = self.part;
        let painted = |count| self.question.colours().map(|_| count);
        for (names, stated, found) in [
            (["tilings", "the listed tilings, colours aside"], tilings, Some(&found.tilings)),
            (
                ["colourings", "the tilings in the classes of those listed"],
                colourings,
                painted(&found.colourings),
            ),
            (
                ["labelled", "the listed tilings with names of colours"],
                labelled,
                painted(&found.labelled),
            ),
        ] {
            source.judge_count(names, stated.as_ref(), found)?;
        }
        Ok(())
    }

    /// All numbers and tables are those that the judge has found (V7 and V9).
    fn judge_tally(&self, found: &TilingTally, source: Source) -> Result<(), Fault> {
        self.judge_counts(&found.counts, source)?;
        let expected = Some(found).filter(|_| self.has_classes());
        let judge_number = |names, number: fn(&Classes) -> &Count| {
            let found = expected.map(|found| &number(&found.classes).0);
            source.judge_count(names, self.classes.map(number), found)
        };
        judge_number(["classes.all", "the classes of those listed"], |classes| &classes.all)?;
        let words = "the classes up to rotations of those listed";
        judge_number(["classes.rotations", words], |classes| &classes.rotations)?;
        let expected_rows = expected.map_or(&[][..], |found| &found.by_symmetry);
        judge_symmetry_rows(source.rule(), &self.answer.by_symmetry, expected_rows)?;
        if !has_compositions(&self.question) {
            return Ok(());
        }
        let expected_rows = expected.map_or(&[][..], |found| &found.by_composition);
        let stated = composition_rows(&self.part.by_composition);
        judge_rows(source.rule(), COMPOSITIONS, &stated, &composition_rows(expected_rows))
    }

    /// V9.
    fn judge_total(&self, judge: &Judge<'_>, verdict: &mut Verdict) -> Result<(), Fault> {
        let counted_again = |remembers: bool, most: u64| {
            let mut recount =
                TilingRecount::new(&self.question, remembers)?.with_strokes(LIMIT_STROKES);
            recount.advance(most).then_some(recount)
        };
        let is_on_grid = judge.site.plane.coordinate_count() == 2;
        let tilings = is_on_grid.then(|| counted_again(false, LIMIT_LISTED)).flatten();
        let tilings = tilings.map(TilingRecount::tilings);
        if let Some(tilings) = tilings.filter(|list| list.len() as u64 <= LIMIT_LISTED) {
            let mut viewer = Viewer::new(&self.question, Symmetry::None);
            let listed = viewer.look_at_all(&tilings);
            let tally = viewer.tally(&listed);
            self.judge_tally(&tally, Source::Search)?;
            verdict.proved.push(format!(
                "every way to lay tiles was tried: {} tilings in {} classes",
                tally.counts.tilings, tally.classes.all
            ));
            return Ok(());
        }
        let Some(total) = self.total() else { return Ok(()) };
        let classes = self.classes.map(|found| format!("{} classes", found.all));
        let Some(recount) = counted_again(true, LIMIT_TILES) else {
            let classes = classes.map_or_else(String::new, |classes| format!(" in {classes}"));
            let what = format!("{total} tilings{classes}: there is no way to count them here");
            verdict.trusted.push(what);
            return Ok(());
        };
        self.judge_counts(&recount.count(), Source::Search)?;
        verdict.proved.push(format!("tiles were laid once more in all ways: {total} tilings"));
        let uncounted = classes.map(|found| format!("{found}: there is no way to count them here"));
        verdict.trusted.extend(uncounted);
        Ok(())
    }
}

/// So many tiles are laid in counting: about a second.
const LIMIT_TILES: u64 = 20_000;

/// So many are laid in listing, and so many tilings are looked at from all sides.
const LIMIT_LISTED: u64 = 30_000;

/// So many times a tile is painted: about a second.
const LIMIT_STROKES: u64 = 3_000_000;

/// Where the judge has found what an answer should say.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// In the answer's own list, which has all.
    List,
    /// By its own search.
    Search,
}

impl Source {
    fn rule(self) -> &'static str {
        match self {
            Self::List => rule::SUM,
            Self::Search => rule::RECOUNT,
        }
    }

    /// A number is the one found, and is there if one was. It has a name as a field and one as what
    /// a list adds up to.
    fn judge_count(
        self,
        [field, words]: [&str; 2],
        stated: Option<&Count>,
        found: Option<&BigUint>,
    ) -> Result<(), Fault> {
        judge_presence(field, stated.is_some(), found.is_some())?;
        let what = match self {
            Self::List => words,
            Self::Search => field,
        };
        match (stated, found) {
            (Some(stated), Some(found)) => is_stated(self.rule(), what, found.clone(), stated),
            _ => Ok(()),
        }
    }
}

/// Whether so many tiles of each kind are within the bounds and have the area of the region.
fn is_possible(judge: &Judge<'_>, numbers: &[usize]) -> bool {
    let tiles = judge.site.question.tiles();
    let fits = |(tile, number): (&Tile, &usize)| {
        let most = tile.most.unwrap_or(u32::MAX);
        (tile.least as usize..=most as usize).contains(number)
    };
    let area = |(tile, number): (&Tile, &usize)| {
        judge.site.plane.area(&judge.site.plane.corners(&tile.shape)).times(*number as i128)
    };
    numbers.len() == tiles.len()
        && tiles.iter().zip(numbers).all(fits)
        && judge.site.have_its_area(tiles.iter().zip(numbers).map(area))
}

#[cfg(test)]
mod tests;
