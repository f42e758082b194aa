//! HTML to lines, by a walk over the tree that a browser would build.
//!
//! Block tags and `<br>` end a line, a blockquote is quoted, and what is struck out, hidden or not text at all does
//! not count; what was struck out or hidden is told. Converters made for reading keep hidden text or glue `<div>`
//! lines together.

use std::collections::BTreeMap;

use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use super::body::{BodyLine, UnseenLine};
use super::sight::{Sight, Unseen};
use super::stylesheet::{Sheets, Style};

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

/// What stands in a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// The lines that its reader sees.
    pub seen: Vec<BodyLine>,
    /// What is written in it and does not count.
    pub unseen: Vec<UnseenLine>,
}

/// Turns HTML into lines; nothing if there is too much of it to be a letter.
pub fn lines(html: &str) -> Option<Lines> {
    if !is_moderate(html) {
        return None;
    }
    let document = Html::parse_document(html);
    let sheets = Sheets::of(&document);
    let mut page = Page::new();
    for edge in document.tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => page.open(element, &sheets.style(node.id(), element)),
                Node::Text(text) => page.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if let Node::Element(element) = node.value() {
                    page.close(element);
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

/// What an open element says of the text in it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own about an element"
)]
#[derive(Clone, Copy)]
struct Opened {
    sight: Sight,
    /// Whether its text is none of the mail.
    is_silent: bool,
    is_block: bool,
    is_quoted: bool,
    keeps_lines: bool,
    /// Whether its text is raised or lowered.
    is_shifted: bool,
}

impl Opened {
    fn page() -> Self {
        Self {
            sight: Sight::page(),
            is_silent: false,
            is_block: true,
            is_quoted: false,
            keeps_lines: false,
            is_shifted: false,
        }
    }

    fn within(self, element: &Element, style: &Style) -> Self {
        Self {
            sight: self.sight.within(element, style),
            is_silent: self.is_silent || SILENT.contains(&element.name()),
            is_block: is_block(element, style),
            is_quoted: self.is_quoted || element.name() == "blockquote" || has_quote_bar(style),
            keeps_lines: keeps_lines(element, style).unwrap_or(self.keeps_lines),
            is_shifted: self.is_shifted || is_shifted(element, style),
        }
    }

    fn is_read(self) -> bool {
        !self.is_silent && self.sight.unseen().is_none()
    }
}

struct Page {
    lines: Lines,
    line: String,
    /// A blank that is written only if more text follows in the line.
    blank_due: bool,
    /// The elements around, the page itself first.
    open: Vec<Opened>,
    /// Whether the next line that says something begins an older mail.
    old_mail_due: bool,
    /// Whether an older mail has begun.
    in_old_mail: bool,
    /// Text that does not count, so far as it stands on one line.
    unseen: Option<(Unseen, String)>,
}

impl Page {
    fn new() -> Self {
        Self {
            lines: Lines::default(),
            line: String::new(),
            blank_due: false,
            open: vec![Opened::page()],
            old_mail_due: false,
            in_old_mail: false,
            unseen: None,
        }
    }

    fn around(&self) -> Opened {
        *self.open.last().expect("the page itself is never closed")
    }

    fn open(&mut self, element: &Element, style: &Style) {
        let name = element.name();
        let opened = self.around().within(element, style);
        if begins_old_mail(element) {
            self.end_line();
            self.old_mail_due = true;
            self.in_old_mail = true;
        }
        if opened.is_block {
            self.end_line();
        }
        self.open.push(opened);
        if name == "br" {
            self.end_unseen();
            if opened.is_read() {
                self.break_line();
            }
        }
        if name == "q" && opened.is_read() {
            self.push('\u{201c}');
        }
        if let Some(mark) = tick(element).filter(|_| opened.is_read()) {
            mark.chars().for_each(|c| self.push(c));
            self.blank_due = true;
        }
        if name == "td" || name == "th" {
            // A number in a cell of its own numbers the row.
            let is_number = self.line.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && (1..=3).contains(&self.line.len()) {
                self.line.push('.');
            }
            self.blank_due = !self.line.is_empty();
        }
    }

    fn close(&mut self, element: &Element) {
        if element.name() == "q" && self.around().is_read() {
            self.line.push('\u{201d}');
        }
        if self.around().is_block {
            self.end_line();
        }
        self.open.pop();
    }

