// The drawn map as bitmaps. The whole map is kept small; sharper tiles are made while the camera rests and
// replace it where the viewer looks.

import type { Board } from '../wire';
import { type Box, type Camera, type Point, type Size, seen } from './camera';

const TILE = 256;
const MOST_TILES = 240;
/** The longer side of the small picture of the whole map, in pixels. */
const WHOLE = 1536;
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
    // While the camera moves no tile is made.
    clearTimeout(this.timer);
    const sight = seen(camera, view);
    const shown = common(sight, this.box);
    if (!shown) return;
    const copy = (from: OffscreenCanvas, origin: Point, scale: number, part: Box) =>
      context.drawImage(
        from,
        (part.left - origin.x) * scale,
        (part.top - origin.y) * scale,
        (part.right - part.left) * scale,
        (part.bottom - part.top) * scale,
        (part.left - sight.left) * camera.scale,
        (part.top - sight.top) * camera.scale,
        // Half a pixel more closes the seams.
        (part.right - part.left) * camera.scale + 0.5,
        (part.bottom - part.top) * camera.scale + 0.5,
      );
    const small = { x: this.box.left, y: this.box.top };
    const level = this.level(camera.scale * ratio);
    if (level === null) {
      copy(this.whole, small, this.wholeScale, shown);
      return;
    }
    const side = TILE / level;
    let missing = false;
    for (const tile of this.within(level, shown)) {
      const part = common({ left: tile.left, top: tile.top, right: tile.left + side, bottom: tile.top + side }, shown);
      if (!part) continue;
      const canvas = this.tiles.get(tile.key);
      if (canvas) {
        // The ones used last are kept longest.
        this.tiles.delete(tile.key);
        this.tiles.set(tile.key, canvas);
        copy(canvas, { x: tile.left, y: tile.top }, level, part);
      } else {
        missing = true;
        copy(this.whole, small, this.wholeScale, part);
      }
    }
    this.timer = setTimeout(() => this.make(level, shown), missing ? 140 : 600);
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

  /** The tiles that cover a part of the map. */
  private within(level: number, { left, top, right, bottom }: Box): Tile[] {
    const side = TILE / level;
    const list: Tile[] = [];
    const firstColumn = Math.floor((left - this.box.left) / side);
    for (let row = Math.floor((top - this.box.top) / side); this.box.top + row * side < bottom; row++) {
      for (let column = firstColumn; this.box.left + column * side < right; column++) {
        list.push({
          key: `${level.toFixed(3)}:${column}:${row}`,
          left: this.box.left + column * side,
          top: this.box.top + row * side,
        });
      }
    }
    return list;
  }

  /** Makes the tiles that are seen, then those around them, a few at a time. */
  private make(level: number, shown: Box): void {
    const start = performance.now();
    const side = TILE / level;
    const around = { left: shown.left - side, top: shown.top - side, right: shown.right + side, bottom: shown.bottom + side };
    const seenNow = this.within(level, shown);
    const wanted = [...seenNow, ...this.within(level, common(around, this.box) ?? shown)];
    let made = 0;
    let left = false;
    for (const tile of wanted) {
      if (this.tiles.has(tile.key)) continue;
      if (made > 0 && performance.now() - start > SLICE) {
        left = true;
        break;
      }
      const canvas = new OffscreenCanvas(TILE, TILE);
      this.source(canvas.getContext('2d', { alpha: false })!, level, tile.left, tile.top);
      this.tiles.set(tile.key, canvas);
      made++;
    }
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= Math.max(MOST_TILES, wanted.length)) break;
      this.tiles.delete(key);
    }
    if (seenNow.some((tile) => !this.tiles.has(tile.key)) || made > 0) this.changed();
    if (left) this.timer = setTimeout(() => this.make(level, shown), 30);
  }
}

interface Tile {
  key: string;
  left: number;
  top: number;
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
