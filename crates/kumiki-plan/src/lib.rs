//! An exact-cover problem prepared for searching: orders, and cases by symmetry
