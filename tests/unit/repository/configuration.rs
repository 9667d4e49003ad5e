//! Settings: accepted and refused values, values that are never printed, and the example file that explains
//! them.

use std::collections::HashMap;

use zerosum::config::fault::{ConfigError, Fault};
use zerosum::config::page::Page;
use zerosum::config::required_settings::RequiredSettings;
use zerosum::config::secret::{Seal, Secret, Token};
use zerosum::config::{self, Config, KEYS, Keeping, Pace, PlaygroundListen, ResourceLimits};

const TOKEN: &str = "123456789:AAE-replace_this_with_your_own_token";

/// Reads a configuration with these settings and no others.
fn read(values: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
    let values: HashMap<&str, &str> = values.iter().copied().collect();
    config::read(|key| {
        assert!(KEYS.contains(&key), "{key} is read and not among the keys");
        values.get(key).map(|value| (*value).to_owned())
    })
}

/// The only fault of a configuration with this one setting.
fn fault_of(key: &'static str, value: &str) -> Option<Fault> {
    let ConfigError(faults) = read(&[(key, value)]).err()?;
    assert_eq!(faults.len(), 1, "{key}={value}: {faults:?}");
    faults.into_iter().next()
}

#[test]
fn nothing_set_gives_the_defaults() {
    let config = read(&[]).expect("nothing is wrong with nothing");
    let expected = Config {
        token: None,
        api_url: None,
        proxy: None,
        database_url: None,
        log_filter: "info".to_owned(),
        webhook: None,
        page: Page { public_url: None, listen: None, proxies: 0 },
        admin_listen: None,
        owners: Vec::new(),
        storage_chat: None,
        pace: Pace { per_second: 30, chat_per_minute: 60, group_per_minute: 20 },
        limits: ResourceLimits {
            memory_mb: 256,
            worker_threads: None,
            search_threads: None,
            games_per_person: 200,
            new_games_per_minute: 20,
        },
        keeping: Keeping { finished_days: 90, unfinished_days: 365 },
        playground_listen: PlaygroundListen::Preferably(([127, 0, 0, 1], 8200).into()),
        sweep_period: std::time::Duration::from_mins(1),
    };
    assert_eq!(config, expected);
    assert_eq!(config.database_url_or_default(), "sqlite://zerosum.db");
}

#[test]
fn an_empty_value_counts_as_none() {
    for empty in ["", " ", "\t"] {
        assert_eq!(read(&KEYS.map(|key| (key, empty))), read(&[]), "{empty:?}");
    }
}

#[test]
fn every_value_is_taken_without_the_blanks_around_it() {
    let config = read(&[
        ("TELOXIDE_TOKEN", " 42:a-Z_0 "),
        ("TELOXIDE_API_URL", " http://localhost:8081 "),
        ("TELOXIDE_PROXY", "socks5://127.0.0.1:1080"),
        ("DATABASE_URL", " sqlite:///srv/zerosum.db"),
        ("RUST_LOG", "zerosum=debug,warn"),
        ("ZEROSUM_WEBHOOK_URL", " http://localhost/hook"),
        ("ZEROSUM_WEBHOOK_SECRET", "a-Z_0 "),
        ("ZEROSUM_LISTEN", "0.0.0.0:8000 "),
        ("ZEROSUM_ADMIN_LISTEN", "0.0.0.0:8080"),
        ("ZEROSUM_PUBLIC_URL", " https://play.example.org "),
        ("ZEROSUM_PAGE_LISTEN", "0.0.0.0:8001 "),
        ("ZEROSUM_PAGE_PROXIES", " 1"),
        ("ZEROSUM_OWNER_IDS", " 7, 8 ,9"),
        ("ZEROSUM_STORAGE_CHAT_ID", "-1001234567890 "),
        ("ZEROSUM_SENDS_PER_SECOND", " 1000 "),
        ("ZEROSUM_PLAYGROUND_LISTEN", "[::1]:0 "),
    ])
    .expect("nothing is wrong");
    assert_eq!(config.token.as_ref().map(Token::reveal), Some("42:a-Z_0"));
    assert_eq!(config.api_url.map(String::from).as_deref(), Some("http://localhost:8081/"));
    assert_eq!(config.proxy.map(String::from).as_deref(), Some("socks5://127.0.0.1:1080"));
    assert_eq!(config.database_url.as_deref(), Some("sqlite:///srv/zerosum.db"));
    assert_eq!(config.log_filter, "zerosum=debug,warn");
    let webhook = config.webhook.expect("there is one");
    assert_eq!(webhook.url.as_str(), "http://localhost/hook");
    assert_eq!(webhook.secret.as_ref().map(Secret::reveal), Some("a-Z_0"));
    assert_eq!(webhook.listen, ([0, 0, 0, 0], 8000).into());
    assert_eq!(config.admin_listen, Some(([0, 0, 0, 0], 8080).into()));
    let public_url = config.page.public_url.as_ref().map(|url| url.as_str());
    assert_eq!(public_url, Some("https://play.example.org/"));
    assert_eq!(config.page.listen_or_default(), ([0, 0, 0, 0], 8001).into());
    assert_eq!(config.page.proxies, 1);
    assert_eq!(config.owners, [7, 8, 9]);
    assert_eq!(config.storage_chat, Some(-1_001_234_567_890));
    assert_eq!(config.pace.per_second, 1_000);
    let loopback = "[::1]:0".parse().expect("an address");
    assert_eq!(config.playground_listen, PlaygroundListen::Exactly(loopback));
}

