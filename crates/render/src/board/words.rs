//! Builds the text above a board: the players, the last move, and the side to move with the place of its
//! move.

use zerosum_games::any::AnyGame;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Level;
use zerosum_session::game::opening::Stage;
use zerosum_session::{Awaiting, Refusal, Seat, Session};

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::insight::Insight;
use crate::board::lines;
use crate::board::sides;
use crate::board::titles;
use crate::games;
use crate::games::appearance::{Appearance, BoardRenderer};
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::study::replay;
use crate::study::sharing;
use crate::view::{Audience, Button};

/// Separator between parts of a line.
pub(crate) const BESIDE: &str = "  ·  ";

/// Maximum lines below a picture where more is said than usual.
const CROWDED_LINES_MAX: usize = 3;

/// Returns the reason why an illegal move is refused.
pub fn illegal(position: &AnyGame, code: Option<MoveCode>) -> Phrase<'static> {
    games::of(position).refusal(code)
}

/// Returns the reason why the session of a board refuses an action, which may be a move. On an inline message
/// the bot has no commands.
pub fn refused(
    refusal: Refusal,
    session: &Session,
    code: Option<MoveCode>,
    is_inline: bool,
) -> Phrase<'static> {
    match refusal {
        Refusal::NotSeated if is_inline => Phrase::SomebodyElses,
        Refusal::NotSeated => Phrase::NotYourBoard,
        Refusal::Over if is_inline => Phrase::GameIsOver,
        Refusal::Over => Phrase::GameOver,
        Refusal::InPlay => Phrase::StillInPlay,
        Refusal::Begun => Phrase::TimeStays,
        Refusal::Stale => Phrase::StaleBoard,
        Refusal::NotYourTurn => Phrase::NotYourTurn,
        Refusal::Illegal => illegal(session.position(), code),
        Refusal::Taken => Phrase::SeatTaken,
        Refusal::Reserved => Phrase::SeatReserved,
        Refusal::NotReserved => Phrase::SeatNotReserved,
        Refusal::NoHelp => Phrase::NoHelp,
        Refusal::ColourFirst => Phrase::ColourFirst,
        Refusal::InOpening => Phrase::InOpening,
        Refusal::AllSaid => Phrase::AllSaid,
        Refusal::NothingToTakeBack => Phrase::NothingToTakeBack,
        Refusal::NoAgreement => Phrase::NoAgreement,
        Refusal::AlreadyOffered if session.outcome().is_some() => Phrase::RematchOffered,
        Refusal::AlreadyOffered => Phrase::AlreadyOffered,
        Refusal::TooManyOffers => Phrase::TooManyOffers,
        Refusal::OwnOffer => Phrase::OwnOffer,
        Refusal::NoOffer => Phrase::NoOffer,
        Refusal::TooManyGreetings => Phrase::TooManyGreetings,
        Refusal::Blocked if session.outcome().is_some() => Phrase::OpponentUnavailable,
        Refusal::Blocked => Phrase::OnlyMovesPass,
        Refusal::NoVote => Phrase::NoVote,
        Refusal::VotedSo => Phrase::VotedSo,
    }
}

/// The first and the last cell of a board, in move notation: columns where only these are named.
pub struct Bounds {
    pub(crate) first: String,
    last: String,
    are_columns: bool,
}

impl Bounds {
    pub fn of(position: &AnyGame) -> Bounds {
        let (first, last) = games::of(position).corners();
        Bounds { first, last, are_columns: matches!(position, AnyGame::ConnectFour(_)) }
    }

    /// Returns the phrase that names them, for a person who has named another cell.
    pub fn phrase(&self) -> Phrase<'_> {
        let Bounds { first, last, are_columns } = self;
        match are_columns {
            true => Phrase::NoSuchColumn { first, last },
            false => Phrase::NoSuchCell { first, last },
        }
    }
}

/// Says to its owner where the last move of a board has sent the side to move, in games in which moves do that.
pub fn place_to_move(session: &Session, localizer: Localizer) -> Option<String> {
    let renderer = BoardRenderer::new(session, Focus::Suggested, Audience::Owner, localizer);
    renderer.game().place_to_move(&renderer)
}

