/** A list of wishes with limits, in an order that is changed by dragging or with the arrow keys. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Stepper } from '../parts/Stepper';
import { useText } from '../text';

const MOST = 999;

export interface Wish {
  key: string;
  name: string;
  /** What stands beside the name. */
  face?: ReactNode;
  note?: string | undefined;
  limit: number;
}

interface Props {
  wishes: readonly Wish[];
  /** What the limit is called. */
  label: string;
  onLimit: (at: number, limit: number) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (at: number) => void;
}

/** The row that a pointer is over; above the first it is the first, below the last the last. */
function rowAt(list: HTMLElement, y: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect().bottom);
  return rows.slice(0, -1).filter((bottom) => y > bottom).length;
}

export function Wishes({ wishes, label, onLimit, onMove, onRemove }: Props) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  // a drag outlives the drawing of the list that it changes
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  }, [onMove]);
  const hold = (event: PointerEvent, at: number): void => {
    event.preventDefault();
    let held = at;
    const drag = ({ clientY }: { clientY: number }): void => {
      const to = list.current === null ? held : rowAt(list.current, clientY);
      if (to === held) return;
      latest.current(held, to);
      held = to;
    };
    const drop = (): void => {
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
    };
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
  };
  const press = (event: KeyboardEvent, at: number): void => {
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : -1;
    if (to < 0 || to >= wishes.length) return;
    event.preventDefault();
    event.stopPropagation();
    flushSync(() => {
      onMove(at, to);
    });
    // the handle goes with its row, and so does the focus
    list.current?.querySelectorAll<HTMLElement>('.order-handle')[to]?.focus();
  };
  return (
    <ol className="order-rows" ref={list}>
      {wishes.map(({ key, name, face, note, limit }, at) => (
        <li key={key}>
          <button
            type="button"
            className="plain order-handle"
            aria-label={t('orders.move', { name, n: at + 1, of: wishes.length })}
            title={t('orders.drag')}
            onKeyDown={(event) => {
              press(event, at);
            }}
            onPointerDown={(event) => {
              hold(event, at);
            }}
          >
            <i aria-hidden="true">≡</i>
          </button>
          {face}
          <p>
            <b>{name}</b>
            {note !== undefined && <small>{note}</small>}
          </p>
          <span className="order-limit">
            <span aria-hidden="true">{label}</span>
            <Stepper
              label={`${name}, ${label}`}
              value={limit}
              most={MOST}
              spoken={String(limit)}
              less={t('orders.less', { name })}
              more={t('orders.more', { name })}
              onStep={(by) => {
                onLimit(at, Math.max(0, Math.min(MOST, limit + by)));
              }}
            />
          </span>
          <button
            type="button"
            className="plain"
            aria-label={t('orders.remove', { name })}
            onClick={() => {
              onRemove(at);
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ol>
  );
}
