//! Conversations as data files.
//!
//! A file in `conversations` is played line by line:
//!
//! ```text
//! # a remark
//! @ group                     from here on in the group; a private chat is `@ anna`
//! anna> /new                  Anna writes
//! 1| first line               a message of the bot, the first one of this conversation
//! 1| [label] [label]          a row of its buttons; [?] is any cell, and [label · ?] may have a cell after
//! anna: 1 #4                  Anna presses cell 4 of message 1
//! anna: 1 Play again          Anna presses a button by its label
//! toast| text                 what her press is answered with; without this line, silently
//! 1+| first line              message 1 after its next edit
//! restart                     the bot is stopped and started
//! ```

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Lines;

use zerosum_playground::views::MessageView;

use crate::support::harness::{Table, Way};

/// Plays a conversation and compares all of the bot's messages, with each way of receiving updates.
pub(crate) async fn play(script: &str) {
    for way in [Way::Polling, Way::Webhook] {
        play_at(Table::with_way(way).await, script).await;
    }
}

async fn play_at(table: Table, script: &str) {
    let chat = table.anna;
    let mut play = Play { table, chat, messages: BTreeMap::new(), press: None };
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        play.step(line, &mut lines).await;
    }
    play.check_toast("").await;
    play.table.finish().await;
}

struct Play {
    table: Table,
    chat: i64,
    /// The messages of the bot by their numbers, as they were last compared.
    messages: BTreeMap<String, MessageView>,
    /// The press whose answer was not compared yet, with its line.
    press: Option<(String, String)>,
}

impl Play {
    async fn step(&mut self, line: &str, lines: &mut Peekable<Lines<'_>>) {
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        if line == "restart" {
            self.table.playground.settled().await.expect("all is settled");
            self.table.restart_bot().await;
        } else if let Some(chat) = line.strip_prefix("@ ") {
            self.chat = if chat == "group" { self.table.group } else { self.person(chat) };
        } else if let Some((tag, first)) = line.split_once('|') {
            let mut expected = vec![content(first)];
            let prefix = format!("{tag}|");
            while let Some(next) = lines.next_if(|next| next.starts_with(&prefix)) {
                expected.push(content(&next[prefix.len()..]));
            }
            self.expect(tag, &expected.join("\n")).await;
        } else if let Some((person, text)) = line.split_once("> ") {
            self.table.say(self.person(person), self.chat, text);
        } else if let Some((person, what)) = line.split_once(": ") {
            self.check_toast("").await;
            self.press(person, what, line);
        } else {
            panic!("this line says nothing: {line}");
        }
    }

    async fn expect(&mut self, tag: &str, expected: &str) {
        if tag == "toast" {
            return self.check_toast(expected).await;
        }
        let message = match tag.strip_suffix('+') {
            Some(number) => self.table.changed(self.message(number)).await,
            None => self.table.read(self.chat).await,
        };
        let actual = rendered(&message);
        assert!(fits(expected, &actual), "expected at {tag}|\n{expected}\n\nbut seen\n{actual}");
        self.messages.insert(tag.trim_end_matches('+').to_owned(), message);
    }

    fn press(&mut self, person: &str, what: &str, line: &str) {
        let person = self.person(person);
        let (number, button) = what.split_once(' ').expect("a message and a button");
        let message = self.message(number);
        let press = match button.strip_prefix('#') {
            Some(cell) => {
                let cell = cell.parse().expect("the number of a cell");
                self.table.press_cell(person, message, cell)
            }
            None => self.table.press(person, message, button),
        };
        self.press = Some((press, line.to_owned()));
    }

    async fn check_toast(&mut self, expected: &str) {
        if let Some((press, line)) = self.press.take() {
            assert_eq!(self.table.toast(&press).await, expected, "after {line}");
        } else {
            assert_eq!(expected, "", "nothing was pressed");
        }
    }

    fn message(&self, number: &str) -> &MessageView {
        self.messages.get(number).unwrap_or_else(|| panic!("there is no message {number} yet"))
    }

    fn person(&self, name: &str) -> i64 {
        match name {
            "anna" => self.table.anna,
            "boris" => self.table.boris,
            "oksana" => self.table.oksana,
            _ => panic!("there is no {name}"),
        }
    }
}

fn content(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line)
}

/// A message as a conversation shows it.
fn rendered(message: &MessageView) -> String {
    let mut lines = vec![message.text.clone()];
    for row in &message.keyboard {
        let labels: Vec<String> = row.iter().map(|button| format!("[{}]", button.text)).collect();
        lines.push(labels.join(" "));
    }
    lines.join("\n")
}

/// Returns whether a text is as expected, where `[?]` is any cell of a board, and `[label · ?]` a label with
/// or without the name of a cell after it.
fn fits(expected: &str, actual: &str) -> bool {
    let is_fitting = |(expected, actual): (&str, &str)| {
        if let Some(label) = expected.strip_suffix(" · ?]") {
            let behind = actual.strip_prefix(label).map(|behind| behind.trim_end_matches(']'));
            return behind.is_some_and(|cell| cell.is_empty() || cell.starts_with(" · "));
        }
        if !expected.contains("[?]") {
            return expected == actual;
        }
        let (expected, actual) = (expected.split(' '), actual.split(' '));
        let cells = ["[·]", "[❌]", "[⭕]", "[‹❌›]", "[‹⭕›]", "[✅❌]", "[✅⭕]"];
        let is_cell = |text: &str| cells.contains(&text);
        expected.clone().count() == actual.clone().count()
            && expected.zip(actual).all(|(expected, actual)| {
                expected == actual || expected == "[?]" && is_cell(actual)
            })
    };
    expected.lines().count() == actual.lines().count()
        && expected.lines().zip(actual.lines()).all(is_fitting)
}
