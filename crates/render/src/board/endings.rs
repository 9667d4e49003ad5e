//! The text and the buttons at the end of a game.

use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, Outcome};
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::game::leaving::Departure;
use zerosum_session::people::milestones::Milestone;
use zerosum_session::{Action, Seat, Session, UserId};

use crate::board::buttons::focus::Focus;
use crate::board::lines;
use crate::board::panels;
use crate::board::titles;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::page::PageLabel;
use crate::locales::phrase::Phrase;
use crate::pages::link_button::{LinkButton, PageLink};
use crate::study::replay;
use crate::study::review;
use crate::study::sharing;
use crate::tap::Tap;
use crate::view::{Audience, Button, View};

/// Sign of the button that opens the page.
const PAGE: &str = "▦";

impl BoardRenderer<'_> {
    /// Describes the result of the game in a sentence.
    pub(crate) fn result(&self, outcome: Outcome) -> String {
        let Outcome::Win(winner) = outcome else { return self.say(self.draw()) };
        if let Some(side) = self.session.resigned() {
            return match self.session.clock_end() {
                Some(end) => self.ended_by(end, side),
                None => match self.session.departure() {
                    // A player whose data was deleted has no name any more, in any chat.
                    Some(_) if *self.session.seats().get(side) == Seat::Gone => {
                        self.departure(winner)
                    }
                    Some(departure) => self.leaving(side, departure),
                    None => self.resignation(side),
                },
            };
        }
        if self.session.position().outcome().is_none() {
            return self.departure(winner);
        }
        let how = self.say(self.game().how_won(winner));
        let seat = *self.session.seats().get(winner);
        match seat {
            Seat::Engine(_) => {
                let moves = replay::moves_of(self.session, winner);
                self.say(Phrase::BotWon { moves, how: &how })
            }
            Seat::Human(_) if self.session.is_voted() => self.say(Phrase::GroupWon { how: &how }),
            Seat::Human(_) if !self.is_you(winner) => {
                self.say(Phrase::SomebodyWon { name: &self.name(winner), how: &how })
            }
            Seat::Human(_) if self.session.is_best_beaten() => {
                self.say(Phrase::YouBeatBest { how: &how })
            }
            Seat::Human(_) => {
                let won = self.say(Phrase::YouWon { how: &how });
                format!("{won} {}", self.say(cheer_of(self.session)))
            }
            Seat::Open | Seat::Gone => {
                self.say(Phrase::SomebodyWon { name: &self.name(winner), how: &how })
            }
        }
    }

    /// Says who has resigned and who wins.
    fn resignation(&self, loser: Side) -> String {
        if self.session.open_side().is_some() {
            return self.say(Phrase::NobodyCame);
        }
        if self.session.is_voted() {
            return self.say(Phrase::GroupResigned);
        }
        if let Some(name) = self.name_of_both() {
            return self.say(self.end_by_both(&name));
        }
        let is_to_engine = matches!(self.session.seats().get(!loser), Seat::Engine(_));
        let (name, winner) = (&self.name(loser), &self.name(!loser));
        self.say(match (self.is_you(loser), is_to_engine) {
            (true, true) => Phrase::YouResigned,
            (true, false) => Phrase::YouResignedTo { winner },
            (false, true) => Phrase::SomebodyResigned { name },
            (false, false) if self.is_you(!loser) => Phrase::SomebodyResignedToYou { name },
            (false, false) => Phrase::SomebodyResignedTo { name, winner },
        })
    }

    /// Says who has left the chat and who wins.
    fn leaving(&self, loser: Side, departure: Departure) -> String {
        let (name, winner) = (&self.name(loser), &self.name(!loser));
        if self.session.open_side().is_some() {
            return self.say(Phrase::NobodyCame);
        }
        if let Some(name) = self.name_of_both().filter(|_| departure == Departure::Left) {
            return self.say(self.end_by_both(&name));
        }
        let is_of_group = match self.audience {
            // A game against an engine ends with a departure in a group only.
            Audience::Owner => self.session.side_against_engine().is_some(),
            Audience::Person { is_of_group, .. } | Audience::Group { is_of_group, .. } => {
                is_of_group
            }
        };
        let (is_loser, is_winner) = (self.is_you(loser), self.is_you(!loser));
        self.say(match departure {
            // Its chat is no longer known.
            Departure::Left if self.is_against_the_gone() && is_loser => {
                Phrase::YouLeftGame { winner }
            }
            Departure::Left if !is_of_group && is_loser => Phrase::YouClosedChat { winner },
            Departure::Left if !is_of_group && is_winner => Phrase::ClosedChat { name },
            Departure::Left if !is_of_group => Phrase::ClosedChatTo { name, winner },
            Departure::Left if is_loser => Phrase::YouLeftGroup { winner },
            Departure::Left if is_winner => Phrase::LeftGroupYouWin { name },
            Departure::Left => Phrase::LeftGroup { name, winner },
            Departure::Removed if is_loser => Phrase::YouWereRemoved,
            Departure::Removed => Phrase::RemovedFromGroup { name },
            Departure::RemovedOpponent if is_loser => Phrase::YouRemovedOpponent { winner },
            Departure::RemovedOpponent if is_winner => Phrase::RemovedYou { name },
            Departure::RemovedOpponent => Phrase::RemovedOpponent { name, winner },
            Departure::MessageDeleted => Phrase::MessageDeleted,
        })
    }

    /// Says that a person who plays both sides has ended the game.
    fn end_by_both<'a>(&self, name: &'a DisplayName) -> Phrase<'a> {
        match self.is_you(Side::First) {
            true => Phrase::YouEndedGame,
            false => Phrase::EndedByPlayer { name },
        }
    }

    /// The name of a person who plays both sides.
    fn name_of_both(&self) -> Option<DisplayName> {
        let seats = self.session.seats();
        let is_one = matches!(seats.first, Seat::Human(_)) && seats.first == seats.second;
        is_one.then(|| self.name(Side::First))
    }

    fn is_against_the_gone(&self) -> bool {
        self.session.seats().find(|seat| *seat == Seat::Gone).is_some()
    }

    /// Says who wins because the opponent's data was deleted.
    fn departure(&self, winner: Side) -> String {
        let name = &self.name(winner);
        self.say(match self.is_you(winner) {
            true => Phrase::OpponentLeftYouWin,
            false => Phrase::OpponentLeft { winner: name },
        })
    }

    /// Returns the phrase for a draw. It says that a draw is the best possible result only if that is
    /// the value of the game from its start, against a perfect engine.
    fn draw(&self) -> Phrase<'static> {
        if self.session.is_drawn_by_agreement() {
            return Phrase::DrawAgreed;
        }
        let is_best =
            self.session.seats().find(|seat| *seat == Seat::Engine(Level::Best)).is_some();
        let is_whole = !self.session.is_resumed();
        if is_best && is_whole && titles::is_perfect_draw(self.session.spec()) {
            return Phrase::DrawPerfect;
        }
        self.game().how_drawn()
    }
}

