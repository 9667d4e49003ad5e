//! The rules of a game, in words.

use zerosum_games::any::GameSpec;

use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::lessons;
use crate::tap::Tap;
use crate::view::Button;

/// Returns all rules of a game, after its name: in a few words, then the details as a list.
pub fn of(spec: GameSpec, localizer: Localizer) -> String {
    let start = spec.start();
    let game = games::of(&start);
    let mut rules = game.rules_told().into_iter().map(|phrase| localizer.say(phrase));
    let brief = rules.next();
    let details: Vec<String> = rules.map(|detail| format!("• {detail}")).collect();
    let details = (!details.is_empty()).then(|| details.join("\n"));
    let credit = game.credit().map(|phrase| localizer.say(phrase));
    let paragraphs = [Some(game.title(localizer)), brief, details, credit];
    paragraphs.into_iter().flatten().collect::<Vec<String>>().join("\n\n")
}

/// Returns the buttons that lead on from the rules: to the game, by this tap, and to its course.
pub fn buttons(spec: GameSpec, play: Tap, localizer: Localizer) -> Vec<Vec<Button>> {
    let phrase = match play {
        Tap::Bring(_) => Phrase::AskBoard,
        _ => Phrase::PlayItNow,
    };
    let play = Button { label: localizer.say(phrase), tap: play };
    let course = lessons::course_of(spec.family());
    vec![vec![play, lessons::button(course, localizer)]]
}
