//! What a board offers whose seat is open: to those who may take it, and to whoever waits for them.

use crate::locales::phrase::Phrase;
use crate::render::tap::Tap;
use crate::render::words::Speaker;
use crate::render::{Audience, Button, LEVEL_INSTEAD};
use crate::session::Action;

impl Speaker<'_> {
    /// The rows of buttons below such a board.
    pub(super) fn open_seat_rows(&self) -> Vec<Vec<Button>> {
        let act = |phrase: Phrase, action| {
            let (id, seen) = (self.session.id(), self.session.revision());
            Button { label: self.say(phrase), tap: Tap::Act { id, seen, action } }
        };
        let engine = act(Phrase::PlayTheBot, Action::PlayEngine(LEVEL_INSTEAD));
        if self.session.reservation().is_none() {
            let both = act(Phrase::PlayBothSides, Action::PlayBoth);
            let mut rows = vec![vec![engine, both]];
            if let Audience::Group { .. } = self.audience {
                let together = Action::PlayTogether(LEVEL_INSTEAD);
                rows.push(vec![act(Phrase::VoteTogether, together)]);
            }
            return rows;
        }
        let answers = vec![
            act(Phrase::ChallengeAccept, Action::Join),
            act(Phrase::ChallengeDecline, Action::Decline),
        ];
        vec![answers, vec![act(Phrase::OpenSeatToAll, Action::OpenSeat)], vec![engine]]
    }
}
