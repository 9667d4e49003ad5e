//! Menus: the greeting, the games as tiles, the card of a game, its levels, the open games, and help.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_search::level::Level;
use zerosum_session::Awaiting;
use zerosum_session::UserId;
use zerosum_session::board::Board;
use zerosum_session::choice::Choice;

use crate::board::buttons::focus::Focus;
use crate::board::sides;
use crate::board::titles;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::pages::link_button::{LinkButton, PageLink};
use crate::row_layout;
use crate::study::lessons;
use crate::tap::{GamesPage, Request, Tap};
use crate::view::{Audience, Button, Page, View};

/// Maximum listed boards. Telegram's maximum is a hundred buttons.
pub const LISTED_MAX: u32 = 50;

/// Maximum boards listed in one column.
const LISTED_IN_A_COLUMN_MAX: usize = 8;

/// Maximum characters of a long name beside the name of a game.
const LISTED_NAME_CHARS_MAX: usize = 10;

/// Maximum characters of labels that stand side by side.
const SHORT_LABEL_CHARS_MAX: usize = 14;

/// Renders menus in one language.
#[derive(Clone, Copy)]
pub struct Menu<'a> {
    pub localizer: Localizer<'a>,
}

/// A board with the names of its players.
pub type NamedBoard = (Board, BySide<DisplayName>);

/// Question about each of a player's open boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Bring,
    GiveUp,
}

/// Returns the label of a button for a command.
pub fn label(request: Request) -> Phrase<'static> {
    match request {
        Request::New => Phrase::AskNew,
        Request::Invite => Phrase::AskInvite,
        Request::Opponent => Phrase::AskOpponent,
        Request::Games => Phrase::AllGames,
        Request::MyGames => Phrase::AskMyGames,
        Request::Level => Phrase::AskLevel,
        Request::Rules => Phrase::AskRules,
        Request::Board => Phrase::AskBoard,
        Request::Resign => Phrase::AskResign,
        Request::Record => Phrase::AskRecord,
        Request::Sheet => Phrase::AskSheet,
        Request::Puzzle => Phrase::AskPuzzle,
        Request::Learn => Phrase::AskLearn,
        Request::Me => Phrase::AskMe,
        Request::Top => Phrase::AskTop,
        Request::Help => Phrase::AskHelp,
        Request::Start => Phrase::AskStart,
        Request::Settings => Phrase::AskSettings,
        Request::Web => Phrase::AskWeb,
        Request::Blocked => Phrase::AskBlocked,
        Request::Language => Phrase::AskLanguage,
        Request::Theme => Phrase::AskTheme,
        Request::Privacy => Phrase::AskPrivacy,
        Request::MyData => Phrase::AskMyData,
        Request::DeleteMyData => Phrase::AskDeletion,
    }
}

