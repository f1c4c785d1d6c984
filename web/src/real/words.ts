/** Lines of a sheet as sentences. */
import type { AnyAction, AnyLine, BoardView, GameView, SlipView } from '../protocol/schema';
import { cardName, plantName } from '../state/log';
import { say, sayCode } from '../text';

export interface Words {
  board: BoardView;
  names: readonly string[];
}

const listed = (parts: readonly string[]): string => parts.join(', ');

/** Tokens by fuel, as "2 oil, 1 uranium". */
export const tokensText = (lots: readonly { fuel: string; count: number }[]): string =>
  listed(lots.map(({ fuel, count }) => `${count} ${sayCode('fuel', fuel)}`));

/** Every fuel card of the game that the page knows of, by name. */
export function cardKinds({ columns, fuel_stack }: GameView, also = ''): { id: string; text: string }[] {
  const { unseen, discard } = fuel_stack;
  const all = new Set([...Object.values(columns).flat(), ...Object.keys(unseen), ...Object.keys(discard)]);
  if (also !== '') all.add(also);
  return [...all].sort().map((id) => ({ id, text: cardName(id) }));
}

function stepText(action: AnyAction, { board, names }: Words): string {
  const area = (id: string): string => board.areas.find((one) => one.id === id)?.name ?? id;
  const city = (id: string): string => board.cities.find((one) => one.id === id)?.name ?? id;
  const name = 'seat' in action ? (names[action.seat] ?? '') : '';
  switch (action.type) {
    case 'seat_order':
      return say('real.line.order', { list: listed(action.order.map((seat) => names[seat] ?? '')) });
    case 'zone':
      return say('real.line.zone', { list: listed(action.areas.map(area)) });
    case 'show_back':
      return say('real.line.back', { back: sayCode('back', action.back) });
    case 'reveal':
      return say('real.line.reveal', { plant: plantName(action.plant) });
    case 'close_city':
      return say('real.line.close', { city: city(action.city) });
    case 'reveal_fuel':
      return say('real.line.card', { card: cardName(action.card) });
    case 'choose_area':
      return say('real.line.area', { name, area: area(action.area) });
    case 'mark_start':
      return say('real.line.mark', { name, city: city(action.city) });
    case 'place_trust':
      return say('real.line.trust', { name, city: city(action.city) });
    case 'open':
      return say('real.line.open', { name, plant: plantName(action.plant), bid: action.bid });
    case 'bid':
      return say('real.line.bid', { name, bid: action.amount });
    case 'pass':
      return say('real.line.pass', { name });
    case 'scrap':
      return say('real.line.scrap', { name, plant: plantName(action.plant) });
    case 'discard_fuel':
      return say('real.line.discard', { name, fuel: sayCode('fuel', action.fuel) });
    default:
      return name;
  }
}

/** The seat that a line is about; null for a card that was drawn. */
export function seatOf(line: AnyLine): number | null {
  if (line.type !== 'step') return line.seat;
  return 'seat' in line.action ? line.action.seat : null;
}

export function lineText(line: AnyLine, words: Words): string {
  if (line.type === 'step') return stepText(line.action, words);
  const name = words.names[line.seat] ?? '';
  switch (line.type) {
    case 'sale':
      return say('real.line.sale', { name, plant: plantName(line.plant), price: line.price });
    case 'fuel': {
      const parts = [tokensText(line.tokens ?? []), ...(line.cards ?? []).map((row) => cardName(row.card))];
      const list = listed(parts.filter((part) => part !== ''));
      return list === '' ? say('real.line.nofuel', { name }) : say('real.line.fuel', { name, list });
    }
    case 'houses': {
      const cities = (line.cities ?? []).map((id) => {
        const name = words.board.cities.find((one) => one.id === id)?.name ?? id;
        return id === line.jump ? say('real.line.jump', { city: name }) : name;
      });
      return cities.length === 0
        ? say('real.line.nohouses', { name })
        : say('real.line.houses', { name, list: listed(cities) });
    }
    case 'power':
      return (line.plants ?? []).length === 0
        ? say('real.line.nopower', { name })
        : say('real.line.power', { name, list: listed((line.plants ?? []).map((row) => plantName(row.plant))) });
    case 'count':
      return say('real.line.count', { name, money: line.money });
  }
}

/** The amount a line states, shown behind it. */
export function amountOf(line: AnyLine, amount: number | null | undefined): number | null {
  if (line.type === 'fuel' || line.type === 'houses') return line.paid ?? amount ?? null;
  return line.type === 'power' ? (line.earned ?? amount ?? null) : null;
}

/** A correction in words: what would be written instead. */
export function slipText(slip: SlipView, words: Words): string {
  const change = slip.changes[0];
  if (!change?.line) return '';
  const text = lineText(change.line, words);
  const amount = amountOf(change.line, null);
  const shown = amount === null ? text : `${text} · ${amount}`;
  return say(
    slip.kind === 'missing' ? 'real.slip.missing' : slip.kind === 'earlier' ? 'real.slip.earlier' : 'real.slip',
    {
      line: shown,
    },
  );
}
