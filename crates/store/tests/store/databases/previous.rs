//! An old build, before boards had placements: its data is readable, and it goes on playing on the same tables.

use anyhow::{Context, Result};
use rusqlite::Connection;
use zerosum_games::MoveCode;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, MessageId, Placement};
use zerosum_session::choice::Choice;
use zerosum_session::game::agreement::Offer;
use zerosum_session::game::record;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::{Action, Actor, Revision, Session, SessionId};
use zerosum_store::{Commit, Grace, OpenGames};

use crate::postgres_support::Schema;
use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, at, board, board_of, placed_board, shared_board,
};
use crate::{Fresh, Scratch, after_moves, postgres, sqlite};

/// Migrations of the previous build for SQLite.
const SQLITE_TABLES: [&str; 10] = [
    include_str!("../../../src/sqlite/migrations/0001_boards_and_people.sql"),
    include_str!("../../../src/sqlite/migrations/0002_hosting.sql"),
    include_str!("../../../src/sqlite/migrations/0003_claims.sql"),
    include_str!("../../../src/sqlite/migrations/0004_choice.sql"),
    include_str!("../../../src/sqlite/migrations/0005_engines_turns.sql"),
    include_str!("../../../src/sqlite/migrations/0006_themes.sql"),
    include_str!("../../../src/sqlite/migrations/0007_instance.sql"),
    include_str!("../../../src/sqlite/migrations/0008_topics.sql"),
    include_str!("../../../src/sqlite/migrations/0009_departed.sql"),
    include_str!("../../../src/sqlite/migrations/0010_preferences.sql"),
];

/// Migrations of the previous build for PostgreSQL.
const POSTGRES_TABLES: [&str; 9] = [
    include_str!("../../../src/postgres/migrations/0001_boards_people_hosting.sql"),
    include_str!("../../../src/postgres/migrations/0002_claims.sql"),
    include_str!("../../../src/postgres/migrations/0003_choice.sql"),
    include_str!("../../../src/postgres/migrations/0004_engines_turns.sql"),
    include_str!("../../../src/postgres/migrations/0005_themes.sql"),
    include_str!("../../../src/postgres/migrations/0006_instance.sql"),
    include_str!("../../../src/postgres/migrations/0007_topics.sql"),
    include_str!("../../../src/postgres/migrations/0008_departed.sql"),
    include_str!("../../../src/postgres/migrations/0009_preferences.sql"),
];

// The statements of the previous build.

const CREATE: &str = "\
    INSERT INTO boards \
    (id, owner, chat, message, shown, revision, is_over, awaits_engine, record, touched, topic, \
    born) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), \
    CAST($9 AS TEXT), CAST($10 AS BIGINT), CAST($11 AS BIGINT), \
    COALESCE((SELECT is_on FROM switches WHERE name = 'deletions'), 0) WHERE \
    (SELECT COUNT(*) FROM boards WHERE owner = $2 AND is_over = 0 AND chat = $3 \
    AND born >= COALESCE((SELECT until FROM departed WHERE person = $2), 0)) < $12 AND \
    (SELECT COUNT(*) FROM boards WHERE owner = $2 AND is_over = 0 \
    AND born >= COALESCE((SELECT until FROM departed WHERE person = $2), 0)) < $13 \
    ON CONFLICT (id) DO NOTHING";

const COMMIT: &str = "\
    UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, touched = $5 \
    WHERE id = $6 AND revision = $7 \
    AND born >= COALESCE((SELECT until FROM departed WHERE person = owner), 0)";

const PLACE: &str = "\
    UPDATE boards SET message = $1, topic = $2, \
    shown = CASE WHEN message = $1 AND shown > $3 THEN shown ELSE $3 END \
    WHERE id = $4";

const DELETE_BOARDS_OF: &str = "\
    DELETE FROM boards WHERE id IN (SELECT id FROM boards WHERE owner = $1 ORDER BY id LIMIT $2)";

const COUNT_DELETION: &str = "\
    INSERT INTO switches (name, is_on) VALUES ('deletions', 1) \
    ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on + 1";

const DEPART: &str = "\
    INSERT INTO departed (person, until) \
    VALUES ($1, (SELECT is_on FROM switches WHERE name = 'deletions')) \
    ON CONFLICT (person) DO UPDATE SET until = excluded.until";

const END_DEPARTURE: &str = "\
    DELETE FROM departed WHERE person = $1 AND NOT EXISTS (\
    SELECT id FROM boards WHERE owner = $1 AND born < departed.until)";

