//! Layout of buttons in rows: a label that a phone would cut gets a row with fewer buttons.
//!
//! Telegram's apps give the buttons of a row the same width, write each label in one line and cut what does not
//! fit. The bot does not know the screen; it reckons with a narrow phone, 390 points wide, and a wide face.

use crate::view::Button;

/// Width of a keyboard below a text on a narrow phone, in tenths of a point, as all widths here.
const WIDTH_BELOW_TEXT: u32 = 3_300;

/// The same below a picture, which decides how wide its message is.
const WIDTH_BELOW_PICTURE: u32 = 3_000;

/// Width between two buttons of a row.
const GAP: u32 = 40;

/// Width of a button beside its label.
const PADDING: u32 = 148;

/// Sign before an option that is chosen.
const CHOSEN: &str = "✓ ";

/// Number of letters from which a label is words, and not a cell.
const LETTERS_MIN: usize = 3;

/// Label of an option, which tells whether it is chosen.
pub(crate) fn option_label(name: String, is_chosen: bool) -> String {
    if is_chosen { format!("{CHOSEN}{name}") } else { name }
}

/// Splits each row whose labels would be cut into rows of fewer buttons, as equal as can be. Rows of cells
/// stay as they are.
pub fn fitting(rows: &[Vec<Button>], has_picture: bool) -> impl Iterator<Item = &[Button]> {
    let width = if has_picture { WIDTH_BELOW_PICTURE } else { WIDTH_BELOW_TEXT };
    rows.iter().flat_map(move |row| row.chunks(columns(row, width).max(1)))
}

/// Returns the greatest number of buttons side by side at which no label of a row is cut on a keyboard of this
/// width, as far as possible.
fn columns(row: &[Button], keyboard: u32) -> usize {
    let is_worded = |button: &Button| {
        button.label.chars().filter(|it| it.is_alphabetic()).count() >= LETTERS_MIN
    };
    if !row.iter().any(is_worded) {
        return row.len();
    }
    // An option that is chosen later gets the sign then; the rows must not change under the thumb.
    let has_options = row.iter().any(|button| button.label.starts_with(CHOSEN));
    let reserve = if has_options { width(CHOSEN) } else { 0 };
    let widest = |row: &[Button]| {
        let labels =
            row.iter().map(|button| button.label.strip_prefix(CHOSEN).unwrap_or(&button.label));
        labels.map(width).max().unwrap_or(0) + reserve
    };
    let fits = |columns: &usize| {
        row.chunks(*columns).all(|part| widest(part) <= room(keyboard, part.len()))
    };
    let lines = (1..=row.len()).map(|lines| row.len().div_ceil(lines));
    { lines }.find(fits).unwrap_or(1)
}

/// Returns whether a label below a text is shown completely if it stands alone in its row.
pub(crate) fn fits_a_row(label: &str) -> bool {
    width(label) <= room(WIDTH_BELOW_TEXT, 1)
}

/// Width of a label beside this many others of its row, itself included.
fn room(keyboard: u32, columns: usize) -> u32 {
    let columns = u32::try_from(columns).unwrap_or(u32::MAX).max(1);
    let gaps = GAP.saturating_mul(columns - 1);
    (keyboard.saturating_sub(gaps) / columns).saturating_sub(PADDING)
}

/// Width of a text at the size of labels, which is that of messages.
pub(crate) fn width(text: &str) -> u32 {
    text.chars().map(width_of).sum()
}

/// Width of a character, by the kinds that differ much.
fn width_of(character: char) -> u32 {
    match character {
        '\u{fe00}'..='\u{fe0f}' | '\u{200d}' => 0,
        ' ' | '\u{a0}' | '.' | ',' | '·' | ':' | '\'' | '’' | 'i' | 'j' | 'l' | 'I' | 'і' | 'ї'
        | '|' => 48,
        'f' | 'r' | 't' | '(' | ')' | '-' => 60,
        'm' | 'w' | 'M' | 'W' | 'ж' | 'ш' | 'щ' | 'ю' | 'ф' => 132,
        'ы' | 'м' => 116,
        '✓' => 125,
        'a'..='z' | '0'..='9' => 94,
        '\u{400}'..='\u{4ff}' if character.is_lowercase() => 91,
        _ if character.is_alphabetic() => 112,
        _ if character.is_ascii() => 90,
        _ => 187,
    }
}

#[cfg(test)]
mod tests {
    use crate::tap::{Request, Tap};

    use super::*;

    fn rows_of(labels: &[&str]) -> Vec<usize> {
        rows_below(labels, false)
    }

    fn rows_below(labels: &[&str], has_picture: bool) -> Vec<usize> {
        let button =
            |label: &&str| Button { label: (*label).to_owned(), tap: Tap::Ask(Request::Help) };
        let rows = [labels.iter().map(button).collect::<Vec<Button>>()];
        fitting(&rows, has_picture).map(<[Button]>::len).collect()
    }

    #[test]
    fn labels_that_fit_stay_side_by_side() {
        assert_eq!(rows_below(&["💡 Ідея", "↩️ Назад", "⋯ Ще"], true), [3]);
        assert_eq!(rows_of(&["🔁 Играть ещё", "🔄 Сменить"]), [2]);
    }

    #[test]
    fn a_label_that_would_be_cut_has_a_wider_button() {
        assert_eq!(rows_of(&["👋 Сыграть с другом", "🆚 Найти соперника"]), [1, 1]);
        assert_eq!(rows_of(&["⏮", "◀️", "💡 Показати"]), [2, 1]);
    }

    #[test]
    fn there_is_less_room_below_a_picture() {
        let labels = ["🔎 Рентген", "❓ Почему", "🧪 А если?"];
        assert_eq!((rows_below(&labels, false), rows_below(&labels, true)), (vec![3], vec![2, 1]));
    }

    #[test]
    fn rows_stay_when_another_option_is_chosen() {
        let names = ["ученик", "новичок", "любитель"];
        let layouts = (0..3).map(|chosen| {
            let label = |place: usize| option_label(names[place].to_owned(), place == chosen);
            let labels: Vec<String> = (0..3).map(label).collect();
            rows_of(&labels.iter().map(String::as_str).collect::<Vec<&str>>())
        });
        assert!(layouts.into_iter().all(|layout| layout == [2, 1]));
    }

    #[test]
    fn cells_stay_in_their_rows() {
        assert_eq!(rows_of(&["❌", "·", "⭕", "✅❌", "🟩", "·", "·", "·"]), [8]);
    }
}
