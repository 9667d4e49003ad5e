//! `kill -9` and stops while an engine thinks: the game goes on by itself, and no engine moves twice.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Awaiting, Revision, Session, SessionId, UserId};
use zerosum_store::OpenGames;

use crate::child::{Launch, Process, database_url, folder, telegram};
use crate::replicas::leases::{Stage, kill, leave};

/// A game in which an engine of the best level thinks for its full time.
const GAME: &str = "ultimate";

/// Log message for a turn that was left behind and taken over.
const FOUND: &str = "took over an abandoned engine turn";

fn choice(side: Side) -> Result<Choice> {
    let spec = GameSpec::from_name(GAME).context("there is such a game")?;
    Ok(Choice { spec, side, level: Level::Best })
}

/// The session and the revision that a message shows.
fn shown(message: &MessageView) -> Option<(SessionId, Revision)> {
    let mut buttons = message.keyboard.iter().flatten();
    buttons.find_map(|button| match tap::decode(button.data.as_deref()?) {
        Ok(Tap::Act { id, seen, .. } | Tap::Focus { id, seen, .. }) => Some((id, seen)),
        _ => None,
    })
}

/// Waits until the message shows at least this revision.
async fn until_shown(telegram: &Playground, message: &MessageView, wanted: Revision) -> Result<()> {
    let (chat, id) = (message.chat_id, message.message_id);
    let is_there = |message: &MessageView| shown(message).is_some_and(|(_, now)| now >= wanted);
    let wanted = telegram.until(|snapshot| snapshot.message(chat, id).filter(is_there));
    wanted.await.with_context(|| format!("{:?}", telegram.message(chat, id)))?;
    Ok(())
}

/// Waits until chats have got one more typing indicator, which means that an engine thinks.
async fn until_typing(telegram: &Playground, before: usize) -> Result<()> {
    let more = telegram.until(|snapshot| {
        let typing = snapshot.calls().filter(|call| call.method == "sendChatAction");
        (typing.count() > before).then_some(())
    });
    Ok(more.await?)
}

fn typing(telegram: &Playground) -> usize {
    telegram.calls().iter().filter(|call| call.method == "sendChatAction").count()
}

/// Presses the first free cell of a board in its stored state.
fn press(telegram: &Playground, message: &MessageView, session: &Session) -> Result<String> {
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    let action = Action::Play(*moves.first().context("the game is in play")?);
    let tap = Tap::Act { id: session.id(), seen: session.revision(), action };
    let (chat, message) = (message.chat_id, message.message_id);
    Ok(telegram.press_data(chat, chat, message, &tap::encode(tap))?)
}

fn is_engine_awaited(session: &Session) -> bool {
    matches!(session.awaiting(), Awaiting::Engine { .. })
}

/// The stored board, read while no process has the database open.
async fn stored(folder: &Path, id: SessionId) -> Result<Board> {
    let store = zerosum_store::open(&database_url(folder)).await?;
    let board = store.load(id).await?;
    store.close().await;
    board.context("it is stored")
}

/// Plays on with Anna until a bot has ended in the middle of a search. Returns the session in that state.
async fn end_in_thought(
    telegram: &Playground,
    folder: &Path,
    end: impl Fn(Process),
) -> Result<(MessageView, Session)> {
    let anna = telegram.add_user("Anna", Some("en"));
    let mut bot = Launch::bot(telegram, folder).start();
    telegram.send_text(anna, anna, &format!("/new {GAME} x best"))?;
    let message = telegram.next_message(anna).await?;
    let (id, _) = shown(&message).context("it is a board")?;
    telegram.settled().await?;
    let mut session =
        Session::against_engine(id, UserId(anna.unsigned_abs()), choice(Side::First)?);
    loop {
        let before = typing(telegram);
        let answer = telegram.answer(&press(telegram, &message, &session)?).await?;
        ensure!(answer.text.is_empty(), "{answer:?}");
        until_typing(telegram, before).await?;
        end(bot);
        session = stored(folder, id).await?.session;
        if is_engine_awaited(&session) {
            return Ok((message, session));
        }
        // The move was faster than the end.
        bot = Launch::bot(telegram, folder).start();
        bot.until_said("is at work");
        ensure!(session.outcome().is_none(), "no bot has ended in the middle of a thought");
    }
}

