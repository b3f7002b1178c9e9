// Generated from the Rust types by `BLESS=1 cargo test -p server typescript`. Do not edit.

/**
 * An action, answering the position with the number `on`.
 */
export type Act = { on: number, id: string, action: string, as?: number, };

/**
 * The answer to an action, an undo and everything else that a seat does.
 */
export type Acted = { update: Update, stopped?: Stop, };

export type Answered = { seat: number, 
/**
 * What was asked, as prompts call it, and its rule.
 */
asked: string, rule: Citation, 
/**
 * The kind of the choice that was taken.
 */
answer: string, words: string, 
/**
 * The other kinds that were offered there.
 */
instead: Array<Instead>, };

/**
 * What a seat that must decide should do.
 */
export type AskHint = { as?: number, };

export type Bin = { 
/**
 * No other box of the scene has it; choices point at a box by it (`Choice::place`).
 */
id: string, name: string, seat: number | null, 
/**
 * Whether what lies in it is lost: out of the game, not waiting to come.
 */
lost?: boolean, pieces: Array<Piece>, };

/**
 * A map in the coordinates of its drawing.
 */
export type Board = { 
/**
 * The map's id.
 */
map: string, title: string, drawing: Drawing, hex: HexShape, 
/**
 * The six directions in degrees, clockwise from the top of the sheet.
 */
facings: [number, number, number, number, number, number], hexes: Array<BoardHex>, 
/**
 * The tracks that are printed beside the map, for markers to be laid on.
 */
tracks: Array<BoardTrack>, };

export type BoardHex = { 
/**
 * The printed number.
 */
id: string, x: number, y: number, 
/**
 * Whether anything can stand in it.
 */
playable: boolean, terrain: string, level: number, place?: string, 
/**
 * What else is in it: a road, a ford …
 */
features: Array<string>, };

export type BoardTrack = { id: string, 
/**
 * What the first box counts; the others follow by one.
 */
from: number, 
/**
 * Left, top, width, height of each box.
 */
boxes: Array<[number, number, number, number]>, };

export type Briefing = { 
/**
 * Whom it is for; None for who only watches: he is told how each side wins and what comes.
 */
seat: Seat | null, 
/**
 * Who that is, in a sentence or two.
 */
who: string, goals: Array<Goal>, 
/**
 * What can be done this turn.
 */
now: Array<Point>, 
/**
 * What comes when, the earliest first.
 */
coming: Array<Coming>, hints: Array<string>, };

/**
 * Something that may be drawn.
 */
export type Candidate = { 
/**
 * A word without blanks, not a number: records and whoever draws by hand name it so. Two that are alike have the same.
 */
id: string, name: string, };

/**
 * What an action comes to if one of those does it who could.
 */
export type Case = { unit: string, modifiers: Array<ToldModifier>, notes: Array<string>, lines: Array<OddsLine>, };

export type Catalogue = { games: Array<ListedGame>, };

/**
 * What is left to chance now, as one viewer may know it.
 */
export type ChanceTold = { 
/**
 * The dice that are thrown, in order.
 */
dice?: Array<Die>, 
/**
 * If something is drawn.
 */
draw?: DrawTold, 
/**
 * What it is for; left out for whoever may not know.
 */
what?: string, rule?: Citation, by: Seat, };

/**
 * A table of a game, with its numbers and where each of them comes from.
 */
export type Chart = { 
/**
 * `fire_table`: what a [`Lookup`] calls it.
 */
id: string, title: string, rule: Citation, 
/**
 * How it is used, in words; perhaps empty.
 */
note: string, 
/**
 * What the rows are: "2d6", "terrain".
 */
corner: string, columns: Array<string>, rows: Array<ChartRow>, };

export type ChartCell = { text: string, 
/**
 * `printed`, `derived`, `reconstructed` or `owner`; empty where the cell holds no value.
 */
provenance: string, };

export type ChartRow = { label: string, 
/**
 * As many as there are columns.
 */
cells: Array<ChartCell>, };

export type Chat = { id: string, text: string, as?: number, };

/**
 * An action as it is offered.
 */
export type Choice = { 
/**
 * A stable word for what it does: `step`, `turn`, `fire`, `done` …
 */
kind: string, action: string, sentence: string, rule: Citation, 
/**
 * The hex that it points at, for boards that are clicked on.
 */
hex?: string, 
/**
 * The box or card that it points at, by its id.
 */
place?: string, 
/**
 * The direction that something in this hex faces afterwards, as pieces have it.
 */
facing?: number, units?: Array<string>, 
/**
 * The hex that it is an attack on, where it points at another.
 */
target?: string, 
/**
 * Who could do it, where that is decided later.
 */
could?: Array<string>, 
/**
 * A short heading under which a panel puts several choices.
 */
group?: string, 
/**
 * It declines what is asked: no reaction, nothing more to do.
 */
declines?: boolean, 
/**
 * A fight or a check whose odds can be asked for with `explain`.
 */
odds: boolean, 
/**
 * A fight, or a part of one, of which `forecast` tells all that can come.
 */
fight?: boolean, 
/**
 * A marker of which one is laid face down; `group` stands on it.
 */
token?: boolean, };

