//! Colours: for a screen, for a grey print, for eyes that see few colours.

use clap::ValueEnum;

/// A set of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Theme {
    /// For a screen.
    #[default]
    Colour,
    /// For a print without colours.
    Grey,
    /// Of colours that everybody can tell apart.
    Blind,
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    pub paper: &'static str,
    pub clear: &'static str,
    pub woods: &'static str,
    pub built: &'static str,
    pub wet: &'static str,
    pub rough: &'static str,
    pub hills: [&'static str; 3],
    pub line: &'static str,
    pub sign: &'static str,
    pub number: &'static str,
    pub river: &'static str,
    /// For each side: the counter, and what is printed on it.
    pub sides: [(&'static str, &'static str); 4],
    pub badge: &'static str,
    pub ink: &'static str,
    pub went: &'static str,
    pub fire: &'static str,
    pub shock: &'static str,
}

const COLOUR: Palette = Palette {
    paper: "#f7f3e6",
    clear: "#ece5c8",
    woods: "#b9cf9c",
    built: "#ddc9b4",
    wet: "#bcd6dd",
    rough: "#d9cfae",
    hills: ["#dcc48f", "#c9a868", "#b28c4c"],
    line: "#a79d7c",
    sign: "#5f7a45",
    number: "#6b6347",
    river: "#2f7fb5",
    sides: [
        ("#a63d2f", "#ffffff"),
        ("#27517d", "#ffffff"),
        ("#4b7a3a", "#ffffff"),
        ("#6a4a86", "#ffffff"),
    ],
    badge: "#fff3a8",
    ink: "#1d1b16",
    went: "#1d1b16",
    fire: "#b4520a",
    shock: "#c01818",
};

const GREY: Palette = Palette {
    paper: "#ffffff",
    clear: "#ffffff",
    woods: "#dedede",
    built: "#ececec",
    wet: "#e6e6e6",
    rough: "#f1f1f1",
    hills: ["#d2d2d2", "#bdbdbd", "#a8a8a8"],
    line: "#9a9a9a",
    sign: "#5a5a5a",
    number: "#5f5f5f",
    river: "#3c3c3c",
    sides: [
        ("#2b2b2b", "#ffffff"),
        ("#f4f4f4", "#000000"),
        ("#777777", "#ffffff"),
        ("#c8c8c8", "#000000"),
    ],
    badge: "#ffffff",
    ink: "#000000",
    went: "#000000",
    fire: "#000000",
    shock: "#000000",
};

const BLIND: Palette = Palette {
    paper: "#fbfaf5",
    clear: "#f4f1e4",
    woods: "#cfe3d8",
    built: "#e3dcd3",
    wet: "#cfe2ef",
    rough: "#e6e0c9",
    hills: ["#e4d3a8", "#d2bb80", "#bd9f58"],
    line: "#a7a291",
    sign: "#44665a",
    number: "#5d5a4f",
    river: "#0072b2",
    sides: [
        ("#e69f00", "#000000"),
        ("#0b4f86", "#ffffff"),
        ("#f0e442", "#000000"),
        ("#5b2a52", "#ffffff"),
    ],
    badge: "#ffffff",
    ink: "#000000",
    went: "#000000",
    fire: "#8a3d00",
    shock: "#000000",
};

impl Theme {
    pub(super) fn palette(self) -> &'static Palette {
        match self {
            Self::Colour => &COLOUR,
            Self::Grey => &GREY,
            Self::Blind => &BLIND,
        }
    }
}
