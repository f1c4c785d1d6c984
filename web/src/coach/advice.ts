/** What the adviser last said, for every part of the page that shows it: its panel, the cards, the bid. */
import { useEffect, useMemo } from 'react';
import type { Session } from '../net/session';
import type { AnyAction, ChoiceView, Hint, MenuView, PlanView, StepView, WorthView } from '../protocol/schema';
import { rows, usePart, usePlay, type Draft, type Play } from '../state/play';
import { Store, useStoreKey } from '../base/store';

interface Said {
  /** The adviser is open. */
  open: boolean;
  hint: Hint | null;
  /** The answer before it, in the same phase: what changed since can be said. */
  before: Hint | null;
  /** The state for which an answer came, with advice or without. */
  answered: number;
  /** The choice that was picked, and of which answer. */
  picked: { seq: number; place: number } | null;
}

const SILENT: Said = { open: false, hint: null, before: null, answered: -1, picked: null };
export const said = new Store<Said>(SILENT);

/** Ask the server while the adviser is open and it is your turn. An answer is forgotten with its phase. */
export function useAdvice(): void {
  const { session, me, view, menu } = usePlay();
  const { seq } = view;
  const asked = menu !== null;
  const phase = `${view.game.round} ${view.game.phase}`;
  useEffect(() => {
    said.update({ open: true });
    return () => {
      said.set(SILENT);
    };
  }, []);
  useEffect(() => {
    said.update({ hint: null, before: null });
  }, [phase]);
  useEffect(() => {
    if (me === null || !asked) return;
    let live = true;
    // a busy server may refuse the first time
    const ask = async (again: boolean): Promise<void> => {
      const answer = await session.hint(me);
      if (!live) return;
      if (answer.type === 'hint') said.update({ answered: seq, hint: answer, before: said.get().hint });
      else if (again) await ask(false);
      else said.update({ answered: seq });
    };
    void ask(true);
    return () => {
      live = false;
    };
  }, [session, me, seq, asked]);
}

/** The advice for the decision that is open now; none that is older. */
export function useFresh(): { hint: Hint | null; thinking: boolean } {
  const { seq, asked } = usePart(now);
  const hint = useStoreKey(said, 'hint');
  const answered = useStoreKey(said, 'answered');
  return { hint: asked && hint?.seq === seq ? hint : null, thinking: asked && answered !== seq };
}
const now = ({ view, menu }: Play) => ({ seq: view.seq, asked: menu !== null });

/** Decisions whose advice is the console's own face. */
export const inAuction = (asked: string | null): boolean => asked === 'open' || asked === 'bid';

/** Kinds of choices whose plan is the console's own face; auctions and power keep theirs. */
const FACES = new Set(['fuel', 'cards', 'build']);
export const hasFace = (choice: ChoiceView | undefined): boolean =>
  choice !== undefined && choice.plan !== null && FACES.has(choice.kind);

/** Plans that are shown beside each other. */
export const SHOWN = 3;

export interface Followed {
  choice: ChoiceView;
  plan: PlanView;
  place: number;
  /** The cities of its steps, in order, and how many steps come before them. */
  cities: readonly string[];
  before: number;
  /** The cities of the other plans that are shown beside it. */
  others: readonly string[];
}

const part = ({ draft, menu, view, past }: Play) => ({ draft, menu, seq: view.seq, past });

/** The plan of the picked choice, while what is prepared is just that choice; else the console has its usual face. */
export function usePlan(): Followed | null {
  const { draft, menu, seq, past } = usePart(part);
  const hint = useStoreKey(said, 'hint');
  const picked = useStoreKey(said, 'picked');
  return useMemo(() => {
    if (past !== null || menu === null || picked?.seq !== seq || hint?.seq !== seq) return null;
    const choice = hint.choices[picked.place];
    if (!choice?.plan || !hasFace(choice) || flat(prepared(choice, menu)) !== flat(draft)) return null;
    const cities = choice.plan.steps.flatMap((step) => step.city ?? []);
    const before = choice.plan.steps.findIndex((step) => step.city !== null);
    const others = hint.choices
      .slice(0, SHOWN)
      .flatMap((one) => one.plan?.steps.flatMap((step) => step.city ?? []) ?? [])
      .filter((city) => !cities.includes(city));
    return { choice, plan: choice.plan, place: picked.place, cities, before: Math.max(0, before), others };
  }, [draft, menu, seq, past, hint, picked]);
}

