//! What of a text its writer wrote for us, and what he answers to, sends on or signs with.
//!
//! Quoted lines never count. Nothing counts under a quoted header, an "original message" or forward mark, a dated
//! attribution without quoted lines after it, or the signature mark. Nothing else is guessed: whoever guesses
//! signatures loses orders.

use super::attribution;
use super::body::BodyLine;
use super::normalise::visible;
use super::phrases::{FORWARD_MARKS, HEADER_WORDS, HeaderWord, ORIGINAL_MARKS};
use super::plain::plain_digit;

pub use super::quoted::{has_quote_mark, without_quote_marks};

/// Why nothing below a line counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// A block of header fields.
    Header,
    /// An "original message" mark.
    Original,
    /// A forward mark.
    Forward,
    /// A dated attribution with no quoted lines after it.
    Attribution,
    /// The signature mark.
    Signature,
}

impl Cut {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::Header,
        Self::Original,
        Self::Forward,
        Self::Attribution,
        Self::Signature,
    ];

    /// Returns what the text below stands under, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Header => "it stands under the header of an earlier mail",
            Self::Original => "it stands under an `original message` mark",
            Self::Forward => "it stands under a forward mark",
            Self::Attribution => "it stands under the attribution of an earlier mail",
            Self::Signature => "it stands under the signature mark `-- `",
        }
    }
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Nothing can be seen on it.
    Blank,
    /// The writer's own.
    Own,
    /// Quoted.
    Quoted,
    /// It tells who wrote the quoted lines after it.
    Attribution,
    /// It is such a mark as named, or stands below one.
    Cut(Cut),
}

/// Marks every line of one part. `is_order` keeps an attribution from reaching up into order lines.
pub fn marks(lines: &[BodyLine], is_order: &dyn Fn(&str) -> bool) -> Vec<Mark> {
    let text = Text::of(lines);
    let mut marks = vec![Mark::Own; lines.len()];
    let mut cut: Option<Cut> = None;
    for at in 0..lines.len() {
        if text.blank[at] {
            marks[at] = Mark::Blank;
            continue;
        }
        let answers_here = cut.is_none() && text.answers_unquoted_at(at);
        if text.quoted[at] && !answers_here {
            marks[at] = Mark::Quoted;
            continue;
        }
        if answers_here {
            cut = Some(Cut::Attribution);
        } else if cut.is_none() {
            cut = text.cut_at(at);
        }
        if let Some(cut) = cut {
            marks[at] = Mark::Cut(cut);
            continue;
        }
        if let Some(from) = text.attribution_ending_at(at, is_order) {
            let quoted_next = text.is_quoted_after(at);
            let mark = if quoted_next {
                Mark::Attribution
            } else {
                Mark::Cut(Cut::Attribution)
            };
            marks[from..=at].fill(mark);
            if !quoted_next {
                cut = Some(Cut::Attribution);
            }
        }
    }
    marks
}

/// The lines of a part in the form in which phrases are looked for.
struct Text {
    folded: Vec<String>,
    visible: Vec<String>,
    blank: Vec<bool>,
    quoted: Vec<bool>,
    begins_old_mail: Vec<bool>,
}

impl Text {
    fn of(lines: &[BodyLine]) -> Self {
        let quoted: Vec<bool> = lines
            .iter()
            .map(|line| line.quoted || has_quote_mark(&line.text))
            .collect();
        // Nothing is looked for in quoted lines but the mark of `GroupWise`.
        let is_looked_at = |at: usize| !quoted[at] || lines[at].text.contains(">>>");
        let visible_at = |(at, line): (usize, &BodyLine)| match is_looked_at(at) {
            true => visible(&line.text),
            false => String::new(),
        };
        let visible_lines: Vec<_> = lines.iter().enumerate().map(visible_at).collect();
        Self {
            folded: visible_lines.iter().map(|line| fold(line)).collect(),
            blank: lines.iter().map(BodyLine::is_blank).collect(),
            begins_old_mail: lines.iter().map(|line| line.begins_old_mail).collect(),
            quoted,
            visible: visible_lines,
        }
    }

    fn is_own(&self, at: usize) -> bool {
        at < self.folded.len() && !self.blank[at] && !self.quoted[at]
    }

