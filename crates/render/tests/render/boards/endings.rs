//! Texts at the end of a game: all their claims are true, in every language.

use fastrand::Rng;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::connect_four::values;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::values::proven_outcome;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{Draws, LocalStatus, Ultimate};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::endings;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Tap;
use zerosum_render::{Audience, Button, View};
use zerosum_search::level::Level;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::game::help;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Awaiting, Seat, Session, SessionId, UserId};

const ANNA: UserId = UserId(1_001);

/// Number of random games of each kind.
const GAMES: u64 = 12;

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A session against an engine, played at random by both sides to its end.
fn played(choice: Choice, seed: u64) -> Session {
    let mut random = Rng::with_seed(seed);
    let mut session = Session::against_engine(SessionId(seed), ANNA, choice);
    let mut moves = Vec::new();
    loop {
        let actor = match session.awaiting() {
            Awaiting::Human { .. } => Actor::User(ANNA),
            Awaiting::Engine { .. } => Actor::Engine,
            Awaiting::Nothing | Awaiting::Anybody { .. } => return session,
        };
        moves.clear();
        session.position().legal_moves(&mut moves);
        let code = match session.opening_choices() {
            [] => moves[random.usize(..moves.len())],
            _ if seed.is_multiple_of(2) => OpeningChoice::White.code(),
            _ => OpeningChoice::Black.code(),
        };
        session = session
            .apply(actor, session.revision(), Action::Play(code))
            .expect("the move is legal");
    }
}

#[test]
fn nothing_perfect_is_said_of_a_game_that_went_on_from_a_record() {
    let drawn = ["b2", "a1", "a2", "c2", "b1", "b3", "c1", "a3"].join(" ");
    let won = "b2 a2 a1 b1";
    for (moves, last, level) in
        [(drawn.as_str(), "c3", Level::Best), (won, "c3", Level::Best), (won, "c3", Level::Casual)]
    {
        let text = format!("zerosum record 1 3x3 {moves} *");
        let record = Record::decode(&text).expect("it is a record");
        let session = Session::resumed(SessionId(5), ANNA, &record, level);
        assert!(session.is_resumed());
        let code = record.position().read_move(last).expect("it is a move");
        let actor = Actor::User(ANNA);
        let over = session.apply(actor, session.revision(), Action::Play(code)).expect("legal");
        assert!(over.outcome().is_some() && over.is_resumed() && !over.is_best_beaten());
        let locales = Locales::load();
        let localizer = locales.localizer(Language::English);
        let view = zerosum_render::of(&over, Focus::Suggested, None, Audience::Owner, localizer);
        // The first line names the level of the engine.
        let said: Vec<String> = view.text.lines().skip(1).map(str::to_lowercase).collect();
        let said = said.join("\n");
        assert!(!said.contains("perfect") && !said.contains("best"), "{said}");
    }
    let choice = Choice { spec: GameSpec::TicTacToe, side: Side::First, level: Level::Best };
    assert!((0..GAMES).all(|seed| !played(choice, seed).is_resumed()));
    assert!((0..100).any(|seed| played(choice, seed).is_best_beaten()), "at random it is beaten");
}

/// A game that was resigned before it began.
fn resigned(choice: Choice) -> Session {
    let session = Session::against_engine(SessionId(1), ANNA, choice);
    session.apply(Actor::User(ANNA), session.revision(), Action::Resign).expect("it is in play")
}

/// Returns whether a side has this number of marks in a row.
fn has_line((columns, rows, k): (i32, i32, i32), is_theirs: impl Fn(MoveCode) -> bool) -> bool {
    let is_on = |column, row| (0..columns).contains(&column) && (0..rows).contains(&row);
    let cell = |column: i32, row: i32| {
        MoveCode(u16::try_from(row * columns + column).expect("it is on the board"))
    };
    let starts = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    starts.into_iter().any(|(column, row)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, down)| {
            (0..k).all(|step| {
                let (column, row) = (column + right * step, row + down * step);
                is_on(column, row) && is_theirs(cell(column, row))
            })
        })
    })
}

