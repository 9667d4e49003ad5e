//! Votes as values: any user may vote, each has one vote and may change it, and the leading move is played.

use proptest::collection::vec;
use proptest::prelude::{any, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::choice::Opponent;
use zerosum_session::game::ballot::{VoteRules, VoterKey, decode, encode};
use zerosum_session::game::clock::PlayTime;
use zerosum_session::game::record::RecordError;
use zerosum_session::people::results;
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};

use crate::support::sessions::{ANNA, fresh};
use crate::support::voting::{after_votes, put_to_vote, vote, voted};

const SECOND: i64 = 1_000_000;

/// Makes the engine play its first legal move, if it is to move.
fn answered(session: Session) -> Session {
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let seat = *session.seats().get(session.position().turn());
    match (seat, codes.first()) {
        (Seat::Engine(_), Some(code)) if session.outcome().is_none() => session
            .apply(Actor::Engine, session.revision(), Action::Play(*code))
            .expect("it is the engine's turn"),
        _ => session,
    }
}

/// Wishes that are refused because the game has no vote, or because the user votes for that move already.
pub(crate) fn refusals() -> [(Session, Actor, Revision, Action, Refusal); 2] {
    let alone = fresh(BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Best) });
    let rules = Action::SetVoteRules(VoteRules::default());
    let voted = after_votes(&[(1, 4)]);
    let (seen, again) = (voted.revision(), Action::Play(MoveCode(4)));
    [
        (alone, Actor::User(ANNA), Revision::START, rules, Refusal::NoVote),
        (voted, Actor::User(UserId(1)), seen, again, Refusal::VotedSo),
    ]
}

/// The winning move of these votes, given in order, one for each voter.
fn winner_of(votes: &[(u64, u16)]) -> Option<u16> {
    let count = |code: u16| votes.iter().filter(|(_, voted)| *voted == code).count();
    let most = votes.iter().map(|(_, code)| count(*code)).max()?;
    votes.iter().map(|(_, code)| *code).find(|code| count(*code) == most)
}

proptest! {
    #[test]
    fn votes_are_counted_as_people_would_count_them(
        side in select(Side::ALL.to_vec()),
        wishes in vec((0..8_u64, 0..10_u16, 0..4_u32), 0..120),
    ) {
        let mut session = answered(voted(side));
        let (mut votes, mut opened) = (Vec::<(u64, u16)>::new(), session.revision());
        for (user, code, back) in wishes {
            let seen = Revision(session.revision().0.saturating_sub(back));
            let action = Action::Play(MoveCode(code));
            let next = session.apply(Actor::User(UserId(user)), seen, action);
            let expected = if session.outcome().is_some() {
                Some(Refusal::Over)
            } else if seen < opened {
                Some(Refusal::Stale)
            } else if !session.position().is_legal(MoveCode(code)) {
                Some(Refusal::Illegal)
            } else {
                votes.contains(&(user, code)).then_some(Refusal::VotedSo)
            };
            assert_eq!(next.as_ref().err().copied(), expected);
            let Ok(next) = next else { continue };
            assert_eq!(next.revision(), Revision(session.revision().0 + 1));
            votes.retain(|(voter, _)| *voter != user);
            votes.push((user, code));
            if votes.len() == 5 {
                let played = winner_of(&votes).map(MoveCode);
                assert_eq!(next.moves().last().copied(), played);
                assert_eq!(next.moves().len(), session.moves().len() + 1);
                session = answered(next);
                (votes, opened) = (Vec::new(), session.revision());
            } else {
                assert_eq!(next.moves(), session.moves());
                session = next;
            }
            if let Some(ballot) = session.ballot() {
                assert_eq!(ballot.votes(), votes.len());
                assert_eq!(ballot.leading(), winner_of(&votes).map(MoveCode));
                for code in 0..9 {
                    let count = votes.iter().filter(|(_, voted)| *voted == code).count();
                    assert_eq!(ballot.votes_for(MoveCode(code)), count);
                }
                assert_eq!(decode(&encode(&ballot)), Ok(ballot));
            }
            assert!(!session.is_resumed());
        }
    }

    #[test]
    fn a_ballot_has_one_spelling(text in "[0-9a-f .+-]{0,40}") {
        if let Ok(ballot) = decode(&text) {
            assert_eq!(encode(&ballot), text);
        }
    }

    #[test]
    fn stored_votes_do_not_reveal_voters(user in any::<u64>()) {
        let session = vote(&voted(Side::First), user, 4).expect("it is a vote");
        let text = session.kept_ballot().map(encode).expect("people vote");
        let voter = text.split(' ').next_back().and_then(|vote| vote.split_once('.'));
        let number = voter.and_then(|(voter, _)| u64::from_str_radix(voter, 16).ok());
        assert_ne!(number.expect("a number"), user);
        let seats = BySide { first: Seat::Human(ANNA), second: Seat::Open };
        let other = put_to_vote(&Session::new(SessionId(8), GameSpec::TicTacToe, seats));
        let other = vote(&other, user, 4).expect("it is a vote");
        assert_ne!(other.kept_ballot().map(encode).as_ref(), Some(&text), "in each game it is another");
        let (open, user, code) = (voted(Side::First), UserId(user), MoveCode(4));
        let keyed = open.voted(VoterKey::new([7; 16]), user, open.revision(), code);
        let keyed = keyed.expect("it is a vote").kept_ballot().map(encode);
        assert_ne!(keyed, Some(text), "with each key it is another");
    }
}

