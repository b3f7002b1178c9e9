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

/** Kept so near that some of the box is always in the middle of the window. */
export function keep(camera: Camera, box: Box): Camera {
  return {
    ...camera,
    x: Math.min(box.right, Math.max(box.left, camera.x)),
    y: Math.min(box.bottom, Math.max(box.top, camera.y)),
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
