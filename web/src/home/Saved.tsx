/** In a folder of files: everything that this device keeps of Kilowatt, to one file and from one. */
import { useEffect, useState } from 'react';
import { keepText, keptTexts, type Texts } from '../base/kept';
import { siteVersion } from '../base/site';
import { exportAll, importAll, saveText } from '../net/device';
import { FileButton } from '../parts/FileButton';
import { useText } from '../text';
import './getting.css';
import { brought } from './everything';
import { loadGames } from './played';

const KIND = 'kilowatt-device';

interface Everything {
  kind: typeof KIND;
  version: string | null;
  /** What the host keeps: games and drawn boards. */
  host: string;
  /** What the page keeps: settings, solved puzzles, lessons, boards in the workshop. */
  page: Texts;
}

async function write(): Promise<void> {
  const all: Everything = { kind: KIND, version: siteVersion, host: await exportAll(), page: keptTexts() };
  saveText(`kilowatt-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(all));
}

/** Read a file that was written here; null: it is none. */
export function everythingIn(text: string): Everything | null {
  try {
    const read = JSON.parse(text) as Partial<Everything>;
    if (read.kind !== KIND || typeof read.host !== 'string' || typeof read.page !== 'object') return null;
    return read as Everything;
  } catch {
    return null;
  }
}

/** Games that were played before it is worth a word, said once. */
const MANY = 10;
const PROPOSED = 'kilowatt.proposed';
const MEGABYTE = 1e6;

/** How much the browser keeps for this site, in megabytes; null: it does not say. */
function useKept(): string | null {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    void (async () => {
      try {
        const { usage = 0 } = await navigator.storage.estimate();
        if (usage > 0) setKept((usage / MEGABYTE).toFixed(1));
      } catch {
        // an older browser
      }
    })();
  }, []);
  return kept;
}

/** Whether to propose a file: after the tenth game, until it was written or waved away. */
function useProposal(): [boolean, () => void] {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (localStorage.getItem(PROPOSED) !== null) return;
    loadGames().then(
      (games) => {
        setShown(games.length >= MANY);
      },
      () => undefined,
    );
  }, []);
  const settle = (): void => {
    setShown(false);
    try {
      keepText(PROPOSED, 'yes');
    } catch {
      // proposed again at the next visit
    }
  };
  return [shown, settle];
}

export function Saved({ onFail }: { onFail: (error: unknown) => void }) {
  const t = useText();
  const [said, setSaid] = useState('');
  const kept = useKept();
  const [proposed, settle] = useProposal();
  const bring = async (file: File): Promise<void> => {
    const all = everythingIn(await file.text());
    const answer = all && (await importAll(all.host));
    if (all === null || answer === null) {
      setSaid(t('site.notOurs'));
      return;
    }
    for (const [key, value] of Object.entries(brought(keptTexts(), all.page))) keepText(key, value);
    const { taken, refused } = answer;
    setSaid([t('site.taken', { n: taken }), refused > 0 ? t('site.refused', { n: refused }) : ''].join(' '));
  };
  return (
    <section className="panel saved" aria-labelledby="h-saved">
      <h2 id="h-saved">{t('site.games')}</h2>
      <p>
        {t('site.hint')} {kept !== null && t('site.kept', { mb: kept })}
      </p>
      {proposed && (
        <p className="getting-line" role="status">
          {t('site.propose', { n: MANY })}
          <button type="button" className="plain" onClick={settle}>
            {t('site.later')}
          </button>
        </p>
      )}
      <span className="way-row">
        <button
          type="button"
          onClick={() => {
            write().then(settle, onFail);
          }}
        >
          {t('site.save')}
        </button>
        <FileButton
          label={t('site.open')}
          accept=".json"
          onFile={(file) => {
            bring(file).catch(onFail);
          }}
        />
      </span>
      <p role="status">{said}</p>
    </section>
  );
}
