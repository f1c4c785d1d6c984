/** The fields of a line, for a new one without a network and to correct one that is there: each kind of every game. */
import { useState } from 'react';
import { Token } from '../glyphs/glyphs';
import type { AnyAction, AnyLine } from '../protocol/schema';
import { plantName } from '../state/log';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { withSeat } from './draft';
import { CardsFields, PowerFields, TokensFields } from './FuelFields';
import { CityFields, HousesFields } from './HousesFields';
import { NumberField } from './NumberField';
import { cardKinds, seatOf } from './words';

interface Props {
  line: AnyLine;
  onChange: (line: AnyLine) => void;
  /** The plants that a player may have by then. */
  plantsOf: (seat: number) => readonly string[];
}

interface PlantProps {
  value: string;
  /** Cards that are no plants. */
  also?: readonly string[];
  onChange: (plant: string) => void;
}

/** A plant by its number; two that look alike are told apart by a press. */
function PlantField({ value, also = [], onChange }: PlantProps) {
  const t = useText();
  const { board } = useReal();
  const [typed, setTyped] = useState(also.includes(value) || value === '' ? '' : plantName(value));
  const meant = (text: string): string[] =>
    board.plants.map(({ id }) => id).filter((id) => id === text.trim() || plantName(id) === text.trim());
  const found = meant(typed);
  const picks = [...(found.length > 1 ? found : []), ...also];
  return (
    <>
      <label>
        {t('real.plant')}{' '}
        <input
          inputMode="numeric"
          maxLength={8}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(meant(target.value)[0] ?? '');
          }}
        />
      </label>
      {picks.map((id) => (
        <button
          type="button"
          key={id}
          aria-pressed={value === id}
          onClick={() => {
            if (also.includes(id)) setTyped('');
            onChange(id);
          }}
        >
          {also.includes(id) ? plantName(id) : id}
        </button>
      ))}
    </>
  );
}

interface PickProps {
  label: string;
  rows: readonly { id: string; text: string }[];
  chosen: readonly string[];
  onPick: (id: string) => void;
}

function Picks({ label, rows, chosen, onPick }: PickProps) {
  return (
    <div className="real-picks" role="group" aria-label={label}>
      {rows.map(({ id, text }) => (
        <button
          type="button"
          key={id}
          aria-pressed={chosen.includes(id)}
          onClick={() => {
            onPick(id);
          }}
        >
          {text} {chosen.length > 1 && chosen.includes(id) && <b>{chosen.indexOf(id) + 1}</b>}
        </button>
      ))}
    </div>
  );
}

function SeatField({ line, onChange }: Pick<Props, 'line' | 'onChange'>) {
  const t = useText();
  const { names } = useReal();
  return (
    <div className="choice" role="group" aria-label={t('real.offline.who')}>
      {names.map((name, seat) => (
        <button
          type="button"
          key={seat}
          aria-pressed={seat === seatOf(line)}
          aria-label={name}
          onClick={() => {
            onChange(withSeat(line, seat));
          }}
        >
          <Token seat={seat} />
        </button>
      ))}
    </div>
  );
}

/** The order of the first round: press the players; the last one is clear. */
function orderAfter(order: readonly number[], seat: number, seats: number): number[] {
  if (order.includes(seat)) return order.slice(0, order.indexOf(seat));
  const now = [...order, seat];
  const left = Array.from({ length: seats }, (_, one) => one).filter((one) => !now.includes(one));
  return left.length === 1 ? [...now, ...left] : now;
}

