//! `zerosum sheets`: the language of printed sheets.

use clap::Args;
use zerosum_render::locales::Locales;
use zerosum_render::pages::sheets;
use zerosum_session::language::Language;
use zerosum_tools::sheets::Sheets;

/// Makes sheets to play Strategic tic-tac-toe on paper: fields and records as PDF and SVG
///
/// Squares have their size when the pages are printed at 100 %. The game is an idea of M. Demchenko
/// and A. Shashkov, "STTT", licensed CC BY 4.0, as each sheet says. No file is overwritten.
#[derive(Args, Debug)]
pub struct SheetsInLanguage {
    #[command(flatten)]
    pub sheets: Sheets,

    /// The language of the sheets: en, ru or uk
    #[arg(long, default_value = "en", value_parser = read_language)]
    pub language: Language,
}

impl SheetsInLanguage {
    /// Texts on the sheets.
    pub fn words(&self) -> zerosum_sheets::words::Words {
        sheets::words(Locales::load().localizer(self.language))
    }
}

fn read_language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| "there are en, ru and uk".to_owned())
}
