//! The colours of boards.

/// Display for which a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For daylight. Its boards are paper and wood of middle brightness rather than white, so that
    /// a picture of this theme is readable, and does not dazzle, in a dark chat too: it is the one
    /// to send where it is not known how a chat looks.
    #[default]
    Light,
    /// For the night.
    Dark,
    /// For a screen reader or a slow line: without a picture. One that is painted all the same is
    /// light.
    Text,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Text];

    /// Its name in what is stored and sent.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Text => "text",
        }
    }

    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// Red, green and blue, as they are written in style sheets.
const fn hex(rgb: u32) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Colour { red, green, blue }
}

/// Colours of all parts of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// Around the board.
    pub table: Colour,
    /// Coordinates.
    pub label: Colour,
    /// Numbers where the next move can be made, and elsewhere.
    pub number: Colour,
    pub faint_number: Colour,
    /// The cells of a board of cells.
    pub paper: Colour,
    /// The lines between them.
    pub rule: Colour,
    /// The edge of a board.
    pub frame: Colour,
    /// Gaps between boards within a board.
    pub gap: Colour,
    /// A board of crossings.
    pub wood: Colour,
    pub wood_rule: Colour,
    /// The cells of a checkered board.
    pub light_square: Colour,
    pub dark_square: Colour,
    /// A cross is red, as its emoji is. A nought is blue and lighter, so that the colour-blind tell them
    /// apart by hue or by lightness.
    pub cross: Colour,
    pub nought: Colour,
    pub black_stone: Colour,
    pub black_edge: Colour,
    pub white_stone: Colour,
    pub white_edge: Colour,
    /// Pieces of Connect Four differ in lightness, too, so that the colour-blind tell them apart.
    pub red_piece: Colour,
    pub red_edge: Colour,
    pub yellow_piece: Colour,
    pub yellow_edge: Colour,
    pub wool: Colour,
    pub wool_edge: Colour,
    pub sheep_face: Colour,
    pub wolf: Colour,
    pub wolf_edge: Colour,
    pub wolf_muzzle: Colour,
    pub wolf_eye: Colour,
    /// The cell of the last move.
    pub last: Colour,
    /// Around it.
    pub last_edge: Colour,
    /// Last move on a stone or a board of crossings, and what surrounds it.
    pub last_dot: Colour,
    pub last_dot_edge: Colour,
    /// The cells of the next move.
    pub target: Colour,
    pub target_paper: Colour,
    /// A drawn board.
    pub drawn: Colour,
    /// A move that loses, and a lost game.
    pub bad: Colour,
    /// A line that has won.
    pub win: Colour,
    /// Its edge.
    pub win_edge: Colour,
    /// A winning line on a board of crossings, over its stones.
    pub win_stroke: Colour,
}

impl Colours {
    pub fn of(theme: Theme) -> Colours {
        match theme {
            Theme::Light | Theme::Text => LIGHT,
            Theme::Dark => DARK,
        }
    }
}

const LIGHT: Colours = Colours {
    table: hex(0xe9e4da),
    label: hex(0x6a6357),
    number: hex(0x23301f),
    faint_number: hex(0xaaa192),
    paper: hex(0xfbf9f4),
    rule: hex(0xcfc8ba),
    frame: hex(0x7d7566),
    gap: hex(0xb9b0a0),
    wood: hex(0xe3c08a),
    wood_rule: hex(0x8d6b3c),
    light_square: hex(0xeef0dc),
    dark_square: hex(0x86a673),
    cross: hex(0xa80f16),
    nought: hex(0x3aa0f5),
    black_stone: hex(0x24221f),
    black_edge: hex(0x100f0e),
    white_stone: hex(0xfaf8f3),
    white_edge: hex(0x8b7b5e),
    red_piece: hex(0xc4161c),
    red_edge: hex(0x7d0b10),
    yellow_piece: hex(0xffd21f),
    yellow_edge: hex(0x8a6a00),
    wool: hex(0xfdfcf8),
    wool_edge: hex(0x8d8778),
    sheep_face: hex(0x4b4038),
    wolf: hex(0x5d6675),
    wolf_edge: hex(0x2a303a),
    wolf_muzzle: hex(0xd9dde3),
    wolf_eye: hex(0xffcf4a),
    last: hex(0xffe08a),
    last_edge: hex(0xc77800),
    last_dot: hex(0xe23d28),
    last_dot_edge: hex(0xfbf9f4),
    target: hex(0x1f9d4d),
    target_paper: hex(0xc6ecc9),
    drawn: hex(0x8a8577),
    bad: hex(0xe0342b),
    win: hex(0xffd34d),
    win_edge: hex(0x8a5a00),
    win_stroke: hex(0xe23d28),
};

const DARK: Colours = Colours {
    table: hex(0x1b2027),
    label: hex(0x9aa4b1),
    number: hex(0xeaf3ec),
    faint_number: hex(0x6d7886),
    paper: hex(0x2b323c),
    rule: hex(0x48525f),
    frame: hex(0x8793a3),
    gap: hex(0x0d1015),
    wood: hex(0xa9834f),
    wood_rule: hex(0x4f3a1c),
    light_square: hex(0x8b977c),
    dark_square: hex(0x47603f),
    cross: hex(0xff5547),
    nought: hex(0xa6dcff),
    black_stone: hex(0x16181b),
    black_edge: hex(0x000000),
    white_stone: hex(0xf1ede4),
    white_edge: hex(0x6b5733),
    red_piece: hex(0xd92b2b),
    red_edge: hex(0x4f0a0a),
    yellow_piece: hex(0xffdc4a),
    yellow_edge: hex(0x6b5200),
    wool: hex(0xf4f2ea),
    wool_edge: hex(0x3c4238),
    sheep_face: hex(0x39302a),
    wolf: hex(0x4d5666),
    wolf_edge: hex(0x12161c),
    wolf_muzzle: hex(0xc5cbd4),
    wolf_eye: hex(0xffcf4a),
    last: hex(0x5e4d1a),
    last_edge: hex(0xffc23d),
    last_dot: hex(0xd8321f),
    last_dot_edge: hex(0xf1ede4),
    target: hex(0x3fce76),
    target_paper: hex(0x1c5233),
    drawn: hex(0x7c8795),
    bad: hex(0xff5547),
    win: hex(0x7a5a10),
    win_edge: hex(0xffc933),
    win_stroke: hex(0xff6a4d),
};
