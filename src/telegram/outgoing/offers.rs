//! Answers inline queries with offers for the message field of any chat.

use std::sync::Arc;

use teloxide::payloads::{AnswerInlineQuery, AnswerInlineQuerySetters};
use teloxide::types::{
    FileId, InlineQueryId, InlineQueryResult, InlineQueryResultArticle,
    InlineQueryResultCachedMpeg4Gif, InputMessageContent, InputMessageContentText,
};
use zerosum_render::View;
use zerosum_render::pages::posted::Card;

use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls;
use crate::telegram::client::identity::Identity;
use crate::telegram::outgoing::markup;
use crate::telegram::outgoing::outbox::{no_link_preview, text_of};

/// Telegram's maximum number of results in one answer.
pub(crate) const OFFERS_MAX: usize = 50;

/// A message that the user can send via the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Id that is unique within one answer. It has no other meaning.
    pub id: String,
    pub card: Card,
    /// The message. It takes no uploads, so a picture is shown in characters.
    pub view: View,
    /// File id of an animation in place of the picture, with the text as its caption.
    pub animation: Option<Arc<str>>,
}

/// Answers a query, in one try, with the first [`OFFERS_MAX`] of these. The answer is personal and not
/// cached, because the offers depend on the user's games.
pub(crate) async fn answer(
    client: &Client,
    query: &str,
    offers: Vec<Offer>,
) -> Result<(), CallError> {
    let results = offers.into_iter().take(OFFERS_MAX).map(|offer| result(offer, &client.identity));
    let payload = AnswerInlineQuery::new(InlineQueryId(query.to_owned()), results)
        .is_personal(true)
        .cache_time(0);
    calls::done(client, &payload).await
}

fn result(offer: Offer, identity: &Identity) -> InlineQueryResult {
    let Offer { id, card, view, animation } = offer;
    if let Some(file) = animation {
        let animation = InlineQueryResultCachedMpeg4Gif::new(id, FileId(file.to_string()))
            .title(card.title)
            .caption(view.text);
        return InlineQueryResult::CachedMpeg4Gif(animation);
    }
    let text = InputMessageContentText::new(text_of(&view)).link_preview_options(no_link_preview());
    let article = InlineQueryResultArticle::new(id, card.title, InputMessageContent::Text(text))
        .description(card.description)
        .reply_markup(markup::keyboard(&view, identity));
    InlineQueryResult::Article(article)
}
