//! Results of a player: a page with a chart, the numbers by game and level, and the latest games to step
//! through.

use std::sync::Arc;

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_picture::charts::chart::{Chart, Ended, LATEST_MAX};
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;
use zerosum_search::course::{Course, STEPS};
use zerosum_search::puzzle::collection::Day;
use zerosum_session::people::habits::{Ending, Habits};
use zerosum_session::people::puzzles::PuzzleTally;
use zerosum_session::people::ratings::Rating;
use zerosum_session::people::results::{self, OpponentKind, Played, ResultCounts, Totals};
use zerosum_session::people::standings::Standing;

use crate::board::titles;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::lessons::course_name;
use crate::tap::{Counting, Tap};
use crate::view::{Button, CAPTION_UNITS_MAX, View};

/// Maximum lines for games and opponents, so that the text fits below a picture.
const LINES_MAX: usize = 8;

/// Minimum number of games without help for a chart: of fewer it tells no more than the last one or two.
const CHARTED_MIN: u32 = 10;

/// Maximum buttons for the latest games, two in a row.
pub const LATEST_LISTED_MAX: usize = 6;

const WON: &str = "🟢";
const DRAWN: &str = "⚪️";
const LOST: &str = "🟥";

/// Renders results in one language.
#[derive(Clone, Copy)]
pub struct ResultsPage<'a> {
    pub localizer: Localizer<'a>,
}