#[test]
fn what_leads_is_played_when_its_time_has_come() {
    let begun = PlayTime(7 * SECOND);
    let untouched = voted(Side::First).timed(None, begun);
    assert_eq!(untouched.due(), None, "time goes on from the first vote");
    assert_eq!(untouched.voted_in_time(PlayTime(i64::MAX)), None);
    let first = after_votes(&[(1, 8)]).timed(None, begun);
    let due = PlayTime(67 * SECOND);
    assert_eq!(first.due(), Some(due));
    let second = vote(&first, 2, 4).expect("a vote").timed(Some(&first), PlayTime(50 * SECOND));
    assert_eq!(second.due(), Some(due), "the first vote tells");
    assert_eq!(second.voted_in_time(PlayTime(due.0 - 1)), None);
    let played = second.voted_in_time(due).expect("it is time");
    assert_eq!(played.moves(), [MoveCode(8)], "of two that are equal the earlier one");
    assert_eq!((played.revision().0, played.due()), (second.revision().0 + 1, None));
    assert_eq!(played.ballot().map(|ballot| ballot.votes()), Some(0));
    assert_eq!(vote(&played, 3, 0), Err(Refusal::NotYourTurn));
    let changed = vote(&second, 1, 4).expect("people may think again");
    let played = changed.timed(Some(&second), begun).voted_in_time(due).expect("it is time");
    assert_eq!(played.moves(), [MoveCode(4)]);
}

#[test]
fn only_the_starter_says_when_a_move_is_made() {
    let session = after_votes(&[(1, 0), (2, 1), (3, 1)]);
    let rules = session.ballot().expect("people vote").rules();
    assert_eq!((rules, rules.votes(), rules.seconds()), (VoteRules::default(), 5, 60));
    let seen = session.revision();
    let fewer = VoteRules::new(3, 30).expect("there are such rules");
    let action = Action::SetVoteRules(fewer);
    assert_eq!(session.apply(Actor::User(UserId(1)), seen, action), Err(Refusal::NotSeated));
    let set = session.apply(Actor::User(ANNA), seen, action).expect("she has begun it");
    assert_eq!(set.moves(), [MoveCode(1)], "there are enough votes now");
    assert_eq!(set.ballot().map(|ballot| ballot.rules()), Some(fewer));
    let alone = fresh(BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Best) });
    let refused = alone.apply(Actor::User(ANNA), alone.revision(), action);
    assert_eq!(refused, Err(Refusal::NoVote));
    for rules in [(0, 60), (4, 60), (5, 61), (5, 0)] {
        assert_eq!(VoteRules::new(rules.0, rules.1), None);
    }
    let mut around = VoteRules::default();
    for _ in 0..3 {
        around = around.with_next_votes().with_next_seconds();
    }
    assert_eq!(around, VoteRules::default());
}

#[test]
fn what_a_program_has_done_that_knows_of_no_votes_leaves_them_behind() {
    let session = after_votes(&[(1, 8), (2, 4)]).timed(None, PlayTime(0));
    let kept = session.kept_ballot().expect("people vote").clone();
    // An older program plays it as Anna's game, and leaves the votes as they are.
    let seats = *session.seats();
    let older = Session::new(SessionId(7), GameSpec::TicTacToe, seats);
    let moved = vote(&older, ANNA.0, 0).expect("it is her turn");
    let back = answered(moved).with_ballot(kept);
    let ballot = back.ballot().expect("people vote");
    assert_eq!((ballot.votes(), ballot.leading(), back.due()), (0, None, None));
    let before = Revision(back.revision().0 - 1);
    let stale = back.apply(Actor::User(UserId(1)), before, Action::Play(MoveCode(8)));
    assert_eq!(stale, Err(Refusal::Stale));
    assert_eq!(vote(&back, 1, 8).map(|next| next.ballot().map(|all| all.votes())), Ok(Some(1)));
}

#[test]
fn the_game_belongs_to_no_member() {
    let mut session = voted(Side::First);
    assert!(!session.has_help() && session.choice_of(ANNA).is_none());
    for code in [0, 4, 8] {
        let set = Action::SetVoteRules(VoteRules::new(3, 30).expect("there are such rules"));
        if code == 0 {
            session = session.apply(Actor::User(ANNA), session.revision(), set).expect("hers");
        }
        for user in 1..=3 {
            session = vote(&session, user, code).expect("a vote");
        }
        if session.outcome().is_none() {
            session = answered(session);
        }
    }
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::First)), "{session:?}");
    assert_eq!((results::of(&session), session.is_best_beaten()), (Vec::new(), false));
    let opponent = session.setup_of(ANNA).map(|setup| setup.opponent);
    assert_eq!(opponent, Some(Opponent::Anybody), "the next game waits for an opponent again");
    assert_eq!(vote(&session, 1, 5), Err(Refusal::Over));
    assert!(session.ballot().is_none() && session.due().is_none());
}

#[test]
fn votes_that_cannot_be_are_not_read() {
    let good = encode(after_votes(&[(1, 8)]).kept_ballot().expect("people vote"));
    assert!(decode(&good).is_ok());
    let bad = [
        good.replacen("5 60", "6 60", 1),
        good.replacen("5 60", "05 60", 1),
        format!("{good} "),
        format!("{good} x.1"),
        format!("{good} 1.0 2.0 3.0 4.0"),
        format!("{good} 1.0 1.4"),
        format!("{good}{}", " ffffffffffffffff.ffff".repeat(10)),
        String::new(),
    ];
    for text in bad {
        assert_eq!(decode(&text), Err(RecordError::Malformed), "{text}");
    }
}

#[test]
fn no_votes_are_kept_once_the_game_has_ended() {
    let session = after_votes(&[(1, 8), (2, 4)]);
    assert_eq!(session.kept_ballot().map(|ballot| ballot.votes()), Some(2));
    let over = session.apply(Actor::User(ANNA), session.revision(), Action::Resign);
    let over = over.expect("it is her game");
    assert_eq!(over.kept_ballot().map(|ballot| ballot.votes()), Some(0));
}
