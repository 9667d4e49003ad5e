//! Boards that are sent again, and leases of live processes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use zerosum_games::MoveCode;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId, Placement};
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_session::{Action, Actor, Revision, SessionId};
use zerosum_store::games::screens::ProcessId;
use zerosum_store::{Commit, Grace, OpenGames, Origin, Store};

use crate::store_support::{ANN, BEN, CHAT, at, shared_board};

const ID: SessionId = SessionId(1);
const BENS: ChatId = ChatId(1_002);
const HOUR: Duration = Duration::from_secs(3_600);

fn bens(message: i32) -> ChatMessage {
    ChatMessage { chat: BENS, message: MessageId(message) }
}

/// Creates a game between Ann and Ben, of which no board has been sent.
async fn begun(store: &Store) -> Result<Board> {
    let board = shared_board(ID.0);
    store.create(&board, OpenGames::ANY).await?;
    store.add_placement(ID, Placement::new(BENS, None)).await?;
    store.load(ID).await?.context("it is there")
}

pub(crate) async fn a_board_whose_message_is_gone_is_recalled_once_and_then_counts_as_never_sent(
    store: Arc<Store>,
) -> Result<()> {
    begun(store.as_ref()).await?;
    for chat in [CHAT, BENS] {
        assert_eq!(store.recall(ID, chat, None).await?, Commit::Conflict, "it was never sent");
        let message = ChatMessage { chat, message: MessageId(9) };
        store.place(ID, message, None, Revision::START).await?;
        assert_eq!(store.recall(ID, chat, None).await?, Commit::Conflict, "there is a message");
        let other = Some(MessageId(8));
        assert_eq!(store.recall(ID, chat, other).await?, Commit::Conflict, "it is another one");
        for gone in [Some(message.message), None] {
            if gone.is_none() {
                store.place(ID, message, None, Revision::START).await?;
                store.displace(ID, message.into()).await?;
            }
            let mut recalls = JoinSet::new();
            for _ in 0..20 {
                let store = Arc::clone(&store);
                recalls.spawn(async move { store.recall(ID, chat, gone).await });
            }
            let mut winners = 0;
            while let Some(recalled) = recalls.join_next().await {
                winners += u32::from(recalled?? == Commit::Done);
            }
            assert_eq!(winners, 1, "{chat:?}, {gone:?}");
            let board = store.load(ID).await?.context("it is there")?;
            let unsent = Placement::new(chat, None);
            assert_eq!(board.placement_in(chat).context("it is shown there")?, unsent);
        }
    }
    let missing = store.recall(SessionId(2), CHAT, None).await?;
    assert_eq!(missing, Commit::Conflict);
    assert_eq!(store.behind(None, 9, Grace::NONE).await?.len(), 1, "the sweep finds it");
    Ok(())
}

pub(crate) async fn of_many_who_want_to_send_a_board_anew_one_does_and_not_soon_after_another(
    store: Arc<Store>,
) -> Result<()> {
    begun(store.as_ref()).await?;
    for (chat, side) in [(CHAT, Side::First), (BENS, Side::Second)] {
        let claim = |quiet_for| store.claim_notice(ID, chat, side, quiet_for, quiet_for);
        assert_eq!(claim(Duration::ZERO).await?, Commit::Conflict, "there is no message");
        let message = ChatMessage { chat, message: MessageId(9) };
        store.place(ID, message, None, Revision::START).await?;
        assert_eq!(claim(HOUR).await?, Commit::Conflict, "it was sent just now");
        assert_eq!(claim(Duration::ZERO).await?, Commit::Done);
        let mut claims = JoinSet::new();
        // The claim has to age; this waits until it has.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let (begun, quiet_for) = (Instant::now(), Duration::from_millis(250));
        for _ in 0..20 {
            let store = Arc::clone(&store);
            claims.spawn(
                async move { store.claim_notice(ID, chat, side, quiet_for, quiet_for).await },
            );
        }
        let mut winners = 0;
        while let Some(claimed) = claims.join_next().await {
            winners += u128::from(claimed?? == Commit::Done);
        }
        // A claim lasts so long that a slow machine may see another one.
        let winners_max = 1 + begun.elapsed().as_millis() / quiet_for.as_millis();
        assert!((1..=winners_max).contains(&winners), "{chat:?}: {winners}");
        assert_eq!(claim(HOUR).await?, Commit::Conflict, "{chat:?}");
        // The notice never arrived.
        let claim = |claimed_for| store.claim_notice(ID, chat, side, HOUR, claimed_for);
        assert_eq!(claim(Duration::ZERO).await?, Commit::Done, "{chat:?}");
        assert_eq!(claim(HOUR).await?, Commit::Conflict, "another one sends it");
        assert_eq!(store.renew_claim(ID, chat).await?, Commit::Done, "it still does");
        assert_eq!(claim(HOUR).await?, Commit::Conflict, "{chat:?}");
        store.place(ID, message, None, Revision::START).await?;
        assert_eq!(claim(Duration::ZERO).await?, Commit::Conflict, "it came");
        assert_eq!(store.renew_claim(ID, chat).await?, Commit::Conflict, "nothing is sent");
    }
    Ok(())
}

