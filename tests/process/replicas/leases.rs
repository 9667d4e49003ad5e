//! Several replicas on one database: updates of one chat reach any of them, processes die and leave, and
//! nothing is lost, doubled or left outdated on a screen.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use zerosum_games::{Game, MoveCode};
use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Revision, Session, SessionId, UserId};
use zerosum_store::{Grace, OpenGames, Store};

use crate::child::{Launch, Process, folder, telegram};
use crate::player::{Player, Shown, assert_shown, boards};
use crate::postgres_support::Schema;
use crate::replicas::balancer::Balancer;

/// Numbers of private chats, and of groups with their own people.
const PRIVATE_CHATS: usize = 180;
const GROUPS: usize = 20;

/// Number of the bot's calls between two events.
const CALLS_BETWEEN_EVENTS: u64 = 600;

/// Time after which a changed language holds on all replicas.
const LANGUAGE_PATIENCE: Duration = Duration::from_secs(20);

/// A Telegram, a database, and a balancer before two replicas.
pub(crate) struct Stage {
    pub telegram: Playground,
    pub balancer: Balancer,
    pub schema: Schema,
    pub store: Arc<Store>,
    folder: tempfile::TempDir,
}

impl Stage {
    pub(crate) async fn new(random: &mut Rng) -> Result<Option<Stage>> {
        Stage::of(telegram().await, random).await
    }

    /// Like [`Stage::new`], but with this Telegram.
    pub(crate) async fn of(telegram: Playground, random: &mut Rng) -> Result<Option<Stage>> {
        let Some(schema) = Schema::create().await? else { return Ok(None) };
        let balancer = Balancer::before(2, random.fork()).await;
        let store = zerosum_store::open(&schema.url()).await?;
        Ok(Some(Stage { telegram, balancer, schema, store, folder: folder() }))
    }

    pub(crate) fn launch(&self, replica: usize) -> Launch {
        let launch = Launch::bot(&self.telegram, self.folder.path());
        let launch = launch.with("DATABASE_URL", &self.schema.url());
        self.balancer.settings(replica, launch)
    }

    pub(crate) fn start(&self, replica: usize) -> Process {
        self.launch(replica).start()
    }

    /// Starts both, and waits until they are ready.
    pub(crate) fn start_both(&self) -> [Process; 2] {
        let replicas = [0, 1].map(|replica| self.start(replica));
        for replica in &replicas {
            replica.until_said("the webhook is set");
        }
        replicas
    }

    /// Removes everything, after the replicas have stopped in order.
    pub(crate) async fn end(self, replicas: [Process; 2]) -> Result<()> {
        replicas.into_iter().for_each(leave);
        self.store.close().await;
        self.schema.drop().await
    }

    /// The message once it satisfies the condition.
    pub(crate) async fn until(
        &self,
        message: &MessageView,
        is_wanted: impl Fn(&MessageView) -> bool,
    ) -> MessageView {
        let (chat, id) = (message.chat_id, message.message_id);
        let wanted = self.telegram.until(|snapshot| snapshot.message(chat, id).filter(&is_wanted));
        let now = || self.telegram.message(chat, id);
        wanted.await.unwrap_or_else(|error| panic!("{error}; it is {:?}", now()))
    }

    /// Presses a free cell as a user who sees the newest revision does, wherever it is shown. Returns the
    /// press.
    async fn press_newest(&self, message: &MessageView, id: SessionId) -> Result<String> {
        let board = self.store.load(id).await?.context("it is stored")?;
        let cell = free_cell(&board.session);
        let tap = Tap::Act { id, seen: board.session.revision(), action: Action::Play(cell) };
        let user = i64::try_from(board.owner.0)?;
        let (chat, message) = (message.chat_id, message.message_id);
        Ok(self.telegram.press_data(user, chat, message, &tap::encode(tap))?)
    }

