//! Boards with pictures on their way to Telegram: sent and edited in place, painted only when really sent,
//! and replaced by text where photos are not allowed.

use std::sync::Weak;
use std::time::Duration;

use async_trait::async_trait;
use teloxide::Bot;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;
use zerosum::capacity::Capacity;
use zerosum::drawing::DrawingThreads;
use zerosum::telegram::client::Client;
use zerosum::telegram::client::api::CallError;
use zerosum::telegram::outgoing::board_source::{BoardSource, Gone, Rendered};
use zerosum::telegram::outgoing::edit::{BoardContent, Edit};
use zerosum::telegram::outgoing::messenger::{Messenger, MessengerConfig};
use zerosum::telegram::outgoing::offers::Offer;
use zerosum::telegram::outgoing::rate_limit::{Priority, RateLimits};
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_picture::{SIDE_PIXELS, draw, words};
use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::settings::{Cast, InlineMode, Settings};
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_render::pages::posted::Card;
use zerosum_render::tap::Tap;
use zerosum_render::{Button, CAPTION_UNITS_MAX, View};
use zerosum_session::board::{ChatId, ChatMessage, MessageId, Place};
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::language::Language;
use zerosum_session::{Revision, SessionId, UserId};

const FORBIDDEN: &str = "Bad Request: not enough rights to send photos to the chat";

/// A messenger, and the Telegram it talks to.
struct Post {
    playground: Playground,
    messenger: Messenger,
    chat: i64,
}

async fn open() -> Post {
    open_with(telegram().await, None)
}

async fn telegram() -> Playground {
    let (cast, inline_mode) = (Cast::Empty, InlineMode::On);
    let settings = Settings { cast, calls_kept: 1_000, inline_mode, ..Settings::default() };
    Playground::start(settings).await.expect("the playground starts")
}

/// A messenger that keeps pictures for inline messages in this chat.
fn open_with(playground: Playground, storage_chat: Option<ChatId>) -> Post {
    let chat = playground.add_user("Anna", Some("en"));
    playground.send_text(chat, chat, "/start").expect("she is there");
    let url = playground.api_url().parse().expect("a URL");
    let client = Client::new(Bot::new(playground.token()).set_api_url(url));
    let fast = 1_000_000;
    let pace = RateLimits { per_second: fast, chat_per_minute: fast, group_per_minute: fast };
    let capacity = Capacity::within(100);
    let (nobody, tasks) = (Weak::<Nobody>::new(), TaskTracker::new());
    let means = MessengerConfig { pace, capacity, storage_chat };
    let messenger = Messenger::new(client, nobody, tasks, means, DrawingThreads::new(1));
    Post { playground, messenger, chat }
}

/// Source without boards, since these tests have no stored boards.
struct Nobody;

#[async_trait]
impl BoardSource for Nobody {
    fn is_shared(&self) -> bool {
        false
    }

    async fn render(&self, _: Place, _: BoardContent, _: Option<Revision>) -> Option<Rendered> {
        None
    }

    fn note_shown(&self, _: Place, _: SessionId, _: Revision) {}

    async fn note_unsent(&self, _: ChatId, _: &CallError) {}

    async fn note_refusal(&self, _: ChatId, _: &CallError) -> bool {
        false
    }

    async fn note_gone(&self, _: Place, _: SessionId, _: Gone) {}
}

impl Post {
    async fn send(&self, view: &View) -> MessageView {
        let at = ChatMessage { chat: ChatId(self.chat), message: MessageId(1) };
        let sent =
            self.messenger.reply((at, None), at.chat.into(), view).await.expect("it is sent");
        self.now(sent)
    }

    fn now(&self, MessageId(message): MessageId) -> MessageView {
        self.playground.message(self.chat, message).expect("the message is there")
    }

    fn show(&self, message: &MessageView, view: View) {
        self.show_at(self.place(message).into(), view);
    }

    fn show_at(&self, place: Place, view: View) {
        let person = UserId(self.chat.try_into().expect("people have positive numbers"));
        self.messenger.edits.show(place, Edit::page(view, person, Priority::Edit));
    }

    /// Posts a view as a text in this group. Returns the number of the message.
    async fn post_inline(&self, group: i64, view: View) -> i32 {
        let query = self.playground.ask_inline(self.chat, group, "", "").expect("it is inline");
        let card = Card { title: "A game".to_owned(), description: "3×3".to_owned() };
        let offer = Offer { id: "a".to_owned(), card, view, animation: None };
        self.messenger.offer(&query, vec![offer]).await;
        self.playground.choose_inline_result(&query, "a").expect("it is offered")
    }

    /// Shows a view and waits until no edit is in flight.
    async fn bring(&self, message: &MessageView, view: View) -> MessageView {
        self.show(message, view);
        self.until_drawn().await;
        self.now(MessageId(message.message_id))
    }

    /// Waits by polling until no edit is in flight.
    async fn until_drawn(&self) {
        while self.messenger.edits.in_flight() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    }

