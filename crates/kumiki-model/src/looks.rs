//! How pieces are told apart: a letter and a colour for each copy, the same in every solution.
//!
//! # Letters
//! A kind of piece that is called by one visible character has that for its letter. All other
//! letters come from one alphabet, `A` to `Z`, `a` to `z`, `1` to `9` and then ideographs, without
//! those names. A kind has as many letters as there can be copies of it in the box. They follow
//! each other, `A` to `M`, if there are letters enough that everybody can read; otherwise the first
//! copies of all kinds are served before the second ones, and so on.
//!
//! # Colours
//! A kind has the colour that the puzzle states, or one of the [palette](PALETTE) by its place
//! among the kinds that state none. Copies have shades of it in turn. If there is only one kind and
//! it states no colour, its copies have the colours of the palette.
//!
//! # Invariants
//! * **K1** Each kind has a letter, and at most as many as there are copies.
//! * **K2** No two kinds have a letter in common, and no kind has one twice, unless there are more
//!   copies than letters in the alphabet.
//! * **K3** The first shade is the colour.

use crate::layers::LABEL_COUNT;
use crate::rgb::{PALETTE, Rgb, colours_in_order};
use crate::{Piece, label};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many letters everybody can read.
const READABLE: usize = 9 + 26 + 26;

/// How the copies of a kind of piece look; [K1 to K3](self) hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    letters: Vec<char>,
    shades: Vec<Rgb>,
}

impl Look {
    /// The letters of its copies. If there are more copies than these, they begin again.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The colours that its copies have in turn; the first is that of the kind.
    #[must_use]
    pub fn shades(&self) -> &[Rgb] {
        &self.shades
    }

    /// The letter of a copy.
    #[must_use]
    pub fn letter(&self, copy: usize) -> char {
        self.letters[copy % self.letters.len()]
    }

    /// The colour of a copy.
    #[must_use]
    pub fn colour(&self, copy: usize) -> Rgb {
        self.shades[copy % self.shades.len()]
    }

    /// The letters in words, runs of them put together: `A-F`, `Y, A-C`.
    #[must_use]
    pub fn letters_in_words(&self) -> String {
        let mut runs: Vec<[char; 2]> = Vec::new();
        for letter in &self.letters {
            match runs.last_mut() {
                Some([_, last]) if u32::from(*last) + 1 == u32::from(*letter) => *last = *letter,
                _ => runs.push([*letter; 2]),
            }
        }
        let run = |[first, last]: &[char; 2]| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        runs.iter().map(run).collect::<Vec<_>>().join(", ")
    }
}

/// A kind of piece in an answer: what it is called and how it is shown in every solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceRecord {
    /// What it is called.
    pub name: String,
    /// The label of its first copy.
    pub letter: char,
    /// Its colour.
    pub colour: Rgb,
    /// How many copies there are, if that is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Otherwise: at least so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// At most so many; absent if as many as fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// If there can be several copies: their labels, in the order of their first cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,
    /// If there can be several copies: the colours that they have in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shades: Vec<Rgb>,
}

impl PieceRecord {
    /// What an answer says of a kind of piece that looks like that.
    #[must_use]
    pub fn new(piece: &Piece, look: &Look) -> Self {
        let is_single = look.letters.len() == 1;
        let count = piece.most.filter(|most| *most == piece.least);
        Self {
            name: piece.name.clone(),
            letter: look.letter(0),
            colour: look.colour(0),
            count,
            min: count.is_none().then_some(piece.least),
            max: piece.most.filter(|_| count.is_none()),
            letters: (!is_single).then(|| look.letters.iter().collect()),
            shades: if is_single { Vec::new() } else { look.shades.clone() },
        }
    }
}

/// The name of a piece if it will do as its letter: one visible character.
pub(crate) fn short_name(piece: &Piece) -> Option<char> {
    let mut characters = piece.name.chars();
    let first = characters.next().filter(|c| *c != '.' && !c.is_whitespace() && !c.is_control())?;
    characters.next().is_none().then_some(first)
}

/// The looks of all kinds of piece for a box with so many cells.
pub(crate) fn looks(pieces: &[Piece], room: usize) -> Vec<Look> {
    let stated: Vec<Option<Rgb>> = pieces.iter().map(|piece| piece.colour).collect();
    let colours = colours_in_order(&stated);
    let look = |(letters, colour): (Vec<char>, Rgb)| {
        let shades = match (letters.len(), stated.as_slice()) {
            (1, _) => vec![colour],
            (_, [None]) => PALETTE.to_vec(),
            _ => shades(colour).to_vec(),
        };
        Look { letters, shades }
    };
    letters(pieces, room).into_iter().zip(colours).map(look).collect()
}

