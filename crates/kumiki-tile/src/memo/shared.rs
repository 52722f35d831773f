//! What several counts of the same region know together.

use super::Term;
use crate::form::Squares;
use crate::stock::Stock;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::{Arc, PoisonError, RwLock};

/// How many tables there are: enough for those who look something up to wait for each other seldom.
const TABLES: usize = 64;

/// How many tilings of a polygon use the same tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// How many tiles of each watched kind they have.
    pub(super) used: Stock,
    /// How many tilings there are; at least 1.
    pub(super) count: u128,
}

/// The sums of polygons, by form and stock.
type Sums = FxHashMap<Box<[u32]>, Box<[Sum]>>;

/// What is known together. Clones know the same.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// The polygons that are counted, by a part of the hash of their keys. Who counts one that
    /// somebody else has counted meanwhile, finds the same.
    tables: Arc<[RwLock<Sums>]>,
    /// The numbers of lengths in keys.
    pub(super) squares: Squares,
}

impl Shared {
    /// Nothing is known.
    pub(crate) fn new() -> Self {
        let tables = (0..TABLES).map(|_| RwLock::default()).collect();
        Self { tables, squares: Squares::default() }
    }

    fn table(&self, key: &[u32]) -> &RwLock<Sums> {
        // The lower bits choose the place in a table.
        let hash = FxBuildHasher.hash_one(key) >> 32;
        &self.tables[usize::try_from(hash).unwrap_or(0) % TABLES]
    }

    /// Looks a polygon up.
    pub(super) fn see<R>(&self, key: &[u32], see: impl FnOnce(&[Sum]) -> R) -> Option<R> {
        let table = self.table(key).read().unwrap_or_else(PoisonError::into_inner);
        table.get(key).map(|sums| see(sums))
    }

    /// Remembers the tilings of a polygon.
    pub(super) fn remember(&self, key: Box<[u32]>, terms: &[Term]) {
        let sums = terms.iter().map(|term| Sum { used: term.used, count: term.count }).collect();
        self.table(&key).write().unwrap_or_else(PoisonError::into_inner).insert(key, sums);
    }

    /// How many polygons are known.
    pub(crate) fn len(&self) -> usize {
        let len = |table: &RwLock<Sums>| table.read().unwrap_or_else(PoisonError::into_inner).len();
        self.tables.iter().map(len).sum()
    }

    /// Shows all polygons, in no order.
    pub(super) fn for_each(&self, mut see: impl FnMut(&[u32], &[Sum])) {
        for table in &*self.tables {
            let table = table.read().unwrap_or_else(PoisonError::into_inner);
            table.iter().for_each(|(key, sums)| see(key, sums));
        }
    }

    /// Forgets all polygons.
    pub(super) fn clear(&self) {
        for table in &*self.tables {
            table.write().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}
