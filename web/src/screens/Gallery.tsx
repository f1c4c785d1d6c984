/** Every board as a small map: a tap chooses the game. The layouts load after the first paint. */
import { memo, useEffect, useMemo, useState } from 'react';
import { loadLayout, type Layout } from '../boards';
import { Icon } from '../glyphs/glyphs';
import { api } from '../net/api';
import type { RulesetRow } from '../protocol/schema';
import { useText } from '../text';

const Map = memo(function Map({ row }: { row: Pick<RulesetRow, 'board' | 'id' | 'seats'> }) {
  const [layout, setLayout] = useState<Layout | null>(null);
  useEffect(() => {
    let live = true;
    loadLayout(row.board, () => api.board(row.id, row.seats[0] ?? 2)).then(
      (found) => {
        if (live) setLayout(found);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [row.board, row.id, row.seats]);
  return (
    <svg className="tiny-map" viewBox={layout ? layout.frame.join(' ') : '0 0 1000 800'} aria-hidden="true">
      {layout &&
        Object.entries(layout.areas).map(([id, area]) => (
          <path key={id} d={area.path} className={`area area-${area.tint}`} strokeWidth="8" />
        ))}
      {layout &&
        Object.entries(layout.cities).map(([id, [x, y]]) => (
          <circle key={id} cx={x} cy={y} r={9 * layout.scale} className="tiny-city" />
        ))}
    </svg>
  );
});

/** The map of a ruleset that a list shows; a game without a board has its cards. */
export function TinyMap({ board, seats }: { board: string; seats: number }) {
  const [, name = ''] = board.split('/');
  const row = useMemo(() => ({ board: name.replaceAll('-', '_'), id: board, seats: [seats] }), [name, board, seats]);
  return name === '' ? <Cards /> : <Map row={row} />;
}

function Cards() {
  return (
    <span className="tiny-map tiny-cards" aria-hidden="true">
      {[0, 1, 2].map((card) => (
        <i key={card}>
          <Icon name="bolt" />
        </i>
      ))}
    </span>
  );
}

export function Gallery({
  sets,
  chosen,
  onChoose,
}: {
  sets: RulesetRow[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const more = sets.filter((row) => row.composed);
  const tile = (row: RulesetRow) => {
    const [place, edition] = row.title.split(', ');
    return (
      <button
        type="button"
        key={row.id}
        className="tile"
        aria-pressed={row.id === chosen}
        onClick={() => {
          onChoose(row.id);
        }}
      >
        {row.board === '' ? <Cards /> : <Map row={row} />}
        <b>{place}</b>
        <small>{edition ?? ''}</small>
      </button>
    );
  };
  return (
    <section aria-labelledby="h-boards">
      <h2 id="h-boards" className="gallery-head">
        {t('boards')}
      </h2>
      <div className="gallery">{sets.filter((row) => !row.composed).map(tile)}</div>
      {more.length > 0 && (
        <details className="more-games">
          <summary>{t('form.more')}</summary>
          <p className="note">{t('form.more.note')}</p>
          <div className="gallery">{more.map(tile)}</div>
        </details>
      )}
    </section>
  );
}
