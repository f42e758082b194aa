//! Every form of a report: golden files, widths and sizes, what they may hold and what not.

use tesserarius::bot::SelfPlay;
use tesserarius::engine::{
    Arm, Bearing, Board, Counter, DrawDice, DryDice, Ground, Idiom, Mark, Match, RunFacts, Seat,
    Sign, Viewer,
};
use tesserarius::games::{self, Terms};
use tesserarius::geometry::{Facing, Hex, Layout};
use tesserarius::ledger::hash::h;
use tesserarius::report::board::{self, MailTo};
use tesserarius::report::model::{Heading, Party, Report};
use tesserarius::report::picture::{Picture, Theme, png, svg};
use tesserarius::report::proof::{expected, prove};
use tesserarius::report::replay::{self, Reel};
use tesserarius::report::templates::Templates;
use tesserarius::report::window::Window;
use tesserarius::report::{ascii, html, prose, text};

use crate::support::terms::standard;

/// The reports of both sides on every turn of one match between bots.
pub(super) fn reports() -> Vec<Report> {
    let game = games::find("sign-of-the-pagan").unwrap();
    let terms = standard(&[]);
    let wanted = SelfPlay {
        games: 1,
        seed: "1".to_owned(),
        bots: vec!["steady".to_owned()],
        checked: false,
        told: true,
    };
    let heading = heading("Anna", "Bruno");
    let sides = (game.sides)(&terms).unwrap();
    let tally = (game.selfplay)(&terms, &wanted).unwrap();
    let pages = tally.pages.iter();
    pages
        .map(|page| Report::of_page(&heading, &sides[page.seat.index()], page))
        .collect()
}

fn heading(hun: &str, roman: &str) -> Heading {
    let party = |side: &str, name: &str| Party {
        side: side.to_owned(),
        name: name.to_owned(),
    };
    Heading {
        id: "chalons".to_owned(),
        game: "sign-of-the-pagan".to_owned(),
        title: "Sign of the Pagan".to_owned(),
        scenario: "standard".to_owned(),
        parties: vec![party("hun", hun), party("roman", roman)],
    }
}

pub(super) fn templates() -> Templates {
    Templates::new(&[]).unwrap()
}

pub(super) const FRAME: html::Frame<'_> = html::Frame {
    subject: "[chalons] turn 1: hun to move",
    picture: "cid:map@example.org",
    site: Some("The demo site"),
};

pub(super) fn golden(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../golden", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn text_prose_and_page_of_a_turn_read_as_they_did() {
    let report = &reports()[2];
    assert_eq!(report.side.as_deref(), Some("hun"));
    golden(
        "turn-1-hun.txt",
        &text::report(&templates(), report).unwrap(),
    );
    golden(
        "turn-1-hun.prose",
        &prose::report(&templates(), report).unwrap(),
    );
    golden(
        "turn-1-hun.html",
        &html::report(&templates(), report, FRAME).unwrap(),
    );
}

#[test]
fn every_report_keeps_its_width_and_its_size() {
    for report in reports() {
        let words = text::report(&templates(), &report).unwrap();
        let told = prose::report(&templates(), &report).unwrap();
        for line in words.lines().chain(told.lines()) {
            assert!(line.chars().count() <= ascii::WIDTH, "{line}");
        }
        let page = html::report(&templates(), &report, FRAME).unwrap();
        assert!(page.len() < 90 * 1024, "{}", page.len());
    }
}

#[test]
fn prose_draws_nothing() {
    for report in reports() {
        let told = prose::report(&templates(), &report).unwrap();
        for drawn in ["~~~", "|", "---", "=="] {
            assert!(!told.contains(drawn), "{drawn} in\n{told}");
        }
        assert!(told.contains("SECTION: WHERE YOUR UNITS ARE."));
    }
}

#[test]
fn summaries_have_at_most_five_lines_and_name_own_losses_first() {
    let words: Vec<String> = reports()
        .iter()
        .map(|report| text::report(&templates(), report).unwrap())
        .collect();
    for words in &words {
        let short = words
            .split("IN SHORT\n--------\n")
            .nth(1)
            .unwrap_or_default();
        let short = short.split("\n\n").next().unwrap_or_default();
        let lines = short.lines().filter(|line| line.starts_with("* ")).count();
        assert!(lines <= 5, "{short}");
    }
    let hun = words[2].split("IN SHORT\n--------\n").nth(1).unwrap();
    assert!(hun.starts_with("* You have lost hun-lc-"), "{hun}");
}

