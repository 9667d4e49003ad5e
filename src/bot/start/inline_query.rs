//! Inline mode: a user who types the bot's name in the message field of any chat is offered the games, and
//! the chosen one is posted there, for two people who tap. A user who asks for their invitations is offered
//! their own open ones, and never those of other users; one who shares a finished game, the ways to send it.
//!
//! Nothing is stored of the query, the offers or the choice. The posted message carries its game in its
//! buttons (see [`crate::bot::start::first_tap`]), and nothing depends on whether Telegram reports the choice.

use std::sync::Arc;
use std::time::Instant;

use tokio::task;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::board::titles;
use zerosum_render::pages::posted::Poster;
use zerosum_render::tap::posted::{PostedGame, PosterSide};
use zerosum_session::people::habits::Habits;

use crate::bot::services::Services;
use crate::bot::start::invitations;
use crate::bot::study::share_offers;
use crate::bot::vocabulary::Found;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::Query;
use crate::telegram::outgoing::offers::{OFFERS_MAX, Offer};

/// If at most this many games are offered, each is offered for both sides.
const FEW_GAMES_MAX: usize = 3;

/// Offers the games that match the query, or all games if none match.
pub(crate) async fn offer(
    services: &Arc<Services>,
    query: Query,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let language = services.people.language_of(&query.from).await;
    if let Some(shared) = share_offers::offers(services, &query, language).await {
        return services.messenger.offer(&query.id, shared).await;
    }
    let invitations = invitations::offers(services, &query, language).await;
    if !invitations.is_empty() {
        return services.messenger.offer(&query.id, invitations).await;
    }
    let habits = services.people.habits_of(query.from.user).await;
    if query.is_stale(Instant::now()) {
        return;
    }
    let name = services.people.name_of(&query.from.first_name);
    let poster = Poster { name: &name, localizer: services.localizer(language) };
    let found = services.vocabulary.find(&query.words);
    let user = query.from.user;
    // Two boards of one person have nothing in common by which other people could link them.
    let nonce = services.ids.nonce_of(&query.id);
    let wish =
        |spec, side| PosterSide { mark: services.ids.poster_mark(user, spec, side, nonce), side };
    let mut offers = Vec::new();
    for game in games_of(wish, found, &habits) {
        if offers.len() == OFFERS_MAX {
            break;
        }
        let view = poster.board(game);
        offers.extend(view.map(|view| {
            let (id, card) = (id_of(game), poster.card(game));
            Offer { id, card, view, animation: None }
        }));
        // Presses go before the next board.
        task::yield_now().await;
    }
    services.messenger.offer(&query.id, offers).await;
}

/// Returns the offered games, those played recently first, with the offered sides.
fn games_of(
    wish: impl Fn(GameSpec, Side) -> PosterSide,
    found: Found,
    habits: &Habits,
) -> Vec<PostedGame> {
    let Found { games: wanted, side } = found;
    let specs = match &wanted[..] {
        [] => in_order(GameSpec::offered(), habits),
        // A game that is named in full comes first.
        [named, others @ ..] => [vec![*named], in_order(others.to_vec(), habits)].concat(),
    };
    let are_few = specs.len() <= FEW_GAMES_MAX;
    let is_meant = |spec| wanted.first() == Some(&spec);
    let of_spec = |spec: GameSpec| {
        let wish = |side| PostedGame { spec, wish: Some(wish(spec, side)) };
        let open = PostedGame { spec, wish: None };
        let is_looked_for = are_few || is_meant(spec);
        match side {
            Some(side) if is_looked_for => vec![wish(side), open],
            Some(side) => vec![wish(side)],
            None if is_looked_for || do_sides_differ(spec) => {
                vec![open, wish(Side::First), wish(Side::Second)]
            }
            None => vec![open],
        }
    };
    specs.into_iter().flat_map(of_spec).collect()
}

/// Sorts these games, those the person has played recently first.
fn in_order(specs: Vec<GameSpec>, habits: &Habits) -> Vec<GameSpec> {
    let played: Vec<GameSpec> = habits.games().filter(|spec| specs.contains(spec)).collect();
    let others: Vec<GameSpec> = specs.into_iter().filter(|spec| !played.contains(spec)).collect();
    [played, others].concat()
}

/// Returns whether the two sides of a game have different tasks.
fn do_sides_differ(spec: GameSpec) -> bool {
    titles::side_offered(spec) != Side::First
}

fn id_of(PostedGame { spec, wish }: PostedGame) -> String {
    match wish.map(|wish| wish.side) {
        None => spec.code(),
        Some(Side::First) => format!("1:{}", spec.code()),
        Some(Side::Second) => format!("2:{}", spec.code()),
    }
}
