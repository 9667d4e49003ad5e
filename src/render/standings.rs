//! Ratings between people: tables of those who have agreed to be listed, a line for one person, and their
//! rating over time as a chart.

use std::sync::Arc;

use zerosum_games::family::Family;
use zerosum_picture::rating_chart::RatingChart;
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::Tap;
use crate::render::{Button, View, titles};
use crate::session::standings::{
    Listed, Listing, PastPoints, RATED_OF_SAME_TWO_MAX, Standing, family_named, name_of,
};

/// What a button asks for that is about ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingTap {
    /// The table of this family, in the place of the one that is pressed.
    Table(Family),
    /// Whoever presses is to be in the tables here, of which this one is shown, or in none.
    List { family: Family, is_listed: bool },
    /// Whoever presses is to be in no table of any chat any more; the table of this family stays.
    Leave(Family),
    /// The rating of whoever presses over time, in a message of its own.
    Chart(Family),
}

impl RatingTap {
    /// The last fields of the data of a button.
    pub(super) fn encode(self) -> String {
        let (kind, family) = match self {
            RatingTap::Table(family) => ('t', family),
            RatingTap::List { family, is_listed: true } => ('l', family),
            RatingTap::List { family, is_listed: false } => ('u', family),
            RatingTap::Leave(family) => ('o', family),
            RatingTap::Chart(family) => ('c', family),
        };
        format!("{kind}:{}", name_of(family))
    }

    pub(super) fn decode(fields: &[&str]) -> Option<RatingTap> {
        let [kind, name] = *fields else { return None };
        let family = family_named(name)?;
        match kind {
            "t" => Some(RatingTap::Table(family)),
            "l" => Some(RatingTap::List { family, is_listed: true }),
            "u" => Some(RatingTap::List { family, is_listed: false }),
            "o" => Some(RatingTap::Leave(family)),
            "c" => Some(RatingTap::Chart(family)),
            _ => None,
        }
    }
}

/// What the pages are written with.
#[derive(Clone, Copy)]
pub struct RatingPage<'a> {
    pub locales: &'a Locales,
    pub language: Language,
}

impl RatingPage<'_> {
    /// A table of one family, with buttons for the others, and for whoever wants to be in it or out of it:
    /// both in a group, where everybody sees the same buttons. In private whoever reads it, who is in the tables
    /// `theirs`, can leave those of groups too, in which they need not be any more.
    pub fn table(
        self,
        listing: Listing,
        family: Family,
        best: &[Listed],
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
        let somebody = self.say(Phrase::Somebody);
        for (number, Listed { name, standing, .. }) in (1_u32..).zip(best) {
            let name = if name.is_empty() { &somebody } else { name };
            lines.push(format!("{number}. {name}  ·  {}", points(standing)));
        }
        if best.is_empty() {
            lines.push(self.say(Phrase::TopNobody));
        }
        lines
            .extend([String::new(), self.say(Phrase::TopRule { same_two: RATED_OF_SAME_TWO_MAX })]);
        let tile = |other: &Family| {
            let sign = if *other == family { "✓ " } else { "" };
            let label = format!("{sign}{}", self.family(*other));
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

    /// How strongly somebody plays against people, in a line, if that is known of any game.
    pub fn line(self, standings: &[(Family, Standing)]) -> Option<String> {
        let ratings: Vec<String> = standings
            .iter()
            .map(|(family, standing)| format!("{} {}", self.family(*family), points(standing)))
            .collect();
        let ratings = ratings.join(", ");
        (!ratings.is_empty()).then(|| self.say(Phrase::ResultsStandings { ratings: &ratings }))
    }

    /// The same page with a button for the chart of each of these, above its last row.
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

    /// The rating of somebody over time, the oldest first, as they stand now.
    pub fn chart(self, family: Family, standing: &Standing, past: &[PastPoints]) -> View {
        let (game, points) = (&self.family(family), &points(standing));
        let text = self.say(Phrase::RatingOverTime { game, points });
        // Whose first game is among them began there.
        let start = past.first().filter(|first| first.games == 1).map(|_| Standing::NEW.points);
        let known = past.iter().map(|past| past.points);
        let points = start.into_iter().chain(known).map(f64::round);
        // Nobody has as many as do not fit.
        let points = points.map(|points| points as i32).collect();
        let chart = RatingChart { points, theme: Theme::default() };
        View { text, keyboard: Vec::new(), picture: Some(Arc::new(Subject::Ratings(chart))) }
    }

    fn family(self, family: Family) -> String {
        titles::family(family, self.locales, self.language)
    }

    fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}

/// The points of somebody, with a sign of doubt while they are provisional.
fn points(standing: &Standing) -> String {
    let doubt = if standing.is_provisional() { "?" } else { "" };
    format!("{:.0}{doubt}", standing.points)
}
