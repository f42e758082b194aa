//! What of an HTML mail can be seen: text that is hidden, or has the colour of its ground, is not its writer's word.

use scraper::node::Element;
use svgtypes::Color;

use super::stylesheet::Style;

/// Why text that stands in a page does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unseen {
    /// It is struck out.
    Struck,
    /// It is hidden, in this way.
    Hidden(&'static str),
}

impl Unseen {
    /// Returns why it does not count, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Struck => "it is struck out",
            Self::Hidden(how) => how,
        }
    }
}

/// Tags that strike out what they hold.
const STRUCK: [&str; 3] = ["s", "strike", "del"];

/// Colours that differ by no more than this in each part cannot be told apart on a page.
const ALIKE: u8 = 16;

/// From so much on (of 255) a colour is there at all.
const FAINT: u8 = 26;

/// What lies so many pixels beside the page is not on it.
const BESIDE: f32 = 500.0;

/// What lies behind letters.
#[derive(Debug, Clone, Copy)]
enum Ground {
    /// One colour.
    Plain(Color),
    /// A picture, or something that shines through: nobody knows what.
    Unknown,
}

/// How the text inside an element can be seen, as far as that passes to what is inside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// What nothing inside undoes.
    lost: Option<Unseen>,
    /// `visibility`, which an element inside may turn back.
    invisible: bool,
    /// Whether letters have no size.
    sizeless: bool,
    /// How many folds are round it that nobody has opened.
    folds: usize,
    /// Whether the element itself is such a fold, whose heading is shown.
    is_fold: bool,
    /// The colour of letters, where one is declared.
    ink: Option<Color>,
    /// What is behind them.
    ground: Ground,
}

impl Sight {
    /// An empty page: white, and whatever is written on it can be seen.
    pub(super) fn page() -> Self {
        Self {
            lost: None,
            invisible: false,
            sizeless: false,
            folds: 0,
            is_fold: false,
            ink: None,
            ground: Ground::Plain(Color::white()),
        }
    }

    /// Returns how what stands in an element can be seen.
    pub(super) fn within(self, element: &Element, style: &Style) -> Self {
        let struck = STRUCK.contains(&element.name())
            || style
                .values(&["text-decoration", "text-decoration-line"])
                .any(|(_, value)| value.contains("line-through"));
        let lost = self
            .lost
            .or_else(|| hiding(element, style).map(Unseen::Hidden))
            .or(struck.then_some(Unseen::Struck));
        let is_fold = element.name() == "details" && element.attr("open").is_none();
        let is_heading = element.name() == "summary" && self.is_fold;
        Self {
            lost,
            invisible: match style.value("visibility") {
                Some("hidden" | "collapse") => true,
                Some("visible" | "initial") => false,
                _ => self.invisible,
            },
            sizeless: size(style).unwrap_or(self.sizeless),
            folds: self.folds + usize::from(is_fold) - usize::from(is_heading),
            is_fold,
            ink: ink(style).or(self.ink),
            ground: ground(style).unwrap_or(self.ground),
        }
    }

    /// Says why text here does not count.
    pub(super) fn unseen(self) -> Option<Unseen> {
        let hidden = |how| Some(Unseen::Hidden(how));
        match self {
            Self { lost: Some(_), .. } => self.lost,
            Self {
                invisible: true, ..
            } => hidden("the HTML hides it (`visibility: hidden`)"),
            Self { folds: 1.., .. } => hidden("the HTML folds it away (`details`)"),
            Self { sizeless: true, .. } => hidden("the HTML hides it: its letters have no size"),
            Self { ink: Some(ink), .. } if ink.alpha < FAINT => {
                hidden("the HTML hides it: its letters have no colour")
            }
            Self {
                ink: Some(ink),
                ground: Ground::Plain(ground),
                ..
            } if is_alike(ink, ground) => {
                hidden("the HTML hides it: it has the colour of its background")
            }
            _ => None,
        }
    }
}

