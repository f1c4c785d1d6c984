/** A plant as a card: number, cities or income, silhouette, what it burns and holds. Also the small card of a player. */
import { memo } from 'react';
import { Fuel, Icon, Works } from '../glyphs/glyphs';
import type { PlantRow } from '../protocol/schema';
import { sayGame, useText } from '../text';

/** A mine supplies no city: what is printed as cities multiplies the price abroad. */
export const isMine = (plant: PlantRow): boolean => plant.kind === 'mine';

/** The fuels of a plant as pictures: one a unit, a hybrid's two with a slash. */
export function Burns({ plant }: { plant: PlantRow }) {
  const t = useText();
  if (isMine(plant))
    return (
      <span className="burns">
        <Fuel kind="uranium" /> <span className="no-fuel">{t('plant.mine')}</span>
      </span>
    );
  if (plant.need === 0 || plant.fuels.length === 0) {
    return (
      <span className="burns">
        <Fuel kind={plant.kind === 'fusion' ? 'fusion' : 'eco'} /> <span className="no-fuel">{t('plant.free')}</span>
      </span>
    );
  }
  if (plant.fuels.length > 1) {
    return (
      <span className="burns">
        {plant.fuels.map((fuel, index) => (
          <span key={fuel} className="burns">
            {index > 0 && <i className="slash">/</i>}
            <Fuel kind={fuel} />
          </span>
        ))}
        <b className="times">×{plant.need}</b>
      </span>
    );
  }
  return (
    <span className="burns">
      {Array.from({ length: plant.need }, (_, index) => (
        <Fuel key={index} kind={plant.fuels[0] ?? 'eco'} />
      ))}
    </span>
  );
}

const look = (plant: PlantRow): string =>
  isMine(plant)
    ? 'uranium'
    : plant.fuels.length > 1
      ? 'hybrid'
      : (plant.fuels[0] ?? (plant.kind === 'fusion' ? 'fusion' : 'eco'));

/** What a plant is, in words. */
export function usePlantWords(): (plant: PlantRow) => string {
  const t = useText();
  return (plant) => {
    const fuel = plant.fuels.map((name) => t(`fuel.${name}` as 'fuel.coal')).join(` ${t('or')} `);
    if (isMine(plant)) return t('mine.spoken', { number: plant.number, n: plant.income });
    const burns = plant.need === 0 ? t('plant.nofuel') : `${plant.need} ${fuel}`;
    const gives =
      plant.income > 0 ? t('plant.income', { income: plant.income }) : t('plant.cities', { n: plant.cities });
    const spoken = t('plant.spoken', { number: plant.number, burns, gives });
    return plant.printed ? spoken : `${spoken} (${sayGame('reconstructed', 'mark')})`;
  };
}

interface CardProps {
  plant: PlantRow;
  small?: boolean;
  tag?: string | null;
  holds?: boolean;
  /** New since your last turn. */
  fresh?: boolean;
  /** Cannot be chosen now. */
  locked?: boolean;
}

/** The inside of a plant card; whoever shows it decides whether it is a button. A tag takes the picture's place. */
export const PlantFace = memo(function PlantFace(props: CardProps) {
  const { plant, small = false, tag = null, holds = true, fresh = false, locked = false } = props;
  const t = useText();
  const dot = fresh && <i className="plant-new" title={t('plant.new')} />;
  return (
    <>
      <span className="plant-top">
        <b className="plant-number">{plant.number}</b>
        {plant.income > 0 && !isMine(plant) ? (
          <b className="plant-income">+{plant.income}</b>
        ) : (
          <b className="plant-cities">
            {isMine(plant) ? plant.income : plant.cities} <Icon name="house" />
          </b>
        )}
      </span>
      {(!small || tag !== null || locked) && (
        <span className="plant-mid">
          {tag !== null ? <span className="plant-tag">{tag}</span> : !small && <Works kind={look(plant)} />}
          {locked && <Icon name="lock" className="corner" />}
          {!small && dot}
        </span>
      )}
      <span className="plant-foot">
        <Burns plant={plant} />
        {!small && holds && plant.need > 0 && <span className="holds">{t('plant.holds', { n: plant.holds })}</span>}
        {small && dot}
      </span>
    </>
  );
});

