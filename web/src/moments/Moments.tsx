/** Moments: a ribbon for a second and one thing that happens to the table itself. It takes no press away; any press or key ends it. */
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { sound } from '../base/attention';
import { onceDrawn, onceStill, REST } from '../base/drawn';
import { pageScale } from '../base/scale';
import { scenes } from '../base/settings';
import { Token } from '../glyphs/glyphs';
import { plantName } from '../state/log';
import { usePart } from '../state/play';
import { say, useText } from '../text';
import { isSmall, momentOf, MOST_SMALL, type Moment } from './moments';
import './moments.css';

/** Milliseconds of a ribbon, and of the edge around the tracker that takes its place where nothing shall move. */
const RIBBON = 1000;
const STILL = 3000;
const EDGE = 10;

interface Words {
  title: string;
  text: string;
  seat: number | null;
}

function wordsOf(moment: Moment, names: readonly string[], yours: readonly number[]): Words {
  switch (moment.kind) {
    case 'step2':
    case 'step3': {
      const step = moment.kind === 'step2' ? 'step.2' : 'step.3';
      return { title: say(step), text: say(`moment.${moment.kind}`, { cost: moment.cost }), seat: null };
    }
    case 'last': {
      const { seat, cities } = moment;
      if (seat === null) return { title: say('trigger.last'), text: say('trigger.last.when'), seat };
      const key = yours.includes(seat) ? 'moment.last.you' : 'moment.last';
      return { title: say('trigger.last'), text: say(key, { name: names[seat] ?? '', n: cities }), seat };
    }
    case 'dear': {
      const { seat, price, plant } = moment;
      const key = yours.includes(seat) ? 'moment.dear.you' : 'moment.dear';
      return { title: '', text: say(key, { name: names[seat] ?? '', price, plant: plantName(plant) }), seat };
    }
    default:
      return { title: '', text: say(`moment.${moment.kind}`), seat: null };
  }
}

/** Where the ribbon lies: over the top of the board, under the plants for Step 3; else under the head of the page. */
function placeOf(game: Element, kind: Moment['kind']): CSSProperties {
  const boxOf = (name: string): DOMRect | null => {
    const box = game.querySelector(name)?.getBoundingClientRect();
    return box && box.width > 0 ? box : null;
  };
  const page = pageScale();
  const plants = kind === 'step3' ? boxOf('.plants') : null;
  const at = plants ?? boxOf('.board-pane') ?? boxOf('main');
  if (at === null) return {};
  const below = plants !== null && plants.bottom + 130 < window.innerHeight;
  return {
    top: (below ? at.bottom + EDGE : at.top + EDGE) / page,
    left: (at.left + EDGE) / page,
    width: (at.width - 2 * EDGE) / page,
  };
}

export default function Moments() {
  // words follow the language
  useText();
  const { game, board, me, yours, live, names, entries, session } = usePart(
    ({ view, board, me, past, names, entries, session, table }) => ({
      game: view.game,
      board,
      me,
      yours: table.yours,
      live: past === null,
      names,
      entries,
      session,
    }),
  );
  const [shown, setShown] = useState<{ moment: Moment; place: CSSProperties | null } | null>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const before = useRef({ game, me, live, read: entries.at(-1)?.seq ?? 0 });
  const small = useRef(0);
  /** Calls off the ribbon that is to come, or the end of the table's own part in it. */
  const waits = useRef<() => void>(() => undefined);
  useEffect(() => {
    const old = before.current;
    before.current = { game, me, live, read: entries.at(-1)?.seq ?? 0 };
    if (!live || !old.live || game === old.game) return;
    const fresh = entries.filter((entry) => entry.seq > old.read).flatMap((entry) => entry.events ?? []);
    const moment = momentOf(old, { game, me }, board, fresh);
    if (moment === null) return;
    if (isSmall(moment)) {
      small.current += 1;
      if (small.current > MOST_SMALL || !scenes()) return;
    } else sound(moment.kind === 'last' ? 'last' : 'step');
    const table = mark.current?.closest<HTMLElement>('.game');
    if (!table) return;
    const still = !scenes();
    table.dataset.moment = still ? 'still' : moment.kind;
    if (!still) session.hold(REST + RIBBON);
    const begin = (): void => {
      if (!still) session.hold(RIBBON);
      setShown({ moment, place: still ? null : placeOf(table, moment.kind) });
    };
    waits.current();
    setShown(null);
    if (still) begin();
    else waits.current = onceStill(begin);
  }, [game, me, live, entries, board, session]);

  useEffect(() => {
    const table = mark.current?.closest<HTMLElement>('.game');
    if (!shown || !table) return;
    const still = shown.place === null;
    const end = (): void => {
      setShown(null);
      waits.current = onceDrawn(() => {
        delete table.dataset.moment;
      });
    };
    const timer = window.setTimeout(end, still ? STILL : RIBBON);
    if (!still) {
      window.addEventListener('keydown', end);
      window.addEventListener('pointerdown', end);
    }
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('keydown', end);
      window.removeEventListener('pointerdown', end);
    };
  }, [shown]);
  const words = shown && wordsOf(shown.moment, names, yours);
  return (
    <span ref={mark} className="moments">
      {shown?.place && words && (
        <div
          className={`ribbon ribbon-${shown.moment.kind} ${words.title === '' ? 'ribbon-small' : ''}`}
          style={shown.place}
          aria-hidden="true"
        >
          {words.seat !== null && <Token seat={words.seat} size={words.title === '' ? 22 : 34} />}
          {words.title !== '' && <b>{words.title}</b>}
          <span>{words.text}</span>
        </div>
      )}
      <span className="hidden" role="status">
        {words === null ? '' : words.title === '' ? words.text : `${words.title}: ${words.text}`}
      </span>
    </span>
  );
}