/// Returns how an element hides all that is in it.
fn hiding(element: &Element, style: &Style) -> Option<&'static str> {
    let is = |name: &str, value: &str| style.value(name) == Some(value);
    let is_nothing = |name: &str| style.value(name).and_then(number).is_some_and(is_zero);
    let clips = style
        .values(&["overflow", "overflow-x", "overflow-y"])
        .any(|(_, value)| value.contains("hidden") || value.contains("clip"));
    let squeezed = ["height", "width", "max-width"].iter().any(|name| {
        style
            .value(name)
            .and_then(pixels)
            .is_some_and(|length| length <= 1.0)
    });
    if element.attr("hidden").is_some() {
        Some("the HTML hides it (`hidden`)")
    } else if is("display", "none") || is("content-visibility", "hidden") {
        Some("the HTML hides it (`display: none`)")
    } else if is("mso-hide", "all") {
        Some("the HTML hides it (`mso-hide: all`)")
    } else if is_nothing("opacity") || is_nothing("zoom") {
        Some("the HTML hides it: nothing of it shows through")
    } else if is_nothing("max-height") || (clips && squeezed) || is_cut_away(style) {
        Some("the HTML hides it: it is cut away")
    } else if is_moved_away(style) {
        Some("the HTML hides it: it lies beside the page")
    } else if element.name() == "dialog" && element.attr("open").is_none() {
        Some("the HTML hides it (a dialog that is not open)")
    } else {
        None
    }
}

fn is_cut_away(style: &Style) -> bool {
    let nothing_left = |value: &str| {
        let mut lengths = value
            .split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter_map(|number| number.parse::<f32>().ok())
            .peekable();
        lengths.peek().is_some() && lengths.all(|length| length <= 1.0)
    };
    let clip = style.value("clip").unwrap_or_default();
    let path = style.value("clip-path").unwrap_or_default();
    let inset = path.starts_with("inset(") && percent(path).is_some_and(|percent| percent >= 50.0);
    (clip.starts_with("rect") && nothing_left(clip))
        || (path.starts_with("circle") && nothing_left(path))
        || inset
}

fn is_moved_away(style: &Style) -> bool {
    let far = |name: &str| {
        let lengths = style.value(name).unwrap_or_default().split(' ');
        lengths
            .filter_map(pixels)
            .find(|length| length.abs() >= BESIDE)
    };
    let is_far_back = |name: &&str| far(name).is_some_and(|length| length < 0.0);
    let is_placed = matches!(
        style.value("position"),
        Some("absolute" | "fixed" | "relative")
    );
    let sides = ["left", "right", "top", "bottom"];
    let margins = ["text-indent", "margin", "margin-left", "margin-top"];
    let moved = style.value("transform").is_some_and(|value| {
        let inner = value.split(['(', ',', ')']).skip(1);
        let far_back = inner.clone().filter_map(pixels).any(|by| by <= -BESIDE);
        let mut factors = inner.filter_map(number);
        far_back && value.contains("translate")
            || value.starts_with("scale") && factors.next().is_some_and(is_zero)
    });
    let is_beyond = |name: &&str| far(name).is_some_and(|length| length.abs() >= 5.0 * BESIDE);
    (is_placed
        && sides
            .iter()
            .any(|side| is_far_back(side) || is_beyond(side)))
        || margins.iter().any(is_far_back)
        || moved
}

/// Says whether letters have no size, if the element says anything of that.
fn size(style: &Style) -> Option<bool> {
    let (name, value) = style.values(&["font", "font-size"]).next_back()?;
    let value = match name {
        // The size stands before the height of the line: `0/0 a`, `bold 12px/14px serif`.
        "font" => value.split(' ').find_map(|word| {
            let word = word.split('/').next().unwrap_or_default();
            number(word).map(|_| word)
        })?,
        _ => value,
    };
    let tiny = number(value)?;
    // What is measured by the letters outside is nothing where they are nothing.
    let is_relative = value.ends_with("em") && !value.ends_with("rem") || value.ends_with('%');
    let is_tiny = match value {
        _ if value.ends_with('%') => tiny <= 10.0,
        _ if value.ends_with("em") => tiny <= 0.1,
        _ => tiny <= 1.0,
    };
    match (is_tiny, is_relative) {
        (true, _) => Some(true),
        (false, true) => None,
        (false, false) => Some(false),
    }
}

fn ink(style: &Style) -> Option<Color> {
    let names = ["color", "-webkit-text-fill-color"];
    style
        .values(&names)
        .rev()
        .find_map(|(_, value)| color(value))
}

