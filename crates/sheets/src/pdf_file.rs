//! A document as a PDF: lines and texts, which can be searched and copied, and the glyphs of the font
//! that they need. The same document gives the same bytes.

use krilla::Document as File;
use krilla::color::luma;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use thiserror::Error;

use crate::font;
use crate::page::{Document, Page, Pen, Shape, Text};

/// A PDF counts in points, of which a millimetre has this many.
const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// Reason why there is no file. It does not happen with the pages that are drawn here.
#[derive(Debug, Error)]
pub enum PdfError {
    #[error("a page of {width} x {height} mm cannot be created")]
    PageSize { width: f32, height: f32 },
    #[error("the font cannot be read")]
    Font,
    #[error("the PDF cannot be written: {0}")]
    File(String),
}

/// The file of a document.
pub fn of(document: &Document) -> Result<Vec<u8>, PdfError> {
    let font = Font::new(font::FILE.into(), 0).ok_or(PdfError::Font)?;
    let mut file = File::new();
    file.set_metadata(
        Metadata::new()
            .title(document.title.clone())
            .description(document.credit.clone())
            .language(document.language.clone()),
    );
    for Page { size, shapes } in &document.pages {
        let settings =
            PageSettings::from_wh(size.width * POINTS_PER_MM, size.height * POINTS_PER_MM);
        let size_error = PdfError::PageSize { width: size.width, height: size.height };
        let mut page = file.start_page_with(settings.ok_or(size_error)?);
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_scale(POINTS_PER_MM, POINTS_PER_MM));
        for shape in shapes {
            draw(&mut surface, shape, &font);
        }
        surface.pop();
        surface.finish();
        page.finish();
    }
    file.finish().map_err(|error| PdfError::File(error.to_string()))
}

fn draw(surface: &mut Surface<'_>, shape: &Shape, font: &Font) {
    match shape {
        Shape::Line(line) => {
            let mut path = PathBuilder::new();
            path.move_to(line.from.x, line.from.y);
            path.line_to(line.to.x, line.to.y);
            stroke(surface, path.finish(), line.pen);
        }
        Shape::Rectangle(rectangle) => {
            let (corner, size) = (rectangle.corner, rectangle.size);
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(corner.x, corner.y, size.width, size.height) {
                path.push_rect(rect);
            }
            stroke(surface, path.finish(), rectangle.pen);
        }
        Shape::Text(text) => write(surface, text, font),
    }
}

/// Draws a path, if it is one: a line without length is none.
fn stroke(surface: &mut Surface<'_>, path: Option<Path>, pen: Pen) {
    let Some(path) = path else { return };
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        width: pen.width(),
        line_cap: LineCap::Square,
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}

fn write(surface: &mut Surface<'_>, text: &Text, font: &Font) {
    let glyph = |glyph: font::Glyph| KrillaGlyph {
        glyph_id: GlyphId::new(glyph.id),
        text_range: glyph.range,
        x_advance: glyph.width,
        x_offset: 0.0,
        y_offset: 0.0,
        y_advance: 0.0,
        location: None,
    };
    let glyphs: Vec<KrillaGlyph> = font::glyphs(&text.text).into_iter().map(glyph).collect();
    surface.set_stroke(None);
    surface.set_fill(Some(Fill {
        paint: luma::Color::new(text.ink.brightness()).into(),
        ..Fill::default()
    }));
    let start = Point::from_xy(text.start.x, text.start.y);
    surface.draw_glyphs(start, &glyphs, font.clone(), &text.text, text.size, false);
}
