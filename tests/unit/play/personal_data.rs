//! The file with all data stored about a person: complete, in parts of bounded size.

use serde_json::{Value, json};
use zerosum::bot::account::personal::PARTS_MAX;
use zerosum::personal_data::{PART_BYTES_MAX, VERSION, Writer};
use zerosum_picture::theme::Theme;
use zerosum_session::board::{ChatId, ChatMessage, MessageId, PLACEMENTS_MAX, Placement};
use zerosum_session::broadcast::{Broadcast, BroadcastCounts, BroadcastId};
use zerosum_session::choice::Choice;
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record::RECORD_BYTES_MAX;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum_session::people::results::StoredResult;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::people::blocks::Blocked;
use zerosum_store::people::deletion::FINISHED_GAMES_MAX;
use zerosum_store::{Person, StoredBoard};

const ANNA: UserId = UserId(1_001);

fn board(id: u64) -> StoredBoard {
    StoredBoard {
        id: SessionId(id),
        chat: ChatId(-1_001_234_567_890),
        message: None,
        shown: Revision::LAST,
        revision: Revision(7),
        record: "of \"another\" version \u{1}".to_owned(),
        touched: i64::MIN,
        is_guest: false,
        elsewhere: Vec::new(),
        help: Some("2 0 0 2 - -".to_owned()),
        agreement: Some("of \"another\" kind".to_owned()),
        clock: None,
        times: None,
        ballot: None,
        departure: None,
        reminded: None,
        reserved_since: None,
        counts_on: false,
        acted: None,
    }
}

fn broadcast(id: u64) -> Broadcast {
    let progress = ChatMessage { chat: ChatId(1_001), message: MessageId(i32::MAX) };
    let text = "\"Завтра\"\n👋".repeat(400);
    let (cursor, tally) =
        (Some(UserId(987_654_321)), BroadcastCounts { sent: u64::MAX, failed: 1 });
    Broadcast { cursor, tally, ..Broadcast::new(BroadcastId(id), text, ANNA, progress) }
}

fn person() -> Person {
    let name = "\u{1f600}\"\\".repeat(10);
    Person {
        language: Language::Ukrainian,
        has_chosen: true,
        name,
        is_reachable: false,
        choice: Choice::default(),
        theme: Theme::Dark,
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    }
}

/// A result of a game that this version does not know.
fn result(id: u64) -> StoredResult {
    let [game, opponent, ending] = ["another", "casual", "won"].map(str::to_owned);
    let (id, ended) = (SessionId(id), i64::MAX);
    StoredResult { id, ended, game, opponent, ending, is_unaided: true }
}

fn parsed(part: &str) -> Value {
    serde_json::from_str(part).unwrap_or_else(|error| panic!("{error}: {part:.200}"))
}

#[test]
fn a_person_without_stored_data_gets_a_file_that_says_so() {
    let text = Writer::new(ANNA, None, false).finish();
    let expected = "{\"format\":\"zerosum personal data\",\"version\":9,\"user\":1001,\"part\":1,\
                    \"is_last_part\":true,\n\"person\":null,\n\"challenges\":0,\n\"kept_seats\":[],\n\"blocked\":[],\n\"broadcasts\":[],\n\
                     \"results\":[],\n\"ratings\":[],\n\"tables\":[],\n\"invitations\":[],\n\"seeking\":null,\n\"games\":[]}\n";
    assert_eq!(text, expected);
    assert_eq!(VERSION, 9);
}

#[test]
fn every_entry_is_in_exactly_one_part_and_no_part_is_too_long() {
    let mut writer = Writer::new(ANNA, Some(&person()), true);
    let mut parts = Vec::new();
    for id in 0..200 {
        parts.extend(writer.add_broadcast(&broadcast(id)));
    }
    for id in 0..5_000 {
        parts.extend(writer.add_result(&result(id)));
    }
    for id in 0..20_000 {
        parts.extend(writer.add_game(&board(id)));
    }
    assert_eq!(usize::try_from(writer.part()).expect("few"), parts.len() + 1);
    parts.push(writer.finish());
    assert!(parts.len() > 2, "there is more than one part");
    let (mut broadcasts, mut results, mut games) = (Vec::new(), Vec::new(), Vec::new());
    let last = parts.len() - 1;
    for (index, part) in parts.iter().enumerate() {
        assert!(part.len() <= PART_BYTES_MAX, "{}", part.len());
        let value = parsed(part);
        assert_eq!(value["part"], index + 1);
        assert_eq!(value["is_last_part"], index == last);
        assert_eq!(value["person"]["name"], person().name);
        assert_eq!(value["person"]["has_reminders"], true);
        let ids = |list: &str, id: &'static str| {
            let list = value[list].as_array().expect("a list").clone();
            list.into_iter().map(move |entry| entry[id].clone())
        };
        broadcasts.extend(ids("broadcasts", "id"));
        results.extend(ids("results", "game_id"));
        games.extend(ids("games", "id"));
    }
    let hex = |number: u64| Value::from(format!("{number:x}"));
    assert_eq!(broadcasts, (0..200).map(hex).collect::<Vec<_>>());
    assert_eq!(results, (0..5_000).map(hex).collect::<Vec<_>>());
    assert_eq!(games, (0..20_000).map(hex).collect::<Vec<_>>());
}

