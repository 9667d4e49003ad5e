//! Faults that a test orders strike as often as ordered.

use std::time::Duration;

use serde_json::json;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::Snapshot;

use crate::support::start;

#[tokio::test]
async fn a_fault_strikes_the_calls_it_fits_and_then_no_more() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let hello = json!({ "chat_id": anna, "text": "hello" });
    playground.fault(Fault::too_many_requests(3).on("sendmessage").times(2));
    playground.fault(Fault::error(500, "Internal Server Error").in_chat(-5));
    for _ in 0..2 {
        let (code, body) = bot.call("sendMessage", hello.clone()).await;
        assert_eq!((code, &body["parameters"]["retry_after"]), (429, &json!(3)));
    }
    bot.ok("getMe", json!({})).await;
    bot.ok("sendMessage", hello).await;
    assert_eq!(playground.messages(anna).len(), 1);
    let in_other_chat = json!({ "chat_id": -5, "text": "hello" });
    bot.refuses("sendMessage", in_other_chat, 500, "Internal Server Error").await;
}

#[tokio::test]
async fn a_cut_connection_has_no_effect_and_a_lost_answer_has() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    for (kind, sent) in [(FaultKind::CutConnection, 0), (FaultKind::LoseAnswer, 1)] {
        playground.fault(Fault::new(kind));
        let params = json!({ "chat_id": anna, "text": "hello" });
        let response = bot.send("sendMessage", &params).await;
        let body = match response {
            Ok(response) => response.text().await,
            Err(error) => Err(error),
        };
        assert!(body.is_err(), "the connection breaks: {body:?}");
        assert_eq!(playground.messages(anna).len(), sent);
    }
}

#[tokio::test]
async fn a_call_that_is_misreported_as_refused_has_an_effect() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    playground.fault(Fault::misreported(502, "Bad Gateway"));
    let params = json!({ "chat_id": anna, "text": "hello" });
    bot.refuses("sendMessage", params, 502, "Bad Gateway").await;
    assert_eq!(playground.messages(anna).len(), 1);
}

#[tokio::test]
async fn a_late_answer_is_about_something_that_is_there_already() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let calls_before = playground.calls().len();
    playground.fault(Fault::new(FaultKind::DelayAnswer(Duration::from_secs(3_600))));
    let sending = tokio::spawn(async move {
        bot.send("sendMessage", &json!({ "chat_id": anna, "text": "hello" })).await
    });
    let is_there = |snapshot: &Snapshot<'_>| {
        (snapshot.messages(anna).len() == 1).then(|| snapshot.calls().count())
    };
    let calls = playground.until(is_there).await.expect("the message is there");
    assert_eq!(calls, calls_before + 1, "a call is noted together with its effects");
    assert!(!sending.is_finished());
    playground.stop().await;
    assert!(sending.await.is_ok());
}

#[tokio::test]
async fn garbage_and_delays_are_as_ordered() {
    let (playground, bot) = start().await;
    playground.fault(Fault::new(FaultKind::Garbage { status: 502 }));
    playground.fault(Fault::new(FaultKind::Delay(Duration::from_millis(1))));
    let response = bot.send("getMe", &json!({})).await.expect("answered");
    assert_eq!(response.status(), 502);
    assert!(response.text().await.expect("a page").starts_with("<html>"));
    bot.ok("getMe", json!({})).await;
}

#[tokio::test]
async fn a_hanging_call_ends_when_the_playground_stops() {
    let (playground, bot) = start().await;
    playground.fault(Fault::new(FaultKind::Hang));
    let call = tokio::spawn(async move { bot.send("getMe", &json!({})).await?.text().await });
    playground
        .until(|snapshot| (snapshot.pending_faults() == 0).then_some(()))
        .await
        .expect("struck");
    playground.stop().await;
    assert!(call.await.expect("the call ends").is_err());
}

#[tokio::test]
async fn cleared_faults_do_not_strike() {
    let (playground, bot) = start().await;
    playground.fault(Fault::error(500, "Internal Server Error").times(100));
    playground.clear_faults();
    bot.ok("getMe", json!({})).await;
}
