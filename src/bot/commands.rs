//! Dispatches commands to their handlers.

use futures::FutureExt;
use futures::future::BoxFuture;
use zerosum_render::locales::names::presentable;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::menus::Question;

use crate::bot::account::blocks;
use crate::bot::account::group_settings;
use crate::bot::account::owner;
use crate::bot::account::personal;
use crate::bot::account::preferences;
use crate::bot::account::ratings;
use crate::bot::account::results;
use crate::bot::account::web_page;
use crate::bot::context::Context;
use crate::bot::game::open_games;
use crate::bot::game::typed;
use crate::bot::messages::private_notices;
use crate::bot::messages::reachability;
use crate::bot::start::deep_links;
use crate::bot::start::games;
use crate::bot::start::invitations;
use crate::bot::start::new_game;
use crate::bot::start::opponents;
use crate::bot::study::lessons;
use crate::bot::study::puzzles;
use crate::bot::study::records;
use crate::bot::study::sheets;
use crate::bot::vocabulary::Takes;
use crate::telegram::incoming::command::{Command, RepliedTo, UnknownCommand, of_request_in_words};

/// Handles a command. It is acknowledged as soon as everything that must last is durable.
pub(crate) async fn handle(context: Context, command: Command) {
    reachability::note_words(&context.services, context.at.chat).await;
    match command {
        // Boxed, because it is rare and the task of every event would need space for it.
        Command::Unknown(unknown) => Box::pin(unknown_command(context, unknown)).await,
        command => carry_out(context, command).await,
    }
}

/// Handles a text that may ask for something without a slash: a command by its name, its button or a
/// synonym, or a game.
pub(crate) async fn handle_talk(context: Context, text: &str, replied_to: Option<RepliedTo>) {
    // The command names another bot.
    if text.starts_with('/') {
        return typed::hint(context, text).await;
    }
    let vocabulary = &context.services.vocabulary;
    let request = vocabulary.request(text);
    match request.map(|(request, words)| of_request_in_words(request, &words)) {
        Some(Command::Wordy { .. }) => return typed::hint(context, text).await,
        Some(command) => return carry_out(context, command.in_reply_to(replied_to)).await,
        None => {}
    }
    match vocabulary.read_for(text, Takes::NewGame) {
        Ok(said) if said.wanted.spec.is_some() => games::card(context, said.wanted).await,
        Ok(_) | Err(_) => typed::hint(context, text).await,
    }
}

async fn carry_out(context: Context, command: Command) {
    if changes_something(&command) && context.services.admin.refuses(context.from.user) {
        return Box::pin(private_notices::notify_once(context, Phrase::Maintenance)).await;
    }
    if is_of_place(&command)
        && let Some(topic) = group_settings::topic_elsewhere(&context).await
    {
        return Box::pin(group_settings::send_elsewhere(context, topic)).await;
    }
    let handled: BoxFuture<'_, ()> = match command {
        Command::Start(payload) => async move { deep_links::open(context, &payload).await }.boxed(),
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
        Command::Games(words) => async move { games::list_in_words(context, &words).await }.boxed(),
        Command::MyGames => open_games::list(context, Question::Bring).boxed(),
        Command::Level(words) => async move { games::levels(context, &words).await }.boxed(),
        Command::Rules(words) => async move { games::rules(context, &words).await }.boxed(),
        Command::Board { replied_to } => open_games::bring_meant(context, replied_to).boxed(),
        Command::Resign { replied_to } => open_games::resign(context, replied_to).boxed(),
        Command::Record { form, replied_to } => records::send(context, form, replied_to).boxed(),
        Command::Sheet { words, replied_to } => {
            async move { sheets::send(context, &words, replied_to).await }.boxed()
        }
        Command::Learn(words) => async move { lessons::send(context, &words).await }.boxed(),
        Command::Puzzle(words) => async move { puzzles::send(context, &words).await }.boxed(),
        Command::Me => results::show(context).boxed(),
        Command::Top => ratings::show(context).boxed(),
        Command::Help => games::help(context).boxed(),
        Command::Language(words) => {
            async move { preferences::speak_in_words(context, &words).await }.boxed()
        }
        Command::Theme(words) => {
            async move { preferences::paint_in_words(context, &words).await }.boxed()
        }
        Command::Group => group_settings::show(context).boxed(),
        Command::Block(whom) => blocks::block_replied(context, whom).boxed(),
        Command::Blocked => blocks::list(context).boxed(),
        Command::Web => web_page::show(context).boxed(),
        Command::Privacy => personal::privacy(context).boxed(),
        Command::MyData => personal::send_data(context).boxed(),
        Command::DeleteMyData => personal::ask_for_deletion(context).boxed(),
        Command::Owner(command) if owner::may_command(&context) => {
            owner::command(context, command).boxed()
        }
        Command::Wordy { name, words } => {
            async move { games::say_not_taken(context, name, &words).await }.boxed()
        }
        Command::Unknown(_) | Command::Owner(_) => unknown(context).boxed(),
    };
    handled.await;
}

