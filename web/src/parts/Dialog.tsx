/** A dialog or a drawer over the page: the browser's own, so that focus stays inside and Escape closes it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../glyphs/glyphs';
import { useText } from '../text';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** Slides in from the right and leaves the table usable. */
  drawer?: boolean;
  className?: string;
}

export function Dialog({ title, onClose, children, wide = false, drawer = false, className = '' }: DialogProps) {
  const t = useText();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || element.open) return;
    if (drawer) element.show();
    else element.showModal();
  }, [drawer]);
  useEffect(() => {
    if (!drawer) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', close);
    return () => {
      window.removeEventListener('keydown', close);
    };
  }, [drawer, onClose]);
  const shown = (
    <dialog
      ref={box}
      className={`${drawer ? 'drawer' : 'dialog'} ${wide ? 'wide' : ''} ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (!drawer && event.target === box.current) onClose();
      }}
    >
      <div className="dialog-in">
        <header role="presentation">
          <h2>{title}</h2>
          <button type="button" className="plain" onClick={onClose} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
  // what is over the whole page takes no colours from the part it was opened in
  return drawer ? shown : createPortal(shown, document.body);
}

interface QuestionProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** A question before a slip: the safe answer has the focus. */
export function Question({ title, text, yes, no, onYes, onNo }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    safe.current?.focus();
  }, []);
  return (
    <Dialog title={title} onClose={onNo} className="question">
      <p>{text}</p>
      <div className="answers">
        <button type="button" onClick={onYes}>
          {yes}
        </button>
        <button type="button" className="primary" ref={safe} onClick={onNo}>
          {no}
        </button>
      </div>
    </Dialog>
  );
}
