//! Ratings between people: each game counts once, for any number of processes and reports.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::Next;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::rematch::Another;
use zerosum_session::people::standings::{
    Listing, RATED_OF_SAME_TWO_MAX, RatedGame, SAME_TWO_WITHIN, Standing, rated,
};
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};
use zerosum_store::people::ratings::{HISTORY_KEPT_MAX, LISTINGS_MAX, RatingTurn, UnratedGame};
use zerosum_store::{Commit, OpenGames, Person, Store};

use crate::store_support::{ANN, BEN, CHAT};
use crate::{Fresh, person, postgres, sqlite};

const CLARA: UserId = UserId(1_003);
const GROUP: Listing = Listing::Group(CHAT);

pub(crate) async fn meet(store: &Store, people: &[UserId]) -> Result<()> {
    for user in people {
        let known = Person { name: format!("{}", user.0), ..person() };
        ensure!(store.put_person(*user, None, &known).await? == Commit::Done);
    }
    Ok(())
}

/// A timed game with a move of each, before and after the second player's resignation.
async fn game(store: &Store, id: u64, players: [UserId; 2]) -> Result<[Session; 2]> {
    let [first, second] = players;
    let seats = BySide { first: Seat::Human(first), second: Seat::Human(second) };
    let start = Session::new(SessionId(id), GameSpec::TicTacToe, seats);
    let mut start = start.under(TimeControl::FiveAndThree);
    for (user, code) in [(first, 4), (second, 0)] {
        let moved = Action::Play(MoveCode(code));
        start = start.apply(Actor::User(user), start.revision(), moved)?;
    }
    let board = Board::new(start.clone(), first, CHAT);
    ensure!(store.create(&board, OpenGames::ANY).await? == Commit::Done);
    let end = start.apply(Actor::User(second), start.revision(), Action::Resign)?;
    Ok([start, end])
}

pub(crate) async fn play(store: &Store, id: u64, players: [UserId; 2]) -> Result<()> {
    let [start, end] = game(store, id, players).await?;
    ensure!(store.commit(&end, start.revision()).await? == Commit::Done);
    Ok(())
}

async fn standing(store: &Store, user: UserId) -> Result<Option<Standing>> {
    let standings = store.standings(user).await?;
    Ok(standings.into_iter().find(|(family, _)| *family == Family::TicTacToe).map(|(_, it)| it))
}

async fn standing_or_new(store: &Store, user: UserId) -> Result<Standing> {
    Ok(standing(store, user).await?.unwrap_or(Standing::NEW))
}

/// Rates games until none is left, also if others do the same meanwhile.
async fn rate_all(store: &Store) -> Result<()> {
    loop {
        let (turn, games) = store.unrated_games(None, 1).await?;
        let [UnratedGame { game, ended }] = games[..] else { return Ok(()) };
        let before = BySide {
            first: standing_or_new(store, game.players.first).await?,
            second: standing_or_new(store, game.players.second).await?,
        };
        // A conflict is a race that another has won.
        store.rate(turn, &game, rated(before, game.outcome, ended)).await?;
    }
}

/// The standings that result from rating these games one after the other.
fn expected(games: &[UnratedGame]) -> BTreeMap<UserId, Standing> {
    let mut standings: BTreeMap<UserId, Standing> = BTreeMap::new();
    for UnratedGame { game: RatedGame { players, outcome, .. }, ended } in games {
        let of = |user| standings.get(&user).copied().unwrap_or(Standing::NEW);
        let before = BySide { first: of(players.first), second: of(players.second) };
        let after = rated(before, *outcome, *ended);
        for side in Side::ALL {
            standings.insert(*players.get(side), *after.get(side));
        }
    }
    standings
}

fn is_near(one: &Standing, other: &Standing) -> bool {
    (one.points - other.points).abs() < 0.05
        && (one.deviation - other.deviation).abs() < 0.05
        && (one.games, one.rated_at) == (other.games, other.rated_at)
}

