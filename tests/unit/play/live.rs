//! Cached copies of boards: they never go back in time, never fill memory, and never hide what the store
//! holds.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use zerosum::engine::Engine;
use zerosum::play::Play;
use zerosum::play::announcements::{Announcement, Showing, Subscriber};
use zerosum::play::games::transitions::{ActionRequest, NewGameRequest, NotDone};
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_picture::theme::Theme;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId, Place, Placement};
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Action, Actor, Refusal, Revision, Session, SessionId};
use zerosum_store::{Commit, Person, Store};

use crate::support::seatings::seatings;
use crate::support::sessions::{ANNA, fresh};

const MAX: LiveCounts = LiveCounts { boards: 100, people: 100 };
const CHAT: ChatId = ChatId(1_001);
const MESSAGE: MessageId = MessageId(5);

fn board() -> Board {
    let [against_bot, ..] = seatings();
    Board::new(fresh(against_bot), ANNA, CHAT)
}

fn numbered(number: u64) -> Board {
    let [against_bot, ..] = seatings();
    let session = Session::new(SessionId(number), GameSpec::TicTacToe, against_bot);
    Board::new(session, ANNA, CHAT)
}

/// The board after one more move of the side to move.
fn moved(board: &Board) -> Board {
    let session = &board.session;
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let actor = match session.position().turn() {
        Side::First => Actor::User(ANNA),
        Side::Second => Actor::Engine,
    };
    let session = session.apply(actor, session.revision(), Action::Play(codes[0]));
    Board { session: session.expect("the move is legal"), ..board.clone() }
}

fn at(message: MessageId) -> Place {
    ChatMessage { chat: CHAT, message }.into()
}

#[test]
fn a_board_is_found_in_its_own_chat_only() {
    let live = LiveGames::new(MAX);
    let board = board();
    live.put_board(board.clone());
    assert_eq!(live.board(CHAT, board.session.id()), Some(board.clone()));
    assert_eq!(live.board(ChatId(-7), board.session.id()), None);
    assert_eq!(live.board(CHAT, SessionId(8)), None);
}

#[test]
fn a_live_board_never_goes_back_in_time() {
    let live = LiveGames::new(MAX);
    let old = board();
    let new = moved(&old);
    live.put_board(new.clone());
    live.put_board(old.clone());
    live.put_session(&old);
    assert_eq!(live.board(CHAT, old.session.id()), Some(new.clone()));
    let newer = moved(&new);
    live.put_session(&newer);
    assert_eq!(live.board(CHAT, old.session.id()), Some(newer.clone()));
    let newest = moved(&newer);
    live.put_board(newest.clone());
    assert_eq!(live.board(CHAT, old.session.id()), Some(newest));
}

#[test]
fn a_session_is_taken_over_without_its_screen() {
    let live = LiveGames::new(MAX);
    let board = board();
    live.put_board(board.clone());
    live.place(
        ChatMessage { chat: CHAT, message: MESSAGE },
        None,
        board.session.id(),
        Revision::START,
    );
    live.put_session(&moved(&board));
    let known = live.board(CHAT, board.session.id()).expect("it is live");
    assert_eq!((known.message, known.shown), (Some(MESSAGE), Revision::START));
    assert!(known.is_behind());
}

#[test]
fn a_commit_does_not_cache_an_uncached_board() {
    let live = LiveGames::new(MAX);
    let board = board();
    live.put_session(&board);
    live.place(
        ChatMessage { chat: CHAT, message: MESSAGE },
        None,
        board.session.id(),
        Revision::START,
    );
    live.note_shown(at(MESSAGE), board.session.id(), Revision::START);
    live.displace(at(MESSAGE), board.session.id());
    assert_eq!(live.board(CHAT, board.session.id()), None);
}

#[test]
fn the_screen_is_noted_for_its_own_message_and_only_forwards() {
    let live = LiveGames::new(MAX);
    let board = board();
    let id = board.session.id();
    live.put_board(board);
    let screen = || {
        let known = live.board(CHAT, id).expect("it is live");
        (known.message, known.shown)
    };
    live.place(ChatMessage { chat: CHAT, message: MESSAGE }, None, id, Revision(3));
    live.note_shown(at(MESSAGE), id, Revision(2));
    live.note_shown(at(MessageId(4)), id, Revision(9));
    live.place(ChatMessage { chat: CHAT, message: MESSAGE }, None, id, Revision(1));
    assert_eq!(screen(), (Some(MESSAGE), Revision(3)));
    live.note_shown(at(MESSAGE), id, Revision(4));
    assert_eq!(screen(), (Some(MESSAGE), Revision(4)));
    live.place(ChatMessage { chat: CHAT, message: MessageId(9) }, None, id, Revision(1));
    assert_eq!(screen(), (Some(MessageId(9)), Revision(1)));
    live.displace(at(MESSAGE), id);
    assert_eq!(screen(), (Some(MessageId(9)), Revision(1)));
    live.displace(at(MessageId(9)), id);
    assert_eq!(screen(), (None, Revision::LAST));
}

