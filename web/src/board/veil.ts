// What lies over the drawn map and changes no more than it: the ground beyond the scenario, and the night.

import type { Grid } from './grid';
import type { Source } from './ground';

/** How the theme wants the map. */
export interface Light {
  /** What is seen beyond the edge of the sheet. */
  background: string;
  /** How much the map is darkened, 0 to 1: white paper blinds at night. */
  shade: number;
}

/** The source with the veil over it. */
export function veiled(source: Source, grid: Grid, area: ReadonlySet<string> | null, light: () => Light): Source {
  const veil = area && { over: beyond(grid, area), edge: grid.edge(area) };
  return (context, scale, left, top) => {
    source(context, scale, left, top);
    const { shade } = light();
    if (shade > 0) {
      context.fillStyle = `rgba(18,14,8,${shade})`;
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    }
    if (!veil) return;
    context.save();
    context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    // Ground beyond the scenario is pale, at night dark, with a line around what is played in.
    context.fillStyle = shade > 0 ? 'rgba(24,19,12,0.62)' : 'rgba(236,226,200,0.66)';
    context.fill(veil.over, 'evenodd');
    context.lineJoin = 'round';
    context.lineWidth = grid.size * 0.12;
    context.strokeStyle = shade > 0 ? 'rgba(222,170,120,0.8)' : 'rgba(90,32,20,0.75)';
    context.stroke(veil.edge);
    context.restore();
  };
}

/** The map without some of its hexes, by the even-odd rule. */
function beyond(grid: Grid, area: ReadonlySet<string>): Path2D {
  const path = new Path2D();
  for (const hex of grid.board.hexes) if (area.has(hex.id)) grid.trace(path, hex);
  const { left, top, right, bottom } = grid.box;
  path.rect(left, top, right - left, bottom - top);
  return path;
}