    fn cut_at(&self, at: usize) -> Option<Cut> {
        let line = &self.folded[at];
        if matches!(self.visible[at].as_str(), "-- " | "--\u{a0}") {
            Some(Cut::Signature)
        } else if is_mark(line, FORWARD_MARKS) || is_lotus_mark(line) {
            Some(Cut::Forward)
        } else if is_mark(line, ORIGINAL_MARKS) {
            Some(Cut::Original)
        } else if self.begins_old_mail[at]
            || self.header_starts_at(at)
            || self.labels_start_at(at)
            || self.bare_labels_start_at(at)
        {
            Some(Cut::Header)
        } else if self.old_text_follows_at(at) {
            Some(Cut::Attribution)
        } else {
            None
        }
    }

    /// Says whether an attribution stands here with the old text behind it in the same line, as Yahoo writes it on
    /// telephones.
    fn old_text_follows_at(&self, at: usize) -> bool {
        let line = &self.visible[at];
        let ends = line
            .trim_end()
            .match_indices(":  ")
            .map(|(end, _)| &line[..=end]);
        ends.take(4)
            .any(|head| attribution::is_attribution(&fold(head)))
    }

    /// Says whether a block of header-like lines starts here: three different ones, or two if the first is a From with
    /// an address. Folded lines and single blank lines between them do no harm.
    fn header_starts_at(&self, at: usize) -> bool {
        let Some(first) = header_word(&self.folded[at]) else {
            return false;
        };
        if first == HeaderWord::Other {
            return false;
        }
        let mut seen = vec![first];
        let has_address = first == HeaderWord::From && self.folded[at].contains('@');
        let mut strangers = 0;
        for next in at + 1..(at + 16).min(self.folded.len()) {
            if self.quoted[next] {
                break;
            }
            match header_word(&self.folded[next]) {
                Some(word) => {
                    strangers = 0;
                    if !seen.contains(&word) {
                        seen.push(word);
                    }
                }
                None => strangers += 1,
            }
            let main = seen
                .iter()
                .filter(|word| **word != HeaderWord::Other)
                .count();
            if main >= 3 || (main >= 2 && has_address) {
                return true;
            }
            if strangers > 2 {
                break;
            }
        }
        false
    }

    /// Says whether a header in a language that is not listed starts here: three lines in a row with a label each, one
    /// with an address in brackets and one with a date.
    fn labels_start_at(&self, at: usize) -> bool {
        let is_labelled = |line: &&String| {
            line.split_once(':').is_some_and(|(label, value)| {
                let label = label.trim_end();
                let words = label.split(' ').count();
                (1..=3).contains(&words)
                    && label.chars().count() <= 24
                    && label.chars().all(|c| c.is_alphabetic() || c == ' ')
                    && value.starts_with(' ')
            })
        };
        let rest = &self.folded[at..(at + 8).min(self.folded.len())];
        let block: Vec<_> = rest.iter().take_while(is_labelled).collect();
        let values = || {
            block
                .iter()
                .filter_map(|line| line.split_once(':'))
                .map(|(_, value)| value)
        };
        block.len() >= 3
            && values().any(attribution::has_bracketed_address)
            && values().any(attribution::is_dated)
    }

    /// Says whether a header starts here whose labels stand on lines of their own, as Notes writes it: "To" and
    /// "Subject" alone, below a line with a date.
    fn bare_labels_start_at(&self, at: usize) -> bool {
        let is_label = |line: usize, word| {
            !self.quoted[line]
                && HEADER_WORDS.iter().any(|(kind, names)| {
                    *kind == word && names.contains(&self.folded[line].as_str())
                })
        };
        is_label(at, HeaderWord::To)
            && (at.saturating_sub(4)..at).any(|above| attribution::is_dated(&self.folded[above]))
            && (at + 1..(at + 12).min(self.folded.len()))
                .any(|below| is_label(below, HeaderWord::Subject))
    }

    /// Says whether the line of `GroupWise` stands here, `>>> Name date >>>`, with the old text below it as it was.
    fn answers_unquoted_at(&self, at: usize) -> bool {
        let line = self.folded[at].as_str();
        let inner = line
            .strip_prefix(">>>")
            .and_then(|rest| rest.strip_suffix(">>>"));
        inner.is_some_and(attribution::is_dated) && !self.is_quoted_after(at)
    }

