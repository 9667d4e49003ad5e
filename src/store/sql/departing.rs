//! Statements on people who are deleted, and on the games that they leave.

/// The first boards of a person.
pub(in crate::store) const DELETE_BOARDS_OF: &str = "\
    DELETE FROM boards WHERE id IN (SELECT id FROM boards WHERE owner = $1 ORDER BY id LIMIT $2)";

/// The person counts as gone until no board is left that was born before the deletion which was
/// counted last.
pub(in crate::store) const DEPART: &str = "\
    INSERT INTO departed (person, until) \
    VALUES ($1, (SELECT is_on FROM switches WHERE name = 'deletions')) \
    ON CONFLICT (person) DO UPDATE SET until = excluded.until";

/// The first boards of a person who counts as gone.
pub(in crate::store) const DELETE_DEPARTED_BOARDS: &str = "\
    DELETE FROM boards WHERE id IN (SELECT id FROM boards WHERE owner = $1 \
    AND born < (SELECT until FROM departed WHERE person = $1) ORDER BY id LIMIT $2)";

/// The person leaves the first games of others in which they have a seat: nothing of them stays there,
/// and the game is over. Before that, the screens in their own chat, which has their number.
pub(in crate::store) const LEAVE_GAMES: &str = "\
    UPDATE boards SET guest = NULL, is_over = 1, awaits_engine = 0, revision = revision + 1, \
    agreement = NULL, record = REPLACE(record, $1, ' gone ') WHERE guest = $2 AND id IN (\
    SELECT id FROM boards WHERE guest = $2 ORDER BY id LIMIT $3)";

pub(in crate::store) const LEAVE_SCREENS: &str = "\
    DELETE FROM placements WHERE chat = $1 AND board IN (\
    SELECT id FROM boards WHERE guest = $1 ORDER BY id LIMIT $2)";

/// The same for a person who counts as gone.
pub(in crate::store) const LEAVE_DEPARTED_GAMES: &str = "\
    UPDATE boards SET guest = NULL, is_over = 1, awaits_engine = 0, revision = revision + 1, \
    agreement = NULL, record = REPLACE(record, $1, ' gone ') WHERE guest = $2 AND id IN (\
    SELECT id FROM boards WHERE guest = $2 \
    AND seated < (SELECT until FROM departed WHERE person = $2) ORDER BY id LIMIT $3)";

pub(in crate::store) const LEAVE_DEPARTED_SCREENS: &str = "\
    DELETE FROM placements WHERE chat = $1 AND board IN (\
    SELECT id FROM boards WHERE guest = $1 \
    AND seated < (SELECT until FROM departed WHERE person = $1) ORDER BY id LIMIT $2)";

pub(in crate::store) const END_DEPARTURE: &str = "\
    DELETE FROM departed WHERE person = $1 AND NOT EXISTS (\
    SELECT id FROM boards WHERE owner = $1 AND born < departed.until) AND NOT EXISTS (\
    SELECT id FROM boards WHERE guest = $1 AND seated < departed.until)";

pub(in crate::store) const DEPARTED: &str = "SELECT person FROM departed ORDER BY person LIMIT $1";

pub(in crate::store) const HAS_DEPARTED: &str = "SELECT COUNT(*) FROM departed WHERE person = $1";
