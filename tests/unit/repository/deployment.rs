//! Deployment files: their settings exist and have valid values, their ports and limits agree, and none of
//! them asks for privileges.

use std::collections::HashMap;

use zerosum::config::{self, Config, KEYS};
use zerosum::threads::Threads;

const COMPOSE: &str = include_str!("../../../compose.yaml");
const DOCKERFILE: &str = include_str!("../../../Dockerfile");
const KUBERNETES: &str = include_str!("../../../deploy/kubernetes.yaml");
const SERVICE: &str = include_str!("../../../deploy/zerosum.service");

const FILES: [(&str, &str); 4] = [
    ("compose.yaml", COMPOSE),
    ("Dockerfile", DOCKERFILE),
    ("deploy/kubernetes.yaml", KUBERNETES),
    ("deploy/zerosum.service", SERVICE),
];

/// Names in capitals that are not settings: of PostgreSQL's image, the kernel and the build.
const FOREIGN: [&str; 7] = [
    "AF_INET",
    "AF_INET6",
    "AF_UNIX",
    "POSTGRES_DB",
    "POSTGRES_PASSWORD",
    "POSTGRES_USER",
    "ZEROSUM_REVISION",
];

/// Words like `ZEROSUM_LISTEN`, including those in comments.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let is_in_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    text.split(move |c| !is_in_name(c)).filter(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) && word.trim_matches('_').contains('_')
    })
}

/// Settings of a file for the program, in any of its forms: `KEY: value`, `- name: KEY` above `value: …`,
/// `Environment=KEY=value`, or `KEY=value` of `ENV`.
fn settings_in(text: &str) -> HashMap<&str, String> {
    let mut settings = HashMap::new();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#')).peekable();
    while let Some(line) = lines.next() {
        let pair = if let Some(name) = line.strip_prefix("- name: ") {
            let value = lines.peek().and_then(|line| line.strip_prefix("value: "));
            value.map(|value| (name, value))
        } else {
            let line = line.trim_start_matches("ENV ").trim_start_matches("Environment=");
            let line = line.trim_end_matches('\\').trim_end();
            line.split_once(": ").or_else(|| line.split_once('='))
        };
        if let Some((key, value)) = pair
            && KEYS.contains(&key)
        {
            settings.insert(key, value.trim_matches('"').to_owned());
        }
    }
    settings
}

/// Configuration made of the settings of a file, with a token.
fn config_in(name: &str, text: &str) -> Config {
    let mut settings = settings_in(text);
    settings.insert("TELOXIDE_TOKEN", "42:abc".to_owned());
    config::read(|key| settings.get(key).cloned()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Text after the first `key` at the beginning of a line.
fn value_of<'a>(text: &'a str, key: &str) -> &'a str {
    let mut lines = text.lines().map(|line| line.trim().trim_start_matches("- "));
    let value = lines.find_map(|line| line.strip_prefix(key));
    value.unwrap_or_else(|| panic!("there is no {key:?}")).trim()
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|other| other.trim().trim_end_matches('\\').trim_end() == line)
}

#[test]
fn every_key_that_is_named_is_one_the_program_reads() {
    for (file, text) in FILES {
        let mut own = 0;
        for name in names_in(text) {
            assert!(KEYS.contains(&name) || FOREIGN.contains(&name), "{file} names {name}");
            own += usize::from(KEYS.contains(&name));
        }
        assert!(own > 0, "{file} names no key at all");
    }
}

#[test]
fn every_value_that_is_set_is_one_the_program_takes() {
    for (file, text) in FILES {
        let config = config_in(file, text);
        let admin = config.admin_listen.unwrap_or_else(|| panic!("{file}: it has no health page"));
        assert_eq!(admin.port(), 9090, "{file}");
    }
    let database = |file, text| config_in(file, text).database_url.unwrap_or_default();
    assert!(database("compose.yaml", COMPOSE).contains("@postgres:5432/"));
    // The only writable folder there.
    let folder = value_of(SERVICE, "WorkingDirectory=");
    assert_eq!(database("unit", SERVICE), format!("sqlite://{folder}/zerosum.db"));
    assert_eq!(folder, format!("/var/lib/{}", value_of(SERVICE, "StateDirectory=")));
    let folder = value_of(DOCKERFILE, "VOLUME ");
    assert_eq!(database("Dockerfile", DOCKERFILE), format!("sqlite://{folder}/zerosum.db"));
    assert!(config_in("deploy/kubernetes.yaml", KUBERNETES).webhook.is_some());
}

