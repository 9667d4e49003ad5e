//! A file of all data stored about a person, for that person.
//!
//! The file is JSON of version [`VERSION`], with one game on a line:
//!
//! ```json
//! {"format":"zerosum personal data","version":9,"user":1001,"part":1,"is_last_part":true,
//! "person":{"language":"en","has_chosen_language":false,"name":"Anna","is_reachable":true,
//! "choice":"3x3 1 perfect","theme":"light","habits":"3x3 1 perfect l1 00 -",
//! "keeps_results":true,"created_epoch":0,"has_reminders":false},
//! "challenges":1,
//! "kept_seats":[
//! {"since":1700000000000000}
//! ],
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
//! {"code":"000000000000000000000000000000ab","is_guest":false,"game_id":"5f","setup":"3x3 1 day","made_at":1700000000000000,"message":7,"state":"waiting","accepted_at":null}
//! ],
//! "seeking":{"game_id":"5f","wish":"this 3x3 - 3m","points":1500,"since":1700000000000000,"message":7},
//! "games":[
//! {"id":"5f","is_guest":false,"chat":1001,"message":9,"shown":3,"elsewhere":[],"revision":3,"changed_at":1700000000000000,"record":"1 3x3 u1001 e:perfect - 4.0","is_left":false}
//! ]}
//! ```
//!
//! `person` is `null` for a person who is not remembered. `choice`, the game the person played last, is
//! described at [`zerosum_session::choice`], and `habits` at [`zerosum_session::people::habits`]. `has_reminders`
//! is true if the person is reminded before their time runs out.
//!
//! In `games`, `id` is the id that buttons carry, `revision` the number of changes of the game, and
//! `shown` the revision that the message is known to show. `is_guest` is true for a game that another
//! person has started. `elsewhere` lists further chats in which the game is shown, each with `chat`,
//! `message` and `shown`; another person's private chat with the bot is left out, and a game that is
//! shown only there has `null` for `chat`. An inline message has `inline`, its id, and `shown`, and is
//! listed only for the person who has started the game. `changed_at` is in microseconds since 1970.
//! `record` is described at [`zerosum_session::game::record`], with `somebody` in place of another person.
//!
//! Some games have further fields: `help`, if the person was helped, described at
//! [`zerosum_session::game::help`]; `agreement`, the offers and messages between two people, described at
//! [`zerosum_session::game::agreement`]; `clock`, described at [`zerosum_session::game::clock`], and `clock_before`,
//! described at [`zerosum_session::game::times`], if there is a clock; and `ballot`, without the votes,
//! described at [`zerosum_session::game::ballot`], if people vote. `is_left` is true if a game is over because a
//! player is no longer in its chat, and `departure` then gives the cause, as described at
//! [`zerosum_session::game::leaving`]. `reminded` is the time, in play time, at which the clock runs out of the
//! move of which its player was reminded; `reserved_since` is the time since which the open seat is
//! reserved for another person; `counts_on` is present, and true, for a game that counts for the ratings
//! although one of its people has switched counting off; `acted_at` is the time at which the person last acted in a
//! game of two people.
//!
//! `results` lists the results of the person, `won`, `drawn` or `lost`, against a level or a `person`,
//! including those of deleted games. `blocked` lists the people blocked by the person, each with their
//! name at that time and the time of the block in microseconds since 1970, without a name if their data
//! was deleted; the file does not say who has blocked the person. `challenges` is the number of games of
//! others in which the open seat is reserved for the person, and `kept_seats` has the time since which
//! each is reserved.
//!
//! `ratings` holds the person's Glicko-2 ratings against people, the number of `games` that have counted,
//! and the points after the latest of them. `tables` lists the groups in whose leaderboard the person has
//! asked to be listed, with `null` for the worldwide one.
//!
//! `invitations` lists the invitations that the person has made and, with `is_guest`, those that they
//! have accepted. `setup` is described at [`zerosum_session::people::invitation`], `state` is `waiting`,
//! `accepted` or `withdrawn`, and `accepted_at` is the time of acceptance. `seeking` is the person's
//! search for an opponent, with `wish` as described at [`zerosum_session::people::seeker`], or `null`.

mod forms;

use serde::Serialize;
use serde_json::json;
use zerosum_games::family::Family;
use zerosum_session::board::{ChatId, Placement, Surface};
use zerosum_session::broadcast::{Broadcast, State};
use zerosum_session::game::ballot;
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record;
use zerosum_session::people::habits;
use zerosum_session::people::invitation::{Invitation, InvitationState, encode_setup};
use zerosum_session::people::results::StoredResult;
use zerosum_session::people::seeker::{Points, Seeker, encode_wish};
use zerosum_session::people::standings::{Listing, PastPoints, Standing, name_of};
use zerosum_session::{UserId, choice};
use zerosum_store::people::blocks::Blocked;
use zerosum_store::{Person, StoredBoard};

use crate::personal_data::forms::{
    BlockedForm, BroadcastForm, GameForm, InvitationForm, KeptSeatForm, PastForm, PersonForm,
    PlacementForm, RatingForm, ResultForm, SeekingForm, TableForm,
};

const FORMAT: &str = "zerosum personal data";
pub const VERSION: u32 = 9;

/// Maximum size of a part, unless it has a single entry. Larger data is split into several parts.
pub const PART_BYTES_MAX: usize = 2_500_000;

/// Maximum size of a part without its entries.
const FRAME_BYTES_MAX: usize = 4_096;

