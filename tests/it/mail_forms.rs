//! Order forms, and orders where nothing counts: below marks, between them, behind quote marks.

use tesserarius::mail::reading::Disposition;

use super::support::site4::Site4;

const FORM: &str = "BEGIN ORDERS\nMOVE HL03 ____\nMOVE HL04 ____\n| MOVE HL03 1614 FACE 12\nEND\n";

fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| format!("> {line}\n"))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn what_stands_between_marks_of_a_quotation_or_a_comment_is_named() {
    let site = Site4::new();
    for body in [
        "GO\n[quote]\nMOVE HL03 1614\n[/quote]\n",
        "GO\n/*\nMOVE HL03 1614\n*/\n",
    ] {
        let notes = site.reading(4, body).outcome.notes.join("\n");
        assert!(notes.contains("`MOVE HL03 1614` was not read"), "{notes}");
    }
}

#[test]
fn orders_where_nothing_counts_are_named() {
    let site = Site4::new();
    let below_header = "From: T <o@p>\nSent: x\nTo: A\nSubject: x\n\nThe story.\nMOVE HL03 1614\n";
    let beside = format!("GO\n{below_header}");
    for (body, why) in [
        (below_header, "under the header of an earlier mail"),
        (&beside, "under the header of an earlier mail"),
        ("> hello\n> MOVE HL03 1614\n", "it is quoted"),
        ("GO\n> hello\n> 2. MOVE HL03 1614\n", "it is quoted"),
        ("GO\n-- \nMOVE HL03 1614\n", "under the signature mark"),
        ("GO\nEND\nMOVE HL03 1614\n", "after `END`"),
    ] {
        let notes = site.reading(4, body).outcome.notes.join("\n");
        assert!(
            notes.contains("MOVE HL03 1614` was not read") && notes.contains(why),
            "{body}: {notes}"
        );
    }
    let story = "GO\n> The Huns move HL03 to 1614.\n> | MOVE HL03 1614\n> GO\n";
    let reading = site.reading(4, story);
    assert_eq!(
        reading.outcome.notes, [""; 0],
        "a story, an example and what is ordered anyway are no lost orders"
    );
}

#[test]
fn an_empty_form_limits_nothing_and_a_filled_one_names_what_it_leaves_out() {
    let site = Site4::new();
    let form = "BEGIN ORDERS\n# one a line\n____\n____\nEND\n";
    let empty = format!("MOVE HL03 1614\n\nThe report:\n{form}\nThe story.\n");
    assert_eq!(site.orders(&empty), Ok(vec!["MOVE HL03 1614".into()]));
    let filled = format!(
        "MOVE HL04 1514\n{}\nGO\n",
        form.replacen("____", "MOVE HL03 1614", 1)
    );
    let reading = site.reading(4, &filled);
    let notes = reading.outcome.notes.join("\n");
    assert!(
        notes.contains("`MOVE HL04 1514` was not read") && notes.contains("`GO` was not read"),
        "{notes}"
    );
    let below = format!(
        "see below\n\nFrom: T <o@p>\nSent: x\nTo: A\nSubject: x\n\n{}",
        form.replacen("____", "MOVE HL03 1614", 1)
    );
    let reading = site.reading(4, &below);
    assert_eq!(reading.disposition, Disposition::Empty);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("`MOVE HL03 1614` was not read")),
        "{:?}",
        reading.outcome.notes
    );
}

#[test]
fn orders_in_a_quoted_form_are_named_if_others_count() {
    let site = Site4::with_form(FORM);
    let filled = quoted(&FORM.replace("HL03 ____", "HL03 1614 1514"));
    let reading = site.reading(4, &format!("GO\n\n{filled}"));
    let notes = reading.outcome.notes.join("\n");
    assert!(
        notes.contains("`MOVE HL03 1614 1514` stands in the quoted order form"),
        "{notes}"
    );
}

#[test]
fn a_quoted_form_counts_where_it_was_filled_in_and_nothing_else_stands() {
    let site = Site4::with_form(FORM);
    let filled = quoted(
        &FORM
            .replace("HL03 ____", "HL03 1614 1514")
            .replace("> |", "> > |"),
    );
    assert_eq!(
        site.orders(&format!("Here it is.\n\n{filled}")),
        Ok(vec!["MOVE HL03 1614 1514".into()])
    );
    assert_eq!(
        site.orders(&format!("GO\n\n{filled}")),
        Ok(vec!["GO".into()]),
        "an unquoted order comes first"
    );
    assert_eq!(
        site.orders(&format!("BEGIN ORDERS\nEND\n\n{filled}")),
        Ok(vec![]),
        "an unquoted frame comes first"
    );
    assert_eq!(
        site.orders(&quoted(FORM)),
        Ok(vec![]),
        "nothing was filled in"
    );
}

#[test]
fn a_doubtful_quoted_form_holds_the_mail_and_an_unknown_one_is_not_read() {
    let filled = quoted(&FORM.replace("HL03 ____", "HL03 1614"));
    let site = Site4::with_form(FORM);
    let spilled = filled.replace("HL03 1614\n", "HL03 1614\n1514 1414\n");
    assert!(
        site.orders(&spilled).is_err(),
        "a line of the form was broken by quoting"
    );
    assert!(
        site.orders(&filled.replace("> END\n", "")).is_err(),
        "the form has no end"
    );
    let reading = Site4::new().reading(4, &filled);
    assert_eq!(reading.disposition, Disposition::Empty);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("not known"))
    );
}

#[test]
fn lines_that_the_form_has_already_are_not_orders_when_it_comes_back() {
    let form = "BEGIN ORDERS\nGO\nMOVE HL04 ____\nEND\n";
    let site = Site4::with_form(form);
    assert_eq!(site.orders(&quoted(form)), Ok(vec![]));
}
