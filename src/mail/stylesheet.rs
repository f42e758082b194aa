//! The styles of an HTML mail: what its sheets and its elements declare, as far as it bears on what can be seen.

use std::collections::BTreeMap;

use ego_tree::NodeId;
use scraper::node::Element;
use scraper::{Html, Selector};

/// More rules that matter than this no letter has; each one is looked for in the whole tree.
const RULES: usize = 64;

/// Properties that say where lines end and what of them can be seen; rules without one are passed over.
const PROPERTIES: [&str; 39] = [
    "-webkit-text-fill-color",
    "background",
    "background-color",
    "background-image",
    "border-left",
    "bottom",
    "clip",
    "clip-path",
    "color",
    "content-visibility",
    "display",
    "font",
    "font-size",
    "height",
    "left",
    "margin",
    "margin-left",
    "margin-top",
    "max-height",
    "max-width",
    "mso-hide",
    "opacity",
    "overflow",
    "overflow-x",
    "overflow-y",
    "padding",
    "padding-left",
    "position",
    "right",
    "text-decoration",
    "text-decoration-line",
    "text-indent",
    "top",
    "transform",
    "vertical-align",
    "visibility",
    "white-space",
    "width",
    "zoom",
];

/// One declaration: names and values in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Declaration {
    name: String,
    value: String,
    important: bool,
}

/// What is declared of one element, the weightiest last.
#[derive(Debug, Default)]
pub(super) struct Style(Vec<Declaration>);

impl Style {
    /// Returns the value that counts.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let mut found = self.0.iter().rev();
        let found = found.find(|declaration| declaration.name == name)?;
        Some(&found.value)
    }

    /// Returns the values of these properties, in the order of their weight.
    pub(super) fn values<'a>(
        &'a self,
        names: &'a [&str],
    ) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> {
        let all = self.0.iter();
        all.filter(|declaration| names.contains(&declaration.name.as_str()))
            .map(|declaration| (declaration.name.as_str(), declaration.value.as_str()))
    }
}

/// The style sheets of a page.
///
/// Rules for some media alone (`@media print`) hide nothing for certain, and are not looked at.
pub(super) struct Sheets {
    /// What the rules declare, the weightiest rule last.
    rules: Vec<Vec<Declaration>>,
    /// The rules of each element, as indices.
    of_element: BTreeMap<NodeId, Vec<u16>>,
}

impl Sheets {
    /// Reads the sheets of a page.
    pub(super) fn of(page: &Html) -> Self {
        let mut found: Vec<_> = sheets(page)
            .iter()
            .flat_map(|sheet| rules(sheet))
            .filter_map(|(selector, declarations)| {
                let selector = selector.trim().to_owned();
                let parsed = Selector::parse(&selector).ok()?;
                Some((weight(&selector), parsed, declarations))
            })
            .take(RULES)
            .collect();
        found.sort_by_key(|(weight, ..)| *weight);
        let mut of_element: BTreeMap<NodeId, Vec<u16>> = BTreeMap::new();
        for ((_, selector, _), index) in found.iter().zip(0..) {
            for element in page.select(selector) {
                of_element.entry(element.id()).or_default().push(index);
            }
        }
        let rules = found.into_iter().map(|(.., declarations)| declarations);
        Self {
            rules: rules.collect(),
            of_element,
        }
    }

    /// Returns what is declared of an element: by attributes, by rules, by its own style.
    pub(super) fn style(&self, id: NodeId, element: &Element) -> Style {
        let mut all = by_attributes(element);
        let rules = self.of_element.get(&id).into_iter().flatten();
        all.extend(rules.flat_map(|&index| self.rules[usize::from(index)].iter().cloned()));
        all.extend(declarations(element.attr("style").unwrap_or_default()));
        all.sort_by_key(|declaration| declaration.important);
        Style(all)
    }
}

/// Attributes that do what a declaration does.
fn by_attributes(element: &Element) -> Vec<Declaration> {
    let mut all = Vec::new();
    let mut declare = |name: &str, value: Option<&str>| {
        all.extend(value.map(|value| Declaration {
            name: name.to_owned(),
            value: value.trim().to_ascii_lowercase(),
            important: false,
        }));
    };
    declare("background-color", element.attr("bgcolor"));
    match element.name() {
        "font" => declare("color", element.attr("color")),
        "body" => declare("color", element.attr("text")),
        _ => {}
    }
    all
}

fn sheets(page: &Html) -> Vec<String> {
    let Ok(style) = Selector::parse("style") else {
        return Vec::new();
    };
    page.select(&style)
        .map(|sheet| sheet.text().collect())
        .collect()
}

