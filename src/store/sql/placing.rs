//! Statements that add places in which boards are shown.

/// Changes nothing if the placement exists, the board's own place is there, or it has too many. Triggers
/// maintain the wanted revision and the number of placements.
pub(in crate::store) const ADD_PLACEMENT: &str = unless_departed!(
    "INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND chat <> $1 AND placements < $7",
    " ON CONFLICT (board, chat, inline) DO NOTHING"
);

/// Adds a placement of a board created in the same transaction, recognised by its time: an existing board
/// keeps its places.
pub(in crate::store) const PLACE_CREATED: &str = "\
    INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND touched = $7 AND chat <> $1 \
    ON CONFLICT (board, chat, inline) DO NOTHING";
