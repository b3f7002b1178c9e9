// The faces of the page by what they are for, for what is drawn on a canvas.

/** Figures on counters, labels on the map. */
export const DISPLAY = '"Capitano Display", Georgia, serif';
/** Names and marks on counters. */
export const NARROW = '"Capitano Narrow", "Arial Narrow", Arial, sans-serif';

const NEEDED = ['400 16px "Capitano Text"', '600 16px "Capitano Display"', '600 16px "Capitano Narrow"'];

/** When the faces are there that the first screen and the board need. A page that cannot read them is shown all the same. */
export async function typeIsThere(): Promise<void> {
  await Promise.allSettled(NEEDED.map((face) => document.fonts.load(face)));
}
