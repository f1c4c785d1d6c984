/** The discount token as three pictures: it lies on the smallest plant, somebody buys it, nobody wants it. */
import { PlantFace } from '../parts/Plant';
import { usePart } from '../state/play';
import type { SayLearn } from './text';

const SCENES = ['lies', 'sold', 'leaves'] as const;

export function TokenPicture({ t }: { t: SayLearn }) {
  const { plant } = usePart(({ game, plants }) => ({ plant: plants.get(game.plants.discount ?? '') }));
  if (plant === undefined) return null;
  return (
    <ol className="token-picture">
      {SCENES.map((scene) => (
        <li key={scene}>
          <div className={`token-scene token-${scene}`} aria-hidden="true">
            <div className="plant coach-card">
              <PlantFace plant={plant} tag={t(`token.${scene}.tag`)} />
            </div>
          </div>
          <b>{t(`token.${scene}`)}</b>
          <span>{t(`token.${scene}.more`, { plant: plant.number })}</span>
        </li>
      ))}
    </ol>
  );
}
