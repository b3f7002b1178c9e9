// A counter as it is drawn: paper of its side, symbol of its kind in the colour of its formation, values,
// front mark, marks on top. The drawing goes into a square of 1 by 1 around the origin and a little beyond.

import { DISPLAY, NARROW } from '../lib/fonts';
import type { Piece } from '../wire';
import { type Laid, type Marks, lying, toned } from './badges';
import type { Colours } from './colours';

/** How far the drawing reaches beyond the counter on each side (front mark, shadow), as part of its side. */
export const MARGIN = 0.3;

const TONES: Record<Laid, [string, string]> = {
  bad: ['#e0a100', '#1c1400'],
  worse: ['#b3261e', '#ffffff'],
  calm: ['#2a2118', '#f7efdb'],
  done: ['#6d6455', '#ffffff'],
};

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Everything that the look depends on, as a key for caches. */
export function look(piece: Piece, degrees: number | null): string {
  const values = piece.values.map((figure) => `${figure.now}/${figure.printed}`).join(',');
  return [piece.name, piece.seat, piece.kind, piece.stars, piece.formation, piece.face_up, piece.size, degrees, values, piece.badges].join('|');
}

/** Draws the counter, `pixels` long on its side, around the origin; `ratio` of them are one of the page. */
export function drawCounter(context: Context, piece: Piece, degrees: number | null, colours: Colours, pixels: number, ratio = 1): void {
  const { paper, ink } = colours.seat(piece.seat);
  const band = colours.band(piece.formation);
  context.save();
  context.scale(pixels, pixels);
  if (degrees !== null) frontMark(context, degrees, paper);
  body(context, paper, ink);
  if (piece.seat % 2 === 1) sideStripe(context, ink);
  if (!piece.face_up) hatch(context, ink);
  symbol(context, piece, band, ink, paper);
  if (pixels >= 22) figures(context, piece, ink);
  const folded = toned(colours.marks, piece.badges, 'folded');
  if (pixels >= 32) name(context, piece, ink, pixels / ratio, folded, lying(colours.marks, piece.badges).length > 0);
  if (folded) fold(context, paper, ink);
  if (toned(colours.marks, piece.badges, 'spent')) spent(context);
  if (pixels >= 16) marks(context, piece, colours.marks);
  context.restore();
}

/** Letters smaller than a pixel lose some of their shapes before they are drawn larger: they are set in hundredths. */
const UNIT = 100;

function write(context: Context, weight: string, size: number, face: string, text: string, x: number, y: number, most?: number): void {
  context.save();
  context.scale(1 / UNIT, 1 / UNIT);
  context.font = `${weight} ${size * UNIT}px ${face}`;
  if (most === undefined) context.fillText(text, x * UNIT, y * UNIT);
  else context.fillText(text, x * UNIT, y * UNIT, most * UNIT);
  context.restore();
}

function outline(context: Context, inset = 0): void {
  const half = 0.5 - inset;
  context.beginPath();
  context.roundRect(-half, -half, 2 * half, 2 * half, 0.07);
}

function body(context: Context, paper: string, ink: string): void {
  // A shadow in three steps: blurring is slow where there is no graphics card.
  context.fillStyle = 'rgba(30,20,5,0.16)';
  for (const grow of [0.05, 0.03, 0.01]) {
    context.beginPath();
    context.roundRect(-0.5 - grow + 0.025, -0.5 - grow + 0.04, 1 + 2 * grow, 1 + 2 * grow, 0.1);
    context.fill();
  }
  outline(context);
  context.fillStyle = paper;
  context.fill();
  const light = context.createLinearGradient(0, -0.5, 0, 0.5);
  light.addColorStop(0, 'rgba(255,255,255,0.22)');
  light.addColorStop(0.5, 'rgba(255,255,255,0)');
  light.addColorStop(1, 'rgba(0,0,0,0.12)');
  outline(context);
  context.fillStyle = light;
  context.fill();
  outline(context, 0.008);
  context.lineWidth = 0.022;
  context.strokeStyle = ink === '#ffffff' ? 'rgba(8,14,30,0.75)' : 'rgba(42,33,24,0.75)';
  context.stroke();
}

/** Odd sides carry a second line inside the edge: sides differ by more than colour. */
function sideStripe(context: Context, ink: string): void {
  outline(context, 0.05);
  context.lineWidth = 0.014;
  context.globalAlpha = 0.55;
  context.strokeStyle = ink;
  context.stroke();
  context.globalAlpha = 1;
}

