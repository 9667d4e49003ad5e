//! Checks the claims of lessons by the rules alone, by plain minimax and by the solved games.

use std::collections::HashSet;

use zerosum_games::any::AnyGame;
use zerosum_games::family::Family;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Claim, Course, Lesson, LessonTextError, Lessons, STEPS, Step};
use zerosum_search::{Verdict, minimax};

use crate::support::falling_values;
use crate::support::lesson_facts::Prover;
use crate::support::moves::legal_moves;

/// Maximum number of columns of a board in a course.
const COLUMNS_MAX: u16 = 8;

/// Plies left in a game of Connect Four that plain minimax plays to its end.
const PLIES_OF_MINIMAX: u16 = 11;

#[test]
fn the_right_moves_of_every_lesson_do_what_it_claims_and_no_others_do() {
    let mut prover = Prover::new();
    for lesson in Lessons::read().all() {
        let proven = prover.fulfilling(&lesson.position(), lesson.claim());
        assert_eq!(proven.as_deref(), Some(lesson.right()), "{lesson}");
    }
}

#[test]
fn in_every_lesson_some_move_is_right_and_some_move_is_wrong() {
    for lesson in Lessons::read().all() {
        let codes = legal_moves(&lesson.position());
        assert!(!lesson.right().is_empty(), "{lesson}");
        assert!(codes.iter().any(|code| !lesson.is_right(*code)), "{lesson}");
        assert!(lesson.right().iter().all(|code| codes.contains(code)), "{lesson}");
    }
}

#[test]
fn what_is_not_so_of_a_position_is_not_proven() {
    let mut prover = Prover::new();
    let lessons = Lessons::read();
    let (first, last, win) = (Step::FIRST, Step::LAST, Claim::Win { moves: 1 });
    for (course, step, claim) in [
        // Something wins sooner, something does not lose, nothing wins.
        (Course::TicTacToe, first, Claim::Win { moves: 2 }),
        (Course::TicTacToe, first, Claim::Hold),
        (Course::TicTacToe, first, Claim::Longest),
        (Course::TicTacToe, first, Claim::Fork),
        (Course::TicTacToe, last, Claim::Hold),
        (Course::TicTacToe, last, Claim::Keep),
        (Course::Sheep, first, Claim::Longest),
        (Course::Strategic, last, Claim::Keep),
    ] {
        let position = lessons.lesson(course, step).position();
        assert_eq!(prover.fulfilling(&position, claim), None, "{claim}");
    }
    let position = lessons.lesson(Course::TicTacToe, last).position();
    assert_eq!(prover.fulfilling(&position, win), Some(Vec::new()));
}

#[test]
fn a_course_teaches_its_own_game_and_no_position_twice() {
    let mut seen = HashSet::new();
    for lesson in Lessons::read().all() {
        let family = match lesson.course() {
            Course::TicTacToe => Family::TicTacToe,
            Course::Row => Family::Mnk,
            Course::ConnectFour => Family::ConnectFour,
            Course::Ultimate => Family::Ultimate,
            Course::Sheep => Family::Sheep,
            Course::Strategic => Family::Strategic,
        };
        assert_eq!(lesson.spec().family(), family, "{lesson}");
        if let AnyGame::Mnk(game) = lesson.position() {
            assert!(game.spec().columns() <= COLUMNS_MAX, "{lesson}");
        }
        assert!(seen.insert(format!("{} {}", lesson.spec().code(), lesson.position())), "{lesson}");
    }
}

#[test]
fn plain_minimax_sees_no_difference_where_the_loser_holds_out_and_counting_moves_does() {
    let lessons = Lessons::read();
    let lesson = lessons.lesson(Course::TicTacToe, Step::LAST);
    assert_eq!(lesson.claim(), Claim::Longest);
    let AnyGame::TicTacToe(position) = lesson.position() else { panic!("it is of 3x3") };
    let ranking = minimax::rank(&position).moves;
    assert!(ranking.iter().all(|ranked| matches!(ranked.verdict, Verdict::Loss { .. })));
    let plies = |code: MoveCode| {
        let ranked = ranking.iter().find(|ranked| ranked.code == code).expect("it is legal");
        let Verdict::Loss { plies } = ranked.verdict else { panic!("everything loses") };
        plies
    };
    let right = lesson.right()[0];
    let others = || ranking.iter().filter(|ranked| ranked.code != right);
    assert!(others().all(|ranked| plies(ranked.code) < plies(right)));
    // A player who sees them all as equal takes the first one, which is not right.
    assert_ne!(ranking[0].code, right);
}

#[test]
fn the_values_of_late_positions_of_connect_four_are_those_of_plain_minimax() {
    let lessons = Lessons::read();
    for step in [9, 10] {
        let step = Step::numbered(step).expect("there is such a step");
        let AnyGame::ConnectFour(mut game) = lessons.lesson(Course::ConnectFour, step).position()
        else {
            panic!("it is of Connect Four")
        };
        for ply in 0.. {
            let codes = legal_moves(&*game).into_iter();
            let Some(code) = Seed(ply).pick(codes) else { break };
            if game.max_plies() - game.plies() <= PLIES_OF_MINIMAX {
                assert_eq!(falling_values::ranking(&game), Some(minimax::rank(&*game).moves));
            }
            game.play(code).expect("it is legal");
        }
    }
}

