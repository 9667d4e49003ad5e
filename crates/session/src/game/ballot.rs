//! Votes: in a game against an engine, all people who see the board can play the other side together.
//!
//! The seat belongs to the person who began the game. A tap is a vote for a move, and can be changed until
//! the move is made: when there are enough votes, or some time after the first one, in [play
//! time](crate::game::clock). Among moves with equally many votes, the one whose oldest vote was given
//! first is made. A voter is stored as a keyed number that identifies no one without the [`VoterKey`], and
//! only until the move is made.
//!
//! The stored form is four fields and one for each vote, separated by spaces, `5 60 7.9 90210000 4.1f3`: the
//! number of votes that make a move; the seconds after the first vote at which it is made; the ply that is
//! voted on and the revision since which votes are taken; and the time of the first vote (`-` for none); then
//! the voter and the move of each vote. It is stored beside the record, so that older versions of the program
//! can still play the game: to them it is a game of the person who began it. A move that such a version makes
//! leaves the ply behind, and the votes for it no longer count.

use core::fmt;
use core::hash::{Hash, Hasher};
// Only a span of time; clocks are not in `core`.
use core::time::Duration;

use siphasher::sip::SipHasher24;
use zerosum_games::{Game, MoveCode};

use crate::game::clock::PlayTime;
use crate::game::record::RecordError;
use crate::{Action, Awaiting, Refusal, Revision, Session, SessionId, UserId};

/// Maximum length of the stored form.
const BALLOT_BYTES_MAX: usize =
    "10 300 65535.4294967295 -9223372036854775808".len() + " ffffffffffffffff.ffff".len() * 10;

/// Number of fields before the votes.
const HEAD_FIELDS: usize = 4;

/// Rules by which the move that people vote for is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VoteRules {
    /// Number of votes that make a move.
    votes: u8,
    /// Seconds after the first vote at which a move is made.
    seconds: u16,
}

/// Votes on one ply, with the rules for them.
///
/// Invariant: no voter has two votes, and there are fewer votes than make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    rules: VoteRules,
    /// The ply that is voted on.
    plies: u16,
    /// Revision since which votes are taken: a user who saw this revision or a later one saw the position.
    opened: Revision,
    /// Time of the first vote.
    since: Option<PlayTime>,
    /// Votes in the order in which they were given.
    votes: Vec<Vote>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vote {
    voter: Voter,
    code: MoveCode,
}

/// Key for the numbers of voters: without it, voters cannot be identified by hashing all known users. The
/// default key is public.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct VoterKey([u8; 16]);

/// Keyed number of a user who votes in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Voter(u64);

impl VoteRules {
    /// Possible numbers of votes needed for a move.
    const VOTES: [u8; 3] = [3, 5, 10];

    /// Possible numbers of seconds after which a move is made.
    const SECONDS: [u16; 3] = [30, 60, 300];

    /// Returns the rules with these numbers, if both are possible ones.
    pub fn new(votes: u8, seconds: u16) -> Option<VoteRules> {
        let are_known = Self::VOTES.contains(&votes) && Self::SECONDS.contains(&seconds);
        are_known.then_some(VoteRules { votes, seconds })
    }

    /// Number of votes that make a move.
    pub fn votes(self) -> u8 {
        self.votes
    }

    /// Number of seconds after the first vote at which a move is made.
    pub fn seconds(self) -> u16 {
        self.seconds
    }

    /// Returns the rules with the next possible number of votes; the first one follows the last.
    #[must_use]
    pub fn with_next_votes(self) -> VoteRules {
        VoteRules { votes: next_of(Self::VOTES, self.votes), ..self }
    }

    /// Returns the rules with the next possible number of seconds; the first one follows the last.
    #[must_use]
    pub fn with_next_seconds(self) -> VoteRules {
        VoteRules { seconds: next_of(Self::SECONDS, self.seconds), ..self }
    }
}

impl Default for VoteRules {
    fn default() -> VoteRules {
        VoteRules { votes: 5, seconds: 60 }
    }
}

fn next_of<T: PartialEq + Copy>(all: [T; 3], one: T) -> T {
    let at = all.iter().position(|known| *known == one).unwrap_or_default();
    all[(at + 1) % all.len()]
}

impl VoterKey {
    pub fn new(key: [u8; 16]) -> VoterKey {
        VoterKey(key)
    }

    fn voter(&self, game: SessionId, user: UserId) -> Voter {
        let mut hasher = SipHasher24::new_with_key(&self.0);
        (game, user).hash(&mut hasher);
        Voter(hasher.finish())
    }
}

