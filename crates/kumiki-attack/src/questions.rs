//! Questions of all families, for attacks that are about what families have in common.
//!
//! They come from the attacks on the families, which see to it that the answers are true.

use crate::attack::{Attack, Recipe};
use crate::{antislide, cover, graph, pack, slide, tile, tours};
use fastrand::Rng;

/// A question by lot: its files, and one command that prints JSON.
pub(crate) fn any_question(lot: &mut Rng) -> Recipe {
    loop {
        let mut asked = match lot.u8(..7) {
            0 => question(&tile::Tilings, lot),
            1 => question(&graph::Subgraphs, lot),
            2 => question(&tours::Tours, lot),
            3 => question(&slide::Sliding, lot),
            4 => question(&cover::Cover, lot),
            5 => question(&pack::Pack, lot),
            _ => question(&antislide::Antislide, lot),
        };
        asked.commands.retain(|words| words.iter().any(|word| word == "--json"));
        if !asked.commands.is_empty() {
            let one = lot.usize(..asked.commands.len());
            asked.commands = vec![asked.commands.swap_remove(one)];
            return asked;
        }
    }
}

/// A question of another attack.
fn question(attack: &impl Attack, lot: &mut Rng) -> Recipe {
    attack.recipe(&attack.draw(lot))
}

/// The words of a command without some flags and their values.
pub(crate) fn without(words: &[String], flags: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut is_dropped = false;
    for word in words {
        if word.starts_with("--") {
            is_dropped = flags.contains(&word.as_str());
        }
        if !is_dropped {
            kept.push(word.clone());
        }
    }
    kept
}

/// The value of a flag, if the words have it.
pub(crate) fn value<'w>(words: &'w [String], flag: &str) -> Option<&'w str> {
    let at = words.iter().position(|word| word == flag)?;
    words.get(at + 1).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::split;

    #[test]
    fn flags_go_with_their_values() {
        let words = split("cover problem --list 3 --count --kernel bits --json");
        assert_eq!(
            without(&words, &["--list", "--json"]),
            split("cover problem --count --kernel bits")
        );
        assert_eq!((value(&words, "--list"), value(&words, "--seed")), (Some("3"), None));
    }
}
