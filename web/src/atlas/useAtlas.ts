/** What the atlas shows: the boards that the server offers and mine, the bots, and the cities of each map. */
import { useEffect, useMemo, useState } from 'react';
import { loadLayout } from '../boards';
import { myGames } from '../home/myBoards';
import { api } from '../net/api';
import { settings, useSettings } from '../base/settings';
import { errorText } from '../text/errors';
import type { GameRow } from '../home/myBoards';
import { entriesOf, type Entry } from './atlas';

interface Offer {
  /** Null until the server has answered. */
  entries: readonly Entry[] | null;
  levels: readonly string[];
  problem: string | null;
}

export function useAtlas(): Offer {
  const { language } = useSettings();
  const [sets, setSets] = useState<readonly GameRow[] | null>(null);
  const [levels, setLevels] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let live = true;
    Promise.all([api.rulesets(), api.levels()]).then(
      ([offered, bots]) => {
        if (!live) return;
        setSets([...offered, ...myGames(offered)]);
        setLevels(bots);
      },
      (error: unknown) => {
        if (live) setProblem(errorText(error));
      },
    );
    return () => {
      live = false;
    };
  }, []);
  // names and words are those of the language
  const entries = useMemo(() => (sets && language ? entriesOf(sets) : null), [sets, language]);
  return { entries, levels, problem };
}

/** The words on each published map, for the search; they come with the maps. */
export function useCities(entries: readonly Entry[] | null): Readonly<Record<string, string>> {
  const [cities, setCities] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let live = true;
    for (const { id, group, rows } of entries ?? []) {
      const [row] = rows;
      if (!row || row.board === '' || group === 'mine') continue;
      loadLayout(row.board, () => api.board(row.id, row.seats[0] ?? 2)).then(
        (layout) => {
          const names = Object.keys(layout.cities).map((city) => layout.names[city] ?? city.replaceAll('_', ' '));
          if (live) setCities((now) => ({ ...now, [id]: names.join(' ') }));
        },
        () => undefined,
      );
    }
    return () => {
      live = false;
    };
  }, [entries]);
  return cities;
}

/** The bots to begin with: those chosen last, where the server has them. */
export function levelOf(levels: readonly string[]): string {
  const wished = settings.get().level === '' ? 'normal' : settings.get().level;
  return levels.length === 0 || levels.includes(wished) ? wished : (levels[0] ?? wished);
}
