//! The commented configuration of a fresh site, which also shows how each key is written.

/// The configuration that is shipped, with every key and its comment.
const SHIPPED: &str = include_str!("../../config.toml");

/// What is known of a site when it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreshSite<'a> {
    /// Its name.
    pub name: &'a str,
    /// The address to which players write.
    pub orders: &'a super::MailAddress,
    /// Who reads the site's own troubles.
    pub operator: &'a super::MailAddress,
    /// The time zone of players who have not named their own, by its IANA name.
    pub time_zone: &'a str,
}

impl FreshSite<'_> {
    /// Writes the text of its configuration file.
    pub fn config(&self) -> String {
        let orders = self.orders;
        let reply_to = format!("{}+{{ticket}}@{}", orders.local_part(), orders.domain());
        let values = [
            ("name", self.name),
            ("time_zone", self.time_zone),
            ("orders", orders.as_str()),
            ("reply_to", &reply_to),
            ("operator", self.operator.as_str()),
        ];
        let filled_in = |line: &str| {
            let (key, _) = line.split_once(" = ")?;
            let (_, value) = values.iter().find(|(name, _)| *name == key)?;
            Some(format!("{key} = {}", toml::Value::from(*value)))
        };
        SHIPPED
            .lines()
            .map(|line| filled_in(line).unwrap_or_else(|| line.to_owned()) + "\n")
            .collect()
    }
}

/// Says how a key is written, by the line that shows it in the shipped configuration.
pub(super) fn example(key: &str) -> String {
    match shown(key) {
        Some(line) => format!("write it like `{line}`"),
        None => "correct the spelling; the shipped config.toml shows every key".to_owned(),
    }
}

/// Finds the line that shows a key, with its comment mark taken away.
fn shown(key: &str) -> Option<&'static str> {
    let (table, name) = key.rsplit_once('.')?;
    // A key of a list of tables is shown in its first block; a value of a list with its whole list.
    let table = table.split('[').next().unwrap_or(table);
    let name = name.split('[').next().unwrap_or(name);
    let mut current = "";
    for line in SHIPPED.lines() {
        let line = line.strip_prefix("# ").unwrap_or(line);
        if let Some(header) = line.strip_prefix('[') {
            current = header.trim_matches(['[', ']']);
        }
        if current == table && line.split_once(" = ").is_some_and(|(key, _)| key == name) {
            return Some(line);
        }
    }
    None
}
