//! Colours on a screen, and which of them things get that have none of their own.
//!
//! # The palette
//! Seven hues of Okabe and Ito, which stay apart for every common kind of colour blindness, and
//! then colours that are as far as possible from all before them. Far is how the eye sees it, of
//! people who see all colours and of those who lack one kind of cone; the tests of `kumiki-draw`
//! measure it. Left out are colours that are too dark or too light for an outline, a label or a
//! page that is dark itself, and glaring ones.
//!
//! All arithmetic is on integers, so a colour is the same on every machine.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A colour on the screen.
///
/// ```
/// use kumiki_model::Rgb;
/// let orange = Rgb::new(0xe6, 0x9f, 0x00);
/// assert_eq!(orange.to_string(), "#e69f00");
/// assert_eq!([Rgb::read("#E69F00"), Rgb::read("orange")], [Some(orange); 2]);
/// assert_eq!(orange.mixed(Rgb::WHITE, 100), Rgb::WHITE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rgb {
    red: u8,
    green: u8,
    blue: u8,
}

/// What colours are called. They are those of the palette where it has them: a little softer than
/// on a paint box, so that they go with each other and outlines show on them.
pub const COLOUR_NAMES: [(&str, Rgb); 12] = [
    ("red", Rgb::hex(0xd55e00)),
    ("orange", Rgb::hex(0xe69f00)),
    ("yellow", Rgb::hex(0xf0e442)),
    ("green", Rgb::hex(0x009e73)),
    ("blue", Rgb::hex(0x0072b2)),
    ("sky", Rgb::hex(0x56b4e9)),
    ("purple", Rgb::hex(0x9977ee)),
    ("pink", Rgb::hex(0xcc79a7)),
    ("brown", Rgb::hex(0x885544)),
    ("grey", Rgb::hex(0x999999)),
    ("white", Rgb::WHITE),
    ("black", Rgb::hex(0x555555)),
];

/// The colours in the order in which they are handed out.
pub const PALETTE: [Rgb; 32] = [
    Rgb::hex(0xe69f00),
    Rgb::hex(0x56b4e9),
    Rgb::hex(0x009e73),
    Rgb::hex(0xf0e442),
    Rgb::hex(0x0072b2),
    Rgb::hex(0xd55e00),
    Rgb::hex(0xcc79a7),
    Rgb::hex(0x883333),
    Rgb::hex(0x99eeee),
    Rgb::hex(0xbbbb99),
    Rgb::hex(0x664477),
    Rgb::hex(0x9977ee),
    Rgb::hex(0x776677),
    Rgb::hex(0x4444aa),
    Rgb::hex(0xaa4411),
    Rgb::hex(0x99ccdd),
    Rgb::hex(0xbbdd99),
    Rgb::hex(0xddbb66),
    Rgb::hex(0x99aa77),
    Rgb::hex(0xcc99bb),
    Rgb::hex(0x7766dd),
    Rgb::hex(0xee7733),
    Rgb::hex(0x996655),
    Rgb::hex(0x885544),
    Rgb::hex(0x8899ff),
    Rgb::hex(0xaa77cc),
    Rgb::hex(0xbb4499),
    Rgb::hex(0x22ccff),
    Rgb::hex(0x5555cc),
    Rgb::hex(0x774455),
    Rgb::hex(0xbb6699),
    Rgb::hex(0xddddcc),
];

impl Rgb {
    /// The background of every sheet.
    pub const WHITE: Self = Self::grey(0xff);
    /// The darkest colour; drawings prefer [`Rgb::INK`].
    pub const BLACK: Self = Self::grey(0);
    /// Text and outlines: not quite black, which is kinder to the eye on a screen.
    pub const INK: Self = Self::grey(0x22);

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

    /// The colour with this number, as it is mostly written; what is above 24 bits is left out.
    const fn hex(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self::new(red, green, blue)
    }

