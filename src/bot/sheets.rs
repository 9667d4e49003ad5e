//! Sheets of Strategic tic-tac-toe, to play it on paper: of the game that is being played, filled in,
//! or an empty one.

use std::sync::Arc;

use bytes::Bytes;
use tokio::task;
use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::family::Family;

use crate::bot::context::Context;
use crate::bot::games;
use crate::bot::records;
use crate::locales::phrase::Phrase;
use crate::play::door::OPEN_GAMES_MAX;
use crate::render::sheets;
use crate::session::board::Board;
use crate::store::StoreError;
use crate::telegram::api::{Document, FileKind, Upload};
use crate::telegram::command::Answered;
use crate::telegram::messenger::{reply_in_group, report_unsent};

/// A game as it is to stand on a sheet.
struct Sheet {
    spec: GameSpec,
    position: AnyGame,
    moves: Vec<MoveCode>,
}

/// Sends the sheet of the game that is named; without a name the one of the board that is answered, or of
/// the person's open game in this chat, or else an empty one for what they played last.
pub(crate) async fn send(mut context: Context, words: &str, answers: Option<Answered>) {
    context.acknowledge();
    let named = match context.services.vocabulary.read(words) {
        Ok(wanted) => wanted.spec,
        Err(unclear) => return games::say_unclear(context, &unclear).await,
    };
    let meant = match (named, answers) {
        (Some(spec), _) => Ok(Some(Sheet::empty(spec)).filter(|_| has_sheets(spec))),
        (None, Some(answered)) => {
            let board = records::board_answered(&context, answered).await;
            board.map(|board| board.as_ref().and_then(Sheet::of))
        }
        (None, None) => sheet_meant(&context).await,
    };
    let sheet = match meant {
        Ok(Some(sheet)) => sheet,
        Ok(None) => return context.tell(Phrase::SheetNone).await,
        Err(error) => {
            log::error!("chat {}: no game is found for a sheet: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let services = Arc::clone(&context.services);
    let _permit = services.limits.files.acquire().await.expect("the semaphore is never closed");
    let name = format!("zerosum-{}.pdf", sheet.spec.name());
    let Some(content) = draw(&context, sheet).await else {
        return context.tell(Phrase::SheetFailed).await;
    };
    let caption = services.locales.say(context.page_language().await, Phrase::SheetFile);
    let upload = Upload { name, media_type: "application/pdf", content };
    let (chat, reply_to) = (context.at.chat, reply_in_group(context.at));
    let document = Document { chat, kind: FileKind::Document, upload, caption, reply_to };
    if let Err(error) = services.messenger.send_file(document).await {
        report_unsent(chat, &error);
    }
}

/// The person's game here that has sheets and changed last, or an empty sheet for the one they played
/// last. None if they have played none; in a group nothing depends on what they play alone.
async fn sheet_meant(context: &Context) -> Result<Option<Sheet>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    let boards = play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
    let sheet = boards.iter().find_map(Sheet::of);
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
    /// That of the game of a board, if it has sheets.
    fn of(board: &Board) -> Option<Sheet> {
        let session = Some(&board.session).filter(|session| has_sheets(session.spec()))?;
        let (position, moves) = (session.position().clone(), session.moves().to_vec());
        Some(Sheet { spec: session.spec(), position, moves })
    }

    fn empty(spec: GameSpec) -> Sheet {
        Sheet { spec, position: spec.start(), moves: Vec::new() }
    }
}

/// The sheet as a file, made beside the async threads; `None` if it cannot be, which is logged.
async fn draw(context: &Context, sheet: Sheet) -> Option<Bytes> {
    let services = &context.services;
    let words = sheets::words(&services.locales, context.page_language().await);
    let permit = Arc::clone(&services.limits.drawings).acquire_owned().await;
    let permit = permit.expect("the semaphore is never closed");
    let drawing = task::spawn_blocking(move || {
        let Sheet { position, moves, .. } = sheet;
        let file = sheets::pdf_of(&words, &position, &moves);
        // Held by the drawing itself, which goes on if nobody waits for it any more.
        drop(permit);
        file
    });
    match drawing.await {
        Ok(Some(Ok(file))) => Some(Bytes::from(file)),
        Ok(Some(Err(error))) => {
            log::error!("a sheet is not drawn: {error}");
            None
        }
        Ok(None) => None,
        Err(error) => {
            log::error!("a sheet is not drawn: {error}");
            None
        }
    }
}
