// What a text is that somebody wants to go on with: a record, an exact position, or a set-up written by hand.

export type Imported = { record: string } | { position: unknown } | { setup: unknown };

export function imported(text: string): Imported | null {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (!trimmed.startsWith('{')) return { record: text };
  try {
    const value = JSON.parse(trimmed) as Record<string, unknown>;
    if (typeof value.record === 'string') return { record: value.record };
    if ('position' in value) return { position: value };
    return { setup: value };
  } catch {
    return null;
  }
}
