// What goes over the wire, as the server writes it.

export type Seat = number;
/** A citation: `goito 9.4.1`. */
export type Citation = string;

// ---- catalogue ---------------------------------------------------------------------------------

export interface Catalogue {
  games: Listed[];
  /** Levels of the computer. */
  players: string[];
}

export interface Listed {
  id: string;
  title: string;
  about: string;
  year?: number;
  place?: string;
  length?: string;
  /** From 1, easy, to 5. */
  complexity?: number;
  map: string;
  drawing?: string;
  colours?: SeatColours[];
  scenarios: ScenarioInfo[];
}

export interface SeatColours {
  paper: string;
  ink: string;
}

export interface ScenarioInfo {
  id: string;
  title: string;
  note: string;
  seats: string[];
  options: OptionInfo[];
}

export interface OptionInfo {
  id: string;
  title: string;
  values: string[];
  default: string;
  rule?: Citation;
}

// ---- the map -----------------------------------------------------------------------------------

export interface Board {
  map: string;
  title: string;
  drawing: { width: number; height: number; view_box: [number, number, number, number]; hash?: string };
  hex: { size: number; flat_top: boolean };
  /** Degrees clockwise from up, one for each direction. */
  facings: number[];
  hexes: BoardHex[];
}

export interface BoardHex {
  id: string;
  x: number;
  y: number;
  playable: boolean;
  terrain: string;
  level: number;
  place?: string | null;
  features: string[];
}

// ---- the scene ---------------------------------------------------------------------------------

export interface Scene {
  map: string;
  phase: Phase;
  pieces: Piece[];
  markers: Marker[];
  control: Control[];
  tracks: Track[];
  boxes: Bin[];
  formations: Formation[];
}

export interface Phase {
  turn: number;
  turns: number;
  time: string;
  phase: string;
}

export interface Piece {
  id: string;
  name: string;
  seat: Seat;
  kind: string;
  formation: string | null;
  hex: string | null;
  facing: number | null;
  face_up: boolean;
  size: number;
  values: Figure[];
  badges: string[];
}

export interface Figure {
  label: string;
  now: number;
  printed: number;
  provenance: string;
}

export interface Marker {
  kind: string;
  seat: Seat;
  hex: string;
  target: string | null;
}

export interface Control {
  hex: string;
  name: string;
  seat: Seat | null;
  worth: string;
}

export interface Track {
  name: string;
  from: number;
  to: number;
  markers: { label: string; at: number }[];
}

export interface Bin {
  name: string;
  seat: Seat | null;
  pieces: Piece[];
}

export interface Formation {
  id: string;
  name: string;
  seat: Seat;
  commander: string;
  colour?: string;
  facts: string[];
}

// ---- deciding ----------------------------------------------------------------------------------

export interface Status {
  turn: number;
  turns: number;
  time: string;
  phase: string;
  decide: Seat[];
  dice?: RollRequest;
  outcome?: Outcome;
  prompt: Prompt;
}

export interface RollRequest {
  dice: number;
  sides: number;
  what: string;
  rule: Citation;
  by: Seat;
}

export interface Outcome {
  winner: Seat | null;
  how: string;
  rule: Citation;
}

export interface Prompt {
  sentence: string;
  rule: Citation;
  kind?: string;
  standing?: string | null;
  hexes: string[];
  units: string[];
}

export interface Choice {
  action: string;
  sentence: string;
  rule: Citation;
  kind?: string;
  group?: string | null;
  declines?: boolean;
  hex?: string;
  units?: string[];
  odds: boolean;
}

export interface Reason {
  rule: Citation;
  sentence: string;
}

export interface Reach {
  unit: string;
  from: string;
  allowance: number;
  hexes: ReachHex[];
}

export interface ReachHex {
  hex: string;
  cost: number;
  mode: string;
  path: string[];
  reactions: string[];
  /** The phrase that plays the whole path. */
  action?: string;
}

export interface Odds {
  title: string;
  rule: Citation;
  modifiers: Modifier[];
  notes: string[];
  lines: OddsLine[];
  lookups?: Lookup[];
}

export interface Modifier {
  label: string;
  value: number;
  rule: Citation;
}

export interface OddsLine {
  result: string;
  low: number;
  high: number;
}

export interface Lookup {
  chart: string;
  row: string;
  column: string;
}

/** Where a phrase stopped before its end. */
export interface Stop {
  at: string;
  rest: string[];
  kind: 'roll' | 'decision' | 'reveal' | 'refused' | 'over';
  why: string;
  rule: Citation | null;
}

// ---- reading -----------------------------------------------------------------------------------

export interface Told {
  kind: string;
  rule: Citation;
  text: string;
  spans?: Span[];
  hexes?: string[];
  units?: string[];
  dice?: number[];
  modifiers?: Modifier[];
  lookup?: Lookup | null;
}

export interface Span {
  text: string;
  unit?: string;
  hex?: string;
}

