# Names of the players on a board.
you = You
somebody = Player
open-seat = anybody
players = { $first_mark } { $first }  ·  { $second_mark } { $second }

# The state of a game.
your-turn = Your move: tap for { $mark }.
your-column = Your move: choose a column for { $mark }.
your-board = Your move: choose a board.
your-cell = Your move: { $mark } in board { $board } (green).
your-wolf = Your move: pick a wolf 🐺 to move.
move-wolf = Your move: where does the wolf { $square } go? Or pick another one.
move-only-wolf = Your move: only the wolf { $square } can move. Where to?
move-sheep = Your move: where does the sheep 🐑 go?
last-move = Last move: { $mark } { $code }
sent-to = I played { $place }, so you play in board { $place } (green).
led-to = The move { $place } leads to board { $place } (green).
free-board-won = Board { $place } is already won, so any green board will do.
free-board-drawn = Board { $place } is already drawn, so any green board will do.
free-board-full = Board { $place } is already full, so any green board will do.
boards-won = Boards: { $score }
another-board = ◀️ Another board
your-strategic-cell = Your move: choose a strategic cell (green).
your-tactical-cell = Your move: choose a tactical cell of strategic cell { $place } (green).
your-cell-in = Your move: { $mark } in { $place } (green).
sent-to-cell = I played { $code }, so you play in { $place } (green).
led-to-cell = { $code } leads to { $place } (green).
tactical-decided = { $code } leads to { $place }, which is decided: any green cell of { $strategic } will do.
tactical-full = { $code } leads to { $place }, which is full: any green cell of { $strategic } will do.
strategic-decided = { $code } leads to strategic cell { $strategic }, which is decided: play anywhere.
strategic-full = { $code } leads to strategic cell { $strategic }, which is full: play anywhere.
tactical-won = Tactical cells: { $tactical }
cells-won = Strategic cells: { $strategic }, tactical: { $tactical }
another-cell = ◀️ Another cell
closer = 📍 Closer
whole-field = 🗺 Whole field
turn-of = { $name } to move with { $mark }.
turn-of-anybody = Who wants to play { $name }? Tap the board to take { $mark }.
turn-and-seat = { $turn } { $mark } is free: tap the board to join.
opening-stones = Opening: place { $mark } ({ $left } to go).
opening-stones-of = Opening: { $name } places { $mark } ({ $left } to go).
opening-choose = Choose a colour: White moves.
opening-choose-of = { $name } chooses a colour.
opening-free = { $name } is waiting for an opponent: tap the board to place the first stones.
opening-choice-free = { $name } is waiting for an opponent: choose a colour and play.
opening-seat-free = { $turn } The other seat is free: tap the board to join.
opening-seat-kept = { $turn } The other seat is kept for { $name } for a day.
opening-seat-kept-to-act = { $turn } This seat is kept for { $name } for a day.
opening-black = ⚫️ Black
opening-white = ⚪️ White
opening-more = +2 stones
bot-turn = zerosum is thinking…
you-won = 🎉 You won – { $how }!
cheer-nice = Nicely done.
cheer-played = Well played!
cheer-game = A fine game.
cheer-thought = Good thinking!
cheer-yours = That one is yours.
first-win = 🌟 Your first win!
first-win-of = 🌟 Your first win: { $game }!
wins-in-a-row = { $games ->
    [one] 🌟 { $games } win in a row!
   *[other] 🌟 { $games } wins in a row!
}
first-perfect-draw = 🌟 Your first draw against perfect play!
you-beat-best = 🎉 You beat me at my best – { $how }! Well played.
how-three = three in a row
how-four = four in a row
how-five = five in a row
somebody-won = 🎉 { $name } won – { $how }!
group-won = 🎉 The group won – { $how }!
bot-won = { $moves ->
    [one] zerosum won in { $moves } move: { $how }.
   *[other] zerosum won in { $moves } moves: { $how }.
}
how-line = { $k } in a row
how-boards = three boards in a row
how-strategic = three strategic cells in a row
how-most-boards = most boards
how-sheep-free = the sheep is free
how-sheep-caught = the sheep is caught
draw = A draw.
draw-perfect = A draw: nobody gets more against perfect play.
draw-full = A draw: the board is full.
draw-forbidden = A draw: Black has no legal move left.
draw-pop-out = A draw: neither side got four in a row.
told-won = { $mark } won: { $how }.
told-given-up = { $mark } resigned.
told-by-record = Result of the record: { $mark } wins.
draw-boards = A draw: nobody has three boards in a row.
draw-strategic = A draw: nobody has three strategic cells in a row.
draw-count = A draw: both won the same number of boards.
offer-harder = Two wins in a row! Harder?
offer-easier = Two losses in a row. Easier?
gave-up = You resigned.
you-resigned = You resigned. zerosum wins.
you-resigned-to = You resigned. { $winner } wins.
somebody-resigned = { $name } resigned. zerosum wins.
somebody-resigned-to = { $name } resigned. { $winner } wins.
somebody-resigned-to-you = { $name } resigned. You win.
nobody-came = The game is closed: nobody joined.
clock-day = ⏳ a day for each move
clock-three-minutes = ⏳ three minutes for each move
clock-five-and-three = ⏳ five minutes each, plus three seconds after each move
clock-stands = The clock is not running.
time-none = ⏱ No clock
time-day = ⏱ A day a move
time-three-minutes = ⏱ 3 min a move
time-five-and-three = ⏱ 5 min + 3 s
time-stays = The clock can be changed only until somebody joins.
reminders-on = 🔔 I’ll remind you before your time runs out.
reminders-off = 🔕 I won’t remind you before your time runs out.
remind-me = 🔔 Remind me
remind-no-more = 🔕 Don’t remind me
reminders-set = Done. In games here with a day a move, I’ll message you when you have three hours left.
reminders-unset = Done. No more reminders.
reminder = ⏳ { $game }: your move, { $hours } h { $minutes } min left.
hours-left = { $mark } has { $hours } h { $minutes } min left.
minutes-left = { $mark } has { $minutes } min { $seconds } s left.
time-is-up = Time is up: { $winner } wins.
your-time-is-up = Your time is up. { $winner } wins.
time-is-up-for-you = { $name } ran out of time. You win.
abandoned = { $name } hasn’t moved for a week. { $winner } wins.
you-abandoned = You haven’t moved for a week. { $winner } wins.
abandoned-to-you = { $name } hasn’t moved for a week. You win.
left-group = { $name } left the group. { $winner } wins.
you-left-group = You left the group. { $winner } wins.
left-group-you-win = { $name } left the group. You win.
closed-chat = { $name } can’t be reached any more. You win.
closed-chat-to = { $name } can’t be reached any more. { $winner } wins.
you-closed-chat = You blocked me mid-game. { $winner } wins.
you-left-game = You left the game. { $winner } wins.
ended-by-player = { $name } ended the game.
you-ended-game = You ended the game.
told-time-up = { $mark } ran out of time.
told-abandoned = { $mark } abandoned the game.
removed-from-group = { $name } was removed from the group. The game doesn’t count.
message-deleted = The message with the game was deleted. The game doesn’t count.
told-message-deleted = The message with the game was deleted.
removed-opponent = { $name } removed { $winner } from the group. { $winner } wins.
you-were-removed = You were removed from the group. The game doesn’t count.
removed-you = { $name } removed you from the group. You win.
you-removed-opponent = You removed your opponent from the group. { $winner } wins.
told-removed = { $mark } was removed from the group.
told-removed-opponent = { $mark } removed the opponent from the group.
no-clock-alone = I play without a clock. For a game between people send “/new 5+3”, “/new 3m” or “/new day” in a group, or “/invite 5+3” in our private chat.
opponent-left = A player left for good. { $winner } wins.
opponent-left-you-win = Your opponent left for good. You win.
moved-board = This board has moved further down ⬇️

