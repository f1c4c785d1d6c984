/** The plant market: current and future rows, token, stack and the deck tracker. When opening, the cards are the choice. */
import { useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Dialog } from '../parts/Dialog';
import { PlantFace, usePlantWords } from '../parts/Plant';
import { Spoken } from '../parts/Spoken';
import { useReason, type Reason } from '../parts/Why';
import type { GameView, PlantRow } from '../protocol/schema';
import { rows, usePlay, whyNot } from '../state/play';
import { sayCode, useText } from '../text';

interface CardProps {
  plant: PlantRow;
  small: boolean;
  choice: 'open' | 'chosen' | 'lot' | null;
  tab: boolean;
  tag: string | null;
  reason: Reason | null;
  onChoose: () => void;
  onKey: (event: KeyboardEvent) => void;
}

function PlantCard({ plant, small, choice, tab, tag, reason, onChoose, onKey }: CardProps) {
  const words = usePlantWords();
  const why = useReason(reason);
  const classes = [
    'plant',
    small ? 'plant-small' : '',
    choice === null ? '' : `plant-${choice}`,
    reason ? 'greyed' : '',
  ].join(' ');
  const label = tag === null ? words(plant) : `${words(plant)} ${tag}`;
  if (choice === 'open' || choice === 'chosen') {
    return (
      <button
        type="button"
        role="radio"
        aria-checked={choice === 'chosen'}
        tabIndex={tab ? 0 : -1}
        className={classes}
        data-plant={plant.id}
        onClick={onChoose}
        onKeyDown={onKey}
      >
        <Spoken text={label} />
        <span className="through" aria-hidden="true">
          <PlantFace plant={plant} small={small} tag={tag} />
        </span>
      </button>
    );
  }
  return (
    <div
      className={classes}
      role={reason ? 'button' : undefined}
      tabIndex={reason ? 0 : undefined}
      data-plant={plant.id}
      {...why}
    >
      <Spoken text={label} />
      <span className="through" aria-hidden="true">
        <PlantFace plant={plant} small={small} tag={tag} />
      </span>
      {reason && <Icon name="lock" className="corner" />}
    </div>
  );
}

export function PlantsPanel() {
  const t = useText();
  const { game, menu, view, me, plants, draft, change, board, past } = usePlay();
  const group = useRef<HTMLDivElement>(null);
  const offer = rows(menu, 'open');
  const chosen = draft.plant ?? null;
  const cardGame = board.column_prices.length > 0;
  const all = [...game.plants.current, ...game.plants.future];

  const pick = (id: string): void => {
    const row = offer.find((one) => one.plant === id);
    if (row) change({ plant: id, bid: row.least });
  };
  const arrow = (id: string) => (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = offer.findIndex((one) => one.plant === id);
    const next = offer[(at + by + offer.length) % offer.length];
    if (!next) return;
    pick(next.plant);
    group.current?.querySelector<HTMLElement>(`[data-plant="${CSS.escape(next.plant)}"]`)?.focus();
  };
  const card = (id: string, small: boolean) => {
    const plant = plants.get(id);
    if (!plant) {
      return (
        <div key={id} className={`plant plant-end ${small ? 'plant-small' : ''}`}>
          <Icon name="bolt" />
          <span>{sayCode('endcard', id)}</span>
        </div>
      );
    }
    const open = offer.some((one) => one.plant === id);
    const lot = past === null && game.auction?.plant === id;
    const tag = game.plants.discount === id ? t('plant.discount') : null;
    const asked = offer.length > 0 && me !== null;
    return (
      <PlantCard
        key={id}
        plant={plant}
        small={small}
        choice={lot ? 'lot' : open ? (chosen === id ? 'chosen' : 'open') : null}
        tab={chosen === null ? offer[0]?.plant === id : chosen === id}
        tag={tag}
        reason={
          asked && !open ? whyNot(view, t('plant.title', { number: plant.number }), { type: 'open', plant: id }) : null
        }
        onChoose={() => {
          pick(id);
        }}
        onKey={arrow(id)}
      />
    );
  };
  const open = game.plants.future.length === 0;
  return (
    <section className="panel plants" aria-labelledby="h-plants" id="plants" tabIndex={-1}>
      <header>
        <h2 id="h-plants">{t('plants')}</h2>
        <span className="aside">
          {open && game.step === 3 ? t('plants.step3') : cardGame ? t('plants.cards') : t('plants.number')}
        </span>
      </header>
      <div
        ref={group}
        className={open ? 'market all-open' : 'market'}
        role={offer.length > 0 ? 'radiogroup' : undefined}
        aria-label={offer.length > 0 ? t('plants.choose') : undefined}
      >
        <div>
          {!open && <h3>{t('plants.current')}</h3>}
          <div className={`plant-row count-${Math.max(4, game.plants.current.length)}`}>
            {game.plants.current.map((id) => card(id, false))}
          </div>
        </div>
        {!open && (
          <div>
            <h3>{t('plants.future')}</h3>
            <div className={`plant-row count-${Math.max(4, game.plants.future.length)}`}>
              {game.plants.future.map((id) => card(id, true))}
            </div>
          </div>
        )}
      </div>
      <DeckTracker game={game} seen={all} />
    </section>
  );
}

