/** In a table's menu: take the running game to this device, to its server, or into a file that goes on elsewhere. */
import { useState } from 'react';
import { offlineCopy } from '../base/offline';
import { isSite, ownServer } from '../base/site';
import { useStoreKey } from '../base/store';
import { movable, saveGame, takeOffline, takeToServer } from '../net/moving';
import type { TableView } from '../protocol/schema';
import { useText } from '../text';

export function MoveGame({ table, onFail }: { table: TableView; onFail: (error: unknown) => void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const here = useStoreKey(offlineCopy, 'state') === 'here';
  if (!movable(table)) return null;
  const way = isSite ? (ownServer === null ? 'file' : 'server') : here ? 'offline' : 'file';
  const move = async (): Promise<void> => {
    if (way === 'file') await saveGame(table.code);
    else if (way === 'offline') await takeOffline(table.code);
    else location.assign(await takeToServer(table.code));
  };
  return (
    <button
      type="button"
      title={t(`move.${way}.why`)}
      aria-busy={busy}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        move()
          .catch(onFail)
          .finally(() => {
            setBusy(false);
          });
      }}
    >
      {t(`move.${way}`)}
    </button>
  );
}
