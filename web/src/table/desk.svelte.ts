// What the player has under his hand: the selected hex and unit, the choice that is considered, panels and overlays.

import { tick } from 'svelte';
import { colours } from '../board/colours';
import type { Arrow } from '../board/grid';
import { toned } from '../board/badges';
import { byHex } from '../board/stacks';
import { decimal, t } from '../i18n';
import { Refused } from '../lib/api';
import * as choosing from '../lib/choosing';
import { codes } from '../lib/codes.svelte';
import { said } from '../lib/said.svelte';
import { moving, settings } from '../lib/settings.svelte';
import type { BoardHex, Choice, Forecast, Hint, Lookup, Odds, Overlay, OverlayInfo, Piece, Proposal, Reach, ReachHex, Reason, Scene, Status } from '../wire';
import type { ReplayShow } from './replay.svelte';
import type { Table } from './table.svelte';

/** Why the board looks somewhere: the player wants it, he is asked something there, or something happens there. */
export type Why = 'wish' | 'asked' | 'news';

export type Tab = 'orders' | 'forces' | 'log' | 'rules' | 'charts' | 'game';

/** Milliseconds between the steps of who leads for the player. */
const LED = 260;

export class Desk {
  tab = $state<Tab>('orders');
  /** On narrow screens: whether the panel covers more than a strip. */
  raised = $state(false);
  hex = $state<string | null>(null);
  unit = $state<string | null>(null);
  cursor = $state<string | null>(null);
  /** The choice under the pointer or the focus. */
  hovered = $state.raw<Choice | null>(null);
  /** Several choices mean the same hex: they are offered beside it, and the way there if it goes in another manner. */
  menu = $state.raw<{ hex: string; choices: Choice[]; way: ReachHex | null } | null>(null);
  /** Attacks on a hex that are weighed before one of them is declared. */
  attack = $state.raw<{ hex: string; choices: Choice[] } | null>(null);
  /** The formation under the pointer or the focus: all its units are lit. */
  formation = $state<string | null>(null);
  /** A fight or check that is considered before it is committed. */
  fight = $state.raw<{ choice: Choice; odds: Odds | null; failure: string } | null>(null);
  /** All that can come of that fight, and the answers that were asked for, by what is asked. */
  ahead = $state.raw<{ prefer: Record<string, string>; forecast: Forecast | null; failure: string; busy: boolean } | null>(null);
  /** What the computer advises; without advice yet, it thinks. */
  hint = $state.raw<{ advice: Hint | null; choice: Choice | null } | null>(null);
  /** The computer leads this activation for the player. */
  leading = $state(false);
  reach = $state.raw<Reach | null>(null);
  way = $state.raw<ReachHex | null>(null);
  /** Where somebody was going when something came between: if he still can, the rest of the way is shown again. */
  private bound: { unit: string; hex: string } | null = null;
  /** What the program proposes to do with several pieces, and one looks at. */
  plan = $state.raw<Proposal | null>(null);
  overlay = $state.raw<{ info: OverlayInfo; subject: string; shown: Overlay } | null>(null);
  reasons = $state.raw<{ subject: string; list: Reason[] } | null>(null);
  rule = $state<string | null>(null);
  replay = $state.raw<ReplayShow | null>(null);
  /** Whether the last choice was made by keys: then the next one gets the focus. */
  byKeys = false;
  /** Spoken to screen readers. */
  spoken = $state('');
  /** Where the board is to look. */
  goal = $state.raw<{ hexes: string[]; why: Why }>({ hexes: [], why: 'wish' });

  /** Whether the computer may be asked what it would do. */
  canHint = $derived.by(() => this.table.mine && !this.replay && !this.table.curtain && this.table.state?.table.terms.hints === true && this.table.game?.hints === true);
  /** The choice that is lit on the board. */
  lit = $derived(this.hovered ?? this.hint?.choice ?? null);

