//! Seats on the page: an open one of a group, a friend by a link, and none during maintenance.

use reqwest::Method;
use serde_json::{Value, json};
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::between_people::blocks;
use crate::support::fickle::FickleStore;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;

/// Key of the browser of a guest.
const KEY: &str = "0123456789abcdef0123456789abcdef";

const TAKEN: &str = "This is somebody else’s game.";

/// The link to the page below a board of a group.
fn watch_link(board: &MessageView) -> String {
    let mut urls = board.keyboard.iter().flatten().filter_map(|button| button.url.as_deref());
    let link = urls.find_map(|url| url.split_once("startapp=").or(url.split_once("/g/")));
    link.expect("a button to the page").1.to_owned()
}

async fn of_person(table: &Table, user: i64) -> Browser {
    let mut browser = Browser::beside(table);
    browser.enter_by_link(table, user).await;
    browser
}

fn say(answer: &Value) -> &str {
    answer["say"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_takes_the_open_seat_of_a_group_by_its_button() {
    let mut table = Table::without_bot().await;
    let visitor = Browser::at(&mut table).await;
    let board = table.ask(table.anna, table.group, "/new 15x15x5").await;
    let link = watch_link(&board);
    assert_eq!(visitor.game(&link).await.get("controls"), None, "a visitor has no seat to take");
    let boris = of_person(&table, table.boris).await;
    let oksana = of_person(&table, table.oksana).await;
    let seen = boris.game(&link).await;
    assert_eq!(boris.move_at(&link, &seen, 112).await.0, 409, "a move takes no seat");
    let seen_by_oksana = oksana.game(&link).await;
    let (status, joined) = boris.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, joined["side"].as_u64()), (200, Some(1)), "{joined}");
    // The answer was lost, and another person was slower.
    let (status, again) = boris.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, &again["rev"]), (200, &joined["rev"]));
    let (status, late) = oksana.press(&link, &seen_by_oksana, "Take the seat").await;
    assert_eq!((status, late["error"].as_str()), (409, Some("denied")), "{late}");
    assert_eq!(late["state"].get("controls"), None, "{late}");
    let (status, moved) = boris.move_at(&link, &joined, 112).await;
    assert_eq!(status, 200, "{moved}");
    table.until(&board, |board| board.text.contains("Борис")).await;
    assert_eq!(say(&oksana.move_at(&link, &moved, 111).await.1), TAKEN);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_is_kept_is_named_on_the_page_and_offered_to_its_person_alone() {
    let mut table = Table::without_bot().await;
    Browser::at(&mut table).await;
    let said = table.say(table.boris, table.group, "hello");
    let challenge = "/new 15x15x5";
    table.playground.reply_text(table.anna, table.group, said, challenge).expect("it is there");
    let link = watch_link(&table.read(table.group).await);
    let boris = of_person(&table, table.boris).await;
    let oksana = of_person(&table, table.oksana).await;
    let (seen, watched) = (boris.game(&link).await, oksana.game(&link).await);
    assert_eq!(watched.get("controls"), None, "{watched}");
    for state in [&seen, &watched] {
        assert!(say(state).contains("is kept for Борис for a day"), "{state}");
    }
    let (status, joined) = boris.press(&link, &seen, "I’ll play").await;
    assert_eq!((status, joined["side"].as_u64()), (200, Some(1)), "{joined}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_of_an_open_seat_are_each_shown_what_they_may_do() {
    let mut table = Table::without_bot().await;
    let visitor = Browser::at(&mut table).await;
    let board = table.ask(table.anna, table.group, "/new 15x15x5").await;
    let link = watch_link(&board);
    let boris = of_person(&table, table.boris).await;
    for _ in 0..2 {
        let mut watched = visitor.stream(&link).await;
        let state = watched.until(|_| true).await;
        assert_eq!(state.get("controls"), None);
        assert_eq!(say(&state), "A seat is free. Open this game in the chat to take it.");
        let mut theirs = boris.stream(&link).await;
        let state = theirs.until(|_| true).await;
        assert_eq!(state["controls"].as_array().map(Vec::len), Some(1), "{state}");
        assert_eq!(state["controls"][0]["group"], "seat");
        assert!(say(&state).contains("Tap the board"), "{state}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_not_for_people_who_are_apart_or_for_guests() {
    let mut table = Table::without_bot().await;
    Browser::at(&mut table).await;
    let (anna, boris) = (table.anna, table.boris);
    blocks::answer(&table, boris, anna, "/block").await;
    let board = table.ask(anna, table.group, "/new 15x15x5").await;
    let link = watch_link(&board);
    let page = of_person(&table, boris).await;
    let seen = page.game(&link).await;
    let (status, refused) = page.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, say(&refused)), (409, "This seat is not for you."), "{refused}");
    let invitation = table.ask(anna, anna, "/invite 3x3").await;
    let code = invitation.text.split_once("/i/").expect("a link for a browser").1;
    let code = code.split_whitespace().next().expect("a code");
    let mut guest = Browser::beside(&table);
    // The link to the chat, where blocks count, leads no guest to the seat.
    let (_, of_chat) = invitation.text.split_once("start=i").expect("a link to the chat");
    let of_chat = of_chat.split_whitespace().next().expect("a code");
    assert!(code.starts_with(of_chat) && code != of_chat, "{code}");
    assert_eq!(guest.enter(json!({"invitation": of_chat, "key": KEY})).await.0, 404);
    let shell = guest.send(Method::GET, &format!("/i/{of_chat}"), None).await;
    assert_eq!(shell.status().as_u16(), 404);
    assert_eq!(guest.enter(json!({"invitation": code, "key": KEY})).await.0, 200);
    // One who came by a link of an earlier version, which had no tag, finds the way back.
    assert_eq!(guest.enter(json!({"invitation": of_chat, "key": KEY})).await.0, 200);
    assert_eq!(guest.game(&link).await.get("controls"), None);
    let join = seen["controls"][0]["tap"].clone();
    assert_eq!(guest.act(&link, json!({"tap": join})).await.0, 409);
    table.read(anna).await;
    table.until(&invitation, |shown| shown.text.contains("is accepted")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_inviter_who_is_signed_in_is_not_their_own_guest() {
    let mut table = Table::without_bot().await;
    let visitor = Browser::at(&mut table).await;
    let anna = table.anna;
    let page = of_person(&table, anna).await;
    let pass = page.token.as_deref().expect("she is signed in");
    let invitation = table.ask(anna, anna, "/invite 3x3").await;
    let code = invitation.text.split_once("/i/").expect("a link for a browser").1;
    let code = code.split_whitespace().next().expect("a code");
    let enter = async |key: &str, token: Option<&str>| {
        let accepted = json!({"v": 1, "invitation": code, "key": key, "token": token});
        visitor.post("/p/v1/enter?lang=en", &accepted).await
    };
    let own = "This is your own invitation. Send the link to a friend.";
    let (status, refused) = enter(KEY, Some(pass)).await;
    assert_eq!((status, say(&refused)), (409, own), "{refused}");
    let alone = json!({"v": 1, "token": pass});
    assert_eq!(visitor.post("/p/v1/enter", &alone).await.0, 200, "her pass still counts");
    let (status, seated) = enter(KEY, None).await;
    assert_eq!(status, 200, "it is still open: {seated}");
    table.read(anna).await;
    table.until(&invitation, |shown| shown.text.contains("is accepted")).await;
    // A pass that counts no more is as good as none.
    let (status, again) = enter(KEY, Some("over")).await;
    assert_eq!((status, &again["start"]), (200, &seated["start"]), "{again}");
    // She has the key of the guest, too.
    assert_eq!(enter(KEY, Some(pass)).await.0, 409);
    let other_key = KEY.replace('0', "f");
    assert_eq!(enter(&other_key, Some(pass)).await.0, 410, "a friend has come");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_signed_in_is_the_guest_of_another_one() {
    let mut table = Table::without_bot().await;
    let visitor = Browser::at(&mut table).await;
    let anna = table.anna;
    let page = of_person(&table, table.boris).await;
    let pass = page.token.as_deref().expect("he is signed in");
    let invitation = table.ask(anna, anna, "/invite 3x3").await;
    let code = invitation.text.split_once("/i/").expect("a link for a browser").1;
    let code = code.split_whitespace().next().expect("a code");
    let accepted = json!({"v": 1, "invitation": code, "key": KEY, "token": pass});
    let (status, seated) = visitor.post("/p/v1/enter?lang=en", &accepted).await;
    assert_eq!(status, 200, "{seated}");
    assert!(table.read(anna).await.text.contains("Guest "), "he comes as a guest");
    table.until(&invitation, |shown| shown.text.contains("is accepted")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_alone_seats_no_one_who_is_not_in_the_group() {
    let mut table = Table::without_bot().await;
    Browser::at(&mut table).await;
    let board = table.ask(table.anna, table.group, "/new 15x15x5").await;
    let link = watch_link(&board);
    let stranger = table.playground.add_user("Stranger", Some("en"));
    let page = of_person(&table, stranger).await;
    let seen = page.game(&link).await;
    let (status, refused) = page.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, say(&refused)), (409, "This seat is not for you."), "{refused}");
    table.playground.add_member(stranger, table.group).expect("the group is there");
    let (status, joined) = page.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, joined["side"].as_u64()), (200, Some(1)), "{joined}");
    table.until(&board, |board| board.text.contains("Stranger")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_tries_again_when_telegram_cannot_say_who_is_in_the_group() {
    let mut table = Table::without_bot().await;
    Browser::at(&mut table).await;
    table.expect_refusals(&["PARTICIPANT_ID_INVALID", "Internal Server Error", "bot was kicked"]);
    let board = table.ask(table.anna, table.group, "/new 15x15x5").await;
    let link = watch_link(&board);
    let page = of_person(&table, table.boris).await;
    let seen = page.game(&link).await;
    for (code, words, is_stranger) in [
        (400, "Bad Request: PARTICIPANT_ID_INVALID", true),
        (500, "Internal Server Error", false),
        (403, "Forbidden: bot was kicked from the supergroup chat", false),
    ] {
        table.playground.fault(Fault::error(code, words).on("getChatMember"));
        let (answered, refused) = page.press(&link, &seen, "Take the seat").await;
        let say = refused["say"].as_str().unwrap_or_default();
        assert_eq!(
            (answered, !say.contains("try again")),
            (409, is_stranger),
            "{words}: {refused}"
        );
    }
    let (status, joined) = page.press(&link, &seen, "Take the seat").await;
    assert_eq!((status, joined["side"].as_u64()), (200, Some(1)), "{joined}");
    table.until(&board, |board| board.text.contains("Борис")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_friend_is_invited_from_the_page_and_their_game_opens_in_both_places() {
    let mut table = Table::without_bot().await;
    let visitor = Browser::at(&mut table).await;
    let (anna, boris) = (table.anna, table.boris);
    let page = of_person(&table, anna).await;
    let wish = |once: &str| json!({"v": 1, "once": once, "game": "4x4x3", "side": 2});
    let path = "/p/v1/invitations?lang=en";
    assert_eq!(visitor.post(path, &wish("1")).await.0, 401);
    for (field, value) in [("side", json!(3)), ("game", json!("1x1")), ("v", json!(2))] {
        let mut malformed = wish("1");
        malformed[field] = value;
        assert_eq!(page.post(path, &malformed).await.0, 400, "{malformed}");
    }
    let (status, made) = page.post(path, &wish("1")).await;
    assert_eq!(status, 201, "{made}");
    // The answer was lost, and she asks once more.
    for once in ["1", "2"] {
        assert_eq!(page.post(path, &wish(once)).await, (201, made.clone()));
    }
    let link = made["link"].as_str().expect("a link");
    assert_eq!(page.get(&format!("/p/v1/game/{link}")).await.0, 404);
    let path_of_guest = made["path"].as_str().expect("a path");
    assert!(path_of_guest.starts_with("/i/"), "{made}");
    let telegram = made["telegram"].as_str().expect("a link");
    let payload = telegram.split_once("?start=").expect("it opens the bot").1;
    let of_boris = table.ask(boris, boris, &format!("/start {payload}")).await;
    assert!(of_boris.text.contains("Anna"), "{of_boris:?}");
    let of_anna = table.read(anna).await;
    assert!(of_anna.text.contains("Борис"), "{of_anna:?}");
    let game = page.game(link).await;
    assert_eq!((game["side"].as_u64(), game["game"].as_str()), (Some(2), Some("4x4x3")), "{game}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_maintenance_the_page_shows_games_and_changes_none() {
    let mut table = Table::of_anna(FickleStore::new().shared()).await;
    table.page = Some(([127, 0, 0, 1], 0).into());
    table.restart_bot().await;
    let visitor = Browser::beside(&table);
    visitor.wait_for_bot().await;
    let (anna, boris) = (table.anna, table.boris);
    table.new_game(boris).await;
    let page = of_person(&table, boris).await;
    let link = page.only_game().await;
    let invitation = json!({"v": 1, "once": "1", "game": "3x3", "side": 1});
    let (_, made) = page.post("/p/v1/invitations?lang=en", &invitation).await;
    table.ask(anna, anna, "/maintenance on").await;
    let game = page.game(&link).await;
    let closed = "I am down for maintenance";
    let (status, refused) = page.move_at(&link, &game, 4).await;
    assert!(status == 409 && say(&refused).starts_with(closed), "{refused}");
    assert_eq!(page.game(&link).await, game);
    let begun = json!({"v": 1, "once": "2", "game": "3x3", "side": 1, "level": "casual"});
    for (path, body) in [("games", &begun), ("invitations", &invitation)] {
        let (status, refused) = page.post(&format!("/p/v1/{path}?lang=en"), body).await;
        assert!(status == 409 && say(&refused).starts_with(closed), "{path}: {refused}");
    }
    let code = made["path"].as_str().and_then(|path| path.strip_prefix("/i/")).expect("a code");
    let entering = json!({"v": 1, "invitation": code, "key": KEY});
    let (status, refused) = visitor.post("/p/v1/enter?lang=en", &entering).await;
    assert!(status == 409 && say(&refused).starts_with(closed), "{refused}");
    // The owner may try the bot out.
    let own = of_person(&table, anna).await;
    assert_eq!(own.post("/p/v1/games?lang=en", &begun).await.0, 201);
    table.ask(anna, anna, "/maintenance off").await;
    assert_eq!(page.move_at(&link, &game, 4).await.0, 200);
    table.finish().await;
}
