//! Answers requests: finds what is asked for, and sets the headers.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderName, IF_NONE_MATCH, REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use url::form_urlencoded;
use zerosum_games::any::GameSpec;
use zerosum_metrics::labels::PageAnswer;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::live::LiveSnapshot;
use zerosum_session::language::Language;

use crate::page::Page;
use crate::page::analysis::{self, AnalysisQuery};
use crate::page::assets::Content;
use crate::page::limits::RETRY_AFTER_SECONDS;
use crate::page::live::reviews::Reader;
use crate::page::live::routes;
use crate::page::refusal::Refusal;
use crate::page::shell::{self, First};
use crate::page::solo::{self, SoloRequest};
use crate::page::visit::{self, Hosts, Visit};
use crate::web::listener::UntilSent;

/// Media type of JSON.
pub(crate) const JSON: &str = "application/json; charset=utf-8";

/// Media type of pages.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// Maximum length of an address.
const URI_BYTES_MAX: usize = 2 * 1_024;

/// Nothing is loaded from elsewhere, and no code stands in the HTML. The one policy of trusted types gives the
/// address of the service worker. Who may show the page in a frame follows.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
     base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; \
     trusted-types page; frame-ancestors ";

/// Pages that show this one as a Mini App.
const TELEGRAM: &str = "https://web.telegram.org https://*.telegram.org";

/// Playgrounds that do, on this machine.
const PLAYGROUND: &str = "http://127.0.0.1:*";

/// Headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Value of the header that ends the connection with this answer.
const CLOSE: HeaderValue = HeaderValue::from_static("close");

const NO_STORE: &str = "no-store";
const FOREVER: &str = "public, max-age=31536000, immutable";
const A_DAY: &str = "public, max-age=86400";

/// An answer other than a refusal, with what is counted.
pub(crate) type Answered = Result<(PageAnswer, Response), Refusal>;

/// The body of a refusal.
#[derive(Serialize)]
struct RefusalView<'a> {
    v: u32,
    error: &'static str,
    say: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a LiveSnapshot>,
    /// Link to the chat, from which the page is opened again.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat: Option<String>,
}

/// Answers a request.
pub(crate) async fn answer(State(visit): State<Visit>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let language = visit::language_of(&head.headers);
    let place = visit.page.unsent.place(visit.asker(&head.headers));
    let admitted = place.as_ref().map_err(Refusal::clone).map(|_| ());
    let answered = match admitted.and_then(|()| checked(&visit.page, &head)) {
        Ok(()) => found(&visit, &head, body, language).await,
        Err(refusal) => Err((refusal, language)),
    };
    let (label, mut response) = answered.unwrap_or_else(|(refusal, language)| {
        let is_page = visit::takes_html(&head.headers);
        refused(&visit.page, &refusal, language, is_page)
    });
    visit.page.metrics.page.answers.count(label);
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, visit.page.policy.clone());
    match place {
        // The place of a stream is kept by itself.
        Ok(_) if label == PageAnswer::Stream => {}
        Ok(place) => {
            response.extensions_mut().insert(UntilSent::new(place));
        }
        // Requests behind it on the connection would be refused, too.
        Err(_) => {
            response.headers_mut().insert(CONNECTION, CLOSE);
        }
    }
    response
}

/// The content security policy of a page for these hosts.
pub(crate) fn policy(hosts: &Hosts) -> HeaderValue {
    let frames = match hosts {
        Hosts::Public(_) => TELEGRAM,
        Hosts::Loopback => PLAYGROUND,
    };
    HeaderValue::from_str(&format!("{POLICY}{frames}")).expect("it is ASCII")
}

fn checked(page: &Page, head: &Parts) -> Result<(), Refusal> {
    if !page.hosts.has(&head.headers) {
        return Err(Refusal::OtherHost);
    }
    let is_long = head.uri.path_and_query().is_some_and(|text| text.as_str().len() > URI_BYTES_MAX);
    if is_long { Err(Refusal::UriTooLong) } else { Ok(()) }
}

