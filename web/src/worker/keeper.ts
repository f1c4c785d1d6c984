/** The games of the device: Python's host of tables, and what is stored of it. It never thinks for long. */
import type { Drained, Glue } from './glue';
import type { Change, Shelf } from './shelf';
import type { Thinking } from './thinking';
import type { Damage, FromHost, ToHost } from './messages';

const BAD = 400;
const OK = 200;
const FAILED = 500;

/** What a file holds: the games by their codes, and those that could not be read. */
interface Held {
  games: Record<string, string>;
  damaged: Record<string, string>;
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Read what was written to a file; null: it is something else. */
export function heldIn(text: string): Held | null {
  try {
    const { games, damaged = {} } = JSON.parse(text) as Partial<Held>;
    return isTexts(games) && isTexts(damaged) ? { games, damaged } : null;
  } catch {
    return null;
  }
}

export class Keeper {
  /** The page's number of a line -> the host's. */
  private readonly lines = new Map<number, number>();
  private readonly pages = new Map<number, number>();
  private thinking: Thinking | null = null;
  private kept = true;
  /** What is not stored yet, by table: a write that failed is tried again with the next. */
  private readonly unstored = new Map<string, Change>();
  /** What is stored and said, in order. */
  private after: Promise<void> = Promise.resolve();

  constructor(
    private readonly glue: Glue,
    private readonly shelf: Shelf | null,
    private readonly say: (message: FromHost) => void,
  ) {}

  /** Put back what the device keeps. */
  async restore(): Promise<void> {
    const damaged: Damage = {};
    const games = (await this.shelf?.all()) ?? {};
    for (const [code, text] of Object.entries(games)) {
      const wrong = this.glue._load(text);
      if (wrong === '') continue;
      damaged[code] = wrong;
      await this.shelf?.setAside(code);
    }
    if (Object.keys(damaged).length > 0) this.say({ type: 'damaged', games: damaged });
  }

  begin(thinking: Thinking): void {
    this.thinking = thinking;
    this.drain();
  }

  receive(message: ToHost): void {
    switch (message.type) {
      case 'start':
        return;
      case 'request': {
        const { id, method, path, body, language } = message;
        this.drain({ type: 'answer', id, ...this.request(method, path, body ?? undefined, language) });
        return;
      }
      case 'open': {
        const line = this.glue._open(message.code);
        // no such table: the page learns it from its request for the board
        if (line !== 0) {
          this.lines.set(message.line, line);
          this.pages.set(line, message.line);
        }
        break;
      }
      case 'send': {
        const line = this.lines.get(message.line);
        if (line !== undefined) this.glue._message(line, message.text);
        break;
      }
      case 'close': {
        const line = this.lines.get(message.line);
        this.lines.delete(message.line);
        if (line !== undefined) this.glue._close(line);
        break;
      }
      case 'stop':
        this.thinking?.stop();
        break;
      case 'again':
        this.thinking?.again();
        break;
      case 'export':
        void this.write(message.id);
        return;
      case 'import':
        void this.read(message.id, message.text);
        return;
    }
    this.drain();
  }

  /** Ask the host. What goes wrong in it is an answer too: the page must not wait forever. */
  private request(method: string, path: string, body: string | undefined, language: string) {
    try {
      const [status, text] = JSON.parse(this.glue._request(method, path, body, language)) as [number, string];
      return { status, body: text };
    } catch (error) {
      const lines = (error instanceof Error ? error.message : String(error)).split('\n').filter(Boolean);
      return { status: FAILED, body: JSON.stringify({ code: 'failed', text: lines.at(-1) ?? '', args: {} }) };
    }
  }

  answered(pair: string): void {
    this.glue._answered(pair);
    this.drain();
  }

  ended(id: number, how: string): void {
    this.glue._ended(id, how);
    this.drain();
  }

  /** Take what the last call has left: store it first, then say it, then ask the next question. */
  drain(answer?: FromHost): void {
    const text = this.glue._drain(this.thinking?.wants ?? 'none');
    const { changed, out, question, damaged } = JSON.parse(text) as Drained;
    if (question !== null) this.thinking?.ask(question);
    this.after = this.after.then(async () => {
      for (const change of changed) this.unstored.set(change[0], change);
      if (this.unstored.size > 0) await this.keep([...this.unstored.values()]);
      if (Object.keys(damaged).length > 0) await this.setAside(damaged);
      for (const [line, told] of out) {
        const page = this.pages.get(line);
        if (page !== undefined) this.say({ type: 'message', line: page, text: told });
      }
      if (answer) this.say(answer);
    });
  }

  private async keep(changed: readonly Change[]): Promise<void> {
    let kept = false;
    if (this.shelf !== null)
      kept = await this.shelf.keep(changed).then(
        () => true,
        () => false,
      );
    if (kept) this.unstored.clear();
    if (kept !== this.kept) this.say({ type: 'kept', kept });
    this.kept = kept;
  }

  private async setAside(damaged: Damage): Promise<void> {
    for (const code of Object.keys(damaged)) await this.shelf?.setAside(code).catch(() => undefined);
    this.say({ type: 'damaged', games: damaged });
  }

  private async write(id: number): Promise<void> {
    await this.after;
    const [games = {}, damaged = {}] = await Promise.all([this.shelf?.all(), this.shelf?.damaged()]);
    // a device without room can still save them to a file
    for (const [code, game] of this.unstored.values())
      if (game === null) Reflect.deleteProperty(games, code);
      else games[code] = game;
    this.say({ type: 'answer', id, status: OK, body: JSON.stringify({ games, damaged }) });
  }

  /** Take in what was written to a file; of a game that is here already, what was played further counts. */
  private async read(id: number, text: string): Promise<void> {
    await this.after;
    const held = heldIn(text);
    if (held === null) {
      this.say({ type: 'answer', id, status: BAD, body: '' });
      return;
    }
    const said = Object.values(held.games).map((raw) => this.glue._take(raw));
    const taken = said.filter((one) => one === 'taken').length;
    const refused = said.filter((one) => one !== 'taken' && one !== 'here').length;
    await this.shelf?.keepDamaged(held.damaged).catch(() => undefined);
    this.drain({ type: 'answer', id, status: OK, body: JSON.stringify({ taken, refused }) });
  }
}
