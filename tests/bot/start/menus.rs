//! Games, levels and variants chosen by buttons: tiles, cards, and help.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_playground::views::{ButtonView, MessageView};
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::{self, GamesPage, Request, Tap};
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::{Session, SessionId, UserId};

use crate::support::harness::Table;

/// Length up to which labels of half a phone's width are shown whole.
const HALF_LABEL_CHARS_MAX: usize = 16;
/// Length up to which labels of a row of their own are shown whole.
const LABEL_CHARS_MAX: usize = 32;
const PAGE_BUTTONS_MAX: usize = 9;

/// Presses a button that replaces the content of its message.
pub(crate) async fn turn(
    table: &Table,
    user: i64,
    message: &MessageView,
    label: &str,
) -> MessageView {
    let press = table.press(user, message, label);
    assert_eq!(table.toast(&press).await, "");
    table.changed(message).await
}

/// The tap encoded in a button.
pub(crate) fn tap_of(button: &ButtonView) -> Tap {
    let data = button.data.as_deref().expect("it does something");
    tap::decode(data).expect("it is a button of this version")
}

fn buttons(message: &MessageView) -> impl Iterator<Item = &ButtonView> {
    message.keyboard.iter().flatten()
}

/// The labels of the tiles of a page.
fn tiles(page: &MessageView) -> Vec<String> {
    let is_tile = |button: &&ButtonView| matches!(tap_of(button), Tap::Card { .. });
    buttons(page).filter(is_tile).map(|button| button.text.clone()).collect()
}

/// The choice of game, side and level that a card would start.
pub(crate) fn choice_of(card: &MessageView) -> Choice {
    let starts: Vec<Choice> = buttons(card)
        .filter_map(|button| match tap_of(button) {
            Tap::Start(choice) => Some(choice),
            _ => None,
        })
        .collect();
    let [choice] = starts[..] else { panic!("a card starts one game: {card:?}") };
    choice
}

/// Label of the button whose tap is as wanted.
fn label_of(message: &MessageView, is_wanted: impl Fn(Tap) -> bool) -> String {
    let found = buttons(message).find(|button| is_wanted(tap_of(button)));
    found.unwrap_or_else(|| panic!("no such button in {message:?}")).text.clone()
}

/// Checks that rows of several buttons have short labels, and that no page has too many buttons.
fn check_sizes(message: &MessageView, buttons_max: usize) {
    assert!(buttons(message).count() <= buttons_max, "{message:?}");
    for row in &message.keyboard {
        let max = if row.len() > 1 { HALF_LABEL_CHARS_MAX } else { LABEL_CHARS_MAX };
        for button in row {
            assert!(button.text.chars().count() <= max, "{}: {row:?}", button.text);
        }
    }
}

