//! Buttons of a board with an open seat: for players who may take it, and for the one who waits.

use zerosum_search::level::Level;
use zerosum_session::Action;

use crate::games::appearance::BoardRenderer;
use crate::locales::phrase::Phrase;
use crate::view::{Audience, Button};

/// Level of the engine that takes an open seat, weak enough to be beaten.
const LEVEL_INSTEAD: Level = Level::Casual;

impl BoardRenderer<'_> {
    /// Returns the rows of buttons below such a board.
    pub(crate) fn open_seat_rows(&self) -> Vec<Vec<Button>> {
        let engine = self.action_button(Phrase::PlayTheBot, Action::PlayEngine(LEVEL_INSTEAD));
        if self.session.reservation().is_none() {
            let both = self.action_button(Phrase::PlayBothSides, Action::PlayBoth);
            let together =
                self.action_button(Phrase::VoteTogether, Action::PlayTogether(LEVEL_INSTEAD));
            let together = matches!(self.audience, Audience::Group { .. }).then_some(together);
            let others: Vec<Button> = [both].into_iter().chain(together).collect();
            let time = self.time_button().map(|time| vec![time]);
            return self.in_place([vec![engine], others].into_iter().chain(time).collect());
        }
        let answers = vec![
            self.action_button(Phrase::ChallengeAccept, Action::Join),
            self.action_button(Phrase::ChallengeDecline, Action::Decline),
        ];
        let open = self.action_button(Phrase::OpenSeatToAll, Action::OpenSeat);
        self.in_place(vec![answers, vec![open], vec![engine]])
    }

    /// Returns these rows, or below a picture one row with only the signs of their buttons.
    fn in_place(&self, rows: Vec<Vec<Button>>) -> Vec<Vec<Button>> {
        if !self.game().has_picture() {
            return rows;
        }
        let sign = |button: Button| {
            let label = button.label.split(' ').next().unwrap_or_default().to_owned();
            Button { label, ..button }
        };
        vec![rows.into_iter().flatten().map(sign).collect()]
    }
}