/// Prints a placeholder, so that the key appears in no log.
impl fmt::Debug for VoterKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("VoterKey(…)")
    }
}

impl Ballot {
    /// Creates a ballot without votes.
    fn new(rules: VoteRules, plies: u16, opened: Revision) -> Ballot {
        Ballot { rules, plies, opened, since: None, votes: Vec::new() }
    }

    pub fn rules(&self) -> VoteRules {
        self.rules
    }

    /// Number of votes.
    pub fn votes(&self) -> usize {
        self.votes.len()
    }

    /// Number of votes for a move.
    pub fn votes_for(&self, code: MoveCode) -> usize {
        self.votes.iter().filter(|vote| vote.code == code).count()
    }

    /// Returns the move that is made if there are no more votes.
    pub fn leading(&self) -> Option<MoveCode> {
        // Of several that are equal the first one stays.
        let better = |best: MoveCode, code: MoveCode| match self.votes_for(code) {
            votes if votes > self.votes_for(best) => code,
            _ => best,
        };
        self.votes.iter().map(|vote| vote.code).reduce(better)
    }

    /// Takes a vote, which replaces an earlier one of the same voter.
    fn take(&mut self, vote: Vote) -> Result<(), Refusal> {
        if self.votes.contains(&vote) {
            return Err(Refusal::VotedSo);
        }
        self.votes.retain(|earlier| earlier.voter != vote.voter);
        self.votes.push(vote);
        Ok(())
    }

    fn due(&self) -> Option<PlayTime> {
        self.since.map(|since| since.after(Duration::from_secs(self.rules.seconds.into())))
    }
}

impl Session {
    /// Returns whether people vote on the moves of one side.
    pub fn is_voted(&self) -> bool {
        self.kept_ballot().is_some()
    }

    /// Returns the votes on the next move, in a game in play in which people vote.
    pub fn ballot(&self) -> Option<Ballot> {
        let ballot = self.kept_ballot().filter(|_| self.outcome().is_none())?;
        let is_current = ballot.plies == self.plies();
        Some(match is_current {
            true => ballot.clone(),
            false => Ballot::new(ballot.rules, self.plies(), self.revision),
        })
    }

    /// Returns the time at which the move with the most votes is made.
    pub(crate) fn vote_due(&self) -> Option<PlayTime> {
        self.ballot()?.due()
    }

    /// Returns the session with these votes.
    #[must_use]
    pub fn with_ballot(mut self, ballot: Ballot) -> Session {
        self.keep_ballot(ballot);
        self
    }

    /// Returns the votes as they are kept beside the record, which may be for an earlier ply.
    pub fn kept_ballot(&self) -> Option<&Ballot> {
        self.extras.as_deref()?.ballot.as_deref()
    }

    /// Starts to take votes, with the default rules.
    pub(crate) fn put_to_vote(&mut self) {
        let opened = self.revision.next();
        self.keep_ballot(Ballot::new(VoteRules::default(), self.plies(), opened));
    }

    /// Returns whether an action sets a rule of the votes that is unchanged since revision `seen`. Votes that
    /// were given since then do not matter.
    pub(crate) fn is_rule_unchanged(&self, seen: Revision, action: Action) -> bool {
        let (Action::SetVoteRules(rules), Some(ballot)) = (action, self.ballot()) else {
            return false;
        };
        let is_next =
            [ballot.rules.with_next_votes(), ballot.rules.with_next_seconds()].contains(&rules);
        is_next && (ballot.opened..=self.revision).contains(&seen)
    }

    pub(crate) fn set_vote_rules(&mut self, rules: VoteRules) -> Result<(), Refusal> {
        let ballot = self.ballot().ok_or(Refusal::NoVote)?;
        self.keep_ballot(Ballot { rules, ..ballot });
        // There may already be as many votes as the new rules need.
        self.make_voted_move(false);
        Ok(())
    }

    /// Returns the session after a vote for a move by a user who saw it at revision `seen`.
    pub fn voted(
        &self,
        key: VoterKey,
        user: UserId,
        seen: Revision,
        code: MoveCode,
    ) -> Result<Session, Refusal> {
        let mut ballot = self.ballot().ok_or(Refusal::Over)?;
        if !matches!(self.awaiting(), Awaiting::Human { .. }) {
            return Err(Refusal::NotYourTurn);
        } else if seen < ballot.opened || seen > self.revision {
            return Err(Refusal::Stale);
        }
        self.position.clone().play(code).map_err(|_| Refusal::Illegal)?;
        ballot.take(Vote { voter: key.voter(self.id, user), code })?;
        let mut next = self.clone();
        next.keep_ballot(ballot);
        next.make_voted_move(false);
        next.revision = self.revision.next();
        next.renew_ballot();
        Ok(next)
    }

