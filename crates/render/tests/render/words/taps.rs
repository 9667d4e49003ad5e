//! Callback data: every tap survives a round trip through its data, fits into a button, and no other data is
//! accepted.

use std::collections::HashSet;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::{Index, select};
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;
use zerosum_render::pages::link_button::{LinkButton, PageLink};
use zerosum_render::tap::lessons::{CourseStep, LessonTap};
use zerosum_render::tap::posted::{
    MarkNonce, Opening, PostedGame, PostedTap, PosterSide, PosterTag,
};
use zerosum_render::tap::puzzles::{Finish, LinkedPuzzle, NextPuzzle, Posed, PuzzleTap, TRIES_MAX};
use zerosum_render::tap::{
    BlockedAt, BroadcastOrder, GamesPage, GroupTap, InvitationOrder, Panel, Part, Ply, Request,
    ShareToken, TAP_BYTES_MAX, TOKEN_BYTES, Tap, UnknownTap, decode, encode,
};
use zerosum_render::tap::{TRIAL_MOVES_MAX, TrialMoves};
use zerosum_search::course::{Course, Step};
use zerosum_search::level::Level;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::broadcast::BroadcastId;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::Starters;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::{Action, Revision, SessionId, UserId};

use crate::support::actions::actions;

fn other_taps() -> Vec<Tap> {
    let choices = GameSpec::ALL.into_iter().flat_map(|spec| {
        Side::ALL
            .into_iter()
            .flat_map(move |side| Level::ALL.map(|level| Choice { spec, side, level }))
    });
    let choices = choices.flat_map(|choice| {
        let card = |has_variants| Tap::Card { choice, has_variants };
        [Tap::Start(choice), card(false), card(true)]
    });
    let offer = |spec| Side::ALL.map(|side| Tap::Offer { spec, side });
    let offers = GameSpec::ALL.into_iter().flat_map(offer);
    let (id, seen) = (SessionId(u64::MAX), Revision(u32::MAX));
    let panels = panel_taps(id, seen);
    let nexts = [Next::Same, Next::OtherSide, Next::Easier, Next::Harder];
    let nexts = nexts.map(|next| Tap::Again { id, seen, next });
    let pages = [GamesPage::First, GamesPage::More].map(|page| Tap::Games { page });
    let requests = Request::ALL.map(Tap::Ask);
    let resign = Tap::GiveUp { id, side: Side::Second };
    let lists = [Tap::Bring(id), resign, Tap::Share(id), Tap::TryOut(id), Tap::Record(id)];
    let lists = lists.into_iter().chain(taps_of_positions(id));
    let rules = GameSpec::ALL.map(Tap::Rules);
    let tried = |count: usize, code| {
        let codes = vec![MoveCode(code); count];
        codes.into_iter().try_fold(TrialMoves::NONE, TrialMoves::with).expect("there is room")
    };
    let most = tried(TRIAL_MOVES_MAX, 36 * 36 - 1);
    assert_eq!((most.with(MoveCode(0)), tried(1, 0).with(MoveCode(36 * 36))), (None, None));
    let trials = [TrialMoves::NONE, tried(1, 0), tried(3, 728), most].map(|tried| Tap::Try {
        id,
        ply: Ply(u16::MAX),
        tried,
        part: Some(Part(u16::MAX)),
    });
    let menus = nexts.into_iter().chain(pages).chain(requests).chain(lists).chain(rules);
    let seen_trial = Tap::TrySeen { id: SessionId(u64::MAX), ply: Ply(u16::MAX), tried: most };
    let menus = menus.chain(trials).chain([seen_trial]);
    let parts = [None, Some(Part(0)), Some(Part(10)), Some(Part(u16::MAX))];
    let looks = parts.map(|part| Tap::Focus { id, seen, part });
    let broadcasts = [0, 0xa0, i64::MAX.cast_unsigned(), u64::MAX].map(BroadcastId);
    let broadcasts = broadcasts.into_iter().flat_map(|id| {
        [BroadcastOrder::Send, BroadcastOrder::Discard, BroadcastOrder::Stop]
            .map(|order| Tap::Broadcast { id, order })
    });
    let groups = Starters::ALL.map(GroupTap::Starters).into_iter();
    let groups = groups.chain([true, false].map(|is_only| GroupTap::Here { is_only }));
    let spoken = Language::ALL.map(Some).into_iter().chain([None]).map(GroupTap::Language);
    let blocks = [0, 0xa0, i64::MIN, i64::MAX].map(|since| Tap::Unblock(BlockedAt(since)));
    let groups = groups.chain(spoken).map(Tap::Group).chain(blocks).chain([Tap::Block(id)]);
    choices
        .chain(offers)
        .chain(posted_taps())
        .chain(invitation_taps())
        .chain(crate::pages::standings::rating_taps())
        .chain(crate::support::seeking_taps::all())
        .chain(puzzle_taps())
        .chain(lesson_taps())
        .chain(menus)
        .chain(looks)
        .chain(panels)
        .chain(clock_taps(id).chain(named_share_taps(id)))
        .chain(Language::ALL.map(Tap::Speak))
        .chain(Theme::ALL.map(Tap::Paint))
        .chain(MarkPair::ALL.map(Tap::Mark))
        .chain(groups)
        .chain([true, false].map(|is_sure| Tap::Delete { is_sure }))
        .chain(broadcasts)
        .collect()
}

