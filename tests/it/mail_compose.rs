//! Composed mails: exact bytes, and what another mail library makes of them.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tesserarius::mail::compose::{
    Attachment, ComposeError, InlinePng, Outgoing, Party, Sort, compose,
};
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, read};
use tesserarius::mail::token::claims_in;
use tesserarius::mail::world::{Site, World};
use tesserarius::mail::world_file::FileWorld;

const MAP: &str = "      14  15  16\n  06  .   #   .\n";

fn letter() -> Outgoing {
    Outgoing {
        from: Party {
            name: Some("Tessera".into()),
            address: "orders@pbem.example.org".into(),
        },
        to: Party {
            name: Some("Jürgen Müller".into()),
            address: "juergen.mueller@example.org".into(),
        },
        reply_to: Some("orders+vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org".into()),
        subject: "[vouille] turn 7: Franks to move by Tue 1 Dec 20:00".into(),
        message_id: "r1.vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org".into(),
        in_reply_to: Some("a@example.org".into()),
        references: (1..=9).map(|n| format!("{n}@example.org")).collect(),
        date: "2026-11-24T20:31:07Z".parse().expect("a time"),
        sort: Sort::Report,
        list_id: Some("vouille.pbem.example.org".into()),
        text: format!(
            "Grüße!\n\n{MAP}\nFrom here on\n.\n> x   \n{}\n",
            "word ".repeat(30)
        ),
        html: None,
        picture: None,
        attachments: Vec::new(),
    }
}

fn whole_letter() -> Outgoing {
    Outgoing {
        html: Some("<p>Grüße!</p><img src=\"cid:map7@pbem.example.org\" alt=\"map\">".into()),
        picture: Some(InlinePng {
            cid: "map7@pbem.example.org".into(),
            bytes: vec![0x89; 500],
        }),
        attachments: vec![
            Attachment::Board {
                name: "board.html".into(),
                html: "<h1>Vouillé</h1>\n".into(),
            },
            Attachment::Record {
                name: "record.txt".into(),
                text: format!("#TESSERA-BEGIN\nhead: {}\n", "ab".repeat(32)),
            },
        ],
        ..letter()
    }
}

