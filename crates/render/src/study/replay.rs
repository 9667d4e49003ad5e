//! Steps through a game move by move, in a new message, and describes the result of a game without
//! names.

use std::sync::Arc;

use zerosum_games::any::AnyGame;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_picture::charts::curve::Curve;
use zerosum_picture::scene::steps::{FIRST_NUMBER, Step};
use zerosum_picture::scene::{Note, Scene};
use zerosum_picture::subject::Subject;
use zerosum_session::game::clock::ClockEnd;
use zerosum_session::game::leaving::Departure;
use zerosum_session::{Session, SessionId};

use crate::board::buttons::focus::Focus;
use crate::board::scenes::pictures;
use crate::games;
use crate::games::appearance::Appearance;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::review;
use crate::study::sharing;
use crate::tap::{Ply, Tap};
use crate::view::{Button, View};

/// Number of plies above which there are buttons for longer steps.
const SHORT_PLIES_MAX: u16 = 30;

/// Maximum number of moves of a line on a picture, and of arrows, which cross each other.
const STEPS_MAX: u8 = 7;
const ARROWS_MAX: u8 = 3;

/// Plies of a longer step.
const LONG_STEP: u16 = 10;

/// Additions to a page, besides the move that it shows.
pub(crate) struct Telling {
    /// Lines below the title.
    pub(crate) heading: Vec<String>,
    /// Sign after the move.
    pub(crate) sign: &'static str,
    /// Lines below the move.
    pub(crate) note: Vec<String>,
    /// Tap that leads to another ply.
    pub(crate) step: fn(SessionId, Ply) -> Tap,
    /// Button of the review, for a game of other players.
    pub(crate) review: Option<Button>,
    /// Notes on moves, for the picture.
    pub(crate) notes: Vec<(MoveCode, Note)>,
    /// A line of play that was not played, from the side whose move it begins with.
    pub(crate) line: Option<(Side, Vec<MoveCode>)>,
    /// The curve of the game below its board.
    pub(crate) curve: Option<Curve>,
    /// Rows of buttons below the steps.
    pub(crate) rows: Vec<Vec<Button>>,
}

/// Renders the game after this many plies, or after its last one if it has fewer.
pub fn page(session: &Session, ply: Ply, localizer: Localizer) -> View {
    let step = |id, ply| Tap::Step { id, ply };
    let review = Some(review::button(session, localizer));
    let told = Some(session).filter(|session| session.is_replay());
    let heading = told.and_then(|session| sharing::head(session, localizer));
    let heading = heading.into_iter().collect();
    let (note, notes, rows) = (Vec::new(), Vec::new(), Vec::new());
    let (line, curve) = (None, None);
    let telling = Telling { heading, sign: "", note, step, review, notes, line, curve, rows };
    shown(session, ply, telling, localizer)
}

/// Like [`page`], but with additional lines.
pub(crate) fn shown(
    session: &Session,
    Ply(ply): Ply,
    telling: Telling,
    localizer: Localizer,
) -> View {
    let Telling { heading, sign, note, step, review, notes, line: better, curve, rows } = telling;
    let plies = length(session);
    let ply = ply.min(plies);
    let Moment { position, line, scene } = Moment::of(session, ply, sign, &notes);
    let game = games::of(&position);
    let end = (ply == plies).then(|| result(session, localizer)).flatten();
    let title = game.title(localizer);
    let lines: Vec<String> =
        [title].into_iter().chain(heading).chain([line]).chain(note).chain(end).collect();
    let is_bare = notes.is_empty() && better.is_none() && curve.is_none();
    let scene = match session.moves().get(..ply.into()) {
        Some(played) if is_bare => pictures::with_turns(scene, game, played),
        Some(_) | None => scene,
    };
    let scene = better
        .into_iter()
        .fold(scene, |scene, (side, moves)| with_steps(scene, game, (side, &moves)));
    let mut keyboard = vec![steps(session.id(), ply, plies, step)];
    keyboard.extend(rows);
    let play_from = |phrase, ply| {
        let tap = Tap::PlayOn { id: session.id(), ply: Ply(ply) };
        vec![Button { label: localizer.say(phrase), tap }]
    };
    // A game of other players can be played from its beginning.
    let is_beginning = session.is_replay() && ply == 0;
    if position.outcome().is_none() && !is_beginning {
        keyboard.push(play_from(Phrase::PlayOn, ply));
    }
    if session.is_replay() {
        let mut row = play_from(Phrase::PlayItYourself, 0);
        row.extend(review);
        keyboard.push(row);
    }
    let picture = Some(match curve {
        Some(curve) => Arc::new(Subject::Reviewed(scene, curve)),
        None => scene.into(),
    });
    View { text: lines.join("\n"), keyboard, picture }
}

/// A game after some of its plies.
pub(crate) struct Moment {
    pub(crate) position: AnyGame,
    /// Its last move with this sign, and how far the game has gone.
    pub(crate) line: String,
    pub(crate) scene: Scene,
}