function frontMark(context: Context, degrees: number, paper: string): void {
  context.save();
  context.rotate((degrees * Math.PI) / 180);
  // Corners of the square lie farther out than its sides.
  const turned = Math.abs(((degrees % 90) + 90) % 90);
  const angle = (Math.min(turned, 90 - turned) * Math.PI) / 180;
  const out = 0.5 / Math.cos(angle);
  context.beginPath();
  context.moveTo(-0.17, -out + 0.04);
  context.lineTo(0, -out - 0.17);
  context.lineTo(0.17, -out + 0.04);
  context.closePath();
  context.fillStyle = paper;
  context.strokeStyle = '#1d160c';
  context.lineWidth = 0.035;
  context.lineJoin = 'round';
  context.stroke();
  context.fill();
  context.restore();
}

/** The back of a counter that lies face down. */
function hatch(context: Context, ink: string): void {
  context.save();
  outline(context, 0.03);
  context.clip();
  context.globalAlpha = 0.2;
  context.strokeStyle = ink;
  context.lineWidth = 0.02;
  context.beginPath();
  for (let x = -1; x < 1; x += 0.09) {
    context.moveTo(x, -0.5);
    context.lineTo(x + 1, 0.5);
  }
  context.stroke();
  context.restore();
}

function symbol(context: Context, { kind, stars: rank, face_up }: Piece, band: string, ink: string, paper: string): void {
  const [left, top, width, height] = [-0.29, -0.24, 0.58, 0.36];
  const line = lightness(band) > 0.55 ? '#17120a' : '#ffffff';
  context.lineJoin = 'round';
  if (kind === 'commander') {
    stars(context, rank ?? 1, face_up ? band : paper, ink);
    return;
  }
  if (kind === 'standard') {
    standard(context, band, ink);
    return;
  }
  context.fillStyle = band;
  context.strokeStyle = lightness(paper) > 0.55 ? '#17120a' : '#ffffff';
  context.lineWidth = 0.032;
  context.beginPath();
  context.rect(left, top, width, height);
  context.fill();
  context.stroke();
  context.strokeStyle = line;
  context.fillStyle = line;
  context.lineWidth = 0.036;
  context.beginPath();
  const [right, bottom] = [left + width, top + height];
  switch (kind) {
    case 'infantry':
      context.moveTo(left, top);
      context.lineTo(right, bottom);
      context.moveTo(right, top);
      context.lineTo(left, bottom);
      context.stroke();
      break;
    case 'cavalry':
      context.moveTo(left, bottom);
      context.lineTo(right, top);
      context.stroke();
      break;
    case 'artillery':
      context.arc(0, top + height / 2, 0.075, 0, 2 * Math.PI);
      context.fill();
      break;
    default:
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      write(context, '700', 0.22, NARROW, kind.slice(0, 2).toUpperCase(), 0, top + height / 2 + 0.01);
  }
}

/** One great star, or two or three smaller ones side by side. */
function stars(context: Context, count: number, fill: string, ink: string): void {
  const radius = count > 2 ? 0.15 : count > 1 ? 0.19 : 0.23;
  for (let i = 0; i < count; i++) star(context, (i - (count - 1) / 2) * radius * 1.9, -0.06, radius, fill, ink);
}

/** A flag on its staff, with a cross. */
function standard(context: Context, fill: string, ink: string): void {
  const [left, top, width, height] = [-0.2, -0.26, 0.46, 0.3];
  const cross = lightness(fill) > 0.55 ? '#17120a' : '#ffffff';
  context.lineWidth = 0.04;
  context.strokeStyle = ink;
  context.beginPath();
  context.moveTo(left, top - 0.03);
  context.lineTo(left, 0.16);
  context.stroke();
  context.beginPath();
  context.moveTo(left, top);
  context.quadraticCurveTo(left + width / 2, top - 0.07, left + width, top + 0.01);
  context.lineTo(left + width, top + height);
  context.quadraticCurveTo(left + width / 2, top + height - 0.08, left, top + height);
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 0.025;
  context.stroke();
  context.lineWidth = 0.034;
  context.strokeStyle = cross;
  context.beginPath();
  context.moveTo(left + 0.05, top + 0.04);
  context.lineTo(left + width - 0.04, top + height - 0.04);
  context.moveTo(left + width - 0.04, top + 0.05);
  context.lineTo(left + 0.05, top + height - 0.05);
  context.stroke();
}