fn panel_taps(id: SessionId, seen: Revision) -> impl Iterator<Item = Tap> {
    let reminders = [false, true].map(|is_on| Some(Panel::Reminders { is_on }));
    let panels = [Panel::Greetings, Panel::Resignation, Panel::DrawOffer, Panel::Help].map(Some);
    let panels = panels.into_iter().chain([None]).chain(reminders);
    let resignations = Side::ALL.map(|side| Tap::ResignSurely { id, seen, side });
    panels.map(move |panel| Tap::Panel { id, seen, panel }).chain(resignations)
}

fn taps_of_positions(id: SessionId) -> [Tap; 2] {
    let ply = Ply(u16::MAX);
    [Tap::PlayOn { id, ply }, Tap::TryAgain { id, ply }]
}

fn named_share_taps(id: SessionId) -> impl Iterator<Item = Tap> {
    let tokens = [[0; 28], [0xa0; 28], [u8::MAX; 28]].map(ShareToken).map(Tap::Challenge);
    [Tap::ShareNamed(id)].into_iter().chain(tokens)
}

fn clock_taps(id: SessionId) -> impl Iterator<Item = Tap> {
    let asked = [id, SessionId(0)].map(Tap::Clock).into_iter();
    asked.chain([false, true].map(|is_on| Tap::Remind { id, is_on }))
}

fn invitation_taps() -> impl Iterator<Item = Tap> {
    let orders = [InvitationOrder::Withdraw].into_iter();
    let orders = orders.chain(Side::ALL.map(InvitationOrder::Play));
    let orders = orders.chain(TimeControl::ALL.map(InvitationOrder::Time));
    let codes = [0, 0xabc, u128::MAX].map(InvitationCode);
    let shared = codes.map(|code| Tap::Link(LinkButton::Share(code)));
    let ordered = orders.flat_map(move |order| codes.map(|code| Tap::Invitation { code, order }));
    shared.into_iter().chain(ordered)
}

fn posted_taps() -> Vec<Tap> {
    let numbers = [0, 0x1f, u64::MAX];
    let old = numbers.map(|number| PosterTag::new(None, number));
    let new = numbers.map(|number| PosterTag::new(Some(MarkNonce::new(number)), number));
    let marks = [old, new].concat();
    let wish = |mark| Side::ALL.map(|side| Some(PosterSide { mark, side }));
    let wishes: Vec<Option<PosterSide>> =
        [None].into_iter().chain(marks.into_iter().flat_map(wish)).collect();
    let codes = [0, 80, 728].map(|code| Opening::Play(MoveCode(code)));
    let looks = [0, u16::MAX].map(|part| Opening::Look(Part(part)));
    let openings = [Opening::Nothing, Opening::Join(Side::First), Opening::Join(Side::Second)];
    let openings: Vec<Opening> = openings.into_iter().chain(codes).chain(looks).collect();
    let mut taps = Vec::new();
    for spec in GameSpec::offered() {
        for wish in &wishes {
            let game = PostedGame { spec, wish: *wish };
            taps.extend(openings.iter().map(|opening| PostedTap { game, opening: *opening }));
        }
    }
    let again = GameSpec::ALL.into_iter().map(|spec| Tap::Link(LinkButton::Post(spec)));
    let back = [0, 0xabc, u64::MAX].map(|id| Tap::Link(LinkButton::LookBack(SessionId(id))));
    let sent = [0, u64::MAX].map(|id| LinkButton::Send(SessionId(id)));
    let named = [0, u8::MAX].map(|byte| LinkButton::SendNamed(ShareToken([byte; TOKEN_BYTES])));
    let games = [0, u64::MAX].map(SessionId);
    let login = [0, u64::MAX];
    let login = login.map(|id| PageLink::Login { user: UserId(id), epoch: id, at: u32::MAX });
    let pages =
        games.map(PageLink::Watch).into_iter().chain(games.map(PageLink::Play)).chain(login);
    let pages = pages.chain([PageLink::App]).map(LinkButton::Page);
    let sent = sent.into_iter().chain(named).chain(pages).map(Tap::Link);
    taps.into_iter().map(Tap::Posted).chain(again).chain(back).chain(sent).collect()
}

