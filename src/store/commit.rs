//! The statement that writes the next session of a board, provided that its predecessor is stored.

use crate::session::{Revision, Session, UserId};
use crate::store::row::{
    acted_values, agreement_value, ballot_values, clock_values, help_value, people_values,
    reservation_values, session_column, session_values, times_value,
};
use crate::store::sql;
use crate::store::statement::{Statement, Value};

/// Builds the statement for a session that this person has changed at that time; `None` if no person has.
pub(super) fn statement(
    session: &Session,
    seen: Revision,
    tick: i64,
    by: Option<UserId>,
) -> Statement {
    let [revision, is_over, awaits_engine, record] = session_values(session);
    let (id, seen, touched) = (session_column(session.id()).into(), seen.0.into(), tick.into());
    match (people_values(session), help_value(session)) {
        _ if session.is_voted() => {
            let [ballot, due] = ballot_values(session);
            let values = [revision, is_over, awaits_engine, record, touched, ballot, due, id, seen];
            Statement::new(sql::boards::COMMIT_VOTED_SESSION, values)
        }
        (_, Some(help)) => {
            let values = [revision, is_over, awaits_engine, record, touched, help, id, seen];
            Statement::new(sql::boards::COMMIT_HELPED_SESSION, values)
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
            Statement::new(sql::boards::COMMIT_SESSION, values)
        }
        ([first, second], None) => {
            let agreement = agreement_value(session);
            let [clock, due] = clock_values(session);
            let [first_acted, second_acted] = acted_values(session, by, tick);
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
                first_acted,
                second_acted,
                times_value(session),
                id,
                seen,
            ];
            Statement::new(sql::boards::COMMIT_SESSION_OF_TWO, values)
        }
    }
}