# The games.
title-tic-tac-toe = Tic-tac-toe 3×3
title-mnk = { $columns }×{ $rows }, { $k } in a row
title-exact = Gomoku { $columns }×{ $rows }, exactly five
title-caro = Caro { $columns }×{ $rows }
title-renju = Renju { $columns }×{ $rows }
title-gomoku = Gomoku 15×15
title-connect-four = Connect Four
title-connect-four-on = Connect Four { $columns }×{ $rows }
title-pop-out = Connect Four, Pop Out
title-pop-out-on = Connect Four { $columns }×{ $rows }, Pop Out
title-ultimate = Ultimate tic-tac-toe
title-ultimate-count = Ultimate, most boards
title-tactical = Tactical tic-tac-toe
title-ultimate-other = Ultimate tic-tac-toe ({ $rules })
title-strategic = Strategic tic-tac-toe
title-functional = Strategic tic-tac-toe, functional
title-hyper = Strategic tic-tac-toe, hyperfunctional
title-strategic-other = Strategic tic-tac-toe ({ $rules })
title-sheep = Catch the Sheep
family-row = Gomoku etc.
short-gomoku = Gomoku 15×15
short-ultimate = Ultimate
short-ultimate-count = Most boards
short-strategic = Strategic 27×27
short-functional = Functional
short-hyper = Hyperfunctional
short-tactical = Tactical
variant-in-a-row = { $k } in a row
variant-free = 5 or more
variant-exact = Exactly 5
variant-caro = Caro
variant-renju = Renju
variant-pop-out = Pop Out
games-page = What shall we play?
more-games-page = More games. Any board from { $min }×{ $min } to { $max }×{ $max } can be typed: /new 10x8x5
word-tic-tac-toe = Three in a row wins. Without a mistake it is a draw.
word-first-wins = The first player can win.
word-draw = With best play it is a draw.
word-likely-draw = With best play it is a draw, as far as is known.
word-open = Who wins with best play is not proven.
word-gomoku = Five or more stones in a row win. The first player has the edge.
word-exact = Exactly five stones in a row win; six do not.
word-caro = Exactly five in a row wins, unless both its ends are blocked.
word-renju = Five in a row wins. Black may not make two threes or two fours at once, or six or more in a row.
word-swap = One player places the first stones; the other chooses a colour.
word-connect-four = Pieces fall down a column; four in a row wins. The first player can win.
word-connect-four-second = Pieces fall down a column; four in a row wins. The second player can win.
word-connect-four-draw = Pieces fall down a column; four in a row wins. With best play it is a draw.
word-connect-four-open = Pieces fall down a column; four in a row wins. Who wins with best play is not proven.
word-pop-out = Connect Four in which you may also take one of your own pieces out of the bottom row.
word-ultimate = Nine boards in one: your cell decides in which board I play.
word-ultimate-count = Ultimate, but if nobody gets three boards in a row, whoever has won more boards wins.
word-strategic = 27×27 cells on three levels: your cell decides where I play.
word-functional = 27×27 cells on three levels, where the numbers beside the rows also decide where the next move goes.
word-hyper = 27×27 cells on three levels, where a number in each cell also decides where the next move goes.
word-tactical = Ultimate in which every board is played to its last cell.
word-sheep = One sheep against four wolves. With best play the wolves win: play them to win.
unknown-game-name = I know no game, side or level called “{ $word }”. See /games.
mistyped = I do not know “{ $word }”. Did you mean “{ $meant }”?
mistyped-command = There is no command { $word }. Did you mean { $meant }?
not-taken-at-all = “{ $word }” means nothing after { $command }. Send it by itself.
not-taken-but-game = “{ $word }” means nothing after { $command }, which takes a game.
not-taken-but-level = “{ $word }” means nothing after { $command }, which takes a game and a level.
not-taken-but-people = “{ $word }” means nothing after { $command }, which takes a game, a side and a clock.
not-taken-but-new = “{ $word }” means nothing after { $command }, which takes a game, a side, a level and, between people, a clock.
not-taken-but-form = “{ $word }” means nothing after { $command }, which takes “file” or “continuous”.
contradiction = “{ $word }” does not go with what comes before it.
unknown-clock = There is no clock “{ $word }”. Use 3m (three minutes a move), 5+3 (five minutes each plus three seconds a move), day (a day a move) or none.
board-sizes = Boards have { $min } to { $max } columns and rows.
line-lengths = On this board you can play for { $min } to { $max } in a row.
line-length = On this board you can only play for { $k } in a row.
wrong-number = Number { $number } of the set must be from 1 to 9, not “{ $found }”.
number-count = After strategic-functional- come 27 or 81 digits, after strategic-hyper- an s and 81 digits. You gave { $count }.

# Levels, and what each can see.
levels-page = Levels of “{ $game }”. A tap starts a new game.
level-novice = novice
level-beginner = beginner
level-casual = casual
level-strong = strong
level-best = best
level-perfect = perfect
sight-novice = very easy, a newcomer who overlooks things. You can win.
sight-own = easy, doesn’t look past its own move. You can win.
sight-threat = easy, sees its own move and your next threat. You can win.
sight-answer = looks at your reply too.
sight = { $plies ->
    [one] looks { $plies } move ahead, its own.
   *[other] looks { $plies } moves ahead, its own and yours.
}
sight-best = thinks for as long as it can. Hard to beat, but not proven perfect.
sight-perfect = never makes a mistake; that is proven.

# Rules of the games.
rules-mnk = The board has { $columns }×{ $rows } cells. Both sides take turns to mark an empty one. { $k } in a row – across, down or diagonally – wins; a full board without such a line is a draw.
rules-mnk-longer = The board has { $columns }×{ $rows } cells. Both sides take turns to mark an empty one. { $k } or more in a row – across, down or diagonally – wins; a full board without such a line is a draw.
rules-exact = Only exactly five count: six or more in a row do not win.
rules-swap = One player opens: three stones anywhere, black, white and black. The other one chooses a colour. White moves next.
rules-swap2 = One player opens: three stones anywhere, black, white and black. The other takes black or white, or places two more stones, white and black, and leaves the choice to the first player. White moves next.
rules-caro = Only exactly five count: six or more in a row do not win, and neither do five with stones of the opponent at both ends. The edge of the board blocks nothing.
rules-renju = For White five or more count, for Black only exactly five. Black also may not make two open threes, two fours, or six or more in a row with one move; forbidden cells are marked ✕.
rules-renju-allowed = A move that makes five is always allowed. A three counts if it can become an open four by a move that is allowed.
rules-tic-tac-toe = ❌ and ⭕ take turns to mark an empty cell; ❌ begins. Three in a row – across, down or diagonally – wins; a full board without such a line is a draw.
rules-cell-names = Cells are named by column and row, from a1 at the top left. Rows are counted from the top in all games here, because the numbers of boards and cells in Ultimate and strategic games run that way.
rules-connect-four = The board has { $columns } columns of { $rows } cells. Both sides take turns to drop a piece into a column; it falls to the lowest empty cell. Four in a row – across, up or diagonally – wins.
rules-connect-four-draw = A full board without four in a row is a draw.
rules-pop-out = Instead of dropping a piece you may take one of your own out of the bottom row (p4: out of the fourth column); the pieces above it fall by a cell. If both then have four in a row, the side that took it out wins.
rules-pop-out-draw = When no move is left, or after twice as many moves as there are cells, the game is a draw.
rules-column-names = Columns are numbered from the left: 4 is a piece dropped into the fourth one.
rules-ultimate =
    Nine small boards make up a large one. Three in a row wins a small board; three small boards in a row win the game.

    The cell you mark decides where your opponent answers: after the top right cell of any board, in the top right board. If that board takes no more moves, any open board will do.
