//! Dialogues between people and the bot, compared word for word in all three languages.

use crate::support::transcript::play;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_chat_goes_word_for_word_in_english() {
    play(include_str!("private.en.txt")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_chat_goes_word_for_word_in_russian() {
    play(include_str!("private.ru.txt")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_chat_goes_word_for_word_in_ukrainian() {
    play(include_str!("private.uk.txt")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_member_of_a_group_is_spoken_to_in_their_own_language() {
    play(include_str!("group.txt")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chosen_language_outlives_a_restart() {
    play(include_str!("language.txt")).await;
}
