//! The buttons of whoever wants an opponent.

use zerosum::render::tap::{SeekingOrder, Tap};
use zerosum::session::SessionId;
use zerosum::session::clock::TimeControl;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Tap> {
    let games = [true, false].map(SeekingOrder::AnyGame).into_iter();
    let sides = [None, Some(Side::First), Some(Side::Second)].map(SeekingOrder::Play);
    let times = TimeControl::ALL.map(SeekingOrder::Time);
    let orders = games.chain(sides).chain(times).chain([SeekingOrder::Withdraw]);
    let orders = orders
        .flat_map(|order| [0, 0xabc, u64::MAX].map(|id| Tap::Seeking { id: SessionId(id), order }));
    GameSpec::ALL.into_iter().map(Tap::Seek).chain(orders)
}
