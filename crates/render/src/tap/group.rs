//! Button data of the settings of a group.

use zerosum_session::language::Language;
use zerosum_session::people::group_settings::Starters;

/// Setting that a button of the page chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupTap {
    Starters(Starters),
    /// Games may begin only in the topic of the page, or in any.
    Here {
        is_only: bool,
    },
    Language(Option<Language>),
}

impl GroupTap {
    /// Encodes the last fields of a button's data.
    pub(super) fn encode(self) -> String {
        match self {
            GroupTap::Starters(starters) => format!("s:{}", starters.name()),
            GroupTap::Here { is_only: true } => "t:here".to_owned(),
            GroupTap::Here { is_only: false } => "t:any".to_owned(),
            GroupTap::Language(language) => {
                format!("l:{}", language.map_or("any", Language::code))
            }
        }
    }

    pub(super) fn decode(fields: &[&str]) -> Option<GroupTap> {
        match *fields {
            ["s", name] => Starters::from_name(name).map(GroupTap::Starters),
            ["t", "here"] => Some(GroupTap::Here { is_only: true }),
            ["t", "any"] => Some(GroupTap::Here { is_only: false }),
            ["l", "any"] => Some(GroupTap::Language(None)),
            ["l", code] => {
                Language::from_code(code).map(|language| GroupTap::Language(Some(language)))
            }
            _ => None,
        }
    }
}