export interface RuleText {
  id: string;
  cite: Citation;
  title: string;
  kind: string;
  text: string;
  provenance?: string;
  related?: string[];
}

export interface Chart {
  id: string;
  title: string;
  rule: Citation;
  note: string;
  corner?: string;
  columns: string[];
  rows: ChartRow[];
}

export interface ChartRow {
  label: string;
  cells: { text: string; provenance: string }[];
}

export interface OverlayInfo {
  id: string;
  title: string;
  rule: Citation;
  subject: 'none' | 'hex' | 'unit';
  key: string;
}

export interface Overlay {
  title: string;
  rule: Citation;
  legend: { class: OverlayClass; text: string }[];
  hexes: { hex: string; class: OverlayClass; label?: string | null }[];
  lines: { from: string; to: string; class: OverlayClass }[];
}

export type OverlayClass = 'a' | 'b' | 'both' | 'good' | 'bad' | 'near' | 'far' | 'blocked';

// ---- the table ---------------------------------------------------------------------------------

export interface Terms {
  take_backs: boolean;
  forced: boolean;
  clock: null | { days: number; reserve_days: number };
  spectators: 'nothing-hidden' | 'none';
}

export interface Create {
  scenario: string;
  options: Record<string, string>;
  terms: Terms;
  seats: Seating;
  side: Seat | null;
  name?: string;
  entropy: string;
}

export type Seating = 'link' | 'screen';

export interface Created {
  links: Link[];
  yours: string;
}

export interface Link {
  role: Role;
  seat?: Seat;
  token: string;
}

export type Role = 'seat' | 'both' | 'spectator';

export interface Mine {
  token: string;
  role: Role;
  seat: Seat | null;
  scenario: string;
  title: string;
  opponent: string | null;
  turn: number;
  turns: number;
  your_move: boolean;
  over: boolean;
  /** Milliseconds since 1970. */
  updated: number;
}

export interface Me {
  name: string | null;
  account: string | null;
}

export interface TableInfo {
  game: string;
  scenario: string;
  title: string;
  options: Record<string, string>;
  terms: Terms;
  seating?: Seating;
  seats: SeatInfo[];
  role: Role;
  /** The seat that looks. */
  seat: Seat | null;
  commitment: string | null;
  data?: string;
  version?: string;
  result?: { winner: Seat | null; how: string; rule?: Citation } | null;
  /** Why the game can only be looked at. */
  closed?: string | null;
  secrets?: boolean;
  overlays?: OverlayInfo[];
}

export interface SeatInfo {
  /** The side's name in the game. */
  side: string;
  /** The player's name. */
  name: string | null;
  player: string;
  joined: boolean;
  connected: boolean;
}

export interface FeedItem {
  /** The viewer's position number when it came. */
  number: number;
  what: FeedWhat;
}

export type FeedWhat =
  | { kind: 'told'; at: number; told: Told }
  | { kind: 'taken_back'; at: number; lines: number }
  | { kind: 'chat'; at: number; seat: Seat; name: string | null; text: string }
  | { kind: 'joined'; at: number; seat: Seat; name: string | null }
  | { kind: 'resigned'; at: number; seat: Seat }
  | { kind: 'take_back'; at: number; seat: Seat; what: 'ask' | 'grant' | 'refuse' }
  | { kind: 'clock'; at: number; seat: Seat; what: 'wait' | 'win' };

export interface State {
  number: number;
  feed_len: number;
  table: TableInfo;
  status: Status;
  scene: Scene;
  choices: Choice[];
  /** How many of his own actions the viewer can take back without asking. */
  undo: number;
  /** The seat that asks for a take-back. */
  asks: Seat | null;
  standing: Record<string, string>;
  clock?: Clock;
  feed_from: number;
  feed: FeedItem[];
}

export interface Clock {
  /** Milliseconds since 1970 at which each seat that must decide runs out of time. */
  deadlines: (number | null)[];
  reserves: number[];
  now: number;
}

export interface SceneChange extends Partial<Omit<Scene, 'pieces' | 'map'>> {
  pieces?: Piece[];
  gone?: string[];
  order?: string[];
}

export interface Update {
  from?: number;
  number: number;
  feed_from: number;
  feed: FeedItem[];
  status?: Status;
  scene?: SceneChange;
  choices?: Choice[];
  undo?: number;
  asks?: Seat | null;
  standing?: Record<string, string>;
  table?: TableInfo;
  clock?: Clock;
}

export interface Acted {
  update: Update | State;
  stopped?: Stop;
}

export type Push = { state: State } | { update: Update } | { error: Failure['error'] };

export interface Replay {
  from: number;
  total: number;
  /** Whether everything lies open, as it does after the end. */
  open?: boolean;
  states: [ReplayStart, ...Update[]];
}

export interface ReplayStart {
  number: number;
  scene: Scene;
  status: Status;
  feed: FeedItem[];
}

export interface Failure {
  error: { code: string; message: string; rule?: Citation };
  state?: State;
}
