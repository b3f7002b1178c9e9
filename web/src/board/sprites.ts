// Counters drawn once for each look and size, and copied from then on. While the map is zoomed a few sizes serve for all;
// when it rests each counter is drawn as large as it is shown, and pixel lies on pixel.

import type { Piece } from '../wire';
import type { Colours } from './colours';
import { MARGIN, drawCounter, look } from './counter';

/** More drawings are not kept than these. */
const MOST = 1500;
/** Time for new drawings in one frame, in milliseconds. The rest is copied from another size meanwhile. */
const SLICE = 3;

const SIZES = [10, 16, 24, 32, 48, 64, 96, 128, 192, 256];

interface Sprite {
  canvas: OffscreenCanvas;
  /** The frame that showed it last. */
  used: number;
}

export class Sprites {
  private readonly drawn = new Map<string, Map<number, Sprite>>();
  private readonly looks = new WeakMap<Piece, string>();
  private count = 0;
  private deadline = 0;
  private frame = 0;
  private still = false;
  /** Whether the last frame put off some drawings. */
  late = false;

  constructor(
    private colours: Colours,
    private readonly facings: number[],
  ) {}

  recolour(colours: Colours): void {
    this.colours = colours;
    this.drawn.clear();
    this.count = 0;
  }

  /** Before each frame; `still` if the map is not being zoomed. */
  begin(still: boolean): void {
    this.deadline = performance.now() + SLICE;
    this.still = still;
    this.frame++;
    this.late = false;
  }

  degrees(piece: Piece): number | null {
    return piece.facing === null ? null : (this.facings[piece.facing] ?? null);
  }

  /** Draws the counter around a point, `side` pixels long. */
  draw(context: CanvasRenderingContext2D, piece: Piece, x: number, y: number, side: number, ratio: number): void {
    const exact = Math.round(side * ratio);
    const canvas = this.find(piece, exact, ratio);
    if (canvas.width === wholeOf(exact)) {
      const [left, top] = [x, y].map((at) => Math.round(at * ratio - canvas.width / 2) / ratio);
      context.drawImage(canvas, left!, top!, canvas.width / ratio, canvas.height / ratio);
      return;
    }
    const whole = side * (1 + 2 * MARGIN);
    context.drawImage(canvas, x - whole / 2, y - whole / 2, whole, whole);
  }

  private find(piece: Piece, exact: number, ratio: number): OffscreenCanvas {
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
    const wanted = this.still ? exact : bucket(exact);
    let sprite = sizes.get(exact) ?? sizes.get(wanted);
    if (!sprite) {
      if (sizes.size > 0 && performance.now() > this.deadline) {
        this.late = true;
        sprite = nearest(sizes, wanted);
      } else {
        if (this.count >= MOST) this.tidy();
        sprite = { canvas: this.make(piece, wanted, ratio), used: 0 };
        sizes.set(wanted, sprite);
        this.count++;
      }
    }
    sprite.used = this.frame;
    return sprite.canvas;
  }

  /** Forgets what has not been shown of late, but for one drawing of each look: so none has to be waited for. */
  private tidy(): void {
    for (const sizes of this.drawn.values()) {
      for (const [size, { used }] of [...sizes].sort((a, b) => b[0] - a[0])) {
        if (used >= this.frame - 1 || sizes.size === 1) continue;
        sizes.delete(size);
        this.count--;
      }
    }
  }

  private make(piece: Piece, pixels: number, ratio: number): OffscreenCanvas {
    const whole = wholeOf(pixels);
    const canvas = new OffscreenCanvas(whole, whole);
    const context = canvas.getContext('2d')!;
    context.translate(whole / 2, whole / 2);
    drawCounter(context, piece, this.degrees(piece), this.colours, pixels, ratio);
    return canvas;
  }
}

/** The side of a drawing with what reaches beyond the counter. */
function wholeOf(pixels: number): number {
  return Math.ceil(pixels * (1 + 2 * MARGIN));
}

function nearest(sizes: Map<number, Sprite>, pixels: number): Sprite {
  const list = [...sizes.entries()].sort((a, b) => Math.abs(a[0] - pixels) - Math.abs(b[0] - pixels));
  return list[0]![1];
}

/** Sizes in steps, so that zooming does not draw every counter anew for every frame. */
function bucket(pixels: number): number {
  return SIZES.find((size) => size >= pixels) ?? SIZES.at(-1)!;
}
