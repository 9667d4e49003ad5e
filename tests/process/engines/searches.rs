//! Searches of an engine in progress, on a board where no search finishes by itself.

use zerosum_games::any::GameSpec;

use crate::engines::speaker::{Speaker, is_thought};

/// An engine that is searching, as its output shows.
fn thinking(go: &str) -> Speaker {
    let spec = GameSpec::from_name("15x15x5").expect("there is such a board");
    let speaker = Speaker::of(spec);
    speaker.say("isready");
    assert_eq!(speaker.hear(), "readyok");
    speaker.say("position startpos moves h8 i9");
    speaker.say(go);
    let line = speaker.hear();
    assert!(is_thought(&line), "{line}");
    speaker
}

/// Ends a conversation in which exactly one answer is outstanding.
fn assert_one_answer_is_left(speaker: Speaker) {
    let rest = speaker.end();
    let answers = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, 1, "{rest:?}");
}

#[test]
fn a_search_without_end_is_stopped_by_a_word() {
    let speaker = thinking("go infinite");
    speaker.say("stop");
    assert!(speaker.hear_answer().starts_with("bestmove "));
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn a_search_without_end_is_stopped_by_the_end_of_the_input() {
    assert_one_answer_is_left(thinking("go infinite"));
}

#[test]
fn a_search_with_an_end_comes_to_it_when_the_input_has_ended() {
    assert_one_answer_is_left(thinking("go movetime 200"));
}

#[test]
fn quitting_in_the_middle_of_a_search_gives_its_answer() {
    let speaker = thinking("go infinite");
    speaker.say("quit");
    speaker.say("isready");
    assert_one_answer_is_left(speaker);
}

#[test]
fn what_would_disturb_a_search_is_refused_and_questions_are_answered() {
    let speaker = thinking("go infinite");
    for line in [
        "go depth 1",
        "position startpos",
        "uginewgame",
        "setoption name Hash value 2",
        "position fen nonsense",
    ] {
        speaker.say(line);
        assert_eq!(speaker.hear_answer(), "info string thinking; say stop first", "{line}");
    }
    for (line, answer) in [
        ("isready", "readyok"),
        ("query p1turn", "response true"),
        ("query gameover", "response false"),
        ("nonsense", "info string unknown command \"nonsense\""),
    ] {
        speaker.say(line);
        assert_eq!(speaker.hear_answer(), answer, "{line}");
    }
    speaker.say("stop");
    speaker.say("stop");
    assert!(speaker.hear_answer().starts_with("bestmove "));
    speaker.say("isready");
    assert_eq!(speaker.hear_answer(), "readyok");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn after_the_word_to_stop_nothing_is_refused() {
    let speaker = thinking("go infinite");
    for _ in 0..20 {
        speaker.say("stop\nposition startpos moves h8\ngo infinite");
        assert!(speaker.hear_answer().starts_with("bestmove "));
    }
    speaker.say("stop\nsetoption name Hash value 2\nisready");
    assert!(speaker.hear_answer().starts_with("bestmove "));
    assert_eq!(speaker.hear_answer(), "readyok");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn time_ends_a_search() {
    for go in ["go movetime 1", "go movetime 100", "go p1time 1000 p2time 1000 p1inc 0 p2inc 0"] {
        let spec = GameSpec::from_name("15x15x5").expect("there is such a board");
        let speaker = Speaker::of(spec);
        speaker.say(go);
        assert!(speaker.hear_answer().starts_with("bestmove "), "{go}");
        assert_eq!(speaker.end(), Vec::<String>::new());
    }
}

/// The first moves of the lists lose, or are far from everything.
#[test]
fn in_a_moment_an_engine_does_not_make_the_first_move_of_the_list() {
    for (name, level, position) in [
        ("connect-four", "perfect", "position startpos"),
        ("connect-four", "casual", "position startpos moves 4 4"),
        ("15x15x5", "strong", "position startpos moves h8 i9 h9 h10"),
        ("15x15x5", "casual", "position startpos moves h8 i9 h9 h10"),
    ] {
        let speaker = Speaker::of(GameSpec::from_name(name).expect("there is such a game"));
        speaker.say(&format!("isready\nsetoption name Level value {level}\n{position}"));
        assert_eq!(speaker.hear(), "readyok");
        for _ in 0..5 {
            speaker.say("go movetime 20");
            let answer = speaker.hear_answer();
            assert!(answer.starts_with("bestmove "), "{name}: {answer}");
            assert!(!["bestmove 1", "bestmove a1"].contains(&answer.as_str()), "{name}: {answer}");
        }
        assert_eq!(speaker.end(), Vec::<String>::new());
    }
}
