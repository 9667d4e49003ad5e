//! Explains why a move is good or bad, in two or three short sentences, and names the theme of a
//! position in one.
//!
//! Every sentence is a fact that follows from the rules or a proof (`zerosum_search::reasons`).

use zerosum_games::any::AnyGame;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::reasons::{self, Area, Explanation, Fault, Merit, Rivals, Theme, Worse};
use zerosum_search::review::proven;
use zerosum_search::searcher::SearchResult;
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::games;
use crate::games::ultimate::arrow;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::review::{all_lose, worth};
use crate::study::trace;
use crate::view::{Page, View};

/// Sign before an explanation, as on its button.
const SIGN: &str = "❓";

/// Maximum length of an explanation, in UTF-16 code units.
pub const WHY_UNITS_MAX: usize = 400;

/// Maximum sentences after the one that names the best move.
const SENTENCES_MAX: usize = 3;

/// Maximum of these about the best move.
const SENTENCES_ON_BEST_MAX: usize = 2;

/// A position with the explanation of its moves.
#[derive(Clone, Copy)]
pub struct Why<'a> {
    /// The explained position.
    pub position: &'a AnyGame,
    pub explanation: &'a Explanation,
    /// The side of the reader, if they alone read it.
    pub you: Option<Side>,
    pub localizer: Localizer<'a>,
}

/// Explains the best move of a session, as far as it was analysed; `None` if there is nothing to
/// explain. For a small endgame of tic-tac-toe, the trace of minimax follows.
pub fn page(
    session: &Session,
    analysis: &SearchResult,
    you: Option<Side>,
    localizer: Localizer,
) -> Option<Page> {
    let text = lines(session, analysis, you, localizer)?.join("\n");
    let traced = trace::of(session.position());
    let folded_from = traced.as_ref().map(|_| text.encode_utf16().count() + 1);
    let text = [Some(text), traced].into_iter().flatten().collect::<Vec<_>>().join("\n");
    let view = View { text, keyboard: Vec::new(), picture: None };
    Some(Page { view, folded_from })
}

/// The explanation without the trace, and how far the search has looked.
pub(crate) fn lines(
    session: &Session,
    analysis: &SearchResult,
    you: Option<Side>,
    localizer: Localizer,
) -> Option<Vec<String>> {
    let position = session.position();
    let explanation = &reasons::explain(position, analysis)?;
    let text = Why { position, explanation, you, localizer }.text();
    let is_all_known = analysis.moves.iter().all(|scored| proven(scored).is_some());
    let plies = analysis.depth.into();
    let depth = (!is_all_known).then(|| localizer.say(Phrase::WhyDepth { plies }));
    Some([Some(format!("{SIGN} {text}")), depth].into_iter().flatten().collect())
}

/// Returns the phrase of a first hint: the theme of a position, without a move. It addresses the side to move.
pub fn theme_phrase(theme: Theme) -> Phrase<'static> {
    match theme {
        Theme::Win => Phrase::HintWin,
        Theme::Block => Phrase::HintBlock,
        Theme::Fork => Phrase::HintFork,
        Theme::StopFork => Phrase::HintStopFork,
        Theme::Lost => Phrase::HintLost,
        Theme::OnlyWin => Phrase::HintOnlyWin,
        Theme::OnlyMove => Phrase::HintOnlyMove,
        Theme::Way => Phrase::HintWay,
        Theme::Gap => Phrase::HintGap,
        Theme::ForcedWin => Phrase::HintForcedWin,
        Theme::WinArea => Phrase::HintWinArea,
        Theme::Sending => Phrase::HintSending,
        // Not all threats are looked for, so none is denied.
        Theme::Quiet => Phrase::HintBestSpot,
    }
}

