//! Counts written down, at any pause, and taken up again.
//!
//! The records are: the name; how many polygons, tasks and lengths there are; what was done on each
//! level; the lengths in the order of their numbers; a record for each polygon that is counted,
//! in the order of their numbers; a record for each task, the region's first. Everything else is
//! room for work, or found again when it is needed.
//!
//! Outlines are written down as they are, with what is known about their corners: so the same
//! corners are chosen, and the same tiles are cut off, as without a pause.

use super::levels::{Level, Levels};
use super::shared::Sum;
use super::{Child, Choice, Corner, Laid, Memo, Partial, Remainder, Start, Task, Term, Trial};
use crate::fits::Fits;
use crate::form::Form;
use crate::frame::Frame;
use crate::outline::Outline;
use crate::residue::Residue;
use crate::spot::Spot;
use crate::stock::{Need, Stock};
use crate::table::Table;
use kumiki_id::narrow;
use kumiki_model::TilingQuestion;
use kumiki_ring::Point;
use kumiki_search::{
    BadSnapshot, Digest, Record, RecordReader, RecordWriter, Snapshot, read_flag, read_size,
};
use rustc_hash::FxHashMap;

/// A digest of all that decides how tiles are cut off.
pub(super) fn digest(question: &TilingQuestion, corner: Corner, keeps_starts: bool) -> u64 {
    let mut digest = Digest::new();
    let polygon = |corners: &[Point]| {
        let mut numbers = Vec::new();
        put_list(corners, &mut numbers);
        numbers
    };
    digest.add([question.ring().order() as u64]);
    digest.add(polygon(question.region().corners()));
    for tile in question.tiles() {
        digest.add(polygon(tile.shape.corners()));
        let most = tile.most.map_or(u64::MAX, u64::from);
        digest.add([u64::from(tile.least), most, u64::from(tile.turns), u64::from(tile.flips)]);
    }
    digest.add([u64::from(corner == Corner::Fewest), u64::from(keeps_starts)]);
    digest.get()
}

impl Snapshot for Memo {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[self.digest]);
        let squares = self.former.squares();
        let counts = [self.state_count(), self.stack.len(), squares.len()];
        writer.numbers(&counts.map(|count| count as u64));
        let mut line = Vec::new();
        self.levels.put(&mut line);
        writer.numbers(&line);
        for square in squares {
            line.clear();
            square.put(&mut line);
            writer.numbers(&line);
        }
        if let Some(shared) = &self.shared {
            shared.for_each(|key, sums| {
                line.clear();
                put_list(key, &mut line);
                Frame::IDENTITY.put(&mut line);
                let term =
                    |sum: &Sum| Term { used: sum.used, count: sum.count, starts: Vec::new() };
                put_list(&sums.iter().map(term).collect::<Vec<_>>(), &mut line);
                writer.numbers(&line);
            });
        }
        let mut keys: Vec<&[u32]> = vec![&[]; self.terms.len()];
        for (key, node) in &self.nodes {
            keys[*node as usize] = key;
        }
        for ((key, frame), terms) in keys.iter().zip(&self.frames).zip(&self.terms) {
            line.clear();
            put_list(key, &mut line);
            frame.put(&mut line);
            put_list(terms, &mut line);
            writer.numbers(&line);
        }
        for task in &self.stack {
            line.clear();
            task.put(&mut line);
            writer.numbers(&line);
        }
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[self.digest])?;
        let [node_count, task_count, length_count] = reader.numbers()?;
        let levels = whole(&reader.record()?, &self.table, &[])?;
        let mut squares = Vec::new();
        for _ in 0..length_count {
            squares.push(whole(&reader.record()?, &self.table, &[])?);
        }
        let (mut nodes, mut frames) = (FxHashMap::default(), Vec::new());
        let mut all_terms: Vec<Vec<Term>> = Vec::new();
        for _ in 0..node_count {
            let Node { key, frame, terms } = whole(&reader.record()?, &self.table, &all_terms)?;
            check(nodes.insert(key, narrow(all_terms.len())).is_none())?;
            frames.push(frame);
            all_terms.push(terms);
        }
        let mut stack: Vec<Task> = Vec::new();
        for _ in 0..task_count {
            let task: Task = whole(&reader.record()?, &self.table, &all_terms)?;
            let above = stack.last().and_then(|above| above.trial.as_ref());
            check(task.laid == above.map_or(0, |trial| trial.laid + trial.tiles.len()))?;
            stack.push(task);
        }
        reader.finish()?;
        // The region is counted last.
        check(!all_terms.is_empty() || !stack.is_empty())?;
        self.former.set_squares(squares)?;
        if let Some(shared) = &self.shared {
            shared.clear();
            let own = usize::from(stack.is_empty());
            let is_shared = |node: &u32| (*node as usize) + own < all_terms.len();
            for (key, node) in nodes.extract_if(|_, node| is_shared(node)) {
                shared.remember(key, &all_terms[node as usize]);
            }
            nodes.values_mut().for_each(|node| *node = 0);
            all_terms.drain(..all_terms.len() - own);
            frames.drain(..frames.len() - own);
        }
        (self.nodes, self.frames, self.terms) = (nodes, frames, all_terms);
        (self.stack, self.levels) = (stack, levels);
        Ok(())
    }
}

