/** Play the same game again with the same people: each of them agrees, then all go to the new table. For players of this one. */
import { useEffect, useState } from 'react';
import { api } from '../net/api';
import type { TableView } from '../protocol/schema';
import { go } from '../base/route';
import { useText } from '../text';
import { errorText } from '../text/errors';

/** `quiet`: another button is the loud one. */
export function PlayAgain({ table, quiet = false }: { table: TableView; quiet?: boolean }) {
  const t = useText();
  const [note, setNote] = useState('');
  const { code, rematch, again } = table;
  const agreed = table.yours.some((seat) => again.includes(seat));
  useEffect(() => {
    if (agreed && rematch !== null) go(`/t/${rematch}`);
  }, [agreed, rematch]);
  if (table.yours.length === 0) return null;
  const others = table.seats.filter(
    (seat) => seat.kind === 'person' && !seat.resigned && !table.yours.includes(seat.seat),
  );
  const list = (wanted: boolean): string =>
    others
      .filter((seat) => again.includes(seat.seat) === wanted)
      .map((seat) => seat.name)
      .join(', ');
  const ask = (): void => {
    api.rematch(code).then(
      (made) => {
        if (made.table.code !== code) go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  const state =
    rematch === null && agreed
      ? t('end.rematch.waits', { names: list(false) })
      : rematch === null && list(true) !== ''
        ? t('end.rematch.wanted', { names: list(true) })
        : '';
  return (
    <>
      <button type="button" className={quiet ? 'rematch' : 'primary rematch'} aria-disabled={agreed} onClick={ask}>
        {t(quiet ? 'end.rematch' : 'end.again')}
        {state !== '' && <small role="status">{state}</small>}
      </button>
      {note !== '' && <p role="alert">{note}</p>}
    </>
  );
}