    /// Says whether the next line that shows anything is quoted.
    fn is_quoted_after(&self, at: usize) -> bool {
        (at + 1..self.folded.len())
            .find(|&next| !self.blank[next])
            .is_some_and(|next| self.quoted[next])
    }

    fn attribution_ending_at(&self, at: usize, is_order: &dyn Fn(&str) -> bool) -> Option<usize> {
        if !attribution::may_end(&self.folded[at]) {
            return None;
        }
        let mut from = at;
        loop {
            if attribution::is_attribution(&self.folded[from..=at].join(" ")) {
                return Some(from);
            }
            let above = from.checked_sub(1)?;
            if at - above >= 4 || !self.is_own(above) || is_order(&self.visible[above]) {
                return None;
            }
            from = above;
        }
    }
}

/// Folds a line for comparison: blanks of every kind to one, lower case, dashes and apostrophes plain, stars dropped.
fn fold(line: &str) -> String {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '：' => ':',
        _ if c.is_whitespace() => ' ',
        _ => plain_digit(c),
    };
    let mut folded = String::with_capacity(line.len());
    for c in line.chars().filter(|c| *c != '*').map(plain) {
        if c != ' ' || !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(c);
        }
    }
    folded.truncate(folded.trim_end().len());
    match folded.is_ascii() {
        true => folded.make_ascii_lowercase(),
        false => folded = folded.to_lowercase(),
    }
    folded
}

/// Says whether a folded line is one of the marks: between dashes or the like, or alone, with or without a colon.
fn is_mark(line: &str, marks: &[&str]) -> bool {
    let rule = |c: char| "-_=~#+. ".contains(c);
    let inner = line.trim_matches(rule);
    let dashes = line.len() - line.trim_start_matches(rule).len();
    let bare = inner.trim_end_matches([':', ' ', '-']);
    marks.iter().any(|mark| {
        bare == *mark
            || (dashes >= 3
                && inner
                    .strip_prefix(mark)
                    .is_some_and(|rest| rest.starts_with([' ', ':', '-'])))
    })
}

/// Notes writes "----- Forwarded by Anna Berg on 24.11.2026 -----".
fn is_lotus_mark(line: &str) -> bool {
    line.starts_with("---")
        && (line.contains("forwarded by ") || line.contains("weitergeleitet von "))
}

