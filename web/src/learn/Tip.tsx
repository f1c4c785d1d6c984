/** What a newcomer is offered in the console: a lesson or tip on what is special here, else a tip the first time a decision is yours. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Dialog } from '../parts/Dialog';
import { useWhy } from '../parts/Why';
import { usePart } from '../state/play';
import { useText } from '../text';
import { Cap } from './icons';
import { noteSeen, seen, useProgress } from './progress';
import { startLesson } from './start';
import { useLearnText } from './text';
import { toursOf, touring } from './touring';
import { useSpecials } from './useSpecials';
import './tip.css';

/** All tips are off. */
export const OFF = 'tips off';
const mark = (asked: string): string => `tip ${asked}`;

interface Offer {
  /** A short lesson rather than a tip. */
  lesson: boolean;
  head: string;
  text: string;
  /** The numbered rule to read on. */
  rule?: string;
  buttons: { label: string; press: () => void }[];
}

/** What is offered now; null where there is nothing new. */
function useOffer(): Offer | null {
  const t = useLearnText();
  const { asked, game, board, table } = usePart(({ game, board, table, menu }) => ({
    asked: menu === null ? '' : (game.asked ?? ''),
    game,
    board,
    table,
  }));
  const offered = useMemo(() => toursOf({ board, game, table }), [board, game, table]);
  const { seen: known, tables, done } = useProgress();
  const specials = useSpecials();
  const special = specials?.find((one) => one.asked === asked && !known.includes(mark(one.key)));
  // a published board has tips of its own on its starting cities
  const jumps = asked === 'build' && board.starting_cities.length > 0 && specials?.length === 0;
  const usual = asked === 'run' && board.kind === 'cards' ? 'run_cards' : jumps ? 'build_jump' : asked;
  const about = special?.key ?? usual;
  const [shown] = useState(() => !seen(OFF));
  const taught = table.lesson !== null && !tables[table.code]?.left && !done.includes(table.lesson);
  const text = special?.text ?? t(`tip.${about}`);
  const wanted =
    specials !== null && shown && !taught && text !== '' && !known.includes(mark(about)) && !known.includes(OFF);
  useEffect(
    () => () => {
      if (wanted) noteSeen(mark(about));
    },
    [wanted, about],
  );
  const tour = taught || !shown ? undefined : offered.find((name) => !known.includes(`tour ${name}`));
  if (tour !== undefined) {
    const leave = (): void => {
      noteSeen(`tour ${tour}`);
    };
    const start = (): void => {
      leave();
      if (tour === 'cards') void startLesson('cards');
      else touring.set({ name: tour, step: 0 });
    };
    const buttons = [
      { label: t('tour.no'), press: leave },
      { label: t('tour.show'), press: start },
    ];
    return { lesson: true, head: t(`tour.${tour}`), text: t(`tour.${tour}.text`), buttons };
  }
  if (!wanted) return null;
  const note = (what: string) => (): void => {
    noteSeen(what);
  };
  const buttons = [
    { label: t('tip.none'), press: note(OFF) },
    { label: t('tip.done'), press: note(mark(about)) },
  ];
  if (special) {
    const head = t('tip.special', { what: special.title });
    return { lesson: false, head, text, rule: special.rule, buttons };
  }
  return { lesson: false, head: t('tip.first', { what: t(`tip.${about}.name`) }), text, buttons };
}

function Buttons({ offer, after }: { offer: Offer; after?: () => void }): ReactNode {
  return offer.buttons.map(({ label, press }) => (
    <button
      type="button"
      key={label}
      onClick={() => {
        after?.();
        press();
      }}
    >
      {label}
    </button>
  ));
}

/** The offer as a small button in the console's heading: a press opens it. A bar would move the table as it comes and goes. */
export function TipButton() {
  const t = useLearnText();
  const say = useText();
  const { onRule } = useWhy();
  const offer = useOffer();
  const [open, setOpen] = useState(false);
  if (offer === null) return null;
  const { rule } = offer;
  const short = t(offer.lesson ? 'tour.short' : 'tip.short');
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className={offer.lesson ? 'tip-button tour-offer' : 'tip-button'}
        aria-label={`${short}: ${offer.head}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Cap /> <span>{short}</span>
      </button>
      {open && (
        <Dialog title={offer.head} onClose={close} className="tip-dialog">
          <p>
            {offer.text}{' '}
            {rule !== undefined && (
              <button
                type="button"
                className="as-link"
                onClick={() => {
                  close();
                  onRule(rule);
                }}
              >
                {say('rule', { id: rule })}
              </button>
            )}
          </p>
          <div className="answers">
            <Buttons offer={offer} after={close} />
          </div>
        </Dialog>
      )}
    </>
  );
}
