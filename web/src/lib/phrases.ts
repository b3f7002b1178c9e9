// Sentences of the game may name an action in `backticks`: it can be clicked.

export interface PhrasePart {
  text: string;
  action: boolean;
}

export function phraseParts(sentence: string): PhrasePart[] {
  return sentence
    .split(/(`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text) => {
      const action = text.startsWith('`') && text.endsWith('`') && text.length > 2;
      return { text: action ? text.slice(1, -1) : text, action };
    });
}