  /** What is shown: the game as it stands, or a moment of the replay. */
  scene = $derived.by((): Scene | null => this.replay?.frame?.scene ?? this.table.state?.scene ?? null);
  status = $derived.by((): Status | null => this.replay?.frame?.status ?? this.table.state?.status ?? null);
  /** What came of fights is read before one decides again. */
  holding = $derived.by(() => this.table.mine && !this.replay && !this.table.curtain && this.table.results.length > 0);
  choices = $derived.by((): Choice[] => (this.replay || this.table.curtain || this.holding ? [] : (this.table.state?.choices ?? [])));
  paints = $derived.by(() => colours(this.table.seatColours, this.scene?.formations ?? [], settings.palette, this.table.marks));
  /** The hexes that the scenario is played in, if that is not the whole map. */
  area = $derived.by((): ReadonlySet<string> | null => this.table.area);
  /** Who is in hand: he acts, and has not done so. */
  held = $derived(choosing.held(this.choices));
  /** The pieces as they are shown: who is in hand is not pale. */
  private shown = $derived.by((): Piece[] => {
    const { marks } = this.table;
    return (this.scene?.pieces ?? []).map((piece) => {
      if (!this.held.has(piece.id) || !toned(marks, piece.badges, 'spent')) return piece;
      return { ...piece, badges: piece.badges.filter((badge) => marks.get(badge)?.tone !== 'spent') };
    });
  });
  stacks = $derived(byHex(this.shown));
  hand = $derived(this.unit ?? choosing.inHand(this.choices));
  targets = $derived(choosing.targets(this.choices, this.hand));
  places = $derived(choosing.places(this.choices, this.hand));
  live = $derived(choosing.live(this.choices));
  /** Every hex that is asked about now. */
  asked = $derived.by(() => choosing.hexes(choosing.about(this.choices, this.hand), (id) => this.pieces.get(id)?.hex));
  compass = $derived.by(() => choosing.compass(choosing.about(this.choices, this.hand), this.table.grid?.board.facings ?? []));
  pieces = $derived(
    new Map([...this.shown, ...(this.scene?.boxes.flatMap((bin) => bin.pieces) ?? [])].map((p) => [p.id, p])),
  );
  /** The last line that names a hex. */
  event = $derived.by((): string[] => {
    const feed = this.replay?.frame?.feed ?? this.table.state?.feed ?? [];
    const last = feed.findLast(({ what }) => what.kind === 'told' && what.told.hexes?.length);
    return last?.what.kind === 'told' ? (last.what.told.hexes ?? []) : [];
  });
  lookups = $derived.by((): Lookup[] => {
    if (this.fight?.odds?.lookups?.length) return this.fight.odds.lookups;
    const feed = this.replay?.frame?.feed ?? this.table.state?.feed ?? [];
    const last = feed.findLast(({ what }) => what.kind === 'told' && what.told.lookup);
    return last?.what.kind === 'told' && last.what.told.lookup ? [last.what.told.lookup] : [];
  });

  private line = 0;

  constructor(readonly table: Table) {}

  /** After every change of the position: what was considered is no longer so. */
  clear(): void {
    this.menu = null;
    this.attack = null;
    this.fight = null;
    this.ahead = null;
    this.hint = null;
    this.way = null;
    this.plan = null;
    this.hovered = null;
    this.reasons = null;
    if (this.unit && !this.live.has(this.unit)) this.unit = null;
    this.followHand();
    void this.loadReach();
    if (this.overlay) void this.showOverlay(this.overlay.info, this.overlay.subject);
  }

  /** The inspector shows who is in hand, wherever he goes. */
  private followHand(): void {
    const unit = choosing.inHand(this.choices);
    const at = unit && this.pieces.get(unit)?.hex;
    if (at) {
      this.hex = at;
      void this.explain(unit);
    } else if (this.hex) void this.explain(this.hex);
  }

  // ---- choosing ---------------------------------------------------------------------------------

