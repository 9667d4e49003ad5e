//! All that is stored about a person, as a file for them.
//!
//! The file is JSON of version [`VERSION`], with one game on a line:
//!
//! ```json
//! {"format":"zerosum personal data","version":7,"user":1001,"part":1,"is_last_part":true,
//! "person":{"language":"en","has_chosen_language":false,"name":"Anna","is_reachable":true,
//! "choice":"3x3 1 perfect","theme":"light","habits":"3x3 1 perfect l1 00 -",
//! "keeps_results":true,"has_reminders":false},
//! "challenges":0,
//! "blocked":[
//! {"name":"Boris","since":1700000000000000}
//! ],
//! "broadcasts":[
//! {"id":"2a","chat":1001,"message":7,"text":"","state":"done","sent":12,"failed":1}
//! ],
//! "results":[
//! {"game_id":"5f","ended_at":1700000000000000,"game":"3x3","opponent":"perfect","ending":"drawn","is_unaided":true}
//! ],
//! "ratings":[
//! {"game":"ultimate","points":1523.25,"deviation":180.5,"volatility":0.06,"games":7,"rated_at":1700000000000000,"history":[{"games":7,"points":1523.25,"rated_at":1700000000000000}]}
//! ],
//! "tables":[
//! {"chat":-1001234567890},{"chat":null}
//! ],
//! "invitations":[
//! {"code":"000000000000000000000000000000ab","is_guest":false,"game_id":"5f","setup":"3x3 1 day","made_at":1700000000000000,"message":7,"state":"waiting"}
//! ],
//! "seeking":{"game_id":"5f","wish":"this 3x3 - 3m","points":1500,"since":1700000000000000,"message":7},
//! "games":[
//! {"id":"5f","is_guest":false,"chat":1001,"message":9,"shown":3,"elsewhere":[],"revision":3,"changed_at":1700000000000000,"record":"1 3x3 u1001 e:perfect - 4.0"}
//! ]}
//! ```
//!
//! `person` is `null` for somebody who is not remembered. `id` is what buttons carry; `revision` is
//! how often the game has changed and `shown` what the message is known to show of that. `is_guest` is
//! true for a game that somebody else has started. In `elsewhere` are more chats in which the game is
//! shown, each with `chat`, `message` and `shown`; that of somebody else with the bot is left out, and a
//! game that is shown only there has `null` for `chat`. An inline message has `inline`, its id, and
//! `shown`, and is told to who has started the game. `changed_at` is in microseconds since 1970; `record` is
//! described at [`crate::session::record`], with `somebody` in the place of another person, `choice`, what the person played last, at
//! [`crate::session::choice`], and `habits` at [`crate::session::habits`]. A game in which the person was
//! helped also has `help`, described at [`crate::session::help`], one between two people `agreement`, what
//! was offered and said there, described at [`crate::session::agreement`], one with a clock `clock`,
//! described at [`crate::session::clock`], and one in which people vote `ballot`, described at
//! [`crate::session::ballot`], without the votes. In `results` is how games have
//! ended for the person, `won`, `drawn` or `lost`, against a level or a `person`, also of games that are
//! deleted. In `blocked` are those whom the person has blocked, as they were called, and since when, in
//! microseconds since 1970; by whom the person is blocked is told to nobody.
//! `challenges` counts the games of others in which the open seat is kept for the person.
//! In `ratings` is how strongly the person plays against people, by Glicko-2, the `games` that have counted and
//! what the points were after the latest of them; in `tables` the groups in whose table the person has asked
//! to be listed, `null` for the table of all.
//! In `invitations` are those that the person has made, and with `is_guest` those by which they have come;
//! `has_reminders` says whether the person is reminded before their time runs out.
//! `setup` is described at [`crate::session::invitation`], and `state` is `waiting`, `accepted` or `withdrawn`.
//! In `seeking` is what the person waits for who wants an opponent, with `wish` as described at
//! [`crate::session::seeker`], or `null`.

use serde::Serialize;
use serde_json::json;
use zerosum_games::family::Family;

