/** The members of a group, who is there, and what its owner decides about them. */
import { useState } from 'react';
import { Token } from '../glyphs/glyphs';
import { Question } from '../parts/Dialog';
import type { MemberRow } from '../protocol/schema';
import { dayOf } from '../home/played';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { dayText } from '../text/day';
import { people, shapeOf } from '../state/people';
import { dateOf } from './GroupLeague';
import type { PartProps } from './GroupTables';

/** Whether a member's days off have begun. */
export const isOff = ({ off_from }: MemberRow): boolean => off_from !== null && Date.parse(off_from) <= Date.now();

/** The last of a member's days off. */
export const lastDay = ({ off_until }: MemberRow): string => dayText(Date.parse(off_until ?? '') - 1000);

/** Where a member is: on days off, here, or when last seen. */
function Presence({ row }: { row: MemberRow }) {
  const t = useText();
  const { language } = useSettings();
  if (isOff(row)) return <span className="tag off">{t('group.off', { day: lastDay(row) })}</span>;
  if (row.here || row.you) return <span className="tag here">{t('group.here')}</span>;
  return row.seen !== null && <span className="tag">{dayOf(row.seen, language)}</span>;
}

export function Members({ group, onChange }: Omit<PartProps, 'onFail'>) {
  const t = useText();
  const [asking, setAsking] = useState<[MemberRow, 'remove' | 'hand'] | null>(null);
  const here = group.members.filter((row) => row.here || row.you).length;
  return (
    <section className="panel group-members" aria-labelledby="h-members">
      <header>
        <h2 id="h-members">{t('group.members')}</h2>
        <span className="note">{t('group.here.n', { n: here })}</span>
      </header>
      <ul className="plain-list members">
        {group.members.map((row) => (
          <li key={row.number}>
            <Token seat={shapeOf(row)} size={18} />
            <span className="turn-what">
              <b>{row.name}</b>
              <small>
                {[
                  ...(row.you ? [t('group.you')] : []),
                  ...(row.owner ? [t('group.owner')] : []),
                  ...(row.you || row.owner ? [] : [t('group.since', { date: dateOf(row.since) })]),
                ].join(' · ')}
              </small>
            </span>
            {group.owner && !row.you && (
              <details className="member-tools">
                <summary aria-label={t('group.rights.of', { name: row.name })}>{t('group.rights')}</summary>
                <button
                  type="button"
                  className="plain"
                  aria-label={`${t('group.remove')} ${row.name}`}
                  onClick={() => {
                    setAsking([row, 'remove']);
                  }}
                >
                  {t('group.remove')}
                </button>
                <button
                  type="button"
                  className="plain"
                  aria-label={`${t('group.hand')} ${row.name}`}
                  onClick={() => {
                    setAsking([row, 'hand']);
                  }}
                >
                  {t('group.hand')}
                </button>
              </details>
            )}
            <Presence row={row} />
          </li>
        ))}
      </ul>
      {asking && (
        <Question
          title={t(`group.${asking[1]}`)}
          text={t(`group.${asking[1]}.text`, { name: asking[0].name })}
          yes={t(`group.${asking[1]}`)}
          no={t('profile.stay')}
          onNo={() => {
            setAsking(null);
          }}
          onYes={() => {
            const [row, what] = asking;
            setAsking(null);
            onChange(people[what](group.id, row.number, row.name));
          }}
        />
      )}
    </section>
  );
}
