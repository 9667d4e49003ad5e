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

use crate::locales::Language;
use crate::session::board::{Board, ChatId, PLACEMENTS_MAX, Place, Placement, TopicId};
use crate::session::{Revision, Session, SessionId, UserId, choice};
use crate::store::announcements::{Announced, Announcements};
use crate::store::clock::{Clock, Lately};
use crate::store::database::Database;
use crate::store::deletion::Deletion;
use crate::store::row::{
    board_of, commit_of, count_column, count_of, first_after, no_number, people_values, person_of,
    person_values, readable, seat_column, session_column, session_values, stored_board_of,
    user_column, user_of,
};
use crate::store::statement::{Lock, Row, Statement, Value, Write};
use crate::store::{
    Boards, COUNTED_MAX, Commit, Count, Grace, OpenGames, People, Person, Store, StoreError,
    StoredBoard, sql,
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
}

impl<D: Database> RelationalStore<D> {
    pub(super) fn new(database: D, clock: Clock) -> RelationalStore<D> {
        RelationalStore { database, clock }
    }

    pub(super) async fn write<const N: usize>(
        &self,
        lock: Lock,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        self.database.write(Write::new(lock, sql, values)).await
    }

    /// Has a statement about the board's own chat done, or if that changes nothing, the same about a
    /// placement elsewhere.
    async fn write_either<const N: usize>(
        &self,
        id: i64,
        chat: ChatId,
        [home, elsewhere]: [&'static str; 2],
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        match self.write(Lock::Board(id, None), home, values.clone()).await? {
            0 => self.write(Lock::Board(id, Some(chat.0)), elsewhere, values).await,
            changed => Ok(changed),
        }
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

    /// Replaces what is stored of a person if it is what was seen, both as columns.
    async fn replace_person(
        &self,
        user: UserId,
        [a, b, c, d, e, f, g, h]: [Value; 8],
        [i, j, k, l, m, n, o, p]: [Value; 8],
    ) -> Result<u64, StoreError> {
        let id = user_column(user);
        let values = [a, b, c, d, e, f, g, h, id.into(), i, j, k, l, m, n, o, p];
        self.write(Lock::Person(id), sql::REPLACE_PERSON, values).await
    }

    /// The same if their choice was written by a version that knows more games. It reads as the usual
    /// one, and stays unless there is another one.
    async fn replace_beside_choice(
        &self,
        user: UserId,
        seen: &Person,
        person: &Person,
    ) -> Result<u64, StoreError> {
        let row = self.row(sql::PERSON_BY_ID, [user_column(user).into()]).await?;
        let stored = row.map(|mut row| row.text(6)).transpose()?;
        let Some(stored) = stored.filter(|stored| choice::decode(stored).is_none()) else {
            return Ok(0);
        };
        let (mut after, mut before) = (person_values(person), person_values(seen));
        before[6] = stored.as_str().into();
        if person.choice == seen.choice {
            after[6] = stored.into();
        }
        self.replace_person(user, after, before).await
    }

    /// Has a step of a deletion done, which is the last one if it leaves nothing.
    async fn step_of_deletion(&self, id: i64, mut write: Write) -> Result<Deletion, StoreError> {
        write.then.push(Statement::new(sql::END_DEPARTURE, [id.into()]));
        let boards = self.database.write(write).await?;
        // The step is durable. Whoever cannot read what is left takes it that something is.
        let left = self.number(sql::HAS_DEPARTED, [id.into()]).await;
        Ok(Deletion { boards, is_complete: left.is_ok_and(|left| left == 0) })
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
        let id = session_column(board.session.id());
        let [revision, is_over, awaits_engine, record] = session_values(&board.session);
        let values = [
            id.into(),
            user_column(board.owner).into(),
            board.chat.0.into(),
            board.message.map(|message| message.0).into(),
            board.shown.0.into(),
            revision,
            is_over,
            awaits_engine,
            record,
            self.clock.tick().into(),
            board.topic.map(|topic| topic.0).into(),
            board.guest().map(user_column).into(),
            max.in_chat.into(),
            max.in_all.into(),
        ];
        self.write(Lock::Board(id, None), sql::CREATE_BOARD, values).await.map(commit_of)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        let row = self.row(sql::BOARD_BY_ID, [session_column(id).into()]).await?;
        row.map(board_of).transpose()
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        let id = session_column(session.id());
        let [revision, is_over, awaits_engine, record] = session_values(session);
        let touched = self.clock.tick().into();
        let [first, second] = people_values(session);
        let (id_value, seen) = (id.into(), seen.0.into());
        let values =
            [revision, is_over, awaits_engine, record, touched, first, second, id_value, seen];
        self.write(Lock::Board(id, None), sql::COMMIT_SESSION, values).await.map(commit_of)
    }

    async fn add_placement(
        &self,
        id: SessionId,
        placement: Placement,
    ) -> Result<Commit, StoreError> {
        let Placement { chat, topic, message, shown } = placement;
        let id = session_column(id);
        let values = [
            chat.0.into(),
            topic.map(|topic| topic.0).into(),
            message.map(|message| message.0).into(),
            shown.0.into(),
            id.into(),
            PLACEMENTS_MAX.into(),
        ];
        self.write(Lock::Board(id, None), sql::ADD_PLACEMENT, values).await.map(commit_of)
    }

    async fn place(
        &self,
        id: SessionId,
        place: Place,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        let Place { chat, message } = place;
        let id = session_column(id);
        let topic = topic.map(|topic| topic.0).into();
        let values = [message.0.into(), topic, shown.0.into(), id.into(), chat.0.into()];
        let either = [sql::PLACE_BOARD, sql::PLACE_ELSEWHERE];
        self.write_either(id, chat, either, values).await.map(drop)
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        let mut write = Write::new(Lock::Other, sql::MOVE_CHAT, [to.0.into(), from.0.into()]);
        write.then.push(Statement::new(sql::DROP_DOUBLED, [to.0.into()]));
        let moved = self.database.write(write).await?;
        let values = [to.0.into(), from.0.into()];
        Ok(moved + self.write(Lock::Other, sql::MOVE_ELSEWHERE, values).await?)
    }

    async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        let Place { chat, message } = place;
        let id = session_column(id);
        let values = [Revision::LAST.0.into(), id.into(), message.0.into(), chat.0.into()];
        let either = [sql::DISPLACE_BOARD, sql::DISPLACE_ELSEWHERE];
        self.write_either(id, chat, either, values).await.map(drop)
    }

    fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        let Place { chat, message } = place;
        let id = session_column(id);
        let values = [shown.0.into(), id.into(), message.0.into(), chat.0.into()];
        let lock = Lock::Board(id, Some(chat.0));
        let mut mark = Write::new(lock, sql::NOTE_SHOWN, values.clone());
        mark.otherwise = Some(Statement::new(sql::NOTE_SHOWN_ELSEWHERE, values));
        let noted = self.database.mark(mark);
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

    async fn claim(&self, id: SessionId, chat: ChatId, grace: Grace) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let (unsent, unshown) = (self.clock.lately(grace.unsent), self.clock.lately(grace.unshown));
        let times = [self.clock.now(), id, chat.0, unsent.from, unsent.to, unshown.from];
        let either = [sql::CLAIM_BOARD, sql::CLAIM_ELSEWHERE];
        self.write_either(id, chat, either, times.map(Value::from)).await.map(commit_of)
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

#[async_trait]
impl<D: Database> People for RelationalStore<D> {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let row = self.row(sql::PERSON_BY_ID, [user_column(user).into()]).await?;
        row.map_or(Ok(None), person_of)
    }

    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        let changed = match seen {
            None => {
                let id = user_column(user);
                let [a, b, c, d, e, f, g, h] = person_values(person);
                let [x, y, z] = Language::ALL.map(|language| language.code().into());
                let values = [id.into(), a, b, c, d, e, f, g, h, x, y, z];
                self.write(Lock::Person(id), sql::CREATE_PERSON, values).await?
            }
            Some(seen) => {
                let (after, before) = (person_values(person), person_values(seen));
                match self.replace_person(user, after, before).await? {
                    0 => self.replace_beside_choice(user, seen, person).await?,
                    changed => changed,
                }
            }
        };
        Ok(commit_of(changed))
    }

    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        let id = user_column(user);
        let values = [is_reachable.into(), id.into()];
        self.write(Lock::Person(id), sql::SET_REACHABLE, values).await.map(drop)
    }

    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let id = user_column(user);
        let mut write = Write::new(Lock::Other, sql::DELETE_BOARDS_OF, [id.into(), limit.into()]);
        write.then.push(Statement::new(sql::LEAVE_SCREENS, [id.into(), limit.into()]));
        let seat = seat_column(user);
        write.then.push(Statement::new(sql::LEAVE_GAMES, [seat, id.into(), limit.into()]));
        write.then.push(Statement::new(sql::DELETE_PERSON, [id.into()]));
        write.then.push(Statement::new(sql::DELETE_BROADCASTS_BY, [id.into()]));
        write.then.push(Statement::new(sql::COUNT_DELETION, []));
        write.then.push(Statement::new(sql::DEPART, [id.into()]));
        self.step_of_deletion(id, write).await
    }

    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let rows = self.rows(sql::DEPARTED, [limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
    }

    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let id = user_column(user);
        let values = [id.into(), limit.into()];
        let mut write = Write::new(Lock::Other, sql::DELETE_DEPARTED_BOARDS, values);
        write.then.push(Statement::new(sql::LEAVE_DEPARTED_SCREENS, [id.into(), limit.into()]));
        let seat = seat_column(user);
        write.then.push(Statement::new(sql::LEAVE_DEPARTED_GAMES, [seat, id.into(), limit.into()]));
        self.step_of_deletion(id, write).await
    }

    async fn deletions(&self) -> Result<u64, StoreError> {
        Ok(self.number(sql::DELETIONS, []).await?.cast_unsigned())
    }

    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let first = match after {
            None => Some(0),
            Some(UserId(user)) => i64::try_from(user).ok().and_then(|id| id.checked_add(1)),
        };
        let Some(first) = first else { return Ok(Vec::new()) };
        let rows = self.rows(sql::PEOPLE_REACHABLE, [first.into(), limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
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

    async fn close(&self) {
        self.database.close().await;
    }
}
