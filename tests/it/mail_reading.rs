//! Reading with real tokens and a language like the games': continuations, plans, messages, old tokens.

use tesserarius::mail::explain::Explanation;
use tesserarius::mail::lines::Verdict;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, Hold, read};
use tesserarius::mail::token::{message_id, reply_address};
use tesserarius::mail::world::Claim;

use super::support::site4::Site4;

#[test]
fn a_continuation_that_is_no_order_alone_is_joined() {
    let site = Site4::new();
    assert_eq!(
        site.orders("MOVE HL03 1614 1514\nFACE 12\nGO\n"),
        Ok(vec!["MOVE HL03 1614 1514 FACE 12".into(), "GO".into()])
    );
    assert_eq!(
        site.orders("MOVE HL03\n1614\n1514\nFIRE\nVM03\n"),
        Ok(vec!["MOVE HL03 1614 1514 FIRE VM03".into()])
    );
    let reading = site.reading(4, "MOVE HL03 1614\nFACE 12\n");
    let verdicts: Vec<_> = reading
        .outcome
        .lines
        .iter()
        .map(|line| line.verdict)
        .collect();
    assert_eq!(verdicts, [Verdict::Order, Verdict::Joined]);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("joined")),
        "the receipt shows the join"
    );
}

#[test]
fn short_lines_that_are_orders_each_stay_apart() {
    let site = Site4::new();
    let orders = site.orders("FIRE HL03 VM03\nFACE HL03 12\nMOVE HL04 1614\nFIRE HL04 VM03\n");
    assert_eq!(orders.map(|orders| orders.len()), Ok(4));
}

#[test]
fn a_long_line_before_an_order_that_may_go_on_with_it_holds_the_mail() {
    let path = ["1614"; 12].join("-");
    let site = Site4::new();
    assert!(
        site.orders(&format!("MOVE HL03 {path}\nFIRE VM03\n"))
            .is_err(),
        "a mail program may have broken it"
    );
    assert_eq!(
        site.orders("MOVE HL03 1614\nFIRE VM03\n")
            .map(|orders| orders.len()),
        Ok(2),
        "nobody breaks so short a line"
    );
}

#[test]
fn a_comment_and_free_text_end_an_order() {
    let site = Site4::new();
    assert_eq!(
        site.orders("SAY 1614\n1514\nGO\n"),
        Ok(vec!["SAY 1614".into(), "GO".into()])
    );
    assert_eq!(
        site.orders("MOVE HL03 1614 # then\nand so on\n"),
        Ok(vec!["MOVE HL03 1614".into()])
    );
}

#[test]
fn what_may_go_on_behind_a_comment_a_quote_or_a_gap_holds_the_mail() {
    let site = Site4::new();
    for body in [
        "MOVE HL03 1614 # then\n1514\n",
        "MOVE HL03 1614\n> x\n1514\n",
        "MOVE HL03 1614\n# x\n1514\n",
        "MOVE HL03 1614\n\n1514\n",
        "MOVE HL03 1614\nFACE 12, please\n",
        "MOVE HL03 1614; FACE 12\n",
        "MOVE HL03\n\n1614\n",
    ] {
        assert!(site.orders(body).is_err(), "{body}");
    }
}

#[test]
fn a_line_that_goes_on_for_ever_holds_the_mail() {
    assert!(
        Site4::new()
            .orders(&format!("MOVE HL03\n{}", "1614\n".repeat(30)))
            .is_err()
    );
}

#[test]
fn lines_of_a_plan_are_no_actions_now() {
    let site = Site4::new();
    let body = "PLAN HUNS\nMOVE HL03 1614\nENDPLAN\n";
    assert_eq!(
        site.reading(3, body).disposition,
        Disposition::Orders,
        "an old token will do for a plan"
    );
    let reading = site.reading(3, "PLAN HUNS\nENDPLAN\nMOVE HL03 1614\n");
    assert_eq!(
        reading.disposition,
        Disposition::Quarantine(vec![Hold::PastStop(3)]),
        "it holds both kinds"
    );
}

#[test]
fn words_to_the_other_side_are_no_orders() {
    let site = Site4::new();
    let reading = site.reading(4, "MESSAGE\nMOVE HL03 1614\nEND\nGO\nENDMESSAGE\nGO\n");
    let orders: Vec<_> = reading
        .outcome
        .orders
        .iter()
        .map(|reading| reading.order.canonical.as_str())
        .collect();
    assert_eq!(orders, ["MESSAGE", "GO"]);
    assert_eq!(
        reading.outcome.orders[0].message,
        ["MOVE HL03 1614", "END", "GO"]
    );
    // Without its end nothing of it is sent, and nothing below it is an order.
    let open = site.reading(4, "FACE HL03 2\nMESSAGE\nGO\n");
    let orders = open.outcome.orders.iter();
    let orders: Vec<_> = orders.map(|own| own.order.canonical.as_str()).collect();
    assert_eq!(orders, ["FACE HL03 2"]);
    assert_eq!(open.outcome.bad[0].text, "MESSAGE");
    assert_eq!(open.outcome.lines[2].verdict, Verdict::Ignored);
    assert_eq!(
        site.reading(4, "MESSAGE\nGO\n").disposition,
        Disposition::Empty
    );
}

