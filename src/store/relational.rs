//! The contract in SQL, for every database that speaks it.
//!
//! A [`Database`] runs statements; what the statements are and what their rows mean stands here
//! once for all of them.

use std::future::Future;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::time::timeout;

use crate::session::board::{
    Board, ChatId, ChatMessage, PLACEMENTS_MAX, Place, Placement, Surface, TopicId,
};
use crate::session::reservation::RESERVED_FOR;
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::announcements::{Announced, Announcements};
use crate::store::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX,
};
use crate::store::clock::{Clock, Lately};
use crate::store::database::Database;
use crate::store::hosting::{COUNTED_MAX, Count};
use crate::store::results::notes_of;
use crate::store::row::{
    agreement_value, ballot_values, board_of, clock_values, commit_of, count_column, count_of,
    first_after, help_value, message_value, no_number, people_values, placement_values, readable,
    reservation_values, session_column, session_values, stored_board_of, surface_values,
    user_column,
};
use crate::store::seekers::Noticed;
use crate::store::statement::{Lock, Row, Statement, Value, Write};
use crate::store::{
    Boards, Commit, Grace, OpenGames, Store, StoreError, StoredBoard, ratings, sql,
};

/// So many boards more are read than are asked for, because some may not be read back.
const OPEN_BOARDS_SPARE: u32 = 32;

/// A database that takes longer to say anything at all counts as away.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// A store in a database.
///
/// To drop it without closing it loses no answered write, and does not wait.
pub struct RelationalStore<D> {
    pub(super) database: D,
    pub(super) clock: Clock,
    pub(super) unreadable_seekers: Noticed,
}

impl<D: Database> RelationalStore<D> {
    pub(super) fn new(database: D, clock: Clock) -> RelationalStore<D> {
        RelationalStore { database, clock, unreadable_seekers: Noticed::default() }
    }

    pub(super) async fn write<const N: usize>(
        &self,
        lock: Lock,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        self.database.write(Write::new(lock, sql, values)).await
    }

    /// Has a statement about the board's own chat done, or if that changes nothing, one about a placement
    /// elsewhere.
    async fn write_either(
        &self,
        id: i64,
        surface: Surface,
        home: Statement,
        elsewhere: Statement,
    ) -> Result<u64, StoreError> {
        let write = |lock, first| Write { lock, first, then: Vec::new(), otherwise: None };
        if surface.chat().is_some() {
            match self.database.write(write(Lock::Board(id, None), home)).await? {
                0 => {}
                changed => return Ok(changed),
            }
        }
        self.database.write(write(Lock::Board(id, Some(surface)), elsewhere)).await
    }

    pub(super) async fn rows<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Vec<Row>, StoreError> {
        self.database.read(Statement::new(sql, values)).await
    }

    pub(super) async fn row<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    pub(super) async fn number<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<i64, StoreError> {
        self.row(sql, values).await?.ok_or_else(no_number)?.integer(0)
    }

    /// Pages that hold rows which cannot be read back are filled up from the next one, so that a
    /// short answer means the end.
    async fn page(
        &self,
        after: Option<SessionId>,
        limit: u32,
        ask: impl Fn(Value, Value) -> Statement + Send,
    ) -> Result<Vec<Board>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut boards = Vec::new();
        let mut above = after.map(session_column);
        loop {
            let Some(first) = first_after(above) else { return Ok(boards) };
            let wanted = limit - boards.len();
            let page_size = i64::try_from(wanted).unwrap_or(i64::MAX);
            let rows = self.database.read(ask(first.into(), page_size.into())).await?;
            let is_last_page = rows.len() < wanted;
            above = rows.last().map(|row| row.integer(0)).transpose()?;
            boards.extend(rows.into_iter().filter_map(readable));
            if is_last_page || boards.len() == limit {
                return Ok(boards);
            }
        }
    }

    pub(super) async fn count(
        &self,
        sql: &'static str,
        estimate: impl Future<Output = Result<Option<u64>, StoreError>> + Send,
    ) -> Result<Count, StoreError> {
        let number = self.number(sql, [count_column(COUNTED_MAX).into()]).await?.cast_unsigned();
        if number < COUNTED_MAX {
            return Ok(Count { number, is_exact: true });
        }
        let estimate = estimate.await?.unwrap_or(COUNTED_MAX);
        Ok(Count { number: estimate.max(COUNTED_MAX), is_exact: false })
    }

    pub(super) async fn estimate_over(&self) -> Result<Option<u64>, StoreError> {
        let boards = self.database.estimate("boards").await?;
        let in_play = self.database.estimate("boards_in_play").await?;
        Ok(boards.zip(in_play).map(|(boards, in_play)| boards.saturating_sub(in_play)))
    }
}

