//! Mail addresses of the site.

use std::fmt;
use std::str::FromStr;

/// The longest local part that mail systems carry.
const LOCAL_PART: usize = 64;

/// What stands for the ticket in a reply address.
const TICKET: &str = "{ticket}";

/// A mail address of the site, its domain in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MailAddress(String);

impl MailAddress {
    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns what stands before the `@`.
    pub fn local_part(&self) -> &str {
        self.halves().0
    }

    /// Returns what stands behind the `@`.
    pub fn domain(&self) -> &str {
        self.halves().1
    }

    fn halves(&self) -> (&str, &str) {
        self.0.rsplit_once('@').expect("an address has an `@`")
    }
}

impl FromStr for MailAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let address: lettre::Address = text
            .parse()
            .map_err(|_| format!("`{text}` is no mail address"))?;
        if text.contains(['{', '}']) {
            return Err(format!(
                "`{text}` has a placeholder that means nothing here"
            ));
        }
        if !text.is_ascii() {
            return Err(format!(
                "`{text}` has letters that are not ASCII; not every mail server takes it"
            ));
        }
        Ok(Self(format!(
            "{}@{}",
            address.user(),
            address.domain().to_ascii_lowercase()
        )))
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An address that carries a ticket: the words between dots that tell match, side, stop and token.
///
/// Written with `{ticket}` in its local part; without it, every reply goes to one plain address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyAddress {
    /// What stands before and behind the ticket; nothing if there is none.
    around: Option<(String, String)>,
    /// The address with the ticket left out.
    plain: MailAddress,
}

impl ReplyAddress {
    /// Returns the address for `ticket`, or the plain address if this form carries none.
    pub fn with(&self, ticket: &str) -> String {
        match &self.around {
            Some((before, behind)) => format!("{before}{ticket}{behind}"),
            None => self.plain.to_string(),
        }
    }

    /// Returns the ticket in an address of this form. Servers may have changed the case of letters.
    pub fn ticket<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (before, behind) = self.around.as_ref()?;
        let end = address.len().checked_sub(behind.len())?;
        let (start, tail) = (address.get(..before.len())?, address.get(end..)?);
        let fits = start.eq_ignore_ascii_case(before) && tail.eq_ignore_ascii_case(behind);
        let ticket = address.get(before.len()..end)?;
        (fits && !ticket.is_empty()).then_some(ticket)
    }

    /// Returns how long a ticket may be before mail systems refuse the address; nothing if it has none.
    pub fn room(&self) -> Option<usize> {
        let (before, behind) = self.around.as_ref()?;
        let behind = behind.split('@').next().map_or(0, str::len);
        Some(LOCAL_PART.saturating_sub(before.len() + behind))
    }
}

impl FromStr for ReplyAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut pieces = text.split(TICKET);
        let (first, second, third) = (pieces.next(), pieces.next(), pieces.next());
        let around = match (first, second, third) {
            (Some(before), Some(behind), None) if behind.contains('@') => Some((before, behind)),
            (Some(_), None, None) => None,
            _ => {
                return Err(format!(
                    "`{text}` must have {TICKET} once, before the `@`, or not at all"
                ));
            }
        };
        let Some((before, behind)) = around else {
            let plain = text.parse()?;
            return Ok(Self {
                around: None,
                plain,
            });
        };
        let sample = format!("{before}t{behind}");
        let plain: MailAddress = sample
            .parse()
            .map_err(|_| format!("`{text}` is no mail address"))?;
        let behind = format!(
            "{}@{}",
            behind.split('@').next().unwrap_or_default(),
            plain.domain()
        );
        let address = Self {
            around: Some((before.to_owned(), behind)),
            plain,
        };
        // A token of 16 letters, three dots, and names that people can tell apart.
        if address.room() < Some(32) {
            return Err(format!(
                "`{text}` leaves no room for a ticket of 32 characters"
            ));
        }
        Ok(address)
    }
}

impl fmt::Display for ReplyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(TICKET))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ticket_is_put_in_and_found_again_whatever_the_case() {
        const FORMS: &[(&str, &str)] = &[
            (
                "orders+{ticket}@pbem.example.org",
                "orders+chalons.hun.4.k7m2@pbem.example.org",
            ),
            (
                "{ticket}@orders.example.org",
                "chalons.hun.4.k7m2@orders.example.org",
            ),
            (
                "orders-{ticket}-x@Example.ORG",
                "orders-chalons.hun.4.k7m2-x@example.org",
            ),
        ];
        for (form, address) in FORMS {
            let reply: ReplyAddress = form.parse().unwrap();
            assert_eq!(reply.with("chalons.hun.4.k7m2"), *address);
            assert_eq!(reply.ticket(address), Some("chalons.hun.4.k7m2"));
            assert_eq!(
                reply.ticket(&address.to_uppercase()),
                Some("CHALONS.HUN.4.K7M2")
            );
            assert_eq!(reply.ticket("somebody@example.net"), None);
            assert_eq!(reply.ticket(&reply.with("")), None);
            assert_eq!(reply.to_string().parse::<ReplyAddress>().unwrap(), reply);
        }
    }

    #[test]
    fn a_plain_address_carries_no_ticket() {
        let reply: ReplyAddress = "orders@example.org".parse().unwrap();
        assert_eq!(reply.with("chalons.hun.4.k7m2"), "orders@example.org");
        assert_eq!(reply.ticket("orders@example.org"), None);
        assert_eq!(reply.room(), None);
    }

    #[test]
    fn the_room_for_a_ticket_is_what_the_local_part_leaves() {
        let reply: ReplyAddress = "orders+{ticket}@example.org".parse().unwrap();
        assert_eq!(reply.room(), Some(57));
    }

    #[test]
    fn forms_that_cannot_work_are_refused() {
        for form in [
            "",
            "orders",
            "orders@",
            "{ticket}",
            "orders@{ticket}.example.org",
            "{ticket}+{ticket}@example.org",
            "or ders+{ticket}@example.org",
            "a-local-part-that-leaves-too-little-room-for-it+{ticket}@example.org",
        ] {
            assert!(form.parse::<ReplyAddress>().is_err(), "{form}");
        }
        for address in [
            "orders",
            "a b@example.org",
            "bücher@example.org",
            "Anna <a@example.org>",
        ] {
            assert!(address.parse::<MailAddress>().is_err(), "{address}");
        }
    }
}