    /// The colour that is written so: `#rrggbb`, or one of [`COLOUR_NAMES`].
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Self::named(text).or_else(|| {
            let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then_some(Self::hex(u32::from_str_radix(digits, 16).ok()?))
        })
    }

    /// The colour that is called so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        COLOUR_NAMES.iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour)
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

    /// The colour of text written on this one: ink on light colours, white on dark ones.
    #[must_use]
    pub fn ink(self) -> Self {
        // The brightness the eye perceives, in thousandths (ITU-R BT.601).
        let luma =
            299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue);
        if luma >= 115_000 { Self::INK } else { Self::WHITE }
    }

    /// Whether the eye may take one for the other: each part of light differs by less than an
    /// eighth of the range.
    fn is_near(self, other: Self) -> bool {
        self.parts().into_iter().zip(other.parts()).all(|(one, other)| one.abs_diff(other) < 32)
    }
}

/// The colours of things in order, some of which state their own. The others take the colours of
/// the palette that are not near a stated one, in turn; all if all are near.
pub(crate) fn colours_in_order(stated: &[Option<Rgb>]) -> Vec<Rgb> {
    let is_free = |colour: &Rgb| !stated.iter().flatten().any(|other| colour.is_near(*other));
    let mut free: Vec<Rgb> = PALETTE.into_iter().filter(is_free).collect();
    if free.is_empty() {
        free.extend(PALETTE);
    }
    let mut free = free.into_iter().cycle();
    let mut next = || free.next().expect("there is a colour");
    stated.iter().map(|colour| colour.unwrap_or_else(&mut next)).collect()
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl Serialize for Rgb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        // Documents have one way to write a colour.
        Self::read(&text)
            .filter(|colour| colour.to_string() == text)
            .ok_or_else(|| D::Error::custom(format!("bad colour '{text}', expected #rrggbb")))
    }
}

impl JsonSchema for Rgb {
    fn schema_name() -> Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^#[0-9a-f]{6}$",
            "description": "A colour: red, green and blue light, two hexadecimal digits each."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_in_one_way_and_read_in_two() {
        for (name, colour) in COLOUR_NAMES {
            assert_eq!(Rgb::read(name), Some(colour));
            assert_eq!(Rgb::read(&colour.to_string().to_uppercase()), Some(colour));
        }
        for unfit in [
            "", "#", "#12345", "#1234567", "#12345g", "#+12345", "123456", "Red", "reddish", "#äää",
        ] {
            assert_eq!(Rgb::read(unfit), None, "{unfit}");
        }
        let json = |text: &str| serde_json::from_str::<Rgb>(text).ok();
        assert_eq!(json("\"#0a0b0c\""), Some(Rgb::new(10, 11, 12)));
        assert_eq!([json("\"#0A0B0C\""), json("\"red\""), json("7")], [None; 3]);
    }

    #[test]
    fn who_states_no_colour_takes_one_that_nobody_states() {
        let [first, second] = [PALETTE[0], PALETTE[1]];
        assert_eq!(colours_in_order(&[None; 2]), [first, second]);
        let nearly = Rgb::new(0xe0, 0x90, 0x10);
        assert_eq!(colours_in_order(&[None, Some(nearly), None]), [second, nearly, PALETTE[2]]);
        assert_eq!(colours_in_order(&[None; 33])[32], first, "the palette begins again");
        let all: Vec<Option<Rgb>> = PALETTE.into_iter().map(Some).chain([None]).collect();
        assert_eq!(colours_in_order(&all)[32], first, "and when there is no other");
    }

    #[test]
    fn ink_stands_out_from_what_it_is_written_on() {
        assert_eq!(Rgb::named("yellow").map(Rgb::ink), Some(Rgb::INK));
        assert_eq!(Rgb::named("blue").map(Rgb::ink), Some(Rgb::WHITE));
    }

    #[test]
    fn mixing_rounds_to_the_nearest_byte() {
        assert_eq!(Rgb::BLACK.mixed(Rgb::WHITE, 50), Rgb::grey(128));
        assert_eq!(Rgb::INK.mixed(Rgb::WHITE, 0), Rgb::INK);
    }
}
