//! Families that come level by level.

use crate::naive::{self, diagram};
use kumiki_diagram::{Branch, BranchLevels, Full, NodeId, Reduced, Reducing, Reduction, ZddStore};
use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
};
use kumiki_trial::{check_damage, check_stages};

/// The levels of a diagram, the first level first, and its root.
#[derive(Clone)]
struct Levels {
    branches: Vec<Vec<[u32; 2]>>,
    root: u32,
}

impl Levels {
    /// Reduces, with so many branches at a time.
    fn reduce(&self, limit_bytes: usize, at_a_time: usize) -> Result<Reduced, Full> {
        let mut reduction =
            Reduction::new(self.branches.len(), limit_bytes).expect("few variables");
        for (variable, branches) in self.branches.iter().enumerate().rev() {
            reduction.begin_level(kumiki_id::narrow(variable), branches.len());
            for some in branches.chunks(at_a_time) {
                reduction.add(some.iter().copied())?;
            }
        }
        let nodes = reduction.node_count();
        let reduced = reduction.finish(self.root);
        assert_eq!(reduced.store.node_count(), nodes + 2, "nodes and sinks");
        Ok(reduced)
    }

    /// The complete tree of a family of subsets of three elements: branch k of level v is for the
    /// values k of the variables before v.
    fn tree(word: u64) -> Self {
        let sink = |k: u32| u32::from(naive::has(word, k.reverse_bits() >> 29));
        let branch = |v: u32, k: u32| {
            [2 * k, 2 * k + 1].map(|child| if v == 2 { sink(child) } else { child + 2 })
        };
        let branches = (0..3).map(|v| (0..1 << v).map(|k| branch(v, k)).collect()).collect();
        Self { branches, root: 2 }
    }
}

#[test]
fn the_tree_of_every_family_of_three_elements_is_reduced_to_its_node() {
    for word in 0..256_u64 {
        for at_a_time in [1, 3, 8] {
            let Reduced { mut store, root, members_modulo } =
                Levels::tree(word).reduce(1 << 20, at_a_time).expect("room");
            store.audit().expect("sound without a table");
            assert_eq!(store.size(root) + 2, store.node_count(), "{word:x}: all nodes are reached");
            assert_eq!(members_modulo, u64::from(word.count_ones()), "{word:x}");
            assert_eq!(diagram(&mut store, 3, word), Ok(root), "{word:x} again in the same store");
            store.audit().expect("sound with a table");
        }
    }
}

#[test]
fn a_root_may_be_a_sink_or_any_branch_of_the_first_level() {
    for (root, node, members) in [(0, NodeId::BOTTOM, 0), (1, NodeId::TOP, 1)] {
        let none =
            Levels { branches: Vec::new(), root }.reduce(0, 1).expect("sinks are always there");
        assert_eq!((none.root, none.members_modulo), (node, members));
    }
    // {0, 1} and {1}, each on its own.
    let branches = vec![vec![[0, 2], [2, 0]], vec![[0, 1]]];
    for (root, expected) in [(2, vec![0, 1]), (3, vec![1])] {
        let reduced = Levels { branches: branches.clone(), root }.reduce(1 << 20, 2).expect("room");
        assert_eq!(reduced.store.members(reduced.root).collect::<Vec<_>>(), [expected]);
        assert_eq!(reduced.members_modulo, 1);
    }
}

#[test]
fn members_are_counted_modulo_2_to_the_64() {
    for (variables, expected) in [(63, 1 << 63), (64, 0), (65, 0)] {
        let branches = (0..variables)
            .map(|v| vec![if v + 1 == variables { [1, 1] } else { [2, 2] }])
            .collect();
        let all = Levels { branches, root: 2 }.reduce(1 << 20, 1).expect("room");
        assert_eq!(all.members_modulo, expected, "all sets of {variables} elements");
        assert_eq!(all.store.count(all.root), num_bigint::BigUint::from(1_u8) << variables);
    }
}

#[test]
fn a_store_gets_full_where_its_limit_is_and_not_before() {
    // A chain in which every node is needed.
    let branches = (0..200).map(|v| vec![if v == 199 { [0, 1] } else { [1, 2] }]).collect();
    let chain = Levels { branches, root: 2 };
    let (mut done, mut refused, mut without_table) = (0, 0, 0);
    for limit in (0..8000).step_by(100) {
        match chain.reduce(limit, 1) {
            Ok(Reduced { mut store, mut root, members_modulo }) => {
                done += 1;
                store.audit().expect("sound");
                assert_eq!(members_modulo, 200);
                assert!(store.bytes() <= limit, "{} bytes of {limit}", store.bytes());
                // Operations need a table, for which there may be no room.
                let collects = limit % 200 == 0;
                if collects {
                    store.collect(std::slice::from_mut(&mut root));
                    store.audit().expect("sound when nothing was garbage");
                }
                let single = store.single(&[0, 5]);
                store.audit().expect("sound, full or not");
                match single.and_then(|single| store.union(root, single)) {
                    Ok(more) => assert_eq!(store.count(more), 201u8.into()),
                    Err(full) => {
                        without_table += 1;
                        assert_eq!(full, Full { limit_bytes: limit });
                        assert_eq!(store.count(root), 200u8.into());
                    }
                }
                store.audit().expect("sound, full or not");
            }
            Err(full) => {
                refused += 1;
                assert_eq!(full, Full { limit_bytes: limit });
                assert_eq!(done, 0, "{limit} bytes are not enough, but fewer were");
            }
        }
    }
    assert!(done > 10 && refused > 10, "{done} done and {refused} refused are no test");
    assert!(without_table > 5 && without_table < done, "{without_table} of {done} without a table");
}

