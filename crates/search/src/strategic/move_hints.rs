//! Estimates of moves before they are searched.

use zerosum_games::lines::completing_3x3;
use zerosum_games::side::Side;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::Candidate;
use crate::strategic::outlook::Outlook;

/// Winning a tactical cell.
const TACTICAL_WIN: i32 = 14_000;

/// Taking a cell with which the opponent would win a tactical cell.
const TACTICAL_BLOCK: i32 = 6_000;

/// Winning a strategic cell, besides, or keeping the opponent from it.
const STRATEGIC_WIN: i32 = 30_000;
const STRATEGIC_BLOCK: i32 = 16_000;

/// Marking a cell in a strategic cell that is decided already.
const WASTE: i32 = -2_000;

/// Letting the opponent choose where to move in a strategic cell, or anywhere.
const STRATEGIC_CHOICE: i32 = -8_000;
const FREE_CHOICE: i32 = -14_000;

/// Sending the opponent where it can win a tactical cell, or a strategic one.
const TACTICAL_GIFT: i32 = -8_000;
const STRATEGIC_GIFT: i32 = -24_000;

/// Sending the opponent where it can win the game.
const GAME_GIFT: i32 = -120_000;

/// The legal moves in ascending order. A move is quiet that neither wins a tactical cell nor keeps
/// the opponent from it.
#[inline]
pub(crate) fn candidates(position: &Strategic, outlook: &Outlook, mut see: impl FnMut(Candidate)) {
    let side = position.turn();
    let won = position.won_strategic();
    let decided = won.first | won.second | position.drawn_strategic();
    let gifts = Gifts::of(position, outlook);
    for (strategic, tactical, cells) in position.moves_by_field() {
        let bit = 1 << tactical;
        let marks = position.marks_in(strategic, tactical);
        let completing = |side: Side| {
            let has_threat = outlook.threats_in(strategic, side) & bit != 0;
            if has_threat { completing_3x3(*marks.get(side)) } else { 0 }
        };
        let is_dead = decided & 1 << strategic != 0;
        let (wins, blocks) = if is_dead { (0, 0) } else { (completing(side), completing(!side)) };
        let winning = |side| outlook.winning_in(position, strategic, side) & bit != 0;
        let win = TACTICAL_WIN + if winning(side) { STRATEGIC_WIN } else { 0 };
        let block = TACTICAL_BLOCK + if winning(!side) { STRATEGIC_BLOCK } else { 0 };
        let waste = if is_dead { WASTE } else { 0 };
        let mut left = cells;
        while left != 0 {
            // One of nine.
            let cell = left.trailing_zeros() as u8;
            left &= left - 1;
            let is_win = wins & 1 << cell != 0;
            let is_block = blocks & 1 << cell != 0;
            let hint = waste
                + gifts.value_of(position.target_of(strategic, tactical, cell))
                + if is_win { win } else { 0 }
                + if is_block { block } else { 0 };
            let [strategic, tactical, cell] = [strategic, tactical, cell].map(u16::from);
            let code = MoveCode((strategic * 9 + tactical) * 9 + cell);
            see(Candidate { code, hint, is_quiet: !is_win && !is_block });
        }
    }
}

/// The gains of the opponent, by the target it is sent to.
struct Gifts<'a> {
    position: &'a Strategic,
    outlook: &'a Outlook,
    other: Side,
    /// The strategic cells in which it can win one, and those by which it can win the game.
    strategic: u16,
    game: u16,
    /// The strategic cells in which nothing is to be won.
    decided: u16,
}

impl Gifts<'_> {
    #[inline]
    fn of<'a>(position: &'a Strategic, outlook: &'a Outlook) -> Gifts<'a> {
        let other = !position.turn();
        let strategic = outlook.strategic_threats(other);
        let game = strategic & Outlook::deciding(position, other);
        let won = position.won_strategic();
        let decided = won.first | won.second | position.drawn_strategic();
        Gifts { position, outlook, other, strategic, game, decided }
    }

    /// The value of sending the opponent to the target: 0, or negative if it gains by it.
    #[inline]
    fn value_of(&self, target: Target) -> i32 {
        match target {
            Target::Anywhere if self.game != 0 => FREE_CHOICE + GAME_GIFT,
            Target::Anywhere if self.strategic != 0 => FREE_CHOICE + STRATEGIC_GIFT,
            Target::Anywhere => FREE_CHOICE + TACTICAL_GIFT,
            Target::Strategic(strategic) => {
                let threats = self.outlook.threats_in(strategic, self.other);
                STRATEGIC_CHOICE + self.value_in(strategic, threats)
            }
            Target::Tactical(strategic, tactical) => {
                let threats = self.outlook.threats_in(strategic, self.other);
                self.value_in(strategic, threats & 1 << tactical)
            }
        }
    }

    /// The value of letting the opponent carry out these threats: 0 or negative.
    #[inline]
    fn value_in(&self, strategic: u8, threats: u16) -> i32 {
        let bit = 1 << strategic;
        if threats == 0 || self.decided & bit != 0 {
            return 0;
        }
        let is_winning = self.strategic & bit != 0
            && self.outlook.winning_in(self.position, strategic, self.other) & threats != 0;
        match is_winning {
            true if self.game & bit != 0 => GAME_GIFT,
            true => STRATEGIC_GIFT,
            false => TACTICAL_GIFT,
        }
    }
}
