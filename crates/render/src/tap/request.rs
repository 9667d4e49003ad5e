//! Requests that have both a button and a command.

/// Request that has both a button and a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    New,
    Invite,
    Opponent,
    Games,
    MyGames,
    Level,
    Rules,
    Board,
    Resign,
    Record,
    Sheet,
    Puzzle,
    Learn,
    Me,
    Top,
    Help,
    /// The greeting.
    Start,
    /// The settings of the person, or those of a group.
    Settings,
    /// The page in a browser.
    Web,
    /// The people whom the person has blocked.
    Blocked,
    Language,
    Theme,
    Privacy,
    MyData,
    DeleteMyData,
}

impl Request {
    pub const ALL: [Request; 25] = [
        Request::New,
        Request::Invite,
        Request::Opponent,
        Request::Games,
        Request::MyGames,
        Request::Level,
        Request::Rules,
        Request::Board,
        Request::Resign,
        Request::Record,
        Request::Sheet,
        Request::Puzzle,
        Request::Learn,
        Request::Me,
        Request::Top,
        Request::Help,
        Request::Start,
        Request::Settings,
        Request::Web,
        Request::Blocked,
        Request::Language,
        Request::Theme,
        Request::Privacy,
        Request::MyData,
        Request::DeleteMyData,
    ];

    /// Returns the request of the command with this name.
    pub fn from_name(name: &str) -> Option<Request> {
        Request::ALL.into_iter().find(|request| request.name() == name)
    }

    /// Name of the command.
    pub fn name(self) -> &'static str {
        match self {
            Request::New => "new",
            Request::Invite => "invite",
            Request::Opponent => "opponent",
            Request::Games => "games",
            Request::MyGames => "mygames",
            Request::Level => "level",
            Request::Rules => "rules",
            Request::Board => "board",
            Request::Resign => "resign",
            Request::Record => "record",
            Request::Sheet => "sheet",
            Request::Puzzle => "puzzle",
            Request::Learn => "learn",
            Request::Me => "me",
            Request::Top => "top",
            Request::Help => "help",
            Request::Start => "start",
            Request::Settings => "settings",
            Request::Web => "web",
            Request::Blocked => "blocked",
            Request::Language => "language",
            Request::Theme => "theme",
            Request::Privacy => "privacy",
            Request::MyData => "mydata",
            Request::DeleteMyData => "deletemydata",
        }
    }
}
