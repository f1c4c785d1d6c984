/** The bar above the boards: search, players, special rule. What is chosen narrows the lists at once. */
import { useEffect, useRef } from 'react';
import { KINDS, NOTHING, type Kind, type Wish } from './atlas';
import { useWords } from './words';

const PLAYERS = [null, 2, 3, 4, 5, 6] as const;

interface Props {
  wish: Wish;
  hits: number;
  all: number;
  onWish: (wish: Wish) => void;
}

export function Filters({ wish, hits, all, onWish }: Props) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
      if (event.key !== '/' || typing) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => {
      document.removeEventListener('keydown', focus);
    };
  }, []);
  const set = wish.find !== '' || wish.players !== null || wish.kind !== null;
  return (
    <div className="atlas-bar">
      <h1>{t('boards')}</h1>
      <p role="status">{set ? t('hits', { n: hits, all }) : t('count', { n: all })}</p>
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={60}
        value={wish.find}
        onChange={(event) => {
          onWish({ ...wish, find: event.target.value });
        }}
      />
      <fieldset className="atlas-players">
        <legend>{t('players')}</legend>
        {PLAYERS.map((n) => (
          <label key={n ?? 'any'}>
            <input
              type="radio"
              name="atlas-players"
              checked={wish.players === n}
              onChange={() => {
                onWish({ ...wish, players: n });
              }}
            />
            <span>{n ?? t('any')}</span>
          </label>
        ))}
      </fieldset>
      <label className="atlas-rule">
        <span>{t('rule')}</span>
        <select
          value={wish.kind ?? ''}
          onChange={(event) => {
            onWish({ ...wish, kind: event.target.value === '' ? null : (event.target.value as Kind) });
          }}
        >
          <option value="">{t('rule.any')}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`rule.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      {set && (
        <button
          type="button"
          className="plain"
          onClick={() => {
            onWish(NOTHING);
          }}
        >
          {t('clear')}
        </button>
      )}
    </div>
  );
}
