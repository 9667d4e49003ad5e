//! The events of a game on the page, and the way in.

use std::time::Duration;

use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;
use zerosum_playground::views::MessageView;

/// Upper bound on the wait for a state.
const PATIENCE: Duration = Duration::from_mins(10);

/// The events of a game.
pub(crate) struct Stream {
    answer: Response,
    text: String,
}

impl Stream {
    pub(crate) fn of(answer: Response) -> Stream {
        Stream { answer, text: String::new() }
    }

    /// The next event, with its data; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let Some((name, data)) = event.split_once('\n') else { continue };
                let name = name.strip_prefix("event: ").expect("a name").to_owned();
                let data = data.strip_prefix("data: ").expect("data");
                return Some((name, serde_json::from_str(data).expect("JSON")));
            }
            let chunk = self.answer.chunk().await.ok().flatten()?;
            self.text.push_str(std::str::from_utf8(&chunk).expect("UTF-8"));
        }
    }

    /// The first state that satisfies a condition.
    pub(crate) async fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let wanted = async {
            loop {
                let (name, state) = self.next().await.expect("the stream goes on");
                assert_eq!(name, "state", "{state}");
                if is_wanted(&state) {
                    return state;
                }
            }
        };
        timeout(PATIENCE, wanted).await.expect("such a state comes")
    }
}

/// The code by which a person enters the page, in the answer to `/web`.
pub(crate) fn login_code(way: &MessageView) -> String {
    let buttons = way.keyboard.iter().flatten();
    let url = buttons.filter_map(|button| button.url.as_deref()).find(|url| url.contains("#in="));
    let (_, code) = url.and_then(|url| url.split_once("#in=")).expect("a login link");
    code.to_owned()
}
