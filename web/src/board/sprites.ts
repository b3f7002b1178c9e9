// Counters drawn once for each look and size, and copied from then on.

import type { Piece } from '../wire';
import type { Colours } from './colours';
import { MARGIN, drawCounter, look } from './counter';

const MOST = 1500;
/** Time for new drawings in one frame, in milliseconds. The rest is copied from another size meanwhile. */
const SLICE = 3;

const SIZES = [10, 16, 24, 32, 48, 64, 96, 128, 192, 256];

export class Sprites {
  private readonly drawn = new Map<string, Map<number, OffscreenCanvas>>();
  private readonly looks = new WeakMap<Piece, string>();
  private count = 0;
  private deadline = 0;
  /** Whether the last frame put off some drawings. */
  late = false;

  constructor(
    private colours: Colours,
    private readonly facings: number[],
  ) {}

  recolour(colours: Colours): void {
    this.colours = colours;
    this.forget();
  }

  /** Before each frame. */
  begin(): void {
    this.deadline = performance.now() + SLICE;
    this.late = false;
  }

  degrees(piece: Piece): number | null {
    return piece.facing === null ? null : (this.facings[piece.facing] ?? null);
  }

  /** Draws the counter around a point, `side` pixels long. */
  draw(context: CanvasRenderingContext2D, piece: Piece, x: number, y: number, side: number, ratio: number): void {
    const sprite = this.find(piece, bucket(side * ratio));
    const whole = side * (1 + 2 * MARGIN);
    context.drawImage(sprite, x - whole / 2, y - whole / 2, whole, whole);
  }

  private find(piece: Piece, pixels: number): OffscreenCanvas {
    let key = this.looks.get(piece);
    if (key === undefined) {
      key = look(piece, this.degrees(piece));
      this.looks.set(piece, key);
    }
    let sizes = this.drawn.get(key);
    if (!sizes) {
      sizes = new Map();
      this.drawn.set(key, sizes);
    }
    const ready = sizes.get(pixels);
    if (ready) return ready;
    if (sizes.size > 0 && performance.now() > this.deadline) {
      this.late = true;
      return nearest(sizes, pixels);
    }
    const made = this.make(piece, pixels);
    if (this.count >= MOST) this.forget();
    sizes.set(pixels, made);
    this.drawn.set(key, sizes);
    this.count++;
    return made;
  }

  private forget(): void {
    this.drawn.clear();
    this.count = 0;
  }

  private make(piece: Piece, pixels: number): OffscreenCanvas {
    const whole = Math.ceil(pixels * (1 + 2 * MARGIN));
    const canvas = new OffscreenCanvas(whole, whole);
    const context = canvas.getContext('2d')!;
    context.translate(whole / 2, whole / 2);
    drawCounter(context, piece, this.degrees(piece), this.colours, pixels);
    return canvas;
  }
}

function nearest(sizes: Map<number, OffscreenCanvas>, pixels: number): OffscreenCanvas {
  const list = [...sizes.entries()].sort((a, b) => Math.abs(a[0] - pixels) - Math.abs(b[0] - pixels));
  return list[0]![1];
}

/** Sizes in steps, so that zooming does not draw every counter anew for every frame. */
function bucket(pixels: number): number {
  return SIZES.find((size) => size >= pixels) ?? SIZES.at(-1)!;
}
