/** A picture to trace below the board. It stays in this page: it is neither saved nor sent. */
import { FileButton } from '../parts/FileButton';
import { useWords } from './words';

export interface Picture {
  url: string;
  opacity: number;
}

const MOST_BYTES = 20_000_000;

export function Trace({ picture, onPicture }: { picture: Picture | null; onPicture: (next: Picture | null) => void }) {
  const t = useWords();
  const read = (first: File): void => {
    if (!first.type.startsWith('image/') || first.size > MOST_BYTES) return;
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') onPicture({ url: reader.result, opacity: 0.4 });
    };
    reader.readAsDataURL(first);
  };
  return (
    <span className="ws-trace">
      <span>{t('trace.label')}</span>
      {picture ? (
        <>
          <input
            type="range"
            min={10}
            max={60}
            value={Math.round(100 * picture.opacity)}
            aria-label={t('trace.opacity')}
            onChange={(event) => {
              onPicture({ ...picture, opacity: Number(event.target.value) / 100 });
            }}
          />
          <button
            type="button"
            className="textual"
            onClick={() => {
              onPicture(null);
            }}
          >
            {t('trace.remove')}
          </button>
        </>
      ) : (
        <>
          <b>{t('trace.none')}</b>
          <FileButton className="textual" label={t('trace.add')} accept="image/*" onFile={read} />
        </>
      )}
    </span>
  );
}
