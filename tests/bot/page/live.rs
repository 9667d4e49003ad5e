//! Games of the chat on the page, over HTTP: entered by a link or as a Mini App, played, watched and left.

use reqwest::Method;
use serde_json::{Value, json};
use url::Url;
use zerosum_games::side::Side;

use crate::account::private_answers;
use crate::between_people::two_chats::{sent, table_of_two};
use crate::start::first_minute::{beginner, win};
use crate::support::event_stream::login_code;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;
use crate::support::live_browser::Browser;
use crate::support::patience::until;

fn marks(game: &Value, letter: char) -> usize {
    game["scene"]["marks"].as_str().expect("marks").matches(letter).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_on_the_page_is_in_the_chat_and_a_move_in_the_chat_on_the_page() {
    let mut table = Table::without_bot().await;
    let (page, board, link) = Browser::with_game(&mut table).await;
    let mut stream = page.stream(&link).await;
    let first = stream.until(|_| true).await;
    assert_eq!((first["side"].as_u64(), first["legal"].as_str()), (Some(1), Some("111111111")));
    let (status, moved) = page.move_at(&link, &first, 4).await;
    assert_eq!((status, marks(&moved, 'x'), marks(&moved, 'o')), (200, 1, 1), "{moved}");
    let board = table.until(&board, |board| grid_of(board).crosses() == 1).await;
    let streamed = stream.until(|state| state["rev"] == moved["rev"]).await;
    assert_eq!(streamed, moved);
    let free = grid_of(&board).free().into_iter().next().expect("a free cell");
    table.play(table.anna, &board, free).await;
    let state = stream.until(|state| marks(state, 'x') == 2).await;
    assert_eq!(state["notes"], page.game(&link).await["notes"]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_sent_twice_is_made_once_and_an_old_page_is_told_the_state() {
    let mut table = Table::without_bot().await;
    let (page, _, link) = Browser::with_game(&mut table).await;
    let first = page.game(&link).await;
    let (one, other) =
        futures::join!(page.move_at(&link, &first, 4), page.move_at(&link, &first, 4));
    assert_eq!((one.0, other.0), (200, 200), "{one:?} {other:?}");
    // The answer was lost.
    let (status, again) = page.move_at(&link, &first, 4).await;
    assert_eq!((status, marks(&again, 'x'), marks(&again, 'o')), (200, 1, 1));
    let (status, stale) = page.move_at(&link, &first, 0).await;
    assert_eq!((status, &stale["state"]), (409, &again));
    assert_eq!(stale["say"], "The board has moved on. This is how it stands now.");
    let taken = page.move_at(&link, &again, 4).await;
    assert_eq!((taken.0, taken.1["say"].as_str()), (409, Some("This cell is taken.")));
    let typed = page.act(&link, json!({"seen": again["rev"], "text": "z9"})).await;
    assert_eq!((typed.0, typed.1["error"].as_str()), (409, Some("denied")));
    let none = [json!({}), json!({"at": 1}), json!({"seen": 1, "from": 1})];
    let several =
        [json!({"seen": 1, "at": 1, "text": "a1"}), json!({"seen": 1, "at": 1, "from": 1})];
    for malformed in none.into_iter().chain(several) {
        assert_eq!(page.act(&link, malformed).await.0, 400);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_lets_anyone_watch_and_only_players_act() {
    let mut table = Table::without_bot().await;
    let (page, _, link) = Browser::with_game(&mut table).await;
    let watcher = Browser::beside(&table);
    let shell = watcher.send(Method::GET, &format!("/g/{link}"), None).await;
    assert_eq!(shell.status().as_u16(), 200);
    assert!(shell.text().await.expect("a text").contains(&link));
    let seen = watcher.game(&link).await;
    assert_eq!(seen["say"], "Anna to move with ❌.", "{seen}");
    for absent in ["side", "controls", "pairs"] {
        assert!(seen.get(absent).is_none(), "{absent}: {seen}");
    }
    assert!(seen["legal"].as_str().is_some_and(|legal| !legal.contains('1')));
    let mut stream = watcher.stream(&link).await;
    stream.until(|_| true).await;
    assert_eq!(watcher.move_at(&link, &seen, 4).await.0, 401);
    let mut stranger = Browser::beside(&table);
    stranger.enter_by_link(&table, table.boris).await;
    let (status, refused) = stranger.move_at(&link, &seen, 4).await;
    assert_eq!((status, refused["say"].as_str()), (409, Some("This is somebody else’s game.")));
    let (_, moved) = page.move_at(&link, &seen, 4).await;
    stream.until(|state| state["rev"] == moved["rev"]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_won_game_dares_those_who_watch_it_and_not_the_one_who_has_won_it() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    page.enter_by_link(&table, anna).await;
    let link = page.only_game().await;
    let watcher = Browser::beside(&table);
    assert!(watcher.game(&link).await.get("dare").is_none(), "it is in play");
    win(&table, anna, &board, beginner(Side::First)).await;
    let seen = watcher.game(&link).await;
    let dare = seen["dare"].as_str().expect("a dare");
    assert!(dare.starts_with("zerosum (beginner) was beaten in "), "{seen}");
    assert_eq!(seen["seats"][1]["name"], "zerosum (beginner)", "{seen}");
    assert!(page.game(&link).await.get("dare").is_none());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_links_codes_and_passes_open_nothing() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    table.new_game(table.anna).await;
    let way = table.ask(table.anna, table.anna, "/web").await;
    let code = login_code(&way);
    page.enter(json!({"login": code})).await;
    let link = page.only_game().await;
    let changed = |text: &str, at: usize| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        String::from_utf8(bytes).expect("it is ASCII")
    };
    for at in [1, 9, 17, 30, 48] {
        let forged = changed(&link, at);
        for path in [format!("/g/{forged}"), format!("/p/v1/game/{forged}")] {
            assert_eq!(page.get(&path).await.0, 404, "{path}");
        }
        assert_eq!(page.act(&forged, json!({"seen": 0, "at": 1})).await.0, 404);
    }
    let token = page.token.clone().expect("a pass");
    for shown in [
        json!({"login": changed(&code, 2)}),
        json!({"login": token}),
        json!({"token": code}),
        json!({"token": changed(&token, token.len() - 1)}),
        json!({"init_data": "user=%7B%22id%22%3A1%7D&auth_date=1&hash=00"}),
    ] {
        assert_eq!(Browser::beside(&table).enter(shown.clone()).await.0, 401, "{shown}");
    }
    for shown in [json!({}), json!({"login": code, "token": token})] {
        assert_eq!(Browser::beside(&table).enter(shown).await.0, 400);
    }
    let renewed = page.enter(json!({"token": token})).await;
    assert_eq!(renewed.0, 200);
    page.token = Some(changed(&token, 3));
    let (status, answer) = page.get("/p/v1/games").await;
    assert_eq!(status, 401);
    let chat = answer["chat"].as_str().expect("the way to the chat is shown");
    assert!(chat.starts_with("https://t.me/"), "{chat}");
    assert_eq!(page.get(&format!("/p/v1/game/{link}")).await.0, 401);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_agree_and_greet_each_other_from_page_to_chat() {
    let mut table = table_of_two().await;
    let (_, of_boris) = sent(&table).await;
    table.stop_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let link = page.only_game().await;
    let mut stream = page.stream(&link).await;
    let game = stream.until(|_| true).await;
    assert_eq!(game["seats"][1]["name"], "Борис");
    let (_, game) = page.move_at(&link, &game, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    let (status, greeted) = page.press(&link, &game, "Hello").await;
    assert_eq!(status, 200, "{greeted}");
    let of_boris = table.until(&of_boris, |board| board.text.contains("💬 Anna: ")).await;
    let (status, offered) = page.press(&link, &greeted, "Offer a draw").await;
    assert_eq!(status, 200, "{offered}");
    let (status, twice) = page.press(&link, &offered, "Offer a draw").await;
    assert_eq!((status, twice["error"].as_str()), (409, Some("denied")), "{twice}");
    let of_boris = table.until(&of_boris, |board| board.text.contains("🤝")).await;
    let press = table.press(table.boris, &of_boris, "🤝 Принять");
    assert_eq!(table.toast(&press).await, "");
    table.until(&of_boris, is_over).await;
    let over = stream.until(|state| state["is_over"] == true).await;
    assert!(over["say"].as_str().is_some_and(|say| say.contains("draw")), "{over}");
    let (status, late) = page.move_at(&link, &over, 0).await;
    assert_eq!((status, late["state"]["is_over"].as_bool()), (409, Some(true)));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_is_asked_for_on_the_page_and_counts_as_in_the_chat() {
    let mut table = Table::without_bot().await;
    let (page, _, link) = Browser::with_game(&mut table).await;
    let game = page.game(&link).await;
    let (_, hinted) = page.press(&link, &game, "Hint").await;
    let has_line = |game: &Value, sign: &str| {
        let notes = game["notes"].as_array().expect("notes").iter();
        notes.filter_map(Value::as_str).any(|note| note.contains(sign))
    };
    assert!(has_line(&hinted, "💡"), "{hinted}");
    let (_, seen) = page.press(&link, &hinted, "X-ray").await;
    assert_eq!(seen["scene"]["values"].as_array().map(Vec::len), Some(9), "{seen}");
    // Others who watch see none of it.
    let watcher = Browser::beside(&table);
    let watched = watcher.game(&link).await;
    assert!(watched["scene"].get("values").is_none() && !has_line(&watched, "💡"), "{watched}");
    let (status, told) = page.press(&link, &seen, "Why").await;
    assert!(status == 200 && told["told"].as_str().is_some_and(|it| !it.is_empty()), "{told}");
    let (_, resigned) = page.press(&link, &told, "Resign").await;
    assert!(resigned["is_over"] == true && has_line(&resigned, "hint"), "{resigned}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mini_app_is_entered_as_the_person_who_opens_it() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    table.new_game(table.anna).await;
    // He is met for the first time. The language is that of Telegram's app, not of the browser.
    for (person, language) in [(table.boris, "ru"), (table.anna, "en")] {
        let launch =
            until(async || table.playground.web_app(person, None).ok_or("no button yet")).await;
        let launch = Url::parse(&launch).expect("a URL");
        let fragment = launch.fragment().expect("launch data");
        let mut fields = url::form_urlencoded::parse(fragment.as_bytes());
        let data = fields.find(|(key, _)| key == "tgWebAppData").expect("signed data").1;
        let (status, entered) = page.enter(json!({"init_data": data})).await;
        assert_eq!((status, entered["lang"].as_str()), (200, Some(language)), "{entered}");
    }
    let link = page.only_game().await;
    assert_eq!(page.game(&link).await["side"], 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_begun_on_the_page_is_begun_once_and_is_brought_to_the_chat() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let messages = table.count_calls("sendMessage", table.anna);
    let wish = json!({"v": 1, "once": "0f", "game": "3x3", "side": 2, "level": "casual"});
    let (status, game) = page.post("/p/v1/games?lang=en", &wish).await;
    assert_eq!((status, marks(&game, 'x'), game["side"].as_u64()), (201, 1, Some(2)), "{game}");
    let (_, again) = page.post("/p/v1/games?lang=en", &wish).await;
    assert_eq!(again["link"], game["link"]);
    assert_eq!(page.only_game().await, game["link"].as_str().expect("a link"));
    assert_eq!(table.count_calls("sendMessage", table.anna), messages);
    for (key, wrong) in [("game", json!("chess")), ("side", json!(3)), ("level", json!("divine"))] {
        let mut wish = wish.clone();
        wish[key] = wrong;
        assert_eq!(page.post("/p/v1/games", &wish).await.0, 400, "{key}");
    }
    let link = game["link"].as_str().expect("a link");
    let free = |game: &Value| {
        let legal = game["legal"].as_str().and_then(|legal| legal.find('1'));
        u16::try_from(legal.expect("a free cell")).expect("a cell")
    };
    let (_, moved) = page.move_at(link, &game, free(&game)).await;
    assert_eq!(table.count_calls("sendMessage", table.anna), messages);
    let (status, sent) = page.press(link, &moved, "Send to the chat").await;
    assert_eq!(status, 200, "{sent}");
    let board = table.read(table.anna).await;
    assert_eq!(grid_of(&board).noughts(), 1);
    page.move_at(link, &moved, free(&moved)).await;
    table.until(&board, |board| grid_of(board).noughts() == 2).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_game_against_an_engine_is_begun_once_from_page_or_chat() {
    let mut table = Table::without_bot().await;
    let (page, board, link) = Browser::with_game(&mut table).await;
    let game = page.game(&link).await;
    let (_, over) = page.press(&link, &game, "Resign").await;
    let board = table.until(&board, is_over).await;
    let (status, next) = page.press(&link, &over, "Play again").await;
    assert_eq!((status, next["is_over"].as_bool()), (200, Some(false)), "{next}");
    let (_, again) = page.press(&link, &over, "Swap sides").await;
    assert_eq!(again["link"], next["link"]);
    assert_eq!(page.game(&link).await["next"], next["link"]);
    assert!(Browser::beside(&table).game(&link).await.get("next").is_none());
    let press = table.press(table.anna, &board, "🔁 Play again");
    assert_eq!(table.toast(&press).await, "");
    let sent = table.read(table.anna).await;
    let link = next["link"].as_str().expect("a link");
    page.move_at(link, &next, 4).await;
    table.until(&sent, |board| grid_of(board).crosses() == 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_offered_on_the_page_and_accepted_in_the_chat_and_the_other_way_round() {
    let mut table = table_of_two().await;
    let (_, of_boris) = sent(&table).await;
    table.stop_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let link = page.only_game().await;
    // He can be written to since he has written in private.
    table.ask(table.boris, table.boris, "/language ru").await;
    let (_, over) = page.press(&link, &page.game(&link).await, "Resign").await;
    let (status, offered) = page.press(&link, &over, "Play again").await;
    assert_eq!((status, &offered["link"]), (200, &over["link"]), "{offered}");
    let (status, again) = page.press(&link, &offered, "Play again").await;
    let asked = "You already asked. The game begins when your opponent agrees.";
    assert_eq!((status, again["say"].as_str()), (409, Some(asked)));
    let mut stream = page.stream(&link).await;
    assert_eq!(stream.until(|_| true).await.get("next"), None);
    let of_boris = table.until(&of_boris, |board| board.find_button("✅ Принять").is_some()).await;
    let press = table.press(table.boris, &of_boris, "✅ Принять");
    assert_eq!(table.toast(&press).await, "");
    // Nothing more happens in the old game, and yet its player is told.
    let told = stream.until(|state| state.get("next").is_some()).await;
    let next = page.only_game().await;
    assert_eq!((told["next"].as_str(), &told["rev"]), (Some(next.as_str()), &offered["rev"]));
    let begins = "It begins when your opponent agrees.";
    assert!(offered["talk"].to_string().contains(begins), "{offered}");
    assert!(!told["talk"].to_string().contains(begins), "{told}");
    let boards = [table.read(table.anna).await, table.read(table.boris).await];
    let (_, over) = page.press(&next, &page.game(&next).await, "Resign").await;
    let [_, of_boris] = boards;
    let of_boris = table.until(&of_boris, is_over).await;
    let press = table.press(table.boris, &of_boris, "🔁 Ещё раз");
    assert_eq!(table.toast(&press).await, "");
    let offered = until(async || {
        let state = page.game(&next).await;
        if state["rev"].as_u64() > over["rev"].as_u64() { Ok(state) } else { Err(state) }
    })
    .await;
    let talk = offered["talk"][0].as_str().expect("the offer is told");
    assert!(talk.contains("wants another game"), "{talk}");
    let (status, begun) = page.press(&next, &offered, "Accept").await;
    assert_eq!((status, begun["is_over"].as_bool()), (200, Some(false)), "{begun}");
    for chat in [table.anna, table.boris] {
        assert_eq!(grid_of(&table.read(chat).await).marks(), 0);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_friend_without_telegram_plays_by_an_invitation_and_has_a_rematch() {
    let mut table = Table::without_bot().await;
    let owner = Browser::at(&mut table).await;
    let anna = table.anna;
    let invitation = table.ask(anna, anna, "/invite 3x3").await;
    let (_, code) = invitation.text.split_once("/i/").expect("a link for a browser");
    let code = code.split_whitespace().next().expect("a code");
    let mut guest = Browser::beside(&table);
    let shell = guest.send(Method::GET, &format!("/i/{code}"), None).await;
    let shell = shell.text().await.expect("a text");
    assert!(shell.contains("invites you") && shell.contains("\"is_open\":true"), "{shell}");
    let accept = |key: &str| json!({"invitation": code, "key": key});
    let key = "0123456789abcdef0123456789abcdef";
    assert_eq!(guest.enter(accept("short")).await.0, 400);
    let (status, entered) = guest.enter(accept(key)).await;
    assert_eq!(status, 200, "{entered}");
    let link = entered["start"].as_str().expect("a game").to_owned();
    let board = table.read(anna).await;
    assert!(board.text.contains("Guest "), "{board:?}");
    table.until(&invitation, |shown| shown.text.contains("is accepted")).await;
    // Only the browser that has accepted it is offered to accept it again.
    let shell = guest.send(Method::GET, &format!("/i/{code}"), None).await;
    let shell = shell.text().await.expect("a text");
    assert!(shell.contains("\"is_open\":false,\"is_taken\":true"), "{shell}");
    assert!(!shell.contains("/opponent"), "{shell}");
    // The answer was lost, and another one has the link, too.
    assert_eq!(guest.enter(accept(key)).await.1["start"], entered["start"]);
    let other = Browser::beside(&table).enter(accept("f123456789abcdef0123456789abcdef")).await;
    assert_eq!(other.0, 410, "{}", other.1);
    let board = table.play(anna, &board, 4).await;
    let game = guest.game(&link).await;
    assert_eq!((game["side"].as_u64(), marks(&game, 'x')), (Some(2), 1), "{game}");
    let (status, moved) = guest.move_at(&link, &game, 0).await;
    assert_eq!(status, 200, "{moved}");
    let board = table.until(&board, |board| grid_of(board).noughts() == 1).await;
    let (_, over) = guest.press(&link, &moved, "Resign").await;
    let board = table.until(&board, is_over).await;
    let wish = json!({"v": 1, "once": "0f", "game": "3x3", "side": 1, "level": "casual"});
    assert_eq!(guest.post("/p/v1/games", &wish).await.0, 401);
    // She asks for another game, and the guest accepts.
    let press = table.press(anna, &board, "🔁 Play again");
    assert_eq!(table.toast(&press).await, "");
    let offered = until(async || {
        let state = guest.game(&link).await;
        if state["rev"].as_u64() > over["rev"].as_u64() { Ok(state) } else { Err(state) }
    })
    .await;
    let (status, next) = guest.press(&link, &offered, "Accept").await;
    assert_eq!((status, next["side"].as_u64()), (200, Some(2)), "{next}");
    let board = table.read(anna).await;
    table.play(anna, &board, 4).await;
    let next = next["link"].as_str().expect("a link");
    let game = guest.game(next).await;
    assert_eq!(guest.move_at(next, &game, 0).await.0, 200);
    drop(owner);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_ends_with_the_bot_and_with_its_game() {
    let mut table = Table::without_bot().await;
    let (mut page, _, link) = Browser::with_game(&mut table).await;
    let user = table.anna;
    let mut stream = page.stream(&link).await;
    stream.until(|_| true).await;
    let last = async {
        let event = stream.next().await.map(|(name, _)| name);
        (event, stream.next().await)
    };
    let ((name, end), ()) = futures::join!(last, table.stop_bot());
    assert_eq!((name.as_deref(), end), (Some("bye"), None));
    // The pass and the link outlive the process.
    let token = page.token.take();
    let mut page = Browser::at(&mut table).await;
    page.token = token;
    let mut stream = page.stream(&link).await;
    stream.until(|_| true).await;
    let question = table.ask(user, user, "/deletemydata").await;
    let press = table.press(user, &question, "Yes, delete everything");
    table.toast(&press).await;
    let event = stream.next().await.map(|(name, _)| name);
    assert_eq!((event.as_deref(), stream.next().await), (Some("gone"), None));
    // The pass of a person who has deleted their data counts no more.
    assert_eq!(page.get(&format!("/p/v1/game/{link}")).await.0, 401);
    let token = page.token.clone();
    assert_eq!(page.enter(json!({"token": token})).await.0, 401);
    // Nor does it once they have come back; another login counts.
    let mut later = Browser::beside(&table);
    later.enter_by_link(&table, user).await;
    assert_eq!(page.enter(json!({"token": token})).await.0, 401);
    let token = later.token.clone();
    assert_eq!(later.enter(json!({"token": token})).await.0, 200);
    assert_eq!(Browser::beside(&table).get(&format!("/p/v1/game/{link}")).await.0, 404);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_so_many_streams_and_others_have_their_own() {
    let mut table = Table::without_bot().await;
    let (page, _, link) = Browser::with_game(&mut table).await;
    let path = format!("/p/v1/game/{link}/stream");
    let mut streams = Vec::new();
    let refused = loop {
        let answer = page.send(Method::GET, &path, None).await;
        match answer.status().as_u16() {
            200 => streams.push(answer),
            other => break other,
        }
    };
    assert_eq!((streams.len(), refused), (6, 429));
    let watcher = Browser::beside(&table);
    assert_eq!(watcher.send(Method::GET, &path, None).await.status().as_u16(), 200);
    drop(streams);
    until(async || match page.send(Method::GET, &path, None).await.status().as_u16() {
        200 => Ok(()),
        other => Err(other),
    })
    .await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_with_a_pass_that_does_not_count_have_a_limit_as_well() {
    let mut table = Table::without_bot().await;
    let (mut page, ..) = Browser::with_game(&mut table).await;
    let question = table.ask(table.anna, table.anna, "/deletemydata").await;
    let press = table.press(table.anna, &question, "Yes, delete everything");
    table.toast(&press).await;
    // One from before a deletion, and one that nobody has issued.
    for token in [page.token.clone(), Some("x".to_owned())] {
        page.token = token;
        until(async || match page.get("/p/v1/games").await {
            (401, answer) => Ok(answer),
            other => Err(other),
        })
        .await;
        let mut statuses = Vec::new();
        while statuses.len() < 1_000 && statuses.last().is_none_or(|status| *status == 401) {
            statuses.push(page.get("/p/v1/games").await.0);
        }
        assert_eq!(statuses.last(), Some(&429), "after {} requests", statuses.len());
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_to_the_page_is_told_in_private_only() {
    let mut table = Table::new().await;
    let none = table.ask(table.anna, table.anna, "/web").await;
    assert_eq!(none.text, "I have no web page.");
    table.stop_bot().await;
    let _page = Browser::at(&mut table).await;
    let told = table.ask(table.anna, table.group, "/web").await;
    assert!(told.text.contains("private chat") && told.keyboard.is_empty(), "{told:?}");
    // The answer in private asks for the command there.
    private_answers::start(&table, table.boris).await;
    table.say(table.boris, table.group, "/web");
    let told = private_answers::told(&table, table.boris).await;
    assert_eq!(told, "Отправьте /web здесь: ссылка только для вас.");
    table.finish().await;
}
