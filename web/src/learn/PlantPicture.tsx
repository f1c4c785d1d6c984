/** A plant card in large with what its numbers mean. */
import { PlantFace } from '../parts/Plant';
import { usePart } from '../state/play';
import { sayCode } from '../text';
import type { SayLearn } from './text';

export function PlantPicture({ id, t }: { id: string; t: SayLearn }) {
  const plant = usePart(({ plants }) => ({ plant: plants.get(id) })).plant;
  if (!plant) return null;
  const args = {
    number: plant.number,
    n: plant.cities,
    income: plant.income,
    need: plant.need,
    fuel: plant.fuels.map((fuel) => sayCode('fuel', fuel)).join('/'),
    holds: plant.holds,
  };
  const gives = plant.income > 0 ? 'income' : 'cities';
  const lines = [
    ['number', 'number.more'],
    [gives, `${gives}.more`],
    ['burns', 'burns.more'],
  ] as const;
  return (
    <div className="coach-plant">
      <div className="plant coach-card" aria-hidden="true">
        <PlantFace plant={plant} />
      </div>
      <ul>
        {lines.map(([head, more]) => (
          <li key={head}>
            <b>{t(`picture.${head}`, args)}</b>
            <span>{t(`picture.${more}`, args)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
