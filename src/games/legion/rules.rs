//! The index of the rulebook: one constant per numbered rule that code enforces, and the rulings.
//!
//! Numbers and titles are the book's, as far as it gives titles; Legion's own sections begin with L.
//! `docs/rules/legion.md` has one heading for each.

use crate::rulebook::{self, Rule, index};

index! {
    /// Every rule that a refusal, a roll or an event cites, in the order of the book.
    RULES:
    R2_0 = "2.0", "Game-Turns";
    R3_36 = "3.36", "Dots";
    R3_37 = "3.37", "Brackets";
    R4_1 = "4.1", "The Phases";
    R4_2 = "4.2", "The Player-Turn";
    R5_0 = "5.0", "Movement";
    R5_11 = "5.11", "What Ground Costs";
    R5_14 = "5.14", "One Move a Phase";
    R5_15 = "5.15", "One Hex Always";
    R5_21 = "5.21", "Whose Movement Phase";
    R5_23 = "5.23", "Enemy-Occupied Hexes";
    R5_27 = "5.27", "Points That Are Left";
    R5_32 = "5.32", "Classes A, B and C";
    R5_34 = "5.34", "Missiles Foot and Mounted";
    R5_35 = "5.35", "Foot with Missiles";
    R5_36 = "5.36", "Horse with Missiles";
    R5_39 = "5.39", "Unit Capability Chart";
    R5_4 = "5.4", "Stacking";
    R5_41 = "5.41", "A Hex Is Attacked as a Whole";
    R5_43 = "5.43", "Moving as a Stack";
    R5_51 = "5.51", "Moving by Road";
    R5_52 = "5.52", "Onto a Road from Beside";
    R5_61 = "5.61", "Slopes";
    R5_62 = "5.62", "Up to a Hilltop";
    R6_0 = "6.0", "Fire Combat";
    R6_11 = "6.11", "Fire or Melee";
    R6_12 = "6.12", "The Pause Between Fires";
    R6_13 = "6.13", "Range";
    R6_15 = "6.15", "One Attack a Phase";
    R6_16 = "6.16", "One Target Hex";
    R6_21 = "6.21", "Joint Fire";
    R6_22 = "6.22", "Fire Protection";
    R6_23 = "6.23", "Everybody in the Hex";
    R6_32 = "6.32", "Woods and Villages";
    R6_33 = "6.33", "Fire from Water";
    R6_35 = "6.35", "Sight and Hilltops";
    R6_36 = "6.36", "Sight and Slopes";
    R6_37 = "6.37", "Sight and Units";
    R6_38 = "6.38", "Sight along a Hexside";
    R6_41 = "6.41", "The Zone of Fire Units";
    R6_42 = "6.42", "Defensive Fire";
    R6_43 = "6.43", "Defensive Fire after Fire";
    R6_45 = "6.45", "One Defensive Attack a Hex";
    R7_0 = "7.0", "Melee";
    R7_12 = "7.12", "A Hex Defends with All";
    R7_13 = "7.13", "One Melee a Hex";
    R7_14 = "7.14", "One Melee a Unit";
    R7_15 = "7.15", "Disrupted by Defensive Fire";
    R7_21 = "7.21", "Several Stacks on One Hex";
    R7_22 = "7.22", "Several Hexes at Once";
    R7_24 = "7.24", "Attackers Not Adjacent to All";
    R7_32 = "7.32", "Odds Are Rounded";
    R7_51 = "7.51", "Flank Attack";
    R7_52 = "7.52", "Doubling Comes Last";
    R7_6 = "7.6", "Ground in Melee";
    R8_0 = "8.0", "Combat Results";
    R8_1 = "8.1", "Odds and Results";
    R8_2 = "8.2", "Disruption";
    R8_22 = "8.22", "Disrupted Again";
    R8_23 = "8.23", "Recovery";
    R8_24 = "8.24", "Several Hexes, One Die";
    R8_4 = "8.4", "Advance after Combat";
    R10_0 = "10.0", "Leaders";
    R10_3 = "10.3", "Reduction of Leaders";
    R10_32 = "10.32", "A Leader Pays for Disruption";
    R10_33 = "10.33", "Leaders and Half Elimination";
    R11_1 = "11.1", "Scenarios";
    R11_2 = "11.2", "Victory Points";
    R11_41 = "11.41", "Nobody Returns";
    R11_42 = "11.42", "Leaving the Map";
    R13_0 = "13.0", "Panic";
    R13_12 = "13.12", "Both at Once";
    R13_22 = "13.22", "Rallying";
    R14_11 = "14.11", "Fighting Uphill";
    R14_21 = "14.21", "From Slope to Slope";
    R14_31 = "14.31", "Resistance on Slopes";
    R15_0 = "15.0", "Tactical Concession";
    R15_2 = "15.2", "The End of a Withdrawal";
    R16_0 = "16.0", "Facing";
    R16_11 = "16.11", "Turning";
    R16_21 = "16.21", "Flanks in Melee";
    R16_31 = "16.31", "Flanks and Fire";
    R17_0 = "17.0", "Retreat before Combat";
    R17_1 = "17.1", "Room to Retreat";
    R17_3 = "17.3", "One Retreat Only";
    R17_4 = "17.4", "Advance after a Retreat";
    R17_5 = "17.5", "Who Stays and Who Goes";
    R18_1 = "18.1", "Contact";
    R18_2 = "18.2", "Units in Contact";
    R18_5 = "18.5", "The End of Contact";
    R19_0 = "19.0", "Simultaneous Play";
    R19_1 = "19.1", "The Phases of a Game-Turn";
    R20_0 = "20.0", "Plots";
    R20_1 = "20.1", "Secrecy of Plots";
    R20_4 = "20.4", "Plots That Cannot Be";
    R21_1 = "21.1", "Tasks";
    R21_2 = "21.2", "Tasks That Fail";
    R22_11 = "22.11", "No Pauses";
    R22_12 = "22.12", "Step by Step";
    R22_21 = "22.21", "The Stronger Enters";
    R22_23 = "22.23", "Equals Roll";
    R22_3 = "22.3", "Meeting the Enemy";
    R23_11 = "23.11", "Attacked on the March";
    L1_1 = "L1.1", "The Square";
    L1_11 = "L1.11", "Leaders in a Square";
    L1_12 = "L1.12", "Nobody Passes a Square";
    L1_13 = "L1.13", "When a Square Is Formed";
    L1_14 = "L1.14", "Dissolving a Square";
    L1_16 = "L1.16", "After a Broken Square";
    L1_2 = "L1.2", "Legion Integrity";
    L1_3 = "L1.3", "Green Legions";
    L1_4 = "L1.4", "Romans Who Do Not Panic";
    L1_5 = "L1.5", "Byzantine Cataphracts";
    L2_0 = "L2.0", "Prohibited Ground";
    L3_1 = "L3.1", "Numidia";
    L3_5 = "L3.5", "The Sambre";
    L4_3 = "L4.3", "Boudiccan Revolt";
    L5_5 = "L5.5", "Busta Gallorum";
}

