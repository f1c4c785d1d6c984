/** A button that hands on a link: to the system's own sheet on phones, else to the clipboard. */
import { useEffect, useState } from 'react';
import { coarse } from '../base/screen';
import { linkTo } from '../base/site';
import { Icon } from '../glyphs/glyphs';
import { copy } from '../net/copy';
import { useText } from '../text';

/** Milliseconds for which it says what it did. */
const SAID = 4000;

interface Props {
  /** The address within the page. */
  path: string;
  label: string;
  className?: string;
}

export function LinkButton({ path, label, className = '' }: Props) {
  const t = useText();
  const [note, setNote] = useState('');
  useEffect(() => {
    if (note === '') return;
    const timer = window.setTimeout(() => {
      setNote('');
    }, SAID);
    return () => {
      window.clearTimeout(timer);
    };
  }, [note]);
  const hand = (): void => {
    const url = linkTo(path);
    // whoever closes the system's sheet has changed their mind
    if ('share' in navigator && coarse()) void navigator.share({ url }).catch(() => undefined);
    else
      void copy(url).then((done) => {
        setNote(t(done ? 'invite.copied' : 'invite.failed'));
      });
  };
  return (
    <button type="button" className={className} aria-label={note === '' ? label : undefined} onClick={hand}>
      <Icon name="link" /> <span role="status">{note === '' ? label : note}</span>
    </button>
  );
}
