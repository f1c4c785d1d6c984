/** The card game's fuel: price columns with their cards, singles, piles. Tapping a card puts it into the basket. */
import { Fuel, Icon, Token } from '../glyphs/glyphs';
import { ShownPlant } from '../parts/ShownPlant';
import { Spoken } from '../parts/Spoken';
import { useNote, useReason } from '../parts/Why';
import type { Reason } from '../state/play';
import { anchor } from '../base/anchors';
import { cardName } from '../state/log';
import { rows, usePlay, whyNot } from '../state/play';
import { sayGame, useText } from '../text';

const fuelOf = (card: string): string => card.slice(0, card.lastIndexOf('-'));
const unitsOf = (card: string): number =>
  card.endsWith('-single') ? 1 : Number(card.slice(card.lastIndexOf('-') + 1));

interface CardProps {
  card: string;
  /** Its column and card, as the draft names them. */
  place: string;
  label: string;
  state: 'open' | 'taken' | 'closed';
  reason: Reason | null;
  note: Reason | null;
  onTap: () => void;
}

function FuelCard({ card, place, label, state, reason, note, onTap }: CardProps) {
  const why = useReason(reason && { ...reason, ...(note ? { also: note.text } : {}) });
  const known = useNote(reason ? null : note, state !== 'closed');
  return (
    <button
      type="button"
      className={`fuel-card of-${fuelOf(card)} ${state === 'taken' ? 'card-taken' : ''} ${reason ? 'greyed' : ''}`}
      ref={anchor(`card:${place}`)}
      data-card={place}
      aria-pressed={state === 'taken'}
      onClick={onTap}
      {...known}
      {...why}
    >
      <Spoken text={label} />
      <span className="through" aria-hidden="true">
        <span className="units">
          {Array.from({ length: unitsOf(card) }, (_, index) => (
            <Fuel key={index} kind={fuelOf(card)} />
          ))}
        </span>
        <span>{cardName(card)}</span>
      </span>
      {state === 'taken' && (
        <span className="card-tick">
          <Icon name="check" />
        </span>
      )}
    </button>
  );
}

export function ColumnsPanel() {
  const t = useText();
  const { game, board, menu, view, me, draft, change } = usePlay();
  const offer = rows(menu, 'buy_card');
  const buying = menu !== null && game.asked === 'buy_card' && me !== null;
  return (
    <section
      ref={anchor('fuels', 'unit')}
      className="panel columns"
      aria-labelledby="h-columns"
      id="fuel"
      tabIndex={-1}
    >
      <header>
        <h2 id="h-columns">{t('columns')}</h2>
        <span className="aside">{t('columns.price')}</span>
      </header>
      <div className="column-grid">
        {Object.keys(game.columns).map((column, index) => {
          const price = board.column_prices[Number(column) - 1] ?? 0;
          const left: Record<string, number> = {};
          for (const [key, n] of Object.entries(draft.cards)) left[key] = n;
          return (
            <div className="column" key={column} role="group" aria-label={t('columns.column', { price })}>
              <h3>
                <Icon name="money" /> <b>{price}</b>{' '}
                <small>{t(index === 0 ? 'columns.singles' : 'columns.card')}</small>
              </h3>
              {(game.columns[column] ?? []).map((card, place) => {
                const key = `${column}/${card}`;
                const row = offer.find((one) => String(one.column) === column && one.card === card);
                const taken = (left[key] ?? 0) > 0;
                if (taken) left[key] = (left[key] ?? 0) - 1;
                const count = draft.cards[key] ?? 0;
                const reason =
                  buying && !row
                    ? whyNot(view, cardName(card), { type: 'buy_card', column: Number(column), card })
                    : null;
                return (
                  <FuelCard
                    key={place}
                    card={card}
                    place={key}
                    label={t('columns.buy', { card: cardName(card), price: row?.price ?? price })}
                    state={taken ? 'taken' : row ? 'open' : 'closed'}
                    reason={reason}
                    note={
                      board.fuel_cards_printed || card.endsWith('-single')
                        ? null
                        : { title: cardName(card), text: sayGame('reconstructed', 'fuel_card'), rule: '', free: true }
                    }
                    onTap={() => {
                      if (!row) return;
                      const rest = Object.fromEntries(Object.entries(draft.cards).filter(([other]) => other !== key));
                      const next = taken ? count - 1 : count + 1;
                      change({ cards: next > 0 ? { ...rest, [key]: next } : rest });
                    }}
                  />
                );
              })}
              {Array.from({ length: Math.max(0, 4 - (game.columns[column] ?? []).length) }, (_, place) => (
                <i key={place} className="fuel-card empty-card" />
              ))}
            </div>
          );
        })}
      </div>
      <p className="piles">
        <span>
          <b>{Object.values(game.fuel_stack.unseen).reduce((a, b) => a + b, 0)}</b> {t('columns.stack')}
        </span>
        <span>
          <b>{Object.values(game.fuel_stack.discard).reduce((a, b) => a + b, 0)}</b> {t('columns.discard')}
        </span>
      </p>
    </section>
  );
}

/** The incomes of last round: they decide the order. */
export function Incomes() {
  const t = useText();
  const { game, names } = usePlay();
  const most = Math.max(1, ...game.seats.map((seat) => seat.income));
  return (
    <div ref={anchor('incomes', 'unit')} className="incomes">
      <h3>
        {t('incomes')} <small>{t('incomes.order')}</small>
      </h3>
      {game.order.map((seat) =>
        typeof seat === 'number' ? (
          <p key={seat}>
            <span className="incomes-who">
              <Token seat={seat} size={14} /> {names[seat]}
            </span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(100 * (game.seats[seat]?.income ?? 0)) / most}%` }} />
            </span>
            <b>{game.seats[seat]?.income ?? 0}</b>
          </p>
        ) : null,
      )}
    </div>
  );
}

/** What lies before me: my plants and the fuel cards I hold. */
export function OwnPlants() {
  const t = useText();
  const { game, me, plants } = usePlay();
  const own = me === null ? undefined : game.seats[me];
  if (!own) return null;
  return (
    <section ref={anchor('unit')} className="panel own-hand" aria-labelledby="h-own">
      <header>
        <h2 id="h-own">{t('own')}</h2>
        <span className="aside">{t('cards.income', { income: own.earns })}</span>
      </header>
      <div className="plant-row count-4">
        {own.plants
          .flatMap((id) => plants.get(id) ?? [])
          .map((plant) => (
            <ShownPlant plant={plant} key={plant.id} />
          ))}
      </div>
      <h3>{t('player.storage')}</h3>
      <div className="own-cards">
        {own.cards.length === 0 && <span className="none">{t('own.empty')}</span>}
        {own.cards.map(([card, left], index) => (
          <span key={index} className={`own-card of-${fuelOf(card)}`}>
            {Array.from({ length: left }, (_, unit) => (
              <Fuel key={unit} kind={fuelOf(card)} />
            ))}
            <b>{left}</b>
          </span>
        ))}
      </div>
    </section>
  );
}