/// Answers a request about live games. One that changes something is carried out to its end even if its
/// connection closes: what is committed is also to be announced.
async fn live_answer(visit: &Visit, head: &Parts, body: Body, language: Language) -> Answered {
    let answered = if head.method == Method::POST {
        let (visit, head) = (visit.clone(), head.clone());
        let answering =
            tokio::spawn(async move { routes::answer(&visit, &head, body, language).await });
        answering.await.map_err(|error| {
            log::error!("a request of the page failed: {error}");
            Refusal::Failed
        })?
    } else {
        routes::answer(visit, head, body, language).await
    };
    answered.unwrap_or(Err(Refusal::NotFound))
}

/// Finds what is asked for. A refusal comes with the language to say it in.
async fn found(
    visit: &Visit,
    head: &Parts,
    body: Body,
    language: Language,
) -> Result<(PageAnswer, Response), (Refusal, Language)> {
    let page = &visit.page;
    let path = head.uri.path().strip_prefix('/').unwrap_or_default();
    if matches!(path, "p/v1/solo" | "p/v1/analysis") {
        if head.method != Method::POST {
            return Err((Refusal::OtherMethod("POST"), language));
        }
        return posted(visit, head, body, language).await;
    }
    let language = asked_language(head).unwrap_or(language);
    let in_language = |answered: Answered| answered.map_err(|refusal| (refusal, language));
    if path.starts_with("p/") && !path.starts_with("p/v1/catalog/") {
        return in_language(live_answer(visit, head, body, language).await);
    }
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return Err((Refusal::OtherMethod("GET, HEAD"), language));
    }
    if let Some((kind @ ("g" | "i"), link)) = path.split_once('/') {
        return in_language(live_shell(visit, head, (kind, link), language).await);
    }
    let read = || -> Answered {
        let kind = path.split_once('/').map_or(path, |(kind, _)| kind);
        if matches!(path, "" | "a") || matches!(kind, "puzzle" | "learn") {
            return shell(visit, head, kind, language);
        }
        if let Some(content) = page.assets.at(path) {
            return Ok((PageAnswer::File, sent(content, &head.headers, FOREVER)));
        }
        if path == "again.js" {
            return Ok((PageAnswer::File, sent(&page.assets.again, &head.headers, NO_STORE)));
        }
        if path == "favicon.svg" {
            return Ok((PageAnswer::File, sent(&page.assets.icon, &head.headers, A_DAY)));
        }
        if let Some((content, is_kept)) = page.offline.at(path, language) {
            let caching = if is_kept { A_DAY } else { NO_STORE };
            return Ok((PageAnswer::File, sent(content, &head.headers, caching)));
        }
        let code = path.strip_prefix("p/v1/catalog/");
        let asked = code.and_then(Language::with_code).ok_or(Refusal::NotFound)?;
        let content = page.catalogs.of_language(asked);
        // A page of another build, as there is during an upgrade, keeps nothing of this one.
        let is_of_this = head.uri.query().is_none_or(|build| build == page.assets.hash);
        let caching = if is_of_this { A_DAY } else { NO_STORE };
        let response = sent(content, &head.headers, caching);
        Ok(match response.status() {
            StatusCode::NOT_MODIFIED => (PageAnswer::NotModified, response),
            _ => (PageAnswer::Catalog, response),
        })
    };
    in_language(read())
}

/// A parameter of the address.
pub(crate) fn asked(head: &Parts, name: &str) -> Option<String> {
    let query = head.uri.query().unwrap_or_default().as_bytes();
    let mut pairs = form_urlencoded::parse(query);
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}

fn asked_language(head: &Parts) -> Option<Language> {
    Language::with_code(&asked(head, "lang")?)
}