    fn place(&self, message: &MessageView) -> ChatMessage {
        ChatMessage { chat: ChatId(self.chat), message: MessageId(message.message_id) }
    }

    fn file(&self, message: &MessageView) -> Option<Vec<u8>> {
        self.playground.look(|snapshot| snapshot.photo(self.chat, message.message_id))
    }

    /// The names of all calls so far.
    fn calls(&self) -> Vec<String> {
        self.playground.calls().into_iter().map(|call| call.method).collect()
    }

    fn refused(&self) -> usize {
        self.playground.rejected_calls().len()
    }
}

fn plain(text: &str) -> View {
    let button = Button { label: "a".to_owned(), tap: Tap::Speak(Language::English) };
    View { text: text.to_owned(), keyboard: vec![vec![button]], picture: None }
}

fn pictured(text: &str, scene: Scene) -> View {
    View { picture: Some(scene.into()), ..plain(text) }
}

fn painted(scene: &Scene) -> Vec<u8> {
    draw(scene, SIDE_PIXELS).expect("a board can be drawn").file
}

fn in_words(text: &str, scene: &Scene) -> String {
    format!("{text}\n\n{}", words::text_alternative(scene, 4_096).expect("it fits"))
}

fn cells() -> Scene {
    Scene::new(Lattice::Cells, 4, 3).with_coordinates()
}

fn checkered() -> Scene {
    Scene::new(Lattice::Checkered, 8, 8).with_mark(Spot::new(4, 7), Mark::Sheep)
}

fn crossings() -> Scene {
    Scene::new(Lattice::Crossings, 15, 15).with_mark(Spot::new(7, 7), Mark::BlackStone)
}