/// A polygon that is counted.
struct Node {
    /// Its form and stock.
    key: Box<[u32]>,
    /// Where it was first met.
    frame: Frame,
    /// Its tilings, by what they use.
    terms: Vec<Term>,
}

/// Something that is a whole record.
fn whole<N: Coded>(record: &[u64], table: &Table, terms: &[Vec<Term>]) -> Result<N, BadSnapshot> {
    let mut from = Numbers { left: record, table, terms };
    let read = from.take()?;
    from.end()?;
    Ok(read)
}

/// Numbers that are left to be read, and what they may refer to.
struct Numbers<'r> {
    /// What has not been read.
    left: &'r [u64],
    /// The question, for the ranges of ways and directions.
    table: &'r Table,
    /// The terms of the polygons that are counted: those read so far.
    terms: &'r [Vec<Term>],
}

impl Numbers<'_> {
    fn next(&mut self) -> Result<u64, BadSnapshot> {
        let (first, left) = self.left.split_first().ok_or(BadSnapshot)?;
        self.left = left;
        Ok(*first)
    }

    fn take<N: Coded>(&mut self) -> Result<N, BadSnapshot> {
        N::get(self)
    }

    fn end(&self) -> Result<(), BadSnapshot> {
        check(self.left.is_empty())
    }
}

fn check(is_right: bool) -> Result<(), BadSnapshot> {
    if is_right { Ok(()) } else { Err(BadSnapshot) }
}

/// What can be written as numbers, at least one.
trait Coded: Sized {
    fn put(&self, line: &mut Vec<u64>);
    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot>;
}

/// Codes a struct field by field.
macro_rules! coded {
    ($name:ident { $($field:ident),* } $(, $is_right:expr)?) => {
        impl Coded for $name {
            fn put(&self, line: &mut Vec<u64>) {
                $(self.$field.put(line);)*
            }

            fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
                $(let $field = from.take()?;)*
                let read = Self { $($field),* };
                $(let is_right: fn(&Self, &Numbers<'_>) -> bool = $is_right;
                check(is_right(&read, from))?;)?
                Ok(read)
            }
        }
    };
}

coded!(Frame { is_mirrored, turns, shift }, |frame, from| {
    frame.turns < from.table.ring.order()
});
coded!(Residue { own, conjugate });
coded!(Fits { words, known });
coded!(Outline { spots, directions, heights, origins, fits, residues, area }, |outline, from| {
    let (count, axes) = (outline.len(), from.table.axes);
    let Fits { words, known } = &outline.fits;
    outline.directions.len() == count
        && outline.directions.iter().all(|direction| *direction < 2 * axes)
        && Some(outline.heights.len()) == count.checked_mul(axes)
        && outline.residues.len() == count
        && (known.is_empty() || known.len() == count)
        && Some(words.len()) == known.len().checked_mul(from.table.way_words)
});
coded!(Form { numbers, frame });
coded!(Choice { corner, ways }, |choice, from| {
    choice.ways.iter().all(|way| (*way as usize) < from.table.ways.len())
});
coded!(Laid { way, spot }, |laid, from| (laid.way as usize) < from.table.ways.len());
coded!(Child { node, term, frame }, |child, from| {
    let terms = from.terms.get(child.node as usize);
    terms.is_some_and(|terms| (child.term as usize) < terms.len())
});
coded!(Start { tiles, rest, count });
coded!(Term { used, count, starts });
coded!(Node { key, frame, terms });
coded!(Partial { left, used, count, rest });
coded!(Remainder { outline, area, form, need, choice });
coded!(Level { cuts, counted, found });
coded!(Trial { laid, tiles, used, rest, at, partial, done, extended }, |trial, _| {
    trial.at <= trial.rest.len() && trial.done <= trial.partial.len()
});
coded!(Task { laid, outline, area, stock, key, frame, choice, next, trial, terms }, |task, _| task
    .next
    <= task.choice.ways.len()
    && task.trial.as_ref().is_none_or(|trial| trial.laid == task.laid)
    && (task.choice.ways.is_empty() || task.choice.corner < task.outline.len()));

