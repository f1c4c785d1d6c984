/** Looking back: which moment is shown, the way there, and the steps through the game. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Session } from '../net/session';
import { standing } from '../net/standing';
import type { EntryView, GameView } from '../protocol/schema';
import { go } from '../base/route';
import type { Step } from '../state/useKeys';

export interface Moments {
  past: { seq: number; game: GameView } | null;
  look: (seq: number | null) => void;
  step: (by: Step) => void;
  list: number[];
  /** Places in the list at which rounds begin. */
  rounds: number[];
  /** Every moment, also while one looks at the present. */
  moments: () => number[];
}

const NONE: number[] = [];

/** `at`: the moment asked for by the address; null: the game as it is now. */
export function useMoments(session: Session, entries: EntryView[], at: number | null): Moments {
  const [past, setPast] = useState<Moments['past']>(null);
  // what is asked for, what is on the screen, and whether an answer is on its way
  const wanted = useRef<number | null>(null);
  const shown = useRef<number | null>(null);
  const asking = useRef(false);
  const { code } = session;
  // a slider or a held key asks faster than answers come: one question at a time, the next for the newest wish
  const fetch = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    while (wanted.current !== null && wanted.current !== shown.current) {
      const seq: number = wanted.current;
      const game = await session.history(seq);
      if (wanted.current === null) break;
      if (game) {
        shown.current = seq;
        setPast({ seq, game });
      } else if (wanted.current === seq) wanted.current = shown.current;
    }
    asking.current = false;
    if (wanted.current !== null) go(`/t/${code}?at=${wanted.current}`, true);
  }, [session, code]);
  const look = useCallback(
    (seq: number | null) => {
      wanted.current = seq;
      if (seq === null) {
        shown.current = null;
        setPast(null);
        go(`/t/${code}`, true);
      } else void fetch();
    },
    [fetch, code],
  );
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (at !== null) look(at);
  }, [at, look]);

  const looking = past !== null;
  const list = useMemo(() => (looking ? standing(entries).map((entry) => entry.seq) : NONE), [entries, looking]);
  const rounds = useMemo(() => {
    if (!looking) return NONE;
    const begun = new Set(
      entries.filter((entry) => entry.events?.some((one) => one.type === 'round_began')).map((entry) => entry.seq),
    );
    return list.flatMap((at, place) => (begun.has(at) ? [place] : []));
  }, [entries, list, looking]);
  const seq = past?.seq ?? null;
  const step = useCallback(
    (by: Step) => {
      const now = list.indexOf(wanted.current ?? seq ?? list.at(-1) ?? 0);
      const end = list.length - 1;
      const next = {
        first: 0,
        last: end,
        'round-back': rounds.findLast((place) => place < now) ?? 0,
        'round-next': rounds.find((place) => place > now) ?? end,
      };
      const target = list[typeof by === 'number' ? Math.max(0, Math.min(end, now + by)) : next[by]];
      if (target !== undefined) look(target);
    },
    [list, rounds, seq, look],
  );
  const all = useRef(entries);
  all.current = entries;
  const moments = useCallback(() => standing(all.current).map((entry) => entry.seq), []);
  return { past, look, step, list, rounds, moments };
}
