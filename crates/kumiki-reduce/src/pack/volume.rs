//! How many cells the pieces fill: arithmetic that answers some questions before any search, and
//! says how many cells stay empty.

use kumiki_model::{PackQuestion, Piece};

/// The numbers of cells that pieces of the right numbers can fill: `base`, `base + step`, `base + 2
/// step` and so on, as far as `cap`. Not each of these need be possible, but no other is.
///
/// * **V1** `base` counts the pieces that are used in any case; `step` is the greatest common
///   divisor of the sizes of the others, 0 if there are none. `cap` is `None` if some kind may be
///   used without end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volume {
    base: u64,
    step: u64,
    cap: Option<u64>,
}

impl Volume {
    pub(super) fn of(pieces: &[Piece]) -> Self {
        let mut volume = Self { base: 0, step: 0, cap: Some(0) };
        for piece in pieces {
            let size = piece.shape.cells().len() as u64;
            let cells = |count: u32| size.saturating_mul(u64::from(count));
            volume.base = volume.base.saturating_add(cells(piece.least));
            volume.cap =
                volume.cap.zip(piece.most).map(|(cap, most)| cap.saturating_add(cells(most)));
            if piece.most != Some(piece.least) {
                volume.step = greatest_common_divisor(volume.step, size);
            }
        }
        volume
    }

    /// At least so many cells of the box stay empty, and at most so many, by counting alone.
    pub(super) fn empty_cells(&self, question: &PackQuestion) -> (u64, u64) {
        let must = question.must().len() as u64;
        let all = must + question.may().len() as u64;
        let least = self.cap.map_or(0, |cap| must.saturating_sub(cap));
        (least, all.saturating_sub(self.base))
    }

    /// Why the pieces cannot fill the box, if counting shows it.
    pub(super) fn obstruction(&self, question: &PackQuestion) -> Option<String> {
        let must = question.must().len() as u64;
        let all = must + question.may().len() as u64;
        let least = must.saturating_sub(u64::from(question.leftover));
        let pieces = self.in_words();
        if self.base > all {
            return Some(format!("{pieces}, the box only {all}"));
        }
        let missing = least.saturating_sub(self.base);
        let filled = match self.step {
            0 => self.base,
            step => self.base + missing.div_ceil(step) * step,
        };
        let is_possible = filled >= least && filled <= self.cap.map_or(all, |cap| cap.min(all));
        let allowance = match (question.may().len(), question.leftover) {
            (0, 0) => "and no cell may stay empty".to_owned(),
            (0, leftover) => format!("of which at most {leftover} may stay empty"),
            _ => format!("of which at least {least} are to be filled"),
        };
        (!is_possible).then(|| format!("{pieces}, the box {all}, {allowance}"))
    }

    fn in_words(&self) -> String {
        let Self { base, step, cap } = *self;
        match cap {
            Some(cap) if cap == base => format!("the pieces have {base} cells"),
            Some(cap) => format!("the pieces have {base} to {cap} cells in steps of {step}"),
            None if base == 0 => format!("the pieces have a multiple of {step} cells"),
            None => format!("the pieces have {base} cells and a multiple of {step} more"),
        }
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Shape, Turns};

    /// The obstruction of bars with given lengths and bounds in a row of cells.
    fn obstruction(
        bars: &[(i64, u32, Option<u32>)],
        must: usize,
        may: usize,
        leftover: u32,
    ) -> Option<String> {
        let bar = |(at, (length, least, most)): (usize, &(i64, u32, Option<u32>))| {
            let shape = Shape::new((0..*length).map(|column| [0, 0, column])).expect("a bar");
            let (name, turns) = (at.to_string(), Turns::Fixed);
            Piece { name, shape, least: *least, most: *most, turns, colour: None }
        };
        let pieces: Vec<Piece> = bars.iter().enumerate().map(bar).collect();
        let cells = |range: std::ops::Range<usize>| range.map(|column| [0, 0, column]);
        let question = PackQuestion::new("row", cells(0..must), cells(must..must + may), pieces);
        let mut question = question.expect("bars in a row");
        question.leftover = leftover;
        Volume::of(question.pieces()).obstruction(&question)
    }

    #[test]
    fn counting_finds_what_cannot_be() {
        let check =
            |found: Option<String>, expected: &str| assert_eq!(found.as_deref(), Some(expected));
        let three = [(9, 3, Some(3))];
        let unfilled = "the pieces have 27 cells, the box 28, and no cell may stay empty";
        check(obstruction(&three, 28, 0, 0), unfilled);
        check(obstruction(&three, 26, 0, 9), "the pieces have 27 cells, the box only 26");
        let some = "the pieces have 27 cells, the box 30, of which at most 2 may stay empty";
        check(obstruction(&three, 30, 0, 2), some);
        let optional =
            "the pieces have 27 cells, the box 31, of which at least 28 are to be filled";
        check(obstruction(&three, 30, 1, 2), optional);
        let steps =
            "the pieces have 4 to 16 cells in steps of 4, the box 14, and no cell may stay empty";
        check(obstruction(&[(4, 1, Some(4))], 14, 0, 0), steps);
        let multiples =
            "the pieces have a multiple of 2 cells, the box 7, and no cell may stay empty";
        check(obstruction(&[(4, 0, None), (6, 0, None)], 7, 0, 0), multiples);
        let more = "the pieces have 3 cells and a multiple of 2 more, the box 6, and no cell may \
            stay empty";
        check(obstruction(&[(3, 1, Some(1)), (2, 0, None)], 6, 0, 0), more);
        check(obstruction(&[(5, u32::MAX, None)], 9, 9, 3), {
            "the pieces have 21474836475 cells and a multiple of 5 more, the box only 18"
        });
    }

    #[test]
    fn counting_does_not_find_too_much() {
        for (must, may, leftover) in [(27, 0, 0), (28, 0, 1), (26, 1, 0), (30, 0, 3), (20, 9, 0)] {
            assert_eq!(obstruction(&[(9, 3, Some(3))], must, may, leftover), None, "{must}, {may}");
        }
        assert_eq!(obstruction(&[(3, 0, None), (2, 0, None)], 7, 0, 0), None);
        assert_eq!(obstruction(&[(3, 1, Some(1)), (2, 0, None)], 7, 0, 0), None);
        assert_eq!(obstruction(&[(4, 0, Some(9))], 7, 1, 0), None);
    }
}
