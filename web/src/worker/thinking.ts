/** The host's side of thinking: questions to the second worker, which can be stopped and started again. */
import type { Files, FromThinker, Snapshot, ToThinker } from './messages';

export interface Events {
  answered: (pair: string) => void;
  /** The thinker of a question ended before it answered: it failed, was stopped for another, or took too long. */
  ended: (id: number, how: 'failed' | 'stopped' | 'hurried') => void;
  ready: () => void;
  thinking: (since: number | null) => void;
  /** No bot can think any more; null: they can again. */
  speechless: (detail: string | null) => void;
}

interface Asked {
  id: number;
  lane: string;
}

/** What somebody waits for. */
const WAITED = new Set(['player', 'hint']);
/** What is thought about in steps: something more urgent may come between two of them. */
const IN_STEPS = new Set(['review', 'trial']);
/** Failures without an answer between them after which no more is tried. */
const MOST = 3;

export class Thinking {
  private worker: Worker | null = null;
  private ready = false;
  /** Questions that are thought about, the one that goes first at the end. */
  private asked: Asked[] = [];
  private failures = 0;
  private more: Uint8Array<ArrayBuffer>[] | null = null;

  constructor(
    private readonly base: string,
    private readonly version: string,
    private readonly machine: WebAssembly.Module,
    private readonly files: Files,
    /** For the first worker only: its bytes are many. Later ones look for the one that is kept. */
    private snapshot: Snapshot | null,
    private readonly events: Events,
  ) {
    this.start();
  }

  /** Which questions may be asked now. */
  get wants(): 'any' | 'urgent' | 'none' {
    if (!this.ready) return 'none';
    const first = this.asked.at(-1);
    if (first === undefined) return 'any';
    return IN_STEPS.has(first.lane) ? 'urgent' : 'none';
  }

  ask(question: string): void {
    const { id, lane } = JSON.parse(question) as Asked;
    this.asked.push({ id, lane });
    this.tell();
    this.post({ type: 'ask', question });
  }

  /** The files that bots need have come. */
  place(archives: Uint8Array<ArrayBuffer>[]): void {
    this.more = archives;
    this.post({ type: 'place', archives });
  }

  /** Nobody wants to wait any longer: the worker is ended, another begins, and the host answers by itself. */
  stop(): void {
    const first = this.asked.at(-1);
    if (first === undefined || !WAITED.has(first.lane)) return;
    this.end((asked) => (asked === first ? 'hurried' : 'stopped'));
    this.start();
  }

  /** Try again after bots have failed. */
  again(): void {
    if (this.failures <= MOST) return;
    this.failures = 0;
    this.events.speechless(null);
    this.start();
  }

  /** Say since when somebody waits. */
  private tell(): void {
    this.events.thinking(this.asked.some(({ lane }) => WAITED.has(lane)) ? Date.now() : null);
  }

  private post(message: ToThinker): void {
    this.worker?.postMessage(message);
  }

  private start(): void {
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<FromThinker>) => {
      if (worker === this.worker) this.receive(event.data);
    };
    worker.onerror = (event) => {
      if (worker === this.worker) this.fail(event.message);
    };
    const { base, version, machine, files, snapshot } = this;
    this.snapshot = null;
    this.post({ type: 'start', base, version, machine, files, snapshot });
    if (this.more) this.post({ type: 'place', archives: this.more });
  }

  private receive(message: FromThinker): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        this.events.ready();
        break;
      case 'answer': {
        const { id } = JSON.parse(message.pair) as Asked;
        this.failures = 0;
        this.asked = this.asked.filter((one) => one.id !== id);
        this.tell();
        this.events.answered(message.pair);
        break;
      }
      case 'failed':
        this.fail(message.detail);
        break;
    }
  }

  private fail(detail: string): void {
    this.failures += 1;
    const last = this.failures > MOST;
    const first = this.asked.at(-1);
    this.end((asked) => (asked === first ? 'failed' : 'stopped'));
    if (last) this.events.speechless(detail);
    else this.start();
  }

  private end(how: (asked: Asked) => 'failed' | 'stopped' | 'hurried'): void {
    const { asked } = this;
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.asked = [];
    this.tell();
    for (const one of asked) this.events.ended(one.id, how(one));
  }
}