/// Explains in private what the bot understands. In a group the text may be meant for another bot.
async fn unknown(context: Context) {
    if context.at.chat.is_private() {
        typed::hint(context, "").await;
    }
}

/// Handles a word after a slash that is no command: it may be a synonym, or be mistyped. In a group it is
/// meant for this bot only if it names the bot.
async fn unknown_command(mut context: Context, unknown_command: UnknownCommand) {
    let UnknownCommand { word, words, is_addressed, replied_to } = unknown_command;
    let is_private = context.at.chat.is_private();
    if !is_private && !is_addressed {
        return;
    }
    if !word.starts_with(char::is_alphanumeric) {
        return unknown(context).await;
    }
    let vocabulary = &context.services.vocabulary;
    if let Some((request, words)) = vocabulary.request(&format!("{word} {words}")) {
        let command = of_request_in_words(request, &words);
        return carry_out(context, command.in_reply_to(replied_to)).await;
    }
    let Some(request) = vocabulary.request_like(&word) else { return unknown(context).await };
    let (word, meant) = (presentable(&format!("/{word}")), format!("/{}", request.name()));
    let phrase = Phrase::MistypedCommand { word: &word, meant: &meant };
    if !is_private {
        return private_notices::answer(context, phrase).await;
    }
    let view = context.menu().await.suggested_command(phrase, request);
    context.reply_page(view).await;
}

/// Returns whether a command does more than show something. Owner commands have their own rules.
pub(crate) fn changes_something(command: &Command) -> bool {
    match command {
        Command::New(_) | Command::Challenge { .. } => true,
        Command::Invite(_) | Command::Resign { .. } | Command::DeleteMyData => true,
        Command::Opponent(_) | Command::Block(_) => true,
        Command::Group | Command::Blocked | Command::Web => false,
        Command::Start(_) | Command::Board { .. } | Command::Help | Command::MyGames => false,
        Command::Language(_) | Command::Theme(_) | Command::Record { .. } => false,
        Command::Sheet { .. } | Command::Puzzle(_) | Command::Learn(_) => false,
        Command::Games(_) | Command::Level(_) | Command::Rules(_) => false,
        Command::Me | Command::Top | Command::Privacy | Command::MyData => false,
        Command::Owner(_) | Command::Wordy { .. } | Command::Unknown(_) => false,
    }
}

/// Returns whether a command is answered only in the topic of a forum that was chosen for games. Settings
/// and blocks work in any topic; unknown commands may be meant for another bot.
fn is_of_place(command: &Command) -> bool {
    match command {
        Command::Group | Command::Unknown(_) | Command::Owner(_) => false,
        Command::Block(_) | Command::Blocked | Command::Web => false,
        Command::Start(_) | Command::New(_) | Command::Games(_) | Command::MyGames => true,
        Command::Invite(_) | Command::Opponent(_) | Command::Challenge { .. } => true,
        Command::Level(_) | Command::Rules(_) | Command::Board { .. } | Command::Resign { .. } => {
            true
        }
        Command::Wordy { .. } => true,
        Command::Record { .. } | Command::Sheet { .. } | Command::Puzzle(_) => true,
        Command::Learn(_) | Command::Me | Command::Top | Command::Help => true,
        Command::Language(_) => true,
        Command::Theme(_) | Command::Privacy | Command::MyData | Command::DeleteMyData => true,
    }
}
