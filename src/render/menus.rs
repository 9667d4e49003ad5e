//! What there is to play, and how it is chosen: the greeting, the games as tiles, a card for one of
//! them, its levels, the games that are open, and help.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::{GamesPage, Request, Tap};
use crate::render::{Button, View, games, marks, titles};
use crate::session::Awaiting;
use crate::session::UserId;
use crate::session::board::Board;
use crate::session::choice::Choice;

/// Telegram takes a hundred buttons; so many boards are listed at most.
pub const LISTED_MAX: u32 = 50;

/// Up to so many boards are listed one below the other.
const LISTED_IN_A_COLUMN_MAX: usize = 8;

/// Several labels that are no longer stand side by side.
const SHORT_LABEL_CHARS_MAX: usize = 14;

/// What every menu is written with.
#[derive(Clone, Copy)]
pub struct Menu<'a> {
    pub locales: &'a Locales,
    pub language: Language,
}

/// What is asked about each of somebody's open boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Bring,
    GiveUp,
}

impl Menu<'_> {
    /// The first message of all: a game one can win, one that is hard, and the way to all others.
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

    /// The games as tiles, each of which leads to a card. `choice_in` tells what is chosen there first.
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
            let label = titles::short(*spec, self.locales, self.language);
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

    /// One game, with what can be chosen in it. Somebody there can be played too, or in private a friend or
    /// whoever is found.
    pub fn card(self, choice: Choice, has_variants: bool, is_in_group: bool) -> View {
        let Choice { spec, side: chosen, .. } = choice;
        let title = titles::title(spec, self.locales, self.language);
        let sentence = titles::sentence(spec, self.locales, self.language);
        let text = format!("{title}\n{sentence}\n\n{}", self.level_line(spec, choice.level));
        let card = |choice| Tap::Card { choice, has_variants };
        let marks = marks::of(spec);
        let sides = [
            (Side::First, Phrase::SideFirst { mark: marks.first }),
            (Side::Second, Phrase::SideSecond { mark: marks.second }),
        ];
        let side = |(side, phrase)| {
            self.option(self.say(phrase), side == choice.side, card(Choice { side, ..choice }))
        };
        let level = |level: &Level| {
            let name = titles::level(spec, *level, self.locales, self.language);
            self.option(name, *level == choice.level, card(Choice { level: *level, ..choice }))
        };
        let mut keyboard = vec![sides.map(side).to_vec()];
        keyboard.extend(Level::ALL.chunks(2).map(|pair| pair.iter().map(level).collect()));
        keyboard.extend(self.variants(choice, has_variants));
        keyboard.push(vec![self.button(Phrase::StartGame, Tap::Start(choice))]);
        let offer = Tap::Offer { spec, side: chosen };
        let with = if is_in_group { Phrase::PlayWithSomebody } else { Phrase::AskInvite };
        let mut people = vec![self.button(with, offer)];
        if !is_in_group {
            people.push(self.button(Phrase::AskOpponent, Tap::Seek(spec)));
        }
        keyboard.push(people);
        let back = Tap::Games { page: GamesPage::First };
        keyboard.push(vec![self.button(Phrase::BackToGames, back)]);
        View { text, keyboard, picture: None }
    }

    /// The variants of a game, or the button that leads to them; nothing if there are none.
    fn variants(self, choice: Choice, are_shown: bool) -> Vec<Vec<Button>> {
        let variants = choice.spec.variants();
        if variants.is_empty() {
            return Vec::new();
        }
        if !are_shown {
            let tap = Tap::Card { choice, has_variants: true };
            return vec![vec![self.button(Phrase::MoreVariants, tap)]];
        }
        let variant = |spec: GameSpec| {
            let name = titles::variant(spec, self.locales, self.language);
            let tap = Tap::Card { choice: Choice { spec, ..choice }, has_variants: true };
            self.option(name, spec == choice.spec, tap)
        };
        let buttons: Vec<Button> = variants.into_iter().map(variant).collect();
        let is_long = |button: &Button| button.label.chars().count() > SHORT_LABEL_CHARS_MAX;
        let columns = if buttons.iter().any(is_long) { 1 } else { buttons.len() };
        buttons.chunks(columns).map(<[Button]>::to_vec).collect()
    }

    /// The levels of the game a person plays, each with what it can see.
    pub fn levels(self, choice: Choice) -> View {
        let Choice { spec, .. } = choice;
        let game = titles::title(spec, self.locales, self.language);
        let mut lines = vec![self.say(Phrase::LevelsPage { game: &game }), String::new()];
        let mut keyboard = Vec::new();
        for level in Level::ALL {
            lines.push(format!("• {}", self.level_line(spec, level)));
            let name = titles::level(spec, level, self.locales, self.language);
            let tap = Tap::Start(Choice { level, ..choice });
            keyboard.push(vec![self.option(name, level == choice.level, tap)]);
        }
        View { text: lines.join("\n"), keyboard, picture: None }
    }

    /// Somebody's open boards, one of which is to be brought down or given up.
    pub fn boards(self, boards: &[Board], user: UserId, question: Question) -> View {
        let text = match question {
            Question::Bring => Phrase::MyGames,
            Question::GiveUp => Phrase::WhichToGiveUp,
        };
        let button = |board: &Board| {
            let id = board.session.id();
            let tap = match question {
                Question::Bring => Tap::Bring(id),
                Question::GiveUp => Tap::GiveUp(id),
            };
            Button { label: self.board_label(board, user), tap }
        };
        let columns = if boards.len() > LISTED_IN_A_COLUMN_MAX { 2 } else { 1 };
        let rows = boards.chunks(columns).map(|row| row.iter().map(button).collect());
        View { text: self.say(text), keyboard: rows.collect(), picture: None }
    }

    /// That a game was given up, in these words.
    pub fn given_up(self, words: Phrase) -> View {
        let keyboard = vec![vec![self.request(Request::MyGames)]];
        View { text: self.say(words), keyboard, picture: None }
    }

    /// What can be asked for, each by a button; and that this bot, if it is named, can be asked for
    /// something in any chat.
    pub fn help(self, choice: Choice, open_games_max: u32, inline: Option<&str>) -> View {
        let game = titles::title(choice.spec, self.locales, self.language);
        let rows: [&[Request]; 9] = [
            &[Request::New, Request::Games],
            &[Request::Invite, Request::Opponent],
            &[Request::MyGames, Request::Board],
            &[Request::Level, Request::Rules],
            &[Request::Resign, Request::Record],
            &[Request::Theme, Request::Language],
            &[Request::Sheet, Request::Privacy],
            &[Request::Puzzle, Request::Learn],
            &[Request::Me, Request::Top],
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

    /// What is stored about people, and what they can do about it.
    pub fn privacy(self, text: Phrase) -> View {
        let requests = [Request::MyData, Request::DeleteMyData];
        let keyboard = vec![requests.map(|request| self.request(request)).to_vec()];
        View { text: self.say(text), keyboard, picture: None }
    }

    fn request(self, request: Request) -> Button {
        let phrase = match request {
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
            Request::Language => Phrase::AskLanguage,
            Request::Theme => Phrase::AskTheme,
            Request::Privacy => Phrase::AskPrivacy,
            Request::MyData => Phrase::AskMyData,
            Request::DeleteMyData => Phrase::AskDeletion,
        };
        self.button(phrase, Tap::Ask(request))
    }

    /// What is understood, for somebody who has said something else.
    pub fn hint(self) -> View {
        let keyboard = vec![vec![self.request(Request::New), self.request(Request::Help)]];
        View { text: self.say(Phrase::Hint), keyboard, picture: None }
    }

    fn level_line(self, spec: GameSpec, level: Level) -> String {
        let name = titles::level(spec, level, self.locales, self.language);
        format!("{name}: {}", titles::sight(spec, level, self.locales, self.language))
    }

    /// The game, whose turn it is, and the last move, which tells alike games apart.
    fn board_label(self, board: &Board, user: UserId) -> String {
        let session = &board.session;
        let game = titles::in_play(session.spec(), self.locales, self.language);
        let turn = match session.awaiting() {
            Awaiting::Human { user: mover, .. } if mover == user => Phrase::YourTurnShort,
            Awaiting::Human { .. } => Phrase::TheirTurnShort,
            Awaiting::Anybody { .. } => Phrase::SeatOpenShort,
            Awaiting::Engine { .. } | Awaiting::Nothing => Phrase::BotTurnShort,
        };
        let last = session.moves().last();
        let last = last.map(|last| format!(" · {}", session.position().move_text(*last)));
        format!("{game} · {}{}", self.say(turn), last.unwrap_or_default())
    }

    fn option(self, name: String, is_chosen: bool, tap: Tap) -> Button {
        let label = if is_chosen { format!("✓ {name}") } else { name };
        Button { label, tap }
    }

    fn button(self, phrase: Phrase, tap: Tap) -> Button {
        Button { label: self.say(phrase), tap }
    }

    fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}
