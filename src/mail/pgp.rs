//! Clear-signed text (RFC 9580, section 7): only what was signed counts.

use super::body::BodyLine;

/// How the lines of a text stand to an armour in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Armour {
    /// There is none.
    None,
    /// The signed text was taken out of it.
    ClearSigned,
    /// An armour begins and does not end as it should.
    Broken,
    /// The text, or a part of it, is encrypted.
    Encrypted,
}

const SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const END: &str = "-----END PGP SIGNATURE-----";
const ENCRYPTED: &str = "-----BEGIN PGP MESSAGE-----";

/// Says for each line whether it counts, and undoes the dash escapes of those that were signed.
pub fn signed_lines(lines: &mut [BodyLine]) -> (Armour, Vec<bool>) {
    let is = |line: &BodyLine, mark: &str| !line.quoted && line.text.trim_end() == mark;
    if lines.iter().any(|line| is(line, ENCRYPTED)) {
        return (Armour::Encrypted, vec![false; lines.len()]);
    }
    if !lines.iter().any(|line| is(line, SIGNED)) {
        return (Armour::None, vec![true; lines.len()]);
    }
    let mut counts = vec![false; lines.len()];
    let mut place = Place::Outside;
    for (at, line) in lines.iter_mut().enumerate() {
        place = match place {
            Place::Outside if is(line, SIGNED) => Place::Header,
            Place::Outside => Place::Outside,
            Place::Header if line.is_blank() => Place::Text,
            Place::Header => Place::Header,
            Place::Text if is(line, SIGNATURE) => Place::Signature,
            Place::Text if is(line, SIGNED) => return (Armour::Broken, vec![false; counts.len()]),
            Place::Text => {
                if let Some(text) = line.text.strip_prefix("- ") {
                    line.text = text.to_owned();
                }
                counts[at] = true;
                Place::Text
            }
            Place::Signature if is(line, END) => Place::Outside,
            Place::Signature => Place::Signature,
        };
    }
    match place {
        Place::Outside => (Armour::ClearSigned, counts),
        Place::Header | Place::Text | Place::Signature => {
            (Armour::Broken, vec![false; counts.len()])
        }
    }
}

#[derive(Clone, Copy)]
enum Place {
    Outside,
    Header,
    Text,
    Signature,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Armour, Vec<String>) {
        let mut lines: Vec<_> = text.lines().map(BodyLine::plain).collect();
        let (armour, counts) = signed_lines(&mut lines);
        (
            armour,
            lines
                .into_iter()
                .zip(counts)
                .filter(|(_, counts)| *counts)
                .map(|(line, _)| line.text)
                .collect(),
        )
    }

    #[test]
    fn only_the_signed_text_counts_without_its_escapes() {
        let text =
            format!("A\n{SIGNED}\nHash: SHA512\n\nB\n- - C\n- -- \n{SIGNATURE}\n\nxx\n{END}\nD");
        assert_eq!(
            read(&text),
            (
                Armour::ClearSigned,
                vec!["B".into(), "- C".into(), "-- ".into()]
            )
        );
    }

    #[test]
    fn an_armour_without_its_end_is_broken() {
        for text in [
            format!("{SIGNED}\n\nA"),
            format!("{SIGNED}\n\nA\n{SIGNATURE}\nx"),
            format!("{SIGNED}\n\nA\n{SIGNED}"),
        ] {
            assert_eq!(read(&text), (Armour::Broken, vec![]), "{text}");
        }
    }

    #[test]
    fn encrypted_text_is_seen_and_quoted_armour_is_not() {
        assert_eq!(read(&format!("A\n{ENCRYPTED}\nx")).0, Armour::Encrypted);
        assert_eq!(
            read(&format!("> {SIGNED}\nA")),
            (Armour::None, vec![format!("> {SIGNED}"), "A".into()])
        );
    }
}
