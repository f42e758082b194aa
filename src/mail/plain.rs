//! Signs that mail programs, telephones and other scripts put in place of plain ones.

/// Writes every sign that looks like a hyphen as one.
pub(super) fn plain_dash(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{58a}'
        | '\u{5be}'
        | '\u{1400}'
        | '\u{1806}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{2500}'
        | '\u{2501}'
        | '\u{2796}'
        | '\u{301c}'
        | '\u{3030}'
        | '\u{30a0}'
        | '\u{30fc}'
        | '\u{fe31}'
        | '\u{fe32}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{ff0d}'
        | '\u{ff70}'
        | '\u{2e17}'
        | '\u{2e40}' => '-',
        _ => c,
    }
}

/// Writes a digit of another script as the plain one that it is.
pub(super) fn plain_digit(c: char) -> char {
    const ZEROS: [char; 12] = [
        '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{be6}',
        '\u{c66}', '\u{d66}', '\u{e50}', '\u{1040}',
    ];
    let value = |zero: char| {
        (c as u32)
            .checked_sub(zero as u32)
            .filter(|value| *value <= 9)
    };
    let digit = ZEROS.into_iter().find_map(value);
    digit
        .and_then(|value| char::from_digit(value, 10))
        .unwrap_or(c)
}

/// Signs that mean "to there"; the last ones are Wingdings, which Outlook writes for `-->` and `==>`.
fn is_arrow(c: char) -> bool {
    matches!(c,
        '\u{2192}' | '\u{219b}' | '\u{219d}' | '\u{21a0}' | '\u{21a3}' | '\u{21a6}' | '\u{21c0}' | '\u{21c1}' | '\u{21d2}'
        | '\u{21db}' | '\u{21dd}' | '\u{21e2}' | '\u{21e5}' | '\u{21e8}' | '\u{21fe}' | '\u{2794}' | '\u{2798}'..='\u{27af}'
        | '\u{27b1}'..='\u{27be}' | '\u{27f6}' | '\u{27f9}' | '\u{27fc}' | '\u{27fe}' | '\u{27ff}' | '\u{2900}'..='\u{2905}'
        | '\u{2b62}' | '\u{2b95}' | '\u{1f852}' | '\u{1f872}' | '\u{1f812}' | '\u{1f816}' | '\u{1f81a}' | '\u{1f842}'
        | '\u{25b6}'
            | '\u{25b8}'
            | '\u{25ba}'
            | '\u{f0e0}' | '\u{f0e8}' | '\u{f0f0}')
}

/// Writes arrows as keyboards do.
pub(super) fn plain_arrows(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if is_arrow(c) {
            out.push_str("->");
        } else {
            out.push(c);
        }
    }
    out
}
