/** Building: a plan of several cities in the cheapest order, its cost, the money left, confirm. On a phone one line that unfolds. */
import { useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import type { AnyAction, HouseQuote } from '../protocol/schema';
import { rows, usePlay } from '../state/play';
import { buildPlan, useQuote } from '../state/useQuote';
import { useText } from '../text';
import { isPlan } from '../state/facts';
import { Act, Figure, mayEnd, UndoButton } from '../parts/Act';
import { JumpBox } from './JumpBox';

export function Building() {
  const t = useText();
  const { menu, session, game, me, draft, change, board, view, answers = false } = usePlay();
  const seat = menu?.seat ?? 0;
  const own = me === null ? undefined : game.seats[me];
  const money = own?.money ?? 0;
  const planned = draft.cities.length > 0;
  const quoted = useQuote(buildPlan(draft.cities, draft.jump));
  const quote = quoted?.quote ?? null;
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const current = quote !== null && quote.houses.length + quote.problems.length === draft.cities.length ? quote : null;
  const short = current !== null && current.money_left < 0;
  const offer = [...rows(menu, 'build'), ...rows(menu, 'jump')];
  /** What a city's price is made of, and from which city its connection comes. */
  const parts = ({ city, connection, house, jump }: HouseQuote): string => {
    if (jump) return t('build.parts.jump', { house });
    const from = quoted?.paths[city]?.[0];
    if (board.passing > 0 && isPlan(board)) {
      const n = connection / board.passing;
      return n > 0 ? t('build.parts.past', { n, connection, house }) : t('build.parts.next', { house });
    }
    if (from === undefined || from === city)
      return connection > 0 ? t('build.parts.network', { connection, house }) : t('build.parts.first', { house });
    return t('build.parts.from', { connection, house, city: names.get(from) ?? from });
  };
  const confirm = (ends: boolean): void => {
    if (!current) return;
    const houses: AnyAction[] = current.houses.map((row) => ({
      type: row.jump ? 'jump' : 'build',
      seat,
      city: row.city,
    }));
    const actions: AnyAction[] = ends ? [...houses, { type: 'pass', seat }] : houses;
    void session.act(...actions).then(() => {
      change({ cities: [], jump: null });
    });
  };
  const [unfolded, setUnfolded] = useState(false);
  const end = (): void => {
    void session.act({ type: 'pass', seat });
  };
  return (
    <div className={`console-grid with-basket building ${unfolded ? 'unfolded' : 'folded'}`}>
      <button
        type="button"
        className="unfold"
        aria-expanded={unfolded}
        aria-label={t(unfolded ? 'build.fold' : 'build.unfold')}
        onClick={() => {
          setUnfolded(!unfolded);
        }}
      >
        <Icon name="up" />
      </button>
      <p className="build-line" role="status">
        <b>
          {planned
            ? t('build.line', { n: draft.cities.length, left: current?.money_left ?? '…' })
            : t(offer.length > 0 ? 'build.line.tap' : 'build.nothing')}
        </b>
        <small className={planned ? 'good' : ''}>
          {planned
            ? current && t('build.line.earn', { n: current.cities, supplied: current.supplied, income: current.income })
            : t('build.line.money', { money })}
        </small>
      </p>
      <div className="about basket" role="status">
        {!planned && <p className="lead">{offer.length > 0 ? t('build.tap') : t('build.nothing')}</p>}
        {!planned && board.second_network > 0 && (own?.cities.length ?? 0) > 0 && (
          <p className="note">{t('build.island', { cost: board.second_network })}</p>
        )}
        {planned && !current && <p className="note">{t('build.asking')}</p>}
        {(planned ? (current?.houses ?? []) : []).map((row, index) => (
          <p key={row.city} className="basket-line">
            <i className="order">{index + 1}</i>
            <b>{names.get(row.city)}</b>
            <small>{parts(row)}</small>
            <span>{row.house + row.connection}</span>
            <button
              type="button"
              className="plain"
              aria-label={t('build.drop', { city: names.get(row.city) ?? row.city })}
              onClick={() => {
                change({
                  cities: draft.cities.filter((city) => city !== row.city),
                  ...(row.city === draft.jump ? { jump: null } : {}),
                });
              }}
            >
              <Icon name="close" />
            </button>
          </p>
        ))}
        {planned && current && current.houses.length > 1 && (
          <p className="note">
            <Icon name="check" /> {t('build.order')}
          </p>
        )}
        {board.starting_cities.length > 0 && <JumpBox quote={current} />}
      </div>
      <div className="much">
        <Figure
          label={planned ? t('build.plan') : t('money')}
          value={planned ? (current?.house_cost ?? '…') : money}
          note={planned ? t('money.left', { left: current?.money_left ?? money, money }) : undefined}
        />
        {planned && current && (
          <p className="note">
            {t('build.then', { n: current.cities, supplied: current.supplied, income: current.income })}
          </p>
        )}
      </div>
      <div className="buttons">
        {planned && (
          <Act
            primary
            onClick={() => {
              confirm(false);
            }}
            reason={
              short
                ? { title: t('build.title'), text: t('build.short', { short: -current.money_left }), rule: '' }
                : null
            }
          >
            {answers
              ? t('build.names', {
                  cities: draft.cities.map((city) => names.get(city) ?? city).join(', '),
                  cost: current?.house_cost ?? '…',
                })
              : t('build.do', { n: draft.cities.length, cost: current?.house_cost ?? '…' })}
          </Act>
        )}
        {planned ? (
          <Act
            className="do-end"
            onClick={() => {
              confirm(true);
            }}
            reason={
              short
                ? { title: t('build.title'), text: t('build.short', { short: -current.money_left }), rule: '' }
                : null
            }
          >
            {t('turn.buildend')}
          </Act>
        ) : (
          <Act primary={answers || mayEnd(menu, view.mine, 'build')} className="end" name="end" onClick={end}>
            {t(answers ? 'coach.build.none' : 'turn.end')}
          </Act>
        )}
        <span className="pair">
          <UndoButton />
          {planned && (
            <button
              type="button"
              className="clear"
              onClick={() => {
                change({ cities: [], jump: null });
              }}
            >
              {t('clear')}
            </button>
          )}
        </span>
      </div>
    </div>
  );
}
