//! Votes: a side of a game against an engine that whoever sees the board plays together.
//!
//! The seat is that of who has begun the game. A tap is a vote for a move, and can be changed until the move
//! is made: with as many votes as are needed, or some time after the first one, in [play
//! time](crate::session::clock). Of several moves with as many votes the one is made that had a vote first.
//! Who has voted is kept as a number that tells nobody who it is without a [`VoterKey`], and until the move is
//! made.
//!
//! The stored form is four fields and one for each vote, with spaces between, `5 60 7.9 90210000 4.1f3`: how
//! many votes make a move, how many seconds after the first one it is made, for which ply the votes are and
//! since which revision they are given, and when there was the first (`-` for none); then who wants what. It
//! stands beside the record, so that a program that knows of no votes plays on: to it the game is one of the
//! person who has begun it. What it does leaves the ply behind, and the votes do not count.

use core::fmt;
use core::hash::{Hash, Hasher};
// A span of time; what tells the time is not in `core`.
use core::time::Duration;

use siphasher::sip::SipHasher24;
use zerosum_games::{Game, MoveCode};

use crate::session::clock::PlayTime;
use crate::session::{Action, Awaiting, Refusal, Revision, Session, SessionId, UserId};

/// No stored form is longer.
const BALLOT_BYTES_MAX: usize =
    "10 300 65535.4294967295 -9223372036854775808".len() + " ffffffffffffffff.ffff".len() * 10;

/// What stands before the votes.
const HEAD_FIELDS: usize = 4;

/// When a move is made that people vote for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VoteRules {
    /// With so many votes.
    votes: u8,
    /// So many seconds after the first one.
    seconds: u16,
}

/// See the module.
///
/// Invariant: nobody has two votes, and there are fewer than make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    rules: VoteRules,
    /// The ply that is voted on.
    plies: u16,
    /// Since when: whoever has seen this or more of the game has seen its position.
    opened: Revision,
    /// When there was the first vote.
    since: Option<PlayTime>,
    /// In the order in which they were given.
    votes: Vec<Vote>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vote {
    voter: Voter,
    code: MoveCode,
}

/// What the numbers of voters are made with, so that nobody who lacks it finds out who has voted by trying all
/// people. Who has none uses a key that everybody knows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct VoterKey([u8; 16]);

/// Somebody who votes in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Voter(u64);

/// The text is not one of a [`Ballot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotBallot;

impl VoteRules {
    /// How many votes can be needed.
    const VOTES: [u8; 3] = [3, 5, 10];

    /// How many seconds after the first one a move can be made.
    const SECONDS: [u16; 3] = [30, 60, 300];

    /// These rules, if there are such.
    pub fn new(votes: u8, seconds: u16) -> Option<VoteRules> {
        let are_known = Self::VOTES.contains(&votes) && Self::SECONDS.contains(&seconds);
        are_known.then_some(VoteRules { votes, seconds })
    }

    /// How many votes make a move.
    pub fn votes(self) -> u8 {
        self.votes
    }

    /// How many seconds after the first vote a move is made.
    pub fn seconds(self) -> u16 {
        self.seconds
    }

    /// The same with the next number of votes, in a circle.
    #[must_use]
    pub fn with_next_votes(self) -> VoteRules {
        VoteRules { votes: next_of(Self::VOTES, self.votes), ..self }
    }

    /// The same with the next number of seconds, in a circle.
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

/// It prints as a placeholder wherever it might be printed.
impl fmt::Debug for VoterKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("VoterKey(…)")
    }
}

impl Ballot {
    /// Nobody has voted on this ply.
    fn new(rules: VoteRules, plies: u16, opened: Revision) -> Ballot {
        Ballot { rules, plies, opened, since: None, votes: Vec::new() }
    }

    pub fn rules(&self) -> VoteRules {
        self.rules
    }

    /// How many have voted.
    pub fn votes(&self) -> usize {
        self.votes.len()
    }

    /// How many have voted for a move.
    pub fn votes_for(&self, code: MoveCode) -> usize {
        self.votes.iter().filter(|vote| vote.code == code).count()
    }

    /// The move that is made if nobody else votes.
    pub fn leading(&self) -> Option<MoveCode> {
        // Of several that are equal the first one stays.
        let better = |best: MoveCode, code: MoveCode| match self.votes_for(code) {
            votes if votes > self.votes_for(best) => code,
            _ => best,
        };
        self.votes.iter().map(|vote| vote.code).reduce(better)
    }

