//! Requests about live games, by their paths.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use zerosum_metrics::labels::PageAnswer;
use zerosum_render::locales::localizer::Localizer;
use zerosum_session::UserId;
use zerosum_session::language::Language;

use crate::page::answers::{self, Answered};
use crate::page::live::acts::ActRequest;
use crate::page::live::entering::EnterRequest;
use crate::page::live::games::NewGameRequest;
use crate::page::live::lessons::LessonRoute;
use crate::page::live::puzzles::TryRequest;
use crate::page::live::reviews::Reader;
use crate::page::live::seats::InviteRequest;
use crate::page::live::{Live, progress, streams};
use crate::page::refusal::Refusal;
use crate::page::visit::Visit;
use crate::passes::Pass;
use crate::web::listener::ClientAddress;

/// Event streams, which no proxy may hold back or change.
const EVENTS: [(HeaderName, HeaderValue); 3] = [
    (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
    (CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform")),
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
];

/// A request about live games.
enum Route<'a> {
    Enter,
    /// Of a person or a guest, who shows a pass.
    Own(OwnRoute<'a>),
    Show(&'a str),
    Step(&'a str, u16),
    Review(&'a str),
    Puzzle(&'a str),
    TryPuzzle(&'a str),
    Lessons(LessonRoute<'a>),
    Stream(&'a str),
}

/// A request of a person about their own games.
enum OwnRoute<'a> {
    List,
    Begin,
    Invite,
    Act(&'a str),
}

impl OwnRoute<'_> {
    /// Returns whether it is posted, and refused during maintenance.
    fn changes_something(&self) -> bool {
        !matches!(self, OwnRoute::List)
    }
}

impl<'a> Route<'a> {
    fn is_posted(&self) -> bool {
        match self {
            Route::Own(route) => route.changes_something(),
            _ => matches!(
                self,
                Route::Enter | Route::TryPuzzle(_) | Route::Lessons(LessonRoute::Answer(..))
            ),
        }
    }

    /// Reads a path below that of the version; `None` if it is about something else.
    fn read(
        path: &'a str,
        ply: Option<&str>,
        method: &Method,
    ) -> Option<Result<Route<'a>, Refusal>> {
        let is_read = matches!(*method, Method::GET | Method::HEAD);
        let posted = |route| match *method == Method::POST {
            true => Ok(route),
            false => Err(Refusal::OtherMethod("POST")),
        };
        let read = |route| if is_read { Ok(route) } else { Err(Refusal::OtherMethod("GET, HEAD")) };
        Some(match path {
            "enter" => posted(Route::Enter),
            "games" if is_read => Ok(Route::Own(OwnRoute::List)),
            "games" => posted(Route::Own(OwnRoute::Begin)),
            "invitations" => posted(Route::Own(OwnRoute::Invite)),
            _ if path.starts_with("puzzle/") => {
                let code = path.strip_prefix("puzzle/")?;
                if is_read { Ok(Route::Puzzle(code)) } else { posted(Route::TryPuzzle(code)) }
            }
            "lessons" => read(Route::Lessons(LessonRoute::List)),
            _ if path.starts_with("lesson/") => {
                let (course, step) = path.strip_prefix("lesson/")?.split_once('/')?;
                match is_read {
                    true => Ok(Route::Lessons(LessonRoute::Step(course, step))),
                    false => posted(Route::Lessons(LessonRoute::Answer(course, step))),
                }
            }
            _ if path.starts_with("review/") => read(Route::Review(path.strip_prefix("review/")?)),
            _ => match path.strip_prefix("game/")?.split_once('/') {
                None => {
                    let link = path.strip_prefix("game/")?;
                    match ply.map(str::parse) {
                        None => read(Route::Show(link)),
                        Some(Ok(ply)) => read(Route::Step(link, ply)),
                        Some(Err(_)) => Err(Refusal::Malformed),
                    }
                }
                Some((link, "stream")) => read(Route::Stream(link)),
                Some((link, "act")) => posted(Route::Own(OwnRoute::Act(link))),
                Some(_) => return None,
            },
        })
    }
}

/// Answers a request about live games; `None` if it is about something else.
pub(crate) async fn answer(
    visit: &Visit,
    head: &Parts,
    body: Body,
    language: Language,
) -> Option<Answered> {
    let path = head.uri.path().strip_prefix("/p/v1/")?;
    let ply = answers::asked(head, "ply");
    let route = match Route::read(path, ply.as_deref(), &head.method)? {
        Ok(route) => route,
        Err(refusal) => return Some(Err(refusal)),
    };
    let Some(live) = visit.page.live.get() else { return Some(Err(Refusal::Starting)) };
    Some(follow(visit, live, route, &head.headers, body, language).await)
}

async fn follow(
    visit: &Visit,
    live: &Arc<Live>,
    route: Route<'_>,
    headers: &HeaderMap,
    body: Body,
    language: Language,
) -> Answered {
    let page = &visit.page;
    let localizer = page.localizer(language);
    let client = visit.client(headers);
    // A slow body takes no place from people who show a pass of their own.
    let bytes = match route.is_posted() {
        true => page.bodies.read(visit.asker(headers), headers, body).await?,
        false => Vec::new(),
    };
    let shown = live.shown_pass(headers);
    let user = shown.as_ref().ok().and_then(|pass| pass.map(|pass| pass.user));
    // People share addresses, so those who are known are counted by themselves. Guests are made at will.
    let _own = user.map(|user| live.people.admit(user)).transpose()?;
    let _place = progress::known(user).is_none().then(|| page.limits.admit(client)).transpose()?;
    // The store is asked about a pass only for requests that are within their limits.
    let pass = match shown? {
        Some(pass) => Some(live.counting(pass).await?),
        None => None,
    };
    Ok(match route {
        Route::Enter => {
            let request: EnterRequest = parsed(&bytes)?;
            let entered = live.enter(request, localizer).await?;
            (PageAnswer::Entered, answers::json(StatusCode::OK, &entered))
        }
        Route::Own(route) => {
            follow_own(live, route, user.ok_or(Refusal::NoPass)?, &bytes, localizer).await?
        }
        Route::Show(link) => {
            let board = live.board(link).await?;
            let state = live.snapshot(&board, user, localizer).await?;
            (PageAnswer::Live, answers::json(StatusCode::OK, &state))
        }
        Route::Step(link, ply) => {
            let step = live.step(link, ply, user, localizer).await?;
            (PageAnswer::Step, answers::json(StatusCode::OK, &step))
        }
        Route::Review(link) => {
            let reader = Reader { user, visitor: page.limits.number_of(client) };
            let review = live.review_of(link, reader, localizer).await?;
            (PageAnswer::Review, answers::json(StatusCode::OK, &review))
        }
        Route::Puzzle(code) => {
            let puzzle = live.puzzle(code, user, localizer).await?;
            (PageAnswer::Puzzle, answers::json(StatusCode::OK, &puzzle))
        }
        Route::TryPuzzle(code) => {
            let request: TryRequest = parsed(&bytes)?;
            let tried = live.try_puzzle(code, &request, user, localizer).await?;
            (PageAnswer::Puzzle, answers::json(StatusCode::OK, &tried))
        }
        Route::Lessons(route) => {
            (PageAnswer::Lesson, live.lessons(route, &bytes, user, localizer).await?)
        }
        Route::Stream(link) => {
            (PageAnswer::Stream, events(visit, live, link, (pass, client, language)).await?)
        }
    })
}

async fn follow_own(
    live: &Live,
    route: OwnRoute<'_>,
    user: UserId,
    bytes: &[u8],
    localizer: Localizer<'_>,
) -> Answered {
    if route.changes_something() {
        live.check_maintenance(Some(user), localizer)?;
    }
    Ok(match route {
        OwnRoute::List => {
            let games = live.games(user, localizer).await?;
            (PageAnswer::Games, answers::json(StatusCode::OK, &games))
        }
        OwnRoute::Begin => {
            let request: NewGameRequest = parsed(bytes)?;
            let state = live.begin(user, &request, localizer).await?;
            (PageAnswer::Live, answers::json(StatusCode::CREATED, &state))
        }
        OwnRoute::Invite => {
            let request: InviteRequest = parsed(bytes)?;
            let invitation = live.invite(user, &request, localizer).await?;
            (PageAnswer::Invited, answers::json(StatusCode::CREATED, &invitation))
        }
        OwnRoute::Act(link) => {
            let request: ActRequest = parsed(bytes)?;
            let board = live.board(link).await?;
            let acted = live.act(board, user, &request, localizer).await?;
            (PageAnswer::Live, answers::json(StatusCode::OK, &acted))
        }
    })
}

/// Opens a stream of the states of a game.
async fn events(
    visit: &Visit,
    live: &Arc<Live>,
    link: &str,
    (pass, client, language): (Option<Pass>, ClientAddress, Language),
) -> Result<Response, Refusal> {
    let page = &visit.page;
    let user = pass.map(|pass| pass.user);
    let board = live.board(link).await?;
    let is_player = user.is_some_and(|user| board.session.seat_of(user).is_some());
    let watching = live.hub.watch(board.session.id(), is_player)?;
    let place = live.streams.place(page.limits.origin_of(client), user)?;
    let parts = (Arc::clone(page), Arc::clone(live));
    let mut response = streams::body(parts, watching, (pass, language), place).into_response();
    EVENTS.into_iter().for_each(|(name, value)| {
        response.headers_mut().insert(name, value);
    });
    Ok(response)
}

/// Parses the body of a request, which is JSON.
pub(super) fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|_| Refusal::Malformed)
}
