//! Searches of an engine of Gomocup in progress, on a board where no search finishes by itself.

use zerosum_games::mnk::MnkSpec;

use crate::engines::speaker::Speaker;

/// An engine that has a day for its move.
fn thinking() -> Speaker {
    let speaker = Speaker::of_gomocup(MnkSpec::GOMOKU);
    speaker.say("INFO timeout_turn 99999999999999\nINFO timeout_match 0\nSTART 15");
    assert_eq!(speaker.hear(), "OK");
    speaker.say("TURN 7,7");
    speaker
}

fn is_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, y)| x.parse::<u16>().is_ok() && y.parse::<u16>().is_ok())
}

#[test]
fn a_search_is_stopped_by_a_word() {
    let speaker = thinking();
    speaker.say("YXSTOP");
    assert!(is_move(&speaker.hear_answer()));
    speaker.say("TURN 0,0\nSTOP");
    assert!(is_move(&speaker.hear_answer()));
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn the_end_of_a_conversation_is_not_answered() {
    let speaker = thinking();
    speaker.say("END");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn questions_are_answered_during_a_search() {
    let speaker = thinking();
    speaker.say("ABOUT\nhello\nINFO game_type 1\nYXSHOWFORBID\nTURN\nYXSTOP");
    assert!(speaker.hear_answer().starts_with("name="));
    assert_eq!(speaker.hear_answer(), "UNKNOWN there is no command \"hello\"");
    assert_eq!(speaker.hear_answer(), "FORBID .");
    assert!(speaker.hear_answer().starts_with("ERROR the form is "));
    assert!(is_move(&speaker.hear_answer()));
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn another_position_takes_the_place_of_the_one_that_is_searched() {
    let speaker = thinking();
    speaker.say("RESTART");
    assert_eq!(speaker.hear_answer(), "OK");
    speaker.say("TURN 7,7\nTAKEBACK 7,7");
    assert_eq!(speaker.hear_answer(), "OK");
    // The opponent moves twice.
    speaker.say("TURN 7,7\nTURN 8,8");
    assert_eq!(speaker.hear_answer(), "ERROR it is not the opponent's turn");
    speaker.say("BOARD\n8,8,2\nDONE\nPLAY 9,9");
    assert_eq!(speaker.hear_answer(), "9,9");
    for _ in 0..10 {
        speaker.say("BOARD\n8,8,2\nDONE");
    }
    speaker.say("YXSTOP");
    assert!(is_move(&speaker.hear_answer()));
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn time_ends_a_search_as_the_manager_has_told_it_last() {
    for info in [
        "INFO timeout_turn 100",
        "INFO timeout_turn 1",
        "INFO timeout_turn 0",
        "INFO timeout_match 1000",
        "INFO time_left 1000",
        "INFO time_left 0",
        "INFO time_left -99999999999999999999",
        "INFO max_node 2000",
        "INFO max_depth 2",
    ] {
        let speaker = thinking();
        speaker.say(&format!("RESTART\n{info}\nTURN 7,7"));
        assert_eq!(speaker.hear_answer(), "OK");
        assert!(is_move(&speaker.hear_answer()), "{info}");
        assert_eq!(speaker.end(), Vec::<String>::new());
    }
}

#[test]
fn a_limit_that_comes_during_a_search_ends_it() {
    for info in
        ["INFO timeout_turn 100", "INFO time_left 2000", "INFO timeout_turn 0", "INFO time_left 0"]
    {
        let speaker = thinking();
        speaker.say(info);
        assert!(is_move(&speaker.hear_answer()), "{info}");
        assert_eq!(speaker.end(), Vec::<String>::new());
    }
}