#[async_trait]
impl<D: Database> Boards for RelationalStore<D> {
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        // Nobody finds a game that has no chat.
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let id = session_column(board.session.id());
        let [revision, is_over, awaits_engine, record] = session_values(&board.session);
        let touched = self.clock.tick();
        let [clock, due] = clock_values(&board.session);
        let [reserved, reserved_since] = reservation_values(&board.session);
        let values = [
            id.into(),
            user_column(board.owner).into(),
            chat.0.into(),
            board.message.map(|message| message.0).into(),
            board.shown.0.into(),
            revision,
            is_over,
            awaits_engine,
            record,
            touched.into(),
            board.topic.map(|topic| topic.0).into(),
            board.guest().map(user_column).into(),
            clock,
            due,
            reserved,
            reserved_since,
            max.in_chat.into(),
            max.in_all.into(),
            self.clock.lately(RESERVED_FOR).from.into(),
            CHALLENGES_BY_PERSON_MAX.into(),
            CHALLENGES_OF_PERSON_MAX.into(),
            CHALLENGES_BETWEEN_MAX.into(),
        ];
        let first = Statement::new(sql::CREATE_BOARD, values);
        let then = placings_of(board, touched);
        let write = Write { lock: Lock::Board(id, None), first, then, otherwise: None };
        self.database.write(write).await.map(commit_of)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        let row = self.row(sql::BOARD_BY_ID, [session_column(id).into()]).await?;
        row.map(board_of).transpose()
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        let id = session_column(session.id());
        let [revision, is_over, awaits_engine, record] = session_values(session);
        let tick = self.clock.tick();
        let touched = tick.into();
        let (lock, id, seen) = (Lock::Board(id, None), id.into(), seen.0.into());
        let first = match (people_values(session), help_value(session)) {
            _ if session.is_voted() => {
                let [ballot, due] = ballot_values(session);
                let values =
                    [revision, is_over, awaits_engine, record, touched, ballot, due, id, seen];
                Statement::new(sql::COMMIT_VOTED_SESSION, values)
            }
            (_, Some(help)) => {
                let values = [revision, is_over, awaits_engine, record, touched, help, id, seen];
                Statement::new(sql::COMMIT_HELPED_SESSION, values)
            }
            ([Value::Null, _] | [_, Value::Null], None) => {
                let [clock, _] = clock_values(session);
                let [kept_for, since] = reservation_values(session);
                let values = [
                    revision,
                    is_over,
                    awaits_engine,
                    record,
                    touched,
                    clock,
                    kept_for,
                    since,
                    id,
                    seen,
                ];
                Statement::new(sql::COMMIT_SESSION, values)
            }
            ([first, second], None) => {
                let agreement = agreement_value(session);
                let [clock, due] = clock_values(session);
                let values = [
                    revision,
                    is_over,
                    awaits_engine,
                    record,
                    touched,
                    agreement,
                    clock,
                    due,
                    first,
                    second,
                    id,
                    seen,
                ];
                Statement::new(sql::COMMIT_SESSION_OF_TWO, values)
            }
        };
        let notes = notes_of(session, tick).into_iter().chain(ratings::note_of(session, tick));
        let then = notes.collect();
        let write = Write { lock, first, then, otherwise: None };
        let commit = self.database.write(write).await.map(commit_of)?;
        if commit == Commit::Done {
            self.trim_results(session).await;
        }
        Ok(commit)
    }

    async fn add_placement(
        &self,
        id: SessionId,
        placement: Placement,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let [chat, inline, topic, message, shown] = placement_values(&placement);
        let values = [chat, inline, topic, message, shown, id.into(), PLACEMENTS_MAX.into()];
        self.write(Lock::Board(id, None), sql::placing::ADD_PLACEMENT, values).await.map(commit_of)
    }

    async fn place(
        &self,
        id: SessionId,
        at: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        let ChatMessage { chat, message } = at;
        let id = session_column(id);
        let topic = topic.map(|topic| topic.0).into();
        let values = [message.0.into(), topic, shown.0.into(), id.into(), chat.0.into()];
        let home = Statement::new(sql::PLACE_BOARD, values.clone());
        let elsewhere = Statement::new(sql::PLACE_ELSEWHERE, values);
        self.write_either(id, chat.into(), home, elsewhere).await.map(drop)
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        let mut write = Write::new(Lock::Other, sql::MOVE_CHAT, [to.0.into(), from.0.into()]);
        write.then.push(Statement::new(sql::DROP_DOUBLED, [to.0.into()]));
        let values = [to.0.into(), from.0.into()];
        write.then.push(Statement::new(sql::groups::MOVE_GROUP, values));
        write.then.push(Statement::new(sql::groups::DROP_GROUP, [from.0.into()]));
        write.then.extend(ratings::movings_of(from, to));
        let moved = self.database.write(write).await?;
        let values = [to.0.into(), from.0.into()];
        Ok(moved + self.write(Lock::Other, sql::MOVE_ELSEWHERE, values).await?)
    }

    async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        let (id, surface) = (session_column(id), place.surface());
        let [chat, inline] = surface_values(surface);
        let Some(message) = place.message() else {
            let lock = Lock::Board(id, Some(surface));
            return self.write(lock, sql::DROP_INLINE, [id.into(), chat, inline]).await.map(drop);
        };
        let values = [Revision::LAST.0.into(), id.into(), message.0.into(), chat];
        let home = Statement::new(sql::DISPLACE_BOARD, values.clone());
        let elsewhere = Statement::new(sql::DISPLACE_ELSEWHERE, values);
        self.write_either(id, surface, home, elsewhere).await.map(drop)
    }

    fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        let (id, surface) = (session_column(id), place.surface());
        let [chat, inline] = surface_values(surface);
        let home = [shown.0.into(), id.into(), message_value(surface, place.message()), chat];
        let [a, b, c, d] = home.clone();
        let elsewhere = Statement::new(sql::NOTE_SHOWN_ELSEWHERE, [a, b, c, d, inline]);
        let home = Statement::new(sql::NOTE_SHOWN, home);
        let (first, otherwise) = match surface {
            Surface::Chat(_) => (home, Some(elsewhere)),
            Surface::Inline(_) => (elsewhere, None),
        };
        let lock = Lock::Board(id, Some(surface));
        let noted = self.database.mark(Write { lock, first, then: Vec::new(), otherwise });
        async { noted.await.ok()?.ok().map(commit_of) }.boxed()
    }

    async fn open_boards(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let read = limit.saturating_add(OPEN_BOARDS_SPARE);
        let values = [user_column(person).into(), chat.0.into(), read.into()];
        let boards = self.rows(sql::OPEN_BOARDS, values).await?.into_iter().filter_map(readable);
        Ok(boards.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }

    async fn count_open(&self, chat: ChatId, person: UserId) -> Result<OpenGames, StoreError> {
        let values = [chat.0.into(), user_column(person).into()];
        let row = self.row(sql::COUNT_OPEN_BOARDS, values).await?.ok_or_else(no_number)?;
        Ok(OpenGames { in_chat: count_of(row.integer(0)?), in_all: count_of(row.integer(1)?) })
    }

    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let Some(first) = first_after(after.map(session_column)) else { return Ok(Vec::new()) };
        let values = [first.into(), user_column(person).into(), limit.into()];
        let rows = self.rows(sql::BOARDS_OF, values).await?.into_iter();
        rows.map(|row| stored_board_of(row, person)).collect()
    }

    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let (unsent, unshown) = (self.clock.lately(grace.unsent), self.clock.lately(grace.unshown));
        let ask = |sql| {
            move |first, size| {
                let times = [unsent.from, unsent.to, unshown.from].map(Value::from);
                let [unsent_from, to, unshown_from] = times;
                Statement::new(sql, [first, unsent_from, to, unshown_from, size])
            }
        };
        let mut boards = self.page(after, limit, ask(sql::BOARDS_BEHIND)).await?;
        boards.extend(self.page(after, limit, ask(sql::BOARDS_BEHIND_ELSEWHERE)).await?);
        boards.sort_by_key(|board| board.session.id());
        boards.dedup_by_key(|board| board.session.id());
        boards.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(boards)
    }

    async fn claim(
        &self,
        id: SessionId,
        surface: Surface,
        grace: Grace,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let (unsent, unshown) = (self.clock.lately(grace.unsent), self.clock.lately(grace.unshown));
        let [chat, inline] = surface_values(surface);
        let times = [unsent.from, unsent.to, unshown.from].map(Value::from);
        let [unsent_from, to, unshown_from] = times;
        let [now, key] = [self.clock.now(), id].map(Value::from);
        let home = [&now, &key, &chat, &unsent_from, &to, &unshown_from].map(Value::clone);
        let elsewhere = [now, key, chat, inline, unsent_from, to, unshown_from];
        let home = Statement::new(sql::CLAIM_BOARD, home);
        let elsewhere = Statement::new(sql::CLAIM_ELSEWHERE, elsewhere);
        self.write_either(id, surface, home, elsewhere).await.map(commit_of)
    }

    async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError> {
        let Lately { from, to } = self.clock.lately(grace);
        let ask = |first, size| {
            Statement::new(sql::BOARDS_AWAITING_ENGINE, [first, from.into(), to.into(), size])
        };
        self.page(after, limit, ask).await
    }

    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        let (id, Lately { from, to }) = (session_column(id), self.clock.lately(grace));
        let values = [self.clock.now().into(), id.into(), seen.0.into(), from.into(), to.into()];
        self.write(Lock::Board(id, None), sql::CLAIM_TURN, values).await.map(commit_of)
    }
}

impl<D: Database> Announcements for RelationalStore<D> {
    fn announce(&self, changes: &[(SessionId, Revision)]) {
        self.database.announce(changes);
    }

    fn announced(&self) -> Announced {
        self.database.announced()
    }
}

#[async_trait]
impl<D: Database> Store for RelationalStore<D> {
    fn kind(&self) -> &'static str {
        D::KIND
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let answer = timeout(PING_TIMEOUT, self.number(sql::PING, [])).await;
        answer.unwrap_or_else(|_| Err(StoreError::Away("it takes too long".to_owned()))).map(drop)
    }

    fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn lived(&self) -> i64 {
        self.clock.lived()
    }

    async fn close(&self) {
        self.database.close().await;
    }
}

/// What has a board that is written at this time shown in all other places that it names.
pub(super) fn placings_of(board: &Board, touched: i64) -> Vec<Statement> {
    let id = session_column(board.session.id());
    let place = |placement: &Placement| {
        let [chat, inline, topic, message, shown] = placement_values(placement);
        let values = [chat, inline, topic, message, shown, id.into(), touched.into()];
        Statement::new(sql::placing::PLACE_CREATED, values)
    };
    board.elsewhere.iter().map(place).collect()
}
