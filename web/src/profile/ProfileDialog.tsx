/** The profile: a reserved name, further devices, passkeys; for whoever has none, the ways to one. */
import { useEffect, useState } from 'react';
import { ApiError } from '../net/api';
import { Link } from '../parts/Brand';
import { Dialog, Question } from '../parts/Dialog';
import type { ProfileView, SignInCode } from '../protocol/schema';
import { choose, useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { Devices } from './Devices';
import { EnterForm, type SignIn } from './EnterForm';
import { Switches } from './Switches';
import { addPasskey, canPasskey, profile, type Fail } from './profile';
import './profile.css';

type Asked = 'leave' | 'delete' | 'undo';

function NameForm({ view, onDone, onFail }: { view: ProfileView; onDone: (codes: string[]) => void; onFail: Fail }) {
  const t = useText();
  const { name } = useSettings();
  const [text, setText] = useState(view.name ?? name);
  const [invitation, setInvitation] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        profile.reserve(text.trim(), invitation.trim()).then((made) => {
          choose({ name: made.profile.name ?? text.trim() });
          onDone(made.recovery);
        }, onFail);
      }}
    >
      <label>
        {t('form.name')}
        <input
          value={text}
          maxLength={24}
          required
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
      </label>
      {view.invitation && view.name === null && (
        <label>
          {t('profile.invitation')}
          <input
            value={invitation}
            maxLength={64}
            onChange={(event) => {
              setInvitation(event.target.value);
            }}
          />
        </label>
      )}
      <button type="submit" className={view.name === null ? 'primary' : ''}>
        {view.name === null ? t('profile.reserve') : t('profile.rename')}
      </button>
    </form>
  );
}

/** What can be done with a profile that there is. */
function Ways({
  onView,
  onFail,
  onAsk,
}: {
  onView: (view: ProfileView) => void;
  onFail: Fail;
  onAsk: (what: Asked) => void;
}) {
  const t = useText();
  const [code, setCode] = useState<SignInCode | null>(null);
  return (
    <>
      {code && (
        <p className="recovery" role="status">
          <b className="code">{code.code}</b>
          <small>{t('profile.show.sub', { n: Math.round(code.seconds / 60) })}</small>
        </p>
      )}
      <div className="menu-buttons">
        <button
          type="button"
          onClick={() => {
            profile.code().then(setCode, onFail);
          }}
        >
          {t('profile.show')}
        </button>
        {canPasskey() && (
          <button
            type="button"
            onClick={() => {
              addPasskey().then(onView, onFail);
            }}
          >
            {t('profile.addkey')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            onAsk('leave');
          }}
        >
          {t('profile.leave')}
        </button>
        <button
          type="button"
          className="risky"
          onClick={() => {
            onAsk('delete');
          }}
        >
          {t('profile.delete')}
        </button>
      </div>
    </>
  );
}

export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [view, setView] = useState<ProfileView | null>(null);
  const [recovery, setRecovery] = useState<string[]>([]);
  const [asking, setAsking] = useState<Asked | null>(null);
  const [signing, setSigning] = useState<SignIn | null>(null);
  const [note, setNote] = useState('');
  const fail: Fail = (error) => {
    setNote(error instanceof ApiError ? errorText(error) : t('profile.nokey'));
  };
  const look = (): void => {
    profile.show().then(setView, fail);
  };
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  useEffect(look, []);
  // the lists of the page depend on who asks
  const entered = (profile: ProfileView | null): void => {
    // the name goes with the profile: onto a device that signs in, and off one that leaves
    choose({ name: profile?.name ?? '' });
    location.reload();
  };
  const asked = {
    leave: () => profile.leave().then(() => null),
    delete: () => profile.remove().then(() => null),
    undo: () => profile.undo(),
  };
  if (asking)
    return (
      <Question
        title={t(`profile.${asking}`)}
        text={t(`profile.${asking}.text`)}
        yes={t(`profile.${asking}`)}
        no={t('profile.stay')}
        onNo={() => {
          setAsking(null);
        }}
        onYes={() => {
          asked[asking]().then(entered, fail);
        }}
      />
    );
  if (signing)
    return (
      <Question
        title={t('profile.as', signing)}
        text={t('profile.as.text', signing)}
        yes={t('profile.as.yes', signing)}
        no={t('profile.as.no')}
        onNo={() => {
          setSigning(null);
        }}
        onYes={() => {
          setSigning(null);
          profile.enter(signing.code, signing.name).then(entered, fail);
        }}
      />
    );
  return (
    <Dialog title={t('profile')} onClose={onClose} className="settings profile">
      <p className="note">{t('profile.why')}</p>
      {recovery.length > 0 && (
        <div className="recovery">
          <p>{t('profile.keep')}</p>
          <ul className="plain-list">
            {recovery.map((code) => (
              <li key={code} className="code">
                {code}
              </li>
            ))}
          </ul>
        </div>
      )}
      {view && (
        <>
          <NameForm
            key={view.name}
            view={view}
            onFail={fail}
            onDone={(codes) => {
              setNote('');
              setRecovery(codes);
              look();
            }}
          />
          {view.name === null ? (
            <EnterForm onDone={entered} onAsk={setSigning} onFail={fail} />
          ) : (
            <>
              <Switches view={view} onView={setView} onFail={fail} />
              <Devices view={view} onView={setView} onFail={fail} />
              <Ways onView={setView} onFail={fail} onAsk={setAsking} />
            </>
          )}
          {typeof view.undo === 'string' && (
            <p className="recovery">
              <span>{t('profile.undo.until', { time: new Date(view.undo).toLocaleString() })}</span>
              <button
                type="button"
                onClick={() => {
                  setAsking('undo');
                }}
              >
                {t('profile.undo')}
              </button>
            </p>
          )}
          <a className="button" href={profile.exportPath} download="kilowatt-profile.json">
            {t('profile.export')}
          </a>
          <Link to="/privacy">{t('privacy')}</Link>
        </>
      )}
      <p role="status">{note}</p>
    </Dialog>
  );
}
