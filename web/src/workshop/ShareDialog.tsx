/** Share a board: download its file, make a link, and delete links made before. */
import { useEffect, useState } from 'react';
import { copy } from '../net/copy';
import { Dialog } from '../parts/Dialog';
import type { SharedBoard, WorkshopInfo } from '../protocol/schema';
import { errorText } from '../text/errors';
import { workshop } from './api';
import type { BoardData } from './model';
import { finished } from './shape';
import { useWords } from './words';
import { linkTo } from '../base/site';

/** Hand a text to the browser as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = `data:application/toml;charset=utf-8,${encodeURIComponent(text)}`;
  link.download = name;
  link.click();
}

const address = (id: string): string => linkTo(`/workshop/${id}`);

export function ShareDialog({ board, info, onClose }: { board: BoardData; info: WorkshopInfo; onClose: () => void }) {
  const t = useWords();
  const [mine, setMine] = useState<SharedBoard[]>([]);
  const [made, setMade] = useState<SharedBoard | null>(null);
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  useEffect(() => {
    workshop.shared().then(
      (answer) => {
        setMine(answer.boards);
      },
      () => undefined,
    );
  }, [made]);
  return (
    <Dialog title={t('share')} onClose={onClose} className="ws-share">
      <p>{t('share.file')}</p>
      <button
        type="button"
        onClick={() => {
          workshop.file(finished(board)).then((file) => {
            download(file.name, file.text);
          }, fail);
        }}
      >
        {t('share.download')}
      </button>
      {info.sharing === 'off' ? (
        <p>{t('share.off')}</p>
      ) : (
        <>
          <p>{t(info.sharing === 'approve' ? 'share.approve' : 'share.link')}</p>
          <button
            type="button"
            className="primary"
            onClick={() => {
              setProblem(null);
              workshop.share(finished(board)).then(setMade, fail);
            }}
          >
            {t('share.make')}
          </button>
        </>
      )}
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      {made && (
        <p className="ws-made">
          <input readOnly value={address(made.id)} aria-label={t('share.address')} />
          <button
            type="button"
            onClick={() => {
              void copy(address(made.id)).then(setCopied);
            }}
          >
            {t(copied ? 'share.copied' : 'share.copy')}
          </button>
        </p>
      )}
      {mine.length > 0 && (
        <>
          <h3>{t('share.mine')}</h3>
          <ul>
            {mine.map((row) => (
              <li key={row.id}>
                <a href={address(row.id)}>{row.title}</a> {!row.approved && <small>{t('share.waiting')}</small>}
                <label className="switch ws-listed">
                  {t('share.listed')}
                  <input
                    type="checkbox"
                    role="switch"
                    aria-label={t('share.listed.spoken', { board: row.title })}
                    checked={row.listed}
                    onChange={(event) => {
                      setProblem(null);
                      workshop.list(row.id, event.target.checked).then((next) => {
                        setMine((old) => old.map((one) => (one.id === next.id ? next : one)));
                      }, fail);
                    }}
                  />
                </label>
                <button
                  type="button"
                  aria-label={t('lists.remove', { what: row.title })}
                  onClick={() => {
                    workshop.remove(row.id).then(() => {
                      setMine((old) => old.filter((one) => one.id !== row.id));
                      if (made?.id === row.id) setMade(null);
                    }, fail);
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <small>{t('share.delete')}</small>
        </>
      )}
    </Dialog>
  );
}
