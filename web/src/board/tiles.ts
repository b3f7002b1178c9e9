// The drawn map as bitmaps. The whole map is kept small; sharper tiles are made while the camera rests and
// replace it where the viewer looks.

import type { Board } from '../wire';
import { type Box, type Camera, type Size, seen } from './camera';

const TILE = 512;
const MOST_TILES = 72;
/** The longer side of the small picture of the whole map, in pixels. */
const WHOLE = 2048;
/** How much a bitmap may be drawn larger than it is. */
const BLUR = 1.04;
/** Time for tiles in one go, in milliseconds. */
const SLICE = 10;

type Source = (context: OffscreenCanvasRenderingContext2D, scale: number, left: number, top: number) => void;

export class Tiles {
  private whole: OffscreenCanvas | null = null;
  private readonly tiles = new Map<string, OffscreenCanvas>();
  private readonly box: Box;
  private readonly wholeScale: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    board: Board,
    private readonly source: Source,
    private readonly changed: () => void,
  ) {
    const [left, top, width, height] = board.drawing.view_box;
    this.box = { left, top, right: left + width, bottom: top + height };
    this.wholeScale = WHOLE / Math.max(width, height);
  }

  /** Draws the small picture of everything. */
  prepare(): void {
    const { left, top, right, bottom } = this.box;
    const canvas = new OffscreenCanvas(
      Math.ceil((right - left) * this.wholeScale),
      Math.ceil((bottom - top) * this.wholeScale),
    );
    this.source(canvas.getContext('2d', { alpha: false })!, this.wholeScale, left, top);
    this.whole = canvas;
  }

  /** Draws what the camera sees. The context is in pixels of the window. */
  draw(context: CanvasRenderingContext2D, camera: Camera, view: Size, ratio: number): void {
    if (!this.whole) return;
    const sight = seen(camera, view);
    const left = Math.max(sight.left, this.box.left);
    const top = Math.max(sight.top, this.box.top);
    const right = Math.min(sight.right, this.box.right);
    const bottom = Math.min(sight.bottom, this.box.bottom);
    if (right <= left || bottom <= top) return;
    const level = this.level(camera.scale * ratio);
    const wanted = level === null ? [] : this.wanted(level, { left, top, right, bottom });
    const ready = wanted.filter(({ key }) => this.tiles.has(key));
    const x = (value: number) => (value - sight.left) * camera.scale;
    const y = (value: number) => (value - sight.top) * camera.scale;
    if (level === null || ready.length < wanted.length) {
      const s = this.wholeScale;
      context.drawImage(
        this.whole,
        (left - this.box.left) * s,
        (top - this.box.top) * s,
        (right - left) * s,
        (bottom - top) * s,
        x(left),
        y(top),
        (right - left) * camera.scale,
        (bottom - top) * camera.scale,
      );
    }
    const side = level === null ? 0 : (TILE / level) * camera.scale;
    for (const tile of ready) {
      const canvas = this.tiles.get(tile.key)!;
      this.tiles.delete(tile.key);
      this.tiles.set(tile.key, canvas);
      const wide = Math.min(1, (this.box.right - tile.left) / (TILE / level!));
      const high = Math.min(1, (this.box.bottom - tile.top) / (TILE / level!));
      // Half a pixel more closes the seams.
      context.drawImage(
        canvas,
        0,
        0,
        TILE * wide,
        TILE * high,
        x(tile.left),
        y(tile.top),
        side * wide + 0.5,
        side * high + 0.5,
      );
    }
    clearTimeout(this.timer);
    if (level !== null && ready.length < wanted.length) {
      this.timer = setTimeout(() => this.make(level, wanted), 140);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Pixels of a tile for a unit of the map, or null where the small picture is sharp enough. */
  private level(scale: number): number | null {
    let level = this.wholeScale;
    if (scale <= level * BLUR) return null;
    while (level * BLUR < scale) level *= 2;
    return level;
  }

  private wanted(level: number, { left, top, right, bottom }: Box) {
    const side = TILE / level;
    const list: { key: string; left: number; top: number }[] = [];
    const first = { column: Math.floor((left - this.box.left) / side), row: Math.floor((top - this.box.top) / side) };
    for (let row = first.row; this.box.top + row * side < bottom; row++) {
      for (let column = first.column; this.box.left + column * side < right; column++) {
        list.push({
          key: `${level.toFixed(3)}:${column}:${row}`,
          left: this.box.left + column * side,
          top: this.box.top + row * side,
        });
      }
    }
    return list;
  }

  private make(level: number, wanted: { key: string; left: number; top: number }[]): void {
    const start = performance.now();
    for (const tile of wanted) {
      if (this.tiles.has(tile.key)) continue;
      if (performance.now() - start > SLICE) break;
      const canvas = new OffscreenCanvas(TILE, TILE);
      this.source(canvas.getContext('2d', { alpha: false })!, level, tile.left, tile.top);
      this.tiles.set(tile.key, canvas);
    }
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= Math.max(MOST_TILES, wanted.length)) break;
      this.tiles.delete(key);
    }
    this.changed();
  }
}

/** The drawing of the map, to be drawn at any scale. */
export async function drawing(board: Board, url: string): Promise<Source> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the drawing of the map: ${answer.status}`);
  const { width, height } = board.drawing;
  // Not every browser draws a picture that does not say how large it is.
  const text = (await answer.text()).replace('<svg ', `<svg width="${width}" height="${height}" `);
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
