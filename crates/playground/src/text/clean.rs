//! Processing of a text before it is kept in a message: entities are checked, control characters become
//! spaces and blank edges are trimmed.

use crate::text::{Entity, FormattedText, sort, utf16_length, with_detected_entities};

/// An offset or length beyond this is refused before anything else is looked at.
const MAX_ENTITY_POSITION: i64 = 1_000_000;

/// An entity as given by a caller: signed, unchecked.
pub(crate) struct GivenEntity {
    pub(crate) offset: i64,
    pub(crate) length: i64,
    pub(crate) entity: Entity,
}

/// Checks entities against their text; the error is the server's sentence.
pub(crate) fn checked(text: String, given: Vec<GivenEntity>) -> Result<FormattedText, String> {
    let mut entities = Vec::with_capacity(given.len());
    for GivenEntity { offset, length, mut entity } in given {
        if !(0..=MAX_ENTITY_POSITION).contains(&offset) {
            return Err(format!("Receive an entity with incorrect offset {offset}"));
        }
        if !(0..=MAX_ENTITY_POSITION).contains(&length) {
            return Err(format!("Receive an entity with incorrect length {length}"));
        }
        if length > 0 {
            entity.offset = usize::try_from(offset).unwrap_or_default();
            entity.length = usize::try_from(length).unwrap_or_default();
            entities.push(entity);
        }
    }
    sort(&mut entities);
    check_edges(&text, &entities)?;
    Ok(FormattedText { text, entities })
}

/// The text as it is kept: cleaned, trimmed, with the entities Telegram finds by itself. `None` if nothing is left.
pub fn finished(formatted: FormattedText) -> Option<FormattedText> {
    let cleaned = without_control_characters(formatted);
    trimmed(cleaned).map(with_detected_entities)
}

/// Checks that every entity begins and ends between two characters of the text.
fn check_edges(text: &str, entities: &[Entity]) -> Result<(), String> {
    if entities.is_empty() {
        return Ok(());
    }
    let mut edges = Vec::new();
    let mut units = 0;
    for (position, character) in text.char_indices() {
        edges.push((units, position));
        units += character.len_utf16();
    }
    let byte_after = |offset: usize| {
        let index = edges.partition_point(|(edge, _)| *edge < offset);
        edges.get(index).map_or(text.len(), |(_, position)| *position)
    };
    let is_edge = |offset: usize| {
        offset == units || edges.binary_search_by_key(&offset, |edge| edge.0).is_ok()
    };
    for entity in entities {
        if entity.offset > units {
            return Err(format!(
                "Entity begins after the end of the text at UTF-16 offset {}",
                entity.offset
            ));
        }
        if entity.end() > units {
            return Err(format!(
                "Entity beginning at UTF-16 offset {} ends after the end of the text at UTF-16 offset {}",
                entity.offset,
                entity.end()
            ));
        }
        if !is_edge(entity.offset) {
            return Err(format!(
                "Entity begins in a middle of a UTF-16 symbol at byte offset {}",
                byte_after(entity.offset)
            ));
        }
        if !is_edge(entity.end()) {
            return Err(format!(
                "Entity beginning at UTF-16 offset {} ends in a middle of a UTF-16 symbol at byte offset {}",
                entity.offset,
                byte_after(entity.end())
            ));
        }
    }
    Ok(())
}

/// Replaces control characters with spaces; removes carriage returns and characters that reorder the text.
fn without_control_characters(formatted: FormattedText) -> FormattedText {
    let is_dropped =
        |character: char| character == '\r' || ('\u{2028}'..='\u{202e}').contains(&character);
    let is_blank = |character: char| character < ' ' && character != '\n';
    if !formatted.text.contains(|character| is_dropped(character) || is_blank(character)) {
        return formatted;
    }
    let mut dropped_at = Vec::new();
    let mut units = 0;
    let mut text = String::with_capacity(formatted.text.len());
    for character in formatted.text.chars() {
        if is_dropped(character) {
            dropped_at.push(units);
        } else {
            text.push(if is_blank(character) { ' ' } else { character });
        }
        units += character.len_utf16();
    }
    let moved = |offset: usize| offset - dropped_at.partition_point(|dropped| *dropped < offset);
    let entities = formatted
        .entities
        .into_iter()
        .map(|mut entity| {
            let end = moved(entity.end());
            entity.offset = moved(entity.offset);
            entity.length = end - entity.offset;
            entity
        })
        .filter(|entity| entity.length > 0)
        .collect();
    FormattedText { text, entities }
}

/// Trims blank edges; on the left only as far as no entity covers them.
fn trimmed(formatted: FormattedText) -> Option<FormattedText> {
    let FormattedText { text, mut entities } = formatted;
    let kept = text.trim_end_matches([' ', '\n']);
    if kept.chars().all(char::is_whitespace) {
        return None;
    }
    let end = utf16_length(kept);
    entities.retain(|entity| entity.offset < end);
    for entity in &mut entities {
        entity.length = entity.length.min(end - entity.offset);
    }
    let first_entity = entities.first().map_or(usize::MAX, |entity| entity.offset);
    let blanks = kept.bytes().take_while(|byte| matches!(byte, b' ' | b'\n')).count();
    // Blanks are one byte and one UTF-16 code unit each, so one number serves both.
    let cut = blanks.min(first_entity);
    for entity in &mut entities {
        entity.offset -= cut;
    }
    sort(&mut entities);
    Some(FormattedText { text: kept[cut..].to_owned(), entities })
}
