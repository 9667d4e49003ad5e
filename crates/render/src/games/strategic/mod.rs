//! Appearance of strategic tic-tac-toe: a picture of all 729 cells, or an enlarged one of a strategic
//! cell, and buttons for the tactical cell in which the next move must be.

mod keyboard;
mod offer;
mod picture;

use zerosum_games::side::{BySide, Side};
use zerosum_games::strategic::illegality::Illegality;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::{Restrictions, StrategicRules};
use zerosum_games::strategic::spec::StrategicSpec;
use zerosum_games::strategic::text::CellName;
use zerosum_games::strategic::{CELLS, Strategic, Target};
use zerosum_games::ultimate::{Closure, Draws};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::{Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::marks;
use crate::board::scenes;
use crate::games::appearance::{Appearance, BoardRenderer};
use crate::games::strategic::offer::{Offer, Step};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// A move that has a different target in each of the three rule sets: 5 6 1.
const EXAMPLE: MoveCode = MoveCode((4 * 9 + 5) * 9);

impl Appearance for Strategic {
    fn title(&self, localizer: Localizer) -> String {
        match usual_rule_set(self) {
            Some(RuleSet::Tactical) => localizer.say(Phrase::TitleStrategic),
            Some(RuleSet::Functional) => localizer.say(Phrase::TitleFunctional),
            Some(RuleSet::Hyperfunctional) => localizer.say(Phrase::TitleHyper),
            None => localizer.say(Phrase::TitleStrategicOther { rules: &self.rules().to_string() }),
        }
    }

    fn short_title(&self, localizer: Localizer) -> String {
        match usual_rule_set(self) {
            Some(RuleSet::Tactical) => localizer.say(Phrase::ShortStrategic),
            Some(RuleSet::Functional) => localizer.say(Phrase::ShortFunctional),
            Some(RuleSet::Hyperfunctional) => localizer.say(Phrase::ShortHyper),
            None => self.title(localizer),
        }
    }

    fn heading(&self, localizer: Localizer) -> Option<String> {
        Some(self.short_title(localizer))
    }

    fn variant(&self, localizer: Localizer) -> String {
        self.short_title(localizer)
    }

    fn sentence(&self) -> Phrase<'static> {
        match self.rules().rule_set() {
            RuleSet::Tactical => Phrase::WordStrategic,
            RuleSet::Functional => Phrase::WordFunctional,
            RuleSet::Hyperfunctional => Phrase::WordHyper,
        }
    }

    fn sentence_between_people(&self) -> Phrase<'static> {
        match self.rules().rule_set() {
            RuleSet::Tactical => Phrase::WordStrategicForTwo,
            RuleSet::Functional => Phrase::WordFunctional,
            RuleSet::Hyperfunctional => Phrase::WordHyper,
        }
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        let StrategicRules { closure, draws, tactical, strategic, .. } = self.rules();
        let place = u32::from(led_to(self, EXAMPLE).0) + 1;
        let mut phrases = vec![
            Phrase::RulesStrategic,
            match self.rules().rule_set() {
                RuleSet::Tactical => Phrase::RulesLeadTactical { place },
                RuleSet::Functional => Phrase::RulesLeadFunctional { place },
                RuleSet::Hyperfunctional => Phrase::RulesLeadHyper { place },
            },
            match closure {
                Closure::Decided => Phrase::RulesCellsDecided,
                Closure::Filled => Phrase::RulesCellsFilled,
            },
            match draws {
                Draws::Neutral => Phrase::RulesCellsNeutral,
                Draws::Both => Phrase::RulesCellsBoth,
            },
        ];
        phrases.extend(restrictions_told(*closure, *tactical, *strategic));
        phrases
    }

    fn credit(&self) -> Option<Phrase<'static>> {
        Some(Phrase::RulesStrategicCredit)
    }

    fn marks(&self) -> BySide<&'static str> {
        marks::CROSSES_AND_NOUGHTS
    }

    fn side_offered(&self) -> Side {
        Side::First
    }

    fn is_perfect(&self) -> bool {
        false
    }

    fn is_worth_a_draw(&self) -> bool {
        false
    }

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        let mark = *self.marks().get(self.turn());
        match Offer::of(self, renderer.focus) {
            Offer { step: Step::Strategic, .. } => renderer.say(Phrase::YourStrategicCell),
            Offer { step: Step::Tactical(strategic), .. } => {
                let place = (strategic + 1).to_string();
                renderer.say(Phrase::YourTacticalCell { place: &place })
            }
            Offer { step: Step::Cell(..), back: None, .. } => renderer.your_turn_with_a_mark(),
            Offer { step: Step::Cell(strategic, tactical), .. } => {
                let place = place_text((strategic, tactical));
                renderer.say(Phrase::YourCellIn { place: &place, mark })
            }
        }
    }

    fn latest(&self, renderer: &BoardRenderer) -> Option<String> {
        self.place_to_move(renderer).or_else(|| renderer.last_move())
    }

    fn score(&self, renderer: &BoardRenderer) -> Option<String> {
        let tactical = (0..9).map(|strategic| self.won_tactical(strategic));
        let tactical = marks::score(self.marks(), tactical)?;
        Some(match marks::score(self.marks(), [self.won_strategic()]) {
            None => renderer.say(Phrase::TacticalWon { tactical: &tactical }),
            Some(strategic) => {
                let (strategic, tactical) = (strategic.as_str(), tactical.as_str());
                renderer.say(Phrase::CellsWon { strategic, tactical })
            }
        })
    }

    fn place_to_move(&self, renderer: &BoardRenderer) -> Option<String> {
        let last = *renderer.session.moves().last()?;
        if renderer.session.outcome().is_some() {
            return None;
        }
        let (code, to) = (self.move_text(last), led_to(self, last));
        let (place, strategic) = (place_text(to), (to.0 + 1).to_string());
        let (code, place, strategic) = (code.as_str(), place.as_str(), strategic.as_str());
        let StrategicRules { closure, tactical, strategic: restricted, .. } = self.rules();
        let says_decided = |restrictions: &Restrictions| {
            *closure == Closure::Decided || restrictions.does_decided_target_free
        };
        Some(renderer.say(match self.target() {
            Target::Tactical(..) if renderer.answers_the_bot() => {
                Phrase::SentToCell { code, place }
            }
            Target::Tactical(..) => Phrase::LedToCell { code, place },
            Target::Strategic(_) if says_decided(tactical) => {
                Phrase::TacticalDecided { code, place, strategic }
            }
            Target::Strategic(_) => Phrase::TacticalFull { code, place, strategic },
            Target::Anywhere if says_decided(restricted) => {
                Phrase::StrategicDecided { code, strategic }
            }
            Target::Anywhere => Phrase::StrategicFull { code, strategic },
        }))
    }

    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static> {
        let number = |place: u8| u32::from(place) + 1;
        match code.and_then(|code| self.illegality(code)) {
            Some(Illegality::Taken) => Phrase::CellTaken,
            Some(Illegality::OutsideTarget(CellName::Tactical(strategic, tactical))) => {
                let (strategic, tactical) = (number(strategic), number(tactical));
                Phrase::NotInTactical { strategic, tactical }
            }
            Some(Illegality::OutsideTarget(CellName::Strategic(strategic))) => {
                Phrase::NotInStrategic { strategic: number(strategic) }
            }
            Some(Illegality::Closed(_)) => Phrase::CellClosed,
            Some(Illegality::SendsBack(_)) => Phrase::SendsBack,
            None => Phrase::NoSuchMove,
        }
    }

    fn how_won(&self, _: Side) -> Phrase<'static> {
        Phrase::HowStrategic
    }

    fn how_drawn(&self) -> Phrase<'static> {
        Phrase::DrawStrategic
    }

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        match renderer.session.outcome() {
            Some(_) => Vec::new(),
            None => keyboard::keyboard(self, renderer),
        }
    }

    fn has_part(&self, part: Part) -> bool {
        Offer::has_part(self, part)
    }

    fn window(&self, _: &Session, _: Focus) -> Option<Window> {
        None
    }

    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene {
        picture::scene(self, last, focus)
    }

    /// The field after the move that the rules use as an example.
    fn rules_scene(&self) -> Scene {
        let mut position = self.clone();
        match position.play(EXAMPLE) {
            Ok(()) => picture::scene(&position, Some(EXAMPLE), Focus::Suggested),
            Err(_) => picture::scene(self, None, Focus::Suggested),
        }
    }

    fn spot(&self, code: MoveCode, focus: Focus) -> Option<Spot> {
        picture::spot_in(self, code, focus)
    }

    fn whole_spot(&self, code: MoveCode) -> Option<Spot> {
        Some(picture::spot(code))
    }

    fn focus_on(&self, _: &Session, MoveCode(code): MoveCode) -> Focus {
        let [strategic, tactical] = [code / 81, code / 9 % 9].map(scenes::small);
        let part = Offer::part(Step::Cell(strategic, tactical), false);
        part.map_or(Focus::Suggested, Focus::On)
    }

    fn has_picture(&self) -> bool {
        true
    }

    fn corners(&self) -> (String, String) {
        (self.move_text(MoveCode(0)), self.move_text(MoveCode(CELLS - 1)))
    }
}

