/** Ends the turn; asks first where there is a reason to stay. */
import { useState } from 'react';
import { rows, usePlay } from '../state/play';
import { useText } from '../text';
import { Act, mayEnd } from './Act';
import { Question } from './Dialog';

interface Props {
  kind: 'buy_fuel' | 'buy_card' | 'build';
  /** Why to stay; null: nothing is asked. */
  slip: string | null;
  /** Something else is the loud thing to do. */
  quiet?: boolean;
}

export function EndTurn({ kind, slip, quiet = false }: Props) {
  const t = useText();
  const { session, menu, view, draft, answers = false } = usePlay();
  // what is asked stays as it was when the dialog opened
  const [asking, setAsking] = useState<string | null>(null);
  const seat = menu?.seat ?? 0;
  const could = rows(menu, kind).length > 0;
  const end = (): void => {
    void session.act({ type: 'pass', seat });
  };
  return (
    <>
      <Act
        primary={
          !quiet &&
          (mayEnd(menu, view.mine, kind) || (answers && Object.keys({ ...draft.basket, ...draft.cards }).length === 0))
        }
        onClick={() => {
          if (could && slip !== null && !session.led) setAsking(slip);
          else end();
        }}
        className="end"
        name="end"
      >
        {t(answers ? 'coach.fuel.none' : 'turn.end')}
      </Act>
      {asking !== null && (
        <Question
          title={t('slip.title')}
          text={asking}
          yes={t('turn.end')}
          no={t('slip.stay')}
          onYes={() => {
            setAsking(null);
            end();
          }}
          onNo={() => {
            setAsking(null);
          }}
        />
      )}
    </>
  );
}
