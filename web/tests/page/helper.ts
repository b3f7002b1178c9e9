// A server of its own for the page tests, positions to begin from, and players that click.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import AxeBuilder from '@axe-core/playwright';
import { type Page, test as base, expect } from '@playwright/test';
import { type Camera, type Size, toWindow } from '../../src/board/camera';
import type { Board, Choice, Created, Joined, State, Status } from '../../src/wire';

const program = process.env.CAPITANO_BIN ?? 'capitano';

interface Fixtures {
  /** The address of the server. */
  server: string;
}

// ---- chance --------------------------------------------------------------------------------------

/** Dice fall the same in every run: the server's part of them follows from this number, the page's from the test. */
const CHANCE = 1848;

/** The test that runs, and how many browsers it has opened. */
const running = { title: '', browsers: 0 };

/**
 * Runs in each page before its own scripts: chance that is the same in every run. A page that is loaded again goes on with other
 * numbers, so that no request has the id of another.
 */
function steady(seed: string): void {
  let loads = 0;
  try {
    loads = Number(localStorage.getItem('test-loads') ?? 0) + 1;
    localStorage.setItem('test-loads', String(loads));
    // Most tests are not about the briefing, which would lie over what they click.
    if (loads === 1) localStorage.setItem('capitano.briefed', '["*"]');
  } catch {
    // An empty page keeps nothing.
  }
  let state = 0x811c9dc5;
  for (const letter of `${seed} ${loads}`) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => next() / 2 ** 32;
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = next() & 255;
    }
    return array;
  };
}