    /// Like [`Stage::press_newest`], but waits until the press is accepted.
    pub(crate) async fn play_newest(&self, message: &MessageView, id: SessionId) -> Result<()> {
        let press = self.press_newest(message, id).await?;
        let answer = self.telegram.answer(&press).await?;
        ensure!(answer.text.is_empty(), "{answer:?}");
        Ok(())
    }
}

pub(crate) fn kill(replica: Process) {
    replica.signal("KILL");
    assert_eq!(replica.end().code, None);
}

/// Stops a replica as a host does, and checks that its log has no errors, except for a slow database on a
/// busy machine.
pub(crate) fn leave(replica: Process) {
    log_of_leaving(replica);
}

/// Like [`leave`], and returns the log.
fn log_of_leaving(replica: Process) -> String {
    let ended = replica.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let is_wrong =
        |line: &&str| line.contains(" ERROR ") && !line.contains("the database does not answer");
    assert_eq!(ended.err.lines().find(is_wrong), None, "{}", ended.err);
    ended.err
}

fn free_cell(session: &Session) -> MoveCode {
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    moves[0]
}

fn revision_of(message: &MessageView) -> Option<Revision> {
    Shown::of(message).map(|shown| shown.revision)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn replicas_that_are_killed_and_stopped_amid_play_lose_and_double_nothing() -> Result<()> {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let Some(stage) = Stage::new(&mut random).await? else { return Ok(()) };
    let is_evening = Arc::new(AtomicBool::new(false));
    let [first, second] = stage.start_both();
    let players: Vec<JoinHandle<(Player, Shown)>> = players(&stage.telegram, &mut random)
        .into_iter()
        .map(|player| tokio::spawn(play_until(player, Arc::clone(&is_evening))))
        .collect();
    calls_are_made(&stage.telegram).await;
    kill(first);
    calls_are_made(&stage.telegram).await;
    let first = stage.start(0);
    calls_are_made(&stage.telegram).await;
    leave(second);
    calls_are_made(&stage.telegram).await;
    let second = stage.start(1);
    calls_are_made(&stage.telegram).await;
    kill(second);
    let second = stage.start(1);
    is_evening.store(true, Ordering::Relaxed);
    let mut ends = Vec::new();
    for player in players {
        ends.push(player.await.context("a player has noticed something wrong")?);
    }
    stage.telegram.settled().await?;
    check_the_end(&stage, &ends).await?;
    for (player, shown) in &mut ends {
        let shown = player.play_again(shown).await;
        player.play(&shown).await;
    }
    stage.end([first, second]).await
}

fn players(telegram: &Playground, random: &mut Rng) -> Vec<Player> {
    let player = |index| {
        let user = telegram.add_user("Anna", Some("en"));
        let chat = if index < PRIVATE_CHATS { user } else { telegram.add_group("Game", &[user]) };
        let (telegram, random) = (telegram.clone(), random.fork());
        Player { telegram, user, chat, name: "Anna", random, games: 0, is_insistent: true }
    };
    (0..PRIVATE_CHATS + GROUPS).map(player).collect()
}

/// Plays game after game, until `is_evening` is set and the current game is over.
async fn play_until(mut player: Player, is_evening: Arc<AtomicBool>) -> (Player, Shown) {
    let mut shown = player.begin().await;
    loop {
        while !shown.is_over {
            shown = player.play(&shown).await;
        }
        if is_evening.load(Ordering::Relaxed) {
            return (player, shown);
        }
        shown = player.play_again(&shown).await;
    }
}

async fn calls_are_made(telegram: &Playground) {
    let newest = telegram.look(|snapshot| snapshot.calls().last().map(|call| call.number));
    let wanted = newest.unwrap_or(0) + CALLS_BETWEEN_EVENTS;
    let are_made =
        telegram.until(|snapshot| (snapshot.calls().last()?.number >= wanted).then_some(())).await;
    are_made.expect("the replicas are at work while people play");
}

/// Checks that every screen shows the stored session, which is also the one its player saw last.
async fn check_the_end(stage: &Stage, ends: &[(Player, Shown)]) -> Result<()> {
    let mut ids = HashSet::new();
    for (player, shown) in ends {
        assert!(shown.is_over, "{shown:?}");
        assert_shown(&stage.telegram, stage.store.as_ref(), shown, player.name).await;
        assert!(ids.insert(shown.id), "everybody has a board of their own");
        // A message whose sending was never confirmed may have been sent again.
        let seen = stage.telegram.look(|snapshot| boards(snapshot, player.chat));
        let seen: HashSet<SessionId> = seen.iter().map(|shown| shown.id).collect();
        assert_eq!(seen.len(), player.games as usize + 1, "each game, and none unasked: {shown:?}");
    }
    Ok(())
}

/// A person in private, and their new board.
pub(crate) async fn anna_with_board(stage: &Stage) -> Result<(i64, MessageView, SessionId)> {
    let anna = stage.telegram.add_user("Anna", Some("en"));
    stage.telegram.send_text(anna, anna, "/new")?;
    let message = stage.telegram.next_message(anna).await?;
    let shown = Shown::of(&message).context("it is a board")?;
    // Its place is recorded after it is there.
    stage.telegram.settled().await?;
    while stage.store.load(shown.id).await?.is_none_or(|board| board.message.is_none()) {
        tokio::task::yield_now().await;
    }
    Ok((anna, message, shown.id))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn an_edit_that_lands_late_does_not_turn_back_what_another_replica_has_drawn() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(1)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    stage.balancer.send_all_to(0);
    let (anna, message, id) = anna_with_board(&stage).await?;
    let late = Fault::new(FaultKind::Delay(Duration::from_secs(2))).on("editMessageText");
    stage.telegram.fault(late.in_chat(anna));
    stage.play_newest(&message, id).await?;
    stage.balancer.send_all_to(1);
    stage.play_newest(&message, id).await?;
    stage.until(&message, |now| revision_of(now) == Some(Revision(5))).await;
    // The late edit reverts the board, and the process that has sent it checks again.
    let now = stage.until(&message, |now| now.edits >= 3).await;
    assert_eq!(revision_of(&now), Some(Revision(5)), "{now:?}");
    let stored = stage.store.load(id).await?.context("it is stored")?;
    assert_eq!(stored.session.revision(), Revision(5));
    stage.end(replicas).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_board_that_has_moved_is_not_revived_by_a_replica_that_did_not_know() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(2)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    stage.balancer.send_all_to(1);
    let (anna, old, id) = anna_with_board(&stage).await?;
    stage.play_newest(&old, id).await?;
    stage.until(&old, |now| revision_of(now) == Some(Revision(3))).await;
    stage.balancer.send_all_to(0);
    stage.telegram.send_text(anna, anna, "/board")?;
    let new = stage.telegram.next_message(anna).await?;
    let note = stage.until(&old, |now| now.keyboard.is_empty()).await;
    // A press at the old message was in flight, and the other replica knows of no new one.
    stage.balancer.send_all_to(1);
    stage.play_newest(&old, id).await?;
    stage.until(&new, |now| revision_of(now) == Some(Revision(5))).await;
    // It draws the board there and removes it again, or has been notified in time and finds the note there.
    let revived = stage.telegram.until(|snapshot| {
        let now = snapshot.message(anna, old.message_id)?;
        let is_refused = snapshot.calls().any(|call| !call.ok());
        (now.edits >= note.edits + 2 || is_refused).then_some(now)
    });
    let revived = revived.await?;
    assert_eq!((&revived.text, &revived.keyboard), (&note.text, &note.keyboard));
    stage.end(replicas).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_refusal_at_a_replica_that_was_left_behind_draws_no_old_board() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(3)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    stage.balancer.send_all_to(0);
    let (anna, message, id) = anna_with_board(&stage).await?;
    stage.play_newest(&message, id).await?;
    let before = stage.until(&message, |now| revision_of(now) == Some(Revision(3))).await;
    stage.balancer.send_all_to(1);
    stage.play_newest(&message, id).await?;
    stage.until(&message, |now| revision_of(now) == Some(Revision(5))).await;
    // The first replica has last seen revision 3, and a press on that comes late.
    stage.balancer.send_all_to(0);
    let shown = Shown::of(&before).context("it is a board")?;
    let taken = shown.cells.iter().position(|cell| cell != "·").context("a cell is taken")?;
    let data = before.button(taken / 3, taken % 3).and_then(|button| button.data.clone());
    let data = data.context("a cell is a button")?;
    let press = stage.telegram.press_data(anna, anna, message.message_id, &data)?;
    let answer = stage.telegram.answer(&press).await?;
    assert!(answer.text.contains("moved on"), "{answer:?}");
    stage.telegram.settled().await?;
    stage.play_newest(&message, id).await?;
    stage.until(&message, |now| revision_of(now) > Some(Revision(5))).await;
    stage.end(replicas).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_language_chosen_at_one_replica_is_soon_spoken_at_the_other() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(4)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    stage.balancer.send_all_to(1);
    let (anna, message, id) = anna_with_board(&stage).await?;
    stage.play_newest(&message, id).await?;
    stage.until(&message, |now| revision_of(now) == Some(Revision(3))).await;
    stage.balancer.send_all_to(0);
    stage.telegram.send_text(anna, anna, "/language")?;
    let question = stage.telegram.next_message(anna).await?;
    let (row, column) = question.find_button("Русский").context("Russian is spoken")?;
    stage.telegram.press(anna, anna, question.message_id, row, column)?;
    stage.until(&message, |now| now.text.contains("Вы")).await;
    stage.balancer.send_all_to(1);
    let asked = std::time::Instant::now();
    loop {
        stage.telegram.send_text(anna, anna, "/help")?;
        let help = stage.telegram.next_message(anna).await?;
        if help.text.contains("Вы нажимаете") {
            break;
        }
        ensure!(asked.elapsed() < LANGUAGE_PATIENCE, "{help:?}");
        sleep(Duration::from_millis(500)).await;
    }
    stage.play_newest(&message, id).await?;
    let now = stage.until(&message, |now| revision_of(now) > Some(Revision(3))).await;
    assert!(now.text.contains("Вы"), "{now:?}");
    stage.end(replicas).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_board_that_one_replica_is_sending_is_not_sent_by_another() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(5)).await? else { return Ok(()) };
    let first = stage.start(0);
    let anna = stage.telegram.add_user("Anna", Some("en"));
    let boris = stage.telegram.add_user("Boris", Some("en"));
    let late = Fault::new(FaultKind::Delay(Duration::from_secs(4))).on("sendMessage");
    stage.telegram.fault(late.in_chat(anna));
    stage.telegram.send_text(anna, anna, "/new")?;
    while stage.store.behind(None, 1, Grace::NONE).await?.is_empty() {
        tokio::task::yield_now().await;
    }
    let second = stage.start(1);
    second.until_said("the webhook is set");
    stage.balancer.send_all_to(1);
    stage.telegram.send_text(boris, boris, "/help")?;
    stage.telegram.next_message(boris).await?;
    stage.telegram.next_message(anna).await?;
    // Messages in flight, including any sent twice, have arrived once the replicas have stopped.
    [first, second].into_iter().for_each(leave);
    assert_eq!(stage.telegram.messages(anna).len(), 1);
    stage.store.close().await;
    stage.schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_board_that_waits_for_long_to_be_sent_is_sent_by_one_of_two_replicas() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(7)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    let [anna, boris] = ["Anna", "Boris"].map(|name| stage.telegram.add_user(name, Some("en")));
    stage.telegram.send_text(anna, anna, "/invite 5+3")?;
    let invitation = stage.telegram.next_message(anna).await?;
    let (_, code) = invitation.text.split_once("?start=").context("there is a link")?;
    // Longer than a board with a clock is left to an inactive process.
    let (began, delay) = (Instant::now(), Duration::from_secs(14));
    let late = Fault::new(FaultKind::Delay(delay)).on("sendMessage");
    stage.telegram.fault(late.in_chat(anna));
    stage.telegram.send_text(boris, boris, &format!("/start {code}"))?;
    stage.telegram.next_message(boris).await?;
    let sent = stage.telegram.until(|snapshot| boards(snapshot, anna).pop());
    sent.await.context("the board is there at last")?;
    ensure!(began.elapsed() >= delay, "the other replica has sent it meanwhile");
    // Messages in flight, including any sent twice, have arrived once the replicas have stopped.
    replicas.into_iter().for_each(leave);
    assert_eq!(stage.telegram.look(|snapshot| boards(snapshot, anna).len()), 1);
    stage.store.close().await;
    stage.schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn boards_that_a_dead_process_has_left_are_sent_once_by_replicas_that_start_at_once()
-> Result<()> {
    const BOARDS: u64 = 40;
    let Some(stage) = Stage::new(&mut Rng::with_seed(6)).await? else { return Ok(()) };
    let mut people = Vec::new();
    for id in 1..=BOARDS {
        let user = stage.telegram.add_user("Anna", Some("en"));
        let owner = UserId(user.unsigned_abs());
        let id = SessionId(id);
        let session = Session::against_engine(id, owner, Choice::default());
        stage.store.create(&Board::new(session, owner, ChatId(user)), OpenGames::ANY).await?;
        // They start a chat with the bot, and do nothing else.
        stage.telegram.send_text(user, user, "/start")?;
        people.push(user);
    }
    stage.schema.execute("UPDATE boards SET touched = touched - 600000000").await?;
    let replicas = stage.start_both();
    for user in &people {
        let sent = stage.telegram.until(|snapshot| boards(snapshot, *user).pop());
        sent.await.context("a board is sent by the sweep")?;
    }
    stage.telegram.settled().await?;
    // Messages in flight, including any sent twice, have arrived once the replicas have stopped.
    replicas.into_iter().for_each(leave);
    for user in people {
        let sent = stage.telegram.look(|snapshot| boards(snapshot, user).len());
        assert_eq!(sent, 1, "a board was sent twice to {user}");
    }
    stage.store.close().await;
    stage.schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn what_a_killed_replica_was_about_to_show_the_other_one_shows_at_once() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(7)).await? else { return Ok(()) };
    let [first, second] = stage.start_both();
    stage.balancer.send_all_to(0);
    let (anna, message, id) = anna_with_board(&stage).await?;
    let [boris, oksana] = ["Boris", "Oksana"].map(|name| stage.telegram.add_user(name, Some("en")));
    stage.telegram.fault(Fault::new(FaultKind::Hang).on("editMessageText").in_chat(anna));
    stage.telegram.fault(Fault::new(FaultKind::Hang).on("sendMessage").in_chat(boris));
    stage.play_newest(&message, id).await?;
    stage.telegram.send_text(boris, boris, "/new")?;
    while stage.store.behind(None, 9, Grace::NONE).await?.len() < 2 {
        tokio::task::yield_now().await;
    }
    // Both calls are in flight, so that no fault is left for the other replica.
    stage.telegram.until(|snapshot| (snapshot.pending_faults() == 0).then_some(())).await?;
    kill(first);
    stage.balancer.send_all_to(1);
    stage.until(&message, |now| revision_of(now) == Some(Revision(3))).await;
    stage.telegram.next_message(boris).await?;
    stage.telegram.send_text(oksana, oksana, "/help")?;
    stage.telegram.next_message(oksana).await?;
    stage.play_newest(&message, id).await?;
    stage.until(&message, |now| revision_of(now) > Some(Revision(3))).await;
    // The sweeps that leave the boards of a live process alone have not found them.
    let log = log_of_leaving(second);
    let (_, taken_over) = log.split_once("a process has ended").context("its lease ends")?;
    ensure!(taken_over.contains("2 boards lagged behind"), "{log}");
    assert_eq!(stage.telegram.look(|snapshot| boards(snapshot, boris).len()), 1);
    stage.store.close().await;
    stage.schema.drop().await
}
