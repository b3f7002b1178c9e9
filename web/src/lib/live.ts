// The live connection to a table. It tells what it has and is sent the rest; when it is lost, it comes back by itself.

import type { Push, Seat } from '../wire';

export type Connection = 'opening' | 'live' | 'lost';

interface Have {
  as: Seat | null;
  number: number;
  feed: number;
}

const WAITS = [300, 1000, 2000, 5000, 10_000];
/** The server speaks at least every 25 seconds. */
const SILENCE = 60_000;

export class Live {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly token: string,
    private readonly have: () => Have,
    private readonly receive: (push: Push) => void,
    private readonly tell: (connection: Connection) => void,
  ) {
    addEventListener('online', this.now);
    this.open();
  }

  private open(): void {
    if (this.closed) return;
    const url = new URL('/api/live', location.origin);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.hello();
      this.tries = 0;
      this.tell('live');
      this.listen();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.listen();
      const push = JSON.parse(String(message.data)) as Push;
      if (Object.keys(push).length > 0) this.receive(push);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      clearTimeout(this.silence);
      if (this.closed) return;
      this.tell('lost');
      this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }

  /** A socket that says nothing for long is dead, whatever it believes. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket?.close(), SILENCE);
  }

  /** Looks anew, for another seat: what was on its way for the one before is not heard. */
  restart(): void {
    const before = this.socket;
    this.socket = null;
    clearTimeout(this.timer);
    before?.close();
    this.open();
  }

  /** Says who looks and what there is already. */
  private hello(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const { as, number, feed } = this.have();
    this.socket.send(JSON.stringify({ token: this.token, ...(as === null ? {} : { as }), number, feed }));
  }

  private readonly now = () => {
    if (this.socket || this.closed) return;
    clearTimeout(this.timer);
    this.open();
  };

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    removeEventListener('online', this.now);
    this.socket?.close();
  }
}