    /// Returns the session after the move with the most votes; `None` if that move is not due yet.
    pub fn voted_in_time(&self, now: PlayTime) -> Option<Session> {
        self.vote_due().filter(|due| *due <= now)?;
        let mut next = self.clone();
        next.make_voted_move(true);
        next.revision = self.revision.next();
        next.renew_ballot();
        Some(next)
    }

    /// Returns the session with `now` as the time of the first vote, if there are votes without one.
    #[must_use]
    pub(crate) fn with_vote_begun(mut self, now: PlayTime) -> Session {
        let ballot = self.ballot().filter(|ballot| !ballot.votes.is_empty());
        if let Some(ballot) = ballot {
            self.keep_ballot(Ballot { since: ballot.since.or(Some(now)), ..ballot });
        }
        self
    }

    /// Replaces the votes with an empty ballot for the next ply, if their ply was made or will never be.
    pub(crate) fn renew_ballot(&mut self) {
        let is_over = self.outcome().is_some();
        let is_past = |ballot: &&Ballot| is_over || ballot.plies != self.plies();
        let Some(ballot) = self.kept_ballot().filter(is_past) else { return };
        self.keep_ballot(Ballot::new(ballot.rules, self.plies(), self.revision));
    }

    /// Makes the move that leads, if there are enough votes or it is time.
    fn make_voted_move(&mut self, is_time: bool) {
        let Some(ballot) = self.ballot() else { return };
        let is_enough = ballot.votes.len() >= usize::from(ballot.rules.votes);
        let Some(code) = ballot.leading().filter(|_| is_enough || is_time) else { return };
        if self.position.play(code).is_ok() {
            self.moves.push(code);
        }
    }

    fn keep_ballot(&mut self, ballot: Ballot) {
        self.change_extras(|extras| extras.ballot = Some(Box::new(ballot)));
    }
}

/// Encodes the votes as they are stored.
pub fn encode(ballot: &Ballot) -> String {
    let Ballot { rules: VoteRules { votes: needed, seconds }, plies, opened, since, votes } =
        ballot;
    let since = since.map_or("-".to_owned(), |PlayTime(since)| since.to_string());
    let head = format!("{needed} {seconds} {plies}.{} {since}", opened.0);
    let votes = votes.iter().map(|vote| format!(" {:x}.{:x}", vote.voter.0, vote.code.0));
    core::iter::once(head).chain(votes).collect()
}

/// Decodes stored votes.
pub fn decode(text: &str) -> Result<Ballot, RecordError> {
    if text.len() > BALLOT_BYTES_MAX {
        return Err(RecordError::Malformed);
    }
    let ballot = read(text).ok_or(RecordError::Malformed)?;
    // Numbers have many spellings ("07", "+7"); only the one that encoding makes is accepted.
    if encode(&ballot) == text { Ok(ballot) } else { Err(RecordError::Malformed) }
}

/// Returns the stored form without the votes.
pub fn without_votes(text: &str) -> &str {
    let end = text.match_indices(' ').nth(HEAD_FIELDS - 1);
    end.map_or(text, |(end, _)| &text[..end])
}

fn read(text: &str) -> Option<Ballot> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [needed, seconds, opened, since, ref votes @ ..] = fields[..] else { return None };
    let rules = VoteRules::new(needed.parse().ok()?, seconds.parse().ok()?)?;
    let (plies, opened) = opened.split_once('.')?;
    let since = match since {
        "-" => None,
        since => Some(PlayTime(since.parse().ok()?)),
    };
    let votes = votes.iter().map(|vote| read_vote(vote)).collect::<Option<Vec<Vote>>>()?;
    let opened = Revision(opened.parse().ok()?);
    let is_twice = |at: usize| votes[..at].iter().any(|earlier| earlier.voter == votes[at].voter);
    let is_decided = votes.len() >= usize::from(rules.votes);
    if is_decided || (0..votes.len()).any(is_twice) {
        return None;
    }
    Some(Ballot { rules, plies: plies.parse().ok()?, opened, since, votes })
}

fn read_vote(text: &str) -> Option<Vote> {
    let (voter, code) = text.split_once('.')?;
    Some(Vote {
        voter: Voter(u64::from_str_radix(voter, 16).ok()?),
        code: MoveCode(u16::from_str_radix(code, 16).ok()?),
    })
}
