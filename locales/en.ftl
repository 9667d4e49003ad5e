# Names of the players on a board.
you = You
somebody = Player
players = { $first_mark } { $first }  ·  { $second_mark } { $second }

# The state of a game.
your-turn = Your move: tap a free cell to place { $mark }.
your-piece = Your move: tap a { $mark } that is to go.
your-target = Your move: tap a 🟩 where { $mark } is to go.
chosen-piece = { $mark } { $square } is chosen. Tap it again to let go, or tap another one.
last-move = Last move: { $mark } { $code }
part-on-offer = The buttons are { $part }; ◀️ leads to the other parts.
choose-part = Choose a part of the board.
sent-to = In the board { $board } ({ $part }), because the move before was made in the cell { $cell } of its board.
free-board = In any open board: choose one. The move before was made in the cell { $cell } of its board, but the board there is decided or full.
any-board = In any open board: choose one.
turn-of = { $name } to move with { $mark }.
bot-turn = zerosum is thinking…
you-won = You have won!
somebody-won = { $name } has won!
bot-won = { $moves ->
    [one] zerosum has won in { $moves } move.
   *[other] zerosum has won in { $moves } moves.
}
draw = A draw. That is the best anybody can do against perfect play.
plain-draw = A draw.
you-resigned = You have resigned. zerosum wins.
somebody-resigned = { $name } has resigned. zerosum wins.
moved-board = This board has moved further down ⬇️

# The games.
title-tic-tac-toe = Tic-tac-toe 3×3
title-mnk = { $columns }×{ $rows }, { $k } in a row
title-gomoku = Gomoku 15×15
title-ultimate = Ultimate tic-tac-toe
title-ultimate-count = Ultimate, most boards
title-tactical = Tactical tic-tac-toe
title-ultimate-other = Ultimate tic-tac-toe ({ $rules })
title-sheep = Catch the Sheep
games-page =
    What shall we play? A tap starts a game: the left button moves first, the right one second. Level: { $level }, /level changes it.
word-tic-tac-toe = the classic, and I never lose it
word-first-wins = whoever begins can win
word-draw = nobody can force a win
word-likely-draw = a draw, as far as anybody knows
word-gomoku = five or more stones in a row
word-ultimate = nine boards in one, and your cell sends me to mine
word-ultimate-count = the same, and without a line the most boards win
word-tactical = the same, and every board is played to its last cell
word-sheep = one sheep against four wolves
unknown-game-name = I know no game, side or level called “{ $word }”. /games shows what there is; “/new ultimate o” and “/new 5x5x4 beginner” work as well.

# Levels, and what each can see.
levels-page = Levels of “{ $game }”. A tap starts a new game.
level-beginner = beginner
level-casual = casual
level-strong = strong
level-best = best
level-perfect = perfect
sight = { $plies ->
    [one] sees { $plies } move ahead, its own, and nothing of what you answer
   *[other] sees { $plies } moves ahead, its own and yours, and nothing beyond
}
sight-best = thinks as long and as deep as it can; nobody has proven it perfect
sight-perfect = has been through the whole game: proven never to make a mistake

# Rules of the games.
rules-mnk = The board has { $columns }×{ $rows } cells. Both sides take turns to mark an empty one. Whoever has { $k } or more marks in a row, a column or a diagonal wins; a full board without such a line is a draw.
rules-ultimate =
    Nine small boards make up a large one. You play in the small boards; three in a row there win that board, and three boards in a row win the game.

    The cell you mark decides where your opponent must answer: mark the top right cell of any board, and the answer comes in the top right board. If that board takes no more moves, the answer may go to any board that does.
rules-closed-decided = A small board takes no more moves once it is won or full.
rules-closed-filled = A small board takes moves until it is full, also when it is won; it belongs to whoever had the first line there.
rules-draws-neutral = A drawn board counts for nobody.
rules-draws-both = A drawn board counts for both, though three drawn boards are no line. If one move completes a line for both, whoever made it wins.
rules-end-line = When nothing is left to play and nobody has a line of boards, it is a draw.
rules-end-count = When nothing is left to play and nobody has a line of boards, whoever has won more boards wins.
rules-decided-frees = Whoever is sent to a decided board may play in any open one.
rules-bars-return = You may not send your opponent to the board in which you made your previous move, unless every move does.
rules-sheep =
    🐑 and four 🐺 move on the dark squares, one step diagonally to a free square; 🐑 begins. 🐑 goes in all four directions, 🐺 only downwards. Nothing is ever captured.

    🐑 wins when it reaches the top row or has passed all 🐺. 🐺 win when 🐑 cannot move. If no 🐺 can move, 🐑 wins.

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
no-such-move = That move is not possible here.
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

    /games – all the games, to choose one and a side
    /new – another game like your last one; 3×3 at first
    /new o – the same, and I begin
    /new ultimate – a game by its name
    /level – how well I play
    /rules – how to play this game
    /board – show your board again, down here
    /resign – give up your game
    /language – English, Русский, Українська
    /theme – light or dark pictures of boards
    /privacy – what I store about you, and how to delete it
    /help – this text

    A game you leave stays playable: /new opens another board and keeps the old one, and you may have up to { $games } open in a chat. In a group a board belongs to who started it, and everybody can have their own.
hint = I understand taps and a few commands: /new starts a game, /help explains everything.
no-open-game = You have no game going here. /new starts one.
anonymous = You write in the name of the group, so I cannot tell who you are. Write as yourself to play.
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
which-theme = Some boards come as pictures. How bright shall yours be?
theme-light = ☀️ Light
theme-dark = 🌙 Dark
theme-set = Fine. Your boards look like that from now on.

# What is stored about people.
privacy =
    What I store, and for how long:

    • Your number at Telegram, your language, whether you chose it yourself, what you played last, whether you want dark boards, and whether I may write to you. If you have started a game in a group, your first name too, because your board shows it there. Kept until you delete it.
    • Your games: the moves, and the numbers of the chat and of the message with the board. { $finished ->
        [one] A finished game is deleted { $finished } day after its last change
       *[other] A finished game is deleted { $finished } days after its last change
    }, { $unfinished ->
        [one] one that nobody finishes after { $unfinished } day.
       *[other] one that nobody finishes after { $unfinished } days.
    } Of your finished games I keep the newest { $games } at most.
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
data-being-deleted = From now on I know nothing of you, nobody can see your games any more, and the boards that are still in your chats no longer work. You have so many games that erasing them takes a few minutes; that goes on by itself, even if I am restarted. You may start anew at any time.
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
command-new = New game, like the last one; “/new ultimate o”
command-games = All the games, to start one
command-level = How well I play
command-rules = How to play this game
command-board = Show your board again
command-resign = Give up your game
command-help = Rules and commands
command-language = Choose the language
command-theme = Light or dark pictures
command-privacy = What I store, and how to delete it
command-start = Welcome, and a first game
about = Perfect tic-tac-toe: tap a cell, get the best possible answer. Nobody has ever won.
description =
    I play tic-tac-toe perfectly, to the last move, and you may try to prove me wrong.

    Tap a cell of the board, and I answer at once. Works in groups too: everybody gets a board of their own.
