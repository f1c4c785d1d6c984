/** What chance decides on a real table somebody enters: the order, the areas, the card that came. */
import { useState } from 'react';
import { PlantFace, usePlantWords } from '../parts/Plant';
import { Token } from '../glyphs/glyphs';
import { cardName, plantName } from '../state/log';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { Ask } from './Dock';

export function OrderEntry() {
  const t = useText();
  const { names, write, busy } = useReal();
  const [order, setOrder] = useState<number[]>([]);
  const rest = names.map((_, seat) => seat).filter((seat) => !order.includes(seat));
  const tap = (seat: number): void => {
    if (busy) return;
    const now = [...order, seat];
    const last = rest.filter((one) => one !== seat);
    if (last.length > 1) setOrder(now);
    else {
      write({ type: 'step', action: { type: 'seat_order', order: [...now, ...last] } });
      setOrder([]);
    }
  };
  return (
    <Ask title={t('real.order')}>
      <p className="note">{t('real.order.note', { n: order.length + 1 })}</p>
      <div className="real-picks">
        {names.map((name, seat) => (
          <button
            type="button"
            key={seat}
            aria-pressed={order.includes(seat)}
            aria-disabled={order.includes(seat)}
            onClick={() => {
              if (rest.includes(seat)) tap(seat);
            }}
          >
            <Token seat={seat} /> {name} {order.includes(seat) && <b>{order.indexOf(seat) + 1}</b>}
          </button>
        ))}
      </div>
      {order.length > 0 && (
        <button
          type="button"
          onClick={() => {
            setOrder([]);
          }}
        >
          {t('clear')}
        </button>
      )}
    </Ask>
  );
}

export function ZoneEntry() {
  const t = useText();
  const { language } = useSettings();
  const { board, layout, sheet, write, busy } = useReal();
  const [areas, setAreas] = useState<string[]>([]);
  const zones = sheet.draws.flatMap((draw) => (draw.type === 'zone' ? [draw.areas] : []));
  const chosen = zones.find((zone) => zone.length === areas.length && zone.every((area) => areas.includes(area)));
  // sheets list a hundred zones at most; where there are more every area stays open, and the rules say no
  const open = (area: string): boolean =>
    zones.length >= 100 || zones.some((zone) => [...areas, area].every((one) => zone.includes(one)));
  return (
    <Ask title={t('real.zone')}>
      <p className="note">{t('zone.left', { n: board.area_count - areas.length })}</p>
      <div className="real-picks">
        {board.areas.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            aria-pressed={areas.includes(id)}
            aria-disabled={!areas.includes(id) && !open(id)}
            onClick={() => {
              if (areas.includes(id)) setAreas(areas.filter((area) => area !== id));
              else if (open(id)) setAreas([...areas, id]);
            }}
          >
            {layout?.areas[id]?.name[language] ?? name}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="primary"
        aria-disabled={busy || areas.length !== board.area_count}
        onClick={() => {
          if (!busy && areas.length === board.area_count)
            write({
              type: 'step',
              action: {
                type: 'zone',
                areas: chosen ?? board.areas.map(({ id }) => id).filter((id) => areas.includes(id)),
              },
            });
        }}
      >
        {t('real.zone.done')}
      </button>
    </Ask>
  );
}

/** Which space is closed next: those of one cost that are still open. */
export function CloseEntry() {
  const t = useText();
  const { board, sheet, write, busy } = useReal();
  const cities = sheet.draws.flatMap((draw) => (draw.type === 'close_city' ? [draw.city] : []));
  const rows = board.cities.filter((city) => cities.includes(city.id));
  return (
    <Ask title={t('real.close', { cost: rows[0]?.spaces[0]?.[0] ?? 0 })}>
      <p className="note">{t('real.close.note')}</p>
      <div className="real-picks">
        {rows.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            data-city={id}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) write({ type: 'step', action: { type: 'close_city', city: id } });
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </Ask>
  );
}

/** Which plant was drawn: all that can come, in order; a number can be typed. */
export function PlantEntry() {
  const t = useText();
  const words = usePlantWords();
  const { board, sheet, write, busy } = useReal();
  const [typed, setTyped] = useState('');
  const cards = sheet.draws.flatMap((draw) => (draw.type === 'reveal' ? [draw.plant] : []));
  const order = board.plants.map((plant) => plant.id);
  const shown = [...cards].sort((a, b) => (order.indexOf(a) + 1 || 1e6) - (order.indexOf(b) + 1 || 1e6));
  const draw = (plant: string): void => {
    if (!busy) write({ type: 'step', action: { type: 'reveal', plant } });
  };
  return (
    <Ask
      title={t('real.drawn')}
      note={
        <>
          <span className="note">{t('real.drawn.note')}</span>
          <small className="real-count">{t('real.drawn.n', { n: cards.length })}</small>
        </>
      }
    >
      <div className="real-cards">
        {shown.map((id) => {
          const plant = board.plants.find((one) => one.id === id);
          return plant ? (
            <button
              type="button"
              key={id}
              className="real-card"
              data-plant={id}
              onClick={() => {
                draw(id);
              }}
            >
              <span className="real-face" aria-hidden="true">
                <PlantFace plant={plant} small />
              </span>
              <span className="hidden-text">{words(plant)}</span>
            </button>
          ) : (
            <button
              type="button"
              key={id}
              className="real-card real-end"
              data-plant={id}
              onClick={() => {
                draw(id);
              }}
            >
              {plantName(id)}
            </button>
          );
        })}
      </div>
      <form
        className="real-typed"
        onSubmit={(event) => {
          event.preventDefault();
          const match = cards.find((id) => id === typed.trim()) ?? cards.find((id) => plantName(id) === typed.trim());
          if (typed.trim() !== '') draw(match ?? typed.trim());
          setTyped('');
        }}
      >
        <label>
          {t('real.number')}{' '}
          <input
            inputMode="numeric"
            maxLength={8}
            value={typed}
            onChange={({ target: { value } }) => {
              setTyped(value);
            }}
          />
        </label>
        <small>{t('real.drawn.removed')}</small>
      </form>
    </Ask>
  );
}

/** A back of the stack, or a fuel card: few kinds, one press. */
export function KindEntry() {
  const t = useText();
  const { sheet, write, busy } = useReal();
  const backs = sheet.draws.some((draw) => draw.type === 'show_back');
  return (
    <Ask title={t(backs ? 'real.back' : 'real.fuelcard')}>
      <div className="real-picks">
        {sheet.draws.map((draw, index) => (
          <button
            type="button"
            key={index}
            onClick={() => {
              if (!busy) write({ type: 'step', action: draw });
            }}
          >
            {draw.type === 'show_back'
              ? sayCode('back', draw.back)
              : draw.type === 'reveal_fuel'
                ? cardName(draw.card)
                : ''}
          </button>
        ))}
      </div>
    </Ask>
  );
}
