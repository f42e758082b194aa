//! HTML to lines, by a walk over the tree that a browser would build.
//!
//! Block tags and `<br>` end a line, a blockquote is quoted, and what is struck out, hidden or not text at all does
//! not count. Converters made for reading keep hidden text or glue `<div>` lines together.

use std::collections::BTreeMap;

use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use super::body::BodyLine;
use super::stylesheet::{self, declarations};

/// Tags that begin and end a line of their own.
const BLOCKS: [&str; 44] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "tr",
    "ul",
    "xmp",
];

/// Tags whose content is no text of the mail.
const SILENT: [&str; 18] = [
    "applet", "audio", "canvas", "datalist", "embed", "head", "iframe", "math", "noscript",
    "object", "option", "script", "select", "style", "svg", "template", "title", "video",
];

/// What a digit that is raised or lowered looks like in plain text.
const RAISED: [char; 10] = [
    '\u{2070}', '\u{b9}', '\u{b2}', '\u{b3}', '\u{2074}', '\u{2075}', '\u{2076}', '\u{2077}',
    '\u{2078}', '\u{2079}',
];

const STRUCK: [&str; 3] = ["s", "strike", "del"];

/// Identifiers and classes by which mail programs mark where the mail that is answered begins, in any language.
const OLD_MAIL: [&str; 10] = [
    "divrplyfwdmsg",
    "divrpyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "outlookmessageheader",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "replyforwardheader",
    "zmail_extra",
    "yahoo_quoted",
];

/// Tags that hold nothing, or that the next of their kind closes.
const UNNESTED: [&str; 25] = [
    "area", "base", "br", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li",
    "link", "meta", "o", "option", "p", "param", "source", "tbody", "td", "th", "tr", "track",
    "wbr",
];

/// More tags than this, or more open at once, are not a mail that a person wrote.
const TAGS: usize = 30_000;
const OPEN_TAGS: usize = 1_500;

/// Turns HTML into lines; nothing if there is too much of it to be a letter.
pub fn lines(html: &str) -> Option<Vec<BodyLine>> {
    if !is_moderate(html) {
        return None;
    }
    let document = Html::parse_document(html);
    let hidden = stylesheet::hidden(&document, |name, value| {
        // What is small may hold what is not; a sheet says so elsewhere.
        !matches!(name, "font-size" | "max-height") && hides(name, value)
    });
    let mut page = Page::default();
    for edge in document.tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => {
                    page.silent += usize::from(hidden.contains(&node.id()));
                    page.open(element);
                }
                Node::Text(text) => page.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if let Node::Element(element) = node.value() {
                    page.close(element);
                    page.silent -= usize::from(hidden.contains(&node.id()));
                }
            }
        }
    }
    page.end_line();
    Some(page.lines)
}

/// Counts tags before a tree is built of them: building takes the square of the time that depth does.
fn is_moderate(html: &str) -> bool {
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let (mut tags, mut depth) = (0, 0);
    for tag in html.split('<').skip(1) {
        tags += 1;
        let (closes, name) = tag
            .strip_prefix('/')
            .map_or((false, tag), |name| (true, name));
        let end = name
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(name.len());
        let name = name[..end.min(20)].to_ascii_lowercase();
        if name.is_empty() || UNNESTED.contains(&name.as_str()) {
            continue;
        }
        let count = open.entry(name).or_default();
        if !closes {
            *count += 1;
            depth += 1;
        } else if *count > 0 {
            *count -= 1;
            depth -= 1;
        }
        if depth > OPEN_TAGS {
            return false;
        }
    }
    tags <= TAGS
}

#[derive(Default)]
struct Page {
    lines: Vec<BodyLine>,
    line: String,
    /// A blank that is written only if more text follows in the line.
    blank_due: bool,
    quotes: usize,
    silent: usize,
    preformatted: usize,
    /// How many elements are open that raise or lower what they hold.
    shifted: usize,
    /// Whether the next line that says something begins an older mail.
    old_mail_due: bool,
}

impl Page {
    fn open(&mut self, element: &Element) {
        let name = element.name();
        if is_silent(element) {
            self.silent += 1;
        }
        if begins_old_mail(element) {
            self.end_line();
            self.old_mail_due = true;
        }
        if name == "br" && self.silent == 0 {
            self.break_line();
            return;
        }
        if is_block(element) {
            self.end_line();
        }
        if name == "td" || name == "th" {
            self.blank_due = !self.line.is_empty();
        }
        if name == "blockquote" {
            self.quotes += 1;
        }
        if keeps_lines(element) {
            self.preformatted += 1;
        }
        if is_shifted(element) {
            self.shifted += 1;
        }
    }