/// Substitutes these values into the statement.
fn with(statement: &str, values: &[&str]) -> String {
    let mut statement = statement.to_owned();
    // Goes backwards, because `$10` begins with `$1`.
    for (index, value) in values.iter().enumerate().rev() {
        statement = statement.replace(&format!("${}", index + 1), value);
    }
    statement
}

fn id_column(id: u64) -> String {
    (i64::MIN + i64::try_from(id).expect("a small number")).to_string()
}

/// The statement by which that build creates a board of Ann's that was never sent.
fn create(id: u64, text: &str) -> String {
    let (id, text) = (id_column(id), format!("'{text}'"));
    let id = format!("({id})");
    with(
        CREATE,
        &[
            &id,
            "1001",
            &CHAT.0.to_string(),
            "NULL",
            "0",
            "1",
            "0",
            "0",
            &text,
            "7",
            "NULL",
            "9",
            "9",
        ],
    )
}

/// The statement by which that build commits a session.
fn commit(id: u64, revision: u32, is_over: bool, text: &str) -> String {
    let (id, text, is_over) = (id_column(id), format!("'{text}'"), u8::from(is_over).to_string());
    let (next, seen) = (revision.to_string(), (revision - 1).to_string());
    with(COMMIT, &[&next, &is_over, "0", &text, "8", &id, &seen])
}

/// The statements by which that build deletes a person, with all their boards at once.
fn delete(person: &str) -> String {
    [
        with(DELETE_BOARDS_OF, &[person, "999"]),
        COUNT_DELETION.to_owned(),
        with(DEPART, &[person]),
        with(END_DEPARTURE, &[person]),
    ]
    .join(";")
}

