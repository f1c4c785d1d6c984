/** The link of a table, to copy or to share. */
import { useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { copy } from '../net/copy';
import { useText } from '../text';

/** The link of a table, or of the moment that is looked at. */
export function Invite({ code, at = null }: { code: string; at?: number | null }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/t/${code}${at === null ? '' : `?at=${at}`}`;
  return (
    <div className="invite">
      <label>
        {t('invite')}
        <input
          readOnly
          value={link}
          onFocus={(event) => {
            event.target.select();
          }}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          void copy(link).then(setCopied);
        }}
      >
        <Icon name="link" /> {copied ? t('invite.copied') : t('invite.copy')}
      </button>
      {'share' in navigator && (
        <button
          type="button"
          onClick={() => {
            // a player who closes the browser's sheet has changed their mind
            navigator.share({ title: document.title, url: link }).catch(() => undefined);
          }}
        >
          <Icon name="people" /> {t('invite.share')}
        </button>
      )}
    </div>
  );
}
