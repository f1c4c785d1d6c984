/** A plant card that only shows, and what to know about a plant whose values are not read from the printed card. */
import type { PlantRow } from '../protocol/schema';
import { sayGame, useText } from '../text';
import { PlantFace, usePlantWords } from './Plant';
import { Spoken } from './Spoken';
import { useNote } from './Why';
import type { Reason } from '../state/play';

/** What is to know about a plant beside its numbers; nothing where they are the printed ones. */
export function usePlantNote(): (plant: PlantRow) => Reason | null {
  const t = useText();
  return (plant) =>
    plant.printed
      ? null
      : {
          title: t('plant.title', { number: plant.number }),
          text: sayGame('reconstructed', 'plant'),
          rule: '',
          free: true,
        };
}

export function ShownPlant({ plant, className = '' }: { plant: PlantRow; className?: string }) {
  const words = usePlantWords();
  const note = useNote(usePlantNote()(plant));
  return (
    <div className={`plant ${className}`} {...note}>
      <Spoken text={words(plant)} />
      <span className="through" aria-hidden="true">
        <PlantFace plant={plant} />
      </span>
    </div>
  );
}
