/** Starting a game on a board: at once against bots, or a table for friends. */
import { useState } from 'react';
import { api } from '../net/api';
import { go } from '../base/route';
import { settings } from '../base/settings';
import { say } from '../text';
import { errorText } from '../text/errors';
import type { GameRow } from '../home/myBoards';

interface Play {
  busy: boolean;
  problem: string | null;
  now: () => void;
  friends: () => void;
}

export function usePlay(row: GameRow | undefined, seats: number, level: string): Play {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const friends = (): void => {
    if (row) go(`/new?${new URLSearchParams({ game: row.id, seats: String(seats), level }).toString()}`);
  };
  const now = (): void => {
    // a double click plays one game
    if (busy || !row) return;
    // a board of mine is checked before it is played: the form does so
    if (row.data) {
      friends();
      return;
    }
    setBusy(true);
    setProblem(null);
    const name = settings.get().name.trim();
    api.quick({ ruleset: row.id, seats, level, name: name === '' ? say('You') : name, options: {} }).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setBusy(false);
        setProblem(errorText(error));
      },
    );
  };
  return { busy, problem, now, friends };
}
