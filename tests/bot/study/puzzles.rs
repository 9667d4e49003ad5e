//! Puzzles: of the day and others, solved and given up, in private and in a group, counted once and shown to
//! others.

use std::sync::LazyLock;

use zerosum_games::any::GameSpec;
use zerosum_games::{Game, MoveCode};
use zerosum_playground::views::MessageView;
use zerosum_render::board::sides;
use zerosum_render::tap::puzzles::{NextPuzzle, Posed, PuzzleTap};
use zerosum_render::tap::{self, Tap};
use zerosum_search::level::Level;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Collection, Day};
use zerosum_session::UserId;
use zerosum_session::people::puzzles::PuzzleTally;

use crate::support::fickle::FickleStore;
use crate::support::harness::Table;

pub(crate) const SOLUTION: &str = "💡 Solution";
const ANOTHER: &str = "🧩 Another one";
pub(crate) const SHARE: &str = "🔗 Share";
const LINK: &str = "https://t.me/zerosum_bot?start=";

pub(crate) static PUZZLES: LazyLock<Collection> = LazyLock::new(Collection::read);

/// Taps behind the buttons of a puzzle.
fn taps(message: &MessageView) -> Vec<PuzzleTap> {
    let data = message.keyboard.iter().flatten().filter_map(|button| button.data.as_deref());
    let taps = data.filter_map(|data| match tap::decode(data).expect("it is a button") {
        Tap::Puzzle(tap) => Some(tap),
        _ => None,
    });
    taps.collect()
}

pub(crate) fn posed(message: &MessageView) -> Posed {
    let posed = taps(message).into_iter().find_map(|tap| match tap {
        PuzzleTap::Answer { posed, .. } | PuzzleTap::Look { posed, .. } => Some(posed),
        PuzzleTap::Solution { posed, .. } | PuzzleTap::Share(posed) => Some(posed),
        PuzzleTap::Next { .. } => None,
    });
    posed.unwrap_or_else(|| panic!("no puzzle: {message:?}"))
}

pub(crate) fn puzzle(message: &MessageView) -> &'static Puzzle {
    PUZZLES.puzzle(posed(message).number).expect("it is in the collection")
}

/// A legal move that is not the answer.
fn wrong(puzzle: &Puzzle) -> MoveCode {
    let mut moves = Vec::new();
    puzzle.position().legal_moves(&mut moves);
    moves.into_iter().find(|code| *code != puzzle.right()).expect("there is a choice")
}

fn answer(message: &MessageView, code: MoveCode) -> String {
    tap::encode(Tap::Puzzle(PuzzleTap::Answer { posed: posed(message), code }))
}

async fn press(table: &Table, user: i64, message: &MessageView, tap: PuzzleTap) -> String {
    table.toast(&table.press_data(user, message, &tap::encode(Tap::Puzzle(tap)))).await
}

/// Returns the puzzle with a button for this move, after turning to the part of the board that has it.
async fn open(table: &Table, user: i64, message: &MessageView, code: MoveCode) -> MessageView {
    let has_move = |message: &MessageView| {
        taps(message)
            .iter()
            .any(|tap| matches!(tap, PuzzleTap::Answer { code: c, .. } if *c == code))
    };
    let mut message = message.clone();
    let looks = |message: &MessageView| {
        let is_look = |tap: &PuzzleTap| matches!(tap, PuzzleTap::Look { part: Some(_), .. });
        taps(message).into_iter().filter(is_look).collect::<Vec<_>>()
    };
    if looks(&message).is_empty() && !has_move(&message) {
        // One of several parts has been chosen.
        let back = PuzzleTap::Look { posed: posed(&message), part: None };
        assert_eq!(press(table, user, &message, back).await, "");
        message = table.changed(&message).await;
    }
    for look in looks(&message) {
        if has_move(&message) {
            break;
        }
        let PuzzleTap::Look { part, .. } = look else { panic!("{look:?}") };
        // After a redraw the buttons may name another day.
        let look = PuzzleTap::Look { posed: posed(&message), part };
        if !looks(&message).contains(&look) {
            let back = PuzzleTap::Look { posed: posed(&message), part: None };
            assert_eq!(press(table, user, &message, back).await, "");
            message = table.changed(&message).await;
        }
        let look = PuzzleTap::Look { posed: posed(&message), part };
        if press(table, user, &message, look).await.is_empty() {
            message = table.changed(&message).await;
        }
    }
    assert!(has_move(&message), "{message:?}");
    message
}