/**
 * A citation of a rule. Prints as `goito 9.4.1`.
 */
export type Citation = string;

export type Claim = { id: string, what: ClaimWhat, 
/**
 * The computer's level, where it is to take the seat; without it, the best.
 */
level?: string, as?: number, };

export type ClaimWhat = "wait" | "win" | "computer";

/**
 * How a hex or a line is drawn: a fixed list, so that every front end can draw every overlay.
 */
export type Class = "a" | "b" | "both" | "good" | "bad" | "near" | "far" | "blocked";

export type ClockTerms = { 
/**
 * For each move.
 */
days: number, 
/**
 * For the whole game, used up where a move takes longer.
 */
reserve_days: number, };

export type ClockTold = { 
/**
 * Milliseconds since 1970 at which each seat that must decide runs out of time; null for the others.
 */
deadlines: Array<number | null>, 
/**
 * What is left of each seat's reserve, in milliseconds, without the move that runs now.
 */
reserves: Array<number>, 
/**
 * The server's time when this was said.
 */
now: number, };

export type Coming = { turn: number, 
/**
 * The hour or date of the turn.
 */
time: string, sentence: string, rule: Citation, };

/**
 * Who holds an objective.
 */
export type Control = { hex: string, name: string, seat: number | null, 
/**
 * What it is worth, in words.
 */
worth: string, stake?: Stake, };

/**
 * An answer that is given in several steps, such as a line that is drawn: a panel shows it on a card of its own.
 */
export type Course = { title: string, 
/**
 * How it is done.
 */
help: string, steps: Array<string>, 
/**
 * The step that is due, counted from 0.
 */
step: number, 
/**
 * Choices that have a button on the card instead of a line in the list, by their kinds.
 */
buttons: Array<CourseButton>, };

export type CourseButton = { kind: string, label: string, };

/**
 * A new game.
 */
export type Create = { scenario: string, options?: { [key in string]: string }, terms?: Terms, seats: Seating, 
/**
 * Who holds each seat: `human`, or a computer's level out of the catalogue. Without it, people.
 */
players?: Array<string>, 
/**
 * The seat of who makes the game; drawn by lot if it is not said.
 */
side?: number, name?: string, 
/**
 * Whether the maker adds a part of his own to the dice, by `/api/part`, once he knows what the server has
 * committed to. Rolls wait for it.
 */
part?: boolean, };

export type Created = { links: Array<Link>, 
/**
 * The token of who made the game.
 */
yours: string, 
/**
 * The seal of the server's part of the dice: it is fixed from now on.
 */
commitment: string, };

export type Credentials = { name: string, password: string, };

/**
 * A kind of die.
 */
export type Die = { sides: number, 
/**
 * The lowest face: 1, or 0 on dice that are read from zero.
 */
lowest: number, };

/**
 * Things to draw from, each as likely as another.
 */
export type DrawTold = { 
/**
 * Left out for whoever may not know how many there are and which.
 */
candidates?: Array<Candidate>, };

export type Drawing = { width: number, height: number, 
/**
 * Left, top, width, height.
 */
view_box: [number, number, number, number], };

/**
 * What was not done and why.
 */
export type Failed = { error: FailedWhy, 
/**
 * The position that stands now, where a request answered an older one.
 */
state?: State, };

export type FailedWhy = { code: string, message: string, 
/**
 * The rule that says so.
 */
rule?: string, };

/**
 * What became of a unit.
 */
export type Fate = { seat: number, unit: string, name: string, 
/**
 * Strength that it lost, as far as it is still there to lose more.
 */
strength: number, 
/**
 * Levels of order that it lost.
 */
levels: number, gone: boolean, 
/**
 * How it stands afterwards, in words.
 */
state: string, };

/**
 * Something in a viewer's feed. The feed only grows.
 */
export type FeedItem = { 
/**
 * The viewer's position number when it came.
 */
number: number, what: FeedWhat, };

