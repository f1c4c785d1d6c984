/** What a group usually plays, what its members vote for, and which messages about it one wants. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { NotificationsDialog } from '../notifications/NotificationsDialog';
import type { GroupMessages, GroupView, RulesetRow } from '../protocol/schema';
import { api } from '../net/api';
import { CLOCKS, clockPlan, clockText, nameOfPlan } from '../state/clocks';
import { clockTitle, people } from '../state/people';
import { say, useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';

interface Props {
  group: GroupView;
  onChange: (work: Promise<GroupView>) => void;
}

/** The published games, the combinations left out: a group chooses from them. */
function usePublished(): readonly RulesetRow[] {
  const [games, setGames] = useState<readonly RulesetRow[]>([]);
  useEffect(() => {
    api.rulesets().then(
      (rows) => {
        setGames(rows.filter((row) => !row.composed));
      },
      () => undefined,
    );
  }, []);
  return games;
}

/** What a group usually plays, in words; null where nothing is set. */
export function usualText({ usual }: GroupView): string | null {
  if (usual === null) return null;
  const game = gameTitle(usual.ruleset, usual.title);
  const clock = clockTitle(usual.clock);
  return clock === null ? say('group.usual.is', { game }) : say('group.usual.clock', { game, clock });
}

/** The form for what a group usually plays. */
export function UsualGame({ group, onChange, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const games = usePublished();
  const [ruleset, setRuleset] = useState(group.usual?.ruleset ?? '');
  const [clock, setClock] = useState(nameOfPlan(group.usual?.clock ?? { kind: 'none' }));
  const clocks = [...new Set([...Object.keys(CLOCKS), clock])];
  return (
    <Dialog title={t('group.usual')} onClose={onClose} className="settings">
      <form
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onChange(people.usual(group.id, ruleset === '' ? null : { ruleset, clock: clockPlan(clock) }));
        }}
      >
        <p className="note">{t('group.usual.note')}</p>
        <label>
          {t('form.game')}
          <select
            value={ruleset}
            onChange={(event) => {
              setRuleset(event.target.value);
            }}
          >
            <option value="">{t('group.usual.none')}</option>
            {games.map((row) => (
              <option key={row.id} value={row.id}>
                {gameTitle(row.id, row.title)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('form.clock')}
          <select
            value={clock}
            disabled={ruleset === ''}
            onChange={(event) => {
              setClock(event.target.value);
            }}
          >
            {clocks.map((name) => (
              <option key={name} value={name}>
                {clockText(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="primary">
          {t('group.usual.save')}
        </button>
      </form>
    </Dialog>
  );
}

/** How the votes for the next round stand. */
function standing({ votes }: GroupView): string {
  const [first, second] = votes.map((row) => ({ ...row, game: shortTitle(gameTitle(row.ruleset, row.title)) }));
  if (first === undefined) return say('group.votes.none');
  if (second === undefined) return say('group.votes.one', { game: first.game, n: first.votes });
  if (first.votes === second.votes)
    return say('group.votes.even', { game: first.game, other: second.game, n: first.votes });
  return say('group.votes.lead', { game: first.game, n: first.votes, other: second.votes });
}

/** The vote for the game of the next round. */
export function Vote({ group, onChange }: Props) {
  const t = useText();
  const games = usePublished();
  return (
    <>
      <small className="group-votes">{standing(group)}</small>
      <select
        aria-label={t('group.vote')}
        value={group.votes.find((row) => row.yours)?.ruleset ?? ''}
        onChange={(event) => {
          onChange(people.vote(group.id, event.target.value === '' ? null : event.target.value));
        }}
      >
        <option value="">{t('group.vote')}</option>
        {games.map((row) => (
          <option key={row.id} value={row.id}>
            {gameTitle(row.id, row.title)}
          </option>
        ))}
      </select>
    </>
  );
}

const MESSAGES = ['opened', 'result', 'talk'] as const;

/** Which messages about the group one wants, and the way to how they are sent. */
export function SendMe({ group, onChange }: Props) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const off = MESSAGES.filter((name) => group.off.includes(name));
  return (
    <div className="group-send" role="group" aria-labelledby="h-send">
      <h3 id="h-send">{t('group.send')}</h3>
      {MESSAGES.map((name) => (
        <label key={name} className="switch">
          <input
            type="checkbox"
            role="switch"
            checked={!off.includes(name)}
            onChange={({ target }) => {
              const next: GroupMessages['off'] = target.checked ? off.filter((one) => one !== name) : [...off, name];
              onChange(people.messages(group.id, next));
            }}
          />
          <span>{t(`group.send.${name}`)}</span>
        </label>
      ))}
      <button
        type="button"
        className="plain"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('group.send.how')}
      </button>
      {open && (
        <NotificationsDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
