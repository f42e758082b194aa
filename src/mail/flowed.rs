//! Undoing `format=flowed` (RFC 3676): lines that end in a blank go on in the next line.

use super::body::BodyLine;

/// Puts flowed lines together again; `delete_space` is the parameter `DelSp`.
pub fn unfold(lines: Vec<String>, delete_space: bool) -> Vec<BodyLine> {
    let mut out: Vec<BodyLine> = Vec::new();
    // The quote depth at which the last line of `out` goes on, if it does.
    let mut goes_on: Option<usize> = None;
    for line in lines {
        let depth = line.bytes().take_while(|&byte| byte == b'>').count();
        let text = &line[depth..];
        let text = text.strip_prefix(' ').unwrap_or(text);
        let flows = text.ends_with(' ') && text != "-- ";
        let piece = if flows && delete_space {
            &text[..text.len() - 1]
        } else {
            text
        };
        match out.last_mut() {
            Some(last) if goes_on == Some(depth) && text != "-- " => {
                last.text.push_str(piece);
                last.pieces.push(piece.to_owned());
            }
            _ => {
                let marks = if depth > 0 {
                    format!("{} ", ">".repeat(depth))
                } else {
                    String::new()
                };
                // A stuffed blank kept a sign from looking like a quote mark: it still must not look like one to us.
                out.push(BodyLine {
                    text: format!("{marks}{piece}"),
                    quoted: depth > 0,
                    pieces: vec![piece.to_owned()],
                    ends_for_certain: true,
                    ..BodyLine::default()
                });
            }
        }
        goes_on = flows.then_some(depth);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, delete_space: bool) -> Vec<String> {
        unfold(text.lines().map(str::to_owned).collect(), delete_space)
            .into_iter()
            .map(|line| line.text)
            .collect()
    }

    #[test]
    fn soft_ends_join_and_hard_ends_do_not() {
        assert_eq!(read("A \nB\nC", false), ["A B", "C"]);
        assert_eq!(read("1609- \n1508  \nFACE", true), ["1609-1508 FACE"]);
    }

    #[test]
    fn quote_depths_do_not_mix_and_a_signature_mark_never_flows() {
        assert_eq!(
            read("> A \n> B\n>> C \n> D\nE \n-- \nF", false),
            ["> A B", ">> C ", "> D", "E ", "-- ", "F"]
        );
    }

    #[test]
    fn stuffing_is_taken_off() {
        assert_eq!(read(" From x\n  A", false), ["From x", " A"]);
    }
}
