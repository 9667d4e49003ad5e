//! Taps of players who look for an opponent.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::tap::{SeekerCard, SeekingOrder, Tap};
use zerosum_session::SessionId;
use zerosum_session::game::clock::TimeControl;

/// All taps of this module.
pub(crate) fn all() -> impl Iterator<Item = Tap> {
    let games = [true, false].map(SeekingOrder::AnyGame).into_iter();
    let sides = [None, Some(Side::First), Some(Side::Second)].map(SeekingOrder::Play);
    let times = TimeControl::ALL.map(SeekingOrder::Time);
    let orders = games.chain(sides).chain(times).chain([SeekingOrder::Withdraw]);
    let orders = orders
        .flat_map(|order| [0, 0xabc, u64::MAX].map(|id| Tap::Seeking { id: SessionId(id), order }));
    let specs = GameSpec::ALL.into_iter().map(Some).chain([None]);
    let cards = specs.flat_map(|spec| {
        TimeControl::ALL.into_iter().flat_map(move |time| {
            let chosen = |side| [false, true].map(|is_chosen| (side, is_chosen));
            let each = [None, Some(Side::First), Some(Side::Second)].into_iter().flat_map(chosen);
            each.map(move |(side, is_chosen)| {
                Tap::Seeker(SeekerCard { spec, side, time, is_chosen })
            })
        })
    });
    GameSpec::ALL.into_iter().map(Tap::Seek).chain(cards).chain(orders)
}
