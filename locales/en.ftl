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
    /help – this text

    A game you leave stays playable: /new opens another board and keeps the old one, and you may have up to { $games } open in a chat. In a group a board belongs to who started it, and everybody can have their own.
hint = I understand taps and a few commands: /new starts a game, /help explains everything.
no-open-game = You have no game going here. /new starts one.
too-many-games = { $games ->
    [one] You have { $games } open game here, and that is the most. Finish it or give it up with /resign first.
   *[other] You have { $games } open games here, and that is the most. Finish one or give one up with /resign first.
}
command-failed = I cannot save anything right now, so nothing has changed. Please try again in a moment.
which-language = Which language shall I speak?
language-set = Fine, English it is.

# What Telegram shows of the bot.
command-new = New game: you are ❌. “/new o” for ⭕
command-board = Show your board again
command-resign = Give up your game
command-help = Rules and commands
command-language = Choose the language
command-start = Welcome, and a first game
about = Perfect tic-tac-toe: tap a cell, get the best possible answer. Nobody has ever won.
description =
    I play tic-tac-toe perfectly, to the last move, and you may try to prove me wrong.

    Tap a cell of the board, and I answer at once. Works in groups too: everybody gets a board of their own.
