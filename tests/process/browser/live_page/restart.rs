//! The program is killed and started again while its page is open.

use serde_json::json;
use tempfile::TempDir;
use zerosum_playground::Playground;

use super::{NO_TROUBLE, TROUBLE, begin, marks, open_game};
use crate::browser::page::{PHONE, tap};
use crate::browser::{Driver, Wishes, once, screenshot};
use crate::child::{Launch, Process, folder, free_port, telegram};

fn start(telegram: &Playground, folder: &TempDir, port: u16) -> Process {
    let address = format!("127.0.0.1:{port}");
    let bot = Launch::bot(telegram, folder.path())
        .with("ZEROSUM_PUBLIC_URL", &format!("http://{address}"))
        .with("ZEROSUM_PAGE_LISTEN", &address)
        .start();
    bot.until_said("is at work");
    bot
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_goes_on_by_itself_after_the_program_was_killed() {
    let Some(driver) = Driver::start() else { return };
    let (telegram, folder, port) = (telegram().await, folder(), free_port());
    let bot = start(&telegram, &folder, port);
    let anna = telegram.add_user("Anna", Some("en"));
    let board = begin(&telegram, anna, "/new perfect").await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &telegram, anna).await;
    tap(&phone, 4).await;
    marks(&phone, 2).await;
    once(&phone, "return navigator.serviceWorker.controller?.scriptURL ?? null", &[]).await;
    bot.signal("KILL");
    assert_eq!(bot.end().code, None);
    let said = "const [, time] = /^No connection\\. The board is as of (\\d\\d:\\d\\d)\\.$/
            .exec(document.getElementById('trouble').textContent) ?? [];
        return time ?? null;";
    once(&phone, said, &[]).await;
    screenshot(&phone, "live-phone-lost.png").await;
    // The browser has kept the game as it was seen last.
    phone.refresh().await.expect("the page opens from what is kept");
    once(&phone, said, &[]).await;
    marks(&phone, 2).await;
    let bot = start(&telegram, &folder, port);
    once(&phone, NO_TROUBLE, &[]).await;
    let free = "return [...document.querySelectorAll('#board .cell')]
        .findIndex((cell) => cell.classList.contains('can'))";
    let free = once(&phone, free, &[]).await.as_u64().expect("a cell is free");
    tap(&phone, usize::try_from(free).expect("a small number")).await;
    marks(&phone, 4).await;
    let shown = telegram.until(|snapshot| {
        let now = snapshot.message(anna, board.message_id)?;
        let keys = now.keyboard.iter().flatten();
        (keys.filter(|key| key.text.contains(['❌', '⭕'])).count() == 4).then_some(())
    });
    shown.await.expect("the move is in the chat");
    let trouble = phone.execute(TROUBLE, Vec::new()).await.expect("the page answers");
    assert_eq!(trouble, json!(null));
    phone.close().await.expect("the browser closes");
    assert_eq!(bot.stop().code, Some(0));
}