rules-closed-decided = A small board takes no more moves once it is won or full.
rules-closed-filled = A small board takes moves until it is full, also when it is won; it belongs to whoever had the first line there.
rules-draws-neutral = A drawn board counts for nobody.
rules-draws-both = A drawn board counts for both, though three drawn boards are no line. If one move completes a line for both, whoever made it wins.
rules-end-line = When nothing is left to play and nobody has a line of boards, it is a draw.
rules-end-count = When nothing is left to play and nobody has a line of boards, whoever has won more boards wins.
rules-decided-frees = Whoever is sent to a board that is won or full may play in any open one.
rules-bars-return = You may not send your opponent to the board in which you made your previous move, unless every move does.
rules-strategic =
    Nine cells make a tactical cell, nine of those a strategic cell, nine of those the field.

    Three in a row wins on each level; three strategic cells in a row win the game. When nothing is left to play and nobody has such a line, it is a draw.

    A move is three numbers, its places on the three levels, from 1 to 9 row by row, the largest first: 5 6 1.

rules-lead-tactical = Its last two numbers say where the next move goes: after 5 6 1 into { $place } 1.
rules-lead-functional = The number to the left of the move’s row gives the strategic cell of the next move, the move’s last number its tactical cell: after 5 6 1 in { $place } 1.
rules-lead-hyper = The number in the move’s cell gives the strategic cell of the next move, the move’s last number its tactical cell: after 5 6 1 in { $place } 1.
rules-cells-decided = A cell is closed once it is won or full.
rules-cells-filled = A cell is closed once it is full; it belongs to whoever had the first line there.
rules-cells-neutral = If the tactical cell is closed, any open one of that strategic cell will do; if that is closed, any at all. Drawn cells count for nobody.
rules-cells-both = If the tactical cell is closed, any open one of that strategic cell will do; if that is closed, any at all. Drawn cells count for both, but three of them are no line.
rules-tactical-frees = Whoever is sent to a decided tactical cell may choose another one of that strategic cell.
rules-strategic-frees = Whoever is sent to a decided strategic cell may play anywhere.
rules-tactical-bars = You may not send your opponent to the tactical cell of your previous move, unless every move does.
rules-strategic-bars = You may not send your opponent to the strategic cell of your previous move, unless every move does.
rules-strategic-credit = After “STTT” by M. Demchenko and A. Shashkov, CC BY 4.0.
rules-sheep =
    🐑 and four 🐺 move on the dark squares, one step diagonally to a free square; 🐑 begins. 🐑 goes in all four directions, 🐺 only downwards. Nothing is ever captured.

    🐑 wins when it reaches the top row or has passed all 🐺. 🐺 win when 🐑 cannot move. If no 🐺 can move, 🐑 wins.

    A move is written as both its squares: e8d7.

# Buttons.
play-again = 🔁 Play again
look-through = 🎞 Look through
share = 🔗 Share
share-link = Look through this game move by move: { $link }
play-on = ▶️ Play on from here
hint-best = 💡 The move { $text } is best: { $worth }.
hint-best-of-all = 💡 All moves are equally good: { $worth }. For example, { $text }.
hint-best-of-some = 💡 The move { $text } is one of the best: { $worth }.
hint-best-seen = 💡 The move { $text } looks best.
hint-best-within = 💡 The move { $text } looks best: { $worth }.
# The clauses of these legends have no-break spaces, so that a line breaks between them.
xray-legend = 🔎 +3 win in 3, −2 loss in 2, = draw
xray-legend-within = 🔎 +3 win in ≤3, −2 loss in ≤2, = draw
xray-legend-seen = 🔎 +3 win in ≤3, − loss, = draw, ★ leads, ? open
try-moves = What if? Tap moves for both sides: your game stays as it is.
tried-all = You have tried { $moves } moves, the most there can be. ◀️ takes one back.
why-depth = { $plies ->
    [one] Looked at least { $plies } move ahead.
   *[other] Looked at least { $plies } moves ahead, both sides counted.
}
help-crowded = Too many people are asking right now. Please try again in a moment.
help-had = With help: { $what }.
help-hints = { $count ->
    [one] { $count } hint
   *[other] { $count } hints
}
help-xray = X-ray
help-taken-back = { $count ->
    [one] { $count } move taken back
   *[other] { $count } moves taken back
}
switch-sides = 🔄 Swap sides
play-the-bot = 🤖 Play zerosum instead
vote-together = 🗳 Vote together
the-group = Everyone
turn-of-group = Everyone here votes on { $mark }’s move: tap the board.
vote-rules = 🗳 The move is made after { $votes } votes, or { $seconds } s after the first one.
votes-cast = 🗳 Votes: { $cast } of { $votes }. Move { $text } leads.
vote-seconds = ⏱ { $seconds } s
voted-so = You have already voted for this move.
no-vote = There is no vote in this game.
ask-invite = 👋 Play a friend
command-invite = Play a friend
invitation =
    { $game }
    You play { $mark }. Send this link to a friend: whoever accepts first plays against you. It works once and expires after a day.

    { $link }
invitation-withdraw = ✖️ Withdraw
invitation-share = 📤 Send to a friend
invitation-offer = Invite to { $game }
invitation-message = Shall we play? { $game }, and I play { $mark }. Whoever accepts first plays against me.
invitation-accepted =
    { $game }
    Your invitation is accepted. Your board is below.
invitation-withdrawn = This invitation was withdrawn.
invitation-too-old = This invitation is too old.
invitation-waits = You already have an open invitation to this game. Send its link, or withdraw it.
invitation-below = The invitation is below.
invitation-own = This is your own invitation. Send the link to a friend.
invitation-over = This invitation is over.
inviter-busy = The person who invited you has too many games going. Ask them to finish one, then open the link again.
inviter-away = The person who invited you cannot be reached any more. /opponent finds somebody else to play with.
too-many-invitations = { $count ->
    [one] You already have { $count } open invitation. Withdraw it first.
   *[other] You already have { $count } open invitations. Withdraw one first.
}
too-many-invitations-today = { $count ->
    [one] You have made { $count } invitation within a day, and that is the most I allow. Try again later.
   *[other] You have made { $count } invitations within a day, and that is the most I allow. Try again later.
}
ask-opponent = 🆚 Find a player
command-opponent = Find an opponent
seeking =
    🆚 I’m looking for an opponent for you.
    { $game }
    { $clock }

    Your board comes as soon as somebody is found. I stop looking after a day. Play whatever you like meanwhile.
seeking-question = Which game, and with which clock? I’ll find somebody who wants the same.
seeking-start = 🆚 Start looking
seeking-any-game = 🎲 Any game
seeking-any-side = Any side
seeking-first = First
seeking-second = Second
seeking-no-clock = ⏳ no clock
seeking-time-none = ⏳ none
seeking-time-day = ⏳ a day
seeking-time-three-minutes = ⏳ 3 min
seeking-meanwhile = 🤖 Play zerosum meanwhile
seeking-withdraw = ✖️ Stop looking
seeking-withdrawn = I stopped looking for an opponent.
seeking-found =
    { $game }
    { $name } plays against you. Your board is below.
