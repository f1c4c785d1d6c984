/** The form for another name of a group. */
import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import type { GroupView } from '../protocol/schema';
import { useText } from '../text';

interface Props {
  group: GroupView;
  onName: (name: string) => void;
  onClose: () => void;
}

export function Rename({ group, onName, onClose }: Props) {
  const t = useText();
  const [name, setName] = useState(group.name);
  return (
    <Dialog title={t('group.rename')} onClose={onClose} className="settings">
      <form
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          onName(name.trim());
        }}
      >
        <label>
          {t('group.name')}
          <input
            value={name}
            required
            maxLength={40}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </label>
        <button type="submit" className="primary">
          {t('group.rename')}
        </button>
      </form>
    </Dialog>
  );
}
