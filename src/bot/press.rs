//! Dispatches a press of a button, after checking that the button may be pressed there.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::bot::agreement;
use crate::bot::blocks;
use crate::bot::clocks;
use crate::bot::commands;
use crate::bot::context::{Answered, Context, PressContext, dismiss};
use crate::bot::explanations;
use crate::bot::first_tap;
use crate::bot::focus;
use crate::bot::group_settings;
use crate::bot::invitations;
use crate::bot::lessons;
use crate::bot::menus;
use crate::bot::moves;
use crate::bot::new_game;
use crate::bot::next_game;
use crate::bot::old_pages;
use crate::bot::open_games;
use crate::bot::opponents;
use crate::bot::owner;
use crate::bot::personal;
use crate::bot::preferences;
use crate::bot::puzzles;
use crate::bot::ratings;
use crate::bot::replay;
use crate::bot::results;
use crate::bot::reviews;
use crate::bot::services::Services;
use crate::bot::share_challenges;
use crate::bot::sharing;
use crate::bot::what_if;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::Showing;
use crate::play::looks::ViewRequest;
use crate::play::transitions::Press;
use crate::render::tap::RatingTap;
use crate::render::tap::puzzles::PuzzleTap;
use crate::render::tap::{self, Tap};
use crate::session::board::Place;
use crate::session::choice::{Opponent, Setup};
use crate::session::clock::TimeControl;
use crate::session::inline_message::InlineMessageId;
use crate::session::{Action, SessionId};
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::command;
use crate::telegram::event::ButtonPress;