#[test]
fn everything_comes_out_as_it_is_stored() {
    let mut writer = Writer::new(ANNA, Some(&person()), true);
    let boris =
        Blocked { user: Some(UserId(2_002)), name: "\"Борис\"".to_owned(), since: i64::MIN };
    assert_eq!(writer.add_blocked(&boris), None);
    assert_eq!(writer.add_broadcast(&broadcast(255)), None);
    assert_eq!(writer.add_result(&result(255)), None);
    assert_eq!(writer.add_game(&board(u64::MAX)), None);
    let part = writer.finish();
    assert!(!part.contains("987654321"), "the cursor names another person");
    let value = parsed(&part);
    let game = &value["games"][0];
    assert_eq!(game["id"], "ffffffffffffffff");
    assert_eq!(game["record"], board(0).record);
    assert_eq!(game["help"], "2 0 0 2 - -");
    assert_eq!(game["agreement"], "of \"another\" kind");
    assert_eq!((&game["shown"], &game["message"]), (&u32::MAX.into(), &Value::Null));
    assert_eq!(game["changed_at"], i64::MIN);
    let expected = json!({
        "game_id": "ff", "ended_at": i64::MAX, "game": "another", "opponent": "casual",
        "ending": "won", "is_unaided": true,
    });
    assert_eq!(value["results"], json!([expected]));
    let boris = json!({ "name": boris.name, "since": i64::MIN });
    assert_eq!(value["blocked"], json!([boris]));
    assert_eq!((&game["is_left"], &game["departure"]), (&false.into(), &Value::Null));
    let sent = &value["broadcasts"][0];
    assert_eq!(sent["text"], broadcast(0).text);
    assert_eq!((&sent["state"], &sent["sent"]), (&"running".into(), &u64::MAX.into()));
    let person = &value["person"];
    assert_eq!((&person["language"], &person["is_reachable"]), (&"uk".into(), &false.into()));
    assert_eq!(person["theme"], "dark");
}

#[test]
fn what_stands_beside_a_game_and_since_when_others_wait_is_told() {
    let mut writer = Writer::new(ANNA, Some(&person()), true);
    assert_eq!(writer.add_kept_seat(1_700_000_000_000_000), None);
    let invitation = Invitation {
        code: InvitationCode(7),
        game: SessionId(8),
        owner: ANNA,
        setup: Choice::default().into(),
        made: 1,
        message: None,
        state: InvitationState::Accepted(UserId(2_002)),
        accepted: Some(2),
    };
    assert_eq!(writer.add_invitation(&invitation), None);
    let beside = StoredBoard {
        departure: Some(Departure::Removed),
        reminded: Some(5),
        reserved_since: Some(6),
        counts_on: true,
        acted: Some(7),
        ..board(1)
    };
    assert_eq!(writer.add_game(&beside), None);
    let value = parsed(&writer.finish());
    assert_eq!(value["kept_seats"], json!([{ "since": 1_700_000_000_000_000_i64 }]));
    assert_eq!(value["invitations"][0]["accepted_at"], 2);
    let game = &value["games"][0];
    assert_eq!((&game["is_left"], &game["departure"]), (&true.into(), &"removed".into()));
    assert_eq!((&game["reminded"], &game["reserved_since"]), (&5.into(), &6.into()));
    assert_eq!((&game["counts_on"], &game["acted_at"]), (&true.into(), &7.into()));
}

