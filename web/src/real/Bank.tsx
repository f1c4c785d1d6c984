/** The bank: everybody in turn order with money, plants and fuel. Counting somebody's money finds what was written wrong. */
import { useState } from 'react';
import { Fuel, Icon, Token } from '../glyphs/glyphs';
import { plantName } from '../state/log';
import { useText } from '../text';
import { useReal } from './context';

function BankCard({ seat, place }: { seat: number; place: number }) {
  const t = useText();
  const { game, names, write, busy } = useReal();
  const [counted, setCounted] = useState<number | null>(null);
  const row = game.seats[seat];
  if (!row) return null;
  const name = names[seat] ?? '';
  const money = row.money ?? 0;
  const shown = counted ?? money;
  const tag =
    game.actor === seat
      ? t('real.now')
      : game.phase !== 'auction'
        ? null
        : row.bought
          ? t('tag.bought')
          : row.out
            ? t('tag.out')
            : row.passed
              ? t('tag.passed')
              : null;
  return (
    <li className={`bank-card ${game.actor === seat ? 'acting' : ''}`} aria-current={game.actor === seat || undefined}>
      <div className="bank-top">
        <span className="bank-place">{place}</span>
        <Token seat={seat} />
        <b className="bank-name" title={name}>
          {name}
        </b>
        <small>
          {row.cities.length} <Icon name="house" />
          <span className="hidden-text">{t('player.cities', { n: row.cities.length })}</span>
        </small>
      </div>
      <b className="bank-sum">{money}</b>
      <div className="bank-money">
        <button
          type="button"
          aria-label={t('real.less', { name })}
          onClick={() => {
            setCounted(Math.max(0, shown - 1));
          }}
        >
          −
        </button>
        <input
          inputMode="numeric"
          aria-label={t('real.money', { name })}
          value={shown}
          onChange={({ target: { value } }) => {
            const number = Number(value.replace(/\D/g, '').slice(0, 5));
            setCounted(number);
          }}
        />
        <button
          type="button"
          aria-label={t('real.more', { name })}
          onClick={() => {
            setCounted(shown + 1);
          }}
        >
          +
        </button>
      </div>
      {counted !== null && counted !== money ? (
        <button
          type="button"
          className="bank-count"
          aria-disabled={busy}
          onClick={() => {
            if (busy) return;
            write({ type: 'count', seat, money: counted });
            setCounted(null);
          }}
        >
          {t('real.counted', { name, n: counted })}
        </button>
      ) : (
        <div className="bank-low">
          <span className="bank-plants">
            {row.plants.map((plant) => (
              <b key={plant}>{plantName(plant)}</b>
            ))}
          </span>
          {tag !== null && <span className={game.actor === seat ? 'bank-tag now' : 'bank-tag'}>{tag}</span>}
          <span className="bank-fuel">
            {Object.entries(row.fuel)
              .filter(([, n]) => n > 0)
              .map(([fuel, n]) => (
                <span key={fuel}>
                  {n} <Fuel kind={fuel} />
                </span>
              ))}
          </span>
        </div>
      )}
    </li>
  );
}

export function Bank() {
  const t = useText();
  const { game, names } = useReal();
  const order = game.order.length > 0 ? game.order : names.map((_, seat) => seat);
  const people = order.filter((seat) => typeof seat === 'number');
  return (
    <ol className="bank" aria-label={t('real.bank')}>
      {people.map((seat, index) => (
        <BankCard key={seat} seat={seat} place={index + 1} />
      ))}
    </ol>
  );
}
