//! Dispatches a press of a button, after checking that the button may be pressed there.

use std::future::ready;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::tap::Tap;
use zerosum_session::Action;
use zerosum_session::board::Place;
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::inline_message::InlineMessageId;

use crate::bot::account::blocks;
use crate::bot::account::group_settings;
use crate::bot::account::owner;
use crate::bot::account::personal;
use crate::bot::account::preferences;
use crate::bot::account::ratings;
use crate::bot::account::results;
use crate::bot::button_rules::ButtonRules;
use crate::bot::context::{Answered, Handled, PressContext, dismiss};
use crate::bot::denial::Denial;
use crate::bot::game::clocks;
use crate::bot::game::explanations;
use crate::bot::game::focus;
use crate::bot::game::moves;
use crate::bot::game::next_game;
use crate::bot::game::open_games;
use crate::bot::game::panels;
use crate::bot::menus;
use crate::bot::old_pages;
use crate::bot::services::Services;
use crate::bot::start::first_tap;
use crate::bot::start::invitations;
use crate::bot::start::new_game;
use crate::bot::start::opponents;
use crate::bot::study::lessons;
use crate::bot::study::puzzles;
use crate::bot::study::records;
use crate::bot::study::replay;
use crate::bot::study::reviews;
use crate::bot::study::share_challenges;
use crate::bot::study::sharing;
use crate::bot::study::what_if;
use crate::play::announcements::Showing;
use crate::play::games::transitions::ActionRequest;
use crate::play::games::view_requests::ViewRequest;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::ButtonPress;

/// Handles a press. The acknowledgement is dropped with the answer, when everything that must last is
/// durable.
pub(crate) async fn handle(
    services: &Arc<Services>,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
) -> Answered {
    let (Some(tap), Some(at)) = (press.tap, press.at) else {
        return Box::pin(old_pages::dismiss_unknown(services, press, acknowledgement)).await;
    };
    let rules = ButtonRules::of(&tap);
    let is_permitted = !rules.is_for_owners || services.admin.is_owner(press.from.user);
    if !is_permitted || !rules.allow(&press, at.surface()) {
        let command = rules.command_in(at.surface()).filter(|_| is_permitted);
        return Box::pin(old_pages::answer(services, press, acknowledgement, (tap, command))).await;
    }
    if rules.changes_something && services.admin.refuses(press.from.user) {
        return Box::pin(dismiss(services, press, acknowledgement, Denial::MAINTENANCE)).await;
    }
    match at {
        Place::Chat(at) => {
            let mut press = PressContext::new(services, press, at, acknowledgement);
            let handled = async {
                if rules.sends_something {
                    group_settings::check_topic(&press.context).boxed().await?;
                }
                if let Some(id) = rules.board {
                    press.context.services.boards.note_present(id, press.context.from.user);
                }
                carry_out(&mut press, tap).await
            };
            let handled = handled.await;
            press.respond(handled).await
        }
        Place::Inline(at) => {
            let mut press = PressContext::new(services, press, at, acknowledgement);
            let handled = carry_out_inline(&mut press, tap).await;
            press.respond(handled).await
        }
    }
}

