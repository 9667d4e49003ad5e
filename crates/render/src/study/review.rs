//! Review of a game, move by move: the value of each move, the better one, and the consequences.
//!
//! Every statement is proven, or told as a chance, and the page says how far the search has looked.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_picture::charts::curve::Curve;
use zerosum_picture::scene::Note;
use zerosum_search::Verdict;
use zerosum_search::review::chance::Chance;
use zerosum_search::review::{FINDING_COST_MIN, Quality, Resistance, Review, Reviewed, proven};
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult};
use zerosum_session::{Seat, Session};

use crate::games;
use crate::games::ultimate::arrow;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::curve::Seen;
use crate::study::lessons;
use crate::study::replay::{self, Telling};
use crate::study::sharing;
use crate::tap::{Ply, Tap};
use crate::view::{Button, View};

/// Annotation signs, as in chess.
const LOSING: &str = " ??";
const WEAK: &str = " ?";

/// A finished game with its analysis.
#[derive(Clone, Copy)]
pub struct ReviewPage<'a> {
    pub session: &'a Session,
    pub review: &'a Review,
    /// False if the search goes on, and this is what it has found so far.
    pub is_whole: bool,
    /// The side of the reader, if they alone read it.
    pub you: Option<Side>,
    pub localizer: Localizer<'a>,
}

/// A mistake as it is told.
pub(crate) struct ToldMistake {
    /// Counted from 0.
    pub(crate) ply: usize,
    pub(crate) sentence: String,
    pub(crate) better: String,
    /// The play that begins with the better move.
    pub(crate) line: Vec<String>,
}

/// A move as it is told.
#[derive(Default)]
pub(crate) struct ToldMove {
    pub(crate) sign: &'static str,
    pub(crate) lines: Vec<String>,
    /// Notes for the picture.
    pub(crate) notes: Vec<(MoveCode, Note)>,
}

/// Button that opens the review of a game.
pub(crate) fn button(session: &Session, localizer: Localizer) -> Button {
    let is_lost = |winner: Side| {
        let (winner, loser) = (session.seats().get(winner), session.seats().get(!winner));
        matches!((winner, loser), (Seat::Engine(_), Seat::Human(_)))
    };
    let phrase = match session.outcome() {
        Some(Outcome::Win(winner))
            if is_lost(winner) && session.resigned().is_none() && !session.is_replay() =>
        {
            Phrase::ReviewLoss
        }
        _ => Phrase::ReviewGame,
    };
    Button { label: localizer.say(phrase), tap: Tap::Review(session.id()) }
}

