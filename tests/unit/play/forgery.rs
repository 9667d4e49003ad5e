//! Callback data can be sent by any user from any place. It changes at most a game of the sender's own, in
//! its own chat, in its current state, by one legal step.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::{Index, select};
use tokio::runtime;
use zerosum::engine::Engine;
use zerosum::play::Play;
use zerosum::play::announcements::Showing;
use zerosum::play::games::transitions::{ActionRequest, NotDone};
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::{self, Tap};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::support::session_laws::{Wish, check, check_step, refusal};
use crate::support::sessions::agreements;

const ANNA: UserId = UserId(1_001);
const BORIS: UserId = UserId(1_002);
const CLARA: UserId = UserId(u64::MAX);
const PEOPLE: [UserId; 3] = [ANNA, BORIS, CLARA];

const GROUP: ChatId = ChatId(-100);
const CHATS: [ChatId; 4] = [ChatId(1_001), ChatId(1_002), GROUP, ChatId(i64::MIN)];

/// A limit that all runs together do not reach.
const GAMES_PER_PERSON_MAX: u32 = 100_000;

/// Number of presses in one run of the property.
const PRESSES_MAX: usize = 80;

/// Origin of the data of a press.
#[derive(Clone, Debug)]
enum Data {
    /// A button that some board shows or has shown.
    Shown(Index),
    /// A button of a board in its current state.
    Current(Index),
    /// A button of a board with one character inserted, replaced or removed.
    Changed {
        of: Index,
        at: Index,
        letter: char,
        is_kept: bool,
    },
    /// Data that was never shown, about an existing game.
    MadeUp {
        of: Index,
        revisions_off: i8,
        action: Action,
    },
    Any(String),
}

/// A press by some user at some place, received by some process.
#[derive(Clone, Debug)]
struct Attempt {
    user: UserId,
    chat: ChatId,
    data: Data,
    replica: Index,
}

fn actions() -> impl Strategy<Value = Action> {
    let play = |code| Action::Play(MoveCode(code));
    prop_oneof![
        8 => (0..10_u16).prop_map(play),
        1 => any::<u16>().prop_map(play),
        1 => Just(Action::Resign),
        3 => select(agreements()),
    ]
}

fn attempts() -> impl Strategy<Value = Attempt> {
    let letters: Vec<char> = "0123456789abcdef:pxrsnl+- \u{0}é".chars().collect();
    let changed = (any::<Index>(), any::<Index>(), select(letters), any::<bool>());
    let made_up = (any::<Index>(), prop_oneof![4 => Just(0_i8), 1 => -3..4_i8], actions());
    let data = prop_oneof![
        3 => any::<Index>().prop_map(Data::Shown),
        6 => any::<Index>().prop_map(Data::Current),
        3 => changed.prop_map(|(of, at, letter, is_kept)| Data::Changed { of, at, letter, is_kept }),
        5 => made_up.prop_map(|(of, revisions_off, action)| {
            Data::MadeUp { of, revisions_off, action }
        }),
        1 => prop_oneof![any::<String>(), "1:a:[0-9a-f]{1,2}:[0-9a-f]:[pxrs][0-9]?"].prop_map(Data::Any),
    ];
    let place = (select(PEOPLE.to_vec()), select(CHATS.to_vec()));
    (place, data, any::<Index>()).prop_map(|((user, chat), data, replica)| Attempt {
        user,
        chat,
        data,
        replica,
    })
}

/// Two processes on one store. All runs share them, because solving games takes time.
struct House {
    store: Arc<Store>,
    replicas: [Play; 2],
    engine: Engine,
    locales: Locales,
    tables: AtomicU64,
}

static HOUSE: LazyLock<House> = LazyLock::new(|| {
    let store = Arc::new(Store::in_memory());
    let replicas = [(); 2].map(|()| {
        // The cache holds fewer boards than there are, so that some are loaded again.
        let live = LiveGames::new(LiveCounts { boards: 4, people: 4 });
        Play::new(store.clone(), live, Engine::new(), GAMES_PER_PERSON_MAX, Arc::default())
    });
    let (engine, locales) = (Engine::new(), Locales::load());
    House { store, replicas, engine, locales, tables: AtomicU64::new(1) }
});

/// The games of one run, and their expected content in the store.
struct Table {
    house: &'static House,
    /// The id of the next game.
    next_id: u64,
    boards: BTreeMap<SessionId, Board>,
    /// Earlier states of the boards.
    past: Vec<Board>,
    /// The data of every button that was ever shown.
    shown: Vec<String>,
}

