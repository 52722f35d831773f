//! Named puzzles stated as models with their symmetry groups.
