//! Games and the places in which they are shown.

use std::time::Duration;

use zerosum_session::board::{
    Board, ChatId, ChatMessage, MessageId, PLACEMENTS_MAX, Place, Placement, Surface, TopicId,
};
use zerosum_session::people::standings::SAME_TWO_WITHIN;
use zerosum_session::{Revision, Session, SessionId, UserId};

use crate::people::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX,
};
use crate::people::ratings;
use crate::people::results::notes_of;
use crate::row::{
    board_of, clock_values, commit_of, count_of, first_after, message_value, no_number,
    placement_values, reservation_values, session_column, session_values, stored_board_of,
    surface_values, user_column,
};
use crate::statement::{Lock, Statement, Value, Write};
use crate::store::Store;
use crate::store_clock::RecentRange;
use crate::types::{Commit, Grace, OpenGames, Origin, StoreError, StoredBoard};
use crate::{commit, sql};

/// Number of extra boards read, because some may be unreadable.
const OPEN_BOARDS_SPARE: u32 = 32;

impl Store {
    /// Stores a new board together with all places in which it is shown, if its owner has fewer games in
    /// play than `max`. [`Commit::Conflict`] if not, or if the session exists already or is still being
    /// deleted with its owner; it is then left as it is, so creating twice creates once. Also a conflict
    /// if an open seat is reserved for a person who is not remembered, or beyond the limits of
    /// [`challenges`](crate::people::challenges). The board's own place is a chat; a board that is seen in
    /// an inline message is not created.
    pub async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        // A game without a chat could not be found.
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let id = session_column(board.session.id());
        let [revision, is_over, awaits_engine, record] = session_values(&board.session);
        let touched = self.clock.tick();
        let [clock, due] = clock_values(&board.session);
        let [reserved, reserved_since] = reservation_values(&board.session);
        let [kept_from, kept_to] = self.reserved_within();
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
            kept_from,
            kept_to,
            CHALLENGES_BY_PERSON_MAX.into(),
            CHALLENGES_OF_PERSON_MAX.into(),
            CHALLENGES_BETWEEN_MAX.into(),
        ];
        let first = Statement::new(sql::boards::CREATE_BOARD, values);
        let then = placings_of(board, touched);
        let write = Write { then, ..Write::of(Lock::Board(id, None), first) };
        self.commit_write(write).await
    }

    pub async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        let row = self.row(sql::boards::BOARD_BY_ID, [session_column(id).into()]).await?;
        let board = row.map(board_of).transpose();
        self.note_unreadable(&board);
        board
    }

    /// Replaces the session if the stored one still has the revision `seen`. The owner and the places in
    /// which the board is shown stay as they are; the people in its seats may change. This commit also
    /// counts a game that has ended. Messages and offers after the end do not change the record, so they
    /// count nothing again.
    pub async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        self.commit_of(session, seen, Origin::default()).await
    }

    /// Like [`Store::commit`], of a change with this origin.
    pub async fn commit_of(
        &self,
        session: &Session,
        seen: Revision,
        Origin { by, message }: Origin,
    ) -> Result<Commit, StoreError> {
        let id = session_column(session.id());
        let (tick, lock) = (self.clock.tick(), Lock::Board(id, None));
        let first = commit::statement(session, seen, tick, by);
        let within = self.clock.lately(SAME_TWO_WITHIN);
        let rated = ratings::notes_of(session, tick, self.key, within).into_iter().flatten();
        let typed = message.map(|message| {
            let (message, revision) = (session_column(message), session.revision().0);
            let values = [message.into(), id.into(), revision.into(), tick.into()];
            Statement::new(sql::boards::NOTE_TYPED, values)
        });
        let then = notes_of(session, tick).into_iter().chain(rated).chain(typed).collect();
        let write = Write { then, ..Write::of(lock, first) };
        let commit = self.commit_write(write).await?;
        if commit == Commit::Done {
            self.trim_results(session).await;
        }
        Ok(commit)
    }

    /// Adds a surface on which the board is shown. [`Commit::Conflict`] if it is shown there already, has
    /// [`PLACEMENTS_MAX`] placements, or does not exist. Concurrent writers in several processes may
    /// exceed the limit by one each.
    ///
    /// [`PLACEMENTS_MAX`]: zerosum_session::board::PLACEMENTS_MAX
    pub async fn add_placement(
        &self,
        id: SessionId,
        placement: Placement,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let [chat, inline, topic, message, shown] = placement_values(&placement);
        let values = [chat, inline, topic, message, shown, id.into(), PLACEMENTS_MAX.into()];
        self.commit_write(Write::new(Lock::Board(id, None), sql::boards::ADD_PLACEMENT, values))
            .await
    }

    /// Records that the session is shown by this message, in this topic, from now on, and that the
    /// message shows the revision `shown`, or a newer one if that is recorded for this message already.
    /// Does nothing in a chat where the board is not shown.
    pub async fn place(
        &self,
        id: SessionId,
        at: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        let ChatMessage { chat, message } = at;
        let id = session_column(id);
        let topic = topic.map(|topic| topic.0).into();
        let now = self.clock.now().into();
        let values = [message.0.into(), topic, shown.0.into(), now, id.into(), chat.0.into()];
        let home = Statement::new(sql::boards::PLACE_BOARD, values.clone());
        let elsewhere = Statement::new(sql::boards::PLACE_ELSEWHERE, values);
        self.commit_either(id, chat.into(), home, elsewhere).await.map(drop)
    }

    /// Moves the games in play of one chat to the chat that it has become, where they count as never
    /// sent. [`Store::behind`] finds them regardless of the grace until they are claimed. The settings
    /// of the old chat apply to the new one unless it has settings already. Returns the number of games that were begun
    /// there.
    pub async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        let mut write =
            Write::new(Lock::Other, sql::boards::MOVE_CHAT, [to.0.into(), from.0.into()]);
        write.then.push(Statement::new(sql::boards::DROP_DOUBLED, [to.0.into()]));
        let values = [to.0.into(), from.0.into()];
        write.then.push(Statement::new(sql::groups::MOVE_GROUP, values));
        write.then.push(Statement::new(sql::groups::DROP_GROUP, [from.0.into()]));
        write.then.extend(ratings::movings_of(from, to));
        let values = [to.0.into(), from.0.into()];
        write.then.push(Statement::new(sql::absences::MOVE_ABSENCE, values));
        write.then.push(Statement::new(sql::absences::DROP_ABSENCE, [from.0.into()]));
        let values = [to.0.into(), from.0.into()];
        write.then.push(Statement::new(sql::boards::MOVE_ELSEWHERE, values));
        self.run(write).await
    }

    /// Records that the message is gone, if the session is still shown there: it then has no message in
    /// this chat and counts as showing [`Revision::LAST`]. An inline message is deleted.
    pub async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        let id = session_column(id);
        match place {
            Place::Chat(ChatMessage { chat, message }) => {
                self.give_up_message(id, chat, Some(message)).await
            }
            Place::Inline(_) => {
                let surface = place.surface();
                let [chat, inline] = surface_values(surface);
                let lock = Lock::Board(id, Some(surface));
                let values = [id.into(), chat, inline];
                self.write(lock, sql::boards::DROP_INLINE, values).await.map(drop)
            }
        }
    }

    /// Records that a board which has no message in this chat is not to be sent there: it counts as showing
    /// [`Revision::LAST`].
    pub async fn give_up(&self, id: SessionId, chat: ChatId) -> Result<(), StoreError> {
        self.give_up_message(session_column(id), chat, None).await
    }

    /// Records that the message of this keyed number is about to resign the game, if that is in play.
    pub async fn note_resigning(
        &self,
        id: SessionId,
        message: SessionId,
    ) -> Result<(), StoreError> {
        let (id, message) = (session_column(id), session_column(message));
        let values = [message.into(), id.into()];
        self.write(Lock::Board(id, None), sql::boards::NOTE_RESIGNING, values).await.map(drop)
    }

    /// Returns the game that this message was about to resign, or in which it was the last move that was typed. It may be
    /// over.
    pub async fn acted_on_by(&self, message: SessionId) -> Result<Option<Board>, StoreError> {
        let row = self.row(sql::boards::ACTED_ON_BY, [session_column(message).into()]).await?;
        let board = row.map(board_of).transpose();
        self.note_unreadable(&board);
        board
    }

    /// Records that the message shows this revision, if the session is still shown there and has no newer
    /// revision, and if neither this revision nor a newer one is recorded. Returns at once; the mark is
    /// written within a fraction of a second. It is the only write that a crash or an unreachable
    /// database may lose, because showing a board again is harmless.
    ///
    /// The returned future yields the outcome of the mark once it has been compared with what all
    /// processes have written by then; `None` if it is lost.
    pub fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> impl Future<Output = Option<Commit>> + use<> {
        let (id, surface) = (session_column(id), place.surface());
        let [chat, inline] = surface_values(surface);
        let home = [shown.0.into(), id.into(), message_value(surface, place.message()), chat];
        let [a, b, c, d] = home.clone();
        let elsewhere = Statement::new(sql::boards::NOTE_SHOWN_ELSEWHERE, [a, b, c, d, inline]);
        let home = Statement::new(sql::boards::NOTE_SHOWN, home);
        let (first, otherwise) = match surface {
            Surface::Chat(_) => (home, Some(elsewhere)),
            Surface::Inline(_) => (elsewhere, None),
        };
        let lock = Lock::Board(id, Some(surface));
        let noted = self.database.mark(Write { otherwise, ..Write::of(lock, first) });
        async { noted.await.ok()?.ok().map(commit_of) }
    }

    /// Returns up to `limit` games in play of this person that are shown in this chat, the most recently
    /// changed first. A game belongs to the person who started it and to everyone who has a seat in it.
    pub async fn open_boards(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let read = limit.saturating_add(OPEN_BOARDS_SPARE);
        let values = [user_column(person).into(), chat.0.into(), read.into()];
        let rows = self.rows(sql::boards::OPEN_BOARDS, values).await?;
        Ok(self.readable(rows).take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }

    /// Returns the one of these games whose message is the lowest in this chat. A board that was never sent there is
    /// lower than all messages, since it is still to come; one whose message is gone comes after all others.
    pub async fn lowest_open(
        &self,
        chat: ChatId,
        person: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let read = OPEN_BOARDS_SPARE.saturating_add(1);
        let values = [user_column(person).into(), chat.0.into(), read.into()];
        let rows = self.rows(sql::boards::LOWEST_OPEN, values).await?;
        Ok(self.readable(rows).next())
    }

    /// Returns up to `limit` games in play between this person and another one, in any chat, the most
    /// recently changed first.
    pub async fn games_with_people(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let values = [user_column(person).into(), limit.into()];
        let rows = self.rows(sql::boards::GAMES_WITH_PEOPLE, values).await?;
        Ok(self.readable(rows).collect())
    }

    /// Returns the most recently changed of this person's finished games that are shown in this chat.
    pub async fn latest_over(
        &self,
        chat: ChatId,
        person: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let values = [user_column(person).into(), chat.0.into()];
        let row = self.row(sql::boards::LATEST_OVER, values).await?;
        Ok(self.readable(row).next())
    }

    /// Returns the number of games in play that this person has.
    pub async fn count_open(&self, chat: ChatId, person: UserId) -> Result<OpenGames, StoreError> {
        let values = [chat.0.into(), user_column(person).into()];
        let row = self.row(sql::boards::COUNT_OPEN_BOARDS, values).await?.ok_or_else(no_number)?;
        Ok(OpenGames { in_chat: count_of(row.integer(0)?), in_all: count_of(row.integer(1)?) })
    }

    /// Returns up to `limit` boards that this person has started or has a seat in, by ascending id, above
    /// `after`.
    pub async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let Some(first) = first_after(after.map(session_column)) else { return Ok(Vec::new()) };
        let values = [first.into(), user_column(person).into(), limit.into()];
        let rows = self.rows(sql::boards::BOARDS_OF, values).await?.into_iter();
        rows.map(|row| stored_board_of(row, person)).collect()
    }

    /// Returns up to `limit` boards that some screen lags behind, in their own chat or elsewhere,
    /// including boards that were never sent, by ascending id, above `after`. Skips those that were
    /// changed or claimed there within the grace.
    pub async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let statements = [sql::boards::BOARDS_BEHIND, sql::boards::BOARDS_BEHIND_ELSEWHERE];
        self.left_behind(statements, after, limit, grace).await
    }

    /// Claims the update of a screen, provided that [`Store::behind`] still finds the board there with
    /// this grace. Of several claims within a grace, exactly one succeeds.
    pub async fn claim(
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
        let home = Statement::new(sql::boards::CLAIM_BOARD, home);
        let elsewhere = Statement::new(sql::boards::CLAIM_ELSEWHERE, elsewhere);
        self.commit_either(id, surface, home, elsewhere).await
    }

    /// Returns up to `limit` boards in which an engine is to move, by ascending id, above `after`. Skips
    /// those that were changed, or claimed for that purpose, within the grace.
    pub async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError> {
        let RecentRange { from, to } = self.clock.lately(grace);
        let ask = |first, size| {
            Statement::new(
                sql::boards::BOARDS_AWAITING_ENGINE,
                [first, from.into(), to.into(), size],
            )
        };
        self.page(after, limit, ask).await
    }

    /// Claims an engine's move, provided that the board still has the revision `seen` and that
    /// [`Store::awaiting_engine`] finds it with this grace. Of several claims, exactly one succeeds.
    pub async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        let (id, RecentRange { from, to }) = (session_column(id), self.clock.lately(grace));
        let values = [self.clock.now().into(), id.into(), seen.0.into(), from.into(), to.into()];
        self.commit_write(Write::new(Lock::Board(id, None), sql::boards::CLAIM_TURN, values)).await
    }

    /// Records that this message, or none, shows a board in a chat for the last time.
    async fn give_up_message(
        &self,
        id: i64,
        chat: ChatId,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        let message = message.map(|message| message.0).into();
        let values = [Revision::LAST.0.into(), id.into(), message, chat.0.into()];
        let home = Statement::new(sql::boards::DISPLACE_BOARD, values.clone());
        let elsewhere = Statement::new(sql::boards::DISPLACE_ELSEWHERE, values);
        self.commit_either(id, chat.into(), home, elsewhere).await.map(drop)
    }
}

/// Returns the statements that place a board, written at this time, in all other places that it names.
pub(crate) fn placings_of(board: &Board, touched: i64) -> Vec<Statement> {
    let id = session_column(board.session.id());
    let place = |placement: &Placement| {
        let [chat, inline, topic, message, shown] = placement_values(placement);
        let values = [chat, inline, topic, message, shown, id.into(), touched.into()];
        Statement::new(sql::boards::PLACE_CREATED, values)
    };
    board.elsewhere.iter().map(place).collect()
}
