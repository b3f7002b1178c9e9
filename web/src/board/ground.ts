// The drawn map as bitmaps. The drawing is large, and most of what it costs is going through it, however little of it is
// seen. So what the window shows is drawn in one piece, at the scale at which it is shown, as soon as the camera rests;
// then what lies around it, strip by strip. While the camera moves nothing is drawn anew: smaller pictures of the whole
// map stand in where the sharp one does not reach.

import type { Board } from '../wire';
import { type Box, type Camera, type Size, seen } from './camera';

/** The longer sides of the pictures of the whole map, in pixels. */
const WHOLE = 1536;
const FINE = 3072;
/** The finer one is made in upright strips of this width. */
const STRIP = 512;
/** How long the camera has not moved when it rests, in milliseconds. */
export const REST = 80;
/** Between two pieces that nobody waits for. */
const PAUSE = 60;
/** The sharp picture reaches so far beyond the window on each side, as part of it, and has no more pixels than that. */
const MARGIN = 0.3;
const MOST_PIXELS = 8e6;

export type Canvas = Pick<OffscreenCanvas, 'width' | 'height'> & { getContext(kind: '2d', options?: object): OffscreenCanvasRenderingContext2D | null };

/** Draws the map so large, with this point of it in the upper left corner. */
export type Source = (context: OffscreenCanvasRenderingContext2D, scale: number, left: number, top: number) => void;

/** What the browser does for it; tests bring their own. */
export interface Tools {
  canvas(width: number, height: number): Canvas;
  /** Calls back after some milliseconds, unless what is returned is called before. */
  later(then: () => void, milliseconds: number): () => void;
}

const BROWSER: Tools = {
  canvas: (width, height) => new OffscreenCanvas(width, height),
  later: (then, milliseconds) => {
    // Where frames come late, the next one shows whether the camera rests at all.
    let frame = 0;
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(then)));
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  },
};

/** A part of the map as a bitmap, of which a rectangle is drawn. */
export interface Layer {
  canvas: Canvas;
  /** The point of the map in its upper left corner. */
  left: number;
  top: number;
  /** Pixels for a unit of the map. */
  scale: number;
  /** What is drawn of it, in pixels. */
  done: Box;
}

const NOTHING: Box = { left: 0, top: 0, right: 0, bottom: 0 };

export class Ground {
  private readonly sheet: Box;
  private whole: Layer | null = null;
  private fine: Layer | null = null;
  private sharp: Layer | null = null;
  private sight: Box | null = null;
  private scale = 0;
  private stopped = false;
  private cancel: () => void = () => undefined;

  constructor(
    board: Board,
    private readonly source: Source,
    private readonly changed: () => void,
    private readonly tools: Tools = BROWSER,
  ) {
    const [left, top, width, height] = board.drawing.view_box;
    this.sheet = { left, top, right: left + width, bottom: top + height };
  }

  stop(): void {
    this.stopped = true;
    this.cancel();
  }

  /** The source draws otherwise now. */
  forget(): void {
    this.whole = this.fine = this.sharp = null;
    this.changed();
  }

  /** Whether what the window showed last is as sharp as can be. */
  get isSharp(): boolean {
    return this.sharp !== null && this.sight !== null && this.fits(this.sharp) && covers(this.sharp, this.sight, this.sharp.done);
  }

  /** Draws what the camera sees. The context is in pixels of the window. */
  draw(context: CanvasRenderingContext2D, camera: Camera, view: Size, ratio: number): void {
    const all = seen(camera, view);
    const sight = common(all, this.sheet);
    if (!sight) return;
    const scale = camera.scale * ratio;
    const moved = scale !== this.scale || !this.sight || !same(sight, this.sight);
    this.sight = sight;
    this.scale = scale;
    if (!this.whole && !this.sharp) {
      // The first picture is waited for.
      this.work();
    } else if (moved) this.wake(REST);
    const { sharp } = this;
    const exact = sharp !== null && this.fits(sharp);
    if (!sharp || !covers(sharp, sight, sharp.done)) {
      const under = this.fine && this.finished(this.fine) && this.whole && scale > this.whole.scale ? this.fine : this.whole;
      if (under) copy(context, under, sight, all, camera.scale);
    }
    if (!sharp) return;
    if (!exact) {
      const part = common(drawn(sharp), sight);
      if (part) copy(context, sharp, part, all, camera.scale);
      return;
    }
    // Pixel on pixel.
    const { left, top, right, bottom } = sharp.done;
    const x = Math.round((sharp.left - all.left) * scale) + left;
    const y = Math.round((sharp.top - all.top) * scale) + top;
    context.imageSmoothingEnabled = false;
    context.drawImage(sharp.canvas as OffscreenCanvas, left, top, right - left, bottom - top, x / ratio, y / ratio, (right - left) / ratio, (bottom - top) / ratio);
    context.imageSmoothingEnabled = true;
  }

