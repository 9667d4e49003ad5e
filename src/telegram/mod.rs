//! Telegram: updates in, calls out. teloxide is used only here, in the bot's dispatcher and in `app`.
//!
//! An update is parsed part by part ([`incoming::update`]) into one closed enum ([`incoming::event`]).
//! Updates arrive by [`incoming::polling`] or by a [`incoming::webhook`], and count as taken in once their
//! [`incoming::acknowledgement`] is given. Replies go through the [`outgoing::messenger`]: messages leave
//! by the [`outgoing::outbox`] and edits by the [`outgoing::edit_queue`], both within the
//! [`outgoing::rate_limit`].
//!
//! **When an update is acknowledged.** An update that changes state: once its decision is durable,
//! refused, or has failed and the person is about to be told. An update with nothing to store: before
//! its answer is sent. One for which Telegram has to be asked, such as who the administrators are, what
//! the same sender does after it, a move typed before its board has come, and a press of a person with too
//! many in flight: at once, because other updates would wait meanwhile.
//! Updates of kinds that the bot does not ask for are acknowledged at once, too.
//!
//! **How calls are paced.** A call counts against a budget from its beginning, and is released as if it
//! had arrived at its end, so the limit holds for any arrival time in between. Among calls of the same
//! priority, the person served longest ago goes first. Edits go before replies, three to one while both
//! wait and two to one in one chat, and replies leave a part of each budget to later edits; one turn in
//! eight goes to the least urgent call. Each priority may fill only its share of a bounded queue; a board whose edit does not
//! fit still counts in the store as not shown. A chat in which every call hangs does not block others.

pub mod incoming;
pub mod outgoing;
pub mod client;
