//! A database is handed over to another bot once the one before has ended, and not from under it.

use crate::child::{Ended, Launch, TOKEN, database_url, folder, telegram};

/// Token of a bot with another id.
const OTHER_TOKEN: &str = "777:another_Secret";

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_database_is_not_adopted_from_a_running_bot_and_is_from_a_killed_one() {
    let (telegram, folder) = (telegram().await, folder());
    let adopt = |token: &str| {
        let launch = Launch::of(&["adopt-database"], folder.path());
        let launch = launch.with("DATABASE_URL", &database_url(folder.path()));
        launch.with("TELOXIDE_TOKEN", token).run()
    };
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    for token in [OTHER_TOKEN, TOKEN] {
        let Ended { out, err, code } = adopt(token);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{err}");
        assert!(err.contains("the database is in use by a running bot: stop it first"), "{err}");
    }
    bot.signal("KILL");
    assert_eq!(bot.end().code, None);
    let Ended { out, err, code } = adopt(OTHER_TOKEN);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.ends_with(" belongs to bot 777 now, and no more to 4242.\n"), "{out}");
}
