// A table as this page knows it: what the server told, kept up to date, and what can be asked of it.

import { type Marks, marksOf } from '../board/badges';
import { seatColours } from '../board/colours';
import { Grid } from '../board/grid';
import { t } from '../i18n';
import { Refused, again, ask, drawingOf, entropy, requestId } from '../lib/api';
import { type Proof, check, readRecord } from '../lib/fair';
import { keepDice, keptDice } from '../lib/keptdice';
import { type Connection, Live } from '../lib/live';
import { isComputer } from '../lib/levels';
import { isOwn, keepOwn } from '../lib/links';
import { isState, merge } from '../lib/merge';
import { learnCodes } from '../lib/codes.svelte';
import { learn, said } from '../lib/said.svelte';
import { type Fight, begunBy, unread } from '../lib/results';
import { type Language, settings, store, stored } from '../lib/settings.svelte';
import type { Frame } from './replay.svelte';
import type {
  Acted,
  Board,
  Briefing,
  Catalogue,
  ChanceTold,
  Chart,
  Die,
  FeedItem,
  Forecast,
  Hint,
  ListedGame,
  Odds,
  Overlay,
  Proposal,
  Push,
  Reach,
  Reason,
  Reference,
  RuleText,
  Seat,
  SeatColours,
  Speed,
  State,
  Stop,
  Told,
  Update,
} from '../wire';

/** A word to the player that goes away by itself. */
export interface Notice {
  text: string;
  rule?: string;
  bad: boolean;
}

/** Positions that can be seen again at once; the replay has them all. */
const MOST_SEEN = 500;

/** Dice are read from 1 to 6 unless the game has others. */
const COMMON: Die = { sides: 6, lowest: 1 };

