//! The files people have: exact covers and packing puzzles, read and written