/** Prepare a choice in the console: nothing is played by it. */
export function pick(hint: Hint, place: number, menu: MenuView | null, change: Play['change']): void {
  const choice = hint.choices[place];
  if (!choice) return;
  said.update({ picked: { seq: hint.seq, place } });
  change(prepared(choice, menu));
}

/** What a step does to the money, as in a column of prices: a gain has a sign, nothing is left empty. */
export const priceOf = ({ money }: StepView): string => (money > 0 ? `+${money}` : money < 0 ? String(-money) : '');

/** Nothing is prepared that a plan would replace. */
export const untouched = ({ basket, cards, cities, run }: Draft): boolean =>
  run === null && cities.length + Object.keys(basket).length + Object.keys(cards).length === 0;

/** The advised action for the decision that is open, if it is of this type: the console marks it and does it loudly. */
export function useAdvised<T extends AnyAction['type']>(type: T): Extract<AnyAction, { type: T }> | null {
  const { hint } = useFresh();
  const first = hint?.choices[0]?.actions[0];
  return first?.type === type ? (first as Extract<AnyAction, { type: T }>) : null;
}

const FAVOURS = /^(more_|experts$|as_good$|no_win$)/;
const BEHIND = /^(extra_|less_|experts_less$|no_worse$)/;
const textOf = (choice: ChoiceView, codes: RegExp): string =>
  choice.claims
    .filter((claim) => codes.test(claim.code))
    .map((claim) => claim.text)
    .join(' ');

/** What favours the recommended choice over the next best; '' where nothing was said. */
export const favourOf = (choice: ChoiceView): string => textOf(choice, FAVOURS);
/** What another choice has more, then what it has less. */
export const behindOf = (choice: ChoiceView): string => textOf(choice, BEHIND);

/** What of a draft belongs to fuel and cities, in one order. */
const flat = ({ cities, basket, cards }: Partial<Draft>): string =>
  JSON.stringify([[...(cities ?? [])].sort(), Object.entries(basket ?? {}).sort(), Object.entries(cards ?? {}).sort()]);

/** What a plant is worth to the player, while the adviser is open. */
export function useWorth(plant: string | null): WorthView | null {
  const hint = useStoreKey(said, 'hint');
  return plant === null ? null : (hint?.worths[plant] ?? null);
}

/** Play a whole choice with one press: in an auction its limit goes to the server, which bids up to it. */
export function carryOut(session: Session, choice: ChoiceView, lot: string | null): void {
  const [first] = choice.actions;
  if (first?.type === 'bid' && lot !== null) {
    session.proxy(first.seat, { limit: choice.limit, then: 'pass', plant: lot });
    return;
  }
  if (first?.type === 'open' && choice.limit > first.bid)
    session.proxy(first.seat, { limit: choice.limit, then: 'pass', plant: first.plant });
  void session.act(...choice.actions);
}

const same = (a: AnyAction, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A choice as the console prepares it: nothing is played by it. */
export function prepared(choice: ChoiceView, menu: MenuView | null): Partial<Draft> {
  const draft: { plant: string | null; bid: number | null } = { plant: null, bid: null };
  const basket: Record<string, number> = {};
  const cards: Record<string, number> = {};
  const cities: string[] = [];
  let jump: string | null = null;
  let run: number | null = null;
  for (const action of choice.actions) {
    if (action.type === 'open') Object.assign(draft, { plant: action.plant, bid: action.bid });
    else if (action.type === 'bid') draft.bid = action.amount;
    else if (action.type === 'buy_fuel') {
      const key = `${action.market}/${action.fuel}`;
      basket[key] = (basket[key] ?? 0) + 1;
    } else if (action.type === 'buy_card') {
      const key = `${action.column}/${action.card}`;
      cards[key] = (cards[key] ?? 0) + 1;
    } else if (action.type === 'build') cities.push(action.city);
    else if (action.type === 'jump') {
      cities.push(action.city);
      jump = action.city;
    } else if (action.type === 'run') {
      const index = rows(menu, 'run').findIndex((row) =>
        same({ type: 'run', seat: row.seat, plants: row.plants }, action),
      );
      run = index < 0 ? null : index;
    }
  }
  return { ...draft, basket, cards, cities, jump, run };
}