/// Sections that explain or limit others: tests show them, but nothing cites them by their own number.
pub const PROSE: &[&str] = &[
    "2.1", "3.1", "3.2", "3.31", "3.32", "3.33", "3.34", "3.35", "3.4", "3.5", "5.12", "5.13",
    "5.22", "5.24", "5.25", "5.26", "5.31", "5.33", "5.37", "5.38", "5.42", "5.53", "6.14", "6.31",
    "6.34", "6.44", "6.51", "6.52", "7.11", "7.23", "7.31", "7.4", "7.53", "7.54", "7.55", "7.56",
    "8.21", "8.3", "9.0", "10.11", "10.12", "10.13", "10.14", "10.21", "10.22", "10.23", "10.24",
    "10.31", "10.4", "11.21", "11.22", "11.23", "11.24", "11.25", "11.3", "12.0", "13.11", "13.13",
    "13.21", "14.0", "14.12", "14.13", "14.14", "14.22", "14.23", "14.32", "15.1", "15.3", "15.4",
    "16.12", "16.13", "16.22", "16.23", "16.24", "16.25", "16.32", "16.33", "17.2", "18.3", "18.4",
    "20.2", "20.21", "20.22", "20.3", "22.22", "23.12", "23.2", "23.3", "L1.0", "L1.15", "L1.21",
    "L1.31", "L1.32", "L1.41", "L1.42", "L1.51", "L1.52", "L1.53", "L1.54", "L1.55", "L1.56",
    "L1.57", "L3.2", "L3.3", "L3.4", "L3.6", "L3.7", "L3.8", "L4.1", "L4.2", "L4.4", "L4.5",
    "L4.6", "L5.1", "L5.2", "L5.3", "L5.4", "L5.6", "L5.7",
];

