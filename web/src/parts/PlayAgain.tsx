/** Opens a table for the same game with the same seats and goes there. Offered only to players of this one. */
import { useState } from 'react';
import { api } from '../net/api';
import type { TableView } from '../protocol/schema';
import { go } from '../base/route';
import { useText } from '../text';
import { errorText } from '../text/errors';

/** `quiet`: another button is the loud one. */
export function PlayAgain({ table, quiet = false }: { table: TableView; quiet?: boolean }) {
  const t = useText();
  const [note, setNote] = useState('');
  if (table.yours.length === 0) return null;
  const again = (): void => {
    api.rematch(table.code).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  return (
    <>
      <button type="button" className={quiet ? '' : 'primary'} onClick={again}>
        {t(quiet ? 'end.rematch' : 'end.again')}
      </button>
      {note !== '' && <p role="alert">{note}</p>}
    </>
  );
}
