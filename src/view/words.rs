//! What stands above the buttons of a board: who plays, what happened last, whose move it is and
//! where.

use crate::games::any::{AnyGame, GameSpec};
use crate::games::mnk::Mnk;
use crate::games::sheep::Sheep;
use crate::games::side::{BySide, Side};
use crate::games::ultimate::Ultimate;
use crate::games::{Game, MoveCode, Outcome};
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::session::{Awaiting, Level, Seat, Session};
use crate::view::focus::{self, Block, Focus};
use crate::view::{Audience, BOT_NAME, cells, marks, titles};

/// What every line of a board needs to know.
pub struct Speaker<'a> {
    pub session: &'a Session,
    pub focus: Focus,
    pub audience: Audience<'a>,
    pub locales: &'a Locales,
    pub language: Language,
}

impl Speaker<'_> {
    /// All lines of the board.
    pub fn board(&self) -> String {
        let mut lines = vec![self.players(), self.state()];
        if self.session.spec() != GameSpec::TicTacToe {
            lines.insert(0, titles::title(self.session.spec(), self.locales, self.language));
            lines.extend(self.last_move());
            lines.extend(self.place_to_move());
        }
        lines.join("\n")
    }

    fn say(&self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }

    fn mark(&self, side: Side) -> &'static str {
        marks::mark(self.session.spec(), side)
    }

    fn players(&self) -> String {
        let seats = self.session.seats();
        let names = BySide { first: self.name(seats.first), second: self.name(seats.second) };
        let marks = marks::of(self.session.spec());
        self.say(Phrase::Players {
            first_mark: marks.first,
            first: &names.first,
            second_mark: marks.second,
            second: &names.second,
        })
    }

    fn name(&self, seat: Seat) -> String {
        match (seat, self.audience) {
            (Seat::Engine(Level::Best), _) => BOT_NAME.to_owned(),
            (Seat::Engine(level), _) => {
                let level = titles::level(self.session.spec(), level, self.locales, self.language);
                format!("{BOT_NAME} ({level})")
            }
            (Seat::Human(_), Audience::Owner) => self.say(Phrase::You),
            (Seat::Human(_), Audience::Group { owner_name: "" }) => self.say(Phrase::Somebody),
            (Seat::Human(_), Audience::Group { owner_name }) => owner_name.to_owned(),
        }
    }

    fn state(&self) -> String {
        match self.session.outcome() {
            Some(outcome) => self.result(outcome),
            None => self.turn(),
        }
    }

    fn turn(&self) -> String {
        match (self.session.awaiting(), self.audience) {
            (Awaiting::Human { side, .. }, Audience::Owner) => self.your_turn(self.mark(side)),
            (Awaiting::Human { side, .. }, Audience::Group { .. }) => {
                let name = self.name(*self.session.seats().get(side));
                self.say(Phrase::TurnOf { name: &name, mark: self.mark(side) })
            }
            (Awaiting::Engine { .. } | Awaiting::Nothing, _) => self.say(Phrase::BotTurn),
        }
    }

    fn your_turn(&self, mark: &str) -> String {
        match self.session.position() {
            AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::Ultimate(_) => {
                self.say(Phrase::YourTurn { mark })
            }
            AnyGame::Sheep(game) if focus::piece_of(game, self.focus).is_some() => {
                self.say(Phrase::YourTarget { mark })
            }
            AnyGame::Sheep(_) => self.say(Phrase::YourPiece { mark }),
        }
    }

    /// The move before, where it is not seen at a glance.
    fn last_move(&self) -> Option<String> {
        let code = *self.session.moves().last()?;
        let mover = !self.session.position().turn();
        let name = self.session.position().move_text(code);
        Some(self.say(Phrase::LastMove { mark: self.mark(mover), code: &name }))
    }

    /// Where the next move is made, and why there; `None` if that is plain or the game is over.
    pub fn place_to_move(&self) -> Option<String> {
        if self.session.outcome().is_some() {
            return None;
        }
        match self.session.position() {
            AnyGame::TicTacToe(_) => None,
            AnyGame::Mnk(game) => self.part_on_offer(game),
            AnyGame::Ultimate(game) => Some(self.local_board(game)),
            AnyGame::Sheep(game) => self.chosen_piece(game),
        }
    }

    fn part_on_offer(&self, game: &Mnk) -> Option<String> {
        let spec = game.spec();
        if !marks::is_wide(spec.columns(), spec.rows()) {
            return None;
        }
        let phrase = match focus::block_of(self.session, spec, self.focus) {
            Some(part) => return Some(self.say(Phrase::PartOnOffer { part: &cells::range(part) })),
            None => Phrase::ChoosePart,
        };
        Some(self.say(phrase))
    }

    fn local_board(&self, game: &Ultimate) -> String {
        let last = self.session.moves().last();
        match (game.target(), last) {
            (Some(board), Some(MoveCode(last))) => {
                let part = local_range(board);
                let cell = u8::try_from(last % 9).unwrap_or_default();
                self.say(Phrase::SentTo {
                    cell: marks::arrow(cell),
                    board: marks::arrow(board),
                    part: &part,
                })
            }
            (Some(_), None) | (None, None) => self.say(Phrase::AnyBoard),
            (None, Some(MoveCode(last))) => {
                let cell = u8::try_from(last % 9).unwrap_or_default();
                self.say(Phrase::FreeBoard { cell: marks::arrow(cell) })
            }
        }
    }

    fn chosen_piece(&self, game: &Sheep) -> Option<String> {
        let movable = focus::movable_pieces(game);
        let chosen = focus::piece_of(game, self.focus)?;
        let mark = self.mark(game.turn());
        let square = chosen.to_string();
        (movable.len() > 1).then(|| self.say(Phrase::ChosenPiece { mark, square: &square }))
    }

    fn result(&self, outcome: Outcome) -> String {
        let Outcome::Win(winner) = outcome else {
            return self.say(match self.session.spec() {
                GameSpec::TicTacToe => Phrase::Draw,
                GameSpec::Mnk(_) | GameSpec::Ultimate(_) | GameSpec::Sheep(_) => Phrase::PlainDraw,
            });
        };
        if let Some(side) = self.session.resigned() {
            let name = self.name(*self.session.seats().get(side));
            return match self.audience {
                Audience::Owner => self.say(Phrase::YouResigned),
                Audience::Group { .. } => self.say(Phrase::SomebodyResigned { name: &name }),
            };
        }
        let seat = *self.session.seats().get(winner);
        match (seat, self.audience) {
            (Seat::Engine(_), _) => self.say(Phrase::BotWon { moves: self.moves_of(winner) }),
            (Seat::Human(_), Audience::Owner) => self.say(Phrase::YouWon),
            (Seat::Human(_), Audience::Group { .. }) => {
                self.say(Phrase::SomebodyWon { name: &self.name(seat) })
            }
        }
    }

    /// How many moves a side has made.
    fn moves_of(&self, side: Side) -> u32 {
        let plies = u32::try_from(self.session.moves().len()).unwrap_or(u32::MAX);
        match side {
            Side::First => plies.div_ceil(2),
            Side::Second => plies / 2,
        }
    }
}

/// The first and the last cell of a local board, in the coordinates of the whole.
fn local_range(board: u8) -> String {
    let (row, column) = (u16::from(board) / 3 * 3, u16::from(board) % 3 * 3);
    cells::range(Block { columns: (column, column + 3), rows: (row, row + 3) })
}
