// Asking the server. What goes wrong comes as a `Refused` with a sentence for the player.

import type { Citation, Failed, State } from '../wire';
import type { Language } from './settings.svelte';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule?: Citation,
    readonly state?: State,
  ) {
    super(message);
  }
}

/** Where the drawing of a map is, with its words in a language; `english` is its address in the catalogue. */
export function drawingOf(map: string, language: Language, english?: string): string {
  const plain = `/api/maps/${map}/drawing.svg`;
  return language === 'en' ? (english ?? plain) : `${plain}?language=${language}`;
}

interface Asking {
  token?: string;
  body?: unknown;
  query?: Record<string, string | number | null | undefined>;
}

export async function ask<T>(method: 'GET' | 'POST', path: string, { token, body, query }: Asking = {}): Promise<T> {
  const url = new URL(path, location.origin);
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) url.searchParams.set(key, String(value));
  }
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused('unreachable', '');
  }
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!answer.ok) {
    const failure = value as Partial<Failed> | null;
    const error = failure?.error;
    throw new Refused(error?.code ?? `status-${answer.status}`, error?.message ?? '', error?.rule, failure?.state);
  }
  return value as T;
}

const TRIES = 3;

/** Asks again if the line broke or the server has too much to do: what names the request keeps it from being done twice. */
export async function again<T>(asking: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await asking();
    } catch (error) {
      const passes = error instanceof Refused && (error.code === 'unreachable' || error.code === 'unavailable');
      if (i >= TRIES || !passes) throw error;
      await new Promise((resolve) => setTimeout(resolve, 400 * i));
    }
  }
}

/** A name for a request, so that asking again is not doing it twice. */
export function requestId(): string {
  return entropy(16);
}

/** Random bytes in hexadecimal. */
export function entropy(bytes = 32): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
