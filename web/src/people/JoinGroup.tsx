/** What a group's link shows: the group's name, and a name to join under. */
import { useEffect, useState } from 'react';
import { NameField } from '../parts/NameField';
import type { GroupInvitation } from '../protocol/schema';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { people } from '../state/people';

export function JoinGroup({ link }: { link: string }) {
  const t = useText();
  const { name } = useSettings();
  const [invitation, setInvitation] = useState<GroupInvitation | null>(null);
  const [note, setNote] = useState('');
  useEffect(() => {
    let live = true;
    people.invitation(link).then(
      (answer) => {
        if (!live) return;
        if (answer.id !== null) go(`/g/${answer.id}`, true);
        else setInvitation(answer);
      },
      (error: unknown) => {
        if (live) setNote(errorText(error));
      },
    );
    return () => {
      live = false;
    };
  }, [link]);
  if (invitation === null)
    return (
      <p className="empty" role="status">
        {note === '' ? t('loading') : note}
      </p>
    );
  return (
    <form
      className="panel people-form"
      onSubmit={(event) => {
        event.preventDefault();
        people.join(link, name.trim()).then(
          (group) => {
            go(`/g/${group.id}`, true);
          },
          (error: unknown) => {
            setNote(errorText(error));
          },
        );
      }}
    >
      <h1>{invitation.name}</h1>
      <p className="note">
        {t('group.invited')} {t('group.members.n', { n: invitation.members })}.
      </p>
      <NameField required />
      <button type="submit" className="primary">
        {t('group.join')}
      </button>
      <p role="status">{note}</p>
    </form>
  );
}
