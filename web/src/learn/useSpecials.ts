/** Tips on the special rules of the board that is played: loaded where there are any, and the one that is due. */
import { useEffect, useState } from 'react';
import { useSettings } from '../base/settings';
import { EXPANSIONS } from '../boards/known';
import { usePart } from '../state/play';
import type { SpecialTip } from './special/special';

const NONE: readonly SpecialTip[] = [];

/** The tips of this table; none in lessons, challenges and replays, null while they are on their way. */
export function useSpecials(): readonly SpecialTip[] | null {
  const { language } = useSettings();
  const { board, ruleset, wanted } = usePart(({ board, table, past }) => ({
    board: board.board,
    ruleset: board.ruleset,
    wanted: EXPANSIONS.includes(board.board) && table.lesson === null && table.challenge === null && past === null,
  }));
  const [tips, setTips] = useState<readonly SpecialTip[] | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let live = true;
    import('./special/special').then(
      ({ tipsOf }) => {
        if (live) setTips(tipsOf(board, ruleset));
      },
      () => {
        if (live) setTips(NONE); // without a line: the usual tips are here
      },
    );
    return () => {
      live = false;
    };
  }, [board, ruleset, wanted, language]);
  return wanted ? tips : NONE;
}
