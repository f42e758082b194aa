//! The 21 scenarios: armies, zones, ground, and the rules that only one of them has.

use tesserarius::engine::Seat;
use tesserarius::games;
use tesserarius::games::legion::data::scenario::{Bank, Deploy, Zone};
use tesserarius::games::legion::data::shipped_files;
use tesserarius::games::legion::land::Cell;
use tesserarius::games::legion::terms::{Class, Dir, Elevation, Legion, Terrain};
use tesserarius::games::legion::{Field, Game};
use tesserarius::geometry::Hex;

use super::table::{Table, game, hex};
use crate::support::terms::terms;

/// Worth and Panic Level.
type Army = (u16, Option<u16>);

/// What each army has as the book prints them, and as they follow where it is cut off.
const ARMIES: &[(&str, [Army; 2])] = &[
    ("L3.1", [(82, Some(33)), (74, Some(22))]),
    ("L3.2", [(112, Some(56)), (139, Some(28))]),
    ("L3.3", [(113, Some(57)), (75, Some(30))]),
    ("L3.4", [(75, Some(38)), (112, Some(34))]),
    ("L3.5", [(75, Some(38)), (118, Some(35))]),
    ("L3.6", [(67, Some(27)), (56, Some(17))]),
    ("L3.7", [(114, Some(57)), (66, None)]),
    ("L3.8", [(94, Some(38)), (86, Some(22))]),
    ("L4.1", [(74, Some(37)), (118, Some(30))]),
    ("L4.2", [(87, Some(52)), (124, Some(37))]),
    ("L4.3", [(37, Some(19)), (106, Some(27))]),
    ("L4.4", [(103, Some(52)), (95, Some(38))]),
    ("L4.5", [(103, Some(40)), (99, Some(30))]),
    ("L4.6", [(88, Some(53)), (105, Some(32))]),
    ("L5.1", [(77, Some(23)), (93, Some(28))]),
    ("L5.2", [(77, Some(23)), (123, Some(49))]),
    ("L5.3", [(127, Some(44)), (106, Some(27))]),
    ("L5.4", [(61, Some(24)), (79, Some(24))]),
    ("L5.5", [(160, Some(72)), (139, Some(42))]),
    ("L5.6", [(99, Some(50)), (164, Some(49))]),
    ("L5.7", [(110, Some(55)), (145, Some(58))]),
];

#[test]
fn r13_0a_every_army_has_its_level() {
    for &(number, armies) in ARMIES {
        let game = game(number, &[]);
        let scenario = game.scenario.as_ref().expect("it was named");
        for (side, (worth, level)) in armies.into_iter().enumerate() {
            let army = &scenario.armies[side];
            assert_eq!(
                (army.worth, army.panic_level),
                (worth, level),
                "{}",
                army.key
            );
            let units = game
                .units()
                .filter(|&unit| usize::from(game.side_of(unit).0) == side);
            let sum: u16 = units
                .map(|unit| u16::from(game.kinds.get(game.unit(unit).kind).worth))
                .sum();
            assert_eq!(sum, worth, "{}", army.key);
        }
    }
}

#[test]
fn every_army_finds_room_in_its_zone() {
    let game = games::find("legion").expect("the game is listed");
    let scenarios = (game.scenarios)(&shipped_files()).expect("the files are sound");
    assert_eq!(scenarios.len(), ARMIES.len());
    for scenario in scenarios {
        let started = (game.start)(&terms("legion", &scenario, &[]));
        assert!(started.is_ok(), "{scenario}: {:?}", started.err());
    }
}