/// Taps the right move.
pub(crate) async fn solve(table: &Table, user: i64, message: &MessageView) -> MessageView {
    let right = puzzle(message).right();
    let message = open(table, user, message, right).await;
    let toast = table.toast(&table.press_data(user, &message, &answer(&message, right))).await;
    assert_eq!(toast, "");
    table.changed(&message).await
}

pub(crate) async fn tally(store: &FickleStore, user: i64) -> PuzzleTally {
    let person = store.person(UserId(user.unsigned_abs())).await.expect("the store works");
    person.and_then(|person| person.habits.puzzles().cloned()).unwrap_or_default()
}

pub(crate) fn today(store: &FickleStore) -> Day {
    Day(u32::try_from(store.now() / 86_400_000_000).expect("a day"))
}

pub(crate) async fn table_with(store: &FickleStore) -> Table {
    Table::with_store(store.shared()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_puzzle_of_the_day_is_the_same_for_all_and_a_double_tap_solves_it_once() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let people = [
        (
            table.anna,
            "🧩 Puzzle of ",
            "Wrong so far: 1.",
            "✅ Right, on the second try!",
            "1 puzzle ",
        ),
        (table.boris, "🧩 Задача ", "Неверных ответов: 1.", "✅ Верно, со второй", "1 задача "),
        (
            table.oksana,
            "🧩 Задача дня",
            "Неправильних відповідей: 1.",
            "✅ Правильно, з др",
            "1 задача ",
        ),
    ];
    for (user, head, missed, right, streak) in people {
        let asked = table.ask(user, user, "/puzzle").await;
        assert!(asked.text.starts_with(head), "{asked:?}");
        assert_eq!(posed(&asked).number, PUZZLES.daily(today(&store)));
        let puzzle = puzzle(&asked);
        let code = wrong(puzzle);
        let asked = open(&table, user, &asked, code).await;
        let toast = table.toast(&table.press_data(user, &asked, &answer(&asked, code))).await;
        assert!(!toast.is_empty());
        let missing = table.changed(&asked).await;
        assert!(missing.text.contains(missed), "{missing:?}");
        assert_eq!(tally(&store, user).await, PuzzleTally::default());
        table.restart_bot().await;
        let missing = open(&table, user, &missing, puzzle.right()).await;
        let data = answer(&missing, puzzle.right());
        let presses = [(); 2].map(|()| table.press_data(user, &missing, &data));
        for press in presses {
            table.toast(&press).await;
        }
        let solved = table.until(&missing, |now| now.text.contains(right)).await;
        assert!(solved.text.contains(streak), "{solved:?}");
        let tally = tally(&store, user).await;
        assert_eq!((tally.solved(), tally.tries(), tally.streak(today(&store))), (1, 2, 1));
        // Another copy of it does not count again.
        let again = table.ask(user, user, "/puzzle").await;
        solve(&table, user, &again).await;
        assert_eq!(self::tally(&store, user).await, tally);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_solution_is_stepped_through_move_by_move_and_stays_where_it_is() {
    let mut table = Table::new().await;
    let anna = table.anna;
    for words in ["3x3 strong", "7x7x5 perfect", "ultimate perfect", "sheep strong"] {
        let asked = table.ask(anna, anna, &format!("/puzzle {words}")).await;
        let puzzle = puzzle(&asked);
        let plies = puzzle.line().len();
        let mut shown = solve(&table, anna, &asked).await;
        assert_eq!(shown.has_photo, asked.has_photo);
        for ply in 1..=plies {
            let mut position = puzzle.position();
            puzzle.line()[..ply - 1].iter().for_each(|code| position.play(*code).expect("legal"));
            let text = position.move_text(puzzle.line()[ply - 1]);
            let end = shown.text.lines().last().expect("a line");
            assert!(end.starts_with(&format!("{ply} / {plies}")) && end.ends_with(&text), "{end}");
            if ply == 1 {
                table.restart_bot().await;
            }
            assert_eq!(table.toast(&table.press(anna, &shown, "▶️")).await, "");
            if ply < plies {
                shown = table.changed(&shown).await;
            }
        }
        for (label, ply) in [("⏮", 0), ("⏭", plies), ("◀️", plies - 1)] {
            assert_eq!(table.toast(&table.press(anna, &shown, label)).await, "");
            let counted = format!("\n{ply} / {plies}");
            shown = table.until(&shown, |now| now.text.contains(&counted)).await;
        }
        // Its cells are buttons that change nothing.
        assert_eq!(table.toast(&table.press_cell(anna, &shown, 0)).await, "");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_tap_after_the_right_one_is_told_and_leaves_the_solution() {
    let table = Table::new().await;
    let anna = table.anna;
    let asked = table.ask(anna, anna, "/puzzle 3x3 casual").await;
    let puzzle = puzzle(&asked);
    let link = format!("/start p{}", posed(&asked).number.0);
    let copy = table.ask(anna, anna, &link).await;
    let taps = [puzzle.right(), wrong(puzzle)];
    let [right, missed] = taps.map(|code| table.press_data(anna, &asked, &answer(&asked, code)));
    assert_eq!(table.toast(&right).await, "");
    assert!(table.toast(&missed).await.ends_with("Look again."));
    table.until(&asked, |now| now.text.contains("✅ Right")).await;
    // Another message of it is not redrawn either.
    let missed = table.press_data(anna, &copy, &answer(&copy, wrong(puzzle)));
    assert!(table.toast(&missed).await.ends_with("Look again."));
    let solved = solve(&table, anna, &copy).await;
    assert_eq!(posed(&solved), posed(&copy));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_each_member_tries_alone_and_the_solution_comes_when_it_is_asked_for() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let asked = table.ask(anna, group, "/puzzle 5x5x4 strong").await;
    let puzzle = puzzle(&asked);
    let missed = table.press_data(boris, &asked, &answer(&asked, wrong(puzzle)));
    assert!(table.toast(&missed).await.ends_with("Подумайте ещё."));
    let right = "✅ Right! “Solution” shows it to everybody here.";
    for (user, toast) in [(boris, "✅ Верно! Кнопка «Решение» покажет ответ всем."), (anna, right)]
    {
        for _ in 0..2 {
            let solved = table.press_data(user, &asked, &answer(&asked, puzzle.right()));
            assert_eq!(table.toast(&solved).await, toast);
        }
        let tally = tally(&store, user).await;
        assert_eq!((tally.solved(), tally.tries()), (1, 1));
    }
    assert_eq!(table.now(&asked), asked, "no one has seen anything");
    let name = store.person(UserId(boris.unsigned_abs())).await.expect("it works");
    assert_eq!(name.map(|person| (person.name, person.is_reachable)), Some((String::new(), false)));
    assert_eq!(table.toast(&table.press(table.oksana, &asked, SOLUTION)).await, "");
    let shown = table.changed(&asked).await;
    assert!(shown.text.contains("💡 Розв’язок."), "{shown:?}");
    assert_eq!(table.toast(&table.press(anna, &shown, "🧩 Ще одна")).await, "");
    let next = table.read(group).await;
    assert_ne!(posed(&next).number, posed(&asked).number);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_and_a_level_are_named_in_three_languages_and_what_there_is_not_is_said() {
    let table = Table::new().await;
    let ultimate = GameSpec::from_name("ultimate").expect("a game");
    let people = [
        (table.anna, "/puzzle ultimate strong", "/puzzle gomoku", "I have no puzzles"),
        (table.boris, "/puzzle сильный Ultimate 9×9", "/puzzle гомоку", "По этой игре задач нет"),
        (table.oksana, "/puzzles ultimate сильний", "/puzzle гомоку", "Для цієї гри задач немає"),
    ];
    for (user, words, none, told) in people {
        let asked = table.ask(user, user, words).await;
        let puzzle = puzzle(&asked);
        assert_eq!(
            (puzzle.spec(), puzzle.level(), posed(&asked).day),
            (ultimate, Level::Strong, None)
        );
        assert!(asked.has_photo, "{asked:?}");
        let none = table.ask(user, user, none).await;
        assert!(none.text.starts_with(told), "{none:?}");
    }
    let anna = table.anna;
    let levels = table.ask(anna, anna, "/puzzle 6x6x5 perfect").await;
    assert_eq!(levels.text, "Puzzles for “6×6, 5 in a row” come at these levels: casual.");
    let unknown = table.ask(anna, anna, "/puzzle chess").await;
    assert!(unknown.text.starts_with("I know no game, side or level called “chess”."));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_one_is_of_any_game_or_the_same_and_easier_or_harder_where_there_is_one() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let asked = table.ask(anna, anna, "/puzzle 5x5x4 casual").await;
    assert_eq!(table.toast(&table.press(anna, &asked, ANOTHER)).await, "");
    assert_ne!(posed(&table.read(anna).await).number, posed(&asked).number);
    let mut shown = solve(&table, anna, &asked).await;
    let mut seen = vec![posed(&asked).number];
    for (label, level) in [
        ("💪 Harder", Some(Level::Strong)),
        ("💪 Harder", Some(Level::Best)),
        ("🙂 Easier", Some(Level::Strong)),
        ("🔁 Same game", None),
    ] {
        assert_eq!(table.toast(&table.press(anna, &shown, label)).await, "");
        let next = table.read(anna).await;
        let puzzle = puzzle(&next);
        assert_eq!(puzzle.spec(), self::puzzle(&asked).spec());
        assert!(level.is_none_or(|level| puzzle.level() == level), "{label}: {next:?}");
        assert!(!seen.contains(&posed(&next).number), "there are others to solve");
        seen.push(posed(&next).number);
        shown = solve(&table, anna, &next).await;
        assert_eq!(shown.find_button("💪 Harder").is_none(), puzzle.level() == Level::Best);
    }
    // A game with one level has no easier or harder one.
    let asked = table.ask(anna, anna, "/puzzle 6x6x5").await;
    let shown = solve(&table, anna, &asked).await;
    let nexts = taps(&shown).into_iter().filter_map(|tap| match tap {
        PuzzleTap::Next { next, .. } => Some(next),
        _ => None,
    });
    assert_eq!(nexts.collect::<Vec<_>>(), [NextPuzzle::Any, NextPuzzle::SameGame]);
    assert_eq!(table.toast(&table.press(anna, &shown, "🧩 Today’s puzzle")).await, "");
    assert_eq!(posed(&table.read(anna).await).day, Some(today(&store)));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_result_is_shared_without_the_solution_and_its_link_opens_the_puzzle() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris) = (table.anna, table.boris);
    for words in ["/puzzle", "/puzzle ultimate strong"] {
        let asked = table.ask(anna, anna, words).await;
        let (posed, puzzle) = (posed(&asked), puzzle(&asked));
        let solved = solve(&table, anna, &asked).await;
        assert_eq!(table.toast(&table.press(anna, &solved, SHARE)).await, "");
        let shared = table.read(anna).await;
        assert!(shared.has_photo && shared.keyboard.is_empty(), "{shared:?}");
        let (told, word) = shared.text.split_once(LINK).expect("there is a link");
        assert!(told.contains("✅ Solved on the first try."), "{told}");
        assert_eq!(told.contains("🔥 1 puzzle of the day: a streak begins."), posed.day.is_some());
        let right = puzzle.position().move_text(puzzle.right());
        assert!(!told.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == right));
        let opened = table.ask(boris, boris, &format!("/start {word}")).await;
        assert_eq!(self::posed(&opened), posed);
        solve(&table, boris, &opened).await;
        assert!(tally(&store, boris).await.is_solved(posed.number));
    }
    // A player who solves it again gets no count of tries, and a wrong answer is not counted.
    for (user, right, solved) in
        [(anna, "✅ Right! ", "✅ Solved.\n"), (boris, "✅ Верно! ", "✅ Решено.\n")]
    {
        let asked = table.ask(user, user, "/puzzle").await;
        assert_eq!(posed(&asked).wrong, None);
        let shown = solve(&table, user, &asked).await;
        assert!(shown.text.contains(right), "{shown:?}");
        let share = PuzzleTap::Share(posed(&shown));
        assert_eq!(press(&table, user, &shown, share).await, "");
        let shared = table.read(user).await;
        assert!(shared.text.contains(solved), "{shared:?}");
        let mark = sides::mark(puzzle(&asked).spec(), puzzle(&asked).position().turn());
        let to_move = [format!("{mark} to move. "), format!("Ход: {mark}. ")];
        assert!(to_move.iter().any(|words| shared.text.contains(words)), "{shared:?}");
    }
    // The puzzle of a past day opens as such; a future day or an invalid one does not open.
    let Day(day) = today(&store);
    let old = table.ask(boris, boris, &format!("/start d{}", day - 3)).await;
    assert_eq!(posed(&old).day, Some(Day(day - 3)));
    for word in [format!("d{}", day + 1), "p65535".to_owned(), "p017".to_owned()] {
        let none = table.ask(boris, boris, &format!("/start {word}")).await;
        assert!(none.text.starts_with("По этой ссылке нет задачи."), "{none:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_button_of_the_message_says_is_refused_and_a_taken_cell_is_no_answer() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris) = (table.anna, table.boris);
    let asked = table.ask(anna, anna, "/puzzle 5x5x4 strong").await;
    let puzzle = puzzle(&asked);
    let taken = table.press_data(anna, &asked, &answer(&asked, puzzle.moves()[0]));
    assert_eq!(table.toast(&taken).await, "This cell is taken.");
    assert_eq!(table.now(&asked), asked);
    let Posed { number, .. } = posed(&asked);
    let right = puzzle.right();
    let forged = [
        PuzzleTap::Answer { posed: Posed { number, day: None, wrong: Some(3) }, code: right },
        PuzzleTap::Share(posed(&asked)),
        PuzzleTap::Next { after: number, next: NextPuzzle::Harder },
    ];
    for tap in forged {
        let toast = press(&table, anna, &asked, tap).await;
        assert_eq!(toast, "This button is out of date. Send /puzzle instead.");
    }
    let theirs = table.ask(boris, boris, "/new 3x3").await;
    let toast = table.toast(&table.press_data(boris, &theirs, &answer(&asked, right))).await;
    assert_eq!(toast, "Эта кнопка устарела. Отправьте вместо этого /puzzle.");
    assert_eq!(tally(&store, boris).await, PuzzleTally::default());
    // Progress that cannot be stored is not shown.
    store.fail_to_write(true);
    let unsaved = table.press_data(anna, &asked, &answer(&asked, right));
    assert!(table.toast(&unsaved).await.starts_with("I can’t save moves right now"));
    assert_eq!(table.now(&asked), asked);
    store.fail_to_write(false);
    solve(&table, anna, &asked).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_want_to_be_counted_solves_puzzles_without_a_streak() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let asked = table.ask(anna, anna, "/puzzle").await;
    solve(&table, anna, &asked).await;
    let me = table.ask(anna, anna, "/me").await;
    table.toast(&table.press(anna, &me, "✖️ Stop counting")).await;
    let question = table.read(anna).await;
    table.toast(&table.press(anna, &question, "Yes, stop and delete")).await;
    table.changed(&question).await;
    assert_eq!(tally(&store, anna).await, PuzzleTally::default());
    for words in ["/puzzle", "/puzzle 3x3 casual"] {
        let asked = table.ask(anna, anna, words).await;
        let solved = solve(&table, anna, &asked).await;
        assert!(solved.text.contains("✅ Right") && !solved.text.contains("🔥"), "{solved:?}");
        assert_eq!(tally(&store, anna).await, PuzzleTally::default());
    }
    let me = table.ask(anna, anna, "/me").await;
    table.toast(&table.press(anna, &me, "📊 Count my games")).await;
    table.changed(&me).await;
    let asked = table.ask(anna, anna, "/puzzle").await;
    assert!(
        solve(&table, anna, &asked).await.text.contains("🔥 1 puzzle of the day: a streak begins.")
    );
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_of_puzzles_is_told_handed_out_and_deleted() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let told = [
        (
            anna,
            "which puzzles you have solved, in how many tries, on which days in a row",
            "until you switch counting off in /me",
        ),
        (table.boris, "в какие дни подряд", "пока вы не отключите подсчёт в /me"),
        (table.oksana, "у які дні поспіль", "доки ви не вимкнете підрахунок у /me"),
    ];
    for (user, kept, until) in told {
        let text = table.ask(user, user, "/privacy").await.text;
        assert!(text.contains(kept) && text.contains(until), "{text}");
    }
    let asked = table.ask(anna, anna, "/puzzle").await;
    let Day(day) = today(&store);
    solve(&table, anna, &asked).await;
    let sent = table.ask(anna, anna, "/mydata").await;
    let file = table.playground.look(|all| all.document(sent.chat_id, sent.message_id));
    let file = String::from_utf8(file.expect("a file").content.to_vec()).expect("it is text");
    assert!(file.contains(&format!("\"habits\":\"puzzle d{day} s1 b1 a1 ")), "{file}");
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &question, "Yes, delete everything")).await;
    table.changed(&question).await;
    assert_eq!(tally(&store, anna).await, PuzzleTally::default());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_solved_is_told_with_the_results() {
    let table = Table::new().await;
    let anna = table.anna;
    let before = table.ask(anna, anna, "/me").await;
    assert!(!before.text.contains("🧩"), "{before:?}");
    let daily = table.ask(anna, anna, "/puzzle").await;
    solve(&table, anna, &daily).await;
    let after = table.ask(anna, anna, "/me").await;
    let line = "🧩 Puzzles solved: 1, tries: 1. Puzzles of the day in a row: 1 now, 1 at best.";
    assert_eq!(after.text.lines().last(), Some(line));
    table.finish().await;
}
