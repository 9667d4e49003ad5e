//! Guests who accept an invitation on the page: its owner is shown that it is accepted, as when a person has come.

use std::sync::Arc;

use zerosum_session::board::Board;

use crate::bot::services::Services;
use crate::bot::start::invitations;
use crate::play::announcements::{Announcement, Cause, Subscriber};

/// Shows accepted invitations as soon as their games are announced.
pub(crate) struct GuestArrivals {
    services: Arc<Services>,
}

impl GuestArrivals {
    /// Subscribes to arrivals for as long as the returned value lives.
    pub(crate) fn start(services: &Arc<Services>) -> Arc<GuestArrivals> {
        let arrivals = Arc::new(GuestArrivals { services: Arc::clone(services) });
        services.play.subscribe(&arrivals);
        arrivals
    }
}

impl Subscriber for GuestArrivals {
    fn on_change(&self, announcement: &Announcement) {
        let Announcement { board, cause } = announcement;
        if *cause == Cause::Wanted && board.guest().is_some_and(|guest| guest.is_guest()) {
            let (services, board) = (Arc::clone(&self.services), board.clone());
            self.services.spawn(async move { show(&services, &board).await });
        }
    }
}

/// Shows the invitation of a game to its owner. The next games of a guest have none.
async fn show(services: &Services, board: &Board) {
    let found = services.play.store().invitations_of(board.owner).await;
    let found = found.map(|all| all.into_iter().find(|one| one.game == board.session.id()));
    match found {
        Ok(Some(invitation)) => invitations::show_accepted(services, invitation).await,
        Ok(None) => {}
        Err(error) => log::warn!("an accepted invitation is not shown to its owner: {error}"),
    }
}
