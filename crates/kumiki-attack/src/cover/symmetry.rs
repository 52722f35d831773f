//! The symmetries of an exact-cover problem, by trying permutations of its options.
//!
//! A symmetry permutes the options so that the items can follow: items go to items of the same
//! kind, the items of an option to those of its image, costs stay, and uses of an item in the same
//! colour go to uses in the same colour.

use super::problem::Problem;
use std::collections::BTreeSet;

/// Beyond so many symmetries they are not compared.
const MOST_SYMMETRIES: usize = 2000;

/// All symmetries, as images of the options; nothing if they are too many.
pub(crate) fn symmetries(problem: &Problem) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    extend(problem, &mut Vec::new(), &mut found);
    (found.len() < MOST_SYMMETRIES).then_some(found)
}

/// Finds images for the options that have none yet.
fn extend(problem: &Problem, images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if found.len() >= MOST_SYMMETRIES || !follows(problem, images) {
        return;
    }
    if images.len() == problem.options.len() {
        if items_follow(problem, images) {
            found.push(images.clone());
        }
        return;
    }
    for image in 0..problem.options.len() {
        if !images.contains(&image) {
            images.push(image);
            extend(problem, images, found);
            images.pop();
        }
    }
}

/// Whether the last option looks like its image, and the items, as far as these options go, like
/// the images' items.
fn follows(problem: &Problem, images: &[usize]) -> bool {
    let Some(image) = images.last() else { return true };
    let (one, other) = (&problem.options[images.len() - 1], &problem.options[*image]);
    let options: Vec<usize> = (0..images.len()).collect();
    let sorted = |options: &[usize]| {
        let mut looks: Vec<Look> =
            (0..problem.items.len()).map(|item| look(problem, item, options)).collect();
        looks.sort();
        looks
    };
    one.cost == other.cost
        && one.requires.len() == other.requires.len()
        && sorted(&options) == sorted(images)
}

/// How often an item is covered at least and at most, and how each option uses it: not at all,
/// without colour, or in a colour that is numbered by first use.
type Look = (u8, u32, u32, Vec<u8>);

fn look(problem: &Problem, item: usize, options: &[usize]) -> Look {
    use super::problem::Kind;
    let (kind, least, most) = match problem.items[item] {
        Kind::Once => (0, 1, 1),
        // Without colours, which are in the uses, at most once is at most once.
        Kind::Secondary => (0, 0, 1),
        Kind::Between(least, most) => (0, least, most),
    };
    let mut seen = Vec::new();
    let uses = options.iter().map(|option| {
        let entry = problem.options[*option].entries.iter().find(|entry| entry.0 == item);
        match entry {
            None => 0,
            Some((_, None)) => 1,
            Some((_, Some(colour))) => {
                let at = seen.iter().position(|known| known == colour).unwrap_or_else(|| {
                    seen.push(*colour);
                    seen.len() - 1
                });
                2 + u8::try_from(at).unwrap_or(u8::MAX)
            }
        }
    });
    (kind, least, most, uses.collect())
}

/// Whether there is a permutation of items that goes with a permutation of all options.
fn items_follow(problem: &Problem, images: &[usize]) -> bool {
    let options: Vec<usize> = (0..images.len()).collect();
    let befores: Vec<Look> =
        (0..problem.items.len()).map(|item| look(problem, item, &options)).collect();
    let afters: Vec<Look> =
        (0..problem.items.len()).map(|item| look(problem, item, images)).collect();
    place_items(problem, images, &befores, &afters, &mut Vec::new())
}

fn place_items(
    problem: &Problem,
    images: &[usize],
    befores: &[Look],
    afters: &[Look],
    placed: &mut Vec<usize>,
) -> bool {
    if placed.len() == problem.items.len() {
        return requirements_follow(problem, images, placed);
    }
    for item in 0..problem.items.len() {
        if !placed.contains(&item) && befores[placed.len()] == afters[item] {
            placed.push(item);
            if place_items(problem, images, befores, afters, placed) {
                return true;
            }
            placed.pop();
            // Without requirements, items that look alike are alike.
            if !problem.has_requirements() {
                return false;
            }
        }
    }
    false
}

/// Whether the requirements of each option go to those of its image.
fn requirements_follow(problem: &Problem, images: &[usize], items: &[usize]) -> bool {
    let sets = |option: usize, through: &dyn Fn(usize) -> usize| {
        let lists = problem.options[option].requires.iter();
        let mut sets: Vec<BTreeSet<usize>> =
            lists.map(|list| list.iter().map(|item| through(*item)).collect()).collect();
        sets.sort();
        sets
    };
    (0..images.len())
        .all(|option| sets(option, &|item| items[item]) == sets(images[option], &|item| item))
}

/// The classes of solutions: each with its members, and with the number of symmetries that keep a
/// member.
pub(crate) fn classes(
    solutions: &[Vec<usize>],
    symmetries: &[Vec<usize>],
) -> Vec<(BTreeSet<Vec<usize>>, usize)> {
    let mut seen = BTreeSet::new();
    let mut classes = Vec::new();
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        let image = |images: &Vec<usize>| {
            let mut image: Vec<usize> = solution.iter().map(|option| images[*option]).collect();
            image.sort_unstable();
            image
        };
        let keep = symmetries.iter().filter(|images| image(images) == *solution).count();
        let members: BTreeSet<Vec<usize>> = symmetries.iter().map(image).collect();
        seen.extend(members.iter().cloned());
        classes.push((members, keep));
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::super::oracle::solutions;
    use super::super::problem::{Choice, Kind};
    use super::*;

    #[test]
    fn dominoes_on_a_square_have_its_eight_symmetries() {
        let domino = |corner: usize| Choice {
            entries: vec![(corner, None), ((corner + 1) % 4, None)],
            cost: 0,
            requires: Vec::new(),
        };
        let options = (0..4).map(domino).collect();
        let mut problem = Problem { items: vec![Kind::Once; 4], is_numbered: false, options };
        let group = symmetries(&problem).expect("few");
        let found = solutions(&problem).expect("few");
        assert_eq!((group.len(), found.len()), (8, 2));
        let orbits = classes(&found, &group);
        assert_eq!((orbits.len(), orbits[0].1), (1, 4));
        // A price on one domino leaves it and its reflection.
        problem.options[0].cost = 1;
        assert_eq!(symmetries(&problem).map(|group| group.len()), Some(2));
    }
}
