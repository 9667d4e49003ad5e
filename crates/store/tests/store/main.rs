//! The calls of a store, checked in the same words for each database.
//!
//! Another database joins by one more line `suite!`. The tests of PostgreSQL are ignored unless asked for;
//! `ZEROSUM_TEST_POSTGRES_URL` names their database, in which each has a schema of its own.

mod databases;
mod games;
mod host;
mod people;
#[path = "support/postgres.rs"]
mod postgres_support;
#[path = "support/proxy.rs"]
mod proxy;
#[path = "support/mod.rs"]
mod store_support;

use std::fmt::Debug;
use std::sync::Arc;

use anyhow::Result;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rusqlite::Connection;
use tempfile::TempDir;
use zerosum_games::MoveCode;
use zerosum_picture::theme::Theme;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Action, Actor, Awaiting, Refusal, Session};
use zerosum_store::{Person, Store, StoreError};

use crate::postgres_support::Schema;

macro_rules! suite {
    ($database:ident, # $attribute:tt) => {
        suite! { $database # $attribute:
            games::boards {
                a_created_board_is_found_as_it_was,
                creating_twice_creates_once,
                a_commit_replaces_the_session_and_nothing_else,
                a_commit_with_another_revision_than_the_stored_one_changes_nothing,
                a_commit_of_a_missing_session_creates_nothing,
                of_a_hundred_commits_at_once_exactly_one_wins_each_revision,
                an_answered_write_is_seen_by_the_next_read,
                placing_sets_the_message_and_what_it_shows,
                displacing_forgets_the_message_only_if_it_still_shows_the_session,
                shown_marks_rise_and_never_fall,
                shown_marks_of_other_messages_are_ignored,
                a_note_of_what_is_shown_tells_if_something_newer_is_known,
                the_latest_open_game_is_the_one_that_changed_last,
                open_games_are_counted_by_chat_and_owner,
                no_one_gets_more_open_games_than_allowed,
                an_ended_game_is_not_open_until_it_is_played_again,
                boards_behind_are_paged_by_ascending_id,
                only_boards_whose_screen_lags_are_behind,
                boards_within_the_grace_are_left_to_the_process_that_changed_them,
                of_many_processes_exactly_one_claims_a_board_that_was_left_behind,
                boards_of_any_numbers_are_kept,
            }
            games::turns {
                boards_whose_engine_is_to_move_are_found,
                turns_within_the_grace_are_left_to_the_process_that_made_them_due,
                a_turn_is_claimed_at_the_revision_that_was_seen_only,
                of_many_processes_exactly_one_claims_a_turn,
            }
            games::moves {
                a_board_is_in_the_topic_in_which_it_was_shown_last,
                what_is_in_play_in_a_chat_moves_to_another_one_where_it_was_never_sent,
            }
            people::guests {
                a_game_is_found_by_each_person_with_a_seat,
                the_games_that_a_person_plays_with_others_are_found,
                who_has_a_seat_follows_from_the_session,
                nothing_of_a_deleted_guest_stays,
                a_guest_is_gone_before_all_their_seats_are,
            }
            games::placements {
                placements_are_kept_once_for_each_chat_and_not_beyond_the_limit,
                each_placement_has_its_own_message_and_what_it_shows,
                of_many_processes_exactly_one_claims_each_placement,
                placements_move_with_their_chat_and_never_meet,
                the_lowest_game_in_play_is_the_one_with_the_newest_message_in_a_chat,
                the_games_of_a_deleted_person_are_left_to_those_who_play_there,
            }
            games::screens {
                a_board_whose_message_is_gone_is_recalled_once_and_then_counts_as_never_sent,
                of_many_who_want_to_send_a_board_anew_one_does_and_not_soon_after_another,
                a_player_who_has_just_moved_is_not_sent_the_board_anew,
                a_board_that_is_being_sent_for_long_is_left_to_its_sender,
                games_in_play_with_a_clock_that_lag_are_found_for_themselves,
                a_lease_ends_when_it_is_not_renewed_and_is_forgotten_once,
            }
            games::inline {
                inline_messages_of_any_name_are_kept_among_chats,
                inline_messages_take_of_the_same_limit_as_chats,
                what_an_inline_message_shows_is_noted_until_it_is_gone,
                an_inline_message_that_lags_is_claimed_once_and_was_sent_before,
                inline_messages_stay_when_chats_move_and_guests_leave_and_go_with_their_board,
                a_board_begins_together_with_all_places_in_which_it_is_shown,
            }
            people::results {
                a_result_is_noted_once_with_the_commit_that_ends_the_game,
                a_commit_that_loses_the_race_notes_nothing,
                two_people_have_a_result_each,
                nothing_is_noted_of_people_who_are_unknown_or_do_not_want_it,
                a_result_outlives_its_game_and_goes_with_its_person,
                of_very_many_results_the_latest_are_kept,
            }
            people::ratings {
                a_game_that_counts_is_noted_once_with_the_commit_that_ends_it,
                of_two_who_have_seen_the_same_turn_one_rates,
                no_game_counts_of_people_who_are_unknown_or_do_not_want_it,
                a_game_in_play_of_a_person_who_stops_counting_counts_for_the_other_one,
                ratings_go_with_their_person_and_stay_for_the_other_one,
                of_the_same_two_so_many_games_count_in_a_day,
                deleting_everything_makes_no_more_games_of_the_same_two_count,
                a_table_has_those_who_have_agreed_and_the_provisional_ones_last,
                no_one_is_in_more_tables_than_allowed_and_history_is_bounded,
                the_table_of_all_follows_people_who_join_leave_and_are_rated,
            }
            people::blocks {
                a_block_keeps_two_people_apart_in_both_directions_until_it_is_taken_back,
                no_one_blocks_more_people_than_allowed,
                a_block_goes_with_its_person_and_stays_without_the_name_of_the_other_one,
            }
            people::challenges {
                a_reservation_stands_beside_the_record_until_the_seat_is_taken,
                a_seat_kept_for_a_deleted_person_is_open_to_all,
                no_one_waits_for_more_people_than_allowed,
                no_one_waits_for_one_person_in_more_games_than_allowed,
                a_declined_challenge_outlives_the_data_of_both,
            }
            games::leaving {
                a_departure_stands_beside_the_record,
                a_leaving_that_loses_the_race_leaves_no_note,
                a_message_resigns_the_game_that_it_was_first_about,
                how_a_player_came_to_be_out_of_the_chat_is_kept,
                a_group_without_the_bot_has_no_clock_that_runs_out,
                games_whose_message_in_a_chat_was_given_up_are_found_newest_first,
                games_that_are_left_behind_are_found,
            }
            people::groups {
                each_thing_is_chosen_for_a_group_by_itself,
                what_was_chosen_for_a_group_follows_it_to_another_chat,
            }
            games::agreements {
                what_two_people_have_said_is_kept_beside_the_record,
                nothing_that_was_said_outlives_a_person_who_leaves,
            }
            games::clocks {
                a_clock_is_kept_beside_the_record,
                a_clock_starts_once_and_not_after_the_session_has_changed,
                the_times_at_the_last_plies_are_kept_with_their_revision,
                a_clock_that_is_chosen_while_a_seat_is_open_is_kept_until_another_choice,
                play_time_goes_on_while_a_clock_runs_and_not_during_maintenance,
                games_whose_time_is_over_are_listed_in_that_order,
                votes_are_kept_beside_the_record,
                of_many_who_end_a_game_one_does,
                no_clock_runs_in_the_games_that_a_deleted_person_leaves,
                only_games_of_two_people_without_a_running_clock_are_abandoned,
            }
            people::reminders {
                a_wish_for_reminders_is_kept_until_it_is_taken_back,
                games_of_a_day_a_move_are_listed_before_their_time_is_over,
                of_many_who_remind_of_a_move_one_does_and_of_the_next_move_again,
            }
            games::help {
                help_that_was_used_is_kept_beside_the_record,
            }
            people::persons {
                people_are_kept_and_replaced,
                names_of_any_letters_are_kept,
                a_person_who_has_changed_or_gone_meanwhile_is_left_alone,
                reachability_changes_alone,
                reachable_people_are_paged_by_ascending_id,
                boards_of_a_person_are_paged_by_ascending_id,
                a_deleted_person_leaves_nothing_and_others_stay,
            }
            people::deletions {
                a_person_is_gone_before_all_their_boards_are,
                a_person_who_comes_back_during_their_deletion_is_new_and_stays,
                presses_are_written_while_a_long_deletion_goes_on,
                several_may_finish_a_deletion,
                the_oldest_finished_boards_beyond_so_many_are_trimmed,
                finished_boards_are_listed_by_owner_and_age,
            }
            people::invitations {
                a_guest_of_the_page_is_kept_as_long_as_a_game_or_an_invitation_of_theirs,
                an_invitation_is_kept_once_and_found_by_its_code,
                of_many_who_come_at_once_exactly_one_sits_down,
                no_one_comes_by_a_board_that_does_not_wait_or_has_changed,
                no_one_has_more_invitations_than_allowed,
                invitations_go_with_their_people_and_with_time,
                people_who_have_blocked_each_other_do_not_meet_by_invitation,
                a_board_begins_in_every_chat_it_names_and_once,
            }
            people::seekers {
                a_person_waits_once_and_as_they_last_said,
                those_who_wait_are_listed_by_age_and_only_if_they_can_be_called,
                two_who_wait_are_seated_and_wait_no_more,
                no_one_is_seated_who_does_not_wait_for_that_or_is_blocked,
                no_one_is_seated_before_the_message_of_their_wait_is_known,
                of_two_who_want_the_same_person_one_is_seated_and_the_other_waits_on,
                a_thousand_are_seated_by_two_at_work_and_none_twice,
                a_wait_goes_with_its_person_and_with_time,
            }
            host::upkeep {
                old_boards_are_purged_in_batches_and_young_ones_stay,
                a_board_that_is_played_again_is_not_purged,
                of_many_processes_exactly_one_claims_a_purge,
                the_own_time_goes_on_as_time_is_lived_through,
            }
            host::operations {
                everything_is_counted,
                switches_are_off_until_they_are_on,
                a_broadcast_is_kept_until_it_is_done,
                broadcasts_are_found_by_who_wrote_them,
                a_stopped_broadcast_claims_nothing_and_keeps_no_text,
                of_many_processes_exactly_one_claims_each_slice,
                an_open_store_answers_a_ping,
                a_closed_store_answers_that_it_is_closed,
            }
        }
    };
    ($database:ident # $attribute:tt: $($room:ident::$group:ident { $($check:ident,)* })*) => {
        mod $database {
            $(mod $group {
                $(
                    # $attribute
                    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                    async fn $check() -> anyhow::Result<()> {
                        let Some(fresh) = crate::$database().await? else {
                            return Ok(());
                        };
                        let checked = crate::$room::$group::$check(fresh.store.clone()).await;
                        fresh.store.close().await;
                        fresh.scratch.clear().await?;
                        checked
                    }
                )*
            })*
        }
    };
}

