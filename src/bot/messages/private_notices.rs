//! Notices that concern one person only. In a group they would disturb others, so they go to the person's
//! private chat. A person who has not started the bot cannot be written to; then the notice is sent to the
//! group and, unless it answers a command, is not repeated there for a while.

use std::time::Instant;

use zerosum_games::any::GameSpec;
use zerosum_render::board::titles;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;
use zerosum_session::language::Language;

use crate::bot::context::Context;
use crate::bot::denial::Denial;
use crate::bot::services::Services;
use crate::bounded::recent_counts::RecentCounts;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::outbox::Outgoing;
use crate::telegram::outgoing::rate_limit::Asker;

/// A kind of thing that a person hears in a group, by its phrase.
pub(crate) type Heard = (ChatId, UserId, &'static str);

/// Sends a notice to the person, in private if possible. In a group the same notice is repeated only after a while.
pub(crate) async fn notify_once(context: Context, phrase: Phrase<'_>) {
    notify_once_elsewhere(context, phrase, phrase).await;
}

/// Like [`notify_once`], but with another phrase for the private chat about a group.
pub(crate) async fn notify_once_elsewhere(
    mut context: Context,
    here: Phrase<'_>,
    there: Phrase<'_>,
) {
    context.acknowledge().await;
    let chat = context.at.chat;
    if !chat.is_private() && tell_in_private(&context, there).await {
        return;
    }
    let heard = &context.services.limits.heard_in_groups;
    let what = (chat, context.from.user, here.id());
    if chat.is_private() || may_hear(heard, what, Instant::now()) {
        context.tell(here).await;
    }
}

/// Answers a request every time, in private if possible, else where it was made.
pub(crate) async fn answer(context: Context, phrase: Phrase<'_>) {
    answer_elsewhere(context, phrase, phrase).await;
}

/// Like [`answer`], but with another phrase for the private chat about a group.
pub(crate) async fn answer_elsewhere(mut context: Context, here: Phrase<'_>, there: Phrase<'_>) {
    context.acknowledge().await;
    if context.at.chat.is_private() || !tell_in_private(&context, there).await {
        context.tell(here).await;
    }
}

/// Says that a command is for the person's private chat.
pub(crate) async fn refer_to_private_chat(context: Context, command: &str) {
    let (here, there) = (Phrase::PrivateOnly { command }, Phrase::PrivateOnlyHere { command });
    answer_elsewhere(context, here, there).await;
}

/// Tells the person why what they asked for is not done; like [`answer`]. A failure is logged, and told
/// where they asked.
pub(crate) async fn deny(mut context: Context, denial: Box<Denial>) {
    match denial.error {
        Some(error) => {
            log::error!("chat {}: a request failed: {error}", context.at.chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
        None => answer(context, denial.phrase).await,
    }
}

/// Tells the person that they have no open game in this chat.
pub(crate) async fn tell_of_no_game(context: Context) {
    answer_elsewhere(context, Phrase::NoOpenGame, Phrase::NoOpenGameThere).await;
}

/// Sends a person in private the answer to a message or a press in a group. Returns whether it was sent.
pub(crate) async fn tell_in_private(context: &Context, phrase: Phrase<'_>) -> bool {
    let (services, language) = (&context.services, context.language().await);
    let text = &services.localizer(language).say(phrase);
    let answer = match context.is_of_press() {
        true => Phrase::AnswerToPress { text },
        false => Phrase::AnswerToGroup { text },
    };
    let user = context.from.user;
    is_reachable(services, user).await && send(services, user, language, answer).await
}

/// Tells a player, if they can be written to, that the person they have challenged declines.
pub(crate) async fn tell_of_decline(services: &Services, challenger: UserId, name: &DisplayName) {
    if let Some(language) = reachable(services, challenger).await {
        let name = &services.localizer(language).name_or_player(name);
        send(services, challenger, language, Phrase::ChallengeTurnedDown { name }).await;
    }
}

/// Tells a person who has shared a game with their name that the person of this name challenges them by
/// this link.
pub(crate) async fn tell_of_challenge(
    services: &Services,
    sharer: UserId,
    name: &DisplayName,
    spec: GameSpec,
    link: &str,
) {
    if let Some(language) = reachable(services, sharer).await {
        let localizer = services.localizer(language);
        let name = &localizer.name_or_player(name);
        let game = &titles::title(spec, localizer);
        send(services, sharer, language, Phrase::ChallengedBySharing { name, game, link }).await;
    }
}

/// Returns whether the bot may write to a person. If nothing is stored about them, it may if they have
/// written to it. While the store is unavailable it may not.
async fn is_reachable(services: &Services, user: UserId) -> bool {
    match services.play.person(user).await {
        Ok(Some(person)) => person.is_reachable,
        Ok(None) => services.limits.open_chats.has(user),
        Err(_) => false,
    }
}

/// Language of a person the bot may write to; `None` if it may not, or the store is unavailable.
async fn reachable(services: &Services, user: UserId) -> Option<Language> {
    let person = services.play.person(user).await.ok().flatten();
    person.filter(|person| person.is_reachable).map(|person| person.language)
}

/// Sends a person a note in their private chat, and returns whether it was sent.
pub(crate) async fn send(
    services: &Services,
    user: UserId,
    language: Language,
    phrase: Phrase<'_>,
) -> bool {
    let chat = ChatId::of_person(user);
    let view = &pages::note(services.localizer(language), phrase);
    let note = Outgoing::note(chat, view, Asker::from(chat));
    match services.messenger.send(note).await {
        Ok(_) => true,
        Err(error) => {
            report_unsent(chat, &error);
            if error.kind() == FailureKind::Gone {
                services.limits.open_chats.note_closed(user);
            }
            false
        }
    }
}

/// Records that a person would hear this kind of thing in a group, and returns whether they may.
fn may_hear(heard: &RecentCounts<Heard>, what: Heard, now: Instant) -> bool {
    heard.count(what, now) == 1
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::bot::services::QUIET_FOR;

    #[test]
    fn each_person_hears_each_kind_once_in_a_while_in_each_group() {
        let (heard, first) = (RecentCounts::new(QUIET_FOR, 100), Instant::now());
        let (group, anna, boris) = (ChatId(-1), UserId(1), UserId(2));
        let may_hear = |group, user, kind, seconds| {
            may_hear(&heard, (group, user, kind), first + Duration::from_secs(seconds))
        };
        assert!(may_hear(group, anna, "a", 0));
        assert!(!may_hear(group, anna, "a", 599));
        assert!(may_hear(group, boris, "a", 599), "another person");
        assert!(may_hear(group, anna, "b", 599), "another kind");
        assert!(may_hear(ChatId(-2), anna, "a", 599), "another group");
        assert!(may_hear(group, anna, "a", 600));
        assert!(!may_hear(group, anna, "a", 601));
    }
}
