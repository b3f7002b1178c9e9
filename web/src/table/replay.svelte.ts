// The game again, position by position, as far as the viewer saw it.

import { ask } from '../lib/api';
import { isState, mergeScene } from '../lib/merge';
import { type Moment, momentAt, placeOf } from '../lib/moments';
import type { FeedItem, Replay, Scene, Seat, Status, Update } from '../wire';

export interface Frame {
  number: number;
  /** The same to everybody, unlike the number. */
  moment: number;
  scene: Scene;
  status: Status;
  feed: FeedItem[];
}

const CHUNK = 200;
/** Positions a second. */
export const SPEEDS = [1, 2, 4, 8];

export class ReplayShow {
  frames = $state.raw<Frame[]>([]);
  total = $state(0);
  /** Whether it begins where the game does. */
  whole = true;
  /** Whether everything lies open, as it does after the end. */
  open = $state(false);
  at = $state(0);
  playing = $state(false);
  speed = $state(2);
  frame = $derived(this.frames[this.at]);
  /** Where each turn begins: its number and the index of its first position. */
  turns = $derived.by(() => {
    const starts: { turn: number; index: number }[] = [];
    this.frames.forEach(({ status }, index) => {
      if (starts.at(-1)?.turn !== status.turn) starts.push({ turn: status.turn, index });
    });
    return starts;
  });

  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly token: string,
    private readonly seat: Seat | null,
  ) {}

  /** Positions that have been shown already, at one of them. */
  static of(token: string, seat: Seat | null, frames: Frame[], at: number): ReplayShow {
    const show = new ReplayShow(token, seat);
    show.whole = false;
    show.frames = frames;
    show.total = frames.at(-1)?.number ?? 0;
    show.at = Math.min(frames.length - 1, Math.max(0, at));
    return show;
  }

  /** Loads everything, piece by piece, and shows the moment or the beginning. */
  async load(moment: Moment | null): Promise<void> {
    let from = 0;
    do {
      const part: Replay = await ask('GET', '/api/replay', {
        token: this.token,
        query: { from, count: CHUNK, as: this.seat },
      });
      this.total = part.total;
      this.open = part.open;
      const more = unfold(part, this.frames.at(-1));
      if (more.length === 0) break;
      this.frames = [...this.frames, ...more];
      from = this.frames.at(-1)!.number + 1;
    } while (from <= this.total);
    this.at = moment === null ? 0 : placeOf(this.frames, moment);
  }

  /** The moment that is shown, as others find it. */
  get moment(): Moment {
    return momentAt(this.frames, this.at);
  }

  go(to: number): void {
    this.at = Math.min(this.frames.length - 1, Math.max(0, to));
    if (this.at === this.frames.length - 1) this.pause();
  }

  play(): void {
    if (this.at >= this.frames.length - 1) this.at = 0;
    this.playing = true;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.go(this.at + 1), 1000 / this.speed);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.timer);
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    if (this.playing) this.play();
  }
}

/** The positions of a part of a replay: each one is the one before it, changed. */
export function unfold(part: Replay, before: Frame | undefined): Frame[] {
  const frames: Frame[] = [];
  const [first, ...others] = part.states;
  if (!first || !isState(first)) return frames;
  let frame: Frame = { number: first.number, moment: first.moment, scene: first.scene, status: first.status, feed: before ? join(before.feed, first.feed) : first.feed };
  frames.push(frame);
  for (const other of others) {
    frame = isState(other) ? { ...frame, number: other.number, moment: other.moment, scene: other.scene, status: other.status } : next(frame, other);
    frames.push(frame);
  }
  return before ? frames.filter(({ number }) => number > before.number) : frames;
}

function next(frame: Frame, update: Update): Frame {
  return {
    number: update.number,
    moment: update.moment,
    scene: update.scene ? mergeScene(frame.scene, update.scene) : frame.scene,
    status: update.status ?? frame.status,
    feed: update.feed.length > 0 ? [...frame.feed, ...update.feed] : frame.feed,
  };
}

/** The feed of a whole position replaces what is known, unless it tells only what is new. */
function join(known: FeedItem[], told: FeedItem[]): FeedItem[] {
  return told.length >= known.length ? told : [...known, ...told];
}
