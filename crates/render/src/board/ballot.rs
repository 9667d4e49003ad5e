//! Votes on a move, in the text and on the buttons.

use zerosum_games::MoveCode;
use zerosum_session::Action;
use zerosum_session::game::ballot::VoteRules;

use crate::games::appearance::BoardRenderer;
use crate::locales::phrase::Phrase;
use crate::tap::Tap;
use crate::view::Button;

/// Sign before the number of votes for a move.
const VOTED: &str = "✓";

/// Sign before the number of votes needed for a move.
const NEEDED: &str = "🗳";

impl BoardRenderer<'_> {
    /// Line with the number of votes, or with the rules of the vote before the first one.
    pub(crate) fn vote_line(&self) -> Option<String> {
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

    /// Label of the button of a move, if it has one.
    pub(crate) fn label(&self, code: MoveCode) -> Option<String> {
        self.votes_label(code).or_else(|| self.insight.label(code))
    }

    /// Number of votes for a move, if there are any.
    fn votes_label(&self, code: MoveCode) -> Option<String> {
        let votes = self.session.ballot()?.votes_for(code);
        (votes > 0).then(|| format!("{VOTED}{votes}"))
    }

    /// Buttons that set the vote rules, for the player who has started the game.
    pub(crate) fn vote_row(&self) -> Option<Vec<Button>> {
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