impl Menu<'_> {
    /// The first message: a game that can be won, a hard one, and the list of games.
    pub fn welcome(self) -> View {
        let first = Choice::default();
        let easy = Choice { level: Level::Beginner, ..first };
        let keyboard = vec![
            vec![self.button(Phrase::PlayEasy, Tap::Start(easy))],
            vec![self.button(Phrase::PlayPerfect, Tap::Start(first))],
            vec![self.button(Phrase::AllGames, Tap::Ask(Request::Games))],
        ];
        View { text: self.say(Phrase::Welcome), keyboard, picture: None }
    }

    /// The first message in a group.
    pub fn greeting(self) -> View {
        let keyboard = vec![vec![self.button(Phrase::PlayHere, Tap::Ask(Request::New))]];
        View { text: self.say(Phrase::GroupGreeting), keyboard, picture: None }
    }

    /// Renders the settings that people choose for themselves.
    pub fn own_settings(self) -> View {
        let rows = [[Request::Theme, Request::Language], [Request::Me, Request::Privacy]];
        let keyboard = rows.map(|row| row.map(|request| self.request(request)).into()).into();
        View { text: self.say(Phrase::OwnSettings), keyboard, picture: None }
    }

    /// Renders the games as tiles, each of which opens a card. `choice_in` returns the preselected
    /// options of a game.
    pub fn games(self, page: GamesPage, choice_in: impl Fn(GameSpec) -> Choice) -> View {
        let (specs, last) = match page {
            GamesPage::First => {
                let more = Tap::Games { page: GamesPage::More };
                let more = self.button(Phrase::MoreGames, more);
                (GameSpec::offered_first(), vec![more, self.request(Request::Puzzle)])
            }
            GamesPage::More => {
                let tap = Tap::Games { page: GamesPage::First };
                (GameSpec::offered_next(), vec![self.button(Phrase::BackToGames, tap)])
            }
        };
        let tile = |spec: &GameSpec| {
            let label = titles::short(*spec, self.localizer);
            let tap = Tap::Card { choice: choice_in(*spec), has_variants: false };
            Button { label, tap }
        };
        let mut keyboard: Vec<Vec<Button>> =
            specs.chunks(2).map(|pair| pair.iter().map(tile).collect()).collect();
        keyboard.push(last);
        let text = match page {
            GamesPage::First => self.say(Phrase::GamesPage),
            GamesPage::More => self.say(games::besides_tiles()),
        };
        View { text, keyboard, picture: None }
    }

    /// Renders the card of a game with its options. It can also be played against a person: in a group
    /// against any member, in private against a friend or an opponent who is found.
    pub fn card(self, choice: Choice, has_variants: bool, is_in_group: bool) -> View {
        let Choice { spec, side: chosen, .. } = choice;
        let title = titles::title(spec, self.localizer);
        let sentence = titles::sentence(spec, self.localizer);
        let text = format!("{title}\n{sentence}\n\n{}", self.level_line(spec, choice.level));
        let card = |choice| Tap::Card { choice, has_variants };
        let marks = sides::before_game(spec);
        let sides = [
            (Side::First, Phrase::SideFirst { mark: marks.first }),
            (Side::Second, Phrase::SideSecond { mark: marks.second }),
        ];
        let side = |(side, phrase)| {
            self.option(self.say(phrase), side == choice.side, card(Choice { side, ..choice }))
        };
        let level = |level: &Level| {
            let name = titles::level(spec, *level, self.localizer);
            self.option(name, *level == choice.level, card(Choice { level: *level, ..choice }))
        };
        let course = lessons::course_of(spec.family());
        let mut keyboard = vec![vec![
            self.button(Phrase::StartGame, Tap::Start(choice)),
            self.button(Phrase::AskRules, Tap::Rules(spec)),
            lessons::button(course, self.localizer),
        ]];
        let offer = Tap::Offer { spec, side: chosen };
        let with = if is_in_group { Phrase::PlayWithSomebody } else { Phrase::AskInvite };
        let mut people = vec![self.button(with, offer)];
        if !is_in_group {
            people.push(self.button(Phrase::AskOpponent, Tap::Seek(spec)));
        }
        keyboard.push(people);
        keyboard.push(sides.map(side).to_vec());
        let levels = Level::of_game(spec);
        // Rows of two, or of three and two.
        let rows = levels.chunks(levels.len().div_ceil(2));
        keyboard.extend(rows.map(|row| row.iter().map(level).collect()));
        keyboard.extend(self.variants(choice, has_variants));
        let back = Tap::Games { page: GamesPage::First };
        keyboard.push(vec![self.button(Phrase::BackToGames, back)]);
        View { text, keyboard, picture: None }
    }

    /// Buttons of the variants of a game, or the one that shows them; none if there are no variants.
    fn variants(self, choice: Choice, are_shown: bool) -> Vec<Vec<Button>> {
        let variants = choice.spec.variants();
        if variants.is_empty() {
            return Vec::new();
        }
        if !are_shown {
            let tap = Tap::Card { choice, has_variants: true };
            return vec![vec![self.button(Phrase::MoreVariants, tap)]];
        }
        let name = |spec: GameSpec| titles::variant(spec, self.localizer);
        let variant = |spec: &GameSpec| {
            let tap = Tap::Card { choice: Choice { spec: *spec, ..choice }, has_variants: true };
            self.option(name(*spec), *spec == choice.spec, tap)
        };
        // The sign of the chosen one does not count: the rows must not change under the thumb.
        let is_long = |spec: &GameSpec| name(*spec).chars().count() > SHORT_LABEL_CHARS_MAX;
        let columns = if variants.iter().any(is_long) { 1 } else { variants.len() };
        let buttons: Vec<Button> = variants.iter().map(variant).collect();
        buttons.chunks(columns).map(<[Button]>::to_vec).collect()
    }

    /// Renders the levels of the player's game, each with its horizon.
    pub fn levels(self, choice: Choice) -> View {
        let Choice { spec, .. } = choice;
        let game = titles::title(spec, self.localizer);
        let mut lines = vec![self.say(Phrase::LevelsPage { game: &game }), String::new()];
        let mut keyboard = Vec::new();
        for level in Level::of_game(spec).iter().copied() {
            lines.push(format!("• {}", self.level_line(spec, level)));
            let name = titles::level(spec, level, self.localizer);
            let tap = Tap::Start(Choice { level, ..choice });
            keyboard.push(vec![self.option(name, level == choice.level, tap)]);
        }
        View { text: lines.join("\n"), keyboard, picture: None }
    }

    /// Renders a player's open boards, one of which is to be brought or resigned.
    pub fn boards(self, boards: &[NamedBoard], user: UserId, question: Question) -> View {
        let text = match question {
            Question::Bring => Phrase::MyGames,
            Question::GiveUp => Phrase::WhichToGiveUp,
        };
        let button = |board: &NamedBoard| {
            let session = &board.0.session;
            let id = session.id();
            let tap = match question {
                Question::Bring => Tap::Bring(id),
                Question::GiveUp => {
                    let side = session.seat_of(user).unwrap_or(Side::First);
                    Tap::GiveUp { id, side: session.side_at_start(side) }
                }
            };
            Button { label: self.board_label(board, user), tap }
        };
        let columns = if boards.len() > LISTED_IN_A_COLUMN_MAX { 2 } else { 1 };
        let rows = boards.chunks(columns).map(|row| row.iter().map(button).collect());
        View { text: self.say(text), keyboard: rows.collect(), picture: None }
    }

    /// Renders the confirmation of a resignation.
    pub fn given_up(self, words: Phrase) -> View {
        let keyboard = vec![vec![self.request(Request::MyGames)]];
        View { text: self.say(words), keyboard, picture: None }
    }

    /// Renders the help page with buttons for commands. With the bot's name given, it also explains
    /// inline mode.
    pub fn help(self, choice: Choice, open_games_max: u32, inline: Option<&str>) -> View {
        let game = titles::title(choice.spec, self.localizer);
        let rows: [&[Request]; 8] = [
            &[Request::New, Request::Games],
            &[Request::Invite, Request::Opponent],
            &[Request::MyGames, Request::Board],
            &[Request::Level, Request::Rules],
            &[Request::Puzzle, Request::Learn],
            &[Request::Me, Request::Top],
            &[Request::Theme, Request::Language],
            &[Request::Sheet, Request::Privacy],
        ];
        let row = |row: &[Request]| row.iter().map(|request| self.request(*request)).collect();
        let keyboard = rows.map(row).to_vec();
        let text = self.say(Phrase::Help { game: &game, games: open_games_max });
        let text = match inline {
            Some(bot) => format!("{text}\n\n{}", self.say(Phrase::HelpInline { bot })),
            None => text,
        };
        View { text, keyboard, picture: None }
    }

    /// Renders the way to the page in a browser, by this login.
    pub fn web_page(self, login: PageLink, has_mini_app: bool) -> View {
        let link = |phrase, link| vec![self.button(phrase, Tap::Link(LinkButton::Page(link)))];
        let app = has_mini_app.then(|| link(Phrase::OpenHere, PageLink::App));
        let login = link(Phrase::OpenInBrowser, login);
        let keyboard = app.into_iter().chain([login]).collect();
        View { text: self.say(Phrase::WebPage), keyboard, picture: None }
    }

    /// Renders the privacy policy with its buttons. Its items are collapsed.
    pub fn privacy(self, text: Phrase) -> Page {
        let requests = [Request::MyData, Request::DeleteMyData];
        let keyboard = vec![requests.map(|request| self.request(request)).to_vec()];
        let text = self.say(text);
        let folded_from = text.split_once("•").map(|(shown, _)| shown.encode_utf16().count());
        Page { view: View { text, keyboard, picture: None }, folded_from }
    }

    fn request(self, request: Request) -> Button {
        self.button(label(request), Tap::Ask(request))
    }

    /// Renders a hint for a message that was not understood, with an example move of the player's open
    /// game.
    pub fn hint(self, example: Option<&str>) -> View {
        let keyboard = vec![vec![self.request(Request::New), self.request(Request::Help)]];
        let phrase = example.map_or(Phrase::Hint, |example| Phrase::HintMoves { example });
        View { text: self.say(phrase), keyboard, picture: None }
    }

    /// Renders a suggestion for an unknown word.
    pub fn suggestion(self, text: Phrase, choice: Option<Choice>) -> View {
        let card = |choice: Choice| Button {
            label: titles::short(choice.spec, self.localizer),
            tap: Tap::Card { choice, has_variants: false },
        };
        let keyboard = choice.map(|choice| vec![card(choice)]).into_iter().collect();
        View { text: self.say(text), keyboard, picture: None }
    }

    /// Renders a suggestion for an unknown command.
    pub fn suggested_command(self, text: Phrase, request: Request) -> View {
        let keyboard = vec![vec![self.request(request)]];
        View { text: self.say(text), keyboard, picture: None }
    }

    fn level_line(self, spec: GameSpec, level: Level) -> String {
        let name = titles::level(spec, level, self.localizer);
        format!("{name}: {}", titles::sight(spec, level, self.localizer))
    }

    /// Label with the game, the opponent, the side to move, and the last move, as far as there is room. They
    /// distinguish similar games.
    fn board_label(self, board: &NamedBoard, user: UserId) -> String {
        let session = &board.0.session;
        let spec = session.spec();
        let game = titles::in_play(spec, self.localizer);
        let short = titles::short(spec, self.localizer);
        let turn = self.say(match session.awaiting() {
            Awaiting::Human { user: mover, .. } if mover == user => Phrase::YourTurnShort,
            Awaiting::Human { .. } => Phrase::TheirTurnShort,
            Awaiting::Anybody { .. } => Phrase::SeatOpenShort,
            Awaiting::Engine { .. } | Awaiting::Nothing => Phrase::BotTurnShort,
        });
        let last = session.moves().last().map(|last| session.position().move_text(*last));
        let opponent = self.opponent_in_list(board, user);
        let [name, beginning] = [0, 1].map(|form| opponent.as_ref().map(|it| it[form].as_str()));
        let [game, short, turn] = [&game, &short, &turn].map(|text| Some(text.as_str()));
        let labels = [
            [game, name, turn, last.as_deref()],
            [game, name, turn, None],
            [game, beginning, turn, None],
            [short, beginning, turn, None],
            [short, beginning, None, None],
        ];
        let labels =
            labels.map(|parts| parts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
        let [.., shortest] = &labels;
        labels.iter().find(|label| row_layout::fits_a_row(label)).unwrap_or(shortest).clone()
    }

    /// Name of the opponent and its beginning, or twice the level of the engine; `None` while the game waits
    /// for anybody.
    fn opponent_in_list(self, (board, names): &NamedBoard, user: UserId) -> Option<[String; 2]> {
        let session = &board.session;
        if let Some((_, level)) = session.side_against_engine() {
            let level = titles::level(session.spec(), level, self.localizer);
            return Some([level.clone(), level]);
        }
        let is_awaited = matches!(session.awaiting(), Awaiting::Anybody { .. });
        if is_awaited && session.reservation().is_none() {
            return None;
        }
        let names = BySide { first: &names.first, second: &names.second };
        let audience = Audience::Group { names, is_of_group: false };
        let focus = Focus::Suggested;
        let renderer = BoardRenderer::new(session, focus, audience, self.localizer);
        let name = renderer.name(!session.seat_of(user).unwrap_or(Side::First));
        Some([name.as_str().to_owned(), name.beginning(LISTED_NAME_CHARS_MAX)])
    }

    fn option(self, name: String, is_chosen: bool, tap: Tap) -> Button {
        Button { label: row_layout::option_label(name, is_chosen), tap }
    }

    fn button(self, phrase: Phrase, tap: Tap) -> Button {
        Button { label: self.say(phrase), tap }
    }

    fn say(self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}
