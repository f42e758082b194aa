//! PNG made of SVG, with the one font that is compiled in: no picture depends on the machine.

mod palette;

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::report::templates::file;
use palette::Indexed;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the picture cannot be read")]
    Svg(#[from] resvg::usvg::Error),
    /// It is too large.
    #[error("a picture of {width} by {height} pixels cannot be drawn")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// The font of every picture; reading it takes longer than a small picture.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    let font = file("fonts/DejaVuSans-Bold.ttf").expect("the font is compiled in");
    fonts.load_font_data(font.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Grounds that were drawn last: the reports of a match show the same ones again and again, and a
/// ground with its hundreds of numbers takes longer than everything that stands on it.
static GROUNDS: Mutex<Vec<(String, Arc<Pixmap>)>> = Mutex::new(Vec::new());

/// How hard files are compressed: harder takes twice as long for a twentieth less.
const LEVEL: u8 = 4;

/// How many grounds are kept; one takes three megabytes.
const KEPT: usize = 4;

/// Two drawings of one size, the second seen over the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// The ground.
    pub ground: String,
    /// What stands on it.
    pub above: String,
}

impl Layers {
    /// Draws both, the second over the first.
    ///
    /// # Errors
    /// Why they cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let ground = known(&self.ground);
        let ground = match ground {
            Some(ground) => ground,
            None => keep(&self.ground, drawn(&self.ground)?),
        };
        let mut pixels = Pixmap::clone(&ground);
        let above = read(&self.above)?;
        resvg::render(&above, Transform::default(), &mut pixels.as_mut());
        encode(&pixels)
    }
}

fn known(ground: &str) -> Option<Arc<Pixmap>> {
    let grounds = GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    let found = grounds.iter().find(|(known, _)| known == ground);
    found.map(|(_, pixels)| Arc::clone(pixels))
}

fn keep(ground: &str, pixels: Pixmap) -> Arc<Pixmap> {
    let pixels = Arc::new(pixels);
    let mut grounds = GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    if grounds.len() == KEPT {
        grounds.remove(0);
    }
    grounds.push((ground.to_owned(), Arc::clone(&pixels)));
    pixels
}

/// Draws an SVG document at its own size.
///
/// # Errors
/// Why it cannot be drawn.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    encode(&drawn(svg)?)
}

fn read(svg: &str) -> Result<Tree, PngError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    Ok(Tree::from_str(svg, &options)?)
}

fn drawn(svg: &str) -> Result<Pixmap, PngError> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels)
}

/// Encodes with a palette and without transparency, which a map has not: a third of the bytes.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, PngError> {
    let Indexed { palette, indices } = Indexed::of(pixels);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    // Filters guess a colour from its neighbours; places in a palette have nothing to be guessed from.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&indices)?;
        writer.finish()
    });
    match written {
        Ok(()) => Ok(file),
        Err(error) => Err(PngError::Encoding(error.to_string())),
    }
}