/// Handles a press. The acknowledgement is dropped with the answer, when everything that must last is
/// durable.
pub(crate) async fn handle(
    services: &Arc<Services>,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
) -> Answered {
    let Some((tap, at)) = allowed(services, &press) else {
        return Box::pin(old_pages::answer(services, press, acknowledgement)).await;
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
                false => {
                    note_present(&press.context, &tap);
                    in_chat(press, tap).await
                }
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
            match action {
                Action::Explain => explanations::explain(press, wanted).boxed(),
                _ => moves::handle(press, wanted).boxed(),
            }
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, ViewRequest { user, surface, id, seen }, part).boxed()
        }
        Tap::Panel { id, seen, panel } => {
            agreement::look(press, ViewRequest { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            agreement::resign(press, ViewRequest { user, surface, id, seen }, side).boxed()
        }
        Tap::Again { id, seen, next } => {
            next_game::handle(press, ViewRequest { user, surface, id, seen }, next).boxed()
        }
        Tap::LookThrough(id) => replay::open(press, id).boxed(),
        Tap::Step { id, ply } => replay::step(press, id, ply).boxed(),
        Tap::Review(id) => reviews::open(press, id).boxed(),
        Tap::ReviewStep { id, ply } => reviews::step(press, id, ply).boxed(),
        Tap::Share(id) => sharing::share(press, id).boxed(),
        Tap::ShareNamed(id) => sharing::share_named(press, id).boxed(),
        Tap::Challenge(token) => share_challenges::challenge(press, token).boxed(),
        Tap::TryOut(id) => what_if::open(press, id).boxed(),
        Tap::Try { id, ply, tried, part } => what_if::step(press, id, (ply, tried), part).boxed(),
        Tap::Puzzle(puzzle) => puzzles::press(press, puzzle).boxed(),
        Tap::Lesson(lesson) => lessons::press(press, lesson).boxed(),
        Tap::PlayOn { id, ply } => replay::play_on(press, id, ply).boxed(),
        Tap::Start(choice) => new_game::start(press, choice.into()).boxed(),
        Tap::Offer { spec, side } if press.context.at.chat.is_private() => {
            invitations::invite(press, spec, side).boxed()
        }
        Tap::Offer { spec, side } => {
            let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
            new_game::start(press, Setup { spec, side, opponent, time }).boxed()
        }
        // Only inline messages are posted, and a link button sends no press.
        Tap::Posted(_) | Tap::Link(_) => {
            press.answer(labels::Press::UnknownButton, Some(Phrase::UnknownButton)).boxed()
        }
        Tap::Invitation { code, order } => invitations::press(press, code, order).boxed(),
        Tap::Seek(spec) => opponents::ask_by_card(press, spec).boxed(),
        Tap::Seeker(card) => opponents::choose(press, card).boxed(),
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

/// Handles a press at an inline message, which shows or offers a board and nothing else.
async fn inline(press: PressContext<InlineMessageId>, tap: Tap) -> Answered {
    let (user, surface) = (press.context.from.user, press.context.at.into());
    let handled: BoxFuture<'_, Answered> = match tap {
        Tap::Act { id, seen, action } if action != Action::Explain => {
            let showing = Showing::InPlace { arrived: Some(press.arrived()) };
            moves::handle(press, Press { user, surface, id, seen, action, showing }).boxed()
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, ViewRequest { user, surface, id, seen }, part).boxed()
        }
        Tap::Posted(tap) => first_tap::begin(press, tap).boxed(),
        Tap::Panel { id, seen, panel } => {
            agreement::look(press, ViewRequest { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            agreement::resign(press, ViewRequest { user, surface, id, seen }, side).boxed()
        }
        Tap::Clock(id) => clocks::tell(press, surface, id).boxed(),
        // There is no message to show it in.
        Tap::Act { .. }
        | Tap::Again { .. }
        | Tap::LookThrough(_)
        | Tap::Step { .. }
        | Tap::Review(_)
        | Tap::ReviewStep { .. }
        | Tap::Share(_)
        | Tap::ShareNamed(_)
        | Tap::Challenge(_)
        | Tap::TryOut(_)
        | Tap::Try { .. }
        | Tap::Puzzle(_)
        | Tap::Lesson(_)
        | Tap::PlayOn { .. }
        | Tap::Start(_)
        | Tap::Offer { .. }
        | Tap::Link(_)
        | Tap::Invitation { .. }
        | Tap::Seek(_)
        | Tap::Seeker(_)
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

/// The action of a press and its place, if the action is allowed there.
fn allowed(services: &Services, press: &ButtonPress) -> Option<(Tap, Place)> {
    let (data, at) = (press.data.as_ref()?, press.at?);
    let surface = at.surface();
    let tap = tap::decode(data).ok()?;
    let is_shown = press.buttons.contains(data);
    // These actions cannot be undone, or change the pressed message, so they count only where their
    // question is shown.
    let is_allowed = match tap {
        Tap::Delete { .. } | Tap::Count(_) => is_shown && surface.is_private(),
        // A block changes no message, and can be taken back.
        Tap::Block(_) => (is_shown || !press.is_accessible) && surface.is_private(),
        Tap::Unblock(_) => is_shown && surface.is_private(),
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
        Tap::Link(_) => false,
        Tap::Panel { .. } | Tap::ResignSurely { .. } => true,
        Tap::Offer { .. } => !surface.is_private() || is_shown,
        Tap::Invitation { .. } => is_shown && surface.is_private(),
        Tap::Seek(_) | Tap::Seeker(_) | Tap::Seeking { .. } => is_shown && surface.is_private(),
        Tap::LookThrough(_) | Tap::Review(_) | Tap::Share(_) | Tap::PlayOn { .. } => true,
        Tap::TryOut(_) | Tap::Clock(_) => true,
        Tap::ShareNamed(_) | Tap::Challenge(_) => surface.is_private(),
        Tap::Remind { .. } => surface.is_private(),
        Tap::Ask(_) | Tap::Bring(_) | Tap::Speak(_) | Tap::Paint(_) => true,
    };
    is_allowed.then_some((tap, at))
}

/// Notes that the user is at a board, if the press shows it.
fn note_present(context: &Context, tap: &Tap) {
    if let Some(id) = played_by(tap) {
        context.services.boards.note_present(id, context.from.user);
    }
}

/// The game whose board a press of this button shows the user to be at.
fn played_by(tap: &Tap) -> Option<SessionId> {
    match *tap {
        Tap::Act { id, .. }
        | Tap::Focus { id, .. }
        | Tap::Panel { id, .. }
        | Tap::ResignSurely { id, .. }
        | Tap::Again { id, .. }
        | Tap::Clock(id) => Some(id),
        _ => None,
    }
}

/// Returns whether the group has chosen another topic for games.
async fn is_elsewhere(context: &Context) -> bool {
    group_settings::topic_elsewhere(context).await.is_some()
}

/// Returns whether a press is answered by a message of its own, other than the board of a new game.
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

/// Returns whether a press does more than show something, so that it is refused during maintenance.
fn changes_something(tap: &Tap) -> bool {
    match tap {
        Tap::Games { .. } | Tap::Card { .. } | Tap::Bring(_) | Tap::Link(_) => false,
        Tap::LookThrough(_) | Tap::Step { .. } => false,
        Tap::Review(_) | Tap::ReviewStep { .. } | Tap::Share(_) => false,
        Tap::TryOut(_) | Tap::Try { .. } | Tap::Clock(_) => false,
        Tap::ShareNamed(_) => false,
        Tap::Challenge(_) => true,
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
        | Tap::Seeking { .. } => true,
        Tap::Seek(_) => false,
        Tap::Seeker(card) => card.is_chosen,
        Tap::GiveUp(_) | Tap::Speak(_) | Tap::Paint(_) | Tap::Remind { .. } => true,
        Tap::Block(_) | Tap::Unblock(_) | Tap::Group(_) => true,
        Tap::Count(_) | Tap::Delete { .. } | Tap::Broadcast { .. } => true,
    }
}