  pickHex(hex: string): void {
    const there = this.stacks.get(hex) ?? [];
    this.menu = null;
    this.attack = null;
    const same = this.way?.hex === hex;
    const choices = choosing.at(this.choices, hex, this.hand, there);
    const attacks = there.some(({ seat }) => seat !== this.table.viewer) ? choosing.attacks(choices, hex, null) : [];
    // Who could make it is weighed first, wherever there is something to weigh.
    if (attacks.length > 0 && attacks.length === choices.length && (attacks.length > 1 || attacks[0]!.could?.length)) {
      this.select(hex);
      this.fight = null;
      this.attack = { hex, choices: attacks };
      this.tab = 'orders';
      this.raised = true;
      this.speak(t('speak.attack', { n: attacks.length }));
      return;
    }
    // What is told of a hex can be done there: if no choice goes the way that is told, the way is offered too.
    const way = choosing.wayBeside(this.reach, hex, choices);
    if (choices.length === 1 && !way) {
      this.select(hex);
      this.choose(choices[0]!);
      return;
    }
    if (choices.length > 0) {
      this.select(hex);
      this.menu = { hex, choices, way };
      this.speak(t('speak.menu', { n: choices.length + (way ? 1 : 0) }));
      return;
    }
    const movable = there.find((piece) => this.live.has(piece.id) && piece.id !== this.hand);
    if (movable) {
      this.select(hex);
      this.pickUnit(movable.id);
      return;
    }
    if (way) {
      if (same) void this.go();
      else this.showWay(way);
      return;
    }
    this.select(hex);
    this.tab = 'orders';
    const own = there.filter((piece) => piece.seat === this.table.viewer);
    void this.explain(own.length === 1 ? own[0]!.id : hex);
  }

  /** A way before it is gone. */
  showWay(way: ReachHex): void {
    this.menu = null;
    this.way = way;
    this.tab = 'orders';
    this.speak(`${t('way.title', { hex: way.hex, cost: decimal(way.cost, 2) })} ${way.reactions.map(said).join(' ')}`);
  }

  pickUnit(id: string): void {
    const piece = this.pieces.get(id);
    if (piece?.hex) this.select(piece.hex);
    this.menu = null;
    this.way = null;
    this.bound = null;
    if (this.live.has(id)) {
      this.unit = this.unit === id ? null : id;
      void this.loadReach();
      this.look([...this.asked], 'asked');
    }
    this.tab = 'orders';
    void this.explain(id);
  }

  /** A choice is taken; a fight is shown first, since dice are not taken back. */
  choose(choice: Choice): void {
    this.menu = null;
    this.way = null;
    this.bound = null;
    if (choice.odds && this.fight?.choice.action !== choice.action) {
      void this.consider(choice);
      return;
    }
    this.raised = false;
    void this.table.act(choice.action);
  }

  private async consider(choice: Choice): Promise<void> {
    this.fight = { choice, odds: null, failure: '' };
    this.ahead = null;
    this.tab = 'orders';
    this.raised = true;
    try {
      const odds = await this.table.odds(choice.action);
      if (this.fight?.choice === choice) this.fight = { choice, odds, failure: '' };
    } catch (error) {
      if (this.fight?.choice === choice) {
        this.fight = { choice, odds: null, failure: error instanceof Refused ? error.message : '' };
      }
    }
  }

  /** Looks the fight that is considered ahead to its end. */
  async lookAhead(prefer: Record<string, string>): Promise<void> {
    const choice = this.fight?.choice;
    if (!choice?.fight) return;
    // What was found before stays in sight until the new comes.
    const looking = { prefer, forecast: this.ahead?.forecast ?? null, failure: '', busy: true };
    this.ahead = looking;
    try {
      const forecast = await this.table.forecast(choice.action, Object.values(prefer));
      if (this.ahead !== looking) return;
      this.ahead = { prefer, forecast, failure: '', busy: false };
      this.speak(t('ahead.ready'));
    } catch (error) {
      const failure = error instanceof Refused && error.message ? error.message : t('error.unknown');
      if (this.ahead === looking) this.ahead = { ...looking, failure, busy: false };
    }
  }

  /** Asks the computer what it would do here. */
  async askHint(): Promise<void> {
    if (!this.canHint || this.hint) return;
    const asking = { advice: null, choice: null };
    this.hint = asking;
    this.tab = 'orders';
    this.raised = true;
    try {
      const advice = await this.table.hint();
      if (this.hint !== asking) return;
      const choice = this.choices.find(({ action }) => action === advice.action) ?? null;
      this.hint = { advice, choice };
      this.look([...this.hexesOf(choice), ...this.course.flatMap(({ from, to }) => [from, to])]);
      this.speak(`${t('hint.label')}: ${choice ? said(choice.sentence) : advice.action}`);
    } catch (error) {
      if (this.hint === asking) this.hint = null;
      this.table.complain(error);
    }
  }

  /** Where a choice points and whom it is about. */
  hexesOf(choice: Choice | null): string[] {
    const units = [...(choice?.units ?? []), ...(choice?.could ?? [])].flatMap((id) => this.pieces.get(id)?.hex ?? []);
    return choice?.hex ? [choice.hex, ...units] : units;
  }