/// Databases as that build leaves them, with one game in each.
async fn left_behind() -> Result<Vec<Scratch>> {
    let text = "1 3x3 u1001 e:perfect - -";
    let folder = tempfile::tempdir()?;
    let file = Connection::open(folder.path().join("zerosum.db"))?;
    let header = format!("PRAGMA application_id = {}; PRAGMA user_version = 10", 0x7a65_726f);
    file.execute_batch(&SQLITE_TABLES.join("\n"))?;
    file.execute_batch(&header)?;
    file.execute_batch(&create(1, text))?;
    let mut left = vec![Scratch::Folder(folder)];
    if let Some(schema) = Schema::create().await? {
        let versions = "CREATE TABLE zerosum_schema \
                        (version BIGINT PRIMARY KEY, works_with BIGINT NOT NULL); \
                        INSERT INTO zerosum_schema SELECT *, 1 FROM generate_series(1, 9)";
        schema.execute(&POSTGRES_TABLES.join("\n")).await?;
        schema.execute(versions).await?;
        schema.execute(&create(1, text)).await?;
        left.push(Scratch::Schema(schema));
    }
    Ok(left)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_it_has_written_is_found_and_played_on() -> Result<()> {
    for scratch in left_behind().await? {
        let store = zerosum_store::open(&scratch.url()).await?;
        let board = store.load(SessionId(1)).await?.context("it is there")?;
        assert_eq!((board.owner, board.surface(), board.guest()), (ANN, CHAT.into(), None));
        assert_eq!(board.elsewhere, []);
        let only = std::slice::from_ref(&board);
        assert_eq!(store.behind(None, 9, Grace::NONE).await?, only);
        assert_eq!(store.open_boards(CHAT, ANN, 9).await?, only);
        assert_eq!(store.boards_of(ANN, None, 9).await?.len(), 1);
        let next = after_any_action(&board.session)?;
        assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
        let elsewhere = Placement::new(ChatId(5), None);
        assert_eq!(store.add_placement(SessionId(1), elsewhere).await?, Commit::Done);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_playing_beside_this_build() -> Result<()> {
    for Fresh { store, scratch } in [sqlite().await?, postgres().await?].into_iter().flatten() {
        let text = "1 3x3 u1001 e:perfect - -";
        scratch.execute(&create(1, text)).await?;
        scratch.execute(&commit(1, 2, false, "1 3x3 u1001 e:perfect - 4")).await?;
        let place = with(PLACE, &["10", "NULL", "1", &id_column(1)]);
        scratch.execute(&place).await?;
        let played = store.load(SessionId(1)).await?.context("it is there")?;
        assert_eq!((played.session.revision(), played.shown), (Revision(2), Revision(1)));
        assert_eq!(played.message, Some(MessageId(10)));

        // A game between people, in which that build seats no player but to which it may commit.
        store.create(&shared_board(2), OpenGames::ANY).await?;
        store.place(SessionId(2), at(20), None, Revision::START).await?;
        let bens = ChatId(1_002);
        let elsewhere = Placement { shown: Revision::START, ..Placement::new(bens, None) };
        assert_eq!(store.add_placement(SessionId(2), elsewhere.clone()).await?, Commit::Done);
        let id = InlineMessageId::parse("AgAAAPk").context("an id")?;
        let inline = Placement { shown: Revision::START, ..Placement::new(id, None) };
        assert_eq!(store.add_placement(SessionId(2), inline.clone()).await?, Commit::Done);
        let next = after_moves(&shared_board(2).session, &[4])?;
        scratch.execute(&commit(2, 2, false, &record::encode(&next))).await?;
        let stored = store.load(SessionId(2)).await?.context("it is there")?;
        assert_eq!(
            (stored.session, stored.elsewhere),
            (next, vec![elsewhere.clone(), inline.clone()])
        );
        assert_eq!(store.boards_of(BEN, None, 9).await?.len(), 1, "the guest stays");
        for surface in [bens.into(), id.into()] {
            let claimed = store.claim(SessionId(2), surface, Grace::NONE).await?;
            assert_eq!(claimed, Commit::Done, "{surface} lags");
        }

        // That build deletes a guest, although it has no notion of guests.
        store.create(&board_of(BEN, 3), OpenGames::ANY).await?;
        scratch.execute(&delete("1002")).await?;
        assert_eq!(store.pending_deletions(9).await?, []);
        assert_eq!(store.boards_of(BEN, None, 9).await?, []);
        let boards = store.boards_of(ANN, None, 9).await?;
        let left = boards.iter().find(|board| board.id == SessionId(2)).context("it stays")?;
        assert_eq!((left.record.as_str(), left.revision.0), ("1 3x3 u1001 gone - 4", 3));
        assert_eq!(left.elsewhere, [inline]);

        // It deletes an owner as well, including the placements elsewhere.
        store.create(&placed_board(4, 10), OpenGames::ANY).await?;
        assert_eq!(store.add_placement(SessionId(4), elsewhere.clone()).await?, Commit::Done);
        scratch.execute(&delete("1001")).await?;
        assert_eq!(store.boards_of(ANN, None, 9).await?, []);
        store.create(&board(4), OpenGames::ANY).await?;
        let again: Board = store.load(SessionId(4)).await?.context("it is new")?;
        assert_eq!(again, board(4));
        assert_eq!(store.add_placement(SessionId(4), elsewhere).await?, Commit::Done);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_of_which_it_knows_nothing_outlive_its_moves_and_are_declined_by_them() -> Result<()>
{
    for Fresh { store, scratch } in [sqlite().await?, postgres().await?].into_iter().flatten() {
        let begun = shared_board(1).session;
        store.create(&shared_board(1), OpenGames::ANY).await?;
        let offer = Action::Offer(Offer::Draw);
        let offered = begun.apply(Actor::User(BEN), begun.revision(), offer)?;
        assert_eq!(store.commit(&offered, begun.revision()).await?, Commit::Done);
        let play = Action::Play(MoveCode(4));
        let played = offered.apply(Actor::User(ANN), offered.revision(), play)?;
        scratch.execute(&commit(1, 3, false, &record::encode(&played))).await?;
        let stored = store.load(SessionId(1)).await?.context("it is there")?.session;
        assert_eq!(
            (stored.offer_of(Side::Second), stored.agreement()),
            (None, offered.agreement())
        );
        assert_eq!(stored, played);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_of_which_it_knows_nothing_outlives_its_moves() -> Result<()> {
    for Fresh { store, scratch } in [sqlite().await?, postgres().await?].into_iter().flatten() {
        let begun = Session::against_engine(SessionId(1), ANN, Choice::default());
        store.create(&Board { session: begun.clone(), ..board(1) }, OpenGames::ANY).await?;
        let ann = Actor::User(ANN);
        let helped = begun.apply(ann, begun.revision(), Action::Hint)?;
        assert_eq!(store.commit(&helped, begun.revision()).await?, Commit::Done);
        let played = helped.apply(ann, helped.revision(), Action::Play(MoveCode(4)))?;
        scratch.execute(&commit(1, 3, false, &record::encode(&played))).await?;
        let stored = store.load(SessionId(1)).await?.context("it is there")?.session;
        assert_eq!((stored.help().hints(), stored.plies_elsewhere()), (1, 0));
        assert_eq!(stored, played);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}
