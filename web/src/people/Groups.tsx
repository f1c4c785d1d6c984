/** Your groups on the home page, and the form for a new one. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Dialog } from '../parts/Dialog';
import { Link } from '../parts/Brand';
import { NameField } from '../parts/NameField';
import type { GroupRow } from '../protocol/schema';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { people } from '../state/people';
import './people.css';

function NewGroup({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { name } = useSettings();
  const [title, setTitle] = useState('');
  const [note, setNote] = useState('');
  return (
    <Dialog title={t('group.new')} onClose={onClose} className="settings">
      <p className="note">{t('group.why')}</p>
      <form
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          people.make(title.trim(), name.trim()).then(
            (made) => {
              go(`/g/${made.id}`);
            },
            (error: unknown) => {
              setNote(errorText(error));
            },
          );
        }}
      >
        <label>
          {t('group.name')}
          <input
            value={title}
            required
            maxLength={40}
            placeholder={t('group.example')}
            onChange={(event) => {
              setTitle(event.target.value);
            }}
          />
        </label>
        <NameField required />
        <button type="submit" className="primary">
          {t('group.make')}
        </button>
      </form>
      <p role="status">{note}</p>
    </Dialog>
  );
}

export default function Groups() {
  const t = useText();
  const [groups, setGroups] = useState<GroupRow[] | null>(null);
  const [making, setMaking] = useState(false);
  useEffect(() => {
    let live = true;
    people.groups().then(
      (answer) => {
        if (live) setGroups(answer.groups);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, []);
  if (groups === null) return null;
  return (
    <section className="panel tables" aria-labelledby="h-my-groups">
      <header>
        <h2 id="h-my-groups">{t('groups')}</h2>
        <button
          type="button"
          className="plain"
          onClick={() => {
            setMaking(true);
          }}
        >
          <Icon name="people" /> {t('group.new')}
        </button>
      </header>
      {groups.length === 0 && <p className="empty">{t('groups.none')}</p>}
      <ul>
        {groups.map((group) => (
          <li key={group.id}>
            <Link to={`/g/${group.id}`} className="table-line">
              <span className="table-what">
                <b>{group.name}</b>
                <small>{t('group.members.n', { n: group.members })}</small>
              </span>
              <span className="table-state">{group.tables > 0 && t('group.tables.n', { n: group.tables })}</span>
            </Link>
          </li>
        ))}
      </ul>
      {making && (
        <NewGroup
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
    </section>
  );
}
