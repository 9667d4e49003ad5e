//! One press of a button: what it asks for, and whether that may be asked for there.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::bot::again;
use crate::bot::agreement;
use crate::bot::blocks;
use crate::bot::clocks;
use crate::bot::commands;
use crate::bot::context::{Answered, Context, PressContext, dismiss};
use crate::bot::explanations;
use crate::bot::focus;
use crate::bot::group_settings;
use crate::bot::invitations;
use crate::bot::lessons;
use crate::bot::menus;
use crate::bot::moves;
use crate::bot::new_game;
use crate::bot::open_games;
use crate::bot::opponents;
use crate::bot::owner;
use crate::bot::personal;
use crate::bot::posted;
use crate::bot::preferences;
use crate::bot::puzzles;
use crate::bot::ratings;
use crate::bot::replay;
use crate::bot::results;
use crate::bot::reviews;
use crate::bot::services::Services;
use crate::bot::sharing;
use crate::bot::trials;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::Showing;
use crate::play::door::Press;
use crate::play::looks::Look;
use crate::render::puzzles::tap::PuzzleTap;
use crate::render::standings::RatingTap;
use crate::render::tap::{self, Tap};
use crate::session::Action;
use crate::session::board::Place;
use crate::session::choice::{Opponent, Setup};
use crate::session::clock::TimeControl;
use crate::session::inline_message::InlineMessageId;
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::command;
use crate::telegram::event::ButtonPress;

/// Works on a press. The acknowledgement is let go with the answer, when everything that must last is
/// durable.
pub(crate) async fn handle(
    services: &Arc<Services>,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
) -> Answered {
    let Some((tap, at)) = allowed(services, &press) else {
        let is_inline = matches!(press.at, Some(Place::Inline(_)));
        let phrase = if is_inline { Phrase::UnknownInlineButton } else { Phrase::UnknownButton };
        let result = labels::Press::UnknownButton;
        return Box::pin(dismiss(services, press, acknowledgement, result, phrase)).await;
    };
    if changes_something(&tap) && services.admin.turns_away(press.from.user) {
        let (result, phrase) = (labels::Press::Maintenance, Phrase::Maintenance);
        return Box::pin(dismiss(services, press, acknowledgement, result, phrase)).await;
    }
    match at {
        Place::Chat(at) => {
            let press = PressContext::new(services, press, at, acknowledgement);
            match sends_something(&tap) && is_elsewhere(&press.context).boxed().await {
                true => {
                    let (result, toast) = (labels::Press::GroupForbids, Phrase::PlayedElsewhere);
                    press.answer(result, Some(toast)).await
                }
                false => in_chat(press, tap).await,
            }
        }
        Place::Inline(at) => {
            inline(PressContext::new(services, press, at, acknowledgement), tap).await
        }
    }
}