/// Returns the ground of an element, if it has one of its own.
fn ground(style: &Style) -> Option<Ground> {
    let names = ["background", "background-color", "background-image"];
    let mut found = None;
    for (name, value) in style.values(&names) {
        if value.contains("url(") || value.contains("gradient(") {
            return Some(Ground::Unknown);
        }
        let words = match name {
            "background-image" => continue,
            _ if value.contains('(') => vec![value],
            _ => value.split(' ').collect(),
        };
        found = words.into_iter().find_map(color).or(found);
    }
    let found = found?;
    match found.alpha {
        u8::MAX => Some(Ground::Plain(found)),
        alpha if alpha < FAINT => None,
        _ => Some(Ground::Unknown),
    }
}

fn color(value: &str) -> Option<Color> {
    if value == "transparent" {
        return Some(Color::new_rgba(0, 0, 0, 0));
    }
    // Old programs leave the sign out: `bgcolor=ffffff`.
    let is_bare = value.len() == 6 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_bare {
        true => format!("#{value}").parse().ok(),
        false if value.is_ascii() => value.parse().ok(),
        false => None,
    }
}

fn is_alike(one: Color, other: Color) -> bool {
    [
        (one.red, other.red),
        (one.green, other.green),
        (one.blue, other.blue),
    ]
    .iter()
    .all(|(one, other)| one.abs_diff(*other) <= ALIKE)
}

/// Reads the number that a value begins with, whatever it is counted in.
fn number(value: &str) -> Option<f32> {
    let value = value.trim();
    let unit = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    unit.trim().parse().ok()
}

/// Reads a length as so many pixels, roughly.
fn pixels(value: &str) -> Option<f32> {
    let length = number(value)?;
    Some(match value.trim() {
        value if value.ends_with("em") => length * 16.0,
        value if value.ends_with("vw") || value.ends_with("vh") || value.ends_with('%') => {
            length * 10.0
        }
        _ => length,
    })
}

