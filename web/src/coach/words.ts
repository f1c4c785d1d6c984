/** Choices of the adviser in words. The sentences about them come from the server. */
import type { ChoiceView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { sayCode, useText } from '../text';

const counted = (things: string[]): string => {
  const counts = new Map<string, number>();
  for (const one of things) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
};

/** Of a plant that burns two fuels, how much of each: other choices may run the same plants on another mix. */
const mixed = (burn: Record<string, number>): string => {
  const parts = Object.entries(burn).filter(([, count]) => count > 0);
  return parts.length < 2 ? '' : ` (${parts.map(([fuel, count]) => `${count} ${sayCode('fuel', fuel)}`).join(', ')})`;
};

/** What a choice does, as on a button. */
export function useChoiceWords(): (choice: ChoiceView) => string {
  const t = useText();
  const { board, plants } = usePlay();
  const number = (id: string): string => String(plants.get(id)?.number ?? id);
  return (choice) => {
    const first = choice.actions[0];
    if (first === undefined) return '';
    const cities = choice.actions.flatMap((one) =>
      one.type === 'build' || one.type === 'jump'
        ? [board.cities.find((city) => city.id === one.city)?.name ?? one.city]
        : [],
    );
    const fuel = choice.actions.flatMap((one) => (one.type === 'buy_fuel' ? [sayCode('fuel', one.fuel)] : []));
    const cards = choice.actions.filter((one) => one.type === 'buy_card').length;
    switch (choice.kind) {
      case 'open':
        return first.type === 'open'
          ? t('coach.open', { plant: number(first.plant), limit: choice.limit })
          : t('coach.opt_out');
      case 'bid':
        return t('coach.bid', { limit: choice.limit });
      case 'fuel':
        return fuel.length > 0 ? t('coach.fuel', { units: counted(fuel) }) : t('coach.fuel.none');
      case 'cards':
        return cards > 0 ? t('coach.cards', { n: cards }) : t('coach.fuel.none');
      case 'build':
        return cities.length > 0 ? t('coach.build', { cities: cities.join(', ') }) : t('coach.build.none');
      case 'run':
        return first.type === 'run' && first.plants.length > 0
          ? t('coach.run', { plants: first.plants.map((one) => `${number(one.plant)}${mixed(one.burn)}`).join(', ') })
          : t('coach.run.none');
      case 'scrap':
        return first.type === 'scrap' ? t('coach.scrap', { plant: number(first.plant) }) : '';
      case 'leave':
        return t('coach.leave');
      case 'opt_out':
        return t('coach.opt_out');
      default:
        return t('coach.first');
    }
  };
}

/** What a choice brings: the chance to win. */
export function useValueWords(): (choice: ChoiceView) => string {
  const t = useText();
  return (choice) => t('coach.chance', { n: Math.round(100 * choice.chance) });
}