#[test]
fn a_place_that_another_process_noted_is_taken_over_with_what_it_shows() {
    let live = LiveGames::new(MAX);
    let board = board();
    let id = board.session.id();
    live.put_board(board.clone());
    live.place(ChatMessage { chat: CHAT, message: MESSAGE }, None, id, Revision(3));
    let screen = || {
        let known = live.board(CHAT, id).expect("it is live");
        (known.message, known.shown)
    };
    live.put_placements(&Board { message: Some(MESSAGE), shown: Revision(2), ..board.clone() });
    assert_eq!(screen(), (Some(MESSAGE), Revision(3)), "a note that is still to be written");
    live.put_placements(&Board { message: Some(MessageId(9)), shown: Revision(1), ..board });
    assert_eq!(screen(), (Some(MessageId(9)), Revision(1)));
}

#[test]
fn what_was_noted_while_a_board_was_read_stays() {
    let (live, other) = (LiveGames::new(MAX), ChatId(1_002));
    let unsent = Board { elsewhere: vec![Placement::new(other, None)], ..board() };
    let id = unsent.session.id();
    live.put_board(unsent.clone());
    for chat in [CHAT, other] {
        live.place(ChatMessage { chat, message: MESSAGE }, None, id, Revision::START);
    }
    live.put_placements(&unsent);
    for chat in [CHAT, other] {
        let known = live.board(chat, id).expect("it is live");
        assert_eq!((known.message, known.shown), (Some(MESSAGE), Revision::START));
    }
    let newer = ChatMessage { chat: CHAT, message: MessageId(9) };
    live.place(newer, None, id, Revision::START);
    live.put_placements(&Board { message: Some(MESSAGE), shown: Revision(2), ..unsent });
    let known = live.board(CHAT, id).expect("it is live");
    assert_eq!((known.message, known.shown), (Some(MessageId(9)), Revision::START));
}

#[test]
fn so_many_boards_are_live_in_any_chats_and_the_idle_leave_first() {
    let live = LiveGames::new(MAX);
    let is_live = |number: u64| live.board(CHAT, SessionId(number)).is_some();
    for number in 0..1_000 {
        live.put_board(numbered(number));
        assert!(is_live(0), "it is in use after {number}");
    }
    let count = (0..1_000).filter(|number| is_live(*number)).count();
    assert!((MAX.boards / 2..=MAX.boards + 1).contains(&count), "{count} are live");
    assert!(is_live(999));
}

#[test]
fn a_board_is_live_where_it_is_shown_as_it_is_shown_there() {
    let (live, other) = (LiveGames::new(MAX), ChatId(-7));
    let board = moved(&board());
    let id = board.session.id();
    live.put_board(board.clone());
    assert_eq!((live.board(CHAT, id), live.board(other, id)), (Some(board.clone()), None));
    let elsewhere = vec![Placement::new(other, None)];
    live.put_placements(&Board { elsewhere, ..board });
    live.place(ChatMessage { chat: other, message: MESSAGE }, None, id, Revision(2));
    let screen =
        |chat| live.board(chat, id).map(|board| (board.surface(), board.message, board.shown));
    assert_eq!(screen(other), Some((other.into(), Some(MESSAGE), Revision(2))));
    assert_eq!(
        screen(CHAT),
        Some((CHAT.into(), None, Revision::NONE)),
        "one screen is not another"
    );
    let seen = live.board(other, id).expect("it is live");
    assert_eq!(seen.seen_in(CHAT), live.board(CHAT, id), "both are the same board");
    live.drop_board(id);
    assert_eq!((screen(CHAT), screen(other)), (None, None));
}

#[test]
fn a_copy_that_is_older_than_what_is_announced_goes() {
    let live = LiveGames::new(MAX);
    let board = board();
    let (id, revision) = (board.session.id(), board.session.revision());
    live.put_board(board);
    live.drop_older(id, revision);
    assert!(live.board(CHAT, id).is_some(), "it is as new");
    live.drop_older(id, Revision(revision.0 + 1));
    assert_eq!(live.board(CHAT, id), None);
}

