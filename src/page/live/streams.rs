//! Streams of the states of a game, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures::stream;
use serde::Serialize;
use tokio::time::{Instant, sleep_until};
use zerosum_session::board::Board;
use zerosum_session::language::Language;
use zerosum_session::{Revision, UserId};

use crate::bounded::shares::{Share, Shares};
use crate::page::Page;
use crate::page::live::Live;
use crate::page::live::hub::Watching;
use crate::page::refusal::Refusal;
use crate::passes::Pass;

/// Time after which an idle stream shows that it is alive.
const ALIVE_PERIOD: Duration = Duration::from_secs(15);

/// Time between two states.
const STATES_PERIOD: Duration = Duration::from_millis(100);

/// Maximum streams of one client address.
const STREAMS_PER_ADDRESS_MAX: usize = 64;

/// Maximum streams of one person.
const STREAMS_PER_PERSON_MAX: usize = 6;

/// Limits on streams.
pub struct StreamLimits {
    all_max: usize,
    all: Arc<Shares<()>>,
    addresses: Arc<Shares<UserId>>,
    people: Arc<Shares<UserId>>,
}

/// Guard for a stream.
pub struct StreamPlace {
    _all: Share<()>,
    _address: Share<UserId>,
    _person: Option<Share<UserId>>,
}

impl StreamLimits {
    pub fn new(all_max: usize) -> StreamLimits {
        StreamLimits {
            all_max,
            all: Shares::new(),
            addresses: Shares::new(),
            people: Shares::new(),
        }
    }

    /// Takes a place for a stream of an address, and perhaps of a person.
    pub fn place(&self, address: UserId, person: Option<UserId>) -> Result<StreamPlace, Refusal> {
        let _person = match person {
            Some(user) => {
                Some(self.people.take(user, STREAMS_PER_PERSON_MAX).ok_or(Refusal::TooFast)?)
            }
            None => None,
        };
        let address = self.addresses.take(address, STREAMS_PER_ADDRESS_MAX);
        let _address = address.ok_or(Refusal::TooFast)?;
        let _all = self.all.take((), self.all_max).ok_or(Refusal::Full)?;
        Ok(StreamPlace { _all, _address, _person })
    }
}

/// A game being sent to a viewer.
struct Sending {
    page: Arc<Page>,
    live: Arc<Live>,
    watching: Watching,
    pass: Option<Pass>,
    language: Language,
    shown: Option<Revision>,
    /// Earliest moment of the next state.
    next_at: Instant,
    is_over: bool,
    _place: StreamPlace,
}

/// Returns the states of a game for a viewer, from now on.
pub fn body(
    (page, live): (Arc<Page>, Arc<Live>),
    watching: Watching,
    (pass, language): (Option<Pass>, Language),
    place: StreamPlace,
) -> Body {
    let sending = Sending {
        page,
        live,
        watching,
        pass,
        language,
        shown: None,
        next_at: Instant::now(),
        is_over: false,
        _place: place,
    };
    Body::from_stream(stream::unfold(sending, |mut sending| async {
        let event = sending.next().await?;
        Some((Ok::<Bytes, Infallible>(event), sending))
    }))
}

impl Sending {
    /// The next event; `None` after the last one.
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        // The browser comes back and is told that its pass has expired.
        if self.pass.is_some_and(|pass| pass.is_over(self.live.play.now())) {
            return Some(self.last("bye"));
        }
        let leaving = self.live.leaving.clone();
        let quiet_until = Instant::now() + ALIVE_PERIOD;
        tokio::select! {
            () = leaving.cancelled() => Some(self.last("bye")),
            state = self.state() => Some(state),
            () = sleep_until(quiet_until) => Some(Bytes::from_static(b":\n\n")),
        }
    }

    /// Waits for a state that was not sent yet.
    async fn state(&mut self) -> Bytes {
        loop {
            sleep_until(self.next_at).await;
            // A board that cannot be loaded now is loaded at the next change or look.
            match self.watching.board().await {
                Ok(None) => return self.last("gone"),
                Ok(Some(board)) if Some(board.session.revision()) != self.shown => {
                    if let Ok(state) = self.rendered(&board).await {
                        self.shown = Some(board.session.revision());
                        self.next_at = Instant::now() + STATES_PERIOD;
                        self.page.metrics.page.states.count(());
                        return state;
                    }
                }
                Ok(Some(_)) | Err(_) => {}
            }
            self.watching.changed().await;
        }
    }

    async fn rendered(&self, board: &Board) -> Result<Bytes, Refusal> {
        let (revision, language) = (board.session.revision(), self.language);
        // A clock is told as it stands now.
        let user = self.pass.map(|pass| pass.user);
        let is_seated = user.is_some_and(|user| board.session.seat_of(user).is_some());
        let is_alike = !is_seated && board.session.clock().is_none();
        if is_alike && let Some(view) = self.watching.shared(revision, language).await {
            return Ok(view);
        }
        let words = (&self.page.locales, language);
        let snapshot = self.live.snapshot(board, user, words).await?;
        let view = event("state", &snapshot);
        if is_alike {
            self.watching.share(revision, language, view.clone()).await;
        }
        Ok(view)
    }

    fn last(&mut self, name: &str) -> Bytes {
        self.is_over = true;
        #[derive(Serialize)]
        struct Nothing {}
        event(name, &Nothing {})
    }
}

/// An event. JSON has no line breaks.
fn event(name: &str, data: &impl Serialize) -> Bytes {
    let json = serde_json::to_string(data).expect("strings and numbers can be written");
    format!("event: {name}\ndata: {json}\n\n").into()
}
