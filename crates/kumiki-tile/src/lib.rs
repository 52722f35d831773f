//! Engine: polygons tiled by polygons.
