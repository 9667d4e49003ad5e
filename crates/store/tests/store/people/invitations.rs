//! Invitations: of all users who open one, exactly one gets the seat.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Result, ensure};
use tokio::task::JoinSet;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, MessageId, Placement};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::host::upkeep::Purge;
use zerosum_store::people::blocks::Blocked;
use zerosum_store::people::invitations::{INVITATIONS_PER_DAY_MAX, INVITATIONS_WAITING_MAX};
use zerosum_store::{Commit, OpenGames, Store};

use crate::games::lapses::databases;
use crate::store_support::{ANN, BEN};
use crate::{Fresh, person};

const CODE: InvitationCode = InvitationCode(0xabc << 60);
const GAME: SessionId = SessionId(77);
const ANNS: ChatId = ChatId(1_000);

/// An hour in microseconds.
const HOUR: i64 = 3_600_000_000;
const DAY: i64 = 24 * HOUR;

fn setup(side: Side) -> Setup {
    let (opponent, time) = (Opponent::Anybody, TimeControl::Day);
    Setup { spec: GameSpec::TicTacToe, side, opponent, time }
}

/// The game of an invitation of Ann's that this guest has accepted.
fn game(side: Side, guest: UserId) -> Board {
    let setup = Setup { opponent: Opponent::Person(guest), ..setup(side) };
    let board = Board::new(Session::set_up(GAME, ANN, setup), ANN, ANNS);
    Board { elsewhere: vec![Placement::new(chat_of(guest), None)], ..board }
}

fn chat_of(user: UserId) -> ChatId {
    ChatId(user.0.cast_signed() + 50_000)
}

async fn invite(store: &Store) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    ensure!(store.invite(CODE, GAME, ANN, setup(Side::First)).await? == Commit::Done);
    Ok(())
}

async fn state(store: &Store) -> Result<Option<InvitationState>> {
    Ok(store.invitation(CODE).await?.map(|invitation| invitation.state))
}

pub(crate) async fn an_invitation_is_kept_once_and_found_by_its_code(
    store: Arc<Store>,
) -> Result<()> {
    // An unknown person leaves no trace.
    let unknown = store.invite(CODE, GAME, ANN, setup(Side::First)).await?;
    assert_eq!((unknown, state(&store).await?), (Commit::Conflict, None));
    invite(&store).await?;
    let again = InvitationCode(1);
    assert_eq!(store.invite(again, GAME, ANN, setup(Side::First)).await?, Commit::Conflict);
    let other = store.invite(CODE, SessionId(1), ANN, setup(Side::First)).await?;
    assert_eq!((other, store.invitation(again).await?), (Commit::Conflict, None));
    let kept = store.invitation(CODE).await?;
    let made = kept.as_ref().map_or(0, |kept| kept.made);
    assert!((store.now() - made).abs() < 60_000_000);
    let expected = Invitation {
        code: CODE,
        game: GAME,
        owner: ANN,
        setup: setup(Side::First),
        made,
        message: None,
        state: InvitationState::Waiting,
        accepted: None,
    };
    assert_eq!(kept.as_ref(), Some(&expected));
    // Only the owner may place it.
    store.place_invitation(CODE, BEN, MessageId(6)).await?;
    store.place_invitation(CODE, ANN, MessageId(5)).await?;
    let refused = [
        store.change_invitation(CODE, BEN, setup(Side::First), setup(Side::Second)).await?,
        // Of two changes at once, neither undoes the other.
        store.change_invitation(CODE, ANN, setup(Side::Second), setup(Side::Second)).await?,
        store.withdraw_invitation(CODE, BEN).await?,
    ];
    assert_eq!(refused, [Commit::Conflict; 3]);
    let changed = store.change_invitation(CODE, ANN, setup(Side::First), setup(Side::Second));
    assert_eq!(changed.await?, Commit::Done);
    let message = Some(MessageId(5));
    let expected = Invitation { setup: setup(Side::Second), message, ..expected };
    assert_eq!(store.invitations_of(ANN).await?, [expected]);
    assert_eq!(store.invitations_of(BEN).await?, []);
    Ok(())
}