fn puzzle_taps() -> Vec<Tap> {
    let numbers = [0, 17, u16::MAX].map(PuzzleNumber);
    let posed = numbers.into_iter().flat_map(|number| {
        let days = [None, Some(Day(0)), Some(Day(20_780)), Some(Day(u32::MAX))];
        days.into_iter().flat_map(move |day| {
            [None, Some(0), Some(TRIES_MAX - 1)].map(|wrong| Posed { number, day, wrong })
        })
    });
    let of_posed = posed.flat_map(|posed| {
        let codes = [0, 80, u16::MAX].map(|code| PuzzleTap::Answer { posed, code: MoveCode(code) });
        let parts = [None, Some(Part(0)), Some(Part(u16::MAX))];
        let looks = parts.map(|part| PuzzleTap::Look { posed, part });
        let plies = [Ply(0), Ply(u16::MAX)];
        let steps = plies.into_iter().flat_map(move |ply| {
            [Finish::Solved, Finish::GivenUp].map(|finish| PuzzleTap::Solution {
                posed,
                finish,
                ply,
            })
        });
        codes.into_iter().chain(looks).chain(steps).chain([PuzzleTap::Share(posed)])
    });
    let next = |after| NextPuzzle::ALL.map(|next| PuzzleTap::Next { after, next });
    of_posed.chain(numbers.into_iter().flat_map(next)).map(Tap::Puzzle).collect()
}

fn lesson_taps() -> Vec<Tap> {
    let places = |course| Step::all().map(move |step| CourseStep { course, step });
    let of_place = |place| {
        let codes = [0, 80, u16::MAX].map(|code| LessonTap::Answer { place, code: MoveCode(code) });
        let parts = [None, Some(Part(0)), Some(Part(u16::MAX))];
        let looks = parts.map(|part| LessonTap::Look { place, part });
        codes.into_iter().chain(looks).chain([LessonTap::Begin(place), LessonTap::Show(place)])
    };
    let steps = Course::ALL.into_iter().flat_map(places).flat_map(of_place);
    let opened = Course::ALL.map(LessonTap::Open);
    steps.chain(opened).chain([LessonTap::Courses]).map(Tap::Lesson).collect()
}

fn check(tap: Tap) {
    let data = encode(tap);
    assert!(!data.is_empty() && data.len() <= TAP_BYTES_MAX, "{data}");
    assert_eq!(decode(&data), Ok(tap), "{data}");
}

fn taps() -> impl Strategy<Value = Tap> {
    let act = (any::<u64>(), any::<u32>(), select(actions([0, 8, 255, u16::MAX])));
    let act = act.prop_map(|(id, seen, action)| Tap::Act {
        id: SessionId(id),
        seen: Revision(seen),
        action,
    });
    prop_oneof![8 => act, 1 => select(other_taps())]
}

#[test]
fn every_tap_comes_back_from_its_data_at_the_extremes_too() {
    let ids = [0, 1, 0xf, 0x10, i64::MAX.cast_unsigned(), u64::MAX - 1, u64::MAX].map(SessionId);
    let revisions = [Revision::NONE, Revision::START, Revision(0xa0), Revision::LAST];
    let mut seen_data = HashSet::new();
    for id in ids {
        for seen in revisions {
            for action in actions(0..=u16::MAX).into_iter().step_by(257).chain(actions(0..9)) {
                check(Tap::Act { id, seen, action });
            }
            for action in actions(0..9) {
                assert!(seen_data.insert(encode(Tap::Act { id, seen, action })));
            }
        }
    }
    for tap in other_taps() {
        check(tap);
        assert!(seen_data.insert(encode(tap)), "two taps have the same data");
    }
}

