//! How the fields of a button's data are spelled.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;

use crate::render::agreement::Panel;
use crate::render::tap::{
    BlockedAt, BroadcastOrder, Counting, InvitationOrder, Part, Ply, SeekingOrder,
};
use crate::session::agreement::{Greeting, Offer};
use crate::session::ballot::VoteRules;
use crate::session::choice::{Choice, Next};
use crate::session::clock::TimeControl;
use crate::session::{Action, Revision, SessionId};

/// The game and the level are left out where they are those of somebody who has not chosen.
pub(super) fn encode_choice(choice: Choice) -> String {
    let side = side_number(choice.side);
    if choice == (Choice { side: choice.side, ..Choice::default() }) {
        return side.to_string();
    }
    format!("{side}:{}:{}", choice.level.name(), choice.spec.code())
}

pub(in crate::render) fn side_number(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

pub(super) fn read_choice(fields: &[&str]) -> Option<Choice> {
    match *fields {
        [side] => Some(Choice { side: side_of(side)?, ..Choice::default() }),
        [side, level, spec] => {
            let spec = GameSpec::from_code(spec)?;
            Some(Choice { spec, side: side_of(side)?, level: Level::from_name(level)? })
        }
        _ => None,
    }
}

pub(super) fn read_id(text: &str) -> Option<SessionId> {
    u64::from_str_radix(text, 16).ok().map(SessionId)
}

pub(super) fn read_blocked_at(text: &str) -> Option<BlockedAt> {
    u64::from_str_radix(text, 16).ok().map(|since| BlockedAt(since.cast_signed()))
}

pub(super) fn read_revision(text: &str) -> Option<Revision> {
    u32::from_str_radix(text, 16).ok().map(Revision)
}

pub(in crate::render) fn read_ply(text: &str) -> Option<Ply> {
    u16::from_str_radix(text, 16).ok().map(Ply)
}

pub(in crate::render) fn part_name(part: Option<Part>) -> String {
    part.map_or("-".to_owned(), |Part(part)| format!("{part:x}"))
}

/// The inner one is `None` if no part is named.
pub(in crate::render) fn read_part(text: &str) -> Option<Option<Part>> {
    match text {
        "-" => Some(None),
        part => part_number(part).map(Some),
    }
}

pub(in crate::render) fn part_number(text: &str) -> Option<Part> {
    u8::from_str_radix(text, 16).ok().map(Part)
}

pub(super) fn panel_name(panel: Option<Panel>) -> &'static str {
    match panel {
        None => "-",
        Some(Panel::Greetings) => "g",
        Some(Panel::Resignation) => "r",
        Some(Panel::Reminders { is_on: false }) => "c0",
        Some(Panel::Reminders { is_on: true }) => "c1",
    }
}

/// The inner one is `None` if the board's own buttons are asked for.
pub(super) fn read_panel(text: &str) -> Option<Option<Panel>> {
    let reminders = [false, true].map(|is_on| Some(Panel::Reminders { is_on }));
    let all = [None, Some(Panel::Greetings), Some(Panel::Resignation)];
    all.into_iter().chain(reminders).find(|panel| panel_name(*panel) == text)
}

pub(in crate::render) fn side_of(text: &str) -> Option<Side> {
    match text {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        _ => None,
    }
}

pub(super) fn invitation_order_name(order: InvitationOrder) -> String {
    match order {
        InvitationOrder::Play(side) => side_number(side).to_string(),
        InvitationOrder::Time(control) => format!("t{}", control.name()),
        InvitationOrder::Withdraw => "x".to_owned(),
    }
}

pub(super) fn read_invitation_order(text: &str) -> Option<InvitationOrder> {
    match text.strip_prefix('t') {
        Some(control) => TimeControl::from_name(control).map(InvitationOrder::Time),
        None if text == "x" => Some(InvitationOrder::Withdraw),
        None => side_of(text).map(InvitationOrder::Play),
    }
}

pub(super) fn seeking_order_name(order: SeekingOrder) -> &'static str {
    match order {
        SeekingOrder::AnyGame(true) => "a",
        SeekingOrder::AnyGame(false) => "o",
        SeekingOrder::Play(None) => "0",
        SeekingOrder::Play(Some(Side::First)) => "1",
        SeekingOrder::Play(Some(Side::Second)) => "2",
        SeekingOrder::Time(time) => time.name(),
        SeekingOrder::Withdraw => "x",
    }
}

pub(super) fn read_seeking_order(text: &str) -> Option<SeekingOrder> {
    match text {
        "a" => Some(SeekingOrder::AnyGame(true)),
        "o" => Some(SeekingOrder::AnyGame(false)),
        "0" => Some(SeekingOrder::Play(None)),
        "x" => Some(SeekingOrder::Withdraw),
        "1" | "2" => side_of(text).map(|side| SeekingOrder::Play(Some(side))),
        time => TimeControl::from_name(time).map(SeekingOrder::Time),
    }
}