impl ReviewPage<'_> {
    /// Renders the game at the costliest mistake, or at its end if there is none.
    pub fn opening(&self) -> View {
        self.page(self.turning_point())
    }

    /// The ply after the costliest mistake, or the last one.
    pub(crate) fn turning_point(&self) -> Ply {
        let costliest = |side| self.review.costliest(side, self.has_won(side));
        let turns = self.sides().filter_map(costliest);
        let turn = turns.max_by_key(|(ply, reviewed)| (reviewed.cost(), *ply));
        let ply = turn.and_then(|(ply, _)| u16::try_from(ply + 1).ok());
        Ply(ply.unwrap_or_else(|| replay::length(self.session)))
    }

    /// Renders the game after this many plies.
    pub fn page(&self, Ply(ply): Ply) -> View {
        let ply = ply.min(replay::length(self.session));
        let last = usize::from(ply).checked_sub(1);
        let reviewed = last.and_then(|last| Some((last, self.review.of_ply(last)?)));
        let telling = Telling {
            review: None,
            heading: self.heading(),
            sign: reviewed.map_or("", |(ply, reviewed)| self.sign(ply, reviewed)),
            note: reviewed.map_or(Vec::new(), |(ply, reviewed)| self.note(ply, reviewed)),
            step: |id, ply| Tap::ReviewStep { id, ply },
            notes: reviewed.map_or(Vec::new(), |(ply, reviewed)| self.notes(ply, reviewed)),
            line: reviewed.and_then(|(ply, reviewed)| self.better_line(ply, reviewed)),
            curve: self.curve(ply).map(|(_, curve)| curve),
            rows: self.rows(last),
        };
        let mut view = replay::shown(self.session, Ply(ply), telling, self.localizer);
        // A player who has lost is offered the course, and one whose review leads nowhere else.
        let leads_on = view.keyboard.len() > 1;
        if self.you.is_some_and(|you| self.has_lost(you) || !leads_on) {
            let course = lessons::course_of(self.session.spec().family());
            let button = lessons::button(course, self.localizer);
            // Where there is room beside "Play on", the picture stays in sight.
            match view.keyboard.last_mut().filter(|row| row.len() == 1) {
                Some(row) => row.push(button),
                None => view.keyboard.push(vec![button]),
            }
        }
        if let Some(row) = view.keyboard.last_mut().filter(|row| row.len() == 1)
            && self.you.is_some()
        {
            row.push(sharing::button(self.session, self.localizer));
        }
        view
    }

    /// Sentences about the whole game, and how far the search has looked.
    pub(crate) fn heading(&self) -> Vec<String> {
        let mut heading: Vec<String> = self.sides().flat_map(|side| self.sentences(side)).collect();
        match self.review.depth() {
            _ if !self.is_whole => heading.push(self.say(Phrase::ReviewGoesOn)),
            Some(plies) => heading.push(self.say(Phrase::ReviewDepth { plies: plies.into() })),
            None => {}
        }
        heading
    }

    /// The mistakes that are told, in the order of the game.
    pub(crate) fn told_mistakes(&self) -> Vec<ToldMistake> {
        let told = self.sides().flat_map(|side| {
            let tell = move |(ply, reviewed): (usize, &Reviewed)| {
                let position = self.position(ply);
                ToldMistake {
                    ply,
                    sentence: self.sentence(side, ply, reviewed),
                    better: position.move_text(reviewed.best.code),
                    line: replay::line(&position, &reviewed.best.line),
                }
            };
            self.findings(side).into_iter().map(tell)
        });
        let mut told: Vec<ToldMistake> = told.collect();
        told.sort_by_key(|mistake| mistake.ply);
        told
    }

    /// The move of a ply as it is told, if it was looked at.
    pub(crate) fn told_move(&self, ply: usize) -> Option<ToldMove> {
        let reviewed = self.review.of_ply(ply)?;
        let (sign, notes) = (self.sign(ply, reviewed), self.notes(ply, reviewed));
        Some(ToldMove { sign, lines: self.note(ply, reviewed), notes })
    }

    /// A row with the button that sets up the position before this finding, and those that lead to the others.
    fn rows(&self, last: Option<usize>) -> Vec<Vec<Button>> {
        let findings = self.mistakes();
        let id = self.session.id();
        let small = |ply: usize| Ply(u16::try_from(ply).unwrap_or(u16::MAX));
        let leading = findings.iter().filter(|ply| Some(**ply) != last).map(|ply| {
            let text = self.position(*ply).move_text(self.session.moves()[*ply]);
            let reviewed = self.review.of_ply(*ply);
            let sign = reviewed.map_or(WEAK, |reviewed| self.sign(*ply, reviewed));
            let label = format!("{}. {text}{sign}", ply / 2 + 1);
            Button { label, tap: Tap::ReviewStep { id, ply: small(ply + 1) } }
        });
        let again = last.filter(|ply| self.you.is_some() && findings.contains(ply));
        let again = again.map(|ply| {
            let label = self.say(Phrase::ReviewTryAgain);
            Button { label, tap: Tap::TryAgain { id, ply: small(ply) } }
        });
        let row: Vec<Button> = again.into_iter().chain(leading).collect();
        if row.is_empty() { Vec::new() } else { vec![row] }
    }

    /// The curve of the game, and the side that it is of: the reader's, or the first one.
    pub(crate) fn curve(&self, shown: u16) -> Option<(Side, Curve)> {
        let side = self.you.or_else(|| self.sides().next())?;
        let (session, review, mistakes) = (self.session, self.review, self.mistakes());
        Some((side, Seen { session, review, side, mistakes }.curve(shown)?))
    }

    /// The plies that are told as mistakes.
    fn mistakes(&self) -> Vec<usize> {
        self.sides().flat_map(|side| self.findings(side)).map(|(ply, _)| ply).collect()
    }

    /// Sides whose moves are reviewed.
    fn sides(&self) -> impl Iterator<Item = Side> {
        let is_meant = |side: &Side| match self.you {
            Some(you) => *side == you,
            None => self.review.of_side(*side).next().is_some(),
        };
        Side::ALL.into_iter().filter(is_meant)
    }

    /// The mistakes of a side that are told, in the order of the game.
    fn findings(&self, side: Side) -> Vec<(usize, &Reviewed)> {
        let has_won = self.has_won(side);
        match self.you {
            Some(_) => self.review.findings(side, has_won),
            // There is room for one of each side.
            None => self.review.costliest(side, has_won).into_iter().collect(),
        }
    }

    /// Summarizes the play of a side in one to three sentences, or in two if it made no mistake.
    fn sentences(&self, side: Side) -> Vec<String> {
        let findings = self.findings(side);
        if findings.is_empty() {
            // Nothing is claimed before all is seen.
            return if self.is_whole { self.without_mistake(side) } else { Vec::new() };
        }
        findings.into_iter().map(|(ply, reviewed)| self.sentence(side, ply, reviewed)).collect()
    }

    /// Tells a mistake in a sentence.
    fn sentence(&self, side: Side, ply: usize, reviewed: &Reviewed) -> String {
        let position = self.position(ply);
        let text = &position.move_text(reviewed.played.code);
        let better = &position.move_text(reviewed.best.code);
        let worth = &self.worth(&reviewed.best, reviewed.before);
        let played = &self.worth(&reviewed.played, reviewed.after);
        let who = &self.mover(side, ply);
        let (after, before) = (proven(&reviewed.played), proven(&reviewed.best));
        let [percent_before, percent_after] =
            [reviewed.before, reviewed.after].map(|chance| chance.about_percent().into());
        let told = self.say(match (after, before) {
            (Some(Verdict::Loss { .. }), _) if !self.has_lost(side) => {
                Phrase::ReviewMistake { who, text, better, worth }
            }
            (Some(Verdict::Loss { .. }), Some(Verdict::Draw)) => {
                Phrase::ReviewLostDraw { who, text, better }
            }
            (Some(Verdict::Loss { .. }), _) => Phrase::ReviewLost { who, text, better, worth },
            (_, Some(Verdict::Win { .. })) if self.has_won(side) => {
                Phrase::ReviewMistake { who, text, better, worth }
            }
            (_, Some(Verdict::Win { .. })) => Phrase::ReviewGaveWin { who, text, better, worth },
            // The even chance of a sure draw is none of winning.
            (Some(Verdict::Draw), _) | (_, Some(Verdict::Draw)) => {
                Phrase::ReviewWorse { who, text, worth: played, better, instead: worth }
            }
            _ => Phrase::ReviewCost {
                who,
                text,
                better,
                before: percent_before,
                after: percent_after,
            },
        });
        match self.board_given(side, ply, reviewed) {
            Some(board) => {
                let area = self.say(Phrase::AreaBoard { place: arrow(board) });
                format!("{told} {}", self.say(Phrase::ReviewGaveBoard { area: &area }))
            }
            None => told,
        }
    }

    /// The local board of Ultimate that the opponent won in reply, and would not have won after the better
    /// move.
    fn board_given(&self, side: Side, ply: usize, reviewed: &Reviewed) -> Option<u8> {
        let before = self.position(ply);
        let won_after = |moves: &[MoveCode]| {
            let mut position = before.clone();
            for code in moves {
                position.play(*code).ok()?;
            }
            let AnyGame::Ultimate(ultimate) = &position else { return None };
            Some(*ultimate.won_boards().get(!side))
        };
        let lost = won_after(self.session.moves().get(ply..ply + 2)?)? & !won_after(&[])?;
        let spared = won_after(reviewed.best.line.get(..2)?)?;
        let board = lost & !spared;
        (board != 0).then(|| u8::try_from(board.trailing_zeros()).ok()).flatten()
    }

    /// Describes a game in which no mistake of a side was found.
    fn without_mistake(&self, side: Side) -> Vec<String> {
        let is_own = |ply: &usize| ply % 2 == usize::from(side == Side::Second);
        let from = self.session.first_own_ply();
        let own = (from..self.session.moves().len()).filter(is_own).count();
        let first = self.review.of_side(side).next();
        let was_lost = first.is_some_and(|(ply, reviewed)| {
            ply < from + 2 && matches!(proven(&reviewed.best), Some(Verdict::Loss { .. }))
        });
        let last = self.review.of_side(side).next_back();
        let is_lost = last.is_some_and(|(_, reviewed)| {
            matches!(proven(&reviewed.played), Some(Verdict::Loss { .. }))
        });
        let mark = *games::of(self.session.position()).marks().get(side);
        let is_all_seen = self.review.of_side(side).count() == own;
        let is_all_known = is_all_seen && self.review.depth().is_none();
        // A record does not tell why a game ended before its moves did.
        let gave_up = self.session.resigned() == Some(side)
            && !self.session.is_replay()
            && self.session.clock_end().is_none()
            && !self.session.is_left();
        let is_lost_anyway = was_lost && self.has_lost(side);
        // Of two sides each sentence names its own.
        let is_yours = self.you.is_some();
        let told = self.say(if gave_up && !is_lost {
            if is_yours { Phrase::ReviewGaveUp } else { Phrase::ReviewGaveUpOf { mark } }
        } else if is_lost_anyway && is_yours {
            Phrase::ReviewLostAnyway
        } else if self.has_lost(side) && self.session.resigned().is_none() && is_all_seen {
            if is_yours { Phrase::ReviewNoSingle } else { Phrase::ReviewNoSingleOf { mark } }
        } else if !is_all_known {
            if is_yours { Phrase::ReviewNothingSeen } else { Phrase::ReviewNothingSeenOf { mark } }
        } else if is_yours {
            Phrase::ReviewNoMistake
        } else {
            Phrase::ReviewNoMistakeOf { mark }
        });
        [told].into_iter().chain(is_lost_anyway.then(|| self.resistance(side)).flatten()).collect()
    }

    /// Tells how long a lost side could have held out, and which move shortened the game most.
    fn resistance(&self, side: Side) -> Option<String> {
        let moves = |plies: u16| u32::from(plies.div_ceil(2));
        let Resistance { plies, shortened } = self.review.resistance(side)?;
        let mark = *games::of(self.session.position()).marks().get(side);
        let held = plies.map(moves).map(|moves| match self.you {
            Some(_) => self.say(Phrase::ReviewHeldOut { moves }),
            None => self.say(Phrase::ReviewHeldOutOf { mark, moves }),
        });
        let shortened = shortened.map(|(ply, reviewed, lost)| {
            let position = self.position(ply);
            let who = &self.mover(side, ply);
            let text = &position.move_text(reviewed.played.code);
            let better = &position.move_text(reviewed.best.code);
            self.say(match plies {
                Some(_) => Phrase::ReviewShortened { who, text, better, moves: moves(lost) },
                None => Phrase::ReviewEased { who, text, better },
            })
        });
        let told: Vec<String> = held.into_iter().chain(shortened).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn has_won(&self, side: Side) -> bool {
        self.session.outcome() == Some(Outcome::Win(side))
    }

    fn has_lost(&self, side: Side) -> bool {
        self.session.outcome() == Some(Outcome::Win(!side))
    }

    /// Names a move: "your second move". In a game that goes on from moves of others or from an opening, which the
    /// reader has not made alone, it is that of a side with its number in the game.
    fn mover(&self, side: Side, ply: usize) -> String {
        let number = u32::try_from(ply / 2 + 1).unwrap_or(u32::MAX);
        let marks = games::of(self.session.position()).marks();
        match self.you.is_some() && self.session.first_own_ply() == 0 {
            true => self.say(Phrase::YourMoveNumber { number }),
            false => self.say(Phrase::MoveNumberOf { mark: marks.get(side), number }),
        }
    }

    /// Lines about one move.
    fn note(&self, ply: usize, reviewed: &Reviewed) -> Vec<String> {
        let position = self.position(ply);
        let Reviewed { quality, played, best, before, after, .. } = reviewed;
        let (worth, better) = (&self.worth(played, *after), &position.move_text(best.code));
        let instead = &self.worth(best, *before);
        let is_weak = self.sign(ply, reviewed) == WEAK;
        let note = self.say(match (quality, proven(played)) {
            (Quality::Best, Some(_)) if proven(best).is_some() => Phrase::ReviewBest { worth },
            (Quality::Best, _) => Phrase::ReviewBestSeen,
            (Quality::Good, _) if is_weak => Phrase::ReviewWeak { worth, better, instead },
            (Quality::Good, Some(Verdict::Loss { .. })) => Phrase::ReviewAlreadyLost { worth },
            (Quality::Good, Some(_)) => Phrase::ReviewGood { worth },
            (Quality::Good, None) => Phrase::ReviewGoodSeen,
            (Quality::Inaccurate, _) => Phrase::ReviewInaccurate { worth, better, instead },
            (Quality::Losing, _) => Phrase::ReviewLosing { worth, better, instead },
        });
        let mut lines = vec![note];
        if is_weak || *quality == Quality::Losing {
            let follows = replay::line(&position, &played.line).split_off(1.min(played.line.len()));
            if !follows.is_empty() {
                lines.push(self.say(Phrase::ReviewLine { moves: &follows.join(", ") }));
            }
            let instead = replay::line(&position, &best.line);
            if instead.len() > 1 {
                lines.push(self.say(Phrase::ReviewBetterLine { moves: &instead.join(", ") }));
            }
        }
        lines
    }

    /// Annotation sign of a move. One that is told as a mistake is weak at least.
    fn sign(&self, ply: usize, reviewed: &Reviewed) -> &'static str {
        match reviewed.quality {
            Quality::Losing => LOSING,
            _ if reviewed.cost() >= FINDING_COST_MIN || self.mistakes().contains(&ply) => WEAK,
            Quality::Best => " !",
            Quality::Good => "",
            Quality::Inaccurate => " ?!",
        }
    }

    /// Notes on the picture: a mistake and the better move.
    fn notes(&self, ply: usize, reviewed: &Reviewed) -> Vec<(MoveCode, Note)> {
        match self.sign(ply, reviewed) {
            LOSING | WEAK => {
                vec![(reviewed.best.code, Note::Best), (reviewed.played.code, Note::Mistake)]
            }
            _ => Vec::new(),
        }
    }

    /// The better line instead of a mistake.
    fn better_line(&self, ply: usize, reviewed: &Reviewed) -> Option<(Side, Vec<MoveCode>)> {
        let is_mistake = matches!(self.sign(ply, reviewed), LOSING | WEAK);
        is_mistake.then(|| (reviewed.side, reviewed.best.line.clone()))
    }

    fn worth(&self, scored: &ScoredMove, chance: Chance) -> String {
        self.say(worth_or_chance(scored, chance))
    }

    fn position(&self, ply: usize) -> AnyGame {
        let mut position = self.session.spec().start();
        for code in &self.session.moves()[..ply] {
            position.play(*code).expect("the moves of a session are legal");
        }
        position
    }

    fn say(&self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}

