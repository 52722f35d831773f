//! The choices for an inner matching, with everything that follows from them at once.
//!
//! A traversal that gives black cells their inner edges one after the other finds out late that it
//! has closed a cycle. But the diagram knows early what must come: if all matchings that go on from
//! a state have an edge in common, that edge may as well be linked now. Links can be made in any
//! order, since the paths they form do not depend on it. So each choice gets a list of links, its
//! own and all that it forces, and leads straight to the next state with a real choice.

use super::matchings::{Choice, Trellis};
use kumiki_id::narrow;

/// No red cell is forced.
const FREE: u8 = u8::MAX;

/// A choice with all its consequences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// Position in `Itinerary::links` (J2).
    first_link: u32,
    /// How many links there are, at most 255 (J2).
    link_count: u8,
    /// The number of crossing edges among those of the choice and of the cells skipped after it,
    /// modulo 2.
    pub(super) parity: u8,
    /// The hops that follow; none if the matching is complete.
    pub(super) next: Hops,
}

/// Some hops in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hops {
    /// Position in `Itinerary::hops`.
    first: u32,
    /// How many hops; one for each choice of a state, or 0.
    count: u32,
}

impl Hops {
    /// Whether there are none.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// An inner edge: a black cell and a red one.
pub(super) type Link = [u8; 2];

/// All hops.
///
/// * **J1** On the way to a complete matching every black cell is linked once, except that the last
///   link of all, which closes the cycle, is left out.
/// * **J2** The links of a hop are `links[first_link..][..link_count]`.
#[derive(Clone, Debug)]
pub(super) struct Itinerary {
    /// The hops of all states with several choices; those of one state stand together.
    hops: Vec<Hop>,
    /// The links of all hops; those of one hop stand together (J2).
    links: Vec<Link>,
    /// What all matchings have in common, as a hop that is always taken first.
    pub(super) start: Hop,
}

impl Itinerary {
    /// The itinerary of all matchings; without meaning if there are none.
    pub(super) fn new(trellis: &Trellis) -> Self {
        let builder = Builder { trellis, depth: trellis.depth(), forced: forced(trellis) };
        let nothing = Hops { first: 0, count: 0 };
        let start = Hop { first_link: 0, link_count: 0, parity: 0, next: nothing };
        let mut itinerary = Self { hops: Vec::new(), links: Vec::new(), start };
        let mut hops_of = vec![nothing; trellis.first.len() - 1];
        // States have higher numbers than those they come from, so what follows is there already.
        for (black, level) in trellis.levels.windows(2).enumerate().rev() {
            for state in (level[0]..level[1]).rev() {
                let choices = trellis.choices_of(state);
                if choices.len() < 2 {
                    continue;
                }
                let first = narrow(itinerary.hops.len());
                for choice in choices {
                    let own = builder.own_link(black, state, choice);
                    let hop = itinerary.hop(
                        &builder,
                        black + 1,
                        own,
                        Some((black, state)),
                        *choice,
                        &hops_of,
                    );
                    itinerary.hops.push(hop);
                }
                hops_of[state as usize] = Hops { first, count: narrow(choices.len()) };
            }
        }
        if trellis.choices.is_empty() {
            return itinerary;
        }
        let beginning = Choice { next: 0, edge: 0, red: FREE, parity: 0 };
        itinerary.start = itinerary.hop(&builder, 0, None, None, beginning, &hops_of);
        itinerary
    }

    /// The hops in a row.
    #[inline(always)]
    pub(super) fn hops(&self, hops: Hops) -> &[Hop] {
        &self.hops[(hops.first as usize)..][..hops.count as usize]
    }

    /// The links of a hop.
    #[inline(always)]
    pub(super) fn links(&self, hop: Hop) -> &[Link] {
        &self.links[(hop.first_link as usize)..][..usize::from(hop.link_count)]
    }

    /// The hop for a choice that leads to a state before black cell `black`. `own` is the choice's
    /// link, unless it was made earlier; `from` is the state where it is chosen, before its black
    /// cell, and what that state forces has been linked.
    fn hop(
        &mut self,
        builder: &Builder<'_>,
        black: usize,
        own: Option<Link>,
        from: Option<(usize, u32)>,
        choice: Choice,
        hops_of: &[Hops],
    ) -> Hop {
        let first_link = narrow(self.links.len());
        let was_forced = |cell: usize| {
            from.is_some_and(|(black, state)| builder.forced_red(black, state, cell) != FREE)
        };
        let is_whole =
            (black..builder.depth).all(|cell| builder.forced_red(black, choice.next, cell) != FREE);
        self.links.extend(own);
        for cell in (black..builder.depth).filter(|cell| !was_forced(*cell)) {
            let red = builder.forced_red(black, choice.next, cell);
            if red != FREE {
                self.links.push([small(cell), red]);
            }
        }
        if is_whole && self.links.len() > first_link as usize {
            self.links.pop();
        }
        let (mut parity, mut black, mut state) = (choice.parity, black, choice.next);
        while black < builder.depth {
            let [only] = builder.trellis.choices_of(state) else { break };
            parity ^= only.parity;
            state = only.next;
            black += 1;
        }
        let next = if black < builder.depth {
            hops_of[state as usize]
        } else {
            Hops { first: 0, count: 0 }
        };
        Hop { first_link, link_count: small(self.links.len() - first_link as usize), parity, next }
    }
}

/// What is looked at while hops are made.
struct Builder<'t> {
    /// All matchings.
    trellis: &'t Trellis,
    /// How many black cells there are.
    depth: usize,
    /// Element `state * depth + cell`: the red cell that all matchings from the state on give the
    /// black cell, or `FREE` if they differ.
    forced: Vec<u8>,
}

impl Builder<'_> {
    /// The red cell that is forced on a black cell in a state before black cell `black`.
    fn forced_red(&self, black: usize, state: u32, cell: usize) -> u8 {
        if black == self.depth { FREE } else { self.forced[state as usize * self.depth + cell] }
    }

    /// The link of a choice in a state, unless the state forces it.
    fn own_link(&self, black: usize, state: u32, choice: &Choice) -> Option<Link> {
        (self.forced_red(black, state, black) == FREE).then_some([small(black), choice.red])
    }
}

/// A number of cells or links in a byte; there are at most 255.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("at most 255 cells")
}

/// The red cells that states force, from the last level up.
fn forced(trellis: &Trellis) -> Vec<u8> {
    let depth = trellis.depth();
    let mut forced = vec![FREE; (trellis.first.len() - 1) * depth];
    for (black, level) in trellis.levels.windows(2).enumerate().rev() {
        for state in level[0]..level[1] {
            let choices = trellis.choices_of(state);
            for cell in black..depth {
                let red = |choice: &Choice| {
                    if cell == black {
                        choice.red
                    } else {
                        forced[choice.next as usize * depth + cell]
                    }
                };
                let first = choices.first().map_or(FREE, red);
                let is_forced = choices.iter().all(|choice| red(choice) == first);
                forced[state as usize * depth + cell] = if is_forced { first } else { FREE };
            }
        }
    }
    forced
}
