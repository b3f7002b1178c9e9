// Where the viewer looks: the point of the map in the middle of the window, and how large it is drawn.

export interface Camera {
  x: number;
  y: number;
  /** Pixels of the window for a unit of the map. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

export function toWindow(camera: Camera, view: Size, at: Point): Point {
  return {
    x: (at.x - camera.x) * camera.scale + view.width / 2,
    y: (at.y - camera.y) * camera.scale + view.height / 2,
  };
}

export function toMap(camera: Camera, view: Size, at: Point): Point {
  return {
    x: (at.x - view.width / 2) / camera.scale + camera.x,
    y: (at.y - view.height / 2) / camera.scale + camera.y,
  };
}

/** The part of the map that the window shows. */
export function seen(camera: Camera, view: Size): Box {
  const width = view.width / camera.scale / 2;
  const height = view.height / camera.scale / 2;
  return { left: camera.x - width, top: camera.y - height, right: camera.x + width, bottom: camera.y + height };
}

/** The camera that shows the whole box. */
export function fit(box: Box, view: Size, margin = 12): Camera {
  const width = Math.max(1, view.width - 2 * margin);
  const height = Math.max(1, view.height - 2 * margin);
  return {
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
    scale: Math.min(width / (box.right - box.left), height / (box.bottom - box.top)),
  };
}

/** Moved by so many pixels of the window. */
export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Larger or smaller, with the point of the map under `at` staying where it is. */
export function zoom(camera: Camera, view: Size, at: Point, factor: number, least: number, most: number): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor));
  const fixed = toMap(camera, view, at);
  return {
    x: fixed.x - (at.x - view.width / 2) / scale,
    y: fixed.y - (at.y - view.height / 2) / scale,
    scale,
  };
}

/** How small the sheet may be drawn: so small that all of it is seen. */
export function least(sheet: Box, view: Size): number {
  return fit(sheet, view, 0).scale;
}

/**
 * Kept on the sheet: nothing beyond it is seen. Along a side on which the whole sheet is shorter than the window, it
 * stands in the middle.
 */
export function keep(camera: Camera, view: Size, sheet: Box): Camera {
  const scale = Math.max(camera.scale, least(sheet, view));
  const held = (at: number, half: number, from: number, to: number) =>
    to - from <= 2 * half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, at));
  return {
    x: held(camera.x, view.width / scale / 2, sheet.left, sheet.right),
    y: held(camera.y, view.height / scale / 2, sheet.top, sheet.bottom),
    scale,
  };
}

/** What lies over the edges of the window, in pixels: nothing is brought into view beneath it. */
export interface Inset {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the map that is seen and not covered. */
export function clear(camera: Camera, view: Size, inset: Inset): Box {
  const all = seen(camera, view);
  return {
    left: all.left + inset.left / camera.scale,
    top: all.top + inset.top / camera.scale,
    right: all.right - inset.right / camera.scale,
    bottom: all.bottom - inset.bottom / camera.scale,
  };
}

export function inside(box: Box, { x, y }: Point, pad = 0): boolean {
  return x - pad >= box.left && x + pad <= box.right && y - pad >= box.top && y + pad <= box.bottom;
}

/** The window as the viewer has it, and the sheet that it looks at. */
export interface Frame {
  view: Size;
  inset: Inset;
  sheet: Box;
}

/** What is to be seen: places, each with so much around it. */
export interface Wish {
  places: Point[];
  pad: number;
  /** The scale at which the viewer wants to see it. */
  scale: number;
  /** If not everything fits at that scale, the map may be drawn smaller down to this one. */
  floor: number;
}

/** The camera that brings the places into view, moving no further than needed. */
export function bring(camera: Camera, wish: Wish, frame: Frame): Camera {
  const { places, pad, floor } = wish;
  if (places.length === 0) return camera;
  const box = around(places, pad);
  const room = roomOf(frame);
  const whole = Math.min(room.width / (box.right - box.left), room.height / (box.bottom - box.top));
  const kept = (to: Camera) => keep(to, frame.view, frame.sheet);
  if (whole >= wish.scale) return kept(slid({ ...camera, scale: wish.scale }, box, frame));
  if (whole >= floor) return kept(slid({ ...camera, scale: whole }, box, frame));
  // They are too far apart: as many as can be, unless the camera shows nearly as many where it is.
  const count = (at: Camera) => {
    const free = clear(at, frame.view, frame.inset);
    return places.filter((place) => inside(free, place, pad)).length;
  };
  const stay = kept({ ...camera, scale: wish.scale });
  const now = count(stay);
  if (2 * now >= places.length) return stay;
  let best = stay;
  let most = now;
  for (const { x, y } of places) {
    const there = kept(centred({ x, y, scale: wish.scale }, frame));
    const shown = count(there);
    if (shown > most || (shown === most && best !== stay && far(there, camera) < far(best, camera))) {
      best = there;
      most = shown;
    }
  }
  // A few more are not worth a jump.
  return most >= 1.5 * now ? best : stay;
}

/** The camera that looks straight at the places, as near as they can all be seen, within two scales. */
export function frame(places: Point[], pad: number, nearest: number, floor: number, frame: Frame): Camera | null {
  if (places.length === 0) return null;
  const box = around(places, pad);
  const room = roomOf(frame);
  const whole = Math.min(room.width / (box.right - box.left), room.height / (box.bottom - box.top));
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: Math.min(nearest, whole) };
  if (whole >= floor) return keep(centred(middle, frame), frame.view, frame.sheet);
  return bring({ ...middle, scale: floor }, { places, pad, scale: floor, floor }, frame);
}

function far(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The box around some places. */
export function around(places: Point[], pad: number): Box {
  return {
    left: Math.min(...places.map(({ x }) => x)) - pad,
    top: Math.min(...places.map(({ y }) => y)) - pad,
    right: Math.max(...places.map(({ x }) => x)) + pad,
    bottom: Math.max(...places.map(({ y }) => y)) + pad,
  };
}

function roomOf({ view, inset }: Frame): Size {
  return { width: Math.max(1, view.width - inset.left - inset.right), height: Math.max(1, view.height - inset.top - inset.bottom) };
}

/** Moved so that what it looks at stands in the middle of what is not covered. */
function centred(camera: Camera, { inset }: Frame): Camera {
  return {
    ...camera,
    x: camera.x - (inset.left - inset.right) / 2 / camera.scale,
    y: camera.y - (inset.top - inset.bottom) / 2 / camera.scale,
  };
}

/** Moved so far that the box, which must fit, is seen. */
function slid(camera: Camera, box: Box, frame: Frame): Camera {
  const free = clear(camera, frame.view, frame.inset);
  const by = (from: number, to: number, low: number, high: number) => (from < low ? from - low : to > high ? to - high : 0);
  return {
    ...camera,
    x: camera.x + by(box.left, box.right, free.left, free.right),
    y: camera.y + by(box.top, box.bottom, free.top, free.bottom),
  };
}

/** Part of the way from one camera to another; zooming goes evenly. */
export function between(from: Camera, to: Camera, part: number): Camera {
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    scale: from.scale * (to.scale / from.scale) ** part,
  };
}