async fn in_chat(press: PressContext, tap: Tap) -> Answered {
    let (user, surface) = (press.context.from.user, press.context.at.chat.into());
    let handled: BoxFuture<'_, Answered> = match tap {
        Tap::Act { id, seen, action } => {
            let showing = Showing::InPlace { arrived: Some(press.arrived()) };
            let wanted = Press { user, surface, id, seen, action, showing };
            if action == Action::Explain {
                explanations::explain(press, wanted).boxed()
            } else {
                moves::handle(press, wanted).boxed()
            }
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, Look { user, surface, id, seen }, part).boxed()
        }
        Tap::Panel { id, seen, panel } => {
            agreement::look(press, Look { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            agreement::resign(press, Look { user, surface, id, seen }, side).boxed()
        }
        Tap::Again { id, seen, next } => {
            again::handle(press, Look { user, surface, id, seen }, next).boxed()
        }
        Tap::LookThrough(id) => replay::open(press, id).boxed(),
        Tap::Step { id, ply } => replay::step(press, id, ply).boxed(),
        Tap::Review(id) => reviews::open(press, id).boxed(),
        Tap::ReviewStep { id, ply } => reviews::step(press, id, ply).boxed(),
        Tap::Share(id) => sharing::share(press, id).boxed(),
        Tap::TryOut(id) => trials::open(press, id).boxed(),
        Tap::Try { id, ply, tried, part } => trials::step(press, id, (ply, tried), part).boxed(),
        Tap::Puzzle(tap) => puzzles::press(press, tap).boxed(),
        Tap::Lesson(tap) => lessons::press(press, tap).boxed(),
        Tap::PlayOn { id, ply } => replay::play_on(press, id, ply).boxed(),
        Tap::Start(choice) => new_game::start(press, choice.into()).boxed(),
        Tap::Offer { spec, side } if press.context.at.chat.is_private() => {
            invitations::invite(press, spec, side).boxed()
        }
        Tap::Offer { spec, side } => {
            let opponent = Opponent::Anybody;
            let time = TimeControl::Unlimited;
            new_game::start(press, Setup { spec, side, opponent, time }).boxed()
        }
        // Only inline messages are posted, and what leads away is no press.
        Tap::Posted(_) | Tap::Leave(_) => {
            press.answer(labels::Press::UnknownButton, Some(Phrase::UnknownButton)).boxed()
        }
        Tap::Invitation { code, order } => invitations::press(press, code, order).boxed(),
        Tap::Seek(spec) => opponents::seek_by_card(press, spec).boxed(),
        Tap::Seeking { id, order } => opponents::press(press, id, order).boxed(),
        Tap::Ask(request) => menus::ask(press, request).boxed(),
        Tap::Games { page } => menus::games(press, page).boxed(),
        Tap::Card { choice, has_variants } => menus::card(press, choice, has_variants).boxed(),
        Tap::Bring(id) => open_games::bring(press, id).boxed(),
        Tap::GiveUp(id) => open_games::give_up(press, id).boxed(),
        Tap::Clock(id) => clocks::tell(press, surface, id).boxed(),
        Tap::Remind { id, is_on } => clocks::set_reminders(press, id, is_on).boxed(),
        Tap::Speak(language) => preferences::speak(press, language).boxed(),
        Tap::Paint(theme) => preferences::paint(press, theme).boxed(),
        Tap::Count(counting) => results::count(press, counting).boxed(),
        Tap::Rating(rating) => ratings::press(press, rating).boxed(),
        Tap::Block(id) => blocks::block_opponent(press, id).boxed(),
        Tap::Unblock(since) => blocks::unblock(press, since).boxed(),
        Tap::Group(group) => group_settings::change(press, group).boxed(),
        Tap::Delete { is_sure } => personal::delete(press, is_sure).boxed(),
        Tap::Broadcast { id, order } => owner::press(press, id, order).boxed(),
    };
    handled.await
}

/// An inline message shows a board, or offers one, and nothing else.
async fn inline(press: PressContext<InlineMessageId>, tap: Tap) -> Answered {
    let (user, surface) = (press.context.from.user, press.context.at.into());
    let handled: BoxFuture<'_, Answered> = match tap {
        Tap::Act { id, seen, action } if action != Action::Explain => {
            let showing = Showing::InPlace { arrived: Some(press.arrived()) };
            moves::handle(press, Press { user, surface, id, seen, action, showing }).boxed()
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, Look { user, surface, id, seen }, part).boxed()
        }
        Tap::Posted(tap) => posted::begin(press, tap).boxed(),
        Tap::Panel { id, seen, panel } => {
            agreement::look(press, Look { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            agreement::resign(press, Look { user, surface, id, seen }, side).boxed()
        }
        Tap::Clock(id) => clocks::tell(press, surface, id).boxed(),
        // There is no message to tell it in.
        Tap::Act { .. }
        | Tap::Again { .. }
        | Tap::LookThrough(_)
        | Tap::Step { .. }
        | Tap::Review(_)
        | Tap::ReviewStep { .. }
        | Tap::Share(_)
        | Tap::TryOut(_)
        | Tap::Try { .. }
        | Tap::Puzzle(_)
        | Tap::Lesson(_)
        | Tap::PlayOn { .. }
        | Tap::Start(_)
        | Tap::Offer { .. }
        | Tap::Leave(_)
        | Tap::Invitation { .. }
        | Tap::Seek(_)
        | Tap::Seeking { .. }
        | Tap::Ask(_)
        | Tap::Games { .. }
        | Tap::Card { .. }
        | Tap::Bring(_)
        | Tap::GiveUp(_)
        | Tap::Remind { .. }
        | Tap::Speak(_)
        | Tap::Paint(_)
        | Tap::Count(_)
        | Tap::Rating(_)
        | Tap::Block(_)
        | Tap::Unblock(_)
        | Tap::Group(_)
        | Tap::Delete { .. }
        | Tap::Broadcast { .. } => {
            press.answer(labels::Press::UnknownButton, Some(Phrase::UnknownInlineButton)).boxed()
        }
    };
    handled.await
}

