/** What a menu asks for: which face the console shows. */

export type Asked =
  'area' | 'trust' | 'start' | 'open' | 'bid' | 'scrap' | 'discard' | 'fuel' | 'cards' | 'build' | 'run';

/** Which of the console's faces answers the menu. */
export function asked(choices: Record<string, unknown>, phase: string, lot: boolean, cardGame: boolean): Asked {
  if ('choose_area' in choices) return 'area';
  if ('place_trust' in choices) return 'trust';
  if ('mark_start' in choices) return 'start';
  if ('scrap' in choices) return 'scrap';
  if ('discard_fuel' in choices) return 'discard';
  if ('run' in choices) return 'run';
  if ('bid' in choices || (phase === 'auction' && lot)) return 'bid';
  if ('open' in choices || phase === 'auction') return 'open';
  if ('build' in choices || phase === 'build') return 'build';
  return cardGame ? 'cards' : 'fuel';
}
