/** The end: a page of its own over the table. The winner's network, your place in words, the standing, the curves, what next. */
import { lazy, Suspense, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { go } from '../base/route';
import { onceDrawn, onceStill } from '../base/drawn';
import { scenes } from '../base/settings';
import { Icon, Token } from '../glyphs/glyphs';
import { shapePath } from '../glyphs/shapes';
import { api } from '../net/api';
import { copy } from '../net/copy';
import { Brand } from '../parts/Brand';
import { Chart } from '../parts/Chart';
import { PlayAgain } from '../parts/PlayAgain';
import { SoundButton } from '../parts/SoundButton';
import type { CurvePoint } from '../protocol/schema';
import { usePlay } from '../state/play';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';
import { KINDS, marksOf, seriesOf, type Kind } from './curves';
import { NetworkMap } from './Network';
import { ReviewButton } from './ReviewButton';
import { Rows } from './Rows';
import { rowsOf, wordsOf } from './standing';
import { able } from '../base/able';
import { linkTo } from '../base/site';
import './end.css';
import './small.css';

const RatingNote = lazy(() => import('../people/RatingNote'));
/** Milliseconds of the scene: others fade, the network lights up, the houses are counted. */
const SCENE = 2700;
/** The ground of the board, and the network on it. */
const PARTS = 2;

interface Props {
  /** The game has just ended here: the end is played as a scene. */
  fresh: boolean;
  onClose: () => void;
  onReplay: (review: boolean) => void;
}

/** True while the scene plays; any key or press ends it. Without motion there is none. */
function useScene(fresh: boolean): boolean {
  const [plays, setPlays] = useState(() => fresh && scenes());
  useEffect(() => {
    if (!plays) return;
    const stop = (): void => {
      setPlays(false);
    };
    const timer = window.setTimeout(stop, SCENE);
    window.addEventListener('keydown', stop);
    window.addEventListener('pointerdown', stop);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('keydown', stop);
      window.removeEventListener('pointerdown', stop);
    };
  }, [plays]);
  return plays;
}

/** The curves; their room is kept until they have come. */
function Curves({ points }: { points: readonly CurvePoint[] | null }): ReactNode {
  const t = useText();
  const { board, names } = usePlay();
  const cards = board.kind === 'cards';
  const [kind, setKind] = useState<Kind>(cards ? 'money' : 'cities');
  const kinds = KINDS.filter((one) => !cards || one === 'money' || one === 'income');
  if (points !== null && points.length < 2) return null;
  return (
    <section className="end-curves" aria-label={t('curves')}>
      <header>
        <h3>{t(`curve.${kind}.by`)}</h3>
        <div className="choice curve-tabs">
          {kinds.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={kind === one}
              onClick={() => {
                setKind(one);
              }}
            >
              {t(`curve.${one}`)}
            </button>
          ))}
        </div>
      </header>
      {points === null ? (
        <div className="curves-room" />
      ) : (
        <Chart
          title={t(`curve.${kind}.by`)}
          series={seriesOf(points, kind, names)}
          along={points.map((point) => point.round)}
          marks={marksOf(board, kind)}
        />
      )}
    </section>
  );
}

