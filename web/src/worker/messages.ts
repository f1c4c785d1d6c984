/** What the page and its workers say to each other. */

/** The parts of the game, as the first screen ticks them off. */
export type Part = 'pages' | 'rules' | 'bots' | 'puzzles';

export interface Listed {
  path: string;
  sha256: string;
  size: number;
  /** Bytes that travel where the host sends texts compressed. */
  moved: number;
  part: Part;
}

/** The index of a site: every file with its hash. */
export interface Index {
  version: string;
  files: Listed[];
}

export type ToHost =
  | { type: 'start'; base: string }
  | { type: 'request'; id: number; method: string; path: string; body: string | null; language: string }
  | { type: 'open'; line: number; code: string }
  | { type: 'send'; line: number; text: string }
  | { type: 'close'; line: number }
  /** Nobody wants to wait for the bot any longer: a quick one plays its move. */
  | { type: 'stop' }
  /** Let bots think again after they failed. */
  | { type: 'again' }
  | { type: 'export'; id: number }
  | { type: 'import'; id: number; text: string };

/** Why the game cannot be had. */
export type Fault = 'stopped' | 'damaged' | 'unable' | 'elsewhere' | 'failed';

/** Games that could not be read, by code with what is wrong. */
export type Damage = Record<string, string>;

export type FromHost =
  | { type: 'progress'; loaded: number; total: number; done: Part[] }
  /** Games can be played; Python was put back from a snapshot or started from nothing. */
  | { type: 'ready'; restored: boolean }
  /** Every file is here. */
  | { type: 'complete'; stored: boolean }
  | { type: 'fault'; fault: Fault; detail: string }
  | { type: 'answer'; id: number; status: number; body: string }
  | { type: 'message'; line: number; text: string }
  /** Somebody waits for a bot since a moment, in milliseconds since 1970; null: no more. */
  | { type: 'thinking'; since: number | null }
  /** No bot can think: what went wrong. null: they can again. */
  | { type: 'speechless'; detail: string | null }
  /** Whether what is played is kept: otherwise it is lost with the page. */
  | { type: 'kept'; kept: boolean }
  | { type: 'damaged'; games: Damage };

export type ToThinker =
  /** Without a snapshot the thinker looks for the one that is kept. */
  | {
      type: 'start';
      base: string;
      version: string;
      machine: WebAssembly.Module;
      files: Files;
      snapshot: Snapshot | null;
    }
  /** More files, once they have come. */
  | { type: 'place'; archives: Uint8Array<ArrayBuffer>[] }
  | { type: 'ask'; question: string };

export type FromThinker = { type: 'ready' } | { type: 'answer'; pair: string } | { type: 'failed'; detail: string };

/** The memory of a Python that has imported everything, and where its library lies in it. */
export interface Snapshot {
  body: Uint8Array<ArrayBuffer>;
  /** The file of the library, and its handle. */
  name: string;
  handle: number;
  /** How long the table of functions was before the library came, and after it. */
  before: number;
  after: number;
}

/** What Python is made of, unpacked. */
export interface Files {
  library: Uint8Array<ArrayBuffer>;
  lock: string;
  /** Archives to unpack: msgspec and Kilowatt's own. */
  archives: Uint8Array<ArrayBuffer>[];
}
