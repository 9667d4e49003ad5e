//! Encodes and decodes the fields of a button's data.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::game::ballot::VoteRules;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Action, Revision, SessionId};

use crate::tap::orders::{
    BlockedAt, BroadcastOrder, Counting, InvitationOrder, SeekerCard, SeekingOrder,
};
use crate::tap::panel::Panel;

/// Field in place of a game, if any game will do.
const ANY_GAME: &str = "any";

/// Encodes a choice. The game and the level are omitted if they are the defaults.
pub(super) fn encode_choice(choice: Choice) -> String {
    let side = choice.side.number();
    if choice == (Choice { side: choice.side, ..Choice::default() }) {
        return side.to_string();
    }
    format!("{side}:{}:{}", choice.level.name(), choice.spec.code())
}

pub(super) fn read_choice(fields: &[&str]) -> Option<Choice> {
    match *fields {
        [side] => Some(Choice { side: Side::read(side)?, ..Choice::default() }),
        [side, level, spec] => {
            let spec = GameSpec::from_code(spec)?;
            Some(Choice { spec, side: Side::read(side)?, level: Level::from_name(level)? })
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

pub(super) fn panel_name(panel: Option<Panel>) -> &'static str {
    match panel {
        None => "-",
        Some(Panel::Greetings) => "g",
        Some(Panel::Resignation) => "r",
        Some(Panel::DrawOffer) => "d",
        Some(Panel::Help) => "h",
        Some(Panel::Reminders { is_on: false }) => "c0",
        Some(Panel::Reminders { is_on: true }) => "c1",
    }
}

/// Decodes a panel. The inner option is `None` for the board's own buttons.
pub(super) fn read_panel(text: &str) -> Option<Option<Panel>> {
    let reminders = [false, true].map(|is_on| Some(Panel::Reminders { is_on }));
    let asked = [Panel::Greetings, Panel::Resignation, Panel::DrawOffer, Panel::Help].map(Some);
    let all = [None].into_iter().chain(asked);
    all.into_iter().chain(reminders).find(|panel| panel_name(*panel) == text)
}

pub(super) fn invitation_order_name(order: InvitationOrder) -> String {
    match order {
        InvitationOrder::Play(side) => side.number().to_string(),
        InvitationOrder::Time(control) => format!("t{}", control.name()),
        InvitationOrder::Withdraw => "x".to_owned(),
    }
}

pub(super) fn read_invitation_order(text: &str) -> Option<InvitationOrder> {
    match text.strip_prefix('t') {
        Some(control) => TimeControl::from_name(control).map(InvitationOrder::Time),
        None if text == "x" => Some(InvitationOrder::Withdraw),
        None => Side::read(text).map(InvitationOrder::Play),
    }
}

/// Encodes a seeker card. The side is omitted if either will do.
pub(super) fn encode_seeker_card(card: SeekerCard) -> String {
    let SeekerCard { spec, side, time, is_chosen } = card;
    let kind = if is_chosen { "mg" } else { "mc" };
    let code = spec.map_or(ANY_GAME.to_owned(), GameSpec::code);
    let side = side.map_or(String::new(), |side| format!(":{}", side.number()));
    format!("{kind}:{}:{code}{side}", time.name())
}

pub(super) fn read_seeker_card(kind: &str, fields: &[&str]) -> Option<SeekerCard> {
    let [time, code, side @ ..] = fields else { return None };
    let spec = if *code == ANY_GAME { None } else { Some(GameSpec::from_code(code)?) };
    let side = match side {
        [] => None,
        [side] => Some(Side::read(side)?),
        _ => return None,
    };
    Some(SeekerCard { spec, side, time: TimeControl::from_name(time)?, is_chosen: kind == "mg" })
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
        "1" | "2" => Side::read(text).map(|side| SeekingOrder::Play(Some(side))),
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
        Counting::Details => "d",
        Counting::AskToStop => "a",
        Counting::Stop => "x",
        Counting::Keep => "k",
        Counting::Start => "s",
        Counting::TellMilestones => "mt",
        Counting::HideMilestones => "mh",
    }
}

pub(super) fn read_counting(text: &str) -> Option<Counting> {
    let asked = [Counting::Details, Counting::AskToStop, Counting::Stop];
    let of_games = asked.into_iter().chain([Counting::Keep, Counting::Start]);
    let of_milestones = [Counting::TellMilestones, Counting::HideMilestones];
    of_games.chain(of_milestones).find(|counting| counting_name(*counting) == text)
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

/// Kind of the buttons of an action.
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
