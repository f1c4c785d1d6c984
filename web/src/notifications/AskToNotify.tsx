/** Offers to call the player, once per device and only after the first move at a table whose turns last days. */
import { keepText } from '../base/kept';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import type { TableView, View } from '../protocol/schema';
import { useText } from '../text';
import { canPush, clearNotes, loadNotifications } from './notifications';
import { startPush } from './push';
import { NotificationsDialog } from './NotificationsDialog';
import './notifications.css';

const ASKED = 'kilowatt.notify.asked';

const asked = (): boolean => {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true; // without storage it would ask at every table
  }
};

/** Whether a turn of yours has ended while this table was open. */
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

export default function AskToNotify({ table, view }: { table: TableView; view: View }) {
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
    void loadNotifications().then((view) => {
      if (view && !view.pushing && !view.mail_on && (canPush(view) || view.mail_offered)) setShown(true);
    });
  }, [wanted]);
  const done = (): void => {
    setShown(false);
    try {
      keepText(ASKED, 'yes');
    } catch {
      // asked again next time
    }
  };
  const push = (): void => {
    void loadNotifications().then(async (view) => {
      if (!view || !canPush(view)) {
        setOpen(true);
        return;
      }
      const outcome = await startPush(view);
      if (outcome === 'on') done();
      else setNote(t(`notify.${outcome}`));
    });
  };
  if (open)
    return (
      <NotificationsDialog
        onClose={() => {
          setOpen(false);
          done();
        }}
      />
    );
  if (!shown) return null;
  return (
    <section className="ask-notify" aria-label={t('notify')}>
      <Icon name="bell" />
      <p>
        <b>{t('notify.ask')}</b> <span role="status">{note === '' ? t('notify.ask.sub') : note}</span>
      </p>
      <button type="button" className="primary" onClick={push}>
        {t('notify.yes')}
      </button>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('notify.more')}
      </button>
      <button type="button" onClick={done}>
        {t('notify.no')}
      </button>
    </section>
  );
}