seeking-nobody = Nobody turned up within a day, so I stopped looking.
seeking-over = This search is over.
seeking-already = I’m already looking for an opponent for you.
seeking-below = The search goes on below.
opponent-away = Your opponent cannot be reached any more. /opponent finds you another one, and /invite asks a friend.
opponent-unavailable = This opponent is not available.
only-moves-pass = You can only send moves to this opponent.
unknown-inline-button = This button is out of date.
somebody-elses = This is somebody else’s game.
game-is-over = The game is over.
group-resigned = The group resigned. zerosum wins.
no-open-game-there = You have no game going in that group.
opponent-busy = Your opponent has too many games going to play another one now.
offers-rematch = 🔁 { $name } wants another game.
offers-switched-rematch = 🔄 { $name } wants another game with sides switched.
you-offer-rematch = 🔁 You asked for another game. It begins when your opponent agrees.
you-offer-switched-rematch = 🔄 You asked for another game with sides switched. It begins when your opponent agrees.
rematch-late = That offer had expired. I asked your opponent for you.
rematch-unseen = Your opponent does not have this board any more. /invite asks a friend.
accept-rematch = ✅ Accept
rematch-offered = You already asked. The game begins when your opponent agrees.
play-with-somebody = 👥 Play with somebody here
harder = 💪 Harder: { $level }
easier = 🙂 Easier: { $level }
play-easy = 🙂 Quick game you can win
play-perfect = 💎 Perfect bot: can you draw?
all-games = 🎲 All games
play-here = ▶️ Play
more-games = ➕ More
back-to-games = ◀️ All games
side-first = { $mark } first
side-second = { $mark } second
more-variants = ⚙️ Variants
start-game = ▶️ Start
ask-new = ▶️ New game
ask-my-games = 📋 My games
ask-board = 📌 My board
ask-level = 🎚 Level
ask-rules = 📖 Rules
ask-resign = 🏳️ Resign
ask-record = 🧾 Record
ask-sheet = 📝 Paper sheet
ask-puzzle = 🧩 Puzzle
ask-me = 📊 My results
ask-learn = 🎓 Learn
ask-theme = 🎨 Board style
ask-language = 🌐 Language
ask-privacy = 🔒 Privacy
web-page =
    Your games in a browser: the whole board at once, one tap a move, two for a piece. A move made there shows up here at once.
    The link below signs you in, so keep it to yourself. It works for ten minutes.
no-web-page = I have no web page.
web-page-in-private = Send /web in a private chat with me: the link is for you alone.
web-page-here = Send /web here: the link is for you alone.
open-here = ▦ Open here
open-in-browser = 🖥 Open in the browser
command-web = Your games in a browser
guest = Guest { $number }
invitation-page = Without Telegram: { $link }
invited-to-play = { $name } invites you to a game of { $game }. You play { $mark }.
ask-my-data = 📄 My data
ask-deletion = 🗑 Delete my data
ask-help = ℹ️ Help
ask-start = 🏠 Start
ask-settings = 🛠 Settings
ask-web = 🖥 In a browser
ask-blocked = 🚫 Blocked people
show-hint = 💡 Hint
undo = ↩️ Undo
tried-worth = 🔎 { $mark } to move: { $worth }.
show-xray = 🔎 X-ray
show-why = ❓ Why
try-moves-out = 🧪 What if
more-help = ⋯ More
back = ◀️ Back
play-it-now = ▶️ Play it now
your-turn-short = your move
bot-turn-short = zerosum’s move
their-turn-short = their move
seat-open-short = nobody yet

# Short answers to a press.
not-your-board = This is somebody else’s game. Send /new for your own.
game-over = The game is over. /new starts another one.
still-in-play = The game is still on.
stale-board = The board has moved on. This is how it stands now.
not-your-turn = It is not your turn.
tap-to-join = Make a move to join the game.
seat-taken = Somebody is playing here already.

# What administrators choose for their group.
group-settings-page =
    Games in this group: who may start them, and in which language I speak here.

    Administrators choose with the buttons.
group-settings-anonymous = If you write as the group, tapping a button tells only me who you are.
as-channel = You are writing as a channel, so I can’t tell who you are. Write as yourself to play.
own-settings = What would you like to change? A group has settings of its own: send /settings there.
starters-everybody = Everybody may start
starters-administrators = Only administrators
topic-any = In any topic
topic-here = Only in this topic
language-of-starter = The starter’s language
administrators-choose = Only administrators of this group can change that.
administrators-start = In this group only administrators can start games.
administrators-unknown = I can’t find out who the administrators are. Please try again in a moment.
played-elsewhere = In this group games are started in another topic.
played-in-topic = In this group I play here: { $link }

# Whom people have blocked.
seat-not-for-you = This seat is not for you.
blocked-now = Done. /blocked shows whom you have blocked.
block-noted = Done.
answer-to-group =
    In reply to your message in a group:
    { $text }
answer-to-press =
    In reply to your tap in a group:
    { $text }
too-many-blocked = { $people ->
    [one] You have blocked { $people } person, which is the limit. /blocked lets you unblock them.
   *[other] You have blocked { $people } people, which is the limit. /blocked lets you unblock some.
}
block-usage = To block somebody, reply to one of their messages in a group with /block. You then never play each other.
blocked-nobody = You haven’t blocked anybody. To block somebody, reply to one of their messages in a group with /block.
blocked-list = You never play with these people. Tap to unblock.
unblock = ✖️ { $name }
block-opponent = 🚫 Block
no-help = Help is only for games against the bot that are still going.
no-help-in-play = You are playing this position with another person. You can have help with it once that game is over.
all-said = There are no more hints for this move.
nothing-to-take-back = There is no move of yours to take back.
cell-taken = This cell is taken.
column-full = This column is full.
nothing-to-pop = Only your own piece in the bottom row can be taken out.
forbidden-overline = Black may not make six or more in a row.
colour-first = Choose a colour first.
in-opening = There is help once colours are chosen.
forbidden-fours = Black may not make two fours at once.
forbidden-threes = Black may not make two open threes at once.
no-such-move = That move is not possible here.
unknown-button = This button is out of date. Send /new for a new game.
unknown-game = This game is no longer kept. Send /new for a new one.
group-moved = This message is from before Telegram moved the group. /board shows your game.
store-away = I can’t save moves right now, so nothing has changed. Please try again in a moment.
too-fast = Too many taps at once. Please wait a moment.
already-open = Your board is ready. /board brings it down here.
next-game-begun = Another game after this one has already begun.
maintenance = I am down for maintenance and take no moves right now. Your games are kept; please come back a little later.
deletion-failed = I can’t delete everything right now. Games with people may have ended already. Please try again in a moment.
broadcast-failed = The database does not answer right now. Please try again in a moment.

# Messages.
welcome =
    Hi! I play board games: you tap a cell, I answer.

    A quick game to win, or one against perfect play?
group-greeting =
    Hi! I play board games, from tic-tac-toe to gomoku.

    Start a game with /new, and whoever taps the board first plays you. Or play me: /new perfect.

    Administrators choose who may start games, and more: /settings.
help =
    You tap a cell, I answer. You can also type moves (/rules shows how); in a group, reply to your board with them.

    Against me: 💡 hint, ↩️ undo, ⋯ more.
    Two people: 🤝 draw, ↩️ take back, 💬 greet, 🏳️ resign, ⏱ time left, ▦ whole board.
    Seat open: 🤖 zerosum takes it, 👤 play both sides, 🗳 vote together, ⏱ clock.

    Your game: { $game }. Up to { $games } games stay open in a chat. In a group, /new is open to anyone, “/new casual” is against me.