#[test]
fn the_longest_data_is_known() {
    let action = Action::Play(MoveCode(u16::MAX));
    let tap = Tap::Act { id: SessionId(u64::MAX), seen: Revision::LAST, action };
    assert_eq!(encode(tap), "1:a:ffffffffffffffff:ffffffff:pffff");
    assert_eq!(TAP_BYTES_MAX, 64);
}

#[test]
fn data_of_no_button_is_refused() {
    let long = format!("1:a:{}:1:p4", "0".repeat(100));
    let megabytes = "1:a:1:1:p4".repeat(1_000_000);
    for data in [
        "",
        "1",
        ":",
        "0:a:7:1:p4",
        "2:a:7:1:p4",
        "1:b:7:1:p4",
        "1:a:7:1",
        "1:a:7:1:",
        "1:a:7:1:p",
        "1:a:7:1:q4",
        "1:a:7:1:p4:",
        "1:a:7:1:p4 ",
        " 1:a:7:1:p4",
        "1:a:07:1:p4",
        "1:a:7:01:p4",
        "1:a:7:1:p04",
        "1:a:7:1:p+4",
        "1:a:+7:1:p4",
        "1:a:-7:1:p4",
        "1:a:F:1:p4",
        "1:a:10000000000000000:1:p4",
        "1:a:7:100000000:p4",
        "1:a:7:1:p10000",
        "1:a:7:1:x4",
        "1:A:7:1:p4",
        "1:n:0",
        "1:n:3",
        "1:n:1:1",
        "1:n:1:perfect:3x3",
        "1:c:3",
        "1:v:1:best:4x4x4",
        "1:g:3",
        "1:g:01",
        "1:q:block",
        "1:q:New",
        "1:o:07",
        "1:o:",
        "1:x:F",
        "1:a:7:1:e4",
        "1:l:EN",
        "1:l:en-GB",
        "1:l:de",
        "1:l:",
        "1:d",
        "1:d:",
        "1:d:Y",
        "1:d:yes",
        "1:d:y:1",
        "1:b:7",
        "1:b:7:",
        "1:b:7:q",
        "1:b:07:s",
        "1:b:F:s",
        "1:b:+7:s",
        "1:b:7:s:",
        "1:b:10000000000000000:s",
        "1:a:７:1:p4",
        &long,
        &megabytes,
    ] {
        assert_eq!(decode(data), Err(UnknownTap), "{data:.80}");
    }
}

#[test]
fn data_of_no_choice_about_a_group_or_a_member_is_refused() {
    for data in [
        "1:u",
        "1:u:",
        "1:u:s:",
        "1:u:s:nobody",
        "1:u:t:7",
        "1:u:l:EN",
        "1:u:l:en-GB",
        "1:u:l:any:",
        "1:j:07",
        "1:j:F",
        "1:e:",
        "1:e:-1",
        "1:e:10000000000000000",
    ] {
        assert_eq!(decode(data), Err(UnknownTap), "{data}");
    }
}

#[test]
fn data_of_no_puzzle_is_refused() {
    for data in [
        "1:z",
        "1:z:1",
        "1:z:1:x",
        "1:z:01:n",
        "1:z:10000:n",
        "1:z:1:-:9:p4",
        "1:z:1:-:00:p4",
        "1:z:1:-:-1:p4",
        "1:z:1::0:p4",
        "1:z:1:05:0:p4",
        "1:z:1:100000000:0:p4",
        "1:z:1:-:0:",
        "1:z:1:-:0:h1",
        "1:z:1:-:0:f",
        "1:z:1:-:0:é",
        "1:z:1:-:0:s",
        "1:z:1:-:0:s10000",
        "1:z:1:-:0:p4:",
    ] {
        assert_eq!(decode(data), Err(UnknownTap), "{data}");
    }
}

#[test]
fn data_of_no_posted_board_is_refused() {
    for data in [
        "1:h",
        "1:h:",
        "1:h:3x3x3",
        "1:h:3x3:-",
        "1:h:3x3:-:",
        "1:h:3x3:-:p",
        "1:h:3x3:-:p04",
        "1:h:3x3:-:pF",
        "1:h:3x3:-:p10000",
        "1:h:3x3:-:f10000",
        "1:h:3x3:-:j",
        "1:h:3x3:-:j0",
        "1:h:3x3:-:j3",
        "1:h:3x3:-:é",
        "1:h:3x3:-:--",
        "1:h:3x3:-:-:",
        "1:h:3x3::p4",
        "1:h:3x3:0:p4",
        "1:h:3x3:1:p4",
        "1:h:3x3:3f:p4",
        "1:h:3x3:10f:p4",
        "1:h:3x3:1F:p4",
        "1:h:3x3:1+f:p4",
        "1:h:3x3:110000000000000000:p4",
        "1:h:3X3:-:p4",
        "1:h:3x3x3:-:p4",
        "1:h:chess:-:p4",
    ] {
        assert_eq!(decode(data), Err(UnknownTap), "{data}");
    }
}

