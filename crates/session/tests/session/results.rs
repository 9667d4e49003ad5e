//! Results that are kept about finished games.

use proptest::prelude::{Strategy, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_search::level::Level;
use zerosum_session::SessionId;
use zerosum_session::people::habits::Ending;
use zerosum_session::people::results::{GameResult, OpponentKind, Played, ResultCounts, totals};

fn game() -> impl Strategy<Value = GameResult> {
    let specs = ["3x3", "ultimate", "sheep"].map(|code| GameSpec::from_code(code).expect("a game"));
    let engines = Level::ALL.map(OpponentKind::Engine);
    let opponents: Vec<OpponentKind> = engines.into_iter().chain([OpponentKind::Person]).collect();
    let kinds = (select(specs.to_vec()), select(opponents));
    (kinds, select(Ending::ALL.to_vec()), select(vec![true, true, true, false])).prop_map(
        |((spec, opponent), ending, is_unaided)| GameResult { spec, opponent, ending, is_unaided },
    )
}

fn count(games: &[GameResult], is_wanted: impl Fn(&GameResult) -> bool) -> ResultCounts {
    let of = |ending| {
        let ended = games.iter().filter(|game| is_wanted(game) && game.ending == ending);
        u32::try_from(ended.count()).expect("games are few")
    };
    ResultCounts { won: of(Ending::Won), drawn: of(Ending::Drawn), lost: of(Ending::Lost) }
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
        let best = OpponentKind::Engine(Level::Best);
        assert_eq!(totals.perfect_draws, count(&own, |game| game.opponent == best).drawn);
    }
}