pub(crate) async fn a_game_that_counts_is_noted_once_with_the_commit_that_ends_it(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN]).await?;
    let [start, end] = game(&store, 1, [ANN, BEN]).await?;
    assert_eq!(store.unrated_games(None, 9).await?, (RatingTurn(0), Vec::new()));
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Done);
    let (turn, games) = store.unrated_games(None, 9).await?;
    let [unrated] = games[..] else { anyhow::bail!("one game has ended") };
    assert_eq!(unrated.game.players, BySide { first: ANN, second: BEN });
    // The process that has lost the race reports the same end.
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Conflict);
    assert_eq!(store.unrated_games(None, 9).await?.1.len(), 1);
    let after = rated(
        BySide { first: Standing::NEW, second: Standing::NEW },
        unrated.game.outcome,
        unrated.ended,
    );
    let other = RatingTurn(turn.0 + 1);
    assert_eq!(store.rate(other, &unrated.game, after).await?, Commit::Conflict);
    assert_eq!(standing(&store, ANN).await?, None);
    assert_eq!(store.rate(turn, &unrated.game, after).await?, Commit::Done);
    let ann = standing(&store, ANN).await?.context("she is rated")?;
    assert!(is_near(&ann, &after.first), "{ann:?}");
    // However often it is reported, and with any turn, it counts once.
    for turn in [turn, other] {
        assert_eq!(store.rate(turn, &unrated.game, after.swapped()).await?, Commit::Conflict);
    }
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Conflict);
    assert_eq!(store.unrated_games(None, 9).await?, (other, Vec::new()));
    assert_eq!(standing(&store, ANN).await?, Some(ann));
    assert_eq!(store.rating_history(ANN, Family::TicTacToe).await?.len(), 1);
    // The rated game is remembered as long as it could be reported again.
    assert_eq!(store.purge_rated_games(unrated.ended, 9).await?, 0);
    assert_eq!(store.purge_rated_games(unrated.ended + 1, 9).await?, 1);
    // Even then it does not count again, regardless of the two players' actions after its end.
    let Another::Offered(offered) = end.another(ANN, end.revision(), Next::Same, unrated.ended)?
    else {
        anyhow::bail!("the other one is asked")
    };
    assert_eq!(store.commit(&offered, end.revision()).await?, Commit::Done);
    let stored = store.load(SessionId(1)).await?.context("it is there")?;
    assert_eq!(stored.session, *offered);
    assert_eq!(store.unrated_games(None, 9).await?, (other, Vec::new()));
    Ok(())
}

pub(crate) async fn of_two_who_have_seen_the_same_turn_one_rates(store: Arc<Store>) -> Result<()> {
    meet(&store, &[ANN, BEN]).await?;
    for id in [1, 2] {
        play(&store, id, [ANN, BEN]).await?;
    }
    let (turn, games) = store.unrated_games(None, 9).await?;
    let [one, other] = games[..] else { anyhow::bail!("two games have ended") };
    let new = BySide { first: Standing::NEW, second: Standing::NEW };
    let after = |unrated: UnratedGame| rated(new, unrated.game.outcome, unrated.ended);
    assert_eq!(store.rate(turn, &one.game, after(one)).await?, Commit::Done);
    assert_eq!(store.rate(turn, &other.game, after(other)).await?, Commit::Conflict);
    let ann = standing(&store, ANN).await?.context("she is rated")?;
    assert!(is_near(&ann, &after(one).first), "{ann:?}");
    assert_eq!(store.unrated_games(None, 9).await?, (RatingTurn(turn.0 + 1), vec![other]));
    Ok(())
}

pub(crate) async fn no_game_counts_of_people_who_are_unknown_or_do_not_want_it(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN]).await?;
    play(&store, 1, [ANN, CLARA]).await?;
    let off = Person { keeps_results: false, ..person() };
    store.put_person(CLARA, None, &off).await?;
    for (id, players) in [(2, [CLARA, ANN]), (9, [ANN, CLARA])] {
        play(&store, id, players).await?;
    }
    assert_eq!(store.unrated_games(None, 9).await?.1, []);
    play(&store, 3, [ANN, BEN]).await?;
    rate_all(&store).await?;
    play(&store, 4, [ANN, BEN]).await?;
    assert_eq!(store.list(ANN, GROUP).await?, Commit::Done);
    assert_eq!(store.list(CLARA, GROUP).await?, Commit::Conflict);
    // A person who stops the counting loses their rating, and the other keeps theirs.
    let ann = store.person(ANN).await?.context("she is known")?;
    let stopped = Person { keeps_results: false, ..ann.clone() };
    assert_eq!(store.put_person(ANN, Some(&ann), &stopped).await?, Commit::Done);
    assert_eq!(standing(&store, ANN).await?, None);
    assert_eq!(store.rating_history(ANN, Family::TicTacToe).await?, []);
    assert_eq!(store.listings_of(ANN).await?, []);
    assert_eq!(standing(&store, BEN).await?.map(|ben| ben.games), Some(1));
    // A game that ended before counts for the other player.
    rate_all(&store).await?;
    assert_eq!(standing(&store, ANN).await?, None);
    assert_eq!(standing(&store, BEN).await?.map(|ben| ben.games), Some(2));
    Ok(())
}