use crate::session::board::{ChatId, Placement, Surface};
use crate::session::invitation::{Invitation, InvitationState, encode_setup};
use crate::session::results::StoredResult;
use crate::session::seeker::{Points, Seeker, encode_wish};
use crate::session::standings::{Listing, PastPoints, Standing, name_of};
use crate::session::{UserId, ballot, choice, habits, record};
use crate::store::blocks::Blocked;
use crate::store::broadcast::{Broadcast, State};
use crate::store::{Person, StoredBoard};

const FORMAT: &str = "zerosum personal data";
pub const VERSION: u32 = 7;

/// No part is longer, unless it has a single entry. Whoever has more gets several parts.
pub const PART_BYTES_MAX: usize = 2_500_000;

/// What surrounds the entries of a part is never longer.
const FRAME_BYTES_MAX: usize = 4_096;

/// Writes the parts, one after the other.
#[derive(Debug)]
pub struct Writer {
    user: UserId,
    person: String,
    challenges: u32,
    part: u32,
    blocked: String,
    broadcasts: String,
    results: String,
    ratings: String,
    tables: String,
    invitations: String,
    seeking: String,
    games: String,
}

#[derive(Serialize)]
struct PersonForm<'a> {
    language: &'a str,
    has_chosen_language: bool,
    name: &'a str,
    is_reachable: bool,
    choice: String,
    theme: &'a str,
    habits: String,
    keeps_results: bool,
    has_reminders: bool,
}

#[derive(Serialize)]
struct BlockedForm<'a> {
    name: &'a str,
    since: i64,
}

#[derive(Serialize)]
struct BroadcastForm<'a> {
    id: String,
    chat: i64,
    message: i32,
    text: &'a str,
    state: &'a str,
    sent: u64,
    failed: u64,
}

#[derive(Serialize)]
struct ResultForm<'a> {
    game_id: String,
    ended_at: i64,
    game: &'a str,
    opponent: &'a str,
    ending: &'a str,
    is_unaided: bool,
}

#[derive(Serialize)]
struct RatingForm {
    game: &'static str,
    points: f64,
    deviation: f64,
    volatility: f64,
    games: u32,
    rated_at: i64,
    history: Vec<PastForm>,
}

#[derive(Serialize)]
struct PastForm {
    games: u32,
    points: f64,
    rated_at: i64,
}

#[derive(Serialize)]
struct TableForm {
    chat: Option<i64>,
}

#[derive(Serialize)]
struct InvitationForm {
    code: String,
    is_guest: bool,
    game_id: String,
    setup: String,
    made_at: i64,
    message: Option<i32>,
    state: &'static str,
}

#[derive(Serialize)]
struct SeekingForm {
    game_id: String,
    wish: String,
    points: i64,
    since: i64,
    message: Option<i32>,
}

#[derive(Serialize)]
struct GameForm<'a> {
    id: String,
    is_guest: bool,
    chat: Option<i64>,
    message: Option<i32>,
    shown: Option<u32>,
    elsewhere: Vec<PlacementForm>,
    revision: u32,
    changed_at: i64,
    record: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ballot: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum PlacementForm {
    Chat { chat: i64, message: Option<i32>, shown: u32 },
    Inline { inline: String, shown: u32 },
}

impl Writer {
    /// `has_reminders` says whether they want to be reminded.
    pub fn new(user: UserId, person: Option<&Person>, has_reminders: bool) -> Writer {
        let person = person.map(|person| PersonForm {
            language: person.language.code(),
            has_chosen_language: person.has_chosen,
            name: &person.name,
            is_reachable: person.is_reachable,
            choice: choice::encode(person.choice),
            theme: person.theme.name(),
            habits: habits::encode(&person.habits),
            keeps_results: person.keeps_results,
            has_reminders,
        });
        let [blocked, broadcasts, results, ratings, tables, invitations, games] =
            [const { String::new() }; 7];
        Writer {
            user,
            person: line(&person),
            challenges: 0,
            part: 1,
            blocked,
            broadcasts,
            results,
            ratings,
            tables,
            invitations,
            seeking: line(&None::<SeekingForm>),
            games,
        }
    }

    /// In so many games of others the open seat is kept for the person.
    pub fn set_challenges(&mut self, challenges: u32) {
        self.challenges = challenges;
    }

