//! Printable sheets of Strategic tic-tac-toe: of the current game, filled in, or an empty one.

use std::sync::Arc;

use bytes::Bytes;
use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::family::Family;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::sheets;
use zerosum_render::tap::Request;
use zerosum_session::board::Board;
use zerosum_store::StoreError;

use crate::bot::context::Context;
use crate::bot::denial::Denial;
use crate::bot::game::replied_boards;
use crate::bot::messages::private_notices;
use crate::bot::start::games;
use crate::bot::vocabulary::Takes;
use crate::play::games::transitions::OPEN_GAMES_MAX;
use crate::telegram::client::api::{Document, FileKind, Upload};
use crate::telegram::incoming::command::RepliedTo;
use crate::telegram::outgoing::messenger::{Unsent, reply_in_group, report_unsent};

/// A game as shown on a sheet.
struct Sheet {
    spec: GameSpec,
    position: AnyGame,
    moves: Vec<MoveCode>,
}

/// Sends the sheet of the named game; without a name the one of the board that is replied to, or of the
/// person's open game in this chat, or else an empty one for their last game.
pub(crate) async fn send(mut context: Context, words: &str, replied_to: Option<RepliedTo>) {
    context.acknowledge().await;
    let named = match context.services.vocabulary.read_for(words, Takes::Game) {
        Ok(said) => said.wanted.spec,
        Err(unclear) => return games::say_unclear(context, Request::Sheet.name(), &unclear).await,
    };
    let meant = match (named, replied_to) {
        (Some(spec), _) => Ok(Some(Sheet::empty(spec)).filter(|_| has_sheets(spec))),
        (None, Some(replied_to)) => {
            let found = replied_boards::find(&context, &replied_to).await;
            found.map(|board| board.as_ref().and_then(Sheet::of))
        }
        (None, None) => sheet_meant(&context).await.map_err(Box::<Denial>::from),
    };
    let sheet = match meant {
        Ok(Some(sheet)) => sheet,
        Ok(None) => return context.tell(Phrase::SheetNone).await,
        Err(denial) => return private_notices::deny(context, denial).await,
    };
    let services = &context.services;
    let (user, chat, reply_to) = (context.from.user, context.at.chat, reply_in_group(context.at));
    let caption = services.localizer(context.page_language().await).say(Phrase::SheetFile);
    let make = || async {
        let content = draw(&context, &sheet).await?;
        let name = format!("zerosum-{}.pdf", sheet.spec.name());
        let upload = Upload { name, media_type: "application/pdf", content };
        let caption = caption.clone();
        let (topic, kind, keyboard) = (context.topic, FileKind::Document, Vec::new());
        Some(Document { chat, topic, kind, upload, caption, reply_to, keyboard })
    };
    match services.messenger.send_file((user, chat), make).await {
        Ok(()) => {}
        Err(Unsent::NotMade) => context.tell(Phrase::SheetFailed).await,
        Err(Unsent::Late) => private_notices::answer(context, Phrase::FileLate).await,
        Err(Unsent::Call(error)) => report_unsent(chat, &error),
    }
}

/// The person's lowest game in this chat if it has sheets, or the latest one there that has, or an empty sheet for the
/// game they played last.
/// `None` if they have played none; in a group their games in private are ignored.
async fn sheet_meant(context: &Context) -> Result<Option<Sheet>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    let lowest = play.lowest_open(chat, user).await?;
    let sheet = match lowest.as_ref().and_then(Sheet::of) {
        Some(sheet) => Some(sheet),
        None => play.open_boards(chat, user, OPEN_GAMES_MAX).await?.iter().find_map(Sheet::of),
    };
    if sheet.is_some() || !chat.is_private() {
        return Ok(sheet);
    }
    let person = play.person(user).await?;
    let latest = person.and_then(|person| {
        let choice = Some(person.choice).filter(|choice| has_sheets(choice.spec));
        choice.or_else(|| person.habits.latest_of(Family::Strategic))
    });
    Ok(latest.map(|choice| Sheet::empty(choice.spec)))
}

fn has_sheets(spec: GameSpec) -> bool {
    spec.family() == Family::Strategic
}

impl Sheet {
    /// The sheet of a board's game, if it has sheets.
    fn of(board: &Board) -> Option<Sheet> {
        let session = Some(&board.session).filter(|session| has_sheets(session.spec()))?;
        let (position, moves) = (session.position().clone(), session.moves().to_vec());
        Some(Sheet { spec: session.spec(), position, moves })
    }

    fn empty(spec: GameSpec) -> Sheet {
        Sheet { spec, position: spec.start(), moves: Vec::new() }
    }
}

/// The sheet as a file, drawn off the async threads; `None` if that fails, which is logged.
async fn draw(context: &Context, sheet: &Sheet) -> Option<Bytes> {
    let services = &context.services;
    let words = sheets::words(services.localizer(context.page_language().await));
    let permit = Arc::clone(&services.limits.drawings).acquire_owned().await;
    let permit = permit.expect("the semaphore is never closed");
    let (position, moves) = (sheet.position.clone(), sheet.moves.clone());
    let drawing = services.drawing.draw(move || {
        let file = sheets::pdf_of(&words, &position, &moves).transpose();
        // Held by the drawing itself, which goes on even if the caller is dropped.
        drop(permit);
        file
    });
    match drawing.await {
        Ok(file) => file.map(Bytes::from),
        Err(error) => {
            log::error!("a sheet is not drawn: {error}");
            None
        }
    }
}
