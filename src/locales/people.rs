//! The phrases about games between people.

/// Adds them to the list that is built.
macro_rules! with_people {
    ($next:ident $($later:ident)*; $($phrases:tt)*) => {
        $next! { $($later)*;
            $($phrases)*

            Anybody => "open-seat",
            Players {
                first_mark: &'a str,
                first: &'a str,
                second_mark: &'a str,
                second: &'a str
            } => "players",
            TurnOfAnybody { name: &'a str, mark: &'a str } => "turn-of-anybody",
            TurnAndSeat { turn: &'a str, mark: &'a str } => "turn-and-seat",
            SomebodyWon { name: &'a str, how: &'a str } => "somebody-won",
            YouResignedTo { winner: &'a str } => "you-resigned-to",
            SomebodyResignedTo { name: &'a str, winner: &'a str } => "somebody-resigned-to",
            SomebodyResignedToYou { name: &'a str } => "somebody-resigned-to-you",
            NobodyCame => "nobody-came",
            OpponentLeft => "opponent-left",
            PlayTheBot => "play-the-bot",
            PlayWithSomebody => "play-with-somebody",
            TheirTurnShort => "their-turn-short",
            SeatOpenShort => "seat-open-short",
            TapToJoin => "tap-to-join",
            SeatTaken => "seat-taken",
            SeatNotForYou => "seat-not-for-you",
            BlockedNow => "blocked-now",
            TooManyBlocked { people: u32 } => "too-many-blocked",
            BlockUsage => "block-usage",
            BlockedNobody => "blocked-nobody",
            BlockedList => "blocked-list",
            Unblock { name: &'a str } => "unblock",
            BlockOpponent => "block-opponent",
            GroupSettingsPage => "group-settings-page",
            GroupSettingsAnonymous => "group-settings-anonymous",
            GroupOnly => "group-only",
            StartersEverybody => "starters-everybody",
            StartersAdministrators => "starters-administrators",
            TopicAny => "topic-any",
            TopicHere => "topic-here",
            LanguageOfStarter => "language-of-starter",
            AdministratorsChoose => "administrators-choose",
            AdministratorsStart => "administrators-start",
            AdministratorsUnknown => "administrators-unknown",
            PlayedElsewhere => "played-elsewhere",
            PlayedInTopic { link: &'a str } => "played-in-topic",
            PostAs { game: &'a str, mark: &'a str } => "post-as",
            PlayAs { mark: &'a str } => "play-as",
            TwoSeatsOpen { first: &'a str, second: &'a str } => "two-seats-open",
            PosterTapsFirst { name: &'a str, mark: &'a str, other: &'a str } => "poster-taps-first",
            NotYoursToBegin => "not-yours-to-begin",
            HelpInline { bot: &'a str } => "help-inline",
            WordUltimateForTwo => "word-ultimate-for-two",
            WordStrategicForTwo => "word-strategic-for-two",
        }
    };
}