function star(context: Context, x: number, y: number, radius: number, fill: string, ink: string): void {
  context.beginPath();
  for (let i = 0; i < 10; i++) {
    const angle = (i * Math.PI) / 5;
    const r = i % 2 === 0 ? radius : radius * 0.42;
    context.lineTo(x + Math.sin(angle) * r, y - Math.cos(angle) * r);
  }
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 0.03;
  context.strokeStyle = ink;
  context.stroke();
}

/** The printed values in their order; what has sunk stands in red on white. */
function figures(context: Context, piece: Piece, ink: string): void {
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  const baseline = 0.405;
  if (!piece.face_up) {
    if (piece.size > 0) {
      context.fillStyle = ink;
      write(context, '700', 0.25, DISPLAY, `(${piece.size})`, 0, baseline);
    }
    return;
  }
  const shown = piece.values.slice(0, 3);
  const step = shown.length > 2 ? 0.31 : 0.36;
  shown.forEach((figure, i) => {
    const x = (i - (shown.length - 1) / 2) * step;
    const text = String(figure.now);
    if (figure.now < figure.printed) {
      context.fillStyle = '#ffffff';
      context.beginPath();
      context.roundRect(x - 0.135, baseline - 0.2, 0.27, 0.235, 0.04);
      context.fill();
      context.fillStyle = '#a31411';
    } else {
      context.fillStyle = ink;
    }
    write(context, '700', text.length > 1 ? 0.255 : 0.295, DISPLAY, text, x, baseline);
  });
}

/** The name, where neither the turned-down corner nor a mark lies over its letters; on a small counter larger, to be read. */
function name(context: Context, piece: Piece, ink: string, pixels: number, folded: boolean, marked: boolean): void {
  if (!piece.face_up) return;
  const { left, right } = nameRoom(folded, marked);
  let text = piece.name;
  const size = Math.min(0.19, Math.max(0.15, 8.5 / pixels));
  context.font = `600 ${size * UNIT}px ${NARROW}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = ink;
  // Set a little narrower before letters are left out.
  while (text.length > 4 && context.measureText(text).width > (right - left) * 1.3 * UNIT) text = `${text.slice(0, -2).trimEnd()}…`;
  write(context, '600', size, NARROW, text, (left + right) / 2, -0.31, right - left);
}

/** From where to where the name may stand. */
export function nameRoom(folded: boolean, marked: boolean): { left: number; right: number } {
  return { left: folded ? FOLD + 0.015 : -0.46, right: marked ? 0.285 : 0.46 };
}

/** Where the turned-down corner ends. */
const FOLD = -0.34;

/** A turned-down corner: the counter lies face down for the other side. */
function fold(context: Context, paper: string, ink: string): void {
  const [edge, inner] = [-0.5, FOLD];
  context.beginPath();
  context.moveTo(edge, inner);
  context.lineTo(inner, edge);
  context.lineTo(edge, edge);
  context.closePath();
  context.fillStyle = 'rgba(20,14,4,0.6)';
  context.fill();
  context.beginPath();
  context.moveTo(edge, inner);
  context.lineTo(inner, edge);
  context.lineTo(inner + 0.01, inner + 0.01);
  context.closePath();
  context.fillStyle = paper;
  context.fill();
  context.lineWidth = 0.012;
  context.strokeStyle = ink;
  context.stroke();
}

function spent(context: Context): void {
  outline(context);
  context.fillStyle = 'rgba(120,112,98,0.42)';
  context.fill();
}

function marks(context: Context, piece: Piece, known: Marks): void {
  lying(known, piece.badges).forEach(({ text, tone }, i) => {
    const [fill, ink] = TONES[tone];
    const x = 0.43 - Math.floor(i / 4) * 0.24;
    const y = -0.43 + (i % 4) * 0.245;
    context.beginPath();
    context.arc(x, y, 0.125, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 0.022;
    context.strokeStyle = '#fff8e6';
    context.stroke();
    context.fillStyle = ink;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    write(context, '700', text.length > 1 ? 0.13 : 0.18, NARROW, text, x, y + 0.012);
  });
}

/** How light a `#rrggbb` colour is, 0 to 1. */
export function lightness(colour: string): number {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)) / 255;
}
