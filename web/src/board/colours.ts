// How counters look: colours of sides and formations, those of the game's data or a palette that colour-blind eyes tell apart, and
// the signs of their marks.

import type { Formation, ListedGame, SeatColours } from '../wire';
import type { Marks } from './badges';

export type Palette = 'printed' | 'clear';

/** Where the game's data names none. */
const PLAIN: SeatColours[] = [
  { paper: '#3d5f9a', ink: '#ffffff' },
  { paper: '#f4efe0', ink: '#221c12' },
];
const CLEAR: SeatColours[] = [
  { paper: '#0a5c99', ink: '#ffffff' },
  { paper: '#f0b429', ink: '#1c1400' },
];
const BANDS = ['#b5452f', '#2f7a4d', '#c98a1b', '#6b4a8c', '#2b7f8f', '#8a5a2b', '#a33f6b', '#5b6b2f', '#444c66', '#bf6f4a'];
const CLEAR_BANDS = ['#d55e00', '#009e73', '#f0e442', '#cc79a7', '#56b4e9', '#ffffff', '#000000', '#999999', '#882255', '#ddcc77'];

export interface Colours {
  seat(seat: number | null): SeatColours;
  band(formation: string | null): string;
  marks: Marks;
}

/** The colours of the seats in a scenario: its own, or those of the game. */
export function seatColours(game: ListedGame | undefined, scenario: string): SeatColours[] | undefined {
  const own = game?.scenarios.find(({ id }) => id === scenario)?.colours;
  return own?.length ? own : game?.colours;
}

export function colours(printed: SeatColours[] | undefined, formations: Formation[], palette: Palette, marks: Marks): Colours {
  const seats = palette === 'clear' ? CLEAR : (printed ?? PLAIN);
  const bands = new Map<string, string>();
  formations.forEach((formation, i) => {
    const own = palette === 'clear' ? undefined : formation.colour;
    const list = palette === 'clear' ? CLEAR_BANDS : BANDS;
    bands.set(formation.id, own || list[i % list.length]!);
  });
  const nobody = { paper: '#d9cba6', ink: '#2a2118' };
  return {
    seat: (seat) => (seat === null ? nobody : (seats[seat] ?? nobody)),
    band: (formation) => (formation && bands.get(formation)) || '#8b7d63',
    marks,
  };
}
