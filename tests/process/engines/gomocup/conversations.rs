//! Conversations with an engine by the protocol of Gomocup, from the files in `conversations`.

use zerosum_games::mnk::MnkSpec;

use crate::engines::conversations::talk_to;
use crate::engines::speaker::Speaker;

fn talk(file: &str) {
    talk_to(Speaker::of_gomocup(MnkSpec::GOMOKU), file);
}

#[test]
fn an_engine_of_gomocup_has_manners() {
    talk("gomocup_manners.txt");
}

#[test]
fn an_engine_of_gomocup_plays_from_any_position() {
    talk("gomocup_games.txt");
}

#[test]
fn an_engine_of_gomocup_plays_by_the_rule_it_is_told() {
    talk("gomocup_rules.txt");
}

#[test]
fn an_engine_of_gomocup_opens_by_swap2_and_chooses_its_side() {
    talk("gomocup_swap2.txt");
}

#[test]
fn an_engine_of_gomocup_answers_garbage_and_goes_on() {
    talk("gomocup_garbage.txt");
}
