//! The statement that writes the next session of a board, provided that its predecessor is stored.

use zerosum_session::{Revision, Session, UserId};

use crate::row::{
    acted_values, agreement_value, ballot_value, clock_values, help_value, people_values,
    reservation_values, session_column, session_values, times_value,
};
use crate::sql;
use crate::statement::{Statement, Value};

/// Builds the statement for a session that this person has changed at that time; `None` if no person has.
pub(super) fn statement(
    session: &Session,
    seen: Revision,
    tick: i64,
    by: Option<UserId>,
) -> Statement {
    let [revision, is_over, awaits_engine, record] = session_values(session);
    let [first, second] = people_values(session);
    let is_of_two = first != Value::Null && second != Value::Null;
    let touched_anyway = (!is_of_two).then_some(tick);
    let [first_acted, second_acted] = acted_values(session, by.filter(|_| is_of_two), tick);
    let [clock, due] = clock_values(session);
    let [reserved, reserved_since] = reservation_values(session);
    let values = [
        revision,
        is_over,
        awaits_engine,
        record,
        tick.into(),
        touched_anyway.into(),
        help_value(session),
        agreement_value(session),
        first,
        second,
        ballot_value(session),
        clock,
        due,
        times_value(session),
        reserved,
        reserved_since,
        first_acted,
        second_acted,
        session_column(session.id()).into(),
        seen.0.into(),
    ];
    Statement::new(sql::boards::COMMIT_SESSION, values)
}
