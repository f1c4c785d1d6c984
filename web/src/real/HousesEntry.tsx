/** Where a player built: tapped on a small map, typed by three letters, or proposed for a number of houses and a sum. */
import { useEffect, useMemo, useState } from 'react';
import { Board } from '../board/Board';
import type { AnyLine, Quoted } from '../protocol/schema';
import { cityFacts } from '../state/facts';
import { useText } from '../text';
import { matching } from './matching';
import { useReal } from './context';
import { Ask, Dock } from './Dock';
import { shortForm } from './short';
import { NumberField } from './NumberField';

function usePriced(seat: number, cities: readonly string[]): Quoted | null {
  const { session, view } = useReal();
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const list = cities.join(' ');
  useEffect(() => {
    let gone = false;
    void session.quote(seat, { cities: list === '' ? [] : list.split(' '), why: true }).then((answer) => {
      if (!gone) setQuoted(answer);
    });
    return () => {
      gone = true;
    };
  }, [session, seat, list, view.seq]);
  return quoted;
}

export function HousesEntry() {
  const t = useText();
  const { session, board, layout, view, game, menu, names, write, busy } = useReal();
  const [cities, setCities] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [short, setShort] = useState<{ count: number; total: number } | null>(null);
  const [offered, setOffered] = useState<AnyLine[] | null>(null);
  const seat = menu?.seat ?? 0;
  const name = names[seat] ?? '';
  const money = game.seats[seat]?.money ?? 0;
  const quoted = usePriced(seat, cities);
  const facts = useMemo(
    () =>
      cityFacts({
        board,
        mine: view.mine,
        areas: game.areas,
        own: game.seats[seat],
        menu,
        me: seat,
        plan: cities,
        costs: true,
        quoted,
      }),
    [board, view.mine, game.areas, game.seats, seat, menu, cities, quoted],
  );
  const toggle = (city: string): void => {
    setOffered(null);
    setCities(cities.includes(city) ? cities.filter((one) => one !== city) : [...cities, city]);
  };
  const inPlay = board.cities.filter((city) => game.areas.includes(city.area));
  // where letters fit several, the one that can be built is meant
  const open = inPlay.filter((city) => facts[city.id]?.light === 'open');
  const found = [...matching(open, typed), ...matching(inPlay, typed)];
  const houses = quoted?.quote.houses ?? [];
  const cost = quoted?.quote.house_cost ?? 0;
  const priced = houses.length === cities.length;
  const cityName = (id: string): string => board.cities.find((city) => city.id === id)?.name ?? id;
  // "Anna, 2 houses, 33": what people call out at the board
  const meant = shortForm(typed);
  const propose = (asked: { count: number; total: number }): void => {
    void session.propose({ seat, what: 'houses', ...asked }).then(setOffered);
  };
  const send = (): void => {
    if (busy) return;
    // a city that the rules refuse has no price: they say why
    const order = priced ? houses.map((row) => row.city) : [...cities];
    const jump = houses.find((row) => row.jump)?.city;
    const line = { type: 'houses', seat, cities: order, ...(jump === undefined ? {} : { jump }) } as const;
    write(priced ? { ...line, paid: cost } : line);
  };
  return (
    <>
      <Ask title={t('real.ask.build', { name })} note={<span className="note">{t('real.build.note')}</span>}>
        {layout && (
          <div className="real-map">
            <Board
              board={board}
              layout={layout}
              zone={game.areas}
              houses={game.houses}
              marks={game.marks}
              step={game.step}
              me={seat}
              names={names}
              facts={facts}
              plan={cities}
              onCity={toggle}
              legend={false}
            />
          </div>
        )}
      </Ask>
      <Dock
        title={t('real.dock.build', { name })}
        note={priced && cities.length > 0 ? t('real.left', { n: money - cost }) : undefined}
      >
        <div className="real-fields">
          <form
            className="real-typed"
            onSubmit={(event) => {
              event.preventDefault();
              if (meant !== null) {
                setShort(meant);
                propose(meant);
                setTyped('');
                return;
              }
              const first = found[0];
              if (!first) return;
              toggle(first.id);
              setTyped('');
            }}
          >
            <label>
              {t('real.city')}{' '}
              <input
                value={typed}
                maxLength={40}
                autoComplete="off"
                placeholder={t('real.city.three')}
                onChange={({ target: { value } }) => {
                  setTyped(value);
                }}
              />
            </label>
            <button type="submit" aria-disabled={typed.trim() === '' || (found.length === 0 && meant === null)}>
              {meant !== null
                ? t('real.short.meant', { houses: meant.count, n: meant.total })
                : found[0]
                  ? t('real.city.add', { city: found[0].name })
                  : t(typed.trim() === '' ? 'real.city.add.none' : 'real.city.none')}
            </button>
          </form>
          {cities.length > 0 && (
            <div className="real-picks">
              {cities.map((city) => (
                <button
                  type="button"
                  key={city}
                  aria-pressed="true"
                  aria-label={t('real.city.off', { city: cityName(city) })}
                  onClick={() => {
                    toggle(city);
                  }}
                >
                  {cityName(city)} ×
                </button>
              ))}
            </div>
          )}
          {offered !== null && (
            <div className="real-offers" role="status">
              {offered.every((line) => line.type === 'houses' && line.paid !== short?.total) && (
                <p>{t('real.nofit', { n: short?.total ?? 0 })}</p>
              )}
              {offered.map((line, index) =>
                line.type === 'houses' ? (
                  <button
                    type="button"
                    key={index}
                    onClick={() => {
                      setCities(line.cities ?? []);
                      setOffered(null);
                    }}
                  >
                    {(line.cities ?? []).map(cityName).join(', ')} · {line.paid}
                  </button>
                ) : null,
              )}
            </div>
          )}
        </div>
        <div className="real-buttons">
          {short === null ? (
            <button
              type="button"
              onClick={() => {
                setShort({ count: 1, total: 10 });
              }}
            >
              {t('real.short')}
            </button>
          ) : (
            <span className="real-sum">
              <NumberField
                label={t('real.short.houses')}
                value={short.count}
                most={12}
                onChange={(count) => {
                  setShort({ ...short, count });
                }}
              />
              <NumberField
                label={t('real.sum')}
                value={short.total}
                onChange={(total) => {
                  setShort({ ...short, total });
                }}
              />
              <button
                type="button"
                onClick={() => {
                  propose(short);
                }}
              >
                {t('real.propose')}
              </button>
            </span>
          )}
          <button type="button" className="primary" data-primary aria-disabled={busy} onClick={send}>
            {cities.length === 0 ? t('real.nohouse', { name }) : t('real.pays', { name, n: priced ? cost : '?' })}
          </button>
        </div>
      </Dock>
    </>
  );
}
