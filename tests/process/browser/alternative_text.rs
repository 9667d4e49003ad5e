//! Alternative texts of photos, for screen readers.

use reqwest::multipart::{Form, Part};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::browser::{ANNA, Driver, once, say};

/// A PNG picture of one pixel.
const PIXEL: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
    \0\0\0\x0aIDAT\x78\x9c\x63\x60\0\0\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82";

/// Offset after the signature and the header, where other chunks may come.
const HEADER_END: usize = 33;

#[tokio::test]
async fn a_photo_is_read_out_as_it_says_itself_and_else_by_its_caption() {
    let Some(driver) = Driver::start() else { return };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, (390, 844)).await;
    say(&browser, "/start").await;
    let data = "Description\0\0\0\0\0X in the middle — O below".as_bytes();
    let length = u32::try_from(data.len()).expect("it is short").to_be_bytes();
    let chunk = [&length, &b"iTXt"[..], data, &[0; 4]].concat();
    let described = [&PIXEL[..HEADER_END], &chunk, &PIXEL[HEADER_END..]].concat();
    for (content, alt) in
        [(described, "X in the middle — O below"), (PIXEL.to_vec(), "The caption")]
    {
        let form = Form::new().text("chat_id", ANNA.to_string()).text("caption", "The caption");
        let form = form.part("photo", Part::bytes(content).file_name("board.png"));
        let url = format!("{}/bot{}/sendPhoto", playground.api_url(), playground.token());
        let sent = reqwest::Client::new().post(url).multipart(form).send().await;
        assert!(sent.is_ok_and(|answer| answer.status().is_success()), "the photo is sent");
        let script = "
            const photos = [...document.querySelectorAll('.photo')];
            return photos.some((photo) => photo.alt === arguments[0]) ? true : null;";
        once(&browser, script, &[alt.into()]).await;
    }
    browser.close().await.expect("the browser closes");
    playground.stop().await;
}