export type FeedWhat = { "kind": "told", at: number, told: Told, 
/**
 * It was the only choice of the viewer, and was made without asking him.
 */
unasked?: boolean, } | { "kind": "taken_back", at: number, lines: number, stay?: number, } | { "kind": "chat", at: number, seat: number, name: string | null, text: string, } | { "kind": "joined", at: number, seat: number, name: string | null, 
/**
 * The level, if it is a computer.
 */
player?: string, } | { "kind": "resigned", at: number, seat: number, } | { "kind": "take_back", at: number, seat: number, what: TakeBackWhat, } | { "kind": "clock", at: number, seat: number, what: ClaimWhat, };

/**
 * A printed value and what it is now.
 */
export type Figure = { label: string, now: number, printed: number, provenance: string, };

/**
 * All that can come of a line of actions.
 */
export type Forecast = { title: string, rule: Citation, 
/**
 * The actions that were played.
 */
line: Array<string>, 
/**
 * What was rolled for or drawn on the way, in the order of coming, as far as the viewer may know: all of it is in the chances.
 */
rolls: Array<Reckoned>, 
/**
 * How decisions on the way were answered.
 */
answers: Array<Answered>, 
/**
 * What else was assumed.
 */
notes: Array<string>, 
/**
 * Chances by one thing at a time: how it ends, who stands in the hex, what each side loses, what
 * becomes of each unit.
 */
tables: Array<ForecastTable>, 
/**
 * Everything at once, the most likely first.
 */
outcomes: Array<Foreseen>, 
/**
 * The least likely of them, where they are not listed.
 */
left_out?: LeftOut, };

/**
 * What a table is about.
 */
export type ForecastKind = "result" | "holder" | "strength" | "levels" | "units" | "unit";

export type ForecastTable = { kind: ForecastKind, title: string, seat?: number, unit?: string, lines: Array<OddsLine>, 
/**
 * The mean, where the results are numbers.
 */
mean?: number, };

/**
 * One thing that can come of it.
 */
export type Foreseen = { chance: number, 
/**
 * How the fights ended, in words; empty where nothing was decided.
 */
result: string, 
/**
 * Who stands in the hex that the line is about; None for nobody.
 */
holder?: number, 
/**
 * The units that are not as they were.
 */
fates: Array<Fate>, };

export type Formation = { id: string, name: string, seat: number, commander: string, 
/**
 * A CSS colour for its counters.
 */
colour: string, 
/**
 * Facts in words: `activated`, `2 failed attempts`, `mood +1`, `3 out of command`.
 */
facts: Array<string>, };

/**
 * A player's part of the dice.
 */
export type GivePart = { 
/**
 * 64 hex digits.
 */
entropy: string, };

/**
 * A way to win, or what must be kept from the enemy.
 */
export type Goal = { 
/**
 * Whose goal it is.
 */
seat: Seat, sentence: string, 
/**
 * How it stands, as far as the viewer may know.
 */
stands: string, 
/**
 * It would be reached if the game were judged now.
 */
met: boolean, rule: Citation, };

/**
 * The first message on a live connection, and any later one that looks from another seat.
 */
export type Hello = { token: string, as?: number, 
/**
 * What the client has: 0 and 0 for nothing.
 */
number?: number, feed?: number, };

export type HexShape = { 
/**
 * From the centre to a corner.
 */
size: number, flat_top: boolean, };

/**
 * What a computer would do in the seat's place, and why.
 */
export type Hint = { 
/**
 * The position that it is about.
 */
number: number, action: string, 
/**
 * In a sentence; empty where there is nothing to say.
 */
reason: string, 
/**
 * What was weighed, the best first.
 */
candidates: Array<Weighed>, 
/**
 * The odds of the action, if it has any.
 */
odds?: Odds, 
/**
 * The course that the action belongs to, from it on: until dice fall, the other side decides or the phase is over. Who asks
 * again after a step hears how it goes on, unless it was upset.
 */
steps: Array<Choice>, };

/**
 * A new game out of an old one: exactly one of `record`, `position` and `setup`.
 */
export type Import = { record?: string, position?: unknown, setup?: unknown, terms?: Terms, seats: Seating, 
/**
 * Who holds each seat: `human`, or a computer's level out of the catalogue. Without it, people.
 */
players?: Array<string>, 
/**
 * The seat of who makes the game; drawn by lot if it is not said.
 */
side?: number, name?: string, 
/**
 * Whether the maker adds a part of his own to the dice, by `/api/part`, once he knows what the server has
 * committed to. Rolls wait for it.
 */
part?: boolean, };

/**
 * What is played at a table.
 */
