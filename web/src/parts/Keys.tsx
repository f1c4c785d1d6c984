/** The list of keys. */
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
  'rounds',
  'review',
  'Space',
  'J',
] as const;

export function KeyList() {
  const t = useText();
  return (
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
  );
}