export class Table {
  state = $state.raw<State | null>(null);
  /** The levels of computers that there are. */
  levels = $state.raw<string[]>([]);
  grid = $state.raw<Grid | null>(null);
  /** The hexes that the scenario is played in, if that is not the whole map. */
  area = $state.raw<ReadonlySet<string> | null>(null);
  game = $state.raw<ListedGame | undefined>(undefined);
  /** The colours of the seats in this scenario, as printed. */
  seatColours = $state.raw<SeatColours[] | undefined>(undefined);
  /** How the marks on counters look. */
  marks = $state.raw<Marks>(new Map());
  /** The drawings of the map that were asked for, by language; perhaps still on their way. */
  private readonly drawings = new Map<Language, Promise<string>>();
  rules = $state.raw<RuleText[] | null>(null);
  charts = $state.raw<Chart[] | null>(null);
  /** The sequence of play, the abbreviations, the rulings. */
  reference = $state.raw<Reference | null>(null);
  connection = $state<Connection>('opening');
  /** Why there is no table to show. */
  failure = $state.raw<Refused | null>(null);
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);
  /** Rolls that are to be shown, oldest first. */
  rolls = $state.raw<Told[]>([]);
  /** What was done on the map for the player without asking, since his last own step. */
  unasked = $state.raw<Told[]>([]);
  /** The curtain is drawn: the screen goes from one player to the other. */
  curtain = $state(false);
  /** This link says how fast computers play. */
  owner = $state(false);
  /** A computer's moves that have come and are shown one after the other. */
  coming = $state.raw<Update[]>([]);
  /** They are held back until the player goes on. */
  held = $state(false);
  /** What has been shown since the player last decided, to be seen again. */
  since = $state.raw<Frame[]>([]);
  /** What came of checking the dice, when the game is over. */
  proof = $state.raw<Proof | null>(null);
  /** Up to which line each seat has read what came of fights; where nothing is hidden, all seats together. */
  private read = $state.raw<Record<string, number>>({});
  /** Fights that are told of and were not read yet, oldest first. */
  results = $derived.by((): Fight[] => {
    const { state } = this;
    const read = this.read[this.reader];
    if (!state || read === undefined || state.table.seat === null || state.table.pace || settings.results === 'none') return [];
    const list = unread(state.feed, state.feed_from, read);
    return settings.results === 'all' ? list : list.filter((fight) => begunBy(fight) !== state.table.seat);
  });
  /** How many lines had been read when the visitor was last here. */
  readonly seenBefore: number;

  private as: Seat | null = null;
  private live: Live | null = null;
  private proving = false;
  private asked = new Map<string, Promise<unknown>>();
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** Until when the last move of a computer is looked at. */
  private lookedAt = 0;

  constructor(readonly token: string) {
    this.seenBefore = stored<number>(this.seenKey, -1);
  }

  private get seenKey(): string {
    return `capitano.seen.${this.token.slice(0, 12)}`;
  }

  /** Who decides now, if it is not over. */
  get deciders(): Seat[] {
    return this.state?.status.decide ?? [];
  }

  get viewer(): Seat | null {
    return this.state?.table.seat ?? null;
  }

  get mine(): boolean {
    return this.viewer !== null && this.deciders.includes(this.viewer);
  }

  /** The screen must go to the other player. */
  get handOver(): Seat | null {
    if (this.state?.table.role !== 'both' || this.mine) return null;
    return this.deciders[0] ?? null;
  }

  /** A computer that must decide now. */
  get thinker(): Seat | null {
    const seats = this.state?.table.seats ?? [];
    if (this.state?.table.result || this.state?.table.closed) return null;
    return this.deciders.find((seat) => isComputer(seats[seat])) ?? null;
  }

  get hidden(): boolean {
    return this.state?.table.secrets ?? true;
  }

  /** The dice of the game. */
  get die(): Die {
    return this.state?.table.die ?? COMMON;
  }

  sideName(seat: Seat | null): string {
    return seat === null ? '' : said(this.state?.table.seats[seat]?.side ?? '');
  }

  /** The drawing of the map with its words in a language. */
  drawn(language: Language, map: string): Promise<string> {
    const drawing = this.drawings.get(language) ?? text(drawingOf(map, language, this.game?.drawing));
    this.drawings.set(language, drawing);
    // Who waits for it hears if it fails, and may ask again.
    drawing.catch(() => this.drawings.delete(language));
    return drawing;
  }

  // ---- coming and going ------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      const [state, catalogue] = await Promise.all([
        this.load(),
        ask<Catalogue>('GET', '/api/catalogue'),
      ]);
      const game = catalogue.games.find((listed) => listed.id === state.table.game);
      const map = state.scene.map;
      this.game = game;
      void this.drawn(settings.language, map);
      const [board] = await Promise.all([ask<Board>('GET', `/api/maps/${map}`), learn(state.table.game)]);
      this.seatColours = seatColours(game, state.table.scenario);
      this.marks = marksOf(state.table.marks);
      this.levels = game?.players ?? [];
      this.area = state.table.in_play?.length ? new Set(state.table.in_play) : null;
      this.grid = new Grid(board);
      this.take(await this.addPart(state), true);
      // Without it nothing is explained, and all can be played.
      this.loadReference().catch(() => undefined);
      this.curtain = state.table.role === 'both' && this.hidden && this.deciders.length > 0;
      this.warn(state);
      this.live = new Live(
        this.token,
        () => ({ as: this.as, number: this.state?.number ?? 0, feed: this.state?.feed_len ?? 0 }),
        (push) => this.receive(push),
        (connection) => (this.connection = connection),
      );
    } catch (error) {
      this.failure = refused(error);
    }
  }

  close(): void {
    this.live?.close();
    clearTimeout(this.quiet);
    clearTimeout(this.pause);
  }

  private load(): Promise<State> {
    return ask<State>('GET', '/api/table', { token: this.token, query: { as: this.as } });
  }

  /**
   * Adds this browser's part to the dice, if they wait for it. The seal of the server's part was shown before, and both are kept
   * to check the dice when the game is over.
   */
  private async addPart(state: State): Promise<State> {
    const { part_due, commitment, role, result } = state.table;
    const kept = keptDice(this.token);
    if (!commitment) return state;
    if (!part_due || (role === 'spectator' && !state.owner)) {
      if (!kept && !result) keepDice(this.token, { commitment, part: null });
      return state;
    }
    const part = kept?.part ?? entropy();
    const seal = kept?.commitment ?? commitment;
    keepDice(this.token, { commitment: seal, part });
    try {
      await again(() => ask<State>('POST', '/api/part', { token: this.token, body: { entropy: part } }));
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'conflict') throw error;
      // It was given from elsewhere meanwhile.
      keepDice(this.token, { commitment: seal, part: null });
    }
    return this.load();
  }

  /** When the game is over, the page checks its dice. */
  private async prove(): Promise<void> {
    if (this.proving || !this.state?.table.result) return;
    this.proving = true;
    try {
      const thrown = readRecord(await text('/api/record', this.token));
      if (!thrown) return;
      const chances = await ask<ChanceTold[]>('GET', '/api/chances', { token: this.token });
      const { feed, feed_from, table } = this.state;
      const takenBack = feed.some(({ what }) => what.kind === 'taken_back') || (feed_from > 0 ? null : false);
      this.proof = check(thrown, {
        chances,
        played: table,
        kept: keptDice(this.token),
        place: table.role === 'seat' ? (table.seat ?? 0) : 0,
        takenBack,
      });
      if (this.proof.faults.length > 0) this.say(t('proof.bad'), true);
    } catch {
      // Without the record there is nothing to say; the next look tries again.
      this.proving = false;
    }
  }

  /** A seat's link that this browser did not get itself was sent by somebody, who looks into the same cards. */
  private warn(state: State): void {
    const { role, secrets, seats } = state.table;
    const people = seats.filter((seat) => !isComputer(seat)).length;
    if (role !== 'seat' || !secrets || people < 2 || isOwn(this.token)) return;
    keepOwn(this.token);
    this.say(t('seat.foreign'), true);
  }

  private receive(push: Push): void {
    if ('state' in push) {
      this.coming = [];
      this.take(push.state, false);
    } else if ('update' in push) this.follows(push.update);
    else if (push.error.error.message) this.say(push.error.error.message, true);
  }

  /** What comes is shown at once; a computer's moves one after the other, so that a person can follow them. */
  private follows(update: Update): void {
    const wait = this.lookedAt - Date.now();
    if (this.coming.length === 0 && !this.held && (wait <= 0 || !settings.follow || document.hidden)) {
      this.show(update);
      return;
    }
    this.coming = [...this.coming, update];
    if (this.held) return;
    if (!settings.follow || document.hidden) this.catchUp();
    else if (this.coming.length === 1) this.pause = setTimeout(() => this.showNext(), wait);
  }

  private show(update: Update): void {
    const news = this.thinker !== null && this.state?.table.role === 'seat' && update.number > this.state.number;
    const seen = update.feed.some(({ what }) => what.kind === 'told') || !!update.scene?.pieces?.length;
    this.take(update, false);
    // Many moves are shown faster than few.
    if (news && seen) this.lookedAt = Date.now() + Math.max(120, Math.min(650, 5000 / (this.coming.length + 1)));
  }

  /** Holds back what comes, or lets it go on. */
  hold(on: boolean): void {
    this.held = on;
    clearTimeout(this.pause);
    if (!on && this.coming.length > 0) this.showNext();
  }

  /** The next of what is held back, and no more. */
  showOne(): void {
    const [next, ...rest] = this.coming;
    this.coming = rest;
    if (next) this.show(next);
  }

  private showNext(): void {
    const [next, ...rest] = this.coming;
    this.coming = rest;
    if (next) this.show(next);
    if (this.coming.length > 0) this.pause = setTimeout(() => this.showNext(), Math.max(0, this.lookedAt - Date.now()));
  }

  /** Everything that has come, at once. */
  catchUp(): void {
    clearTimeout(this.pause);
    this.held = false;
    const all = this.coming;
    this.coming = [];
    for (const update of all) this.take(update, false);
    this.rolls = [];
    this.lookedAt = 0;
  }

  /** Lays what came over what is known. */
  private take(message: State | Update, first: boolean): void {
    const before = this.state;
    const whole = isState(message);
    if (whole && message.owner) this.owner = true;
    const after = whole || !before ? (message as State) : merge(before, message);
    if (!after) {
      void this.refresh();
      return;
    }
    const sameViewer = before !== null && before.table.seat === after.table.seat;
    if (whole && sameViewer && after.number < before.number) return;
    const news = !first && sameViewer ? fresh(before, after) : [];
    this.state = after;
    this.note(before, after, sameViewer);
    if (this.read[this.reader] === undefined) this.read = { ...this.read, [this.reader]: after.feed_len };
    if (before?.number !== after.number || !sameViewer) this.asked.clear();
    if (!sameViewer) this.unasked = [];
    const done = news.flatMap(({ what }) => (what.kind === 'told' && what.unasked && what.told.hexes?.length ? [what.told] : []));
    if (done.length > 0) this.unasked = [...this.unasked, ...done];
    const thrown = news.flatMap(({ what }) => (what.kind === 'told' && (what.told.dice?.length || what.told.drawn) ? [what.told] : []));
    // Computers throw faster than anybody can look.
    const most = after.table.pace ? 1 : before && after.table.seats.some(isComputer) ? 4 : Infinity;
    // What is rolled in a fight is read on the card of that fight.
    const carded = new Set(thrown.length > 0 ? this.results.flatMap(({ lines }) => lines.map(({ told }) => told)) : []);
    const passing = thrown.filter((told) => !carded.has(told));
    if (passing.length > 0) this.rolls = [...this.rolls, ...passing].slice(-most);
    if (!document.hidden) store(this.seenKey, after.feed_len);
    if (after.table.result) void this.prove();
    this.follow();
  }

  /** Keeps what is shown until the player decides anew. */
  private note(before: State | null, after: State, sameViewer: boolean): void {
    const { number, moment, scene, status, feed } = after;
    const frame = { number, moment, scene, status, feed };
    if (!sameViewer) this.since = [frame];
    else if (before?.number !== number) this.since = [...this.since, frame].slice(-MOST_SEEN);
  }

  /** At one screen without secrets the page looks from whoever decides. */
  private follow(): void {
    const to = this.handOver;
    if (to !== null && !this.hidden) void this.lookFrom(to);
  }

  async refresh(): Promise<void> {
    this.coming = [];
    try {
      this.take(await this.load(), false);
    } catch (error) {
      this.complain(error);
    }
  }

  /** At one screen: the page of another seat. */
  async lookFrom(seat: Seat): Promise<void> {
    if (this.as === seat) return;
    this.as = seat;
    try {
      this.take(await this.load(), false);
      this.live?.restart();
    } catch (error) {
      this.complain(error);
    }
  }

  /** The player to whom the screen was handed is here. */
  async lift(): Promise<void> {
    const to = this.handOver;
    if (to !== null) await this.lookFrom(to);
    this.curtain = false;
  }

  /** Whose reading is counted. */
  private get reader(): string {
    return this.hidden ? String(this.state?.table.seat ?? '') : 'all';
  }

  /** The first of the fights is read, or all of them. */
  readResults(all: boolean): void {
    const last = (all ? this.results.at(-1) : this.results[0])?.lines.at(-1);
    if (last) this.read = { ...this.read, [this.reader]: last.at + 1 };
  }

  // ---- doing ------------------------------------------------------------------------------------

  /** Plays an action; what it was stopped by, or null if it was not played. Who says so himself asks for quiet. */
  async act(action: string, quiet = false): Promise<{ stopped?: Stop } | null> {
    const answer = await this.send('/api/act', { on: this.state?.number ?? 0, action });
    const stop = answer?.stopped;
    if (quiet) return answer;
    if (stop?.kind === 'refused') this.say(stop.why, true, stop.rule ?? undefined);
    else if (stop?.kind === 'reveal') this.say(stop.why);
    return answer;
  }

  undo = () => this.send('/api/undo', { on: this.state?.number ?? 0 });
  takeBack = (what: 'ask' | 'grant' | 'refuse') => this.send('/api/take-back', { what });
  resign = () => this.send('/api/resign', {});
  chat = (text: string) => this.send('/api/chat', { text });
  setStanding = (key: string, action: string | null) => this.send('/api/standing', { key, action });
  claim = (what: 'wait' | 'win' | 'computer') => this.send('/api/claim', { what });
  setPace = (pace: { paused?: boolean; speed?: Speed }) => this.send('/api/pace', pace);
  /** What a good computer player would do here. */
  hint = () => ask<Hint>('POST', '/api/hint', { token: this.token, body: this.as === null ? {} : { as: this.as } });

  private async send(path: string, body: Record<string, unknown>): Promise<Acted | null> {
    if (this.busy) return null;
    if (this.coming.length > 0 || this.held) this.catchUp();
    this.busy = true;
    this.unasked = [];
    const seat = this.as === null ? {} : { as: this.as };
    const request = { token: this.token, body: { ...body, ...seat, id: requestId() } };
    try {
      const answer = await again(() => ask<Acted>('POST', path, request));
      if (answer?.update) {
        this.take(answer.update, false);
        // The answer to one's own deed is where the others' deeds begin.
        if (path !== '/api/chat') this.since = this.since.filter(({ number }) => number >= answer.update.number);
      }
      return answer;
    } catch (error) {
      if (error instanceof Refused && error.state) this.take(error.state, false);
      this.complain(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  // ---- asking -----------------------------------------------------------------------------------

  /** Answers about a position are kept until it changes. */
  private about<T>(path: string, query: Record<string, string>): Promise<T> {
    const key = `${path}?${JSON.stringify(query)}`;
    const known = this.asked.get(key);
    if (known) return known as Promise<T>;
    const answer = ask<T>('GET', path, { token: this.token, query: { ...query, as: this.as } });
    this.asked.set(key, answer);
    // What was refused may be asked again.
    answer.catch(() => this.asked.delete(key));
    return answer;
  }

  async why(subject: string): Promise<Reason[]> {
    const answer = await this.about<Reason[] | { reasons: Reason[] }>('/api/why', { subject });
    return Array.isArray(answer) ? answer : answer.reasons;
  }

  /** What the player should know before he decides. */
  briefing = () => this.about<Briefing>('/api/briefing', {});
  reach = (unit: string) => this.about<Reach>('/api/reach', { unit });
  proposals = (subject: string) => this.about<Proposal[]>('/api/proposals', { subject });
  odds = (action: string) => this.about<Odds>('/api/odds', { action });
  /** All that can come of a fight; `answers` are kinds of choices that are taken on the way where they are offered. */
  forecast = (action: string, answers: string[]) => this.about<Forecast>('/api/forecast', { action, answer: answers.join(',') });
  overlay = (kind: string, subject: string) => this.about<Overlay>('/api/overlay', { kind, subject });

  async loadRules(): Promise<void> {
    this.rules ??= await ask<RuleText[]>('GET', `/api/rules/${this.state!.table.game}`);
  }

  async loadReference(): Promise<void> {
    this.reference ??= await ask<Reference>('GET', `/api/games/${this.state!.table.game}/reference`);
    learnCodes(this.reference.glossary);
  }

  async loadCharts(): Promise<void> {
    this.charts ??= await ask<Chart[]>('GET', `/api/charts/${this.state!.table.game}`);
  }

  // ---- saying -----------------------------------------------------------------------------------

  say(text: string, bad = false, rule?: string): void {
    this.notice = { text, bad, rule };
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => (this.notice = null), bad ? 8000 : 4000);
  }

  complain(error: unknown): void {
    const { code, message, rule } = refused(error);
    this.say(code === 'stale' ? t('error.stale') : code === 'unreachable' ? t('error.unreachable') : message || t('error.unknown'), true, rule);
  }
}

async function text(url: string, token?: string): Promise<string> {
  const answer = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  if (!answer.ok) throw new Refused(`status-${answer.status}`, '');
  return answer.text();
}

function refused(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused('unknown', error instanceof Error ? error.message : '');
}

function fresh(before: State, after: State): FeedItem[] {
  const known = before.feed_from + before.feed.length - after.feed_from;
  return after.feed.slice(Math.max(0, known));
}