export type Info = { version: number, game: string, scenario: string, options: { [key in string]: string }, 
/**
 * The content hash of the data.
 */
data: string, 
/**
 * The edition of the rules.
 */
rules: number, seats: Array<string>, 
/**
 * The macros, a line each.
 */
phrases: Array<string>, 
/**
 * What can be laid over the board.
 */
overlays: Array<OverlayInfo>, 
/**
 * How the marks on counters look.
 */
marks: Array<MarkInfo>, 
/**
 * Whether anything is hidden from anybody.
 */
secrets: boolean, 
/**
 * The usual die; left out where it is the common one, with faces 1 to 6.
 */
die?: Die, 
/**
 * The hexes in which it is played; left out where that is the whole map.
 */
in_play?: Array<string>, 
/**
 * The commitment of seeded dice.
 */
commitment?: string, };

export type Instead = { answer: string, words: string, };

/**
 * What an invitation is for. Once the seat is taken only who holds it is told.
 */
export type Invitation = { game: string, scenario: string, title: string, options: { [key in string]: string }, terms: Terms, 
/**
 * The seat that can be taken.
 */
seat: number, seats: Array<SeatInfo>, 
/**
 * The seal of the server's part of the dice, which was fixed before.
 */
commitment: string | null, 
/**
 * The token of the seat, for the browser or the account that has taken it.
 */
token: string | null, };

export type Join = { name?: string, 
/**
 * 64 hex digits that are the guest's secret: if the answer is lost, asking again with the same invitation and
 * the same key gives the same link.
 */
key?: string, 
/**
 * His part of the dice, 64 hex digits, drawn after he has seen the commitment in the invitation.
 */
entropy?: string, };

/**
 * The answer to who sits down or comes back.
 */
export type Joined = { 
/**
 * The link from now on: the invitation is spent.
 */
token: string, state: State, };

export type LeftOut = { count: number, chance: number, };

export type LegendLine = { class: Class, text: string, };

export type Link = { role: Role, seat?: number, token: string, };

/**
 * A game as a list of games shows it.
 */
export type Listed = { id: string, title: string, about: string, scenarios: Array<ScenarioInfo>, year: number, place: string, 
/**
 * How long a game takes, in words.
 */
length: string, 
/**
 * From 1, easy, to 5.
 */
complexity: number, 
/**
 * The id of its map.
 */
map: string, 
/**
 * Of the seats in order.
 */
colours: Array<SeatColours>, };

export type ListedGame = { 
/**
 * The address of the map's drawing, with the hash of its content.
 */
drawing: string, 
/**
 * The levels of the computer players that know it, the weakest first.
 */
players: Array<string>, 
/**
 * Whether one of them can be asked for a hint.
 */
hints: boolean, id: string, title: string, about: string, scenarios: Array<ScenarioInfo>, year: number, place: string, 
/**
 * How long a game takes, in words.
 */
length: string, 
/**
 * From 1, easy, to 5.
 */
complexity: number, 
/**
 * The id of its map.
 */
map: string, 
/**
 * Of the seats in order.
 */
colours: Array<SeatColours>, };

/**
 * How a marker is drawn: a fixed list, so that every front end can draw every marker.
 */
export type Look = "arrow" | "aim" | "cloud" | "chain";

/**
 * A cell of a chart, by the labels of its row and column.
 */
export type Lookup = { chart: string, row: string, column: string, };

/**
 * How a mark on counters looks. A game sends all of its marks once; a piece names them by their words.
 */
export type MarkInfo = { 
/**
 * As `Piece::badges` has it.
 */
word: string, 
/**
 * A character or two that lie on the counter; empty where the tone says all.
 */
sign: string, tone: Tone, };

/**
 * A marker in a hex, perhaps pointing at another.
 */
export type Marker = { kind: string, look: Look, seat: number, hex: string, target: string | null, 
/**
 * It has served and lies there pale.
 */
used?: boolean, 
/**
 * A number that stands on it.
 */
count?: number, };

export type Me = { name: string | null, account: string | null, };

/**
 * A game that this browser or account holds a link to.
 */
export type Mine = { token: string, role: Role, seat: number | null, scenario: string, title: string, opponent: string | null, 
/**
 * The levels of the computers on the other side.
 */
computer: string | null, turn: number, turns: number, your_move: boolean, over: boolean, 
/**
 * When there was last news for this link, in milliseconds since 1970.
 */
updated: number, };

export type Named = { name: string, };

/**
 * Exact odds of a fight or a check.
 */
export type Odds = { title: string, rule: Citation, modifiers: Array<ToldModifier>, 
/**
 * What all of them together do to the die, where that is one number.
 */
sum?: number, 
/**
 * Rows and columns looked up, results that need words.
 */
notes: Array<string>, 
/**
 * The cells of charts that the roll can hit, as far as the viewer knows them.
 */
lookups: Array<Lookup>, lines: Array<OddsLine>, 
/**
 * The same for each who could do it, under his name, where that is decided later.
 */
cases?: Array<Case>, };

