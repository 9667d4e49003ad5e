//! Values about people and groups: choices, results, ratings, progress, invitations, and searches
//! for opponents.

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