/** Put fuel on plants in this order, on each at most what `room` says. */
function put(
  plants: readonly PlantRow[],
  left: Record<string, number>,
  lots: Map<string, string[]>,
  room: (plant: PlantRow) => number,
): void {
  for (const plant of plants) {
    const here = lots.get(plant.id) ?? [];
    for (const name of plant.fuels) {
      while (here.length < room(plant) && (left[name] ?? 0) > 0) {
        here.push(name);
        left[name] = (left[name] ?? 0) - 1;
      }
    }
    lots.set(plant.id, here);
  }
}

/** Share a seat's fuel out over its plants, for showing: first what lets a plant run, the one for most cities first, then the
    rest; single-fuel plants before hybrids. Where that leaves a unit without a place, each plant is filled in turn. */
export function stored(plants: readonly PlantRow[], fuel: Record<string, number>): Map<string, string[]> {
  const plain = [...plants].sort((a, b) => a.fuels.length - b.fuels.length);
  const useful = [...plain].sort(
    (a, b) => Math.min(a.fuels.length, 2) - Math.min(b.fuels.length, 2) || b.cities - a.cities,
  );
  const left = { ...fuel };
  const lots = new Map<string, string[]>();
  for (const plant of useful) {
    const there = plant.fuels.reduce((sum, name) => sum + (left[name] ?? 0), 0);
    if (there >= plant.need) put([plant], left, lots, () => plant.need);
  }
  put(plain, left, lots, (plant) => plant.holds);
  if (!plants.some((plant) => plant.fuels.some((name) => (left[name] ?? 0) > 0))) return lots;
  const again = new Map<string, string[]>();
  put(plain, { ...fuel }, again, (plant) => plant.holds);
  return again;
}

/** The plants of a seat beside each other; a fourth and a fifth need the room of what goes without saying. */
export function Minis({
  plants,
  fuel = NO_FUEL,
  cards = false,
  none = '',
}: {
  plants: readonly PlantRow[];
  fuel?: Record<string, number>;
  cards?: boolean;
  /** Stands where there is no plant. */
  none?: string;
}) {
  const store = stored(plants, fuel);
  const count = plants.length;
  return (
    <span className={`minis ${count > 3 ? 'minis-four' : ''} ${count > 4 ? 'minis-five' : ''}`}>
      {plants.map((plant) => (
        <MiniPlant key={plant.id} plant={plant} store={(store.get(plant.id) ?? []).join(' ')} cards={cards} />
      ))}
      {count === 0 && none !== '' && <span className="none">{none}</span>}
    </span>
  );
}
const NO_FUEL: Record<string, number> = {};

/** The mines of a seat on a line of their own: they count towards no limit. */
export function Mines({ mines, sells }: { mines: readonly PlantRow[]; sells: number }) {
  const t = useText();
  if (mines.length === 0) return null;
  return (
    <p className="mines" title={t('mine.uncounted')}>
      <Fuel kind="uranium" />
      {mines.map((mine) => (
        <span key={mine.id} className="own-mine">
          <b>{mine.number}</b> {mine.income} <Icon name="house" />
        </span>
      ))}
      <small>{t('mine.sells', { n: sells })}</small>
    </p>
  );
}

/** A player's plant: number, cities and its store, empty places faint. */
export const MiniPlant = memo(function MiniPlant({
  plant,
  store,
  cards,
}: {
  plant: PlantRow;
  store: string;
  cards?: boolean;
}) {
  const here = store === '' ? [] : store.split(' ');
  const empty = Math.max(0, plant.holds - here.length);
  return (
    <span className="mini" data-mini={plant.id}>
      <span className="mini-top">
        <b>{plant.number}</b>
        {plant.income > 0 ? (
          <span>+{plant.income}</span>
        ) : (
          <span>
            {plant.cities} <Icon name="house" />
          </span>
        )}
      </span>
      {cards || plant.need === 0 ? (
        <span className="mini-store">
          {plant.fuels.length > 1 ? (
            <Burns plant={plant} />
          ) : plant.need === 0 ? (
            <Fuel kind={look(plant)} />
          ) : (
            <Burns plant={plant} />
          )}
        </span>
      ) : (
        <span className="mini-store">
          {[...here, ...Array.from({ length: empty }, () => null)].map((fuel, index) => (
            <Fuel
              key={index}
              kind={fuel ?? plant.fuels[(index - here.length) % plant.fuels.length] ?? 'coal'}
              className={fuel === null ? 'faint' : undefined}
            />
          ))}
        </span>
      )}
    </span>
  );
});
