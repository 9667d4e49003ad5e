//! Appearance of ultimate tic-tac-toe: a picture of all local boards, and buttons for one of them, or
//! for the choice among the playable ones.

use zerosum_games::lines::LINES_3X3;
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{Closure, Draws, End, LocalStatus, Ultimate, UltimateRules};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::{Block, Fate, Line, Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::marks;
use crate::board::scenes;
use crate::games::appearance::{Appearance, BoardRenderer, corners};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Columns of the keyboard.
const COLUMNS: u16 = 3;

/// Positions of the nine parts of a 3x3, row by row.
const ARROWS: [&str; 9] = ["↖️", "⬆️", "↗️", "⬅️", "⏺️", "➡️", "↙️", "⬇️", "↘️"];

/// Returns the arrow to one of the nine parts of a 3x3.
pub fn arrow(part: u8) -> &'static str {
    ARROWS.get(usize::from(part)).copied().unwrap_or("⏺️")
}

/// Returns the local boards in which the side to move may move.
pub fn playable_boards(game: &Ultimate) -> Vec<u8> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut boards: Vec<u8> =
        moves.iter().filter_map(|code| u8::try_from(code.0 / 9).ok()).collect();
    boards.dedup();
    boards
}

/// Returns the local board whose cells are shown; `None` shows all playable boards.
fn local_board_of(game: &Ultimate, focus: Focus) -> Option<u8> {
    let playable = playable_boards(game);
    match (focus, &playable[..]) {
        (_, [only]) => Some(*only),
        (Focus::On(part), _) => part.small().filter(|board| playable.contains(board)),
        _ => None,
    }
}

/// Returns the local board that the player has chosen among several.
fn chosen_board(game: &Ultimate, focus: Focus) -> Option<u8> {
    let has_choice = playable_boards(game).len() > 1;
    local_board_of(game, focus).filter(|_| has_choice)
}

impl Appearance for Ultimate {
    fn title(&self, localizer: Localizer) -> String {
        match self.rules() {
            UltimateRules::STANDARD => localizer.say(Phrase::TitleUltimate),
            UltimateRules::COUNT => localizer.say(Phrase::TitleUltimateCount),
            UltimateRules::TACTICAL => localizer.say(Phrase::TitleTactical),
            rules => localizer.say(Phrase::TitleUltimateOther { rules: &rules.to_string() }),
        }
    }

    fn short_title(&self, localizer: Localizer) -> String {
        match self.rules() {
            UltimateRules::STANDARD => localizer.say(Phrase::ShortUltimate),
            UltimateRules::COUNT => localizer.say(Phrase::ShortUltimateCount),
            UltimateRules::TACTICAL => localizer.say(Phrase::ShortTactical),
            _ => self.title(localizer),
        }
    }

    fn heading(&self, localizer: Localizer) -> Option<String> {
        let is_usual = self.rules() == UltimateRules::STANDARD;
        Some(if is_usual { self.short_title(localizer) } else { self.title(localizer) })
    }

    fn variant(&self, localizer: Localizer) -> String {
        self.short_title(localizer)
    }

