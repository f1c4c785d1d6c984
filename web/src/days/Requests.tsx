/** What the people at a table are asked to agree to, and what they have agreed to: a pause, a move to take back. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import type { DaysOffView, TableView } from '../protocol/schema';
import { seatName } from '../state/names';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { dayText } from '../text/day';
import { daysLeft, daysOff, pause, takeBack } from './days';
import './days.css';

const DaysDialog = lazy(() => import('./DaysDialog'));

const nameAt = (table: TableView, seat: number): string =>
  seatName(table.seats[seat]?.name ?? '', table.yours.includes(seat));

interface Asked {
  table: TableView;
  icon: string;
  by: number;
  agreed: number[];
  text: string;
  note?: string;
  /** Whether it offers days off too. */
  offers?: boolean;
  onAnswer: (answer: 'agree' | 'refuse', seat: number) => Promise<unknown>;
}

/** Your days off, and the way to them; the line keeps its height until the number is known. */
function OwnDays({ table, seat }: { table: TableView; seat: number }) {
  const t = useText();
  const [view, setView] = useState<DaysOffView | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) daysOff().then(setView, () => undefined);
  }, [open]);
  return (
    <div className="day-own">
      <span>{view === null ? t('days.off') : t('days.off.yours', { n: daysLeft(view), of: view.yearly })}</span>
      <button
        type="button"
        className="plain"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('days.off.open')}
      </button>
      {open && (
        <Suspense>
          <DaysDialog
            table={table}
            seat={seat}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** One request: who asks, who agrees, and your own answer. */
function Request({ table, icon, by, agreed, text, note, offers = false, onAnswer }: Asked) {
  const t = useText();
  const [wrong, setWrong] = useState('');
  const people = table.seats.filter((seat) => seat.kind === 'person' && !seat.resigned);
  const open = table.yours.find((seat) => !agreed.includes(seat));
  const own = table.yours[0];
  const answer = (kind: 'agree' | 'refuse', seat: number): void => {
    onAnswer(kind, seat).catch((error: unknown) => {
      setWrong(errorText(error));
    });
  };
  return (
    <section className="day-request" aria-label={text}>
      <Icon name={icon} />
      <p>
        <b>{text}</b>{' '}
        <span className="day-agreed">
          {agreed.map((seat) => (
            <Token key={seat} seat={seat} size={16} />
          ))}
          <span className="hidden-text">{agreed.map((seat) => nameAt(table, seat)).join(', ')}: </span>
          <span role="status">{wrong === '' ? t('days.agreed', { n: agreed.length, of: people.length }) : wrong}</span>
        </span>
        {note !== undefined && <small>{note}</small>}
      </p>
      {own !== undefined && (
        <div className="day-answers">
          <button
            type="button"
            onClick={() => {
              answer('refuse', own);
            }}
          >
            {t(table.yours.includes(by) ? 'days.withdraw' : 'days.refuse')}
          </button>
          {open !== undefined && (
            <button
              type="button"
              className="primary"
              onClick={() => {
                answer('agree', open);
              }}
            >
              {t('days.agree')}
            </button>
          )}
        </div>
      )}
      {offers && own !== undefined && <OwnDays table={table} seat={own} />}
    </section>
  );
}

/** A pause that runs: until when, and the way to end it. */
function Paused({ table, until }: { table: TableView; until: string | null }) {
  const t = useText();
  const [wrong, setWrong] = useState('');
  const own = table.yours[0];
  return (
    <section className="day-request" aria-label={t('days.paused')}>
      <Icon name="clock" />
      <p>
        <b>{until === null ? t('days.paused') : t('days.paused.until', { day: dayText(until) })}</b>{' '}
        <span role="status">{wrong === '' ? t('days.paused.note') : wrong}</span>
      </p>
      {own !== undefined && (
        <div className="day-answers">
          <button
            type="button"
            onClick={() => {
              pause(table.code, { do: 'resume', seat: own }).catch((error: unknown) => {
                setWrong(errorText(error));
              });
            }}
          >
            {t('days.resume')}
          </button>
        </div>
      )}
    </section>
  );
}

/** `card`: beside the board, where there is room for more than the answer. */
export default function Requests({ table, card = false }: { table: TableView; card?: boolean }) {
  const t = useText();
  const { pause: asked, back } = table;
  const name = (seat: number): string => nameAt(table, seat);
  return (
    <>
      {asked?.running === true && <Paused table={table} until={asked.until} />}
      {asked?.running === false && (
        <Request
          table={table}
          icon="clock"
          offers={card && table.clock.kind === 'days'}
          by={asked.by}
          agreed={asked.agreed}
          text={
            asked.until === null
              ? t('days.pause.asked', { name: name(asked.by) })
              : t('days.pause.asked.until', { name: name(asked.by), day: dayText(asked.until) })
          }
          onAnswer={(answer, seat) => pause(table.code, { do: answer, seat })}
        />
      )}
      {back !== null && (
        <Request
          table={table}
          icon="undo"
          by={back.by}
          agreed={back.agreed}
          text={t('days.back.asked', { name: name(back.by) })}
          note={t(back.cards ? 'days.back.cards' : 'days.back.note')}
          onAnswer={(answer, seat) => takeBack(table.code, { do: answer, seat })}
        />
      )}
    </>
  );
}
