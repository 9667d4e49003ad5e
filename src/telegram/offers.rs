//! What people are offered in the message field of any chat: the answers to inline queries.

use teloxide::payloads::{AnswerInlineQuery, AnswerInlineQuerySetters};
use teloxide::types::{
    InlineQueryId, InlineQueryResult, InlineQueryResultArticle, InputMessageContent,
    InputMessageContentText,
};

use crate::render::View;
use crate::render::posted::Card;
use crate::telegram::Identity;
use crate::telegram::api::CallError;
use crate::telegram::calls;
use crate::telegram::client::Client;
use crate::telegram::markup;
use crate::telegram::outbox::{no_link_preview, text_of};

/// Telegram takes no more in one answer.
pub const OFFERS_MAX: usize = 50;

/// Something that can be sent by way of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What tells it from the other ones. Nothing depends on it.
    pub id: String,
    pub card: Card,
    /// The message. It takes no upload, so a picture is told in characters.
    pub view: View,
}

/// Answers a query, in one try, with the first [`OFFERS_MAX`] of these. The answer is for whoever has asked
/// only and is not kept, because what is offered depends on what they have played.
pub async fn answer(client: &Client, query: &str, offers: Vec<Offer>) -> Result<(), CallError> {
    let results = offers.into_iter().take(OFFERS_MAX).map(|offer| result(offer, &client.identity));
    let payload = AnswerInlineQuery::new(InlineQueryId(query.to_owned()), results)
        .is_personal(true)
        .cache_time(0);
    calls::once(client, &payload).await.map(drop)
}

fn result(offer: Offer, identity: &Identity) -> InlineQueryResult {
    let Offer { id, card, view } = offer;
    let text = InputMessageContentText::new(text_of(&view)).link_preview_options(no_link_preview());
    let article = InlineQueryResultArticle::new(id, card.title, InputMessageContent::Text(text))
        .description(card.description)
        .reply_markup(markup::keyboard(&view, identity));
    InlineQueryResult::Article(article)
}