    fn sentence(&self) -> Phrase<'static> {
        match self.rules() {
            UltimateRules { end: End::Count, .. } => Phrase::WordUltimateCount,
            UltimateRules { closure: Closure::Filled, .. } => Phrase::WordTactical,
            _ => Phrase::WordUltimate,
        }
    }

    fn sentence_between_people(&self) -> Phrase<'static> {
        match self.rules() {
            UltimateRules { end: End::Count, .. } => Phrase::WordUltimateCount,
            UltimateRules { closure: Closure::Filled, .. } => Phrase::WordTactical,
            _ => Phrase::WordUltimateForTwo,
        }
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        let UltimateRules { closure, draws, end, does_decided_target_free, bars_return } =
            self.rules();
        let mut phrases = vec![
            Phrase::RulesUltimate,
            match closure {
                Closure::Decided => Phrase::RulesClosedDecided,
                Closure::Filled => Phrase::RulesClosedFilled,
            },
            match draws {
                Draws::Neutral => Phrase::RulesDrawsNeutral,
                Draws::Both => Phrase::RulesDrawsBoth,
            },
            match end {
                End::Line => Phrase::RulesEndLine,
                End::Count => Phrase::RulesEndCount,
            },
        ];
        if does_decided_target_free && closure == Closure::Filled {
            phrases.push(Phrase::RulesDecidedFrees);
        }
        if bars_return {
            phrases.push(Phrase::RulesBarsReturn);
        }
        phrases.push(Phrase::RulesCellNames);
        phrases
    }

    fn marks(&self) -> BySide<&'static str> {
        marks::CROSSES_AND_NOUGHTS
    }

    fn side_offered(&self) -> Side {
        Side::First
    }

    fn is_perfect(&self) -> bool {
        false
    }

    fn is_worth_a_draw(&self) -> bool {
        false
    }

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        match local_board_of(self, renderer.focus) {
            Some(_) if self.target().is_some() => renderer.your_turn_with_a_mark(),
            Some(board) => {
                let mark = *self.marks().get(self.turn());
                renderer.say(Phrase::YourCell { board: arrow(board), mark })
            }
            None => renderer.say(Phrase::YourBoard),
        }
    }

    fn latest(&self, renderer: &BoardRenderer) -> Option<String> {
        match renderer.session.outcome() {
            Some(_) => renderer.last_move(),
            None => self.place_to_move(renderer),
        }
    }

    fn score(&self, renderer: &BoardRenderer) -> Option<String> {
        let score = marks::score(self.marks(), [self.won_boards()])?;
        Some(renderer.say(Phrase::BoardsWon { score: &score }))
    }

    fn place_to_move(&self, renderer: &BoardRenderer) -> Option<String> {
        let MoveCode(last) = *renderer.session.moves().last()?;
        if renderer.session.outcome().is_some() {
            return None;
        }
        let cell = u8::try_from(last % 9).unwrap_or_default();
        let place = arrow(cell);
        let is_open = self.open_boards() & 1 << cell != 0;
        let closes_when_won = self.rules().closure == Closure::Decided;
        let is_choice = local_board_of(self, renderer.focus).is_none();
        let phrase = match (self.target(), self.status(cell)) {
            (Some(_), _) if renderer.answers_the_bot() => Phrase::SentTo { place },
            (Some(_), _) => Phrase::LedTo { place },
            (None, _) if !is_choice => return None,
            (None, LocalStatus::Drawn) => Phrase::FreeBoardDrawn { place },
            (None, LocalStatus::Won(_)) if is_open || closes_when_won => {
                Phrase::FreeBoardWon { place }
            }
            (None, LocalStatus::Won(_) | LocalStatus::InPlay) => Phrase::FreeBoardFull { place },
        };
        Some(renderer.say(phrase))
    }

    /// A free cell may be in a board that takes no moves now.
    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static> {
        match code.and_then(|code| self.mark(code)) {
            Some(_) => Phrase::CellTaken,
            None => Phrase::NoSuchMove,
        }
    }

    fn how_won(&self, _: Side) -> Phrase<'static> {
        if self.winning_boards() == 0 { Phrase::HowMostBoards } else { Phrase::HowBoards }
    }

    fn how_drawn(&self) -> Phrase<'static> {
        match self.rules().end {
            End::Count => Phrase::DrawCount,
            End::Line => Phrase::DrawBoards,
        }
    }

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        if renderer.session.outcome().is_some() {
            return Vec::new();
        }
        let Some(board) = local_board_of(self, renderer.focus) else {
            return local_boards(self, renderer);
        };
        let mut rows = three_by_three(|place| {
            let code = MoveCode(u16::from(board) * 9 + u16::from(place));
            cells::cell(renderer, code, self.mark(code), false, COLUMNS)
        });
        if chosen_board(self, renderer.focus).is_some() {
            let another = renderer.say(Phrase::AnotherBoard);
            rows.push(vec![cells::look(renderer.session, another, None)]);
        }
        rows
    }

    fn has_part(&self, part: Part) -> bool {
        part.small().is_some_and(|board| playable_boards(self).contains(&board))
    }

    fn window(&self, _: &Session, _: Focus) -> Option<Window> {
        None
    }

    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene {
        let spot =
            |code: MoveCode| Spot::of_path(&[scenes::small(code.0 / 9), scenes::small(code.0 % 9)]);
        let board = |number| Block::of_path(&[number]);
        let mut scene = Scene::nested(1).with_coordinates();
        for code in (0..81).map(MoveCode) {
            if let Some(side) = self.mark(code) {
                scene = scene.with_mark(spot(code), scenes::cross_or_nought(side));
            }
        }
        for number in 0..9 {
            let is_open = self.open_boards() & 1 << number != 0;
            let fate = match self.status(number) {
                LocalStatus::InPlay => continue,
                LocalStatus::Drawn => Fate::Drawn,
                LocalStatus::Won(side) if is_open => Fate::Held(scenes::cross_or_nought(side)),
                LocalStatus::Won(side) => Fate::Won(scenes::cross_or_nought(side)),
            };
            scene = scene.with_fate(board(number), fate);
        }
        let targets = match local_board_of(self, focus) {
            Some(only) => vec![only],
            None => playable_boards(self),
        };
        scene = targets.into_iter().map(board).fold(scene, Scene::with_target);
        for line in LINES_3X3.into_iter().filter(|line| self.winning_boards() & line == *line) {
            let mut boards = (0..9).filter(|at| line & 1 << at != 0);
            if let (Some(first), Some(end)) = (boards.next(), boards.next_back()) {
                scene = scene.with_line(Line::Blocks(board(first), board(end)));
            }
        }
        scenes::with_last(scene, last.map(spot))
    }

    fn spot(&self, MoveCode(code): MoveCode, _: Focus) -> Option<Spot> {
        Some(Spot::of_path(&[scenes::small(code / 9), scenes::small(code % 9)]))
    }

    fn focus_on(&self, _: &Session, MoveCode(code): MoveCode) -> Focus {
        let part = Part(code / 9);
        if self.has_part(part) { Focus::On(part) } else { Focus::Suggested }
    }

    fn has_picture(&self) -> bool {
        true
    }

    fn corners(&self) -> (String, String) {
        corners(9, 9)
    }
}

/// Returns the buttons of all local boards, to choose one.
fn local_boards(game: &Ultimate, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
    let playable = playable_boards(game);
    three_by_three(|board| {
        let label = match game.status(board) {
            _ if playable.contains(&board) => arrow(board),
            LocalStatus::Won(side) => game.marks().get(side),
            LocalStatus::Drawn => "➖",
            LocalStatus::InPlay => cells::EMPTY,
        };
        cells::look(renderer.session, label, Some(Part::of(board)))
    })
}

fn three_by_three(button: impl Fn(u8) -> Button) -> Vec<Vec<Button>> {
    (0..3).map(|row| (0..3).map(|column| button(row * 3 + column)).collect()).collect()
}