  /** Does the step that the computer advises. As long as its course goes on, the next step is shown. */
  async takeHint(): Promise<void> {
    const advice = this.hint?.advice;
    this.hint = null;
    this.raised = false;
    if (!advice || !(await this.table.act(advice.action))) return;
    // What was considered is cleared first.
    await tick();
    await tick();
    if (advice.steps.length > 1 && this.choices.some(({ action }) => action === advice.steps[1]!.action)) void this.askHint();
  }

  /** The computer leads until the activation is over, or until it is told to stop. */
  async lead(): Promise<void> {
    if (this.leading) return;
    this.leading = true;
    this.hint = null;
    const seat = this.table.viewer;
    const phase = () => `${this.table.state?.status.turn} ${this.table.state?.status.phase}`;
    let led = phase();
    let course: Choice[] = [];
    let first: Choice | null = null;
    let goes = true;
    try {
      while (this.leading) {
        // What the other side is asked on the way is for the other side, at one screen too.
        const mine = this.table.mine && this.table.viewer === seat && !this.table.curtain;
        if (phase() !== led) {
          // What begins with a choice of who acts goes on as long as he does.
          if (!mine || !goes) break;
          led = phase();
        }
        if (!mine) {
          if (this.table.state?.table.result || this.table.deciders.length === 0) break;
          await new Promise((resolve) => setTimeout(resolve, 100));
          continue;
        }
        goes = first === null;
        // The course that was advised, as long as its next step is offered; then what is advised from there.
        let next = course.shift();
        const offered = (step: Choice) => this.table.state?.choices.some(({ action, sentence }) => action === step.action && sentence === step.sentence);
        if (!next || !offered(next)) {
          course = [...(await this.table.hint()).steps];
          next = course.shift();
        }
        if (!next || !this.leading || !(await this.table.act(next.action, true))) break;
        first ??= next;
        goes &&= !first.declines;
        this.speak(said(next.sentence));
        // So that it can be watched.
        await new Promise((resolve) => setTimeout(resolve, moving() ? LED : 0));
      }
    } catch (error) {
      this.table.complain(error);
    } finally {
      this.leading = false;
    }
  }

  /** The course of the advice on the map: in which step who goes or strikes from where to where. Who comes onto the map begins where he enters. */
  course = $derived.by((): { step: number; from: string; to: string; strikes: boolean }[] => {
    const at = new Map<string, string>();
    const lines: { step: number; from: string; to: string; strikes: boolean }[] = [];
    let hand: string[] = [];
    (this.hint?.advice?.steps ?? []).forEach(({ units, hex, target }, i) => {
      if (units?.length) hand = units;
      // A marker that is laid, against whom: it has nobody in hand yet.
      if (hex && target) {
        lines.push({ step: i + 1, from: hex, to: target, strikes: true });
        return;
      }
      for (const unit of hex ? hand : []) {
        const from = at.get(unit) ?? this.pieces.get(unit)?.hex ?? hex!;
        const seat = this.pieces.get(unit)?.seat;
        if (seat !== this.table.viewer || (from === hex && (at.has(unit) || this.pieces.get(unit)?.hex))) continue;
        const strikes = (this.stacks.get(hex!) ?? []).some((piece) => piece.seat !== seat);
        lines.push({ step: i + 1, from, to: hex!, strikes });
        // Who is given a place farther off has not gone there yet.
        if (!strikes && (from === hex || this.table.grid?.beside(from, hex!))) at.set(unit, hex!);
      }
    });
    return lines;
  });

  /** Goes the way that is shown, as the rules play it, until something stops it. */
  async go(): Promise<void> {
    const way = this.way;
    const unit = this.hand;
    if (!way || !unit) return;
    this.way = null;
    this.raised = false;
    const stop = (await this.table.act(way.action, true))?.stopped;
    if (!stop) return;
    const at = this.pieces.get(unit)?.hex;
    if (stop.kind !== 'refused' && stop.kind !== 'over' && at !== way.hex) {
      this.bound = { unit, hex: way.hex };
      void this.loadReach();
    }
    this.table.say(t('way.stopped', { hex: at ?? way.hex, why: said(stop.why) }), stop.kind === 'refused', stop.rule ?? undefined);
  }

