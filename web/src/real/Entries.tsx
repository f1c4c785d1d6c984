/** Short entries: plants that run, an area, a city before the first round. */
import { useState } from 'react';
import { Fuel } from '../glyphs/glyphs';
import type { RunChoice } from '../protocol/schema';
import { rows } from '../state/play';
import { plantName } from '../state/log';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { Ask, Dock } from './Dock';

const burned = (row: RunChoice): [string, number][] => {
  const sums: Record<string, number> = {};
  for (const plant of row.plants)
    for (const [fuel, n] of Object.entries(plant.burn)) sums[fuel] = (sums[fuel] ?? 0) + n;
  return Object.entries(sums).filter(([, n]) => n > 0);
};
const units = (row: RunChoice): number => burned(row).reduce((sum, [, n]) => sum + n, 0);

export function PowerEntry() {
  const t = useText();
  const { menu, names, board, write, busy } = useReal();
  const [chosen, setChosen] = useState<number | null>(null);
  const seat = menu?.seat ?? 0;
  const name = names[seat] ?? '';
  const all = rows(menu, 'run');
  // what earns most first; of equals what burns least
  const ways = [...all].sort((a, b) => b.income - a.income || units(a) - units(b) || a.plants.length - b.plants.length);
  const row = ways[chosen ?? 0];
  return (
    <>
      <Ask title={t('real.ask.run', { name })}>
        <div className="real-picks real-runs" role="group" aria-label={t('real.runs', { name })}>
          {ways.slice(0, 12).map((one, index) => (
            <button
              type="button"
              key={index}
              aria-pressed={index === (chosen ?? 0)}
              onClick={() => {
                setChosen(index);
              }}
            >
              <b>{board.kind === 'cards' ? `+${one.income}` : t('real.cities', { n: one.cities })}</b>{' '}
              <span>
                {one.plants.length === 0 ? t('real.noplant') : one.plants.map((p) => plantName(p.plant)).join(' + ')}
              </span>{' '}
              {burned(one).map(([fuel, n]) => (
                <span key={fuel}>
                  {n} <Fuel kind={fuel} />
                </span>
              ))}
            </button>
          ))}
        </div>
      </Ask>
      <Dock
        title={t('real.dock.run', { name })}
        note={row && board.kind !== 'cards' ? t('real.cities', { n: row.cities }) : undefined}
      >
        <div className="real-buttons">
          {row && (
            <button
              type="button"
              className="primary"
              data-primary
              aria-disabled={busy}
              onClick={() => {
                if (!busy) write({ type: 'power', seat, plants: row.plants, earned: row.income });
              }}
            >
              {t('real.earns', { name, n: row.income })}
            </button>
          )}
        </div>
      </Dock>
    </>
  );
}

/** An area to draft, or a city that is marked or gets a house of the Trust before the first round. */
export function PickEntry() {
  const t = useText();
  const { language } = useSettings();
  const { menu, game, names, board, layout, write, busy } = useReal();
  const name = names[menu?.seat ?? 0] ?? '';
  const cityName = (id: string): string => board.cities.find((city) => city.id === id)?.name ?? id;
  const picks = [
    ...rows(menu, 'choose_area').map((row) => ({
      text: layout?.areas[row.area]?.name[language] ?? row.area,
      action: { type: 'choose_area', seat: row.seat, area: row.area } as const,
    })),
    ...rows(menu, 'mark_start').map((row) => ({
      text: cityName(row.city),
      action: { type: 'mark_start', seat: row.seat, city: row.city } as const,
    })),
    ...rows(menu, 'place_trust').map((row) => ({
      text: cityName(row.city),
      action: { type: 'place_trust', seat: row.seat, city: row.city } as const,
    })),
  ].sort((a, b) => a.text.localeCompare(b.text));
  return (
    <Ask title={sayCode('real.ask', game.asked, { name })}>
      <div className="real-picks" role="group" aria-label={t('pick.city')}>
        {picks.map(({ text, action }) => (
          <button
            type="button"
            key={text}
            onClick={() => {
              if (!busy) write({ type: 'step', action });
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </Ask>
  );
}