impl Coded for u64 {
    fn put(&self, line: &mut Vec<u64>) {
        line.push(*self);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.next()
    }
}

impl Coded for u32 {
    fn put(&self, line: &mut Vec<u64>) {
        line.push(u64::from(*self));
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        Self::try_from(from.next()?).map_err(|_| BadSnapshot)
    }
}

impl Coded for usize {
    fn put(&self, line: &mut Vec<u64>) {
        line.push(*self as u64);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        read_size(from.next()?)
    }
}

impl Coded for i64 {
    fn put(&self, line: &mut Vec<u64>) {
        line.push(self.cast_unsigned());
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.next().map(u64::cast_signed)
    }
}

impl Coded for bool {
    fn put(&self, line: &mut Vec<u64>) {
        line.push(u64::from(*self));
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        read_flag(from.next()?)
    }
}

impl Coded for u128 {
    fn put(&self, line: &mut Vec<u64>) {
        line.extend(halves(*self));
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        let [low, high] = [from.next()?, from.next()?];
        Ok(Self::from(high) << 64 | Self::from(low))
    }
}

/// The lower and the higher half of a number.
fn halves(number: u128) -> [u64; 2] {
    let [low, high] = [number & u128::from(u64::MAX), number >> 64];
    [low, high].map(|half| u64::try_from(half).expect("64 bits"))
}

impl Coded for Levels {
    fn put(&self, line: &mut Vec<u64>) {
        self.0.put(line);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.take().map(Self)
    }
}

impl Coded for Stock {
    fn put(&self, line: &mut Vec<u64>) {
        self.0.put(line);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.take().map(Self)
    }
}

impl Coded for Spot {
    fn put(&self, line: &mut Vec<u64>) {
        self.number().put(line);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.take().map(Self::from_number)
    }
}

/// Two coordinates in a number.
impl Coded for Point {
    fn put(&self, line: &mut Vec<u64>) {
        let pairs = self.coordinates().as_chunks::<2>().0.iter();
        line.extend(pairs.map(|pair| {
            let [low, high] = pair.map(|coordinate| u64::from(coordinate.cast_unsigned()));
            high << 32 | low
        }));
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        let mut coordinates = *Self::ZERO.coordinates();
        for pair in coordinates.as_chunks_mut::<2>().0 {
            let number = from.next()?;
            let halves = [number & u64::from(u32::MAX), number >> 32];
            *pair = halves.map(|half| u32::try_from(half).expect("32 bits").cast_signed());
        }
        Ok(Self::new(&coordinates))
    }
}

impl Coded for Need {
    fn put(&self, line: &mut Vec<u64>) {
        match self {
            Self::Anything => line.push(0),
            Self::Area(area) => line.extend([1, *area]),
            Self::Exactly(stock) => {
                line.push(2);
                stock.put(line);
            }
        }
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        match from.next()? {
            0 => Ok(Self::Anything),
            1 => from.take().map(Self::Area),
            2 => from.take().map(Self::Exactly),
            _ => Err(BadSnapshot),
        }
    }
}

impl<N: Coded> Coded for Option<N> {
    fn put(&self, line: &mut Vec<u64>) {
        self.is_some().put(line);
        if let Some(inner) = self {
            inner.put(line);
        }
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        if from.take()? { from.take().map(Some) } else { Ok(None) }
    }
}

fn put_list<N: Coded>(list: &[N], line: &mut Vec<u64>) {
    list.len().put(line);
    list.iter().for_each(|item| item.put(line));
}

/// No room is set aside before the numbers are there.
impl<N: Coded> Coded for Vec<N> {
    fn put(&self, line: &mut Vec<u64>) {
        put_list(self, line);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        let len: usize = from.take()?;
        (0..len).map(|_| from.take()).collect()
    }
}

impl Coded for Box<[u32]> {
    fn put(&self, line: &mut Vec<u64>) {
        put_list(self, line);
    }

    fn get(from: &mut Numbers<'_>) -> Result<Self, BadSnapshot> {
        from.take().map(Vec::into_boxed_slice)
    }
}