/// Returns the words of praise for a won game, which are the same whenever it is drawn. For a game with help they
/// praise neither the player's thoughts nor the win as theirs alone.
fn cheer_of(session: &Session) -> Phrase<'static> {
    match session.id().0 % 5 {
        0 => Phrase::CheerNice,
        1 => Phrase::CheerPlayed,
        3 if !session.is_helped() => Phrase::CheerThought,
        4 if !session.is_helped() => Phrase::CheerYours,
        _ => Phrase::CheerGame,
    }
}

/// Returns the level to offer after a game: a harder one unless it was lost, an easier one unless it was
/// won.
fn next_level(session: &Session) -> Option<(Next, Level)> {
    let choice = choice_of(session)?;
    let nexts: &[Next] = match session.outcome()? {
        Outcome::Win(side) if matches!(session.seats().get(side), Seat::Human(_)) => {
            &[Next::Harder]
        }
        Outcome::Win(_) => &[Next::Easier],
        Outcome::Draw => &[Next::Harder, Next::Easier],
    };
    nexts.iter().find_map(|next| Some((*next, choice.after(*next)?.level)))
}

/// Returns the level to offer after a game, with the label of its button.
pub(crate) fn other_level(session: &Session, localizer: Localizer) -> Option<(String, Level)> {
    let (next, level) = next_level(session)?;
    let name = titles::level(session.spec(), level, localizer);
    let phrase = match next {
        Next::Harder => Phrase::Harder { level: &name },
        Next::Same | Next::OtherSide | Next::Easier => Phrase::Easier { level: &name },
    };
    Some((localizer.say(phrase), level))
}

/// Returns the choice of the player against an engine.
fn choice_of(session: &Session) -> Option<Choice> {
    let seats = session.seats();
    [seats.first, seats.second].into_iter().find_map(|seat| match seat {
        Seat::Human(user) => session.choice_of(user),
        Seat::Engine(_) | Seat::Open | Seat::Gone => None,
    })
}

/// Returns whether a game is played in a group, wherever else it is shown.
pub fn is_of_group(board: &Board) -> bool {
    board.placements().any(|placement| placement.surface().is_group())
}

