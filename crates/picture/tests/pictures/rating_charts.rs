//! Ratings over time: the line ends where the rating does, and the file is small.

use zerosum_picture::charts::rating_chart::{POINTS_MAX, RatingChart, draw};
use zerosum_picture::layout::Point;
use zerosum_picture::theme::{Colours, Theme};
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS};

use crate::pictures::Seen;

fn chart(points: &[i32]) -> RatingChart {
    RatingChart { points: points.to_vec(), theme: Theme::Light }
}

#[test]
fn a_rating_that_rises_ends_higher_on_the_picture() {
    for theme in [Theme::Light, Theme::Dark] {
        let colours = Colours::of(theme);
        for (points, is_rising) in [(vec![1_500, 1_600, 1_700], true), (vec![1_500, 1_301], false)]
        {
            let picture = draw(&RatingChart { points, theme }, SIDE_PIXELS).expect("it is drawn");
            let seen = Seen::read(&picture.file);
            // The mean height of the line at its beginning and its end.
            let height = |from: u16, to: u16| {
                let rows: Vec<f32> = (from..to)
                    .flat_map(|x| (0..picture.height).map(move |y| (x, y)))
                    .map(|(x, y)| Point { x: f32::from(x), y: f32::from(y) })
                    .filter(|point| seen.at(*point) == colours.target)
                    .map(|point| point.y)
                    .collect();
                rows.iter().sum::<f32>() / rows.len() as f32
            };
            let (begins, ends) = (height(150, 180), height(830, 870));
            assert_eq!(ends < begins, is_rising, "{begins} {ends}");
        }
    }
}

#[test]
fn a_chart_of_any_points_is_a_small_file() {
    let many: Vec<i32> = (0..500).map(|number| 1_500 + (number * 7_919) % 900).collect();
    for points in [&[][..], &[1_500], &[1_500; 40], &many, &[i32::MIN, i32::MAX]] {
        let picture = draw(&chart(points), SIDE_PIXELS).expect("it is drawn");
        assert!(picture.file.len() <= FILE_BYTES_MAX, "{}", picture.file.len());
        assert!(picture.height < picture.width);
    }
}

#[test]
fn the_words_beside_a_chart_say_the_same_and_fit() {
    let chart = chart(&[1_500, 1_412, 1_662, 1_623]);
    assert_eq!(chart.text_alternative(1_000).as_deref(), Some("📈 1500 → 1623\n↓ 1412  ↑ 1662"));
    assert_eq!(chart.text_alternative(14).as_deref(), Some("📈 1500 → 1623"));
    assert_eq!(chart.text_alternative(5), None);
    let long: Vec<i32> = (0..=1_000).collect();
    let first = 1_001 - i32::try_from(POINTS_MAX).expect("it is small");
    let told = self::chart(&long).text_alternative(1_000).expect("it fits");
    assert!(told.starts_with(&format!("📈 {first} → 1000")), "{told}");
}