/**
 * One result. `low` and `high` differ where the seat does not know everything (fog of war).
 */
export type OddsLine = { result: string, low: number, high: number, };

export type OptionInfo = { id: string, title: string, values: Array<string>, default: string, 
/**
 * The rule that it turns on, as it is cited.
 */
rule?: string, };

export type OutcomeTold = { 
/**
 * None for a draw.
 */
winner: Seat | null, how: string, rule: Citation, };

/**
 * An overlay as one viewer may see it.
 */
export type Overlay = { title: string, rule: Citation, legend: Array<LegendLine>, hexes: Array<OverlayHex>, lines: Array<OverlayLine>, };

export type OverlayHex = { hex: string, class: Class, label?: string, };

/**
 * An overlay that a game offers.
 */
export type OverlayInfo = { id: string, title: string, rule: Citation, subject: OverlaySubject, 
/**
 * The key that shows it.
 */
key: string, };

export type OverlayLine = { from: string, to: string, class: Class, };

/**
 * What an overlay must be asked about.
 */
export type OverlaySubject = "none" | "hex" | "unit";

/**
 * How a game goes that only computers play.
 */
export type Pace = { paused: boolean, speed: Speed, };

/**
 * Turn and phase.
 */
export type Phase = { turn: number, turns: number, 
/**
 * The hour or date of the turn.
 */
time: string, phase: string, 
/**
 * The step of the sequence of play that this is, by its id; empty if the game has none.
 */
step: string, };

/**
 * What a game says, in another language.
 */
export type Phrases = { 
/**
 * `it`.
 */
language: string, 
/**
 * English patterns and what they are in the language (see `phrasebook`).
 */
phrases: Array<[string, string]>, rules: Array<RuleWords>, };

/**
 * A counter. (That it is `Eq` lets two that are the same one be equal without being compared.)
 */
export type Piece = { 
/**
 * The unit's id, or an anonymous one such as `1412#2` for a piece that lies face down to the viewer.
 */
id: string, name: string, seat: number, 
/**
 * `infantry`, `cavalry`, `artillery`, `commander`, `standard` have symbols; others show their first letters.
 */
kind: string, 
/**
 * A commander's rank: so many stars stand on his counter. One where it is not said.
 */
stars?: number, formation: string | null, hex: string | null, 
/**
 * The direction it points to, 0 to 5 clockwise from the first direction of the map.
 */
facing: number | null, face_up: boolean, 
/**
 * Stacking value.
 */
size: number, values: Array<Figure>, 
/**
 * Marks on top: `march`, `square`, `shaken`, `low ammo` … How they look is said once ([`MarkInfo`]).
 */
badges: Array<string>, };

/**
 * A piece and its place.
 */
export type Placed = { unit: string, from: string, hex: string, cost: number, 
/**
 * The hexes of the way, the first one left out.
 */
path: Array<string>, 
/**
 * The chance that it passes the rolls on its way; 1 if there are none.
 */
chance: number, 
/**
 * The rolls on its way, in words.
 */
rolls: Array<string>, 
/**
 * Another of the pieces stands beside it.
 */
supported: boolean, };

export type Point = { sentence: string, rule: Citation, };

/**
 * What is asked, of whom, under which rule.
 */
export type Prompt = { 
/**
 * A stable word for what is asked: `react`, `retreat` …; `roll` where dice are due, `over` at
 * the end, and `wait` for who is not asked.
 */
kind: string, sentence: string, rule: Citation, 
/**
 * The key of this sort of question, where who is asked may answer it in advance: when the key
 * comes back and the same action is legal then, it can be played without asking. Only for who is
 * asked.
 */
standing?: string, 
/**
 * Where the question is about, to scroll the board there.
 */
hexes: Array<string>, units: Array<string>, 
/**
 * Who is asked about does not move on its own now: how far it could go would mislead.
 */
still?: boolean, 
/**
 * How far it is, where the answer is given in several steps. Only for who is asked.
 */
course?: Course, 
/**
 * Phrases that do all of it at once. Only for who is asked.
 */
shortcuts?: Array<Shortcut>, };

export type Proposal = { title: string, rule: Citation, 
/**
 * The action or macro that plays it.
 */
action: string, 
/**
 * What is to be played after it, in an order in which nobody is in the way.
 */
then: Array<string>, 
/**
 * In the order in which they stand.
 */
places: Array<Placed>, 
/**
 * Pieces that were asked for and find no place.
 */
left_out: Array<string>, 
/**
 * The chance that everybody gets to his place.
 */
chance: number, 
/**
 * By how many hexes the pieces come nearer to the enemy, on average.
 */
nearer: number, notes: Array<string>, };

