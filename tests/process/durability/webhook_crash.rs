//! `kill -9` between a delivery and its answer: acknowledged updates are kept, the others are delivered
//! again, and nothing is done twice.

use fastrand::Rng;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_session::{Revision, SessionId};
use zerosum_store::Store;

use crate::child::{database_url, folder, telegram};
use crate::host::webhook::Hook;
use crate::player::{Player, Shown, assert_shown, boards};

const ROUNDS: usize = 8;

/// Number of people who press at the same time, none of them more often than the bot allows.
const PEOPLE: usize = 100;

/// A press of the middle cell of a fresh board, as an update.
fn press(number: usize, user: i64, data: &str) -> Value {
    json!({ "update_id": number, "callback_query": {
        "id": format!("{}", 7_000_000_000_000_000_000_u64 + number as u64),
        "from": { "id": user, "is_bot": false, "first_name": "Anna", "language_code": "en" },
        "chat_instance": "1",
        "data": data,
        "message": {
            "message_id": 1,
            "date": 0,
            "chat": { "id": user, "type": "private", "first_name": "Anna" },
        },
    } })
}

/// Delivers presses all at once, and kills the program after this number of answers. Returns which of them
/// were answered with 200.
async fn deliver(
    hook: &Hook,
    presses: &[Value],
    kill_after: Option<(usize, &dyn Fn())>,
) -> Vec<bool> {
    let mut posts: FuturesUnordered<_> = presses
        .iter()
        .enumerate()
        .map(|(index, update)| {
            let post = hook.post(update).send();
            async move {
                let response = post.await;
                (index, response.is_ok_and(|response| response.status().as_u16() == 200))
            }
        })
        .collect();
    let mut is_kept = vec![false; presses.len()];
    let mut answers = 0;
    while let Some((index, is_answered)) = posts.next().await {
        is_kept[index] = is_answered;
        answers += 1;
        if let Some((at, kill)) = kill_after
            && at == answers
        {
            kill();
        }
    }
    is_kept
}

async fn revisions(store: &Store, ids: &[SessionId]) -> Vec<Revision> {
    let mut revisions = Vec::new();
    for id in ids {
        let board = store.load(*id).await.expect("the store can be read");
        revisions.push(board.expect("the game is there").session.revision());
    }
    revisions
}

/// Several people, each with a new board from the running bot.
async fn gather(telegram: &Playground, random: &mut Rng) -> Vec<(Player, Shown)> {
    let users: Vec<i64> = (0..PEOPLE).map(|_| telegram.add_user("Anna", Some("en"))).collect();
    for user in &users {
        telegram.send_text(*user, *user, "/new").expect("they can write");
    }
    let mut people = Vec::new();
    for user in users {
        let look =
            |snapshot: &zerosum_playground::views::Snapshot<'_>| boards(snapshot, user).pop();
        let shown = telegram.until(look).await.expect("a board comes");
        let (telegram, random) = (telegram.clone(), random.fork());
        people.push((
            Player {
                telegram,
                user,
                chat: user,
                name: "Anna",
                random,
                games: 0,
                is_insistent: false,
            },
            shown,
        ));
    }
    people
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_the_presses_that_were_answered_no_kill_loses_one() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let (mut kept, mut repeated) = (0, 0);
    for round in 0..ROUNDS {
        let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
        let bot = hook.bot(&telegram, folder.path());
        let people = gather(&telegram, &mut random).await;
        let ids: Vec<SessionId> = people.iter().map(|(_, shown)| shown.id).collect();
        let data = |player: &Player, shown: &Shown| {
            let message = telegram.message(player.chat, shown.message).expect("it is there");
            message.button(1, 1).and_then(|button| button.data.clone()).expect("a cell")
        };
        let presses: Vec<Value> = people
            .iter()
            .enumerate()
            .map(|(number, (player, shown))| press(number, player.user, &data(player, shown)))
            .collect();
        let kill = || bot.signal("KILL");
        // The last round ends right after the last commit.
        let at = if round + 1 == ROUNDS { PEOPLE } else { random.usize(1..PEOPLE) };
        let is_kept = deliver(&hook, &presses, Some((at, &kill))).await;
        assert_eq!(bot.end().code, None);
        let store = zerosum_store::open(&database_url(folder.path())).await.expect("it is whole");
        let found = revisions(store.as_ref(), &ids).await;
        for (is_kept, revision) in is_kept.iter().zip(&found) {
            let is_played = *revision == Revision(3);
            assert!(is_played || (!is_kept && *revision == Revision::START), "{revision:?}");
        }
        store.close().await;
        kept += is_kept.iter().filter(|is_kept| **is_kept).count();
        repeated += found.iter().filter(|revision| **revision == Revision::START).count();

        // Telegram repeats deliveries without an answer; here all of them are repeated.
        let bot = hook.bot(&telegram, folder.path());
        let is_kept = deliver(&hook, &presses, None).await;
        assert!(is_kept.into_iter().all(|is_kept| is_kept));
        let mut ends = Vec::new();
        for (mut player, before) in people {
            let after = |snapshot: &zerosum_playground::views::Snapshot<'_>| {
                let shown = boards(snapshot, player.chat).pop()?;
                (shown.revision == Revision(3)).then_some(shown)
            };
            let after = telegram.until(after).await.expect("the board shows the move");
            assert_eq!((after.id, after.cells[4].as_str()), (before.id, "❌"));
            let shown = player.play(&after).await;
            ends.push((player, shown));
        }
        telegram.settled().await.expect("every press is answered");
        assert_eq!(bot.stop().code, Some(0));
        let store = zerosum_store::open(&database_url(folder.path())).await.expect("it is whole");
        for (player, shown) in &ends {
            assert_shown(&telegram, store.as_ref(), shown, player.name).await;
        }
        store.close().await;
    }
    println!("{kept} presses were answered before a kill, {repeated} were done by the next start");
    assert!(kept > 0);
}
