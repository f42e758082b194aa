//! The index of the rulebook: one constant per numbered rule that code enforces, and the rulings.
//!
//! Numbers and titles are the book's, as far as it gives titles; Legion's own sections begin with L.
//! `docs/rules/legion.md` has one heading for each.

use crate::rulebook::{self, Rule, index};

index! {
    /// Every rule that code enforces, in the order of the book.
    RULES:
    R2_0 = "2.0", "Game-Turns";
    R3_36 = "3.36", "Dots";
    R4_1 = "4.1", "The Phases";
    R4_2 = "4.2", "The Player-Turn";
    R5_0 = "5.0", "Movement";
    R5_14 = "5.14", "One Move a Phase";
    R5_15 = "5.15", "One Hex Always";
    R5_21 = "5.21", "Whose Movement Phase";
    R5_23 = "5.23", "Enemy-Occupied Hexes";
    R5_27 = "5.27", "Points That Are Left";
    R5_4 = "5.4", "Stacking";
    R5_41 = "5.41", "A Hex Is Attacked as a Whole";
    R5_43 = "5.43", "Moving as a Stack";
    R6_0 = "6.0", "Fire Combat";
    R6_11 = "6.11", "Fire or Melee";
    R6_12 = "6.12", "The Pause Between Fires";
    R6_13 = "6.13", "Range";
    R6_15 = "6.15", "One Attack a Phase";
    R6_16 = "6.16", "One Target Hex";
    R6_32 = "6.32", "Woods and Villages";
    R6_33 = "6.33", "Fire from Water";
    R6_35 = "6.35", "Sight and Hilltops";
    R6_36 = "6.36", "Sight and Slopes";
    R6_37 = "6.37", "Sight and Units";
    R6_41 = "6.41", "The Zone of Fire Units";
    R6_42 = "6.42", "Defensive Fire";
    R6_43 = "6.43", "Defensive Fire after Fire";
    R7_0 = "7.0", "Melee";
    R7_13 = "7.13", "One Melee a Hex";
    R7_14 = "7.14", "One Melee a Unit";
    R7_15 = "7.15", "Disrupted by Defensive Fire";
    R7_24 = "7.24", "Attackers Not Adjacent to All";
    R7_51 = "7.51", "Flank Attack";
    R8_0 = "8.0", "Combat Results";
    R8_1 = "8.1", "Odds and Results";
    R8_2 = "8.2", "Disruption";
    R8_22 = "8.22", "Disrupted Again";
    R8_24 = "8.24", "Several Hexes, One Die";
    R8_4 = "8.4", "Advance after Combat";
    R10_0 = "10.0", "Leaders";
    R10_3 = "10.3", "Reduction of Leaders";
    R11_1 = "11.1", "Scenarios";
    R11_2 = "11.2", "Victory Points";
    R11_4 = "11.4", "Leaving the Map";
    R13_0 = "13.0", "Panic";
    R13_12 = "13.12", "Both at Once";
    R13_22 = "13.22", "Rallying";
    R14_1 = "14.1", "Fighting Uphill";
    R14_3 = "14.3", "Resistance on Slopes";
    R15_0 = "15.0", "Tactical Concession";
    R15_2 = "15.2", "The End of a Withdrawal";
    R16_0 = "16.0", "Facing";
    R16_11 = "16.11", "Turning";
    R16_2 = "16.2", "Flanks in Melee";
    R16_31 = "16.31", "Flanks and Fire";
    R17_0 = "17.0", "Retreat before Combat";
    R17_1 = "17.1", "Room to Retreat";
    R17_3 = "17.3", "One Retreat Only";
    R17_4 = "17.4", "Advance after a Retreat";
    R18_1 = "18.1", "Contact";
    R18_2 = "18.2", "Units in Contact";
    R18_5 = "18.5", "The End of Contact";
    R19_0 = "19.0", "Simultaneous Play";
    R20_0 = "20.0", "Plots";
    R20_1 = "20.1", "Secrecy of Plots";
    R21_1 = "21.1", "Tasks";
    R21_2 = "21.2", "Tasks That Fail";
    R22_1 = "22.1", "Movement Step by Step";
    R22_2 = "22.2", "Entering One Hex";
    R22_3 = "22.3", "Meeting the Enemy";
    L1_1 = "L1.1", "The Square";
    L1_12 = "L1.12", "Nobody Passes a Square";
    L1_14 = "L1.14", "Dissolving a Square";
    L1_16 = "L1.16", "After a Broken Square";
    L1_2 = "L1.2", "Legion Integrity";
    L1_5 = "L1.5", "Byzantine Cataphracts";
    L2_0 = "L2.0", "Prohibited Ground";
}

index! {
    /// The rulings that refusals and events cite: how Tessera reads the book where it is silent.
    RULINGS:
    R58 = "R58", "When victory is judged";
    R90 = "R90", "Ground at set-up";
    R92 = "R92", "A side without units";
}

/// Finds a rule or ruling by its number.
#[must_use]
pub fn find(number: &str) -> Option<Rule> {
    rulebook::find(&[RULES, RULINGS], number)
}
