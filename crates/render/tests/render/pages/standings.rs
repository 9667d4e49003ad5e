//! Tables and charts of ratings between people.

use zerosum_games::family::Family;
use zerosum_picture::subject::Subject;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::BotNames;
use zerosum_render::pages::standings::RatingPage;
use zerosum_render::tap::RatingTap;
use zerosum_render::tap::Tap;
use zerosum_session::board::ChatId;
use zerosum_session::language::Language;
use zerosum_session::people::standings::{Listing, PastPoints, Standing};

/// Every tap that is about ratings.
pub(crate) fn rating_taps() -> impl Iterator<Item = Tap> {
    let taps = |family: &Family| {
        let family = *family;
        let list = |is_listed| RatingTap::List { family, is_listed };
        let (table, chart) = (RatingTap::Table(family), RatingTap::Chart(family));
        [table, chart, list(true), list(false), RatingTap::Leave(family)]
    };
    Family::ALL.iter().flat_map(taps).map(Tap::Rating)
}

fn standing(points: f64, deviation: f64) -> Standing {
    Standing { points, deviation, games: 1, ..Standing::NEW }
}

#[test]
fn a_table_names_its_people_with_their_points_and_marks_the_provisional_ones() {
    let locales = Locales::load();
    let listed = |name: &str, points, deviation| {
        (BotNames::default().name_beside(name), standing(points, deviation))
    };
    let best = [listed("Anna", 1_612.4, 70.0), listed("", 1_700.6, 200.0)];
    for (language, heading, nobody) in [
        (Language::English, "🏆 3×3: ratings in this group", "Player"),
        (Language::Russian, "🏆 3×3: рейтинг в этой группе", "Игрок"),
        (Language::Ukrainian, "🏆 3×3: рейтинг у цій групі", "Гравець"),
    ] {
        let page = RatingPage { localizer: locales.localizer(language) };
        let group = Listing::Group(ChatId(-7));
        let view = page.table(group, Family::TicTacToe, &best, &[]);
        let lines: Vec<&str> = view.text.lines().collect();
        assert_eq!(lines[0], heading);
        assert_eq!(lines[2], "1. Anna  ·  1612");
        assert_eq!(lines[3], format!("2. {nobody}  ·  1701?"));
        // Both buttons in a group, where all members see the same ones; in private only the useful one.
        let buttons = |theirs: &[Listing], listing| {
            page.table(listing, Family::TicTacToe, &[], theirs).keyboard.pop().expect("a row")
        };
        assert_eq!(buttons(&[], group).len(), 2);
        assert_eq!(buttons(&[group], group).len(), 2);
        let list =
            |is_listed| Tap::Rating(RatingTap::List { family: Family::TicTacToe, is_listed });
        for is_listed in [true, false] {
            let theirs = if is_listed { &[Listing::Worldwide][..] } else { &[] };
            let [button] = &buttons(theirs, Listing::Worldwide)[..] else { panic!("one") };
            assert_eq!(button.tap, list(!is_listed));
        }
        // A player in the table of a group can leave it from any chat.
        let [button] = &buttons(&[group], Listing::Worldwide)[..] else { panic!("one") };
        assert_eq!(button.tap, Tap::Rating(RatingTap::Leave(Family::TicTacToe)));
    }
}

#[test]
fn a_chart_begins_where_all_do_if_it_knows_the_first_game() {
    let locales = Locales::load();
    let page = RatingPage { localizer: locales.localizer(Language::English) };
    let past = |games, points| PastPoints { games, points, rated_at: 0 };
    for (past, drawn) in [
        (vec![past(1, 1_662.2), past(2, 1_600.5)], vec![1_500, 1_662, 1_601]),
        (vec![past(7, 1_490.0)], vec![1_490]),
    ] {
        let now = Standing { points: 1_600.5, ..Standing::NEW };
        let view = page.chart(Family::Ultimate, &now, &past);
        assert!(view.text.contains("Ultimate") && view.text.contains("1600?"), "{}", view.text);
        let Some(Subject::Ratings(chart)) = view.picture.as_deref() else { panic!("a chart") };
        assert_eq!(chart.points, drawn);
    }
}