/**
 * What comes over a live connection.
 */
export type Push = { "state": State } | { "update": Update } | { "error": Failed };

/**
 * Where a unit can get to.
 */
export type Reach = { unit: string, from: string, 
/**
 * In points; quarters exist.
 */
allowance: number, hexes: Array<ReachHex>, };

export type ReachHex = { hex: string, cost: number, 
/**
 * How it gets there: "in March", "deployed" …
 */
mode: string, 
/**
 * The hexes of a cheapest path, the first one left out.
 */
path: Array<string>, 
/**
 * The action or macro that plays the whole way.
 */
action: string, 
/**
 * Whether that action can be begun now. A table says so; the game need not.
 */
ready: boolean, 
/**
 * What the move would cause on the way: "5-art may fire (12.1b)", as far as the seat knows.
 */
reactions: Array<string>, };

/**
 * An answer to "why can this not act here?"
 */
export type Reason = { rule: Citation, sentence: string, };

/**
 * A kind of roll or draw.
 */
export type Reckoned = { what: string, rule: Citation, 
/**
 * What may be drawn, each thing once; left out where dice are rolled, and for whoever may not know.
 */
candidates?: Array<Candidate>, };

/**
 * What explains a game: its sequence of play, its abbreviations and codes, its rulings.
 */
export type Reference = { sequence: Array<SequenceStep>, glossary: Array<Term>, rulings: Array<Ruling>, };

/**
 * Why something is not allowed: the rule and a sentence for the player.
 */
export type Refusal = { rule: Citation | null, message: string, };

/**
 * Part of a replay: a state, then updates, each against the one before it.
 */
export type Replay = { from: number, 
/**
 * How many positions there are; the last one has the number `total`.
 */
total: number, 
/**
 * Whether everything lies open, as it does after the end.
 */
open: boolean, states: (State | Update)[], };

/**
 * What came of an action, a roll or taking back.
 */
export type Report = { 
/**
 * The steps that were played, as far as the viewer may read them.
 */
played: Array<StepTold>, 
/**
 * Where and why a macro stopped before its end.
 */
stopped?: Stop, events: Array<Told>, status: Status, };

export type Resign = { id: string, as?: number, };

export type ResultTold = { 
/**
 * None for a draw.
 */
winner: number | null, how: string, rule?: string, };

/**
 * What a link makes of who holds it.
 */
export type Role = "seat" | "invitation" | "both" | "spectator" | "owner";

export type RuleKind = "core" | "advanced" | "optional" | "scenario" | "components" | "notes";

export type RuleText = { id: string, cite: string, title: string, kind: RuleKind, text: string, 
/**
 * Where the rule itself comes from: `printed`, `derived` or `reconstructed`.
 */
provenance: string, 
/**
 * The values that it uses: a file of the game's data, and behind a `#` the part of it.
 */
rests_on: Array<string>, 
/**
 * The numbers of the rulings by which it is played.
 */
rulings: Array<string>, };

/**
 * A rule in another language.
 */
export type RuleWords = { id: string, title: string, text: string, };

/**
 * How something is played that the rulebook leaves open.
 */
export type Ruling = { id: string, text: string, };

export type ScenarioInfo = { 
/**
 * `goito/battle`.
 */
id: string, title: string, 
/**
 * What it is about, how long it is.
 */
note: string, seats: Array<string>, 
/**
 * Of the seats in order, where they are not those of the game's card.
 */
colours?: Array<SeatColours>, options: Array<OptionInfo>, };

export type Scene = { 
/**
 * The map's id, to fetch its drawing.
 */
map: string, phase: Phase, pieces: Array<Piece>, markers: Array<Marker>, control: Array<Control>, tracks: Array<Track>, 
/**
 * Pieces that are in no hex: entry columns, casualties.
 */
boxes: Array<Bin>, formations: Array<Formation>, volley: Volley, };

/**
 * How to make the new scene out of the old one: take away `gone`, put changed pieces in the place
 * of the old ones with the same id, append the new ones, and sort by `order` if it is given. The
 * other sections replace the old ones whole.
 */
export type SceneChange = { pieces?: Array<Piece>, gone?: Array<string>, order?: Array<string>, phase?: Phase, markers?: Array<Marker>, control?: Array<Control>, tracks?: Array<Track>, boxes?: Array<Bin>, formations?: Array<Formation>, volley?: Volley, };

/**
 * A side of the game, counted from 0.
 */
export type Seat = number;

/**
 * CSS colours of a seat's counters.
 */
export type SeatColours = { paper: string, ink: string, };

export type SeatInfo = { 
/**
 * The side's name in the game.
 */
side: string, 
/**
 * The player's name.
 */
name: string | null, 
/**
 * `human`, or the computer's level.
 */
player: string, joined: boolean, connected: boolean, };

