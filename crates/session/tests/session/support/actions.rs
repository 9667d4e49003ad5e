//! Actions of every kind.

use zerosum_games::MoveCode;
use zerosum_search::level::Level;
use zerosum_session::Action;
use zerosum_session::game::ballot::VoteRules;
use zerosum_session::game::clock::TimeControl;

use super::sessions::agreements;

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
    let rules = [VoteRules::default(), VoteRules::default().with_next_votes().with_next_seconds()];
    let together = Level::ALL.map(Action::PlayTogether);
    let votes = together.into_iter().chain(rules.map(Action::SetVoteRules));
    let agreements = agreements().into_iter().chain(TimeControl::ALL.map(Action::Time));
    moves
        .chain([Action::Resign, Action::Join, Action::OpenSeat, Action::Decline, Action::PlayBoth])
        .chain(help)
        .chain(agreements)
        .chain(engines)
        .chain(votes)
        .collect()
}
