/** Offers to call the player, once per device and only after the first move at a table whose turns last days. */
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import type { TableView, View } from '../protocol/schema';
import { useText } from '../text';
import { canPush, clearNotes, loadCalls, startPush } from './calls';
import { CallsDialog } from './CallsDialog';
import './calls.css';

const ASKED = 'kilowatt.calls.asked';

const asked = (): boolean => {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true; // without storage it would ask at every table
  }
};

/** Whether a turn of one's own has ended while this table was open. */
function useMoved(view: View): boolean {
  const mine = view.mine.menu !== null;
  const was = useRef(false);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (was.current && !mine) setMoved(true);
    was.current = mine;
  }, [mine, view.seq]);
  return moved;
}

export default function AskForCalls({ table, view }: { table: TableView; view: View }) {
  const t = useText();
  const moved = useMoved(view);
  const [shown, setShown] = useState(false);
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const wanted = moved && table.yours.length > 0 && table.state === 'playing';
  useEffect(() => {
    void clearNotes(table.code);
  }, [table.code, view.seq]);
  useEffect(() => {
    if (!wanted || asked()) return;
    void loadCalls().then((view) => {
      if (view && !view.pushing && !view.mail_on && (canPush(view) || view.mail_offered)) setShown(true);
    });
  }, [wanted]);
  const done = (): void => {
    setShown(false);
    try {
      localStorage.setItem(ASKED, 'yes');
    } catch {
      // asked again next time
    }
  };
  const push = (): void => {
    void loadCalls().then(async (view) => {
      if (!view || !canPush(view)) {
        setOpen(true);
        return;
      }
      const found = await startPush(view);
      if (found === 'on') done();
      else setNote(t(`calls.${found}`));
    });
  };
  if (open)
    return (
      <CallsDialog
        onClose={() => {
          setOpen(false);
          done();
        }}
      />
    );
  if (!shown) return null;
  return (
    <section className="ask-calls" aria-label={t('calls')}>
      <Icon name="bell" />
      <p>
        <b>{t('calls.ask')}</b> <span role="status">{note === '' ? t('calls.ask.sub') : note}</span>
      </p>
      <button type="button" className="primary" onClick={push}>
        {t('calls.yes')}
      </button>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('calls.more')}
      </button>
      <button type="button" onClick={done}>
        {t('calls.no')}
      </button>
    </section>
  );
}