    /// Adds somebody whom the person has blocked. Gives the part that has become full before.
    pub fn add_blocked(&mut self, blocked: &Blocked) -> Option<String> {
        // Not the number of the other person, which Telegram need not have shown them.
        let Blocked { ref name, since, .. } = *blocked;
        let entry = line(&BlockedForm { name, since });
        let full = self.full_before(&entry);
        append(&mut self.blocked, &entry);
        full
    }

    /// Adds a broadcast that the person wrote. Gives the part that has become full before.
    pub fn add_broadcast(&mut self, broadcast: &Broadcast) -> Option<String> {
        // Not the cursor: it names somebody else.
        let entry = line(&BroadcastForm {
            id: format!("{:x}", broadcast.id.0),
            chat: broadcast.progress.chat.0,
            message: broadcast.progress.message.0,
            text: &broadcast.text,
            state: match broadcast.state {
                State::Running => "running",
                State::Stopped => "stopped",
                State::Done => "done",
            },
            sent: broadcast.tally.sent,
            failed: broadcast.tally.failed,
        });
        let full = self.full_before(&entry);
        append(&mut self.broadcasts, &entry);
        full
    }

    /// Adds how a game has ended for the person. Gives the part that has become full before.
    pub fn add_result(&mut self, result: &StoredResult) -> Option<String> {
        let entry = line(&ResultForm {
            game_id: format!("{:x}", result.id.0),
            ended_at: result.ended,
            game: &result.game,
            opponent: &result.opponent,
            ending: &result.ending,
            is_unaided: result.is_unaided,
        });
        let full = self.full_before(&entry);
        append(&mut self.results, &entry);
        full
    }

    /// Adds how the person stands in the games of a family, and stood. Gives the part that has become full
    /// before.
    pub fn add_rating(
        &mut self,
        family: Family,
        standing: &Standing,
        past: &[PastPoints],
    ) -> Option<String> {
        let Standing { points, deviation, volatility, games, rated_at } = *standing;
        let past = past.iter().map(|past| {
            let PastPoints { games, points, rated_at } = *past;
            PastForm { games, points, rated_at }
        });
        let (game, history) = (name_of(family), past.collect());
        let entry =
            line(&RatingForm { game, points, deviation, volatility, games, rated_at, history });
        let full = self.full_before(&entry);
        append(&mut self.ratings, &entry);
        full
    }

    /// Adds a table in which the person is listed. Gives the part that has become full before.
    pub fn add_table(&mut self, listing: Listing) -> Option<String> {
        let entry = line(&TableForm {
            chat: match listing {
                Listing::Worldwide => None,
                Listing::Group(ChatId(chat)) => Some(chat),
            },
        });
        let full = self.full_before(&entry);
        append(&mut self.tables, &entry);
        full
    }

    /// Adds an invitation that the person has made or by which they have come. Gives the part that has become
    /// full before.
    pub fn add_invitation(&mut self, invitation: &Invitation) -> Option<String> {
        let is_guest = invitation.owner != self.user;
        let entry = line(&InvitationForm {
            code: invitation.code.encode(),
            is_guest,
            game_id: format!("{:x}", invitation.game.0),
            setup: encode_setup(invitation.setup),
            made_at: invitation.made,
            // It is in the chat of somebody else.
            message: invitation.message.filter(|_| !is_guest).map(|message| message.0),
            state: match invitation.state {
                InvitationState::Waiting => "waiting",
                InvitationState::Accepted(_) => "accepted",
                InvitationState::Withdrawn => "withdrawn",
            },
        });
        let full = self.full_before(&entry);
        append(&mut self.invitations, &entry);
        full
    }

    /// Notes what the person waits for.
    pub fn note_seeking(&mut self, seeker: &Seeker) {
        let Seeker { game, wish, points: Points(points), since, message, .. } = *seeker;
        self.seeking = line(&SeekingForm {
            game_id: format!("{:x}", game.0),
            wish: encode_wish(wish),
            points,
            since,
            message: message.map(|message| message.0),
        });
    }

