/** What a profile's owner may want in addition to a name: being rated, and a page that everybody can open. Both off at first. */
import { Link } from '../parts/Brand';
import { playerPath } from '../state/people';
import type { ProfileView } from '../protocol/schema';
import { useText } from '../text';
import { profile } from './profile';

interface SwitchesProps {
  view: ProfileView;
  onView: (view: ProfileView) => void;
  onFail: (error: unknown) => void;
}

export function Switches({ view, onView, onFail }: SwitchesProps) {
  const t = useText();
  const path = playerPath(view.name ?? '');
  return (
    <fieldset className="switches">
      <legend>{t('ratings')}</legend>
      {(['rated', 'public'] as const).map((key) => (
        <div className="option" key={key}>
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              checked={view[key] === true}
              aria-describedby={`profile-${key}`}
              onChange={(event) => {
                profile.change({ [key]: event.target.checked }).then(onView, onFail);
              }}
            />
            <span>{t(`profile.${key}`)}</span>
          </label>
          <small id={`profile-${key}`}>
            {key === 'public' && view.public === true ? (
              <Link to={path}>{`${location.host}${path}`}</Link>
            ) : (
              t(`profile.${key}.note`, { path })
            )}
          </small>
        </div>
      ))}
      <Link to="/ratings">{t('profile.lists')}</Link>
    </fieldset>
  );
}
