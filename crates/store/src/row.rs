//! Conversions of boards, people and broadcasts to and from columns of integers and text.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;
use zerosum_session::board::{
    self, Board, ChatId, ChatMessage, MessageId, Placement, Surface, TopicId,
};
use zerosum_session::broadcast::{Broadcast, BroadcastCounts, BroadcastId, State};
use zerosum_session::choice;
use zerosum_session::game::agreement;
use zerosum_session::game::ballot;
use zerosum_session::game::clock::{self, PlayTime};
use zerosum_session::game::help;
use zerosum_session::game::keyed::KeyedNumber;
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record::{self, RecordError};
use zerosum_session::game::reservation::Reservation;
use zerosum_session::game::times;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::language::Language;
use zerosum_session::people::habits;
use zerosum_session::{Awaiting, Revision, Session, SessionId, UserId};

use crate::statement::{Row, Value};
use crate::types::FinishedBoard;
use crate::types::{Commit, Person, StoreError, StoredBoard};

/// The bit that separates the lower half of all ids from the upper one.
const SIGN_BIT: u64 = 1 << 63;

/// Number of fields that describe a placement.
const PLACEMENT_FIELDS: usize = 5;

/// Stands for the chat and the message of an inline message.
const NO_NUMBER: i64 = 0;

/// Maximum number of unreadable rows of one kind that are logged, each once.
const UNREADABLE_LOGGED_MAX: usize = 64;

/// Returns the columns of a session: revision, whether it is over, whether an engine is to move, and the
/// record.
pub(super) fn session_values(session: &Session) -> [Value; 4] {
    [
        session.revision().0.into(),
        session.outcome().is_some().into(),
        is_engine_awaited(session).into(),
        record::encode(session).into(),
    ]
}

/// Returns the column of the help that the player has used, if any.
pub(super) fn help_value(session: &Session) -> Value {
    session.is_helped().then(|| help::encode(&session.help())).into()
}

/// Returns the column of the offers and messages between two people.
pub(super) fn agreement_value(session: &Session) -> Value {
    session.agreement().map(agreement::encode).into()
}

/// Returns the columns of the clock: its state, and the time at which it runs out, or at which votes are
/// counted, if any.
pub(super) fn clock_values(session: &Session) -> [Value; 2] {
    let due = session.due().map(|PlayTime(due)| due);
    [session.clock().map(clock::encode).into(), due.into()]
}

/// Returns the column of both sides' remaining times when the last plies began, if known.
pub(super) fn times_value(session: &Session) -> Value {
    session.times().map(|times| times::encode(times, session.revision())).into()
}

/// Returns the column of the votes.
pub(super) fn ballot_value(session: &Session) -> Value {
    session.kept_ballot().map(ballot::encode).into()
}

/// Returns the columns of a reserved seat: its person, and the time since which it is reserved.
pub(super) fn reservation_values(session: &Session) -> [Value; 2] {
    let reservation = session.reservation();
    let user = reservation.map(|kept| user_column(kept.user));
    [user.into(), reservation.map(|kept| kept.since).into()]
}

/// Returns the columns of the people who have a seat.
pub(super) fn people_values(session: &Session) -> [Value; 2] {
    board::people(session).map(|person| person.map(user_column).into())
}

/// Returns the columns of the last actions of the people on both sides, as these were when the game began, if this
/// person, who acts now, has a seat.
pub(super) fn acted_values(session: &Session, by: Option<UserId>, now: i64) -> [Value; 2] {
    let seat = by.and_then(|user| session.seat_of(user));
    let side = seat.map(|side| session.side_at_start(side));
    [Side::First, Side::Second].map(|own| (side == Some(own)).then_some(now).into())
}

/// Returns whether an engine is to move.
pub(super) fn is_engine_awaited(session: &Session) -> bool {
    matches!(session.awaiting(), Awaiting::Engine { .. })
}