#[test]
fn compelled_attackers_are_told_as_such() {
    let told = reports()
        .iter()
        .map(|report| text::report(&templates(), report).unwrap())
        .collect::<String>();
    assert!(told.contains("compelled 9.2.1"));
}

#[test]
fn players_cannot_put_anything_into_a_page_or_a_picture() {
    let mut report = reports().swap_remove(2);
    let bad = "<script>alert(1)</script>{{ site }}\"'&";
    report.heading = heading(bad, bad);
    report.heading.title = bad.to_owned();
    report.around.press = vec![bad.to_owned()];
    for counter in &mut report.board.counters {
        counter.id = bad.to_owned();
        counter.short = bad.to_owned();
    }
    let page = html::report(&templates(), &report, FRAME).unwrap();
    let drawing = html::drawing(&report, html::Look::default(), None);
    for made in [&page, &drawing] {
        assert!(!made.contains("<script"), "a tag came through");
        assert!(made.contains("&lt;script&gt;alert(1)"));
        assert!(
            made.contains("{{ site }}"),
            "what reads as a template stays as it is"
        );
    }
    png(&drawing).unwrap();
}

/// The width of a picture, and its pixels in red, green and blue.
fn decoded(file: &[u8]) -> (usize, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    (frame.width as usize, pixels)
}

/// A picture as a grid of the mean colours of its tiles, three hexadecimal digits each.
pub(super) fn coarse(file: &[u8], tile: usize) -> String {
    let (width, pixels) = decoded(file);
    let rows: Vec<&[u8]> = pixels.chunks(width * 3).collect();
    let mean = |band: &[&[u8]], left: usize| {
        let mut sum = [0usize; 3];
        let right = (left + tile).min(width);
        for row in band {
            for pixel in row[left * 3..right * 3].chunks(3) {
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += usize::from(*part);
                }
            }
        }
        let count = band.len() * (right - left) * 16;
        sum.map(|part| format!("{:x}", part / count)).concat()
    };
    let line = |band: &[&[u8]]| {
        let tiles = (0..width).step_by(tile).map(|left| mean(band, left));
        tiles.collect::<Vec<_>>().join(" ")
    };
    let lines = rows.chunks(tile).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_picture_of_a_mail_is_the_same_twice_shows_something_and_fits() {
    let report = reports().swap_remove(2);
    let first = html::picture(&report).unwrap();
    assert_eq!(first, html::picture(&report).unwrap());
    assert!(first.starts_with(b"\x89PNG"));
    assert!(first.len() < 300 * 1024, "{}", first.len());
    let (width, pixels) = decoded(&first);
    assert!([1000, 760].contains(&width), "{width}");
    golden("turn-1-hun.png", &coarse(&first, 50));
    let mut colours: Vec<[u8; 3]> = pixels.chunks(3).map(|p| [p[0], p[1], p[2]]).collect();
    colours.sort_unstable();
    colours.dedup();
    assert!(colours.len() > 50, "{} colours", colours.len());
}

#[test]
fn every_theme_draws_the_sides_in_shapes_of_their_own() {
    let report = reports().swap_remove(0);
    for theme in [Theme::Colour, Theme::Grey, Theme::Blind] {
        let look = html::Look { theme, crop: false };
        let drawing = html::drawing(&report, look, Some(900));
        assert!(drawing.contains("h44v44h-44z"), "square for the first side");
        assert!(
            drawing.contains("l9 9v26l-9 9h-26"),
            "cut corners for the second"
        );
        assert!(drawing.contains("width=\"900\""));
    }
}

const IDIOM: Idiom = Idiom {
    disordered: Sign {
        letter: 'D',
        short: "Dis",
        word: "disrupted",
    },
    engaged: Sign {
        letter: 'C',
        short: "Con",
        word: "in Contact",
    },
    bearing: Bearing::Compass,
};

