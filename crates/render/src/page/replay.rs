//! A finished game on the page: stepped through ply by ply, and reviewed in the sentences of the chat.

use serde::Serialize;
use zerosum_session::Session;

use crate::games;
use crate::locales::localizer::Localizer;
use crate::page::FORMAT_VERSION;
use crate::page::game::GameView;
use crate::page::live::LiveSnapshot;
use crate::page::solo::Snapshot;
use crate::study::replay::{self, Moment};
use crate::study::review::{ReviewPage, ToldMove};
use crate::tap::Ply;

/// A game after some of its plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepView {
    #[serde(flatten)]
    game: GameView,
    ply: u16,
    /// Plies of the whole game.
    plies: u16,
}

impl StepView {
    /// Steps to a ply of a game of the chat.
    pub fn of_live(
        snapshot: LiveSnapshot,
        session: &Session,
        ply: u16,
        told: (Option<&ReviewPage>, Localizer),
    ) -> StepView {
        StepView::of(snapshot.game, session, ply, told)
    }

    /// Steps to a ply of a visitor's game.
    pub fn of_solo(
        snapshot: Snapshot,
        session: &Session,
        ply: u16,
        told: (Option<&ReviewPage>, Localizer),
    ) -> StepView {
        StepView::of(snapshot.game, session, ply, told)
    }

    /// With what the review, if there is one by now, has found about the last move.
    fn of(
        game: GameView,
        session: &Session,
        ply: u16,
        (review, localizer): (Option<&ReviewPage>, Localizer),
    ) -> StepView {
        let plies = replay::length(session);
        let ply = ply.min(plies);
        let last = usize::from(ply).checked_sub(1);
        let told = review.zip(last).and_then(|(review, last)| review.told_move(last));
        let ToldMove { sign, mut lines, notes } = told.unwrap_or_default();
        let moment = Moment::of(session, ply, sign, &notes);
        if ply == plies {
            lines.extend(replay::result(session, localizer));
        }
        let say = moment.line.clone();
        StepView { game: game.at(&moment, (say, lines), ply.into()), ply, plies }
    }
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewView {
    v: u32,
    /// False if the work goes on: it can be asked for again.
    is_whole: bool,
    /// Sentences about the whole game.
    say: Vec<String>,
    /// Plies of the game up to its costliest mistake, or to its end.
    opening: u16,
    findings: Vec<FindingView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<CurveView>,
}

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FindingView {
    /// Plies of the game after it.
    ply: u16,
    say: String,
    better: String,
    /// The play that would have followed, from the better move on.
    line: Vec<String>,
}

/// The chances of one side over the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct CurveView {
    /// The mark of that side, and of the other one.
    marks: [&'static str; 2],
    /// Plies played and the chance after them, in thousandths.
    points: Vec<(u16, u16)>,
    /// The curve in words.
    say: String,
}

impl ReviewView {
    pub fn of(page: &ReviewPage) -> ReviewView {
        let small = |ply: usize| u16::try_from(ply).unwrap_or(u16::MAX);
        let findings = page.told_mistakes().into_iter().map(|mistake| FindingView {
            ply: small(mistake.ply + 1),
            say: mistake.sentence,
            better: mistake.better,
            line: mistake.line,
        });
        let Ply(opening) = page.turning_point();
        ReviewView {
            v: FORMAT_VERSION,
            is_whole: page.is_whole,
            say: page.heading(),
            opening,
            findings: findings.collect(),
            curve: curve_of(page),
        }
    }
}

fn curve_of(page: &ReviewPage) -> Option<CurveView> {
    let (side, curve) = page.curve(0)?;
    let marks = games::of(page.session.position()).marks();
    Some(CurveView {
        marks: [*marks.get(side), *marks.get(!side)],
        say: curve.text_alternative(),
        points: curve.points,
    })
}
