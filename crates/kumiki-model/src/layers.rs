//! The text of layers: a label for everything that lies in a box, and layers written side by side.

/// How many labels there are.
pub(crate) const LABEL_COUNT: usize = 9 + 26 + 26 + (0x9fff - 0x4e00 + 1);

/// The label at a position: digits and letters as in the seeds, then ideographs. An arrangement
/// with more pieces than there are labels begins again.
#[must_use]
pub fn label(position: usize) -> char {
    let alphabet = ('1'..='9').chain('A'..='Z').chain('a'..='z');
    let ideographs = '\u{4e00}'..='\u{9fff}';
    alphabet.chain(ideographs).nth(position % LABEL_COUNT).expect("there are so many labels")
}

/// Layers with equally many rows side by side, as the seeds print them; what is blank at the end of
/// a line is left out.
///
/// # Panics
/// If a layer has fewer rows than the first.
#[must_use]
pub fn layers_text(layers: &[Vec<String>]) -> String {
    let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let line =
        |row: usize| layers.iter().map(|layer| spaced(&layer[row])).collect::<Vec<_>>().join("   ");
    let rows = layers.first().map_or(0, Vec::len);
    (0..rows).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_distinct_far_beyond_the_alphabet() {
        let labels: std::collections::BTreeSet<char> = (0..4_096).map(label).collect();
        assert_eq!(labels.len(), 4_096);
        assert!(!labels.contains(&'.') && !labels.contains(&' '));
        assert_eq!([0, 9, 35, 61].map(label), ['1', 'A', 'a', '\u{4e00}']);
        assert_eq!([LABEL_COUNT - 1, LABEL_COUNT].map(label), ['\u{9fff}', '1']);
    }

    #[test]
    fn layers_stand_layers_text_without_trailing_blanks() {
        let layers = [["12", " 2"], ["3 ", ".."]].map(|layer| layer.map(str::to_owned).to_vec());
        assert_eq!(layers_text(&layers), "1 2   3\n  2   . .\n");
        assert_eq!(layers_text(&[]), "");
    }
}
