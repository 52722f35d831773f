//! Packings as SVG: isometric views, strips of layers, sheets.
