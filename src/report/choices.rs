//! The orders that one unit could be given, in words.

use super::text::fold;

/// Lists orders on lines of at most 76 columns; those that differ in their last hex alone stand together.
///
/// As many as `most` of them are shown.
pub fn choices(name: &str, orders: &[String], most: usize) -> String {
    if orders.is_empty() {
        return format!("`{name}` can be given no order now.\n");
    }
    let mut text = format!("Orders for `{name}` that would be legal now:\n");
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for order in orders {
        let (stem, end) = match order.rsplit_once(' ') {
            Some((stem, end)) if is_hex(end) => (stem, Some(end)),
            _ => (order.as_str(), None),
        };
        match (groups.last_mut(), end) {
            (Some((own, ends)), Some(end)) if *own == stem && !ends.is_empty() => ends.push(end),
            _ => groups.push((stem, end.into_iter().collect())),
        }
    }
    for (stem, ends) in groups.iter().take(most) {
        text += format!("| {stem} {}", ends.join(", ")).trim_end();
        text.push('\n');
    }
    if groups.len() > most {
        text += &format!("and {} more of the same kinds.\n", groups.len() - most);
    }
    if groups.iter().take(most).any(|(_, ends)| ends.len() > 1) {
        text += "An order names one of the hexes that stand side by side.\n";
    }
    fold(&text)
}

/// Tells whether a word is one hex: four or more figures.
fn is_hex(word: &str) -> bool {
    word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use snapbox::str;

    use super::choices;

    fn listed(orders: &[&str], most: usize) -> String {
        let orders: Vec<String> = orders.iter().map(|&order| order.to_owned()).collect();
        choices("OC1", &orders, most)
    }

    #[test]
    fn hexes_that_orders_end_in_stand_side_by_side() {
        let orders = [
            "MOVE OC1 TO 1423",
            "MOVE OC1 TO 1424",
            "EXIT OC1 OFF WEST",
            "FACE OC1 N",
        ];
        snapbox::assert_data_eq!(
            listed(&orders, 9),
            str![[r"
Orders for `OC1` that would be legal now:
| MOVE OC1 TO 1423, 1424
| EXIT OC1 OFF WEST
| FACE OC1 N
An order names one of the hexes that stand side by side.

"]]
        );
    }

    #[test]
    fn what_is_left_out_is_counted() {
        snapbox::assert_data_eq!(
            listed(&["FACE OC1 N", "FACE OC1 S"], 1),
            str![[r"
Orders for `OC1` that would be legal now:
| FACE OC1 N
and 1 more of the same kinds.

"]]
        );
        snapbox::assert_data_eq!(
            listed(&[], 1),
            str![[r"
`OC1` can be given no order now.

"]]
        );
    }
}