/// What a press asks for and where, if that may be asked for there.
fn allowed(services: &Services, press: &ButtonPress) -> Option<(Tap, Place)> {
    let (data, at) = (press.data.as_ref()?, press.at?);
    let surface = at.surface();
    let tap = tap::decode(data).ok()?;
    let is_shown = press.buttons.contains(data);
    // These do what cannot be undone, or change the message that is pressed, so they count only where
    // they are asked.
    let is_allowed = match tap {
        Tap::Delete { .. } | Tap::Count(_) => is_shown && surface.is_private(),
        Tap::Block(_) | Tap::Unblock(_) => is_shown && surface.is_private(),
        Tap::Rating(RatingTap::Chart(_) | RatingTap::Leave(_)) => is_shown && surface.is_private(),
        Tap::Rating(RatingTap::Table(_) | RatingTap::List { .. }) => is_shown,
        Tap::Group(_) => is_shown && !surface.is_private(),
        Tap::Broadcast { .. } => {
            is_shown && surface.is_private() && services.admin.is_owner(press.from.user)
        }
        Tap::Games { .. } | Tap::Card { .. } | Tap::GiveUp(_) => is_shown,
        Tap::Step { .. } | Tap::ReviewStep { .. } | Tap::Try { .. } | Tap::Puzzle(_) => is_shown,
        Tap::Lesson(lesson) => is_shown || lessons::is_of_any_message(lesson),
        Tap::Act { .. } | Tap::Again { .. } | Tap::Focus { .. } | Tap::Start(_) => true,
        Tap::Posted(_) => surface.chat().is_none(),
        Tap::Leave(_) => false,
        Tap::Panel { .. } | Tap::ResignSurely { .. } => true,
        Tap::Offer { .. } => !surface.is_private() || is_shown,
        Tap::Invitation { .. } | Tap::Seek(_) | Tap::Seeking { .. } => {
            is_shown && surface.is_private()
        }
        Tap::LookThrough(_) | Tap::Review(_) | Tap::Share(_) | Tap::PlayOn { .. } => true,
        Tap::TryOut(_) | Tap::Clock(_) => true,
        Tap::Remind { .. } => surface.is_private(),
        Tap::Ask(_) | Tap::Bring(_) | Tap::Speak(_) | Tap::Paint(_) => true,
    };
    is_allowed.then_some((tap, at))
}

/// Whether a group has the bot do things in another topic.
async fn is_elsewhere(context: &Context) -> bool {
    group_settings::topic_elsewhere(context).await.is_some()
}

/// Whether a press is answered by a message of its own, other than the board of a new game.
fn sends_something(tap: &Tap) -> bool {
    matches!(
        tap,
        Tap::Bring(_)
            | Tap::LookThrough(_)
            | Tap::Review(_)
            | Tap::Share(_)
            | Tap::TryOut(_)
            | Tap::Act { action: Action::Explain, .. }
            | Tap::Puzzle(PuzzleTap::Share(_) | PuzzleTap::Next { .. })
    )
}

/// Whether a press does more than to show something, so that it is turned away during maintenance.
fn changes_something(tap: &Tap) -> bool {
    match tap {
        Tap::Games { .. } | Tap::Card { .. } | Tap::Bring(_) | Tap::Leave(_) => false,
        Tap::LookThrough(_) | Tap::Step { .. } => false,
        Tap::Review(_) | Tap::ReviewStep { .. } | Tap::Share(_) => false,
        Tap::TryOut(_) | Tap::Try { .. } | Tap::Clock(_) => false,
        Tap::Puzzle(puzzle) => puzzles::changes_something(*puzzle),
        Tap::Lesson(lesson) => lessons::changes_something(*lesson),
        Tap::Rating(RatingTap::Table(_) | RatingTap::Chart(_)) => false,
        Tap::Rating(RatingTap::List { .. } | RatingTap::Leave(_)) => true,
        Tap::Ask(request) => commands::changes_something(&command::of_request(*request)),
        Tap::Act { .. }
        | Tap::Again { .. }
        | Tap::Focus { .. }
        | Tap::Panel { .. }
        | Tap::ResignSurely { .. }
        | Tap::PlayOn { .. }
        | Tap::Start(_)
        | Tap::Offer { .. }
        | Tap::Posted(_)
        | Tap::Invitation { .. }
        | Tap::Seek(_)
        | Tap::Seeking { .. } => true,
        Tap::GiveUp(_) | Tap::Speak(_) | Tap::Paint(_) | Tap::Remind { .. } => true,
        Tap::Block(_) | Tap::Unblock(_) | Tap::Group(_) => true,
        Tap::Count(_) | Tap::Delete { .. } | Tap::Broadcast { .. } => true,
    }
}