impl Table {
    async fn new() -> Table {
        let house = &*HOUSE;
        let number = house.tables.fetch_add(1, Ordering::Relaxed);
        let (boards, past, shown) = (BTreeMap::new(), Vec::new(), Vec::new());
        // A changed digit leads to another game of this table, never to one of another table.
        let next_id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !0xff;
        let mut table = Table { house, next_id, boards, past, shown };
        let human = Seat::Human;
        let engine = Seat::Engine(Level::Best);
        let seatings = [
            (CHATS[0], ANNA, human(ANNA), engine),
            (CHATS[1], BORIS, human(BORIS), engine),
            (GROUP, ANNA, human(ANNA), engine),
            (GROUP, BORIS, human(BORIS), engine),
            (GROUP, ANNA, human(ANNA), human(BORIS)),
            (GROUP, CLARA, human(CLARA), human(CLARA)),
        ];
        for (chat, owner, first, second) in seatings {
            table.begin((chat, owner), BySide { first, second }).await;
        }
        table
    }

    async fn begin(&mut self, (chat, owner): (ChatId, UserId), seats: BySide<Seat>) {
        let id = SessionId(self.next_id);
        self.next_id += 1;
        let session = Session::new(id, GameSpec::TicTacToe, seats);
        let board = Board::new(session, owner, chat);
        let created = self.house.store.create(&board, OpenGames::ANY).await;
        assert_eq!(created.expect("memory does not fail"), Commit::Done);
        self.show(board);
    }

    /// Records a board as the one shown in its chat.
    fn show(&mut self, board: Board) {
        let data = self.buttons(&board.session);
        self.shown.extend(data);
        self.past.extend(self.boards.insert(board.session.id(), board));
    }

    fn buttons(&self, session: &Session) -> Vec<String> {
        let localizer = self.house.locales.localizer(Language::English);
        let view = zerosum_render::of(session, Focus::Suggested, None, Audience::Owner, localizer);
        view.keyboard.into_iter().flatten().map(|button| tap::encode(button.tap)).collect()
    }

    fn data_of(&self, data: &Data) -> String {
        let boards: Vec<&Board> = self.boards.values().collect();
        match data {
            Data::Shown(index) => index.get(&self.shown).clone(),
            Data::Current(index) => {
                let buttons: Vec<String> =
                    boards.iter().flat_map(|board| self.buttons(&board.session)).collect();
                index.get(&buttons).clone()
            }
            Data::Changed { of, at, letter, is_kept } => {
                let text = of.get(&self.shown);
                let (left, right) = text.split_at(at.index(text.len()));
                format!("{left}{letter}{}", if *is_kept { right } else { &right[1..] })
            }
            Data::MadeUp { of, revisions_off, action } => {
                let session = &of.get(&boards).session;
                let seen = session.revision().0.saturating_add_signed((*revisions_off).into());
                tap::encode(Tap::Act { id: session.id(), seen: Revision(seen), action: *action })
            }
            Data::Any(text) => text.clone(),
        }
    }

    /// Presses, and checks the effect on every game.
    async fn press(&mut self, attempt: &Attempt) {
        let data = self.data_of(&attempt.data);
        let Ok(Tap::Act { id, seen, action }) = tap::decode(&data) else { return };
        let Attempt { user, chat, ref replica, .. } = *attempt;
        let surface = chat.into();
        let press = ActionRequest {
            user,
            surface,
            id,
            seen,
            action,
            showing: Showing::InPlace { arrived: None },
        };
        let pressed = replica.get(&self.house.replicas).press(press).await;
        let before = self.boards.get(&id).filter(|board| board.surface() == surface).cloned();
        match (before, pressed) {
            (None, Err(NotDone::Unknown)) => {}
            (None, pressed) => panic!("{data:?}: {pressed:?}"),
            (Some(before), pressed) => {
                let wish = Wish { actor: Actor::User(user), seen, action };
                match (refusal(&before.session, wish), pressed) {
                    (Some(expected), Err(NotDone::Refused(refused, board))) => {
                        // This process may not know yet what the other has written. It refuses anyway.
                        let is_known = board.session.revision() == before.session.revision();
                        let expected = if is_known {
                            assert_eq!(board, before);
                            expected
                        } else {
                            assert!(self.past.contains(&board), "no such board: {board:?}");
                            refusal(&board.session, wish).expect("it was refused")
                        };
                        assert_eq!(refused, expected, "{data:?} by {user:?}");
                    }
                    (None, Ok(board)) => {
                        self.check_change(&before, &board, wish);
                        let is_over = board.session.outcome().is_some();
                        self.show(board);
                        // Another game begins, and the finished one can still be pressed.
                        if is_over {
                            let (place, seats) = ((chat, before.owner), before.session.seats());
                            self.begin(place, *seats).await;
                        }
                    }
                    (expected, pressed) => {
                        panic!("{data:?} by {user:?}: {expected:?}, not {pressed:?}")
                    }
                }
            }
        }
        self.check_store().await;
    }