impl Why<'_> {
    /// Names the best move with its reasons, and the faults of one or two moves that look good, in at
    /// most [`WHY_UNITS_MAX`] units.
    pub fn text(&self) -> String {
        let mut text = self.best();
        let mut sentences = self.on_best();
        sentences.truncate(SENTENCES_ON_BEST_MAX);
        sentences.extend(self.explanation.others.iter().map(|other| self.on_other(other)));
        for sentence in sentences.into_iter().take(SENTENCES_MAX) {
            let longer = format!("{text} {sentence}");
            if longer.encode_utf16().count() > WHY_UNITS_MAX {
                break;
            }
            text = longer;
        }
        text
    }

    /// Names the best move.
    fn best(&self) -> String {
        if let Some(all_lose) = self.all_lose() {
            return self.say(all_lose);
        }
        let scored = &self.explanation.best;
        let text = &self.move_text(scored.code);
        let worth = &self.say(worth(scored));
        self.say(match (self.explanation.is_proven, self.explanation.rivals) {
            (true, Rivals::None) => Phrase::WhyBest { text },
            (true, Rivals::Some) => Phrase::WhyBestOfSome { text },
            (true, Rivals::All) => Phrase::WhyBestOfAll { text, worth },
            (false, _) => Phrase::WhyBestSeen { text },
        })
    }

    /// Returns the phrase for a position in which every move loses, as far as is known equally soon.
    fn all_lose(&self) -> Option<Phrase<'static>> {
        all_lose(&self.explanation.best).filter(|_| self.explanation.rivals == Rivals::All)
    }

    /// Sentences in favour of the best move. Where every move loses, none is named, so there are only those about the
    /// position.
    fn on_best(&self) -> Vec<String> {
        let Explanation { best, merits, is_proven, rivals, .. } = self.explanation;
        let is_named = self.all_lose().is_none();
        let is_told = |merit: &&Merit| is_named || matches!(merit, Merit::Doomed { .. });
        let mut sentences: Vec<String> =
            merits.iter().filter(is_told).map(|merit| self.merit(*merit)).collect();
        let ends_soon = |merit: &Merit| {
            matches!(merit, Merit::Wins | Merit::Fork { .. } | Merit::Doomed { .. })
        };
        let is_worth_told = match proven(best) {
            Some(Verdict::Win { .. } | Verdict::Loss { .. }) => !merits.iter().any(ends_soon),
            Some(Verdict::Draw) => *is_proven && merits.is_empty(),
            None => false,
        };
        let is_told_before = self.all_lose().is_some() || *is_proven && *rivals == Rivals::All;
        if is_worth_told && !is_told_before {
            // More important than a second fact.
            let worth = self.say(worth(best));
            sentences.insert(sentences.len().min(1), self.say(Phrase::WhyWorth { worth: &worth }));
        }
        sentences
    }

    fn merit(&self, merit: Merit) -> String {
        let mark = self.opponent();
        match merit {
            Merit::Wins => self.say(self.won()),
            Merit::Only => self.say(Phrase::WhyOnly),
            Merit::Blocks if self.you == Some(self.position.turn()) => {
                self.say(Phrase::WhyYouMustBlock { mark })
            }
            Merit::Blocks => self.say(Phrase::WhyBlocks { mark }),
            Merit::Doomed { cells } => {
                let [one, other] = &self.texts(cells);
                self.say(Phrase::WhyDoomed { mark, one, other })
            }
            Merit::Fork { cells } => self.fork(cells),
            Merit::StopsFork { cell } => {
                self.say(Phrase::WhyStopsFork { mark, cell: &self.move_text(cell) })
            }
            Merit::Threatens { cell } => {
                self.say(Phrase::WhyThreatens { cell: &self.move_text(cell) })
            }
            Merit::ThreatensFork { cell } => {
                self.say(Phrase::WhyThreatensFork { cell: &self.move_text(cell) })
            }
            Merit::MostLines { lines } | Merit::MostLinesIn { lines, area: _ } => {
                self.say(Phrase::WhyMostLines { lines: lines.into() })
            }
            Merit::NoLineLeft => self.say(Phrase::WhyNoLineLeft),
            Merit::Builds { marks } => self.say(Phrase::WhyBuilds { marks: marks.into() }),
            Merit::Spoils { marks } => self.say(Phrase::WhySpoils { mark, marks: marks.into() }),
            Merit::Waits { cell, is_kept } => self.waits(cell, is_kept),
            Merit::WinsArea { area } => self.say(Phrase::WhyWinsArea { area: &self.area(area) }),
            Merit::MakesTwo { third } => self.say(Phrase::WhyMakesTwo { area: &self.area(third) }),
            Merit::BlocksArea { area } => {
                self.say(Phrase::WhyBlocksArea { mark, area: &self.area(area) })
            }
            Merit::ThreatensArea { area, cell } => {
                let (cell, area) = (&self.move_text(cell), &self.area(area));
                self.say(Phrase::WhyThreatensArea { cell, area })
            }
            Merit::Sends { area } => self.sent(&self.area(area)),
            Merit::ClosesGap => self.say(Phrase::WhyClosesGap),
            Merit::Encloses { squares: _ } => self.say(Phrase::WhyEncloses),
            Merit::LongestWay { steps } => self.say(Phrase::WhyLongestWay { steps: steps.into() }),
            Merit::WayOut { steps } => self.say(Phrase::WhyWayOut { steps: steps.into() }),
            Merit::MostRoom { squares: _ } => self.say(Phrase::WhyMostRoom),
        }
    }

    /// Says what a fork threatens. In Connect Four both cells may be in one column, whose number names both.
    fn fork(&self, cells: [MoveCode; 2]) -> String {
        let [one, other] = &self.texts(cells);
        self.say(match one == other {
            true => Phrase::WhyForkInColumn { column: one },
            false => Phrase::WhyFork { one, other },
        })
    }

    /// Says where a row waits for a piece below it.
    fn waits(&self, cell: MoveCode, is_kept: bool) -> String {
        let row = self.row_from_below(cell);
        let column = &self.move_text(cell);
        self.say(match is_kept {
            true => Phrase::WhyWaitsKept { column, row },
            false => Phrase::WhyWaits { column, row },
        })
    }

    /// The row of a cell of a board on which pieces fall, counted from the lowest one.
    fn row_from_below(&self, code: MoveCode) -> u32 {
        let scene = games::of(self.position).scene(None, Focus::Suggested);
        let spot = games::of(self.position).whole_spot(code);
        spot.map_or(0, |spot| u32::from(scene.rows() - spot.row))
    }

    /// Says what has won the game.
    fn won(&self) -> Phrase<'static> {
        match (self.position, self.position.turn()) {
            (AnyGame::Sheep(_), Side::First) => Phrase::WhySheepPasses,
            (AnyGame::Sheep(_), Side::Second) => Phrase::WhySheepCaught,
            (
                AnyGame::TicTacToe(_)
                | AnyGame::Mnk(_)
                | AnyGame::ConnectFour(_)
                | AnyGame::Ultimate(_)
                | AnyGame::Strategic(_),
                _,
            ) => Phrase::WhyWins,
        }
    }

    /// Says where the opponent has to move next.
    fn sent(&self, area: &str) -> String {
        self.say(match self.you {
            Some(you) if you != self.position.turn() => Phrase::WhySendsYou { area },
            Some(_) | None => Phrase::WhySends { mark: self.opponent(), area },
        })
    }

    /// Sentence against another move.
    fn on_other(&self, Worse { scored, fault }: &Worse) -> String {
        let text = &self.move_text(scored.code);
        match fault {
            Some(fault) => self.fault(text, *fault),
            None => self.say(Phrase::WhyOther { text, worth: &self.say(worth(scored)) }),
        }
    }

    fn fault(&self, text: &str, fault: Fault) -> String {
        let mark = self.opponent();
        let is_you = self.you == Some(!self.position.turn());
        match fault {
            Fault::AllowsWin { reply } => {
                self.say(Phrase::WhyAllowsWin { text, mark, reply: &self.move_text(reply) })
            }
            Fault::Answered { reply } => {
                self.say(Phrase::WhyAnswered { text, mark, reply: &self.move_text(reply) })
            }
            Fault::AllowsFork { reply, cells } => {
                let (reply, [one, other]) = (&self.move_text(reply), &self.texts(cells));
                self.say(match one == other {
                    true => Phrase::WhyAllowsForkInColumn { text, mark, reply, column: one },
                    false => Phrase::WhyAllowsFork { text, mark, reply, one, other },
                })
            }
            Fault::Wastes { cell } => {
                let (column, row) = (&self.move_text(cell), self.row_from_below(cell));
                self.say(Phrase::WhyWastes { text, mark, column, row })
            }
            Fault::GivesArea { area, reply } => {
                let (reply, area) = (&self.move_text(reply), &self.area(area));
                self.say(Phrase::WhyGivesArea { text, mark, reply, area })
            }
            Fault::Frees { area } if is_you => {
                self.say(Phrase::WhyFreesYou { text, area: &self.area(area) })
            }
            Fault::Frees { area } => {
                self.say(Phrase::WhyFrees { text, mark, area: &self.area(area) })
            }
            Fault::LeavesGap { steps } => {
                self.say(Phrase::WhyLeavesGap { text, steps: steps.into() })
            }
        }
    }

    /// Mark of the side that is not to move.
    fn opponent(&self) -> &'static str {
        games::of(self.position).marks().get(!self.position.turn())
    }

    fn area(&self, area: Area) -> String {
        let number = |place: u8| u32::from(place) + 1;
        match area {
            Area::Local(board) => self.say(Phrase::AreaBoard { place: arrow(board) }),
            Area::Tactical(strategic, tactical) => {
                let place = format!("{} {}", number(strategic), number(tactical));
                self.say(Phrase::AreaTactical { place: &place })
            }
            Area::Strategic(strategic) => {
                self.say(Phrase::AreaStrategic { place: &number(strategic).to_string() })
            }
        }
    }

    fn texts(&self, cells: [MoveCode; 2]) -> [String; 2] {
        cells.map(|cell| self.move_text(cell))
    }

    fn move_text(&self, code: MoveCode) -> String {
        self.position.move_text(code)
    }

    fn say(&self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}