export const test = base.extend<{ chance: void }, Fixtures>({
  chance: [
    async ({}, use, info) => {
      Object.assign(running, { title: info.titlePath.join(' '), browsers: 0 });
      await use();
      if (info.status !== info.expectedStatus) {
        console.log(`chance: the server's ${CHANCE}, the page's "${running.title}" and the number of the browser`);
      }
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await context.addInitScript(steady, `${running.title} ${running.browsers++}`);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  server: [
    // Playwright reads what a fixture needs from its pattern: this one needs nothing.
    async ({}, use) => {
      if (process.env.CAPITANO_URL) {
        await use(process.env.CAPITANO_URL);
        return;
      }
      const folder = mkdtempSync(path.join(tmpdir(), 'capitano-page-'));
      const port = await freePort();
      const child = spawn(program, ['serve', '--no-open', '--port', String(port), '--folder', folder, '--fixed-chance', String(CHANCE)], { stdio: 'ignore' });
      const address = `http://127.0.0.1:${port}`;
      try {
        await answers(address, child);
        await use(address);
      } finally {
        child.kill('SIGTERM');
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
});
export { expect };

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function answers(address: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (child.exitCode !== null) throw new Error(`${program} serve ended with ${child.exitCode}`);
    try {
      if ((await fetch(`${address}/health`)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server does not answer');
}

// ---- positions -----------------------------------------------------------------------------------

type Engine = (request: Record<string, unknown>) => Promise<never>;

/** Plays by chance, the same each time, until the position is what is wanted. */
export async function positionWhere(
  scenario: string,
  options: Record<string, string>,
  wanted: (status: Status, choices: Choice[]) => boolean,
  seed = 5,
): Promise<unknown> {
  const child = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask: Engine = async (request) => {
    child.stdin.write(`${JSON.stringify({ id: 1, ...request })}\n`);
    const answer = JSON.parse((await lines.next()).value as string) as { ok?: never; error?: { message: string } };
    if (!answer.ok) throw new Error(answer.error?.message);
    return answer.ok;
  };
  try {
    await ask({ do: 'new', scenario, options, seed });
    await ask({ do: 'auto', rolls: true });
    // Where a scenario leaves no set-up to the players there is nothing to place.
    await ask({ do: 'act', action: 'place standard' }).catch(() => undefined);
    let chance = seed;
    for (let i = 0; i < 3000; i++) {
      const status: Status = await ask({ do: 'status' });
      if (status.outcome) break;
      const { actions }: { actions: Choice[] } = await ask({ do: 'legal' });
      if (wanted(status, actions)) return await ask({ do: 'position' });
      chance = (chance * 1103515245 + 12345) % 2147483648;
      const eager = actions.filter(({ action }) => /^(activate|mark|assault|charge|fire|enter)/.test(action));
      const list = eager.length > 0 && chance % 4 !== 0 ? eager : actions;
      await ask({ do: 'act', action: list[chance % list.length]!.action });
    }
    throw new Error('no such position was reached');
  } finally {
    child.kill();
  }
}

// ---- tables --------------------------------------------------------------------------------------

const TERMS = { take_backs: true, forced: true, clock: null, spectators: 'nothing-hidden' };

export async function post<T>(server: string, where: string, body: object, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`${server}${where}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${where}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export function importPosition(server: string, position: unknown, seats: 'link' | 'screen'): Promise<Created> {
  return post(server, '/api/import', { position, terms: TERMS, seats, side: 0 });
}

export function create(server: string, scenario: string, options: Record<string, string>, seats: 'link' | 'screen'): Promise<Created> {
  return post(server, '/api/tables', { scenario, options, terms: TERMS, seats, side: 0 });
}

export async function stateOf(server: string, token: string, as?: number): Promise<State> {
  const answer = await fetch(`${server}/api/table${as === undefined ? '' : `?as=${as}`}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as State;
}

let asked = 0;

/** An action by the API, for the player whose page is not looked at. */
export async function act(server: string, token: string, action: string, as?: number): Promise<void> {
  const { number } = await stateOf(server, token, as);
  await post(server, '/api/act', { on: number, id: `test-${process.pid}-${asked++}`, action, ...(as === undefined ? {} : { as }) }, token);
}

/** The link or the invitation to a seat. */
export const seatToken = (created: Created, seat: number) => created.links.find((link) => link.seat === seat)!.token;

/** Takes the seat of an invitation. Gives the guest's own token. */
export async function takeSeat(server: string, created: Created, seat: number, body: object = {}): Promise<string> {
  return (await post<Joined>(server, '/api/join', body, seatToken(created, seat))).token;
}

/** The token of the table that a page shows. */
export const tokenOf = (page: Page) => new URL(page.url()).hash.slice(1);

// ---- pages ---------------------------------------------------------------------------------------

export async function openTable(page: Page, server: string, token: string): Promise<void> {
  await page.goto(`${server}/table#${token}`);
  await boardReady(page);
}

export async function boardReady(page: Page): Promise<void> {
  await expect(page.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
}

/** What the board shows, once it has come to rest. */
export interface Sight {
  camera: Camera;
  view: Size;
}

export async function sight(page: Page): Promise<Sight> {
  const board = page.getByTestId('board');
  // What was done last is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(board).toHaveAttribute('data-camera', /\d/);
  const [x, y, scale] = (await board.getAttribute('data-camera'))!.split(' ').map(Number);
  const { width, height } = (await board.boundingBox())!;
  return { camera: { x: x!, y: y!, scale: scale! }, view: { width, height } };
}

export async function boardOf(server: string, map: string): Promise<Board> {
  return (await fetch(`${server}/api/maps/${map}`)).json() as Promise<Board>;
}

export const centreOf = (board: Board, hex: string) => board.hexes.find(({ id }) => id === hex)!;

/** Clicks on a hex of the map where it lies in the window. */
export async function clickHex(page: Page, board: Board, hex: string): Promise<void> {
  const { camera, view } = await sight(page);
  const frame = (await page.getByTestId('board').boundingBox())!;
  const at = toWindow(camera, view, centreOf(board, hex));
  await page.mouse.click(frame.x + at.x, frame.y + at.y);
}

/** Clicks away the dice, and reads what came of fights. */
export async function passDice(page: Page): Promise<void> {
  const skip = page.getByTestId('dice').locator('.do');
  if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => undefined);
  await readResults(page);
}

/** Reads what came of fights, as long as there is something to read. */
export async function readResults(page: Page): Promise<void> {
  const all = page.getByTestId('result-all').or(page.getByTestId('result-next')).last();
  if (await all.isVisible()) await all.click({ timeout: 1000 }).catch(() => undefined);
}

/** Whoever is asked declines or takes the last choice, until the dice have fallen. */
export async function untilRolled(page: Page): Promise<void> {
  const result = page.getByTestId('result');
  const lift = page.getByTestId('lift');
  const over = page.getByTestId('hand-over');
  const last = page.locator('#panel [data-action]').last();
  for (let i = 0; i < 30; i++) {
    await expect(result.or(lift).or(over).or(last).first()).toBeVisible();
    if (await result.isVisible()) return;
    // What is clicked may go away while the answer to the last click comes.
    const next = (await lift.isVisible()) ? lift : (await over.isVisible()) ? over : last;
    await next.click({ timeout: 2000 }).catch(() => undefined);
  }
  await expect(result).toBeVisible();
}

/** Moves the cursor of the keyboard to a hex. */
export async function cursorTo(page: Page, server: string, map: string, hex: string): Promise<void> {
  const board = (await (await fetch(`${server}/api/maps/${map}`)).json()) as Board;
  const at = (id: string) => board.hexes.find((one) => one.id === id)!;
  const [spoken, target] = [page.getByTestId('spoken'), at(hex)];
  const [near, far] = board.hex.flat_top ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const keys = { x: ['ArrowLeft', 'ArrowRight'], y: ['ArrowUp', 'ArrowDown'] } as const;
  await page.getByTestId('board').focus();
  await page.keyboard.press('ArrowUp');
  for (let i = 0; i < 200; i++) {
    const here = at(/\b(\d{4})\b/.exec((await spoken.textContent()) ?? '')![1]!);
    if (here.id === hex) return;
    const axis = Math.abs(here[near] - target[near]) > 10 ? near : far;
    await page.keyboard.press(keys[axis][here[axis] < target[axis] ? 1 : 0]);
  }
  throw new Error(`the cursor does not come to ${hex}`);
}

/** Fails on errors of the page and on requests to anybody else. */
export function guard(page: Page, server: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && new URL(url).host !== new URL(server).host) faults.push(`request to ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** Fails on any fault for those who do not see or do not point. */
export async function sound(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  expect(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`)).toEqual([]);
}
