/** Time away from the table: ask for a pause, take days off, ask to take back the last move. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import type { DaysOffView, TableView } from '../protocol/schema';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { dayText } from '../text/day';
import { dayOf, daysBetween, daysLeft, daysOff, pause, setDaysOff, takeBack } from './days';
import './days.css';

const HOUR = 3_600_000;

/** The days off one has taken and may take. */
function DaysOff({ onNote }: { onNote: (note: string) => void }) {
  const t = useText();
  const today = dayOf(new Date());
  const [view, setView] = useState<DaysOffView | null>(null);
  const [first, setFirst] = useState(today);
  const [last, setLast] = useState(today);
  const fail = (error: unknown): void => {
    onNote(errorText(error));
  };
  useEffect(() => {
    daysOff().then(setView, (error: unknown) => {
      onNote(errorText(error));
    });
  }, [onNote]);
  if (view === null) return <p>{t('loading')}</p>;
  const wanted = daysBetween(first, last);
  const change = (days: string[], take: boolean): void => {
    onNote('');
    setDaysOff(days, take).then(setView, fail);
  };
  return (
    <fieldset>
      <legend>{t('days.off')}</legend>
      <p className="note">{t('days.off.note', { n: daysLeft(view), of: view.yearly })}</p>
      <div className="day-range">
        <label>
          {t('days.from')}
          <input
            type="date"
            min={today}
            value={first}
            onChange={(event) => {
              setFirst(event.target.value);
              if (event.target.value > last) setLast(event.target.value);
            }}
          />
        </label>
        <label>
          {t('days.to')}
          <input
            type="date"
            min={first}
            value={last}
            onChange={(event) => {
              setLast(event.target.value);
            }}
          />
        </label>
        <button
          type="button"
          disabled={wanted.length === 0 || wanted.length > view.yearly}
          onClick={() => {
            change(wanted, true);
          }}
        >
          {t('days.off.take', { n: wanted.length })}
        </button>
      </div>
      <ul className="day-list">
        {view.days
          .filter((day) => day >= today)
          .map((day) => (
            <li key={day}>
              {dayText(`${day}T12:00`)}
              {day > today && (
                <button
                  type="button"
                  className="plain"
                  aria-label={t('days.off.back', { day: dayText(`${day}T12:00`) })}
                  onClick={() => {
                    change([day], false);
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
      </ul>
    </fieldset>
  );
}

export default function DaysDialog({ table, seat, onClose }: { table: TableView; seat: number; onClose: () => void }) {
  const t = useText();
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const fail = (error: unknown): void => {
    setNote(errorText(error));
  };
  const days = table.clock.kind === 'days';
  return (
    <Dialog title={t('days')} onClose={onClose} className="settings days">
      {table.clock.kind !== 'none' && table.pause === null && (
        <fieldset>
          <legend>{t('days.pause')}</legend>
          <p className="note">{t('days.pause.note')}</p>
          <div className="day-range">
            <label>
              {t('days.pause.until')}
              <input
                type="date"
                min={dayOf(new Date(Date.now() + 24 * HOUR))}
                value={until}
                onChange={(event) => {
                  setUntil(event.target.value);
                }}
              />
            </label>
            <button
              type="button"
              onClick={() => {
                const end = until === '' ? null : new Date(`${until}T00:00`).getTime() / 1000;
                pause(table.code, { do: 'ask', until: end, seat }).then(onClose, fail);
              }}
            >
              {t('days.pause.ask')}
            </button>
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('days.back')}</legend>
        <p className="note">{t(table.rated ? 'days.back.rated' : 'days.back.how')}</p>
        <button
          type="button"
          disabled={table.back !== null}
          onClick={() => {
            takeBack(table.code, { do: 'ask', seat }).then(onClose, fail);
          }}
        >
          {t('days.back.ask')}
        </button>
      </fieldset>
      {days && <DaysOff onNote={setNote} />}
      <p role="status">{note}</p>
    </Dialog>
  );
}
