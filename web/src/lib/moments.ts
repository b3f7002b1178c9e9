// Moments of a replay: what anybody may know has numbers that mean the same to everybody.

/** A moment that means the same to everybody. */
export interface Moment {
  moment: number;
  /** How many positions after its first: what a seat did unseen before the next moment. Only for who may see it. */
  after: number;
}

/** Where a moment is among the positions of a viewer: at its first, or as many after it as he has before the next moment. */
export function placeOf(frames: { moment: number }[], { moment, after }: Moment): number {
  const last = frames.findLastIndex((frame) => frame.moment <= moment);
  if (last < 0) return 0;
  const first = frames.findIndex((frame) => frame.moment === frames[last]!.moment);
  return Math.min(last, first + after);
}

export function momentAt(frames: { moment: number }[], at: number): Moment {
  const moment = frames[at]?.moment ?? 0;
  return { moment, after: Math.max(0, at - frames.findIndex((frame) => frame.moment === moment)) };
}