/// A small map of flat-topped hexes with a stack, of no game.
fn flat() -> Board {
    let hex = |text: &str| text.parse::<Hex>().unwrap();
    let counter = |id: &str, side: u8, at: &str, disordered: bool| Counter {
        hex: hex(at),
        id: id.to_owned(),
        short: id.to_uppercase(),
        side,
        code: "HI".into(),
        kind: "heavy infantry".into(),
        arm: Arm::Foot,
        weight: 1,
        people: "Roman".to_owned(),
        facing: Facing::new(12),
        strength: "4-5".to_owned(),
        disordered,
        engaged: disordered,
        leader: false,
        signs: if id == "b1" {
            vec![Sign {
                letter: 'P',
                short: "Pan",
                word: "panicked",
            }]
        } else {
            Vec::new()
        },
    };
    Board {
        layout: Layout::FlatEvenLower,
        rows: 6,
        columns: 4,
        ground: vec![
            Ground {
                hex: hex("0203"),
                terrain: "woods",
                level: 0,
            },
            Ground {
                hex: hex("0502"),
                terrain: "clear",
                level: 2,
            },
            Ground {
                hex: hex("0103"),
                terrain: "river",
                level: 0,
            },
            Ground {
                hex: hex("0204"),
                terrain: "bridge",
                level: 0,
            },
        ],
        rivers: vec![(hex("0302"), hex("0402")), (hex("0302"), hex("0303"))],
        roads: vec![(hex("0204"), hex("0203")), (hex("0204"), hex("0304"))],
        names: vec![(hex("0602"), "A".to_owned())],
        idiom: IDIOM,
        counters: vec![
            counter("a1", 0, "0302", false),
            counter("a2", 0, "0302", true),
            counter("b1", 1, "0402", true),
        ],
        leaders: vec![(hex("0604"), "Caesar".to_owned())],
    }
}

#[test]
fn flat_topped_hexes_and_stacks_are_drawn_as_text() {
    let board = flat();
    golden(
        "flat.close.txt",
        &ascii::close(&board, &Window::whole(&board)),
    );
    golden("flat.small.txt", &ascii::small(&board, &['a', 'b']));
    let panels = Window::panels(&board, 4);
    assert_eq!(
        panels.len(),
        2,
        "six hexes across in panels of at most four"
    );
}

#[test]
fn flat_topped_hexes_stacks_and_every_mark_are_drawn_as_a_picture() {
    let board = flat();
    let hex = |text: &str| text.parse::<Hex>().unwrap();
    let marks = [
        Mark::Move {
            path: vec![hex("0101"), hex("0201"), hex("0302")],
        },
        Mark::Fire {
            from: hex("0302"),
            to: hex("0402"),
            hit: true,
        },
        Mark::Fire {
            from: hex("0402"),
            to: hex("0302"),
            hit: false,
        },
        Mark::Shock {
            from: hex("0302"),
            to: hex("0402"),
        },
        Mark::Loss { hex: hex("0502") },
    ];
    let drawing = svg(&Picture {
        board: &board,
        marks: marks.iter().collect(),
        window: Window::whole(&board),
        theme: Theme::Colour,
        width: None,
        title: "Flat".to_owned(),
        words: "Two stacks and a leader".to_owned(),
    });
    golden("flat.svg", &drawing);
    assert!(drawing.contains(">x2<"), "a stack tells how many");
    golden("flat.png", &coarse(&png(&drawing).unwrap(), 20));
}

/// What the first seat of a game is asked first.
fn first_report(game: &games::GameEntry) -> Report {
    let files = (game.files)();
    let terms = Terms {
        scenario: (game.scenarios)(&files).unwrap().swap_remove(0),
        options: Vec::new(),
        files,
    };
    let play = (game.start)(&terms).unwrap();
    let party = |side: String| Party {
        name: side.clone(),
        side,
    };
    let heading = Heading {
        game: game.key.to_owned(),
        parties: (game.sides)(&terms)
            .unwrap()
            .into_iter()
            .map(party)
            .collect(),
        ..heading("", "")
    };
    Report::present(&heading, &*play, Viewer::Seat(Seat(0)))
}

