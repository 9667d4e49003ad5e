//! How many entries of everything large fit into the memory that the process may take.
//!
//! The one place where bytes become numbers. What each entry takes was measured and is rounded up,
//! because an allocator keeps more than it gives out. What is small and of fixed size, such as the
//! queues of the store, is part of `BASE_BYTES`.

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// The program itself, its threads, the solved games, the phrases, the caches and queues of the
/// database, the reviews and analyses that are kept, and the connections that are kept open.
const BASE_BYTES: usize = 36 * MIB;

/// An update being worked on: the task with its call to Telegram, and the buffers of a connection.
const UPDATE_BYTES: usize = 40 * KIB;

/// An edit that is made or waits: the task with its call, the buffers of a connection, and two
/// views.
const EDIT_BYTES: usize = 40 * KIB;

/// A live board with its place in the map.
const BOARD_BYTES: usize = 256;

/// A live person with the longest name.
const PERSON_BYTES: usize = 288;

/// A picture as a file, from when it is painted until its call has ended.
pub const PICTURE_BYTES: usize = 98 * KIB;

/// A picture being painted: four bytes for each pixel, one for its colour, and runs of equal ones.
const PAINTING_BYTES: usize = 5 * MIB;

/// What is remembered of one message, which may be an inline one with a long name.
const MESSAGE_BYTES: usize = 304;

/// What is remembered of one person who has lately started a game.
const STARTER_BYTES: usize = 80;

/// What all threads that think may remember of positions: more than this finds hardly any more.
const TABLES_MAX: usize = 1 << 30;

/// More updates in flight than this do not make the bot faster.
const UPDATES_MAX: usize = 4_096;

/// More edits in flight than this could not all be made before they are of no interest.
const EDITS_MAX: usize = 20_000;

/// More pictures painted at once than this are not painted sooner.
const PAINTINGS_MAX: usize = 4;

/// More pictures in flight than this are never reached: Telegram takes thirty calls in a second.
const PICTURES_MAX: usize = 256;

/// How much there may be at most of everything that grows with the number of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    pub updates_in_flight: usize,
    pub edits_in_flight: usize,
    pub pictures_painted: usize,
    pub pictures_in_flight: usize,
    pub live_boards: usize,
    pub live_people: usize,
    pub remembered_messages: usize,
    pub remembered_starters: usize,
    /// What engines may remember of positions, on all threads together.
    pub table_bytes: usize,
}

impl Capacity {
    /// What fits into so many MB.
    pub fn within(memory_mb: u32) -> Capacity {
        let memory = usize::try_from(memory_mb).unwrap_or(usize::MAX).saturating_mul(MIB);
        // Whatever the setting says, something must be possible.
        let free = memory.saturating_sub(BASE_BYTES).max(MIB);
        let table_bytes = (free / 8).min(TABLES_MAX);
        let free = free - table_bytes;
        // Half for what is being done, half for copies that spare reading and drawing.
        let (doing, copies) = (free / 2, free / 2);
        let pictures_painted = (doing / 3 / PAINTING_BYTES).clamp(1, PAINTINGS_MAX);
        let pictures_in_flight = (doing / 14 / PICTURE_BYTES).clamp(1, PICTURES_MAX);
        let pictures = pictures_painted * PAINTING_BYTES + pictures_in_flight * PICTURE_BYTES;
        // An equal share of what pictures leave, but no edit is asked for without an update.
        let updates = (doing.saturating_sub(pictures) / 2).max(doing / 3);
        let edits = doing.saturating_sub(pictures + updates).max(EDIT_BYTES);
        Capacity {
            updates_in_flight: (updates / UPDATE_BYTES).min(UPDATES_MAX),
            edits_in_flight: (edits / EDIT_BYTES).min(EDITS_MAX),
            pictures_painted,
            pictures_in_flight,
            live_boards: copies / 8 * 5 / BOARD_BYTES,
            live_people: copies / 8 / PERSON_BYTES,
            remembered_messages: copies / 8 / MESSAGE_BYTES,
            remembered_starters: copies / 8 / STARTER_BYTES,
            table_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_fits_into_what_is_given() {
        for memory_mb in [64, 65, 100, 256, 1_000, 65_536] {
            let capacity = Capacity::within(memory_mb);
            let bytes = BASE_BYTES
                + capacity.updates_in_flight * UPDATE_BYTES
                + capacity.edits_in_flight * EDIT_BYTES
                + capacity.pictures_painted * PAINTING_BYTES
                + capacity.pictures_in_flight * PICTURE_BYTES
                + capacity.live_boards * BOARD_BYTES
                + capacity.live_people * PERSON_BYTES
                + capacity.remembered_messages * MESSAGE_BYTES
                + capacity.remembered_starters * STARTER_BYTES
                + capacity.table_bytes;
            let given = usize::try_from(memory_mb).expect("a small number") * MIB;
            assert!(bytes <= given, "{bytes} of {given}: {capacity:?}");
            assert!(capacity.updates_in_flight >= 100, "{capacity:?}");
            assert!(capacity.live_boards >= 30_000, "{capacity:?}");
        }
    }

    #[test]
    fn something_is_possible_with_any_number() {
        for memory_mb in [0, 1, 36, u32::MAX] {
            let capacity = Capacity::within(memory_mb);
            assert!(capacity.updates_in_flight > 0);
            assert!(capacity.pictures_painted > 0 && capacity.pictures_in_flight > 0);
        }
    }
}
