//! Summary of a person's games, compared with the plainest way to count them.

use proptest::prelude::{Strategy, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_render::CAPTION_UNITS_MAX;
use zerosum_render::locales::Locales;
use zerosum_render::pages::results::ResultsPage;
use zerosum_search::course::{Course, Step};
use zerosum_search::level::Level;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::SessionId;
use zerosum_session::language::Language;
use zerosum_session::people::habits::{Ending, Habits};
use zerosum_session::people::puzzles::{COUNTED_MAX, PuzzleTally};
use zerosum_session::people::ratings::against_levels;
use zerosum_session::people::results::{GameResult, Opponent, Played, Tally, totals};

fn game() -> impl Strategy<Value = GameResult> {
    let specs = ["3x3", "ultimate", "sheep"].map(|code| GameSpec::from_code(code).expect("a game"));
    let engines = Level::ALL.map(Opponent::Engine);
    let opponents: Vec<Opponent> = engines.into_iter().chain([Opponent::Person]).collect();
    let kinds = (select(specs.to_vec()), select(opponents));
    (kinds, select(Ending::ALL.to_vec()), select(vec![true, true, true, false])).prop_map(
        |((spec, opponent), ending, is_unaided)| GameResult { spec, opponent, ending, is_unaided },
    )
}

fn count(games: &[GameResult], is_wanted: impl Fn(&GameResult) -> bool) -> Tally {
    let of = |ending| {
        let ended = games.iter().filter(|game| is_wanted(game) && game.ending == ending);
        u32::try_from(ended.count()).expect("games are few")
    };
    Tally { won: of(Ending::Won), drawn: of(Ending::Drawn), lost: of(Ending::Lost) }
}

/// Number of wins in a row at the end.
fn won_at_the_end(games: &[GameResult]) -> usize {
    games.iter().rev().take_while(|game| game.ending == Ending::Won).count()
}

proptest! {
    #[test]
    fn every_game_counts_once_where_it_belongs(games in proptest::collection::vec(game(), 0..40)) {
        let mut played: Vec<Played> = Vec::new();
        for (number, result) in (0_u32..).zip(&games) {
            let (id, ended) = (SessionId(number.into()), number.into());
            played.insert(0, Played { id, ended, result: *result });
        }
        let totals = totals(&played);
        let own: Vec<GameResult> = games.iter().filter(|game| game.is_unaided).copied().collect();
        assert_eq!(totals.all, count(&own, |_| true));
        assert_eq!(totals.helped, count(&games, |game| !game.is_unaided));
        let mut sum = 0;
        for ((spec, opponent), tally) in &totals.by_game {
            let is_same = |game: &GameResult| (game.spec, game.opponent) == (*spec, *opponent);
            assert_eq!(*tally, count(&own, is_same));
            sum += tally.count();
        }
        assert_eq!(sum, totals.all.count());
        assert!(totals.by_game.is_sorted_by(|(_, one), (_, two)| one.count() >= two.count()));
        let streaks: Vec<usize> =
            (0..=own.len()).map(|length| won_at_the_end(&own[..length])).collect();
        let now = streaks.last().copied().unwrap_or_default();
        let best = streaks.iter().max().copied().unwrap_or_default();
        let seen = (totals.streak, totals.streak_best);
        assert_eq!(seen, (u32::try_from(now).unwrap_or(u32::MAX), u32::try_from(best).unwrap_or(u32::MAX)));
        let best = Opponent::Engine(Level::Best);
        assert_eq!(totals.perfect_draws, count(&own, |game| game.opponent == best).drawn);
    }
}

/// Every game that is offered, at every level, with every ending.
fn long_games() -> Vec<Played> {
    let mut games = Vec::new();
    for spec in GameSpec::offered() {
        for level in Level::ALL {
            for ending in Ending::ALL {
                let number = u32::try_from(games.len()).expect("games are few");
                let opponent = Opponent::Engine(level);
                let result = GameResult { spec, opponent, ending, is_unaided: true };
                games.push(Played { id: SessionId(number.into()), ended: number.into(), result });
            }
        }
    }
    games.reverse();
    games
}

#[test]
fn results_of_all_games_fit_below_their_picture() {
    let locales = Locales::load();
    let games = long_games();
    for language in Language::ALL {
        let page = ResultsPage { locales: &locales, language };
        let mut habits = Habits::default();
        for course in Course::ALL {
            for step in Step::all() {
                habits = habits.with_step(course, step);
            }
        }
        let solved = (0..COUNTED_MAX).fold(PuzzleTally::default(), |tally, number| {
            tally.with_solved(PuzzleNumber(number), 9, Some(Day(u32::from(number))))
        });
        let practice = page.practice(&habits.with_puzzles(solved), Day(u32::from(COUNTED_MAX)));
        assert_eq!(practice.len(), 2);
        let ratings = against_levels(&games, games[0].ended);
        assert_eq!(ratings.len(), Family::ALL.len());
        let practice: Vec<String> = page.ratings(&ratings).into_iter().chain(practice).collect();
        for start in (0..games.len()).step_by(7) {
            let games = &games[start..];
            let view = page.of(games, &games[..games.len().min(9)], &practice);
            let units = view.text.encode_utf16().count();
            assert!(units <= CAPTION_UNITS_MAX && view.picture.is_some(), "{units}: {view:?}");
            assert!(view.text.lines().count() > 5, "{view:?}");
            assert!(view.keyboard.iter().all(|row| row.len() <= 2) && view.keyboard.len() <= 4);
        }
    }
}
