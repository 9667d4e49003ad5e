//! Statements on invitations.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Changes nothing if the same invitation exists, if its owner has too many pending ones or has made too
/// many recently, or is not remembered.
pub(crate) const INVITE: Sql = Sql::new(
    StoreCall::Invite,
    "\
    INSERT INTO invitations (code, game, owner, setup, made) \
    SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), \
    CAST($5 AS BIGINT) WHERE EXISTS (SELECT id FROM people WHERE people.id = $3) \
    AND (SELECT COUNT(*) FROM invitations WHERE owner = $3 AND made > $6 \
    AND guest IS NULL AND withdrawn = 0) < $7 \
    AND (SELECT COUNT(*) FROM invitations WHERE owner = $3 AND made > $6) < $8 \
    ON CONFLICT DO NOTHING",
);

pub(crate) const INVITATION: Sql = Sql::new(
    StoreCall::Invitation,
    "\
    SELECT code, game, owner, setup, made, message, guest, withdrawn, accepted FROM invitations \
    WHERE code = $1",
);

/// Selects the invitations that a person has made or accepted.
pub(crate) const INVITATIONS_OF: Sql = Sql::new(
    StoreCall::InvitationsOf,
    "\
    SELECT code, game, owner, setup, made, message, guest, withdrawn, accepted FROM invitations \
    WHERE code IN (SELECT code FROM invitations WHERE owner = $1 UNION ALL \
    SELECT code FROM invitations WHERE guest = $1) ORDER BY made DESC, code LIMIT $2",
);

pub(crate) const PLACE_INVITATION: Sql = Sql::new(
    StoreCall::PlaceInvitation,
    "UPDATE invitations SET message = $1 WHERE code = $2 AND owner = $3",
);

pub(crate) const CHANGE_INVITATION: Sql = Sql::new(
    StoreCall::ChangeInvitation,
    "\
    UPDATE invitations SET setup = $1 WHERE code = $2 AND owner = $3 AND made > $4 AND setup = $5 \
    AND guest IS NULL AND withdrawn = 0",
);

pub(crate) const WITHDRAW_INVITATION: Sql = Sql::new(
    StoreCall::WithdrawInvitation,
    "\
    UPDATE invitations SET withdrawn = 1 WHERE code = $1 AND owner = $2 AND made > $3 \
    AND guest IS NULL AND withdrawn = 0",
);

/// Changes a row for one of all who accept at once, and for none if one of the two has blocked the other.
pub(crate) const ACCEPT_INVITATION: Sql = Sql::new(
    StoreCall::AcceptInvitation,
    "\
    UPDATE invitations SET guest = $1, accepted = $2 WHERE code = $3 AND owner <> $1 \
    AND owner = $4 AND setup = $5 AND made > $6 AND guest IS NULL AND withdrawn = 0 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1) \
    AND NOT EXISTS (SELECT person FROM blocks WHERE person = $1 AND blocked = $4 \
    OR person = $4 AND blocked = $1)",
);

/// Creates the board of a game whose invitation was just accepted.
pub(crate) const CREATE_ACCEPTED: Sql = Sql::new(
    StoreCall::AcceptInvitation,
    concat!(
        "INSERT INTO boards \
    (id, owner, chat, shown, revision, is_over, awaits_engine, record, clock, due, touched, guest, \
    born, seated) \
    SELECT CAST($1 AS BIGINT), owner, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS BIGINT), \
    accepted, guest, ",
        deletions!(),
        ", ",
        deletions!(),
        " FROM invitations WHERE code = $10 AND guest = $11 AND accepted = $12 \
    ON CONFLICT (id) DO NOTHING"
    ),
);

/// Deletes guests of the page, whose numbers begin at 2^62, of whom no game and no invitation is left. A game whose
/// owner has deleted their data is the guest's own.
pub(crate) const PURGE_GUESTS: Sql = Sql::new(
    StoreCall::PurgeGuests,
    "\
    DELETE FROM people WHERE id IN (\
    SELECT id FROM people WHERE id >= 4611686018427387904 \
    AND NOT EXISTS (SELECT board.id FROM boards AS board WHERE board.guest = people.id) \
    AND NOT EXISTS (SELECT board.id FROM boards AS board WHERE board.owner = people.id) \
    AND NOT EXISTS (SELECT code FROM invitations WHERE guest = people.id) ORDER BY id LIMIT $1)",
);

pub(crate) const PURGE_INVITATIONS: Sql = Sql::new(
    StoreCall::PurgeInvitations,
    "\
    DELETE FROM invitations WHERE code IN (\
    SELECT code FROM invitations WHERE made < $1 ORDER BY made LIMIT $2)",
);

pub(crate) const COUNT_WAITING: Sql = Sql::new(
    StoreCall::Counts,
    "\
    SELECT COUNT(*) FROM (SELECT code FROM invitations \
    WHERE made > $1 AND guest IS NULL AND withdrawn = 0 LIMIT $2) AS counted",
);