/// Returns the confirmation for a player who has resigned.
pub fn given_up(session: &Session, user: UserId) -> Phrase<'static> {
    let opponent = session.seat_of(user).map(|side| *session.seats().get(!side));
    match opponent {
        Some(Seat::Engine(_)) => Phrase::YouResigned,
        Some(Seat::Open) => Phrase::NobodyCame,
        Some(Seat::Human(_) | Seat::Gone) | None => Phrase::GaveUp,
    }
}

/// Returns the buttons after a game, for this audience.
pub(crate) fn buttons(
    session: &Session,
    audience: Audience,
    localizer: Localizer,
) -> Vec<Vec<Button>> {
    let button = |label: String, next| Button {
        label,
        tap: Tap::Again { id: session.id(), seen: session.revision(), next },
    };
    let say = |phrase| localizer.say(phrase);
    let look = replay::button(session, localizer);
    let review = review::button(session, localizer);
    if session.is_replay() {
        return vec![vec![look, review]];
    }
    let again = match side_left_alone(session, audience) {
        Some(side) => {
            let tap = Tap::Offer { spec: session.spec(), side: session.side_at_start(side) };
            vec![Button { label: say(Phrase::AskInvite), tap }]
        }
        None => [(Phrase::PlayAgain, Next::Same), (Phrase::SwitchSides, Next::OtherSide)]
            .map(|(phrase, next)| {
                let label = match is_offered(session, audience, next) {
                    true => say(Phrase::AcceptRematch),
                    false => say(phrase),
                };
                button(label, next)
            })
            .into(),
    };
    let mut rows = vec![again];
    if let Some((next, _)) = next_level(session)
        && let Some((label, _)) = other_level(session, localizer)
    {
        rows.push(vec![button(label, next)]);
    }
    // The board of a small game has been seen completely.
    let has_picture = games::of(session.position()).has_picture();
    let about = [(has_picture, look), (has_person_moved(session), review)];
    let about: Vec<Button> =
        about.into_iter().filter_map(|(is_there, button)| is_there.then_some(button)).collect();
    if !about.is_empty() {
        rows.push(about);
    }
    if has_person_moved(session) {
        // There is room beside a single button.
        let share = sharing::button(session, localizer);
        match rows.iter_mut().rfind(|row| row.len() == 1) {
            Some(row) => row.push(share),
            None => rows.push(vec![share]),
        }
    }
    if let Some(farewell) = panels::farewell_button(session) {
        match rows.last_mut().filter(|row| row.len() == 1) {
            Some(row) => row.push(farewell),
            None => rows.push(vec![farewell]),
        }
    }
    rows
}

/// Returns whether such a rematch is on offer to the reader.
fn is_offered(session: &Session, audience: Audience, next: Next) -> bool {
    let Audience::Person { side: own, .. } = audience else { return false };
    session.rematch().is_some_and(|(side, offered)| side != own && offered == next)
}

/// Returns the side of the reader of a private board without an opponent to play again.
fn side_left_alone(session: &Session, audience: Audience) -> Option<Side> {
    match audience {
        Audience::Group { .. } => None,
        Audience::Person { side, .. } => session.is_left().then_some(side),
        Audience::Owner => session.seats().find(|seat| *seat == Seat::Gone).map(|gone| !gone),
    }
}

/// Returns whether the game has a move of a person, to review or to share.
fn has_person_moved(session: &Session) -> bool {
    let BySide { first, second } = session.seats();
    let plies = session.first_own_ply()..session.moves().len();
    [first, second].into_iter().enumerate().any(|(side, seat)| {
        matches!(seat, Seat::Human(_)) && plies.clone().any(|ply| ply % 2 == side)
    })
}

/// Adds a line that offers another level.
pub fn offered(view: View, session: &Session, localizer: Localizer) -> View {
    let phrase = match next_level(session) {
        Some((Next::Harder, _)) => Phrase::OfferHarder,
        Some((Next::Same | Next::OtherSide | Next::Easier, _)) => Phrase::OfferEasier,
        None => return view,
    };
    with_line(view, &localizer.say(phrase))
}

/// Adds a line about the milestone that the reader has passed with this game.
pub fn with_milestone(view: View, milestone: Milestone, localizer: Localizer) -> View {
    with_line(view, &milestone_line(milestone, localizer))
}

