//! The 256 colours of a picture that stand for all of it.

use std::cmp::Reverse;

use resvg::tiny_skia::Pixmap;

/// Bits of each part of a colour that are told apart; what is finer no eye sees.
const BITS: u32 = 5;

/// How many colours are told apart at all.
const COLOURS: usize = 1 << (3 * BITS);

/// The most colours of a palette.
const MOST: usize = 256;

/// A picture as a palette and the places of its pixels in it.
pub(super) struct Indexed {
    /// Red, green and blue of each colour.
    pub(super) palette: Vec<u8>,
    /// A byte for each pixel.
    pub(super) indices: Vec<u8>,
}

/// What is known of the pixels that are told apart from others no more.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u32,
    sum: [u32; 3],
}

impl Bin {
    /// The mean of its pixels.
    fn colour(self) -> [u8; 3] {
        self.sum
            .map(|part| ((part + self.count / 2) / self.count.max(1)) as u8)
    }
}

impl Indexed {
    /// Takes the most frequent colours, and for every other one the nearest of them.
    pub(super) fn of(pixels: &Pixmap) -> Self {
        let keys: Vec<u16> = pixels
            .data()
            .chunks_exact(4)
            .map(|pixel| key([pixel[0], pixel[1], pixel[2]]))
            .collect();
        let mut bins = vec![Bin::default(); COLOURS];
        for (pixel, &key) in pixels.data().chunks_exact(4).zip(&keys) {
            let bin = &mut bins[usize::from(key)];
            bin.count += 1;
            for (sum, part) in bin.sum.iter_mut().zip(pixel) {
                *sum += u32::from(*part);
            }
        }
        let mut used: Vec<usize> = (0..COLOURS).filter(|&key| bins[key].count > 0).collect();
        used.sort_by_key(|&key| (Reverse(bins[key].count), key));
        let chosen: Vec<[u8; 3]> = used
            .iter()
            .take(MOST)
            .map(|&key| bins[key].colour())
            .collect();
        let mut places = vec![0; COLOURS];
        for (rank, &key) in used.iter().enumerate() {
            places[key] = match u8::try_from(rank) {
                Ok(place) => place,
                Err(_) => nearest(&chosen, bins[key].colour()),
            };
        }
        Self {
            palette: chosen.concat(),
            indices: keys.iter().map(|&key| places[usize::from(key)]).collect(),
        }
    }
}

fn key(colour: [u8; 3]) -> u16 {
    let [red, green, blue] = colour.map(|part| u16::from(part >> (8 - BITS)));
    red << (2 * BITS) | green << BITS | blue
}

/// The place of the colour nearest to another, the more frequent one of two.
fn nearest(colours: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let far = |colour: &[u8; 3]| -> u32 {
        let parts = colour.iter().zip(&wanted);
        parts.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let nearest = (0..=u8::MAX)
        .zip(colours)
        .min_by_key(|(_, colour)| far(colour));
    nearest.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are_and_of_many_the_frequent_ones() {
        let mut pixels = Pixmap::new(40, 40).expect("a small picture");
        let colours = |n: usize| [(n % 40 * 6) as u8, (n / 40 * 6) as u8, 40];
        for (n, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate() {
            let [red, green, blue] = if n < 1000 { [250, 128, 16] } else { colours(n) };
            pixel.copy_from_slice(&[red, green, blue, 255]);
        }
        let indexed = Indexed::of(&pixels);
        assert!(indexed.palette.len() <= 3 * MOST);
        assert_eq!(indexed.palette[..3], [250, 128, 16], "the most frequent");
        assert_eq!(indexed.indices.len(), 1600);
        for (n, &index) in indexed.indices.iter().enumerate().skip(1000) {
            let at = usize::from(index) * 3;
            let shown = &indexed.palette[at..at + 3];
            let far = |(a, b): (&u8, &u8)| a.abs_diff(*b);
            assert!(shown.iter().zip(&colours(n)).map(far).all(|far| far < 24));
        }
    }
}