/// Reads the board of a row of [`crate::sql::boards::BOARD_BY_ID`] or a similar query. Fails if the row
/// holds values that no board produces.
pub(super) fn board_of(mut row: Row) -> Result<Board, StoreError> {
    let id = session_of(row.integer(0)?);
    let record = row.text(6)?;
    let owner = user_of(row.integer(1)?);
    let chat = ChatId(row.integer(2)?);
    let message = row.optional_integer(3)?;
    let (shown, revision) = (row.integer(4)?, row.integer(5)?);
    let topic = row.optional_integer(7)?;
    let elsewhere = row.optional_text(8)?;
    let (help, agreement) = (row.optional_text(9)?, row.optional_text(10)?);
    let (clock, ballot) = (row.optional_text(11)?, row.optional_text(12)?);
    let reserved = row.optional_integer(13)?.zip(row.optional_integer(14)?);
    let departure = Departure::of_number(row.integer(15)?);
    let times = row.optional_text(16)?;
    let decode = || {
        let revision = revision_of(revision)?;
        let mut session = record::decode(id, revision, &record)?;
        if let Some(help) = help {
            session = session.with_help(help::decode(&help)?);
        }
        if let Some(agreement) = agreement {
            session = session.with_agreement(agreement::decode(&agreement)?);
        }
        if let Some(clock) = clock {
            session = session.with_clock(clock::decode(&clock)?);
        }
        if let Some(times) = times {
            session = session.with_times(times::decode(&times, revision)?);
        }
        if let Some(ballot) = ballot {
            session = session.with_ballot(ballot::decode(&ballot)?);
        }
        if let Some((user, since)) = reserved {
            session = session.with_reservation(Reservation { user: user_of(user), since });
        }
        if let Some(departure) = departure {
            session = session.ended_by_leaving(departure);
        }
        Ok(Board {
            session,
            owner,
            surface: chat.into(),
            topic: topic.map(topic_of).transpose()?,
            message: message.map(message_of).transpose()?,
            shown: revision_of(shown)?,
            elsewhere: placements_of(elsewhere.as_deref())?,
        })
    };
    decode().map_err(|error| StoreError::Record(id, error))
}

/// Reads the placements of such a row, in the order of surfaces.
fn placements_of(text: Option<&str>) -> Result<Vec<Placement>, RecordError> {
    let fields: Vec<&str> = text.map(|text| text.split(' ').collect()).unwrap_or_default();
    let entries = fields.chunks(PLACEMENT_FIELDS);
    let mut placements = entries.map(placement_of).collect::<Result<Vec<_>, _>>()?;
    placements.sort_unstable();
    Ok(placements)
}

fn placement_of(fields: &[&str]) -> Result<Placement, RecordError> {
    let [chat, topic, message, shown, inline] = *fields else { return Err(RecordError::Malformed) };
    let number = |text: &str| text.parse().map_err(|_| RecordError::Malformed);
    let optional = |text: &str| if text == "-" { Ok(None) } else { number(text).map(Some) };
    let shown = revision_of(number(shown)?)?;
    if !inline.is_empty() {
        let id = InlineMessageId::parse(inline).ok_or(RecordError::Malformed)?;
        return Ok(Placement { shown, ..Placement::new(id, None) });
    }
    let topic = optional(topic)?.map(topic_of).transpose()?;
    let message = optional(message)?.map(message_of).transpose()?;
    Ok(Placement { message, shown, ..Placement::new(ChatId(number(chat)?), topic) })
}

/// Returns the columns that identify a surface among placements.
pub(super) fn surface_values(surface: Surface) -> [Value; 2] {
    match surface {
        Surface::Chat(chat) => [chat.0.into(), "".into()],
        Surface::Inline(id) => [NO_NUMBER.into(), id.as_str().into()],
    }
}

/// Returns the columns of a placement after its board: surface, topic, message and shown revision.
pub(super) fn placement_values(placement: &Placement) -> [Value; 5] {
    let surface = placement.surface();
    let Placement { topic, message, shown, .. } = *placement;
    let ([chat, inline], topic) = (surface_values(surface), topic.map(|topic| topic.0).into());
    [chat, inline, topic, message_value(surface, message), shown.0.into()]
}

/// Returns the column of the message that shows a board on a surface.
pub(super) fn message_value(surface: Surface, message: Option<MessageId>) -> Value {
    match surface {
        Surface::Chat(_) => message.map(|message| message.0).into(),
        Surface::Inline(_) => NO_NUMBER.into(),
    }
}

