//! The index of the rulebook: one constant per numbered rule that code enforces, and the rulings.
//!
//! Numbers and titles are the book's (9.2.3 and 9.2.4 have no title there; theirs are ours).
//! `docs/rules/sign-of-the-pagan.md` has one heading for each.

use crate::rulebook::{self, Rule, index};

index! {
    /// Every rule that code enforces, in the order of the book.
    RULES:
    R2_1 = "2.1", "The Game Map";
    R2_2 = "2.2", "The Playing Pieces";
    R2_4 = "2.4", "The Cards";
    R2_5 = "2.5", "The Die";
    R3_0 = "3.0", "Setting Up The Game";
    R4_0 = "4.0", "Sequence Of Play";
    R5_0 = "5.0", "Contingent Activation";
    R5_1 = "5.1", "CAM Selection";
    R5_2 = "5.2", "The Initiative CAM";
    R5_3 = "5.3", "Initiative Roll";
    R5_3_1 = "5.3.1", "Initiative Bonuses";
    R5_3_2 = "5.3.2", "The Huns Attack!";
    R5_4 = "5.4", "Normal CAM Procedure";
    R5_5 = "5.5", "Turn Over";
    R6_0 = "6.0", "Movement";
    R6_1 = "6.1", "No Stacking";
    R6_2 = "6.2", "Enemy Contact";
    R6_3 = "6.3", "Missile Fire";
    R6_4 = "6.4", "What is Movement and What is Not";
    R6_5 = "6.5", "Engaged Units";
    TEC = "TEC", "Terrain Effects Chart";
    R7_0 = "7.0", "Facing";
    R7_1 = "7.1", "Facing and Movement";
    R7_2 = "7.2", "Facing Combat Effects";
    R8_1 = "8.1", "Missile Fire Eligibility";
    R8_2_1 = "8.2.1", "During Movement";
    R8_2_2 = "8.2.2", "Reaction Fire";
    R8_3 = "8.3", "Missile Fire Resolution";
    R8_3_1 = "8.3.1", "Missile Fire Modifiers";
    R8_3_2 = "8.3.2", "Missile Fire Results";
    R9_1 = "9.1", "Order of Shock Combat Resolution";
    R9_2 = "9.2", "Shock Combat Eligibility";
    R9_2_1 = "9.2.1", "At Grips with the Enemy";
    R9_2_2 = "9.2.2", "No Stomach for a Tough Fight";
    R9_2_3 = "9.2.3", "Bowless Light Cavalry";
    R9_2_4 = "9.2.4", "Disordered Hun Infantry";
    R9_3 = "9.3", "Retreat Before Shock";
    R9_4 = "9.4", "Shock Combat Resolution";
    R9_5 = "9.5", "Shock Combat Modifiers";
    R9_5_1 = "9.5.1", "Position Advantage";
    R9_5_2 = "9.5.2", "Momentum Attack";
    R9_5_3 = "9.5.3", "Ferocious Attackers";
    R9_5_4 = "9.5.4", "Continued Attack Fatigue";
    R9_6_1 = "9.6.1", "Disordered Effects";
    R9_6_2 = "9.6.2", "Second Disorder Check";
    R9_7 = "9.7", "Overwhelming Victory";
    R9_7_1 = "9.7.1", "Counterattacks";
    R9_7_2 = "9.7.2", "Continued Attacks";
    R9_8 = "9.8", "Advance after Shock";
    R9_9 = "9.9", "Engaged Units";
    R10_0 = "10.0", "Reform";
    R11_0 = "11.0", "Opportunity Cards";
    R11_1 = "11.1", "Available Opportunity Cards";
    R11_2 = "11.2", "Playing Opportunity Cards";
    R11_3 = "11.3", "Opportunity Card Effects";
    R12_1 = "12.1", "Alans Activation";
    R12_2 = "12.2", "Alans Reaction Defection";
    R13_0 = "13.0", "Attila";
    R13_1 = "13.1", "The High King";
    R13_2 = "13.2", "Attila Escapes";
    R14_0 = "14.0", "Victory";
}