/// Returns whether a side has really won in this way.
fn is_true(position: &AnyGame, winner: Side, how: &Phrase) -> bool {
    match (position, how) {
        (AnyGame::TicTacToe(game), Phrase::HowThree) => {
            has_line((3, 3, 3), |code| game.mark(code) == Some(winner))
        }
        (AnyGame::Mnk(game), how) => {
            let spec = game.spec();
            let k = match how {
                Phrase::HowThree => 3,
                Phrase::HowFour => 4,
                Phrase::HowFive => 5,
                Phrase::HowLine { k } => i32::try_from(*k).expect("it is small"),
                _ => return false,
            };
            let size = (i32::from(spec.columns()), i32::from(spec.rows()), k);
            let is_theirs = |code| game.mark(code) == Some(winner);
            let longer = (size.0, size.1, k + 1);
            // Where longer rows do not win, one may lie elsewhere.
            let is_longest = match (spec.rule(), winner) {
                (Rule::Free, _) | (Rule::Renju, Side::Second) => !has_line(longer, is_theirs),
                (Rule::Exact | Rule::Caro | Rule::Renju, _) => k == i32::from(spec.k()),
            };
            i32::from(spec.k()) <= k && has_line(size, is_theirs) && is_longest
        }
        (AnyGame::ConnectFour(game), Phrase::HowFour) => {
            let size = (game.spec().columns().into(), game.spec().rows().into(), 4);
            has_line(size, |code| game.mark(code) == Some(winner))
        }
        (AnyGame::Ultimate(game), Phrase::HowBoards) => has_line_of_boards(game, winner),
        (AnyGame::Ultimate(game), Phrase::HowMostBoards) => {
            !has_line_of_boards(game, winner) && boards(game, winner) > boards(game, !winner)
        }
        (AnyGame::Strategic(game), Phrase::HowStrategic) => {
            has_line_of(|cell| game.strategic_status(cell), game.rules().draws, winner)
        }
        (AnyGame::Sheep(_), Phrase::HowSheepFree) => winner == Side::First,
        (AnyGame::Sheep(game), Phrase::HowSheepCaught) => {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            winner == Side::Second && moves.is_empty() && game.turn() == Side::First
        }
        _ => false,
    }
}

fn is_won(game: &Ultimate, board: u8, side: Side) -> bool {
    game.status(board) == LocalStatus::Won(side)
}

fn boards(game: &Ultimate, side: Side) -> usize {
    (0..9).filter(|board| is_won(game, *board, side)).count()
}

fn has_line_of_boards(game: &Ultimate, side: Side) -> bool {
    has_line_of(|board| game.status(board), game.rules().draws, side)
}

fn has_line_of(status: impl Fn(u8) -> LocalStatus, draws: Draws, side: Side) -> bool {
    let is_won = |board: &u8| status(*board) == LocalStatus::Won(side);
    let counts =
        |board: &u8| is_won(board) || draws == Draws::Both && status(*board) == LocalStatus::Drawn;
    LINES.iter().any(|line| line.iter().any(is_won) && line.iter().all(counts))
}

const HOWS: [Phrase<'static>; 8] = [
    Phrase::HowThree,
    Phrase::HowFour,
    Phrase::HowFive,
    Phrase::HowBoards,
    Phrase::HowMostBoards,
    Phrase::HowStrategic,
    Phrase::HowSheepFree,
    Phrase::HowSheepCaught,
];

const CHEERS: [Phrase<'static>; 5] = [
    Phrase::CheerNice,
    Phrase::CheerPlayed,
    Phrase::CheerGame,
    Phrase::CheerThought,
    Phrase::CheerYours,
];

