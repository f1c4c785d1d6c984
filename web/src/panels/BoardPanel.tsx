/** The board of the table: lights what can be tapped and hands taps to the session, the draft or the planner. */
import { memo, useCallback, useMemo } from 'react';
import { Board } from '../board/Board';
import { usePlan } from '../coach/advice';
import { anchor } from '../base/anchors';
import { useStore } from '../base/store';
import { cityFacts } from '../state/facts';
import type { Ring } from '../state/rings';
import { picking, showsOrders, useOrderPlan, withCity } from '../state/orders';
import { rows, usePart, type Play } from '../state/play';
import { small } from '../base/screen';
import { buildPlan, useQuote } from '../state/useQuote';
import { useText } from '../text';

const NONE: Record<string, number> = {};
const NO_WISHES: readonly { city: string }[] = [];
const shown = ({
  board,
  layout,
  view,
  game,
  menu,
  me,
  names,
  session,
  change,
  draft,
  plan,
  setPlan,
  planning,
  news,
  past,
  rings,
  table,
}: Play) => ({
  rings,
  orders: past === null && showsOrders(table, view, me),
  fresh: past === null ? news.houses : NONE,
  board,
  layout,
  mine: view.mine,
  houses: game.houses,
  marks: game.marks,
  shut: game.closed,
  areas: game.areas,
  seats: game.seats,
  asked: game.asked,
  step: game.step,
  menu,
  me,
  names,
  session,
  change,
  draft: draft.cities,
  jump: draft.jump,
  plan,
  setPlan,
  planning,
});

/** What lies on the board as facts of each city, and what tapping one does. */
export function useCities() {
  const {
    board,
    mine,
    houses,
    areas,
    seats,
    asked,
    menu,
    me,
    session,
    change,
    draft,
    jump,
    plan,
    setPlan,
    planning,
    orders,
    rings: given,
  } = usePart(shown);
  const own = me === null ? undefined : seats[me];
  const followed = usePlan();
  const wishes = useOrderPlan(me);
  const picks = useStore(picking) && orders;
  const ordered = orders && wishes.plan.build ? wishes.plan.cities : NO_WISHES;
  const named = useMemo(() => ordered.map((wish) => wish.city), [ordered]);
  const wished = orders && (picks || named.length > 0);
  const planned = planning ? plan.cities : (followed?.cities ?? (wished ? named : draft));
  // cities of the adviser and of orders are shown before it is time to build them; nothing can be tapped then
  const ahead = !planning && !picks && ((followed !== null && asked !== 'build') || wished);
  const costs = planning || ahead || picks || (menu !== null && asked === 'build');
  // orders build over links alone: the jump is left to the player
  const leads = followed !== null ? null : wished && board.starting_cities.length > 0 ? '' : jump;
  const quoted = useQuote(planning ? { ...plan, why: true } : buildPlan(planned, leads), costs && me !== null);
  const keeps = !planning && leads === '';
  const facts = useMemo(() => {
    const all = cityFacts({ board, mine, areas, own, menu, me, plan: planned, keeps, costs, quoted });
    return ahead ? Object.fromEntries(Object.entries(all).filter(([city]) => planned.includes(city))) : all;
  }, [board, mine, areas, own, menu, me, planned, keeps, costs, quoted, ahead]);
  const tap = useCallback(
    (city: string): void => {
      const pick = (['place_trust', 'mark_start'] as const)
        .flatMap((type) => rows(menu, type))
        .find((row) => row.city === city);
      const next = planned.includes(city) ? planned.filter((one) => one !== city) : [...planned, city];
      if (pick) void session.act({ type: pick.type, seat: pick.seat, city });
      else if (planning) setPlan({ ...plan, cities: next });
      else if (picks) wishes.set(withCity(wishes.plan, city, facts[city]?.total ?? 0));
      // a jump to a city that is no longer in the plan is none
      else if (!ahead) change({ cities: next, ...(jump && !next.includes(jump) ? { jump: null } : {}) });
    },
    [menu, planned, planning, plan, session, setPlan, change, ahead, picks, wishes, facts, jump],
  );
  const rings = useMemo(
    () =>
      given ??
      Object.fromEntries((followed?.others ?? []).map((city): [string, Ring] => [city, { look: 'other', tag: '' }])),
    [followed?.others, given],
  );
  return { facts, tap, houses, planned, quoted, ahead, rings, before: planning ? 0 : (followed?.before ?? 0) };
}

export const BoardPanel = memo(function BoardPanel({ onList }: { onList: () => void }) {
  const t = useText();
  const { board, layout, marks, shut, fresh, planning, areas, step, menu, me, names, session } = usePart(shown);
  const { facts, tap, houses, planned, quoted, ahead, rings, before } = useCities();
  const offer = rows(menu, 'choose_area');
  const pick = useMemo(() => (offer.length > 0 ? offer.map((row) => row.area) : null), [offer]);
  const onArea = useCallback(
    (area: string) => {
      const row = offer.find((one) => one.area === area);
      if (row) void session.act({ type: 'choose_area', seat: row.seat, area });
    },
    [offer, session],
  );
  return (
    <section
      ref={anchor('board', 'unit')}
      className="panel board-panel"
      id="board"
      tabIndex={-1}
      aria-label={t('board.name')}
    >
      {layout && (
        <Board
          board={board}
          layout={layout}
          zone={areas.length === 0 ? null : areas}
          houses={houses}
          marks={marks}
          shut={shut}
          fresh={fresh}
          step={step}
          me={me}
          names={names}
          facts={facts}
          plan={planned}
          jump={quoted?.quote.houses.find((row) => row.jump)?.city ?? null}
          rings={rings}
          before={before}
          paths={quoted?.paths}
          via={quoted?.via}
          pickAreas={pick}
          onCity={tap}
          onArea={onArea}
          onList={onList}
          near={small()}
          frames={!planning && !ahead}
        />
      )}
    </section>
  );
});