#[test]
fn every_shipped_template_renders_on_sample_facts_and_a_slip_is_named() {
    let mut reports = reports();
    reports.extend(games::GAMES.iter().map(first_report));
    let proof = prove(&templates(), &reports);
    assert!(proof.slips.is_empty(), "{:?}", proof.slips);
    let tried: Vec<_> = expected().difference(&proof.rendered).cloned().collect();
    assert!(tried.is_empty(), "no sample for {tried:?}");
    let own = |name: &str, text: &str| [(name.to_owned(), text.to_owned())];
    for (name, text) in [
        ("report/sign-of-the-pagan/note.txt", "{{ no_such_name }}"),
        ("mail/receipt.txt", "{{ no_such_name }}"),
        ("board/board.html", "{{ no_such_name }}"),
    ] {
        let slipped = Templates::new(&own(name, text)).unwrap();
        let proof = prove(&slipped, &reports[..1]);
        let told = format!("{:?}", proof.slips);
        assert!(
            told.contains(name) && told.contains("no_such_name"),
            "{told}"
        );
    }
    let wrong = Templates::new(&own("mail/held.txt", "{% if %}"));
    assert!(
        wrong.is_err(),
        "a template that cannot be read is refused at once"
    );
    let changed = Templates::new(&own("mail/held.txt", "Held: {{ reason }}")).unwrap();
    let facts = serde_json::json!({ "reason": "late" });
    assert_eq!(
        changed.render("mail/held.txt", &facts).unwrap(),
        "Held: late"
    );
}

#[test]
fn the_board_holds_the_data_of_its_reader_and_fits() {
    for report in reports() {
        let page = board::page(&templates(), &report, &[], &MailTo::default()).unwrap();
        assert!(page.len() < 450 * 1024, "{}", page.len());
        assert!(page.contains("default-src 'none'"), "it may load nothing");
    }
}

/// Everything that a seat is sent of a match whose Huns chose these markers in secret, and its replay.
fn artefacts(markers: &str, seat: Seat) -> [Vec<u8>; 6] {
    let game = games::find("sign-of-the-pagan").unwrap();
    let terms = standard(&[]);
    let mut play = (game.start)(&terms).unwrap();
    let hun = format!("{markers}\nINITIATIVE HUNS\nREACT ALL:MI HOLD\nDEFAULT D9");
    play.run(&mut DryDice);
    let asked = |play: &dyn Match| play.stop().unwrap().seats;
    let dice = |purpose: &str| DrawDice::new(h("test.forms", &[purpose.as_bytes()]));
    for side in ["hun", "roman"] {
        let silent = asked(&*play)[0];
        assert_eq!(play.questions(silent)[0].key, "set_up");
        play.refile(silent, &["PASS".to_owned()]);
        play.run(&mut dice(side));
        play.refile(silent, &[]);
    }
    let roman = "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS";
    for seat in asked(&*play) {
        let text = if seat == Seat(0) { &hun } else { roman };
        let reading = play.file(seat, text);
        assert!(!reading.is_bad(), "{reading:?}");
    }
    let run = play.run_filmed(&mut dice("markers"));
    everything(&heading("Anna", "Bruno"), &*play, &run, seat)
}

/// Everything that a seat is sent after a run, and its replay.
pub(super) fn everything(
    heading: &Heading,
    play: &dyn Match,
    run: &RunFacts,
    seat: Seat,
) -> [Vec<u8>; 6] {
    let viewer = Viewer::Seat(seat);
    let report = Report::after(heading, play, viewer, run);
    let offers = play.offers(seat);
    let reels = [Reel {
        turn: play.turn(),
        scenes: run.scenes_of(viewer),
    }];
    let templates = templates();
    let start = run.board_before(viewer).unwrap();
    let mail = MailTo::default();
    [
        text::report(&templates, &report).unwrap().into_bytes(),
        prose::report(&templates, &report).unwrap().into_bytes(),
        html::report(&templates, &report, FRAME)
            .unwrap()
            .into_bytes(),
        html::picture(&report).unwrap(),
        board::page(&templates, &report, &offers, &mail)
            .unwrap()
            .into_bytes(),
        replay::page(&templates, heading, "", start, &reels)
            .unwrap()
            .into_bytes(),
    ]
}

#[test]
fn a_secret_choice_changes_nothing_that_the_other_side_gets() {
    let one = "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES";
    let other = "CAM HUNS OSTROGOTHS OSTROGOTHS ALLIES ALLIES";
    let [hun, roman] = [Seat(0), Seat(1)];
    assert_eq!(artefacts(one, roman), artefacts(other, roman));
    assert_ne!(
        artefacts(one, hun)[0],
        artefacts(other, hun)[0],
        "its owner sees it"
    );
}