  private wake(milliseconds: number): void {
    this.cancel();
    if (!this.stopped) this.cancel = this.tools.later(() => this.work(), milliseconds);
  }

  /** Draws the piece that is wanted most, and comes back for the next. */
  private work(): void {
    if (!this.sight || this.stopped) return;
    const sharp = (this.sharp = this.layerFor(this.sight));
    const window = inPixels(sharp, this.sight);
    const asked = strip(sharp, window);
    if (asked) {
      this.fill(sharp, asked);
      this.changed();
      this.wake(strip(sharp, window) ? 0 : PAUSE);
      return;
    }
    if (!this.whole) {
      this.whole = this.layer(this.sheet, WHOLE / Math.max(this.sheet.right - this.sheet.left, this.sheet.bottom - this.sheet.top));
      this.fill(this.whole, entire(this.whole));
    } else {
      const around = strip(sharp, entire(sharp));
      if (around) this.fill(sharp, around);
      else {
        this.fine ??= this.layer(this.sheet, (this.whole.scale * FINE) / WHOLE);
        if (this.finished(this.fine)) return;
        const { right } = this.fine.done;
        this.fill(this.fine, { left: right, top: 0, right: Math.min(this.fine.canvas.width, right + STRIP), bottom: this.fine.canvas.height });
      }
    }
    this.wake(PAUSE);
  }

  private finished(layer: Layer): boolean {
    return layer.done.right === layer.canvas.width;
  }

  private fits({ scale }: Layer): boolean {
    return Math.abs(scale / this.scale - 1) < 1e-5;
  }

  /** The sharp picture for what is seen: the one that there is, or a new one with as much of it as can be used. */
  private layerFor(sight: Box): Layer {
    const old = this.sharp;
    if (old && this.fits(old) && covers(old, sight, entire(old))) return old;
    const [width, height] = [sight.right - sight.left, sight.bottom - sight.top];
    const pixels = width * height * this.scale ** 2;
    const margin = Math.min(MARGIN, Math.max(0, (Math.sqrt(MOST_PIXELS / pixels) - 1) / 2));
    const box = common(
      { left: sight.left - width * margin, top: sight.top - height * margin, right: sight.right + width * margin, bottom: sight.bottom + height * margin },
      this.sheet,
    )!;
    if (!old || !this.fits(old)) return this.layer(box, this.scale);
    // Pixels of the old one lie on pixels of the new one.
    const dx = Math.round((old.left - box.left) * this.scale);
    const dy = Math.round((old.top - box.top) * this.scale);
    const layer = this.layer({ ...box, left: old.left - dx / this.scale, top: old.top - dy / this.scale }, this.scale);
    const { done } = old;
    const kept = common({ left: done.left + dx, top: done.top + dy, right: done.right + dx, bottom: done.bottom + dy }, entire(layer));
    const used = kept && common(kept, inPixels(layer, sight));
    // A small rest is not worth the strips around it.
    if (!kept || !used || area(used) < 0.3 * area(inPixels(layer, sight))) return layer;
    const context = layer.canvas.getContext('2d', { alpha: false })!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(old.canvas as OffscreenCanvas, dx, dy);
    layer.done = kept;
    return layer;
  }