pub(crate) async fn ratings_go_with_their_person_and_stay_for_the_other_one(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN]).await?;
    play(&store, 1, [ANN, BEN]).await?;
    rate_all(&store).await?;
    for listing in [GROUP, Listing::Worldwide] {
        store.list(ANN, listing).await?;
    }
    let ben = standing(&store, BEN).await?;
    assert!(ben.is_some());
    store.delete_person(ANN, 9).await?;
    meet(&store, &[ANN]).await?;
    assert_eq!(store.standings(ANN).await?, []);
    assert_eq!(store.rating_history(ANN, Family::TicTacToe).await?, []);
    assert_eq!(store.listings_of(ANN).await?, []);
    assert_eq!(standing(&store, BEN).await?, ben);
    Ok(())
}

pub(crate) async fn a_table_has_those_who_have_agreed_and_the_provisional_ones_last(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN, CLARA]).await?;
    play(&store, 1, [CLARA, BEN]).await?;
    let (turn, games) = store.unrated_games(None, 9).await?;
    let known = |points, deviation| Standing { points, deviation, games: 9, ..Standing::NEW };
    let both = BySide { first: known(1_700.0, 200.0), second: known(1_400.0, 80.0) };
    store.rate(turn, &games[0].game, both).await?;
    play(&store, 2, [ANN, BEN]).await?;
    let (turn, games) = store.unrated_games(None, 9).await?;
    let both = BySide { first: known(1_600.0, 80.0), ..both };
    store.rate(turn, &games[0].game, BySide { second: known(1_400.0, 80.0), ..both }).await?;
    let best = async |listing| -> Result<Vec<u64>> {
        let best = store.best(listing, Family::TicTacToe, 9).await?;
        Ok(best.iter().map(|listed| listed.user.0).collect())
    };
    for listing in [GROUP, Listing::Worldwide] {
        assert_eq!(best(listing).await?, [0_u64; 0]);
        for user in [BEN, CLARA, ANN] {
            assert_eq!(store.list(user, listing).await?, Commit::Done);
            assert_eq!(store.list(user, listing).await?, Commit::Conflict);
        }
        assert_eq!(best(listing).await?, [ANN, BEN, CLARA].map(|user| user.0));
        assert_eq!(store.best(listing, Family::TicTacToe, 2).await?.len(), 2);
        assert_eq!(store.best(listing, Family::Ultimate, 9).await?, []);
    }
    assert_eq!(best(Listing::Group(ChatId(-8))).await?, [0_u64; 0]);
    let named = store.best(GROUP, Family::TicTacToe, 1).await?;
    assert_eq!(named[0].name, ANN.0.to_string());
    assert_eq!(store.unlist(BEN, GROUP).await?, Commit::Done);
    assert_eq!(store.unlist(BEN, GROUP).await?, Commit::Conflict);
    assert_eq!(best(GROUP).await?, [ANN, CLARA].map(|user| user.0));
    assert_eq!(store.listings_of(BEN).await?, [Listing::Worldwide]);
    // The table follows a group to another chat, in which some people are listed already.
    let moved = ChatId(-9);
    store.list(ANN, Listing::Group(moved)).await?;
    store.move_chat(CHAT, moved).await?;
    assert_eq!(best(GROUP).await?, [0_u64; 0]);
    assert_eq!(best(Listing::Group(moved)).await?, [ANN, CLARA].map(|user| user.0));
    Ok(())
}

pub(crate) async fn no_one_is_in_more_tables_than_allowed_and_history_is_bounded(
    store: Arc<Store>,
) -> Result<()> {
    let others: Vec<UserId> = (2_001..=2_020).map(UserId).collect();
    meet(&store, &[ANN]).await?;
    meet(&store, &others).await?;
    for chat in 1..=i64::from(LISTINGS_MAX) {
        assert_eq!(store.list(ANN, Listing::Group(ChatId(-chat))).await?, Commit::Done);
    }
    assert_eq!(store.list(ANN, Listing::Worldwide).await?, Commit::Conflict);
    store.unlist(ANN, Listing::Group(ChatId(-7))).await?;
    assert_eq!(store.list(ANN, Listing::Worldwide).await?, Commit::Done);
    let games = HISTORY_KEPT_MAX + 3;
    for id in 1..=u64::from(games) {
        // With each of them, the maximum number of games that count in a day.
        let other = others[usize::try_from((id - 1) / u64::from(RATED_OF_SAME_TWO_MAX))?];
        play(&store, id, [ANN, other]).await?;
    }
    rate_all(&store).await?;
    let history = store.rating_history(ANN, Family::TicTacToe).await?;
    let kept: Vec<u32> = history.iter().map(|past| past.games).collect();
    assert_eq!(kept, (4..=games).collect::<Vec<u32>>());
    let now = standing(&store, ANN).await?.context("she is rated")?;
    assert_eq!(history.last().map(|past| past.points), Some(now.points));
    Ok(())
}

