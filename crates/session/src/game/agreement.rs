//! Agreements between two people who play each other: offers of a draw, requests to take back a move, and
//! phrases from a fixed list.
//!
//! An offer of a draw stands until the other side has moved, and one to take back a move until either side
//! has. The ply at which an offer was made tells whether it still stands, so a move changes nothing here.
//! Phrases can also be said after the game is over.
//!
//! The stored form is ten fields separated by spaces, `1.4 - 2 d - 1.6 0 - 0 1.h.6`. For each side: its
//! offers of a draw and its requests to take back a move (their number, and the number of plies at the last
//! one, `-` for none), the number of its phrases, and its latest offer, unless that was replaced or settled
//! (`d`, `t` or `-`). Then the number of moves taken back, and the last phrase: its side, its letter and the
//! number of plies at that time. It is stored beside the record, so that older versions of the program can
//! still play the game. In a game that is over, an eleventh field may hold an offer of a
//! [rematch](crate::game::rematch).

use zerosum_games::Outcome;
use zerosum_games::side::{BySide, Side};

use crate::game::opening::exchanged;
use crate::game::record::RecordError;
use crate::game::rematch::{REMATCH_BYTES_MAX, Rematch};
use crate::{Actor, Refusal, Revision, Seat, Session};

/// Maximum number of times a side may make the same offer in one game.
pub const OFFERS_PER_SIDE_MAX: u8 = 5;

/// Maximum number of phrases a side may say in one game.
pub const GREETINGS_PER_SIDE_MAX: u8 = 10;

/// Maximum length of the stored form.
const AGREEMENT_BYTES_MAX: usize =
    "255.65535 255.65535 255 d 255.65535 255.65535 255 d 255 2.h.65535 ".len() + REMATCH_BYTES_MAX;

/// Offer that one side can make to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    Draw,
    /// Takes back the last move of the side that offers, and all moves after it.
    TakeBack,
}

/// Phrase that people can say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Greeting {
    Hello,
    WellPlayed,
    Thanks,
    OneMoment,
    YourMove,
}

/// Offers and phrases of both sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    sides: BySide<Said>,
    taken_back: u8,
    /// Side that said the last phrase, and the number of plies at that time.
    greeting: Option<(Side, Greeting, u16)>,
    pub(crate) rematch: Option<Rematch>,
}

/// Offers and phrases of one side.
///
/// Invariant: if `offer` is set, so is the [`Asked`] of that offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    draws: Option<Asked>,
    take_backs: Option<Asked>,
    greetings: u8,
    offer: Option<Offer>,
}

/// Number of times that an offer was made, at least once, and the number of plies at the last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    count: u8,
    plies: u16,
}

impl Offer {
    pub const ALL: [Offer; 2] = [Offer::Draw, Offer::TakeBack];

    /// Returns its letter in the store and in buttons.
    pub fn letter(self) -> char {
        match self {
            Offer::Draw => 'd',
            Offer::TakeBack => 't',
        }
    }

    /// Returns the offer with this letter.
    pub fn of_letter(text: &str) -> Option<Offer> {
        Offer::ALL.into_iter().find(|offer| is_letter(text, offer.letter()))
    }
}

impl Greeting {
    /// All phrases, in the order in which they are used in a game.
    pub const ALL: [Greeting; 5] = [
        Greeting::Hello,
        Greeting::YourMove,
        Greeting::OneMoment,
        Greeting::WellPlayed,
        Greeting::Thanks,
    ];

    /// Returns its letter in the store and in buttons.
    pub fn letter(self) -> char {
        match self {
            Greeting::Hello => 'h',
            Greeting::WellPlayed => 'w',
            Greeting::Thanks => 't',
            Greeting::OneMoment => 'm',
            Greeting::YourMove => 'y',
        }
    }

    /// Returns the phrase with this letter.
    pub fn of_letter(text: &str) -> Option<Greeting> {
        Greeting::ALL.into_iter().find(|greeting| is_letter(text, greeting.letter()))
    }
}

impl Agreement {
    pub(crate) const NONE: Agreement = {
        let nothing = Said { draws: None, take_backs: None, greetings: 0, offer: None };
        let sides = BySide { first: nothing, second: nothing };
        Agreement { sides, taken_back: 0, greeting: None, rematch: None }
    };