    /// Checks that a change is one legal step of the actor and at most one of an engine.
    fn check_change(&self, before: &Board, after: &Board, wish: Wish) {
        assert_eq!((after.surface(), after.owner), (before.surface(), before.owner));
        let Wish { actor, seen, action } = wish;
        let next = before.session.apply(actor, seen, action).expect("it is legal");
        check_step(&before.session, &next, wish);
        match self.house.engine.instant_reply(&next) {
            None => assert_eq!(after.session, next),
            Some(code) => {
                let (actor, action) = (Actor::Engine, Action::Play(code));
                let reply = Wish { actor, seen: next.revision(), action };
                check_step(&next, &after.session, reply);
            }
        }
        check(&after.session);
    }

    async fn check_store(&self) {
        for (id, board) in &self.boards {
            let stored = self.house.store.load(*id).await.expect("memory does not fail");
            assert_eq!(stored.as_ref(), Some(board));
        }
    }
}

fn block_on(task: impl Future<Output = ()>) {
    runtime::Builder::new_current_thread().build().expect("a runtime starts").block_on(task);
}

proptest! {
    #[test]
    fn a_user_changes_only_their_own_game_by_a_legal_step(
        attempts in vec(attempts(), 1..PRESSES_MAX),
    ) {
        block_on(async {
            let mut table = Table::new().await;
            for attempt in &attempts {
                table.press(attempt).await;
            }
        });
    }
}

#[test]
fn the_property_meets_changes_and_every_refusal() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let attempts = vec(attempts(), 2_000).new_tree(&mut runner).expect("they can be made");
    let mut met: BTreeMap<String, u32> = BTreeMap::new();
    block_on(async {
        let mut table = Table::new().await;
        for attempt in attempts.current() {
            let data = table.data_of(&attempt.data);
            let Ok(Tap::Act { id, seen, action }) = tap::decode(&data) else { continue };
            let wish = Wish { actor: Actor::User(attempt.user), seen, action };
            let what = match table.boards.get(&id) {
                Some(board) if board.surface() == attempt.chat.into() => {
                    format!("{:?}", refusal(&board.session, wish))
                }
                Some(_) => "of another chat".to_owned(),
                None => "of no chat".to_owned(),
            };
            *met.entry(what).or_default() += 1;
            table.press(&attempt).await;
        }
    });
    let refusals =
        [Refusal::NotSeated, Refusal::Over, Refusal::Stale, Refusal::NotYourTurn, Refusal::Illegal];
    let expected = refusals.map(|refusal| format!("{:?}", Some(refusal)));
    let others = ["None", "of another chat", "of no chat"].map(str::to_owned);
    for what in expected.iter().chain(&others) {
        assert!(met.contains_key(what), "{what} is not met: {met:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_presses_at_the_same_time_one_counts_for_each_revision() {
    let Table { house, boards, .. } = Table::new().await;
    let ids: Vec<SessionId> = boards.keys().copied().collect();
    for replica in &house.replicas {
        for board in boards.values() {
            let known = replica.board(board.surface(), board.session.id()).await;
            assert_eq!(known.expect("memory does not fail").as_ref(), Some(board));
        }
    }
    let mut tasks = Vec::new();
    for turn in 0..600 {
        // Every person presses on every board, through both processes.
        let user = PEOPLE[turn % PEOPLE.len()];
        let id = ids[turn / PEOPLE.len() % ids.len()];
        let replica = &house.replicas[turn / (PEOPLE.len() * ids.len()) % 2];
        let surface = boards[&id].surface();
        let seen = Revision(u32::try_from(1 + turn / 60).expect("it is small"));
        let action = Action::Play(MoveCode(u16::try_from(turn % 11).expect("it is small")));
        let press = ActionRequest {
            user,
            surface,
            id,
            seen,
            action,
            showing: Showing::InPlace { arrived: None },
        };
        tasks.push(tokio::spawn(async move {
            let pressed = replica.press(press).await;
            assert!(!matches!(pressed, Err(NotDone::Failed(_))), "memory does not fail");
            (press, pressed)
        }));
    }
    let mut counted = BTreeMap::new();
    for task in tasks {
        let (press, pressed) = task.await.expect("it ends in order");
        if pressed.is_ok() {
            let before = counted.insert((press.id, press.seen), press.user);
            assert_eq!(before, None, "two presses count for one revision: {press:?}");
            let seats = boards[&press.id].session.seats();
            assert!(seats.find(|seat| *seat == Seat::Human(press.user)).is_some());
        }
    }
    assert!(!counted.is_empty());
    for id in boards.keys() {
        let board = house.store.load(*id).await.expect("memory does not fail");
        check(&board.expect("it is kept").session);
    }
}
