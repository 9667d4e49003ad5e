//! Only programs on this machine and the page itself get answers from the playground, and it connects only to
//! the webhook that its bot has set.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::any;
use axum::{Json, Router};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tokio::net::TcpListener;
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::support::{Bot, start, start_with};

/// Addresses of the page, of the data it reads and of its actions, of the Bot API, and of nothing.
fn addresses(playground: &Playground, bot: &Bot) -> [(Method, String); 6] {
    let at = |path: &str| format!("{}{path}", playground.page_url());
    [
        (Method::GET, at("")),
        (Method::GET, at("page/state")),
        (Method::POST, at("page/send")),
        (Method::GET, format!("{}/getMe", bot.base)),
        (Method::POST, format!("{}/getMe", bot.base)),
        (Method::GET, at("elsewhere")),
    ]
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &str)| {
        let value = HeaderValue::from_str(value).expect("a header's value");
        (HeaderName::from_static(name), value)
    };
    pairs.iter().map(pair).collect()
}

async fn status_of(request: RequestBuilder) -> StatusCode {
    let status = request.send().await.expect("the playground answers").status().as_u16();
    StatusCode::from_u16(status).expect("a status")
}

/// Server on this machine that must not be reached: its address, and the number of times it was reached.
async fn bystander() -> (String, Arc<AtomicUsize>) {
    let reached = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reached);
    let address = serve(Router::new().fallback(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        async { StatusCode::OK }
    }));
    (address.await, reached)
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/")
}

#[tokio::test]
async fn a_request_for_another_host_is_turned_away() {
    let (playground, bot) = start_with(Settings::default()).await;
    let foreign = [
        "evil.example",
        "evil.example:8200",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8200",
        "192.168.0.1",
        "[fe80::1]:8200",
        "0.0.0.0:8200",
        "",
    ];
    let own = ["localhost", "LocalHost:8200", "127.0.0.1", "127.3.2.1:80", "[::1]", "[::1]:8200"];
    for (method, address) in addresses(&playground, &bot) {
        let asked = |host: &str| {
            let request = bot.client.request(method.clone(), &address);
            request.headers(headers(&[("host", host)]))
        };
        for host in foreign {
            assert_eq!(
                status_of(asked(host)).await,
                StatusCode::FORBIDDEN,
                "{address} at {host:?}"
            );
        }
        for host in own {
            assert_ne!(
                status_of(asked(host)).await,
                StatusCode::FORBIDDEN,
                "{address} at {host:?}"
            );
        }
    }
}

/// Headers that newer and older browsers send when a page of another site makes a request.
const FOREIGN_PAGES: [&[(&str, &str)]; 8] = [
    &[("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")],
    &[("origin", "https://evil.example")],
    &[("origin", "null")],
    &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")],
    // Another port of this machine is the same site and yet another page.
    &[("origin", "http://localhost:3000"), ("sec-fetch-site", "same-site")],
    &[("sec-fetch-site", "same-site")],
    // A page of another site shows this one in a frame, or submits its form here.
    &[
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "iframe"),
    ],
    &[
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
    ],
];