/// Reads the board of a row of [`crate::sql::boards::BOARDS_OF`] for this person. Its record is parsed only for the time
/// at which they last acted, which is left out if it cannot be.
pub(super) fn stored_board_of(mut row: Row, person: UserId) -> Result<StoredBoard, StoreError> {
    let id = session_of(row.integer(0)?);
    let bad = |error| StoreError::Record(id, error);
    let (revision, record) = (revision_of(row.integer(4)?).map_err(bad)?, row.text(5)?);
    let acted = [row.optional_integer(18)?, row.optional_integer(19)?];
    let side_at_start = || {
        let session = record::decode(id, revision, &record).ok()?;
        Some(session.side_at_start(session.seat_of(person)?))
    };
    let acted = match acted {
        [None, None] => None,
        [first, second] => side_at_start().and_then(|side| match side {
            Side::First => first,
            Side::Second => second,
        }),
    };
    Ok(StoredBoard {
        id,
        chat: ChatId(row.integer(1)?),
        message: row.optional_integer(2)?.map(message_of).transpose().map_err(bad)?,
        shown: revision_of(row.integer(3)?).map_err(bad)?,
        revision,
        record,
        touched: row.integer(6)?,
        is_guest: user_of(row.integer(7)?) != person,
        elsewhere: placements_of(row.optional_text(8)?.as_deref()).map_err(bad)?,
        help: row.optional_text(9)?,
        agreement: row.optional_text(10)?,
        clock: row.optional_text(11)?,
        ballot: row.optional_text(12)?,
        departure: Departure::of_number(row.integer(13)?),
        reminded: row.optional_integer(14)?,
        reserved_since: row.optional_integer(15)?,
        counts_on: row.integer(16)? != 0,
        times: row.optional_text(17)?,
        acted,
    })
}

/// Reads the position of a row of [`crate::sql::host::FINISHED_BOARD_BEHIND`].
pub(super) fn finished_board_of(row: Row) -> Result<FinishedBoard, StoreError> {
    Ok(FinishedBoard { owner: user_of(row.integer(0)?), touched: row.integer(1)? })
}

pub(super) const PERSON_COLUMNS: usize = 9;

/// Index of the chosen game among the columns of a person.
pub(super) const CHOICE: usize = 6;

/// Returns the columns of a person that are written: language, whether they chose it, name, whether they are reachable,
/// whether their boards are dark, whether they are text, the chosen game, their habits and whether their
/// games are counted.
pub(super) fn person_values(person: &Person) -> [Value; PERSON_COLUMNS] {
    [
        person.language.code().into(),
        person.has_chosen.into(),
        person.name.as_str().into(),
        person.is_reachable.into(),
        (person.theme == Theme::Dark).into(),
        (person.theme == Theme::Text).into(),
        choice::encode(person.choice).into(),
        habits::encode(&person.habits).into(),
        person.keeps_results.into(),
    ]
}

/// Reads the person of a row; `None` if their language is not supported, so that they are asked again.
pub(super) fn person_of(mut row: Row) -> Result<Option<Person>, StoreError> {
    let Some(language) = Language::from_code(&row.text(0)?) else { return Ok(None) };
    let (is_dark, is_text) = (row.integer(4)? != 0, row.integer(5)? == 1);
    Ok(Some(Person {
        language,
        has_chosen: row.integer(1)? != 0,
        name: row.text(2)?,
        is_reachable: row.integer(3)? != 0,
        theme: match (is_text, is_dark) {
            (true, _) => Theme::Text,
            (false, true) => Theme::Dark,
            (false, false) => Theme::Light,
        },
        // A choice of a game that no longer exists is dropped.
        choice: choice::decode(&row.text(CHOICE)?).unwrap_or_default(),
        habits: habits::decode(&row.text(7)?),
        keeps_results: row.integer(8)? != 0,
        created_epoch: row.integer(9)?.cast_unsigned(),
    }))
}

/// Returns all columns of a broadcast.
pub(super) fn broadcast_values(broadcast: &Broadcast) -> [Value; 9] {
    [
        broadcast_column(broadcast.id).into(),
        broadcast.text.as_str().into(),
        user_column(broadcast.author).into(),
        broadcast.progress.chat.0.into(),
        broadcast.progress.message.0.into(),
        broadcast.cursor.map(user_column).into(),
        count_column(broadcast.tally.sent).into(),
        count_column(broadcast.tally.failed).into(),
        state_name(broadcast.state).into(),
    ]
}

pub(super) fn broadcast_of(mut row: Row) -> Result<Broadcast, StoreError> {
    let bad = |what: &str| StoreError::Database(format!("a broadcast cannot be read back: {what}"));
    let message = message_of(row.integer(4)?).map_err(|error| bad(&error.to_string()))?;
    let state = row.text(8)?;
    Ok(Broadcast {
        id: BroadcastId(row.integer(0)?.cast_unsigned() ^ SIGN_BIT),
        text: row.text(1)?,
        author: user_of(row.integer(2)?),
        progress: ChatMessage { chat: ChatId(row.integer(3)?), message },
        cursor: row.optional_integer(5)?.map(user_of),
        tally: BroadcastCounts {
            sent: row.integer(6)?.cast_unsigned(),
            failed: row.integer(7)?.cast_unsigned(),
        },
        state: state_of(&state).ok_or_else(|| bad("its state is unknown"))?,
    })
}