/// The true statements about an end, of which there is exactly one.
fn truths(session: &Session, localizer: Localizer<'_>) -> Vec<String> {
    let choice = session.choice_of(ANNA).expect("she plays");
    let say = |phrase: Phrase| localizer.say(phrase);
    let position = session.position();
    let hows = HOWS.into_iter().chain((6..=15).map(|k| Phrase::HowLine { k }));
    let moves_of_bot = session.moves().len() - moves_of(session, seat_of(session));
    match session.outcome().expect("it is over") {
        Outcome::Win(_) if session.resigned().is_some() => vec![say(Phrase::YouResigned)],
        Outcome::Win(winner) => hows
            .filter(|how| is_true(position, winner, how))
            .map(|how| {
                let how = say(how);
                match (winner == seat_of(session), choice.level) {
                    (true, Level::Best) => say(Phrase::YouBeatBest { how: &how }),
                    (true, _) => {
                        let praise =
                            CHEERS[usize::try_from(session.id().0 % 5).expect("it is small")];
                        format!("{} {}", say(Phrase::YouWon { how: &how }), say(praise))
                    }
                    (false, _) => {
                        let moves = u32::try_from(moves_of_bot).expect("it is small");
                        say(Phrase::BotWon { moves, how: &how })
                    }
                }
            })
            .collect(),
        Outcome::Draw => draw_truths(session, choice).into_iter().map(say).collect(),
    }
}

/// The side that Anna plays now: in an opening sides may have been exchanged.
fn seat_of(session: &Session) -> Side {
    session.seat_of(ANNA).expect("she plays")
}

fn moves_of(session: &Session, side: Side) -> usize {
    let first = usize::from(side != Side::First);
    session.moves().iter().skip(first).step_by(2).count()
}

/// Statements about a draw: nothing better is possible only if the game is a proven draw and the opponent's
/// play is proven perfect.
fn draw_truths(session: &Session, choice: Choice) -> Vec<Phrase<'static>> {
    let is_proven = match choice.spec {
        GameSpec::TicTacToe => true,
        GameSpec::Mnk(board) => {
            proven_outcome(board) == Some(Outcome::Draw) && titles::is_perfect(choice.spec)
        }
        GameSpec::ConnectFour(board) => {
            values::proven_outcome(board) == Some(Outcome::Draw) && titles::is_perfect(choice.spec)
        }
        GameSpec::Ultimate(_) | GameSpec::Strategic(_) | GameSpec::Sheep(_) => false,
    };
    if is_proven && choice.level == Level::Best {
        return vec![Phrase::DrawPerfect];
    }
    match session.position() {
        AnyGame::TicTacToe(_) | AnyGame::Mnk(_) => vec![Phrase::DrawFull],
        AnyGame::ConnectFour(game) if game.spec().has_pops() => vec![Phrase::DrawPopOut],
        AnyGame::ConnectFour(_) => vec![Phrase::DrawFull],
        AnyGame::Ultimate(game) => {
            let is_even = boards(game, Side::First) == boards(game, Side::Second);
            let has_no_line = !Side::ALL.into_iter().any(|side| has_line_of_boards(game, side));
            let is_counted = choice.spec.name() == "ultimate-count";
            match (is_counted, is_even, has_no_line) {
                (true, true, true) => vec![Phrase::DrawCount],
                (false, _, true) => vec![Phrase::DrawBoards],
                _ => Vec::new(),
            }
        }
        AnyGame::Strategic(_) => vec![Phrase::DrawStrategic],
        AnyGame::Sheep(_) => Vec::new(),
    }
}

fn shown(session: &Session, localizer: Localizer<'_>) -> View {
    zerosum_render::of(session, Focus::Suggested, None, Audience::Owner, localizer)
}

fn choices() -> Vec<Choice> {
    let of_level = |spec, level| Side::ALL.map(|side| Choice { spec, side, level });
    let of_spec = |spec| Level::of_game(spec).iter().flat_map(move |level| of_level(spec, *level));
    GameSpec::offered().into_iter().flat_map(of_spec).collect()
}

/// Ends of all games at all levels, played by either side or resigned.
fn ends() -> impl Iterator<Item = Session> {
    choices().into_iter().enumerate().flat_map(|(number, choice)| {
        let games = (0..GAMES).map(move |game| played(choice, number as u64 * GAMES + game));
        games.chain([resigned(choice)])
    })
}