#[test]
fn data_of_no_lesson_is_refused() {
    for data in [
        "1:k",
        "1:k:",
        "1:k:c:",
        "1:k:o",
        "1:k:o:chess",
        "1:k:3x3",
        "1:k:3x3:1",
        "1:k:3x3:0:b",
        "1:k:3x3:11:b",
        "1:k:3x3:01:b",
        "1:k:3X3:1:b",
        "1:k:chess:1:b",
        "1:k:3x3:1:",
        "1:k:3x3:1:b0",
        "1:k:3x3:1:s0",
        "1:k:3x3:1:p",
        "1:k:3x3:1:p04",
        "1:k:3x3:1:p10000",
        "1:k:3x3:1:f",
        "1:k:3x3:1:f10000",
        "1:k:3x3:1:é",
        "1:k:3x3:1:b:",
    ] {
        assert_eq!(decode(data), Err(UnknownTap), "{data}");
    }
}

#[test]
fn a_link_names_a_puzzle_by_its_day_or_its_number() {
    let days = [0, 20_780, u32::MAX].map(|day| LinkedPuzzle::OfDay(Day(day)));
    let numbers = [0, 17, u16::MAX].map(|number| LinkedPuzzle::Number(PuzzleNumber(number)));
    let mut words = HashSet::new();
    for linked in days.into_iter().chain(numbers) {
        assert_eq!(LinkedPuzzle::decode(&linked.encode()), Some(linked));
        assert!(words.insert(linked.encode()));
    }
    let posed = Posed { number: PuzzleNumber(17), day: Some(Day(20_780)), wrong: Some(3) };
    assert_eq!(posed.linked().encode(), "d20780");
    assert_eq!(Posed { day: None, ..posed }.linked().encode(), "p17");
}

proptest! {
    #[test]
    fn any_tap_comes_back_from_its_data(tap in taps()) {
        check(tap);
    }

    #[test]
    fn any_text_is_refused_or_is_just_what_encoding_makes(
        data in prop_oneof![
            any::<String>(),
            "[0-9a-f:xrspnl+ ]{0,40}",
            "1:a:[0-9a-fA-F]{0,17}:[0-9a-f]{0,9}:[pxrs]?[0-9a-f]{0,5}",
            "1:[nld]:[0-9a-z-]{0,3}",
            "1:pa:[0-9a-f]{0,17}:[0-9a-f]{0,9}:[-grx]?[0-9]?",
            "1:b:[0-9a-fA-F]{0,17}:[sdx]?",
            "1:h:[3x5]{0,5}:-?[12]?[0-9a-f]{0,3}:[pfj]?[0-9a-f-]{0,3}",
            "1:k:[3a-z]{0,9}(:[0-9]{0,2}:[bfps][0-9a-f-]{0,5})?",
            "1:z:[0-9a-f]{0,5}(:[0-9a-f-]{0,9}:[0-9]{0,2})?:[nshepfg][0-9a-f-]{0,5}",
        ],
    ) {
        if let Ok(tap) = decode(&data) {
            assert_eq!(encode(tap), data);
        }
    }

    #[test]
    fn changed_data_is_refused_or_is_just_what_encoding_makes(
        tap in taps(),
        at in any::<Index>(),
        letter in select("0123456789abcdefF:pxrsnl+- \u{0}é".chars().collect::<Vec<_>>()),
    ) {
        let data = encode(tap);
        let (left, right) = data.split_at(at.index(data.len()));
        let changed = [
            format!("{left}{letter}{right}"),
            format!("{left}{letter}{}", &right[1..]),
            format!("{left}{}", &right[1..]),
            left.to_owned(),
            format!("{data}{data}"),
        ];
        for data in changed {
            if let Ok(tap) = decode(&data) {
                assert_eq!(encode(tap), data);
            }
        }
    }
}
