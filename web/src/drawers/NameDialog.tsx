/** Without a server there is no profile: only the name one plays under, kept on this device. */
import { Dialog } from '../parts/Dialog';
import { NameField } from '../parts/NameField';
import { useText } from '../text';

export function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t('form.name')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <NameField />
        <p className="note">{t('site.name')}</p>
        <button type="submit" className="primary">
          {t('close')}
        </button>
      </form>
    </Dialog>
  );
}
