// Draws one frame of the board: map, overlay, what can be chosen, flags, counters, markers, path, cursor.

import { DISPLAY, NARROW } from '../lib/fonts';
import { type Lying, restsAt } from '../lib/tracks';
import type { Control, Marker, Overlay, Class } from '../wire';
import { type Camera, type Point, type Size, toWindow } from './camera';
import type { Colours } from './colours';
import { lightness } from './counter';
import type { Grid } from './grid';
import type { Ground } from './ground';
import type { Sprites } from './sprites';
import type { Laid } from './stacks';

export interface Picture {
  camera: Camera;
  view: Size;
  ratio: number;
  /** What is seen beyond the edge of the sheet. */
  background: string;
  laid: Laid[];
  fanned: Laid[];
  control: Control[];
  markers: Marker[];
  /** Markers on the tracks that are printed on the sheet, each in the colour of what it stands for. */
  tracks: { lying: Lying; colour: string | null }[];
  overlay: Overlay | null;
  /** Hexes and counters that can be chosen now. */
  targets: ReadonlySet<string>;
  live: ReadonlySet<string>;
  /** What the choice under the pointer is about. */
  strong: { hexes: ReadonlySet<string>; units: ReadonlySet<string> };
  /** What that choice does: from where to where, and whether it is an attack. */
  deeds: { from: string; to: string; hot: boolean }[];
  /** Counters that are in hand. */
  held: ReadonlySet<string>;
  costs: ReadonlyMap<string, string>;
  path: string[];
  /** Directions that can be chosen, around a hex. */
  compass: { hex: string; degrees: number[] } | null;
  event: string[];
  cursor: string | null;
  selected: string | null;
  hover: string | null;
}

/** Colours of overlay classes; the pattern tells them apart without colour. */
export const CLASSES: Record<Class, { colour: string; pattern: Pattern }> = {
  a: { colour: '#1f5fae', pattern: 'rising' },
  b: { colour: '#c2410c', pattern: 'falling' },
  both: { colour: '#7e3794', pattern: 'crossed' },
  good: { colour: '#1b7f4b', pattern: 'dots' },
  bad: { colour: '#b3261e', pattern: 'crossed' },
  near: { colour: '#b98900', pattern: 'plain' },
  far: { colour: '#8a6d1f', pattern: 'rising' },
  blocked: { colour: '#3a3226', pattern: 'falling' },
};

type Pattern = 'plain' | 'rising' | 'falling' | 'crossed' | 'dots';

const GOLD = '#ffc93c';

/** Places in the order in which they follow each other, from one end to the other. */
export function along<P extends Point>(places: P[]): P[] {
  if (places.length < 3) return places;
  const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
  // One end is as far as can be from any other place.
  const end = places.map((place) => Math.max(...places.map((other) => far(place, other))));
  const first = places[end.indexOf(Math.max(...end))]!;
  return [...places].sort((a, b) => far(first, a) - far(first, b));
}

