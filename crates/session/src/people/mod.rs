//! Values about people: habits, ratings, results and searches.

pub mod habits;
pub mod ratings;
pub mod results;
pub mod standings;
pub mod seeker;
pub mod matching;
pub mod invitation;
pub mod courses;
pub mod milestones;
pub mod marks;
pub mod puzzles;
pub mod group_settings;
