/** Begin a game on a real board: which game, who sits where, which options. */
import { useEffect, useState } from 'react';
import { Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import type { RulesetRow } from '../protocol/schema';
import { go } from '../base/route';
import { PageHeader } from '../frame/PageHeader';
import { myGames, useChosen } from '../home/myBoards';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { GameOptions } from './GameOptions';
import { Option } from './Option';
import { switchesOf } from './switches';

const FIRST = 'recharged/germany';
const PLAYERS = 4;

export default function NewReal() {
  const t = useText();
  const [sets, setSets] = useState<RulesetRow[]>([]);
  const [ruleset, setRuleset] = useState(FIRST);
  const [count, setCount] = useState(PLAYERS);
  const [names, setNames] = useState<string[]>(['', '', '', '', '', '']);
  const [options, setOptions] = useState<Record<string, boolean>>({});
  const [draft, setDraft] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = useChosen(sets, ruleset);
  const { row } = chosen;
  useEffect(() => {
    api.rulesets().then(
      (games) => {
        setSets([...games, ...myGames(games)]);
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
  }, []);
  const seats = chosen.seats.length > 0 && !chosen.seats.includes(count) ? (chosen.seats.at(-1) ?? count) : count;
  const offered = switchesOf(row?.options ?? {}).filter((key) => key !== 'trust' || seats === 2);
  const isOn = (name: string): boolean => options[name] ?? row?.options[name] === true;
  const begin = (): void => {
    if (busy || chosen.problem !== null) return;
    setBusy(true);
    const people = Array.from({ length: seats }, (_, seat) => {
      const name = names[seat]?.trim() ?? '';
      return { kind: 'person' as const, name: name === '' ? t('real.player', { n: seat + 1 }) : name };
    });
    const wishes = Object.fromEntries(Object.entries(options).filter(([name]) => offered.some((key) => key === name)));
    api
      .create({
        ruleset: chosen.ruleset,
        seats: people,
        options: { ...wishes, ...chosen.options, ...(draft ? { zone: 'draft' } : {}) },
        real: true,
      })
      .then(
        (made) => {
          go(`/t/${made.table.code}`);
        },
        (error: unknown) => {
          setBusy(false);
          setProblem(errorText(error));
        },
      );
  };
  const trouble = problem ?? chosen.problem;
  return (
    <div className="lobby">
      <PageHeader />
      <main className="new-table">
        <h1>{t('real.new')}</h1>
        <form
          className="panel form new-real"
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <p className="note">{t('real.new.note')}</p>
          <label>
            {t('form.game')}
            <select
              value={ruleset}
              onChange={({ target: { value } }) => {
                setRuleset(value);
              }}
            >
              <GameOptions sets={sets} />
            </select>
          </label>
          <fieldset>
            <legend>{t('real.names')}</legend>
            <div className="choice" role="group" aria-label={t('form.players')}>
              {(chosen.seats.length > 0 ? chosen.seats : [seats]).map((n) => (
                <button
                  type="button"
                  key={n}
                  aria-pressed={n === seats}
                  onClick={() => {
                    setCount(n);
                  }}
                >
                  {n}
                </button>
              ))}
            </div>
            {Array.from({ length: seats }, (_, seat) => (
              <div className="seat-row" key={seat}>
                <Token seat={seat} />
                <input
                  aria-label={t('form.seat', { n: seat + 1 })}
                  placeholder={t('real.player', { n: seat + 1 })}
                  maxLength={24}
                  value={names[seat] ?? ''}
                  onChange={({ target: { value } }) => {
                    setNames(names.map((name, at) => (at === seat ? value : name)));
                  }}
                />
              </div>
            ))}
          </fieldset>
          <fieldset className="switches">
            <legend>{t('form.options')}</legend>
            {row !== undefined && row.board !== '' && (
              <label className="switch">
                <input
                  type="checkbox"
                  role="switch"
                  checked={draft}
                  onChange={({ target: { checked } }) => {
                    setDraft(checked);
                  }}
                />
                <span>{t('zone.draft')}</span>
              </label>
            )}
            {offered
              .filter((key) => row?.board !== '' || key !== 'starting_cities')
              .map((key) => (
                <Option
                  key={key}
                  name={key}
                  checked={isOn(key)}
                  onChange={(on) => {
                    setOptions({ ...options, [key]: on });
                  }}
                />
              ))}
          </fieldset>
          {trouble !== null && (
            <p className="refused" role="alert">
              {trouble}
            </p>
          )}
          <button type="submit" className="primary" aria-busy={busy}>
            {t('real.make')}
          </button>
        </form>
      </main>
    </div>
  );
}
