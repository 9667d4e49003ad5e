//! The commands: which handler does what a person asks for with a slash.

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::bot::blocks;
use crate::bot::context::Context;
use crate::bot::games;
use crate::bot::group_settings;
use crate::bot::invitations;
use crate::bot::lessons;
use crate::bot::new_game;
use crate::bot::open_games;
use crate::bot::opponents;
use crate::bot::owner;
use crate::bot::personal;
use crate::bot::preferences;
use crate::bot::puzzles;
use crate::bot::quiet;
use crate::bot::ratings;
use crate::bot::records;
use crate::bot::results;
use crate::bot::sharing;
use crate::bot::sheets;
use crate::bot::typed;
use crate::locales::phrase::Phrase;
use crate::render::menus::Question;
use crate::render::tap::GamesPage;
use crate::telegram::command::Command;
use crate::telegram::reach;

/// Works on a command. It is acknowledged as soon as everything that must last is durable.
pub(crate) async fn handle(context: Context, command: Command) {
    reach::note_words(&context.services.play, context.at.chat).await;
    if changes_something(&command) && context.services.admin.turns_away(context.from.user) {
        return Box::pin(quiet::tell(context, Phrase::Maintenance)).await;
    }
    if is_of_place(&command)
        && let Some(topic) = group_settings::topic_elsewhere(&context).await
    {
        return Box::pin(group_settings::send_elsewhere(context, topic)).await;
    }
    let handled: BoxFuture<'_, ()> = match command {
        Command::Start(payload) => async move { sharing::follow(context, &payload).await }.boxed(),
        Command::New(words) => {
            async move { new_game::start_in_words(context, &words).await }.boxed()
        }
        Command::Challenge { words, whom } => {
            async move { new_game::challenge_in_words(context, &words, whom).await }.boxed()
        }
        Command::Invite(words) => {
            async move { invitations::invite_in_words(context, &words).await }.boxed()
        }
        Command::Opponent(words) => {
            async move { opponents::seek_in_words(context, &words).await }.boxed()
        }
        Command::Games => games::list(context, GamesPage::First).boxed(),
        Command::MyGames => open_games::list(context, Question::Bring).boxed(),
        Command::Level => games::levels(context).boxed(),
        Command::Rules => games::rules(context).boxed(),
        Command::Board => open_games::bring_latest(context).boxed(),
        Command::Resign => open_games::resign(context).boxed(),
        Command::Record { form, answers } => records::send(context, form, answers).boxed(),
        Command::Sheet { words, answers } => {
            async move { sheets::send(context, &words, answers).await }.boxed()
        }
        Command::Learn(words) => async move { lessons::send(context, &words).await }.boxed(),
        Command::Puzzle(words) => async move { puzzles::send(context, &words).await }.boxed(),
        Command::Me => results::show(context).boxed(),
        Command::Top => ratings::show(context).boxed(),
        Command::Help => games::help(context).boxed(),
        Command::Language => preferences::languages(context).boxed(),
        Command::Theme(Some(theme)) => preferences::paint_by_word(context, theme).boxed(),
        Command::Theme(None) => preferences::themes(context).boxed(),
        Command::Group => group_settings::show(context).boxed(),
        Command::Block(whom) => blocks::block_answered(context, whom).boxed(),
        Command::Blocked => blocks::list(context).boxed(),
        Command::Privacy => personal::privacy(context).boxed(),
        Command::MyData => personal::send_data(context).boxed(),
        Command::DeleteMyData => personal::ask_for_deletion(context).boxed(),
        Command::Owner(command) if owner::may_command(&context) => {
            owner::command(context, command).boxed()
        }
        Command::Unknown | Command::Owner(_) => unknown(context).boxed(),
    };
    handled.await;
}

/// Says in private what is understood. In a group it may be meant for another bot.
async fn unknown(context: Context) {
    if context.at.chat.is_private() {
        typed::hint(context).await;
    }
}

/// Whether a command does more than to show something. Owners' commands go by their own rules.
pub(crate) fn changes_something(command: &Command) -> bool {
    match command {
        Command::New(_) | Command::Challenge { .. } => true,
        Command::Invite(_) | Command::Resign | Command::DeleteMyData => true,
        Command::Opponent(_) | Command::Block(_) => true,
        Command::Group | Command::Blocked => false,
        Command::Start(_) | Command::Board | Command::Help | Command::MyGames => false,
        Command::Language | Command::Theme(_) | Command::Record { .. } => false,
        Command::Sheet { .. } | Command::Puzzle(_) | Command::Learn(_) => false,
        Command::Games | Command::Level | Command::Rules | Command::Me | Command::Top => false,
        Command::Privacy | Command::MyData | Command::Owner(_) | Command::Unknown => false,
    }
}

/// Whether a command is answered only in the topic of a forum that was chosen for games. What was chosen can
/// be looked at and changed anywhere, and people can be blocked anywhere; other words than the bot's may be meant for another bot.
fn is_of_place(command: &Command) -> bool {
    match command {
        Command::Group | Command::Unknown | Command::Owner(_) => false,
        Command::Block(_) | Command::Blocked => false,
        Command::Start(_) | Command::New(_) | Command::Games | Command::MyGames => true,
        Command::Invite(_) | Command::Opponent(_) | Command::Challenge { .. } => true,
        Command::Level | Command::Rules | Command::Board | Command::Resign => true,
        Command::Record { .. } | Command::Sheet { .. } | Command::Puzzle(_) => true,
        Command::Learn(_) | Command::Me | Command::Top | Command::Help | Command::Language => true,
        Command::Theme(_) | Command::Privacy | Command::MyData | Command::DeleteMyData => true,
    }
}
