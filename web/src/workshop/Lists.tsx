/** The board as lists of cities and links: the same editor for those who do not point at maps. */
import { useState } from 'react';
import { usualCost } from './costs';
import { areaOf, citiesOf, link, nameOf, paint, removeCities, renameCity, unlink } from './model';
import { placeLabels } from './shape';
import { Field } from './Selection';
import type { Editor } from './useEditor';
import { useWords } from './words';
import { Dialog } from '../parts/Dialog';

export function Lists({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useWords();
  const { board } = editor;
  const cities = citiesOf(board);
  const [a, setA] = useState('');
  const [b, setB] = useState('');
  return (
    <Dialog title={t('lists')} onClose={onClose} wide className="ws-lists">
      <h3>{t('lists.cities', { n: cities.length })}</h3>
      <ul>
        {cities.map((city) => (
          <li key={city.id}>
            <Field
              value={city.name}
              label={t('name')}
              onDone={(value) => {
                editor.change(placeLabels(renameCity(board, city.id, value), new Set([city.id])));
              }}
            />
            <select
              aria-label={t('lists.area', { city: city.name })}
              value={areaOf(board, city.id)?.id ?? ''}
              onChange={(event) => {
                editor.change(paint(board, [city.id], event.target.value === '' ? null : event.target.value)[0]);
              }}
            >
              {board.area.map((area) => (
                <option key={area.id} value={area.id}>
                  {area.name}
                </option>
              ))}
              <option value="">{t('area.new')}</option>
            </select>
            <button
              type="button"
              aria-label={t('lists.remove', { what: city.name })}
              onClick={() => {
                editor.change(removeCities(board, new Set([city.id])));
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <h3>{t('lists.links', { n: board.connections.length })}</h3>
      <ul>
        {board.connections.map(([one, other, cost]) => {
          const what = t('link.between', { a: nameOf(board, one), b: nameOf(board, other) });
          return (
            <li key={`${one} ${other}`}>
              <span>{what}</span>
              <input
                inputMode="numeric"
                aria-label={t('lists.cost', { what })}
                value={cost}
                onChange={(event) => {
                  const value = Number(event.target.value.replace(/\D/g, '').slice(0, 2));
                  editor.change(link(board, one, other, value));
                }}
              />
              <button
                type="button"
                aria-label={t('lists.remove', { what })}
                onClick={() => {
                  editor.change(unlink(board, one, other));
                }}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      <form
        className="ws-add"
        onSubmit={(event) => {
          event.preventDefault();
          if (a !== '' && b !== '' && a !== b) editor.change(link(board, a, b, usualCost(board, a, b)));
        }}
      >
        {[[a, setA, 'lists.from'] as const, [b, setB, 'lists.to'] as const].map(([value, set, label]) => (
          <select
            key={label}
            aria-label={t(label)}
            value={value}
            onChange={(event) => {
              set(event.target.value);
            }}
          >
            <option value="">…</option>
            {cities.map((city) => (
              <option key={city.id} value={city.id}>
                {city.name}
              </option>
            ))}
          </select>
        ))}
        <button type="submit">{t('lists.link')}</button>
      </form>
    </Dialog>
  );
}
