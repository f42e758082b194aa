//! PNG made of SVG, with the one font that is compiled in: no picture depends on the machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::report::templates::file;

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

/// Draws an SVG document at its own size.
///
/// # Errors
/// Why it cannot be drawn.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    encode(&pixels).map_err(|error| PngError::Encoding(error.to_string()))
}

/// Encodes without transparency, which a map has not, and without the two lowest bits of a colour,
/// which no eye sees and which make a file twice as large.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let colours: Vec<u8> = pixels
        .pixels()
        .iter()
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .map(|part| (part & 0xfc) | (part >> 6))
        .collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(file)
}