/// A colour and others that are still called the same.
fn shades(colour: Rgb) -> [Rgb; 4] {
    let [lighter, darker, lightest] = [(Rgb::WHITE, 32), (Rgb::BLACK, 20), (Rgb::WHITE, 56)]
        .map(|(other, percent)| colour.mixed(other, percent));
    [colour, lighter, darker, lightest]
}

/// So many copies of each kind can be in a box at once, beside as many of the others as must be.
fn copies(pieces: &[Piece], room: usize) -> Vec<usize> {
    let size = |piece: &Piece| piece.shape.cells().len();
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let least = |piece: &Piece| number(piece.least).saturating_mul(size(piece));
    let all = pieces.iter().fold(0, |sum: usize, piece| sum.saturating_add(least(piece)));
    let bound = |piece: &Piece| {
        let left = room.saturating_sub(all.saturating_sub(least(piece)));
        (left / size(piece)).min(piece.most.map_or(usize::MAX, number)).max(1)
    };
    pieces.iter().map(bound).collect()
}

/// The letters of all kinds of piece.
fn letters(pieces: &[Piece], room: usize) -> Vec<Vec<char>> {
    let names: Vec<Option<char>> = pieces.iter().map(short_name).collect();
    let taken: BTreeSet<char> = names.iter().flatten().copied().collect();
    let copies = copies(pieces, room);
    let mut letters: Vec<Vec<char>> = names.iter().map(|name| Vec::from_iter(*name)).collect();
    let mut free = alphabet().filter(|letter| !taken.contains(letter)).chain(alphabet().cycle());
    let mut next = || free.next().expect("the alphabet begins again");
    if copies.iter().fold(0, |sum: usize, count| sum.saturating_add(*count)) <= READABLE {
        for (own, count) in letters.iter_mut().zip(copies) {
            own.resize_with(count, &mut next);
        }
        return letters;
    }
    let mut given = 0;
    let mut waiting: Vec<usize> = (0..pieces.len()).collect();
    for copy in 0.. {
        for kind in &waiting {
            if letters[*kind].len() == copy {
                letters[*kind].push(next());
            }
            given += 1;
        }
        waiting.retain(|kind| copies[*kind] > copy + 1);
        if waiting.is_empty() || given >= LABEL_COUNT {
            break;
        }
    }
    letters
}