    /// Adds a game of the person. Gives the part that has become full before.
    pub fn add_game(&mut self, board: &StoredBoard) -> Option<String> {
        let StoredBoard { chat, message, shown, .. } = *board;
        let own = Placement { message, shown, ..Placement::new(chat, None) };
        let all = std::iter::once(&own).chain(&board.elsewhere);
        let is_theirs = |placement: &&Placement| match placement.surface() {
            Surface::Chat(chat) => is_open_to(self.user, chat),
            Surface::Inline(_) => !board.is_guest,
        };
        // Chats come before inline messages.
        let mut theirs = all.filter(is_theirs).peekable();
        let first = theirs.next_if(|placement| placement.surface().chat().is_some());
        let entry = line(&GameForm {
            id: format!("{:x}", board.id.0),
            is_guest: board.is_guest,
            chat: first.and_then(|first| first.surface().chat()).map(|chat| chat.0),
            message: first.and_then(|first| first.message).map(|message| message.0),
            shown: first.map(|first| first.shown.0),
            elsewhere: theirs.map(placement_form).collect(),
            revision: board.revision.0,
            changed_at: board.touched,
            record: record::of_one_person(&board.record, self.user),
            help: board.help.as_deref(),
            agreement: board.agreement.as_deref(),
            clock: board.clock.as_deref(),
            ballot: board.ballot.as_deref().map(ballot::without_votes),
        });
        let full = self.full_before(&entry);
        append(&mut self.games, &entry);
        full
    }

    /// The last part.
    pub fn finish(mut self) -> String {
        self.close(true)
    }

    /// The number of the part that is being written.
    pub fn part(&self) -> u32 {
        self.part
    }

    fn full_before(&mut self, entry: &str) -> Option<String> {
        let lists = [
            &self.blocked,
            &self.broadcasts,
            &self.results,
            &self.ratings,
            &self.tables,
            &self.invitations,
            &self.games,
        ];
        let length: usize = lists.map(String::len).iter().sum();
        let bytes = length + entry.len() + FRAME_BYTES_MAX;
        let is_empty = length == 0;
        (bytes > PART_BYTES_MAX && !is_empty).then(|| self.close(false))
    }

    fn close(&mut self, is_last_part: bool) -> String {
        let Writer { user, person, challenges, part, blocked, broadcasts, results, .. } = self;
        let Writer { ratings, tables, invitations, seeking, games, .. } = self;
        let (format, user) = (json!(FORMAT), user.0);
        let text = format!(
            "{{\"format\":{format},\"version\":{VERSION},\"user\":{user},\"part\":{part},\
             \"is_last_part\":{is_last_part},\n\"person\":{person},\n\
             \"challenges\":{challenges},\n\"blocked\":[{blocked}],\n\
             \"broadcasts\":[{broadcasts}],\n\"results\":[{results}],\n\
             \"ratings\":[{ratings}],\n\"tables\":[{tables}],\n\
             \"invitations\":[{invitations}],\n\"seeking\":{seeking},\n\"games\":[{games}]}}\n"
        );
        *part += 1;
        blocked.clear();
        broadcasts.clear();
        results.clear();
        ratings.clear();
        tables.clear();
        invitations.clear();
        games.clear();
        text
    }
}

/// Whether a chat is not one of somebody else with the bot.
fn is_open_to(user: UserId, chat: ChatId) -> bool {
    !chat.is_private() || u64::try_from(chat.0).is_ok_and(|number| number == user.0)
}

fn placement_form(placement: &Placement) -> PlacementForm {
    let shown = placement.shown.0;
    match placement.surface() {
        Surface::Chat(chat) => {
            let message = placement.message.map(|message| message.0);
            PlacementForm::Chat { chat: chat.0, message, shown }
        }
        Surface::Inline(id) => PlacementForm::Inline { inline: id.as_str().to_owned(), shown },
    }
}

fn line(form: &impl Serialize) -> String {
    serde_json::to_string(form).expect("numbers and text can be written")
}

/// Adds an entry to a list, on a line of its own.
fn append(list: &mut String, entry: &str) {
    if !list.is_empty() {
        // The line break behind the last entry goes behind the comma.
        list.pop();
        list.push(',');
    }
    list.push('\n');
    list.push_str(entry);
    list.push('\n');
}
