//! Computes how many entries of each large kind fit into the memory limit of the process.
//!
//! This is the only place where bytes are turned into counts. The sizes of entries were measured and
//! rounded up, because an allocator keeps more than it hands out. Small structures of fixed size, such as
//! the queues of the store, are part of `BASE_BYTES`.

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// The program itself, its threads, the solved games, the phrases, the caches and queues of the database,
/// cached reviews and analyses, and idle connections.
const BASE_BYTES: usize = 36 * MIB;

/// An update being handled: the task with its call to Telegram, and the buffers of a connection.
const UPDATE_BYTES: usize = 40 * KIB;

/// A message that waits to be answered: the task of its handler, and what it has rendered.
const QUEUED_BYTES: usize = 10 * KIB;

/// Number of waiting messages for each one being handled.
const QUEUED_FOR_EACH: usize = 8;

/// An edit in flight or waiting: the task with its call, the buffers of a connection, and up to two
/// views.
const EDIT_BYTES: usize = 40 * KIB;

/// A cached board with its place in the map.
const BOARD_BYTES: usize = 256;

/// A cached person with the longest name.
const PERSON_BYTES: usize = 288;

/// A picture as a file, from when it is painted until its call has ended.
pub(crate) const PICTURE_BYTES: usize = 98 * KIB;

/// A picture being painted: four bytes for each pixel, one for its colour, and runs of equal ones. A sheet or an
/// animation takes no more while it is drawn.
const PAINTING_BYTES: usize = 5 * MIB;

/// A file on its way to Telegram. Parts of what is stored about a person are the largest.
pub(crate) const FILE_BYTES: usize = 3 * MIB;

/// Data kept about one message, which may be an inline one with a long name.
const MESSAGE_BYTES: usize = 304;

/// Data kept about one person who has recently started a game.
const STARTER_BYTES: usize = 80;

/// A connection of a visitor of the page: its buffers and a request.
const PAGE_CONNECTION_BYTES: usize = 40 * KIB;

/// A remembered address of visitors.
const PAGE_ADDRESS_BYTES: usize = 96;

/// Connections of the page with however much memory: a host with more visitors needs more replicas.
const PAGE_CONNECTIONS_MAX: usize = 4_096;

/// Of the files that the process may open, one in this many may be a connection of the page.
const FILES_FOR_EACH_PAGE_CONNECTION: usize = 2;

/// Connections and memory for addresses of the page with however little memory.
const PAGE_CONNECTIONS_MIN: usize = 64;
const PAGE_ADDRESSES_BYTES_MIN: usize = MIB / 4;

/// Maximum size of the tables of all search threads: larger ones yield hardly more hits.
const TABLES_MAX: usize = 1 << 30;

/// More updates in flight than this do not make the bot faster.
const UPDATES_MAX: usize = 4_096;

/// More edits in flight than this could not all be made before they are of no interest.
const EDITS_MAX: usize = 20_000;

/// Painting more pictures than this at once is not faster.
const PAINTINGS_MAX: usize = 4;

/// Maximum number of sheets and animations among the pictures drawn at once. Each keeps a thread busy for
/// some milliseconds, or after a long game for about a second.
const DRAWINGS_MAX: usize = 2;

/// Sending more files than this at once is not faster.
const FILES_MAX: usize = 8;

/// More pictures in flight than this are never reached: Telegram takes thirty calls in a second.
const PICTURES_MAX: usize = 256;

/// Maximum number of everything that grows with the number of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    pub updates_in_flight: usize,
    /// Messages of people, which are counted separately, and those that wait.
    pub messages_in_flight: usize,
    pub messages_queued: usize,
    pub edits_in_flight: usize,
    pub pictures_painted: usize,
    pub pictures_in_flight: usize,
    /// Sheets and animations, among the pictures painted.
    pub files_drawn: usize,
    /// Files being made or sent.
    pub files_in_flight: usize,
    pub live_boards: usize,
    pub live_people: usize,
    pub remembered_messages: usize,
    pub remembered_starters: usize,
    /// Size of the engines' tables, on all threads together.
    pub table_bytes: usize,
    /// Connections of visitors of the page.
    pub page_connections: usize,
    /// Remembered addresses of visitors.
    pub page_addresses: usize,
}

impl Capacity {
    /// Capacity for a memory limit in MB, without a page.
    pub fn within(memory_mb: u32) -> Capacity {
        Capacity::divided(memory_mb, false)
    }