#[test]
fn the_drill_sets_every_army_up_inside_its_zones() {
    let entry = games::find("legion").expect("the game is listed");
    let scenarios = (entry.scenarios)(&shipped_files()).expect("the files are sound");
    for key in scenarios {
        // What nobody places is placed as the drill has it.
        let table = Table::set_up(&key, &[]);
        let land = &table.game.land;
        let scenario = table.game.scenario.as_ref().expect("it was named");
        let near = |zones: &[Zone], hex: Hex| {
            let near = |zone: &Zone| {
                let centre = land.letter(zone.letter).expect("the map has it");
                land.distance(centre, hex) <= zone.within
            };
            zones.iter().any(near)
        };
        for unit in table.game.units() {
            let hex = table.open().hex(unit).expect("everybody is set up");
            let side = usize::from(table.game.side_of(unit).0);
            let is_inside = match &scenario.armies[side].deploy {
                Deploy::Zones { zones } => near(zones, hex),
                Deploy::Groups { groups } => groups.iter().any(|group| {
                    let north = group.bank == Bank::North;
                    near(&group.zones, hex) && land.north_bank.contains(&hex) == north
                }),
                Deploy::Road { road, .. } => {
                    let (_, path) = land
                        .roads
                        .iter()
                        .find(|(name, _)| name == road)
                        .expect("the map has it");
                    path.contains(&hex)
                }
            };
            assert!(is_inside, "{key}: {} in {hex}", table.game.id(unit));
            assert!(!land.cell(hex).closed, "{key}: {hex}");
        }
    }
}

#[test]
fn r4_2a_r11_1a_the_scenario_says_who_sets_up_and_moves_first() {
    assert_eq!(Table::start("numidia", &[]).asked(), [Seat(1)]);
    assert_eq!(Table::set_up("numidia", &[]).open().phasing.0, 0);
    assert_eq!(Table::start("vercellae", &[]).asked(), [Seat(0)]);
    assert_eq!(Table::set_up("vercellae", &[]).open().phasing.0, 0);
    assert_eq!(Table::start("sambre", &[]).asked(), [Seat(0)]);
    assert_eq!(Table::set_up("sambre", &[]).open().phasing.0, 1);
}

#[test]
fn r11_1b_zones_end_where_they_end() {
    let table = Table::start("vercellae", &[]);
    let at = |hex: &str| table.refused(Seat(0), &format!("DEPLOY SD1 AT {hex}"));
    assert_eq!(at("1411"), [None]);
    assert_eq!(at("1412"), [Some("11.1")]);
}

#[test]
fn r11_1c_zones_are_mixed_freely() {
    let table = Table::start("apulia", &[]);
    let text = "DEPLOY SD1,SD2 AT 1224\nDEPLOY SD3,SD4 AT 1703\nDEPLOY SD5 AT 1224";
    assert_eq!(table.refused(Seat(0), text), [None, None, None]);
    assert_eq!(table.refused(Seat(0), "DEPLOY SD1 AT 2628"), [Some("11.1")]);
}

#[test]
fn r11_1d_limits_and_classes_hold_at_set_up() {
    let table = Table::start("apulia", &[]);
    let wrong = [
        ("DEPLOY SD1,MS1 AT 1224", "5.32"),
        ("DEPLOY LC1,SD1 AT 1224", "5.32"),
        ("DEPLOY MS1,MS2,MS3 AT 1224", "5.4"),
    ];
    for (line, rule) in wrong {
        assert_eq!(table.refused(Seat(0), line), [Some(rule)], "{line}");
    }
}

#[test]
fn r5_4c_types_with_a_limit_of_their_own() {
    let apulia = Table::start("apulia", &[]);
    assert_eq!(
        apulia.refused(Seat(0), "DEPLOY SD1,SD2,SD3 AT 1224"),
        [None]
    );
    let mixed = apulia.refused(Seat(0), "DEPLOY SD1,SD2,BI1 AT 1224");
    assert_eq!(mixed, [Some("5.4")]);
    let mut cabira = Table::start("cabira", &[]);
    cabira.pass();
    let at = |line: &str| cabira.refused(Seat(1), line);
    assert_eq!(at("DEPLOY SD21,SD22,SD23 AT 1810"), [None]);
    assert_eq!(at("DEPLOY PS1,PS2,PS3 AT 1810"), [Some("5.4")]);
    let busta = Table::start("busta-gallorum", &[]);
    let at = |line: &str| busta.refused(Seat(0), line);
    assert_eq!(at("DEPLOY PS1,PS2,PS3 AT 1224"), [Some("L5.5")]);
    assert_eq!(at("DEPLOY PS1,PS2,SK1 AT 1224"), [None]);
    let free = Table::start("busta-gallorum", &[("busta_stack", "none")]);
    assert_eq!(free.refused(Seat(0), "DEPLOY PS1,PS2,PS3 AT 1224"), [None]);
}