/// Asks Python's email package; fails where it is missing, because then nothing would be tested.
fn structure(bytes: &[u8]) -> Value {
    let mut python = Command::new("python3")
        .args(["-c", include_str!("mail_structure.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed for this test");
    python
        .stdin
        .take()
        .expect("a pipe")
        .write_all(bytes)
        .expect("written");
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn python_sees_every_part_in_its_place_and_no_defect() {
    let seen = structure(&compose(&whole_letter()).expect("composed"));
    let body = &seen["body"];
    let kinds = |part: &Value| {
        part["parts"].as_array().map(|parts| {
            parts
                .iter()
                .map(|p| p["type"].as_str().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(body["type"], "multipart/mixed");
    assert_eq!(
        kinds(body),
        Some(vec![
            "multipart/alternative".into(),
            "text/html".into(),
            "text/plain".into()
        ])
    );
    let alternative = &body["parts"][0];
    assert_eq!(
        kinds(alternative),
        Some(vec!["text/plain".into(), "multipart/related".into()])
    );
    let related = &alternative["parts"][1];
    assert_eq!(
        kinds(related),
        Some(vec!["text/html".into(), "image/png".into()])
    );
    let picture = &related["parts"][1];
    assert_eq!(picture["id"], "<map7@pbem.example.org>");
    assert_eq!(
        (picture["disposition"].as_str(), picture["bytes"].as_u64()),
        (Some("inline"), Some(500))
    );
    for (part, name) in [
        (&body["parts"][1], "board.html"),
        (&body["parts"][2], "record.txt"),
    ] {
        assert_eq!(
            (part["disposition"].as_str(), part["name"].as_str()),
            (Some("attachment"), Some(name))
        );
        assert_eq!(part["encoding"], "quoted-printable");
    }
    assert!(!seen.to_string().contains("Defect"), "{seen}");
    assert_eq!(seen["bare"], 0, "every line ends in CRLF");
    assert_eq!(seen["ascii"], true);
    assert!(
        seen["longest"]
            .as_u64()
            .is_some_and(|longest| longest <= 100),
        "{}",
        seen["longest"]
    );
}

#[test]
fn python_sees_the_fields_that_the_specification_names() {
    let seen = structure(&compose(&letter()).expect("composed"));
    let field = |name: &str| seen["fields"][name].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        seen["to"],
        serde_json::json!(["juergen.mueller@example.org"])
    );
    assert_eq!(field("To"), "Jürgen Müller <juergen.mueller@example.org>");
    assert_eq!(field("From"), "Tessera <orders@pbem.example.org>");
    assert_eq!(
        field("Reply-To"),
        "Tessera <orders+vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org>"
    );
    assert_eq!(
        field("Subject"),
        "[vouille] turn 7: Franks to move by Tue 1 Dec 20:00"
    );
    assert_eq!(
        field("Message-ID"),
        "<r1.vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org>"
    );
    assert_eq!(field("In-Reply-To"), "<a@example.org>");
    let references = ["1", "5", "6", "7", "8", "9"]
        .map(|n| format!("<{n}@example.org>"))
        .join(" ");
    assert_eq!(field("References"), references);
    assert_eq!(field("Date"), "Tue, 24 Nov 2026 20:31:07 +0000");
    assert_eq!(field("Auto-Submitted"), "auto-generated");
    assert_eq!(field("X-Auto-Response-Suppress"), "All");
    assert_eq!(field("List-Id"), "<vouille.pbem.example.org>");
    assert_eq!(field("MIME-Version"), "1.0");
    let receipt = compose(&Outgoing {
        sort: Sort::Receipt,
        ..letter()
    })
    .expect("composed");
    assert_eq!(
        structure(&receipt)["fields"]["Auto-Submitted"],
        "auto-replied"
    );
}

#[test]
fn the_text_is_readable_in_the_raw_mail_and_harmless() {
    let bytes = compose(&letter()).expect("composed");
    let raw = String::from_utf8(bytes.clone()).expect("ASCII");
    assert!(
        raw.contains("\r\n  06  .   #   .\r\n"),
        "the map can be read in the raw mail: {raw}"
    );
    let text = structure(&bytes)["body"]["text"]
        .as_str()
        .expect("text")
        .replace("\r\n", "\n");
    assert!(text.starts_with("Grüße!\n\n      14  15  16\n"));
    for line in text.lines() {
        assert!(
            line.chars().count() <= 76 && line.trim_end() == line,
            "{line:?}"
        );
        assert!(
            !line.starts_with("From ") && !line.starts_with(['.', '>']),
            "{line:?}"
        );
    }
}

#[test]
fn the_same_letter_is_the_same_bytes_and_another_has_other_boundaries() {
    let first = compose(&whole_letter()).expect("composed");
    assert_eq!(compose(&whole_letter()).expect("composed"), first);
    let boundary = |bytes: &[u8]| {
        let raw = String::from_utf8_lossy(bytes).into_owned();
        raw.split("boundary=")
            .nth(1)
            .expect("a boundary")
            .lines()
            .next()
            .expect("a line")
            .to_owned()
    };
    let other = Outgoing {
        message_id: "r2.x@pbem.example.org".into(),
        ..whole_letter()
    };
    assert_ne!(
        boundary(&compose(&other).expect("composed")),
        boundary(&first)
    );
}

#[test]
fn the_whole_layout_of_a_small_mail() {
    let small = Outgoing {
        to: Party {
            name: None,
            address: "anna@müller.example".into(),
        },
        text: "Hi\n".into(),
        in_reply_to: None,
        references: Vec::new(),
        ..letter()
    };
    insta::assert_snapshot!(String::from_utf8(compose(&small).expect("composed")).expect("ASCII").replace('\r', ""), @r"
    From: Tessera <orders@pbem.example.org>
    To: anna@xn--mller-kva.example
    Subject: [vouille] turn 7: Franks to move by Tue 1 Dec 20:00
    Date: Tue, 24 Nov 2026 20:31:07 +0000
    Message-ID: <r1.vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org>
    Reply-To: Tessera <orders+vouille.frank.7.g6x3ms4b7rtv2nky@pbem.example.org>
    Auto-Submitted: auto-generated
    X-Auto-Response-Suppress: All
    X-Loop: orders@pbem.example.org
    List-Id: <vouille.pbem.example.org>
    MIME-Version: 1.0
    Content-Type: text/plain; charset=utf-8
    Content-Transfer-Encoding: quoted-printable

    Hi
    ");
}

#[test]
fn names_and_subjects_cannot_break_a_header() {
    let evil = "Anna\r\nBcc: all@example.net\r\n\r\nMOVE\0\u{7}";
    let mail = Outgoing {
        to: Party {
            name: Some(evil.into()),
            address: "anna@example.net".into(),
        },
        subject: format!("{evil}{}", "x".repeat(400)),
        in_reply_to: Some("a@b>\r\nBcc: c@d".into()),
        references: vec!["a b\r\n\r\nc@d".into()],
        list_id: Some("a\r\nBcc: b".into()),
        attachments: vec![Attachment::Record {
            name: "a\r\nX: y/../z\".txt".into(),
            text: "x\n".into(),
        }],
        ..letter()
    };
    let seen = structure(&compose(&mail).expect("composed"));
    assert_eq!(seen["to"], serde_json::json!(["anna@example.net"]));
    assert!(seen["fields"].get("Bcc").is_none() && seen["fields"].get("X").is_none());
    assert!(
        seen["fields"]["Subject"]
            .as_str()
            .is_some_and(|subject| subject.chars().count() <= 200)
    );
}

#[test]
fn what_cannot_be_sent_is_refused() {
    let address = |address: &str| Outgoing {
        to: Party {
            name: None,
            address: address.into(),
        },
        ..letter()
    };
    for bad in [
        "",
        "a",
        "a@",
        "a@b\r\nRCPT TO:<c@d>",
        "a@b, c@d",
        "a b@c",
        &format!("{}@b", "a".repeat(65)),
    ] {
        assert!(
            matches!(compose(&address(bad)), Err(ComposeError::Address(_))),
            "{bad}"
        );
    }
    let id = Outgoing {
        message_id: "no".into(),
        ..letter()
    };
    assert!(matches!(compose(&id), Err(ComposeError::Identifier(_))));
    let html = Outgoing {
        html: Some("x".repeat(91 << 10)),
        ..letter()
    };
    assert!(matches!(compose(&html), Err(ComposeError::TooLarge { .. })));
    let picture = Outgoing {
        html: None,
        ..whole_letter()
    };
    assert_eq!(compose(&picture), Err(ComposeError::PictureWithoutHtml));
    let board = Attachment::Board {
        name: "board.html".into(),
        html: "=".repeat(440 << 10),
    };
    let whole = Outgoing {
        attachments: vec![board],
        ..letter()
    };
    assert!(
        matches!(compose(&whole), Err(ComposeError::TooLarge { what, .. }) if what == "the whole mail")
    );
}

#[test]
fn our_own_mail_coming_back_is_known_and_an_answer_to_it_proves_the_seat() {
    let world = include_str!("../mail/world.json");
    let world = FileWorld::from_json(world).expect("as it must be");
    let bytes = compose(&whole_letter()).expect("composed");
    let back = read(&bytes, &[], &world, &Limits::default());
    assert!(matches!(back.disposition, Disposition::Autoreply(_)));
    let site: &Site = world.site();
    assert_eq!(
        claims_in(&letter().message_id, site),
        claims_in(letter().reply_to.as_deref().unwrap_or_default(), site)
    );
}
