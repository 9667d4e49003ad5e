//! Ratings of games between people: tables of the players who have agreed to be listed, a line for one
//! player, and a chart of their rating over time.

use std::sync::Arc;

use zerosum_games::family::Family;
use zerosum_picture::charts::rating_chart::RatingChart;
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;
use zerosum_session::people::standings::{Listing, PastPoints, RATED_OF_SAME_TWO_MAX, Standing};

use crate::board::titles;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::row_layout::option_label;
use crate::tap::{RatingTap, Tap};
use crate::view::{Button, View};

/// Renders ratings in one language.
#[derive(Clone, Copy)]
pub struct RatingPage<'a> {
    pub localizer: Localizer<'a>,
}

impl RatingPage<'_> {
    /// Renders the table of one family, with buttons for the others and for joining or leaving it: both
    /// in a group, where all members share the buttons. In private the reader, who is in the tables
    /// `theirs`, can also leave those of groups, even of groups that they have left.
    pub fn table(
        self,
        listing: Listing,
        family: Family,
        best: &[(DisplayName, Standing)],
        theirs: &[Listing],
    ) -> View {
        let game = &self.family(family);
        let (heading, listed) = match listing {
            Listing::Worldwide => {
                (Phrase::TopWorldwide { game }, &[!theirs.contains(&listing)][..])
            }
            Listing::Group(_) => (Phrase::TopInGroup { game }, &[true, false][..]),
        };
        let mut lines = vec![self.say(heading), String::new()];
        for (number, (name, standing)) in (1_u32..).zip(best) {
            let name = self.localizer.name_or_player(name);
            lines.push(format!("{number}. {}  ·  {}", name.as_str(), points(standing)));
        }
        if best.is_empty() {
            lines.push(self.say(Phrase::TopNobody));
        }
        lines
            .extend([String::new(), self.say(Phrase::TopRule { same_two: RATED_OF_SAME_TWO_MAX })]);
        let tile = |other: &Family| {
            let label = option_label(self.family(*other), *other == family);
            Button { label, tap: Tap::Rating(RatingTap::Table(*other)) }
        };
        let mut keyboard: Vec<Vec<Button>> =
            Family::ALL.chunks(2).map(|pair| pair.iter().map(tile).collect()).collect();
        let choice = |is_listed: &bool| {
            let is_listed = *is_listed;
            let phrase = if is_listed { Phrase::TopListMe } else { Phrase::TopTakeMeOff };
            let tap = Tap::Rating(RatingTap::List { family, is_listed });
            Button { label: self.say(phrase), tap }
        };
        keyboard.push(listed.iter().map(choice).collect());
        let is_in_groups = theirs.iter().any(|theirs| *theirs != Listing::Worldwide);
        if listing == Listing::Worldwide && is_in_groups {
            let tap = Tap::Rating(RatingTap::Leave(family));
            keyboard.push(vec![Button { label: self.say(Phrase::TopTakeMeOffEverywhere), tap }]);
        }
        View { text: lines.join("\n"), keyboard, picture: None }
    }

    /// Line with the player's ratings against people, if any are known.
    pub fn line(self, standings: &[(Family, Standing)]) -> Option<String> {
        let ratings: Vec<String> = standings
            .iter()
            .map(|(family, standing)| format!("{} {}", self.family(*family), points(standing)))
            .collect();
        let ratings = ratings.join(", ");
        (!ratings.is_empty()).then(|| self.say(Phrase::ResultsStandings { ratings: &ratings }))
    }

    /// Adds a button for the chart of each of these, above the last row.
    pub fn with_charts(self, page: View, standings: &[(Family, Standing)]) -> View {
        let chart = |(family, _): &(Family, Standing)| {
            let label = format!("📈 {}", self.family(*family));
            Button { label, tap: Tap::Rating(RatingTap::Chart(*family)) }
        };
        let mut keyboard = page.keyboard;
        let last = keyboard.pop();
        keyboard.extend(standings.chunks(2).map(|pair| pair.iter().map(chart).collect()));
        keyboard.extend(last);
        View { keyboard, ..page }
    }

    /// Renders a player's rating over time, the oldest first, with their current standing.
    pub fn chart(self, family: Family, standing: &Standing, past: &[PastPoints]) -> View {
        let (game, points) = (&self.family(family), &points(standing));
        let doubt = standing.is_provisional().then(|| self.say(Phrase::ResultsUncertain));
        let told = [self.say(Phrase::RatingOverTime { game, points })].into_iter().chain(doubt);
        let text = told.collect::<Vec<String>>().join("\n");
        // If the first game is included, the chart begins at the initial rating.
        let start = past.first().filter(|first| first.games == 1).map(|_| Standing::NEW.points);
        let known = past.iter().map(|past| past.points);
        let points = start.into_iter().chain(known).map(f64::round);
        // All realistic ratings fit.
        let points = points.map(|points| points as i32).collect();
        let chart = RatingChart { points, theme: Theme::default() };
        View { text, keyboard: Vec::new(), picture: Some(Arc::new(Subject::Ratings(chart))) }
    }

    fn family(self, family: Family) -> String {
        titles::family(family, self.localizer)
    }

    fn say(self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}

/// Formats a player's rating, with a question mark while it is provisional.
fn points(standing: &Standing) -> String {
    let doubt = if standing.is_provisional() { "?" } else { "" };
    format!("{:.0}{doubt}", standing.points)
}