function StepFields({ action, onChange, plantsOf }: { action: AnyAction } & Omit<Props, 'line'>) {
  const t = useText();
  const { language } = useSettings();
  const { board, layout, game, names } = useReal();
  const put = (made: AnyAction): void => {
    onChange({ type: 'step', action: made });
  };
  const areas = board.areas.map(({ id, name }) => ({ id, text: layout?.areas[id]?.name[language] ?? name }));
  const plant = (id: string): number => board.plants.find((one) => one.id === id)?.number ?? 0;
  const kinds = (ids: readonly string[], text: (id: string) => string) => ids.map((id) => ({ id, text: text(id) }));
  switch (action.type) {
    case 'seat_order':
      return (
        <Picks
          label={t('real.order')}
          rows={names.map((text, seat) => ({ id: String(seat), text }))}
          chosen={action.order.map(String)}
          onPick={(id) => {
            put({ ...action, order: orderAfter(action.order, Number(id), names.length) });
          }}
        />
      );
    case 'zone':
      return (
        <Picks
          label={t('real.zone')}
          rows={areas}
          chosen={action.areas}
          onPick={(id) => {
            const has = action.areas.includes(id);
            const now = areas.map((area) => area.id).filter((one) => (one === id ? !has : action.areas.includes(one)));
            if (now.length <= board.area_count) put({ ...action, areas: now });
          }}
        />
      );
    case 'choose_area':
      return (
        <Picks
          label={t('real.offline.choose_area')}
          rows={areas}
          chosen={[action.area]}
          onPick={(area) => {
            put({ ...action, area });
          }}
        />
      );
    case 'mark_start':
    case 'place_trust':
    case 'close_city':
      return (
        <CityFields
          chosen={action.city === '' ? [] : [action.city]}
          onChange={(cities) => {
            put({ ...action, city: cities.at(-1) ?? '' });
          }}
        />
      );
    case 'show_back':
      return (
        <Picks
          label={t('real.back')}
          rows={kinds([...board.backs, board.end_card], (id) => sayCode('back', id))}
          chosen={[action.back]}
          onPick={(back) => {
            put({ ...action, back });
          }}
        />
      );
    case 'reveal_fuel':
      return (
        <Picks
          label={t('real.fuelcard')}
          rows={cardKinds(game, action.card)}
          chosen={[action.card]}
          onPick={(card) => {
            put({ ...action, card });
          }}
        />
      );
    case 'reveal':
      return (
        <PlantField
          value={action.plant}
          also={[board.end_card]}
          onChange={(id) => {
            put({ ...action, plant: id });
          }}
        />
      );
    case 'open':
      return (
        <>
          <PlantField
            value={action.plant}
            onChange={(id) => {
              put({ ...action, plant: id, bid: plant(id) });
            }}
          />
          <NumberField
            label={t('real.price')}
            value={action.bid}
            onChange={(bid) => {
              put({ ...action, bid });
            }}
          />
        </>
      );
    case 'bid':
      return (
        <NumberField
          label={t('real.price')}
          value={action.amount}
          onChange={(amount) => {
            put({ ...action, amount });
          }}
        />
      );
    case 'scrap': {
      const { give_up = {} } = action;
      const burns = board.plants.find(({ id }) => id === action.plant)?.fuels ?? [];
      return (
        <>
          <Picks
            label={t('real.plant')}
            rows={kinds(plantsOf(action.seat), plantName)}
            chosen={[action.plant]}
            onPick={(id) => {
              put({ ...action, plant: id, give_up: {} });
            }}
          />
          {burns.map((fuel) => (
            <span key={fuel} className="real-sum">
              {t('real.offline.gives', { fuel: sayCode('fuel', fuel) })}
              <NumberField
                label={t('real.offline.gives', { fuel: sayCode('fuel', fuel) })}
                value={give_up[fuel] ?? 0}
                most={20}
                onChange={(n) => {
                  const others = Object.entries(give_up).filter(([one]) => one !== fuel);
                  put({ ...action, give_up: Object.fromEntries(n > 0 ? [...others, [fuel, n]] : others) });
                }}
              />
            </span>
          ))}
        </>
      );
    }
    case 'discard_fuel':
      return (
        <Picks
          label={t('real.fuel')}
          rows={kinds(board.fuels, (id) => sayCode('fuel', id))}
          chosen={[action.fuel]}
          onPick={(fuel) => {
            put({ ...action, fuel });
          }}
        />
      );
    default:
      return null;
  }
}

export function LineForm({ line, onChange, plantsOf }: Props) {
  const t = useText();
  const { board } = useReal();
  const fields = (): React.ReactNode => {
    switch (line.type) {
      case 'step':
        return <StepFields action={line.action} {...{ onChange, plantsOf }} />;
      case 'sale':
        return (
          <>
            <PlantField
              value={line.plant}
              onChange={(plant) => {
                const price = board.plants.find(({ id }) => id === plant)?.number ?? 0;
                onChange({ ...line, plant, price });
              }}
            />
            <NumberField
              label={t('real.price')}
              value={line.price}
              onChange={(price) => {
                onChange({ ...line, price });
              }}
            />
          </>
        );
      case 'count':
        return (
          <NumberField
            label={t('real.offline.count')}
            value={line.money}
            onChange={(money) => {
              onChange({ ...line, money });
            }}
          />
        );
      case 'fuel':
        return board.kind === 'cards' ? (
          <CardsFields {...{ line, onChange }} />
        ) : (
          <TokensFields {...{ line, onChange }} />
        );
      case 'houses':
        return <HousesFields {...{ line, onChange }} />;
      case 'power':
        return <PowerFields {...{ line, onChange }} plants={plantsOf(line.seat)} />;
    }
  };
  return (
    <>
      {seatOf(line) !== null && <SeatField {...{ line, onChange }} />}
      {fields()}
    </>
  );
}
