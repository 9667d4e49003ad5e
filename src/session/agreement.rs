//! What two people who play each other have offered and said: draws, moves taken back, and phrases from a
//! fixed list.
//!
//! An offer stands until the other side has moved, and one to take back a move until anybody has. So the
//! ply at which it was made tells whether it still stands, and a move changes nothing here. Phrases are said also
//! when the game is over, which changes nothing else of it.
//!
//! The stored form is ten fields with spaces between, `1.4 - 2 d - 1.6 0 - 0 1.h.6`. For each side: its
//! offers of a draw and its wishes to take back a move (how many, and after how many plies the last one, `-`
//! for none), how many phrases it has said, and which of its offers was not replaced or done with (`d`, `t` or
//! `-`). Then how often a move was taken back, and the last phrase: which side has said what after how many
//! plies. It stands beside the record, so that a program that knows of none of it plays on. Of a game that is over
//! an eleventh field may tell of an offer of [another one](crate::session::rematch).

use zerosum_games::Outcome;
use zerosum_games::side::{BySide, Side};

use crate::session::rematch::{REMATCH_BYTES_MAX, Rematch};
use crate::session::{Actor, Refusal, Revision, Seat, Session};

/// How often a side may offer the same in one game.
pub const OFFERS_PER_SIDE_MAX: u8 = 5;

/// How many phrases a side may say in one game.
pub const GREETINGS_PER_SIDE_MAX: u8 = 10;

/// No stored form is longer.
const AGREEMENT_BYTES_MAX: usize =
    "255.65535 255.65535 255 d 255.65535 255.65535 255 d 255 2.h.65535 ".len() + REMATCH_BYTES_MAX;

/// What one side can ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    Draw,
    /// To take back one's last move and whatever came after it.
    TakeBack,
}

/// What people can say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Greeting {
    Hello,
    WellPlayed,
    Thanks,
    OneMoment,
    YourMove,
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    sides: BySide<Said>,
    taken_back: u8,
    /// Who has said it, and after how many plies.
    greeting: Option<(Side, Greeting, u16)>,
    pub(super) rematch: Option<Rematch>,
}

/// What one side has offered and said.
///
/// Invariant: what it offers last it has asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    draws: Option<Asked>,
    take_backs: Option<Asked>,
    greetings: u8,
    offer: Option<Offer>,
}

/// How often something was asked for, at least once, and after how many plies for the last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    count: u8,
    plies: u16,
}

/// The text is not one of an [`Agreement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAgreement;

impl Offer {
    pub const ALL: [Offer; 2] = [Offer::Draw, Offer::TakeBack];

    /// Its letter in what is stored and in buttons.
    pub fn letter(self) -> char {
        match self {
            Offer::Draw => 'd',
            Offer::TakeBack => 't',
        }
    }

    /// The offer of that letter.
    pub fn of_letter(text: &str) -> Option<Offer> {
        Offer::ALL.into_iter().find(|offer| is_letter(text, offer.letter()))
    }
}

impl Greeting {
    /// In the order in which a game has use for them.
    pub const ALL: [Greeting; 5] = [
        Greeting::Hello,
        Greeting::YourMove,
        Greeting::OneMoment,
        Greeting::WellPlayed,
        Greeting::Thanks,
    ];

    /// Its letter in what is stored and in buttons.
    pub fn letter(self) -> char {
        match self {
            Greeting::Hello => 'h',
            Greeting::WellPlayed => 'w',
            Greeting::Thanks => 't',
            Greeting::OneMoment => 'm',
            Greeting::YourMove => 'y',
        }
    }

    /// The phrase of that letter.
    pub fn of_letter(text: &str) -> Option<Greeting> {
        Greeting::ALL.into_iter().find(|greeting| is_letter(text, greeting.letter()))
    }
}

impl Agreement {
    pub(super) const NONE: Agreement = {
        let nothing = Said { draws: None, take_backs: None, greetings: 0, offer: None };
        let sides = BySide { first: nothing, second: nothing };
        Agreement { sides, taken_back: 0, greeting: None, rematch: None }
    };

    /// After a move was taken back, so that so many plies are left: no offer stands.
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

    /// What it offers last, and after how many plies.
    fn last_offer(mut self) -> Option<(Offer, u16)> {
        let offer = self.offer?;
        Some((offer, (*self.asked(offer))?.plies))
    }
}

