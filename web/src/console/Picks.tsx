/** The small decisions: an area of the zone, a city before the game, fuel to give up. */
import { useState } from 'react';
import { Fuel } from '../glyphs/glyphs';
import { useAdvised } from '../coach/advice';
import { rows, usePlay } from '../state/play';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { Act, UndoButton } from '../parts/Act';

export function AreaPick() {
  const t = useText();
  const { language } = useSettings();
  const { menu, session, board, game, layout } = usePlay();
  const advised = useAdvised('choose_area');
  const named = (area: string): string => layout?.areas[area]?.name[language] ?? area;
  return (
    <div className="console-grid">
      <div className="about wide-about">
        <p className="note">{t('area.left', { n: board.area_count - game.areas.length })}</p>
        <div className="quick">
          {rows(menu, 'choose_area').map((row) => (
            <button
              type="button"
              key={row.area}
              onClick={() => {
                void session.act({ type: 'choose_area', seat: row.seat, area: row.area });
              }}
            >
              {named(row.area)}
            </button>
          ))}
        </div>
      </div>
      <div className="buttons">
        {advised !== null && (
          <Act
            primary
            onClick={() => {
              void session.act(advised);
            }}
          >
            {named(advised.area)}
          </Act>
        )}
        <UndoButton />
      </div>
    </div>
  );
}

export function CityPick({ type }: { type: 'place_trust' | 'mark_start' }) {
  const t = useText();
  const { menu, session, board } = usePlay();
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const offer = rows(menu, type);
  const advised = useAdvised(type);
  const [chosen, setCity] = useState('');
  const city = chosen === '' ? (advised?.city ?? '') : chosen;
  const row = offer.find((one) => one.city === city);
  return (
    <div className="console-grid">
      <div className="about wide-about">
        <p className="lead">{t(type === 'place_trust' ? 'pick.trust' : 'pick.start')}</p>
        <label>
          {t('pick.city')}{' '}
          <select
            value={row ? city : ''}
            onChange={(event) => {
              setCity(event.target.value);
            }}
          >
            <option value="">{t('pick.none')}</option>
            {offer.map((row) => (
              <option key={row.city} value={row.city}>
                {names.get(row.city)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="buttons">
        {row && (
          <Act
            primary
            onClick={() => {
              void session.act({ type, seat: row.seat, city });
            }}
          >
            {t('pick.do', { city: names.get(city) ?? city })}
          </Act>
        )}
        <UndoButton />
      </div>
    </div>
  );
}

export function DiscardPick() {
  const t = useText();
  const { menu, session } = usePlay();
  const advised = useAdvised('discard_fuel');
  return (
    <div className="console-grid">
      <div className="about wide-about">
        <p className="lead">{t('discard.note')}</p>
        <div className="quick">
          {rows(menu, 'discard_fuel').map((row) => (
            <button
              type="button"
              key={row.fuel}
              className={advised?.fuel === row.fuel ? 'primary' : ''}
              data-primary={advised?.fuel === row.fuel ? true : undefined}
              onClick={() => {
                void session.act({ type: 'discard_fuel', seat: row.seat, fuel: row.fuel });
              }}
            >
              <Fuel kind={row.fuel} /> {t('discard.do', { fuel: sayCode('fuel', row.fuel) })}
            </button>
          ))}
        </div>
      </div>
      <div className="buttons">
        <UndoButton />
      </div>
    </div>
  );
}