fn usual_rule_set(game: &Strategic) -> Option<RuleSet> {
    StrategicSpec::of(game.rules())?.usual_rule_set()
}

/// Returns the strategic and the tactical cell to which a move leads, open or not.
fn led_to(game: &Strategic, MoveCode(code): MoveCode) -> (u8, u8) {
    let number = |divisor: u16| u8::try_from(code / divisor % 9).unwrap_or_default();
    (game.rules().leads_to(number(81), number(9), number(1)), number(1))
}

/// Formats a tactical cell in move notation.
fn place_text((strategic, tactical): (u8, u8)) -> String {
    format!("{} {}", strategic + 1, tactical + 1)
}

/// If cells close when they are decided, a player who is sent to a decided one is free anyway, so that
/// rule is left out.
fn restrictions_told(
    closure: Closure,
    tactical: Restrictions,
    strategic: Restrictions,
) -> impl Iterator<Item = Phrase<'static>> {
    let frees = closure == Closure::Filled;
    [
        (frees && tactical.does_decided_target_free, Phrase::RulesTacticalFrees),
        (frees && strategic.does_decided_target_free, Phrase::RulesStrategicFrees),
        (tactical.bars_return, Phrase::RulesTacticalBars),
        (strategic.bars_return, Phrase::RulesStrategicBars),
    ]
    .into_iter()
    .filter_map(|(holds, phrase)| holds.then_some(phrase))
}
