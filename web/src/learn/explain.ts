/** What a thing of the table is and what its numbers mean right now, in one or two sentences. Facts of the view only. */
import { isMine } from '../parts/Plant';
import type { PlantRow } from '../protocol/schema';
import { tracksOf } from '../state/markets';
import { phaseName } from '../state/phases';
import { rows, type Play } from '../state/play';
import { sayCode } from '../text';
import type { SayLearn } from './text';

export interface Explained {
  title: string;
  text: string;
}

type Facts = Pick<Play, 'game' | 'board' | 'names' | 'me' | 'menu' | 'plants' | 'view' | 'layout'>;

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

function plantText({ game, menu, names }: Facts, plant: PlantRow, t: SayLearn): string {
  const fuel = plant.fuels.map((name) => sayCode('fuel', name)).join('/');
  const args = { n: plant.cities, income: plant.income, need: plant.need, fuel, holds: plant.holds };
  const gives = isMine(plant)
    ? t('why.plant.mine', args)
    : t(`why.plant.${plant.income > 0 ? 'income' : 'cities'}${plant.need === 0 ? '.free' : ''}`, args);
  const owner = game.seats.findIndex((seat) => [...seat.plants, ...(seat.mines ?? [])].includes(plant.id));
  if (owner >= 0) return join(gives, t('why.plant.owned', { name: names[owner] ?? '' }));
  const { auction, plants: market } = game;
  if (auction?.plant === plant.id)
    return join(gives, t('why.plant.lot', { name: names[auction.seat ?? -1] ?? '', bid: auction.bid }));
  if (market.future.includes(plant.id)) return join(gives, t('why.plant.future'));
  const least =
    rows(menu, 'open').find((row) => row.plant === plant.id)?.least ??
    (market.discount === plant.id ? 1 : plant.number);
  return join(gives, t('why.plant.current', { least }));
}

export function explainPlant(facts: Facts, id: string, t: SayLearn): Explained | null {
  const plant = facts.plants.get(id);
  return plant ? { title: t('why.plant', { number: plant.number }), text: plantText(facts, plant, t) } : null;
}

/** A fuel on the track it is shown on; the first track where there is but one. */
export function explainFuel(facts: Facts, fuel: string, track: string | null, t: SayLearn): Explained | null {
  const { game, board } = facts;
  const tracks = tracksOf(board);
  const market = tracks.find((one) => one.name === track) ?? tracks[0];
  const stock = market && game.fuel[market.name]?.[fuel];
  if (!market || !stock) return null;
  const name = sayCode('fuel', fuel);
  const args = {
    n: stock.tokens,
    price: stock.prices[0] ?? 0,
    refill: game.next_refill[market.name]?.[fuel] ?? 0,
    supply: game.supply[fuel] ?? 0,
  };
  return {
    title: tracks.length > 1 ? `${name}, ${sayCode('market', market.name)}` : name,
    text: join(t(stock.tokens === 0 ? 'why.fuel.out' : 'why.fuel', args), t('why.fuel.refill', args)),
  };
}

export function explainCity(facts: Facts, id: string, t: SayLearn): Explained | null {
  const { game, board, names, me, view } = facts;
  const city = board.cities.find((one) => one.id === id);
  if (!city) return null;
  if (game.areas.length > 0 && !game.areas.includes(city.area)) return { title: city.name, text: t('why.city.out') };
  const row = (game.houses[id] ?? []) as readonly (number | string | null)[];
  const who = row.flatMap((seat) =>
    seat === null
      ? []
      : seat === 'trust'
        ? [t('why.trust')]
        : seat === me
          ? [t('why.you')]
          : [names[Number(seat)] ?? ''],
  );
  const taken =
    who.length === 0
      ? t('why.city.empty', { n: game.step })
      : t('why.city.taken', { n: who.length, of: game.step, names: who.join(', ') });
  if (me !== null && game.seats[me]?.cities.includes(id)) return { title: city.name, text: taken };
  const cost = me === null ? undefined : view.mine.reach[String(me)]?.[id];
  const price = cost
    ? t(cost[1] === 0 ? 'why.city.house' : 'why.city.cost', {
        total: cost[0] + cost[1],
        house: cost[0],
        line: cost[1],
      })
    : '';
  return { title: city.name, text: join(taken, price) };
}

export function explainPlayer(facts: Facts, seat: number, t: SayLearn): Explained | null {
  const { game, board, names } = facts;
  const row = game.seats[seat];
  if (!row) return null;
  const place = game.order.indexOf(seat) + 1;
  const args = {
    place,
    of: game.order.length,
    cities: row.cities.length,
    powers: row.powers,
    earns: row.earns,
    plants: row.plants.length,
    most: board.plant_limit,
  };
  return {
    title: names[seat] ?? '',
    text: join(
      t(board.kind === 'cards' ? 'why.player.cards' : 'why.player', args),
      place > 0 ? t('why.player.place', args) : '',
    ),
  };
}

export function explainPhase(facts: Facts, phase: string, t: SayLearn): Explained {
  const { game, board } = facts;
  const cards = board.kind === 'cards';
  const args = {
    n: game.step,
    costs: board.house_costs.slice(0, game.step).join(', '),
    one: board.payment[1] ?? 0,
    two: board.payment[2] ?? 0,
    most: board.plant_limit,
  };
  return { title: phaseName(board.kind, phase), text: t(`why.phase.${cards ? 'cards.' : ''}${phase}`, args) };
}
