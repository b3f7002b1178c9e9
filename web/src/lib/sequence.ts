// The sequence of play, and where in it the game is.

import type { SequenceStep, Status } from '../wire';

export interface Stage extends SequenceStep {
  /** The game is in it. */
  now: boolean;
  parts: Stage[];
}

/** The steps with their parts. A part is marked by the phase, or by what the player himself is asked. */
export function stages(steps: readonly SequenceStep[], status: Pick<Status, 'step'> & { prompt: { kind: string } }): Stage[] {
  const asked = steps.find((step) => step.asks.includes(status.prompt.kind) && (step.id === status.step || step.within === status.step || sibling(steps, step, status.step)));
  const at = asked?.id ?? status.step;
  const stage = (step: SequenceStep): Stage => {
    const parts = steps.filter((part) => part.within === step.id).map(stage);
    return { ...step, parts, now: step.id === at || parts.some((part) => part.now) };
  };
  return steps.filter((step) => step.within === '').map(stage);
}

function sibling(steps: readonly SequenceStep[], step: SequenceStep, id: string): boolean {
  const other = steps.find((one) => one.id === id);
  return step.within !== '' && other?.within === step.within;
}
