/** The rules beside a real table, with pictures of this very game; a refusal opens them at its rule. */
import { useEffect, useState } from 'react';
import { Store } from '../base/store';
import { RulesDrawer } from '../drawers/Rules';
import type { EntryView } from '../protocol/schema';
import { EMPTY, PlayContext, type Play } from '../state/play';
import { nothing, STILL } from '../state/still';
import { useReal, type Real } from './context';

/** What the rules need of a game, in the form in which a table has it. */
const played = (real: Real, entries: readonly EntryView[]): Play => ({
  session: real.session,
  table: real.table,
  board: real.board,
  layout: real.layout,
  view: real.view,
  game: real.game,
  entries: [...entries],
  me: null,
  menu: null,
  names: [...real.names],
  draft: EMPTY,
  change: nothing,
  ...STILL,
  plants: new Map(real.board.plants.map((plant) => [plant.id, plant])),
  busy: real.busy,
});

interface Props {
  rule: string | null;
  entries: readonly EntryView[];
  onClose: () => void;
}

export default function Rules({ rule, entries, onClose }: Props) {
  const real = useReal();
  const [store] = useState(() => new Store(played(real, entries)));
  useEffect(() => {
    store.set(played(real, entries));
  }, [store, real, entries]);
  return (
    <PlayContext.Provider value={store}>
      <RulesDrawer rule={rule} onClose={onClose} />
    </PlayContext.Provider>
  );
}