/// The letters that pieces have if they are not called by one.
fn alphabet() -> impl Iterator<Item = char> + Clone {
    const DIGITS: usize = 9;
    let digits = 0..DIGITS;
    (DIGITS..READABLE).chain(digits).chain(READABLE..LABEL_COUNT).map(label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Turns};

    fn bar(name: &str, length: i64, least: u32, most: Option<u32>) -> Piece {
        let shape = Shape::new((0..length).map(|column| [0, 0, column])).expect("a bar");
        Piece { name: name.to_owned(), shape, least, most, turns: Turns::Rotations, colour: None }
    }

    /// The letters of the kinds in words, in a box with so many cells.
    fn told(pieces: &[Piece], room: usize) -> Vec<String> {
        looks(pieces, room).iter().map(Look::letters_in_words).collect()
    }

    #[test]
    fn letters_are_names_or_follow_each_other() {
        let any = |name| bar(name, 2, 0, None);
        let fixed = |name, count| bar(name, 2, count, Some(count));
        assert_eq!(told(&[fixed("corner", 1), fixed("V", 1), fixed("Tee", 1)], 9), ["A", "V", "B"]);
        assert_eq!(told(&[fixed("plank", 13), fixed("cube", 2)], 99), ["A-M", "N-O"]);
        assert_eq!(told(&[any("x"), any("B"), any("long")], 7), ["x, A, C", "B, D-E", "F-H"]);
        // Those that must be there leave room for so many others.
        assert_eq!(told(&[bar("rod", 3, 2, None), any("domino")], 11), ["A-C", "D-E"]);
        assert_eq!(told(&[bar("dot", 1, 1, Some(70)), fixed("b", 1)], 40), ["A-Z, a, c-m", "b"]);
        // Nothing fits, and yet there is a letter.
        assert_eq!(told(&[fixed("plank", 9), any("b")], 4), ["A-B", "b"]);
    }

    #[test]
    fn if_not_all_can_have_readable_letters_the_first_copies_are_served_first() {
        let any = |name| bar(name, 1, 0, None);
        let found = looks(&[any("one"), any("two"), any("3")], 40);
        assert!(found.iter().all(|look| look.letters().len() == 40));
        let of_copy = |copy| [0, 1, 2].map(|kind| found[kind].letter(copy));
        assert_eq!(of_copy(0), ['A', 'B', '3']);
        assert_eq!(of_copy(1), ['C', 'D', 'E']);
        assert_eq!(of_copy(40), of_copy(0), "more copies than there can be begin again");
        let all: BTreeSet<char> = found.iter().flat_map(|look| look.letters().to_vec()).collect();
        assert_eq!(all.len(), 120);
    }

    #[test]
    fn a_huge_puzzle_has_letters_as_far_as_they_go() {
        let pieces: Vec<Piece> = (0..30_000).map(|at| bar(&format!("p{at}"), 1, 0, None)).collect();
        let found = looks(&pieces, 1 << 20);
        assert!(found.iter().all(|look| look.letters().len() == 1));
        assert_eq!(found[0].letters(), found[LABEL_COUNT].letters(), "they begin again");
        let few = looks(&pieces[..3], 1 << 20);
        let all: Vec<char> = few.iter().flat_map(|look| look.letters().to_vec()).collect();
        assert!((LABEL_COUNT..LABEL_COUNT + 3).contains(&all.len()));
        let different: BTreeSet<&char> = all.iter().collect();
        assert_eq!(different.len(), LABEL_COUNT);
        // All letters are names.
        let names: Vec<char> = (0..LABEL_COUNT).map(label).collect();
        let piece = |name: &char| bar(&name.to_string(), 1, 1, Some(1));
        let mut named: Vec<Piece> = names.iter().map(piece).collect();
        named.push(bar("one more", 1, 1, Some(1)));
        let found = looks(&named, 1 << 20);
        assert!(found.iter().zip(&names).all(|(look, name)| look.letters() == [*name]));
        assert_eq!(found[LABEL_COUNT].letters(), ['A']);
    }

    #[test]
    fn copies_have_shades_and_a_single_kind_the_whole_palette() {
        let red = Rgb::named("red");
        let several = |colour| Piece { colour, ..bar("several", 1, 3, Some(3)) };
        let one = looks(&[several(None)], 9);
        assert_eq!(
            [0, 1, 31, 32].map(|copy| one[0].colour(copy)),
            [0, 1, 31, 0].map(|at| PALETTE[at])
        );
        let painted = looks(&[several(red)], 9);
        let shades: BTreeSet<Rgb> = (0..9).map(|copy| painted[0].colour(copy)).collect();
        assert_eq!((Some(painted[0].colour(0)), shades.len()), (red, 4));
        assert_eq!(painted[0].colour(4), painted[0].colour(0));
        let two = looks(&[several(None), bar("single", 1, 1, Some(1))], 9);
        assert_eq!([0, 1].map(|kind| two[kind].colour(0)), [PALETTE[0], PALETTE[1]]);
        assert_eq!([two[0].shades().len(), two[1].shades().len()], [4, 1]);
    }

    #[test]
    fn a_record_says_how_many_and_how_they_look() {
        let record = |piece: &Piece| {
            let look = &looks(std::slice::from_ref(piece), 9)[0];
            serde_json::to_value(PieceRecord::new(piece, look)).expect("a document")
        };
        let single = record(&bar("long", 2, 1, Some(1)));
        let expected = r##"{"name": "long", "letter": "A", "colour": "#e69f00", "count": 1}"##;
        assert_eq!(single, serde_json::from_str::<serde_json::Value>(expected).expect("JSON"));
        let some = record(&bar("long", 2, 1, Some(2)));
        assert_eq!(
            (&some["min"], &some["max"], &some["letters"]),
            (&1.into(), &2.into(), &"AB".into())
        );
        assert_eq!(some["shades"][1], "#56b4e9");
        let any = record(&bar("x", 2, 0, None));
        assert_eq!((&any["min"], any.get("max"), any.get("count")), (&0.into(), None, None));
        let read: PieceRecord = serde_json::from_value(any.clone()).expect("a record");
        assert_eq!(serde_json::to_value(read).expect("a document"), any);
    }
}
