/** What an answer was worth: first only a hint, then two columns that can be compared, and the reasons. */
import { endOf, Interval, percent } from '../coach/Interval';
import '../coach/advised.css';
import { figuresOf, reasonsOf } from '../coach/signs';
import { useChoiceWords } from '../coach/words';
import type { ChoiceView, PuzzleVerdict } from '../protocol/schema';
import { useText, type Key } from '../text';

const REASONS = 4;

const count = (choice: ChoiceView, type: string): number =>
  choice.actions.filter((action) => (action.type === 'jump' ? 'build' : action.type) === type).length;

/** What is wrong with an answer, without what is right. */
function hintOf({ own, best }: PuzzleVerdict): Key {
  if (own.limit !== best.limit && (own.kind === 'bid' || best.kind === 'bid'))
    return own.kind !== 'bid' || (best.kind === 'bid' && own.limit < best.limit)
      ? 'puzzle.hint.bid.low'
      : 'puzzle.hint.bid.high';
  for (const [type, name] of [
    ['build', 'city'],
    ['buy_fuel', 'fuel'],
    ['buy_card', 'fuel'],
  ] as const) {
    const [mine, right] = [count(own, type), count(best, type)];
    if (mine !== right) return mine < right ? `puzzle.hint.${name}.few` : `puzzle.hint.${name}.many`;
    if (mine > 0) return `puzzle.hint.${name}.other`;
  }
  return 'puzzle.hint.other';
}

function Column({ name, choice, end, best }: { name: string; choice: ChoiceView; end: number; best: boolean }) {
  const t = useText();
  const words = useChoiceWords();
  const { cost, left, cities, supplied, income, ends } = figuresOf(choice);
  const powered = supplied === null ? null : cities === null ? String(supplied) : `${cities}, ${supplied}`;
  const lines: [string, number | string][] = [
    [words(choice), cost ?? ''],
    ...(left === null ? [] : [[t('puzzle.left'), left] as [string, number]]),
    ...(powered === null ? [] : [[t('puzzle.powered'), powered] as [string, string]]),
    ...(ends ? [[t('puzzle.ends'), ''] as [string, string]] : []),
    ...(income === null ? [] : [[t('puzzle.earns'), income] as [string, number]]),
  ];
  return (
    <div className={best ? 'best' : ''}>
      <p className="puzzle-top">
        <span>{name}</span>
        <Interval {...choice} end={end} />
        <b>{percent(choice.chance)}</b>
      </p>
      {lines.map(([what, value]) => (
        <p key={what} className="puzzle-line">
          <span>{what}</span> <b>{value}</b>
        </p>
      ))}
    </div>
  );
}

interface Props {
  verdict: PuzzleVerdict;
  /** The best answer is shown; before that only a hint. */
  open: boolean;
  onAgain: () => void;
  onShow: () => void;
}

export function PuzzleResult({ verdict, open, onAgain, onShow }: Props) {
  const t = useText();
  const words = useChoiceWords();
  const { own, best, other, right } = verdict;
  if (!open)
    return (
      <div className="puzzle-result" role="status">
        <h3>{t('puzzle.notyet')}</h3>
        <p>
          {t('puzzle.given')} <b>{words(own)}</b>
        </p>
        <p>{t(hintOf(verdict))}</p>
        <div className="puzzle-buttons">
          <button type="button" className="primary" data-primary="" onClick={onAgain}>
            {t('puzzle.again')}
          </button>
          <button type="button" onClick={onShow}>
            {t('puzzle.show')}
          </button>
        </div>
      </div>
    );
  const end = endOf([best, other]);
  const ahead = Math.round(100 * (best.chance - other.chance));
  return (
    <div className="puzzle-result" role="status">
      <h3>
        {t(right ? 'puzzle.right' : 'puzzle.best', { what: words(best) })}{' '}
        <small>{t(right ? 'puzzle.ahead.next' : 'puzzle.ahead', { n: ahead })}</small>
      </h3>
      <div className="puzzle-pair">
        <Column name={t(right ? 'puzzle.second' : 'puzzle.yours.is')} choice={other} end={end} best={false} />
        <Column name={t('puzzle.best.is')} choice={best} end={end} best />
      </div>
      <ul className="puzzle-reasons">
        {reasonsOf(best.claims, other.claims, REASONS).map(({ way, text }) => (
          <li key={text} className={way}>
            {way === 'con' ? t('puzzle.other.has', { text }) : text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The cities by which an answer differs from the best, as rings on the map. */
export function useRings(verdict: PuzzleVerdict | null, open: boolean) {
  const t = useText();
  if (verdict === null || !open || verdict.right) return undefined;
  const cities = (choice: ChoiceView): string[] =>
    choice.actions.flatMap((action) => (action.type === 'build' || action.type === 'jump' ? [action.city] : []));
  const [own, best] = [cities(verdict.own), cities(verdict.best)];
  const price = (choice: ChoiceView, city: string): number =>
    -(choice.plan?.steps.find((step) => step.city === city)?.money ?? 0);
  return Object.fromEntries([
    ...best
      .filter((city) => !own.includes(city))
      .map((city) => [
        city,
        { look: 'missing' as const, tag: t('puzzle.missing', { cost: price(verdict.best, city) }) },
      ]),
    ...own
      .filter((city) => !best.includes(city))
      .map((city) => [city, { look: 'extra' as const, tag: t('puzzle.extra', { cost: price(verdict.own, city) }) }]),
  ]) as Record<string, { look: 'missing' | 'extra'; tag: string }>;
}