impl<'a> BoardRenderer<'a> {
    /// Creates the text of a board without any help shown.
    pub(crate) fn new(
        session: &'a Session,
        focus: Focus,
        audience: Audience<'a>,
        localizer: Localizer<'a>,
    ) -> BoardRenderer<'a> {
        BoardRenderer { session, focus, insight: Insight::default(), audience, localizer }
    }
}

impl BoardRenderer<'_> {
    /// Returns all lines of the board: the players, the state of the game, and the place to move.
    pub(crate) fn board(&self) -> String {
        let localizer = self.localizer;
        let players = match self.game().heading(localizer) {
            _ if self.session.is_replay() => {
                let head = sharing::head(self.session, localizer);
                [Some(self.game().title(localizer)), head]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            Some(heading) => format!("{heading}{BESIDE}{}", self.players()),
            None => self.players(),
        };
        // A board without a picture is as wide as its longest line, and its cells must not move under the thumb.
        let help = self.help_lines().into_iter().map(|line| match self.game().has_picture() {
            true => line,
            false => lines::as_wide_as(&players, &line),
        });
        let help: Vec<String> = self.vote_line().into_iter().chain(help).collect();
        let is_in_play = self.session.outcome().is_none();
        let is_alone = matches!(self.audience, Audience::Owner)
            && self.session.side_against_engine().is_some()
            && !self.session.is_replay();
        let is_broken = !is_in_play && is_alone && !self.game().has_picture();
        let ending = |line: String| match is_broken {
            true => lines::ending(&players, &line),
            false => line,
        };
        let (score, state) = (self.game().score(self), Some(ending(self.state())));
        let (offers, greeting) = (self.offer_lines(), self.greeting_line());
        let says_more = !help.is_empty() || !offers.is_empty() || greeting.is_some();
        if self.game().has_picture() && is_in_play && says_more {
            // There is no room for more lines between a picture and its buttons on a phone. The level of an engine
            // is always told. Help is shown when a person is to move, and the picture shows where they may.
            let is_helped = self.session.shows_analysis() && self.is_persons_turn();
            let players = self.session.side_against_engine().map(|_| self.players());
            let state = state.filter(|_| !is_helped);
            let said = offers.into_iter().chain(self.clock_line()).chain(greeting);
            let lines = players.into_iter().chain(state).chain(help).chain(said).chain(score);
            return lines.take(CROWDED_LINES_MAX).collect::<Vec<_>>().join("\n");
        }
        // An end is told first.
        let beside = if is_in_play { [score, state] } else { [state, score] };
        let head = [players.clone()].into_iter().chain(beside.into_iter().flatten());
        let lines = head.chain(self.clock_line()).chain(self.game().latest(self));
        let had = self.session.outcome().and_then(|_| self.help_had()).map(ending);
        let said = offers.into_iter().chain(greeting).chain(self.rematch_line());
        let lines = lines.chain(had).chain(help).chain(said);
        lines.collect::<Vec<String>>().join("\n")
    }

    pub(crate) fn say(&self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }

    pub(crate) fn game(&self) -> &dyn Appearance {
        games::of(self.session.position())
    }

    fn mark(&self, side: Side) -> &'static str {
        self.game().marks().get(side)
    }

    fn players(&self) -> String {
        let [first, second] = [Side::First, Side::Second].map(|side| self.name_with_level(side));
        let names = BySide { first, second };
        let marks = self.marks_of_players();
        self.say(Phrase::Players {
            first_mark: marks.first,
            first: &names.first,
            second_mark: marks.second,
            second: &names.second,
        })
    }

    /// Returns the marks beside the names of the players, who have no colours before they have chosen them.
    pub(crate) fn marks_of_players(&self) -> BySide<&'static str> {
        match self.session.stage() {
            Some(_) => sides::before_game(self.session.spec()),
            None => self.game().marks(),
        }
    }

    /// Returns the name of a player, and the level of an engine, whichever it is.
    pub(crate) fn name_with_level(&self, side: Side) -> DisplayName {
        match *self.session.seats().get(side) {
            Seat::Engine(level) => {
                let level = titles::level(self.session.spec(), level, self.localizer);
                DisplayName::of_bot(&level)
            }
            Seat::Human(_) | Seat::Open | Seat::Gone => self.name(side),
        }
    }

    pub(crate) fn name(&self, side: Side) -> DisplayName {
        match (*self.session.seats().get(side), self.audience) {
            (Seat::Human(_), _) if self.session.is_voted() => self.words(Phrase::TheGroup),
            (Seat::Engine(Level::Best), _) => DisplayName::BOT,
            (Seat::Engine(_), _) => self.name_with_level(side),
            (Seat::Human(_), Audience::Owner) => self.words(Phrase::You),
            (Seat::Human(_), Audience::Person { side: own, .. }) if own == side => {
                self.words(Phrase::You)
            }
            (Seat::Human(_), Audience::Person { other, .. }) => self.called(other),
            (Seat::Human(_), Audience::Group { names, .. }) => self.called(names.get(side)),
            (Seat::Open, Audience::Group { names, .. }) if self.session.reservation().is_some() => {
                self.called(names.get(side))
            }
            (Seat::Open, _) => self.words(Phrase::Anybody),
            (Seat::Gone, _) => self.words(Phrase::Somebody),
        }
    }

    fn called(&self, name: &DisplayName) -> DisplayName {
        self.localizer.name_or_player(name)
    }

    /// Name of a player in words of the bot.
    fn words(&self, phrase: Phrase) -> DisplayName {
        self.localizer.name_in_words(phrase)
    }

    /// Returns whether the reader plays this side.
    pub(crate) fn is_you(&self, side: Side) -> bool {
        match self.audience {
            Audience::Owner => matches!(self.session.seats().get(side), Seat::Human(_)),
            Audience::Person { side: own, .. } => own == side,
            Audience::Group { .. } => false,
        }
    }

    fn state(&self) -> String {
        match self.session.outcome() {
            Some(_) if self.session.is_replay() => {
                replay::result(self.session, self.localizer).unwrap_or_default()
            }
            Some(outcome) => self.result(outcome),
            None => self.turn(),
        }
    }

    fn turn(&self) -> String {
        if let Some(stage) = self.session.stage() {
            return self.opening_turn(stage);
        }
        let turn = match self.session.awaiting() {
            Awaiting::Human { side, .. } if self.session.is_voted() => {
                self.say(Phrase::TurnOfGroup { mark: self.mark(side) })
            }
            Awaiting::Human { side, .. } if self.is_you(side) => self.game().your_turn(self),
            Awaiting::Human { side, .. } => {
                self.say(Phrase::TurnOf { name: &self.name(side), mark: self.mark(side) })
            }
            Awaiting::Anybody { side } if self.session.reservation().is_some() => {
                self.say(Phrase::TurnOf { name: &self.name(side), mark: self.mark(side) })
            }
            Awaiting::Anybody { side } => {
                let (name, mark) = (self.name(!side), self.mark(side));
                return self.say(Phrase::TurnOfAnybody { name: &name, mark });
            }
            Awaiting::Engine { .. } | Awaiting::Nothing => self.say(Phrase::BotTurn),
        };
        match self.session.open_side() {
            Some(side) if self.session.reservation().is_some() => {
                let (name, mark) = (self.name(side), self.mark(side));
                self.say(Phrase::SeatKeptFor { turn: &turn, mark, name: &name })
            }
            Some(side) => self.say(Phrase::TurnAndSeat { turn: &turn, mark: self.mark(side) }),
            None => turn,
        }
    }

    /// Says who does what in the opening. Seats have no colours yet, so an open one is told without a mark.
    fn opening_turn(&self, stage: Stage) -> String {
        let mark = self.mark(self.session.position().turn());
        let (Stage::Stones { by, .. } | Stage::Choice { by, .. }) = stage;
        let (is_you, name, waiting) = (self.is_you(by), self.name(by), self.name(!by));
        let is_kept = self.session.reservation().is_some();
        let is_for_anybody = *self.session.seats().get(by) == Seat::Open && !is_kept;
        let turn = self.say(match stage {
            _ if matches!(self.session.awaiting(), Awaiting::Engine { .. }) => Phrase::BotTurn,
            Stage::Stones { .. } if is_for_anybody => Phrase::OpeningFree { name: &waiting },
            Stage::Choice { .. } if is_for_anybody => Phrase::OpeningChoiceFree { name: &waiting },
            Stage::Stones { left, .. } if is_you => {
                Phrase::OpeningStones { mark, left: left.into() }
            }
            Stage::Stones { left, .. } => {
                Phrase::OpeningStonesOf { name: &name, mark, left: left.into() }
            }
            Stage::Choice { .. } if is_you => Phrase::OpeningChoose,
            Stage::Choice { .. } => Phrase::OpeningChooseOf { name: &name },
        });
        match self.session.open_side() {
            Some(side) if is_kept => {
                let (turn, name) = (&turn, &self.name(side));
                self.say(match side == by {
                    true => Phrase::OpeningSeatKeptToAct { turn, name },
                    false => Phrase::OpeningSeatKept { turn, name },
                })
            }
            Some(side) if side != by => self.say(Phrase::OpeningSeatFree { turn: &turn }),
            Some(_) | None => turn,
        }
    }

    /// Returns the row of the colours to choose from, while one is to be chosen.
    pub(crate) fn opening_row(&self) -> Option<Vec<Button>> {
        let button = |choice: &OpeningChoice| {
            let label = self.say(match choice {
                OpeningChoice::Black => Phrase::OpeningBlack,
                OpeningChoice::White => Phrase::OpeningWhite,
                OpeningChoice::More => Phrase::OpeningMore,
            });
            cells::play(self.session, label, choice.code())
        };
        let row: Vec<Button> = self.session.opening_choices().iter().map(button).collect();
        (!row.is_empty()).then_some(row)
    }

    /// Returns whose turn it is, or the result. On the page every cell of a board is at hand, so only pieces
    /// are chosen.
    pub(crate) fn state_for_page(&self) -> String {
        let game = self.game();
        let mut moves = Vec::new();
        self.session.position().legal_moves(&mut moves);
        let places_marks = moves.first().is_some_and(|code| game.origin(*code).is_none());
        let is_yours = self.is_persons_turn() && self.is_you(self.session.turn());
        let is_usual = self.session.outcome().is_none() && self.session.stage().is_none();
        if is_usual && is_yours && places_marks {
            return self.your_turn_with_a_mark();
        }
        self.state()
    }

    /// Returns the lines beside the state: where the last move has led, and the score.
    pub(crate) fn notes_for_page(&self) -> Vec<String> {
        let latest = self.game().latest(self).or_else(|| self.last_move());
        [latest, self.game().score(self)].into_iter().flatten().collect()
    }

    pub(crate) fn is_persons_turn(&self) -> bool {
        matches!(self.session.awaiting(), Awaiting::Human { .. })
    }

    pub(crate) fn move_text(&self, code: MoveCode) -> String {
        self.session.position().move_text(code)
    }

    /// Says that the reader is to place a mark.
    pub(crate) fn your_turn_with_a_mark(&self) -> String {
        let mark = self.mark(self.session.position().turn());
        self.say(Phrase::YourTurn { mark })
    }

    pub(crate) fn last_move(&self) -> Option<String> {
        let code = *self.session.moves().last()?;
        let mover = !self.session.position().turn();
        let name = self.session.position().move_text(code);
        Some(self.say(Phrase::LastMove { mark: self.mark(mover), code: &name }))
    }

    /// Returns whether the reader is to answer a move of an engine.
    pub(crate) fn answers_the_bot(&self) -> bool {
        let mover = self.session.seats().get(self.session.last_mover());
        let is_bots = matches!(mover, Seat::Engine(_));
        let is_theirs = matches!(self.session.awaiting(), Awaiting::Human { .. });
        is_bots && is_theirs && self.audience == Audience::Owner
    }
}
