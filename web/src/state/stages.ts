/** Draws each new state in several short tasks: first what is played with, then the other panels, the players, the log. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Play } from './play';
import { Store } from '../base/store';

const PANELS = ['board', 'plants', 'fuel'] as const;
export type Panel = (typeof PANELS)[number];

export type Stages = Record<'now' | Panel | 'players' | 'log', Store<Play>>;

/** The panel in which each decision is taken; all others are taken in the console. */
const ACTED_IN: Record<string, Panel> = {
  choose_area: 'board',
  place_trust: 'board',
  mark_start: 'board',
  build: 'board',
  open: 'plants',
  buy_fuel: 'fuel',
  buy_card: 'fuel',
};

const actedIn = ({ planning, menu, game }: Play): Panel | undefined =>
  planning ? 'board' : menu === null ? undefined : ACTED_IN[game.asked ?? ''];

/** The parts in the order in which they are drawn after the console. */
function orderOf(play: Play): (keyof Stages)[] {
  const acted = actedIn(play);
  const others = PANELS.filter((panel) => panel !== acted);
  return [...(acted === undefined ? [] : [acted]), ...others, 'players', 'log'];
}

/** As stores, so that each part is drawn again only when its own facts change. */
export function useStages(play: Play): Stages {
  const [stages] = useState<Stages>(() => ({
    now: new Store(play),
    board: new Store(play),
    plants: new Store(play),
    fuel: new Store(play),
    players: new Store(play),
    log: new Store(play),
  }));
  const timer = useRef(0);
  useLayoutEffect(() => {
    const put = (name: keyof Stages, value: Play): void => {
      if (stages[name].get() !== value) stages[name].set(value);
    };
    // one run at a time and never broken off: where states follow each other fast, a run shows the newest, and another follows
    const run = (target: Play, [name, ...rest]: (keyof Stages)[]): void => {
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        const newest = stages.now.get();
        if (name !== undefined && name !== 'log') {
          put(name, newest);
          run(target, rest);
          return;
        }
        // the log is last: the number of the state it shows says that all of it is drawn
        put('log', target);
        if (newest !== target) run(newest, orderOf(newest));
      });
    };
    put('now', play);
    // a touch changes what is prepared, not the position: it is answered at once
    for (const panel of PANELS) {
      const { view, game } = stages[panel].get();
      if (view === play.view && game === play.game) put(panel, play);
    }
    if (timer.current === 0 && stages.log.get() !== play) run(play, orderOf(play));
  }, [stages, play]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = 0;
    },
    [],
  );
  return stages;
}