/// Reads the first percentage in a value.
fn percent(value: &str) -> Option<f32> {
    let (before, _) = value.split_once('%')?;
    let start = before
        .rfind(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map_or(0, |at| at + 1);
    before[start..].parse().ok()
}

fn is_zero(number: f32) -> bool {
    number.abs() < 0.01
}

#[cfg(test)]
mod tests {
    use super::Unseen;
    use crate::mail::body::UnseenLine;
    use crate::mail::html::{self, Lines};

    fn lines(page: &str) -> Lines {
        html::lines(page).expect("not too long")
    }

    fn read(page: &str) -> Vec<String> {
        let seen = lines(page).seen.into_iter();
        seen.map(|line| line.text)
            .filter(|text| !text.is_empty())
            .collect()
    }

    /// What is written in a page and does not count.
    fn unseen(html: &str) -> Vec<String> {
        let lines = lines(html).unseen;
        let one = |line: UnseenLine| match line.why {
            Unseen::Struck => format!("{} (struck)", line.text),
            Unseen::Hidden(_) => line.text,
        };
        lines.into_iter().map(one).collect()
    }

    #[test]
    fn what_cannot_be_seen_is_told_apart_from_what_can() {
        for style in [
            "display:none",
            "visibility:hidden",
            "font-size:0",
            "font-size:1px",
            "font-size:0.01em",
            "font:0/0 a",
            "opacity:0",
            "opacity:0.0",
            "mso-hide:all",
            "color:#fff",
            "color:white",
            "color:rgb(255, 255, 255)",
            "color:#FEFEFE",
            "color:#000;background:black",
            "color:#123456;background-color:#123456",
            "background:#222 none;color:#222222",
            "color:transparent",
            "color:rgba(0,0,0,0)",
            "-webkit-text-fill-color:transparent",
            "position:absolute;left:-9999px",
            "position:fixed;top:-200em",
            "position:absolute;right:9999px",
            "text-indent:-9999px",
            "margin:0 0 0 -9999px",
            "transform:translateX(-9999px)",
            "transform:scale(0)",
            "max-height:0;overflow:hidden",
            "height:0;overflow:hidden",
            "width:1px;height:1px;overflow:hidden",
            "position:absolute;clip:rect(0,0,0,0)",
            "clip-path:inset(50%)",
            "content-visibility:hidden",
            "display:none!important",
        ] {
            let html = format!("<p>A</p><p style='{style}'>B <i>C</i></p><p>D</p>");
            assert_eq!(read(&html), ["A", "D"], "{style}");
            assert_eq!(unseen(&html), ["B C"], "{style}");
            let sheet = format!("<style>.x{{{style}}}</style><p>A</p><p class=x>B C</p><p>D</p>");
            assert_eq!(read(&sheet), ["A", "D"], "{style}");
            assert_eq!(unseen(&sheet), ["B C"], "{style}");
        }
        for html in [
            "<p hidden>B C</p>",
            "<p hidden=until-found>B C</p>",
            "<dialog>B C</dialog>",
            "<details>B C</details>",
            "<details><div>B C</div></details>",
            "<details open><details>B C</details></details>",
            "<font color=white>B C</font>",
            "<font color='#FFFFFF'>B C</font>",
            "<table bgcolor=navy><tr><td style='color:navy'>B C</table>",
            "<table bgcolor=000080><tr><td><font color=navy>B C</font></table>",
            "<div style='background:#eee'><p style='color:#eeeeee'>B C</p></div>",
            "<div style='visibility:hidden'>B C</div>",
        ] {
            assert_eq!(
                (read(html), unseen(html)),
                (vec![], vec!["B C".to_owned()]),
                "{html}"
            );
        }
        assert_eq!(
            unseen("<p>A <s>B</s> C <del>D</del> <ins>E</ins> <strike>F</strike></p>"),
            ["B (struck)", "D (struck)", "F (struck)"]
        );
        let folded =
            "<details><summary>A</summary>B<details><summary>C</summary>D</details></details>";
        assert_eq!(
            (read(folded), unseen(folded)),
            (
                vec!["A".to_owned()],
                vec!["B".into(), "C".into(), "D".into()]
            )
        );
    }

    #[test]
    fn what_only_looks_like_a_trick_is_seen() {
        for html in [
            "<div style='font-size:0'><span style='font-size:14px'>A</span></div>",
            "<div style='visibility:hidden'><b style='visibility:visible'>A</b></div>",
            "<div style='background:#000'><p style='color:white'>A</p></div>",
            "<div style='background:url(x.png)'><p style='color:white'>A</p></div>",
            "<div style='background:linear-gradient(#000,#fff)'><p style='color:#fff'>A</p></div>",
            "<body text=white bgcolor=black>A</body>",
            "<body style='color:white;background:rgba(0,0,0,.5)'>A</body>",
            "<div style='color:white'><p style='color:black'>A</p></div>",
            "<p style='color:#ccc'>A</p>",
            "<p style='color:windowtext;background:white'>A</p>",
            "<p style='font:bold 12px/14px serif'>A</p>",
            "<p style='font-size:0.9em'>A</p>",
            "<p style='font-size:small'>A</p>",
            "<p style='overflow:hidden;width:100%'>A</p>",
            "<p style='opacity:0.9'>A</p>",
            "<p style='left:-9999px'>A</p>",
            "<p style='text-indent:-18pt;margin-left:36pt'>A</p>",
            "<p style='position:relative;left:-10px'>A</p>",
            "<p style='transform:rotate(0deg)'>A</p>",
            "<p style='clip-path:inset(10%)'>A</p>",
            "<style>.x{display:none}</style><p class=x style='display:block'>A</p>",
            "<dialog open>A</dialog>",
            "<details open>A</details>",
            "<details><summary>A</summary></details>",
            "<details open><summary>A</summary></details>",
        ] {
            assert_eq!(
                (read(html), unseen(html)),
                (vec!["A".to_owned()], vec![]),
                "{html}"
            );
        }
    }

    #[test]
    fn hidden_lines_of_what_is_quoted_are_nobodys_business() {
        assert!(unseen("<blockquote><p hidden>B</p></blockquote>").is_empty());
        assert!(unseen("A<div id=divRplyFwdMsg></div><p hidden>B</p>").is_empty());
        assert_eq!(
            unseen("<pre hidden>B\nC</pre><p hidden>D<br>E</p>"),
            ["B", "C", "D", "E"]
        );
    }
}
