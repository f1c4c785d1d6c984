/** Pieces all phases of the console use: the primary button, undo, a greyed button that says why. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../glyphs/glyphs';
import { useReason } from './Why';
import type { Reason } from '../state/play';
import type { MenuView, MineView } from '../protocol/schema';
import { anchor } from '../base/anchors';
import { rows, usePlay } from '../state/play';
import { useText } from '../text';

interface ButtonProps {
  children: ReactNode;
  onClick: () => void;
  reason?: Reason | null;
  primary?: boolean;
  className?: string;
  /** The anchor that a lesson points at. */
  name?: string;
  pressed?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A button of the console. Greyed, it stays focusable and says why. */
export function Act({
  children,
  onClick,
  reason = null,
  primary = false,
  className = '',
  name,
  pressed,
  onKeyDown,
}: ButtonProps) {
  const t = useText();
  const { busy, answers = false } = usePlay();
  const why = useReason(reason);
  return (
    <button
      type="button"
      className={`${primary ? 'primary' : ''} ${className}`}
      ref={anchor(...(primary ? ['primary'] : []), ...(name === undefined ? [] : [name]))}
      data-primary={primary ? true : undefined}
      aria-pressed={pressed}
      onKeyDown={onKeyDown}
      aria-busy={busy && primary ? true : undefined}
      onClick={() => {
        if (!busy) onClick();
      }}
      {...why}
    >
      {reason && <Icon name="lock" />}
      {primary && answers ? (
        <span>
          {t('puzzle.answer.is')} {children}
        </span>
      ) : (
        children
      )}
    </button>
  );
}

/** Ending the turn is the loud thing to do only once something was done, or when nothing can be. */
export const mayEnd = (menu: MenuView | null, mine: MineView, kind: 'build' | 'buy_fuel' | 'buy_card'): boolean =>
  mine.can_undo > 0 || (rows(menu, kind).length === 0 && (kind !== 'build' || rows(menu, 'jump').length === 0));

export function UndoButton() {
  const t = useText();
  const { view, session, me } = usePlay();
  if (view.mine.can_undo === 0 || me === null) return null;
  return (
    <button
      type="button"
      className="undo"
      aria-label={t('undo')}
      onClick={() => {
        void session.undo(me);
      }}
    >
      <Icon name="undo" /> <span>{t('undo')}</span>
    </button>
  );
}

export function Figure({ label, value, note }: { label: string; value: number | string; note?: string }) {
  return (
    <div className="figure">
      <span>{label}</span>
      <b>{value}</b>
      {note !== undefined && <small>{note}</small>}
    </div>
  );
}