/// Converts the id of a session to a column. The sign bit is flipped, so that both have the same order.
pub(super) fn session_column(id: SessionId) -> i64 {
    (id.0 ^ SIGN_BIT).cast_signed()
}

pub(super) fn session_of(column: i64) -> SessionId {
    SessionId(column.cast_unsigned() ^ SIGN_BIT)
}

pub(super) fn broadcast_column(id: BroadcastId) -> i64 {
    (id.0 ^ SIGN_BIT).cast_signed()
}

/// Returns the seat of a person as it appears in a record, with the spaces around it.
pub(super) fn seat_column(UserId(user): UserId) -> Value {
    format!(" u{user} ").into()
}

/// Converts the number that replaces people to a column.
pub(super) fn keyed_column(KeyedNumber(number): KeyedNumber) -> i64 {
    number.cast_signed()
}

/// Converts the id of a person to a column.
pub(super) fn user_column(user: UserId) -> i64 {
    user.0.cast_signed()
}

pub(super) fn user_of(column: i64) -> UserId {
    UserId(column.cast_unsigned())
}

pub(super) fn count_column(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The unreadable rows of one kind that have been logged. A periodic job finds them again each time.
#[derive(Debug, Default)]
pub(super) struct Noticed(Mutex<BTreeSet<i64>>);

impl Noticed {
    /// Returns whether this row is noticed for the first time.
    pub(super) fn is_new(&self, row: i64) -> bool {
        // No change can panic half-way.
        let mut noticed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noticed.len() < UNREADABLE_LOGGED_MAX && noticed.insert(row)
    }
}

/// Returns the value of a row, or `None` if it is unreadable, which is logged.
pub(super) fn or_skip<T>(read: Result<T, StoreError>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(error) => {
            log::error!("skipped an unreadable row: {error}");
            None
        }
    }
}

/// Returns the lowest id of the page after this one; `None` if there can be none.
pub(super) fn first_after(last: Option<i64>) -> Option<i64> {
    last.map_or(Some(i64::MIN), |id| id.checked_add(1))
}

pub(super) fn commit_of(changed: u64) -> Commit {
    if changed > 0 { Commit::Done } else { Commit::Conflict }
}

pub(super) fn no_number() -> StoreError {
    StoreError::Database("there is no number".to_owned())
}

pub(super) fn count_of(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn state_name(state: State) -> &'static str {
    match state {
        State::Running => "running",
        State::Stopped => "stopped",
        State::Done => "done",
    }
}

fn state_of(name: &str) -> Option<State> {
    [State::Running, State::Stopped, State::Done].into_iter().find(|s| state_name(*s) == name)
}

fn revision_of(column: i64) -> Result<Revision, RecordError> {
    u32::try_from(column).map(Revision).map_err(|_| RecordError::Malformed)
}

fn topic_of(column: i64) -> Result<TopicId, RecordError> {
    i32::try_from(column).map(TopicId).map_err(|_| RecordError::Malformed)
}

pub(super) fn message_of(column: i64) -> Result<MessageId, RecordError> {
    i32::try_from(column).map(MessageId).map_err(|_| RecordError::Malformed)
}

#[cfg(test)]
mod tests {
    use zerosum_games::MoveCode;
    use zerosum_games::any::GameSpec;
    use zerosum_games::mnk::opening::OpeningChoice;
    use zerosum_games::side::BySide;
    use zerosum_session::{Action, Actor, Seat};

    use super::*;

    #[test]
    fn actions_stay_with_their_person_when_seats_are_exchanged() {
        let (anna, boris) = (UserId(1), UserId(2));
        let seats = BySide { first: Seat::Human(anna), second: Seat::Human(boris) };
        let spec = GameSpec::from_name("15x15x5-swap2").expect("it is a game");
        let start = Session::new(SessionId(1), spec, seats);
        let stones = [0, 1, 2].map(|cell| (anna, MoveCode(cell)));
        let steps = stones.into_iter().chain([(boris, OpeningChoice::Black.code())]);
        let chosen = steps.fold(start, |session, (user, code)| {
            let next = session.apply(Actor::User(user), session.revision(), Action::Play(code));
            next.expect("it is their turn")
        });
        assert_eq!(chosen.seat_of(boris), Some(Side::First));
        assert_eq!(acted_values(&chosen, Some(boris), 7), [Value::Null, Value::Integer(7)]);
        assert_eq!(acted_values(&chosen, Some(anna), 7), [Value::Integer(7), Value::Null]);
    }
}
