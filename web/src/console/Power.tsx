/** Powering: which plants run, the best choice ticked, what it earns. */
import { useState } from 'react';
import { useAdvised } from '../coach/advice';
import { Fuel, Icon } from '../glyphs/glyphs';
import { Question } from '../parts/Dialog';
import type { RunChoice } from '../protocol/schema';
import { rows, usePlay } from '../state/play';
import { bestRun, hasChoice, runsOf } from '../state/prepare';
import { sayCode, useText } from '../text';
import { Act, UndoButton } from '../parts/Act';

const burnWords = (burn: Record<string, number>): string =>
  Object.entries(burn)
    .map(([fuel, count]) => `${count} ${sayCode('fuel', fuel)}`)
    .join(', ');

/** `early`: what can be run, before the turn; the choice is stored and played when the turn comes. */
export function Power({ early }: { early?: RunChoice[] }) {
  const t = useText();
  const { menu, session, game, me, draft, change, plants, board, view } = usePlay();
  const advised = useAdvised('run');
  const [asking, setAsking] = useState(false);
  const [fewer, setFewer] = useState(false);
  const offer = early ?? rows(menu, 'run');
  const best = bestRun(offer);
  const index = draft.run !== null && draft.run < offer.length ? draft.run : best;
  const row = offer[index];
  const own = me === null ? undefined : game.seats[me];
  if (!row || !own) return null;
  const running = row.plants.map((plant) => plant.plant);
  const same = runsOf(offer, running);
  const top = offer[best]?.income ?? 0;
  const toggle = (id: string): void => {
    const next = running.includes(id) ? running.filter((other) => other !== id) : [...running, id];
    const run = runsOf(offer, next)[0];
    if (run !== undefined) change({ run: run });
  };
  // nothing to weigh where one run earns most and burns least: fewer cities are behind a button
  const weighed = fewer || index !== best || hasChoice(offer, best);
  const steps = [...new Set(offer.map((one) => one.cities))].sort((a, b) => a - b);
  const go = (): void => {
    if (early === undefined) void session.act({ type: 'run', seat: row.seat, plants: row.plants });
    else session.orders(row.seat, { ...(view.mine.orders[String(row.seat)]?.plan ?? {}), run: [...row.plants] });
  };
  // nobody is warned of what the adviser says
  const isAdvised = JSON.stringify(advised?.plants) === JSON.stringify(row.plants);
  const cardGame = board.kind === 'cards';
  // mines sell when all have been paid, whatever runs
  const sells = own.sells ?? 0;
  return (
    <div className="console-grid power">
      <div className="about wide-about">
        <div className="run-plants">
          {own.plants.map((id) => {
            const plant = plants.get(id);
            const used = row.plants.find((one) => one.plant === id);
            const can = used !== undefined || runsOf(offer, [...running, id]).length > 0;
            if (!plant) return null;
            return (
              <label key={id} className={`run-plant ${used ? 'on' : ''} ${can ? '' : 'cannot'}`}>
                <input
                  type="checkbox"
                  checked={used !== undefined}
                  aria-disabled={!can}
                  onChange={() => {
                    toggle(id);
                  }}
                />
                <b>{plant.number}</b>
                <span>
                  {cardGame ? (
                    `+${plant.income}`
                  ) : (
                    <>
                      {plant.cities} <Icon name="house" />
                    </>
                  )}
                </span>
                <small>
                  {used && Object.keys(used.burn).length > 0 ? (
                    <>
                      <span className="run-word">{t('run.burns')}</span>{' '}
                      {Object.entries(used.burn).flatMap(([fuel, count]) =>
                        Array.from({ length: count }, (_, n) => <Fuel key={`${fuel}${n}`} kind={fuel} />),
                      )}
                    </>
                  ) : used ? (
                    t('plant.nofuel')
                  ) : can ? (
                    t('run.rests')
                  ) : (
                    t('run.nofuel')
                  )}
                </small>
              </label>
            );
          })}
        </div>
        {same.length > 1 && (
          <label className="mix">
            {t('run.mix')}{' '}
            <select
              value={index}
              onChange={(event) => {
                change({ run: Number(event.target.value) });
              }}
            >
              {same.map((at) => (
                <option key={at} value={at}>
                  {(offer[at]?.plants ?? [])
                    .filter((one) => Object.keys(one.burn).length > 0)
                    .map((one) => `${plants.get(one.plant)?.number ?? one.plant}: ${burnWords(one.burn)}`)
                    .join(' · ')}
                </option>
              ))}
            </select>
          </label>
        )}
        {!cardGame && steps.length > 1 && !weighed && (
          <button
            type="button"
            className="fewer"
            onClick={() => {
              setFewer(true);
            }}
          >
            {t('run.fewer')}
          </button>
        )}
        {!cardGame && steps.length > 1 && weighed && (
          <div className="ladder" role="group" aria-label={t('run.ladder')}>
            <span className="ladder-head" aria-hidden="true">
              <small>{t('run.cities')}</small>
              <b>{t('run.pay')}</b>
            </span>
            {steps.map((cities) => (
              <button
                type="button"
                key={cities}
                className={cities === row.cities ? 'on' : ''}
                aria-pressed={cities === row.cities}
                onClick={() => {
                  change({ run: bestOf(offer, cities) });
                }}
              >
                <small>{cities}</small>
                <b>{board.payment[cities] ?? 0}</b>
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="buttons">
        <Act
          primary
          onClick={() => {
            if (row.income < top && !isAdvised) setAsking(true);
            else go();
          }}
        >
          {sells > 0 ? t('run.do.mines', { income: row.income, sells }) : t('run.do', { income: row.income })}
        </Act>
        <p className="sum">
          {!cardGame && <b>{t('run.supplied', { n: row.cities, cities: own.cities.length })}</b>}
          <span>
            {own.money === null
              ? ''
              : `${own.money} + ${row.income}${sells > 0 ? ` + ${sells}` : ''} = ${own.money + row.income + sells}`}
          </span>
        </p>
        <UndoButton />
      </div>
      {asking && (
        <Question
          title={t('slip.run.title')}
          text={t('slip.run', { income: row.income, best: top })}
          yes={t('slip.run.yes', { income: row.income })}
          no={t('slip.stay')}
          onYes={() => {
            setAsking(false);
            go();
          }}
          onNo={() => {
            setAsking(false);
            change({ run: null });
          }}
        />
      )}
    </div>
  );
}

function bestOf(offer: readonly { cities: number; income: number }[], cities: number): number {
  let best = 0;
  let most = -1;
  offer.forEach((row, index) => {
    if (row.cities === cities && row.income > most) [best, most] = [index, row.income];
  });
  return best;
}
