//! Positions and finished games studied on the page, over HTTP: values, reviews, steps, and who is not told them.

use reqwest::Method;
use serde_json::{Value, json};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, Outcome};
use zerosum_search::puzzle::Puzzle;

use crate::host::metrics::scrape;
use crate::study::puzzles::PUZZLES;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;
use crate::support::patience::until;

const ANALYSIS: &str = "/p/v1/analysis";

fn position(game: &str, moves: &[&str]) -> Value {
    json!({"v": 1, "lang": "en", "game": game, "moves": moves})
}

/// A finished game of a visitor, who lost it to a beginner.
fn lost_game() -> Value {
    json!({
        "v": 1, "lang": "en", "game": "3x3", "side": 1, "level": "beginner", "seed": 7, "do": "review",
        "moves": ["b2", "a1", "c3", "a3", "b1", "a2"],
    })
}

impl Browser {
    async fn analysis(&self, body: &Value) -> Value {
        let (status, answer) = self.post(ANALYSIS, body).await;
        assert_eq!(status, 200, "{body}: {answer}");
        answer
    }

    /// The review of a game when it is whole.
    async fn whole_review(&self, ask: impl AsyncFn() -> (u16, Value)) -> Value {
        until(async || match ask().await {
            (200, review) if review["is_whole"] == true => Ok(review),
            (200 | 429 | 503, review) => Err(review),
            (status, answer) => panic!("{status}: {answer}"),
        })
        .await
    }
}

