/** Every board as a small map: a tap chooses the game. The layouts load after the first paint. */
import { memo, useEffect, useMemo, useState } from 'react';
import { loadLayout, type Layout } from '../boards';
import { Icon } from '../glyphs/glyphs';
import { api } from '../net/api';
import { Link } from '../parts/Brand';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { EXPANSIONS } from '../boards/known';
import { isMine, type GameRow } from './myBoards';

type Mapped = Pick<GameRow, 'board' | 'id' | 'seats' | 'data'>;

/** What a map is drawn from where it has no file: the board of mine, or the server's. */
async function drawable({ id, seats, data }: Mapped) {
  if (!data) return api.board(id, seats[0] ?? 2);
  const { layoutView, mapOf } = await import('../workshop/model');
  return { ...mapOf(data), layout: layoutView(data) };
}

const Map = memo(function Map({ row }: { row: Mapped }) {
  const [layout, setLayout] = useState<Layout | null>(null);
  useEffect(() => {
    let live = true;
    loadLayout(row.board, () => drawable(row)).then(
      (answer) => {
        if (live) setLayout(answer);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [row]);
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

/** The map of a game, or its cards where it has no map. */
export const GameMap = ({ row }: { row: Mapped }) => (row.board === '' ? <Cards /> : <Map row={row} />);

/** The map of a ruleset that a list shows; a game without a board has its cards. */
export function TinyMap({ board, seats }: { board: string; seats: number }) {
  const [, name = ''] = board.split('/');
  const row = useMemo(() => ({ board: name.replaceAll('-', '_'), id: board, seats: [seats] }), [name, board, seats]);
  // a list of games has no board of its own maker at hand
  if (board === 'custom') return <Sign />;
  return name === '' ? <Cards /> : <Map row={row} />;
}

/** A sign in place of a map. */
function Sign() {
  return (
    <span className="tiny-map tiny-sign" aria-hidden="true">
      <Icon name="map" />
    </span>
  );
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
  sets: GameRow[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  // the boards of expansions have a page of their own
  const kept = (row: GameRow): boolean => !EXPANSIONS.includes(row.board) || row.id === chosen;
  const more = sets.filter((row) => row.composed && kept(row));
  const boards = new Set(sets.filter((row) => !isMine(row) && row.board !== '').map((row) => row.board)).size;
  const mine = sets.filter(isMine);
  const tile = (row: GameRow) => {
    // a board of mine may have a comma in its name
    const title = gameTitle(row.id, row.title);
    const [, place = title, edition = ''] = /^(.*), (.*)$/.exec(title) ?? [];
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
        <GameMap row={row} />
        <b>{place}</b>
        <small>{edition}</small>
      </button>
    );
  };
  return (
    <section aria-labelledby="h-boards">
      <h2 id="h-boards" className="gallery-head">
        {t('boards')} <small>{t('boards.pick')}</small>
      </h2>
      <div className="gallery">
        {sets.filter((row) => !row.composed && !isMine(row) && kept(row)).map(tile)}
        {boards > 0 && (
          <Link to="/boards" className="tile tile-own">
            <Sign />
            <b>{t('boards.all', { n: boards })}</b>
            <small>{t('boards.all.note')}</small>
          </Link>
        )}
        <Link to="/workshop" className="tile tile-own">
          <span className="tiny-map tiny-sign" aria-hidden="true">
            <Icon name="pencil" />
          </span>
          <b>{t('boards.own')}</b>
          <small>{t('lobby.workshop')}</small>
        </Link>
      </div>
      {mine.length > 0 && (
        <>
          <h3 className="gallery-head">{t('mine.boards')}</h3>
          <div className="gallery">{mine.map(tile)}</div>
        </>
      )}
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
