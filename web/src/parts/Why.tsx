/** Why not, and what to know: one popover for both. Opens on hover after a moment, on focus and on tap; Escape closes it. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Icon } from '../glyphs/glyphs';
import { pageScale } from '../base/scale';
import type { Reason } from '../state/play';
import { useText } from '../text';

interface Why {
  /** Opens the rules at one of them. */
  onRule: (rule: string) => void;
  show: (at: Element, reason: Reason) => void;
  soon: (at: Element, reason: Reason) => void;
  leave: () => void;
}

const Context = createContext<Why>({
  onRule: () => undefined,
  show: () => undefined,
  soon: () => undefined,
  leave: () => undefined,
});
export const useWhy = (): Why => useContext(Context);

const WAIT = 300;
const WIDTH = 248;

/** Props for something greyed: it stays focusable and says why. */
export function useReason(reason: Reason | null): Record<string, unknown> {
  const why = useWhy();
  if (reason === null) return {};
  return {
    'aria-disabled': true,
    'aria-description': reason.also === undefined ? reason.text : `${reason.text} ${reason.also}`,
    onMouseEnter: (event: { currentTarget: Element }) => {
      why.soon(event.currentTarget, reason);
    },
    onMouseLeave: why.leave,
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(':focus-visible')) why.show(event.currentTarget, reason);
    },
    onBlur: why.leave,
    onClick: (event: { currentTarget: Element; stopPropagation: () => void; preventDefault: () => void }) => {
      event.stopPropagation();
      event.preventDefault();
      why.show(event.currentTarget, reason);
    },
  };
}

/** Props for something with an explanation that stays what it is: a tap on what can be pressed only presses it. */
export function useNote(note: Reason | null, pressable = false): Record<string, unknown> {
  const why = useWhy();
  if (note === null) return {};
  return {
    'aria-description': note.text,
    onPointerEnter: (event: { currentTarget: Element; pointerType: string }) => {
      if (event.pointerType === 'mouse') why.soon(event.currentTarget, note);
    },
    onPointerLeave: why.leave,
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(':focus-visible')) why.show(event.currentTarget, note);
    },
    onBlur: why.leave,
    ...(pressable
      ? {}
      : {
          onClick: (event: { currentTarget: Element }) => {
            why.show(event.currentTarget, note);
          },
        }),
  };
}

export function WhyProvider({ onRule, children }: { onRule: (rule: string) => void; children: ReactNode }) {
  const [open, setOpen] = useState<{ at: Element; reason: Reason } | null>(null);
  const timer = useRef(0);
  const show = useCallback((at: Element, reason: Reason) => {
    window.clearTimeout(timer.current);
    setOpen({ at, reason });
  }, []);
  const soon = useCallback((at: Element, reason: Reason) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setOpen({ at, reason });
    }, WAIT);
  }, []);
  const leave = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setOpen(null);
    }, 220);
  }, []);
  const hold = useCallback(() => {
    window.clearTimeout(timer.current);
  }, []);
  const why = useMemo(() => ({ onRule, show, soon, leave }), [onRule, show, soon, leave]);

  useEffect(() => {
    if (!open) return;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      if (event instanceof PointerEvent && event.target instanceof Element && event.target.closest('.why')) return;
      setOpen(null);
    };
    window.addEventListener('keydown', close);
    window.addEventListener('pointerdown', close);
    return () => {
      window.removeEventListener('keydown', close);
      window.removeEventListener('pointerdown', close);
    };
  }, [open]);

  return (
    <Context.Provider value={why}>
      {children}
      {open && <Popover {...open} onRule={onRule} hold={hold} leave={leave} />}
    </Context.Provider>
  );
}

interface PopoverProps {
  at: Element;
  reason: Reason;
  onRule: (rule: string) => void;
  hold: () => void;
  leave: () => void;
}

function Popover({ at, reason, onRule, hold, leave }: PopoverProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const anchor = at.getBoundingClientRect();
    const size = element.getBoundingClientRect();
    const middle = anchor.left + anchor.width / 2 - (WIDTH * pageScale()) / 2;
    const scale = pageScale();
    const left = Math.min(Math.max(8, middle), window.innerWidth - (WIDTH + 8) * scale);
    const above = anchor.top - size.height - 8;
    const top = above > 8 ? above : Math.min(anchor.bottom + 8, window.innerHeight - size.height - 8);
    element.style.left = `${left / scale}px`;
    element.style.top = `${top / scale}px`;
  }, [at, reason]);
  return (
    <div className="why" ref={box} role="tooltip" onMouseEnter={hold} onMouseLeave={leave}>
      <strong>
        {!reason.free && <Icon name="lock" />} {reason.title}
      </strong>
      <p>
        {reason.text}{' '}
        {reason.rule !== '' && (
          <button
            type="button"
            className="as-link"
            onClick={() => {
              onRule(reason.rule);
            }}
          >
            {t('rule', { id: reason.rule })}
          </button>
        )}
      </p>
      {reason.also !== undefined && <p>{reason.also}</p>}
    </div>
  );
}