#[test]
fn invalid_tokens_are_refused() {
    let no_number = "9223372036854775808:abc";
    for text in [
        "42", "42:", ":abc", "a2:abc", "42:ab c", "42:ab/c", "42:ab:c", "4 2:abc", "42:ä",
        no_number,
    ] {
        assert_eq!(fault_of("TELOXIDE_TOKEN", text), Some(Fault::Token), "{text:?}");
    }
}

#[test]
fn invalid_web_addresses_are_refused() {
    let key = "TELOXIDE_API_URL";
    for text in ["localhost:8081", "127.0.0.1", "ftp://localhost", "http://", "http//localhost"] {
        assert_eq!(fault_of(key, text), Some(Fault::Url { key }), "{text:?}");
    }
}

#[test]
fn the_page_is_at_the_top_of_a_host_with_https() {
    let key = "ZEROSUM_PUBLIC_URL";
    for text in [
        "play.example.org",
        "http://play.example.org",
        "https://play.example.org/zerosum",
        "https://play.example.org/?a",
        "https://play.example.org/#a",
        "https://user@play.example.org",
        "http://localhost.example.org",
        "http://localhost:8082",
        "https://localhost",
        "ftp://localhost",
        "https://",
    ] {
        assert_eq!(fault_of(key, text), Some(Fault::PublicUrl), "{text:?}");
    }
    for text in ["https://play.example.org:8443", "http://127.0.0.1:8082", "http://[::1]:1/"] {
        assert!(read(&[(key, text)]).is_ok(), "{text:?}");
    }
}

#[test]
fn invalid_proxies_are_refused() {
    for text in ["127.0.0.1:3128", "socks4://127.0.0.1:1080", "socks5://", "file:///etc/hosts"] {
        assert_eq!(fault_of("TELOXIDE_PROXY", text), Some(Fault::Proxy), "{text:?}");
    }
}

#[test]
fn invalid_socket_addresses_are_refused() {
    for key in [
        "ZEROSUM_LISTEN",
        "ZEROSUM_ADMIN_LISTEN",
        "ZEROSUM_PAGE_LISTEN",
        "ZEROSUM_PLAYGROUND_LISTEN",
    ] {
        for text in ["8080", "localhost:8080", "127.0.0.1", "127.0.0.1:99999", "::1:80:"] {
            let value = text.to_owned();
            assert_eq!(fault_of(key, text), Some(Fault::Address { key, value }), "{text:?}");
        }
    }
}

#[test]
fn telegram_delivers_by_https_and_a_server_of_ones_own_as_it_likes() {
    let key = "ZEROSUM_WEBHOOK_URL";
    for text in ["http://bot.example.org", "bot.example.org", "https://", "ftp://bot.example.org"] {
        let fault = Fault::WebhookUrl { schemes: "https".to_owned() };
        assert_eq!(fault_of(key, text), Some(fault), "{text:?}");
    }
    let own = ("TELOXIDE_API_URL", "http://localhost:8081");
    assert!(read(&[own, (key, "http://localhost:8080")]).is_ok());
    assert!(read(&[own, (key, "localhost:8080")]).is_err());
}