/// Writes the parts one after the other.
#[derive(Debug)]
pub struct Writer {
    user: UserId,
    person: String,
    challenges: u32,
    part: u32,
    kept_seats: String,
    blocked: String,
    broadcasts: String,
    results: String,
    ratings: String,
    tables: String,
    invitations: String,
    seeking: String,
    games: String,
}

impl Writer {
    /// Creates a writer; `has_reminders` is true if the person wants reminders.
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
            created_epoch: person.created_epoch,
            has_reminders,
        });
        let [kept_seats, blocked, broadcasts, results, ratings, tables, invitations, games] =
            [const { String::new() }; 8];
        Writer {
            user,
            person: line(&person),
            challenges: 0,
            part: 1,
            kept_seats,
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

    /// Sets the number of games of others in which the open seat is reserved for the person.
    pub(crate) fn set_challenges(&mut self, challenges: u32) {
        self.challenges = challenges;
    }

    /// Adds the time since which an open seat is reserved for the person. Returns the previous part if
    /// this entry starts a new one.
    pub fn add_kept_seat(&mut self, since: i64) -> Option<String> {
        let entry = line(&KeptSeatForm { since });
        let full = self.full_before(&entry);
        append(&mut self.kept_seats, &entry);
        full
    }

    /// Adds a person that the person has blocked. Returns the previous part if this entry starts a new one.
    pub fn add_blocked(&mut self, blocked: &Blocked) -> Option<String> {
        // The other person's id is left out, because Telegram may not have shown it to them.
        let Blocked { ref name, since, .. } = *blocked;
        let entry = line(&BlockedForm { name, since });
        let full = self.full_before(&entry);
        append(&mut self.blocked, &entry);
        full
    }

    /// Adds a broadcast that the person wrote. Returns the previous part if this entry starts a new one.
    pub fn add_broadcast(&mut self, broadcast: &Broadcast) -> Option<String> {
        // The cursor is left out, because it identifies another person.
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

    /// Adds a result of the person. Returns the previous part if this entry starts a new one.
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

    /// Adds the person's current and past ratings in the games of a family. Returns the previous part if
    /// this entry starts a new one.
    pub(crate) fn add_rating(
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

    /// Adds a leaderboard in which the person is listed. Returns the previous part if this entry starts a
    /// new one.
    pub(crate) fn add_table(&mut self, listing: Listing) -> Option<String> {
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

    /// Adds an invitation that the person has made or accepted. Returns the previous part if this entry
    /// starts a new one.
    pub fn add_invitation(&mut self, invitation: &Invitation) -> Option<String> {
        let is_guest = invitation.owner != self.user;
        let entry = line(&InvitationForm {
            code: invitation.code.encode(),
            is_guest,
            game_id: format!("{:x}", invitation.game.0),
            setup: encode_setup(invitation.setup),
            made_at: invitation.made,
            // The message is in another person's chat.
            message: invitation.message.filter(|_| !is_guest).map(|message| message.0),
            state: match invitation.state {
                InvitationState::Waiting => "waiting",
                InvitationState::Accepted(_) => "accepted",
                InvitationState::Withdrawn => "withdrawn",
            },
            accepted_at: invitation.accepted,
        });
        let full = self.full_before(&entry);
        append(&mut self.invitations, &entry);
        full
    }

    /// Sets the person's current search for an opponent.
    pub(crate) fn note_seeking(&mut self, seeker: &Seeker) {
        let Seeker { game, wish, points: Points(points), since, message, .. } = *seeker;
        self.seeking = line(&SeekingForm {
            game_id: format!("{:x}", game.0),
            wish: encode_wish(wish),
            points,
            since,
            message: message.map(|message| message.0),
        });
    }

    /// Adds a game of the person. Returns the previous part if this entry starts a new one.
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
            clock_before: board.times.as_deref(),
            ballot: board.ballot.as_deref().map(ballot::without_votes),
            is_left: board.departure.is_some(),
            departure: board.departure.map(Departure::name),
            reminded: board.reminded,
            reserved_since: board.reserved_since,
            counts_on: board.counts_on.then_some(true),
            acted_at: board.acted,
        });
        let full = self.full_before(&entry);
        append(&mut self.games, &entry);
        full
    }

    /// Returns the last part.
    pub fn finish(mut self) -> String {
        self.close(true)
    }

    /// Returns the number of the current part.
    pub fn part(&self) -> u32 {
        self.part
    }

    fn full_before(&mut self, entry: &str) -> Option<String> {
        let lists = [
            &self.kept_seats,
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
        let Writer { kept_seats, ratings, tables, invitations, seeking, games, .. } = self;
        let (format, user) = (json!(FORMAT), user.0);
        let text = format!(
            "{{\"format\":{format},\"version\":{VERSION},\"user\":{user},\"part\":{part},\
             \"is_last_part\":{is_last_part},\n\"person\":{person},\n\
             \"challenges\":{challenges},\n\"kept_seats\":[{kept_seats}],\n\
             \"blocked\":[{blocked}],\n\
             \"broadcasts\":[{broadcasts}],\n\"results\":[{results}],\n\
             \"ratings\":[{ratings}],\n\"tables\":[{tables}],\n\
             \"invitations\":[{invitations}],\n\"seeking\":{seeking},\n\"games\":[{games}]}}\n"
        );
        *part += 1;
        kept_seats.clear();
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

/// Returns whether a chat is not the private chat of another person with the bot.
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
        // The line break of the last entry moves after the comma.
        list.pop();
        list.push(',');
    }
    list.push('\n');
    list.push_str(entry);
    list.push('\n');
}
