//! People who ask why a move is good, all at once and over and over again, on boards where that has to be
//! thought about.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use zerosum_playground::Playground;

/// Begins the game of which they ask. It is not solved.
const GAME: &str = "/new ultimate casual";

/// The button that asks.
const WHY: &str = "❓";

/// Interval at which all people ask.
const PERIOD: Duration = Duration::from_secs(1);

pub(crate) struct Askers<'a> {
    playground: &'a Playground,
    /// The chat and the board of each.
    boards: Vec<(i64, i32)>,
}

impl Askers<'_> {
    /// Has all people start a game and waits for the boards.
    pub(crate) async fn gather(playground: &Playground, count: usize) -> Askers<'_> {
        let mut boards = Vec::new();
        for number in 0..count {
            let user = playground.add_user(&format!("Asker {number}"), Some("en"));
            playground.send_text(user, user, GAME).expect("the chat is there");
            let board = playground.next_message(user).await.expect("a board comes");
            boards.push((user, board.message_id));
        }
        Askers { playground, boards }
    }

    /// Has all people ask at once, again and again for some seconds. Returns the number of questions.
    pub(crate) async fn ask(&self, seconds: f64) -> usize {
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(seconds);
        let mut asked = 0;
        let mut due = start;
        while due < end {
            sleep_until(due).await;
            for (chat, message) in &self.boards {
                let board = self.playground.message(*chat, *message);
                let button = board.and_then(|board| board.find_button(WHY));
                if let Some((row, column)) = button {
                    let pressed = self.playground.press(*chat, *chat, *message, row, column);
                    asked += usize::from(pressed.is_ok());
                }
            }
            due += PERIOD;
        }
        asked
    }
}
