// What the server and the phone send, for the type checker: the one place that says it, against which tests hold both. Nothing of it runs.

/**
 * @typedef {object} Problem what is wrong with an input
 * @property {string} code
 * @property {string} message
 * @property {string | null} [hint]
 * @property {number} [line] from 1
 * @property {number} [column] from 1
 * @property {number} [length]
 *
 * @typedef {object} Deck a kind of a game of cards
 * @property {number} players
 * @property {string} variant
 * @property {number} ranks the highest of each suit
 * @property {number} hand cards that are dealt to each
 * @property {boolean} teams whether there is team play
 *
 * @typedef {{name: string, text: string, values: string[]}} GameOption
 * @typedef {{text: string, chance: boolean, margin: number}} Objective
 *
 * @typedef {object} GameInfo
 * @property {string} title
 * @property {Record<string, string>} decisions
 * @property {Record<string, Objective>} objectives
 * @property {string[]} solves
 * @property {string[]} evaluates
 * @property {Deck[]} decks none where the game has no suits
 * @property {Record<string, string>} levels of the opponents
 * @property {string} typing
 * @property {{deal: GameOption[], live: GameOption[], hand: GameOption[]}} options
 * @property {boolean} hands whether hands can be evaluated
 *
 * @typedef {object} About
 * @property {string} version
 * @property {number} seconds the most that a computation may take
 * @property {string[]} [without] what there is not, of the page's parts
 * @property {{first: import("./judged.js").Judge, note: string}} [review] which judge begins, and what is to be said of both
 * @property {number[]} practice_days after how many days a position is asked again, by right answers in a row
 * @property {Record<string, GameInfo>} games
 * @property {{name: string, text: string, about: string}[]} examples
 *
 * @typedef {{move: string, written: string, group?: string, words?: string, does?: Omit<TableEvent, "step">[]}} MoveText a move as programs and as people
 *   write it; `does`: what it does to the table, where whoever is to make it looks
 * @typedef {{seat: string, suit: string, gains: number[]}} Action what a suit did: points won and lost by seat
 * @typedef {{step: number, kind: "card" | "action" | "trick" | "award", seat: string | null, card?: string, suit?: string, gains?: number[]}} TableEvent
 *   what a step did to the table. An award without a seat: nobody gets it; without a suit: for no trick
 * @typedef {{trick: number | null, leader: string | null, moves: string[], winner: string | null, actions: Action[], points: number[]}} Trick
 *   `trick` null: the awards of the round
 *
 * @typedef {object} RoundRecord a record in JSON, see docs/reference/notation.md
 * @property {number} [diamonds] the version of the notation
 * @property {string} [id]
 * @property {string[] | number} [players]
 * @property {string} [variant]
 * @property {boolean} [teams]
 * @property {string} [round] such as `2/4`
 * @property {string} [phase] before the play
 * @property {string} [dealer]
 * @property {number} [pass]
 * @property {string} [play]
 * @property {string} [lead]
 * @property {string} [thief] who has the thief token before the first card
 * @property {string} [see]
 * @property {Record<string, string>} [hand]
 * @property {Record<string, string>} [took]
 * @property {Record<string, string>} [gave] cards that were passed
 * @property {Record<string, string>} [got]
 * @property {number[]} [showroom]
 * @property {number[]} [vault]
 * @property {string} [out]
 * @property {RoundRecord[]} [rounds] of a game of several; the last one is played now
 *
 * @typedef {object} CardTable a table of Diamonds
 * @property {string | null} [id] of its record
 * @property {RoundRecord} record
 * @property {string | null} to_move
 * @property {string} decision
 * @property {string[]} hands as `D15,9 +3`
 * @property {string[]} trick
 * @property {number[]} showroom
 * @property {number[]} vault
 * @property {string} [thief] who has the thief token
 * @property {number[]} points
 * @property {number[][]} took cards won by seat and suit
 * @property {number} tricks_left
 * @property {Trick[]} tricks
 * @property {{round?: number, dealer?: string, score: number[] | null, gained?: number[] | null, played?: boolean}[]} [rounds] of a game of
 *   several, with the points after each
 * @property {{score: number[], shares: number[] | null}} [final] of it, once it is over
 * @property {{chips: number[] | null}[]} [earlier] rounds of a match of Diam's, with the chips after each
 * @property {string} [round] of Diam's
 *
 * @typedef {object} DiamsTable a record of Diam's
 * @property {number} diams the version of the notation
 * @property {string[] | number} players
 * @property {string} [see]
 * @property {string} [phase]
 * @property {string} round
 * @property {number[]} chips
 * @property {string} market
 * @property {Record<string, string>} [hand]
 * @property {Record<string, string>} [safe]
 * @property {string | number} pile
 * @property {string} [used] letters of the tools used
 * @property {string | null} [closed]
 * @property {number[]} [points] of a round that is over
 * @property {[number, number, number][]} [sources] what they come from: piles, the most left in hand, most loupes
 * @property {string} [turn]
 *
 * @typedef {object} DiamoniakTable a record of Diamoniak
 * @property {number} diamoniak the version of the notation
 * @property {string[] | number} players
 * @property {string} [phase]
 * @property {Record<string, string>} [castle]
 * @property {Record<string, string>} [aside]
 * @property {string} [discard]
 * @property {string} [pile]
 * @property {string} [turn]
 *
 * @typedef {object} Checked a record as `check` answers it
 * @property {string} game
 * @property {string} text
 * @property {string[]} players
 * @property {CardTable} state
 * @property {{seat: string, decision: string, text: string} | null} turn
 * @property {MoveText[]} moves
 * @property {boolean} can_solve
 * @property {string[]} notes
 * @property {string} [key] of what whoever decides knows, for practice
 * @property {string} [diagram]
 *
 * @typedef {object} Decision a decision of a played game, as `game` answers it
 * @property {number} number from 1
 * @property {number} round
 * @property {number | null} trick
 * @property {string} seat
 * @property {string} decision
 * @property {string} kind
 * @property {string} move
 * @property {string} written
 * @property {string} [group]
 * @property {string} [words]
 * @property {boolean} forced
 *
 * `sides`: the seats of each, from 0, where the game can be solved; `ends`: the points of each seat at the end, null before it.
 * @typedef {{game: string, text: string, players: string[], sides: number[][], ends: number[] | null, hindsight: boolean, decisions: Decision[]}} Game
 *
 * @typedef {object} Turn
 * @property {string | null} seat
 * @property {string | null} source
 * @property {string} decision
 * @property {string} text
 * @property {number | null} [needs] how many cards make the move
 * @property {string[]} [pool] of these
 * @property {string[]} [moves]
 *
 * @typedef {object} Live a live game for the player before the page
 * @property {string} id
 * @property {number} steps
 * @property {string} game
 * @property {boolean} companion
 * @property {string | null} viewer
 * @property {{seat: string, name: string, source: string}[]} players
 * @property {Turn | null} turn
 * @property {boolean} over
 * @property {{sides: string[][], points: number[], shares: number[] | null}} score
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {CardTable} table
 * @property {string} record
 * @property {MoveText[]} moves
 * @property {number} untold how many steps came before those that are told,
 * @property {{step: number, text: string, notation: string}[]} story of these steps, as the viewer saw them
 * @property {TableEvent[]} events of these steps, in a game of cards
 * @property {string | null} hand_over
 * @property {string} [diagram]
 *
 * @typedef {object} AdvisedMove
 * @property {string} move
 * @property {number} mean
 * @property {number} loss
 * @property {number | null} loss_sem its standard error
 * @property {[number | null, number | null]} interval of the loss
 * @property {boolean} best
 * @property {boolean} excluded
 * @property {number} sure_loss what it costs beyond sampling error
 * @property {string} [mark] that a review would give it
 *
 * @typedef {{text: string}} Why of two moves the better one is better
 *
 * @typedef {object} Advice
 * @property {string | null} best
 * @property {string | null} [recommended] the move to make in place of the best one, as the notes say
 * @property {string} verdict `clear`, `equal`, `too close`
 * @property {boolean} exact
 * @property {number} worlds
 * @property {number | null} [simulations] games in each of them, where each is a search
 * @property {string} engine
 * @property {string} objective
 * @property {number} delta moves that differ by less count as equal
 * @property {string} decision `card`, `pass`, `count`, `victim`, `actor`, or one of another game
 * @property {AdvisedMove[]} moves
 * @property {Why | null} [why]
 * @property {string[]} [notes]
 *
 * @typedef {object} Habit what a player does more often than others, and loses by
 * @property {string} text
 * @property {string} share_text how often, and how often others
 * @property {number} times
 * @property {number} decisions
 * @property {number} share
 * @property {number} others
 * @property {number} each points that it costs each time
 * @property {number} doubt
 * @property {(number | null)[]} by_game
 * @property {{found: number, games: number, decisions: number, times: number, cost: number, before: number, text: string} | null} course
 *   since it was found
 * @property {[number, number][]} shown where: which of the games that were sent, from 0, and the number of the decision
 *
 * `missing`: what is wanted before habits are told, "" where nothing is; `past`: found in fewer games, and not in all.
 * @typedef {{missing: string, games: number, decisions: number, habits: Habit[], past: Habit[]}} Habits
 */

export {};
