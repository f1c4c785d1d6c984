/** The form for a table: game, seats, zone (random, drafted or picked on the map), clock and options. */
import { useEffect, useMemo, useState } from 'react';
import { Board } from '../board/Board';
import { Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import { people } from '../state/people';
import { WhyProvider } from '../parts/Why';
import { NameField } from '../parts/NameField';
import type { SeatPlan } from '../protocol/schema';
import { CLOCKS } from '../state/clocks';
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
import { myGames, useBoard, useChosen, type GameRow } from '../home/myBoards';
import { switchesOf, type Switch } from './switches';

/** Options about cities: a game without a map has none. */
const ON_MAPS: readonly Switch[] = ['starting_cities'];

type ZoneKind = 'random' | 'draft' | 'pick';

/** With a group the settings are kept for it as a standing table. */
export function NewTable({ group = null }: { group?: string | null }) {
  const t = useText();
  const { name } = useSettings();
  const [sets, setSets] = useState<GameRow[]>([]);
  const [levels, setLevels] = useState<string[]>(['normal']);
  const [ruleset, setRuleset] = useState('recharged/germany');
  const [seats, setSeats] = useState<SeatPlan[]>([
    { kind: 'person' },
    { kind: 'open' },
    { kind: 'bot', level: 'normal' },
    { kind: 'bot', level: 'normal' },
  ]);
  const [zone, setZone] = useState<ZoneKind>('random');
  const [areas, setAreas] = useState<string[]>([]);
  const [clock, setClock] = useState('none');
  const [open, setOpen] = useState(false);
  const [hints, setHints] = useState(true);
  const [rated, setRated] = useState(false);
  const [title, setTitle] = useState('');
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = useChosen(sets, ruleset);
  const { row } = chosen;
  const count = seats.length;

  useEffect(() => {
    document.title = `${t('lobby.new')} · Kilowatt`;
    Promise.all([api.rulesets(), api.levels()]).then(
      ([found, names]) => {
        setSets([...found, ...myGames(found)]);
        setLevels(names);
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
    // once; the title's language follows with the next visit
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { board, layout, problem: unseen } = useBoard(chosen, count);
  useEffect(() => {
    setAreas([]);
  }, [ruleset, count]);

  const pickable = useMemo(() => {
    if (!board) return [];
    const near = new Set(board.areas.filter((one) => areas.includes(one.id)).flatMap((one) => one.near));
    return board.areas
      .map((one) => one.id)
      .filter((id) => areas.includes(id) || (areas.length < board.area_count && (areas.length === 0 || near.has(id))));
  }, [board, areas]);

  const setSeat = (index: number, plan: SeatPlan): void => {
    setSeats(seats.map((old, at) => (at === index ? plan : old)));
  };
  const setCount = (wanted: number): void => {
    setSeats(
      Array.from(
        { length: wanted },
        (_, index) => seats[index] ?? { kind: 'bot', level: levels.includes('normal') ? 'normal' : levels[0] },
      ),
    );
  };
  const fitting = chosen.seats.length === 0 || chosen.seats.includes(count) ? count : (chosen.seats.at(-1) ?? count);
  useEffect(() => {
    if (fitting !== count) setCount(fitting);
    // once it is known how many can play it
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [fitting]);
  const make = (): void => {
    // a double click opens one table
    if (busy || chosen.problem !== null) return;
    setBusy(true);
    setProblem(null);
    const who = name.trim() === '' ? t('You') : name.trim();
    const fail = (error: unknown): void => {
      setBusy(false);
      setProblem(errorText(error));
    };
    const shared = {
      ruleset: chosen.ruleset,
      options: { ...options, ...chosen.options, ...(layout ? { zone: zone === 'pick' ? areas : zone } : {}) },
      clock: CLOCKS[clock] ?? { kind: 'none' as const },
      hints: hints && !rated,
      rated,
    };
    if (group !== null) {
      const named = title.trim() === '' ? gameTitle(ruleset, row?.title ?? ruleset) : title.trim();
      people.keep(group, { ...shared, seats, name: named.slice(0, 40) }).then(() => {
        go(`/group/${group}`);
      }, fail);
      return;
    }
    api
      .create({
        ...shared,
        seats: seats.map((seat, index) => {
          if (seat.kind !== 'person') return seat;
          // no two names at a table may look alike: the others on this device are numbered
          const others = seats.slice(0, index).filter((one) => one.kind === 'person').length;
          return { ...seat, name: others === 0 ? who : `${who.slice(0, 22)} ${others + 1}` };
        }),
        visibility: open ? 'public' : 'private',
        name: title.trim(),
      })
      .then((made) => {
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
          <h1>{group === null ? t('lobby.new') : t('group.standing.add')}</h1>
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
                    setRuleset(event.target.value);
                  }}
                >
                  <GameOptions sets={sets} />
                </select>
              </label>
              <div className="two">
                {group === null && <NameField />}
                <label>
                  {t('form.title')}
                  <input
                    value={title}
                    maxLength={48}
                    onChange={(event) => {
                      setTitle(event.target.value);
                    }}
                  />
                </label>
              </div>
              <fieldset>
                <legend>{t('form.seats')}</legend>
                <div className="choice" role="group" aria-label={t('form.players')}>
                  {(chosen.seats.length > 0 ? chosen.seats : [count]).map((n) => (
                    <button
                      type="button"
                      key={n}
                      aria-pressed={n === count}
                      onClick={() => {
                        setCount(n);
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
                        setSeat(
                          index,
                          kind === 'bot' ? { kind: 'bot', level } : { kind: kind === 'person' ? 'person' : 'open' },
                        );
                      }}
                    >
                      <option value="person">{t(group === null ? 'seat.me' : 'seat.starter')}</option>
                      <option value="open">{t('seat.open')}</option>
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
                          setZone(kind);
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
              <label>
                {t('form.clock')}
                <select
                  value={clock}
                  onChange={(event) => {
                    setClock(event.target.value);
                  }}
                >
                  {Object.keys(CLOCKS).map((key) => (
                    <option key={key} value={key}>
                      {sayCode('clocks', key)}
                    </option>
                  ))}
                </select>
              </label>
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
                        setOptions({ ...options, [key]: on });
                      }}
                    />
                  ))}
                {count === 2 && (
                  <Option
                    name="trust"
                    checked={(options.trust ?? row?.options.trust) === true}
                    onChange={(on) => {
                      setOptions({ ...options, trust: on });
                    }}
                  />
                )}
                <Option
                  name="hidden"
                  checked={options.money === 'hidden'}
                  onChange={(on) => {
                    setOptions({ ...options, money: on ? 'hidden' : 'open' });
                  }}
                />
                {group === null && <Option name="public" checked={open} onChange={setOpen} />}
                {!rated && <Option name="hints" checked={hints} onChange={setHints} />}
                <Option name="rated" checked={rated} onChange={setRated} />
              </fieldset>
              {trouble !== null && (
                <p className="refused" role="alert">
                  {trouble}
                </p>
              )}
              <button type="submit" className="primary" aria-disabled={!ready} aria-busy={busy}>
                {ready
                  ? t(group === null ? 'form.make' : 'group.standing.keep')
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
                  pickAreas={zone === 'pick' ? pickable : null}
                  onArea={(area) => {
                    setAreas(areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area]);
                  }}
                />
              ) : (
                <p className="empty">{board ? t('form.nomap') : t('loading')}</p>
              )}
              {zone === 'pick' && board && layout && (
                <AreaButtons
                  board={board}
                  layout={layout}
                  areas={areas}
                  pickable={pickable}
                  onArea={(area) => {
                    setAreas(areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area]);
                  }}
                />
              )}
            </section>
          </div>
        </main>
      </div>
    </WhyProvider>
  );
}