pub(crate) async fn a_player_who_has_just_moved_is_not_sent_the_board_anew(
    store: Arc<Store>,
) -> Result<()> {
    let board = begun(store.as_ref()).await?;
    store.place(ID, at(9), None, Revision::START).await?;
    store.place(ID, bens(9), None, Revision::START).await?;
    // The claim has to age.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let brief = Duration::from_secs(1);
    let session =
        board.session.apply(Actor::User(ANN), Revision::START, Action::Play(MoveCode(4)))?;
    let origin = Origin { by: Some(ANN), message: None };
    assert_eq!(store.commit_of(&session, Revision::START, origin).await?, Commit::Done);
    assert_eq!(store.claim_notice(ID, CHAT, Side::First, brief, brief).await?, Commit::Conflict);
    assert_eq!(store.claim_notice(ID, CHAT, Side::Second, brief, brief).await?, Commit::Done);
    assert_eq!(store.claim_notice(ID, BENS, Side::Second, brief, brief).await?, Commit::Done);
    // A commit that names no actor is not an action of either player.
    let none = Duration::ZERO;
    let seen = session.revision();
    let session = session.apply(Actor::User(BEN), seen, Action::Play(MoveCode(0)))?;
    assert_eq!(store.commit(&session, seen).await?, Commit::Done);
    assert_eq!(store.claim_notice(ID, BENS, Side::Second, none, none).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn games_in_play_with_a_clock_that_lag_are_found_for_themselves(
    store: Arc<Store>,
) -> Result<()> {
    for id in 1..=6 {
        let time = match id {
            1 | 2 => TimeControl::Unlimited,
            _ => TimeControl::ThreeMinutes,
        };
        let session = shared_board(id)
            .session
            .under(time)
            .timed(None, PlayTime(0))
            .with_clock_started(PlayTime(0));
        let board = Board { session, ..shared_board(id) };
        store.create(&board, OpenGames::ANY).await?;
        let id = SessionId(id);
        match id.0 {
            // This one is shown.
            4 => store.place(id, at(4), None, Revision::START).await?,
            // This one lags in the other chat only.
            5 => {
                store.place(id, at(5), None, Revision::START).await?;
                store.add_placement(id, Placement::new(BENS, None)).await?;
            }
            6 => {
                let over =
                    board.session.apply(Actor::User(ANN), Revision::START, Action::Resign)?;
                store.commit(&over, Revision::START).await?;
            }
            _ => {}
        }
    }
    let found = async |after: Option<u64>, limit| {
        let boards = store.timed_behind(after.map(SessionId), limit, Grace::NONE).await?;
        anyhow::Ok(boards.iter().map(|board| board.session.id().0).collect::<Vec<_>>())
    };
    assert_eq!(found(None, 9).await?, [3, 5]);
    assert_eq!(found(None, 1).await?, [3]);
    assert_eq!(found(Some(3), 9).await?, [5]);
    let grace = Grace { unsent: HOUR, unshown: HOUR };
    assert_eq!(store.timed_behind(None, 9, grace).await?, []);
    Ok(())
}

pub(crate) async fn a_lease_ends_when_it_is_not_renewed_and_is_forgotten_once(
    store: Arc<Store>,
) -> Result<()> {
    let [one, other] = [ProcessId(i64::MIN), ProcessId(i64::MAX)];
    store.renew_lease(one).await?;
    store.renew_lease(other).await?;
    assert_eq!(store.ended_leases(HOUR).await?, []);
    let ended = store.ended_leases(Duration::ZERO).await?;
    assert_eq!(ended.iter().map(|lease| lease.process).collect::<Vec<_>>(), [one, other]);
    // The lease has to age.
    tokio::time::sleep(Duration::from_millis(5)).await;
    store.renew_lease(one).await?;
    store.drop_lease(ended[0]).await?;
    store.drop_lease(ended[1]).await?;
    let left = store.ended_leases(Duration::ZERO).await?;
    assert_eq!(left.iter().map(|lease| lease.process).collect::<Vec<_>>(), [one]);
    assert!(left[0].renewed_at > ended[0].renewed_at);
    Ok(())
}

pub(crate) async fn a_board_that_is_being_sent_for_long_is_left_to_its_sender(
    store: Arc<Store>,
) -> Result<()> {
    begun(store.as_ref()).await?;
    let grace = Grace { unsent: HOUR, unshown: HOUR };
    for (from, to) in [(CHAT, ChatId(-8)), (BENS, ChatId(-9))] {
        // The board was never claimed there, so it can be claimed at once.
        store.move_chat(from, to).await?;
        assert_eq!(store.behind(None, 9, grace).await?.len(), 1);
        assert_eq!(store.renew_claim(ID, from).await?, Commit::Conflict, "it is not there");
        assert_eq!(store.renew_claim(ID, to).await?, Commit::Done);
        assert_eq!(store.behind(None, 9, grace).await?, []);
        assert_eq!(store.claim(ID, to.into(), grace).await?, Commit::Conflict);
        let message = ChatMessage { chat: to, message: MessageId(9) };
        store.place(ID, message, None, Revision::START).await?;
        assert_eq!(store.renew_claim(ID, to).await?, Commit::Conflict, "it was sent");
    }
    Ok(())
}