  /** What came of a fight is read, or of all of them; then one decides. */
  readOn(all: boolean): void {
    this.table.readResults(all);
    if (this.holding) return;
    this.raised = false;
    this.followHand();
    this.attend();
    void this.loadReach();
  }

  /** Shows a proposal on the map. */
  weigh(plan: Proposal): void {
    this.plan = plan;
    this.look(plan.places.flatMap(({ from, hex }) => [from, hex]));
  }

  /** Declares what is proposed, and lets everybody go to his place as far as nothing comes between. */
  async follow(plan: Proposal, march: boolean): Promise<void> {
    if (!(await this.table.act(plan.action)) || !march) return;
    for (const move of plan.then) {
      const place = plan.places.find(({ unit }) => move.split(' ').includes(unit));
      const arrived = () => this.pieces.get(place?.unit ?? '')?.hex === place?.hex;
      // A roll on the way stops who moves; who is still in hand after it goes on.
      for (let goes = true; goes; ) {
        const answer = await this.table.act(move, true);
        if (!answer || !this.table.mine || this.holding) return;
        const stop = answer.stopped;
        if (stop && stop.kind !== 'roll' && !arrived()) {
          this.table.say(stop.why, true, stop.rule ?? undefined);
          return;
        }
        goes = stop?.kind === 'roll' && !arrived() && place !== undefined && choosing.inHand(this.choices) === place.unit;
      }
    }
  }

  private async loadReach(): Promise<void> {
    const unit = this.hand;
    if (!unit || this.replay || this.status?.prompt.still || !this.table.mine || !this.pieces.get(unit)?.hex) {
      this.reach = null;
      return;
    }
    try {
      const reach = await this.table.reach(unit);
      if (this.hand !== unit) return;
      const hexes = reach.hexes.filter((way) => way.ready);
      this.reach = hexes.length > 0 ? { ...reach, hexes } : null;
      if (this.bound?.unit !== unit) return;
      this.way ??= choosing.wayTo(this.reach, this.bound.hex);
      this.bound = null;
    } catch {
      this.reach = null;
    }
  }

  private select(hex: string): void {
    if (this.hex === hex) return;
    this.hex = hex;
    this.reasons = null;
    if (this.overlay?.info.subject === 'hex') void this.showOverlay(this.overlay.info, hex);
    void this.explain(hex);
  }

  /** Why a unit or a hex can do nothing now, and what it is. */
  async explain(subject: string): Promise<void> {
    // Reasons are of the present: a moment of the replay shows what stood there then, and no more.
    if (this.replay) {
      this.reasons = null;
      return;
    }
    try {
      const list = await this.table.why(subject);
      this.reasons = { subject, list };
    } catch {
      // What is hidden cannot be explained; the inspector shows what is known.
      this.reasons = null;
    }
  }

  /** What is shown from now on is a moment of the past. */
  watch(show: ReplayShow): void {
    this.replay = show;
    this.overlay = null;
    this.clear();
  }

  leave(): void {
    if (this.menu) this.menu = null;
    else if (this.attack && !this.fight) this.attack = null;
    else if (this.hint) this.hint = null;
    else if (this.fight && this.ahead) this.ahead = null;
    else if (this.fight) this.fight = null;
    else if (this.way) this.way = null;
    else if (this.plan) this.plan = null;
    else if (this.overlay) this.overlay = null;
    else if (this.unit) this.unit = null;
    else {
      this.hex = null;
      this.cursor = null;
      this.reasons = null;
    }
  }

  // ---- looking ----------------------------------------------------------------------------------

  look(hexes: string[], why: Why = 'wish'): void {
    if (hexes.length > 0) this.goal = { hexes, why };
  }

  /** Looks where something is asked, or where others are at work. */
  attend(): void {
    if (this.table.mine) this.look([...this.asked, ...(this.status?.prompt.hexes ?? [])], 'asked');
    else if (this.table.thinker !== null) this.look(this.event, 'news');
  }

  lookAtUnit(id: string): void {
    const piece = this.pieces.get(id);
    if (!piece?.hex) return;
    this.select(piece.hex);
    this.look([piece.hex]);
    void this.explain(id);
  }

  lookAtHex(hex: string): void {
    this.select(hex);
    this.look([hex]);
  }

