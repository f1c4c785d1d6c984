/** The boards that people show to everybody on this server: each can be opened, and reported to the server's host. */
import { useEffect, useState } from 'react';
import type { GalleryBoard, SharedBoard } from '../protocol/schema';
import { workshop } from './api';
import type { BoardData } from './model';
import { opened } from './opening';
import { keyOf } from './saved';
import { useWords } from './words';

interface GalleryProps {
  onOpen: (key: string, board: BoardData) => void;
  onFail: (error: unknown) => void;
}

/** Asks what is wrong with a board and sends it to the host. */
function ReportBoard({ board, onFail }: { board: SharedBoard; onFail: (error: unknown) => void }) {
  const t = useWords();
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  const [reason, setReason] = useState('');
  if (state === 'sent') return <small role="status">{t('gallery.reported')}</small>;
  if (state === 'closed')
    return (
      <button
        type="button"
        className="plain"
        aria-label={t('gallery.report.spoken', { board: board.title })}
        onClick={() => {
          setState('open');
        }}
      >
        {t('gallery.report')}
      </button>
    );
  return (
    <form
      className="ws-report-board"
      onSubmit={(event) => {
        event.preventDefault();
        workshop.report(board.id, reason).then(() => {
          setState('sent');
        }, onFail);
      }}
    >
      <label>
        {t('gallery.why')}
        <input
          value={reason}
          required
          maxLength={500}
          onChange={(event) => {
            setReason(event.target.value);
          }}
        />
      </label>
      <button type="submit">{t('gallery.send')}</button>
    </form>
  );
}

export function Gallery({ onOpen, onFail }: GalleryProps) {
  const t = useWords();
  const [shared, setShared] = useState<GalleryBoard[]>([]);
  useEffect(() => {
    workshop.gallery().then(
      (answer) => {
        setShared(answer.boards);
      },
      () => undefined,
    );
  }, []);
  if (shared.length === 0) return null;
  return (
    <>
      <h3>{t('start.gallery')}</h3>
      <ul className="ws-copies">
        {shared.map(({ shared: row, cities, areas }) => (
          <li key={row.id} className="ws-gallery-board">
            <button
              type="button"
              className="ws-open"
              onClick={() => {
                workshop
                  .show(row.id)
                  .then((answer) => {
                    const board = opened(answer.board);
                    onOpen(keyOf(board), board);
                  })
                  .catch(onFail);
              }}
            >
              <b>{row.title}</b>
              <small>{t('start.size', { cities, areas })}</small>
            </button>
            {!row.mine && <ReportBoard board={row} onFail={onFail} />}
          </li>
        ))}
      </ul>
    </>
  );
}