index! {
    /// The rulings: how Tessera reads the book where it is silent or contradicts itself.
    RULINGS:
    Q1 = "Q1", "Two hits on one unit";
    Q2 = "Q2", "The enemy zone of Momentum";
    Q3 = "Q3", "Attacks that share a unit";
    Q4 = "Q4", "Momentum is a choice";
    Q5 = "Q5", "Advance after a retreat";
    Q6 = "Q6", "Overwhelming in a counterattack";
    Q7 = "Q7", "The lost continuation";
    Q8 = "Q8", "Counterattackers do not advance";
    Q9 = "Q9", "Further reaction shots";
    Q10 = "Q10", "One die against several opponents";
    Q11 = "Q11", "Allowance after breaking off";
    Q12 = "Q12", "The one certain hex";
    Q13 = "Q13", "Where breaking off may end";
    Q14 = "Q14", "Surrounded horse archers";
    Q15 = "Q15", "Engaged cavalry does not retreat";
    Q16 = "Q16", "Sight along a hexside";
    Q17 = "Q17", "Attacked by horse and foot";
    Q18 = "Q18", "Turning and Reform";
    Q19 = "Q19", "Counterattack without a shock attack";
    Q20 = "Q20", "Attila by himself";
    Q21 = "Q21", "River check of a Disordered unit";
    Q22 = "Q22", "Rivers outside movement";
    Q23 = "Q23", "Target of a Continued Attack";
    Q24 = "Q24", "Retreat before a Continued Attack";
    Q25 = "Q25", "When an Engaged unit turns";
    Q26 = "Q26", "Engaged in front and flank";
    Q27 = "Q27", "The duty to attack";
    Q28 = "Q28", "Markers without units";
    Q29 = "Q29", "An empty activation";
    Q30 = "Q30", "Several Alan losses";
    Q31 = "Q31", "The slip in the example of 9.4";
    Q32 = "Q32", "Disordered on the way";
    Q33 = "Q33", "Advance while Engaged";
    Q34 = "Q34", "Attila's shift";
    Q35 = "Q35", "The second marker on turn 1";
    Q36 = "Q36", "Horse archers without orders";
    Q37 = "Q37", "The rating of the river check";
    Q38 = "Q38", "Momentum under reaction fire";
    Q39 = "Q39", "Moving onto Attila";
    Q40 = "Q40", "Ties among the lowest";
    Q41 = "Q41", "Markers after a tie";
    Q42 = "Q42", "The deck";
    Q43 = "Q43", "Away from whom";
    Q44 = "Q44", "Two points on top";
    Q45 = "Q45", "Attila goes along";
    Q46 = "Q46", "Who must advance";
    Q47 = "Q47", "Two cards in one window";
    Q48 = "Q48", "Attila's own movement";
    Q49 = "Q49", "Several Overwhelming units";
    Q50 = "Q50", "One of two defenders retreats";
    Q51 = "Q51", "Continued attack on two enemies";
    Q52 = "Q52", "Free set-up and the zones";
    Q53 = "Q53", "The reference in 7.1";
    Q54 = "Q54", "Reaction fire: order and state";
    Q55 = "Q55", "Horse archers in flight";
    Q56 = "Q56", "Breaking off into contact";
    Q57 = "Q57", "What counts as eliminated";
    Q58 = "Q58", "Facing without an order";
}

/// Headings of the book without code of their own: introductions, definitions, advice.
pub const PROSE: &[&str] = &[
    "0.0", "1.0", "2.0", "2.3", "2.6", "2.7", "8.0", "8.2", "9.0", "9.6", "12.0",
];

/// Finds a rule or ruling by its number.
#[must_use]
pub fn find(number: &str) -> Option<Rule> {
    rulebook::find(&[RULES, RULINGS], number)
}
