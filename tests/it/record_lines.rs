//! Lines of a record: their exact bytes, what is refused, parts and their merging.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use tesserarius::record::{
    At, Body, EntryBody, Holder, InputBody, InputKind, Kind, Line, MatchBody, Merged, OrdersBody,
    PrivateBody, PublicBody, RecordError, SeatLine, SeatNumber, Secret, SecretBody, SecretKind,
    part_name, part_text, read_part,
};

fn json(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn seat(number: u8) -> SeatNumber {
    SeatNumber::player(number).unwrap()
}

fn public(n: u64, view: &str) -> Line {
    let body = Body::Public(PublicBody {
        events: json("[]"),
        view: json(view),
        corrects: None,
    });
    Line::write_at(n, Holder::All, At::Stop(n), &body).unwrap()
}

/// One line of each kind, and the bytes it must have.
fn examples() -> Vec<(Line, &'static str)> {
    let options = [("snow", "yes"), ("fog", "no")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    let of_match = Body::Match(MatchBody {
        format: 1,
        game: "demo".to_owned(),
        rules_version: 2,
        scenario: "chalons".to_owned(),
        options: BTreeMap::from(options),
        seats: vec![SeatLine {
            seat: seat(1),
            side: "hun".to_owned(),
            name: "Anna".to_owned(),
        }],
    });
    let entry = Body::Entry(EntryBody {
        entry: "entry: 0\ntype: GENESIS\n".to_owned(),
    });
    let orders = Body::Orders(OrdersBody {
        seat: seat(2),
        nonce: Some("ab".repeat(32)),
        lines: vec!["MOVE hun-lc-1 1609-1610".to_owned()],
    });
    let input = Body::Input(InputBody {
        input: InputKind::Timeout,
        told: json(r#"{"absent":[2]}"#),
    });
    let public = Body::Public(PublicBody {
        events: json(r#"[{"moved":"hun-lc-1"}]"#),
        view: json(r#"{"turn":4, "z":1,"a":2}"#),
        corrects: Some(3),
    });
    let private = Body::Private(PrivateBody {
        seat: seat(1),
        events: json("[]"),
        view: json("{}"),
    });
    let secret = Body::Secret(SecretBody {
        secrets: vec![Secret {
            what: SecretKind::Master,
            draw: None,
            scope: None,
            value: "cd".repeat(32),
        }],
    });
    let host = Holder::Owner(SeatNumber::GAME_MASTER);
    vec![
        (
            Line::write(1, Holder::All, &of_match).unwrap(),
            r#"{"n":1,"kind":"match","for":"all","format":1,"game":"demo","rules-version":2,"scenario":"chalons","options":{"fog":"no","snow":"yes"},"seats":[{"seat":1,"side":"hun","name":"Anna"}]}"#,
        ),
        (
            Line::write(2, Holder::All, &entry).unwrap(),
            r#"{"n":2,"kind":"entry","for":"all","entry":"entry: 0\ntype: GENESIS\n"}"#,
        ),
        (
            Line::write_at(3, Holder::Owner(seat(2)), At::Draw(1), &orders).unwrap(),
            r#"{"n":3,"kind":"orders","for":2,"draw":1,"seat":2,"nonce":"abababababababababababababababababababababababababababababababab","lines":["MOVE hun-lc-1 1609-1610"]}"#,
        ),
        (
            Line::write_at(4, Holder::All, At::Stop(2), &input).unwrap(),
            r#"{"n":4,"kind":"input","for":"all","stop":2,"input":"timeout","told":{"absent":[2]}}"#,
        ),
        (
            Line::write_at(5, Holder::All, At::Draw(4), &public).unwrap(),
            r#"{"n":5,"kind":"public","for":"all","draw":4,"events":[{"moved":"hun-lc-1"}],"view":{"turn":4, "z":1,"a":2},"corrects":3}"#,
        ),
        (
            Line::write_at(6, Holder::Owner(seat(1)), At::Draw(4), &private).unwrap(),
            r#"{"n":6,"kind":"private","for":1,"draw":4,"seat":1,"events":[],"view":{}}"#,
        ),
        (
            Line::write(7, host, &secret).unwrap(),
            r#"{"n":7,"kind":"secret","for":0,"secrets":[{"what":"master","value":"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"}]}"#,
        ),
    ]
}

#[test]
fn each_kind_of_line_has_its_exact_bytes() {
    for (line, bytes) in examples() {
        assert_eq!(line.text(), bytes);
    }
}

#[test]
fn a_line_that_is_read_keeps_its_bytes_its_head_and_its_body() {
    for (line, bytes) in examples() {
        let read = Line::read(bytes).unwrap();
        assert_eq!(read, line);
        assert_eq!(read.body().unwrap().kind(), line.kind());
    }
    let kinds: Vec<Kind> = examples().iter().map(|(line, _)| line.kind()).collect();
    assert_eq!(kinds, Kind::ALL);
}

#[test]
fn opaque_json_passes_through_byte_for_byte() {
    let (line, _) = examples().swap_remove(4);
    let Body::Public(body) = line.body().unwrap() else {
        panic!("a public line has a public body");
    };
    assert_eq!(body.view.get(), r#"{"turn":4, "z":1,"a":2}"#);
}

#[test]
fn the_state_of_a_report_is_the_hash_of_the_public_line_without_its_line_end() {
    // By sha256sum over {"n":9,"kind":"public","for":"all","stop":9,"events":[],"view":{}}.
    assert_eq!(
        public(9, "{}").sha256().to_string(),
        "1c7bdf99b64d24d58cb40c23f44619c971279edf8ea12cd3a745e483154fcec7"
    );
}

#[test]
fn keys_out_of_order_and_other_blanks_are_no_line() {
    for text in [
        "",
        "[]",
        r#"{"kind":"entry","n":2,"for":"all","entry":""}"#,
        r#"{ "n":2,"kind":"entry","for":"all","entry":""}"#,
        r#"{"n":02,"kind":"entry","for":"all","entry":""}"#,
        r#"{"n":0,"kind":"entry","for":"all","entry":""}"#,
        r#"{"n":18446744073709551615,"kind":"entry","for":"all","entry":""}"#,
        r#"{"n":2,"kind":"rumour","for":"all","entry":""}"#,
        r#"{"n":2,"kind":"entry","for":"some","entry":""}"#,
        r#"{"n":2,"kind":"entry","for":"all","entry":"#,
    ] {
        assert!(matches!(Line::read(text), Err(RecordError::Head)), "{text}");
    }
}

#[test]
fn a_body_that_does_not_fit_its_kind_is_refused() {
    for text in [
        r#"{"n":2,"kind":"entry","for":"all","text":""}"#,
        r#"{"n":2,"kind":"public","for":"all","stop":1,"events":[]}"#,
        r#"{"n":2,"kind":"input","for":"all","stop":1,"input":"rain","told":{}}"#,
    ] {
        assert!(
            matches!(Line::read(text), Err(RecordError::Body { .. })),
            "{text}"
        );
    }
}

#[test]
fn a_private_line_cannot_be_for_all_and_a_public_one_not_for_one() {
    for text in [
        r#"{"n":2,"kind":"private","for":"all","draw":1,"seat":1,"events":[],"view":{}}"#,
        r#"{"n":2,"kind":"orders","for":0,"draw":1,"seat":1,"lines":[]}"#,
        r#"{"n":2,"kind":"public","for":1,"draw":1,"events":[],"view":{}}"#,
        r#"{"n":2,"kind":"entry","for":1,"entry":""}"#,
        r#"{"n":2,"kind":"secret","for":"all","secrets":[]}"#,
    ] {
        assert!(
            matches!(Line::read(text), Err(RecordError::Holder { .. })),
            "{text}"
        );
    }
}

#[test]
fn a_line_belongs_to_one_draw_or_stop_as_its_kind_demands() {
    for text in [
        r#"{"n":2,"kind":"public","for":"all","events":[],"view":{}}"#,
        r#"{"n":2,"kind":"public","for":"all","draw":1,"stop":1,"events":[],"view":{}}"#,
        r#"{"n":2,"kind":"entry","for":"all","draw":1,"entry":""}"#,
    ] {
        assert!(
            matches!(Line::read(text), Err(RecordError::Moment { .. })),
            "{text}"
        );
    }
}

#[test]
fn json_with_a_line_break_would_break_the_line_and_is_refused() {
    let body = Body::Public(PublicBody {
        events: json("[\n]"),
        view: json("{}"),
        corrects: None,
    });
    let refused = Line::write_at(1, Holder::All, At::Stop(1), &body);
    assert!(matches!(refused, Err(RecordError::LineBreak { .. })));
}

#[test]
fn a_part_is_read_back_also_with_the_line_ends_of_mail() {
    let lines: Vec<Line> = examples().into_iter().map(|(line, _)| line).collect();
    assert_eq!(part_name(&lines).unwrap(), "record-1-7.jsonl");
    assert_eq!(part_name(&[]), None);
    let text = part_text(&lines);
    assert_eq!(read_part(&text).unwrap(), lines);
    assert_eq!(read_part(&text.replace('\n', "\r\n")).unwrap(), lines);
}

#[test]
fn a_torn_part_names_the_line_at_fault() {
    let text = part_text([&public(1, "{}"), &public(2, "{}")]);
    let torn = &text[..text.len() - 5];
    assert_eq!(read_part(torn).unwrap_err().line, 2);
}

#[test]
fn parts_merge_in_order_and_show_gaps_and_contradictions() {
    let mut merged = Merged::default();
    merged.add([public(4, "{}"), public(5, "{}")]);
    merged.add([
        public(2, "{}"),
        public(4, "{}"),
        public(5, r#"{"other":1}"#),
    ]);
    let numbers: Vec<u64> = merged.lines().map(Line::n).collect();
    assert_eq!(numbers, [2, 4, 5]);
    assert_eq!(merged.missing(), [(1, 1), (3, 3)]);
    let [contradiction] = merged.contradictions() else {
        panic!("line 5 alone is told in two ways");
    };
    assert_eq!(contradiction.first, public(5, "{}"));
    assert_eq!(contradiction.second, public(5, r#"{"other":1}"#));
}