#[test]
fn the_files_of_one_person_hold_all_that_may_be_kept_of_them() {
    let elsewhere = |number: u32| {
        let id = format!("{number}{}", "x".repeat(63));
        let id = InlineMessageId::parse(&id).expect("an id");
        Placement { shown: Revision::LAST, ..Placement::new(id, None) }
    };
    let longest = StoredBoard {
        id: SessionId(u64::MAX),
        chat: ChatId(i64::MIN),
        message: Some(MessageId(i32::MIN)),
        shown: Revision::LAST,
        revision: Revision::LAST,
        record: "9".repeat(RECORD_BYTES_MAX),
        touched: i64::MIN,
        is_guest: false,
        elsewhere: (0..PLACEMENTS_MAX).map(elsewhere).collect(),
        help: None,
        agreement: None,
        clock: None,
        times: None,
        ballot: None,
        departure: None,
        reminded: None,
        reserved_since: None,
        counts_on: false,
        acted: Some(i64::MIN),
    };
    let mut writer = Writer::new(ANNA, Some(&person()), true);
    let mut games = 0;
    while writer.add_game(&longest).is_none() {
        games += 1;
    }
    // The largest number of unfinished games that the settings allow, and the games a player can start and
    // finish until the next upkeep, at five games a second.
    let (unfinished, lately) = (10_000, 60 * 60 * 5);
    // The results of all kept games take less than a part.
    let parts = PARTS_MAX - 1;
    assert!(games * parts >= FINISHED_GAMES_MAX + unfinished + lately, "{games} in a part");
}

#[test]
fn a_game_of_another_person_is_told_without_their_chat() {
    let boris = ChatId(2_002);
    let shown = |chat, message| Placement {
        message: Some(MessageId(message)),
        shown: Revision(7),
        ..Placement::new(chat, None)
    };
    let (anna, group) = (ChatId(1_001), ChatId(-55));
    let inline = InlineMessageId::parse("AgAAAPk").expect("an id");
    let inline = || Placement { shown: Revision(7), ..Placement::new(inline, None) };
    let theirs = StoredBoard { chat: boris, is_guest: true, ..board(1) };
    let mut writer = Writer::new(ANNA, None, false);
    let elsewhere = vec![shown(group, 3), shown(anna, 4), inline()];
    assert_eq!(writer.add_game(&StoredBoard { elsewhere, ..theirs.clone() }), None);
    assert_eq!(writer.add_game(&theirs), None);
    let own = StoredBoard { chat: anna, elsewhere: vec![shown(boris, 9), inline()], ..board(2) };
    assert_eq!(writer.add_game(&own), None);
    let part = writer.finish();
    assert!(!part.contains("2002"), "{part}");
    let games = &parsed(&part)["games"];
    assert_eq!((&games[0]["is_guest"], &games[0]["chat"]), (&true.into(), &(-55).into()));
    assert_eq!(games[0]["elsewhere"], json!([{"chat": 1_001, "message": 4, "shown": 7}]));
    assert_eq!((&games[1]["chat"], &games[1]["shown"]), (&Value::Null, &Value::Null));
    assert_eq!((&games[2]["is_guest"], &games[2]["chat"]), (&false.into(), &1_001.into()));
    assert_eq!(games[2]["elsewhere"], json!([{"inline": "AgAAAPk", "shown": 7}]));
}

#[test]
fn a_game_names_no_other_person_and_no_votes() {
    let records = [
        ("1 3x3 u1001 u2002 - 4.0", "1 3x3 u1001 somebody - 4.0"),
        ("1 3x3 u10010 u1001 1 -", "1 3x3 somebody u1001 1 -"),
        ("1 3x3 u2002 o - -", "1 3x3 somebody o - -"),
        ("1 3x3 e:perfect gone - 4", "1 3x3 e:perfect gone - 4"),
        ("2 ultimate u u2002 u1001", "2 ultimate u somebody u1001"),
    ];
    let mut writer = Writer::new(ANNA, None, false);
    for (record, _) in records {
        let record = record.to_owned();
        assert_eq!(writer.add_game(&StoredBoard { record, ..board(1) }), None);
    }
    let ballots = [
        ("5 60 7.9 90210000 1f3a.4 2b.5", "5 60 7.9 90210000"),
        ("5 60 7.9 -", "5 60 7.9 -"),
        ("another", "another"),
    ];
    for (ballot, _) in ballots {
        let ballot = Some(ballot.to_owned());
        assert_eq!(writer.add_game(&StoredBoard { ballot, ..board(2) }), None);
    }
    let games = &parsed(&writer.finish())["games"];
    for (at, (_, told)) in records.into_iter().enumerate() {
        assert_eq!(games[at]["record"], told);
    }
    for (at, (_, told)) in ballots.into_iter().enumerate() {
        assert_eq!(games[records.len() + at]["ballot"], told);
    }
}
