//! What takes nothing back, plans of which a line is refused, and what does not go with matches from files.

use super::by_file::in_the_first_activation;
use super::support::terminal::Terminal;

/// What is printed, without the breaks of lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_takes_nothing_back_is_refused_and_the_set_stays_as_it_is() {
    let table = in_the_first_activation();
    table.write("MOVE HL1 1509\nMOVE HL1 TO 0101\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 1, "{out}");
    for line in [
        "CANCEL MOVE HL1",
        "CANCEL FOO",
        "CANCEL STAND 3",
        "CANCEL STANDING",
        "CANCEL PLAN HUNS",
        "ADD CANCEL REACT ALL:HC",
        "CANCEL RESIGN",
        "CANCEL DRAW",
    ] {
        table.write(line);
        for command in ["check", "submit"] {
            let (code, out, _) = table.0.run(&format!("{command} first --as hun orders.txt"));
            assert_eq!(code, 1, "{line}: {out}");
            assert!(
                flat(&out).contains("this takes nothing back"),
                "{line}: {out}"
            );
            assert!(!out.contains("counts at once"), "{line}: {out}");
        }
        let (_, out, _) = table.0.run("submit first --as hun orders.txt");
        let out = flat(&out);
        for said in [
            "MOVE hun-lc-1 1509",
            "MOVE HL1 TO 0101",
            "Not ready: a line is refused",
        ] {
            assert!(out.contains(said), "{line}: {said}\n{out}");
        }
    }
    table.write("GO\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("You are ready."), "{out}");
}

#[test]
fn what_stands_is_taken_back_once() {
    let table = in_the_first_activation();
    table.write("EVADE ALL:LC AWAY\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    table.write("CANCEL EVADE\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(!out.contains("Your standing lines"), "{out}");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 1, "it is gone: {out}");
}

#[test]
fn a_plan_of_which_a_line_is_refused_is_refused_whole_and_the_older_one_stays() {
    let table = in_the_first_activation();
    table.write("PLAN OSTROGOTHS\nFACE OL2 10\nENDPLAN\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    table.write("MOVE HL1 1509\nPLAN OSTROGOTHS\nMOVE OL1 TO 1523\nMOVE HL2 TO 1309\nENDPLAN\n");
    for command in ["check", "submit"] {
        let (code, out, _) = table.0.run(&format!("{command} first --as hun orders.txt"));
        let out = flat(&out);
        assert_eq!(code, 1, "{out}");
        for said in [
            "nothing of this plan is filed, since line 4 of it is refused",
            "the `PLAN ostrogoths` that you filed before stays in force",
            "it is not filed: line 4 of its plan is refused",
        ] {
            assert!(out.contains(said), "{command}: {said}\n{out}");
        }
    }
    let (_, out, _) = table.0.run("submit first --as hun orders.txt");
    let flat_out = flat(&out);
    for said in [
        "Refused, and no part of your set: PLAN OSTROGOTHS",
        "Your standing lines: PLAN ostrogoths FACE ost-lc-2 10",
        "Not ready: a line is refused",
    ] {
        assert!(flat_out.contains(said), "{said}\n{out}");
    }
    // The plan as it should be settles it, and leaves the orders alone.
    table.write("PLAN OSTROGOTHS\nMOVE OL1 TO 1523\nENDPLAN\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    let out = flat(&out);
    assert!(out.contains("MOVE hun-lc-1 1509"), "{out}");
    assert!(out.contains("You are ready."), "{out}");
}

#[test]
fn an_addition_that_cannot_be_beside_a_filed_line_quotes_that_line() {
    let table = in_the_first_activation();
    table.write("MOVE HL2 1510\nMOVE HL1 1509\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    // The second could not be done without that line either.
    for line in ["MOVE HL1 1509 1409 FACE 12", "MOVE HL1 1508"] {
        table.write(&format!("ADD {line}\n"));
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{out}");
        let said = "that is `MOVE HL1 1509`, which you filed before: to change it send the whole set again";
        assert!(flat(&out).contains(said), "{line}: {out}");
    }
}

#[test]
fn what_belongs_to_mail_says_that_there_is_none() {
    let table = in_the_first_activation();
    for (line, said) in [
        ("VACATION 2027-01-02 2027-01-09", "nobody has a deadline"),
        ("EXTEND 2d", "nobody has a deadline"),
        ("DEPUTY c@example.org 7d", "played from files, without mail"),
    ] {
        table.write(line);
        let (code, out, err) = table.0.run("submit first --as hun orders.txt");
        assert_eq!(code, 1, "{line}: {out}{err}");
        assert!(flat(&out).contains(said), "{line}: {out}");
    }
    table.write("UNDO\n");
    let (_, out, _) = table.0.run("submit first --as hun orders.txt");
    assert!(
        flat(&out).contains("it happens when UNDO is filed for roman too"),
        "{out}"
    );
    let (code, _, err) = table.0.run("gm first extend 2d --dry-run");
    assert_eq!(code, 1, "{err}");
    assert!(
        flat(&err).contains("nobody has a deadline that could be extended"),
        "{err}"
    );
    let terminal = Terminal::new();
    let (code, _, err) =
        terminal.run("new sign --seat hunn=a@example.org --seat roman=b@example.org");
    assert_ne!(code, 0, "{err}");
    assert!(flat(&err).contains("no side is called `hunn`"), "{err}");
}

#[test]
fn a_word_too_much_is_named() {
    let table = in_the_first_activation();
    for line in [
        "UNDO please",
        "UNDO 3 please",
        "GO please",
        "RESIGN please",
        "EXTEND 2d please",
        "CANCEL RESIGN please",
        "DRAW ACCEPT please",
        "REMATCH please",
    ] {
        table.write(line);
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{line}: {out}");
        assert!(out.contains("one word too much: `please`"), "{line}: {out}");
        assert!(!out.contains("did you mean"), "{line}: {out}");
    }
    table.write("DRAW ACCEPT\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(
        flat(&out).contains("there is nothing to accept yet"),
        "{out}"
    );
}

#[test]
fn a_deed_in_a_file_counts_only_where_nothing_beside_it_disowns_it_as_in_a_mail() {
    let table = in_the_first_activation();
    for text in [
        "RESIGN\nnot yet\n",
        "Bruno:\nRESIGN\n",
        "I will not\nRESIGN\n",
        "RESIGN # just kidding\n",
        "Your last order was:\nGO\n",
        "RESIGN\nDRAW OFFER\n",
    ] {
        table.write(text);
        let (code, out, err) = table.0.run("submit first --as hun --now orders.txt");
        assert_eq!(code, 1, "{text}: {out}");
        assert!(err.contains("nothing was filed"), "{text}: {err}");
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{text}: {out}");
        let (_, out, _) = table.0.run("status first");
        assert!(!out.contains("is over"), "{text}: {out}");
    }
    table.write("# I give up.\nRESIGN\n");
    let (code, out, err) = table.0.run("submit first --as hun --now orders.txt");
    assert_eq!(code, 0, "{out}{err}");
}