impl ResultsPage<'_> {
    /// Renders the results of a newcomer at a glance: a sentence, a row of numbers and the way to the details.
    /// `None` for a person with more games, or with none without help.
    pub fn glance(self, games: &[Played]) -> Option<View> {
        let all = results::totals(games).all;
        let ResultCounts { won, drawn, lost } = all;
        if !(1..CHARTED_MIN).contains(&all.count()) {
            return None;
        }
        let sentence = self.say(match won {
            0 => Phrase::ResultsFirstGames { games: all.count() },
            _ => Phrase::ResultsFirstWins { won, games: all.count() },
        });
        let numbers = self.say(Phrase::ResultsNumbers { won, drawn, lost });
        let keyboard = vec![vec![self.button(Phrase::ResultsDetails, Counting::Details)]];
        Some(View { text: format!("{sentence}\n{numbers}"), keyboard, picture: None })
    }

    /// Renders the results of these games, the latest first, with buttons for those that can be stepped
    /// through.
    pub fn of(self, games: &[Played], listed: &[Played], practice: &[String]) -> View {
        if games.is_empty() {
            let keyboard = vec![vec![self.button(Phrase::ResultsStop, Counting::AskToStop)]];
            let none = self.say(Phrase::ResultsNone);
            let lines: Vec<&str> =
                std::iter::once(&none).chain(practice).map(String::as_str).collect();
            return View { text: lines.join("\n\n"), keyboard, picture: None };
        }
        let totals = results::totals(games);
        let mut end = vec![String::new()];
        end.push(self.say(Phrase::ResultsStreak { now: totals.streak, best: totals.streak_best }));
        if totals.perfect_draws > 0 {
            end.push(self.say(Phrase::ResultsPerfectDraws { games: totals.perfect_draws }));
        }
        end.extend(practice.iter().cloned());
        if !listed.is_empty() {
            end.push(self.say(Phrase::ResultsLatest));
        }
        // As many games as fit below a picture; without games the text is short.
        let texts = (0..=LINES_MAX).rev().map(|shown| self.text(&totals, shown, &end));
        let fits = |text: &String| text.encode_utf16().count() <= CAPTION_UNITS_MAX;
        let text = texts.into_iter().find(fits).unwrap_or_default();
        let picture =
            (totals.all.count() >= CHARTED_MIN).then(|| Arc::new(chart(games, totals.all)));
        View { text, keyboard: self.keyboard(listed), picture }
    }

    /// Line with the player's ratings against the levels, if any are known.
    pub fn ratings(self, ratings: &[Rating]) -> Option<String> {
        let ratings: Vec<String> = ratings
            .iter()
            .map(|rating| {
                let game = titles::family(rating.family, self.localizer);
                let doubt = if rating.is_provisional { "?" } else { "" };
                format!("{game} {:.0}{doubt}", rating.points)
            })
            .collect();
        let ratings = ratings.join(", ");
        (!ratings.is_empty()).then(|| self.say(Phrase::ResultsRatings { ratings: &ratings }))
    }

    /// Line that explains the question mark, if there is one at any of these ratings.
    pub fn doubt(self, ratings: &[Rating], standings: &[(Family, Standing)]) -> Option<String> {
        let is_doubtful = ratings.iter().any(|rating| rating.is_provisional)
            || standings.iter().any(|(_, standing)| standing.is_provisional());
        is_doubtful.then(|| self.say(Phrase::ResultsUncertain))
    }

    /// Lines on the player's puzzles and courses, if they have begun any.
    pub fn practice(self, habits: &Habits, today: Day) -> Vec<String> {
        let puzzles = habits.puzzles().and_then(|tally| self.puzzles(tally, today));
        let courses: Vec<String> = Course::ALL
            .into_iter()
            .map(|course| (course, habits.passed(course).count()))
            .filter(|(_, passed)| *passed > 0)
            .map(|(course, passed)| {
                let name = course_name(course, self.localizer);
                format!("{name} {passed}/{STEPS}")
            })
            .collect();
        let courses = (!courses.is_empty()).then(|| format!("🎓 {}", courses.join(", ")));
        puzzles.into_iter().chain(courses).collect()
    }

    /// Line on solved puzzles, if there are any.
    pub(crate) fn puzzles(self, tally: &PuzzleTally, today: Day) -> Option<String> {
        let (now, best) = (tally.streak(today).into(), tally.best().into());
        let (solved, tries) = (tally.solved(), tally.tries());
        (solved > 0).then(|| self.say(Phrase::ResultsPuzzles { solved, tries, now, best }))
    }

    /// Text with the numbers of this many games, and of all others together.
    fn text(self, totals: &Totals, shown: usize, end: &[String]) -> String {
        let mut lines = vec![self.say(Phrase::ResultsHeading), String::new()];
        let (shown, others) = totals.by_game.split_at(totals.by_game.len().min(shown));
        for ((spec, opponent), tally) in shown {
            lines.push(line(*tally, &self.game(*spec, *opponent)));
        }
        let others =
            others.iter().fold(ResultCounts::default(), |sum, (_, tally)| sum.with(*tally));
        if others.count() > 0 {
            lines.push(line(others, &self.say(Phrase::ResultsOthers)));
        }
        if totals.helped.count() > 0 {
            lines.push(line(totals.helped, &self.say(Phrase::ResultsHelped)));
        }
        lines.extend(end.iter().cloned());
        lines.join("\n")
    }

    /// Renders the page of a player whose games are not counted.
    pub fn off(self) -> View {
        let keyboard = vec![vec![self.button(Phrase::ResultsStart, Counting::Start)]];
        View { text: self.say(Phrase::ResultsOff), keyboard, picture: None }
    }

    /// Adds a button that hides milestones, or tells them again.
    pub fn with_milestones(self, mut view: View, are_told: bool) -> View {
        view.keyboard.push(vec![match are_told {
            true => self.button(Phrase::MilestonesHide, Counting::HideMilestones),
            false => self.button(Phrase::MilestonesTell, Counting::TellMilestones),
        }]);
        view
    }

    /// Renders the question whether to stop counting games.
    pub fn question(self) -> View {
        let keyboard = vec![
            vec![self.button(Phrase::ResultsStopYes, Counting::Stop)],
            vec![self.button(Phrase::ResultsStopNo, Counting::Keep)],
        ];
        View { text: self.say(Phrase::ResultsStopQuestion), keyboard, picture: None }
    }

    fn keyboard(self, listed: &[Played]) -> Vec<Vec<Button>> {
        let button = |played: &Played| {
            let sign = sign(played.result.ending);
            let game = titles::short(played.result.spec, self.localizer);
            Button { label: format!("{sign} {game}"), tap: Tap::LookThrough(played.id) }
        };
        let listed = &listed[..listed.len().min(LATEST_LISTED_MAX)];
        let mut rows: Vec<Vec<Button>> =
            listed.chunks(2).map(|pair| pair.iter().map(button).collect()).collect();
        rows.push(vec![self.button(Phrase::ResultsStop, Counting::AskToStop)]);
        rows
    }

    fn game(self, spec: GameSpec, opponent: OpponentKind) -> String {
        let game = titles::short(spec, self.localizer);
        let opponent = match opponent {
            OpponentKind::Engine(level) => titles::level(spec, level, self.localizer),
            OpponentKind::Person => self.say(Phrase::ResultsPeople),
        };
        format!("{game}, {opponent}")
    }

    fn button(self, phrase: Phrase, counting: Counting) -> Button {
        Button { label: self.say(phrase), tap: Tap::Count(counting) }
    }

    fn say(self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}

/// Chart of the latest games without help, and of the total of wins, draws and losses.
fn chart(games: &[Played], ResultCounts { won, drawn, lost }: ResultCounts) -> Subject {
    let unaided = games.iter().filter(|played| played.result.is_unaided).take(LATEST_MAX);
    let mut latest: Vec<Ended> = unaided
        .map(|played| match played.result.ending {
            Ending::Won => Ended::Won,
            Ending::Drawn => Ended::Drawn,
            Ending::Lost => Ended::Lost,
        })
        .collect();
    latest.reverse();
    Subject::Chart(Chart { won, drawn, lost, latest, theme: Theme::default() })
}

fn line(ResultCounts { won, drawn, lost }: ResultCounts, what: &str) -> String {
    format!("{WON} {won} {DRAWN} {drawn} {LOST} {lost}  ·  {what}")
}

fn sign(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => WON,
        Ending::Drawn => DRAWN,
        Ending::Lost => LOST,
    }
}
