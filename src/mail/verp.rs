//! Return paths of their own for each player, so that a failure notice of any form tells whom it is about.

use super::token::{KeyRing, Subject};
use super::world::Site;

/// Returns the address that failures of mails to a player are reported to: `bounce+<player>.<proof>@...`.
pub fn return_path(site: &Site, keys: &KeyRing, player: &str) -> String {
    format!(
        "bounce+{player}.{}@{}",
        keys.issue(subject(player)),
        site.domain()
    )
}

/// Returns the player that such an address speaks of, if it is genuine.
pub fn player_of(address: &str, keys: &KeyRing) -> Option<String> {
    let (local, _) = address.trim().trim_matches(['<', '>']).split_once('@')?;
    let local = local.to_ascii_lowercase();
    let (player, proof) = local.strip_prefix("bounce+")?.rsplit_once('.')?;
    keys.verify(subject(player), proof)
        .map(|_| player.to_owned())
}

/// No match has an empty name, so these proofs and those of seats are never the same.
fn subject(player: &str) -> Subject<'_> {
    Subject {
        match_id: "",
        side: "bounce",
        stop: 0,
        player,
    }
}

#[cfg(test)]
mod tests {
    use secrecy::SecretSlice;

    use super::*;
    use crate::mail::token::KeyId;

    #[test]
    fn a_return_path_tells_its_player_and_cannot_be_made_up() {
        let keys = KeyRing::new((KeyId("k".into()), SecretSlice::from(vec![3; 32])), [])
            .expect("a long key");
        let site = Site {
            orders_address: "orders@pbem.example.org".into(),
            authserv_id: None,
        };
        let path = return_path(&site, &keys, "p12");
        assert_eq!(player_of(&path, &keys).as_deref(), Some("p12"));
        assert_eq!(
            player_of(&format!("<{}>", path.to_uppercase()), &keys).as_deref(),
            Some("p12")
        );
        assert_eq!(player_of(&path.replace("p12", "p13"), &keys), None);
        assert_eq!(player_of("orders@pbem.example.org", &keys), None);
    }
}
