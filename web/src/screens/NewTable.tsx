/** The form for a table: game, seats, zone (random, drafted or picked on the map), clock and options. */
import { useEffect, useMemo, useReducer } from 'react';
import { Board } from '../board/Board';
import { Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import { people } from '../state/people';
import { WhyProvider } from '../parts/Why';
import { NameField } from '../parts/NameField';
import { CLOCKS, HOURS_MOST, hoursOf, ofHours } from '../state/clocks';
import { able } from '../base/able';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { AreaButtons } from './AreaButtons';
import { BotOptions } from './BotOptions';
import { GameOptions } from './GameOptions';
import { Option } from './Option';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { PageHeader } from '../frame/PageHeader';
import { myGames, useBoard, useChosen } from '../home/myBoards';
import { choose, namedSeats, pickable, planOf, wished } from './tableForm';
import { switchesOf, type Switch } from './switches';

/** Options about cities: a game without a map has none. */
const ON_MAPS: readonly Switch[] = ['starting_cities'];

const NO_WISH = new URLSearchParams();

/** With a group the settings are kept for it as a standing table, with `now` a table is opened for it; with `change` in the wish a waiting table gets them. */
export function NewTable({ group = null, wish = NO_WISH }: { group?: string | null; wish?: URLSearchParams }) {
  const t = useText();
  const { name } = useSettings();
  const [form, dispatch] = useReducer(choose, wish, wished);
  const { sets, levels, ruleset, seats, zone, areas, clock, open, hints, rated, title, options, problem, busy } = form;
  const chosen = useChosen(sets, ruleset);
  const { row } = chosen;
  const count = seats.length;
  const hours = hoursOf(clock);

  useEffect(() => {
    Promise.all([api.rulesets(), api.levels()]).then(
      ([games, bots]) => {
        dispatch({ type: 'offered', sets: [...games, ...myGames(games)], levels: bots });
      },
      (error: unknown) => {
        dispatch({ type: 'failed', problem: errorText(error) });
      },
    );
  }, []);

  const change = wish.get('change');
  /** The group for which the settings are kept. */
  const keeps = wish.has('now') ? null : group;
  useEffect(() => {
    if (change === null) return;
    api.table(change).then(
      (table) => {
        dispatch({ type: 'table', table });
      },
      (error: unknown) => {
        dispatch({ type: 'failed', problem: errorText(error) });
      },
    );
  }, [change]);

  // what the group usually plays, unless something else is asked for
  const opens = group !== null && wish.has('now') && !wish.has('game') ? group : null;
  useEffect(() => {
    if (opens === null) return;
    people.group(opens).then(
      ({ usual }) => {
        if (usual !== null) dispatch({ type: 'usual', usual });
      },
      (error: unknown) => {
        dispatch({ type: 'failed', problem: errorText(error) });
      },
    );
  }, [opens]);

  const { board, layout, problem: unseen } = useBoard(chosen, count);
  const offered = useMemo(() => pickable(board, areas), [board, areas]);
  const tapArea = (area: string): void => {
    dispatch({ type: 'area', area });
  };
  const fitting = chosen.seats.length === 0 || chosen.seats.includes(count) ? count : (chosen.seats.at(-1) ?? count);
  // once it is known how many can play it
  useEffect(() => {
    if (fitting !== count) dispatch({ type: 'count', count: fitting });
  }, [fitting, count]);
  const make = (): void => {
    // a double click opens one table
    if (busy || chosen.problem !== null) return;
    dispatch({ type: 'sent' });
    const fail = (error: unknown): void => {
      dispatch({ type: 'failed', problem: errorText(error) });
    };
    const plan = planOf(form, chosen, layout !== null);
    const visibility = open ? 'public' : 'private';
    if (change !== null) {
      const { ruleset, options, clock, hints } = plan;
      api.change(change, { ruleset, options, clock, hints, visibility, name: title.trim() }).then(() => {
        go(`/t/${change}`);
      }, fail);
      return;
    }
    if (keeps !== null) {
      const named = title.trim() === '' ? gameTitle(ruleset, row?.title ?? ruleset) : title.trim();
      people.keep(keeps, { ...plan, seats: [...seats], name: named.slice(0, 40) }).then(() => {
        go(`/g/${keeps}`);
      }, fail);
      return;
    }
    const asked = {
      ...plan,
      seats: namedSeats(seats, name.trim() === '' ? t('You') : name.trim()),
      visibility,
      name: title.trim(),
    } as const;
    (group === null ? api.create(asked) : people.open(group, asked)).then((made) => {
      go(`/t/${made.table.code}`);
    }, fail);
  };
  const trouble = problem ?? chosen.problem ?? unseen;
  const ready = zone !== 'pick' || !layout || areas.length === board?.area_count;

  return (
    <WhyProvider onRule={() => undefined}>
      <div className="lobby">
        <PageHeader />
        <main className="new-table">
          <h1>{t(change !== null ? 'room.change.title' : keeps === null ? 'lobby.new' : 'group.standing.add')}</h1>
          <div className="new-grid">
            <form
              className="panel form"
              onSubmit={(event) => {
                event.preventDefault();
                if (ready) make();
              }}
            >
              <label>
                {t('form.game')}
                <select
                  value={ruleset}
                  onChange={(event) => {
                    dispatch({ type: 'game', ruleset: event.target.value });
                  }}
                >
                  <GameOptions sets={sets} />
                </select>
              </label>
              <div className="two">
                {keeps === null && change === null && <NameField />}
                <label>
                  {t('form.title')}
                  <input
                    value={title}
                    maxLength={48}
                    onChange={(event) => {
                      dispatch({ type: 'set', change: { title: event.target.value } });
                    }}
                  />
                </label>
              </div>
              <fieldset hidden={change !== null}>
                <legend>{t('form.seats')}</legend>
                <div className="choice" role="group" aria-label={t('form.players')}>
                  {(chosen.seats.length > 0 ? chosen.seats : [count]).map((n) => (
                    <button
                      type="button"
                      key={n}
                      aria-pressed={n === count}
                      onClick={() => {
                        dispatch({ type: 'count', count: n });
                      }}
                    >
                      {n}
                    </button>
                  ))}
                </div>
                {seats.map((seat, index) => (
                  <div className="seat-row" key={index}>
                    <Token seat={index} />
                    <select
                      aria-label={t('form.seat', { n: index + 1 })}
                      value={seat.kind === 'bot' ? `bot:${seat.level ?? ''}` : seat.kind}
                      onChange={(event) => {
                        const [kind, level] = event.target.value.split(':');
                        const plan = kind === 'bot' ? ({ kind, level } as const) : null;
                        dispatch({
                          type: 'seat',
                          index,
                          plan: plan ?? { kind: kind === 'person' ? 'person' : 'open' },
                        });
                      }}
                    >
                      <option value="person">{t(keeps === null ? 'seat.me' : 'seat.starter')}</option>
                      {able.people && <option value="open">{t('seat.open')}</option>}
                      <BotOptions levels={levels} prefix="bot:" />
                    </select>
                  </div>
                ))}
              </fieldset>
              {layout && (
                <fieldset>
                  <legend>{t('form.zone')}</legend>
                  <div className="choice">
                    {(['random', 'draft', 'pick'] as const).map((kind) => (
                      <button
                        type="button"
                        key={kind}
                        aria-pressed={zone === kind}
                        onClick={() => {
                          dispatch({ type: 'set', change: { zone: kind } });
                        }}
                      >
                        {t(`zone.${kind}`)}
                      </button>
                    ))}
                  </div>
                  <p className="note">
                    {zone === 'pick'
                      ? t('zone.left', { n: (board?.area_count ?? 0) - areas.length })
                      : t(`zone.${zone}.note`)}
                  </p>
                </fieldset>
              )}
              {able.people && (
                <label>
                  {t('form.clock')}
                  <select
                    value={hours === null ? clock : 'other'}
                    onChange={({ target: { value } }) => {
                      dispatch({ type: 'set', change: { clock: value === 'other' ? ofHours(36) : value } });
                    }}
                  >
                    {Object.keys(CLOCKS).map((key) => (
                      <option key={key} value={key}>
                        {sayCode('clocks', key)}
                      </option>
                    ))}
                    <option value="other">{t('clocks.other')}</option>
                  </select>
                </label>
              )}
              {hours !== null && (
                <label>
                  {t('clocks.hours')}
                  <input
                    type="number"
                    min={1}
                    max={HOURS_MOST}
                    value={hours}
                    onChange={({ target: { valueAsNumber } }) => {
                      if (valueAsNumber >= 1) dispatch({ type: 'set', change: { clock: ofHours(valueAsNumber) } });
                    }}
                  />
                </label>
              )}
              <fieldset className="switches">
                <legend>{t('form.options')}</legend>
                {switchesOf(row?.options ?? {})
                  .filter((key) => key !== 'trust' && (layout !== null || !ON_MAPS.includes(key)))
                  .map((key) => (
                    <Option
                      key={key}
                      name={key}
                      checked={options[key] === true}
                      onChange={(on) => {
                        dispatch({ type: 'option', name: key, value: on });
                      }}
                    />
                  ))}
                {count === 2 && row?.options.trust !== undefined && (
                  <Option
                    name="trust"
                    checked={(options.trust ?? row.options.trust) === true}
                    onChange={(on) => {
                      dispatch({ type: 'option', name: 'trust', value: on });
                    }}
                  />
                )}
                <Option
                  name="hidden"
                  checked={options.money === 'hidden'}
                  onChange={(on) => {
                    dispatch({ type: 'option', name: 'money', value: on ? 'hidden' : 'open' });
                  }}
                />
                {group === null && able.people && (
                  <Option
                    name="public"
                    checked={open}
                    onChange={(on) => {
                      dispatch({ type: 'set', change: { open: on } });
                    }}
                  />
                )}
                {!rated && (
                  <Option
                    name="hints"
                    checked={hints}
                    onChange={(on) => {
                      dispatch({ type: 'set', change: { hints: on } });
                    }}
                  />
                )}
                {change === null && able.people && (
                  <Option
                    name="rated"
                    checked={rated}
                    onChange={(on) => {
                      dispatch({ type: 'set', change: { rated: on } });
                    }}
                  />
                )}
              </fieldset>
              {trouble !== null && (
                <p className="refused" role="alert">
                  {trouble}
                </p>
              )}
              <button type="submit" className="primary" aria-disabled={!ready} aria-busy={busy}>
                {ready
                  ? t(change !== null ? 'room.change.save' : keeps === null ? 'form.make' : 'group.standing.keep')
                  : t('zone.left', { n: (board?.area_count ?? 0) - areas.length })}
              </button>
            </form>
            <section className="panel map-panel" aria-label={t('form.map')}>
              {board && layout ? (
                <Board
                  board={board}
                  layout={layout}
                  zone={zone === 'pick' && areas.length > 0 ? areas : null}
                  houses={{}}
                  marks={[]}
                  step={1}
                  me={null}
                  names={[]}
                  legend={false}
                  pickAreas={zone === 'pick' ? offered : null}
                  onArea={tapArea}
                />
              ) : (
                <p className="empty">{board ? t('form.nomap') : t('loading')}</p>
              )}
              {zone === 'pick' && board && layout && (
                <AreaButtons board={board} layout={layout} areas={areas} pickable={offered} onArea={tapArea} />
              )}
            </section>
          </div>
        </main>
      </div>
    </WhyProvider>
  );
}