/// The page with a game of the chat, as a viewer without a seat sees it until their browser shows a pass, or with
/// an invitation.
async fn live_shell(
    visit: &Visit,
    head: &Parts,
    (kind, link): (&str, &str),
    language: Language,
) -> Answered {
    let page = &visit.page;
    let _place = page.limits.admit(visit.client(&head.headers))?;
    let live = page.live.get().ok_or(Refusal::Starting)?;
    let localizer = page.localizer(language);
    let first = match kind {
        "i" => live.invited(link, localizer).await?,
        _ => live.first(link, localizer).await?,
    };
    let content = shell::render(&page.assets, localizer, first);
    Ok((PageAnswer::File, sent(&content, &head.headers, NO_STORE)))
}

/// The page, with the game that its address may name. Only that one is rendered for the request.
fn shell(visit: &Visit, head: &Parts, kind: &str, language: Language) -> Answered {
    let page = &visit.page;
    let asked = || asked(head, "game").and_then(|name| GameSpec::from_alias(&name));
    let response = if kind == "learn" {
        sent(page.shells.lessons(language), &head.headers, NO_STORE)
    } else if let Some((spec, _)) = asked() {
        let _place = page.limits.admit(visit.client(&head.headers))?;
        let first = First::Solo(Some(spec));
        let content = shell::render(&page.assets, page.localizer(language), first);
        sent(&content, &head.headers, NO_STORE)
    } else {
        sent(page.shells.game(language), &head.headers, NO_STORE)
    };
    Ok((PageAnswer::File, response))
}

/// The game of a visitor, or a position that they study.
async fn posted(
    visit: &Visit,
    head: &Parts,
    body: Body,
    language: Language,
) -> Result<(PageAnswer, Response), (Refusal, Language)> {
    let page = &visit.page;
    let in_language = |refusal| (refusal, language);
    // A slow body takes no place from people who show a pass of their own.
    let asker = visit.asker(&head.headers);
    let read = page.bodies.read(asker, &head.headers, body).await.map_err(in_language)?;
    let client = visit.client(&head.headers);
    let live = page.live.get();
    let own = live.and_then(|live| live.admit(&head.headers));
    let _place = own.unwrap_or_else(|| page.limits.admit(client)).map_err(in_language)?;
    let user = match live {
        Some(live) => live.person_of(&head.headers).await,
        None => None,
    };
    let reader = Reader { user, visitor: page.limits.number_of(client) };
    if head.uri.path().ends_with("/analysis") {
        let request = AnalysisQuery::read(&read).map_err(in_language)?;
        let language = request.language().ok_or_else(|| in_language(Refusal::Malformed))?;
        let answered = analysis::answer(page, &request, language, reader).await;
        let view = answered.map_err(|refusal| (refusal, language))?;
        return Ok((PageAnswer::Analysis, json(StatusCode::OK, &view)));
    }
    let request = SoloRequest::read(&read).map_err(in_language)?;
    let language = request.language().ok_or_else(|| in_language(Refusal::Malformed))?;
    let answered = solo::answer(page, &request, language, reader).await;
    let answer = answered.map_err(|refusal| (refusal, language))?;
    Ok((answer.label(), json(StatusCode::OK, &answer)))
}

/// Sends a text, compressed if the client takes that, unless it has this version.
fn sent(content: &Content, headers: &HeaderMap, caching: &'static str) -> Response {
    let is_known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim().trim_start_matches("W/") == content.etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else if visit::takes_gzip(headers) {
        let mut response = Body::from(Bytes::clone(&content.gzip)).into_response();
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        Body::from(Bytes::clone(&content.plain)).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content.media));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // An answer that is never stored needs no version.
    if caching != NO_STORE
        && let Ok(tag) = HeaderValue::from_str(&content.etag)
    {
        headers.insert(ETAG, tag);
    }
    response
}

pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_vec(value).expect("strings and numbers can be written");
    (status, [(CONTENT_TYPE, JSON), (CACHE_CONTROL, NO_STORE)], text).into_response()
}