pub(crate) async fn of_many_who_come_at_once_exactly_one_sits_down(
    store: Arc<Store>,
) -> Result<()> {
    invite(&store).await?;
    let guests = (500..520).map(UserId);
    for guest in guests.clone() {
        store.put_person(guest, None, &person()).await?;
    }
    let mut coming = JoinSet::new();
    for guest in guests {
        let store = Arc::clone(&store);
        coming.spawn(async move {
            let (seen, board) = (setup(Side::First), game(Side::First, guest));
            (guest, store.accept_invitation(CODE, guest, seen, &board).await)
        });
    }
    let mut seated = Vec::new();
    while let Some(came) = coming.join_next().await {
        let (guest, came) = came?;
        if came? == Commit::Done {
            seated.push(guest);
        }
    }
    let [guest] = seated[..] else { anyhow::bail!("{seated:?} have come") };
    assert_eq!(state(&store).await?, Some(InvitationState::Accepted(guest)));
    let board = store.load(GAME).await?;
    assert_eq!(board, Some(game(Side::First, guest)));
    let open = store.open_boards(chat_of(guest), guest, 9).await?;
    assert_eq!(open.len(), 1, "it is shown to whoever has come");
    assert_eq!(store.count_open(ANNS, ANN).await?, OpenGames { in_chat: 1, in_all: 1 });
    assert_eq!(store.invitations_of(guest).await?.len(), 1);
    Ok(())
}

pub(crate) async fn no_one_comes_by_a_board_that_does_not_wait_or_has_changed(
    store: Arc<Store>,
) -> Result<()> {
    invite(&store).await?;
    let come = async |guest, side| {
        store.accept_invitation(CODE, guest, setup(side), &game(side, guest)).await
    };
    // One's own invitation, a side that is not offered, and a person who is not stored.
    assert_eq!(come(ANN, Side::First).await?, Commit::Conflict);
    assert_eq!(come(BEN, Side::Second).await?, Commit::Conflict);
    assert_eq!(come(UserId(9_999), Side::First).await?, Commit::Conflict);
    assert_eq!(store.withdraw_invitation(CODE, ANN).await?, Commit::Done);
    assert_eq!(come(BEN, Side::First).await?, Commit::Conflict);
    assert_eq!(store.withdraw_invitation(CODE, ANN).await?, Commit::Conflict);
    let changed = store.change_invitation(CODE, ANN, setup(Side::First), setup(Side::Second));
    assert_eq!(changed.await?, Commit::Conflict);
    assert_eq!(state(&store).await?, Some(InvitationState::Withdrawn));
    assert_eq!(store.load(GAME).await?, None);
    Ok(())
}

