//! Sessions of every kind.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_search::level::Level;
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::game::ballot::VoteRules;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Action, Seat, Session, SessionId, UserId};

pub(crate) const ANNA: UserId = UserId(1_001);
pub(crate) const BORIS: UserId = UserId(u64::MAX);
pub(crate) const CLARA: UserId = UserId(1_003);

/// Seatings of two people and the engine, some with open or abandoned seats.
pub(crate) fn seatings() -> [BySide<Seat>; 9] {
    let (anna, boris) = (Seat::Human(ANNA), Seat::Human(BORIS));
    let engine = Seat::Engine(Level::Best);
    [
        BySide { first: anna, second: engine },
        BySide { first: engine, second: anna },
        BySide { first: anna, second: boris },
        BySide { first: boris, second: anna },
        BySide { first: anna, second: anna },
        BySide { first: engine, second: engine },
        BySide { first: anna, second: Seat::Open },
        BySide { first: Seat::Open, second: anna },
        BySide { first: anna, second: Seat::Gone },
    ]
}

/// A new session of any game.
pub(crate) fn fresh_of(spec: GameSpec, seats: BySide<Seat>) -> Session {
    Session::new(SessionId(7), spec, seats)
}

/// A new session of tic-tac-toe.
pub(crate) fn fresh(seats: BySide<Seat>) -> Session {
    fresh_of(GameSpec::TicTacToe, seats)
}

/// Every kind of action, with these moves.
pub(crate) fn actions(codes: impl IntoIterator<Item = u16>) -> Vec<Action> {
    let moves = codes.into_iter().map(|code| Action::Play(MoveCode(code)));
    let engines = Level::ALL.map(Action::PlayEngine);
    let help = [
        Action::Hint,
        Action::Explain,
        Action::Xray { is_on: true },
        Action::Xray { is_on: false },
        Action::TakeBack,
    ];
    let offers =
        Offer::ALL.into_iter().flat_map(|offer| [Action::Offer(offer), Action::Accept(offer)]);
    let rules = [VoteRules::default(), VoteRules::default().with_next_votes().with_next_seconds()];
    let together = Level::ALL.map(Action::PlayTogether);
    let votes = together.into_iter().chain(rules.map(Action::SetVoteRules));
    let agreements = offers.chain(Greeting::ALL.map(Action::Greet));
    let agreements = agreements.chain(TimeControl::ALL.map(Action::Time));
    moves
        .chain([Action::Resign, Action::Join, Action::OpenSeat, Action::Decline, Action::PlayBoth])
        .chain(help)
        .chain(agreements)
        .chain(engines)
        .chain(votes)
        .collect()
}
