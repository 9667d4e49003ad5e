//! A position on the analysis board: what each of its moves is worth, the best play, and why.

use std::collections::BTreeMap;

use serde::Serialize;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_picture::scene::Scene;
use zerosum_search::reasons;
use zerosum_search::review::chance::Chance;
use zerosum_search::searcher::{ScoredMove, SearchResult};
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::insight::{Insight, proven_note};
use crate::board::words;
use crate::games;
use crate::games::appearance::{Appearance, BoardRenderer};
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::page::game::{self, AskedMove, GameView};
use crate::page::scene::{self, ValueView};
use crate::study::review::worth_of_position;
use crate::study::{replay, why};
use crate::view::Audience;

/// Maximum moves of the best play that are shown.
const LINE_PLIES_MAX: usize = 10;

/// Chance of each side in an even position, in percent.
const EVEN_PERCENT: u16 = 50;

/// Returns the position after these moves, without players; `None` if one of them cannot be read or is not legal.
pub fn posed<T: AsRef<str>>(spec: GameSpec, moves: &[T]) -> Option<Session> {
    let mut position = spec.start();
    let mut codes = Vec::with_capacity(moves.len());
    for text in moves {
        let code = position.read_move(text.as_ref()).ok()?;
        position.play(code).ok()?;
        codes.push(code);
    }
    Session::from_moves(spec, &codes)
}

/// Returns the position after a move of the side to move, or the sentence by which it is refused.
pub fn played(
    session: &Session,
    asked: AskedMove,
    localizer: Localizer,
) -> Result<Session, String> {
    let code = game::move_asked(session, asked, localizer)?;
    if session.outcome().is_some() {
        return Err(localizer.say(Phrase::GameOver));
    }
    let next = session.with_moves(session.moves().len(), &[code]);
    next.ok_or_else(|| localizer.say(words::illegal(session.position(), Some(code))))
}

/// A position with its analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisView {
    #[serde(flatten)]
    game: GameView,
    /// The cell that shows the value of the best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u16>,
    /// Chance of the first side to win, in percent.
    chance: u16,
    /// The best play of both sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

impl AnalysisView {
    /// Renders a position; without an analysis it is over.
    pub fn of(
        session: &Session,
        analysis: Option<&SearchResult>,
        localizer: Localizer,
    ) -> AnalysisView {
        let marks = games::of(session.position()).marks();
        let [first, second] =
            [marks.first, marks.second].map(|mark: &'static str| DisplayName::written(mark));
        let audience = Audience::Group {
            names: BySide { first: &first, second: &second },
            is_of_group: false,
        };
        let focus = Focus::Suggested;
        let insight = Insight::default();
        let renderer = BoardRenderer { session, focus, insight, audience, localizer };
        let anybody = || renderer.say(Phrase::Somebody);
        let names = BySide { first: anybody(), second: anybody() };
        let is_over = session.outcome().is_some();
        let view = GameView::of(&renderer, !is_over, names, Vec::new());
        let Some(analysis) = analysis else {
            let say = replay::result(session, localizer).unwrap_or_default();
            let game = view.analysed(Vec::new(), say, renderer.notes_for_page());
            let chance = chance_at(session.outcome());
            return AnalysisView { game, best: None, chance, line: Vec::new() };
        };
        // Among equally good moves, the one whose reasons are given.
        let best = reasons::explain(session.position(), analysis).map(|told| told.best);
        let known = known_outcome(session, analysis, best.as_ref());
        let say = match (known, &best) {
            (Some(_), _) => renderer.say(renderer.game().sentence()),
            (None, Some(best)) => worth(session, best, analysis, &renderer),
            (None, None) => String::new(),
        };
        let why = why::lines(session, analysis, None, localizer).unwrap_or_default();
        AnalysisView {
            game: view.analysed(values(session, &analysis.moves), say, why),
            chance: match (known, &best) {
                (None, Some(best)) => chance_of_first(session, best),
                (known, _) => chance_at(known),
            },
            best: best.as_ref().and_then(|best| Cells::of(session).of_move(best.code)),
            line: best.map(|best| line(session, &best.line)).unwrap_or_default(),
        }
    }
}

/// The known outcome of a game from its start, where the analysis has found an estimate only.
fn known_outcome(
    session: &Session,
    analysis: &SearchResult,
    best: Option<&ScoredMove>,
) -> Option<Outcome> {
    let is_proven = analysis.is_exact || best.is_some_and(|best| best.score.is_decided());
    let is_start = session.moves().is_empty() && !is_proven;
    games::of(session.position()).known_outcome().filter(|_| is_start)
}

/// Chance of the first side if the game ends so, in percent.
fn chance_at(outcome: Option<Outcome>) -> u16 {
    match outcome {
        Some(Outcome::Win(Side::First)) => 100,
        Some(Outcome::Win(Side::Second)) => 0,
        Some(Outcome::Draw) | None => EVEN_PERCENT,
    }
}

/// Chance of the first side if the best move is made, in percent.
fn chance_of_first(session: &Session, best: &ScoredMove) -> u16 {
    let chance = Chance::of(session.spec(), best).about_percent();
    match session.position().turn() {
        Side::First => chance,
        Side::Second => 100 - chance,
    }
}

/// The beginning of a line of play.
fn line(session: &Session, codes: &[MoveCode]) -> Vec<String> {
    replay::line(session.position(), &codes[..codes.len().min(LINE_PLIES_MAX)])
}

/// Tells what a position is worth to the side to move.
fn worth(
    session: &Session,
    best: &ScoredMove,
    analysis: &SearchResult,
    renderer: &BoardRenderer,
) -> String {
    let worth = worth_of_position(session.spec(), best, analysis);
    let mark = *games::of(session.position()).marks().get(session.position().turn());
    renderer.say(Phrase::TriedWorth { mark, worth: &renderer.say(worth) })
}

/// The values of all moves, by the cells that show them. Of the moves of a piece the best one is shown.
fn values(session: &Session, moves: &[ScoredMove]) -> Vec<ValueView> {
    let cells = Cells::of(session);
    let mut moves: Vec<&ScoredMove> = moves.iter().collect();
    moves.sort_by_key(|scored| scored.score);
    let shown = moves.into_iter().filter_map(|scored| {
        let cell = cells.of_move(scored.code)?;
        let value = match proven_note(scored) {
            Some(note) => scene::value_view(cell, note),
            None => {
                let chance = Chance::of(session.spec(), scored);
                ValueView::of_chance(cell, chance.about_percent())
            }
        };
        Some((cell, value))
    });
    shown.collect::<BTreeMap<u16, ValueView>>().into_values().collect()
}

/// The cells of a picture in which values of moves stand.
struct Cells<'a> {
    game: &'a dyn Appearance,
    picture: Scene,
}

impl Cells<'_> {
    fn of(session: &Session) -> Cells<'_> {
        let game = games::of(session.position());
        Cells { game, picture: game.scene(None, Focus::Suggested) }
    }

    fn of_move(&self, code: MoveCode) -> Option<u16> {
        let spot = self.game.note_spot(code, Focus::Suggested)?;
        Some(scene::cell(&self.picture, spot))
    }
}