/// A board after this number of moves.
fn moves(count: u8) -> Scene {
    (0..count).fold(cells(), |scene, column| {
        scene.with_mark(Spot::new(column % 4, 2), Mark::Cross).with_last_move(Spot::new(column, 0))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_sent_as_a_photo_and_redrawn_in_place() {
    let post = open().await;
    let message = post.send(&pictured("one", checkered())).await;
    assert_eq!((message.text.as_str(), message.has_photo), ("one", true));
    assert_eq!(message.keyboard.len(), 1);
    assert_eq!(post.file(&message), Some(painted(&checkered())));
    let message = post.bring(&message, pictured("two", crossings())).await;
    assert_eq!((message.text.as_str(), message.edits), ("two", 1));
    assert_eq!(post.file(&message), Some(painted(&crossings())));
    // Only the text has changed, and then nothing.
    let message = post.bring(&message, pictured("three", crossings())).await;
    assert_eq!((message.text.as_str(), message.edits), ("three", 2));
    let message = post.bring(&message, pictured("three", crossings())).await;
    assert_eq!(message.edits, 2);
    assert_eq!(post.calls(), ["sendPhoto", "editMessageMedia", "editMessageCaption"]);
    assert_eq!(post.refused(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_stays_a_text_and_can_be_given_a_picture() {
    let post = open().await;
    let message = post.send(&plain("one")).await;
    let message = post.bring(&message, plain("two")).await;
    assert_eq!((message.text.as_str(), message.has_photo), ("two", false));
    let message = post.bring(&message, pictured("three", cells())).await;
    assert_eq!((message.text.as_str(), message.has_photo), ("three", true));
    // It keeps its picture when only text is left to show.
    let message = post.bring(&message, plain("four")).await;
    assert_eq!((message.text.as_str(), message.has_photo), ("four", true));
    let expected = ["sendMessage", "editMessageText", "editMessageMedia", "editMessageCaption"];
    assert_eq!(post.calls(), expected);
    assert_eq!(post.refused(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_message_is_can_be_learnt() {
    let post = open().await;
    let photo = post.send(&pictured("one", cells())).await;
    (0..2).for_each(|_| post.messenger.edits.age());
    let photo = post.bring(&photo, plain("two")).await;
    assert_eq!((photo.text.as_str(), photo.has_photo), ("two", true));
    let expected = ["sendPhoto", "editMessageText", "editMessageCaption"];
    assert_eq!(post.calls(), expected);
    assert_eq!(post.refused(), 1);
    // The next time the messenger knows it.
    post.bring(&photo, plain("three")).await;
    assert_eq!(post.refused(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_is_superseded_is_never_painted() {
    let post = open().await;
    let message = post.send(&pictured("0", moves(0))).await;
    let slow = FaultKind::Delay(Duration::from_millis(500));
    post.playground.fault(Fault::new(slow).on("editMessageMedia"));
    post.show(&message, pictured("1", moves(1)));
    let is_held = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    post.playground.until(is_held).await.expect("the edit is on its way");
    for count in 2..9 {
        post.show(&message, pictured(&count.to_string(), moves(count)));
    }
    let message = post.bring(&message, pictured("9", moves(9))).await;
    assert_eq!((message.text.as_str(), message.edits), ("9", 2));
    assert_eq!(post.file(&message), Some(painted(&moves(9))));
    assert_eq!(post.calls(), ["sendPhoto", "editMessageMedia", "editMessageMedia"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_takes_no_photos_gets_its_boards_in_words() {
    let post = open().await;
    let message = post.send(&pictured("one", moves(1))).await;
    post.playground.fault(Fault::error(400, FORBIDDEN).on("sendPhoto"));
    let other = post.send(&pictured("two", moves(2))).await;
    assert_eq!((other.text, other.has_photo), (in_words("two", &moves(2)), false));
    assert_eq!(other.keyboard.len(), 1);
    // From now on only text is tried, even where there is a photo already.
    let third = post.send(&pictured("three", moves(3))).await;
    let third = post.bring(&third, pictured("four", moves(4))).await;
    assert_eq!((third.text, third.has_photo), (in_words("four", &moves(4)), false));
    let message = post.bring(&message, pictured("five", moves(5))).await;
    assert_eq!((message.text, message.has_photo), (in_words("five", &moves(5)), true));
    let photos = post.calls().into_iter().filter(|call| call == "sendPhoto").count();
    assert_eq!((photos, post.refused()), (2, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_telegram_will_not_have_is_put_into_words() {
    for description in [FORBIDDEN, "Bad Request: IMAGE_PROCESS_FAILED"] {
        let post = open().await;
        let message = post.send(&plain("one")).await;
        post.playground.fault(Fault::error(400, description).on("editMessageMedia"));
        let message = post.bring(&message, pictured("two", moves(2))).await;
        assert_eq!((message.text, message.has_photo), (in_words("two", &moves(2)), false));
        assert_eq!(post.calls(), ["sendMessage", "editMessageMedia", "editMessageText"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trouble_is_waited_for_and_the_picture_comes_after_it() {
    let post = open().await;
    for fault in [
        Fault::too_many_requests(1),
        Fault::error(500, "Internal Server Error").times(2),
        Fault::new(FaultKind::CutConnection),
        Fault::new(FaultKind::LoseAnswer),
    ] {
        let message = post.send(&pictured("one", moves(1))).await;
        post.playground.fault(fault.on("editMessageMedia"));
        let message = post.bring(&message, pictured("two", moves(2))).await;
        assert_eq!((message.text.as_str(), message.has_photo), ("two", true));
        assert_eq!(post.file(&message), Some(painted(&moves(2))));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_photo_that_is_gone_is_left_alone() {
    let post = open().await;
    let message = post.send(&pictured("one", moves(1))).await;
    let chat = post.chat;
    post.playground.delete_message(chat, message.message_id).expect("it was there");
    post.show(&message, pictured("two", moves(2)));
    post.until_drawn().await;
    assert_eq!((post.calls().len(), post.refused()), (2, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caption_too_long_for_the_board_in_words_leaves_the_board_out() {
    let post = open().await;
    let message = post.send(&pictured("one", crossings())).await;
    post.playground.fault(Fault::error(400, FORBIDDEN).on("editMessageMedia"));
    let long = "x".repeat(1_000);
    let message =
        post.bring(&message, pictured(&long, Scene::new(Lattice::Crossings, 15, 15))).await;
    assert_eq!((message.text.as_str(), message.has_photo), (long.as_str(), true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_for_an_inline_message_fit_below_the_photo_that_it_may_be() {
    let playground = telegram().await;
    let storage = playground.add_group("Pictures", &[]);
    let post = open_with(playground, Some(ChatId(storage)));
    let group = post.playground.add_group("Hikers", &[post.chat]);
    let message = post.post_inline(group, plain("one")).await;
    let now = || post.playground.message(group, message).expect("the message is there");
    let id = now().inline_message_id.expect("it has a button");
    let place = Place::Inline(InlineMessageId::parse(&id).expect("an id"));
    post.show_at(place, pictured("two", moves(1)));
    post.until_drawn().await;
    assert_eq!((now().text.as_str(), now().has_photo), ("two", true));
    // It is forgotten that the message is a photo, and no other picture can be kept.
    (0..2).for_each(|_| post.messenger.edits.age());
    post.playground.fault(Fault::error(400, FORBIDDEN).on("sendPhoto"));
    let spots = (0..15).flat_map(|column| (0..15).map(move |row| Spot::new(column, row)));
    let board = Scene::new(Lattice::Crossings, 15, 15);
    let full = spots.fold(board, |scene, spot| scene.with_mark(spot, Mark::BlackStone));
    assert!(in_words("three", &full).encode_utf16().count() > CAPTION_UNITS_MAX);
    post.show_at(place, pictured("three", full.clone()));
    post.until_drawn().await;
    let expected =
        format!("three\n\n{}", words::text_alternative(&full, 1_000).expect("the board fits"));
    assert_eq!((now().text, now().has_photo), (expected, true));
    assert_eq!(post.refused(), 1, "only the picture");
}