#[test]
fn the_webhook_listens_on_this_machine_unless_told_otherwise() {
    let config = read(&[("ZEROSUM_WEBHOOK_URL", "https://bot.example.org")]).expect("all is well");
    let webhook = config.webhook.expect("there is one");
    assert_eq!(webhook.listen, ([127, 0, 0, 1], 8080).into());
    assert_eq!(webhook.secret, None);
}

#[test]
fn what_telegram_does_not_take_as_a_secret_is_refused() {
    for text in ["two words", "ä", "a/b", &"a".repeat(257)] {
        assert_eq!(fault_of("ZEROSUM_WEBHOOK_SECRET", text), Some(Fault::WebhookSecret));
    }
    assert_eq!(fault_of("ZEROSUM_WEBHOOK_SECRET", &"a".repeat(256)), None);
}

#[test]
fn the_derived_secret_is_the_same_for_the_same_token_and_telegram_takes_it() {
    let token = |text| Token::parse(text).expect("it is a token");
    let secret = Secret::derived_from(&token("42:one"));
    assert_eq!(secret, Secret::derived_from(&token("42:one")));
    assert_ne!(secret, Secret::derived_from(&token("42:two")));
    assert_eq!(Secret::parse(secret.reveal()), Some(secret.clone()));
    assert!(!secret.reveal().contains("one"));
}

#[test]
fn a_seal_is_of_one_token_and_one_number_and_prints_neither() {
    let seal = |text| Seal::of(&Token::parse(text).expect("it is a token"));
    let (one, two) = (seal("42:one"), seal("42:two"));
    let text = one.on(7);
    assert_eq!((text.len(), one.is_on(7, &text), seal("42:one").is_on(7, &text)), (32, true, true));
    assert!(!two.is_on(7, &text) && !one.is_on(8, &text) && !one.is_on(7, ""));
    assert!(!one.is_on(7, &text[..31]) && !one.is_on(7, &text.to_uppercase()));
    let token = Token::parse("42:one").expect("it is a token");
    assert!(!Secret::derived_from(&token).reveal().contains(&text));
    assert_eq!(one.key("a"), seal("42:one").key("a"));
    assert!(one.key("a") != one.key("b") && one.key("a") != two.key("a"));
    assert_eq!(format!("{one:?}"), "Seal(…)");
}

#[test]
fn owner_ids_must_be_numbers() {
    for text in ["anna", "1,,2", "1;2", "-1", "0", "1,", "99999999999999999999"] {
        let fault = Fault::Owners { value: text.to_owned() };
        assert_eq!(fault_of("ZEROSUM_OWNER_IDS", text), Some(fault), "{text:?}");
    }
}

#[test]
fn storage_chat_must_be_a_number() {
    for text in ["@pictures", "0", "1.5", "-1,-2", "-99999999999999999999"] {
        let fault = Fault::StorageChat { value: text.to_owned() };
        assert_eq!(fault_of("ZEROSUM_STORAGE_CHAT_ID", text), Some(fault), "{text:?}");
    }
}

#[test]
fn a_number_out_of_its_range_is_refused() {
    for (key, values) in [
        ("ZEROSUM_SENDS_PER_SECOND", ["0", "100001", "-1"]),
        ("ZEROSUM_MEMORY_MAX_MB", ["63", "65537", "64.5"]),
        ("ZEROSUM_WORKER_THREADS", ["0", "257", "all"]),
        ("ZEROSUM_SEARCH_THREADS", ["0", "257", "all"]),
        ("ZEROSUM_KEEP_FINISHED_DAYS", ["0", "36501", "a year"]),
    ] {
        for value in values {
            let fault = fault_of(key, value);
            assert!(matches!(fault, Some(Fault::Number { .. })), "{key}={value}: {fault:?}");
        }
    }
}

