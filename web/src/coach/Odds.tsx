/** Two chances to win beside each other, the advised one first: each with its interval on one axis and a sentence. */
import type { ChoiceView, WorthView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useText } from '../text';
import { openedBy, type Subject } from './auction';

const ENDS = [0.3, 0.5, 1];
const percent = (share: number): string => `${Math.round(100 * share)} %`;

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
  const end = ENDS.find((one) => cards.every((card) => card.high <= one)) ?? 1;
  const at = (share: number): string => `${(100 * Math.min(end, Math.max(0, share))) / end}%`;
  const title = (choice: ChoiceView): string => {
    const plant = openedBy(choice);
    if (plant !== null) return t('advised.plant', { plant: plants.get(plant)?.number ?? plant });
    // what the chance was worked out with: the likely price, as far as it is not above the limit
    if (choice.kind === 'bid')
      return t('advised.with', { price: Math.max(least, Math.min(choice.limit, price?.price ?? choice.limit)) });
    return t(choice.kind === 'leave' ? 'advised.leave' : 'advised.none');
  };
  const note = (choice: ChoiceView): string =>
    choice === best && alike ? t('adviser.alike') : (choice.plan?.sums.at(-1)?.text ?? '');
  return (
    <ul className="advised-odds">
      {cards.map((choice, place) => (
        <li key={place} className={place === 0 ? 'best' : ''}>
          <b>{title(choice)}</b>
          <span className="odds-bar" aria-hidden="true">
            <i className="band" style={{ left: at(choice.low), right: `calc(100% - ${at(choice.high)})` }} />
            <i className="at" style={{ left: at(choice.chance) }} />
          </span>
          <strong>{percent(choice.chance)}</strong>
          <span className="hidden">
            {t('advised.between', { low: percent(choice.low), high: percent(choice.high) })}
          </span>
          <small title={note(choice)}>{note(choice)}</small>
        </li>
      ))}
    </ul>
  );
}
