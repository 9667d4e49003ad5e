//! A game as the page shows it, whether a visitor's own or one of the chat.

use serde::Serialize;
use zerosum_games::any::AnyGame;
use zerosum_games::notation::MoveTextError;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, typing};
use zerosum_picture::scene::Spot;
use zerosum_picture::words;
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::scenes::pictures;
use crate::board::titles;
use crate::board::words::Bounds;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::page::FORMAT_VERSION;
use crate::page::scene::{self, SceneView, ValueView};
use crate::study::replay::Moment;

/// A move as the page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedMove<'a> {
    /// Of a mark into a cell.
    At(u16),
    /// Of a piece from a cell to another one.
    Between(u16, u16),
    /// As it is typed.
    Text(&'a str),
}

/// Returns whether a move of this position is the one that is asked for.
pub fn is_move(session: &Session, code: MoveCode, asked: AskedMove) -> bool {
    let game = games::of(session.position());
    let columns = game.scene(None, Focus::Suggested).columns();
    let (from, to) = (game.origin(code), game.whole_spot(code));
    match asked {
        AskedMove::At(at) => {
            let spot = spot_of(columns, at);
            from.is_none() && game.aims(code).into_iter().any(|aim| Some(aim) == spot)
        }
        AskedMove::Between(start, end) => {
            from == spot_of(columns, start) && to == spot_of(columns, end)
        }
        AskedMove::Text(text) => {
            let typed = typing::move_or_column_typed(text);
            typed.is_some_and(|typed| session.position().read_move(&typed) == Ok(code))
        }
    }
}

/// Returns the move that is asked for, legal or not, or the sentence by which it is refused.
pub fn move_asked(
    session: &Session,
    asked: AskedMove,
    localizer: Localizer,
) -> Result<MoveCode, String> {
    let position = session.position();
    let code = match asked {
        AskedMove::At(at) => code_at(session, at),
        AskedMove::Between(from, to) => code_between(position, from, to),
        AskedMove::Text(text) => Some(read(position, text, localizer)?),
    };
    code.ok_or_else(|| localizer.say(games::of(position).refusal(None)))
}

/// Reads a typed move, legal or not.
fn read(position: &AnyGame, text: &str, localizer: Localizer) -> Result<MoveCode, String> {
    let bounds = Bounds::of(position);
    let form = || {
        let example = &example(position).unwrap_or_else(|| bounds.first.clone());
        localizer.say(Phrase::MoveForm { example })
    };
    let Some(typed) = typing::move_or_column_typed(text) else { return Err(form()) };
    position.read_move(&typed).map_err(|error| match error {
        MoveTextError::OffBoard { .. } => localizer.say(bounds.phrase()),
        MoveTextError::Light { .. } => localizer.say(Phrase::NoSuchMove),
        MoveTextError::Form { .. } => form(),
    })
}

/// A legal move from the middle of the list.
fn example(position: &AnyGame) -> Option<String> {
    let moves = legal_moves(position);
    moves.get(moves.len() / 2).map(|code| position.move_text(*code))
}

pub(crate) fn legal_moves(position: &AnyGame) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The move of a mark into a cell, legal or not; `None` if there is no such cell, or if pieces are moved.
fn code_at(session: &Session, at: u16) -> Option<MoveCode> {
    let game = games::of(session.position());
    let scene = game.scene(None, Focus::Suggested);
    let spot = spot_of(scene.columns(), at)?;
    let MoveCode(last) = session.spec().family().longest().code;
    let is_meant =
        |code: &MoveCode| game.origin(*code).is_none() && game.aims(*code).contains(&spot);
    let legal = legal_moves(session.position()).into_iter().find(is_meant);
    legal.or_else(|| (0..=last).map(MoveCode).find(is_meant))
}

/// The legal move of a piece from one cell to another.
fn code_between(position: &AnyGame, from: u16, to: u16) -> Option<MoveCode> {
    let game = games::of(position);
    let columns = game.scene(None, Focus::Suggested).columns();
    let (from, to) = (spot_of(columns, from)?, spot_of(columns, to)?);
    legal_moves(position)
        .into_iter()
        .find(|code| game.origin(*code) == Some(from) && game.whole_spot(*code) == Some(to))
}

fn spot_of(columns: u8, at: u16) -> Option<Spot> {
    let columns = u16::from(columns);
    Some(Spot::new(u8::try_from(at % columns).ok()?, u8::try_from(at / columns).ok()?))
}

/// Returns the board in characters, for a browser that shows nothing else.
pub fn board_text(session: &Session) -> String {
    words::drawn(&pictures::of(session, Focus::Suggested))
}

