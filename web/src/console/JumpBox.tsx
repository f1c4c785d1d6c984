/** The free jump: what it is, whether it is still yours, and a button for each starting city that it could lead to. */
import { Icon } from '../glyphs/glyphs';
import type { Quote } from '../protocol/schema';
import { rows, usePlay } from '../state/play';
import { useText, type Key } from '../text';

export function JumpBox({ quote }: { quote: Quote | null }) {
  const t = useText();
  const { menu, game, me, draft, change, board } = usePlay();
  const own = me === null ? undefined : game.seats[me];
  if (!own) return null;
  const first = own.cities.length === 0 && draft.cities.length === 0;
  const planned = quote?.houses.find((row) => row.jump)?.city ?? null;
  const state: Key = !own.jump
    ? 'jump.used'
    : planned !== null
      ? 'jump.planned'
      : draft.jump === ''
        ? 'jump.kept'
        : first
          ? 'jump.first'
          : 'jump.yours';
  // in round 1 a second house is the jump, so it cannot be kept for the plan's second city
  const mayKeep = planned !== null && game.round > 1;
  const open = new Set(rows(menu, 'jump').map((row) => row.city));
  const jumpTo = (city: string): void => {
    if (city === planned) change({ cities: draft.cities.filter((one) => one !== city), jump: null });
    else change({ cities: [...draft.cities.filter((one) => one !== city), city], jump: city });
  };
  return (
    <div className={own.jump ? 'jump-box' : 'jump-box spent'} role="group" aria-label={t('jump.name')}>
      <p>
        <b>{t('jump.name')}</b> <span className="jump-state">{t(state)}</span>
      </p>
      {own.jump && (
        <>
          <p className="note">{t(game.round === 1 ? 'jump.round1' : 'jump.why')}</p>
          <div className="jump-cities">
            {board.cities
              .filter((city) => open.has(city.id) || city.id === planned)
              .map((city) => (
                <button
                  type="button"
                  key={city.id}
                  aria-pressed={city.id === planned}
                  onClick={() => {
                    jumpTo(city.id);
                  }}
                >
                  {city.name}
                </button>
              ))}
            {mayKeep && (
              <button
                type="button"
                className="plain"
                onClick={() => {
                  change({ jump: '' });
                }}
              >
                <Icon name="undo" /> {t('jump.keep')}
              </button>
            )}
            {draft.jump === '' && (
              <button
                type="button"
                className="plain"
                onClick={() => {
                  change({ jump: null });
                }}
              >
                {t('jump.use')}
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
