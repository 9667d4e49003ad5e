//! Games shared with a name: only users who follow the link may challenge the person who has shared the game.

use zerosum_playground::views::MessageView;

use crate::support::harness::{Table, data_of};

const LINK: &str = "https://t.me/zerosum_bot?start=";
const SHARE: &str = "🔗 Share";
const WITH_NAME: &str = "🙋 Share with my name";
const CHALLENGE: &str = "⚔️ Вызвать: Anna";

/// Payload in the link of a message.
fn payload(message: &MessageView) -> String {
    let (_, rest) = message.text.split_once(LINK).expect("there is a link");
    rest.split_whitespace().next().expect("it carries something").to_owned()
}

impl Table {
    /// The messages with which Anna shares a game that she has resigned: without her name and with it.
    async fn shared_by_anna(&self) -> [MessageView; 2] {
        let anna = self.anna;
        let board = self.ask(anna, anna, "/new x 3x3").await;
        let board = self.play(anna, &board, 4).await;
        self.ask(anna, anna, "/resign").await;
        let over = self.until(&board, |now| now.find_button(SHARE).is_some()).await;
        assert_eq!(self.toast(&self.press(anna, &over, SHARE)).await, "");
        let plain = self.read(anna).await;
        let toast = self.toast(&self.press(anna, &plain, WITH_NAME)).await;
        assert_eq!(toast, "This link says who you are: anybody who opens it can challenge you.");
        [plain, self.read(anna).await]
    }

    async fn follow(&self, user: i64, payload: &str) -> MessageView {
        self.ask(user, user, &format!("/start {payload}")).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_shares_a_game_with_their_name_can_be_challenged_by_the_link() {
    let mut table = Table::without_inline_mode().await;
    let (anna, boris) = (table.anna, table.boris);
    let [plain, named] = table.shared_by_anna().await;
    assert!(!plain.text.contains("Anna") && named.text.contains("Shared by Anna"), "{named:?}");
    assert!(named.has_animation && named.keyboard.len() == 1, "{named:?}");
    let link = payload(&named);
    assert!(link.len() <= 64 && !link.contains(&format!("{anna:016x}")), "{link}");

    let nameless = table.follow(boris, &payload(&plain)).await;
    assert!(nameless.find_button(CHALLENGE).is_none() && !nameless.text.contains("Anna"));
    let told = table.follow(boris, &link).await;
    assert!(told.text.ends_with("\n0 / 2"), "{told:?}");
    table.restart_bot().await;
    assert_eq!(table.toast(&table.press(boris, &told, "▶️")).await, "");
    let first = table.changed(&told).await;
    assert_eq!(
        table.toast(&table.press(boris, &first, CHALLENGE)).await,
        "Вызов отправлен. Приглашение ниже."
    );
    let challenge = table.read(anna).await;
    assert!(challenge.text.starts_with("⚔️ Борис looked at the game"), "{challenge:?}");
    let invitation = table.read(boris).await;
    assert_eq!(payload(&challenge), payload(&invitation));
    // She is told only once of the invitation.
    let again = table.toast(&table.press(boris, &first, CHALLENGE)).await;
    assert!(again.contains("приглашение"), "{again}");
    table.say(anna, anna, &format!("/start {}", payload(&challenge)));
    let of_anna = table.read(anna).await;
    let of_boris = table.read(boris).await;
    assert!(of_anna.text.contains("Борис") && of_boris.text.contains("Anna"), "{of_anna:?}");
    // Her own link leads to her own board, which offers no challenge.
    let own = table.follow(anna, &link).await;
    assert!(own.keyboard.iter().flatten().all(|button| !button.text.contains('⚔')), "{own:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_does_not_want_it_is_not_challenged() {
    let table = Table::without_inline_mode().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let [_, named] = table.shared_by_anna().await;
    let link = payload(&named);
    let told = table.follow(boris, &link).await;
    let token = data_of(&told, told.keyboard.len() - 1, 0).to_owned();
    // The seal of a token fits nothing else.
    let last = if token.ends_with('0') { '1' } else { '0' };
    let forged = format!("{}{last}", &token[..token.len() - 1]);
    let toast = table.toast(&table.press_data(boris, &told, &forged)).await;
    assert!(toast.starts_with("Эта кнопка устарела."), "{toast}");
    let cut = table.follow(boris, &link[..link.len() - 1]).await;
    assert!(cut.text.starts_with("Ссылка на партию неполная."), "{cut:?}");
    // A blocked user is offered no challenge, and is not told why.
    let said = table.say(oksana, table.group, "hello");
    table.playground.reply_text(anna, table.group, said, "/block").expect("it is there");
    table.read(anna).await;
    let of_oksana = table.follow(oksana, &link).await;
    assert!(of_oksana.keyboard.iter().flatten().all(|button| !button.text.contains("Anna")));
    let toast = table.toast(&table.press_data(oksana, &of_oksana, &token)).await;
    assert_eq!(toast, "Зараз викликати цього гравця не можна. Суперника знайде /opponent.");
    // Nor is a challenge offered once her data is deleted.
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press_data(anna, &question, data_of(&question, 0, 0))).await;
    table.changed(&question).await;
    let toast = table.toast(&table.press_data(boris, &told, &token)).await;
    assert_eq!(toast, "Сейчас вызвать этого игрока нельзя. Соперника найдёт /opponent.");
    let gone = table.follow(boris, &link).await;
    assert!(gone.text.starts_with("Партия по этой ссылке больше не хранится."), "{gone:?}");
    table.finish().await;
}