pub(super) fn order_name(order: BroadcastOrder) -> &'static str {
    match order {
        BroadcastOrder::Send => "s",
        BroadcastOrder::Discard => "d",
        BroadcastOrder::Stop => "x",
    }
}

pub(super) fn read_order(text: &str) -> Option<BroadcastOrder> {
    let all = [BroadcastOrder::Send, BroadcastOrder::Discard, BroadcastOrder::Stop];
    all.into_iter().find(|order| order_name(*order) == text)
}

pub(super) fn counting_name(counting: Counting) -> &'static str {
    match counting {
        Counting::AskToStop => "a",
        Counting::Stop => "x",
        Counting::Keep => "k",
        Counting::Start => "s",
    }
}

pub(super) fn read_counting(text: &str) -> Option<Counting> {
    let all = [Counting::AskToStop, Counting::Stop, Counting::Keep, Counting::Start];
    all.into_iter().find(|counting| counting_name(*counting) == text)
}

pub(super) fn next_name(next: Next) -> &'static str {
    match next {
        Next::Same => "r",
        Next::OtherSide => "s",
        Next::Easier => "e",
        Next::Harder => "h",
    }
}

pub(super) fn read_next(text: &str) -> Option<Next> {
    let all = [Next::Same, Next::OtherSide, Next::Easier, Next::Harder];
    all.into_iter().find(|next| next_name(*next) == text)
}

/// The kind of the buttons of an action.
pub(super) fn action_kind(action: Action) -> &'static str {
    match action {
        Action::OpenSeat | Action::Decline | Action::PlayBoth => "ch",
        Action::Play(_)
        | Action::Resign
        | Action::Join
        | Action::PlayEngine(_)
        | Action::PlayTogether(_)
        | Action::SetVoteRules(_)
        | Action::Time(_)
        | Action::Hint
        | Action::Explain
        | Action::Xray { .. }
        | Action::TakeBack
        | Action::Offer(_)
        | Action::Accept(_)
        | Action::Greet(_) => "a",
    }
}

pub(super) fn action_name(action: Action) -> String {
    match action {
        Action::Play(MoveCode(code)) => format!("p{code:x}"),
        Action::Resign => "x".to_owned(),
        Action::Join => "j".to_owned(),
        Action::PlayEngine(level) => format!("e{}", level.name()),
        Action::PlayTogether(level) => format!("t{}", level.name()),
        Action::SetVoteRules(rules) => format!("b{}.{}", rules.votes(), rules.seconds()),
        Action::OpenSeat => "o".to_owned(),
        Action::PlayBoth => "b".to_owned(),
        Action::Decline => "d".to_owned(),
        Action::Hint => "i".to_owned(),
        Action::Explain => "w".to_owned(),
        Action::Xray { is_on: true } => "v1".to_owned(),
        Action::Xray { is_on: false } => "v0".to_owned(),
        Action::TakeBack => "u".to_owned(),
        Action::Offer(offer) => format!("o{}", offer.letter()),
        Action::Accept(offer) => format!("y{}", offer.letter()),
        Action::Greet(greeting) => format!("g{}", greeting.letter()),
        Action::Time(control) => format!("c{}", control.name()),
    }
}

pub(super) fn read_action(text: &str) -> Option<Action> {
    match text {
        "x" => Some(Action::Resign),
        "j" => Some(Action::Join),
        "o" => Some(Action::OpenSeat),
        "b" => Some(Action::PlayBoth),
        "d" => Some(Action::Decline),
        "i" => Some(Action::Hint),
        "w" => Some(Action::Explain),
        "v1" => Some(Action::Xray { is_on: true }),
        "v0" => Some(Action::Xray { is_on: false }),
        "u" => Some(Action::TakeBack),
        _ if text.starts_with('o') => Offer::of_letter(&text[1..]).map(Action::Offer),
        _ if text.starts_with('y') => Offer::of_letter(&text[1..]).map(Action::Accept),
        _ if text.starts_with('g') => Greeting::of_letter(&text[1..]).map(Action::Greet),
        _ if text.starts_with('c') => TimeControl::from_name(&text[1..]).map(Action::Time),
        _ if text.starts_with('e') => Level::from_name(&text[1..]).map(Action::PlayEngine),
        _ if text.starts_with('t') => Level::from_name(&text[1..]).map(Action::PlayTogether),
        _ if text.starts_with('b') => {
            let (votes, seconds) = text[1..].split_once('.')?;
            let rules = VoteRules::new(votes.parse().ok()?, seconds.parse().ok()?)?;
            Some(Action::SetVoteRules(rules))
        }
        _ => {
            let code = u16::from_str_radix(text.strip_prefix('p')?, 16).ok()?;
            Some(Action::Play(MoveCode(code)))
        }
    }
}