#[test]
fn a_sheep_that_circles_keeps_its_win_and_is_wrong_all_the_same() {
    let mut prover = Prover::new();
    let lessons = Lessons::read();
    let sheep = lessons.all().iter().filter(|lesson| lesson.course() == Course::Sheep);
    let circling = sheep.filter(|lesson| matches!(lesson.claim(), Claim::Fastest { .. }));
    let mut found = 0;
    for lesson in circling {
        let position = lesson.position();
        let won = prover.fulfilling(&position, Claim::Keep).expect("it can be asked");
        assert!(won.len() > lesson.right().len(), "{lesson}");
        found += 1;
    }
    assert_eq!(found, 2);
}

/// The lines of a board of three by three, as bits.
const LINES: [u16; 8] = [7, 56, 448, 73, 146, 292, 273, 84];

/// Returns whether a line goes through this cell and otherwise through cells that were there before.
fn completes(cells: u16, cell: u8) -> bool {
    LINES.iter().any(|line| line & (1 << cell) != 0 && line & !(cells | 1 << cell) == 0)
}

#[test]
fn where_it_is_said_that_lines_are_completed_on_several_levels_they_are() {
    let lessons = Lessons::read();
    for (course, step, is_last) in
        [(Course::Ultimate, 9, true), (Course::Strategic, 8, false), (Course::Strategic, 10, true)]
    {
        let lesson = lessons.lesson(course, Step::numbered(step).expect("there is such a step"));
        let position = lesson.position();
        for MoveCode(code) in lesson.right().iter().copied() {
            let [large, middle, small] = [code / 81, code / 9 % 9, code % 9]
                .map(|number| u8::try_from(number).expect("it is below 9"));
            let levels = match &position {
                AnyGame::Ultimate(game) => {
                    let marks = game.marks_in(middle);
                    vec![(marks.first, small), (game.won_boards().first, middle)]
                }
                AnyGame::Strategic(game) => vec![
                    (game.marks_in(large, middle).first, small),
                    (game.won_tactical(large).first, middle),
                    (game.won_strategic().first, large),
                ],
                AnyGame::TicTacToe(_)
                | AnyGame::Mnk(_)
                | AnyGame::ConnectFour(_)
                | AnyGame::Sheep(_) => panic!("{lesson} has one level"),
            };
            let last = levels.len() - 1;
            for (level, (cells, cell)) in levels.into_iter().enumerate() {
                assert!(completes(cells, cell) || (level == last && !is_last), "{lesson}");
            }
        }
    }
}

#[test]
fn every_course_has_ten_steps_which_lead_on_and_back() {
    let lessons = Lessons::read();
    assert_eq!(lessons.all().len(), Course::ALL.len() * usize::from(STEPS));
    for (lesson, step) in lessons.all().iter().zip(Step::all().cycle()) {
        assert_eq!(lesson.step(), step);
        assert_eq!(lessons.lesson(lesson.course(), step), lesson);
        assert_eq!(step.next().map_or(step, |next| next.previous().expect("it led there")), step);
    }
    assert_eq!((Step::FIRST.previous(), Step::LAST.next()), (None, None));
    assert_eq!((Step::numbered(0), Step::numbered(STEPS + 1)), (None, None));
    for course in Course::ALL {
        assert_eq!(Course::from_name(course.name()), Some(course));
    }
    assert_eq!(Course::from_name("chess"), None);
}

#[test]
fn a_lesson_is_written_in_one_way_only() {
    for lesson in Lessons::read().all() {
        assert_eq!(lesson.to_string().parse().as_ref(), Ok(lesson));
    }
    let refused = |text: &str| text.parse::<Lesson>().expect_err("it is refused");
    assert_eq!(refused("3x3 4 3x3 a1 hold"), LessonTextError::Form);
    assert_eq!(refused("go 4 3x3 a1 hold b2"), LessonTextError::Course("go".to_owned()));
    assert_eq!(refused("3x3 11 3x3 a1 hold b2"), LessonTextError::Step("11".to_owned()));
    assert_eq!(refused("3x3 4 2x2 a1 hold b2"), LessonTextError::Game("2x2".to_owned()));
    assert_eq!(refused("3x3 4 3x3 a1,a1 hold b2"), LessonTextError::Move("a1".to_owned()));
    assert_eq!(refused("3x3 4 3x3 a1 hold a1"), LessonTextError::Move("a1".to_owned()));
    assert_eq!(refused("3x3 4 3x3 a1 held b2"), LessonTextError::Claim("held".to_owned()));
    assert_eq!(refused("3x3 4 3x3 a1,b1,a2,b2,a3 hold c3"), LessonTextError::Over);
    let spelled = LessonTextError::Spelling("3x3 4 3x3 a1 hold b2".to_owned());
    assert_eq!(refused("3x3 4 3x3 A1 hold b2"), spelled);
    assert_eq!(refused("3x3 4 3x3 a1 hold b2,b2"), spelled);
    assert_eq!(refused("3x3 04 3x3 a1 hold b2"), spelled);
    for (claim, other) in [("win-2", "win-02"), ("send-5", "send-+5"), ("fastest-3", "fastest-03")]
    {
        let spelled = LessonTextError::Spelling(format!("3x3 4 3x3 a1 {claim} b2"));
        assert_eq!(refused(&format!("3x3 4 3x3 a1 {other} b2")), spelled);
    }
}
