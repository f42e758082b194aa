//! The texts around the facts: tera templates, shipped ones and those of an owner.

use include_dir::{Dir, include_dir};
use tera::{Context, Tera};

use super::proof::Samples;

/// The folder of templates as it was compiled into the program.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Returns the shipped texts by their paths, in the order of paths; fonts and the like are none.
pub fn shipped() -> Vec<(String, &'static str)> {
    let mut texts = Vec::new();
    let mut folders = vec![&SHIPPED];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            match file.contents_utf8() {
                Some(text) if is_text(&path) => texts.push((path, text)),
                _ => {}
            }
        }
    }
    texts.sort_unstable();
    texts
}

/// Tells texts from fonts, licences and samples.
fn is_text(path: &str) -> bool {
    matches!(ending(path), "txt" | "html" | "css" | "js")
}

/// What follows the last full stop of a path.
pub(super) fn ending(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// Returns the facts on which templates of letters and of the site are tried out.
pub(super) fn sample_facts() -> Samples {
    let text = file("samples.json").expect("the samples are compiled in");
    serde_json::from_slice(text).expect("the samples are JSON")
}

/// Returns a shipped file that is no text, as a font.
pub(super) fn file(path: &str) -> Option<&'static [u8]> {
    SHIPPED.get_file(path).map(include_dir::File::contents)
}

/// Why templates cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("template `{name}` cannot be used")]
pub struct TemplateError {
    name: String,
    #[source]
    source: tera::Error,
}

/// All templates, ready to render.
#[derive(Debug, Clone)]
pub struct Templates(Tera);

impl Templates {
    /// Takes the shipped templates, with an owner's texts in place of those he has changed.
    ///
    /// # Errors
    /// The template that cannot be read, and where.
    pub fn new(own: &[(String, String)]) -> Result<Self, TemplateError> {
        let mut tera = Tera::new();
        tera.autoescape_on(vec![".html", ".svg"]);
        let changed = |name: &str| {
            own.iter()
                .find(|(own, _)| own == name)
                .map(|(_, text)| text.as_str())
        };
        let shipped = shipped();
        // A game of the owner's own, or a text that his others include.
        let added = own
            .iter()
            .filter(|(name, _)| is_text(name) && shipped.iter().all(|(ours, _)| ours != name));
        let texts = shipped
            .iter()
            .map(|(name, text)| (name.as_str(), changed(name).unwrap_or(text)))
            .chain(added.map(|(name, text)| (name.as_str(), text.as_str())));
        tera.add_raw_templates(texts.collect::<Vec<_>>())
            .map_err(|source| TemplateError {
                name: "report".to_owned(),
                source,
            })?;
        Ok(Self(tera))
    }

    /// Fills a template.
    ///
    /// # Errors
    /// What the template asks for and the facts do not have.
    pub fn render(
        &self,
        name: &str,
        facts: &impl serde::Serialize,
    ) -> Result<String, TemplateError> {
        let error = |source| TemplateError {
            name: name.to_owned(),
            source,
        };
        let context = Context::from_serialize(facts).map_err(error)?;
        self.0.render(name, &context).map_err(error)
    }
}