/// Starts the bot and checks that the game goes on by itself, by one move.
async fn check_that_it_goes_on(
    telegram: &Playground,
    folder: &Path,
    (message, left): (MessageView, Session),
) -> Result<()> {
    let bot = Launch::bot(telegram, folder).start();
    let next = Revision(left.revision().0 + 1);
    until_shown(telegram, &message, next).await?;
    telegram.settled().await?;
    let ended = bot.stop();
    ensure!(ended.code == Some(0) && !ended.err.contains(" ERROR "), "{}", ended.err);
    assert_eq!(ended.err.matches(FOUND).count(), 1, "{}", ended.err);
    let session = stored(folder, left.id()).await?.session;
    assert_eq!(session.revision(), next);
    assert_eq!(session.moves().len(), left.moves().len() + 1);
    assert_eq!(session.moves()[..left.moves().len()], *left.moves());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_in_the_middle_of_which_a_bot_is_killed_is_taken_by_the_next_one() -> Result<()> {
    let (telegram, folder) = (telegram().await, folder());
    let left = end_in_thought(&telegram, folder.path(), kill).await?;
    check_that_it_goes_on(&telegram, folder.path(), left).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_stopped_while_an_engine_thinks_leaves_its_turn_to_the_next_one() -> Result<()>
{
    let (telegram, folder) = (telegram().await, folder());
    let left = end_in_thought(&telegram, folder.path(), leave).await?;
    check_that_it_goes_on(&telegram, folder.path(), left).await
}

/// Starts the first replica and waits until it is ready.
fn started(stage: &Stage) -> Process {
    let replica = stage.start(0);
    replica.until_said("the webhook is set");
    replica
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_turn_outlives_the_replica_that_has_thought_about_it() -> Result<()> {
    outlives("touched = touched - 600000000").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_turn_that_a_clock_far_ahead_has_dated_outlives_its_replica_as_well() -> Result<()> {
    outlives("touched = touched + 34560000000000, turn_claimed = touched + 34560000000000").await
}

/// Kills a replica in the middle of a search, gives the board these times, and checks that another replica
/// takes over the turn.
async fn outlives(times: &str) -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(7)).await? else { return Ok(()) };
    let [first, second] = stage.start_both();
    let telegram = &stage.telegram;
    let anna = telegram.add_user("Anna", Some("en"));
    stage.balancer.send_all_to(1);
    telegram.send_text(anna, anna, &format!("/new {GAME} x best"))?;
    let message = telegram.next_message(anna).await?;
    let (id, _) = shown(&message).context("it is a board")?;
    stage.balancer.send_all_to(0);
    let mut first = Some(first);
    loop {
        let session = stage.store.load(id).await?.context("it is stored")?.session;
        let before = typing(telegram);
        let answer = telegram.answer(&press(telegram, &message, &session)?).await?;
        ensure!(answer.text.is_empty(), "{answer:?}");
        until_typing(telegram, before).await?;
        if let Some(replica) = first.take() {
            kill(replica);
        }
        let left = stage.store.load(id).await?.context("it is stored")?.session;
        if is_engine_awaited(&left) {
            // The other one waits until the turn has certainly been abandoned.
            stage.schema.execute(&format!("UPDATE boards SET {times}")).await?;
            let next = Revision(left.revision().0 + 1);
            until_shown(telegram, &message, next).await?;
            telegram.settled().await?;
            let session = stage.store.load(id).await?.context("it is stored")?.session;
            assert_eq!((session.revision(), session.moves().len()), (next, left.moves().len() + 1));
            break;
        }
        ensure!(left.outcome().is_none(), "no replica has ended in the middle of a thought");
        first = Some(started(&stage));
    }
    let first = started(&stage);
    stage.end([first, second]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn replicas_that_find_the_same_turns_take_each_of_them_once() -> Result<()> {
    const BOARDS: u64 = 24;
    let Some(stage) = Stage::new(&mut Rng::with_seed(8)).await? else { return Ok(()) };
    for id in 1..=BOARDS {
        let user = stage.telegram.add_user("Anna", Some("en"));
        let owner = UserId(user.unsigned_abs());
        let session = Session::against_engine(SessionId(id), owner, choice(Side::Second)?);
        // The board counts as sent, because only the turns matter here.
        let (message, shown) = (Some(MessageId(1)), Revision::LAST);
        let board = Board { message, shown, ..Board::new(session, owner, ChatId(user)) };
        stage.store.create(&board, OpenGames::ANY).await?;
    }
    stage.schema.execute("UPDATE boards SET touched = touched - 600000000").await?;
    let replicas = stage.start_both();
    for id in 1..=BOARDS {
        let moves = loop {
            let board = stage.store.load(SessionId(id)).await?.context("it is stored")?;
            if !is_engine_awaited(&board.session) {
                break board.session.moves().to_vec();
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(moves.len(), 1, "{id}: {moves:?}");
    }
    let mut taken = 0;
    for replica in replicas {
        let ended = replica.stop();
        ensure!(ended.code == Some(0) && !ended.err.contains(" ERROR "), "{}", ended.err);
        taken += ended.err.matches(FOUND).count();
    }
    assert_eq!(taken as u64, BOARDS);
    stage.store.close().await;
    stage.schema.drop().await
}
