//! Charts: what they show can be counted on them, and they are small.

use zerosum_picture::charts::chart::{Chart, Ended, LATEST_MAX, draw};
use zerosum_picture::layout::Point;
use zerosum_picture::theme::{Colours, Theme};
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS};

use crate::pictures::Seen;

fn chart(won: u32, drawn: u32, lost: u32) -> Chart {
    let counts = [(Ended::Won, won), (Ended::Drawn, drawn), (Ended::Lost, lost)];
    let games = |(ended, count): (Ended, u32)| {
        std::iter::repeat_n(ended, usize::try_from(count).expect("it is small"))
    };
    let latest = counts.into_iter().flat_map(games).collect();
    Chart { won, drawn, lost, latest, theme: Theme::Light }
}

#[test]
fn the_bar_divides_as_the_games_do() {
    for theme in [Theme::Light, Theme::Dark] {
        let colours = Colours::of(theme);
        for (won, drawn, lost) in [(1, 1, 2), (10, 0, 0), (0, 3, 9), (7, 7, 7)] {
            let picture = draw(&Chart { theme, ..chart(won, drawn, lost) }, SIDE_PIXELS);
            let picture = picture.expect("it is drawn");
            let seen = Seen::read(&picture.file);
            // The middle of the bar.
            let row = f32::from(SIDE_PIXELS) * 0.175;
            let pixels = |colour| {
                let is_there = |x: &u16| seen.at(Point { x: f32::from(*x), y: row }) == colour;
                (0..picture.width).filter(is_there).count() as f32
            };
            let width = f32::from(SIDE_PIXELS) * 0.9;
            let all = (won + drawn + lost) as f32;
            for (count, colour) in
                [(won, colours.target), (drawn, colours.drawn), (lost, colours.bad)]
            {
                let expected = width * count as f32 / all;
                let found = pixels(colour);
                assert!((found - expected).abs() < 3.0, "{count} of {all}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn a_chart_of_any_games_is_a_small_file() {
    for (won, drawn, lost) in
        [(0, 0, 0), (1, 0, 0), (0, 0, 60), (60, 0, 0), (25, 25, 25), (4_000_000_000, 0, 1)]
    {
        let latest = chart(won.min(60), drawn, lost).latest;
        let chart = Chart { won, drawn, lost, latest, theme: Theme::Light };
        let picture = draw(&chart, SIDE_PIXELS).expect("it is drawn");
        assert!(picture.file.len() <= FILE_BYTES_MAX, "{}", picture.file.len());
        assert!(picture.height < picture.width);
    }
}

#[test]
fn the_words_beside_a_chart_say_the_same_and_fit() {
    let chart = chart(2, 1, 1);
    assert_eq!(chart.text_alternative(1_000).as_deref(), Some("🟢 2  ⚪️ 1  🟥 1\n🟢🟢⚪️🟥"));
    assert_eq!(chart.text_alternative(16).as_deref(), Some("🟢 2  ⚪️ 1  🟥 1"));
    assert_eq!(chart.text_alternative(5), None);
    let long = self::chart(60, 0, 0).text_alternative(1_000).expect("it fits");
    let last = long.lines().last().expect("there are two lines");
    assert_eq!(last.chars().count(), LATEST_MAX);
}
