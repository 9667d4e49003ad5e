//! A page as an SVG: texts stay texts, and their font is in the file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use svg::node::Node;
use svg::node::element::{Description, Element, Line, Rectangle, Style, Title};

use crate::font;
use crate::page::{Document, Ink, Page, Pen, Shape, Text};

/// Positions are written with this many digits after the point, which is a thousandth of a millimetre.
const DIGITS: usize = 3;

/// The file of a page. Its units are millimetres, and its size is that of the paper.
pub fn of(document: &Document, page: &Page) -> String {
    let size = page.size;
    let mut file = svg::Document::new()
        .set("width", format!("{}mm", size.width))
        .set("height", format!("{}mm", size.height))
        .set("viewBox", (0, 0, size.width, size.height))
        .set("lang", document.language.as_str())
        .add(Title::new(document.title.as_str()))
        .add(Description::new().add(svg::node::Text::new(document.credit.as_str())))
        .add(Style::new(style()));
    for shape in &page.shapes {
        file = match shape {
            Shape::Line(line) => file.add(
                Line::new()
                    .set("class", pen_class(line.pen))
                    .set("x1", written(line.from.x))
                    .set("y1", written(line.from.y))
                    .set("x2", written(line.to.x))
                    .set("y2", written(line.to.y)),
            ),
            Shape::Rectangle(rectangle) => file.add(
                Rectangle::new()
                    .set("class", pen_class(rectangle.pen))
                    .set("x", written(rectangle.corner.x))
                    .set("y", written(rectangle.corner.y))
                    .set("width", written(rectangle.size.width))
                    .set("height", written(rectangle.size.height)),
            ),
            Shape::Text(text) => file.add(text_element(text)),
        };
    }
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{file}\n")
}

/// An element made by hand, because those of the crate for texts begin and end with a new line.
fn text_element(text: &Text) -> Element {
    let mut element = Element::new("text");
    element.assign("class", ink_class(text.ink));
    element.assign("font-size", written(text.size));
    element.assign("x", written(text.start.x));
    element.assign("y", written(text.start.y));
    element.append(svg::node::Text::new(text.text.as_str()));
    element
}

/// The font, and the style of each class of shapes.
fn style() -> String {
    let (family, font) = (font::FAMILY, STANDARD.encode(font::FILE));
    let source = format!("url(data:font/ttf;base64,{font}) format('truetype')");
    let mut rules = vec![
        format!("@font-face {{ font-family: '{family}'; src: {source}; }}"),
        format!("text {{ font-family: '{family}', sans-serif; white-space: pre; }}"),
        "line, rect { stroke: black; stroke-linecap: square; fill: none; }".to_owned(),
    ];
    for pen in Pen::ALL {
        rules.push(format!(".{} {{ stroke-width: {}; }}", pen_class(pen), pen.width()));
    }
    for ink in Ink::ALL {
        let level = ink.brightness();
        rules.push(format!(".{} {{ fill: rgb({level}, {level}, {level}); }}", ink_class(ink)));
    }
    rules.join("\n")
}

fn pen_class(pen: Pen) -> &'static str {
    match pen {
        Pen::Thin => "thin",
        Pen::Bold => "bold",
        Pen::Bar => "bar",
    }
}

fn ink_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Black => "black",
        Ink::Grey => "grey",
        Ink::Light => "light",
        Ink::Pale => "pale",
    }
}

/// A length without zeros at its end.
fn written(length: f32) -> String {
    let digits = format!("{length:.DIGITS$}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}
