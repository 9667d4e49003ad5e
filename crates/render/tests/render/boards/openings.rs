//! The sentence about a kept seat in an opening.

use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_session::game::reservation::Reservation;
use zerosum_session::language::Language;
use zerosum_session::{Seat, Session, SessionId};

use crate::support::sessions::{ANNA, BORIS};

const ANNA_NAMED: &DisplayName = &DisplayName::written("Anna");
const BORIS_NAMED: &DisplayName = &DisplayName::written("Boris");

#[test]
fn a_kept_seat_is_the_other_one_unless_it_is_to_act() {
    let spec = GameSpec::from_name("15x15x5-swap2").expect("it is a game");
    let anna = Seat::Human(ANNA);
    let (ann, ben) = (ANNA_NAMED, BORIS_NAMED);
    for (seats, names, expected) in [
        (
            BySide { first: Seat::Open, second: anna },
            BySide { first: ben, second: ann },
            "This seat is kept for Boris for a day.",
        ),
        (
            BySide { first: anna, second: Seat::Open },
            BySide { first: ann, second: ben },
            "The other seat is kept for Boris for a day.",
        ),
    ] {
        let kept = Reservation { user: BORIS, since: 0 };
        let session = Session::new(SessionId(7), spec, seats).with_reservation(kept);
        let audience = Audience::Group { names, is_of_group: true };
        let locales = Locales::load();
        let localizer = locales.localizer(Language::English);
        let view = zerosum_render::of(&session, Focus::Suggested, None, audience, localizer);
        assert!(view.text.contains(expected), "{}", view.text);
    }
}