hint = I understand taps, typed moves and the commands in the menu.
hint-moves = I understand taps, moves such as { $example }, and the commands in the menu.
move-form = Moves on this board are written like { $example }.
no-open-game = You have no game going here. /new starts one.
my-games = Your open games. Tap one, and its board comes down here.
which-to-give-up = Which game do you want to resign?
record-file = The moves of this game. A game in play goes on from here if you send me this file in our private chat.
record-file-in-play = The moves of this game so far.
record-in-play = This position comes up in a game you are playing with another person. You can open it here once that game is over.
record-no-board = That message shows no game that I know. /record by itself is about your game in the chat where you send it, or the last one there if none is going.
record-too-long = This is longer than the record of any game.
record-not-fetched = Telegram does not give me this file right now. Please send it again in a moment, or paste its text.
record-head = A record begins with “zerosum record 1” and the name of its game. For example: zerosum record 1 3x3 b2 a1 *
record-move = Move { $number }, { $mark } “{ $text }”: { $reason }
record-no-move = No move is written like that.
record-move-after-end = The game was already over.
record-number = Move { $number }, { $mark }: it is numbered “{ $found }” but should be { $number }. You can also leave numbers out.
record-foreign = { $format }, move { $number }, “{ $text }”: { $reason }
record-other-game = This { $format } file is of another game: { $game }. From other programs I read five in a row: Piskvork’s .psq, SGF with GM[4], and moves such as h8 i9 h9. My own games I read as /record sends them.
record-of-no-game = This { $format } file does not say which game it is. From other programs I read five in a row: Piskvork’s .psq, SGF with GM[4], and moves such as h8 i9 h9. My own games I read as /record sends them.
foreign-go = go
foreign-othello = Othello
foreign-chess = chess
record-no-size = The first line of a { $format } file gives the size of the board, for example: Piskvorky 15x15, 11:11, 0
record-set-up = This { $format } file begins with stones already on the board. I read games that begin with an empty one.
record-turn = The two colours move in turn, and black begins.
record-of-which-game = These moves could be from several games. Put the name of the game before them and the result after them. For example: zerosum record 1 { $game } { $moves } *
record-cut = Move { $number }, { $mark }: the record breaks off here. It has to end with the result: 1-0, 0-1, 1/2-1/2, or * for a game still in play.
record-result = The record ends with { $found }, and its moves with { $expected }. 1-0 means that the first side has won, * that the game is still in play.
record-behind = Nothing may follow the result, but “{ $text }” does.
record-not-continuous = Only Strategic tic-tac-toe with the tactical rules can be written as one row. /record by itself sends the moves.
file-late = The file was not sent: there are too many messages in the chat at the moment. Please ask for it again in a minute.
sheet-file = Field, help field and moves for A4. Print it at 100%.
sheet-failed = I can’t make this sheet right now. Please try again in a moment.
sheet-none = I have sheets to play on paper for Strategic tic-tac-toe: /sheet strategic, /sheet functional and /sheet hyper.
not-in-tactical = The move has to be in tactical cell { $strategic } { $tactical }.
not-in-strategic = The move has to be in strategic cell { $strategic }.
cell-closed = That cell takes no more moves.
sends-back = By these rules you may not send your opponent back to where you made your last move.
no-such-cell = The cells of this board are { $first } to { $last }.
no-such-column = The columns of this board are { $first } to { $last }.
anonymous = You are writing as the group, so I can’t tell who you are. Write as yourself to play.
too-many-games = { $games ->
    [one] You have { $games } open game in one chat, which is the limit. Finish it or /resign there first.
   *[other] You have { $games } open games in one chat, which is the limit. Finish or /resign one there first.
}
too-many-games-in-all = { $games ->
    [one] You have { $games } open game in all chats, which is the limit. Finish it or /resign first.
   *[other] You have { $games } open games in all chats, which is the limit. Finish or /resign one first.
}
too-many-new-games = { $games ->
    [one] You have started { $games } game just now, and more would be too fast. Please wait a minute.
   *[other] You have started { $games } games just now, and more would be too fast. Please wait a minute.
}
command-failed = I can’t save anything right now, so nothing has changed. Please try again in a moment.
which-language = Which language shall I speak?
language-set = Done, English it is.
which-theme = Boards: light, dark or as text?
which-marks = Marks on boards of buttons, in our chat:
theme-light = ☀️ Light
theme-dark = 🌙 Dark
theme-text = 🔤 Text
theme-set = Done. Your boards will look like this from now on.

# What is stored about people.
privacy =
    I store your Telegram ID, your language, your games and results, and your first name where others see it. Never the text of your messages.

    /mydata – all of it, as a file
    /deletemydata – delete all of it

    What exactly, and for how long:

    • Your Telegram ID (not your phone number), your language, whether you chose it yourself, what you play and the level, the clock you last looked for an opponent with, how your last games of each kind went, which puzzles you have solved, in how many tries, on which days in a row, which steps of the lessons you have passed, which milestones I have told you, how boards and marks should look, whether I remind you before your time runs out, and whether I may write to you. If you have played or been challenged in a group, played in a message sent through me or with someone by invitation or search, shared a game with your name or used /web or my page: your first name too, because others see it. Kept until you delete it; puzzles, lessons and milestones only until you switch counting off in /me.
    • How your finished games ended: the game, the level or that it was against people, won, drawn or lost, with help or without, and when. The newest { $results }, kept until you delete them or switch this off in /me.
    • Whom you have blocked: Telegram ID, name and when; { $blocked } people at most. Kept until you unblock them or delete it; once they delete their data, a number made from their ID with a secret stands in the place of their ID and name.
    • Your games: who plays, the moves, the clock, what help you had, offers and greetings sent by button, when you last acted, the votes for a move until it is made (in place of the voter a number made from their ID with a secret), one each of your last typed move or resignation and of the search for an opponent, and the numbers of the chat and the message with the board; of a board sent through me to another chat, the number of that message, not which chat. { $finished ->
        [one] A finished game is deleted { $finished } day after its last change
       *[other] A finished game is deleted { $finished } days after its last change
    }, { $unfinished ->
        [one] one that nobody finishes after { $unfinished } day.
       *[other] one that nobody finishes after { $unfinished } days.
    } Of your finished games I keep the newest { $games }.
    • If you delete your data, your games in play with other people end; if you block me, those in our private chat; if you leave a group, those in that group. The other one wins; that counts like a resignation once both have moved. If an administrator who does not play there removes you, the game counts for neither; if your opponent does, your opponent loses. What others have played with you stays theirs, without your name once you have deleted your data.
    • If somebody keeps a seat for you in a group: that, and since when, until the game begins, you decline or you leave the group. That you have declined is kept for about an hour as a number made from both IDs with a secret, also if you delete your data.
    • How strongly you play against people, for each game: the rating, how certain it is, how many games have counted, what it was after the latest { $ratings } of them, and when those ended; and in which tables of /top you have asked to be listed, where everybody reads your first name. Kept until you delete it or switch counting off in /me; which games have counted, for about two days, and their players, for about a day, as a number made from both IDs with a secret, also if you delete your data.
    • While you look for an opponent: the game, your side and the clock you want, how strongly you play, since when, and the number of the message. Deleted when you find one or stop looking, or after about two days.
    • Your invitations: the game, your side, the link, when each was made, the number of its message, and who has come. Deleted after about two days; a browser guest’s number, with their games.
    • Of a group, what its administrators have chosen: who starts games, in which topic, and the language.
    • From the people who run me, announcements to everybody: the text while it is being sent, then only how many got it.

    My log names people, chats and games by their numbers only. What you send waits at Telegram until I read it, for a day at most. Backups, if there are any, keep deleted data while they exist.
private-only = That is only for our private chat: send { $command } there.
private-only-here = That is only for our private chat: send { $command } here.
my-data = Everything that is stored about you.
my-data-too-much = There is more, but I send no more files at once. Please ask whoever runs me for the rest.
my-data-failed = I cannot read your data right now. Please try again in a moment.
delete-question =
    Delete everything that is stored about you? Your language, your name and your games against me will be gone, those in groups too, for good.

    Games with other people stay theirs, without your name; one still in play is won by the other. People who have blocked you will still never play you.

    /mydata sends you a copy first.
delete-yes = Yes, delete everything
delete-no = No, keep it
data-deleted =
    Done. Everything stored about you is deleted, and boards still in your chats no longer work. Games with other people are theirs now, without your name.

    I will know nothing of you until you use me again (a game, a puzzle, a lesson, a setting, an invitation, a block, my page) or somebody challenges you in a group.
data-being-deleted =
    From now on I know nothing of you. Boards still in your chats no longer work, and nobody can see your games against me. Games with other people are theirs now, without your name.

    You have so many games that erasing them takes a few minutes; that goes on by itself, even if I am restarted. You may start anew at any time.
data-kept = Everything stays as it is.

