//! Bytes to text: as declared and strict, then UTF-8, then windows-1252.

use std::borrow::Cow;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use mail_parser::decoders::charsets::map::charset_decoder;

/// Decodes the bytes of a text part; `declared` is the charset its sender named.
pub fn decode(bytes: &[u8], declared: Option<&str>) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(bytes)
        && let Some(text) = strict(encoding, &bytes[length..])
    {
        return text;
    }
    let label = declared
        .unwrap_or_default()
        .trim_matches(|c: char| c == '"' || c == '\'' || c.is_whitespace());
    as_declared(bytes, label)
        .or_else(|| std::str::from_utf8(bytes).ok().map(str::to_owned))
        .unwrap_or_else(|| {
            WINDOWS_1252
                .decode_without_bom_handling(bytes)
                .0
                .into_owned()
        })
}

/// Takes off the byte order mark with which some programs save a file; UTF-16 with a mark becomes UTF-8.
pub fn unmarked(bytes: &[u8]) -> Cow<'_, [u8]> {
    match Encoding::for_bom(bytes) {
        None => Cow::Borrowed(bytes),
        Some((encoding, length)) if encoding == UTF_8 => Cow::Borrowed(&bytes[length..]),
        Some((encoding, length)) => {
            let (text, _) = encoding.decode_without_bom_handling(&bytes[length..]);
            Cow::Owned(text.into_owned().into_bytes())
        }
    }
}

fn as_declared(bytes: &[u8], label: &str) -> Option<String> {
    let label = label.to_ascii_lowercase();
    match label.as_str() {
        "" => return None,
        // Strictly ASCII: the web's reading of this label would take UTF-8 bytes for windows-1252 letters.
        "us-ascii" | "ascii" | "ansi_x3.4-1968" | "iso646-us" => {
            return bytes
                .is_ascii()
                .then(|| String::from_utf8_lossy(bytes).into_owned());
        }
        "utf-16" | "utf16" | "unicode" | "iso-10646-ucs-2" | "ucs-2" => {
            return strict(utf16_order(bytes), bytes);
        }
        _ => {}
    }
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) if encoding == REPLACEMENT || encoding == X_USER_DEFINED => None,
        // Seven-bit text of a stateful charset would pass for UTF-8: better a few unreadable signs than wrong ones.
        Some(encoding) if !encoding.is_ascii_compatible() && bytes.is_ascii() => {
            Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
        }
        Some(encoding) => strict(encoding, bytes),
        None => charset_decoder(label.as_bytes())
            .map(|decoder| decoder(bytes))
            .filter(|text| !text.contains('\u{fffd}')),
    }
}

fn strict(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(Cow::into_owned)
}

/// Guesses the byte order of UTF-16 without a mark: order lines are ASCII, so their zero bytes tell.
fn utf16_order(bytes: &[u8]) -> &'static Encoding {
    let zeros = |offset: usize| {
        bytes
            .iter()
            .skip(offset)
            .step_by(2)
            .filter(|&&byte| byte == 0)
            .count()
    };
    if zeros(1) > zeros(0) {
        UTF_16LE
    } else {
        UTF_16BE
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_declared_charset_comes_first_and_strictly() {
        const CASES: &[(&[u8], Option<&str>, &str)] = &[
            (
                b"STAND hun\x96mi",
                Some("windows-1252"),
                "STAND hun\u{2013}mi",
            ),
            (b"STAND hun\x96mi", Some("utf-8"), "STAND hun\u{2013}mi"),
            (b"Gr\xfc\xdfe", None, "Gr\u{fc}\u{df}e"),
            (b"Gr\xc3\xbc", Some("us-ascii"), "Gr\u{fc}"),
            (b"Gr\xc3\xbc", Some("x-unknown"), "Gr\u{fc}"),
            (b"\xef\xbb\xbfSTAND", Some("iso-8859-1"), "STAND"),
            (b"\xff\xfeS\0T\0", None, "ST"),
            (b"S\0T\0", Some("utf-16"), "ST"),
            (b"\0S\0T", Some("UTF-16"), "ST"),
            (b"Gr+APw-n", Some("utf-7"), "Gr\u{fc}n"),
            (b"\x1b$B#S#T\x1b(B", Some("ISO-2022-JP"), "\u{ff33}\u{ff34}"),
            (
                b"\xcf\xf0\xe8\xe2\xe5\xf2",
                Some("\"windows-1251\""),
                "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}",
            ),
        ];
        for (bytes, declared, text) in CASES {
            assert_eq!(decode(bytes, *declared), *text, "{declared:?}");
        }
    }

    #[test]
    fn broken_stateful_text_shows_its_breaks() {
        assert!(decode(b"\x1b$B#S\x7f#T", Some("iso-2022-jp")).contains('\u{fffd}'));
    }
}