fn header_word(line: &str) -> Option<HeaderWord> {
    let (name, value) = line.split_once(':')?;
    if name.chars().count() > 24 || value.starts_with("//") {
        return None;
    }
    let name = name.trim();
    HEADER_WORDS
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks by one letter each: own, quoted, attribution, cut, blank.
    fn read(text: &str) -> String {
        let lines: Vec<_> = text.lines().map(BodyLine::plain).collect();
        let letter = |mark: &Mark| match mark {
            Mark::Blank => '.',
            Mark::Own => 'o',
            Mark::Quoted => 'q',
            Mark::Attribution => 'a',
            Mark::Cut(_) => 'c',
        };
        marks(&lines, &|line| line.starts_with("STAND u"))
            .iter()
            .map(letter)
            .collect()
    }

    #[test]
    fn answers_stand_above_below_and_between_quoted_lines() {
        assert_eq!(read("a\n\n> b\nc\n> d\n\ne"), "o.qoq.o");
    }

    #[test]
    fn attributions_before_quotes_cut_nothing() {
        for attribution in ATTRIBUTIONS {
            let count = attribution.lines().count();
            let above = format!("STAND u\n{attribution}\n\n> x\nSTAND v");
            assert_eq!(
                read(&above),
                format!("o{}.qo", "a".repeat(count)),
                "{attribution}"
            );
        }
    }

    #[test]
    fn attributions_without_quotes_cut_the_rest() {
        for attribution in ATTRIBUTIONS {
            let count = attribution.lines().count();
            let text = format!("STAND u\n\n{attribution}\n\nSTAND v\n> x\nSTAND w");
            assert_eq!(
                read(&text),
                format!("o.{}.cqc", "c".repeat(count)),
                "{attribution}"
            );
        }
    }

    const ATTRIBUTIONS: &[&str] = &[
        "On Tue, 24 Nov 2026 at 19:02, Tessera <o@p.example.org> wrote:",
        "On Tue, 24 Nov 2026 at 19:02, Tessera <o+x.hun.4.k7m2q5x4d6ra3fwj@p.example.org>\nwrote:",
        "On Tue, 24 Nov 2026 at 19:02, Tessera <\no+x.hun.4.k7m2q5x4d6ra3fwj@p.example.org> wrote:",
        "On Tue, Nov 24, 2026 at 7:02\u{202f}PM Tessera <o@p.example.org> wrote:",
        "On Nov 24, 2026, at 7:02 PM, Tessera <o@p.example.org> wrote:",
        "On 24/11/2026 19:02, Tessera wrote:",
        "On 2026-11-24 19:02, Tessera wrote:",
        "On Tuesday, November 24th, 2026 at 19:02, Tessera <o@p.example.org> wrote:",
        "On Tuesday, November 24, 2026 at 07:02:11 PM GMT+1, Tessera <o@p.example.org> wrote:  ",
        "On Tue, Nov 24, 2026 at 07:02:11PM +0100, Tessera wrote:",
        "Tessera <o@p.example.org> writes on 24 Nov 2026:\u{20}",
        "At 19:02 24.11.2026, you wrote:",
        "--- On Tue, 11/24/26, Tessera <o@p.example.org> wrote:",
        "* Tessera <o@p.example.org> [2026-11-24 19:02]:",
        "Am Di., 24. Nov. 2026 um 19:02 Uhr schrieb Tessera <o@p.example.org>:",
        "Am 24.11.2026 um 19:02 schrieb Tessera:",
        "Am 24.11.26 um 19:02 schrieb Tessera\n<o@p.example.org>:",
        "Am 24. November 2026 19:02:11 MEZ schrieb Tessera <o@p.example.org>:",
        "Am Dienstag, 24. November 2026, 19:02:11 CET schrieb Tessera:",
        "Tessera <o@p.example.org> schrieb am Di., 24. Nov. 2026, 19:02:",
        "Tessera <o@p.example.org> hat am 24.11.2026 19:02 CET geschrieben:",
        "----- Am 24. Nov 2026 um 19:02 schrieb Tessera o@p.example.org:",
        "Le mar. 24 nov. 2026 à 19:02, Tessera <o@p.example.org> a écrit :",
        "Le 24/11/2026 à 19:02, Tessera a écrit\u{a0}:",
        "Le mardi 24 novembre 2026 à 19:02:11 UTC+1, Tessera <o@p.example.org> a écrit :",
        "El mar, 24 nov 2026 a las 19:02, Tessera (<o@p.example.org>)\nescribió:",
        "El 24/11/2026 a las 19:02, Tessera escribió:",
        "Il giorno mar 24 nov 2026 alle ore 19:02 Tessera <o@p.example.org> ha scritto:",
        "Il 24/11/2026 19:02, Tessera ha scritto:",
        "Op di 24 nov 2026 om 19:02 schreef Tessera <o@p.example.org>:",
        "Op 24-11-2026 om 19:02 schreef Tessera:",
        "Op 24 nov. 2026 om 19:02 heeft Tessera <o@p.example.org> het volgende geschreven:",
        "Em ter., 24 de nov. de 2026 às 19:02, Tessera <o@p.example.org> escreveu:",
        "Em 24/11/2026 19:02, Tessera escreveu:",
        "wt., 24 lis 2026 o 19:02 Tessera <o@p.example.org> napisał(a):",
        "W dniu 24.11.2026 o 19:02, Tessera pisze:",
        "Dnia 24 listopada 2026 19:02 Tessera <o@p.example.org> napisał(a):",
        "Den tis 24 nov. 2026 kl 19:02 skrev Tessera <o@p.example.org>:",
        "Den 2026-11-24 kl. 19:02, skrev Tessera:",
        "24 nov. 2026 kl. 19:02 skrev Tessera <o@p.example.org>:",
        "Den tir. 24. nov. 2026 kl. 19.02 skrev Tessera <o@p.example.org>:",
        "Den 24.11.2026 kl. 19.02 skrev Tessera:",
        "tir. 24. nov. 2026 kl. 19:02 skrev Tessera <o@p.example.org>:",
        "ti 24. marrask. 2026 klo 19.02 Tessera (o@p.example.org) kirjoitti:",
        "Tessera kirjoitti 24.11.2026 klo 19.02:",
        "út 24. 11. 2026 v 19:02 odesílatel Tessera <o@p.example.org> napsal:",
        "Dne 24. 11. 26 v 19:02 Tessera napsal(a):",
        "вт, 24 нояб. 2026 г. в 19:02, Tessera <o@p.example.org>:",
        "24.11.2026 19:02, Tessera пишет:",
        "24.11.2026, 19:02, \"Tessera\" <o@p.example.org>:",
        "2026年11月24日(火) 19:02 Tessera <o@p.example.org>:",
        "2026/11/24 19:02、Tesseraのメ\u{30fc}ル:",
        "Tessera <o@p.example.org> 于2026年11月24日周二 19:02写道：",
        "2026년 11월 24일 (화) 오후 7:02, Tessera <o@p.example.org>님이 작성:",
        "Tessera wrote on 11/24/2026 07:02:11 PM:",
        "Tessera <o@p.example.org>, 24 Kas 2026 Sal, 19:02 tarihinde \u{15f}unu yazd\u{131}:",
        "Vo ut 24. 11. 2026 o 19:02 Tessera <o@p.example.org> nieco:",
        "---- On Tue, 24 Nov 2026 19:02:11 +0100 Tessera <o@p.example.org> wrote ---",
        "---- Am Di., 24 Nov. 2026 19:02:11 +0100 Tessera <o@p.example.org> schrieb ----",
        "24. Nov. 2026, 19:02 von o@p.example.org:",
        "Nov 24, 2026, 19:02 by o@p.example.org:",
        "Tessera <o@p.example.org> ezt írta (időpont: 2026. nov. 24., K, 19:02):",
        "في الثلاثاء، ٢٤ نوفمبر ٢٠٢٦ في ٧:٠٢ م تمت كتابة ما يلي بواسطة Tessera <o@p.example.org>:",
        "در سه\u{200c}شنبه ۲۴ نوامبر ۲۰۲۶، ۱۹:۰۲ Tessera <o@p.example.org> نوشت:",
    ];

    #[test]
    fn old_text_in_the_line_of_its_attribution_does_not_count() {
        let line = "  On Tue, 24 Nov 2026 at 19:02, Tessera<o@p.example.org> wrote:   STAND v";
        assert_eq!(read(&format!("STAND u\n{line}\nSTAND w")), "occ");
        assert_eq!(read("Sent 24.11.2026 19:02:  STAND v\nSTAND u"), "oo");
    }

    #[test]
    fn talk_that_looks_like_an_attribution_cuts_nothing() {
        for line in [
            "As you wrote on 24 Nov 2026, orders are due Friday. Here are mine:",
            "Orders for turn 4, 24.11.2026 19:02:",
            "My orders (sent Tue 24 Nov 2026 19:02 by anna@example.net):",
            "Orders sent 24.11.2026 19:02 by anna@example.net:",
            "24.11.2026 19:02, my orders for anna@example.net:",
            "Tessera wrote:",
            "Here is what I wrote:",
            "Written on 24 Nov 2026",
            "--- turn 4, 24 Nov 2026 ---",
            "--- moves of 24.11.2026, as I wrote",
        ] {
            assert_eq!(read(&format!("{line}\nSTAND u")), "oo", "{line}");
        }
    }

    #[test]
    fn header_blocks_of_every_language_cut_the_rest() {
        for block in [
            "From: T <o@p>\nSent: 24 November 2026 19:02\nTo: A\nSubject: x",
            "*From:* T\n*Date:* x\n*Subject:* x",
            "From: T <o@p>\nDate: x",
            "Von: T <o@p>\nGesendet: x\nAn: A\nBetreff: x",
            "Gesendet: x\nVon: \"T\" <o@p>\nAn: A\nBetreff: x",
            "De\u{a0}: T <o@p>\nEnvoyé\u{a0}: x\nÀ\u{a0}: A\nObjet\u{a0}: x",
            "De: T\nEnviado el: x\nPara: A\nAsunto: x",
            "Da: T\nInviato: x\nA: A\nOggetto: x",
            "Van: T\nVerzonden: x\nAan: A\nOnderwerp: x",
            "De: T\nEnviada em: x\nPara: A\nAssunto: x",
            "Od: T\nWysłano: x\nDo: A\nTemat: x",
            "Från: T\nSkickat: x\nTill: A\nÄmne: x",
            "Fra: T\nSendt: x\nTil: A\nEmne: x",
            "Lähettäjä: T\nLähetetty: x\nVastaanottaja: A\nAihe: x",
            "Od: T\nOdesláno: x\nKomu: A\nPředmět: x",
            "От: T\nОтправлено: x\nКому: A\nТема: x",
            "差出人: T\n送信日時: x\n宛先: A\n件名: x",
            "From: T\n\nSent: x\n\nTo: A\n\nSubject: x",
            "Kimga: A\nYuborildi: 24 noyabr 2026 19:02\nKimdan: T <o@p>\nMavzu: x",
            "From: T\nTo: A; B;\n   C; D\nSent: x",
        ] {
            let text = format!("STAND u\n{block}\n\nSTAND v");
            let marks = read(&text);
            assert!(
                marks.starts_with("oc") && marks.ends_with('c') && !marks[1..].contains('o'),
                "{block}: {marks}"
            );
        }
    }

    #[test]
    fn two_words_with_colons_are_no_header() {
        assert_eq!(read("To: the left\nFrom: the right\nSTAND u"), "ooo");
        assert_eq!(read("Subject: x\nSTAND u"), "oo");
        assert_eq!(
            read("Player: a@b\nTurn: 4\nWritten: 24.11.2026\nSTAND u"),
            "oooo"
        );
    }

    #[test]
    fn old_text_below_the_lines_of_groupwise_and_notes_does_not_count() {
        let groupwise = ">>> Tessera <o@p.example.org> 24.11.2026 19:02 >>>";
        assert_eq!(read(&format!("STAND u\n\n{groupwise}\nSTAND v")), "o.cc");
        assert_eq!(read(&format!("{groupwise}\n> STAND v\nSTAND u")), "qqo");
        assert_eq!(read(">>> STAND v >>>\nSTAND u"), "qo");
        let notes = "T <o@p>\n24/11/2026 19:02\n\nTo\nA\ncc\n\nSubject\nx";
        assert_eq!(read(&format!("STAND u\n{notes}\nSTAND v")), "ooo.ccc.ccc");
        assert_eq!(read("To\nthe left\nSubject\nSTAND u"), "oooo");
    }

    #[test]
    fn original_and_forward_marks_cut_the_rest() {
        for mark in [
            "-----Original Message-----",
            "\u{2010}\u{2010}\u{2010}\u{2010}\u{2010}\u{2010}\u{2010} Original Message \u{2010}\u{2010}\u{2010}\u{2010}\u{2010}\u{2010}\u{2010}",
            "-------- Original message --------",
            "-----Ursprüngliche Nachricht-----",
            "-------- Original-Nachricht --------",
            "----- Message d\u{2019}origine -----",
            "-------- Mensaje original --------",
            "-----Messaggio originale-----",
            "-----Oorspronkelijk bericht-----",
            "-----Mensagem original-----",
            "-----Ursprungligt meddelande-----",
            "-----Oprindelig meddelelse-----",
            "-----Opprinnelig melding-----",
            "-----Alkuperäinen viesti-----",
            "-----Původní zpráva-----",
            "-----Oryginalna wiadomość-----",
            "-----Исходное сообщение-----",
            "---------- Forwarded message ---------",
            "Begin forwarded message:",
            "-------- Weitergeleitete Nachricht --------",
            "Anfang der weitergeleiteten Nachricht:",
            "Début du message transféré :",
            "----- Forwarded by Anna Berg/Club on 24.11.2026 19:02 -----",
            "____ Original Message ____",
        ] {
            assert_eq!(read(&format!("STAND u\n{mark}\nSTAND v")), "occ", "{mark}");
        }
        assert_eq!(read("the original message was lost\nSTAND u"), "oo");
    }

    #[test]
    fn the_signature_mark_cuts_and_a_rule_does_not() {
        assert_eq!(read("STAND u\n-- \nSTAND v"), "occ");
        for rule in ["--", "---", "-----", "_____", "=====", " -- ", "-- x"] {
            assert_eq!(read(&format!("STAND u\n{rule}\nSTAND u")), "ooo", "{rule}");
        }
        assert_eq!(read("> -- \nSTAND u"), "qo");
    }
}
