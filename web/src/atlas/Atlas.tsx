/** Every board that can be played: groups of cards, filters, and a console for the one that is chosen. */
import { useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { Icon } from '../glyphs/glyphs';
import { PageHeader } from '../frame/PageHeader';
import { GameMap } from '../home/Gallery';
import { loadGames } from '../home/played';
import { Link } from '../parts/Brand';
import { go } from '../base/route';
import { cardsOf } from '../learn/special/special';
import { Filters } from './Filters';
import { GROUPS, KINDS, NOTHING, passes, seatsFor, type Entry, type Group, type Wish } from './atlas';
import { levelOf, useAtlas, useCities } from './useAtlas';
import { usePlay } from './usePlay';
import { useWords } from './words';
import './atlas.css';

const sheetOf = (entry: Entry): string => (entry.group === 'mine' ? '/workshop' : `/boards/${entry.id}`);

/** Readers pause between the parts of a card. */
const Pause = () => <span className="hidden-text">. </span>;

function Card({ entry, chosen, onChoose }: { entry: Entry; chosen: boolean; onChoose: () => void }) {
  const t = useWords();
  const [row] = entry.rows;
  const [from = 2, to = 6] = [entry.seats[0], entry.seats.at(-1)];
  const click = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (chosen) go(sheetOf(entry));
    else onChoose();
  };
  return (
    <li>
      <a href={sheetOf(entry)} className="tile atlas-card" aria-current={chosen ? 'true' : undefined} onClick={click}>
        {row && <GameMap row={row} />}
        <b>{entry.name}</b>
        <Pause />
        <span>{entry.special}</span>
        <span className="hidden-text">. {t('size', { from, to })}. </span>
        <small>{entry.years.join(' · ')}</small>
      </a>
    </li>
  );
}

function Console({ entry, wish, levels }: { entry: Entry; wish: Wish; levels: readonly string[] }) {
  const t = useWords();
  const [row] = entry.rows;
  const seats = row ? seatsFor(row, wish.players) : 4;
  const play = usePlay(row, seats, levelOf(levels));
  const [from = 2, to = 6] = [entry.seats[0], entry.seats.at(-1)];
  const about = cardsOf(entry.id).map(({ text }) => text);
  return (
    <section className="atlas-console" aria-label={entry.name}>
      <p className="atlas-name">
        <b>{entry.name}</b> <small>{t('size', { from, to })}</small>
      </p>
      <p className="atlas-about">{about.length > 0 ? about.join(' ') : entry.special || t('usual')}</p>
      {play.problem !== null && <p role="alert">{play.problem}</p>}
      <div className="atlas-acts">
        <button type="button" className="primary" aria-busy={play.busy} onClick={play.now}>
          {t('play')}
        </button>
        <button type="button" onClick={play.friends}>
          {t('friends')}
        </button>
        <Link to={sheetOf(entry)} className="button">
          {t('read')}
        </Link>
      </div>
    </section>
  );
}

/** Draws a board that this device has not played, among those that are listed. */
function Surprise({ entries, onDraw }: { entries: readonly Entry[]; onDraw: (id: string) => void }) {
  const t = useWords();
  const [none, setNone] = useState(false);
  const draw = async (): Promise<void> => {
    const games = await loadGames().catch(() => []);
    const played = new Set(games.map((game) => game.ruleset));
    const left = entries.filter(({ rows }) => !rows.some((row) => played.has(row.id)));
    const one = left[Math.floor(Math.random() * left.length)];
    setNone(!one);
    if (one) onDraw(one.id);
  };
  return (
    <li className="tile atlas-card atlas-draw">
      <b>{t('surprise')}</b>
      <span role="status">{none ? t('surprise.none') : t('surprise.note')}</span>
      <button type="button" onClick={() => void draw()}>
        {t('surprise.go')}
      </button>
    </li>
  );
}

function ByRule({ entries, onKind }: { entries: readonly Entry[]; onKind: (wish: Wish) => void }) {
  const t = useWords();
  return (
    <section className="panel atlas-by" aria-labelledby="h-by">
      <header>
        <h2 id="h-by">{t('by')}</h2>
        <span className="aside">{t('by.note')}</span>
      </header>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="plain"
              onClick={() => {
                onKind({ ...NOTHING, kind });
              }}
            >
              <i>{entries.filter((entry) => entry.kinds.includes(kind)).length}</i> <b>{t(`rule.${kind}`)}</b>
            </button>{' '}
            <span>{t(`about.${kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function Atlas() {
  const t = useWords();
  const { entries, levels, problem } = useAtlas();
  const cities = useCities(entries);
  const [wish, setWish] = useState(NOTHING);
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  const choose = (id: string): void => {
    if (chosen === null) scrolled.current = window.scrollY;
    setChosen(id);
  };
  // with a console under it the list scrolls by itself: it begins where the page was
  useLayoutEffect(() => {
    if (chosen === null || !list.current) return;
    if (list.current.scrollTop === 0) list.current.scrollTop = scrolled.current;
    scrolled.current = 0;
    list.current.querySelector('[aria-current=true].atlas-card')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const all = entries ?? [];
  const shown = all.filter((entry) => passes(entry, wish, cities[entry.id] ?? ''));
  const boards = (list: readonly Entry[]): number => list.filter(({ group }) => group !== 'mine').length;
  const picked = all.find(({ id }) => id === chosen);
  const group = (name: Group) => {
    const listed = shown.filter((entry) => entry.group === name);
    if (name === 'others' && !all.some((entry) => entry.group === 'others')) return null;
    return (
      <section key={name} aria-labelledby={`h-${name}`}>
        <h2 id={`h-${name}`} className="gallery-head">
          {t(`group.${name}`)} <small>{t(`note.${name}`)}</small>
        </h2>
        {listed.length === 0 && name !== 'mine' && entries !== null && <p className="note">{t('nohit')}</p>}
        <ul className="atlas-cards">
          {listed.map((entry) => (
            <Card
              key={entry.id}
              entry={entry}
              chosen={entry.id === chosen}
              onChoose={() => {
                choose(entry.id);
              }}
            />
          ))}
          {name === 'originals' && shown.length > 0 && <Surprise entries={shown} onDraw={choose} />}
          {name === 'mine' && (
            <li>
              <Link to="/workshop" className="tile atlas-card tile-own">
                <span className="tiny-map tiny-sign" aria-hidden="true">
                  <Icon name="pencil" />
                </span>
                <b>{t('own')}</b>
                <span>{t('own.note')}</span>
              </Link>
            </li>
          )}
        </ul>
      </section>
    );
  };
  return (
    <div className={picked ? 'atlas-docked' : undefined}>
      <div className="lobby" ref={list}>
        <PageHeader />
        <main className="atlas">
          <Filters wish={wish} hits={boards(shown)} all={boards(all)} onWish={setWish} />
          {problem !== null && (
            <p className="refused" role="alert">
              {problem}
            </p>
          )}
          {GROUPS.map(group)}
          <ByRule entries={all} onKind={setWish} />
          <p className="note">{t('foot')}</p>
        </main>
      </div>
      {picked && <Console key={picked.id} entry={picked} wish={wish} levels={levels} />}
    </div>
  );
}