#[tokio::test]
async fn no_other_site_is_answered_even_if_it_knows_the_token() {
    let (playground, bot) = start_with(Settings::default()).await;
    let (target, reached) = bystander().await;
    for page in FOREIGN_PAGES {
        for (method, address) in addresses(&playground, &bot) {
            let request = bot.client.request(method, &address).headers(headers(page));
            assert_eq!(status_of(request).await, StatusCode::FORBIDDEN, "{address} from {page:?}");
        }
        let address = format!("{}/setWebhook", bot.base);
        let escaped = target.replace(':', "%3A").replace('/', "%2F");
        let multipart = format!(
            "--x\r\ncontent-disposition: form-data; name=\"url\"\r\n\r\n{target}\r\n--x--\r\n"
        );
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", format!("url={escaped}")),
            ("multipart/form-data; boundary=x", multipart),
            ("text/plain", format!("{{\"url\":\"{target}\"}}")),
            ("application/json", format!("{{\"url\":\"{target}\"}}")),
        ] {
            let request = bot.client.post(&address).headers(headers(page));
            let request = request.header("content-type", content_type).body(body);
            assert_eq!(status_of(request).await, StatusCode::FORBIDDEN, "{content_type} {page:?}");
        }
        let request = bot.client.get(format!("{address}?url={escaped}")).headers(headers(page));
        assert_eq!(status_of(request).await, StatusCode::FORBIDDEN, "{page:?}");
    }
    assert!(playground.calls().is_empty(), "{:?}", playground.calls());
    playground.send_text(1001, 1001, "hello").expect("she is there");
    assert_eq!(bot.ok("getWebhookInfo", json!({})).await["url"], "");
    assert_eq!(reached.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn the_page_itself_and_links_to_it_are_let_in() {
    let (playground, bot) = start_with(Settings::default()).await;
    let own = playground.api_url();
    let said = json!({ "user_id": 1001, "chat_id": 1001, "text": "hello" });
    let of_page = headers(&[("origin", &own), ("sec-fetch-site", "same-origin")]);
    let request = bot.client.post(format!("{own}/page/send")).headers(of_page).json(&said);
    assert_eq!(status_of(request).await, StatusCode::OK);
    let typed = [("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")];
    let linked = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
    ];
    for said in [&typed[..], &linked[..]] {
        let request = bot.client.get(playground.page_url()).headers(headers(said));
        assert_eq!(status_of(request).await, StatusCode::OK, "{said:?}");
    }
    let request = bot.client.get(format!("{}/getMe", bot.base)).headers(headers(&linked));
    assert_eq!(status_of(request).await, StatusCode::FORBIDDEN, "a link makes no call");
}

#[tokio::test]
async fn every_run_has_a_token_of_its_own_and_the_same_bot() {
    let (one, bot) = start().await;
    let (other, _) = start().await;
    assert_ne!(one.token(), other.token());
    for playground in [&one, &other] {
        let (id, secret) = playground.token().split_once(':').expect("a token");
        assert_eq!((id, secret.len()), ("42", 32), "{secret}");
    }
    let elsewhere = format!("{}/bot{}/getMe", one.api_url(), other.token());
    assert_eq!(status_of(bot.client.get(elsewhere)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(bot.ok("getMe", json!({})).await["id"], 42);
}

#[tokio::test]
async fn what_answers_as_a_webhook_does_not_move_it() {
    let (playground, bot) = start().await;
    let (target, reached) = bystander().await;
    for method in ["setWebhook", "SETWEBHOOK", "deleteWebhook"] {
        let answer = Json(json!({ "method": method, "url": target }));
        let own = serve(Router::new().fallback(any(async move || answer))).await;
        bot.ok("setWebhook", json!({ "url": own })).await;
        let anna = playground.add_user("Anna", None);
        playground.send_text(anna, anna, "hello").expect("she is there");
        playground.settled().await.expect("the update is taken");
        assert_eq!(bot.ok("getWebhookInfo", json!({})).await["url"], own, "{method}");
    }
    assert_eq!(reached.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_webhook_that_leads_elsewhere_is_not_followed() {
    let (playground, bot) = start().await;
    let (target, reached) = bystander().await;
    let anna = playground.add_user("Anna", None);
    for status in
        [StatusCode::FOUND, StatusCode::TEMPORARY_REDIRECT, StatusCode::PERMANENT_REDIRECT]
    {
        let leading = (status, [("location", target.clone())]).into_response().into_parts().0;
        let url = serve(Router::new().fallback(any(async move || leading.clone()))).await;
        bot.ok("setWebhook", json!({ "url": url })).await;
        playground.send_text(anna, anna, "hello").expect("she is there");
        let reason = format!("Wrong response from the webhook: {}", status.as_u16());
        let mut seen = String::new();
        while seen != reason {
            let info = bot.ok("getWebhookInfo", json!({})).await;
            seen = info["last_error_message"].as_str().unwrap_or_default().to_owned();
        }
    }
    assert_eq!(reached.load(Ordering::Relaxed), 0);
}
