# Names of the players on a board.
you = You
somebody = Player
players = ❌ { $crosses }  ·  ⭕ { $noughts }

# The state of a game.
your-turn = Your move: tap a free cell to place { $mark }.
turn-of = { $name } to move with { $mark }.
bot-turn = zerosum is thinking…
you-won = You have won!
somebody-won = { $name } has won!
bot-won = { $moves ->
    [one] zerosum has won in { $moves } move.
   *[other] zerosum has won in { $moves } moves.
}
draw = A draw. That is the best anybody can do against perfect play.
you-resigned = You have resigned. zerosum wins.
somebody-resigned = { $name } has resigned. zerosum wins.
moved-board = This board has moved further down ⬇️

# Buttons.
play-crosses = Play ❌, move first
play-noughts = Play ⭕, move second
play-again = 🔁 Play again
switch-sides = 🔄 Switch sides

# Short answers to a press.
not-your-board = This is somebody else’s game. Send /new for your own.
game-over = The game is over. Tap “Play again” for another one.
still-in-play = The game is still on.
stale-board = The board has moved on. This is how it stands now.
not-your-turn = It is not your turn.
cell-taken = This cell is taken.
unknown-button = This button is out of date. Send /new for a new game.
unknown-game = This game is no longer kept. Send /new for a new one.
store-away = I cannot save moves right now, so nothing has changed. Please try again in a moment.
too-fast = Too many taps at once. Please wait a moment.
already-open = Your board is ready. /board brings it down here.
maintenance = I am being looked after and take no moves right now. Your games are kept; please come back a little later.
deletion-failed = I cannot delete anything right now. Please try again in a moment.
broadcast-failed = The store does not answer right now. Please try again in a moment.

# Messages.
welcome =
    Hello! I play tic-tac-toe, and I have never lost a game.

    Tap a cell, and I answer at once with the best move. A draw against me is a perfect game. Who begins?
help =
    The rules: ❌ and ⭕ take turns on a 3×3 board. Three of your marks in a row, a column or a diagonal win; a full board without a line is a draw. I think every game through to its end, win as fast as I can and, if I must lose, resist to the last move.

    /new – a new game, you play ❌ and begin
    /new o – a new game, I begin
    /board – show your board again, down here
    /resign – give up your game
    /language – English, Русский, Українська
    /privacy – what I store about you, and how to delete it
    /help – this text

    A game you leave stays playable: /new opens another board and keeps the old one, and you may have up to { $games } open in a chat. In a group a board belongs to who started it, and everybody can have their own.
hint = I understand taps and a few commands: /new starts a game, /help explains everything.
no-open-game = You have no game going here. /new starts one.
too-many-games = { $games ->
    [one] You have { $games } open game here, and that is the most. Finish it or give it up with /resign first.
   *[other] You have { $games } open games here, and that is the most. Finish one or give one up with /resign first.
}
too-many-games-in-all = { $games ->
    [one] You have { $games } open game in all chats, and that is the most. Finish it or give it up with /resign first.
   *[other] You have { $games } open games in all chats, and that is the most. Finish one or give one up with /resign first.
}
too-many-new-games = { $games ->
    [one] You have started { $games } game just now, and more would be too fast. Please wait a minute.
   *[other] You have started { $games } games just now, and more would be too fast. Please wait a minute.
}
command-failed = I cannot save anything right now, so nothing has changed. Please try again in a moment.
which-language = Which language shall I speak?
language-set = Fine, English it is.

# What is stored about people.
privacy =
    What I store, and for how long:

    • Your number at Telegram, your language, whether you chose it yourself, and whether I may write to you. If you have started a game in a group, your first name too, because your board shows it there. Kept until you delete it.
    • Your games: the moves, and the numbers of the chat and of the message with the board. { $finished ->
        [one] A finished game is deleted { $finished } day after its last change
       *[other] A finished game is deleted { $finished } days after its last change
    }, { $unfinished ->
        [one] one that nobody finishes after { $unfinished } day.
       *[other] one that nobody finishes after { $unfinished } days.
    }
    • From the people who run me, also the announcements they send to everybody: the text while it is being sent, then only how many got it.

    I never store or log the text of your messages. My log names people, chats and games by their numbers only. What you send waits at Telegram until I have read it, for a day at most. Backups, if whoever runs me makes any, keep deleted data for as long as they are kept.

    /mydata – everything that is stored about you, as a file
    /deletemydata – delete all of it
private-only = This is between you and me: send me this command in our private chat.
my-data = Everything that is stored about you.
my-data-too-much = There is more, but I send no more files at once. Please ask whoever runs me for the rest.
my-data-failed = I cannot read your data right now. Please try again in a moment.
delete-question =
    Shall I delete everything that is stored about you? Your language, your name and all your games will be gone, those in groups too, and nobody can bring them back.

    /mydata sends you a copy first.
delete-yes = Yes, delete everything
delete-no = No, keep it
data-deleted = Done. Everything that was stored about you is deleted, and the boards that are still in your chats no longer work. I will know nothing of you until you start a new game or choose a language.
data-kept = Fine, everything stays as it is.

# For the people who run the bot.
stats =
    zerosum { $version }, { $state }

    People: { $people }, can be written to: { $reachable }
    Games in play: { $playing }, over: { $over }
    Running broadcasts: { $broadcasts }
    Database: { $database }

    This process has been running for { $uptime } (h:mm:ss).
    Games in memory: { $live }
    Updates: { $updates }, presses among them: { $presses }
stats-open = open
stats-closed = closed for maintenance
maintenance-on = Maintenance is on: people’s taps and new games are turned away, and all games are kept. You can still play, to try things out. /maintenance off ends it.
maintenance-off = Maintenance is off: everybody can play. /maintenance on turns people away for a while.
broadcast-usage = Write the text behind the command, as in “/broadcast Hello!”, or answer a message with /broadcast to send what it says. You see it first and then decide. It goes out as plain text.
broadcast-refused = Telegram does not take this text as a message, so nobody could get it.
broadcast-send = { $people ->
    [one] 📣 Send to { $people } person
   *[other] 📣 Send to { $people } people
}
broadcast-discard = Discard
broadcast-stop = Stop
broadcast-discarded = Discarded. Nothing was sent.
broadcast-running = 📣 Sending: { $sent } of about { $total } sent, { $failed } not delivered.
broadcast-going = 📣 Sending: { $sent } sent, { $failed } not delivered.
broadcast-stopped = Stopped: { $sent } sent, { $failed } not delivered.
broadcast-done = Done: { $sent } sent, { $failed } not delivered.

# What Telegram shows of the bot.
command-new = New game: you are ❌. “/new o” for ⭕
command-board = Show your board again
command-resign = Give up your game
command-help = Rules and commands
command-language = Choose the language
command-privacy = What I store, and how to delete it
command-start = Welcome, and a first game
about = Perfect tic-tac-toe: tap a cell, get the best possible answer. Nobody has ever won.
description =
    I play tic-tac-toe perfectly, to the last move, and you may try to prove me wrong.

    Tap a cell of the board, and I answer at once. Works in groups too: everybody gets a board of their own.