export type Seating = "link" | "screen";

/**
 * A step of the sequence of play.
 */
export type SequenceStep = { 
/**
 * What [`crate::Phase::step`] calls it.
 */
id: string, 
/**
 * The step that it is a part of; empty if it is of none.
 */
within: string, title: string, text: string, 
/**
 * Its rules by their numbers, the first the one that it opens.
 */
rules: Array<string>, 
/**
 * Kinds of questions by which who is asked knows that he is in it.
 */
asks: Array<string>, };

/**
 * How fast a game goes that only computers play; what is left out stays.
 */
export type SetPace = { id: string, paused?: boolean, speed?: Speed, };

/**
 * A phrase that stands for many steps, with the words on its button.
 */
export type Shortcut = { action: string, label: string, };

/**
 * A shot as it was declared. Events that tell what was rolled for it carry the same (`Event::shot`).
 */
export type Shot = { 
/**
 * Who fires, by its id and its name.
 */
unit: string, name: string, 
/**
 * The hex that it is fired at.
 */
hex: string, 
/**
 * At whom, where somebody was named.
 */
at?: ShotAt, 
/**
 * It answers one that was fired at it.
 */
answers?: boolean, 
/**
 * Another shot of the same piece at the same target as before.
 */
again?: boolean, 
/**
 * It was to be fired and is not: a roll for it failed.
 */
failed?: boolean, 
/**
 * The action by whose name its odds can be asked for.
 */
action?: string, };

/**
 * The piece that a shot is fired at.
 */
export type ShotAt = { unit: string, name: string, };

/**
 * A piece of a told text, perhaps the name of a unit or of a hex.
 */
export type Span = { text: string, unit?: string, hex?: string, };

export type Spectators = "nothing-hidden" | "none";

export type Speed = "slow" | "normal" | "fast";

/**
 * Whether an objective counts, as far as the viewer may know.
 */
export type Stake = "open" | "maybe" | "chosen";

export type Standing = { id: string, key: string, 
/**
 * The action that always answers questions with this key; null to be asked again.
 */
action?: string, as?: number, };

/**
 * A table as one viewer sees it.
 */
export type State = { number: number, 
/**
 * The number of what anybody may know of the game: the same to every viewer.
 */
moment: number, feed_len: number, 
/**
 * Whether this link sets the pace. Only who asked with it is told.
 */
owner?: boolean, table: TableInfo, status: Status, scene: Scene, choices: Array<Choice>, 
/**
 * How many of his own actions the viewer can take back without asking.
 */
undo: number, 
/**
 * The seat that asks for a take-back.
 */
asks: number | null, standing: { [key in string]: string }, clock?: ClockTold, 
/**
 * The number of the first item of `feed`, counted from 0.
 */
feed_from: number, feed: Array<FeedItem>, };

/**
 * How the game stands, as one viewer may read it.
 */
export type Status = { version: number, turn: number, turns: number, time: string, phase: string, 
/**
 * The step of the sequence of play that this is, by its id; empty if the game has none.
 */
step: string, 
/**
 * The seats that must decide. Several only where choices are secret.
 */
decide: Array<Seat>, 
/**
 * What is left to chance now: dice that are due, or something that is drawn.
 */
chance?: ChanceTold, outcome?: OutcomeTold, prompt: Prompt, 
/**
 * Lines of the viewer's log.
 */
log: number, 
/**
 * Actions and rolls so far. Only for who sees everything: the number of an opponent's secret
 * steps is nobody's business.
 */
number?: number, };

export type StepTold = { "act": { seat: Seat, action: string, 
/**
 * It was the only choice and nobody was asked.
 */
automatic?: boolean, } } | { "roll": { faces: Array<number>, } } | { "draw": { drawn: string, } };

/**
 * Where a macro stopped.
 */
export type Stop = { 
/**
 * The first step that was not played.
 */
at: string, 
/**
 * The steps after it.
 */
rest: Array<string>, kind: StopKind, why: string, rule: Citation | null, };

export type StopKind = "roll" | "decision" | "reveal" | "refused" | "over";

