/** Two chances to win beside each other, the advised one first: each with its interval on one axis and a sentence. */
import type { ChoiceView, WorthView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useText } from '../text';
import { comesTo, openedBy, type Subject } from './auction';
import { endOf, Interval, percent } from './Interval';

interface Props {
  subject: Subject;
  price: WorthView | undefined;
  least: number;
  alike: boolean;
}

export function Odds({ subject: { best, other }, price, least, alike }: Props) {
  const t = useText();
  const { plants } = usePlay();
  const cards = other === undefined ? [best] : [best, other];
  const end = endOf(cards);
  const title = (choice: ChoiceView): string => {
    const plant = openedBy(choice);
    if (plant !== null) return t('advised.plant', { plant: plants.get(plant)?.number ?? plant });
    // what the chance was worked out with: the likely price, as far as it is not above the limit
    if (choice.kind === 'bid')
      return t('advised.with', { price: Math.max(least, Math.min(choice.limit, price?.price ?? choice.limit)) });
    return t(choice.kind === 'leave' ? 'advised.leave' : 'advised.none');
  };
  const note = (choice: ChoiceView): string =>
    choice === best && alike ? t('adviser.alike') : comesTo(choice) || (choice.plan?.sums.at(-1)?.text ?? '');
  return (
    <ul className="advised-odds">
      {cards.map((choice, place) => (
        <li key={place} className={place === 0 ? 'best' : ''}>
          <b>{title(choice)}</b>
          <strong>{percent(choice.chance)}</strong>
          <Interval {...choice} end={end} />
          <small title={note(choice)}>{note(choice)}</small>
        </li>
      ))}
    </ul>
  );
}
