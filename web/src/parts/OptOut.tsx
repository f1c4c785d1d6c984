/** Opts out of buying a plant; asks first where a plant could be had for the least, with nobody left to bid. */
import { useState, type ReactNode } from 'react';
import { rows, usePlay, whyNot } from '../state/play';
import { useText } from '../text';
import { Act } from './Act';
import { Question } from './Dialog';

export function OptOut({ children, className = '' }: { children: ReactNode; className?: string }) {
  const t = useText();
  const { menu, session, view, me, game } = usePlay();
  const [asking, setAsking] = useState(false);
  const offer = rows(menu, 'open');
  const pass = rows(menu, 'pass')[0];
  const last = game.seats.every((row, other) => other === me || row.bought || row.out);
  const leave = (): void => {
    void session.act({ type: 'pass', seat: menu?.seat ?? 0 });
  };
  return (
    <>
      <Act
        primary={offer.length === 0}
        className={className}
        reason={pass ? null : whyNot(view, t('open.out'), { type: 'pass' })}
        onClick={() => {
          if (last && offer.length > 0) setAsking(true);
          else leave();
        }}
      >
        {children}
      </Act>
      {asking && (
        <Question
          title={t('slip.last.title')}
          text={t('slip.last', { least: Math.min(...offer.map((row) => row.least)) })}
          yes={t('slip.last.yes')}
          no={t('slip.last.no')}
          onYes={() => {
            setAsking(false);
            leave();
          }}
          onNo={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