#[test]
fn invalid_log_filters_are_refused() {
    let mistyped = ["warning", "inof", "verbose", "info,zreosum"];
    let malformed = [
        "zerosum=loud",
        "info and more",
        "zerosum and more",
        "zerosumm",
        "zerosum=",
        "info,zerosum=1",
    ];
    for text in malformed.into_iter().chain(mistyped) {
        let value = text.to_owned();
        assert_eq!(fault_of("RUST_LOG", text), Some(Fault::LogFilter { value }), "{text:?}");
    }
    let modules = ["zerosum", "zerosum=trace", "tokio_postgres,info", "other::part", "other=debug"];
    for text in ["warn", "warn,zerosum_store=DEBUG", "off"].into_iter().chain(modules) {
        assert_eq!(fault_of("RUST_LOG", text), None, "{text:?}");
    }
}

#[test]
fn everything_wrong_is_named_at_once_and_without_secrets() {
    let error = read(&[
        ("TELOXIDE_TOKEN", "42:SECRET no token"),
        ("TELOXIDE_API_URL", "ftp://user:SECRET@host"),
        ("TELOXIDE_PROXY", "ftp://user:SECRET@host"),
        ("RUST_LOG", "very loud"),
        ("ZEROSUM_WEBHOOK_URL", "ftp://user:SECRET@host"),
        ("ZEROSUM_WEBHOOK_SECRET", "no SECRET"),
        ("ZEROSUM_OWNER_IDS", "me"),
        ("ZEROSUM_MEMORY_MAX_MB", "1"),
        ("ZEROSUM_PUBLIC_URL", "https://user:SECRET@host"),
        ("ZEROSUM_PAGE_LISTEN", "somewhere"),
        ("ZEROSUM_PAGE_PROXIES", "4"),
        ("ZEROSUM_ADMIN_LISTEN", "here"),
        ("ZEROSUM_PLAYGROUND_LISTEN", "there"),
    ])
    .expect_err("all of it is wrong");
    let expected = "the configuration has 13 faults:\
        \n  - TELOXIDE_TOKEN does not look like a token of @BotFather (123456:ABC…)\
        \n  - TELOXIDE_API_URL is not an http or https URL\
        \n  - TELOXIDE_PROXY is not an http, https or socks5 URL\
        \n  - RUST_LOG is not a log filter (info, or zerosum=debug,warn): \"very loud\"\
        \n  - ZEROSUM_WEBHOOK_URL is not an https URL\
        \n  - ZEROSUM_WEBHOOK_SECRET is not 1 to 256 letters, digits, - or _\
        \n  - ZEROSUM_PUBLIC_URL is not an https URL without a path (https://play.example.org), or an http one of this machine by its number (http://127.0.0.1:8082); Telegram takes no link to a name without a dot\
        \n  - ZEROSUM_PAGE_LISTEN is not an address with a port (127.0.0.1:8080): \"somewhere\"\
        \n  - ZEROSUM_PAGE_PROXIES is not a whole number from 0 to 3: \"4\"\
        \n  - ZEROSUM_ADMIN_LISTEN is not an address with a port (127.0.0.1:8080): \"here\"\
        \n  - ZEROSUM_OWNER_IDS is not a list of numbers (12345,67890): \"me\"\
        \n  - ZEROSUM_MEMORY_MAX_MB is not a whole number from 64 to 65536: \"1\"\
        \n  - ZEROSUM_PLAYGROUND_LISTEN is not an address with a port (127.0.0.1:8080): \"there\"";
    assert_eq!(error.to_string(), expected);
    assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
}

#[test]
fn a_playground_on_an_address_of_others_is_refused() {
    let key = "ZEROSUM_PLAYGROUND_LISTEN";
    for text in ["0.0.0.0:8200", "192.0.2.1:0", "[::]:8200", "[2001:db8::1]:1"] {
        let value = text.parse().expect("an address");
        assert_eq!(fault_of(key, text), Some(Fault::NotLoopback { key, value }), "{text}");
    }
    for text in ["127.0.0.1:0", "127.8.9.10:1", "[::1]:8200"] {
        assert_eq!(fault_of(key, text), None, "{text}");
    }
}