#[test]
fn every_end_is_told_as_it_is_in_every_language() {
    let locales = Locales::load();
    let mut told = std::collections::BTreeSet::new();
    for session in ends() {
        for language in Language::ALL {
            let view = shown(&session, locales.localizer(language));
            // On a board of buttons it is broken into lines, above that of the last move.
            let latest = locales.say(language, Phrase::LastMove { mark: "", code: "" });
            let latest = latest.trim_end();
            let lines = view.text.lines().skip(1).take_while(|line| !line.starts_with(latest));
            let told_in = if view.picture.is_some() { 1 } else { usize::MAX };
            let sentence = lines.take(told_in).collect::<Vec<_>>().join(" ");
            let truths = truths(&session, locales.localizer(language));
            assert_eq!(truths, std::slice::from_ref(&sentence), "{session:?}");
            if language == Language::English {
                told.insert(sentence.split_whitespace().take(3).collect::<Vec<_>>().join(" "));
            }
        }
    }
    // Every kind of sentence occurred.
    for words in [
        "A draw: nobody",
        "A draw: the",
        "A draw: both",
        "🎉 You won",
        "🎉 You beat",
        "You resigned. zerosum",
        "zerosum won in",
    ] {
        assert!(told.contains(words), "{words} is not in {told:?}");
    }
}

#[test]
fn a_win_with_help_is_not_called_the_players_own_and_the_help_takes_two_lines_at_most() {
    let locales = Locales::load();
    let spec = GameSpec::TicTacToe;
    let choice = Choice { spec, side: Side::First, level: Level::Beginner };
    let had = help::decode("3 1 2 6 ~ -").expect("it is help");
    let won = (0..100).map(|seed| played(choice, seed).with_help(had));
    let won = won.filter(|session| session.outcome() == Some(Outcome::Win(Side::First)));
    let mut cheers = std::collections::BTreeSet::new();
    for session in won {
        cheers.insert(session.id().0 % 5);
        for language in Language::ALL {
            let text = shown(&session, locales.localizer(language)).text;
            let unbroken = text.replace('\n', " ");
            for cheer in [Phrase::CheerThought, Phrase::CheerYours] {
                assert!(!unbroken.contains(&locales.say(language, cheer)), "{text}");
            }
            let heading = locales.say(language, Phrase::HelpHad { what: "" });
            let (heading, _) = heading.split_once(':').expect("it has a colon");
            let lines = text.lines().skip_while(|line| !line.starts_with(heading));
            let back = locales.say(language, Phrase::HelpTakenBack { count: 1 });
            assert_eq!(lines.clone().count(), 2, "{text}");
            assert!({ lines }.any(|line| line.contains(&back)), "{text}");
        }
    }
    assert_eq!(cheers.len(), 5, "each cheer was at hand");
}

#[test]
fn nothing_of_an_end_is_told_while_a_game_is_in_play() {
    let locales = Locales::load();
    for choice in choices() {
        let session = Session::against_engine(SessionId(1), ANNA, choice);
        for language in Language::ALL {
            let view = shown(&session, locales.localizer(language));
            let is_again = |tap| matches!(tap, Tap::Again { .. });
            assert!(!view.keyboard.iter().flatten().any(|button| is_again(button.tap)));
            for phrase in [Phrase::DrawPerfect, Phrase::DrawFull, Phrase::Draw, Phrase::YouResigned]
            {
                assert!(!view.text.contains(&locales.say(language, phrase)), "{}", view.text);
            }
        }
    }
}

#[test]
fn the_page_is_named_where_there_is_room_and_a_sign_beside_arrows() {
    let locales = Locales::load();
    for (name, has_words) in [("ultimate", true), ("sheep", true), ("15x15x5", false)] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        let choice = Choice { spec, level: Level::Casual, ..Choice::default() };
        let session = Session::against_engine(SessionId(1), ANNA, choice);
        for language in Language::ALL {
            let view = shown(&session, locales.localizer(language));
            let view = endings::on_page(view, &session, true, locales.localizer(language));
            let labels = view.keyboard.iter().flatten().map(|button| button.label.as_str());
            let page = labels.filter(|label| label.starts_with('▦')).collect::<Vec<_>>();
            assert!(page.len() == 1 && (page[0] != "▦") == has_words, "{name}: {page:?}");
        }
    }
}

