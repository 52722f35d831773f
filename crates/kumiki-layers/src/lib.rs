//! Counting brick packings layer by layer, two halves joined in the middle.
