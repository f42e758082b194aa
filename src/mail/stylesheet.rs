//! The style sheets inside an HTML mail, as far as they hide what stands in it.

use std::collections::BTreeSet;

use ego_tree::NodeId;
use scraper::{Html, Selector};

/// More rules that hide something than this no letter has; each one is looked for in the whole tree.
const RULES: usize = 40;

/// Returns the elements that a style sheet of the page hides, as `hides` judges its declarations.
///
/// Rules for some media alone (`@media print`) hide nothing for certain, and are not looked at.
pub(super) fn hidden(page: &Html, hides: impl Fn(&str, &str) -> bool) -> BTreeSet<NodeId> {
    let Ok(style) = Selector::parse("style") else {
        return BTreeSet::new();
    };
    let sheets: Vec<String> = page
        .select(&style)
        .map(|sheet| sheet.text().collect())
        .collect();
    let selectors =
        sheets
            .iter()
            .flat_map(|sheet| rules(sheet))
            .filter_map(|(selector, declarations)| {
                declarations
                    .iter()
                    .any(|(name, value)| hides(name, value))
                    .then(|| Selector::parse(&selector).ok())?
            });
    let mut found = BTreeSet::new();
    for selector in selectors.take(RULES) {
        found.extend(page.select(&selector).map(|element| element.id()));
    }
    found
}

/// Splits declarations: names in lower case, values in lower case without `!important`.
pub(super) fn declarations(text: &str) -> Vec<(String, String)> {
    text.split(';')
        .filter_map(|part| part.split_once(':'))
        .map(|(name, value)| {
            let value = value.to_ascii_lowercase();
            let value = value.trim().trim_end_matches("!important").trim();
            (name.trim().to_ascii_lowercase(), value.to_owned())
        })
        .collect()
}

/// Splits a sheet into selectors and declarations, without the rules that begin with an at sign.
fn rules(sheet: &str) -> Vec<(String, Vec<(String, String)>)> {
    let sheet = without_comments(sheet);
    let mut found = Vec::new();
    let mut rest = sheet.as_str();
    while let Some(open) = rest.find('{') {
        // What ends in a semicolon before the brace is a rule of its own, such as `@import`.
        let prelude = rest[..open].rsplit(';').next().unwrap_or_default().trim();
        let block = &rest[open + 1..];
        let length = length_of_block(block);
        if !prelude.starts_with('@') {
            let text = block[..length].trim_end_matches('}');
            found.push((prelude.to_owned(), declarations(text)));
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
    use super::*;

    fn hidden_texts(page: &str) -> Vec<String> {
        let page = Html::parse_document(page);
        let hidden = hidden(&page, |name, value| name == "display" && value == "none");
        let texts = hidden.into_iter().map(|id| {
            let element = scraper::ElementRef::wrap(page.tree.get(id).unwrap()).unwrap();
            element.text().collect()
        });
        texts.collect()
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
            assert_eq!(hidden_texts(&page), [expected], "{sheet}");
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
            assert_eq!(hidden_texts(&page), [""; 0], "{sheet}");
        }
    }
}
