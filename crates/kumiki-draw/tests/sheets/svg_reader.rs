//! A reader of SVG as plain as ours, for the tests of documents.

/// An element of a document, in the order of opening tags.
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// The text up to the first tag inside it.
    pub(crate) text: String,
    /// How far the groups around it move it right and down.
    pub(crate) shift: [f64; 2],
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).expect("the attribute is there")
    }

    pub(crate) fn number(&self, name: &str) -> f64 {
        self.attribute(name).parse().expect("a number")
    }

    /// How far the inside of this element is moved.
    fn inner_shift(&self) -> [f64; 2] {
        if self.name != "g" {
            return self.shift;
        }
        let inside = self.attribute("transform").strip_prefix("translate(").expect("a translation");
        let (right, down) = inside.trim_end_matches(')').split_once(' ').expect("two numbers");
        let by = [right, down].map(|number| number.parse::<f64>().expect("a number"));
        [self.shift[0] + by[0], self.shift[1] + by[1]]
    }
}

/// Reads XML as plain as ours, panicking wherever it is malformed.
pub(crate) fn parsed(document: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<(String, [f64; 2])> = Vec::new();
    let mut rest = document;
    while let Some(after) = rest.strip_prefix('<') {
        let (tag, beyond) = after.split_once('>').expect("a tag ends");
        let (text, _) = beyond.split_once('<').unwrap_or((beyond, ""));
        check_text(text);
        if let Some(name) = tag.strip_prefix('/') {
            let (opened, _) = open.pop().expect("a closing tag follows an opening one");
            assert_eq!(opened, name, "a closing tag closes the last open one");
        } else {
            let inside = tag.strip_suffix('/').unwrap_or(tag);
            let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "<{name}> is no element");
            let element = Element {
                name: name.to_owned(),
                attributes: parsed_attributes(attributes),
                text: text.to_owned(),
                shift: open.last().map_or([0.0, 0.0], |(_, shift)| *shift),
            };
            if inside == tag {
                open.push((element.name.clone(), element.inner_shift()));
            }
            elements.push(element);
        }
        assert!(!open.is_empty() || text.trim().is_empty(), "there is only one root");
        rest = &beyond[text.len()..];
    }
    assert!(rest.is_empty() && open.is_empty(), "still open: {open:?}");
    elements
}

fn parsed_attributes(mut rest: &str) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("a quoted value");
        let (value, beyond) = after.split_once('"').expect("a closing quote");
        assert!(attributes.iter().all(|(known, _)| known != name), "{name} twice");
        check_text(value);
        attributes.push((name.to_owned(), value.to_owned()));
        rest = beyond.strip_prefix(' ').unwrap_or(beyond);
    }
    attributes
}

/// Every ampersand must begin an entity, and `>` must not stand alone.
fn check_text(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for entity in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)), "&{entity}");
    }
}