function EndDialog({ fresh, onClose, onReplay }: Props) {
  const t = useText();
  const { view, table, names, board, layout } = usePlay();
  const { game } = view;
  const [points, setPoints] = useState<readonly CurvePoint[] | null>(null);
  const [note, setNote] = useState('');
  const box = useRef<HTMLDialogElement>(null);
  const plays = useScene(fresh);
  // in a scene the dialog is drawn first, then the ground of its board, then the network: all at once would take one long frame
  const [parts, setParts] = useState(plays ? 0 : PARTS);
  useEffect(() => {
    if (parts < PARTS)
      return onceDrawn(() => {
        setParts(parts + 1);
      });
  }, [parts]);
  useEffect(() => {
    const dialog = box.current;
    const game = dialog?.closest<HTMLElement>('.game');
    if (!dialog || !game) return;
    // the table below is not seen: the browser need not style it anew to keep it from the keyboard
    game.dataset.ended = '';
    if (!dialog.open) dialog.showModal();
    return () => {
      delete game.dataset.ended;
    };
  }, []);
  useEffect(() => {
    void api.curves(table.code).then(
      (answer) => {
        setPoints(answer.points);
      },
      () => {
        setPoints([]);
      },
    );
  }, [table.code]);
  const cards = board.kind === 'cards';
  const rows = rowsOf(game, cards);
  const words = wordsOf({ rows, cards, names, yours: table.yours });
  const first = rows[0]?.seat ?? null;
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? first;
  const mapped = layout !== null && shown !== null;
  const share = (): void => {
    void copy(linkTo(`/t/${table.code}`)).then((done) => {
      setNote(t(done ? 'invite.copied' : 'invite.failed'));
    });
  };
  return (
    <dialog
      ref={box}
      className={`end ${plays ? 'plays' : ''} ${mapped ? '' : 'no-map'}`}
      aria-label={words.title}
      style={{ '--seat': `var(--seat-${first ?? 0})` } as CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {mapped && (
        <div className="end-map">
          <NetworkMap
            board={board}
            layout={layout}
            zone={game.areas}
            seat={shown}
            name={names[shown] ?? ''}
            cities={game.seats[shown]?.cities ?? []}
            parts={parts}
          />
          <p className="end-table">
            <Brand />
            <span>
              <b>{gameTitle(table.ruleset, table.title)}</b>
              <small>{t('end.round', { n: game.round })}</small>
            </span>
          </p>
          <div className="end-swap" role="group" aria-label={t('end.swap')}>
            {rows.map(({ seat }) => (
              <button
                type="button"
                key={seat}
                aria-pressed={seat === shown}
                onClick={() => {
                  setChosen(seat);
                }}
              >
                <Token seat={seat} size={14} /> <span>{names[seat]}</span>
              </button>
            ))}
          </div>
        </div>
      )}
      <div className="end-side">
        <div className="end-tools">
          <SoundButton className="plain" />
          <button type="button" className="plain" onClick={onClose} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        </div>
        <header className="end-title">
          {first !== null && (
            <svg className="end-mark" viewBox="-10 -10 20 20" aria-hidden="true">
              <path d={shapePath(first, 8.6)} />
              <path className="bolt" d="M.7-4.6-3 .8h2.4L-1.1 4.6 3-.9H.5z" />
            </svg>
          )}
          <div>
            <h2>{words.title}</h2>
            <p>{words.why === '' && game.result ? sayCode('ended', game.result.reason) : words.why}</p>
          </div>
        </header>
        {table.end !== null && <p className="note">{sayCode('end', table.end)}</p>}
        {words.place !== null && (
          <div className="end-place end-late">
            <Token seat={table.yours[0] ?? 0} size={24} />
            <span>
              <b>{words.place}</b>
              <small>{words.detail}</small>
            </span>
          </div>
        )}
        {table.rated && table.yours.length > 0 && (
          <Suspense>
            <RatingNote code={table.code} />
          </Suspense>
        )}
        {rows.length > 0 && <Rows rows={rows} names={names} yours={table.yours} cards={cards} />}
        {cards && rows.length > 0 && <p className="note">{t('end.points.how')}</p>}
        <div className="end-late">
          <Curves points={points} />
        </div>
        <div className="end-answers end-late">
          {rows.length > 0 && (
            <ReviewButton
              code={table.code}
              yours={table.yours}
              onOpen={() => {
                onReplay(true);
              }}
            />
          )}
          <PlayAgain table={table} quiet={rows.length > 0} />
          <button
            type="button"
            onClick={() => {
              go('/');
            }}
          >
            {t('end.new')}
          </button>
          {able.links && (
            <button type="button" onClick={share}>
              <span role="status">{note === '' ? t('invite.share') : note}</span>
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              onReplay(false);
            }}
          >
            {t('end.replay')}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** Where the end is a scene it begins once what the table shows of the last move has come to its place. */
export function End(props: Props) {
  const [open, setOpen] = useState(!props.fresh || !scenes());
  useEffect(() => {
    if (!open)
      return onceStill(() => {
        setOpen(true);
      });
  }, [open]);
  return open && <EndDialog {...props} />;
}