# How somebody's games have gone.
results-heading = 📊 Your games: 🟢 won, ⚪️ drawn, 🟥 lost
results-first-games = { $games ->
    [1] 📊 One game without help, no win yet. Easier levels: /level
   *[other] 📊 { $games } games without help, no win yet. Easier levels: /level
}
results-first-wins = { $games ->
    [1] 📊 You have won your first game without help.
   *[other] 📊 You have won { $won } of { $games } games without help.
}
results-numbers = 🟢 won { $won } ⚪️ drawn { $drawn } 🟥 lost { $lost }
results-details = Details
results-uncertain = “?” means still uncertain: after few games or a long break.
results-none = No finished games yet. Play one and come back: /new
results-others = other games
results-helped = with help, not counted above
results-people = against people
results-streak = Wins in a row: { $now } now, { $best } at best.
results-perfect-draws = Draws against the highest level: { $games }.
results-ratings = 🎯 Rating against me (the beginner level has 1000): { $ratings }
results-standings = 👥 Rating against people (everybody begins with 1500): { $ratings }
rating-over-time = 📈 { $game }: your rating against people, game by game. Now { $points }.
ask-top = 🏆 Ratings
command-top = Table of ratings
top-in-group = 🏆 { $game }: ratings in this group
top-worldwide = 🏆 { $game }: ratings worldwide
top-nobody = Nobody is listed here yet.
top-rule = Only games with a clock against other people count, at most { $same_two } a day between the same two players; “?” stands for a rating that is still uncertain. Only players who asked for it are listed.
top-list-me = ✅ List me
top-take-me-off = ✖️ Take me off
top-listed = Your name is in this table now, in each game you have a rating in.
top-taken-off = You are not in this table.
top-take-me-off-everywhere = ✖️ Take me off everywhere
top-taken-off-everywhere = You are in no table any more.
top-not-counted = Your games aren’t counted, because you asked me not to. /me changes that.
top-too-many = You are in too many tables already. Leave one of them first.
results-puzzles = 🧩 Puzzles solved: { $solved }, tries: { $tries }. Puzzles of the day in a row: { $now } now, { $best } at best.
results-latest = Your last games, to look through:
results-stop = ✖️ Stop counting
results-stop-question = Stop counting your games, puzzles and lessons? What I have counted so far will be deleted. Your boards stay, and games you are playing with people still count for their ratings.
results-stop-yes = Yes, stop and delete
results-stop-no = No, go on counting
results-stopped = Done. I no longer count your games, puzzles and lessons, and what I had counted is deleted. Games you are playing with people still count for their ratings. /me starts the count again.
results-off = I don’t count your games, puzzles and lessons, because you asked me not to.
results-start = 📊 Count my games
milestones-hide = ✖️ Hide milestones
milestones-tell = 🌟 Show milestones
milestones-hidden = Done: no more milestones.
milestones-told = Done: first wins and streaks are celebrated.
results-after-games = You have games with a clock in play. Finish them first, then I can count your games.
results-started = Done. From now on I count your finished games, puzzles and lessons: see /me.

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
stats-together =
    In play between people: { $between }
    Waiting for an opponent: { $seeking }, invitations: { $invitations }
stats-open = open
stats-closed = closed for maintenance
maintenance-on = Maintenance is on: people’s taps and new games are turned away, and all games are kept. You can still play, to try things out. /maintenance off ends it.
maintenance-off = Maintenance is off: everybody can play. /maintenance on turns people away for a while.
broadcast-usage = Write the text after the command, as in “/broadcast Hello!”, or reply to a message with /broadcast to send what it says. You see it first and then decide. It goes out as plain text.
broadcast-refused = Telegram does not take this text as a message, so nobody could get it.
broadcast-send = { $people ->
    [one] 📣 Send to { $people } person
   *[other] 📣 Send to { $people } people
}
broadcast-discard = Discard
broadcast-stop = Stop
broadcast-discarded = Discarded. Nothing was sent.
broadcast-running = 📣 Sending: { $sent } of about { $total } sent, { $failed } not sent or not confirmed.
broadcast-going = 📣 Sending: { $sent } sent, { $failed } not sent or not confirmed.
broadcast-stopped = Stopped: { $sent } sent, { $failed } not sent or not confirmed.
broadcast-done = Done: { $sent } sent, { $failed } not sent or not confirmed.

# Printed sheets.
sheet-game = Strategic tic-tac-toe
sheet-credit = After “STTT” by M. Demchenko and A. Shashkov, licensed CC BY 4.0 (creativecommons.org/licenses/by/4.0)
sheet-basic = field
sheet-numbered = numbered field
sheet-functional = field for the functional rules
sheet-hyperfunctional = field for the hyperfunctional rules
sheet-help = help field
sheet-record = move record
sheet-continuous = continuous move record
sheet-full = full sheet
sheet-row-numbers = Numbers of rows
sheet-cell-numbers = Numbers in cells
sheet-squares = Squares of { $mm } mm
sheet-tactical-cells = Tactical cells
sheet-strategic-cells = Strategic cells
sheet-columns = STO
sheet-date = Date
sheet-bar = A bar: the target was closed, and the move stands in full

# What Telegram shows of the bot.
command-new = Start a game
command-games = All the games
command-my-games = Your open games
command-level = Choose the level
command-rules = How to play
command-board = Show your board
command-resign = Resign the game
command-record = Copy the moves
command-sheet = Play on paper
command-puzzle = Puzzle to solve
command-learn = Lessons by game
command-me = Your results
command-help = Help and buttons
command-language = Choose the language
command-theme = Choose board style
command-privacy = What I store
command-start = Show the greeting
about = Board games by tap: tic-tac-toe, gomoku, Connect Four, Ultimate, Catch the Sheep. From easy to perfect.
description =
    Tap a cell, and I answer. Tic-tac-toe, gomoku and any board up to 20×20, Connect Four, Ultimate and Catch the Sheep: from a beginner you can beat to play that is proven perfect.

    Works in groups too: play me there, or each other.

