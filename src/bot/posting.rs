//! Inline mode: whoever types the bot's name in the message field of any chat is offered the games, and
//! the one they choose is posted there, for two people who tap. Who asks for their invitations is offered
//! those that wait for somebody, and nobody else's whatever they type.
//!
//! Nothing is kept of what is asked for, offered or chosen. What is posted carries its game in its buttons
//! (see [`crate::bot::posted`]), and nothing depends on whether Telegram tells what was chosen.

use std::sync::Arc;
use std::time::Instant;

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::bot::invitations;
use crate::bot::names::presentable;
use crate::bot::services::Services;
use crate::bot::vocabulary::Found;
use crate::render::posted::Poster;
use crate::render::posted::tap::{PostedGame, Wish};
use crate::render::titles;
use crate::session::habits::Habits;
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::event::Query;
use crate::telegram::offers::{OFFERS_MAX, Offer};

/// Of so few games both sides are offered as well, as of the first one that is looked for.
const FEW_GAMES_MAX: usize = 3;

/// Offers what somebody asks for, or everything if they ask for nothing that there is.
pub(crate) async fn offer(
    services: &Arc<Services>,
    query: Query,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let language = services.people.language_of(&query.from).await;
    let invitations = invitations::offers(services, &query, language).await;
    if !invitations.is_empty() {
        return services.messenger.offer(&query.id, invitations).await;
    }
    let habits = services.people.habits_of(query.from.user).await;
    if query.is_stale(Instant::now()) {
        return;
    }
    let name = presentable(&query.from.first_name);
    let poster = Poster { name: &name, locales: &services.locales, language };
    let found = services.vocabulary.find(&query.words);
    let user = query.from.user;
    let wish = |spec, side| Wish { mark: services.keyed.poster_mark(user, spec, side), side };
    let games = games_of(wish, found, &habits);
    let offers = games.into_iter().filter_map(|game| {
        let view = poster.board(game)?;
        Some(Offer { id: id_of(game), card: poster.card(game), view })
    });
    services.messenger.offer(&query.id, offers.take(OFFERS_MAX).collect()).await;
}

/// The games that are offered, those that were played lately first, and on which sides.
fn games_of(
    wish: impl Fn(GameSpec, Side) -> Wish,
    found: Found,
    habits: &Habits,
) -> Vec<PostedGame> {
    let Found { games: wanted, side } = found;
    let specs = match &wanted[..] {
        [] => in_order(GameSpec::offered(), habits),
        // What is named in full is what is meant.
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

/// These games, those that the person has played lately first.
fn in_order(specs: Vec<GameSpec>, habits: &Habits) -> Vec<GameSpec> {
    let played: Vec<GameSpec> = habits.games().filter(|spec| specs.contains(spec)).collect();
    let others: Vec<GameSpec> = specs.into_iter().filter(|spec| !played.contains(spec)).collect();
    [played, others].concat()
}

/// Whether the sides of a game are two different tasks.
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