#[test]
fn the_ports_that_are_opened_are_those_that_are_listened_at() {
    let compose = settings_in(COMPOSE);
    for key in ["ZEROSUM_LISTEN", "ZEROSUM_PAGE_LISTEN", "ZEROSUM_ADMIN_LISTEN"] {
        let port = compose[key].strip_prefix("0.0.0.0:").expect("another container reaches it");
        assert!(has_line(COMPOSE, &format!("- 127.0.0.1:{port}:{port}")), "{key}");
    }
    let kubernetes = settings_in(KUBERNETES);
    let named = [
        ("ZEROSUM_LISTEN", "webhook"),
        ("ZEROSUM_PAGE_LISTEN", "page"),
        ("ZEROSUM_ADMIN_LISTEN", "admin"),
    ];
    for (key, name) in named {
        let port = kubernetes[key].strip_prefix("0.0.0.0:").expect("another pod reaches it");
        let (_, behind) = KUBERNETES.split_once(&format!("- name: {name}\n")).expect(name);
        assert_eq!(value_of(behind, "containerPort:"), port);
    }
    let admin = kubernetes["ZEROSUM_ADMIN_LISTEN"].replace("0.0.0.0:", "");
    assert_eq!(value_of(KUBERNETES, "prometheus.io/port:").trim_matches('"'), admin);
}

#[test]
fn telegram_is_led_to_the_webhook_it_is_told_of() {
    let webhook = config_in("deploy/kubernetes.yaml", KUBERNETES).webhook.expect("there is one");
    assert_eq!(webhook.url.host_str(), Some(value_of(KUBERNETES, "host:")));
    let (_, ingress) = KUBERNETES.split_once("kind: Ingress").expect("there is one");
    assert_eq!(webhook.url.path(), value_of(ingress, "path:"));
    assert_eq!(value_of(KUBERNETES, "targetPort:"), "webhook");
}

#[test]
fn the_page_is_led_to_by_the_host_it_is_at() {
    let page = config_in("deploy/kubernetes.yaml", KUBERNETES).page;
    let host = page.public_url.expect("there is one").host_str().expect("a host").to_owned();
    let (_, rule) = KUBERNETES.split_once(&format!("- host: {host}\n")).expect("a rule");
    assert_eq!((value_of(rule, "path:"), page.proxies), ("/", 1));
}

/// Parses a number with a unit into bytes.
fn bytes_of(text: &str) -> u64 {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &text[digits.len()..] {
        "m" | "M" | "Mi" => 1 << 20,
        unit => panic!("{unit} is no unit here"),
    };
    digits.parse::<u64>().expect("a number") * unit
}

#[test]
fn the_program_may_take_more_memory_than_it_tries_to_keep_to() {
    let (_, limits) = KUBERNETES.split_once("limits:").expect("there are limits");
    for (file, text, limit) in [
        ("compose.yaml", COMPOSE, value_of(COMPOSE, "mem_limit:")),
        ("deploy/zerosum.service", SERVICE, value_of(SERVICE, "MemoryMax=")),
        ("deploy/kubernetes.yaml", KUBERNETES, value_of(limits, "memory:")),
    ] {
        let ceiling = u64::from(config_in(file, text).limits.memory_mb) << 20;
        assert!(bytes_of(limit) >= ceiling * 5 / 4, "{file} allows {limit}");
    }
}

/// Numbers of cores; the files are the same for all machines.
const CORES: [usize; 8] = [1, 2, 8, 16, 61, 62, 64, 1_024];

#[test]
fn the_program_may_have_more_threads_than_it_ever_starts() {
    for (file, text, limit) in [
        ("compose.yaml", COMPOSE, value_of(COMPOSE, "pids_limit:")),
        ("deploy/zerosum.service", SERVICE, value_of(SERVICE, "TasksMax=")),
    ] {
        let limit: usize = limit.parse().expect("a number");
        for cores in CORES {
            // The health check runs in the same container.
            let bot = Threads::for_bot(&config_in(file, text), cores).total();
            let needed = bot + Threads::for_cli().total();
            assert!(limit >= needed * 5 / 4, "{file} allows {limit} for {needed} at {cores} cores");
        }
    }
    let config = config::read(|_| None).expect("nothing is wrong with nothing");
    let most = CORES.map(|cores| Threads::for_bot(&config, cores).total()).into_iter().max();
    let told = format!("at most {} threads", most.unwrap_or_default());
    assert!(
        include_str!("../../../docs/operations/README.md").contains(&told),
        "a host is told {told:?}"
    );
}

#[test]
fn nothing_runs_with_rights_or_writes_where_it_need_not() {
    for line in ["user: \"65532:65532\"", "read_only: true", "- no-new-privileges:true"] {
        assert!(has_line(COMPOSE, line), "{line}");
    }
    let services = COMPOSE.matches("\n    image: ").count();
    assert_eq!(services, 2);
    for line in ["    read_only: true\n", "    cap_drop:\n      - ALL\n", "no-new-privileges:true"]
    {
        assert_eq!(COMPOSE.matches(line).count(), services, "{line}");
    }
    assert!(!COMPOSE.contains("cap_add") && !COMPOSE.contains("privileged: true"));
    for line in [
        "runAsNonRoot: true",
        "runAsUser: 65532",
        "readOnlyRootFilesystem: true",
        "allowPrivilegeEscalation: false",
        "automountServiceAccountToken: false",
        "type: RuntimeDefault",
        "- ALL",
    ] {
        assert!(has_line(KUBERNETES, line), "{line}");
    }
    for line in ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict"] {
        assert!(has_line(SERVICE, line), "{line}");
    }
    assert!(DOCKERFILE.contains(":nonroot\n") && !DOCKERFILE.contains("USER root"));
}
