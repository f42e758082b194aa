//! The texts around the facts: tera templates, shipped ones and those of an owner.

use tera::{Context, Tera};

/// The templates compiled into the program, by name.
const SHIPPED: &[(&str, &str)] = &[
    (
        "report/report.txt",
        include_str!("../../templates/report/report.txt"),
    ),
    (
        "report/sign-of-the-pagan/head.txt",
        include_str!("../../templates/report/sign-of-the-pagan/head.txt"),
    ),
    (
        "report/sign-of-the-pagan/note.txt",
        include_str!("../../templates/report/sign-of-the-pagan/note.txt"),
    ),
    (
        "report/sign-of-the-pagan/question.txt",
        include_str!("../../templates/report/sign-of-the-pagan/question.txt"),
    ),
    (
        "report/legion/head.txt",
        include_str!("../../templates/report/legion/head.txt"),
    ),
    (
        "report/legion/note.txt",
        include_str!("../../templates/report/legion/note.txt"),
    ),
    (
        "report/legion/question.txt",
        include_str!("../../templates/report/legion/question.txt"),
    ),
    (
        "mail/letter.txt",
        include_str!("../../templates/mail/letter.txt"),
    ),
    (
        "mail/letter.html",
        include_str!("../../templates/mail/letter.html"),
    ),
    (
        "mail/invitation.txt",
        include_str!("../../templates/mail/invitation.txt"),
    ),
    (
        "mail/receipt.txt",
        include_str!("../../templates/mail/receipt.txt"),
    ),
    (
        "mail/held.txt",
        include_str!("../../templates/mail/held.txt"),
    ),
    (
        "mail/lock.txt",
        include_str!("../../templates/mail/lock.txt"),
    ),
    (
        "mail/report.txt",
        include_str!("../../templates/mail/report.txt"),
    ),
    (
        "mail/dice-help.txt",
        include_str!("../../templates/mail/dice-help.txt"),
    ),
    (
        "mail/dice-table.txt",
        include_str!("../../templates/mail/dice-table.txt"),
    ),
    (
        "mail/help.txt",
        include_str!("../../templates/mail/help.txt"),
    ),
];

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
        let texts = SHIPPED
            .iter()
            .map(|&(name, text)| (name, changed(name).unwrap_or(text)));
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
