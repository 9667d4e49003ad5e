//! The phrases about links, copies and boards in other places.

/// Adds these phrases to the list.
macro_rules! with_links {
    ($next:ident $($later:ident)*; $($phrases:tt)*) => {
        $next! { $($later)*;
            $($phrases)*

            AnsweredNoBoard => "answered-no-board",
            AnsweredElsewhere => "answered-elsewhere",
            PostedNotBegun => "posted-not-begun",
            PostedStays => "posted-stays",
            LinkBroken => "link-broken",
            LinkBrokenGame => "link-broken-game",
            LinkBrokenInvitation => "link-broken-invitation",
            LinkBrokenPuzzle => "link-broken-puzzle",
            LinkGone => "link-gone",
            LinkInvitationOld => "link-invitation-old",
            LinkInvitationTaken => "link-invitation-taken",
            LinkInvitationWithdrawn => "link-invitation-withdrawn",
            PlayItYourself => "play-it-yourself",
            PuzzleToMove { mark: &'a str } => "puzzle-to-move",
            ShareNamed => "share-named",
            ShareOfferNamed => "share-offer-named",
            ShareOfferUnnamed => "share-offer-unnamed",
            ShareOfferText => "share-offer-text",
            SharedBy { name: &'a DisplayName } => "shared-by",
            SharedAgainst { level: &'a str } => "shared-against",
            SharedWin { level: &'a str, moves: u32 } => "shared-win",
            SharedWinOf { name: &'a DisplayName, level: &'a str, moves: u32 } => "shared-win-of",
            SharedWithName => "shared-with-name",
            ChallengeSharer { name: &'a DisplayName } => "challenge-sharer",
            ChallengeUnnamed => "challenge-unnamed",
            ChallengeSent => "challenge-sent",
            ChallengedBySharing { name: &'a DisplayName, game: &'a str, link: &'a str } => "challenged-by-sharing",
            SharerAway => "sharer-away",
            StaleButton { command: &'a str } => "stale-button",
        }
    };
}
