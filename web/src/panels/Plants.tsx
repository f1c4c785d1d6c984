/** The plant market: current and future rows, token, stack and the deck tracker. When opening, the cards are the choice. */
import { memo, useRef, useState, type KeyboardEvent } from 'react';
import { WorthTag } from '../coach/Worth';
import { Icon } from '../glyphs/glyphs';
import { Dialog } from '../parts/Dialog';
import { PlantFace, usePlantWords } from '../parts/Plant';
import { usePlantNote } from '../parts/ShownPlant';
import { Spoken } from '../parts/Spoken';
import { useNote, useReason } from '../parts/Why';
import type { Reason } from '../state/play';
import type { PlantRow } from '../protocol/schema';
import { anchor } from '../base/anchors';
import { rows, usePart, whyNot, type Play } from '../state/play';
import { sayCode, useText } from '../text';
import { ContractorNote, ContractorPays } from './Contractor';
import { OwnPlantsRow } from './OwnPlantsRow';
import { useSlide } from './useSlide';

/** Chips of the stack that two lines hold; more of them are smaller. */
const MANY = 22;

interface CardProps {
  plant: PlantRow;
  small: boolean;
  choice: 'open' | 'chosen' | 'lot' | null;
  tab: boolean;
  tag: string | null;
  fresh: boolean;
  reason: Reason | null;
  onChoose: () => void;
  onKey: (event: KeyboardEvent) => void;
}

function PlantCard({ plant, small, choice, tab, tag, fresh, reason, onChoose, onKey }: CardProps) {
  const t = useText();
  const words = usePlantWords();
  const note = usePlantNote()(plant);
  const why = useReason(reason && { ...reason, ...(note ? { also: note.text } : {}) });
  const live = choice === 'open' || choice === 'chosen';
  const known = useNote(reason ? null : note, live);
  const classes = [
    'plant',
    small ? 'plant-small' : '',
    choice === null ? '' : `plant-${choice}`,
    reason ? 'greyed' : '',
  ].join(' ');
  const label = [words(plant), tag ?? '', fresh ? t('plant.new') : ''].filter((part) => part !== '').join(' ');
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') {
      onKey(event);
      return;
    }
    event.preventDefault();
    onChoose();
  };
  // one element whatever can be done with it: a card that became a button would be drawn again with every turn
  const radio = { role: 'radio', 'aria-checked': choice === 'chosen', tabIndex: tab ? 0 : -1, onClick: onChoose };
  return (
    <div
      ref={anchor(`plant:${plant.id}`)}
      className={classes}
      data-plant={plant.id}
      {...(live ? { ...radio, onKeyDown: keys } : reason ? { role: 'button', tabIndex: 0 } : {})}
      {...why}
      {...known}
    >
      <Spoken text={label} />
      <span className="through" aria-hidden="true">
        <PlantFace plant={plant} small={small} tag={tag} fresh={fresh} locked={reason !== null} />
      </span>
      {!small && <WorthTag plant={plant.id} />}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();
const shown = ({ game, menu, view, me, plants, draft, change, board, past, news }: Play) => ({
  fresh: past === null ? news.plants : NONE,
  market: game.plants,
  step: game.step,
  dealt: game.phase !== 'setup',
  lotPlant: past === null ? (game.auction?.plant ?? null) : null,
  menu,
  mine: view.mine,
  me,
  plants,
  chosen: draft.plant,
  change,
  cardGame: board.kind === 'cards',
  noSteps: board.no_steps,
});

export const PlantsPanel = memo(function PlantsPanel() {
  const t = useText();
  const group = useRef<HTMLDivElement>(null);
  const { market, step, dealt, lotPlant, menu, mine, me, plants, chosen, change, cardGame, fresh, noSteps } =
    usePart(shown);
  useSlide(group, market);
  const offer = rows(menu, 'open');

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
    const lot = lotPlant === id;
    const tag = market.discount === id ? t('plant.discount') : null;
    const asked = offer.length > 0 && me !== null;
    return (
      <PlantCard
        key={id}
        plant={plant}
        small={small}
        choice={lot ? 'lot' : open ? (chosen === id ? 'chosen' : 'open') : null}
        tab={chosen === null ? offer[0]?.plant === id : chosen === id}
        tag={tag}
        fresh={fresh.has(id)}
        reason={
          asked && !open
            ? whyNot({ mine }, t('plant.title', { number: plant.number }), { type: 'open', plant: id })
            : null
        }
        onChoose={() => {
          pick(id);
        }}
        onKey={arrow(id)}
      />
    );
  };
  const open = market.future.length === 0;
  return (
    <section ref={anchor('plants')} className="panel plants" aria-labelledby="h-plants" id="plants" tabIndex={-1}>
      <header ref={anchor('unit')}>
        <h2 id="h-plants">{t('plants')}</h2>
        {[...market.current, ...market.future].some((id) => fresh.has(id)) && (
          <span className="plants-key" aria-hidden="true">
            <i className="plant-new" /> {t('plants.new')}
          </span>
        )}
        <span className="aside">
          {open && noSteps && dealt
            ? t('plants.all')
            : open && step === 3
              ? t('plants.step3')
              : cardGame
                ? t('plants.cards')
                : market.pile.length > 0
                  ? t('plants.pile')
                  : t('plants.number')}
        </span>
      </header>
      <div
        ref={group}
        className={open ? 'market all-open' : 'market'}
        role={offer.length > 0 ? 'radiogroup' : undefined}
        aria-label={offer.length > 0 ? t('plants.choose') : undefined}
      >
        <div ref={anchor('current', 'unit')}>
          {!open && <h3>{t('plants.current')}</h3>}
          <div className={`plant-row count-${Math.max(4, market.current.length)}`}>
            {market.current.map((id) => card(id, false))}
          </div>
        </div>
        {!open && (
          <div ref={anchor('unit')}>
            <h3>{t('plants.future')}</h3>
            <div className={`plant-row count-${Math.max(4, market.future.length)}`}>
              {market.future.map((id) => card(id, true))}
            </div>
          </div>
        )}
      </div>
      {market.stack + market.current.length > 0 ? (
        <DeckTracker />
      ) : (
        <p className="note plants-later">{t(dealt ? 'plants.none' : 'plants.later')}</p>
      )}
      {!cardGame && <OwnPlantsRow />}
    </section>
  );
});

