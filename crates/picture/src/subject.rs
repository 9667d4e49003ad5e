//! Subject of a picture: a board, a board of a reviewed game, the results of a player's games, or a rating
//! over time.

use std::sync::Arc;

use crate::charts::chart::{self, Chart};
use crate::charts::curve::Curve;
use crate::charts::rating_chart::{self, RatingChart};
use crate::scene::Scene;
use crate::theme::Theme;
use crate::{DrawError, Picture, words};

/// Board or chart to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    Board(Scene),
    Reviewed(Scene, Curve),
    Chart(Chart),
    Ratings(RatingChart),
}

impl Subject {
    /// Returns the subject in a theme.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Subject {
        match self {
            Subject::Board(scene) => Subject::Board(scene.in_theme(theme)),
            Subject::Reviewed(scene, curve) => Subject::Reviewed(scene.in_theme(theme), curve),
            Subject::Chart(chart) => Subject::Chart(Chart { theme, ..chart }),
            Subject::Ratings(chart) => Subject::Ratings(RatingChart { theme, ..chart }),
        }
    }

    /// Describes the subject in text, in no more than `units_max` UTF-16 code units; `None` if that is not
    /// enough.
    pub fn text_alternative(&self, units_max: usize) -> Option<String> {
        match self {
            Subject::Board(scene) => words::text_alternative(scene, units_max),
            Subject::Reviewed(scene, curve) => {
                let board = words::text_alternative(scene, units_max)?;
                let both = format!("{}\n\n{board}", curve.text_alternative());
                let fits = both.encode_utf16().count() <= units_max;
                Some(if fits { both } else { board })
            }
            Subject::Chart(chart) => chart.text_alternative(units_max),
            Subject::Ratings(chart) => chart.text_alternative(units_max),
        }
    }

    /// The picture. `side_pixels` is the length of the longer side, at least 64.
    pub fn draw(&self, side_pixels: u16) -> Result<Picture, DrawError> {
        match self {
            Subject::Board(scene) => crate::draw(scene, side_pixels),
            Subject::Reviewed(scene, curve) => crate::draw_reviewed(scene, curve, side_pixels),
            Subject::Chart(chart) => chart::draw(chart, side_pixels),
            Subject::Ratings(chart) => rating_chart::draw(chart, side_pixels),
        }
    }

    /// The board, if it is one.
    pub fn board(&self) -> Option<&Scene> {
        match self {
            Subject::Board(scene) | Subject::Reviewed(scene, _) => Some(scene),
            Subject::Chart(_) | Subject::Ratings(_) => None,
        }
    }
}

impl From<Scene> for Arc<Subject> {
    fn from(scene: Scene) -> Arc<Subject> {
        Arc::new(Subject::Board(scene))
    }
}