/// How much a selector counts against others: identifiers first, then classes and the like, then names.
fn weight(selector: &str) -> (usize, usize, usize) {
    let count = |sign: char| selector.matches(sign).count();
    let names = selector
        .split([' ', '>', '+', '~'])
        .filter(|part| part.starts_with(char::is_alphabetic));
    (
        count('#'),
        count('.') + count('[') + count(':'),
        names.count(),
    )
}

/// Splits declarations, and keeps those that matter.
fn declarations(text: &str) -> Vec<Declaration> {
    text.split(';')
        .filter_map(|part| part.split_once(':'))
        .filter_map(|(name, value)| {
            let name = name.trim().to_ascii_lowercase();
            let value = value.to_ascii_lowercase();
            let (value, important) = match value.split_once('!') {
                Some((value, mark)) => (value, mark.trim() == "important"),
                None => (value.as_str(), false),
            };
            PROPERTIES.contains(&name.as_str()).then(|| Declaration {
                name,
                value: value.trim().to_owned(),
                important,
            })
        })
        .collect()
}

/// Splits a sheet into single selectors and declarations, without the rules that begin with an at sign.
fn rules(sheet: &str) -> Vec<(String, Vec<Declaration>)> {
    let sheet = without_comments(sheet);
    let mut found = Vec::new();
    let mut rest = sheet.as_str();
    while let Some(open) = rest.find('{') {
        // What ends in a semicolon before the brace is a rule of its own, such as `@import`.
        let prelude = rest[..open].rsplit(';').next().unwrap_or_default().trim();
        let block = &rest[open + 1..];
        let length = length_of_block(block);
        let declared = declarations(block[..length].trim_end_matches('}'));
        if !prelude.starts_with('@') && !declared.is_empty() {
            let selectors = prelude.split(',');
            found.extend(selectors.map(|selector| (selector.to_owned(), declared.clone())));
        }
        rest = &block[length..];
    }
    found
}

/// Returns the length of a block up to and with the brace that closes it.
fn length_of_block(block: &str) -> usize {
    let mut depth = 1_usize;
    for (at, c) in block.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    block.len()
}

/// Drops comments, and the marks by which old programs hide a sheet from older ones.
fn without_comments(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, behind)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.replace("<!--", "").replace("-->", "")
}

#[cfg(test)]
mod tests {
    use scraper::Node;

    use super::*;

    /// The texts of the paragraphs for which `display` is none.
    fn hidden(page: &str) -> Vec<String> {
        let page = Html::parse_document(page);
        let sheets = Sheets::of(&page);
        let mut found = Vec::new();
        for node in page.tree.nodes() {
            let Node::Element(element) = node.value() else {
                continue;
            };
            if sheets.style(node.id(), element).value("display") == Some("none") {
                let element = scraper::ElementRef::wrap(node).unwrap();
                found.push(element.text().collect());
            }
        }
        found
    }

    #[test]
    fn elements_are_found_by_class_name_and_place() {
        for (sheet, expected) in [
            (".x { display: none }", "a"),
            ("<!-- p.x{color:red;DISPLAY:None !important;} -->", "a"),
            ("#y,.none{display:none}", "b"),
            ("/* .x{display:none} */ #y{display:none}", "b"),
            ("@import url(x); #y{display:none}", "b"),
            ("div > p{display:none}", "c"),
        ] {
            let page =
                format!("<style>{sheet}</style><p class=x>a</p><p id=y>b</p><div><p>c</p></div>");
            assert_eq!(hidden(&page), [expected], "{sheet}");
        }
    }

    #[test]
    fn rules_for_some_media_and_broken_ones_hide_nothing() {
        for sheet in [
            "@media print{p{display:none}}",
            "@media (max-width:1px){p{display:none}}",
            "p{display:block}",
            "p{{display:none}",
            "<<<{display:none}",
            "p",
        ] {
            let page = format!("<style>{sheet}</style><p>a</p>");
            assert_eq!(hidden(&page), [""; 0], "{sheet}");
        }
    }

    #[test]
    fn the_weightiest_declaration_counts() {
        for (sheet, style, expected) in [
            ("p{display:none} p{display:block}", "", false),
            ("p{display:block} p{display:none}", "", true),
            ("#y{display:none} .x{display:block}", "", true),
            (".x{display:none} p{display:block}", "", true),
            ("p{display:none}", "display:block", false),
            ("p{display:none!important}", "display:block", true),
            ("p{display:none}", "display:block !important", false),
        ] {
            let page = format!("<style>{sheet}</style><p class=x id=y style='{style}'>a</p>");
            assert_eq!(!hidden(&page).is_empty(), expected, "{sheet} {style}");
        }
    }
}