    /// Returns the agreement after a choice in an opening: no offer stands, and no phrase is shown.
    pub(crate) fn after_choice(self) -> Agreement {
        let said = |said: Said| Said { offer: None, ..said };
        let BySide { first, second } = self.sides;
        Agreement {
            sides: BySide { first: said(first), second: said(second) },
            greeting: None,
            ..self
        }
    }

    /// Returns the agreement after the players have exchanged their seats by a choice.
    pub(crate) fn exchanged(self) -> Agreement {
        Agreement { sides: exchanged(self.sides), ..self }
    }

    /// Returns the agreement after a move was taken back and this many plies are left: no offer stands.
    fn after_taking_back(self, plies: u16) -> Agreement {
        let asked = |asked: Option<Asked>| {
            asked.map(|asked| Asked { plies: asked.plies.min(plies), ..asked })
        };
        let said = |said: Said| Said {
            draws: asked(said.draws),
            take_backs: asked(said.take_backs),
            offer: None,
            ..said
        };
        let BySide { first, second } = self.sides;
        let greeting = self.greeting.map(|(side, greeting, at)| (side, greeting, at.min(plies)));
        Agreement {
            sides: BySide { first: said(first), second: said(second) },
            taken_back: self.taken_back.saturating_add(1),
            greeting,
            rematch: self.rematch,
        }
    }
}

impl Said {
    fn asked(&mut self, offer: Offer) -> &mut Option<Asked> {
        match offer {
            Offer::Draw => &mut self.draws,
            Offer::TakeBack => &mut self.take_backs,
        }
    }

    /// Returns its last offer, and the number of plies at that time.
    fn last_offer(mut self) -> Option<(Offer, u16)> {
        let offer = self.offer?;
        Some((offer, (*self.asked(offer))?.plies))
    }
}

