/** A plant card in large with what its numbers mean. */
import { useLayoutEffect, useRef, useState } from 'react';
import { pageScale } from '../base/scale';
import { PlantFace } from '../parts/Plant';
import { usePart } from '../state/play';
import { sayCode } from '../text';
import { Callouts, type Path } from './Callouts';
import type { SayLearn } from './text';

/** What each sentence is about on the card, and the way to it: over the card, straight, or under it. */
const PARTS = [
  ['.plant-number', 'over'],
  ['.plant-cities, .plant-income', 'straight'],
  ['.burns', 'under'],
] as const;
/** How far from the card a line runs along it. */
const OFF = 5;

/** The lines from the sentences to the numbers, from the picture's own corner. */
function useLines(picture: { current: HTMLElement | null }, about: string): Path[] {
  const [lines, setLines] = useState<Path[]>([]);
  useLayoutEffect(() => {
    const box = picture.current;
    if (box === null) return;
    const look = (): void => {
      const scale = pageScale();
      const corner = box.getBoundingClientRect();
      const card = (box.querySelector('.coach-card') ?? box).getBoundingClientRect();
      const words = [...box.querySelectorAll('li')].map((one) => one.getBoundingClientRect());
      const now = PARTS.flatMap(([part, way], index): Path[] => {
        const word = words[index];
        const there = box.querySelector(`.coach-card :is(${part})`)?.getBoundingClientRect();
        if (word === undefined || there === undefined || corner.width === 0) return [];
        const x = word.left - 1;
        const y = (word.top + word.bottom) / 2;
        const middle = (there.left + there.right) / 2;
        const ways: Record<typeof way, Path> = {
          over: [
            [x, word.top + 2],
            [x - 6, card.top - OFF],
            [middle, card.top - OFF],
            [middle, there.top + 4],
          ],
          straight: [
            [x, y],
            [there.right, there.bottom + 2],
          ],
          under: [
            [x, word.bottom - 2],
            [x - 6, card.bottom + OFF],
            [middle, card.bottom + OFF],
            [middle, there.bottom],
          ],
        };
        return [ways[way].map(([left, top]) => [(left - corner.left) / scale, (top - corner.top) / scale] as const)];
      });
      setLines((old) => (JSON.stringify(old) === JSON.stringify(now) ? old : now));
    };
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    return () => {
      sizes.disconnect();
    };
  }, [picture, about]);
  return lines;
}

export function PlantPicture({ id, t }: { id: string; t: SayLearn }) {
  const plant = usePart(({ plants }) => ({ plant: plants.get(id) })).plant;
  const picture = useRef<HTMLDivElement>(null);
  const drawn = useLines(picture, plant?.id ?? '');
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
    <div ref={picture} className="coach-plant">
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
      <Callouts lines={drawn} className="plant-lines" />
    </div>
  );
}