suite!(sqlite, #[cfg(test)]);
suite!(postgres, #[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]);

/// A new store, with nothing in it.
struct Fresh {
    store: Arc<Store>,
    scratch: Scratch,
}

/// Resources to remove at the end of a test.
enum Scratch {
    Folder(TempDir),
    Schema(Schema),
}

impl Scratch {
    /// Executes statements on the database from outside the store.
    async fn execute(&self, statements: &str) -> Result<()> {
        match self {
            Scratch::Folder(folder) => {
                let connection = Connection::open(folder.path().join("zerosum.db"))?;
                Ok(connection.execute_batch(statements)?)
            }
            Scratch::Schema(schema) => schema.execute(statements).await,
        }
    }

    fn url(&self) -> String {
        match self {
            Scratch::Folder(folder) => {
                format!("sqlite://{}", folder.path().join("zerosum.db").display())
            }
            Scratch::Schema(schema) => schema.url(),
        }
    }

    async fn clear(self) -> Result<()> {
        match self {
            Scratch::Folder(folder) => Ok(folder.close()?),
            Scratch::Schema(schema) => schema.drop().await,
        }
    }
}

async fn sqlite() -> Result<Option<Fresh>> {
    let scratch = Scratch::Folder(tempfile::tempdir()?);
    Ok(Some(Fresh { store: zerosum_store::open(&scratch.url()).await?, scratch }))
}

async fn postgres() -> Result<Option<Fresh>> {
    let Some(schema) = Schema::create().await? else { return Ok(None) };
    let scratch = Scratch::Schema(schema);
    Ok(Some(Fresh { store: zerosum_store::open(&scratch.url()).await?, scratch }))
}

/// A person who plays in private.
fn person() -> Person {
    let name = String::new();
    Person {
        language: Language::English,
        has_chosen: false,
        name,
        is_reachable: true,
        choice: Choice::default(),
        theme: Theme::default(),
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    }
}

/// The session after these cells have been marked by the sides in turn.
fn after_moves(session: &Session, cells: &[u16]) -> Result<Session, Refusal> {
    cells.iter().try_fold(session.clone(), |session, cell| {
        let Awaiting::Human { user, .. } = session.awaiting() else { return Err(Refusal::Over) };
        session.apply(Actor::User(user), session.revision(), Action::Play(MoveCode(*cell)))
    })
}

fn is_closed<T: Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Closed)), "{result:?}");
}

/// This number of values, the same in every run.
fn samples<S: Strategy>(strategy: S, count: usize) -> Result<Vec<S::Value>> {
    let mut runner = TestRunner::deterministic();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).map(|tree| tree.current()))
        .map(|value| value.map_err(|reason| anyhow::anyhow!("{reason}")))
        .collect()
}