#[test]
fn r_l3_1_the_romans_stand_along_the_north_road() {
    let table = Table::start("numidia", &[]);
    let at = |line: &str| table.refused(Seat(1), line);
    assert_eq!(at("DEPLOY SD1,SD2 AT 2301"), [None]);
    assert_eq!(at("DEPLOY SD1,SD2,1L1,2L2 AT 2421"), [None]);
    assert_eq!(at("DEPLOY SD1,SD2,SD3 AT 2301"), [Some("L3.1")]);
    assert_eq!(at("DEPLOY SD1 AT 2422"), [Some("11.1")]);
    assert_eq!(table.game.sides[1].stacking, 3);
}

#[test]
fn r_l3_5_half_of_the_nervii_stand_north_of_the_river() {
    let mut table = Table::start("sambre", &[]);
    table.pass();
    let land = &table.game.land;
    let north = land.north_bank.iter().copied();
    let near: Vec<Hex> = north
        .filter(|&own| land.distance(own, hex("1810")) <= 3)
        .collect();
    let lines: Vec<String> = (0..11)
        .map(|n| format!("DEPLOY BI{},BI{} AT {}", 2 * n + 1, 2 * n + 2, near[n]))
        .collect();
    let refused = table.refused(Seat(1), &lines.join("\n"));
    assert!(refused[..10].iter().all(Option::is_none), "{refused:?}");
    assert_eq!(refused[10], Some("L3.5"));
    let one = lines[..10].join("\n") + &format!("\nDEPLOY BI21 AT {}", near[10]);
    assert_eq!(table.refused(Seat(1), &one).last(), Some(&None));
}

fn cells(game: &Game) -> impl Iterator<Item = (Hex, Cell)> {
    game.land.hexes()
}

#[test]
fn r_l3_6_parthians_ride_anywhere_without_leaders() {
    let game = game("carrhae", &[]);
    assert!(!game.sides[1].needs_leaders);
    let open = |cell: Cell| {
        cell.terrain == Terrain::Clear && cell.elevation == Elevation::Ground && cell.roads == 0
    };
    assert!(cells(&game).all(|(_, cell)| open(cell)));
    // The roads are still where they leave the map: the Roman exit is measured from one.
    assert_eq!(
        cells(&game)
            .filter(|(_, cell)| cell.road_exits != 0)
            .count(),
        4
    );
}

#[test]
fn r_l4_1_bridges_are_fords_and_villages_clear() {
    let (map, game) = (game("numidia", &[]), game("teutoburgerwald", &[]));
    let bridges = cells(&map).filter(|(_, cell)| cell.terrain == Terrain::Bridge);
    let mut count = 0;
    for (hex, cell) in bridges {
        count += 1;
        assert_eq!(game.land.cell(hex).terrain, Terrain::Ford, "{hex}");
        assert!(game.land.effect(hex).no_fire.contains(&Class::Ff), "{hex}");
        let dir = Dir::ALL
            .into_iter()
            .find(|dir| cell.roads & (1 << dir.index()) != 0);
        let dir = dir.expect("a road leads over it");
        let beside = game.land.around(hex)[dir.index()].expect("a road goes on");
        let back = game.land.towards(beside, hex).expect("they touch");
        assert_eq!(game.land.cost(beside, back, hex), 1, "{hex}");
    }
    assert!(count > 0);
    assert!(cells(&game).all(|(_, cell)| cell.terrain != Terrain::Village));
}

#[test]
fn r_l4_2_zone_s_is_e_unless_agreed_otherwise() {
    let at = |options: &[(&str, &str)], hex: &str| {
        let mut table = Table::start("minden", options);
        table.pass();
        table.refused(Seat(1), &format!("DEPLOY BI1 AT {hex}"))
    };
    assert_eq!(at(&[], "1224"), [None]);
    assert_eq!(at(&[("minden_s", "void")], "1224"), [Some("11.1")]);
    assert_eq!(at(&[("minden_s", "k")], "3219"), [None]);
}

