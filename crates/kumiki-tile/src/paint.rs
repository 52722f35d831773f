//! Colours for tiles that have been laid.
//!
//! Which tiles must differ in colour is known as soon as they are laid; which colours they get is decided at the very end. Until then it
//! is enough to know that there is a way to paint them.

/// More attempts than this are not made before giving tiles the benefit of the doubt.
const PATIENCE: usize = 1000;

/// Tiles to be painted.
///
/// * **G1** `rivals[k]` are the tiles before tile k that must not have its colour, and `kinds[k]` is its kind.
/// * **G2** `sample` paints the first tiles, or all; if it does not paint all, nobody has found out whether they can be painted.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    colours: u32,
    /// So many tiles of each kind may have a colour.
    most_of_a_colour: Vec<u32>,
    rivals: Vec<Vec<u32>>,
    kinds: Vec<usize>,
    sample: Vec<u32>,
}

impl Canvas {
    pub(crate) fn new(colours: u32, most_of_a_colour: Vec<u32>) -> Self {
        Self { colours, most_of_a_colour, rivals: Vec::new(), kinds: Vec::new(), sample: Vec::new() }
    }

    /// Adds a tile. Says whether there may be a way to paint them all.
    pub(crate) fn push(&mut self, kind: usize, mut rivals: Vec<u32>) -> bool {
        if self.most_of_a_colour[kind] == 1 {
            let alike = self.kinds.iter().zip(0..).filter(|(other, _)| **other == kind).map(|(_, tile)| tile);
            rivals.extend(alike);
        }
        self.rivals.push(rivals);
        self.kinds.push(kind);
        if self.sample.len() + 1 == self.kinds.len() {
            // Mostly the tiles before can stay as they are.
            let usable = self.usable(&self.sample, self.colours);
            if usable != 0 {
                self.sample.push(usable.trailing_zeros());
                return true;
            }
        }
        let mut walk = Painting::new();
        for _ in 0..PATIENCE {
            match walk.step(self) {
                Some(true) => {
                    self.sample.clone_from(&walk.colours);
                    return true;
                }
                Some(false) => {}
                None => return false,
            }
        }
        true
    }

    /// Takes the last tile away.
    pub(crate) fn pop(&mut self) {
        self.rivals.pop();
        self.kinds.pop();
        self.sample.truncate(self.kinds.len());
    }

    /// The colours below a limit that the tile after some painted ones may have.
    fn usable(&self, painted: &[u32], limit: u32) -> u32 {
        let tile = painted.len();
        let kind = self.kinds[tile];
        let mut usable: u32 = (1 << limit) - 1;
        for rival in &self.rivals[tile] {
            usable &= !(1 << painted[kumiki_id::widen(*rival)]);
        }
        let most = self.most_of_a_colour[kind];
        // Of a single one, the rivals tell.
        if most > 1 && most < u32::MAX {
            for colour in 0..limit {
                let alike =
                    painted.iter().zip(&self.kinds).filter(|(c, k)| (**c, **k) == (colour, kind)).count();
                if kumiki_id::narrow(alike) >= most {
                    usable &= !(1 << colour);
                }
            }
        }
        usable
    }
}

/// A walk through the ways to paint a canvas, each with one naming of the colours: a tile has one of the colours used before it, or the first
/// that is not used yet.
#[derive(Clone, Debug)]
pub(crate) struct Painting {
    /// What the first tiles are painted with.
    pub(crate) colours: Vec<u32>,
    /// For each of them, and for the next tile, the colours still to be tried.
    left: Vec<u32>,
}

impl Painting {
    pub(crate) fn new() -> Self {
        Self { colours: Vec::new(), left: Vec::new() }
    }

    /// The next way to paint all tiles.
    pub(crate) fn next(&mut self, canvas: &Canvas) -> Option<&[u32]> {
        while !self.step(canvas)? {}
        Some(&self.colours)
    }

    /// One step on: `Some(true)` if all tiles are painted then, `None` at the end.
    fn step(&mut self, canvas: &Canvas) -> Option<bool> {
        if self.left.len() == self.colours.len() && self.colours.len() < canvas.kinds.len() {
            let used = self.colours.iter().max().map_or(0, |colour| colour + 1);
            self.left.push(canvas.usable(&self.colours, (used + 1).min(canvas.colours)));
        } else if self.left.len() == self.colours.len() {
            // All were painted: take the last colour off, to try the next.
            self.colours.pop();
            if self.left.is_empty() {
                return None;
            }
        }
        while let Some(left) = self.left.last_mut() {
            if *left != 0 {
                let colour = left.trailing_zeros();
                *left &= *left - 1;
                self.colours.push(colour);
                return Some(self.colours.len() == canvas.kinds.len());
            }
            self.left.pop();
            self.colours.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles of n tiles have ((c-1)^n + (-1)^n (c-1)) colourings with c colours.
    #[test]
    fn cycles_are_painted_as_often_as_the_chromatic_polynomial_says() {
        for length in 3..9u32 {
            for colours in 1..5u32 {
                let mut canvas = Canvas::new(colours, vec![u32::MAX]);
                let mut may_be = true;
                for tile in 0..length {
                    let mut rivals: Vec<u32> = tile.checked_sub(1).into_iter().collect();
                    if tile + 1 == length {
                        rivals.push(0);
                    }
                    may_be &= canvas.push(0, rivals);
                }
                let sign = if length % 2 == 0 { 1 } else { -1 };
                let expected = i64::from(colours - 1).pow(length) + sign * i64::from(colours - 1);
                let mut painting = Painting::new();
                let mut labelled = 0;
                while let Some(painted) = painting.next(&canvas) {
                    let used = painted.iter().max().map_or(0, |colour| colour + 1);
                    labelled += (0..used).map(|k| i64::from(colours - k)).product::<i64>();
                }
                assert_eq!(labelled, expected, "{length} tiles, {colours} colours");
                assert_eq!(may_be, expected > 0);
            }
        }
    }

    #[test]
    fn so_many_of_a_kind_may_have_a_colour() {
        // Five tiles alike in three colours, two of a colour at most: one colour is used once.
        let mut canvas = Canvas::new(3, vec![2]);
        assert!((0..5).all(|_| canvas.push(0, Vec::new())));
        let mut painting = Painting::new();
        let count = std::iter::from_fn(|| painting.next(&canvas).map(|_| ())).count();
        assert_eq!(count, 15);
        assert!(canvas.push(0, Vec::new()));
        assert!(!canvas.push(0, Vec::new()), "seven are too many");
    }
}