/// Does what a button in a chat asks for.
fn carry_out(press: &mut PressContext, tap: Tap) -> BoxFuture<'_, Handled> {
    let (user, surface) = (press.context.from.user, press.context.at.chat.into());
    match tap {
        Tap::Act { id, seen, action } => {
            let showing = Showing::InPlace { arrived: Some(press.arrived()) };
            let wanted = ActionRequest { user, surface, id, seen, action, showing };
            match action {
                Action::Explain => explanations::explain(press, wanted).boxed(),
                _ => moves::handle(press, wanted).boxed(),
            }
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, ViewRequest { user, surface, id, seen }, part).boxed()
        }
        Tap::Panel { id, seen, panel } => {
            panels::open(press, ViewRequest { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            panels::confirm_resignation(press, ViewRequest { user, surface, id, seen }, side)
                .boxed()
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
        Tap::TrySeen { id, ply, tried } => what_if::see_through(press, id, (ply, tried)).boxed(),
        Tap::Puzzle(puzzle) => puzzles::press(press, puzzle).boxed(),
        Tap::Lesson(lesson) => lessons::press(press, lesson).boxed(),
        Tap::PlayOn { id, ply } => replay::play_on(press, id, ply).boxed(),
        Tap::TryAgain { id, ply } => replay::try_again(press, id, ply).boxed(),
        Tap::Start(choice) => new_game::start(press, choice.into()).boxed(),
        Tap::Offer { spec, side } => offer(press, spec, side),
        // Only inline messages are posted, and a link button sends no press.
        Tap::Posted(_) | Tap::Link(_) => ready(Err(Denial::UNKNOWN_BUTTON.into())).boxed(),
        Tap::Invitation { code, order } => invitations::press(press, code, order).boxed(),
        Tap::Seek(spec) => ready(opponents::ask_by_card(press, spec)).boxed(),
        Tap::Seeker(card) => opponents::choose(press, card).boxed(),
        Tap::Seeking { id, order } => opponents::press(press, id, order).boxed(),
        Tap::Ask(request) => menus::ask(press, request).boxed(),
        Tap::Rules(spec) => menus::send_rules(press, spec).boxed(),
        Tap::Record(id) => records::press(press, id).boxed(),
        Tap::Games { page } => menus::games(press, page).boxed(),
        Tap::Card { choice, has_variants } => menus::card(press, choice, has_variants).boxed(),
        Tap::Bring(id) => open_games::bring(press, id).boxed(),
        Tap::GiveUp { id, side } => open_games::give_up(press, id, side).boxed(),
        Tap::Clock(id) => clocks::tell(press, surface, id).boxed(),
        Tap::Remind { id, is_on } => clocks::set_reminders(press, id, is_on).boxed(),
        Tap::Speak(language) => preferences::speak(press, language).boxed(),
        Tap::Paint(theme) => preferences::paint(press, theme).boxed(),
        Tap::Mark(pair) => preferences::mark(press, pair).boxed(),
        Tap::Count(counting) => results::count(press, counting).boxed(),
        Tap::Rating(rating) => ratings::press(press, rating).boxed(),
        Tap::Block(id) => blocks::block_opponent(press, id).boxed(),
        Tap::Unblock(since) => blocks::unblock(press, since).boxed(),
        Tap::Group(group) => group_settings::change(press, group).boxed(),
        Tap::Delete { is_sure } => personal::delete(press, is_sure).boxed(),
        Tap::Broadcast { id, order } => owner::press(press, id, order).boxed(),
    }
}

/// Offers a game to another person: by an invitation in private, and with an open seat in a group.
fn offer(press: &mut PressContext, spec: GameSpec, side: Side) -> BoxFuture<'_, Handled> {
    if press.context.at.chat.is_private() {
        return invitations::invite(press, spec, side).boxed();
    }
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    new_game::start(press, Setup { spec, side, opponent, time }).boxed()
}

/// Handles a press at an inline message, which shows or offers a board and nothing else.
fn carry_out_inline(press: &mut PressContext<InlineMessageId>, tap: Tap) -> BoxFuture<'_, Handled> {
    let (user, surface) = (press.context.from.user, press.context.at.into());
    match tap {
        Tap::Act { id, seen, action } if action != Action::Explain => {
            let showing = Showing::InPlace { arrived: Some(press.arrived()) };
            moves::handle(press, ActionRequest { user, surface, id, seen, action, showing }).boxed()
        }
        Tap::Focus { id, seen, part } => {
            focus::handle(press, ViewRequest { user, surface, id, seen }, part).boxed()
        }
        Tap::Posted(tap) => first_tap::begin(press, tap).boxed(),
        Tap::Panel { id, seen, panel } => {
            panels::open(press, ViewRequest { user, surface, id, seen }, panel).boxed()
        }
        Tap::ResignSurely { id, seen, side } => {
            panels::confirm_resignation(press, ViewRequest { user, surface, id, seen }, side)
                .boxed()
        }
        Tap::Clock(id) => clocks::tell(press, surface, id).boxed(),
        // There is no message to show anything else in.
        _ => ready(Err(Denial::UNKNOWN_INLINE_BUTTON.into())).boxed(),
    }
}