    fn close(&mut self, element: &Element) {
        let name = element.name();
        if is_block(element) {
            self.end_line();
        }
        if name == "blockquote" {
            self.quotes = self.quotes.saturating_sub(1);
        }
        if keeps_lines(element) {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
        if is_shifted(element) {
            self.shifted = self.shifted.saturating_sub(1);
        }
        if is_silent(element) {
            self.silent = self.silent.saturating_sub(1);
        }
    }

    fn text(&mut self, text: &str) {
        if self.silent > 0 {
            return;
        }
        for c in text.chars() {
            if self.preformatted > 0 {
                match c {
                    '\n' => self.break_line(),
                    '\r' => {}
                    _ => self.push(c),
                }
            } else if c.is_ascii_whitespace() {
                self.blank_due = !self.line.is_empty();
            } else {
                self.push(c);
            }
        }
    }

    fn push(&mut self, c: char) {
        if self.blank_due {
            self.line.push(' ');
            self.blank_due = false;
        }
        // The number of a footnote must not make another number of the one it stands at.
        self.line.push(match c.to_digit(10) {
            Some(digit) if self.shifted > 0 => RAISED[digit as usize],
            _ => c,
        });
    }

    /// Ends the line if there is anything on it.
    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.break_line();
        }
        self.blank_due = false;
    }

    /// Ends the line, also an empty one.
    fn break_line(&mut self) {
        // The blank of a signature mark is the one trailing blank that means something.
        if self.blank_due && self.line == "--" {
            self.line.push(' ');
        }
        self.blank_due = false;
        let line = BodyLine {
            text: std::mem::take(&mut self.line),
            quoted: self.quotes > 0,
            begins_old_mail: self.old_mail_due,
            pieces: Vec::new(),
        };
        self.old_mail_due &= line.is_blank();
        self.lines.push(line);
    }
}

fn is_block(element: &Element) -> bool {
    BLOCKS.contains(&element.name())
        || style(element).iter().any(|(name, value)| {
            name == "display"
                && matches!(
                    value.as_str(),
                    "block" | "flex" | "grid" | "list-item" | "table" | "table-row"
                )
        })
}

fn keeps_lines(element: &Element) -> bool {
    matches!(element.name(), "pre" | "listing" | "plaintext" | "xmp")
        || style(element)
            .iter()
            .any(|(name, value)| name == "white-space" && value.starts_with("pre"))
}

fn is_shifted(element: &Element) -> bool {
    matches!(element.name(), "sup" | "sub")
        || style(element).iter().any(|(name, value)| {
            name == "vertical-align" && (value.starts_with("super") || value.starts_with("sub"))
        })
}

fn begins_old_mail(element: &Element) -> bool {
    let classes = element.attr("class").unwrap_or_default().split_whitespace();
    // Programs that show a mail inside another put `x_` before the names they find.
    let plain = |name: &str| {
        name.to_ascii_lowercase()
            .trim_start_matches("x_")
            .to_owned()
    };
    element
        .attr("id")
        .into_iter()
        .chain(classes)
        .any(|name| OLD_MAIL.contains(&plain(name).as_str()))
}

fn is_silent(element: &Element) -> bool {
    if SILENT.contains(&element.name())
        || STRUCK.contains(&element.name())
        || element.attr("hidden").is_some()
    {
        return true;
    }
    style(element)
        .iter()
        .any(|(name, value)| hides(name, value))
}

/// Says whether a declaration of a style hides or strikes out what it is about.
fn hides(name: &str, value: &str) -> bool {
    match name {
        "display" => value == "none",
        "visibility" => value == "hidden" || value == "collapse",
        "mso-hide" => value == "all",
        "text-decoration" | "text-decoration-line" => value.contains("line-through"),
        "font-size" | "opacity" | "max-height" => is_zero(value),
        _ => false,
    }
}

fn is_zero(value: &str) -> bool {
    let number = value
        .trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%')
        .trim();
    !number.is_empty() && number.chars().all(|c| c == '0' || c == '.')
}