/// The state of a game, for one of its viewers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct GameView {
    v: u32,
    game: String,
    title: String,
    moves: Vec<String>,
    /// Sentence about the turn or the result.
    say: String,
    /// Lines below it: the last move, where it leads, the score, and further remarks.
    notes: Vec<String>,
    seats: [SeatView; 2],
    scene: SceneView,
    /// A letter for each cell: `1` where the viewer may place a mark.
    legal: String,
    /// The moves of pieces that the viewer may make, by their cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<(u16, u16)>,
    /// Cells that stand for another one, to which the mark falls, with that one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lands: Vec<(u16, u16)>,
    /// The mark that the viewer places next.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_mark: Option<char>,
    is_over: bool,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SeatView {
    mark: &'static str,
    name: String,
    is_to_move: bool,
}

impl GameView {
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Renders a game with these names of its players and these lines. `may_move` tells whether the viewer is to
    /// move.
    pub(crate) fn of(
        renderer: &BoardRenderer,
        may_move: bool,
        names: BySide<String>,
        notes: Vec<String>,
    ) -> GameView {
        let session = renderer.session;
        let position = session.position();
        let game = games::of(position);
        let picture = pictures::of(session, Focus::Suggested);
        let picture = renderer.insight.on(picture, game, Focus::Suggested);
        let at = |spot: Option<Spot>| spot.map(|spot| scene::cell(&picture, spot));
        let may_move = may_move && session.opening_choices().is_empty();
        let moves = if may_move { legal_moves(position) } else { Vec::new() };
        let mut legal = vec!['.'; picture.spots().count()];
        let (mut pairs, mut lands) = (Vec::new(), Vec::new());
        for code in &moves {
            let to = at(game.whole_spot(*code));
            match (at(game.origin(*code)), to) {
                (Some(from), Some(to)) => pairs.push((from, to)),
                (None, Some(to)) => {
                    for aim in game.aims(*code).into_iter().map(|aim| scene::cell(&picture, aim)) {
                        if let Some(cell) = legal.get_mut(usize::from(aim)) {
                            *cell = '1';
                        }
                        lands.extend((aim != to).then_some((aim, to)));
                    }
                }
                (_, None) => {}
            }
        }
        let is_over = session.outcome().is_some();
        let marks = renderer.marks_of_players();
        GameView {
            v: FORMAT_VERSION,
            game: session.spec().name(),
            title: titles::title(session.spec(), renderer.localizer),
            moves: texts(session),
            say: renderer.state_for_page(),
            notes,
            seats: Side::ALL.map(|side| SeatView {
                mark: marks.get(side),
                name: names.get(side).clone(),
                is_to_move: !is_over && session.turn() == side,
            }),
            scene: SceneView::of(&picture),
            legal: legal.into_iter().collect(),
            pairs,
            lands,
            next_mark: moves.first().and_then(|code| mark_of(session, *code)),
            is_over,
        }
    }
}

impl GameView {
    /// Shows a moment of the game instead, in which nothing can be played.
    pub(super) fn at(
        self,
        moment: &Moment,
        lines: (String, Vec<String>),
        plies: usize,
    ) -> GameView {
        let ((say, notes), scene) = (lines, SceneView::of(&moment.scene));
        let legal = self.legal.chars().map(|_| '.').collect();
        let moves = self.moves.into_iter().take(plies).collect();
        let (pairs, lands) = (Vec::new(), Vec::new());
        GameView { moves, say, notes, scene, legal, pairs, lands, next_mark: None, ..self }
    }

    /// Says this sentence instead.
    pub(super) fn saying(self, say: String) -> GameView {
        GameView { say, ..self }
    }

    /// Says this sentence and these lines instead.
    pub(super) fn told(self, say: String, notes: Vec<String>) -> GameView {
        GameView { say, notes, ..self }
    }

    /// Shows these values of moves, this sentence and these lines.
    pub(super) fn analysed(
        self,
        values: Vec<ValueView>,
        say: String,
        notes: Vec<String>,
    ) -> GameView {
        GameView { scene: self.scene.with_values(values), say, notes, ..self }
    }
}

/// The moves of a session as they are written.
fn texts(session: &Session) -> Vec<String> {
    // The notation of a move does not depend on the position.
    session.moves().iter().map(|code| session.position().move_text(*code)).collect()
}

/// The mark that a move puts where it leads.
fn mark_of(session: &Session, code: MoveCode) -> Option<char> {
    let mut next = session.position().clone();
    next.play(code).ok()?;
    let game = games::of(&next);
    let spot = games::of(session.position()).whole_spot(code)?;
    game.scene(Some(code), Focus::Suggested).mark(spot).map(scene::letter_of)
}