/** The stack: back of the top card, cards left, every unseen plant; a click opens the odds. */
function DeckTracker({ game, seen }: { game: GameView; seen: string[] }) {
  const t = useText();
  const { plants } = usePlay();
  const [open, setOpen] = useState(false);
  const { stack, top_back: back, unseen, under } = game.plants;
  const odds = new Map(game.odds.map((row) => [row.card, row]));
  const unseenCards = Object.values(unseen).flatMap((group) => group.cards);
  const shown = [...new Set([...unseenCards, ...game.odds.map((row) => row.card)])].filter((id) => !seen.includes(id));
  const number = (id: string): number => plants.get(id)?.number ?? 999;
  shown.sort((a, b) => number(a) - number(b));
  const percent = (id: string): string => {
    const row = odds.get(id);
    return row ? `${Math.round((100 * row.weight) / row.of)} %` : '–';
  };
  const name = (id: string): string => (plants.has(id) ? String(plants.get(id)?.number) : sayCode('endcard', id));
  return (
    <>
      <button
        type="button"
        className="deck"
        onClick={() => {
          setOpen(true);
        }}
        aria-haspopup="dialog"
      >
        <span className={`back back-${back ?? 'none'}`}>
          <Icon name="bolt" />
        </span>
        <span className="deck-text">
          <span>
            <b>{t('deck.left', { n: stack })}</b>
            {back !== null && <> · {sayCode('back', back)}</>}
          </span>
          <span className="chips" aria-hidden="true">
            {shown.map((id) => (
              <i key={id} className={odds.has(id) ? 'chip' : 'chip chip-not'}>
                {plants.has(id) ? name(id) : '★'}
              </i>
            ))}
          </span>
        </span>
      </button>
      {open && (
        <Dialog
          title={t('deck')}
          wide
          onClose={() => {
            setOpen(false);
          }}
        >
          <p>{t('deck.explain', { n: stack })}</p>
          <table className="odds">
            <thead>
              <tr>
                <th scope="col">{t('plant')}</th>
                <th scope="col">{t('deck.what')}</th>
                <th scope="col">{t('deck.next')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((id) => (
                <tr key={id} className={odds.has(id) ? '' : 'not'}>
                  <th scope="row">{name(id)}</th>
                  <td>{plants.has(id) ? <OddsPlant id={id} /> : ''}</td>
                  <td>{percent(id)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {under.length > 0 && <p>{t('deck.under', { plants: under.map(name).join(', ') })}</p>}
          {game.plants.removed.length > 0 && (
            <p>{t('deck.removed', { plants: game.plants.removed.map(name).join(', ') })}</p>
          )}
        </Dialog>
      )}
    </>
  );
}

function OddsPlant({ id }: { id: string }) {
  const words = usePlantWords();
  const plant = usePlay().plants.get(id);
  return <>{plant ? words(plant) : id}</>;
}