/// The value for the side to move, by the definition of minimax.
fn plain_minimax(game: &TicTacToe) -> i8 {
    match game.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => return -1,
        None => {}
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let after = moves.into_iter().map(|code| {
        let mut next = *game;
        next.play(code).expect("it is legal");
        -plain_minimax(&next)
    });
    after.max().expect("the game is not over")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_move_of_a_position_has_the_value_that_minimax_gives_it() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    for moves in [&[][..], &["b2"], &["a1", "b2", "c3"], &["b2", "a1", "c3", "a3"]] {
        let view = page.analysis(&position("3x3", moves)).await;
        let mut game = TicTacToe::default();
        for text in moves {
            game.play(game.read_move(text).expect("a move")).expect("it is legal");
        }
        let values = view["scene"]["values"].as_array().expect("a list");
        assert_eq!(values.len(), 9 - moves.len(), "{moves:?}");
        for value in values {
            let cell = value["cell"].as_u64().expect("a number");
            let text = format!("{}{}", ["a", "b", "c"][cell as usize % 3], cell / 3 + 1);
            let mut next = game;
            next.play(game.read_move(&text).expect("a move")).expect("it is legal");
            let expected = match -plain_minimax(&next) {
                1 => "good",
                0 => "even",
                _ => "bad",
            };
            assert_eq!(value["is"], expected, "{moves:?} {text}: {value}");
        }
        assert!(view["notes"][0].as_str().is_some_and(|why| why.starts_with('❓')), "{view}");
    }
    // A move of either side leads to the next position.
    let mut asked = position("3x3", &["b2", "a1"]);
    asked["at"] = json!(8);
    let next = page.analysis(&asked).await;
    assert_eq!(next["moves"], json!(["b2", "a1", "c3"]));
    assert_eq!(next, page.analysis(&position("3x3", &["b2", "a1", "c3"])).await);
    // A position that has to be searched.
    let wide = page.analysis(&position("15x15x5", &["h8"])).await;
    assert_eq!(wide["scene"]["values"].as_array().map(Vec::len), Some(224));
    assert!(wide["best"].is_u64() && wide["line"][0].is_string(), "{wide}");
    let metrics = scrape(&table).await;
    assert_eq!(metrics.value("zerosum_page_answers_total{answer=\"analysis\"}"), 7.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_opened_on_the_analysis_board() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let record = |text: &str| json!({"v": 1, "lang": "en", "record": text});
    let opened = page.analysis(&record("zerosum record 1 3x3 b2 a1 *")).await;
    assert_eq!((&opened["game"], &opened["moves"]), (&json!("3x3"), &json!(["b2", "a1"])));
    let opened = page.analysis(&record("Piskvorky 15x15, 11:11, 0\n8,8,100\n9,9,100\n")).await;
    assert_eq!((&opened["game"], &opened["moves"]), (&json!("15x15x5"), &json!(["h8", "i9"])));
    // What is wrong is told as in the chat.
    for (text, reason) in [
        ("hello", "A record begins with"),
        ("zerosum record 1 3x3 b2 b2 *", "Move 1, ⭕ “b2”: this cell is taken."),
        ("zerosum record 1 3x3 b2", "Move 1, ⭕: the record breaks off here."),
        ("zerosum record 1 2x9 b2 *", "2x9"),
    ] {
        let (status, refused) = page.post(ANALYSIS, &record(text)).await;
        let say = refused["say"].as_str().unwrap_or_default();
        assert!(status == 409 && say.contains(reason), "{text}: {refused}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_positions_are_refused() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let good = position("3x3", &["b2"]);
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body
    };
    for bad in [
        with("v", json!(2)),
        with("lang", json!("tlh")),
        with("game", json!("chess")),
        with("moves", json!(["b2", "b2"])),
        with("moves", json!(["z9"])),
        with("moves", json!(vec!["b2"; 730])),
        with("record", json!("zerosum record 1 3x3 b2 *")),
        with("moves", json!("b2")),
        with("from", json!(1)),
        with("to", json!(1)),
        json!({"v": 1, "lang": "en", "game": "3x3", "moves": ["b2"], "at": 0, "from": 1}),
        json!({"v": 1, "lang": "en"}),
        json!([]),
    ] {
        let (status, answer) = page.post(ANALYSIS, &bad).await;
        assert_eq!((status, answer["error"].as_str()), (400, Some("malformed")), "{bad}");
    }
    let (status, taken) = page.post(ANALYSIS, &with("at", json!(4))).await;
    assert_eq!((status, taken["say"].as_str()), (409, Some("This cell is taken.")));
    let won = ["b2", "a1", "c1", "b1", "a3"];
    let mut over = position("3x3", &won);
    assert!(page.analysis(&over).await["scene"]["values"].is_null());
    over["at"] = json!(8);
    assert_eq!(page.post(ANALYSIS, &over).await.0, 409);
    assert_eq!(page.get(ANALYSIS).await.0, 405);
    let large = with("text", json!("x".repeat(9_000)));
    assert_eq!(page.post(ANALYSIS, &large).await.0, 413);
    for path in ["/p/v1/review/", "/p/v1/review/s0", "/p/v1/review/a/b", "/p/v1/analysis/"] {
        assert_eq!(page.get(path).await.0, 404, "{path}");
    }
    assert_eq!(page.send(Method::GET, "/a", None).await.status().as_u16(), 200);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_of_the_chat_is_reviewed_and_stepped_through_by_its_link() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    table.new_game(table.anna).await;
    page.enter_by_link(&table, table.anna).await;
    let link = page.only_game().await;
    let review = format!("/p/v1/review/{link}?lang=en");
    let step = |ply: &str| format!("/p/v1/game/{link}?lang=en&ply={ply}");
    let mut game = page.game(&link).await;
    for path in [&review, &step("0")] {
        let (status, early) = page.get(path).await;
        assert_eq!((status, early["say"].as_str()), (409, Some("The game is still on.")));
    }
    while game["is_over"] == false {
        // The worst that can be done: the first free cell.
        let cell = game["legal"].as_str().and_then(|legal| legal.find('1')).expect("a free cell");
        game = page.move_at(&link, &game, u16::try_from(cell).expect("a cell")).await.1;
    }
    let plies = game["moves"].as_array().expect("a list").len();
    let reader = Browser::beside(&table);
    let whole = reader.whole_review(async || reader.get(&review).await).await;
    assert!(whole["say"][0].is_string(), "{whole}");
    let points = whole["curve"]["points"].as_array().expect("a list");
    assert_eq!(points.last().map(|point| &point[0]), Some(&json!(plies)));
    let findings = whole["findings"].as_array().expect("a list");
    assert!(!findings.is_empty(), "{whole}");
    for finding in findings {
        let ply = finding["ply"].as_u64().expect("a number").to_string();
        let (_, shown) = reader.get(&step(&ply)).await;
        let values = shown["scene"]["values"].as_array().expect("a list");
        assert!(values.iter().any(|value| value["is"] == "best"), "{shown}");
    }
    for ply in 0..=plies {
        let (status, shown) = reader.get(&step(&ply.to_string())).await;
        assert_eq!((status, &shown["ply"], &shown["plies"]), (200, &json!(ply), &json!(plies)));
        assert_eq!(shown["moves"].as_array().map(Vec::len), Some(ply));
        assert_eq!(shown["seats"], reader.game(&link).await["seats"]);
        assert!(shown["legal"].as_str().is_some_and(|legal| !legal.contains('1')));
    }
    for bad in ["-1", "x", "65536", ""] {
        assert_eq!(reader.get(&step(bad)).await.0, 400, "{bad}");
    }
    assert_eq!(reader.call(Method::POST, &review, None).await.0, 405);
    let metrics = scrape(&table).await;
    assert!(metrics.value("zerosum_page_answers_total{answer=\"review\"}") >= 1.0);
    assert!(metrics.value("zerosum_page_answers_total{answer=\"step\"}") >= plies as f64);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_told_nothing_about_a_position_that_they_play_with_another_one() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let open = table.ask(table.anna, table.group, "/new").await;
    let begun = table.play(table.boris, &open, 4).await;
    table.play(table.anna, &begun, 0).await;
    // The position itself, also mirrored, one before it and one after it.
    let told = [&["b2", "a1"][..], &["b2", "c3"], &["b2"], &["b2", "a1", "c3"]];
    for moves in told {
        let (status, refused) = page.post(ANALYSIS, &position("3x3", moves)).await;
        assert_eq!((status, refused["error"].as_str()), (409, Some("denied")), "{moves:?}");
        assert!(refused["say"].as_str().is_some_and(|say| say.starts_with("This position comes")));
    }
    let (status, refused) = page.post("/p/v1/solo", &lost_game()).await;
    assert_eq!(status, 409, "{refused}");
    assert!(refused["say"].as_str().is_some_and(|say| say.starts_with("This game contains")));
    page.analysis(&position("3x3", &["a1", "b2"])).await;
    // The game itself is open to no one.
    let link = page.only_game().await;
    for browser in [&page, &Browser::beside(&table)] {
        for path in [format!("/p/v1/review/{link}"), format!("/p/v1/game/{link}?ply=1")] {
            assert_eq!(browser.get(&path).await.0, 409, "{path}");
        }
        assert!(browser.game(&link).await["scene"]["values"].is_null());
    }
    table.say(table.anna, table.group, "/resign");
    table.read(table.anna).await;
    until(async || match page.get(&format!("/p/v1/game/{link}?ply=1")).await {
        (200, step) => Ok(step),
        (_, answer) => Err(answer),
    })
    .await;
    page.analysis(&position("3x3", &["b2", "a1"])).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_of_a_visitor_is_reviewed_without_being_stored() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let lost = lost_game();
    let with = |key: &str, value: Value| {
        let mut body = lost.clone();
        body[key] = value;
        body
    };
    let whole = page.whole_review(async || page.post("/p/v1/solo", &lost).await).await;
    assert_eq!((&whole["opening"], &whole["findings"][0]["better"]), (&json!(5), &json!("a2")));
    let say = whole["findings"][0]["say"].as_str().expect("a sentence");
    assert!(say.contains("third move") && say.contains("a2"), "{say}");
    // Another game of the same length and chance has a review of its own.
    let other = with("moves", json!(["b2", "a1", "c3", "c1", "b1", "a3"]));
    assert_eq!(page.post("/p/v1/solo", &other).await.0, 409, "it is not over");
    let other = with("moves", json!(["b2", "c3", "a1", "a3", "c1", "b3"]));
    let other = page.whole_review(async || page.post("/p/v1/solo", &other).await).await;
    assert_ne!(other, whole);
    let mut step = with("do", json!("step"));
    assert_eq!(page.post("/p/v1/solo", &step).await.0, 400, "without a ply");
    step["ply"] = json!(5);
    let (status, shown) = page.post("/p/v1/solo", &step).await;
    assert_eq!((status, shown["moves"].as_array().map(Vec::len)), (200, Some(5)), "{shown}");
    assert!(shown["say"].as_str().is_some_and(|say| say.contains("b1 ??")), "{shown}");
    let values = shown["scene"]["values"].as_array().expect("a list");
    assert!(values.contains(&json!({"cell": 3, "is": "best", "sign": "★"})), "{values:?}");
    let early = with("moves", json!(["b2", "a1"]));
    assert_eq!(page.post("/p/v1/solo", &early).await.0, 409);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_has_one_right_move_and_shows_its_solution() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let path = |code: &str| format!("/p/v1/puzzle/{code}?lang=en");
    let (status, today) = page.get(&path("today")).await;
    assert_eq!(status, 200, "{today}");
    let code = today["code"].as_str().expect("a word").to_owned();
    assert_eq!(page.get(&path(&code)).await.1, today);
    for absent in ["p65535", "p", "x1", "d99999", "today/", ""] {
        assert_eq!(page.get(&path(absent)).await.0, 404, "{absent}");
    }
    for bad in [json!({"v": 1}), json!({"v": 2, "at": 1}), json!({"v": 1, "at": 1, "solution": 1})]
    {
        assert_eq!(page.post(&path("p0"), &bad).await.0, 400, "{bad}");
    }
    assert_eq!(page.send(Method::GET, "/puzzle", None).await.status().as_u16(), 200);
    // The pace of a person is slower than that of a test.
    let patiently = async |code: &str, body: &Value| {
        until(async || match page.post(&path(code), body).await {
            (200, answer) => Ok(answer),
            (429, answer) => Err(answer),
            (status, answer) => panic!("{status}: {answer}"),
        })
        .await
    };
    for code in ["p0", "p7", "p19"] {
        let solved = patiently(code, &json!({"v": 1, "solution": u16::MAX})).await;
        assert_eq!(solved["solution"][0], solved["solution"][1], "{solved}");
        assert!(solved["legal"].as_str().is_some_and(|legal| !legal.contains('1')), "{solved}");
        let question = until(async || match page.get(&path(code)).await {
            (200, question) => Ok(question),
            (_, answer) => Err(answer),
        })
        .await;
        assert!(question["scene"]["values"].is_null() && question["solution"].is_null());
        let mut right = 0;
        let cells = question["legal"].as_str().expect("a text").match_indices('1');
        let cells = cells.map(|(cell, _)| json!({"v": 1, "at": cell}));
        let pairs = question["pairs"].as_array().into_iter().flatten();
        let pairs = pairs.map(|pair| json!({"v": 1, "from": pair[0], "to": pair[1]}));
        for tried in cells.chain(pairs) {
            let answer = patiently(code, &tried).await;
            let is_right = answer["is_right"] == true;
            right += usize::from(is_right);
            assert_eq!(is_right, answer["solution"]["solution"][0] == 1, "{code}: {answer}");
        }
        assert_eq!(right, 1, "{code}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sides_of_a_puzzle_are_the_reader_and_an_opponent() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let of_side = |side| {
        let moves = |puzzle: &&Puzzle| puzzle.position().turn() == side;
        PUZZLES.puzzles().iter().position(|puzzle| moves(&puzzle)).expect("there is one")
    };
    let words = [("en", "You", "Opponent"), ("ru", "Вы", "Соперник"), ("uk", "Ви", "Суперник")];
    for (lang, you, opponent) in words {
        for (side, names) in [(Side::First, [you, opponent]), (Side::Second, [opponent, you])] {
            let path = format!("/p/v1/puzzle/p{}?lang={lang}", of_side(side));
            let ask = async |body: Option<&Value>| {
                until(async || {
                    let answer = match body {
                        None => page.get(&path).await,
                        Some(body) => page.post(&path, body).await,
                    };
                    if answer.0 == 200 { Ok(answer.1) } else { Err(answer) }
                })
                .await
            };
            // They stay so while the solution is looked at.
            for body in [None, Some(json!({"v": 1, "solution": 1}))] {
                let shown = ask(body.as_ref()).await;
                let seats = [0, 1].map(|seat| shown["seats"][seat]["name"].as_str());
                assert_eq!(seats, names.map(Some), "{lang}: {shown}");
            }
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_that_a_person_plays_with_another_one_is_not_posed_to_them() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let is_of_three = |puzzle: &&Puzzle| puzzle.spec() == GameSpec::TicTacToe;
    let number = PUZZLES.puzzles().iter().position(|puzzle| is_of_three(&puzzle));
    let number = number.expect("there is one");
    let mut board = table.ask(table.anna, table.group, "/new").await;
    for (ply, code) in PUZZLES.puzzles()[number].moves().iter().enumerate() {
        let user = if ply % 2 == 0 { table.boris } else { table.anna };
        board = table.play(user, &board, code.0.into()).await;
    }
    let path = format!("/p/v1/puzzle/p{number}?lang=en");
    let no_help = "You are playing this position with another person. \
                   You can have help with it once that game is over.";
    for answered in [page.get(&path).await, page.post(&path, &json!({"v": 1, "at": 0})).await] {
        assert_eq!((answered.0, answered.1["say"].as_str()), (409, Some(no_help)));
    }
    assert_eq!(Browser::beside(&table).get(&path).await.0, 200, "nothing is known of a visitor");
    table.finish().await;
}
