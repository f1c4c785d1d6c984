/** Cities by their first letters: of a turn of building, with the free jump where a game has it, or a single one. */
import { useState } from 'react';
import type { AnyLine, HousesLine } from '../protocol/schema';
import { useText } from '../text';
import { useReal } from './context';
import { matching } from './matching';

interface CityProps {
  chosen: readonly string[];
  onChange: (cities: string[]) => void;
}

export function CityFields({ chosen, onChange }: CityProps) {
  const t = useText();
  const { board, game } = useReal();
  const [typed, setTyped] = useState('');
  const inPlay = board.cities.filter((city) => game.areas.length === 0 || game.areas.includes(city.area));
  const found = matching(inPlay, typed)[0];
  const cityName = (id: string): string => board.cities.find((city) => city.id === id)?.name ?? id;
  return (
    <>
      <form
        className="real-typed"
        onSubmit={(event) => {
          event.preventDefault();
          if (found === undefined) return;
          onChange([...chosen.filter((one) => one !== found.id), found.id]);
          setTyped('');
        }}
      >
        <label>
          {t('real.city')}{' '}
          <input
            value={typed}
            maxLength={40}
            autoComplete="off"
            placeholder={t('real.city.three')}
            onChange={({ target: { value } }) => {
              setTyped(value);
            }}
          />
        </label>
        <button type="submit" aria-disabled={found === undefined}>
          {found
            ? t('real.city.add', { city: found.name })
            : t(typed.trim() === '' ? 'real.city.add.none' : 'real.city.none')}
        </button>
      </form>
      {chosen.length > 0 && (
        <div className="real-picks">
          {chosen.map((city) => (
            <button
              type="button"
              key={city}
              aria-pressed="true"
              aria-label={t('real.city.off', { city: cityName(city) })}
              onClick={() => {
                onChange(chosen.filter((one) => one !== city));
              }}
            >
              {cityName(city)} ×
            </button>
          ))}
        </div>
      )}
    </>
  );
}

export function HousesFields({ line, onChange }: { line: HousesLine; onChange: (line: AnyLine) => void }) {
  const t = useText();
  const { board, game } = useReal();
  const { cities = [], seat, jump = '' } = line;
  const cityName = (id: string): string => board.cities.find((city) => city.id === id)?.name ?? id;
  const put = (now: string[], jumped: string): void => {
    onChange({ type: 'houses', seat, cities: now, ...(now.includes(jumped) ? { jump: jumped } : {}) });
  };
  const jumps = jump !== '' || game.seats.some((one) => one.jump);
  return (
    <>
      <CityFields
        chosen={cities}
        onChange={(now) => {
          put(now, jump);
        }}
      />
      {jumps && cities.length > 0 && (
        <div className="real-picks" role="group" aria-label={t('jump.name')}>
          <span>{t('jump.name')}</span>
          {cities.map((city) => (
            <button
              type="button"
              key={city}
              aria-pressed={city === jump}
              aria-label={t('real.offline.jump', { city: cityName(city) })}
              onClick={() => {
                put([...cities], city === jump ? '' : city);
              }}
            >
              {cityName(city)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
