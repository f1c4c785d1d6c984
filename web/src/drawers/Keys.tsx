/** The list of keys. */
import { Dialog } from '../parts/Dialog';
import { useText } from '../text';

const KEYS = [
  'G',
  'M',
  'K',
  'F',
  'Y',
  'L',
  'B',
  'N',
  'H',
  'R',
  'X',
  'Enter',
  'CtrlZ',
  'Esc',
  'arrows',
  'I',
  'digits',
  'O',
  'A',
  'plus',
  'replay',
  'J',
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`key.${key}`)}</kbd>
            </dt>
            <dd>{t(`keydo.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
