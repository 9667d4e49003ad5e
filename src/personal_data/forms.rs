//! The serialized form of the entries of the file.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct PersonForm<'a> {
    pub(super) language: &'a str,
    pub(super) has_chosen_language: bool,
    pub(super) name: &'a str,
    pub(super) is_reachable: bool,
    pub(super) choice: String,
    pub(super) theme: &'a str,
    pub(super) habits: String,
    pub(super) keeps_results: bool,
    pub(super) created_epoch: u64,
    pub(super) has_reminders: bool,
}

#[derive(Serialize)]
pub(super) struct KeptSeatForm {
    pub(super) since: i64,
}

#[derive(Serialize)]
pub(super) struct BlockedForm<'a> {
    pub(super) name: &'a str,
    pub(super) since: i64,
}

#[derive(Serialize)]
pub(super) struct BroadcastForm<'a> {
    pub(super) id: String,
    pub(super) chat: i64,
    pub(super) message: i32,
    pub(super) text: &'a str,
    pub(super) state: &'a str,
    pub(super) sent: u64,
    pub(super) failed: u64,
}

#[derive(Serialize)]
pub(super) struct ResultForm<'a> {
    pub(super) game_id: String,
    pub(super) ended_at: i64,
    pub(super) game: &'a str,
    pub(super) opponent: &'a str,
    pub(super) ending: &'a str,
    pub(super) is_unaided: bool,
}

#[derive(Serialize)]
pub(super) struct RatingForm {
    pub(super) game: &'static str,
    pub(super) points: f64,
    pub(super) deviation: f64,
    pub(super) volatility: f64,
    pub(super) games: u32,
    pub(super) rated_at: i64,
    pub(super) history: Vec<PastForm>,
}

#[derive(Serialize)]
pub(super) struct PastForm {
    pub(super) games: u32,
    pub(super) points: f64,
    pub(super) rated_at: i64,
}

#[derive(Serialize)]
pub(super) struct TableForm {
    pub(super) chat: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct InvitationForm {
    pub(super) code: String,
    pub(super) is_guest: bool,
    pub(super) game_id: String,
    pub(super) setup: String,
    pub(super) made_at: i64,
    pub(super) message: Option<i32>,
    pub(super) state: &'static str,
    pub(super) accepted_at: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct SeekingForm {
    pub(super) game_id: String,
    pub(super) wish: String,
    pub(super) points: i64,
    pub(super) since: i64,
    pub(super) message: Option<i32>,
}

#[derive(Serialize)]
pub(super) struct GameForm<'a> {
    pub(super) id: String,
    pub(super) is_guest: bool,
    pub(super) chat: Option<i64>,
    pub(super) message: Option<i32>,
    pub(super) shown: Option<u32>,
    pub(super) elsewhere: Vec<PlacementForm>,
    pub(super) revision: u32,
    pub(super) changed_at: i64,
    pub(super) record: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agreement: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ballot: Option<&'a str>,
    pub(super) is_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) departure: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reminded: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reserved_since: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts_on: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) acted_at: Option<i64>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum PlacementForm {
    Chat { chat: i64, message: Option<i32>, shown: u32 },
    Inline { inline: String, shown: u32 },
}
