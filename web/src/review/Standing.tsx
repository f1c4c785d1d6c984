/** The standing of a finished game; a click shows that player's curve and decisions. */
import { Token } from '../glyphs/glyphs';
import { usePlay } from '../state/play';
import { useText } from '../text';

interface Props {
  seat: number;
  me: number | null;
  onSeat: (seat: number) => void;
}

export function Standing({ seat, me, onSeat }: Props) {
  const t = useText();
  const { names, view, board } = usePlay();
  const places = new Map(
    (view.game.result?.ranking ?? []).flatMap((group, rank) => group.map((one) => [one, rank + 1])),
  );
  const cards = board.kind === 'cards';
  return (
    <ol className="review-standing">
      {[...names.keys()]
        .sort((a, b) => (places.get(a) ?? 9) - (places.get(b) ?? 9))
        .map((one) => {
          const row = view.game.seats[one];
          return (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === seat}
                onClick={() => {
                  onSeat(one);
                }}
              >
                <Token seat={one} size={18} />
                <b>{one === me ? t('You') : names[one]}</b>
                <span>{t('review.place', { n: places.get(one) ?? 0 })}</span>
                <small className="review-end">
                  {cards
                    ? t('end.points', { n: view.game.result?.scores[one]?.points ?? 0 })
                    : t('review.end', { powers: row?.powers ?? 0, money: row?.money ?? 0 })}
                </small>
              </button>
            </li>
          );
        })}
    </ol>
  );
}