impl Moment {
    /// The game after this many plies, of which it has as many, with notes on moves.
    pub(crate) fn of(
        session: &Session,
        ply: u16,
        sign: &str,
        notes: &[(MoveCode, Note)],
    ) -> Moment {
        let (played, _) = session.moves().split_at(ply.into());
        let mut position = session.spec().start();
        let mut last = None;
        for code in played {
            last = Some((position.turn(), position.move_text(*code)));
            position.play(*code).expect("the moves of a session are legal");
        }
        let game = games::of(&position);
        let counted = format!("{ply} / {}", length(session));
        let line = match &last {
            Some((side, text)) => {
                let number = ply.div_ceil(2);
                format!("{number}. {} {text}{sign}  ·  {counted}", game.marks().get(*side))
            }
            None => counted,
        };
        let scene = game.scene(played.last().copied(), Focus::Suggested).without_offers();
        let scene = notes.iter().fold(scene, |scene, (code, note)| {
            match game.spot(*code, Focus::Suggested) {
                Some(spot) => scene.with_note(spot, *note),
                None => scene,
            }
        });
        Moment { position, line, scene }
    }
}

/// Puts a line of play on a picture, from the side whose move it begins with.
fn with_steps(scene: Scene, game: &dyn Appearance, (side, moves): (Side, &[MoveCode])) -> Scene {
    let sides = [side, !side].into_iter().cycle();
    let max =
        if moves.iter().any(|code| game.origin(*code).is_some()) { ARROWS_MAX } else { STEPS_MAX };
    let steps = (FIRST_NUMBER..=max).zip(sides).zip(moves);
    steps.fold(scene, |scene, ((number, side), code)| {
        let (mark, from) = (game.painted(side), game.origin(*code));
        match game.spot(*code, Focus::Suggested) {
            Some(to) => scene.with_step(Step { number, mark, from, to }),
            None => scene,
        }
    })
}

/// Button that opens the page of a game after its last move.
pub fn button(session: &Session, localizer: Localizer) -> Button {
    let label = localizer.say(Phrase::LookThrough);
    Button { label, tap: Tap::LookThrough(session.id()) }
}

/// Number of plies of a game.
pub fn length(session: &Session) -> u16 {
    u16::try_from(session.moves().len()).unwrap_or(u16::MAX)
}

/// Number of moves of a side. The last move of a game need not be the winner's: in Pop Out a piece that is taken out
/// may complete a row of the opponent.
pub(crate) fn moves_of(session: &Session, side: Side) -> u32 {
    let plies = u32::try_from(session.moves().len()).unwrap_or(u32::MAX);
    match side {
        Side::First => plies.div_ceil(2),
        Side::Second => plies / 2,
    }
}

/// Returns the moves of a line with the marks of those who make them.
pub(crate) fn line(position: &AnyGame, codes: &[MoveCode]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for code in codes {
        let text = position.move_text(*code);
        let mark = *games::of(&position).marks().get(position.turn());
        if position.play(*code).is_err() {
            break;
        }
        texts.push(format!("{mark} {text}"));
    }
    texts
}

/// Describes the result of a game in a sentence without names; `None` if it has not ended.
pub(crate) fn result(session: &Session, localizer: Localizer) -> Option<String> {
    let game = games::of(session.position());
    let say = |phrase| localizer.say(phrase);
    Some(match (session.outcome()?, session.resigned()) {
        // A record does not tell why a game ended before its moves did.
        (_, Some(loser)) if session.is_replay() => {
            say(Phrase::ToldByRecord { mark: game.marks().get(!loser) })
        }
        (_, Some(loser)) => {
            let mark = *game.marks().get(loser);
            say(match session.clock_end() {
                Some(ClockEnd::Time) => Phrase::ToldTimeUp { mark },
                Some(ClockEnd::Abandoned) => Phrase::ToldAbandoned { mark },
                None => match session.departure() {
                    Some(Departure::Left) => Phrase::ToldAbandoned { mark },
                    Some(Departure::Removed) => Phrase::ToldRemoved { mark },
                    Some(Departure::RemovedOpponent) => Phrase::ToldRemovedOpponent { mark },
                    Some(Departure::MessageDeleted) => Phrase::ToldMessageDeleted,
                    None => Phrase::ToldGivenUp { mark },
                },
            })
        }
        // A player who has left for good counts as having resigned, as in the record.
        (Outcome::Win(winner), None) if session.position().outcome().is_none() => {
            say(Phrase::ToldGivenUp { mark: game.marks().get(!winner) })
        }
        (Outcome::Win(winner), None) => {
            let how = say(game.how_won(winner));
            say(Phrase::ToldWon { mark: game.marks().get(winner), how: &how })
        }
        (Outcome::Draw, None) if session.is_drawn_by_agreement() => say(Phrase::DrawAgreed),
        (Outcome::Draw, None) => say(game.how_drawn()),
    })
}

/// Buttons that lead to other plies. Their positions are fixed, so that they can be tapped repeatedly.
fn steps(id: SessionId, ply: u16, plies: u16, step: fn(SessionId, Ply) -> Tap) -> Vec<Button> {
    let is_long = plies > SHORT_PLIES_MAX;
    let [far_back, far_on] = [ply.saturating_sub(LONG_STEP), ply + LONG_STEP];
    [
        (true, "⏮", 0),
        (is_long, "⏪", far_back),
        (true, "◀️", ply.saturating_sub(1)),
        (true, "▶️", ply + 1),
        (is_long, "⏩", far_on),
        (true, "⏭", plies),
    ]
    .into_iter()
    .filter(|(is_there, ..)| *is_there)
    .map(|(_, label, to)| Button { label: label.to_owned(), tap: step(id, Ply(to.min(plies))) })
    .collect()
}