/** Two letters that stand for a name. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean);
  return words.length > 1 ? `${words[0]![0]}${words[1]![0]}` : name.slice(0, 2);
}

export class Painter {
  private readonly patterns = new Map<Class, CanvasPattern>();

  constructor(
    private readonly grid: Grid,
    private readonly ground: Ground,
    private readonly sprites: Sprites,
    private readonly colours: () => Colours,
  ) {}

  draw(context: CanvasRenderingContext2D, picture: Picture): void {
    const { camera, view, ratio } = picture;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = picture.background;
    context.fillRect(0, 0, view.width, view.height);
    this.ground.draw(context, camera, view, ratio);
    this.sprites.begin(this.ground.isSharp);
    const left = view.width / 2 - camera.x * camera.scale;
    const top = view.height / 2 - camera.y * camera.scale;
    context.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * left, ratio * top);
    if (picture.overlay) this.overlay(context, picture, picture.overlay);
    this.tracks(context, picture);
    this.choosable(context, picture);
    this.flags(context, picture);
    for (const { look, hex, count } of picture.markers) {
      const at = look === 'cloud' && this.grid.get(hex);
      if (at) this.cloud(context, at, count);
    }
    this.haloes(context, picture);
    this.counters(context, picture, picture.laid);
    const links = picture.markers.filter(({ look }) => look === 'chain');
    for (const chain of Map.groupBy(links, ({ kind, seat }) => `${seat} ${kind}`).values()) this.chain(context, chain);
    for (const marker of picture.markers) this.marker(context, marker);
    this.inHand(context, picture);
    for (const deed of picture.deeds) {
      const [from, to] = [this.grid.get(deed.from), this.grid.get(deed.to)];
      if (from && to) this.arrow(context, from, to, deed.hot ? '#a3180f' : '#7a2e22', deed.hot ? 0.12 : 0.08);
    }
    this.path(context, picture);
    this.compass(context, picture);
    this.outlines(context, picture);
    if (picture.fanned.length > 0) this.fan(context, picture);
  }

  /** Whether something was put off and wants another frame. */
  get late(): boolean {
    return this.sprites.late;
  }

  /** Where the turn, the moods and the like stand on the sheet. */
  private tracks(context: CanvasRenderingContext2D, { tracks }: Picture): void {
    for (const { lying, colour } of tracks) {
      const { left, top, right, bottom } = lying.box;
      if (lying.alone) {
        // The only one: its whole box is marked, and what is printed in it stays to be read.
        const wide = (bottom - top) * 0.09;
        for (const [width, style] of [
          [wide * 1.7, '#fff8e6'],
          [wide, '#a3180f'],
        ] as const) {
          context.beginPath();
          context.roundRect(left, top, right - left, bottom - top, wide);
          context.lineWidth = width;
          context.strokeStyle = style;
          context.stroke();
        }
        continue;
      }
      const { x, y, radius } = restsAt(lying);
      const fill = colour ?? '#2a2118';
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = fill;
      context.fill();
      context.lineWidth = radius * 0.16;
      context.strokeStyle = '#2a2118';
      context.stroke();
      context.font = `700 ${radius * 1.05}px ${NARROW}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = lightness(fill) > 0.55 ? '#17120a' : '#ffffff';
      context.fillText(initials(lying.marker.label), x, y + radius * 0.06);
    }
  }

  private hexes(ids: Iterable<string>, part: number): Path2D {
    const path = new Path2D();
    for (const id of ids) {
      const hex = this.grid.get(id);
      if (hex) this.grid.trace(path, hex, part);
    }
    return path;
  }

  /** A line through places that follow each other, and from where each piece comes that goes there. */
  private chain(context: CanvasRenderingContext2D, markers: Marker[]): void {
    const places = along(markers.flatMap((marker) => this.grid.get(marker.hex) ?? []));
    if (places.length === 0) return;
    const unit = this.grid.size;
    context.lineJoin = context.lineCap = 'round';
    // From where each of them comes.
    context.setLineDash([unit * 0.14, unit * 0.12]);
    context.lineWidth = unit * 0.06;
    context.strokeStyle = '#1d4f91';
    context.beginPath();
    for (const marker of markers) {
      const [place, from] = [this.grid.get(marker.hex), this.grid.get(marker.target)];
      if (!place || !from || place === from) continue;
      context.moveTo(from.x, from.y);
      context.lineTo(place.x, place.y);
    }
    context.stroke();
    context.setLineDash([]);
    for (const [width, style] of [
      [0.3, 'rgba(255,248,230,0.9)'],
      [0.18, '#1d4f91'],
    ] as const) {
      context.beginPath();
      places.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.lineWidth = unit * width;
      context.strokeStyle = style;
      context.stroke();
    }
    for (const { x, y } of places) {
      context.beginPath();
      context.arc(x, y, unit * 0.2, 0, 2 * Math.PI);
      context.fillStyle = '#1d4f91';
      context.fill();
      context.lineWidth = unit * 0.06;
      context.strokeStyle = '#fff8e6';
      context.stroke();
    }
  }

  /** A grey puff over the upper edge of the hex, behind the counters, so that they can be read. */
  private cloud(context: CanvasRenderingContext2D, hex: Point, count?: number): void {
    const unit = this.grid.size;
    const puffs = [
      [-0.56, 0.06, 0.28],
      [-0.22, -0.14, 0.34],
      [0.2, -0.12, 0.36],
      [0.56, 0.08, 0.27],
      [0, 0.1, 0.3],
    ] as const;
    const top = hex.y - unit * 0.6;
    for (const [grow, style] of [
      [1.12, 'rgba(60,58,54,0.35)'],
      [1, 'rgba(222,220,214,0.8)'],
    ] as const) {
      context.beginPath();
      for (const [dx, dy, r] of puffs) {
        context.moveTo(hex.x + (dx + r * grow) * unit, top + dy * unit);
        context.arc(hex.x + dx * unit, top + dy * unit, r * grow * unit, 0, 2 * Math.PI);
      }
      context.fillStyle = style;
      context.fill();
    }
    context.lineWidth = unit * 0.03;
    context.strokeStyle = 'rgba(120,116,108,0.8)';
    for (const [dx, dy, r] of puffs.slice(1, 4)) {
      context.beginPath();
      context.arc(hex.x + dx * unit, top + dy * unit, r * 0.62 * unit, Math.PI * 0.95, Math.PI * 1.75);
      context.stroke();
    }
    if (count === undefined) return;
    const size = unit * 0.3;
    context.font = `700 ${size}px ${DISPLAY}`;
    this.label(context, String(count), hex.x, top, size);
  }

  private overlay(context: CanvasRenderingContext2D, picture: Picture, overlay: Overlay): void {
    const byClass = Map.groupBy(overlay.hexes, (cell) => cell.class);
    for (const [cls, cells] of byClass) {
      const path = this.hexes(
        cells.map((cell) => cell.hex),
        0.97,
      );
      context.fillStyle = `${CLASSES[cls].colour}55`;
      context.fill(path);
      const pattern = this.pattern(context, cls);
      if (pattern) {
        pattern.setTransform(new DOMMatrix().scale(1 / picture.camera.scale / picture.ratio));
        context.fillStyle = pattern;
        context.fill(path);
      }
      context.strokeStyle = `${CLASSES[cls].colour}b0`;
      context.lineWidth = this.grid.size * 0.03;
      context.stroke(path);
    }
    context.lineCap = 'round';
    for (const line of overlay.lines) {
      const [from, to] = [this.grid.get(line.from), this.grid.get(line.to)];
      if (from && to) this.arrow(context, from, to, CLASSES[line.class].colour, 0.06);
    }
    const size = this.grid.size * 0.3;
    if (size * picture.camera.scale < 7) return;
    context.font = `700 ${size}px ${DISPLAY}`;
    for (const cell of overlay.hexes) {
      const hex = cell.label ? this.grid.get(cell.hex) : undefined;
      if (hex) this.label(context, cell.label!, hex.x, hex.y + this.grid.size * 0.66, size);
    }
  }

  private pattern(context: CanvasRenderingContext2D, cls: Class): CanvasPattern | null {
    const { colour, pattern } = CLASSES[cls];
    if (pattern === 'plain') return null;
    const made = this.patterns.get(cls);
    if (made) return made;
    const side = 10;
    const canvas = new OffscreenCanvas(side, side);
    const draw = canvas.getContext('2d')!;
    draw.strokeStyle = draw.fillStyle = `${colour}77`;
    draw.lineWidth = 1.6;
    draw.beginPath();
    if (pattern === 'dots') {
      draw.arc(side / 2, side / 2, 1.7, 0, 2 * Math.PI);
      draw.fill();
    } else {
      for (const shift of [-side, 0, side]) {
        if (pattern !== 'falling') {
          draw.moveTo(shift, side);
          draw.lineTo(shift + side, 0);
        }
        if (pattern !== 'rising') {
          draw.moveTo(shift, 0);
          draw.lineTo(shift + side, side);
        }
      }
      draw.stroke();
    }
    const result = context.createPattern(canvas, 'repeat')!;
    this.patterns.set(cls, result);
    return result;
  }

  private choosable(context: CanvasRenderingContext2D, picture: Picture): void {
    const { targets, costs, strong, camera } = picture;
    const far = [...costs.keys()].filter((hex) => !targets.has(hex));
    if (far.length > 0) {
      context.fillStyle = 'rgba(255,244,200,0.34)';
      context.fill(this.hexes(far, 0.94));
    }
    if (targets.size > 0) {
      const path = this.hexes(targets, 0.93);
      context.fillStyle = 'rgba(255,206,74,0.3)';
      context.fill(path);
      context.lineWidth = Math.max(this.grid.size * 0.075, 2 / camera.scale);
      context.strokeStyle = 'rgba(96,58,0,0.55)';
      context.stroke(path);
      context.lineWidth = Math.max(this.grid.size * 0.045, 1.3 / camera.scale);
      context.strokeStyle = GOLD;
      context.stroke(path);
    }
    if (strong.hexes.size > 0) {
      const path = this.hexes(strong.hexes, 0.9);
      context.fillStyle = 'rgba(255,190,30,0.42)';
      context.fill(path);
      context.lineWidth = this.grid.size * 0.09;
      context.strokeStyle = '#fff3c4';
      context.stroke(path);
    }
    const size = this.grid.size * 0.27;
    if (size * camera.scale < 7) return;
    context.font = `600 ${size}px ${DISPLAY}`;
    for (const [id, cost] of costs) {
      const hex = this.grid.get(id);
      if (hex) this.label(context, cost, hex.x, hex.y + this.grid.size * 0.7, size);
    }
  }

  private label(context: CanvasRenderingContext2D, text: string, x: number, y: number, size: number): void {
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = size * 0.3;
    context.strokeStyle = 'rgba(255,250,232,0.92)';
    context.strokeText(text, x, y);
    context.fillStyle = '#2a1c05';
    context.fillText(text, x, y);
  }

  private flags(context: CanvasRenderingContext2D, picture: Picture): void {
    // On a map seen from afar they stay large enough to be seen.
    const unit = Math.max(this.grid.size, 24 / picture.camera.scale);
    for (const control of picture.control) {
      const hex = this.grid.get(control.hex);
      if (!hex) continue;
      const { paper, ink } = this.colours().seat(control.seat);
      // Above the middle of the hex, where the name of a place may begin.
      const x = hex.x + this.grid.size * 0.5;
      const y = hex.y - this.grid.size * 0.3 - unit * 0.34;
      context.lineWidth = unit * 0.045;
      context.lineCap = 'round';
      context.strokeStyle = '#2a2118';
      context.beginPath();
      context.moveTo(x, y + unit * 0.34);
      context.lineTo(x, y - unit * 0.2);
      context.stroke();
      context.beginPath();
      context.moveTo(x, y - unit * 0.2);
      context.quadraticCurveTo(x + unit * 0.14, y - unit * 0.28, x + unit * 0.32, y - unit * 0.17);
      context.lineTo(x + unit * 0.32, y + unit * 0.06);
      context.quadraticCurveTo(x + unit * 0.14, y - unit * 0.05, x, y + unit * 0.04);
      context.closePath();
      context.fillStyle = paper;
      context.fill();
      context.lineWidth = unit * 0.02;
      context.strokeStyle = 'rgba(30,22,10,0.9)';
      context.stroke();
      // A place that may count, and one that does for who may know it.
      const sign = control.stake === 'maybe' ? '?' : control.stake === 'chosen' ? '★' : '';
      if (sign) {
        context.font = `700 ${unit * 0.2}px ${NARROW}`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillStyle = sign === '★' ? '#a3180f' : ink;
        context.fillText(sign, x + unit * 0.16, y - unit * 0.07);
      } else if (control.seat !== null && control.seat % 2 === 1) {
        context.beginPath();
        context.moveTo(x + unit * 0.02, y - unit * 0.08);
        context.quadraticCurveTo(x + unit * 0.16, y - unit * 0.17, x + unit * 0.32, y - unit * 0.06);
        context.strokeStyle = ink;
        context.lineWidth = unit * 0.04;
        context.stroke();
      }
    }
  }

  private haloes(context: CanvasRenderingContext2D, picture: Picture): void {
    const { live, strong } = picture;
    if (live.size === 0 && strong.units.size === 0) return;
    for (const { piece, x, y, side } of picture.laid) {
      const hot = strong.units.has(piece.id);
      if (!hot && !live.has(piece.id)) continue;
      const half = side / 2 + side * (hot ? 0.12 : 0.085);
      context.beginPath();
      context.roundRect(x - half, y - half, 2 * half, 2 * half, side * 0.14);
      context.fillStyle = hot ? '#fff3c4' : GOLD;
      context.fill();
      context.lineWidth = side * 0.03;
      context.strokeStyle = 'rgba(96,58,0,0.7)';
      context.stroke();
    }
  }

  /** Who is in hand is framed, and a tag points at him. */
  private inHand(context: CanvasRenderingContext2D, { held, laid }: Picture): void {
    if (held.size === 0) return;
    context.lineJoin = 'round';
    for (const { piece, x, y, side } of laid) {
      if (!held.has(piece.id)) continue;
      const half = side * 0.56;
      for (const [width, style] of [
        [0.14, 'rgba(96,58,0,0.9)'],
        [0.08, GOLD],
      ] as const) {
        context.beginPath();
        context.roundRect(x - half, y - half, 2 * half, 2 * half, side * 0.12);
        context.lineWidth = side * width;
        context.strokeStyle = style;
        context.stroke();
      }
      const tip = y - half - side * 0.06;
      context.beginPath();
      context.moveTo(x, tip);
      context.lineTo(x - side * 0.2, tip - side * 0.26);
      context.lineTo(x + side * 0.2, tip - side * 0.26);
      context.closePath();
      context.lineWidth = side * 0.06;
      context.strokeStyle = 'rgba(96,58,0,0.9)';
      context.stroke();
      context.fillStyle = GOLD;
      context.fill();
    }
  }

  private counters(context: CanvasRenderingContext2D, picture: Picture, laid: Laid[]): void {
    const { camera, view, ratio } = picture;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const { piece, x, y, side } of laid) {
      const at = toWindow(camera, view, { x, y });
      const pixels = side * camera.scale;
      if (at.x < -pixels || at.y < -pixels || at.x > view.width + pixels || at.y > view.height + pixels) continue;
      this.sprites.draw(context, piece, at.x, at.y, pixels, ratio);
    }
    context.restore();
  }

  private marker(context: CanvasRenderingContext2D, marker: Marker): void {
    const from = this.grid.get(marker.hex);
    const to = this.grid.get(marker.target);
    if (!from || marker.look === 'chain' || marker.look === 'cloud') return;
    const aim = marker.look === 'aim';
    const colour = marker.used ? '#7c7366' : aim ? '#b5541c' : '#a3180f';
    context.globalAlpha = marker.used ? 0.6 : 1;
    if (to && aim) {
      // Who aims needs no letter: a thin arrow says it.
      this.arrow(context, from, to, colour, 0.07);
      context.globalAlpha = 1;
      return;
    }
    if (to) this.arrow(context, from, to, colour, 0.13);
    else {
      context.beginPath();
      context.arc(from.x, from.y - this.grid.size * 0.5, this.grid.size * 0.16, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    }
    const size = this.grid.size * 0.24;
    context.font = `700 ${size}px ${DISPLAY}`;
    const word = `${marker.kind.slice(0, 1).toUpperCase()}${marker.count ?? ''}`;
    if (word.length > 1) context.font = `700 ${(size * 1.3) / word.length}px ${DISPLAY}`;
    const x = to ? from.x + (to.x - from.x) * 0.5 : from.x;
    const y = to ? from.y + (to.y - from.y) * 0.5 : from.y - this.grid.size * 0.5;
    context.beginPath();
    context.arc(x, y, size * 0.72, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.lineWidth = size * 0.12;
    context.strokeStyle = '#fff8e6';
    context.stroke();
    context.fillStyle = '#fff8e6';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(word, x, y + size * 0.05);
    context.globalAlpha = 1;
  }

  private arrow(context: CanvasRenderingContext2D, from: Point, to: Point, colour: string, part: number): void {
    const unit = this.grid.size;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const ux = (to.x - from.x) / length;
    const uy = (to.y - from.y) / length;
    const head = unit * part * 2.6;
    const a = { x: from.x + ux * unit * 0.42, y: from.y + uy * unit * 0.42 };
    const b = { x: to.x - ux * unit * 0.42, y: to.y - uy * unit * 0.42 };
    context.lineCap = 'butt';
    for (const [width, style] of [
      [unit * (part + 0.06), '#fff8e6'],
      [unit * part, colour],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = context.fillStyle = style;
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.lineTo(b.x - ux * head * 0.8, b.y - uy * head * 0.8);
      context.stroke();
      const wide = head * 0.62 + (width - unit * part) / 2;
      context.beginPath();
      context.moveTo(b.x + ux * (width - unit * part) * 0.5, b.y + uy * (width - unit * part) * 0.5);
      context.lineTo(b.x - ux * head - uy * wide, b.y - uy * head + ux * wide);
      context.lineTo(b.x - ux * head + uy * wide, b.y - uy * head - ux * wide);
      context.closePath();
      context.fill();
    }
  }

  private path(context: CanvasRenderingContext2D, picture: Picture): void {
    const points = picture.path.map((id) => this.grid.get(id)).filter((hex) => hex !== undefined);
    if (points.length < 2) return;
    const unit = this.grid.size;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    for (const [width, style] of [
      [0.17, '#fff8e6'],
      [0.11, '#7a2e22'],
    ] as const) {
      context.beginPath();
      points.forEach((point, i) => (i === 0 ? context.moveTo(point.x, point.y) : context.lineTo(point.x, point.y)));
      context.lineWidth = unit * width;
      context.strokeStyle = style;
      context.setLineDash(width > 0.15 ? [] : [unit * 0.2, unit * 0.16]);
      context.stroke();
    }
    context.setLineDash([]);
    const end = points.at(-1)!;
    context.beginPath();
    context.arc(end.x, end.y, unit * 0.17, 0, 2 * Math.PI);
    context.fillStyle = '#7a2e22';
    context.fill();
    context.lineWidth = unit * 0.05;
    context.strokeStyle = '#fff8e6';
    context.stroke();
  }

  private compass(context: CanvasRenderingContext2D, { compass }: Picture): void {
    const hex = compass && this.grid.get(compass.hex);
    if (!hex) return;
    const unit = this.grid.size;
    for (const degrees of compass.degrees) {
      const tip = this.grid.towards(hex, degrees, 1.02);
      context.save();
      context.translate(tip.x, tip.y);
      context.rotate((degrees * Math.PI) / 180);
      context.beginPath();
      context.moveTo(0, -unit * 0.24);
      context.lineTo(unit * 0.24, unit * 0.14);
      context.lineTo(0, unit * 0.05);
      context.lineTo(-unit * 0.24, unit * 0.14);
      context.closePath();
      context.lineJoin = 'round';
      context.lineWidth = unit * 0.09;
      context.strokeStyle = 'rgba(96,58,0,0.8)';
      context.stroke();
      context.fillStyle = GOLD;
      context.fill();
      context.restore();
    }
  }

  private outlines(context: CanvasRenderingContext2D, picture: Picture): void {
    const unit = this.grid.size;
    const ring = (ids: Iterable<string>, part: number, width: number, style: string, dash: number[] = []) => {
      context.setLineDash(dash.map((d) => d * unit));
      context.lineWidth = Math.max(unit * width, 2 / picture.camera.scale);
      context.strokeStyle = style;
      context.stroke(this.hexes(ids, part));
      context.setLineDash([]);
    };
    if (picture.event.length > 0) ring(picture.event, 0.99, 0.06, 'rgba(163,24,15,0.85)', [0.18, 0.12]);
    if (picture.hover) ring([picture.hover], 0.97, 0.035, 'rgba(42,33,24,0.7)');
    if (picture.selected) {
      ring([picture.selected], 0.98, 0.1, '#fff8e6');
      ring([picture.selected], 0.98, 0.055, '#1d4f91');
    }
    if (picture.cursor) {
      ring([picture.cursor], 1.03, 0.13, '#ffffff');
      ring([picture.cursor], 1.03, 0.075, '#111111', [0.24, 0.16]);
    }
  }

  private fan(context: CanvasRenderingContext2D, picture: Picture): void {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const { x, y, side } of picture.fanned) {
      const half = side * 0.72;
      box.left = Math.min(box.left, x - half);
      box.right = Math.max(box.right, x + half);
      box.top = Math.min(box.top, y - half);
      box.bottom = Math.max(box.bottom, y + half);
    }
    context.save();
    context.shadowColor = 'rgba(20,12,0,0.5)';
    context.shadowBlur = 18;
    context.beginPath();
    context.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, this.grid.size * 0.16);
    context.fillStyle = 'rgba(250,243,224,0.94)';
    context.fill();
    context.restore();
    this.haloes(context, { ...picture, laid: picture.fanned });
    this.counters(context, picture, picture.fanned);
  }
}
