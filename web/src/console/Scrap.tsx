/** A plant to scrap: its card scraps it; below it one may choose fuel to give up with it. */
import { useState } from 'react';
import { Fuel } from '../glyphs/glyphs';
import { ContractorNote } from '../panels/Contractor';
import { PlantFace, usePlantWords } from '../parts/Plant';
import { Spoken } from '../parts/Spoken';
import { Stepper } from '../parts/Stepper';
import type { PlantRow, ScrapChoice } from '../protocol/schema';
import { useStoreKey } from '../base/store';
import { carryOut, said, useAdvised, useFresh } from '../coach/advice';
import { rows, usePlay } from '../state/play';
import { sayCode, useText } from '../text';
import { Act, UndoButton } from '../parts/Act';

type Amounts = Record<string, number>;

const total = (amounts: Amounts): number => Object.values(amounts).reduce((sum, count) => sum + count, 0);

/** The amounts with one more or less of a fuel, within what the row allows. Nothing stands for a fuel that stays. */
function stepped(row: ScrapChoice, given: Amounts, fuel: string, by: number): Amounts {
  const { [fuel]: now = 0, ...others } = given;
  const most = Math.min(row.give_up[fuel] ?? 0, row.most - total(others));
  const count = Math.min(most, Math.max(0, now + by));
  return count > 0 ? { ...others, [fuel]: count } : others;
}

interface GiveUpProps {
  row: ScrapChoice;
  plant: PlantRow;
  given: Amounts;
  onStep: (fuel: string, by: number) => void;
}

function GiveUp({ row, plant, given, onStep }: GiveUpProps) {
  const t = useText();
  return (
    <div className="give-up" role="group" aria-label={t('scrap.with', { number: plant.number })}>
      {Object.entries(row.give_up).map(([name, most]) => {
        const fuel = sayCode('fuel', name);
        const count = given[name] ?? 0;
        return (
          <span key={name}>
            <Fuel kind={name} />
            <Stepper
              label={t('scrap.fuel', { fuel, number: plant.number })}
              value={count}
              most={Math.min(most, row.most - total(given) + count)}
              spoken={t('scrap.amount', { n: count, fuel })}
              less={t('scrap.less', { fuel, number: plant.number })}
              more={t('scrap.more', { fuel, number: plant.number })}
              onStep={(by) => {
                onStep(name, by);
              }}
            />
          </span>
        );
      })}
    </div>
  );
}

export function ScrapPick() {
  const t = useText();
  const words = usePlantWords();
  const { menu, session, plants } = usePlay();
  const [given, setGiven] = useState<Record<string, Amounts>>({});
  const offer = rows(menu, 'scrap');
  const advised = useAdvised('scrap');
  const best = useFresh().hint?.choices[0];
  const open = useStoreKey(said, 'open');
  const choosable = offer.some((row) => Object.keys(row.give_up).length > 0);
  return (
    <div className="console-grid">
      <div className="about wide-about scrap">
        {offer.map((row) => {
          const plant = plants.get(row.plant);
          if (!plant) return null;
          const own = given[row.plant] ?? {};
          const fuel = Object.entries(own).map(([name, count]) => `${count} ${sayCode('fuel', name)}`);
          const spoken = t('scrap.do', { plant: words(plant) });
          return (
            <div key={row.plant}>
              <button
                type="button"
                className={advised?.plant === row.plant ? 'plant advised-plant' : 'plant'}
                onClick={() => {
                  const action = { type: 'scrap', seat: row.seat, plant: row.plant } as const;
                  void session.act(fuel.length > 0 ? { ...action, give_up: own } : action);
                }}
              >
                <Spoken text={fuel.length > 0 ? `${spoken} ${t('scrap.giving', { fuel: fuel.join(', ') })}` : spoken} />
                <span className="through" aria-hidden="true">
                  <PlantFace plant={plant} />
                </span>
              </button>
              {Object.keys(row.give_up).length > 0 && (
                <GiveUp
                  row={row}
                  plant={plant}
                  given={own}
                  onStep={(name, by) => {
                    setGiven({ ...given, [row.plant]: stepped(row, own, name, by) });
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
      <div className="buttons">
        {open && advised === null && <i className="advised-scrap-room" />}
        {advised !== null && best !== undefined && (
          <Act
            primary
            onClick={() => {
              carryOut(session, best, null);
            }}
          >
            {t('coach.scrap', { plant: plants.get(advised.plant)?.number ?? advised.plant })}
          </Act>
        )}
        <p className="note">
          {t('scrap.note')} {choosable && t('scrap.choose')}
        </p>
        <ContractorNote />
        <UndoButton />
      </div>
    </div>
  );
}
