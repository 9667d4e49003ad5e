//! Commands without a slash: every one that the menu offers can be asked for in words.

use zerosum::bot::vocabulary::Vocabulary;
use zerosum::telegram::incoming::command;
use zerosum_render::locales::Locales;
use zerosum_render::tap::Request;
use zerosum_session::language::Language;

#[test]
fn every_command_of_the_menu_is_read_from_its_line_there_in_every_language() {
    let locales = Locales::load();
    let vocabulary = Vocabulary::of(&locales);
    for (name, description) in command::menu().into_iter().chain([command::WEB]) {
        let request = Request::from_name(name).expect("words lead to it");
        let slashed = command::parse(&format!("/{name}"), "zerosum_bot");
        assert_eq!(slashed, Some(command::of_request(request)), "{name}");
        for language in Language::ALL {
            let text = locales.say(language, description);
            assert_eq!(vocabulary.request(&text), Some((request, String::new())), "{text}");
        }
    }
}

#[test]
fn settings_the_page_the_greeting_and_blocked_people_have_words_in_three_languages() {
    let vocabulary = Vocabulary::of(&Locales::load());
    for (texts, request) in [
        (&["settings", "Настройки", "налаштування"][..], Request::Settings),
        (&["web", "page", "browser", "in a browser"], Request::Web),
        (&["страница", "браузер", "в браузере"], Request::Web),
        (&["сторінка", "у браузері", "в браузері"], Request::Web),
        (&["start", "начало", "початок"], Request::Start),
        (&["blocked", "чёрный список", "чорний список"], Request::Blocked),
    ] {
        for text in texts {
            assert_eq!(vocabulary.request(text), Some((request, String::new())), "{text}");
            let slashed = command::parse(&format!("/{}", request.name()), "zerosum_bot");
            assert_eq!(slashed, Some(command::of_request(request)), "{text}");
        }
    }
}