#[test]
fn r_l4_3_slopes_and_river_are_barred_bridges_open_by_road() {
    let game_of = |options: &[(&str, &str)]| game("boudiccan-revolt", options);
    let (open, barred) = (game_of(&[]), game_of(&[("boudicca_bridges", "barred")]));
    for (hex, cell) in cells(&open) {
        let closed = cell.elevation == Elevation::Slope || cell.terrain == Terrain::River;
        assert_eq!(cell.closed, closed, "{hex}");
        let bridge = cell.terrain == Terrain::Bridge;
        assert_eq!(cell.road_only, bridge, "{hex}");
        assert_eq!(barred.land.cell(hex).closed, closed || bridge, "{hex}");
    }
    let slope = cells(&open).find(|(hex, cell)| {
        let beside = open.land.around(*hex).into_iter().flatten();
        cell.elevation == Elevation::Slope && beside.count() == 6
    });
    let (slope, _) = slope.expect("the map has slopes");
    for dir in Dir::ALL {
        let from = open.land.around(slope)[dir.index()].expect("six neighbours");
        let back = open.land.towards(from, slope).expect("they touch");
        assert!(
            !open.land.is_passable(from, back, slope, Class::B),
            "{from}"
        );
    }
}

#[test]
fn r_l5_1_only_water_counts() {
    for scenario in ["ctesiphon", "daras"] {
        let game = game(scenario, &[]);
        let water = [Terrain::River, Terrain::Ford, Terrain::Bridge];
        for (hex, cell) in cells(&game) {
            let plain = cell.terrain == Terrain::Clear || water.contains(&cell.terrain);
            assert!(
                plain && cell.elevation == Elevation::Ground && cell.dark == 0,
                "{hex}"
            );
        }
        assert!(
            water
                .iter()
                .all(|own| cells(&game).any(|(_, cell)| cell.terrain == *own))
        );
    }
}

#[test]
fn r_l5_2_the_roman_level_is_23() {
    assert_eq!(game("adrianople", &[]).sides[0].panic_level, Some(23));
    let thirty = game("adrianople", &[("adrianople_pl", "30")]);
    assert_eq!(thirty.sides[0].panic_level, Some(30));
}

#[test]
fn r_l5_7_the_players_may_ignore_the_ground() {
    let counts = |options: &[(&str, &str)]| {
        let game = game("L5.7", options);
        cells(&game)
            .filter(|(_, cell)| cell.terrain != Terrain::Clear)
            .count()
    };
    assert!(counts(&[]) > 0);
    assert_eq!(counts(&[("hypothetical_terrain", "ignore")]), 0);
}

#[test]
fn r89_with_the_river_fall_fords_and_bridges_unless_agreed_otherwise() {
    let water = |options: &[(&str, &str)]| {
        let game = game("vercellae", options);
        let wet = |cell: &Cell| {
            matches!(
                cell.terrain,
                Terrain::River | Terrain::Ford | Terrain::Bridge
            )
        };
        cells(&game).filter(|(_, cell)| wet(cell)).count()
    };
    assert_eq!(water(&[]), 0);
    assert!(water(&[("ignore_river_scope", "river_only")]) > 0);
}

#[test]
fn r14_0_the_map_has_three_levels() {
    let game = game("chalons", &[]);
    for level in [Elevation::Ground, Elevation::Slope, Elevation::Hilltop] {
        assert!(
            cells(&game).any(|(_, cell)| cell.elevation == level),
            "{level}"
        );
    }
    for (hex, cell) in cells(&game) {
        for dir in Dir::ALL
            .into_iter()
            .filter(|dir| cell.dark & (1 << dir.index()) != 0)
        {
            let beside = game.land.around(hex)[dir.index()].expect("inside the map");
            let pair = [cell.elevation, game.land.cell(beside).elevation];
            assert!(
                pair.contains(&Elevation::Slope) && pair.contains(&Elevation::Hilltop),
                "{hex}"
            );
        }
    }
}