#[test]
fn the_page_of_a_playground_is_for_this_machine_only() {
    let (key, text) = ("ZEROSUM_PAGE_LISTEN", "0.0.0.0:8082");
    let on_loopback = RequiredSettings { page_on_loopback: true, ..RequiredSettings::default() };
    let look = |asked| Ok((asked == key).then(|| text.to_owned()));
    let value = text.parse().expect("an address");
    let expected = ConfigError(vec![Fault::NotLoopback { key, value }]);
    assert_eq!(config::read_for(on_loopback, look).err(), Some(expected));
    assert_eq!(fault_of(key, text), None, "a bot may listen anywhere");
}

#[test]
fn telegram_posts_to_four_ports_and_another_server_to_any() {
    let key = "ZEROSUM_WEBHOOK_URL";
    for port in [443, 80, 88, 8443] {
        assert_eq!(fault_of(key, &format!("https://bot.example.org:{port}/hook")), None, "{port}");
    }
    let url = "https://bot.example.org:8080/hook";
    assert_eq!(fault_of(key, url), Some(Fault::WebhookPort { port: 8080 }));
    assert!(read(&[(key, url), ("TELOXIDE_API_URL", "http://localhost:8081")]).is_ok());
}

#[test]
fn two_listeners_with_one_address_are_a_fault() {
    let webhook = ("ZEROSUM_WEBHOOK_URL", "https://bot.example.org");
    let page = ("ZEROSUM_PUBLIC_URL", "https://play.example.org");
    let faults = |values: &[(&'static str, &str)]| read(values).err().map(|ConfigError(all)| all);
    let shared = |one, other, value: &str| {
        let value = value.parse().expect("an address");
        Some(vec![Fault::SameAddress { one, other, value }])
    };
    let (hook, admin) = ("ZEROSUM_LISTEN", "ZEROSUM_ADMIN_LISTEN");
    let at = "0.0.0.0:8080";
    let both = [webhook, (admin, at)];
    assert_eq!(faults(&both), shared(hook, admin, at), "8080 is the default of the webhook");
    assert_eq!(faults(&[(admin, at)]), None, "without a webhook nothing listens there");
    let two = [webhook, page, (hook, "[::1]:1"), ("ZEROSUM_PAGE_LISTEN", "[::1]:1")];
    assert_eq!(faults(&two), shared(hook, "ZEROSUM_PAGE_LISTEN", "[::1]:1"));
    let apart = [webhook, page, (hook, "127.0.0.1:1"), ("ZEROSUM_PAGE_LISTEN", "127.0.0.2:1")];
    assert_eq!(faults(&apart), None);
    let any = [webhook, page, (hook, "127.0.0.1:0"), ("ZEROSUM_PAGE_LISTEN", "127.0.0.1:0")];
    assert_eq!(faults(&any), None, "the system gives each a port of its own");
}

#[test]
fn what_a_command_asks_for_and_does_not_get_is_named_with_all_the_rest() {
    let demands = RequiredSettings {
        token: true,
        admin_listen: true,
        webhook_url: true,
        page_on_loopback: false,
        check_database_url: |url| Err(format!("no database has {} letters", url.len())),
        database_url_given_by: "--database",
    };
    let values = HashMap::from([("DATABASE_URL", "mysql"), ("TELOXIDE_TOKEN", " ")]);
    let read = |values: &HashMap<&str, &str>| {
        config::read_for(demands, |key| Ok(values.get(key).map(|value| (*value).to_owned())))
    };
    let ConfigError(faults) = read(&values).expect_err("all of it is wrong");
    let expected = [
        Fault::NotSet { key: "TELOXIDE_TOKEN" },
        Fault::NotSet { key: "ZEROSUM_ADMIN_LISTEN" },
        Fault::NotSet { key: "ZEROSUM_WEBHOOK_URL" },
        Fault::DatabaseUrl {
            given_by: "--database",
            reason: "no database has 5 letters".to_owned(),
        },
    ];
    assert_eq!(faults, expected);
    let values = HashMap::from([
        ("TELOXIDE_TOKEN", "42:a"),
        ("ZEROSUM_ADMIN_LISTEN", "127.0.0.1:1"),
        ("ZEROSUM_WEBHOOK_URL", "https://bot.example.org"),
    ]);
    assert!(read(&values).is_ok(), "nothing more is asked for");
}

#[test]
fn one_fault_is_spoken_of_as_one() {
    let error = read(&[("ZEROSUM_ADMIN_LISTEN", "here")]).expect_err("it is wrong");
    assert!(error.to_string().starts_with("the configuration has 1 fault:\n"), "{error}");
}

#[test]
fn printing_the_settings_shows_no_secret() {
    let config = read(&[
        ("TELOXIDE_TOKEN", "42:SECRET"),
        ("TELOXIDE_API_URL", "http://user:SECRET@localhost:8081"),
        ("TELOXIDE_PROXY", "http://user:SECRET@localhost:3128"),
        ("DATABASE_URL", "postgres://user:SECRET@localhost/zerosum"),
        ("ZEROSUM_WEBHOOK_URL", "https://user:SECRET@bot.example.org"),
        ("ZEROSUM_WEBHOOK_SECRET", "SECRET"),
    ])
    .expect("nothing is wrong");
    let printed = format!("{config:?} {config:#?} {:?}", config.token);
    assert!(!printed.contains("SECRET"), "{printed}");
    assert!(printed.contains("localhost:3128"), "the rest is shown: {printed}");
}

#[test]
fn the_secrets_to_be_kept_from_the_log_are_all_named() {
    let config = read(&[
        ("TELOXIDE_TOKEN", "42:one"),
        ("TELOXIDE_API_URL", "http://user:two@localhost:8081"),
        ("TELOXIDE_PROXY", "http://user:three@localhost:3128"),
        ("DATABASE_URL", "postgres://user:four@localhost/zerosum"),
        ("ZEROSUM_WEBHOOK_URL", "https://user:five@bot.example.org"),
        ("ZEROSUM_WEBHOOK_SECRET", "six"),
    ])
    .expect("nothing is wrong");
    assert_eq!(config.secrets(), ["42:one", "one", "six", "two", "three", "four", "five"]);
}

#[test]
fn a_password_among_the_options_of_a_database_is_a_secret() {
    for (url, secrets) in [
        ("postgres://host/zerosum?password=five&sslmode=require", &["five"][..]),
        ("postgres://user:four@host/zerosum?password=five", &["four", "five"]),
        ("postgres://host/zerosum?password=&user=password", &[]),
    ] {
        assert_eq!(read(&[("DATABASE_URL", url)]).expect("all is well").secrets(), secrets);
    }
}

#[test]
fn an_empty_password_is_no_secret() {
    let config = read(&[("TELOXIDE_PROXY", "http://user:@localhost:3128")]).expect("all is well");
    assert_eq!(config.secrets(), Vec::<String>::new());
}

/// Lines of the example that set a value, each with the comment before it.
fn example() -> Vec<(String, String, String)> {
    let text = include_str!("../../../.env.example");
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines.windows(2).filter_map(|pair| {
        let (key, value) = pair[1].strip_prefix('#')?.split_once('=')?;
        let is_key = key.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        is_key.then(|| (pair[0].to_owned(), key.to_owned(), value.to_owned()))
    });
    pairs.collect()
}

#[test]
fn the_example_explains_every_key_and_no_other() {
    let keys: Vec<String> = example().into_iter().map(|(_, key, _)| key).collect();
    assert_eq!(keys, KEYS);
    for (comment, key, _) in example() {
        let sentence = comment.strip_prefix("# ").unwrap_or_default();
        let is_sentence = sentence.starts_with(char::is_uppercase)
            && sentence.ends_with('.')
            && !sentence.contains(". ");
        assert!(is_sentence, "{key} has one sentence before it: {comment:?}");
    }
}

#[test]
fn the_example_sets_nothing_as_it_stands_and_nothing_wrong_when_it_is_used() {
    let text = include_str!("../../../.env.example");
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')));
    let values: HashMap<String, String> =
        example().into_iter().map(|(_, key, value)| (key, value)).collect();
    let config = config::read(|key| values.get(key).cloned()).expect("every value is accepted");
    assert_eq!(config.token.as_ref().map(Token::reveal), Some(TOKEN));
}

#[test]
fn the_page_for_hosts_has_a_row_for_every_key_and_no_other() {
    let page = include_str!("../../../docs/operations/README.md");
    let (_, section) = page.split_once("\n## Settings\n").expect("there is such a part");
    let section = section.split("\n## ").next().expect("it has an end");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.collect::<Vec<&str>>(), KEYS);
}
