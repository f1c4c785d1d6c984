/** Links with which other devices join the real table: whoever opens one may enter everything. */
import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Qr } from '../parts/Qr';
import { Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import { copy } from '../net/copy';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { useReal } from './context';
import { linkTo } from '../base/site';

export function Phones({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { table, names } = useReal();
  const [link, setLink] = useState<{ seat: number; url: string; copied: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const make = (seat: number): void => {
    api.seat(table.code, seat, { do: 'reissue' }).then(
      async ({ restore }) => {
        const url = linkTo(`/t/${table.code}#restore=${restore?.[String(seat)] ?? ''}`);
        setLink({ seat, url, copied: await copy(url) });
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
  };
  return (
    <Dialog title={t('real.phones')} onClose={onClose}>
      <p>{t('real.phones.one')}</p>
      <p className="note">{t('real.phones.note')}</p>
      <div className="real-picks">
        {names.map((name, seat) => (
          <button
            type="button"
            key={seat}
            onClick={() => {
              make(seat);
            }}
          >
            <Token seat={seat} /> <span>{t('real.phone.link', { name })}</span>
          </button>
        ))}
      </div>
      {link !== null && (
        <div className="real-scan">
          <Qr link={link.url} label={t('real.phone.qr', { name: names[link.seat] ?? '' })} />
          <p>{t('real.phone.scan')}</p>
          <p className="invite">
            <label>
              {t('real.phone.of', { name: names[link.seat] ?? '' })}
              <input
                readOnly
                value={link.url}
                onFocus={(event) => {
                  event.target.select();
                }}
              />
            </label>
            {link.copied && <small role="status">{t('invite.copied')}</small>}
          </p>
        </div>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