/// Says why a request is refused: to a person as a page, and to a script as JSON.
fn refused(
    page: &Page,
    refusal: &Refusal,
    language: Language,
    is_page: bool,
) -> (PageAnswer, Response) {
    let localizer = page.localizer(language);
    let sentence = localizer.page_label(refusal.sentence());
    let (say, state) = match refusal {
        Refusal::Denied { say, state } => (say, state.as_deref()),
        Refusal::Gone(say) => (say, None),
        _ => (&sentence, None),
    };
    let label = refusal.label();
    let mut response = if is_page && *refusal != Refusal::OtherHost {
        let html = shell::refused(&page.assets, localizer, say, refusal.passes());
        let headers = [(CONTENT_TYPE, HTML), (CACHE_CONTROL, NO_STORE)];
        (refusal.status(), headers, html).into_response()
    } else {
        let live = page.live.get().filter(|_| *refusal == Refusal::NoPass);
        let chat = live.map(|live| live.chat_link());
        let view = RefusalView { v: FORMAT_VERSION, error: label.word(), say, state, chat };
        json(refusal.status(), &view)
    };
    if refusal.passes() {
        let pause = HeaderValue::from_static(RETRY_AFTER_SECONDS);
        response.headers_mut().insert(RETRY_AFTER, pause);
    }
    if let Refusal::OtherMethod(allowed) = refusal {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    }
    (label, response)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zerosum_render::locales::Locales;

    use super::*;
    use crate::capacity::Capacity;
    use crate::engine::Engine;
    use crate::page::PageConfig;

    /// A page behind a proxy.
    fn page() -> Arc<Page> {
        Arc::new(Page::new(PageConfig {
            public_url: None,
            proxies: 1,
            capacity: Capacity::within(256),
            engine: Arc::new(Engine::new()),
            metrics: Arc::default(),
            locales: Arc::new(Locales::load()),
            live: Arc::default(),
        }))
    }

    /// Asks on behalf of a client.
    async fn ask(page: &Arc<Page>, client: &str, path: &str) -> Response {
        let visit = Visit { page: Arc::clone(page), peer: ([127, 0, 0, 1], 1).into() };
        let request = Request::builder().uri(path).header("host", "localhost");
        let request = request.header("x-forwarded-for", client).body(Body::empty());
        answer(State(visit), request.expect("it is a request")).await
    }

    #[tokio::test]
    async fn unsent_answers_of_one_address_leave_connections_for_others() {
        let page = page();
        let mut unsent = Vec::new();
        let mut paths = ["/", "/p/v1/catalog/uk", "/favicon.svg", "/nothing"].into_iter().cycle();
        let refused = loop {
            let path = paths.next().expect("there is always one");
            let answer = ask(&page, "192.0.2.1", path).await;
            if answer.status() == StatusCode::TOO_MANY_REQUESTS {
                break answer;
            }
            unsent.push(answer);
            assert!(unsent.len() < 60, "nearly all connections of the page");
        };
        assert!(unsent.len() > 35, "a browser asks for thirty files at once");
        assert_eq!(refused.headers()[CONNECTION], "close");
        let other = ask(&page, "192.0.2.2", "/").await;
        assert_eq!(other.status(), StatusCode::OK);
        assert!(!other.headers().contains_key(CONNECTION));
        unsent.truncate(1);
        assert_eq!(ask(&page, "192.0.2.1", "/").await.status(), StatusCode::OK);
    }

    #[test]
    fn a_public_page_is_shown_in_frames_of_telegram_only() {
        let policy = policy(&Hosts::Public("play.example.org".to_owned()));
        let policy = policy.to_str().expect("it is ASCII");
        let (_, frames) = policy.split_once("frame-ancestors ").expect("frames are named");
        assert_eq!(frames, "https://web.telegram.org https://*.telegram.org");
    }
}
