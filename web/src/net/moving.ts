/** A running game on its way between a server and this device: packed where it was played, unpacked where it goes on. */
import { dropText, keepText } from '../base/kept';
import { OFFLINE } from '../base/offline';
import { settings } from '../base/settings';
import { ownServer } from '../base/site';
import type { MovedGame, Seated, TableView } from '../protocol/schema';
import { api, answerOf } from './api';
import { device, saveText } from './device';
import { server } from './port';

/** Where a game waits that was taken from the server, until the page on this device opens. */
const WAITING = 'kilowatt-moving';

interface Waiting {
  /** Its table on the server. */
  from: string;
  game: MovedGame;
}

/** Whether a table's game is one person's alone, as far as its head shows: only such a game can move. */
export const movable = (table: TableView): boolean =>
  table.state === 'playing' &&
  !(table.rated || table.real || table.lesson !== null || table.challenge !== null) &&
  table.seats.every(({ seat, kind, outside }) => !outside && (kind === 'bot' || table.yours.includes(seat)));

/** Ask the server that this folder of files comes from. */
const atServer = async <T>(path: string, body: unknown): Promise<T> =>
  answerOf(server.request('POST', `/api${path}`, JSON.stringify(body), settings.get().language));

/** Of the server's page: let a game go on on this device. The page there takes it in. */
export async function takeOffline(code: string): Promise<void> {
  const waiting: Waiting = { from: code, game: await api.pack(code) };
  keepText(WAITING, JSON.stringify(waiting));
  location.assign(OFFLINE);
}

function waitingHere(): Waiting | null {
  try {
    return JSON.parse(localStorage.getItem(WAITING) ?? 'null') as Waiting | null;
  } catch {
    return null;
  }
}

/** Whether a game waits to be taken in here. */
export const gameWaits = (): boolean => ownServer !== null && waitingHere() !== null;

/** Leave the game that waits where it was. */
export const leaveIt = (): void => {
  dropText(WAITING);
};

/** Of the page on this device: go on with the game that waits. Returns its code; the server keeps no second one. */
export async function takeIn(): Promise<string | null> {
  const waiting = waitingHere();
  if (waiting === null) return null;
  const { table } = await api.unpack(waiting.game);
  leaveIt();
  const { kept, stored } = device.get();
  // where this device keeps nothing, or the server cannot be reached, the server keeps its own
  if (kept && stored) await atServer(`/tables/${waiting.from}/delete`, {}).catch(() => undefined);
  return table.code;
}

/** Of the page on this device: let a game go on on the server. Returns its address there; this device keeps no second one. */
export async function takeToServer(code: string): Promise<string> {
  const { table } = await atServer<Seated>('/unpack', await api.pack(code));
  await api.remove(code);
  return new URL(`t/${table.code}`, ownServer ?? location.href).href;
}

/** Save a game as a file that goes on where it is opened; here it stays. */
export async function saveGame(code: string): Promise<void> {
  saveText(`${code}.kilowatt.json`, JSON.stringify(await api.pack(code)));
}

/** Read a file: a running game that was saved to go on elsewhere; null: something else, as a record. */
export function gameIn(text: string): MovedGame | null {
  try {
    const read = JSON.parse(text) as Partial<MovedGame> | null;
    return read?.kilowatt === 'game' ? (read as MovedGame) : null;
  } catch {
    return null;
  }
}