pub(crate) async fn no_one_has_more_invitations_than_allowed(store: Arc<Store>) -> Result<()> {
    invite(&store).await?;
    let more = async |number: u32| {
        let (code, game) = (InvitationCode(number.into()), SessionId(number.into()));
        store.invite(code, game, ANN, setup(Side::First)).await
    };
    for number in 1..INVITATIONS_WAITING_MAX {
        assert_eq!(more(1_000 + number).await?, Commit::Done);
    }
    assert_eq!(more(1).await?, Commit::Conflict);
    for invitation in store.invitations_of(ANN).await? {
        assert_eq!(store.withdraw_invitation(invitation.code, ANN).await?, Commit::Done);
    }
    for number in INVITATIONS_WAITING_MAX..INVITATIONS_PER_DAY_MAX {
        assert_eq!(more(number).await?, Commit::Done);
        let code = InvitationCode(number.into());
        assert_eq!(store.withdraw_invitation(code, ANN).await?, Commit::Done);
    }
    assert_eq!(more(1).await?, Commit::Conflict);
    let bens = store.invite(InvitationCode(2), SessionId(2), BEN, setup(Side::First)).await?;
    assert_eq!(bens, Commit::Done, "others have a share of their own");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_that_is_a_day_old_is_no_more_and_counts_no_more() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        invite(&store).await?;
        let age = async |micros: i64| {
            scratch.execute(&format!("UPDATE invitations SET made = made - {micros}")).await
        };
        let more = async |number: u32| {
            let (code, game) = (InvitationCode(number.into()), SessionId(number.into()));
            store.invite(code, game, ANN, setup(Side::First)).await
        };
        let (first, second) = (setup(Side::First), setup(Side::Second));
        let board = game(Side::First, BEN);
        // Nearly a day is not yet a day.
        age(DAY - HOUR).await?;
        assert_eq!(store.change_invitation(CODE, ANN, first, second).await?, Commit::Done);
        assert_eq!(store.change_invitation(CODE, ANN, second, first).await?, Commit::Done);
        for number in 1..INVITATIONS_WAITING_MAX {
            assert_eq!(more(number).await?, Commit::Done);
        }
        assert_eq!(more(100).await?, Commit::Conflict);
        age(HOUR).await?;
        let refused = [
            store.accept_invitation(CODE, BEN, first, &board).await?,
            store.change_invitation(CODE, ANN, first, second).await?,
            store.withdraw_invitation(CODE, ANN).await?,
        ];
        assert_eq!(refused, [Commit::Conflict; 3]);
        assert_eq!(state(&store).await?, Some(InvitationState::Waiting));
        assert_eq!(store.load(GAME).await?, None);
        // It does not prevent another invitation, and the others keep waiting.
        assert_eq!(more(100).await?, Commit::Done);
        assert_eq!(more(101).await?, Commit::Conflict);
        age(DAY).await?;
        for number in 200..200 + INVITATIONS_PER_DAY_MAX {
            assert_eq!(more(number).await?, Commit::Done, "{number}");
            let code = InvitationCode(number.into());
            assert_eq!(store.withdraw_invitation(code, ANN).await?, Commit::Done);
        }
        assert_eq!(more(101).await?, Commit::Conflict);
        age(DAY).await?;
        assert_eq!(more(101).await?, Commit::Done);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

pub(crate) async fn invitations_go_with_their_people_and_with_time(
    store: Arc<Store>,
) -> Result<()> {
    invite(&store).await?;
    let came = game(Side::First, BEN);
    store.accept_invitation(CODE, BEN, setup(Side::First), &came).await?;
    store.delete_person(BEN, 9).await?;
    assert_eq!(state(&store).await?, None, "nothing of a guest stays");
    let (code, game) = (InvitationCode(2), SessionId(2));
    assert_eq!(store.invite(code, game, ANN, setup(Side::First)).await?, Commit::Done);
    store.delete_person(ANN, 9).await?;
    assert_eq!(store.invitation(code).await?, None);
    store.put_person(ANN, None, &person()).await?;
    for number in 3..6 {
        store.invite(InvitationCode(number), SessionId(3), ANN, setup(Side::First)).await?;
    }
    store.invite(code, game, ANN, setup(Side::First)).await?;
    assert_eq!(store.purge_invitations(store.now() - 600_000_000, 9).await?, 0);
    assert_eq!(store.purge_invitations(store.now() + 1_000_000, 1).await?, 1);
    assert_eq!(store.purge_invitations(store.now() + 1_000_000, 9).await?, 1);
    assert_eq!(store.invitations_of(ANN).await?, []);
    Ok(())
}

pub(crate) async fn a_board_begins_in_every_chat_it_names_and_once(
    store: Arc<Store>,
) -> Result<()> {
    let board = game(Side::First, BEN);
    assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
    let other = Board::new(board.session.clone(), ANN, ANNS);
    let other = Board { elsewhere: vec![Placement::new(ChatId(4), None)], ..other };
    assert_eq!(store.create(&other, OpenGames::ANY).await?, Commit::Conflict);
    assert_eq!(store.load(GAME).await?, Some(board));
    Ok(())
}

pub(crate) async fn people_who_have_blocked_each_other_do_not_meet_by_invitation(
    store: Arc<Store>,
) -> Result<()> {
    invite(&store).await?;
    for (person, blocked) in [(ANN, BEN), (BEN, ANN)] {
        ensure!(
            store
                .block(person, &Blocked { user: Some(blocked), name: String::new(), since: 1 })
                .await?
                == Commit::Done
        );
        let board = game(Side::First, BEN);
        let refused = store.accept_invitation(CODE, BEN, setup(Side::First), &board).await?;
        assert_eq!(refused, Commit::Conflict);
        assert_eq!(state(&store).await?, Some(InvitationState::Waiting));
        ensure!(store.unblock(person, 1).await? == Commit::Done);
    }
    let board = game(Side::First, BEN);
    let welcome = store.accept_invitation(CODE, BEN, setup(Side::First), &board).await?;
    assert_eq!(welcome, Commit::Done);
    Ok(())
}

pub(crate) async fn a_guest_of_the_page_is_kept_as_long_as_a_game_or_an_invitation_of_theirs(
    store: Arc<Store>,
) -> Result<()> {
    invite(&store).await?;
    let guest = UserId::guest(5);
    store.put_person(guest, None, &person()).await?;
    let board = Board { elsewhere: Vec::new(), ..game(Side::First, guest) };
    let accepted = store.accept_invitation(CODE, guest, setup(Side::First), &board).await?;
    assert_eq!((accepted, store.purge_guests(9).await?), (Commit::Done, 0));
    store.purge_invitations(store.now() + 1_000_000, 9).await?;
    assert_eq!(store.purge_guests(9).await?, 0, "the game is left");
    store.delete_person(ANN, 9).await?;
    for number in [6, 7] {
        store.put_person(UserId::guest(number), None, &person()).await?;
    }
    let purged = [store.purge_guests(1).await?, store.purge_guests(9).await?];
    assert_eq!(purged, [1, 1]);
    assert!(store.person(guest).await?.is_some(), "the game that she has left is the guest's own");
    let later = SystemTime::now() + Duration::from_secs(60 * 60);
    store.purge(Purge { over_before: later, open_before: later, limit: 9 }).await?;
    assert_eq!((store.purge_guests(9).await?, store.person(guest).await?), (1, None));
    assert!(store.person(BEN).await?.is_some(), "other people are kept");
    Ok(())
}