#[test]
fn a_harder_level_follows_what_was_not_lost_and_an_easier_one_what_was_not_won() {
    let locales = Locales::load();
    for session in ends() {
        let choice = session.choice_of(ANNA).expect("she plays");
        let view = shown(&session, locales.localizer(Language::English));
        let offered: Vec<Next> = view
            .keyboard
            .iter()
            .flatten()
            .filter_map(|button| match button.tap {
                Tap::Again { id, seen, next } => {
                    assert_eq!((id, seen), (session.id(), session.revision()));
                    Some(next)
                }
                _ => None,
            })
            .collect();
        let is_won = session.outcome() == Some(Outcome::Win(seat_of(&session)));
        let is_draw = session.outcome() == Some(Outcome::Draw);
        let is_floor = choice.level == Level::floor_of(choice.spec);
        let level = match (is_won, is_draw) {
            (true, _) => choice.level.harder().map(|_| Next::Harder),
            (_, true) => choice.level.harder().map_or(Some(Next::Easier), |_| Some(Next::Harder)),
            _ => (!is_floor).then_some(Next::Easier),
        };
        let expected: Vec<Next> = [Next::Same, Next::OtherSide].into_iter().chain(level).collect();
        assert_eq!(offered, expected, "{choice:?}: {}", view.text);
        check_share(&session, &view);
        // After going on, the old board keeps its state without these buttons.
        let left = zerosum_render::board::endings::left(view.clone());
        assert_eq!(left.text, view.text);
        let goes = |tap| matches!(tap, Tap::Again { .. } | Tap::Share(_));
        assert!(!left.keyboard.iter().flatten().any(|button| goes(button.tap)));
    }
}

/// Checks that a person can share a finished game, by a button that shares its row with another one if
/// possible.
fn check_share(session: &Session, view: &View) {
    let choice = session.choice_of(ANNA).expect("she plays");
    let is_share = |button: &Button| button.tap == Tap::Share(session.id());
    let is_next = |button: &Button| matches!(button.tap, Tap::Again { .. });
    let rows = view.keyboard.iter().skip_while(|row| !row.iter().any(is_next));
    let shares = rows.clone().flatten().filter(|button| is_share(button)).count();
    let has_moved = moves_of(session, seat_of(session)) > 0;
    assert_eq!(shares, usize::from(has_moved), "{choice:?}: {view:?}");
    let alone: Vec<&Button> = rows.filter(|row| row.len() == 1).flatten().collect();
    let is_share_alone = alone.iter().any(|button| is_share(button));
    assert!(!is_share_alone || alone.len() == 1, "{choice:?}: {view:?}");
}

#[test]
fn of_two_people_the_winner_is_named() {
    let locales = Locales::load();
    let (name, nobody) = (BotNames::default().name_beside("Anna"), DisplayName::default());
    let audience =
        Audience::Group { names: BySide { first: &name, second: &nobody }, is_of_group: true };
    let anna = Seat::Human(ANNA);
    for level in Level::ALL {
        let seats = BySide { first: anna, second: Seat::Engine(level) };
        let mut session = Session::new(SessionId(1), GameSpec::TicTacToe, seats);
        for (number, cell) in [0_u16, 3, 1, 4, 2].into_iter().enumerate() {
            let actor = if number % 2 == 0 { Actor::User(ANNA) } else { Actor::Engine };
            let action = Action::Play(MoveCode(cell));
            session = session.apply(actor, session.revision(), action).expect("it is legal");
        }
        for language in Language::ALL {
            let localizer = locales.localizer(language);
            let view = zerosum_render::of(&session, Focus::Suggested, None, audience, localizer);
            let how = locales.say(language, Phrase::HowThree);
            let won = locales.say(language, Phrase::SomebodyWon { name: &name, how: &how });
            assert_eq!(view.text.lines().nth(1), Some(won.as_str()));
        }
    }
}
