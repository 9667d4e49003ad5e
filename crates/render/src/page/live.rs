//! A game of the chat as the page shows it to one of its players, or to a viewer without a seat.
//!
//! Its controls carry the data of the chat's buttons, so the page knows no action by name.

use serde::Serialize;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::side::{BySide, Side};
use zerosum_search::searcher::SearchResult;
use zerosum_session::choice::Next;
use zerosum_session::game::agreement::Offer;
use zerosum_session::game::clock::PlayTime;
use zerosum_session::people::milestones::Milestone;
use zerosum_session::{Action, Awaiting, Revision, Seat, Session, SessionId, UserId};

use crate::board::buttons::focus::Focus;
use crate::board::clock;
use crate::board::endings;
use crate::board::insight::Insight;
use crate::board::panels::TAKE_BACK;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::page::PageLabel;
use crate::locales::phrase::Phrase;
use crate::page::game::GameView;
use crate::study::sharing;
use crate::tap::{self, Tap};
use crate::view::{Audience, Button};

/// Controls that say a phrase.
const SAY: &str = "say";

/// The control that takes the open seat, as a tap on the board does.
const SEAT: &str = "seat";

/// Controls that lead to another game.
const AGAIN: &str = "again";

/// The reader of a live game.
#[derive(Clone, Copy)]
pub struct LiveViewer<'a> {
    /// The person; `None` for a viewer who is not known.
    pub user: Option<UserId>,
    /// Names of the players.
    pub names: BySide<&'a DisplayName>,
    /// Display of the game in the private chat of the person.
    pub in_chat: InChat,
    /// True if the game is played in a group.
    pub is_of_group: bool,
    /// True if the open seat is reserved for another person now.
    pub is_kept_from: bool,
    pub localizer: Localizer<'a>,
}

/// Display of a game in the private chat of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InChat {
    Shown,
    /// There is no message with it.
    Unsent,
    /// It is played in another chat.
    Elsewhere,
}

/// The state of a live game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveSnapshot {
    #[serde(flatten)]
    pub(super) game: GameView,
    /// Number of the accepted transitions: of two states the one with the larger number is newer.
    rev: u32,
    #[serde(flatten)]
    links: GameLinks,
    /// The viewer's side, from 1; left out for one without a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    /// Lines about offers and about what the players say, also while an earlier position is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    talk: Vec<String>,
    /// Line for viewers who have not played a game in which the bot was beaten.
    #[serde(skip_serializing_if = "Option::is_none")]
    dare: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    /// Buttons beside the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    controls: Vec<ControlView>,
}

/// The links by which games are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLinks {
    pub link: String,
    /// That of the game after this one. No other game follows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A clock, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ClockView {
    left: [u64; 2],
    /// The side whose time runs, from 1; left out while the clock waits for a message that shows the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u8>,
    /// True while the clock waits, and may start at any moment.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    waits: bool,
}

/// A button, with the question that is asked before it is obeyed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ControlView {
    label: String,
    tap: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    /// It stands in a list that is opened by a button.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'static str>,
    /// Key of the board that does the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<char>,
}

impl LiveSnapshot {
    pub fn title(&self) -> &str {
        self.game.title()
    }

    /// Adds a line that tells the viewer a milestone.
    pub fn with_milestone(mut self, milestone: Milestone, localizer: Localizer) -> LiveSnapshot {
        self.talk.push(endings::milestone_line(milestone, localizer));
        self
    }

    /// Renders a game for a viewer at a moment, with the analysis if the viewer may see it.
    pub fn of(
        session: &Session,
        links: GameLinks,
        viewer: LiveViewer,
        analysis: Option<&SearchResult>,
        now: PlayTime,
    ) -> LiveSnapshot {
        let side = viewer.user.and_then(|user| session.seat_of(user));
        // The help of a player is for that player only.
        let insight = side.map(|_| Insight::of(session, analysis)).unwrap_or_default();
        let localizer = viewer.localizer;
        let audience = audience_of(session, side, viewer);
        let focus = Focus::Suggested;
        let renderer = BoardRenderer { session, focus, insight, audience, localizer };
        let awaited = session.awaiting();
        let is_theirs =
            matches!(awaited, Awaiting::Human { user, .. } if Some(user) == viewer.user);
        // Votes are cast in the chat, where each person has one.
        let may_move = is_theirs && !session.is_voted();
        // The person of a replay has not played it.
        let is_known =
            |side| !session.is_replay() || matches!(session.seats().get(side), Seat::Engine(_));
        let name = |side| match is_known(side) {
            true => renderer.name_with_level(side).as_str().to_owned(),
            false => renderer.say(Phrase::Somebody),
        };
        let names = BySide { first: name(Side::First), second: name(Side::Second) };
        let notes = renderer.notes_of_live_game(side.is_some());
        let game = GameView::of(&renderer, may_move, names, notes);
        LiveSnapshot {
            game: match renderer.state_for_watcher(side, viewer) {
                Some(say) => game.saying(say),
                None => game,
            },
            talk: renderer.talk(links.next.is_some()),
            rev: session.revision().0,
            controls: match (side, viewer.user) {
                (Some(side), _) => renderer.controls(side, viewer.in_chat, links.next.is_some()),
                (None, _) => renderer.seat_on_offer(viewer).into_iter().collect(),
            },
            links,
            side: side.map(Side::number),
            dare: Some(session)
                .filter(|session| side.is_none() || session.is_replay())
                .and_then(|session| sharing::dare(session, None, localizer)),
            clock: clock_of(session, now),
        }
    }
}