#[test]
fn a_person_is_known_unknown_or_not_yet_looked_up() {
    let live = LiveGames::new(MAX);
    assert_eq!(live.people.read(ANNA, None), None);
    live.people.put(ANNA, None, Instant::now());
    assert_eq!(live.people.read(ANNA, None), Some(None));
    let anna = Person {
        language: Language::Ukrainian,
        has_chosen: true,
        name: "Anna".to_owned(),
        is_reachable: true,
        choice: Choice::default(),
        theme: Theme::default(),
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    };
    let asked_at = Instant::now();
    live.people.put(ANNA, Some(anna.clone()), Instant::now());
    // A read that took longer than another one.
    live.people.put(ANNA, None, asked_at);
    assert_eq!(live.people.read(ANNA, None), Some(Some(anna.clone())));
    let hour = Duration::from_secs(3_600);
    assert_eq!(live.people.read(ANNA, Some(hour)), Some(Some(anna)));
    assert_eq!(live.people.read(ANNA, Some(Duration::ZERO)), None);
}

#[test]
fn what_is_idle_for_two_agings_is_let_go() {
    let live = LiveGames::new(MAX);
    live.put_board(board());
    live.people.put(ANNA, None, Instant::now());
    live.age();
    assert!(live.board(CHAT, SessionId(7)).is_some());
    live.age();
    live.age();
    assert_eq!((live.board(CHAT, SessionId(7)), live.people.read(ANNA, None)), (None, None));
}

/// Two instances of `Play` that do not know of each other, as in two processes, and a game that both have
/// cached.
async fn two_referees() -> (Play, Play, Board) {
    let store = Arc::new(Store::in_memory());
    let one =
        Play::new(Arc::clone(&store), LiveGames::new(MAX), Engine::new(), 200, Arc::default());
    let other = Play::new(store, LiveGames::new(MAX), Engine::new(), 200, Arc::default());
    let id = SessionId(7);
    let setup = Choice::default().into();
    let wish = NewGameRequest { id, owner: ANNA, chat: CHAT, topic: None, setup, reserved: None };
    let Ok(Ok(Some(board))) = one.create(wish).await else { panic!("it is new") };
    assert_eq!(other.board(CHAT, id).await.expect("it is stored"), Some(board.clone()));
    (one, other, board)
}

fn press(board: &Board, action: Action) -> ActionRequest {
    let (id, seen) = (board.session.id(), board.session.revision());
    ActionRequest {
        user: ANNA,
        surface: CHAT.into(),
        id,
        seen,
        action,
        showing: Showing::InPlace { arrived: None },
    }
}

/// The move of the first free cell.
fn first_free(board: &Board) -> Action {
    let mut moves = Vec::new();
    board.session.position().legal_moves(&mut moves);
    Action::Play(moves[0])
}

#[tokio::test]
async fn the_lowest_game_of_a_chat_is_the_one_that_the_store_says() {
    let store = Arc::new(Store::in_memory());
    let new = || LiveGames::new(MAX);
    let play = Play::new(Arc::clone(&store), new(), Engine::new(), 200, Arc::default());
    let agree = async |after: &str| {
        let lowest = play.lowest_open(CHAT, ANNA).await.expect("readable");
        let stored = store.lowest_open(CHAT, ANNA).await.expect("readable");
        let stored = stored.map(|board| board.session);
        let id = stored.as_ref().map(|session| session.id().0);
        assert_eq!(lowest.map(|board| board.session), stored, "after {after}");
        id
    };
    let show = async |id: SessionId, message: i32| {
        let at = ChatMessage { chat: CHAT, message: MessageId(message) };
        play.place(id, at, None, Revision::START).await.expect("it is stored");
    };
    assert_eq!(agree("nothing").await, None);
    let mut boards = Vec::new();
    for (number, message) in [(1, 10), (2, 20), (3, 30)] {
        let (id, setup) = (SessionId(number), Choice::default().into());
        let wish =
            NewGameRequest { id, owner: ANNA, chat: CHAT, topic: None, setup, reserved: None };
        let Ok(Ok(Some(board))) = play.create(wish).await else { panic!("it is new") };
        boards.push(board);
        assert_eq!(agree("a new game").await, Some(number), "it is yet to be sent");
        show(id, message).await;
        assert_eq!(agree("a new message").await, Some(number));
    }
    for (index, action) in [(0, None), (2, None), (1, None), (1, Some(Action::Resign)), (0, None)] {
        let board = &boards[index];
        let action = action.unwrap_or_else(|| first_free(board));
        boards[index] = play.press(press(board, action)).await.expect("accepted");
        let lowest = agree(&format!("{action:?} in game {index}")).await;
        assert_eq!(lowest, Some(3), "no other has been sent again");
    }
    show(SessionId(1), 40).await;
    assert_eq!(agree("a board that has come down").await, Some(1));
    // A copy that is dropped is read again.
    play.note_changed_elsewhere(SessionId(1), Revision::LAST);
    assert_eq!(agree("a change elsewhere").await, Some(1));
    play.press(press(&boards[0], Action::Resign)).await.expect("accepted");
    assert_eq!(agree("the end of that game").await, Some(3));
}

