/** Language, theme, sound, motion, letter keys; at a table also its link, record and the ways out. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Dialog } from '../parts/Dialog';
import { able } from '../base/able';
import { isSite } from '../base/site';
import { choose, useSettings, type Settings } from '../base/settings';
import { useText, type Key } from '../text';
import { loadTexts } from '../text/catalogue';
import { NameDialog } from './NameDialog';
import { OfflineChoice } from './OfflineChoice';

const NotificationsDialog = lazy(() =>
  import('../notifications/NotificationsDialog').then((loaded) => ({ default: loaded.NotificationsDialog })),
);

const ProfileDialog = lazy(() => import('../profile/ProfileDialog'));

function Choice<K extends keyof Settings>({ field, values }: { field: K; values: [Settings[K], Key][] }) {
  const t = useText();
  const now = useSettings();
  return (
    <fieldset>
      <legend>{t(`settings.${field}` as Key)}</legend>
      <div className="choice">
        {values.map(([value, label]) => (
          <button
            type="button"
            key={label}
            aria-pressed={now[field] === value}
            onClick={() => {
              const change = { [field]: value } as Partial<Settings>;
              // words before the language, so that nothing is drawn in two
              if (change.language === undefined) choose(change);
              else
                void loadTexts(change.language).then(() => {
                  choose(change);
                });
            }}
          >
            {t(label)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface Props {
  onClose: () => void;
  children?: ReactNode;
  /** What stands behind the settings. */
  end?: ReactNode;
}

export function SettingsDialog({ onClose, children, end }: Props) {
  const t = useText();
  const [notifying, setNotifying] = useState(false);
  const [profile, setProfile] = useState(false);
  if (profile && !able.profile) return <NameDialog onClose={onClose} />;
  if (profile)
    return (
      <Suspense>
        <ProfileDialog onClose={onClose} />
      </Suspense>
    );
  if (notifying)
    return (
      <Suspense>
        <NotificationsDialog onClose={onClose} />
      </Suspense>
    );
  return (
    <Dialog title={children ? t('menu') : t('settings')} onClose={onClose} className="settings">
      {children}
      <Choice
        field="language"
        values={[
          ['en', 'lang.en'],
          ['de', 'lang.de'],
        ]}
      />
      <Choice
        field="theme"
        values={[
          ['system', 'theme.system'],
          ['light', 'theme.light'],
          ['dark', 'theme.dark'],
        ]}
      />
      <Choice
        field="sound"
        values={[
          [true, 'on'],
          [false, 'off'],
        ]}
      />
      <Choice
        field="pace"
        values={[
          ['slow', 'pace.slow'],
          ['normal', 'pace.normal'],
          ['fast', 'pace.fast'],
          ['instant', 'pace.instant'],
        ]}
      />
      <Choice
        field="badge"
        values={[
          [true, 'on'],
          [false, 'off'],
        ]}
      />
      <Choice
        field="motion"
        values={[
          ['system', 'motion.system'],
          ['less', 'motion.less'],
        ]}
      />
      <Choice
        field="toasts"
        values={[
          [true, 'on'],
          [false, 'off'],
        ]}
      />
      <Choice
        field="letters"
        values={[
          [true, 'on'],
          [false, 'off'],
        ]}
      />
      {!isSite && <OfflineChoice />}
      {able.notifications && (
        <button
          type="button"
          onClick={() => {
            setNotifying(true);
          }}
        >
          {t('notify')}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          setProfile(true);
        }}
      >
        {t(able.profile ? 'profile' : 'form.name')}
      </button>
      {end}
    </Dialog>
  );
}
