/** A socket that comes back by itself, and the requests that wait for an answer on it. Knows nothing of the game. */
import type { ClientMessage, Refused, ServerMessage } from '../protocol/schema';
import { port, type Wire } from './port';

export type Answer = { ok: true; message: ServerMessage } | { ok: false; refused: Refused };

interface Request {
  message: ClientMessage;
  resolve: (answer: Answer) => void;
  /** Whether it outlives the socket: a move does, a question that the player can ask again does not. */
  resend: boolean;
}

export interface LineEvents {
  /** Fetch what must be there before the first connection. False: do not connect at all. A throw: try again later. */
  prepare: () => Promise<boolean>;
  /** The first message on each new socket. */
  hello: () => ClientMessage;
  receive: (message: ServerMessage) => void;
  lost: (retryAt: number) => void;
}

/** Milliseconds before each attempt; the last one repeats. */
const RETRIES = [400, 1000, 2000, 4000];
const RETRY_MOST = 8000;
export const CONNECTION_LOST: Refused = {
  type: 'refused',
  code: 'connection_lost',
  text: '',
  rule: null,
  args: {},
  key: null,
};

export class Line {
  private wire: Wire | null = null;
  private prepared = false;
  private closed = false;
  private tries = 0;
  private timer: number | null = null;
  private count = 0;
  private readonly id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private readonly requests = new Map<string, Request>();

  constructor(
    private readonly path: string,
    private readonly events: LineEvents,
  ) {}

  open(): void {
    this.closed = false;
    this.attempt();
  }

  close(): void {
    this.closed = true;
    this.stopTimer();
    this.wire?.close();
  }

  /** Try now what would be tried later. */
  retryNow(): void {
    if (this.stopTimer()) this.attempt();
  }

  /** Begin with another hello, on a new socket; one that is not open yet has its hello to come. */
  reconnect(): void {
    if (this.wire?.isOpen()) this.connect();
  }

  /** The server has answered the hello: send again what has had no answer. */
  welcomed(): void {
    this.tries = 0;
    for (const { message } of this.requests.values()) this.notify(message);
  }

  /** Send a message that has no answer; returns whether it was sent. */
  notify(message: ClientMessage): boolean {
    if (!this.wire?.isOpen()) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Send a request, made with the key that its answer will bear. */
  request(make: (key: string) => ClientMessage, resend = false): Promise<Answer> {
    this.count += 1;
    const key = `${this.id}-${this.count}`;
    const message = make(key);
    return new Promise((resolve) => {
      this.requests.set(key, { message, resolve, resend });
      if (!this.notify(message) && !resend) this.answer(key, { ok: false, refused: CONNECTION_LOST });
    });
  }

  /** Hand an answer to the request that waits for it; returns whether one does. */
  answer(key: string, answer: Answer): boolean {
    const request = this.requests.get(key);
    this.requests.delete(key);
    request?.resolve(answer);
    return request !== undefined;
  }

  private attempt(): void {
    if (this.prepared) this.connect();
    else void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.prepared = await this.events.prepare();
      if (this.prepared && !this.closed) this.connect();
    } catch {
      this.later();
    }
  }

  private later(): void {
    if (this.closed) return;
    const wait = RETRIES[this.tries] ?? RETRY_MOST;
    this.tries += 1;
    this.timer = window.setTimeout(() => {
      this.timer = null;
      this.attempt();
    }, wait);
    this.events.lost(Date.now() + wait);
  }

  private stopTimer(): boolean {
    if (this.timer === null) return false;
    window.clearTimeout(this.timer);
    this.timer = null;
    return true;
  }

  private connect(): void {
    const old = this.wire;
    const wire = port().wire(this.path, {
      opened: () => {
        wire.send(JSON.stringify(this.events.hello()));
      },
      received: (text) => {
        if (this.wire === wire) this.events.receive(JSON.parse(text) as ServerMessage);
      },
      closed: () => {
        if (this.wire === wire) this.lose();
      },
    });
    this.wire = wire;
    old?.close();
  }

  private lose(): void {
    this.wire = null;
    for (const [key, { resend }] of this.requests)
      if (!resend) this.answer(key, { ok: false, refused: CONNECTION_LOST });
    this.later();
  }
}
