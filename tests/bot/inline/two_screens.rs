//! A game in a private chat and in an inline message, which the bot knows only by its id.

use std::sync::Arc;

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_playground::calls::Call;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::board::{Board, ChatId, Placement};
use zerosum_session::choice::{Next, Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Revision, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;

const ID: SessionId = SessionId(77);

/// Telegram's error for an inline message that is gone.
const GONE: &str = "MESSAGE_ID_INVALID";

/// A game of Anna's with Boris: her board in private, and an inline message that Boris has sent to a chat
/// with Oksana.
pub(crate) struct Shared {
    pub(crate) table: Table,
    pub(crate) private: MessageView,
    pub(crate) inline: MessageView,
}

/// Begins a game, and starts a bot for which no board of it has been drawn.
pub(crate) async fn shared(spec: GameSpec) -> Shared {
    let mut table = Table::new().await;
    for person in [table.anna, table.boris] {
        table.ask(person, person, "/start").await;
        table.ask(person, table.group, "/new perfect").await;
    }
    let inline = send_inline(&table).await;
    table.stop_bot().await;
    let store = opened(&table).await;
    begin(store.as_ref(), &table, ID, spec).await;
    let placement = Placement::new(id_of(&inline), None);
    let added = store.add_placement(ID, placement).await.expect("it works");
    assert_eq!(added, Commit::Done);
    store.close().await;
    table.start_bot();
    let private = table.read(table.anna).await;
    let inline = table.changed(&inline).await;
    Shared { table, private, inline }
}

/// Has Boris send a message by way of the bot to his chat with Oksana.
async fn send_inline(table: &Table) -> MessageView {
    let chat = table.playground.add_conversation([table.boris, table.oksana]);
    table.post(table.boris, chat, "", "Крестики-нолики 3×3").await
}

fn id_of(message: &MessageView) -> InlineMessageId {
    let id = message.inline_message_id.as_deref().expect("it is an inline message");
    InlineMessageId::parse(id).expect("it is an id")
}

fn user(chat: i64) -> UserId {
    UserId(chat.try_into().expect("people have positive numbers"))
}

async fn opened(table: &Table) -> Arc<Store> {
    let url = format!("sqlite://{}", table.database().display());
    zerosum_store::open(&url).await.expect("the database can be opened")
}

async fn begin(store: &Store, table: &Table, id: SessionId, spec: GameSpec) {
    let opponent = Opponent::Person(user(table.boris));
    let setup = Setup { spec, side: Side::First, opponent, time: TimeControl::Unlimited };
    let session = Session::set_up(id, user(table.anna), setup);
    let board = Board::new(session, user(table.anna), ChatId(table.anna));
    let created = store.create(&board, OpenGames::ANY).await.expect("it works");
    assert_eq!(created, Commit::Done);
}

fn marks(message: &MessageView) -> usize {
    grid_of(message).crosses() + grid_of(message).noughts()
}

impl Shared {
    /// Waits until both screens show this number of marks, in the same places.
    async fn see(&mut self, count: usize) {
        let is_there = |message: &MessageView| marks(message) == count;
        self.private = self.table.until(&self.private, is_there).await;
        self.inline = self.table.until(&self.inline, is_there).await;
        assert_eq!(grid_of(&self.private).marks(), grid_of(&self.inline).marks());
    }

    pub(crate) async fn play_in_private(&mut self, cell: usize) {
        let count = marks(&self.private) + 1;
        assert_eq!(self.table.try_cell(self.table.anna, &self.private, cell).await, "");
        self.see(count).await;
    }

    async fn play_inline(&mut self, cell: usize) {
        let count = marks(&self.inline) + 1;
        assert_eq!(self.table.try_cell(self.table.boris, &self.inline, cell).await, "");
        self.see(count).await;
    }

    /// The stored board, read while no bot runs.
    async fn stored(&mut self) -> Board {
        self.table.stop_bot().await;
        let store = opened(&self.table).await;
        let board = store.load(ID).await.expect("it works").expect("it is there");
        store.close().await;
        self.table.start_bot();
        board
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_screens_follow_every_press_to_the_end_of_the_game() {
    let mut game = shared(GameSpec::TicTacToe).await;
    assert_eq!(game.private.text, "❌ You  ·  ⭕ Борис\nYour move: tap for ❌.");
    assert_eq!(game.inline.text, "❌ Anna  ·  ⭕ Борис\nAnna to move with ❌.");
    game.play_in_private(4).await;
    let before = game.inline.clone();
    game.play_inline(0).await;
    let (boris, oksana) = (game.table.boris, game.table.oksana);
    let stale = game.table.try_cell(boris, &before, 1).await;
    assert_eq!(stale, "Доска уже изменилась. Вот как она выглядит сейчас.");
    assert_eq!(game.table.try_cell(boris, &game.inline, 1).await, "Сейчас не ваш ход.");
    let stranger = game.table.try_cell(oksana, &game.inline, 1).await;
    assert_eq!(stranger, "Це чужа партія.");
    game.table.restart_bot().await;
    game.play_in_private(2).await;
    game.play_inline(6).await;
    game.table.restart_bot().await;
    game.play_in_private(3).await;
    game.play_inline(5).await;
    game.play_in_private(1).await;
    game.play_inline(7).await;
    game.play_in_private(8).await;
    assert!(
        game.inline.text.contains("draw") || game.inline.text.contains("Draw"),
        "{:?}",
        game.inline
    );
    assert_eq!(game.inline.keyboard.len(), 6, "thanks, one that is posted again, and a link");
    assert!(game.inline.keyboard[5][0].url.is_some(), "{:?}", game.inline);
    assert_eq!(game.inline.keyboard[4][0].data, None, "{:?}", game.inline);
    assert!(game.private.text.contains("A draw"), "{:?}", game.private);
    let over = game.table.try_cell(boris, &game.inline, 8).await;
    assert_eq!(over, "Партия окончена.");
    assert_eq!(game.table.count_all_calls("editMessageMedia"), 0);
    let shown = game.stored().await.placement_in(id_of(&game.inline)).map(|placed| placed.shown);
    assert_eq!(shown, Some(Revision(10)));
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_inline_message_speaks_for_no_other_game_and_for_nothing_else() {
    let mut game = shared(GameSpec::TicTacToe).await;
    game.table.stop_bot().await;
    let store = opened(&game.table).await;
    begin(store.as_ref(), &game.table, SessionId(78), GameSpec::TicTacToe).await;
    store.close().await;
    game.table.start_bot();
    let other = game.table.read(game.table.anna).await;
    let (table, anna, boris) = (&game.table, game.table.anna, game.table.boris);
    let other = table.play(anna, &other, 0).await;
    // Boris may move there, but not from here.
    let data = |tap| tap::encode(tap);
    let (id, seen) = (SessionId(78), Revision(2));
    let action = Action::Play(MoveCode(1));
    let outdated = "Эта кнопка устарела.";
    for forged in [
        Tap::Act { id, seen, action },
        Tap::Act { id, seen, action: Action::Resign },
        Tap::Focus { id, seen, part: None },
        Tap::Act { id: SessionId(79), seen, action },
    ] {
        assert_eq!(
            table.toast(&table.press_data(boris, &game.inline, &data(forged))).await,
            outdated
        );
    }
    for forged in [
        Tap::Again { id: ID, seen: Revision::START, next: Next::Same },
        Tap::GiveUp { id: ID, side: Side::First },
        Tap::Bring(ID),
        Tap::Delete { is_sure: true },
        Tap::Speak(Language::English),
    ] {
        assert_eq!(
            table.toast(&table.press_data(boris, &game.inline, &data(forged))).await,
            outdated
        );
    }
    // Another inline message does not act for this game either.
    let stray = send_inline(table).await;
    let own = data(Tap::Act { id: ID, seen: Revision::START, action });
    let stray_press = table.press_data(boris, &stray, &own);
    assert_eq!(table.toast(&stray_press).await, outdated);
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&stray), stray, "what shows no game is not drawn");
    assert_eq!((marks(&table.now(&other)), marks(&table.now(&game.inline))), (1, 0));
    game.play_in_private(4).await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wide_board_is_a_photo_in_private_and_a_text_in_an_inline_message() {
    let spec = GameSpec::from_name("15x15x5").expect("it is a game");
    let game = shared(spec).await;
    let (table, boris) = (&game.table, game.table.boris);
    assert!(game.private.has_photo && !game.private.text.contains('🟩'), "{:?}", game.private);
    assert!(!game.inline.has_photo, "{:?}", game.inline);
    assert!(game.inline.text.contains("🟨🟩🟩🟩🟩🟩🟩🟩🟨"), "{}", game.inline.text);
    let centre = game.private.keyboard[1][3].data.clone().expect("it is a cell");
    assert_eq!(table.toast(&table.press_data(table.anna, &game.private, &centre)).await, "");
    let moved = table.until(&game.inline, |now| now.text.contains("⚫\u{fe0f} ‹h8›")).await;
    table.until(&game.private, |now| now.text.contains("Last move: ⚫")).await;
    // The player to move looks at another part of the board, and only there.
    assert_eq!(table.toast(&table.press(boris, &moved, "➡️")).await, "");
    let right = table.changed(&moved).await;
    assert_eq!(right.find_button("➡️"), None, "there is nothing further right");
    let cell = right.keyboard[0][1].data.clone().expect("it is a cell");
    assert_eq!(table.toast(&table.press_data(boris, &right, &cell)).await, "");
    let answered = table.until(&right, |now| now.text.contains("⚪\u{fe0f} ‹")).await;
    assert!(!answered.has_photo, "{answered:?}");
    let private = table.until(&game.private, |now| now.text.contains("Last move: ⚪")).await;
    assert!(private.has_photo, "{private:?}");
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_game_goes_on_when_the_inline_message_is_gone() {
    let mut game = shared(GameSpec::TicTacToe).await;
    game.table.expect_refusals(&[GONE]);
    game.play_in_private(4).await;
    game.play_inline(0).await;
    let (chat, message) = (game.inline.chat_id, game.inline.message_id);
    game.table.playground.delete_message(chat, message).expect("it is there");
    let board = game.table.play(game.table.anna, &game.private, 2).await;
    let is_refused =
        |call: &Call| call.error.as_ref().is_some_and(|error| error.description.contains(GONE));
    let tried =
        game.table.playground.until(|snapshot| snapshot.calls().any(is_refused).then_some(()));
    tried.await.expect("the edit is tried");
    let of_boris = game.table.read(game.table.boris).await;
    assert!(of_boris.text.contains("Ваш ход"), "he goes on in private: {of_boris:?}");
    let stored = game.stored().await;
    let surfaces: Vec<_> = stored.elsewhere.iter().map(Placement::surface).collect();
    assert_eq!(surfaces, [ChatId(game.table.boris).into()], "it is known to be gone");
    let resigned = game.table.ask(game.table.anna, game.table.anna, "/resign").await;
    assert!(resigned.text.contains("resigned"), "{resigned:?}");
    game.table.until(&board, is_over).await;
    assert_eq!(game.table.refused_calls().len(), 1, "it is not tried again");
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_that_was_missed_is_made_up_for() {
    let mut game = shared(GameSpec::TicTacToe).await;
    game.play_in_private(4).await;
    game.table.stop_bot().await;
    let store = opened(&game.table).await;
    let board = store.load(ID).await.expect("it works").expect("it is there");
    assert_eq!(board.placements().map(|placed| placed.shown.0).collect::<Vec<_>>(), [2, 2]);
    let (boris, seen) = (Actor::User(user(game.table.boris)), board.session.revision());
    let next = board.session.apply(boris, seen, Action::Play(MoveCode(0))).expect("it is legal");
    let committed = store.commit(&next, seen).await.expect("it works");
    assert_eq!(committed, Commit::Done);
    store.close().await;
    game.table.start_bot();
    game.see(2).await;
    game.play_in_private(8).await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_guest_is_gone_from_both_screens() {
    let mut game = shared(GameSpec::TicTacToe).await;
    game.play_in_private(4).await;
    let (table, boris) = (&game.table, game.table.boris);
    let asked = table.ask(boris, boris, "/deletemydata").await;
    table.toast(&table.press(boris, &asked, "Да, удалить всё")).await;
    table.until(&asked, |message| message.keyboard.is_empty()).await;
    let over = table.try_cell(boris, &game.inline, 0).await;
    assert_eq!(over, "Это чужая партия.");
    let over = table.try_cell(table.anna, &game.private, 0).await;
    assert_eq!(over, "The game is over. /new starts another one.");
    for screen in [&game.private, &game.inline] {
        let left = table.until(screen, |now| now.text.contains("left for good")).await;
        assert!(!left.text.contains("Борис"), "{left:?}");
    }
    let now = table.now(&game.private);
    assert!(now.text.contains("Your opponent left for good. You win."), "{now:?}");
    let now = table.now(&game.inline);
    assert!(now.text.contains("A player left for good. Anna wins."), "{now:?}");
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_owner_has_deleted_their_data_is_over_and_keeps_nothing_of_them() {
    let mut game = shared(GameSpec::TicTacToe).await;
    game.play_in_private(4).await;
    let (table, anna, boris) = (&game.table, game.table.anna, game.table.boris);
    let asked = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &asked, "Yes, delete everything")).await;
    table.until(&asked, |message| message.keyboard.is_empty()).await;
    let over = table.until(&game.inline, |message| !message.text.contains("Anna")).await;
    assert!(over.text.contains("Борис"), "{over:?}");
    assert_eq!(table.try_cell(boris, &game.inline, 0).await, "Партия окончена.");
    game.table.stop_bot().await;
    let store = opened(&game.table).await;
    let board = store.load(ID).await.expect("it works").expect("it is his");
    assert_eq!((board.owner, board.session.seat_of(user(anna))), (user(boris), None));
    store.close().await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_seated_from_an_inline_message_is_named_on_both_screens() {
    let mut game = shared(GameSpec::TicTacToe).await;
    let inline = send_inline(&game.table).await;
    game.table.stop_bot().await;
    let store = opened(&game.table).await;
    let (anna, oksana) = (game.table.anna, game.table.oksana);
    let id = SessionId(80);
    let setup = Setup {
        spec: GameSpec::TicTacToe,
        side: Side::Second,
        opponent: Opponent::Anybody,
        time: TimeControl::Unlimited,
    };
    let session = Session::set_up(id, user(anna), setup);
    let board = Board::new(session, user(anna), ChatId(anna));
    store.create(&board, OpenGames::ANY).await.expect("it works");
    let added = store.add_placement(id, Placement::new(id_of(&inline), None)).await;
    assert_eq!(added.expect("it works"), Commit::Done);
    store.close().await;
    game.table.start_bot();
    let table = &game.table;
    let private = table.read(anna).await;
    let inline = table.changed(&inline).await;
    let press = table.press_cell(oksana, &inline, 4);
    assert_eq!(table.toast(&press).await, "");
    let inline = table.until(&inline, |now| marks(now) == 1).await;
    let private = table.until(&private, |now| marks(now) == 1).await;
    for screen in [&inline, &private] {
        assert!(screen.text.contains("Оксана"), "{screen:?}");
    }
    // She has no chat with the bot.
    game.table.stop_bot().await;
    let store = opened(&game.table).await;
    let person = store.person(user(oksana)).await.expect("it works").expect("she is known");
    assert_eq!((person.name.as_str(), person.is_reachable), ("Оксана", false));
    store.close().await;
    game.table.finish().await;
}