    /// Takes a vote, in the place of an earlier one.
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
    /// Whether people vote on the moves of one side.
    pub fn is_voted(&self) -> bool {
        self.kept_ballot().is_some()
    }

    /// The votes on the next move, in a game in play in which people vote.
    pub fn ballot(&self) -> Option<Ballot> {
        let ballot = self.kept_ballot().filter(|_| self.outcome().is_none())?;
        let is_current = ballot.plies == self.plies();
        Some(match is_current {
            true => ballot.clone(),
            false => Ballot::new(ballot.rules, self.plies(), self.revision),
        })
    }

    /// When the move is made that has most votes.
    pub(super) fn vote_due(&self) -> Option<PlayTime> {
        self.ballot()?.due()
    }

    /// The same session with these votes.
    #[must_use]
    pub fn with_ballot(mut self, ballot: Ballot) -> Session {
        self.keep_ballot(ballot);
        self
    }

    /// The votes as they are kept beside the record.
    pub fn kept_ballot(&self) -> Option<&Ballot> {
        self.beside.as_deref()?.ballot.as_deref()
    }

    /// Has people vote from now on.
    pub(super) fn put_to_vote(&mut self) {
        let opened = self.revision.next();
        self.keep_ballot(Ballot::new(VoteRules::default(), self.plies(), opened));
    }

    /// Whether an action sets a rule of the votes that is still as somebody saw it at revision `seen`. What
    /// others vote for changes nothing about that.
    pub(super) fn is_rule_unchanged(&self, seen: Revision, action: Action) -> bool {
        let (Action::SetVoteRules(rules), Some(ballot)) = (action, self.ballot()) else {
            return false;
        };
        let is_next =
            [ballot.rules.with_next_votes(), ballot.rules.with_next_seconds()].contains(&rules);
        is_next && (ballot.opened..=self.revision).contains(&seen)
    }

    pub(super) fn set_vote_rules(&mut self, rules: VoteRules) -> Result<(), Refusal> {
        let ballot = self.ballot().ok_or(Refusal::NoVote)?;
        self.keep_ballot(Ballot { rules, ..ballot });
        // Fewer votes may be needed now than there are.
        self.make_voted_move(false);
        Ok(())
    }

    /// The session after somebody, who saw it at revision `seen`, has voted for a move.
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

    /// The session after the move that has most votes, because its time has come; `None` if nobody votes.
    pub fn voted_in_time(&self, now: PlayTime) -> Option<Session> {
        self.vote_due().filter(|due| *due <= now)?;
        let mut next = self.clone();
        next.make_voted_move(true);
        next.revision = self.revision.next();
        next.renew_ballot();
        Some(next)
    }

    /// The same session, whose votes have begun by now.
    #[must_use]
    pub(super) fn with_vote_begun(mut self, now: PlayTime) -> Session {
        let ballot = self.ballot().filter(|ballot| !ballot.votes.is_empty());
        if let Some(ballot) = ballot {
            self.keep_ballot(Ballot { since: ballot.since.or(Some(now)), ..ballot });
        }
        self
    }

    /// Begins to count the votes on another ply, if this one was made.
    pub(super) fn renew_ballot(&mut self) {
        let Some(ballot) = self.kept_ballot().filter(|ballot| ballot.plies != self.plies()) else {
            return;
        };
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
        self.beside.get_or_insert_default().ballot = Some(Box::new(ballot));
    }
}

/// The votes as they are stored.
pub fn encode(ballot: &Ballot) -> String {
    let Ballot { rules: VoteRules { votes: needed, seconds }, plies, opened, since, votes } =
        ballot;
    let since = since.map_or("-".to_owned(), |PlayTime(since)| since.to_string());
    let head = format!("{needed} {seconds} {plies}.{} {since}", opened.0);
    let votes = votes.iter().map(|vote| format!(" {:x}.{:x}", vote.voter.0, vote.code.0));
    core::iter::once(head).chain(votes).collect()
}

/// The votes that are stored so.
pub fn decode(text: &str) -> Result<Ballot, NotBallot> {
    if text.len() > BALLOT_BYTES_MAX {
        return Err(NotBallot);
    }
    let ballot = read(text).ok_or(NotBallot)?;
    // Numbers have many spellings ("07", "+7"); only the one that encoding makes is accepted.
    if encode(&ballot) == text { Ok(ballot) } else { Err(NotBallot) }
}

/// The same without who has voted for what.
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
