//! Every statement on rows, in the words that SQLite and PostgreSQL share.
//!
//! Parameters are numbered in the order in which they first appear, since SQLite numbers them so
//! whatever they are called.

/// A row exists already: nothing changes.
pub(super) const CREATE_BOARD: &str = "\
    INSERT INTO boards (id, owner, chat, message, shown, revision, is_over, record, touched) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
    ON CONFLICT (id) DO NOTHING";

/// One row changes if the stored revision is the one that was seen, and none otherwise.
pub(super) const COMMIT_SESSION: &str = "\
    UPDATE boards SET revision = $1, is_over = $2, record = $3, touched = $4 \
    WHERE id = $5 AND revision = $6";

/// The right-hand sides see the row as it was.
pub(super) const PLACE_BOARD: &str = "\
    UPDATE boards SET message = $1, \
    shown = CASE WHEN message = $1 AND shown > $2 THEN shown ELSE $2 END \
    WHERE id = $3";

pub(super) const DISPLACE_BOARD: &str =
    "UPDATE boards SET message = NULL, shown = $1 WHERE id = $2 AND message = $3";

pub(super) const NOTE_SHOWN: &str =
    "UPDATE boards SET shown = $1 WHERE id = $2 AND message = $3 AND shown < $1";

pub(super) const PUT_PERSON: &str = "\
    INSERT INTO people (id, language, has_chosen, name) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (id) DO UPDATE SET \
    language = excluded.language, has_chosen = excluded.has_chosen, name = excluded.name";

pub(super) const BOARD_BY_ID: &str = "\
    SELECT id, owner, chat, message, shown, revision, is_over, record FROM boards WHERE id = $1";

pub(super) const OPEN_BOARDS: &str = "\
    SELECT id, owner, chat, message, shown, revision, is_over, record FROM boards \
    WHERE chat = $1 AND owner = $2 AND is_over = 0 ORDER BY touched DESC";

pub(super) const COUNT_OPEN_BOARDS: &str =
    "SELECT COUNT(*) FROM boards WHERE chat = $1 AND owner = $2 AND is_over = 0";

pub(super) const BOARDS_BEHIND: &str = "\
    SELECT id, owner, chat, message, shown, revision, is_over, record FROM boards \
    WHERE shown < revision AND id >= $1 ORDER BY id LIMIT $2";

pub(super) const PERSON_BY_ID: &str = "SELECT language, has_chosen, name FROM people WHERE id = $1";

pub(super) const LAST_TOUCHED: &str = "SELECT COALESCE(MAX(touched), 0) FROM boards";