impl Session {
    /// What those who play here have offered and said, if they have.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.beside.as_deref()?.agreement.as_ref()
    }

    /// The same session, in which that was offered and said.
    #[must_use]
    pub fn with_agreement(mut self, agreement: Agreement) -> Session {
        self.keep_agreement(agreement);
        self
    }

    /// Whether two people can agree on something: they play each other, and the game is not over.
    pub fn can_agree(&self) -> bool {
        self.is_of_two_people() && self.outcome().is_none()
    }

    /// Whether they can say something to each other: also when it is over, unless one of them has left.
    pub fn can_greet(&self) -> bool {
        self.is_of_two_people() && !self.is_left()
    }

    fn is_of_two_people(&self) -> bool {
        let BySide { first, second } = self.seats;
        match (first, second) {
            (Seat::Human(one), Seat::Human(other)) => one != other,
            (Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone, _) => false,
        }
    }

    /// Whether somebody who saw the session at revision `seen` can agree on something with their opponent.
    pub fn check_agreement(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if seen != self.revision {
            Err(Refusal::Stale)
        } else if !self.can_agree() {
            Err(Refusal::NoAgreement)
        } else {
            Ok(())
        }
    }

    /// Whether somebody who saw the session at revision `seen` can say something to their opponent.
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

    /// What this side offers and the other one has not answered.
    pub fn offer_of(&self, side: Side) -> Option<Offer> {
        let (offer, plies) = self.said().sides.get(side).last_offer()?;
        let is_standing = match offer {
            Offer::Draw => !self.has_moved_since(!side, plies),
            Offer::TakeBack => usize::from(plies) == self.moves.len(),
        };
        (is_standing && self.can_agree()).then_some(offer)
    }

    /// What was said last and by whom, until the one it was said to has moved.
    pub fn greeting(&self) -> Option<(Side, Greeting)> {
        let (side, greeting, plies) = self.said().greeting?;
        (!self.has_moved_since(!side, plies)).then_some((side, greeting))
    }

    /// Whether a person has taken back a move by agreement.
    pub fn has_taken_back(&self) -> bool {
        self.said().taken_back > 0
    }

    /// Whether people have agreed to a draw before the moves have led to one.
    pub fn is_drawn_by_agreement(&self) -> bool {
        self.settled == Some(Outcome::Draw)
    }

    /// Offers something to the other side. Whoever offers a draw that is on offer agrees to it.
    pub(super) fn offer(&mut self, side: Side, offer: Offer) -> Result<(), Refusal> {
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

    /// Does what the other side offers.
    pub(super) fn accept(&mut self, side: Side, offer: Offer) -> Result<(), Refusal> {
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

    /// Says something to the other side, in the place of what was said before.
    pub(super) fn greet(&mut self, side: Side, greeting: Greeting) -> Result<(), Refusal> {
        if !self.can_greet() {
            return Err(Refusal::NoAgreement);
        }
        let mut next = self.said();
        let said = next.sides.get_mut(side);
        if said.greetings >= GREETINGS_PER_SIDE_MAX {
            return Err(Refusal::TooManyGreetings);
        }
        said.greetings += 1;
        next.greeting = Some((side, greeting, self.plies()));
        self.keep_agreement(next);
        Ok(())
    }

    fn check_between_people(&self) -> Result<(), Refusal> {
        if self.can_agree() { Ok(()) } else { Err(Refusal::NoAgreement) }
    }

    fn said(&self) -> Agreement {
        self.agreement().copied().unwrap_or(Agreement::NONE)
    }

    pub(super) fn keep_agreement(&mut self, agreement: Agreement) {
        self.beside.get_or_insert_default().agreement = Some(agreement);
    }

    /// Whether this side has moved after so many plies.
    fn has_moved_since(&self, side: Side, plies: u16) -> bool {
        self.last_ply_of(side).is_some_and(|last| last >= usize::from(plies))
    }

    /// No game has as many plies as there are numbers.
    pub(super) fn plies(&self) -> u16 {
        u16::try_from(self.moves.len()).unwrap_or(u16::MAX)
    }
}

/// What was offered and said as a line of text.
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

/// What such a line tells of.
pub fn decode(text: &str) -> Result<Agreement, NotAgreement> {
    let agreement = Some(text).filter(|text| text.len() <= AGREEMENT_BYTES_MAX).and_then(read);
    // Numbers have many spellings; only the one that encoding makes is accepted.
    agreement.filter(|agreement| encode(agreement) == text).ok_or(NotAgreement)
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
            let side = match side {
                "1" => Side::First,
                "2" => Side::Second,
                _ => return None,
            };
            Some((side, Greeting::of_letter(letter)?, plies.parse().ok()?))
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

/// The inner one is `None` if nothing was asked for.
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