export type TableInfo = { game: string, scenario: string, title: string, options: { [key in string]: string }, terms: Terms, seating: Seating, seats: Array<SeatInfo>, role: Role, 
/**
 * The seat that looks.
 */
seat: number | null, 
/**
 * Published when the game was made; the seed is shown at the end.
 */
commitment: string | null, 
/**
 * Whether rolls wait for the part of the dice of who has this link.
 */
part_due: boolean, 
/**
 * What can be laid over the board.
 */
overlays: Array<OverlayInfo>, 
/**
 * How the marks on counters look.
 */
marks: Array<MarkInfo>, 
/**
 * The macros of the game, a line each.
 */
phrases: Array<string>, 
/**
 * Whether anything is hidden from anybody.
 */
secrets: boolean, 
/**
 * Left out for common dice, with faces 1 to 6.
 */
die?: Die, 
/**
 * The hexes in which it is played; left out where that is the whole map.
 */
in_play?: Array<string>, 
/**
 * The content hash of the data, and the version of the program that the game was made with.
 */
data: string, version: string, result: ResultTold | null, 
/**
 * How fast it goes, if only computers play.
 */
pace: Pace | null, 
/**
 * Why the game can only be looked at, if that is so.
 */
closed: string | null, };

export type TakeBack = { id: string, what: TakeBackWhat, as?: number, };

export type TakeBackWhat = "ask" | "grant" | "refuse";

/**
 * An abbreviation or a result of a chart.
 */
export type Term = { 
/**
 * As it stands in texts; `#` is any number.
 */
code: string, name: string, 
/**
 * `{1}`, `{2}` stand for its numbers.
 */
text: string, 
/**
 * The charts in whose cells it means this; everywhere if there are none.
 */
charts: Array<string>, 
/**
 * Its rule by its number; perhaps empty.
 */
rule: string, };

/**
 * What the players agreed on when the game was made.
 */
export type Terms = { 
/**
 * Whether a player may ask the other to take back what cannot be taken back freely.
 */
take_backs: boolean, 
/**
 * Whether an only choice that reveals nothing is played unasked.
 */
forced: boolean, clock: ClockTerms | null, spectators: Spectators, 
/**
 * Whether a player may ask the computer what it would do. If it is not said: yes at one screen and
 * against computers, no between people by links.
 */
hints: boolean | null, };

/**
 * An event as one viewer may read it.
 */
export type Told = { kind: string, rule: Citation, text: string, 
/**
 * The same text in pieces, with what each of them names.
 */
spans: Array<Span>, hexes?: Array<string>, units?: Array<string>, dice?: Array<number>, 
/**
 * Which dice they are; left out where all are the game's usual one.
 */
thrown?: Array<Die>, 
/**
 * What was drawn, by its name.
 */
drawn?: string, 
/**
 * Who rolled the dice.
 */
rolled_by?: Seat, modifiers?: Array<ToldModifier>, 
/**
 * What the dice come to with what is added to them, where that is not what they show.
 */
total?: number, 
/**
 * The cell of a chart that decided.
 */
lookup?: Lookup, 
/**
 * The shot that this is the end of: rolled for, or failed.
 */
shot?: Shot, 
/**
 * Something new begins with it: shots and fights that were told of before are past.
 */
fresh?: boolean, 
/**
 * A fight begins with it, or a part of one; what is told after it, until something new begins, came of it.
 */
fight?: boolean, };

export type ToldModifier = { label: string, value: number, rule: Citation, };

/**
 * What a mark does to the look of a counter: a fixed list, so that every front end can draw every mark.
 */
export type Tone = "bad" | "worse" | "calm" | "done" | "spent" | "folded" | "words";

export type Track = { name: string, from: number, to: number, 
/**
 * Spaces are halves: `from`, `to` and where markers stand are twice what they mean.
 */
halves?: boolean, 
/**
 * The id of the track that is printed on the sheet of the map, if it is there: its markers lie on it.
 */
printed?: string, markers: Array<TrackMarker>, };

export type TrackMarker = { label: string, at: number, 
/**
 * Where it lies on the printed track, if that is counted in another way.
 */
space?: number, };

export type Undo = { on: number, id: string, as?: number, };

/**
 * What changed since position `from` of the same viewer. Sections that did not change are left out.
 */
export type Update = { from: number, number: number, moment: number, feed_from: number, feed: Array<FeedItem>, status?: Status, scene?: SceneChange, choices?: Array<Choice>, undo?: number, 
/**
 * Left out if unchanged, null if nobody asks any more.
 */
asks?: number | null, table?: TableInfo, standing?: { [key in string]: string }, clock?: ClockTold, };

/**
 * What a viewer sees: the board, what is asked, and what was told. Nothing more.
 */
export type View = { version: number, scene: Scene, prompt: Prompt, log: Array<Told>, };

/**
 * Shots that are declared and not rolled for yet, in the order in which they will be.
 */
export type Volley = { 
/**
 * What a player should know of it, in words; perhaps empty.
 */
note: string, shots: Array<Shot>, };

export type Weighed = { action: string, words: string, 
/**
 * The chance of winning that was found for it, 0 to 1.
 */
value: number, playouts: number, };
