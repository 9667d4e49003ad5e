//! Statements that have boards shown in more places.

/// A placement is there already, or the board is at home there or has too many: nothing changes. Which
/// revision is wanted there, and how many placements there are, the tables see to.
pub(in crate::store) const ADD_PLACEMENT: &str = unless_departed!(
    "INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND chat <> $1 AND placements < $7",
    " ON CONFLICT (board, chat, inline) DO NOTHING"
);

/// A placement of a board that was made in the same transaction, which its time tells: one that was there
/// before keeps its places.
pub(in crate::store) const PLACE_CREATED: &str = "\
    INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND touched = $7 AND chat <> $1 \
    ON CONFLICT (board, chat, inline) DO NOTHING";
