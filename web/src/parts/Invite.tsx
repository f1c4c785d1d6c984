/** The link of a table, to copy or to share. */
import { Icon } from '../glyphs/glyphs';
import { useText } from '../text';
import { linkTo } from '../base/site';
import { CopyField } from './CopyField';

/** The link of a table, or of the moment that is looked at. */
export function Invite({ code, at = null }: { code: string; at?: number | null }) {
  const t = useText();
  const link = linkTo(`/t/${code}${at === null ? '' : `?at=${at}`}`);
  return (
    <CopyField label={t('invite')} value={link} button={t('invite.copy')}>
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
    </CopyField>
  );
}