index! {
    /// The rulings: how Tessera reads the book where it is silent, unclear or misprinted.
    RULINGS:
    R1 = "R1", "A die beyond the last row";
    R2 = "R2", "Columns and rounding";
    R3 = "R3", "An attack that has become weaker";
    R4 = "R4", "Half elimination of several hexes";
    R5 = "R5", "A disrupted survivor of half elimination";
    R6 = "R6", "Survivors with a Leader";
    R7 = "R7", "Grades that half elimination costs";
    R8 = "R8", "Whose strength caps the bonus";
    R9 = "R9", "A Leader's own dot";
    R10 = "R10", "Advance after fire";
    R11 = "R11", "Advance of Leaders";
    R12 = "R12", "Who may advance";
    R13 = "R13", "The zone of panicked fire units";
    R14 = "R14", "Several fire lines on one hex";
    R15 = "R15", "The order at the end of movement";
    R16 = "R16", "No room at the end of a move";
    R17 = "R17", "Mixed stacks keep the normal limit";
    R18 = "R18", "Over the heads";
    R19 = "R19", "From the ground through a hilltop";
    R20 = "R20", "A line that touches a corner";
    R21 = "R21", "A Leader pays although nobody suffers";
    R22 = "R22", "Fire at a lone Leader";
    R23 = "R23", "Allowance of a panicked unit";
    R24 = "R24", "Leaders never panic";
    R25 = "R25", "An army without Leaders";
    R26 = "R26", "Both exactly at their level";
    R27 = "R27", "One exactly, one beyond";
    R28 = "R28", "Panicked units in Contact";
    R29 = "R29", "Panicked units on a slope";
    R30 = "R30", "Exits in panic";
    R31 = "R31", "From the ground up to a hilltop";
    R32 = "R32", "Hexes of several heights";
    R33 = "R33", "Half elimination on a slope";
    R34 = "R34", "Who qualifies for a retreat";
    R35 = "R35", "The fastest attacker";
    R36 = "R36", "Attackers that did not follow";
    R37 = "R37", "Who may never retreat";
    R38 = "R38", "A nullified result and Contact";
    R39 = "R39", "Contact of several units";
    R40 = "R40", "Leaders in Contact";
    R41 = "R41", "Attacks on others while in Contact";
    R42 = "R42", "Facing of Leaders";
    R43 = "R43", "Fire between front and flank";
    R44 = "R44", "A Square has no flanks";
    R45 = "R45", "When the surplus dies";
    R46 = "R46", "A nullified result and the Square";
    R47 = "R47", "A Square of two legions";
    R48 = "R48", "Sizes of legions";
    R49 = "R49", "Leaders beyond the legions";
    R50 = "R50", "Secrecy of legions";
    R51 = "R51", "Worth of green units";
    R52 = "R52", "Romans who stack three";
    R53 = "R53", "Swordsmen of Byzantines and Palmyra";
    R54 = "R54", "Cataphracts as Roman swordsmen";
    R55 = "R55", "Tasks of cataphracts";
    R56 = "R56", "Misprinted references";
    R57 = "R57", "Points against none";
    R58 = "R58", "When victory is judged";
    R59 = "R59", "Within so many hexes";
    R60 = "R60", "Who controls a hex";
    R61 = "R61", "Leaders in counts of units";
    R62 = "R62", "Worth of withdrawn units";
    R63 = "R63", "Immobile units";
    R64 = "R64", "A sentence that breaks off";
    R65 = "R65", "Recovery in simultaneous play";
    R66 = "R66", "Fire in simultaneous play";
    R67 = "R67", "The n-th hex in the n-th step";
    R68 = "R68", "After a race";
    R70 = "R70", "Overfull hexes after stops";
    R71 = "R71", "Retreat in simultaneous play";
    R72 = "R72", "Groups of attackers";
    R73 = "R73", "Panic and tasks";
    R74 = "R74", "Control when plots are made";
    R75 = "R75", "What the second side sees of the set-up";
    R76 = "R76", "The two halves of the Nervii";
    R77 = "R77", "Zone S at Minden";
    R78 = "R78", "Bridges of the Boudiccan Revolt";
    R79 = "R79", "The Roman Panic Level at Adrianople";
    R80 = "R80", "Stacking at Busta Gallorum";
    R81 = "R81", "The ground of the hypothetical battle";
    R82 = "R82", "Battles left undecided";
    R83 = "R83", "Away from the enemy";
    R84 = "R84", "Disrupted units stay";
    R85 = "R85", "A lone Leader in the line";
    R86 = "R86", "Lines in their order";
    R87 = "R87", "Leaders of other legions";
    R88 = "R88", "After an advance";
    R89 = "R89", "Ignoring the river";
    R90 = "R90", "Ground at set-up";
    R91 = "R91", "Panic moves come first";
    R92 = "R92", "A side without units";
    R93 = "R93", "Protection by roads";
    R94 = "R94", "Fire and conversion";
    R95 = "R95", "Set-up occupies hexes";
    R96 = "R96", "A Leader lifts no disruption";
    R97 = "R97", "Vercellae without an exit";
    R98 = "R98", "The town of Numidia";
    R99 = "R99", "Not losing G at Minden";
    R100 = "R100", "Capture at Placentia";
    R101 = "R101", "Ignored ground";
    R102 = "R102", "Two kinds of ground";
    R103 = "R103", "A Square dissolved in vain";
    R104 = "R104", "Ways that a turn does not finish";
    R105 = "R105", "What waits for a mail";
    R106 = "R106", "Concessions out of turn";
    R107 = "R107", "Cataphracts in simultaneous play";
    R108 = "R108", "Squares in simultaneous play";
    R109 = "R109", "Turns in simultaneous play";
    R110 = "R110", "Legions in simultaneous play";
    R111 = "R111", "The least odds of defensive fire";
}

/// Finds a rule or ruling by its number.
#[must_use]
pub fn find(number: &str) -> Option<Rule> {
    rulebook::find(&[RULES, RULINGS], number)
}
