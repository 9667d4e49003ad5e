//! What concerns one person only. Said in a group it would disturb everybody, so it goes to the private chat
//! of whom it concerns. Whoever has not started the bot cannot be written to; then it is said in the group, and,
//! unless it answers a command, no more there for a while.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::bot::context::Context;
use crate::bot::services::Services;
use crate::bounded::BoundedMap;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::render::pages;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::telegram::messenger::report_unsent;
use crate::telegram::outbox::Outgoing;
use crate::telegram::rate_limit::Class;
use crate::telegram::reach;

/// For so long a group hears no second thing that concerns one person.
const QUIET_FOR: Duration = Duration::from_secs(600);

/// Of about so many groups it is known when they heard the last one.
const QUIET_GROUPS_MAX: usize = 10_000;

/// When groups have heard something that concerns one person. Every process notes it for itself.
pub(crate) struct QuietGroups(BoundedMap<ChatId, Option<Instant>>);

impl QuietGroups {
    pub(crate) fn new() -> QuietGroups {
        QuietGroups(BoundedMap::new(QUIET_GROUPS_MAX))
    }

    /// Whether a group may hear something now. If so, it is noted.
    fn may_hear(&self, group: ChatId, now: Instant) -> bool {
        let mut may_hear = false;
        self.0.change_or_insert(group, |last| {
            may_hear = last.is_none_or(|last| now.duration_since(last) >= QUIET_FOR);
            if may_hear {
                *last = Some(now);
            }
        });
        may_hear
    }

    /// Lets go of groups that have heard nothing lately.
    pub(crate) fn age(&self) {
        self.0.age();
    }
}

/// Tells somebody what concerns only them.
pub(crate) async fn tell(mut context: Context, phrase: Phrase<'_>) {
    context.acknowledge();
    let chat = context.at.chat;
    if !chat.is_private() && tell_in_private(&context, phrase).await {
        return;
    }
    let groups = &context.services.limits.quiet_groups;
    if chat.is_private() || groups.may_hear(chat, Instant::now()) {
        context.tell(phrase).await;
    }
}

/// Answers a command that says something about nobody else, where it was given if that cannot be in private.
pub(crate) async fn confirm(context: Context, phrase: Phrase<'_>) {
    confirm_there(context, phrase, phrase).await;
}

/// The same with other words for what is said in private about a group.
pub(crate) async fn confirm_there(mut context: Context, here: Phrase<'_>, there: Phrase<'_>) {
    context.acknowledge();
    if context.at.chat.is_private() || !tell_in_private(&context, there).await {
        context.tell(here).await;
    }
}

/// Says that somebody has no open game in this chat.
pub(crate) async fn tell_of_no_game(context: Context) {
    confirm_there(context, Phrase::NoOpenGame, Phrase::NoOpenGameThere).await;
}

/// Tells somebody in their private chat what they are answered in a group. Says whether that can be.
pub(crate) async fn tell_in_private(context: &Context, phrase: Phrase<'_>) -> bool {
    let (services, language) = (&context.services, context.language().await);
    let text = services.locales.say(language, phrase);
    let answer = Phrase::AnswerToGroup { text: &text };
    match reachable(services, context.from.user).await {
        Some(_) => send(services, context.from.user, language, answer).await,
        None => false,
    }
}

/// Tells somebody, if they can be written to, that the one they have challenged does not want to play.
pub(crate) async fn tell_of_refusal(services: &Services, challenger: UserId, name: &str) {
    if let Some(language) = reachable(services, challenger).await {
        send(services, challenger, language, Phrase::ChallengeTurnedDown { name }).await;
    }
}

/// The language of somebody whom the bot may write to. While the store is away nobody knows whether it may.
async fn reachable(services: &Services, user: UserId) -> Option<Language> {
    let person = services.play.person(user).await.ok().flatten();
    person.filter(|person| person.is_reachable).map(|person| person.language)
}

/// Sends somebody a note in their private chat, and says whether it is there.
async fn send(services: &Services, user: UserId, language: Language, phrase: Phrase<'_>) -> bool {
    let chat = ChatId::of_person(user);
    let view = &pages::note(&services.locales, language, phrase);
    let (class, needless) = (Class::Reply, &CancellationToken::new());
    let outgoing = Outgoing { chat, view, class, reply_to: None, topic: None, needless };
    match services.messenger.send(outgoing).await {
        Ok(_) => true,
        Err(error) => {
            report_unsent(chat, &error);
            reach::note_refusal(&services.play, chat, &error).await;
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_hears_something_and_then_nothing_for_a_while() {
        let (groups, first) = (QuietGroups::new(), Instant::now());
        let (one, other) = (ChatId(-1), ChatId(-2));
        let after = |seconds| first + Duration::from_secs(seconds);
        assert!(groups.may_hear(one, first));
        assert!(!groups.may_hear(one, after(599)) && groups.may_hear(other, after(599)));
        assert!(groups.may_hear(one, after(600)) && !groups.may_hear(one, after(601)));
    }
}