/// Returns the name of the other player in the game of a person, as the game itself shows it.
pub fn opponent_of(session: &Session, viewer: LiveViewer) -> String {
    let side = viewer.user.and_then(|user| session.seat_of(user));
    let audience = audience_of(session, side, viewer);
    let renderer = BoardRenderer::new(session, Focus::Suggested, audience, viewer.localizer);
    renderer.name_with_level(!side.unwrap_or(Side::First)).as_str().to_owned()
}

fn audience_of<'a>(session: &Session, side: Option<Side>, viewer: LiveViewer<'a>) -> Audience<'a> {
    let opponent = viewer.user.and_then(|user| session.opponent_of(user));
    let is_alone = session.side_against_engine().is_some() && !session.is_voted();
    let LiveViewer { names, is_of_group, .. } = viewer;
    match side {
        Some(side) if opponent.is_some() => {
            Audience::Person { side, other: names.get(!side), is_of_group }
        }
        Some(_) if is_alone || session.seats().find(|seat| *seat == Seat::Gone).is_some() => {
            Audience::Owner
        }
        Some(_) | None => Audience::Group { names, is_of_group },
    }
}

fn clock_of(session: &Session, now: PlayTime) -> Option<ClockView> {
    if !clock::is_shown(session) {
        return None;
    }
    let left = Side::ALL.map(|side| {
        let left = session.time_left(side, now).unwrap_or_default();
        u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
    });
    let waits = session.is_clock_waiting();
    let running = session.timed_side().filter(|_| !waits);
    Some(ClockView { left, runs: running.map(Side::number), waits })
}