impl Session {
    /// Offers and phrases of the players, if they have made any.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.extras.as_deref()?.agreement.as_ref()
    }

    /// Returns the session with these offers and phrases.
    #[must_use]
    pub fn with_agreement(mut self, agreement: Agreement) -> Session {
        self.keep_agreement(agreement);
        self
    }

    /// Returns whether two people play each other and the game is not over, so that they can agree on something.
    pub fn is_in_play_between_people(&self) -> bool {
        self.is_between_people() && self.outcome().is_none()
    }

    /// Returns whether two people can say phrases to each other: they play each other, and neither has left.
    /// The game may be over.
    pub fn can_greet(&self) -> bool {
        self.is_between_people() && !self.is_left()
    }

    /// Returns whether its players can open panels: to say phrases, to resign, or for help.
    pub fn has_panels(&self) -> bool {
        self.can_greet() || self.plays_engine_alone()
    }

    /// Returns whether two people have the seats. One person may have both.
    pub fn is_between_people(&self) -> bool {
        let BySide { first, second } = self.seats;
        matches!((first, second), (Seat::Human(one), Seat::Human(other)) if one != other)
    }

    /// Checks whether a user who saw the session at revision `seen` can agree on something with their
    /// opponent.
    pub fn check_agreement(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if seen != self.revision {
            Err(Refusal::Stale)
        } else if !self.is_in_play_between_people() {
            Err(Refusal::NoAgreement)
        } else {
            Ok(())
        }
    }

    /// Checks whether a user who saw the session at revision `seen` can say a phrase to their opponent.
    pub fn check_greeting(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if seen != self.revision {
            Err(Refusal::Stale)
        } else if !self.can_greet() {
            Err(if self.outcome().is_some() { Refusal::Over } else { Refusal::NoAgreement })
        } else {
            Ok(())
        }
    }

    /// Checks whether a user who saw the session at revision `seen` can be asked whether to resign.
    pub fn check_resignation(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        match self.plays_engine_alone() {
            true => self.check_board_of(actor, seen).map(drop),
            false => self.check_agreement(actor, seen),
        }
    }

    /// Checks whether a user who saw the session at revision `seen` can close a panel.
    pub fn check_closing(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        match self.plays_engine_alone() {
            true => self.check_board_of(actor, seen).map(drop),
            false => self.check_greeting(actor, seen),
        }
    }

    /// Returns this side's offer that the other one has not answered.
    pub fn offer_of(&self, side: Side) -> Option<Offer> {
        let (offer, plies) = self.said().sides.get(side).last_offer()?;
        let is_standing = match offer {
            Offer::Draw => !self.has_moved_since(!side, plies),
            Offer::TakeBack => usize::from(plies) == self.moves.len(),
        };
        (is_standing && self.is_in_play_between_people()).then_some(offer)
    }

    /// Returns the last phrase and its side, until the side it was said to has moved.
    pub fn greeting(&self) -> Option<(Side, Greeting)> {
        let (side, greeting, plies) = self.said().greeting?;
        (!self.has_moved_since(!side, plies)).then_some((side, greeting))
    }

    /// Returns whether a person has taken back a move by agreement.
    pub fn has_taken_back(&self) -> bool {
        self.said().taken_back > 0
    }

    /// Returns whether people have agreed to a draw before the moves have led to one.
    pub fn is_drawn_by_agreement(&self) -> bool {
        self.settled == Some(Outcome::Draw)
    }

    /// Makes an offer to the other side. Offering a draw that is on offer accepts it.
    pub(crate) fn offer(&mut self, side: Side, offer: Offer) -> Result<(), Refusal> {
        self.check_between_people()?;
        if offer == Offer::Draw && self.offer_of(!side) == Some(Offer::Draw) {
            return self.accept(side, offer);
        }
        if offer == Offer::TakeBack {
            self.last_ply_of(side).ok_or(Refusal::NothingToTakeBack)?;
        }
        let mut next = self.said();
        let said = next.sides.get_mut(side);
        let count = match *said.asked(offer) {
            Some(Asked { count, .. }) if count >= OFFERS_PER_SIDE_MAX => {
                return Err(Refusal::TooManyOffers);
            }
            Some(Asked { plies, .. })
                if self.offer_of(side) == Some(offer) || !self.has_moved_since(side, plies) =>
            {
                return Err(Refusal::AlreadyOffered);
            }
            Some(Asked { count, .. }) => count,
            None => 0,
        };
        *said.asked(offer) = Some(Asked { count: count + 1, plies: self.plies() });
        said.offer = Some(offer);
        self.keep_agreement(next);
        Ok(())
    }

    /// Accepts an offer of the other side.
    pub(crate) fn accept(&mut self, side: Side, offer: Offer) -> Result<(), Refusal> {
        self.check_between_people()?;
        if self.offer_of(!side) != Some(offer) {
            let is_own = self.offer_of(side) == Some(offer);
            return Err(if is_own { Refusal::OwnOffer } else { Refusal::NoOffer });
        }
        match offer {
            Offer::Draw => self.settled = Some(Outcome::Draw),
            Offer::TakeBack => {
                let ply = self.last_ply_of(!side).ok_or(Refusal::NothingToTakeBack)?;
                self.go_back_to(ply);
                let next = self.said().after_taking_back(self.plies());
                self.keep_agreement(next);
            }
        }
        Ok(())
    }

    /// Says a phrase to the other side; it replaces the last phrase. During a game a side says no two in a row at the same
    /// ply: each makes the board that the other side looks at an old one, while their clock may run.
    pub(crate) fn greet(&mut self, side: Side, greeting: Greeting) -> Result<(), Refusal> {
        if !self.can_greet() {
            return Err(Refusal::NoAgreement);
        }
        let mut next = self.said();
        let said = next.sides.get_mut(side);
        let is_again =
            next.greeting.is_some_and(|(by, _, plies)| (by, plies) == (side, self.plies()));
        if said.greetings >= GREETINGS_PER_SIDE_MAX || is_again && self.outcome().is_none() {
            return Err(Refusal::TooManyGreetings);
        }
        said.greetings += 1;
        next.greeting = Some((side, greeting, self.plies()));
        self.keep_agreement(next);
        Ok(())
    }

    fn check_between_people(&self) -> Result<(), Refusal> {
        if self.is_in_play_between_people() { Ok(()) } else { Err(Refusal::NoAgreement) }
    }

    fn said(&self) -> Agreement {
        self.agreement().copied().unwrap_or(Agreement::NONE)
    }

    pub(crate) fn keep_agreement(&mut self, agreement: Agreement) {
        self.change_extras(|extras| extras.agreement = Some(agreement));
    }

    /// Returns whether this side has moved, or put a stone of an opening, after this many plies.
    fn has_moved_since(&self, side: Side, plies: u16) -> bool {
        let last = self.last_ply_of(side).or_else(|| self.last_stone_of(side));
        last.is_some_and(|last| last >= usize::from(plies))
    }

    /// Returns the number of plies; no game has more than a `u16` holds.
    pub(crate) fn plies(&self) -> u16 {
        u16::try_from(self.moves.len()).unwrap_or(u16::MAX)
    }
}

