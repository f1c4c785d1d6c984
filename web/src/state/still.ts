/** What a position has in common that is shown and not played on: no planner, no news, no way back in time. */
import { NO_NEWS } from './news';
import { NO_PLAN, type Play } from './play';

export const nothing = (): void => undefined;

export const STILL = {
  past: null,
  planning: false,
  plan: NO_PLAN,
  setPlan: nothing,
  look: nothing,
  imagine: nothing,
  news: NO_NEWS,
  again: nothing,
} satisfies Partial<Play>;
