//! Families of subsets of at most six elements as words of 64 bits, and the definitions of all
//! operations, spelled out.
//!
//! Set α is the number whose bits are its elements; bit α of the word says whether α is a member.
//! Functions are the same, with points for sets.
use kumiki_diagram::{Full, NodeId, Rule, Store};

/// A family or a function of `elements` elements.
pub(crate) type Word = u64;

/// The sets over so many elements.
pub(crate) fn sets(elements: u32) -> impl Iterator<Item = u32> + Clone {
    0..1u32 << elements
}

/// Whether a set is a member.
pub(crate) fn has(family: Word, set: u32) -> bool {
    family >> set & 1 == 1
}

/// The members.
pub(crate) fn members(family: Word) -> Vec<u32> {
    (0..64).filter(|set| has(family, *set)).collect()
}

/// The family of the sets over so many elements with a property.
pub(crate) fn collect(elements: u32, mut property: impl FnMut(u32) -> bool) -> Word {
    sets(elements).filter(|set| property(*set)).map(|set| 1 << set).fold(0, |a, b| a | b)
}

/// All results of an operation on a member of each of two families.
pub(crate) fn products(f: Word, g: Word, operation: impl Fn(u32, u32) -> u32) -> Word {
    let all = members(g);
    members(f)
        .iter()
        .flat_map(|a| all.iter().map(|b| 1u64 << operation(*a, *b)))
        .fold(0, |a, b| a | b)
}

/// The elements of a set.
pub(crate) fn elements(set: u32) -> Vec<u32> {
    (0..32).filter(|element| set >> element & 1 == 1).collect()
}

/// The diagram of a word, made node by node.
pub(crate) fn diagram<R: Rule>(
    store: &mut Store<R>,
    elements: u32,
    word: Word,
) -> Result<NodeId, Full> {
    fn from<R: Rule>(
        store: &mut Store<R>,
        elements: u32,
        word: Word,
        level: u32,
        set: u32,
    ) -> Result<NodeId, Full> {
        if level == elements {
            return Ok(if has(word, set) { NodeId::TOP } else { NodeId::BOTTOM });
        }
        let low = from(store, elements, word, level + 1, set)?;
        let high = from(store, elements, word, level + 1, set | 1 << level)?;
        store.node(level, low, high)
    }
    from(store, elements, word, 0, 0)
}

/// Numbers that look random, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A word of six variables in which ones have one of several frequencies.
    pub(crate) fn word(&mut self) -> Word {
        match self.next() % 4 {
            0 => self.next(),
            1 => self.next() & self.next(),
            2 => self.next() & self.next() & self.next() & self.next(),
            _ => self.next() | self.next(),
        }
    }
}