#[test]
fn words_of_a_message_to_nobody_are_no_orders_and_those_below_it_are() {
    let site = Site4::new();
    for head in ["MESSAGE bruno", "Message to bruno"] {
        let reading = site.reading(4, &format!("{head}\nGO\nENDMESSAGE\nMOVE HL03 1614\n"));
        let orders = reading.outcome.orders.iter();
        let orders: Vec<_> = orders.map(|own| own.order.canonical.as_str()).collect();
        assert_eq!(orders, ["MOVE HL03 1614"], "{head}");
        assert_eq!(reading.outcome.bad.len(), 1);
        assert!(reading.outcome.bad[0].text.ends_with("\nENDMESSAGE"));
    }
    let open = site.reading(4, "MESSAGE bruno\nGO\n");
    assert_eq!(open.outcome.orders.len(), 0);
    assert_eq!(
        open.outcome.lines[1].verdict,
        Verdict::Ignored,
        "it is named in the receipt"
    );
}

#[test]
fn an_old_token_takes_everything_but_actions() {
    let site = Site4::new();
    assert_eq!(
        site.reading(3, "REACT HL03 FIRE\nSAY hello; there # friend\n")
            .disposition,
        Disposition::Orders
    );
    assert_eq!(
        site.reading(3, "REACT HL03 FIRE\nGO\n").disposition,
        Disposition::Quarantine(vec![Hold::PastStop(3)])
    );
    assert_eq!(site.reading(3, "hello\n").disposition, Disposition::Empty);
}

#[test]
fn a_bad_line_leaves_the_good_ones_standing_and_says_where_it_went_wrong() {
    let site = Site4::new();
    let reading = site.reading(
        4,
        "GO\nMOVE HL03 1614 FACE north\nMOVE HL03\nFire at will!\n",
    );
    assert_eq!(reading.disposition, Disposition::Orders);
    let bad: Vec<_> = reading
        .outcome
        .bad
        .iter()
        .map(|bad| (bad.text.as_str(), bad.word, bad.line))
        .collect();
    assert_eq!(
        bad,
        [
            ("MOVE HL03 1614 FACE north", Some(4), 1),
            ("MOVE HL03", None, 2)
        ]
    );
    assert_eq!(reading.outcome.lines[3].verdict, Verdict::Ignored);
}

#[test]
fn the_envelope_and_a_reference_prove_a_seat_as_an_address_does() {
    let site = Site4::new();
    let to = reply_address(&site.site, &site.claim(4)).expect("a short address");
    let raw = b"From: anna@example.net\nTo: list@example.net\n\nGO\n";
    assert_eq!(
        read(raw, &[to], &site, &Limits::default()).disposition,
        Disposition::Orders
    );
    assert_eq!(
        read(raw, &[], &site, &Limits::default()).disposition,
        Disposition::Quarantine(vec![Hold::NoToken])
    );
    let id = message_id(&site.site, &site.claim(4), "q7");
    let raw = format!("From: anna@example.net\nReferences: <x@y>\n\t<{id}>\n\nGO\n");
    assert_eq!(
        read(raw.as_bytes(), &[], &site, &Limits::default()).disposition,
        Disposition::Orders
    );
}

#[test]
fn a_token_with_another_stop_beside_it_is_false() {
    let site = Site4::new();
    let claim = Claim {
        stop: 5,
        ..site.claim(4)
    };
    let to = reply_address(&site.site, &claim).expect("a short address");
    let raw = format!("From: anna@example.net\nTo: {to}\n\nGO\n");
    let reading = read(raw.as_bytes(), &[], &site, &Limits::default());
    assert_eq!(
        reading.disposition,
        Disposition::Quarantine(vec![Hold::FalseToken])
    );
}

#[test]
fn the_same_mail_has_the_same_identity_and_another_body_another() {
    let site = Site4::new();
    let identity = |body: &str, end: &str| {
        let raw = format!("From: Anna <ANNA@example.net>\nMessage-ID: <1@x>\n\n{body}\n")
            .replace('\n', end);
        read(raw.as_bytes(), &[], &site, &Limits::default()).identity
    };
    assert_eq!(identity("GO", "\n"), identity("GO", "\r\n"));
    assert_ne!(identity("GO", "\n"), identity("GO HOME", "\n"));
}

#[test]
fn too_many_lines_hold_the_mail() {
    let site = Site4::new();
    let to = reply_address(&site.site, &site.claim(4)).expect("a short address");
    let raw = format!(
        "From: anna@example.net\nTo: {to}\n\nGO\n{}",
        "x\n".repeat(50)
    );
    let limits = Limits {
        lines: 20,
        ..Limits::default()
    };
    assert_eq!(
        read(raw.as_bytes(), &[], &site, &limits).disposition,
        Disposition::Quarantine(vec![Hold::Damaged])
    );
}

#[test]
fn the_explanation_is_one_json_document_with_the_keys_that_checks_read() {
    let explanation = Explanation::of(&Site4::new().reading(4, "GO\nhello\n"));
    let json = serde_json::to_value(&explanation).expect("it has string keys only");
    assert_eq!(json["sender"], "Anna@Example.net", "as registered");
    assert_eq!(json["disposition"], "orders");
    assert_eq!(json["orders"][0], "GO");
    assert_eq!(json["seat"]["match"], "m1");
    let line = &json["lines"][1];
    assert_eq!(
        (line["text"].as_str(), line["verdict"].as_str()),
        (Some("hello"), Some("ignored"))
    );
    assert!(
        line["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
    assert!(explanation.text().contains("hello\n    ignored: "));
}
