/** In a folder of files: how far the game is on its way to this device, and what to do where it stopped. */
import { useEffect } from 'react';
import { install, offer } from '../base/install';
import { siteServer } from '../base/site';
import { useStore } from '../base/store';
import { Icon } from '../glyphs/glyphs';
import { damagedGames, device, retryDevice, saveText, type Device } from '../net/device';
import { useText } from '../text';
import type { Part } from '../worker/messages';
import './getting.css';

const PARTS: readonly Part[] = ['pages', 'rules', 'bots', 'puzzles'];
const FAULTS = ['stopped', 'damaged', 'unable', 'elsewhere', 'failed'] as const;
/** Milliseconds of measuring before a time is said. */
const MEASURE = 1000;
/** What a reader hears: quarters of the way. */
const QUARTER = 25;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function left({ loaded, total, since }: Device): number | null {
  const spent = Date.now() - since;
  if (since === 0 || spent < MEASURE || loaded === 0 || loaded >= total) return null;
  return Math.max(1, Math.round(((total - loaded) / loaded) * (spent / 1000)));
}

function Bar({ now }: { now: Device }) {
  const t = useText();
  const share = now.total === 0 ? 0 : now.loaded / now.total;
  const seconds = left(now);
  const said = Math.floor((share * 100) / QUARTER) * QUARTER;
  const text = t('getting.bytes', { loaded: megabytes(now.loaded), total: megabytes(now.total) });
  return (
    <section className="getting" aria-labelledby="h-getting">
      <header>
        <h2 id="h-getting">{t('getting')}</h2>
        {now.total > 0 && (
          <span>
            {share < 1 ? text : t('getting.starting')}
            {seconds !== null && ` · ${t('getting.left', { n: seconds })}`}
          </span>
        )}
      </header>
      <span
        className="getting-bar"
        role="progressbar"
        aria-labelledby="h-getting"
        aria-valuenow={said}
        aria-valuetext={t('getting.said', { loaded: megabytes(now.loaded), total: megabytes(now.total) })}
      >
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <ul>
        {PARTS.map((part) => (
          <li key={part} className={now.done.includes(part) ? 'done' : ''}>
            {now.done.includes(part) && <Icon name="check" />} {t(`getting.${part}`)}
          </li>
        ))}
      </ul>
      <small>{t('getting.wait')}</small>
    </section>
  );
}

/** Once a visit, after the game has come. */
function Ready({ now }: { now: Device }) {
  const t = useText();
  const mayInstall = useStore(offer) !== null;
  const { offline } = now;
  // another screen that is opened has the person's eye
  useEffect(
    () => () => {
      if (offline) device.update({ told: true });
    },
    [offline],
  );
  if (!now.stored || !now.kept)
    return (
      <p className="getting-line" role="status">
        {t('getting.noRoom')}
      </p>
    );
  if (now.told) return null;
  return (
    <p className="getting-line" role="status">
      <Icon name="check" /> <b>{t(now.offline ? 'getting.offline' : 'getting.ready')}</b>{' '}
      {now.total > 0 && t('getting.kept', { total: megabytes(now.total) })}
      {mayInstall && (
        <button type="button" onClick={() => void install()}>
          {t('getting.home')}
        </button>
      )}
      <button
        type="button"
        className="plain"
        onClick={() => {
          device.update({ told: true });
        }}
      >
        {t('close')}
      </button>
    </p>
  );
}

/** Games that could not be read: nothing of them is thrown away. */
function DamagedGames({ now }: { now: Device }) {
  const t = useText();
  const count = Object.keys(now.damaged).length;
  if (count === 0) return null;
  return (
    <p className="getting-line refused" role="alert">
      {t('device.damaged', { n: count })}
      <button
        type="button"
        onClick={() => {
          void damagedGames().then((text) => {
            saveText('kilowatt-damaged.json', text);
          });
        }}
      >
        {t('device.damaged.save')}
      </button>
    </p>
  );
}

export function Getting() {
  const now = useStore(device);
  return (
    <>
      <DamagedGames now={now} />
      <Way now={now} />
    </>
  );
}

function Way({ now }: { now: Device }) {
  const t = useText();
  const fault = FAULTS.find((one) => one === (now.missing ?? now.state));
  if (fault === undefined) return now.state === 'ready' ? <Ready now={now} /> : <Bar now={now} />;
  return (
    <p className="getting-line refused" role="alert">
      {t(`getting.${fault}`, { loaded: megabytes(now.loaded) })}
      {fault === 'failed' && <small>{now.detail.split('\n').filter(Boolean).at(-1)}</small>}
      {fault === 'unable' && siteServer !== null && <a href={siteServer}>{siteServer}</a>}
      {fault !== 'unable' && (
        <button type="button" onClick={retryDevice}>
          {t('getting.again')}
        </button>
      )}
    </p>
  );
}
