//! Questions about bricks that cannot slide, drawn by lot and made smaller.

use crate::shrink::{shorter, simpler};
use fastrand::Rng;

/// Which packings are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Anywhere,
    Corner,
    NoCorner,
}

impl Start {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Anywhere => "anywhere",
            Self::Corner => "corner",
            Self::NoCorner => "no-corner",
        }
    }
}

/// A box, bricks and a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Layers, rows and columns, as given.
    pub(crate) held: [i32; 3],
    pub(crate) bricks: Vec<[i32; 3]>,
    pub(crate) is_group_rule: bool,
    pub(crate) start: Start,
    /// At most so many bricks.
    pub(crate) most: Option<usize>,
}

impl Question {
    pub(crate) fn draw(lot: &mut Rng) -> Self {
        let volume = |sides: [i32; 3]| sides.iter().product::<i32>();
        let is_group_rule = lot.u8(..4) == 0;
        let most = if is_group_rule { 16 } else { 20 };
        let held = loop {
            let mut held = [lot.i32(1..=4), lot.i32(1..=5), lot.i32(1..=6)];
            lot.shuffle(&mut held);
            if (4..=most).contains(&volume(held)) || (held == [3, 3, 3] && lot.u8(..9) == 0) {
                break held;
            }
        };
        let brick = |lot: &mut Rng| match lot.u8(..3) {
            0 => [2, 2, 1],
            1 => [1, 1, lot.i32(2..=3)],
            _ => [lot.i32(1..=2), lot.i32(1..=3), lot.i32(1..=3)],
        };
        let mut bricks = vec![brick(lot)];
        while lot.u8(..4) == 0 {
            let other = brick(lot);
            bricks.push(other);
        }
        let start = *lot
            .choice(&[Start::Anywhere, Start::Anywhere, Start::Corner, Start::NoCorner])
            .unwrap_or(&Start::Anywhere);
        let most = if lot.u8(..4) == 0 { Some(lot.usize(0..=6)) } else { None };
        Self { held, bricks, is_group_rule, start, most }
    }

    /// The box as the answer holds it: as given if one of its corners is in question, otherwise
    /// with its sides sorted.
    pub(crate) fn held(&self) -> [i32; 3] {
        let mut held = self.held;
        if self.start != Start::Corner {
            held.sort_unstable();
        }
        held
    }

    /// The command line.
    pub(crate) fn words(&self) -> String {
        let by = |sides: [i32; 3]| sides.map(|side| side.to_string()).join("x");
        let mut words = format!("antislide {}", by(self.held));
        for brick in &self.bricks {
            words += &format!(" --brick {}", by(*brick));
        }
        if self.is_group_rule {
            words += " --rule group";
        }
        if self.start != Start::Anywhere {
            words += &format!(" --start {}", self.start.name());
        }
        if let Some(most) = self.most {
            words += &format!(" --max-bricks {most}");
        }
        words
    }

    /// Questions with less in them.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let fewer = shorter(&self.bricks).into_iter().filter(|bricks| !bricks.is_empty());
        let mut smaller: Vec<Self> = fewer.map(|bricks| Self { bricks, ..self.clone() }).collect();
        let less = |side: &i32| if *side > 1 { vec![side - 1] } else { vec![] };
        let shrunk = |sides: [i32; 3]| -> Vec<[i32; 3]> {
            simpler(&sides, less).into_iter().filter_map(|sides| sides.try_into().ok()).collect()
        };
        smaller.extend(shrunk(self.held).into_iter().map(|held| Self { held, ..self.clone() }));
        let smaller_bricks = simpler(&self.bricks, |brick| shrunk(*brick));
        smaller.extend(smaller_bricks.into_iter().map(|bricks| Self { bricks, ..self.clone() }));
        smaller.push(Self { is_group_rule: false, ..self.clone() });
        smaller.push(Self { start: Start::Anywhere, ..self.clone() });
        smaller.push(Self { most: None, ..self.clone() });
        smaller.retain(|question| question != self);
        smaller
    }
}
