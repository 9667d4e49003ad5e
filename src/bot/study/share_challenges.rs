//! Challenges to people who have shared a game with their name: a user who followed the link creates an
//! invitation, and the sharer is told of it in private. A link without a name allows no challenge. The button
//! has the name of the sharer only if it is stored.

use std::time::Instant;

use zerosum_games::any::GameSpec;
use zerosum_metrics::labels;
use zerosum_render::Button;
use zerosum_render::board::titles;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::sharing;
use zerosum_render::tap::ShareToken;
use zerosum_session::UserId;
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TIME_IN_PRIVATE;
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::start::invitations;
use crate::bounded::recent_counts::RecentCounts;

/// Maximum number of challenges reported to a person in an hour.
const CHALLENGES_TOLD_MAX: u32 = 10;

/// The person who has shared a game cannot be challenged.
const SHARER_AWAY: Denial = Denial::new(labels::Press::NotSeated, Phrase::SharerAway);

/// A person who has shared a game with their name.
struct Sharer {
    user: UserId,
    name: DisplayName,
    spec: GameSpec,
}

/// The button that challenges the person who shared a game; `None` if they cannot be challenged, for any
/// reason.
pub(crate) async fn button(context: &Context, token: ShareToken) -> Option<Button> {
    let found = find(context, token).await.unwrap_or_else(|error| {
        log::warn!("person {}: a challenge is not offered: {error}", context.from.user.0);
        None
    });
    let name = Some(found?.name).filter(|name| !name.is_anonymous());
    let services = &context.services;
    let language = context.page_language().await;
    Some(sharing::challenge_button(token, name.as_ref(), services.localizer(language)))
}

/// Finds the person who has shared a game, if this user may challenge them: they still have a seat in it, which
/// ends when they delete their data.
async fn find(context: &Context, token: ShareToken) -> Result<Option<Sharer>, StoreError> {
    let (services, user) = (&context.services, context.from.user);
    let play = &services.play;
    let Some((id, sharer)) = services.links.read_token(token) else { return Ok(None) };
    let Some(session) = play.finished(id).await? else { return Ok(None) };
    if sharer == user
        || session.seat_of(sharer).is_none()
        || play.store().are_apart(sharer, user).await?
    {
        return Ok(None);
    }
    let person = play.person(sharer).await?.filter(|person| person.is_reachable);
    Ok(person.map(|person| {
        let name = services.people.name_of(&person.name);
        Sharer { user: sharer, name, spec: session.spec() }
    }))
}

/// Creates an invitation to a game of the same kind, and tells the person who shared the game.
pub(crate) async fn challenge(press: &PressContext, token: ShareToken) -> Handled {
    let context = &press.context;
    context.services.links.read_token(token).ok_or(Denial::UNKNOWN_BUTTON)?;
    let Sharer { user: sharer, spec, .. } = find(context, token).await?.ok_or(SHARER_AWAY)?;
    let side = titles::side_offered(spec);
    let setup = Setup { spec, side, opponent: Opponent::Anybody, time: TIME_IN_PRIVATE };
    let limits = &context.services.limits;
    let (now, pair) = (Instant::now(), (sharer, context.from.user));
    let permit = context.background_permit()?;
    let after = press.context_after();
    let wished = invitations::ask(context, setup).await?;
    let is_told = wished.code().is_some()
        && limits.challengers_told_of.count(pair, now) == 1
        && may_be_told(&limits.sharers_told, sharer, now);
    permit.spawn(async move {
        if let Some(code) = wished.code().filter(|_| is_told) {
            let services = &after.services;
            let link = services.links.to_invitation(code);
            let name = services.people.name_of(&after.from.first_name);
            private_notices::tell_of_challenge(services, sharer, &name, spec, &link).await;
        }
        invitations::show(after, wished).await;
    });
    let toast = is_told.then_some(Phrase::ChallengeSent);
    Ok(Answer::new(labels::Press::Asked, toast))
}

/// Counts a challenge of a person, and returns whether it may be reported to them.
fn may_be_told(told: &RecentCounts<UserId>, person: UserId, now: Instant) -> bool {
    told.count(person, now) <= CHALLENGES_TOLD_MAX
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::bot::services::CHALLENGES_COUNTED_FOR;

    #[test]
    fn a_person_is_told_of_so_many_challenges_within_an_hour() {
        let (told, first) = (RecentCounts::new(CHALLENGES_COUNTED_FOR, 100), Instant::now());
        let (anna, boris) = (UserId(1), UserId(2));
        let count = |person, after: u64| {
            let now = first + Duration::from_secs(after);
            (0..20).filter(|_| may_be_told(&told, person, now)).count()
        };
        assert_eq!([count(anna, 0), count(anna, 3_599), count(boris, 3_599)], [10, 0, 10]);
        assert_eq!(count(anna, 3_600), 10);
    }
}