    /// Capacity for a memory limit in MB, an eighth of which is for the page if there is one.
    pub(crate) fn divided(memory_mb: u32, has_page: bool) -> Capacity {
        let memory = usize::try_from(memory_mb).unwrap_or(usize::MAX).saturating_mul(MIB);
        // Even with the smallest limit something must be possible.
        let free = memory.saturating_sub(BASE_BYTES).max(MIB);
        let page = if has_page { free / 8 } else { 0 };
        let free = free - page;
        let table_bytes = (free / 8).min(TABLES_MAX);
        let free = free - table_bytes;
        // For work in flight; the rest is for caches that save reads and drawings.
        let doing = free / 8 * 5;
        let copies = free - doing;
        let pictures_painted = (doing / 3 / PAINTING_BYTES).clamp(1, PAINTINGS_MAX);
        let pictures_in_flight = (doing / 14 / PICTURE_BYTES).clamp(1, PICTURES_MAX);
        let files_drawn = (pictures_painted / 2).clamp(1, DRAWINGS_MAX);
        let files_in_flight = (doing / 8 / FILE_BYTES).clamp(1, FILES_MAX);
        let pictures = pictures_painted * PAINTING_BYTES + pictures_in_flight * PICTURE_BYTES;
        let files = files_in_flight * FILE_BYTES;
        // Updates and edits share the rest equally.
        let updates = (doing.saturating_sub(pictures + files) / 2).max(UPDATE_BYTES);
        let edits = doing.saturating_sub(pictures + files + updates).max(EDIT_BYTES);
        let message_bytes = UPDATE_BYTES + QUEUED_FOR_EACH * QUEUED_BYTES;
        let messages_in_flight = (updates / 2 / message_bytes).clamp(2, UPDATES_MAX / 2);
        Capacity {
            updates_in_flight: (updates / 2 / UPDATE_BYTES).clamp(1, UPDATES_MAX / 2),
            messages_in_flight,
            messages_queued: messages_in_flight * QUEUED_FOR_EACH,
            edits_in_flight: (edits / EDIT_BYTES).min(EDITS_MAX),
            pictures_painted,
            pictures_in_flight,
            files_drawn,
            files_in_flight,
            live_boards: copies / 8 * 5 / BOARD_BYTES,
            live_people: copies / 8 / PERSON_BYTES,
            remembered_messages: copies / 8 / MESSAGE_BYTES,
            remembered_starters: copies / 8 / STARTER_BYTES,
            table_bytes,
            page_connections: (page / 4 * 3 / PAGE_CONNECTION_BYTES)
                .clamp(PAGE_CONNECTIONS_MIN, PAGE_CONNECTIONS_MAX),
            page_addresses: (page / 4).max(PAGE_ADDRESSES_BYTES_MIN) / PAGE_ADDRESS_BYTES,
        }
    }

    /// The same in a process that may open this many files.
    pub(crate) fn within_open_files(self, files_max: usize) -> Capacity {
        let connections = (files_max / FILES_FOR_EACH_PAGE_CONNECTION).max(1);
        Capacity { page_connections: self.page_connections.min(connections), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_fits_into_what_is_given() {
        let sizes = [64, 65, 100, 256, 1_000, 65_536];
        for (memory_mb, has_page) in
            sizes.into_iter().flat_map(|size| [(size, true), (size, false)])
        {
            let capacity = Capacity::divided(memory_mb, has_page);
            let page = capacity.page_connections * PAGE_CONNECTION_BYTES
                + capacity.page_addresses * PAGE_ADDRESS_BYTES;
            let bytes = BASE_BYTES
                + (capacity.updates_in_flight + capacity.messages_in_flight) * UPDATE_BYTES
                + capacity.messages_queued * QUEUED_BYTES
                + capacity.edits_in_flight * EDIT_BYTES
                + capacity.pictures_painted * PAINTING_BYTES
                + capacity.pictures_in_flight * PICTURE_BYTES
                + capacity.files_in_flight * FILE_BYTES
                + capacity.live_boards * BOARD_BYTES
                + capacity.live_people * PERSON_BYTES
                + capacity.remembered_messages * MESSAGE_BYTES
                + capacity.remembered_starters * STARTER_BYTES
                + capacity.table_bytes
                + if has_page { page } else { 0 };
            let given = usize::try_from(memory_mb).expect("a small number") * MIB;
            assert!(bytes <= given, "{bytes} of {given}: {capacity:?}");
            // A page takes an eighth of the least.
            let updates_min = if has_page { 26 } else { 30 };
            assert!(capacity.updates_in_flight >= updates_min, "{capacity:?}");
            assert!(capacity.live_boards >= 20_000, "{capacity:?}");
        }
    }

    #[test]
    fn half_of_the_files_are_left_for_others_than_visitors() {
        let capacity = Capacity::divided(1_000, true);
        assert!(capacity.page_connections > 1_000, "streams of a popular game: {capacity:?}");
        for (files_max, connections) in [
            (1_024, 512),
            (16_384, capacity.page_connections),
            (0, 1),
            (usize::MAX, capacity.page_connections),
        ] {
            let limited = capacity.within_open_files(files_max);
            assert_eq!(limited, Capacity { page_connections: connections, ..capacity });
        }
    }

    #[test]
    fn something_is_possible_with_any_number() {
        for memory_mb in [0, 1, 36, u32::MAX] {
            let capacity = Capacity::within(memory_mb);
            assert!(capacity.updates_in_flight > 0 && capacity.messages_in_flight > 1);
            assert!(capacity.pictures_painted > 0 && capacity.pictures_in_flight > 0);
            assert!(capacity.files_drawn > 0 && capacity.files_in_flight > 0);
            assert!(capacity.edits_in_flight > 0);
        }
    }
}
