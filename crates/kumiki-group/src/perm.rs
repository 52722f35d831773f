//! Permutations of the points `0..n`.

/// A bijection of `0..len` onto itself, stored as the list of images.
///
/// Invariant **P1**: every point occurs exactly once among the images.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Perm {
    /// For each point where it goes (P1).
    images: Vec<u32>,
}

impl Perm {
    /// The permutation with the given images, or `None` if they are not each point once (P1).
    #[must_use]
    pub fn new(images: Vec<u32>) -> Option<Self> {
        let mut seen = vec![false; images.len()];
        for image in &images {
            let place = seen.get_mut(*image as usize)?;
            if std::mem::replace(place, true) {
                return None;
            }
        }
        Some(Self { images })
    }

    /// The permutation that moves nothing.
    #[must_use]
    pub fn identity(degree: usize) -> Self {
        Self { images: (0..kumiki_id::narrow(degree)).collect() }
    }

    /// How many points it acts on.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// The image of a point.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: usize) -> usize {
        self.images[point] as usize
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self { images: self.images.iter().map(|image| next.images[*image as usize]).collect() }
    }

    /// Becomes "first what it was, then `next`".
    pub fn compose(&mut self, next: &Self) {
        for image in &mut self.images {
            *image = next.images[*image as usize];
        }
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut images = vec![0; self.images.len()];
        for (point, image) in self.images.iter().enumerate() {
            images[*image as usize] = kumiki_id::narrow(point);
        }
        Self { images }
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(point, image)| *image as usize == point)
    }
}