#[test]
fn r10_0e_mounted_units_are_exempt_where_the_scenario_says_so() {
    let table = Table::set_up("chalons", &[]);
    let field = Field::new(&table.game, table.open());
    let (mut free, mut halved) = (0, 0);
    for unit in table
        .game
        .units()
        .filter(|&unit| table.game.side_of(unit).0 == 1)
    {
        let kind = field.kind(unit);
        let leader = table.unit("1L1");
        let here = field.piece(unit).hex().expect("set up");
        let far = table
            .game
            .land
            .distance(here, field.piece(leader).hex().expect("set up"))
            > 2;
        let mounted = matches!(kind.class, Class::C | Class::Mf);
        let controlled = field.is_controlled(unit);
        assert_eq!(
            controlled,
            !far || mounted || kind.is_leader(),
            "{}",
            table.game.id(unit)
        );
        free += u32::from(far && mounted);
        halved += u32::from(!controlled);
    }
    assert!(free > 0 && halved > 0, "{free} {halved}");
}

#[test]
fn r_l1_2a_r_l1_2b_swordsmen_are_told_off_in_eights_and_in_secret() {
    use tesserarius::engine::{Rules, Viewer};
    let mut table = Table::start("numidia", &[("L1.2_integrity", "on")]);
    table.pass();
    let tagged = |legion: Legion, prefix: &str| {
        let units = table.game.units();
        let of = units.filter(|&unit| table.game.id(unit).starts_with(prefix));
        of.filter(|&unit| table.open().piece(unit).legion == Some(legion))
            .count()
    };
    assert_eq!(
        [Legion::I, Legion::II, Legion::III].map(|own| tagged(own, "SD")),
        [8, 8, 4]
    );
    assert_eq!(
        table.open().piece(table.unit("1L1")).legion,
        Some(Legion::I)
    );
    assert_eq!(
        table.open().piece(table.unit("2L2")).legion,
        Some(Legion::II)
    );
    let view = table
        .game
        .view(table.position.state(), Viewer::Seat(Seat(0)));
    assert!(view.open.pieces.iter().all(|piece| piece.legion.is_none()));
}

#[test]
fn r_l1_2a_legions_are_made_up_by_lines_too() {
    let table = Table::start("numidia", &[("L1.2_integrity", "on")]);
    let text = "LEGION I = SD1-SD8 LEADER 1L1\nLEGION II = SD9-SD17\nLEGION II = SD8 LEADER 1L1";
    assert_eq!(
        table.refused(Seat(1), text),
        [None, Some("L1.2"), Some("L1.2")]
    );
}

#[test]
fn r_l1_31_green_units_are_swordsmen_in_all_else() {
    let game = game("numidia", &[("L1.3_green", "on")]);
    let (kind, strengths) = game.kinds.green.expect("the data have it");
    let kind = game.kinds.get(kind);
    assert_eq!(
        (kind.key.as_str(), kind.class, kind.ma),
        ("SD", Class::B, 4)
    );
    assert_eq!(strengths, [5, 4, 3]);
}

#[test]
fn every_scenario_says_what_each_side_still_needs() {
    let entry = games::find("legion").expect("the game is listed");
    for scenario in (entry.scenarios)(&shipped_files()).expect("the files are sound") {
        let told = (entry.describe_scenario)(&shipped_files(), &scenario).expect("it is there");
        let game = game(&scenario, &[]);
        let own = game.scenario.as_ref().expect("it was named");
        let wanted = [
            &own.number,
            &own.title,
            &own.date,
            &own.armies[0].name,
            &own.armies[1].name,
        ];
        for word in wanted {
            assert!(told.text.contains(word.as_str()), "{scenario}: {word}");
        }
        assert!(
            told.text.contains("Game-Turns") && told.text.contains("VICTORY"),
            "{scenario}"
        );
        assert_eq!(
            told.json["outcome"].as_array().map(Vec::len),
            Some(own.outcome.len()),
            "{scenario}"
        );
    }
}
