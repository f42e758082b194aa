//! What `games show sign-of-the-pagan` says.

use tesserarius::games::{self, Description};

fn description() -> Description {
    let game = games::find("sign-of-the-pagan").expect("listed");
    (game.describe)(&(game.files)()).expect("the shipped texts are sound")
}

#[test]
fn text_names_ratings_with_a_sign_for_their_origin() {
    let text = description().text;
    for line in [
        "  hun-hc HH    2  HC   huns       Hun        5/2*  7/6* -/-'        -'",
        "  vis-lc VL    8  LC   visigoths  Visigoth   1/0*  7/6* square/ring -",
        "  gep-mi GM    2  MI   allies     Gepid      3*/1* 4/3* red/-*      -*",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    assert!(text.contains("30 Hun and 31 Roman units: huns 17, ostrogoths 7, allies 6, romans 10"));
    assert!(text.contains("Attila (attila): MA 8* by himself, shifts dice by 1."));
}

#[test]
fn text_lists_options_with_default_and_marks_what_is_not_played_yet() {
    let text = description().text;
    assert!(text.contains(
        "  zoc [Q2]: Which hexes are an enemy zone for Momentum\n    adjacent (default): "
    ));
    assert!(text.contains("  opt_alan_two_strikes [12.2]: "));
    assert!(text.contains("  H1 Arrow Storm: At the start of an activation of the Huns"));
}

#[test]
fn text_shows_zones_and_map() {
    let text = description().text;
    assert!(text.contains("  hun    1604-1606, 1704-1706, 1804-1806  2 fra-mi\n"));
    assert!(text.contains("  roman  1014                             1 ala-mi\n"));
    assert!(text.contains("  river    35 hexsides "));
}

#[test]
fn json_has_every_value_of_a_unit_with_its_provenance() {
    let json = description().json;
    let units = json["units"].as_array().expect("a list");
    assert_eq!(units.len(), 20);
    for unit in units {
        for key in ["count", "shock", "disordered_shock", "ma", "marks", "bow"] {
            let provenance = unit[key]["provenance"].as_str().expect("a text");
            let word = provenance.split(':').next().expect("a word");
            assert!(
                ["printed", "derived", "reconstructed"].contains(&word),
                "{}.{key}",
                unit["id"]
            );
        }
    }
    assert_eq!(
        units[1]["shock"],
        serde_json::json!({"value": 5, "provenance": "printed: 9.4, the example"})
    );
    assert_eq!(json["maps"][0]["river"].as_array().map(Vec::len), Some(35));
    assert_eq!(json["options"][0]["default"], "stack");
    assert_eq!(json["scenarios"][0]["zones"][0]["hexes"][1], "1605");
    assert_eq!(json["cards"][0]["window"], "act-start");
}

#[test]
fn description_follows_the_texts_that_are_passed_in() {
    let game = games::find("sign-of-the-pagan").expect("listed");
    let mut files = (game.files)();
    let text = files.text("units.toml").expect("a shipped file").replace(
        "good = { shock = 5, ma = 7 }\n",
        "good = { shock = 6, ma = 7 }\n",
    );
    files.put("units.toml", text);
    let description = (game.describe)(&files).expect("still sound");
    assert_eq!(description.json["units"][1]["shock"]["value"], 6);
    files.put("units.toml", "[[class]]\n".to_owned());
    assert!((game.describe)(&files).is_err());
}