  /** The next unit that can act, after the one that is selected; where places are chosen, the next of them. */
  nextUnit(): void {
    const able = (this.scene?.pieces ?? []).filter((piece) => piece.hex && this.live.has(piece.id));
    const places = able.length > 0 ? [...new Set(able.map((piece) => piece.hex!))] : [...this.targets];
    if (places.length === 0) {
      this.table.say(t('board.nobody'));
      return;
    }
    const hex = places[(places.indexOf(this.hex ?? '') + 1) % places.length]!;
    const unit = able.findLast((piece) => piece.hex === hex);
    this.cursor = hex;
    if (unit) this.lookAtUnit(unit.id);
    else this.lookAtHex(hex);
    this.speak(this.describe(hex));
  }

  openRule(citation: string): void {
    this.rule = citation.split(' ').at(-1) ?? citation;
    this.tab = 'rules';
    this.raised = true;
  }

  openRuling(id: string): void {
    this.rule = id;
    this.tab = 'rules';
    this.raised = true;
  }

  async showOverlay(info: OverlayInfo, subject = this.subjectFor(info)): Promise<void> {
    if (this.replay) {
      this.overlay = null;
      this.table.say(t('overlay.replay'));
      return;
    }
    if (info.subject !== 'none' && !subject) {
      this.table.say(info.subject === 'hex' ? t('overlay.needHex') : t('overlay.needUnit'));
      return;
    }
    try {
      const shown = await this.table.overlay(info.id, subject);
      this.overlay = { info, subject, shown };
    } catch (error) {
      this.overlay = null;
      this.table.complain(error);
    }
  }

  toggleOverlay(info: OverlayInfo): void {
    if (this.overlay?.info.id === info.id) this.overlay = null;
    else void this.showOverlay(info);
  }

  private subjectFor(info: OverlayInfo): string {
    if (info.subject === 'hex') return this.hex ?? this.cursor ?? '';
    if (info.subject === 'unit') return this.hand ?? (this.hex ? (this.stacks.get(this.hex)?.at(-1)?.id ?? '') : '');
    return '';
  }

  // ---- keyboard ---------------------------------------------------------------------------------

  /** Moves the cursor one hex. */
  step(arrow: Arrow): void {
    const grid = this.table.grid;
    if (!grid) return;
    const from = grid.get(this.cursor) ?? grid.get(this.hex) ?? grid.get(this.event[0]) ?? grid.board.hexes[0];
    if (!from) return;
    const to = this.cursor ? grid.step(from, arrow, this.line) : from;
    if (!to) return;
    const across = grid.flatTop ? arrow === 'left' || arrow === 'right' : arrow === 'up' || arrow === 'down';
    if (!across || !this.cursor) this.line = grid.flatTop ? to.y : to.x;
    this.cursor = to.id;
    this.speak(this.describe(to.id));
  }

  speak(text: string): void {
    this.spoken = text;
  }

  /** A hex in words. */
  describe(id: string): string {
    const hex = this.table.grid?.get(id);
    if (!hex) return '';
    const name = hex.place ? `${said(hex.place)} (${id})` : id;
    const pieces = (this.stacks.get(id) ?? []).map((piece) => this.describePiece(piece));
    const choices = choosing.at(this.choices, id, this.hand, this.stacks.get(id) ?? []);
    const can = choices.length === 1 ? said(choices[0]!.sentence) : choices.length > 1 ? t('speak.choices', { n: choices.length }) : '';
    return [`${name}, ${this.ground(hex)}`, ...pieces, can].filter(Boolean).join('. ');
  }

  /** The ground of a hex in words; features in machine's words are left out. */
  ground(hex: BoardHex): string {
    const words = [hex.terrain, ...hex.features.filter((feature) => !/[_-]/.test(feature))];
    if (hex.level) words.push(t('hex.level', { n: hex.level }));
    return [...new Set(words)].map(said).join(', ');
  }

  describePiece(piece: Piece): string {
    const values = piece.values.map((figure) => `${codes().spelled(said(figure.label))} ${figure.now}`).join(', ');
    const state = [...(this.held.has(piece.id) ? [t('piece.held')] : []), ...piece.badges.map(said)].join(', ');
    return [`${this.table.sideName(piece.seat)}: ${said(piece.name)}`, said(piece.kind), values, state].filter(Boolean).join(', ');
  }
}