# Games looked back on.
review-game = 🧭 Review
review-loss = ❓ Why I lost
your-move-number = { $number ->
    [1] Your first move
    [2] Your second move
    [3] Your third move
    [4] Your fourth move
    [5] Your fifth move
    [6] Your sixth move
    [7] Your seventh move
    [8] Your eighth move
    [9] Your ninth move
    [10] Your tenth move
   *[other] Your move { $number }
}
move-number-of = { $mark }’s move { $number }
review-lost-draw = { $who } ({ $text }) was a losing one. The move { $better } would have held the draw.
review-lost = { $who } ({ $text }) was a losing one. The move { $better } was better ({ $worth }).
review-gave-win = { $who } ({ $text }) missed a sure win. The move { $better } was better ({ $worth }).
review-mistake = { $who } ({ $text }) was a mistake, but it went unpunished. The move { $better } was better ({ $worth }).
review-cost = { $who } ({ $text }) cut the winning chances from about { $before }% to { $after }%. The move { $better } was better.
review-worse = { $who } ({ $text }) was weak: { $worth }. The move { $better } was better ({ $instead }).
review-gave-board = The move played gave away { $area }.
review-no-single = No single move lost this game, as far as I can see.
review-no-single-of = No single move by { $mark } lost this game, as far as I can see.
review-held-out = { $moves ->
    [one] Best play would have held out for { $moves } move.
   *[other] Best play would have held out for { $moves } moves.
}
review-held-out-of = { $moves ->
    [one] With best play { $mark } would have held out for { $moves } move.
   *[other] With best play { $mark } would have held out for { $moves } moves.
}
review-shortened = { $moves ->
    [one] { $who } ({ $text }) shortened the game by { $moves } move. The move { $better } would have held out longer.
   *[other] { $who } ({ $text }) shortened the game by { $moves } moves. The move { $better } would have held out longer.
}
review-eased = { $who } ({ $text }) made the win easy. The move { $better } was harder to beat.
review-goes-on = A first look: it goes deeper soon, or when you turn a page.
review-try-again = ↩️ Try again
retry-won = ✅ The move { $text } keeps the win.
retry-drawn = ✅ The move { $text } holds the draw.
retry-kept = ✅ The move { $text } keeps the chances.
review-lost-anyway = You made no deciding mistake: this side loses against best play.
review-gave-up = You resigned a game that was not lost, as far as I can see.
review-gave-up-of = { $mark } resigned a game that was not lost, as far as I can see.
review-no-mistake = You made no mistake.
review-no-mistake-of = { $mark } made no mistake.
review-nothing-seen = No mistake is in sight.
review-nothing-seen-of = No mistake by { $mark } is in sight.
review-depth = { $plies ->
    [one] Looked at least { $plies } move ahead from each position.
   *[other] Looked at least { $plies } moves ahead from each position, both sides counted.
}
review-best = The best move: { $worth }.
review-best-seen = Nothing better was in sight.
review-good = A good move: { $worth }.
review-already-lost = The game was already lost: { $worth }.
review-good-seen = A good move.
review-inaccurate = Inaccurate: { $worth }. With the move { $better }: { $instead }.
review-losing = A mistake: { $worth }. With the move { $better }: { $instead }.
review-weak = A weak move: { $worth }. With the move { $better }: { $instead }.
review-better-line = Better: { $moves }
worth-about = chances of about { $percent }%
review-line = What follows: { $moves }
review-crowded = Too many reviews are running right now. Try again in a minute.
review-failed = The review failed. Try again in a minute.
review-in-play = This game contains a position from a game you are playing with another person. You can review it once that game is over.
worth-win = { $moves ->
    [one] win in { $moves } move
   *[other] win in { $moves } moves
}
worth-win-within = { $moves ->
    [one] win in { $moves } move
   *[other] win within { $moves } moves
}
worth-draw = a draw
worth-loss = { $moves ->
    [one] loss in { $moves } move
   *[other] loss in { $moves } moves
}
worth-loss-within = { $moves ->
    [one] loss in { $moves } move
   *[other] loss within { $moves } moves
}
worth-open = still open
all-lose = { $moves ->
    [one] Every move loses in { $moves } move.
   *[other] Every move loses in { $moves } moves.
}
all-lose-within = { $moves ->
    [one] Every move loses in { $moves } move.
   *[other] Every move loses within { $moves } moves.
}

# Puzzles.
puzzle-of-day = 🧩 Puzzle of { $year }-{ $month }-{ $day }
puzzle-number = 🧩 Puzzle { $number }
puzzle-win = { $moves ->
    [one] Win in { $moves } move.
   *[other] Win in { $moves } moves.
}
puzzle-fork = Find the fork: two threats at once.
puzzle-save = Avoid losing: every other move loses at once.
puzzle-only-draw = Find the only move that does not lose.
puzzle-wrong = { $count ->
    [8] Wrong so far: 8 or more.
    [one] Wrong so far: { $count }.
   *[other] Wrong so far: { $count }.
}
puzzle-no-win = { $moves ->
    [one] That does not win in { $moves } move. Look again.
   *[other] That does not win in { $moves } moves. Look again.
}
puzzle-loses-at-once = Then you lose at once. Look again.
puzzle-loses = That loses. Look again.
puzzle-try = { $tries ->
    [1] on the first try
    [2] on the second try
    [3] on the third try
    [9] on try 9 or later
   *[other] on try { $tries }
}
puzzle-solved = ✅ Right, { $at }!
puzzle-solved-again = ✅ Right!
puzzle-solved-here = ✅ Right! “Solution” shows it to everybody here.
puzzle-given-up = 💡 The solution.
puzzle-streak = { $days ->
    [one] 🔥 { $days } puzzle of the day: a streak begins.
   *[other] 🔥 { $days } puzzles of the day in a row.
}
puzzle-right-win = { $moves ->
    [one] The move { $text } wins in { $moves } move.
   *[other] The move { $text } wins in { $moves } moves.
}
puzzle-right-fork = The move { $text } is the fork: two threats at once.
puzzle-right-save = Only the move { $text } does not lose at once.
puzzle-right-draw = Only the move { $text } does not lose.
puzzle-shared = ✅ Solved { $at }.
puzzle-shared-again = ✅ Solved.
puzzle-link = Can you? { $link }
puzzle-give-up = 💡 Solution
puzzle-another = 🧩 Another one
puzzle-same-game = 🔁 Same game
puzzle-easier = 🙂 Easier
puzzle-harder = 💪 Harder
puzzle-today = 🧩 Today’s puzzle
puzzle-none = I have no puzzles for this game. I have some for these: { $games }. For example: /puzzle ultimate strong
puzzle-no-level = Puzzles for “{ $game }” come at these levels: { $levels }.

# Courses.
lesson-courses =
    🎓 Lessons: ten steps for each game, from the basics to the fine points. Each step is a board and a task; tap the move.

    The numbers say how many steps you have passed.
course-row = Five in a row (gomoku)
lesson-step = Step { $step } of { $steps }
lesson-last = 🏁 That was the last step. Passed: { $passed } of { $steps }.
lesson-move = Move { $text }
lesson-moves = Moves { $moves }
lesson-show = 💡 Show me
lesson-next = Next ▶️
lesson-all-courses = 🎓 All lessons
lesson-gives-away = Not this one: it gives the win away. Look again.
lesson-too-late = Not this one: then it is too late to stop it. Look again.
lesson-no-fork = Not this one: it is not a fork. Make two threats at once.
lesson-sooner = Not this one: then it is over sooner. Look again.
lesson-takes-nothing = Not this one: it completes no line there. Look again.
lesson-lets-take = Not this one: then your opponent has three in a row there at once. Look again.
lesson-not-ready = Not this one: your opponent has an answer that stops you. Look again.
lesson-elsewhere = Not this one: it leads elsewhere. Look again.
lesson-binds = Not this one: it sends your opponent to one board. Look again.
lesson-frees = Not this one: then your opponent may choose any board. Look again.

# Why a move is good or bad.
area-board = board { $place }
area-tactical = tactical cell { $place }
area-strategic = strategic cell { $place }
why-best = The move { $text } is best.
why-best-of-all = All moves are equally good: { $worth }. For example, { $text }.
why-best-of-some = The move { $text } is one of the best.
why-best-seen = The move { $text } looks best.
why-worth = With best play: { $worth }.
why-other = With the move { $text }: { $worth }.
why-wins = It wins at once.
why-sheep-passes = The sheep is past the wolves.
why-sheep-caught = The sheep cannot move any more.
why-only = There is no other move.
why-blocks = Otherwise { $mark } completes a line there.
why-you-must-block = You must block there: otherwise { $mark } completes a line.
why-doomed = { $mark } threatens two lines, with the moves { $one } and { $other }, and only one can be blocked.
why-fork = A fork: two lines at once, with the moves { $one } and { $other }.
why-fork-in-column = A fork: two threats in column { $column }, one above the other.
why-stops-fork = It keeps { $mark } from a fork with the move { $cell }.
why-threatens = It threatens a line with the move { $cell }, which must be answered.
why-threatens-fork = It threatens a fork with the move { $cell }.
why-waits = It makes a line that needs only column { $column }, row { $row } from the bottom.
why-waits-kept = It makes a line that needs only column { $column }, row { $row } from the bottom, and the same side gets that cell if the columns fill up in turn.
why-most-lines = It has the most open lines: { $lines }.
why-no-line-left = Nobody can complete a line any more.
why-builds = It builds a line that is still open: { $marks } so far.
why-spoils = It blocks a line in which { $mark } already has { $marks }.
why-wins-area = It wins { $area }.
why-makes-two = The third in a row would be { $area }.
why-blocks-area = Otherwise { $mark } can win { $area } there.
why-threatens-area = Next { $cell } would win { $area }.
why-sends = It sends { $mark } to { $area }, where nothing can be won at once.
why-sends-you = It sends you to { $area }, where nothing can be won at once.
why-closes-gap = It closes the gap: as the wolves stand, the sheep has no way past.
why-encloses = As the wolves stand, the sheep has no way past.
why-longest-way = { $steps ->
    [one] As the wolves stand, the sheep gets past in { $steps } step. No move makes it take longer.
   *[other] As the wolves stand, the sheep gets past in { $steps } steps. No move makes it take longer.
}
why-way-out = { $steps ->
    [one] If the wolves stood still, the sheep would be past them in { $steps } step.
   *[other] If the wolves stood still, the sheep would be past them in { $steps } steps.
}
why-most-room = No other move leaves the sheep more room.
why-allows-win = After the move { $text } { $mark } wins at once with the move { $reply }.
why-answered = The move { $text } loses: { $mark } answers with the move { $reply }.
why-allows-fork = After the move { $text } { $mark } makes a fork with { $reply }: { $one } and { $other }.
why-allows-fork-in-column = After the move { $text } { $mark } makes a fork with { $reply }: two threats in column { $column }, one above the other.
why-wastes = The move { $text } gives up column { $column }, row { $row } from the bottom: { $mark } can now block the line there.
why-gives-area = After the move { $text } { $mark } wins { $area } with { $reply }.
why-frees = The move { $text } leads to { $area }, which is decided, so { $mark } may choose freely.
why-frees-you = The move { $text } leads to { $area }, which is decided, so you may choose freely.
why-leaves-gap = { $steps ->
    [one] The move { $text } leaves a gap: if the wolves stood still, the sheep would be past them in { $steps } step.
   *[other] The move { $text } leaves a gap: if the wolves stood still, the sheep would be past them in { $steps } steps.
}

