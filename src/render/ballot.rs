//! Votes on a move, in words and on buttons.

use zerosum_games::MoveCode;

use crate::locales::phrase::Phrase;
use crate::render::Button;
use crate::render::tap::Tap;
use crate::render::words::Speaker;
use crate::session::Action;
use crate::session::ballot::VoteRules;

/// Stands before the number of votes for a move.
const VOTED: &str = "✓";

/// Stands before the number of votes that make a move.
const NEEDED: &str = "🗳";

impl Speaker<'_> {
    /// How many have voted, or when the move is made if nobody has.
    pub(super) fn vote_line(&self) -> Option<String> {
        let ballot = self.session.ballot().filter(|_| self.is_persons_turn())?;
        let (votes, seconds) = (ballot.rules().votes(), ballot.rules().seconds());
        Some(match ballot.leading() {
            Some(leading) => {
                let (text, cast) = (&self.move_text(leading), number(ballot.votes()));
                self.say(Phrase::VotesCast { cast, votes: votes.into(), text })
            }
            None => self.say(Phrase::VoteRules { votes: votes.into(), seconds: seconds.into() }),
        })
    }

    /// What stands on the button of a move, if there is something to be said of it.
    pub(super) fn label(&self, code: MoveCode) -> Option<String> {
        self.votes_label(code).or_else(|| self.insight.label(code))
    }

    /// How many have voted for a move, if anybody has.
    fn votes_label(&self, code: MoveCode) -> Option<String> {
        let votes = self.session.ballot()?.votes_for(code);
        (votes > 0).then(|| format!("{VOTED}{votes}"))
    }

    /// The buttons by which the one who has begun the game says when a move is made.
    pub(super) fn vote_row(&self) -> Option<Vec<Button>> {
        let rules = self.session.ballot()?.rules();
        let (id, seen) = (self.session.id(), self.session.revision());
        let button = |label, rules: VoteRules| Button {
            label,
            tap: Tap::Act { id, seen, action: Action::SetVoteRules(rules) },
        };
        let votes = format!("{NEEDED} {}", rules.votes());
        let seconds = self.say(Phrase::VoteSeconds { seconds: rules.seconds().into() });
        Some(vec![
            button(votes, rules.with_next_votes()),
            button(seconds, rules.with_next_seconds()),
        ])
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