/// Encodes the offers and phrases as a line of text.
pub fn encode(agreement: &Agreement) -> String {
    let Agreement { sides: BySide { first, second }, taken_back, greeting, rematch } = agreement;
    let greeting = match greeting {
        None => "-".to_owned(),
        Some((Side::First, greeting, plies)) => format!("1.{}.{plies}", greeting.letter()),
        Some((Side::Second, greeting, plies)) => format!("2.{}.{plies}", greeting.letter()),
    };
    let said = format!("{} {} {taken_back} {greeting}", side_text(first), side_text(second));
    match rematch {
        Some(rematch) => format!("{said} {}", rematch.encode()),
        None => said,
    }
}

fn side_text(said: &Said) -> String {
    let asked = |asked: &Option<Asked>| match asked {
        None => "-".to_owned(),
        Some(Asked { count, plies }) => format!("{count}.{plies}"),
    };
    let Said { draws, take_backs, greetings, offer } = said;
    let offer = offer.map_or('-', Offer::letter);
    format!("{} {} {greetings} {offer}", asked(draws), asked(take_backs))
}

/// Decodes the offers and phrases from a line of text.
pub fn decode(text: &str) -> Result<Agreement, RecordError> {
    let agreement = Some(text).filter(|text| text.len() <= AGREEMENT_BYTES_MAX).and_then(read);
    // Numbers have many spellings; only the one that encoding makes is accepted.
    agreement.filter(|agreement| encode(agreement) == text).ok_or(RecordError::Malformed)
}

fn read(text: &str) -> Option<Agreement> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (said, rematch) = match fields[..] {
        [ref said @ .., rematch] if said.len() == 10 => (said, Some(Rematch::read(rematch)?)),
        ref said => (said, None),
    };
    let [a, b, c, d, e, f, g, h, taken_back, greeting] = *said else { return None };
    let sides = BySide { first: read_side([a, b, c, d])?, second: read_side([e, f, g, h])? };
    let greeting = match greeting.split('.').collect::<Vec<&str>>()[..] {
        ["-"] => None,
        [side, letter, plies] => {
            Some((Side::read(side)?, Greeting::of_letter(letter)?, plies.parse().ok()?))
        }
        _ => return None,
    };
    Some(Agreement { sides, taken_back: taken_back.parse().ok()?, greeting, rematch })
}

fn read_side([draws, take_backs, greetings, offer]: [&str; 4]) -> Option<Said> {
    let (draws, take_backs) = (read_asked(draws)?, read_asked(take_backs)?);
    let offer = if offer == "-" { None } else { Some(Offer::of_letter(offer)?) };
    let said = Said { draws, take_backs, greetings: greetings.parse().ok()?, offer };
    (said.offer.is_some() == said.last_offer().is_some()).then_some(said)
}

/// Reads the number and the ply of an offer; the inner option is `None` if it was never made.
fn read_asked(text: &str) -> Option<Option<Asked>> {
    if text == "-" {
        return Some(None);
    }
    let (count, plies) = text.split_once('.')?;
    let asked = Asked { count: count.parse().ok()?, plies: plies.parse().ok()? };
    (asked.count > 0).then_some(Some(asked))
}

fn is_letter(text: &str, letter: char) -> bool {
    text.strip_prefix(letter) == Some("")
}
