//! Files as another reader sees them.

use roxmltree::{Document as Xml, Node};
use zerosum_games::strategic::numbers::NumberSet;

use crate::field::{self, Field, Named};
use crate::moves::{Filling, Moves};
use crate::page::Document;
use crate::paper::Paper;
use crate::record::{self, GamesPerPage};
use crate::tests::support::words::words;
use crate::{pdf_file, svg_file};

fn hyper(paper: Paper) -> Document {
    let (rows, cells) = (NumberSet::named("map34"), NumberSet::named("hmap2"));
    let (Some(NumberSet::Functional(rows)), Some(NumberSet::Hyper(cells))) = (&rows, &cells) else {
        panic!("they are sets");
    };
    let rows = Named { name: Some("map34"), numbers: &**rows };
    let cells = Named { name: Some("hmap2"), numbers: &**cells };
    let field = Field::Hyperfunctional(rows, cells);
    field::sheet(&field, paper, &words(), &Filling::default())
}

fn number(node: Node<'_, '_>, name: &str) -> f32 {
    node.attribute(name).and_then(|text| text.parse().ok()).expect("it is a number")
}

#[test]
fn an_svg_says_in_millimetres_what_is_on_the_page() {
    for (paper, size) in [(Paper::A4, ("210mm", "297mm")), (Paper::A5, ("210mm", "148mm"))] {
        let document = hyper(paper);
        let page = &document.pages[0];
        let text = svg_file::of(&document, page);
        let xml = Xml::parse(&text).expect("it is XML");
        let root = xml.root_element();
        assert_eq!(
            (root.attribute("width"), root.attribute("height")),
            (Some(size.0), Some(size.1))
        );
        let view = format!("0 0 {} {}", page.size.width, page.size.height);
        assert_eq!(root.attribute("viewBox"), Some(view.as_str()));
        let all = |name| root.descendants().filter(move |node| node.has_tag_name((SVG, name)));
        assert_eq!(all("line").count(), page.lines().count());
        assert_eq!(all("rect").count(), page.rectangles().count());
        let texts: Vec<&str> = all("text").filter_map(|node| node.text()).collect();
        let expected: Vec<&str> = page.texts().map(|text| text.text.as_str()).collect();
        assert_eq!(texts, expected);
        for (node, line) in all("line").zip(page.lines()) {
            let ends =
                [("x1", line.from.x), ("y1", line.from.y), ("x2", line.to.x), ("y2", line.to.y)];
            for (name, expected) in ends {
                assert!((number(node, name) - expected).abs() < 0.001);
            }
        }
    }
}

const SVG: &str = "http://www.w3.org/2000/svg";

#[test]
fn an_svg_carries_its_font_and_credit() {
    let document = hyper(Paper::A4);
    let text = svg_file::of(&document, &document.pages[0]);
    let xml = Xml::parse(&text).expect("it is XML");
    let root = xml.root_element();
    let of = |name| root.descendants().find(|node| node.has_tag_name((SVG, name)));
    let style = of("style").and_then(|node| node.text()).expect("it has a style");
    assert!(style.contains("@font-face") && style.contains("data:font/ttf;base64,AAEAAA"));
    assert_eq!(of("desc").and_then(|node| node.text()), Some("authors & <licence>"));
    assert_eq!(of("title").and_then(|node| node.text()), Some("game: hyperfunctional"));
}

#[test]
fn a_pdf_has_every_page_in_its_size_and_the_font() {
    let game: Moves = "541".repeat(400).parse().expect("they are moves");
    let record = record::sheet(GamesPerPage::One, &words(), &[game.0]);
    assert_eq!(record.pages.len(), 2);
    let documents = [(hyper(Paper::A4), [595.275_6, 841.889_8]), (record, [595.275_6, 841.889_8])];
    for (document, size) in
        documents.into_iter().chain([(hyper(Paper::A5), [595.275_6, 419.527_6])])
    {
        let file = pdf_file::of(&document).expect("it is written");
        assert_eq!(file, pdf_file::of(&document).expect("it is written"));
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("/FontFile2") && text.contains("/ToUnicode"));
        let boxes: Vec<&str> = text.split("/MediaBox[").skip(1).collect();
        assert_eq!(boxes.len(), document.pages.len());
        for media_box in boxes {
            let numbers = media_box.split(']').next().expect("it ends");
            let numbers: Vec<f32> =
                numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers[..2], [0.0, 0.0]);
            assert!((numbers[2] - size[0]).abs() < 0.01 && (numbers[3] - size[1]).abs() < 0.01);
        }
    }
}