impl BoardRenderer<'_> {
    /// Lines below the sentence of a live game.
    fn notes_of_live_game(&self, is_seated: bool) -> Vec<String> {
        let had = self.session.outcome().and_then(|_| self.help_had());
        let help = if is_seated { self.help_lines() } else { Vec::new() };
        self.notes_for_page().into_iter().chain(had).chain(help).collect()
    }

    /// Lines about offers, and about what the players say.
    fn talk(&self, has_next: bool) -> Vec<String> {
        let rematch = self.rematch_line().filter(|_| !has_next);
        let said = self.greeting_line().into_iter().chain(rematch);
        self.offer_lines().into_iter().chain(said).collect()
    }

    /// The sentence in place of the chat's, if that would have the viewer tap a board on which they cannot act.
    fn state_for_watcher(&self, side: Option<Side>, viewer: LiveViewer) -> Option<String> {
        let session = self.session;
        let is_open = session.open_side().is_some() && session.reservation().is_none();
        let label = if session.is_voted() {
            PageLabel::Votes
        } else if is_open && side.is_none() && self.seat_on_offer(viewer).is_none() {
            PageLabel::SeatFree
        } else {
            return None;
        };
        session.outcome().is_none().then(|| self.localizer.page_label(label))
    }

    /// Button for a viewer who may take the open seat.
    fn seat_on_offer(&self, viewer: LiveViewer) -> Option<ControlView> {
        let session = self.session;
        let user = viewer.user.filter(|user| !user.is_guest() && !viewer.is_kept_from)?;
        let is_open = session.open_side().is_some() && session.outcome().is_none();
        if !is_open {
            return None;
        }
        let label = match session.reservation() {
            Some(kept) if kept.user == user => self.say(Phrase::ChallengeAccept),
            _ => self.localizer.page_label(PageLabel::Join),
        };
        Some(control(self.act(&label, Action::Join), None, Some(SEAT)))
    }

    /// Buttons for the player on this side.
    fn controls(&self, side: Side, in_chat: InChat, has_next: bool) -> Vec<ControlView> {
        let session = self.session;
        let has_again = in_chat != InChat::Elsewhere && !has_next;
        let again = if has_again { self.next_games() } else { Vec::new() };
        let panels = [again, self.colours(side), self.helps(), self.agreements()];
        let mut controls: Vec<ControlView> = panels.into_iter().flatten().collect();
        if session.outcome().is_none() && !session.is_voted() {
            let (id, seen) = (session.id(), session.revision());
            let asks = Some(self.say(Phrase::ResignSure));
            let tap = tap::encode(Tap::ResignSurely { id, seen, side });
            let label = self.say(Phrase::AskResign);
            controls.push(ControlView { label, tap, asks, group: None, key: None });
        }
        if session.can_greet() {
            let phrases = self.greetings().into_iter();
            controls.extend(phrases.map(|button| control(button, None, Some(SAY))));
        }
        if in_chat == InChat::Unsent {
            let label = self.localizer.page_label(PageLabel::ToChat);
            let tap = Tap::Bring(session.id());
            controls.push(control(Button { label, tap }, None, None));
        }
        controls
    }

    /// Buttons for another game after this one.
    fn next_games(&self) -> Vec<ControlView> {
        if self.session.outcome().is_none() {
            return Vec::new();
        }
        let rows = endings::buttons(self.session, self.audience, self.localizer);
        let next = rows.into_iter().flatten().filter(|it| matches!(it.tap, Tap::Again { .. }));
        next.map(|button| control(button, None, Some(AGAIN))).collect()
    }

    /// Buttons for the choice of a colour, if the player on this side is to make it.
    fn colours(&self, side: Side) -> Vec<ControlView> {
        let row = self.opening_row().filter(|_| self.session.turn() == side);
        row.into_iter().flatten().map(|button| control(button, None, None)).collect()
    }

    /// Buttons for help against an engine: those that act at once.
    fn helps(&self) -> Vec<ControlView> {
        let rows = self.help_row().into_iter().chain(match self.session.has_help() {
            true => self.more_help(),
            false => Vec::new(),
        });
        let acts = rows.flatten().filter_map(|button| match button.tap {
            Tap::Act { action: Action::TakeBack, .. } => Some(self.take_back(Action::TakeBack)),
            Tap::Act { .. } => Some(button),
            _ => None,
        });
        acts.map(|button| control(button, None, None)).collect()
    }

    /// Buttons for agreements between two people.
    fn agreements(&self) -> Vec<ControlView> {
        if !self.session.is_in_play_between_people() {
            return Vec::new();
        }
        let answers = self.answers();
        if !answers.is_empty() {
            return answers.into_iter().map(|button| control(button, None, None)).collect();
        }
        let draw = self.action_button(Phrase::OfferDraw, Action::Offer(Offer::Draw));
        let back = self.take_back(Action::Offer(Offer::TakeBack));
        vec![control(draw, Some(self.say(Phrase::DrawSure)), None), control(back, None, None)]
    }

    /// Button that takes a move back, or asks for that. On a page the short label of the chat may read as "go back".
    fn take_back(&self, action: Action) -> Button {
        let label = self.localizer.page_label(PageLabel::TakeBack);
        self.act(&format!("{TAKE_BACK} {label}"), action)
    }
}

fn control(button: Button, asks: Option<String>, group: Option<&'static str>) -> ControlView {
    let key = match button.tap {
        Tap::Act { action, .. } => key_of(action),
        _ => None,
    };
    ControlView { label: button.label, tap: tap::encode(button.tap), asks, group, key }
}

fn key_of(action: Action) -> Option<char> {
    match action {
        Action::Hint => Some('h'),
        Action::Xray { .. } => Some('x'),
        Action::Explain => Some('e'),
        Action::TakeBack | Action::Offer(Offer::TakeBack) => Some('u'),
        _ => None,
    }
}

/// The request of a control, in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    pub id: SessionId,
    pub order: Order,
}

/// Order of a control, with the revision that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Act(Revision, Action),
    /// Another game after this one.
    Again(Revision, Next),
    /// The board in the private chat.
    Send,
}

/// Reads the data of a control; `None` for a button that the page does not have.
pub fn read_control(data: &str) -> Option<Control> {
    let (id, order) = match tap::decode(data).ok()? {
        Tap::Act { id, seen, action } if is_offered(action) => (id, Order::Act(seen, action)),
        Tap::ResignSurely { id, seen, .. } => (id, Order::Act(seen, Action::Resign)),
        Tap::Again { id, seen, next } => (id, Order::Again(seen, next)),
        Tap::Bring(id) => (id, Order::Send),
        _ => return None,
    };
    Some(Control { id, order })
}

/// Returns whether an action is among the controls of the page. Moves are made by cells, and colours are chosen by
/// buttons. An open seat can be taken here; reserving, declining and opening it stay in the chat.
fn is_offered(action: Action) -> bool {
    match action {
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => true,
        Action::Offer(_) | Action::Accept(_) | Action::Greet(_) | Action::Join => true,
        Action::Play(code) => OpeningChoice::of_code(code).is_some(),
        Action::Resign | Action::PlayEngine(_) => false,
        Action::PlayTogether(_) | Action::SetVoteRules(_) | Action::PlayBoth => false,
        Action::OpenSeat | Action::Decline | Action::Time(_) => false,
    }
}