/** The stack: back of the top card, cards left, every unseen plant; a click opens the odds. */
function DeckTracker() {
  const t = useText();
  const { plants, market, list, endCard } = usePart(({ plants, game, board }) => ({
    plants,
    market: game.plants,
    list: game.odds,
    endCard: board.end_card,
  }));
  const [open, setOpen] = useState(false);
  const { stack, top_back: back, unseen, under, top } = market;
  const odds = new Map(list.map((row) => [row.card, row]));
  const seen = new Set([...market.current, ...market.future]);
  const unseenCards = Object.values(unseen).flatMap((group) => group.cards);
  // the stack is what is known on top, what nobody has seen, the card that ends it, and what was put under it
  const left = Object.values(unseen).reduce((sum, group) => sum + group.left, 0);
  const ends = stack - left - under.length - top.length;
  const shown = [...new Set([...unseenCards, ...list.map((row) => row.card)])].filter((id) => !seen.has(id));
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
        ref={anchor('deck', 'unit')}
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
            {market.pile.length > 0 && <> · {t('deck.pile', { n: market.pile.length })}</>}
            <ContractorPays />
          </span>
          <span className={shown.length > MANY ? 'chips chips-many' : 'chips'} aria-hidden="true">
            {shown.map((id, index) => (
              <i key={index} className={odds.has(id) ? 'chip' : 'chip chip-not'}>
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
          <div>
            <p>{t('deck.explain', { n: stack })}</p>
            <ul className="deck-parts">
              {market.pile.length > 0 && (
                <li>{t('deck.of.pile', { n: market.pile.length, plants: market.pile.map(name).join(', ') })}</li>
              )}
              {top.length > 0 && <li>{t('deck.of.top', { plants: top.map(name).join(', ') })}</li>}
              {left > 0 && (
                <li>
                  {left === unseenCards.length
                    ? t('deck.of.all', { n: left })
                    : t('deck.of.unseen', { left, n: unseenCards.length })}
                </li>
              )}
              {ends > 0 && <li>{t('deck.of.end', { card: sayCode('endcard', endCard) })}</li>}
              {under.length > 0 && (
                <li>{t('deck.of.under', { n: under.length, plants: under.map(name).join(', ') })}</li>
              )}
            </ul>
            {unseenCards.length > left && <p>{t('deck.out', { n: unseenCards.length - left })}</p>}
            <ContractorNote />
          </div>
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
          {market.removed.length > 0 && <p>{t('deck.removed', { plants: market.removed.map(name).join(', ') })}</p>}
        </Dialog>
      )}
    </>
  );
}

function OddsPlant({ id }: { id: string }) {
  const words = usePlantWords();
  const plant = usePart(({ plants }) => ({ plants })).plants.get(id);
  return <>{plant ? words(plant) : id}</>;
}