/// Tells a milestone that the reader has passed.
pub fn milestone_line(milestone: Milestone, localizer: Localizer) -> String {
    match milestone {
        Milestone::FirstWin => localizer.say(Phrase::FirstWin),
        Milestone::Streak(games) => localizer.say(Phrase::WinsInARow { games: games.into() }),
        Milestone::PerfectDraw => localizer.say(Phrase::FirstPerfectDraw),
        Milestone::FirstWinOf(family) => {
            let game = titles::family(family, localizer);
            localizer.say(Phrase::FirstWinOf { game: &game })
        }
    }
}

/// Adds a line to a finished board. A board of buttons keeps its width.
fn with_line(view: View, line: &str) -> View {
    let players = view.text.lines().next().unwrap_or_default();
    let line = match view.picture {
        Some(_) => line.to_owned(),
        None => lines::ending(players, line),
    };
    View { text: format!("{}\n{line}", view.text), ..view }
}

/// Adds a clock without time to a board that is about to end.
pub fn out_of_time(view: View) -> View {
    View { text: format!("{}\n⏳ 0:00", view.text), ..view }
}

/// Removes the buttons that send another message, for an inline message.
pub fn inline(view: View) -> View {
    let leads_on = |tap| {
        matches!(tap, Tap::Act { action: Action::Explain, .. } | Tap::TryOut(_) | Tap::Record(_))
    };
    let stays = |button: &Button| !leads_on(button.tap);
    let view = left(view);
    let rows = view.keyboard.into_iter().map(|row| row.into_iter().filter(stays).collect());
    View { keyboard: rows.collect(), ..view }
}

/// Adds a button that opens the page to a board in play whose buttons do not show all of it.
pub fn on_page(mut view: View, session: &Session, is_private: bool, localizer: Localizer) -> View {
    if session.outcome().is_some() || view.picture.is_none() {
        return view;
    }
    let id = session.id();
    let link = if is_private { PageLink::Play(id) } else { PageLink::Watch(id) };
    let page = Button { label: PAGE.to_owned(), tap: Tap::Link(LinkButton::Page(link)) };
    // Rows of signs have room for one more: the arrows of a wide board, the row below a game of two people, and that
    // of an open seat. One with words has not.
    let has_arrows = games::of(session.position()).window(session, Focus::Suggested).is_some();
    let is_arrows =
        |row: &&mut Vec<Button>| row.iter().all(|button| matches!(button.tap, Tap::Focus { .. }));
    let has_signs = session.is_in_play_between_people() || session.open_side().is_some();
    let signs = match (has_arrows, has_signs) {
        (true, _) => view.keyboard.iter_mut().rfind(is_arrows),
        (false, true) => view.keyboard.last_mut(),
        (false, false) => None,
    };
    match signs {
        Some(signs) => signs.push(page),
        None => {
            let label = localizer.page_label(PageLabel::WholeBoard);
            view.keyboard.push(vec![Button { label: format!("{PAGE} {label}"), ..page }]);
        }
    }
    view
}

/// Adds a link to the review of a finished game.
pub fn linked(view: View, session: &Session, localizer: Localizer) -> View {
    let label = localizer.say(Phrase::ReviewGame);
    let tap = Tap::Link(LinkButton::LookBack(session.id()));
    let is_linked = session.outcome().is_some() && has_person_moved(session);
    let back = is_linked.then(|| vec![Button { label, tap }]);
    View { keyboard: view.keyboard.into_iter().chain(back).collect(), ..view }
}

/// Removes the buttons for a rematch, for a board of a group or an inline message that is shown in a
/// private chat: the opponent may have no chat with the bot.
pub fn brought(view: View) -> View {
    let stays = |button: &Button| !matches!(button.tap, Tap::Again { .. });
    let rows = view.keyboard.into_iter().map(|row| row.into_iter().filter(stays).collect());
    let keyboard = rows.filter(|row: &Vec<Button>| !row.is_empty()).collect();
    View { keyboard, ..view }
}

/// Adds a button that posts another game in the same chat after a finished one.
pub fn posted(view: View, session: &Session, localizer: Localizer) -> View {
    let label = localizer.say(Phrase::PlayAgain);
    let tap = Tap::Link(LinkButton::Post(session.spec()));
    let again = session.outcome().map(|_| vec![Button { label, tap }]);
    View { keyboard: view.keyboard.into_iter().chain(again).collect(), ..view }
}

/// Removes the buttons of a board whose player has gone on to another game.
pub fn left(view: View) -> View {
    let goes = |button: &Button| {
        matches!(
            button.tap,
            Tap::Again { .. } | Tap::LookThrough(_) | Tap::Review(_) | Tap::Share(_)
        )
    };
    let keyboard = view.keyboard.into_iter().filter(|row| !row.iter().any(goes)).collect();
    View { keyboard, ..view }
}