/// A table where as many games may be started as a test needs.
async fn table_of_many_games() -> Table {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tile_leads_to_a_card_and_back_in_every_language() {
    let table = Table::new().await;
    for user in [table.anna, table.boris, table.oksana] {
        let mut page = table.ask(user, user, "/games").await;
        let mut games = Vec::new();
        for is_last in [false, true] {
            check_sizes(&page, PAGE_BUTTONS_MAX);
            for tile in tiles(&page) {
                let card = turn(&table, user, &page, &tile).await;
                let choice = choice_of(&card);
                games.push(choice.spec);
                // A player new to the game is offered the side that can win.
                let is_sheep = matches!(choice.spec, GameSpec::Sheep(_));
                assert_eq!(choice.side, if is_sheep { Side::Second } else { Side::First });
                assert_eq!(choice.level, Level::floor_of(choice.spec));
                let back = Tap::Games { page: GamesPage::First };
                let mut after =
                    turn(&table, user, &card, &label_of(&card, |tap| tap == back)).await;
                if is_last {
                    let more = Tap::Games { page: GamesPage::More };
                    let more = label_of(&after, |tap| tap == more);
                    after = turn(&table, user, &after, &more).await;
                }
                assert_eq!((&after.text, &after.keyboard), (&page.text, &page.keyboard));
                page = after;
            }
            let pages =
                Tap::Games { page: if is_last { GamesPage::First } else { GamesPage::More } };
            let label = label_of(&page, |tap| tap == pages);
            page = turn(&table, user, &page, &label).await;
        }
        let names: Vec<String> = games.iter().map(|spec| spec.name()).collect();
        let expected = [
            "3x3",
            "6x6x4",
            "15x15x5",
            "connect-four",
            "ultimate",
            "strategic",
            "sheep",
            "4x4x4",
            "5x5x4",
            "7x7x5",
            "8x8x5",
            "10x10x5",
            "15x15x5-caro",
            "ultimate-count",
            "ultimate-tactical",
        ];
        assert_eq!(names, expected);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_option_of_a_card_leads_to_the_same_card_with_the_option_marked() {
    let table = table_of_many_games().await;
    let anna = table.anna;
    let page = table.ask(anna, anna, "/games").await;
    for tile in tiles(&page) {
        let page = table.ask(anna, anna, "/games").await;
        let mut card = turn(&table, anna, &page, &tile).await;
        check_sizes(&card, 14);
        if let Some((row, column)) = card.find_button("⚙️ Variants") {
            let label = card.keyboard[row][column].text.clone();
            card = turn(&table, anna, &card, &label).await;
        }
        check_sizes(&card, 17);
        let options: Vec<Choice> = buttons(&card)
            .filter_map(|button| match tap_of(button) {
                Tap::Card { choice, .. } => Some(choice),
                _ => None,
            })
            .collect();
        assert!(options.len() >= 6, "two sides and four levels: {card:?}");
        for wanted in options {
            let is_it = |tap| matches!(tap, Tap::Card { choice, .. } if choice == wanted);
            // The option as the card stands now; earlier choices stay.
            let label = buttons(&card).find(|button| is_it(tap_of(button)));
            let Some(label) = label.map(|button| button.text.clone()) else { continue };
            let before = choice_of(&card);
            if wanted == before {
                assert!(label.starts_with('✓'), "{label}");
                continue;
            }
            assert!(!label.starts_with('✓'), "{label}");
            card = turn(&table, anna, &card, &label).await;
            assert_eq!(choice_of(&card), wanted, "{card:?}");
            let marked = format!("✓ {label}");
            assert!(card.find_button(&marked).is_some(), "no {marked} in {card:?}");
            let is_marked = |button: &&ButtonView| button.text.starts_with('✓');
            let marks = buttons(&card).filter(is_marked).count();
            assert_eq!(marks, 2 + usize::from(has_variants(&card)), "{card:?}");
        }
        // It starts exactly that game, once.
        let choice = choice_of(&card);
        let start = [table.press(anna, &card, "▶️ Start"), table.press(anna, &card, "▶️ Start")];
        let told = [table.toast(&start[0]).await, table.toast(&start[1]).await];
        assert!(told.contains(&String::new()), "{told:?}");
        let already = "Your board is ready. /board brings it down here.";
        assert!(told.contains(&already.to_owned()), "{told:?}");
        let board = table.read(anna).await;
        assert_eq!(board.text.lines().next(), Some(heading(choice).as_str()));
    }
    table.finish().await;
}

/// Returns whether a card shows several games to choose from.
fn has_variants(card: &MessageView) -> bool {
    let now = choice_of(card).spec;
    let is_other = |tap| matches!(tap, Tap::Card { choice, .. } if choice.spec != now);
    buttons(card).any(|button| is_other(tap_of(button)))
}

/// First line of an English private board for this choice.
pub(crate) fn heading(choice: Choice) -> String {
    let session = Session::against_engine(SessionId(1), UserId(1), choice);
    let locales = Locales::load();
    let localizer = locales.localizer(Language::English);
    let view = zerosum_render::of(&session, Focus::Suggested, None, Audience::Owner, localizer);
    view.text.lines().next().expect("a board has a text").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_page_takes_no_board_away() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(anna, group, "/new perfect").await;
    let board = table.play(anna, &board, 4).await;
    let own = table.ask(boris, group, "/new perfect").await;
    let page = table.ask(boris, group, "/games").await;
    let card = Tap::Card { choice: Choice::default(), has_variants: false };
    let pages = [GamesPage::First, GamesPage::More].map(|page| Tap::Games { page });
    for tap in [card, pages[0], pages[1]] {
        // Neither another player's board, nor one's own, nor a page without the button accepts the press.
        for message in [&board, &own] {
            let press = table.press_data(boris, message, &tap::encode(tap));
            let outdated = "Эта кнопка устарела. Отправьте вместо этого /games.";
            assert_eq!(table.toast(&press).await, outdated, "{tap:?}");
        }
    }
    // Any member may turn the pages in a group, as any member may ask for them.
    let more = table.press(anna, &page, "➕ Ещё");
    assert_eq!(table.toast(&more).await, "");
    let page = table.changed(&page).await;
    assert!(page.text.starts_with("More games."), "{page:?}");
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    assert_eq!([table.now(&board), table.now(&own)], [board, own]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_of_help_does_what_its_command_does() {
    let mut table = table_of_many_games().await;
    let (anna, boris) = (table.anna, table.boris);
    // Two people in the same state and language, one of whom presses while the other writes.
    let question = table.ask(boris, boris, "/language").await;
    turn(&table, boris, &question, "English").await;
    for (label, command) in [
        ("📋 My games", "/mygames"),
        ("📌 My board", "/board"),
        ("▶️ New game", "/new"),
        ("🎲 All games", "/games"),
        ("🎚 Level", "/level"),
        ("📖 Rules", "/rules"),
        ("📋 My games", "/mygames"),
        ("📌 My board", "/board"),
        ("📝 Paper sheet", "/sheet"),
        ("🧩 Puzzle", "/puzzle"),
        ("🎓 Learn", "/learn"),
        ("📊 My results", "/me"),
        ("🏆 Ratings", "/top"),
        ("🎨 Board style", "/theme"),
        ("🌐 Language", "/language"),
        ("🔒 Privacy", "/privacy"),
    ] {
        let help = table.ask(anna, anna, "/help").await;
        assert!(buttons(&help).count() == 16, "{help:?}");
        let written = table.ask(boris, boris, command).await;
        let press = table.press(anna, &help, label);
        assert_eq!(table.toast(&press).await, "", "{label}");
        let pressed = table.read(anna).await;
        let labels = |message: &MessageView| -> Vec<Vec<String>> {
            let row =
                |row: &Vec<ButtonView>| row.iter().map(|button| button.text.clone()).collect();
            message.keyboard.iter().map(row).collect()
        };
        assert_eq!(
            (&pressed.text, labels(&pressed), pressed.has_photo),
            (&written.text, labels(&written), written.has_photo),
            "{label}"
        );
        // Sent messages are recorded, so that both are in the same state.
        table.playground.settled().await.expect("all is settled");
        table.restart_bot().await;
    }
    // A button is easily touched by accident, so this one asks for confirmation.
    let help = table.ask(anna, anna, "/help").await;
    let press = table.press_data(anna, &help, &tap::encode(Tap::Ask(Request::Resign)));
    assert_eq!(table.toast(&press).await, "");
    assert_eq!(table.read(anna).await.text, "Which game do you want to resign?");
    let help = table.ask(anna, anna, "/help").await;
    let privacy = turn_into_message(&table, anna, &help, "🔒 Privacy").await;
    let question = turn_into_message(&table, anna, &privacy, "🗑 Delete my data").await;
    assert!(question.text.starts_with("Delete everything"), "{question:?}");
    let data = turn_into_message(&table, anna, &privacy, "📄 My data").await;
    assert!(data.text.starts_with("Everything that is stored"), "{data:?}");
    table.finish().await;
}

/// Presses a button that is answered with a message.
async fn turn_into_message(
    table: &Table,
    user: i64,
    message: &MessageView,
    label: &str,
) -> MessageView {
    let press = table.press(user, message, label);
    assert_eq!(table.toast(&press).await, "");
    table.read(message.chat_id).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_come_as_text_to_a_user_who_says_so() {
    let table = Table::new().await;
    let anna = table.anna;
    let drawn = table.ask(anna, anna, "/new ultimate beginner").await;
    assert!(drawn.has_photo, "{drawn:?}");
    let told = table.ask(anna, anna, "/theme text").await;
    assert_eq!(told.text, "Done. Your boards will look like this from now on.");
    let page = table.ask(anna, anna, "/theme").await;
    let labels: Vec<&str> = buttons(&page).map(|button| button.text.as_str()).collect();
    assert_eq!(labels[..3], ["☀️ Light", "🌙 Dark", "✓ 🔤 Text"]);
    let board = table.ask(anna, anna, "/new gomoku beginner").await;
    assert!(!board.has_photo && board.text.contains("🟨🟨🟨"), "{board:?}");
    for words in ["/theme light", "/Theme  DARK "] {
        table.ask(anna, anna, words).await;
        assert!(table.ask(anna, anna, "/new gomoku beginner").await.has_photo, "{words}");
    }
    // Any other argument makes the bot ask.
    let page = table.ask(anna, anna, "/theme purple").await;
    assert!(page.text.starts_with("Boards: light, dark or as text?\n"), "{page:?}");
    table.finish().await;
}
