//! Colours, and which thing gets which.
//!
//! # The palette
//! Eight hues of Okabe and Ito (their black replaced by grey, since outlines are black), which stay
//! apart for every common kind of colour blindness, and then the same hues again in a paler tint:
//! sixteen colours.
//!
//! # The assignment
//! Things are served in order. Each takes the least used colour that none of its neighbours has,
//! the first such colour in the palette if several are used equally often. So up to sixteen things
//! all look different; beyond that neighbours still differ unless the neighbours of one thing use
//! up the whole palette. Colour is decoration even then: every drawing of pieces also carries
//! labels.
//!
//! All arithmetic is on integers, so a colour is the same on every machine.

use std::fmt;

/// A colour on the screen.
///
/// ```
/// use kumiki_draw::Colour;
/// let orange = Colour::new(0xe6, 0x9f, 0x00);
/// assert_eq!(orange.to_string(), "#e69f00");
/// assert_eq!(orange.mixed(Colour::WHITE, 100), Colour::WHITE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

impl Colour {
    /// The background of every sheet.
    pub const WHITE: Self = Self::new(255, 255, 255);
    /// The darkest colour; drawings prefer [`Colour::INK`].
    pub const BLACK: Self = Self::new(0, 0, 0);
    /// Text and outlines: not quite black, which is kinder to the eye on a screen.
    pub const INK: Self = Self::new(0x22, 0x22, 0x22);

    /// The colour with the given parts of light.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// A neutral grey.
    #[must_use]
    pub const fn grey(level: u8) -> Self {
        Self::new(level, level, level)
    }

    /// This colour with some percentage of another one stirred in.
    ///
    /// # Panics
    /// If the percentage exceeds 100.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u8) -> Self {
        assert!(percent <= 100, "cannot stir in {percent} percent");
        let part = |from: u8, to: u8| {
            let sum =
                u32::from(from) * u32::from(100 - percent) + u32::from(to) * u32::from(percent);
            u8::try_from((sum + 50) / 100).expect("a mean of two bytes")
        };
        let [from, to] = [self, other].map(Self::parts);
        let [red, green, blue] = [0, 1, 2].map(|at| part(from[at], to[at]));
        Self::new(red, green, blue)
    }

    /// The parts of red, green and blue light, from 0 to 255.
    #[must_use]
    pub const fn parts(self) -> [u8; 3] {
        [self.red, self.green, self.blue]
    }

    /// The colour that is commonly called so, as far as the palette has it.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<Self> {
        let [orange, sky, green, yellow, blue, red, purple, grey] = HUES;
        match name.to_ascii_lowercase().as_str() {
            "orange" => Some(orange),
            "sky" | "cyan" => Some(sky),
            "green" => Some(green),
            "yellow" => Some(yellow),
            "blue" => Some(blue),
            "red" => Some(red),
            "purple" | "pink" | "magenta" => Some(purple),
            "grey" | "gray" => Some(grey),
            "white" => Some(Self::WHITE),
            "black" => Some(Self::grey(0x55)),
            _ => None,
        }
    }

    /// The colour of text written on this one: ink on light colours, white on dark ones.
    #[must_use]
    pub fn ink(self) -> Self {
        // The brightness the eye perceives, in thousandths (ITU-R BT.601).
        let luma =
            299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue);
        if luma >= 115_000 { Self::INK } else { Self::WHITE }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// The hues in the order in which they are handed out.
const HUES: [Colour; 8] = [
    Colour::new(0xe6, 0x9f, 0x00), // orange
    Colour::new(0x56, 0xb4, 0xe9), // sky blue
    Colour::new(0x00, 0x9e, 0x73), // bluish green
    Colour::new(0xf0, 0xe4, 0x42), // yellow
    Colour::new(0x00, 0x72, 0xb2), // blue
    Colour::new(0xd5, 0x5e, 0x00), // vermilion
    Colour::new(0xcc, 0x79, 0xa7), // reddish purple
    Colour::new(0x99, 0x99, 0x99), // grey
];

/// How much white makes the second round of the palette.
const PALE_PERCENT: u8 = 50;

/// How many different colours there are.
pub(crate) const PALETTE_SIZE: usize = 2 * HUES.len();

/// The first so many colours; above [`PALETTE_SIZE`], some come again.
pub(crate) fn palette(count: usize) -> Vec<Colour> {
    let pale = HUES.map(|hue| hue.mixed(Colour::WHITE, PALE_PERCENT));
    HUES.into_iter().chain(pale).cycle().take(count).collect()
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
    let palette = palette(PALETTE_SIZE);
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
    fn the_palette_is_what_things_get_that_all_touch_or_none() {
        for count in [0, 1, 16, 17, 40] {
            let everyone = |but: usize| (0..count).filter(|other| *other != but).collect();
            assert_eq!(colours_for(&(0..count).map(everyone).collect::<Vec<_>>()), palette(count));
            assert_eq!(colours_for(&vec![Vec::new(); count]), palette(count));
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

    #[test]
    fn ink_stands_out_from_what_it_is_written_on() {
        assert_eq!(HUES[3].ink(), Colour::INK); // yellow
        assert_eq!(HUES[4].ink(), Colour::WHITE); // blue
    }

    #[test]
    fn mixing_rounds_to_the_nearest_byte() {
        assert_eq!(Colour::BLACK.mixed(Colour::WHITE, 50), Colour::grey(128));
        assert_eq!(Colour::INK.mixed(Colour::WHITE, 0), Colour::INK);
    }
}
