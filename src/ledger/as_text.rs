//! Values that stand in JSON as the text they are printed as.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::ledger::{
    dice::{Label, Spec},
    hash::Hash,
    names::{GameName, Owner, PlayerName, Scope, Seat},
    text::Text,
    time::Time,
};

macro_rules! as_text {
    ($($name:ty),*) => { $(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )* };
}

as_text!(
    Hash, GameName, Seat, Owner, PlayerName, Scope, Label, Spec, Text, Time
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_json_as_text() {
        let label: Label = "t5/combat/1203".parse().unwrap();
        assert_eq!(serde_json::to_string(&label).unwrap(), "\"t5/combat/1203\"");
        assert_eq!(
            serde_json::from_str::<Label>("\"t5/combat/1203\"").unwrap(),
            label
        );
        assert!(serde_json::from_str::<Spec>("\"0d6\"").is_err());
        assert_eq!(serde_json::from_str::<Seat>("\"2\"").unwrap().number(), 2);
    }
}