#[tokio::test]
async fn a_lost_race_is_a_stale_press_and_shows_what_the_winner_wrote() {
    let (one, other, board) = two_referees().await;
    let won = one.press(press(&board, Action::Play(MoveCode(4)))).await.expect("accepted");
    let lost = other.press(press(&board, Action::Play(MoveCode(0)))).await;
    let Err(NotDone::Refused(Refusal::Stale, shown)) = lost else {
        panic!("it is stale: {lost:?}")
    };
    assert_eq!(shown.session, won.session);
}

#[tokio::test]
async fn a_press_that_has_seen_more_than_the_live_copy_is_judged_by_the_store() {
    let (one, other, board) = two_referees().await;
    let board = one.press(press(&board, Action::Play(MoveCode(4)))).await.expect("accepted");
    let board = other.press(press(&board, first_free(&board))).await.expect("accepted");
    let board = one.press(press(&board, Action::Resign)).await.expect("accepted");
    assert_eq!(board.session.moves().len(), 4);
}

#[tokio::test]
async fn a_copy_that_the_store_is_ahead_of_is_dropped() {
    let store = Arc::new(Store::in_memory());
    let play =
        Play::new(Arc::clone(&store), LiveGames::new(MAX), Engine::new(), 200, Arc::default());
    let (id, setup) = (SessionId(7), Choice::default().into());
    let wish = NewGameRequest { id, owner: ANNA, chat: CHAT, topic: None, setup, reserved: None };
    let Ok(Ok(Some(board))) = play.create(wish).await else { panic!("it is new") };
    // A commit whose caller is gone before it could tell.
    let (actor, seen) = (Actor::User(ANNA), board.session.revision());
    let moved = board.session.apply(actor, seen, first_free(&board)).expect("it is legal");
    assert_eq!(store.commit(&moved, seen).await.expect("stored"), Commit::Done);
    let read = store.load(id).await.expect("readable").expect("it is there");
    let copy = play.board(CHAT, id).await.expect("readable");
    assert_eq!(copy, Some(board), "one process believes its copy");
    play.drop_outdated_copy(&read);
    assert_eq!(play.board(CHAT, id).await.expect("readable"), Some(read.clone()));
    // A copy that is as new stays, so that what it knows of messages is kept.
    let at = ChatMessage { chat: CHAT, message: MESSAGE };
    play.place(id, at, None, Revision::START).await.expect("stored");
    play.drop_outdated_copy(&read);
    let copy = play.board(CHAT, id).await.expect("readable").expect("it is there");
    assert_eq!(copy.message, Some(MESSAGE));
    // Another process has marked the board to be sent again, as after its message was deleted.
    store.recall(id, CHAT, Some(MESSAGE)).await.expect("stored");
    let read = store.load(id).await.expect("readable").expect("it is there");
    let copy = play.board(CHAT, id).await.expect("readable").expect("it is there");
    assert_eq!(copy.message, Some(MESSAGE), "the copy does not know");
    play.drop_outdated_copy(&read);
    let copy = play.board(CHAT, id).await.expect("readable").expect("it is there");
    assert_eq!((copy.message, copy.shown), (None, Revision::NONE));
}

#[tokio::test]
async fn a_press_from_the_future_is_stale() {
    let (one, _, board) = two_referees().await;
    let future = ActionRequest { seen: Revision(9), ..press(&board, Action::Play(MoveCode(4))) };
    let pressed = one.press(future).await;
    let Err(NotDone::Refused(Refusal::Stale, shown)) = pressed else { panic!("{pressed:?}") };
    assert_eq!(shown, board);
}

/// Records the boards it receives.
#[derive(Default)]
struct Ear(Mutex<Vec<Board>>);

impl Subscriber for Ear {
    fn on_change(&self, announcement: &Announcement) {
        self.0.lock().expect("no holder has panicked").push(announcement.board.clone());
    }
}

#[tokio::test]
async fn a_move_finds_where_a_board_was_sent_meanwhile() {
    let (one, other, board) = two_referees().await;
    let ear = Arc::new(Ear::default());
    one.subscribe(&ear);
    let at = ChatMessage { chat: CHAT, message: MESSAGE };
    other.place(board.session.id(), at, None, Revision::START).await.expect("stored");
    assert_eq!(
        one.cached(CHAT.into(), board.session.id()),
        Some(board.clone()),
        "it knows nothing"
    );
    one.press(press(&board, Action::Play(MoveCode(4)))).await.expect("stored");
    let heard = ear.0.lock().expect("no holder has panicked").pop().expect("it is announced");
    assert_eq!((heard.place(), heard.is_behind()), (Some(at.into()), true));
}