# First hints.
hint-win = You can win at once.
hint-block = Your opponent threatens to win: block.
hint-fork = You can make a fork: two lines at once.
hint-stop-fork = Your opponent is about to make a fork: prevent it.
hint-lost = Against best play every move loses. Hold out as long as you can.
hint-only-win = Only one move wins.
hint-only-move = All moves but one are known to lose.
hint-way = Look for a way past the wolves, and keep the sheep room to move.
hint-gap = Leave the sheep no gap between the wolves.
hint-forced-win = You can force a win.
hint-win-area = You can win a part of the field.
hint-sending = Think about where your move sends your opponent.
hint-best-spot = Look for the best spot.

# Boards that are posted in any chat.
post-as = { $game }: I play { $mark }
play-as = Play { $mark }
two-seats-open = Tap the board to play { $first }; whoever taps next plays { $second }.
poster-taps-first = { $name } plays { $mark } and taps first; whoever taps next plays { $other }.
not-yours-to-begin = Whoever sent this board taps first. After that it is your turn to join.
help-inline = To play in any other chat, type @{ $bot } there.
word-ultimate-for-two = Nine boards in one: each cell decides in which board the next move is.
word-strategic-for-two = 27×27 cells on three levels: each cell decides where the next move is.

# Offers and greetings between people.
draw-agreed = A draw by agreement.
offers-draw = 🤝 { $name } offers a draw.
you-offer-draw = 🤝 You offered a draw.
asks-to-take-back = ↩️ { $name } asks to take a move back.
you-ask-to-take-back = ↩️ You asked to take your move back.
asks-to-take-back-rated = ↩️ { $name } asks to take a move back. If it is allowed, the game does not count for ratings.
you-ask-to-take-back-rated = ↩️ You asked to take your move back. If it is allowed, the game does not count for ratings.
accept = Accept
allow = Allow
back-to-board = ◀️ Back to the board
draw-sure = Offer a draw?
draw-somebody = { $name }, offer a draw?
offer-draw = 🤝 Offer a draw
resign-sure = Are you sure you want to resign?
resign-somebody = { $name }, are you sure you want to resign?
resign-not-asked = That question is for the other player.
greet-hello = Hello! Good luck!
greet-your-move = It’s your move.
greet-one-moment = One moment, please.
greet-well-played = Well played!
greet-thanks = Thanks for the game!
no-agreement = This is for two people in a game that is still on.
already-offered = You already offered that. You can again after your next move.
too-many-offers = You have offered that too often in this game.
own-offer = Only the other player can agree to that.
no-offer = That is not on offer any more.
too-many-greetings = That is enough said for now.

# Challenges: a seat that is kept for one person.
seat-reserved = This seat is for the person named on the board.
seat-not-reserved = This seat is for anybody.
seat-kept-for = { $turn } { $mark } is kept for { $name } for a day.
challenge-accept = ✅ I’ll play
challenge-decline = ✖️ No, thanks
play-both-sides = 👤 Play both sides
open-seat-to-all = 👥 Let anybody play
challenge-usage = To challenge somebody, reply to one of their messages with /new. Sent by itself, /new is open to anybody.
challenge-apart = You cannot challenge this person.
too-many-challenges = Your unanswered challenges: { $people }. Please wait, or let anybody play.
challenged-enough = Too many people are waiting for their answer already. Please try again later.
challenged-twice = Your unanswered challenges to them: { $count }. Please wait.
challenge-turned-down = { $name } does not want to play now. Your board is open to anybody.
challenge-declined = They have just declined. You can challenge them again in an hour.

answered-no-board = That message shows no game that I know. Sent by itself, a command is about your latest game in the chat where you send it.
answered-elsewhere = The message you replied to is a copy, or it is in another chat or topic. Reply to the board itself.
posted-not-begun = Nobody has tapped that board yet, so there is no game on it.
posted-stays = That board stays in the message in which it was posted: I cannot send it again.
stale-button = This button is out of date. Send { $command } instead.
link-broken = I cannot read this link. Perhaps it was cut off when it was copied: ask for it again.
link-broken-game = This link to a game is incomplete. Perhaps it was cut off when it was copied: ask for it again.
link-broken-invitation = This link to an invitation is incomplete. Perhaps it was cut off when it was copied: ask for it again.
link-broken-puzzle = There is no puzzle behind this link. Perhaps it was cut off when it was copied: ask for it again, or solve today’s with /puzzle.
link-gone = The game behind this link is no longer kept. Its players may have deleted it.
link-invitation-old = This invitation is no longer valid. Ask for a new one, or find somebody to play with: /opponent.
link-invitation-taken = Somebody else was faster: this invitation is taken. Ask for a new one, or find somebody to play with: /opponent.
link-invitation-withdrawn = This invitation was withdrawn. Ask for a new one, or find somebody to play with: /opponent.
play-it-yourself = ▶️ Play it yourself
puzzle-to-move = { $mark } to move.
share-named = 🙋 Share with my name
share-offer-named = 🙋 With my name: I can be challenged
share-offer-unnamed = 🔗 Without my name
share-offer-text = 🔤 Without my name, as text
shared-by = Shared by { $name }: the link also lets you challenge them.
shared-against = Played against zerosum ({ $level }).
shared-win = { $moves ->
    [one] zerosum ({ $level }) was beaten in { $moves } move. Can you do it too?
   *[other] zerosum ({ $level }) was beaten in { $moves } moves. Can you do it too?
}
shared-win-of = { $moves ->
    [one] { $name } beat zerosum ({ $level }) in { $moves } move. Can you?
   *[other] { $name } beat zerosum ({ $level }) in { $moves } moves. Can you?
}
shared-with-name = This link says who you are: anybody who opens it can challenge you.
challenge-sharer = ⚔️ Challenge { $name }
challenge-unnamed = ⚔️ Challenge the player
challenge-sent = Your challenge is on its way. The invitation is below.
challenged-by-sharing =
    ⚔️ { $name } looked at the game that you shared and challenges you: { $game }
    Open this link to play, within a day: { $link }
sharer-away = This player can’t be challenged right now. /opponent finds somebody to play with.
