/** A board's own fuel tables: tokens, spaces by price, the start, and the refill by players and step. Each change gives new tables. */
import type { WorkshopInfo } from '../protocol/schema';
import { withoutKey, type BoardData } from './model';

export type Spaces = [price: number, count: number][];
export interface MarketTables {
  name: string;
  spaces: Record<string, Spaces>;
  start: Record<string, [low: number, high: number]>;
  refill: Record<string, Record<string, number[]>>;
}
export interface FuelTables {
  id: string;
  fuels: string[];
  hybrid: string[];
  tokens: Record<string, number>;
  market: MarketTables[];
}

export const PLAYERS = ['2', '3', '4', '5', '6'] as const;
export const STEPS = [0, 1, 2] as const;

/** The tables of a board where it has its own. */
export const ownTables = (board: BoardData): FuelTables | null =>
  typeof board.fuel === 'string' ? null : (board.fuel as FuelTables);

/** A copy of the tables that a board names, to be changed. */
export const copyTables = (board: BoardData, info: WorkshopInfo): FuelTables | null =>
  typeof board.fuel === 'string' ? ((info.fuels[board.fuel] as FuelTables | undefined) ?? null) : null;

/** The prices of a market, cheapest first. */
export const pricesOf = (market: MarketTables): number[] =>
  [
    ...new Set(
      Object.values(market.spaces)
        .filter((rows) => Array.isArray(rows))
        .flatMap((rows) => rows.map(([price]) => price)),
    ),
  ].sort((a, b) => a - b);

export const spacesAt = (market: MarketTables, fuel: string, price: number): number =>
  market.spaces[fuel]?.find(([one]) => one === price)?.[1] ?? 0;

const inMarket = (tables: FuelTables, number: number, change: (market: MarketTables) => MarketTables): FuelTables => ({
  ...tables,
  market: tables.market.map((market, index) => (index === number ? change(market) : market)),
});

export const withTokens = (tables: FuelTables, fuel: string, tokens: number): FuelTables => ({
  ...tables,
  tokens: { ...tables.tokens, [fuel]: tokens },
});

/** Set how many spaces a price has; a price without spaces goes. */
export const withSpaces = (
  tables: FuelTables,
  number: number,
  fuel: string,
  price: number,
  count: number,
): FuelTables =>
  inMarket(tables, number, (market) => {
    const rest = (market.spaces[fuel] ?? []).filter(([one]) => one !== price);
    const rows: Spaces = count > 0 ? [...rest, [price, count]] : rest;
    return { ...market, spaces: { ...market.spaces, [fuel]: rows.sort(([a], [b]) => a - b) } };
  });

/** Set the prices between which a fuel lies on the market at the start; without one of them it does not. */
export const withStart = (
  tables: FuelTables,
  number: number,
  fuel: string,
  low: number | null,
  high: number | null,
): FuelTables =>
  inMarket(tables, number, (market) => {
    const rest = withoutKey(market.start, fuel);
    const [first, last] = [low ?? high, high ?? low];
    return { ...market, start: first === null || last === null ? rest : { ...rest, [fuel]: [first, last] } };
  });

export const withRefill = (
  tables: FuelTables,
  number: number,
  players: string,
  fuel: string,
  step: number,
  count: number,
): FuelTables =>
  inMarket(tables, number, (market) => {
    const row = market.refill[players] ?? {};
    const steps = STEPS.map((one) => (one === step ? count : (row[fuel]?.[one] ?? 0)));
    return { ...market, refill: { ...market.refill, [players]: { ...row, [fuel]: steps } } };
  });
