//! Blocks of the dice protocol in a mail: found here, judged by whoever knows the match.

use unicode_normalization::UnicodeNormalization;

use super::body::BodyLine;
use super::normalise::visible;
use super::world::SideBlock;

const BEGIN: &str = "#TESSERA-BEGIN";
const END: &str = "#TESSERA-END";
const HEAD: &str = "#HEAD ";

/// Finds the whole blocks of a text, and says for each line whether it belongs to one, torn ones included.
pub fn blocks(lines: &[BodyLine]) -> (Vec<SideBlock>, Vec<bool>) {
    let mut found = Vec::new();
    let mut belongs = vec![false; lines.len()];
    let mut open: Option<(usize, SideBlock)> = None;
    for (at, line) in lines.iter().enumerate() {
        if open.is_none() && !may_be_frame(&line.text) {
            continue;
        }
        let (text, marked) = cleaned(&line.text);
        let quoted = line.quoted || marked;
        belongs[at] |= text.starts_with(HEAD);
        if is_frame(&text, BEGIN) {
            open = Some((
                at,
                SideBlock {
                    lines: Vec::new(),
                    quoted,
                },
            ));
        } else if is_frame(&text, END) {
            if let Some((from, block)) = open.take() {
                belongs[from..=at].fill(true);
                found.push(block);
            }
        } else if let Some((_, block)) = &mut open
            && !text.is_empty()
        {
            block.quoted |= quoted;
            block.lines.push(text);
        }
    }
    // A torn block reaches to the end of the text; its lines are never orders.
    if let Some((from, _)) = open {
        belongs[from..].fill(true);
    }
    (found, belongs)
}

/// Says whether a line is this end of a block, in whatever width its keyboard writes.
fn is_frame(line: &str, frame: &str) -> bool {
    line == frame || line.nfkc().eq(frame.chars())
}

/// Says whether a line could begin a block, or be a head: nearly all have no such sign.
fn may_be_frame(line: &str) -> bool {
    line.contains(['#', '\u{ff03}', '\u{fe5f}'])
}

/// Cleans a line as the protocol says: blanks to one, quote marks at the start gone.
fn cleaned(line: &str) -> (String, bool) {
    let line = visible(line).replace(['\u{a0}', '\t'], " ");
    let bare = line.trim_start_matches(['>', ' ']);
    let marked = line.trim_start().starts_with('>');
    (
        bare.split(' ')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
        marked,
    )
}

/// Joins the folds of a block's lines: `+rest` belongs to the line above.
pub fn unfolded(block: &SideBlock) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in &block.lines {
        match (lines.last_mut(), line.strip_prefix('+')) {
            (Some(last), Some(rest)) => last.push_str(rest),
            _ => lines.push(line.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<SideBlock>, Vec<bool>) {
        blocks(&text.lines().map(BodyLine::plain).collect::<Vec<_>>())
    }

    #[test]
    fn whole_blocks_are_found_with_their_folds() {
        let (found, belongs) =
            read("a\n#TESSERA-BEGIN\ntype:\u{a0} ACK\nhead: ab\n+cd\n\n#TESSERA-END\n#HEAD 1 x\nb");
        assert_eq!(found.len(), 1);
        assert!(!found[0].quoted);
        assert_eq!(unfolded(&found[0]), ["type: ACK", "head: abcd"]);
        assert_eq!(
            belongs,
            [false, true, true, true, true, true, true, true, false]
        );
    }

    #[test]
    fn wide_frames_are_frames() {
        let (found, belongs) =
            read("\u{ff03}TESSERA-BEGIN\ntype: ACK\n\u{ff03}\u{ff34}ESSERA\u{ff0d}END\nSTAND u");
        assert_eq!(found.len(), 1);
        assert_eq!(belongs, [true, true, true, false]);
    }

    #[test]
    fn quoted_blocks_say_so_and_torn_ones_are_none() {
        let (found, _) = read("> #TESSERA-BEGIN\n> type: JOIN\n> #TESSERA-END");
        assert!(found[0].quoted);
        let (found, belongs) = read("#TESSERA-BEGIN\ntype: ACK\nSTAND u");
        assert_eq!((found.len(), belongs), (0, vec![true; 3]));
        let (found, _) =
            read("#TESSERA-BEGIN\nx\n#TESSERA-BEGIN\ntype: ACK\n#TESSERA-END\n#TESSERA-END");
        assert_eq!(found.len(), 1);
    }
}