    fn text(&mut self, text: &str) {
        let around = self.around();
        if around.is_silent {
            return;
        }
        if let Some(why) = around.sight.unseen() {
            self.note_unseen(why, text);
            return;
        }
        for c in text.chars() {
            if around.keeps_lines {
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
        self.end_unseen();
        if self.blank_due {
            self.line.push(' ');
            self.blank_due = false;
        }
        // The number of a footnote must not make another number of the one it stands at.
        self.line.push(match c.to_digit(10) {
            Some(digit) if self.around().is_shifted => RAISED[digit as usize],
            _ => c,
        });
    }

    /// Keeps what does not count, to tell of it, unless it is quoted or part of an older mail.
    fn note_unseen(&mut self, why: Unseen, text: &str) {
        let around = self.around();
        if around.is_quoted || self.in_old_mail {
            return;
        }
        let mut pieces = text.split(|c| c == '\n' && around.keeps_lines);
        let first = pieces.next().unwrap_or_default();
        match &mut self.unseen {
            Some((other, line)) if *other == why => line.push_str(first),
            _ => {
                self.end_unseen();
                self.unseen = Some((why, first.to_owned()));
            }
        }
        for piece in pieces {
            self.end_unseen();
            self.unseen = Some((why, piece.to_owned()));
        }
    }

    fn end_unseen(&mut self) {
        let Some((why, line)) = self.unseen.take() else {
            return;
        };
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if !BodyLine::plain(&text).is_blank() {
            self.lines.unseen.push(UnseenLine { text, why });
        }
    }

    /// Ends the line if there is anything on it.
    fn end_line(&mut self) {
        self.end_unseen();
        if !self.line.is_empty() {
            self.break_line();
        }
        self.blank_due = false;
    }

    /// Ends the line, also an empty one.
    fn break_line(&mut self) {
        // The blank of a signature mark, in a signed text with its escape, is the one trailing blank that means something.
        if self.blank_due && matches!(self.line.as_str(), "--" | "- --") {
            self.line.push(' ');
        }
        self.blank_due = false;
        let line = BodyLine {
            text: std::mem::take(&mut self.line),
            quoted: self.around().is_quoted,
            begins_old_mail: self.old_mail_due,
            pieces: Vec::new(),
            ends_for_certain: true,
        };
        self.old_mail_due &= line.is_blank();
        self.lines.seen.push(line);
    }
}

fn is_block(element: &Element, style: &Style) -> bool {
    BLOCKS.contains(&element.name())
        || matches!(
            style.value("display"),
            Some("block" | "flex" | "grid" | "list-item" | "table" | "table-row")
        )
}

/// Says whether line ends in the text are line ends, if the element says anything of that.
fn keeps_lines(element: &Element, style: &Style) -> Option<bool> {
    let by_name = matches!(element.name(), "pre" | "listing" | "plaintext" | "xmp");
    match style.value("white-space") {
        Some(value) => Some(value.starts_with("pre") || value == "break-spaces"),
        None => by_name.then_some(true),
    }
}

fn is_shifted(element: &Element, style: &Style) -> bool {
    let by_style = |value: &str| value.starts_with("super") || value.starts_with("sub");
    matches!(element.name(), "sup" | "sub") || style.value("vertical-align").is_some_and(by_style)
}

/// Returns how a box to be ticked is written in text.
fn tick(element: &Element) -> Option<&'static str> {
    let is_box = element.name() == "input"
        && element
            .attr("type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
    is_box.then(|| match element.attr("checked") {
        Some(_) => "[x]",
        None => "[ ]",
    })
}

/// Says whether an element has the bar at its left by which Outlook marks what is answered, without a blockquote.
fn has_quote_bar(style: &Style) -> bool {
    let is_drawn = |value: &str| value.contains("solid") && !value.starts_with('0');
    style.value("border-left").is_some_and(is_drawn)
        && ["padding", "padding-left"]
            .iter()
            .any(|name| style.value(name).is_some())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Vec<String> {
        let mark =
            |line: &BodyLine| format!("{}{}", if line.quoted { "> " } else { "" }, line.text);
        lines(html)
            .expect("not too long")
            .seen
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
        assert_eq!(
            read("<table><tr><td>1</td><td>MOVE</td></tr><tr><td>1609</td><td>1508</td></table>"),
            ["1. MOVE", "1609 1508"]
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
                .seen
                .iter()
                .filter(|line| line.begins_old_mail && !line.is_blank())
                .collect();
            assert_eq!(begins.len(), 1, "{mark}");
            assert_eq!(begins[0].text, "B", "{mark}");
        }
    }

    #[test]
    fn the_bar_of_outlook_quotes_and_boxes_are_told() {
        assert_eq!(
            read(
                "A<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4pt'><p>B</p></div>"
            ),
            ["A", "> B"]
        );
        assert_eq!(
            read("<li><input type=checkbox checked> A</li><li><input type='checkbox'>B</li>"),
            ["[x] A", "[ ] B"]
        );
    }

    #[test]
    fn blockquotes_are_quoted_at_any_depth() {
        assert_eq!(
            read("A<blockquote>B<blockquote>C</blockquote>D</blockquote>E"),
            ["A", "> B", "> C", "> D", "E"]
        );
    }

    #[test]
    fn short_quotations_have_the_marks_that_a_browser_shows() {
        assert_eq!(
            read("A <q>B <i>C</i></q> D<p><q>E</q></p><p hidden><q>F</q></p><ins>G</ins>"),
            ["A \u{201c}B C\u{201d} D", "\u{201c}E\u{201d}", "G"]
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