  private layer(box: Box, scale: number): Layer {
    // At the edge of the sheet no pixel is begun that the drawing does not fill.
    const size = (length: number, last: boolean) => Math.max(1, last ? Math.floor(length * scale + 1e-6) : Math.ceil(length * scale - 1e-6));
    const canvas = this.tools.canvas(
      size(box.right - box.left, box.right >= this.sheet.right),
      size(box.bottom - box.top, box.bottom >= this.sheet.bottom),
    );
    return { canvas, left: box.left, top: box.top, scale, done: NOTHING };
  }

  private fill(layer: Layer, part: Box): void {
    const context = layer.canvas.getContext('2d', { alpha: false })!;
    context.save();
    context.beginPath();
    context.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    context.clip();
    this.source(context, layer.scale, layer.left, layer.top);
    context.restore();
    layer.done = area(layer.done) === 0 ? part : join(layer.done, part);
  }
}

/** The next part of a layer that is to be drawn so that all of `goal` is: what is drawn stays a rectangle. */
export function strip({ done }: Layer, goal: Box): Box | null {
  if (area(done) === 0) return goal;
  if (goal.left < done.left) return { ...done, left: goal.left, right: done.left };
  if (goal.right > done.right) return { ...done, left: done.right, right: goal.right };
  if (goal.top < done.top) return { ...done, top: goal.top, bottom: done.top };
  if (goal.bottom > done.bottom) return { ...done, top: done.bottom, bottom: goal.bottom };
  return null;
}

function entire({ canvas }: Layer): Box {
  return { left: 0, top: 0, right: canvas.width, bottom: canvas.height };
}

/** A part of the map in pixels of a layer, as far as that reaches. */
function inPixels(layer: Layer, { left, top, right, bottom }: Box): Box {
  const { canvas, scale } = layer;
  const within = (at: number, most: number) => Math.min(most, Math.max(0, at));
  return {
    left: within(Math.floor((left - layer.left) * scale), canvas.width),
    top: within(Math.floor((top - layer.top) * scale), canvas.height),
    right: within(Math.ceil((right - layer.left) * scale), canvas.width),
    bottom: within(Math.ceil((bottom - layer.top) * scale), canvas.height),
  };
}

/** What is drawn of a layer, on the map. */
function drawn({ left, top, scale, done }: Layer): Box {
  return { left: left + done.left / scale, top: top + done.top / scale, right: left + done.right / scale, bottom: top + done.bottom / scale };
}

/** Whether a part of a layer, in pixels, holds a part of the map, but for a pixel. */
function covers(layer: Layer, sight: Box, part: Box): boolean {
  const { left, top, scale } = layer;
  return (
    (sight.left - left) * scale > part.left - 1 &&
    (sight.top - top) * scale > part.top - 1 &&
    (sight.right - left) * scale < part.right + 1 &&
    (sight.bottom - top) * scale < part.bottom + 1
  );
}

function copy(context: CanvasRenderingContext2D, from: Layer, part: Box, all: Box, scale: number): void {
  context.drawImage(
    from.canvas as OffscreenCanvas,
    (part.left - from.left) * from.scale,
    (part.top - from.top) * from.scale,
    (part.right - part.left) * from.scale,
    (part.bottom - part.top) * from.scale,
    (part.left - all.left) * scale,
    (part.top - all.top) * scale,
    (part.right - part.left) * scale,
    (part.bottom - part.top) * scale,
  );
}

function area({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function join(a: Box, b: Box): Box {
  return { left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) };
}

function same(a: Box, b: Box): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

/** What two boxes have in common. */
function common(a: Box, b: Box): Box | null {
  const box = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
  return box.right > box.left && box.bottom > box.top ? box : null;
}

/** The drawing of the map, to be drawn at any scale. */
export async function drawing(board: Board, svg: Promise<string>): Promise<Source> {
  const { width, height } = board.drawing;
  // Not every browser draws a picture that does not say how large it is.
  const text = (await svg).replace('<svg ', `<svg width="${width}" height="${height}" `);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  await image.decode();
  const [originX, originY, unitsX, unitsY] = board.drawing.view_box;
  return (context, scale, left, top) => {
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      image,
      (originX - left) * scale,
      (originY - top) * scale,
      unitsX * scale,
      unitsY * scale,
    );
  };
}