pub(crate) async fn of_the_same_two_so_many_games_count_in_a_day(store: Arc<Store>) -> Result<()> {
    meet(&store, &[ANN, BEN, CLARA]).await?;
    let max = u64::from(RATED_OF_SAME_TWO_MAX);
    for id in 1..=max + 3 {
        // The order of the players does not matter, nor whether they are rated already.
        play(&store, id, if id % 2 == 0 { [ANN, BEN] } else { [BEN, ANN] }).await?;
        if id == max / 2 {
            rate_all(&store).await?;
        }
    }
    rate_all(&store).await?;
    assert_eq!(standing(&store, ANN).await?.map(|it| it.games), Some(RATED_OF_SAME_TWO_MAX));
    play(&store, max + 4, [ANN, CLARA]).await?;
    rate_all(&store).await?;
    assert_eq!(standing(&store, ANN).await?.map(|it| it.games), Some(RATED_OF_SAME_TWO_MAX + 1));
    assert_eq!(standing(&store, BEN).await?.map(|it| it.games), Some(RATED_OF_SAME_TWO_MAX));
    Ok(())
}

pub(crate) async fn a_game_in_play_of_a_person_who_stops_counting_counts_for_the_other_one(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN]).await?;
    let [start, end] = game(&store, 1, [ANN, BEN]).await?;
    let ann = store.person(ANN).await?.context("she is known")?;
    let off = Person { keeps_results: false, ..ann.clone() };
    store.put_person(ANN, Some(&ann), &off).await?;
    // Later changes of hers do not affect games begun since.
    let [later, later_end] = game(&store, 2, [BEN, ANN]).await?;
    store.put_person(ANN, Some(&off), &Person { has_chosen: true, ..off.clone() }).await?;
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Done);
    assert_eq!(store.commit(&later_end, later.revision()).await?, Commit::Done);
    let games: Vec<SessionId> =
        store.unrated_games(None, 9).await?.1.iter().map(|unrated| unrated.game.id).collect();
    assert_eq!(games, [SessionId(1)]);
    rate_all(&store).await?;
    assert_eq!(standing(&store, ANN).await?, None);
    assert_eq!(store.rating_history(ANN, Family::TicTacToe).await?, []);
    assert_eq!(standing(&store, BEN).await?.map(|ben| ben.games), Some(1));
    Ok(())
}

pub(crate) async fn deleting_everything_makes_no_more_games_of_the_same_two_count(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN, CLARA]).await?;
    let max = u64::from(RATED_OF_SAME_TWO_MAX);
    for id in 1..=max {
        play(&store, id, [ANN, BEN]).await?;
    }
    rate_all(&store).await?;
    store.delete_person(ANN, 99).await?;
    store.delete_person(BEN, 99).await?;
    meet(&store, &[ANN, BEN]).await?;
    play(&store, max + 1, [BEN, ANN]).await?;
    assert_eq!(store.unrated_games(None, 9).await?.1, []);
    play(&store, max + 2, [CLARA, ANN]).await?;
    assert_eq!(store.unrated_games(None, 9).await?.1.len(), 1);
    // Young ones stay, and all older ones are removed.
    assert_eq!(store.purge_rated_pairs(0, 99).await?, 0);
    assert_eq!(store.purge_rated_pairs(store.now() + 1, 5).await?, 5);
    assert_eq!(store.purge_rated_pairs(store.now() + 1, 99).await?, max + 1 - 5);
    play(&store, max + 3, [BEN, ANN]).await?;
    assert_eq!(store.unrated_games(None, 9).await?.1.len(), 2);
    Ok(())
}

