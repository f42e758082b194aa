//! Words that agree with what they speak of: numbers with their nouns, names in a row.

/// Writes a number with what is counted: `1 line`, `3 lines`.
pub fn counted(number: impl TryInto<u64>, one: &str, many: &str) -> String {
    let number: u64 = number.try_into().unwrap_or(u64::MAX);
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// Writes names in a row as a sentence does: `SD1, SD2 and LI3`.
pub fn series<S: AsRef<str>>(names: &[S]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        text += match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        };
        text += name.as_ref();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_agrees_with_its_number() {
        assert_eq!(counted(0_usize, "hex", "hexes"), "0 hexes");
        assert_eq!(counted(1_u8, "hex", "hexes"), "1 hex");
        assert_eq!(counted(12_u64, "hex", "hexes"), "12 hexes");
    }

    #[test]
    fn names_in_a_row_read_like_a_sentence() {
        let names = ["SD1", "SD2", "LI3"];
        let read = [0, 1, 2, 3].map(|most| series(&names[..most]));
        assert_eq!(read, ["", "SD1", "SD1 and SD2", "SD1, SD2 and LI3"]);
    }
}