/// Returns the phrase for the outcome of a move.
pub(crate) fn worth(scored: &ScoredMove) -> Phrase<'static> {
    let moves = |plies: u16| u32::from(plies.div_ceil(2));
    let is_exact = scored.distance == Distance::Exact;
    match proven(scored) {
        Some(Verdict::Win { plies }) if is_exact => Phrase::WorthWin { moves: moves(plies) },
        Some(Verdict::Win { plies }) => Phrase::WorthWinWithin { moves: moves(plies) },
        Some(Verdict::Draw) => Phrase::WorthDraw,
        Some(Verdict::Loss { plies }) if is_exact => Phrase::WorthLoss { moves: moves(plies) },
        Some(Verdict::Loss { plies }) => Phrase::WorthLossWithin { moves: moves(plies) },
        None => Phrase::WorthOpen,
    }
}

/// Returns the phrase for the worth of a move: proven, or as a chance.
fn worth_or_chance(scored: &ScoredMove, chance: Chance) -> Phrase<'static> {
    match worth(scored) {
        Phrase::WorthOpen => about(chance),
        proven => proven,
    }
}

/// Returns the phrase for the worth of a position, by its best move: a draw only if it is proven that no other move
/// wins.
pub(crate) fn worth_of_position(
    spec: GameSpec,
    best: &ScoredMove,
    analysis: &SearchResult,
) -> Phrase<'static> {
    let chance = Chance::of(spec, best);
    match analysis.is_exact || best.score.is_decided() {
        true => worth_or_chance(best, chance),
        false => about(chance),
    }
}

fn about(chance: Chance) -> Phrase<'static> {
    Phrase::WorthAbout { percent: chance.about_percent().into() }
}

/// Returns the phrase for a position in which every move loses as soon as this one; `None` if it does
/// not lose.
pub(crate) fn all_lose(scored: &ScoredMove) -> Option<Phrase<'static>> {
    match worth(scored) {
        Phrase::WorthLoss { moves } => Some(Phrase::AllLose { moves }),
        Phrase::WorthLossWithin { moves } => Some(Phrase::AllLoseWithin { moves }),
        _ => None,
    }
}
