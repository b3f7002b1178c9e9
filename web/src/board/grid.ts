// The hexes of a map: which one is under a point, which one lies beside another, how their outlines run.

import type { Board, BoardHex } from '../wire';
import type { Box, Point } from './camera';

export type Arrow = 'up' | 'down' | 'left' | 'right';

export class Grid {
  readonly size: number;
  readonly flatTop: boolean;
  readonly box: Box;
  readonly corners: Point[];
  private readonly byId = new Map<string, BoardHex>();
  private readonly cells = new Map<string, BoardHex[]>();

  constructor(readonly board: Board) {
    this.size = board.hex.size;
    this.flatTop = board.hex.flat_top;
    this.corners = [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = (corner * Math.PI) / 3 + (this.flatTop ? 0 : Math.PI / 6);
      return { x: Math.cos(angle) * this.size, y: Math.sin(angle) * this.size };
    });
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const hex of board.hexes) {
      this.byId.set(hex.id, hex);
      const key = this.cell(hex.x, hex.y);
      const cell = this.cells.get(key);
      if (cell) cell.push(hex);
      else this.cells.set(key, [hex]);
      box.left = Math.min(box.left, hex.x - this.size);
      box.top = Math.min(box.top, hex.y - this.size);
      box.right = Math.max(box.right, hex.x + this.size);
      box.bottom = Math.max(box.bottom, hex.y + this.size);
    }
    this.box = box;
  }

  private cell(x: number, y: number): string {
    const side = 2 * this.size;
    return `${Math.floor(x / side)},${Math.floor(y / side)}`;
  }

  get(id: string | null | undefined): BoardHex | undefined {
    return id ? this.byId.get(id) : undefined;
  }

  /** Whether two hexes have a side in common. */
  beside(a: string, b: string): boolean {
    const [from, to] = [this.get(a), this.get(b)];
    return !!from && !!to && a !== b && Math.hypot(from.x - to.x, from.y - to.y) < 1.9 * this.size;
  }

  /** The hex under a point: the one with the nearest centre. */
  at(point: Point): BoardHex | undefined {
    let best: BoardHex | undefined;
    let least = this.size * this.size;
    const side = 2 * this.size;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.cells.get(this.cell(point.x + dx * side, point.y + dy * side)) ?? []) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < least) {
            least = distance;
            best = hex;
          }
        }
      }
    }
    return best;
  }

  /** The hex that an arrow key leads to. Across the columns (or rows) it keeps near to `line`. */
  step(from: BoardHex, arrow: Arrow, line: number): BoardHex | undefined {
    const along = Math.sqrt(3) * this.size;
    const across = 1.5 * this.size;
    const sideways = arrow === 'left' || arrow === 'right';
    const sign = arrow === 'left' || arrow === 'up' ? -1 : 1;
    if (this.flatTop) {
      if (!sideways) return this.at({ x: from.x, y: from.y + sign * along });
      return this.nearest(from, from.x + sign * across, line, 'x');
    }
    if (sideways) return this.at({ x: from.x + sign * along, y: from.y });
    return this.nearest(from, line, from.y + sign * across, 'y');
  }

  private nearest(from: BoardHex, x: number, y: number, axis: 'x' | 'y'): BoardHex | undefined {
    const half = (Math.sqrt(3) / 2) * this.size;
    const two =
      axis === 'x'
        ? [this.at({ x, y: from.y - half }), this.at({ x, y: from.y + half })]
        : [this.at({ x: from.x - half, y }), this.at({ x: from.x + half, y })];
    const off = (hex: BoardHex) => Math.abs(axis === 'x' ? hex.y - y : hex.x - x);
    return two.filter((hex) => hex !== undefined && hex.id !== from.id).sort((a, b) => off(a!) - off(b!))[0];
  }

  /** Adds the outline of a hex to a path, drawn in by some part of its size. */
  trace(path: Path2D | CanvasPath, hex: Point, part = 1): void {
    this.corners.forEach((corner, i) => {
      const x = hex.x + corner.x * part;
      const y = hex.y + corner.y * part;
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
    path.closePath();
  }

  /** The sides between some hexes and all others. */
  edge(area: ReadonlySet<string>): Path2D {
    const path = new Path2D();
    for (const hex of this.board.hexes) {
      if (!area.has(hex.id)) continue;
      const corners = this.corners.map(({ x, y }) => ({ x: hex.x + x, y: hex.y + y }));
      corners.forEach((a, i) => {
        const b = corners[(i + 1) % 6]!;
        const beyond = this.at({ x: a.x + b.x - hex.x, y: a.y + b.y - hex.y });
        if (beyond && area.has(beyond.id)) return;
        path.moveTo(a.x, a.y);
        path.lineTo(b.x, b.y);
      });
    }
    return path;
  }

  /** The box around some hexes, or around the whole map. */
  boxOf(area: ReadonlySet<string> | null): Box {
    const hexes = area ? this.board.hexes.filter((hex) => area.has(hex.id)) : [];
    if (hexes.length === 0) return this.box;
    return {
      left: Math.min(...hexes.map((hex) => hex.x)) - this.size,
      top: Math.min(...hexes.map((hex) => hex.y)) - this.size,
      right: Math.max(...hexes.map((hex) => hex.x)) + this.size,
      bottom: Math.max(...hexes.map((hex) => hex.y)) + this.size,
    };
  }

  /** A point near the edge of the hex, in a direction given in degrees clockwise from up. */
  towards(hex: Point, degrees: number, part: number): Point {
    const angle = (degrees * Math.PI) / 180;
    return { x: hex.x + Math.sin(angle) * this.size * part, y: hex.y - Math.cos(angle) * this.size * part };
  }
}
