/** What is entered without the server: any line, of anybody. The rules look at it when the server is back. */
import { useState } from 'react';
import type { AnyLine } from '../protocol/schema';
import { useText } from '../text';
import { useReal } from './context';
import { Dock } from './Dock';
import { blank, kindOf, kindsOf, nextKind, seatAfter, whole, type Kind } from './draft';
import { LineForm } from './LineForm';
import { lineText, seatOf } from './words';

/** The plants that a player has, and those that lines on this device bought or opened. */
function usePlantsOf(): (seat: number) => string[] {
  const { game, queue } = useReal();
  const gone = queue.lines.flatMap((line) =>
    line.type === 'step' && line.action.type === 'scrap' ? [line.action.plant] : [],
  );
  return (seat) => {
    const came = queue.lines.flatMap((line) => {
      if (line.type === 'sale') return line.seat === seat ? [line.plant] : [];
      return line.type === 'step' && line.action.type === 'open' ? [line.action.plant] : [];
    });
    return [...new Set([...(game.seats[seat]?.plants ?? []), ...came])].filter((id) => !gone.includes(id));
  };
}

export default function OfflineEntry() {
  const t = useText();
  const { game, board, names, queue } = useReal();
  const { usual, more } = kindsOf(game, board);
  const [line, setLine] = useState<AnyLine>(() => {
    const kind = queue.lines.length === 0 ? nextKind(game) : (usual[0] ?? 'sale');
    return blank(kind, typeof game.actor === 'number' ? game.actor : 0);
  });
  /** Counts the lines, so that what was typed goes with its line. */
  const [made, setMade] = useState(0);
  const [all, setAll] = useState(false);
  const plantsOf = usePlantsOf();
  const kind = kindOf(line);
  const ready = whole(line, board);
  const seat = seatOf(line) ?? 0;
  const take = (next: Kind, who: number): void => {
    setLine(blank(next, who));
    setMade(made + 1);
  };
  const shown = all || more.includes(kind) ? [...usual, ...more] : usual;
  return (
    <Dock title={t('real.offline')} note={t('real.offline.note')}>
      <div className="real-fields">
        <div className="choice real-kinds" role="group" aria-label={t('real.offline.what')}>
          {shown.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === kind}
              onClick={() => {
                take(one, seat);
              }}
            >
              {t(`real.offline.${one}`)}
            </button>
          ))}
          <button
            type="button"
            aria-expanded={shown.length > usual.length}
            onClick={() => {
              setAll(!all);
            }}
          >
            {t('real.offline.more')}
          </button>
        </div>
        <LineForm key={made} {...{ line, plantsOf }} onChange={setLine} />
      </div>
      <div className="real-buttons">
        <button
          type="button"
          className="primary"
          data-primary
          aria-disabled={!ready}
          onClick={() => {
            if (!ready) return;
            queue.add(line);
            take(kind, seatAfter(kind, seat, game.order));
          }}
        >
          {ready ? lineText(line, { board, names }) : t('real.offline.missing')}
        </button>
      </div>
    </Dock>
  );
}