fn style(element: &Element) -> Vec<(String, String)> {
    let Some(style) = element.attr("style") else {
        return Vec::new();
    };
    declarations(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Vec<String> {
        let mark =
            |line: &BodyLine| format!("{}{}", if line.quoted { "> " } else { "" }, line.text);
        lines(html)
            .expect("not too long")
            .iter()
            .filter(|line| !line.is_blank())
            .map(mark)
            .collect()
    }

    #[test]
    fn blocks_and_breaks_end_lines_and_inline_tags_do_not() {
        let html = "<div>A <b>B</b>\n C<div>D</div>E<br>F</div><p>G</p><ul><li>H<li>I</ul><span>J</span><span>K</span>";
        assert_eq!(read(html), ["A B C", "D", "E", "F", "G", "H", "I", "JK"]);
    }

    #[test]
    fn cells_of_a_row_are_words_of_a_line() {
        assert_eq!(
            read("<table><tr><td>MOVE</td><td> u </td></tr><tr><td>X<td>Y</table>"),
            ["MOVE u", "X Y"]
        );
    }

    #[test]
    fn struck_hidden_and_silent_text_does_not_count() {
        let html = concat!(
            "<head><title>A</title><style>B</style></head><!-- C --><script>D</script><s>E</s><del>F</del>",
            "<span style='text-decoration: underline LINE-THROUGH'>G</span><div style='Display : none !important'>H</div>",
            "<p hidden>I</p><i style='mso-hide:all'>J</i><i style='font-size:0px'>K</i><i style='font-size:10px'>L</i>",
            "<![if x]>M<![endif]><div style='display:none'>N<br>O</div>"
        );
        assert_eq!(read(html), ["LM"]);
    }

    #[test]
    fn marks_of_mail_programs_say_where_the_old_mail_begins() {
        for mark in [
            "<div id=divRplyFwdMsg>",
            "<div id='x_x_divRplyFwdMsg'>",
            "<p class='a yahoo_quoted'>",
            "<i id=appendonsend></i><hr>",
        ] {
            let found = lines(&format!("<div>A</div>{mark}<br><b>B</b><div>C</div>"))
                .expect("not too long");
            let begins: Vec<_> = found
                .iter()
                .filter(|line| line.begins_old_mail && !line.is_blank())
                .collect();
            assert_eq!(begins.len(), 1, "{mark}");
            assert_eq!(begins[0].text, "B", "{mark}");
        }
    }

    #[test]
    fn blockquotes_are_quoted_at_any_depth() {
        assert_eq!(
            read("A<blockquote>B<blockquote>C</blockquote>D</blockquote>E"),
            ["A", "> B", "> C", "> D", "E"]
        );
    }

    #[test]
    fn preformatted_text_keeps_its_lines() {
        assert_eq!(
            read("<pre>A  B\nC</pre><div style='white-space:pre-wrap'>D\nE</div>F\nG"),
            ["A  B", "C", "D", "E", "F G"]
        );
    }

    #[test]
    fn the_blank_of_a_signature_mark_stays() {
        assert_eq!(
            read("A<br>-- <br>B<div><span>-- </span></div><pre>-- \nC</pre>")[1],
            "-- "
        );
        assert_eq!(read("<div><span>-- </span><br></div>"), ["-- "]);
        assert_eq!(read("<div>A </div>"), ["A"]);
    }

    #[test]
    fn raised_digits_do_not_become_part_of_a_number() {
        assert_eq!(
            read(
                "u-2<sup>13</sup> u-<sub>2</sub> 24<sup>th</sup> u-<b style='vertical-align:super'>4</b>5"
            ),
            ["u-2\u{b9}\u{b3} u-\u{b2} 24th u-\u{2074}5"]
        );
    }

    #[test]
    fn styles_make_blocks_of_inline_tags() {
        assert_eq!(
            read(
                "<span style='display:block'>A</span><span style='display: Block'>B</span><b style='display:inline'>C</b>D"
            ),
            ["A", "B", "CD"]
        );
    }

    #[test]
    fn entities_and_hard_blanks_come_through() {
        assert_eq!(
            read("1609-&gt;1508&nbsp;FACE&#x20;NE"),
            ["1609->1508\u{a0}FACE NE"]
        );
    }

    #[test]
    fn endless_tags_are_refused_and_deep_ones_read() {
        assert!(lines(&"<br>".repeat(TAGS + 1)).is_none());
        assert!(lines(&"<div>".repeat(OPEN_TAGS + 1)).is_none());
        assert!(lines(&"<div></x>".repeat(OPEN_TAGS + 1)).is_none());
        assert_eq!(read(&format!("{}X", "<div>".repeat(500))), ["X"]);
        assert_eq!(
            read(&"<div>X<br></div>".repeat(OPEN_TAGS + 1)).len(),
            OPEN_TAGS + 1
        );
    }
}