#[test]
#[should_panic(expected = "variables decrease from 1 on, not to 1")]
fn a_level_of_the_same_variable_again_is_a_bug() {
    let mut reduction = Reduction::new(2, 1 << 20).expect("few variables");
    reduction.begin_level(1, 1);
    reduction.begin_level(1, 1);
}

#[test]
#[should_panic(expected = "V3: more branches")]
fn more_branches_than_promised_are_a_bug() {
    let mut reduction = Reduction::new(2, 1 << 20).expect("few variables");
    reduction.begin_level(1, 2);
    reduction.add([[0, 1], [1, 1]]).expect("room");
    reduction.begin_level(0, 1);
    let _ = reduction.add([[0, 1], [0, 2], [0, 3]]);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_link_that_leads_nowhere_is_a_bug() {
    let mut reduction = Reduction::new(2, 1 << 20).expect("few variables");
    reduction.begin_level(1, 1);
    let _ = reduction.add([[0, 2]]);
}

#[test]
fn too_many_variables_are_refused() {
    let error = Reduction::new(1 << 20, 0).expect_err("too many");
    assert_eq!(error, ZddStore::new(1 << 20, 0).expect_err("too many"));
}

/// Levels that are forgotten one after the other, and how many there were.
struct Forgetful {
    levels: Levels,
    variable_count: usize,
}

impl BranchLevels for Forgetful {
    fn variable_count(&self) -> usize {
        self.variable_count
    }

    fn level_count(&self) -> usize {
        self.levels.branches.len()
    }

    fn branch_count(&self, level: usize) -> usize {
        self.levels.branches[level].len()
    }

    fn branches(
        &self,
        level: usize,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = [u32; 2]> {
        self.levels.branches[level][range].iter().copied()
    }

    fn root(&self) -> u32 {
        self.levels.root
    }

    fn drop_last(&mut self) {
        self.levels.branches.pop();
    }
}

impl Snapshot for Forgetful {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[self.variable_count as u64]);
        writer.numbers(&[u64::from(self.levels.root), self.levels.branches.len() as u64]);
        for level in &self.levels.branches {
            writer.list(2, level, |branch, line| line.extend(branch.map(u64::from)));
        }
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[self.variable_count as u64])?;
        let link = |number: u64| u32::try_from(number).map_err(|_| BadSnapshot);
        let [root, level_count] = reader.numbers()?;
        let mut branches = Vec::new();
        for _ in 0..level_count {
            let mut level = Vec::new();
            reader.list(2, |branch| {
                level.push([link(branch[0])?, link(branch[1])?]);
                Ok(())
            })?;
            branches.push(level);
        }
        reader.finish()?;
        self.levels = Levels { branches, root: link(root)? };
        Ok(())
    }
}

/// A reduction whose answer can be compared.
struct Compared(Reducing<Forgetful>);

impl Compared {
    fn new(levels: &Levels, limit_bytes: usize) -> Self {
        let variable_count = levels.branches.len();
        let levels = Forgetful { levels: levels.clone(), variable_count };
        Self(Reducing::new(levels, limit_bytes).expect("few variables"))
    }
}

impl Stages for Compared {
    type Answer = Result<(Vec<(NodeId, Branch)>, NodeId, u64), Full>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match self.0.advance(fuel) {
            Turn::Going => Turn::Going,
            Turn::Done(Err(full)) => Turn::Done(Err(full)),
            Turn::Done(Ok(Reduced { store, root, members_modulo })) => {
                store.audit().expect("sound");
                Turn::Done(Ok((store.branches(root).collect(), root, members_modulo)))
            }
        }
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }
}

impl Snapshot for Compared {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0.load(records)
    }
}

#[test]
fn reductions_are_taken_up_at_any_branch() {
    let chain: Vec<Vec<[u32; 2]>> =
        (0..40).map(|v| vec![if v == 39 { [0, 1] } else { [1, 2] }]).collect();
    let mut cases = vec![
        Levels { branches: Vec::new(), root: 1 },
        Levels { branches: vec![Vec::new(), Vec::new()], root: 0 },
        Levels { branches: chain, root: 2 },
    ];
    cases.extend((0..256).step_by(17).map(Levels::tree));
    for levels in &cases {
        let expected = levels.reduce(1 << 20, 3).expect("room");
        let reduced = check_stages(|| Compared::new(levels, 1 << 20)).expect("keeps its promises");
        let (branches, root, members) = reduced.expect("room");
        let nodes: Vec<(NodeId, Branch)> = expected.store.branches(expected.root).collect();
        assert_eq!((branches, root), (nodes, expected.root));
        assert_eq!(members, expected.members_modulo);
    }
    for levels in [&cases[2], &cases[8]] {
        check_damage(|| Compared::new(levels, 1 << 20), 3, 20).expect("all is noticed");
    }
    // Too little room is the answer, after any pause.
    let full = check_stages(|| Compared::new(&cases[2], 500)).expect("keeps its promises");
    assert_eq!(full, Err(Full { limit_bytes: 500 }));
}
