//! Finished games that are shown to others by a link, and opened by any user who follows it. Without an inline mode
//! the bot answers the button with a message to be sent on.

use zerosum::config::secret::{Seal, Token};
use zerosum::links::DeepLinks;
use zerosum_games::record::Record;
use zerosum_games::side::Side;
use zerosum_picture::gif::ANIMATION_BYTES_MAX;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_search::level::Level;
use zerosum_session::language::Language;
use zerosum_session::{Session, SessionId, UserId};

use crate::start::first_minute::{beginner, win, win_with_hint};
use crate::study::records::{record_of, reply};
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const SHARE: &str = "🔗 Share";
const LINK: &str = "https://t.me/zerosum_bot?start=";

/// Waits for the button that shares a game, and presses it.
async fn share(table: &Table, user: i64, over: &MessageView, label: &str) -> MessageView {
    let over = table.until(over, |now| now.find_button(label).is_some()).await;
    assert_eq!(table.toast(&table.press(user, &over, label)).await, "");
    table.read(over.chat_id).await
}

/// Payload in the link of a message.
fn payload(shared: &MessageView) -> &str {
    let (_, payload) = shared.text.split_once(LINK).expect("there is a link");
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    assert!((1..=64).contains(&payload.len()) && payload.bytes().all(is_sign), "{payload}");
    payload
}

/// Follows the link as a user, and returns the answer.
async fn follow(table: &Table, user: i64, payload: &str) -> MessageView {
    table.ask(user, user, &format!("/start {payload}")).await
}

/// Id of the game that a board shows.
fn id_of(board: &MessageView) -> String {
    let data = board.keyboard.iter().flatten().find_map(|button| button.data.clone());
    let data = data.expect("it has a button");
    data.split(':').nth(2).expect("it names its game").to_owned()
}

/// A long game that the person, who plays the first side, wins by `e15`.
fn long_record() -> String {
    let row = |row: u8| (0..12).map(move |column| format!("{}{row}", char::from(b'a' + column)));
    let rows = [1, 3, 5, 7, 9].into_iter().flat_map(row);
    let last = ["a15 a13", "b15 c13", "c15 e13", "d15 g13"].map(str::to_owned);
    let moves: Vec<String> = rows.chain(last).collect();
    format!("zerosum record 1 15x15x5 {} *", moves.join(" "))
}