/// Checks that a day later the same number of games between two people counts again.
async fn counts_again(fresh: Fresh) -> Result<()> {
    let store = &*fresh.store;
    meet(store, &[ANN, BEN]).await?;
    let max = u64::from(RATED_OF_SAME_TWO_MAX);
    for id in 1..=max + 1 {
        play(store, id, [ANN, BEN]).await?;
    }
    assert_eq!(store.unrated_games(None, 99).await?.1.len(), usize::try_from(max)?);
    let day = SAME_TWO_WITHIN.as_micros();
    fresh.scratch.execute(&format!("UPDATE rated_pairs SET ended = ended - {day}")).await?;
    play(store, max + 2, [ANN, BEN]).await?;
    assert_eq!(store.unrated_games(None, 99).await?.1.len(), usize::try_from(max)? + 1);
    store.close().await;
    fresh.scratch.clear().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_later_games_of_the_same_two_count_again_in_sqlite() -> Result<()> {
    counts_again(sqlite().await?.context("there is always a file")?).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_day_later_games_of_the_same_two_count_again_in_postgres() -> Result<()> {
    match postgres().await? {
        Some(fresh) => counts_again(fresh).await,
        None => Ok(()),
    }
}

/// Rates games of three people in two processes at once, each by several tasks.
async fn rated_by_two(fresh: Fresh) -> Result<()> {
    let one = Arc::clone(&fresh.store);
    let other = zerosum_store::open(&fresh.scratch.url()).await?;
    meet(&one, &[ANN, BEN, CLARA]).await?;
    let pairs = [[ANN, BEN], [BEN, CLARA], [CLARA, ANN]];
    for id in 1..=30 {
        play(&one, id, pairs[usize::try_from(id)? % 3]).await?;
    }
    let (turn, games) = one.unrated_games(None, 99).await?;
    assert_eq!((turn, games.len()), (RatingTurn(0), 30));
    let mut rating = JoinSet::new();
    for store in [&one, &other, &one, &other] {
        let store = Arc::clone(store);
        rating.spawn(async move { rate_all(&store).await });
    }
    while let Some(done) = rating.join_next().await {
        done??;
    }
    for store in [&one, &other] {
        assert_eq!(store.unrated_games(None, 99).await?, (RatingTurn(30), Vec::new()));
        for (user, expected) in expected(&games) {
            let seen = standing(store, user).await?.context("they are rated")?;
            assert!(is_near(&seen, &expected), "{user:?}: {seen:?}, {expected:?}");
            assert_eq!(store.rating_history(user, Family::TicTacToe).await?.len(), 20);
        }
    }
    other.close().await;
    one.close().await;
    fresh.scratch.clear().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_rate_each_game_once_in_sqlite() -> Result<()> {
    rated_by_two(sqlite().await?.context("there is always a file")?).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn two_processes_rate_each_game_once_in_postgres() -> Result<()> {
    match postgres().await? {
        Some(fresh) => rated_by_two(fresh).await,
        None => Ok(()),
    }
}

/// Checks the worldwide table for any order in which people join it and are rated.
pub(crate) async fn the_table_of_all_follows_people_who_join_leave_and_are_rated(
    store: Arc<Store>,
) -> Result<()> {
    meet(&store, &[ANN, BEN, CLARA]).await?;
    let listed = async || -> Result<Vec<UserId>> {
        let mut best = store.best(Listing::Worldwide, Family::TicTacToe, 9).await?;
        best.sort_by_key(|listed| listed.user);
        Ok(best.iter().map(|listed| listed.user).collect())
    };
    assert_eq!(store.list(ANN, Listing::Worldwide).await?, Commit::Done);
    assert_eq!(listed().await?, []);
    play(&store, 1, [ANN, BEN]).await?;
    rate_all(&store).await?;
    assert_eq!(listed().await?, [ANN]);
    assert_eq!(store.list(BEN, Listing::Worldwide).await?, Commit::Done);
    assert_eq!(store.list(CLARA, GROUP).await?, Commit::Done);
    play(&store, 2, [CLARA, BEN]).await?;
    rate_all(&store).await?;
    assert_eq!(listed().await?, [ANN, BEN]);
    assert_eq!(store.unlist(ANN, Listing::Worldwide).await?, Commit::Done);
    assert_eq!(store.unlist(CLARA, GROUP).await?, Commit::Done);
    assert_eq!(listed().await?, [BEN]);
    play(&store, 3, [ANN, CLARA]).await?;
    rate_all(&store).await?;
    assert_eq!(listed().await?, [BEN]);
    assert_eq!(store.list(ANN, Listing::Worldwide).await?, Commit::Done);
    store.delete_person(BEN, 9).await?;
    assert_eq!(listed().await?, [ANN]);
    Ok(())
}