/// Anna's board of that game, which she has won.
async fn won_long_game(table: &Table) -> MessageView {
    let anna = table.anna;
    table.ask(anna, anna, &long_record()).await;
    let over = table.ask(anna, anna, "e15").await;
    table.until(&over, |now| now.find_button(SHARE).is_some()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_opened_move_by_move_by_another_user_in_three_languages() {
    let table = Table::without_inline_mode().await;
    let locales = Locales::load();
    let people = [
        (table.anna, Language::English, SHARE),
        (table.boris, Language::Russian, "🔗 Поделиться"),
        (table.oksana, Language::Ukrainian, "🔗 Поділитися"),
    ];
    for (number, (user, language, label)) in people.into_iter().enumerate() {
        let board = table.ask(user, user, "/new x 3x3").await;
        let board = table.play(user, &board, 4).await;
        assert!(board.find_button(label).is_none(), "it is in play: {board:?}");
        table.ask(user, user, "/resign").await;
        let shared = share(&table, user, &board, label).await;
        let say = |language, phrase| locales.say(language, phrase);
        let lines: Vec<&str> = shared.text.lines().collect();
        let link = format!("{LINK}{}", payload(&shared));
        let given_up = Phrase::ToldGivenUp { mark: "❌" };
        assert_eq!(
            lines,
            [
                say(language, Phrase::TitleTicTacToe),
                say(language, given_up),
                say(language, Phrase::ShareLink { link: &link })
            ]
        );
        assert!(shared.has_animation && shared.keyboard.len() == 2, "{shared:?}");
        assert!(payload(&shared).len() <= 14, "{link}");

        // The same game opens for others, and for its player, each in their own language.
        let (other, language, _) = people[(number + 1) % people.len()];
        for (reader, language) in [(other, language), (user, people[number].1)] {
            let told = follow(&table, reader, payload(&shared)).await;
            assert!(told.has_photo && told.text.ends_with("\n0 / 2"), "{told:?}");
            table.toast(&table.press(reader, &told, "▶️")).await;
            let first = table.changed(&told).await;
            assert!(first.text.contains("1. ❌ b2  ·  1 / 2"), "{first:?}");
            table.toast(&table.press(reader, &told, "⏭")).await;
            let end = table.changed(&first).await;
            assert!(end.text.contains("2 / 2"), "{end:?}");
            // A record does not tell why the game ended.
            let result = Phrase::ToldByRecord { mark: "⭕" };
            assert!(end.text.contains(&say(language, result)), "{end:?}");
            let record = reply(&table, reader, &told, "/record").await;
            let moves = record_of(&record).strip_prefix("zerosum record 1 3x3\n1. b2 ");
            assert!(moves.is_some_and(|rest| rest.ends_with("\n0-1")), "{record:?}");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_is_opened_by_its_seal_as_long_as_it_is_kept() {
    let mut table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    let over = won_long_game(&table).await;
    let shared = share(&table, anna, &over, SHARE).await;
    assert!(shared.has_animation && shared.text.contains(" won: five in a row."), "{shared:?}");
    let sealed = payload(&shared).to_owned();
    assert_eq!((sealed.len(), &sealed[..1]), (49, "s"));
    table.restart_bot().await;
    let told = follow(&table, boris, &sealed).await;
    assert!(!told.text.contains("Anna") && told.text.ends_with("\n0 / 69"), "{}", told.text);
    table.toast(&table.press(boris, &told, "⏭")).await;
    let end = table.changed(&told).await;
    assert!(end.text.contains(" e15  ·  69 / 69"), "{}", end.text);
    // He may step through it, but it is neither hers nor a game that he has played.
    assert!(told.find_button("🔗 Поделиться").is_none(), "{told:?}");

    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &question, "Yes, delete everything")).await;
    table.changed(&question).await;
    let gone = follow(&table, table.oksana, &sealed).await;
    assert_eq!(
        gone.text,
        "Партія за цим посиланням більше не зберігається. Можливо, її видалили гравці."
    );
    assert_eq!(gone.keyboard.len(), 1, "a way to a game of one's own: {gone:?}");
    // The opened game stays with him.
    table.toast(&table.press(boris, &end, "⏮")).await;
    assert!(table.changed(&end).await.text.contains("0 / 69"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_link_that_leads_nowhere_it_is_said_why() {
    let table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    let over = won_long_game(&table).await;
    let shared = share(&table, anna, &over, SHARE).await;
    let sealed = payload(&shared).to_owned();
    let last = if sealed.ends_with('0') { "1" } else { "0" };
    let forged = format!("{}{last}", &sealed[..sealed.len() - 1]);
    // A game in play has no link, not even a forged one.
    let board = table.new_game(anna).await;
    let id = u64::from_str_radix(&id_of(&board), 16).map(SessionId).expect("it is a number");
    let token = Token::parse(table.playground.token()).expect("it is a token");
    let links = DeepLinks::new("zerosum_bot".to_owned(), Seal::of(&token));
    let long = Record::decode(&long_record()).expect("it is a record");
    let in_play = links.to(&Session::resumed(id, UserId(1), &long, Level::Best));
    let in_play = in_play.strip_prefix(LINK).expect("it is a link").to_owned();
    assert!(in_play.starts_with('s'), "{in_play}");
    let unfinished = Record::decode("zerosum record 1 3x3 b2 *").expect("it is a record");
    let unfinished = unfinished.encode_link(64).expect("it is short");
    let long = "1".repeat(3_000);
    let [cut, half] = [sealed.len() - 1, sealed.len() / 2].map(|length| &sealed[..length]);
    let (game, gone) = ("Ссылка на партию неполная.", "Партия по этой ссылке больше не хранится.");
    let (puzzle, unknown) = ("По этой ссылке нет задачи.", "Эта ссылка не читается.");
    for (payload, reason) in [
        (forged.as_str(), game),
        (cut, game),
        (half, game),
        ("s", game),
        (&in_play, gone),
        ("p", puzzle),
        ("p999999", puzzle),
        ("d4000000000", puzzle),
        ("d", puzzle),
        (&unfinished, unknown),
        (&long, unknown),
        ("hello", unknown),
        ("промо", unknown),
        ("🔗 a b", unknown),
    ] {
        let dead = follow(&table, boris, payload).await;
        assert!(dead.text.starts_with(reason), "{payload}: {}", dead.text);
        assert_eq!(dead.keyboard.len(), 1, "a way to a game of one's own: {dead:?}");
    }
    let welcome = table.ask(boris, boris, "/start").await;
    assert!(welcome.text.starts_with("Привет!"), "{}", welcome.text);
    // A link works in a private chat only.
    let in_group = format!("/start {sealed}");
    let welcome = table.ask(boris, table.group, &in_group).await;
    assert!(welcome.text.starts_with("Привет!"), "{}", welcome.text);
    assert!(follow(&table, boris, &sealed).await.text.ends_with("\n0 / 69"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_moves_there_is_a_picture_and_for_readers_a_text() {
    let mut table = Table::without_inline_mode().await;
    let anna = table.anna;
    let over = won_long_game(&table).await;
    let shared = share(&table, anna, &over, SHARE).await;
    let look = |message: &MessageView| {
        table.playground.look(|all| all.animation(message.chat_id, message.message_id))
    };
    let file = look(&shared).expect("it is an animation");
    assert!(file.starts_with(b"GIF89a") && file.len() < ANIMATION_BYTES_MAX, "{}", file.len());
    let words = "Bad Request: not enough rights to send animations to the chat";
    table.playground.fault(Fault::error(400, words).on("sendAnimation"));
    table.expect_refusals(&[words]);
    let picture = share(&table, anna, &over, SHARE).await;
    assert!(picture.has_photo && !picture.has_animation, "{picture:?}");
    assert_eq!(picture.text, shared.text);
    let asked = table.ask(anna, anna, "/theme").await;
    table.toast(&table.press(anna, &asked, "🔤 Text")).await;
    table.changed(&asked).await;
    let text = share(&table, anna, &over, SHARE).await;
    assert!(!text.has_photo && !text.has_animation, "{text:?}");
    assert!(text.text.starts_with(&shared.text) && text.text.len() > shared.text.len());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_play_and_one_of_another_chat_are_not_shared() {
    let table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.new_game(anna).await;
    let board = table.play(anna, &board, 4).await;
    let data = format!("1:s:{}", id_of(&board));
    let toast = table.toast(&table.press_data(anna, &board, &data)).await;
    assert_eq!(toast, "The game is still on.");
    table.ask(anna, anna, "/resign").await;
    share(&table, anna, &board, SHARE).await;
    let other = table.new_game(boris).await;
    let toast = table.toast(&table.press_data(boris, &other, &data)).await;
    assert!(toast.contains("/new"), "{toast}");
    let toast = table.toast(&table.press_data(boris, &other, "1:s:0")).await;
    assert!(toast.contains("/new"), "{toast}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_member_of_a_group_shares_its_games_without_names() {
    let table = Table::without_inline_mode().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let mut board = table.ask(anna, group, "/new x 3x3").await;
    for (user, cell) in [(anna, 4), (boris, 0), (anna, 5), (boris, 1), (anna, 3)] {
        board = table.play(user, &board, cell).await;
    }
    let shared = share(&table, oksana, &board, SHARE).await;
    assert!(shared.text.contains("Перемога ❌"), "{}", shared.text);
    assert!(!shared.text.contains("Anna") && !shared.text.contains("Борис"), "{}", shared.text);
    let told = follow(&table, boris, payload(&shared)).await;
    assert!(!told.text.contains("Anna"), "{told:?}");
    // It is stepped through from the first move, and can be started by any reader.
    assert_eq!(table.toast(&table.press(boris, &told, "▶️ Сыграть эту игру")).await, "");
    let own = table.read(boris).await;
    assert!(own.text.contains("Ваш ход"), "{own:?}");
    table.play(boris, &own, 4).await;
    table.finish().await;
}

/// Shares a game that this person has resigned after a move, and returns the message.
async fn resigned_and_shared(table: &Table, user: i64, words: &str) -> MessageView {
    let board = table.ask(user, user, words).await;
    let board = table.play(user, &board, grid_of(&board).calm_cell()).await;
    table.ask(user, user, "/resign").await;
    share(table, user, &board, SHARE).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shared_game_is_played_on_the_same_side_at_the_same_level() {
    let table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    for (words, heading) in [
        ("/new 3x3 casual o", "❌ zerosum (любитель)  ·  ⭕ Вы"),
        ("/new 3x3 beginner x", "❌ Вы  ·  ⭕ zerosum (новичок)"),
        ("/new 3x3 strong o", "❌ zerosum (сильный)  ·  ⭕ Вы"),
    ] {
        let shared = resigned_and_shared(&table, anna, words).await;
        let told = follow(&table, boris, payload(&shared)).await;
        assert_eq!(table.toast(&table.press(boris, &told, "▶️ Сыграть эту игру")).await, "");
        let own = table.read(boris).await;
        assert_eq!(own.text.lines().next(), Some(heading), "{words}");
    }
    // The link in a message that names the sharer, and one without a side and a level, as older ones are.
    let shared = resigned_and_shared(&table, anna, "/new 3x3 casual o").await;
    let older = payload(&shared)[3..].to_owned();
    assert_eq!(payload(&shared)[..3], *"e2c", "{shared:?}");
    table.toast(&table.press(anna, &shared, "🙋 Share with my name")).await;
    let named = payload(&table.read(anna).await).to_owned();
    for (payload, heading) in
        [(named, "❌ zerosum (любитель)  ·  ⭕ Вы"), (older, "❌ Вы  ·  ⭕ zerosum (безошибочный)")]
    {
        let told = follow(&table, table.oksana, &payload).await;
        assert!(told.text.contains("0 / "), "{told:?}");
        let told = follow(&table, boris, &payload).await;
        assert_eq!(table.toast(&table.press(boris, &told, "▶️ Сыграть эту игру")).await, "");
        let own = table.read(boris).await;
        assert_eq!(own.text.lines().next(), Some(heading), "{payload}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_tap_on_a_shared_game_opens_the_chats_to_send_its_link_to() {
    let table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    let shared = resigned_and_shared(&table, anna, "/new 3x3 casual o").await;
    table.toast(&table.press(anna, &shared, "🙋 Share with my name")).await;
    let named = table.read(anna).await;
    for message in [shared, named] {
        let (row, column) = message.find_button("📤 Send to a friend").expect("it is there");
        let button = &message.keyboard[row][column];
        let url = button.url.as_deref().expect("it leads out of the bot");
        let (_, link) = url.split_once("https://t.me/share/url?url=").expect("it opens the chats");
        let (_, payload) = link.split_once("start%3D").expect("it holds a link");
        let told = follow(&table, boris, payload).await;
        assert_eq!(table.toast(&table.press(boris, &told, "▶️ Сыграть эту игру")).await, "");
        let own = table.read(boris).await;
        assert!(own.text.starts_with("❌ zerosum (любитель)  ·  ⭕ Вы"), "{own:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opened_game_tells_the_level_and_dares_only_if_that_was_beaten_without_help() {
    let mut table = Table::without_inline_mode().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let lost = resigned_and_shared(&table, anna, "/new 3x3 casual o").await;
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    let helped = win_with_hint(&table, anna, &board).await;
    let helped = share(&table, anna, &helped, SHARE).await;
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    let won = win(&table, anna, &board, beginner(Side::First)).await;
    let won = share(&table, anna, &won, SHARE).await;
    table.toast(&table.press(anna, &won, "🙋 Share with my name")).await;
    let named = table.read(anna).await;
    // A game from a position that was won already, and one of two people.
    table.ask(anna, anna, "zerosum record 1 3x3 b2 a1 a2 b1 *").await;
    let resumed = table.ask(anna, anna, "c2").await;
    let resumed = share(&table, anna, &resumed, SHARE).await;
    let mut board = table.ask(anna, table.group, "/new x 3x3").await;
    for (user, cell) in [(anna, 4), (boris, 0), (anna, 5), (boris, 1), (anna, 3)] {
        board = table.play(user, &board, cell).await;
    }
    let of_two = share(&table, anna, &board, SHARE).await;
    let links = [&lost, &helped, &won, &named, &resumed, &of_two].map(|it| payload(it).to_owned());
    let older = links[2][3..].to_owned();
    table.restart_bot().await;
    let against = |level| Some(format!("Партія із zerosum ({level})."));
    let dare = Some("zerosum (новачок) програв за ".to_owned());
    for (link, head) in links.into_iter().chain([older]).zip([
        against("аматор"),
        against("новачок"),
        dare.clone(),
        dare,
        against("новачок"),
        None,
        None,
    ]) {
        let told = follow(&table, oksana, &link).await;
        assert_eq!(told.text.lines().next(), Some("Хрестики-нулики 3×3"), "{told:?}");
        assert_eq!(told.text.lines().count(), 2 + usize::from(head.is_some()), "{told:?}");
        let line = told.text.lines().nth(1).expect("a second line").to_owned();
        let is_told = head.as_ref().is_none_or(|head| line.starts_with(head));
        assert!(is_told, "{link}: {line}, not {head:?}");
        // It stays at the top of every page.
        table.toast(&table.press(oksana, &told, "▶️")).await;
        let first = table.changed(&told).await;
        assert_eq!(first.text.contains(&line), head.is_some(), "{first:?}");
    }
    table.finish().await;
}
