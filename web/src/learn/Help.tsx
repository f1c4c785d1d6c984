/** Help: the goal, the round in five lines with the table's own widgets, then the keys. */
import { type ReactNode } from 'react';
import { KeyList } from '../parts/Keys';
import { Fuel, Icon, Token } from '../glyphs/glyphs';
import { Dialog } from '../parts/Dialog';
import { PlantFace } from '../parts/Plant';
import { tracksOf } from '../state/markets';
import { usePart } from '../state/play';
import { forget } from './progress';
import { useLearnText } from './text';
import './help.css';

/** A plant of this game to show: one on the market, else any. */
function useShownPlant() {
  const { market, plants } = usePart(({ game, plants }) => ({ market: game.plants.current, plants }));
  return plants.get(market.find((id) => plants.has(id)) ?? '') ?? [...plants.values()][0];
}

function usePictures(): Record<string, ReactNode> {
  const plant = useShownPlant();
  const { board, fuel, order } = usePart(({ board, game }) => ({ board, fuel: game.fuel, order: game.order }));
  const track = tracksOf(board)[0];
  const kind = board.fuels[0] ?? 'coal';
  const prices = [...new Set((track && fuel[track.name]?.[kind]?.prices) ?? board.column_prices)].slice(0, 3);
  const seats = order.filter((seat) => typeof seat === 'number');
  return {
    order: (seats.length > 0 ? seats : [0, 1, 2]).slice(0, 4).map((seat) => <Token key={seat} seat={Number(seat)} />),
    auction: plant && (
      <span className="plant help-plant">
        <PlantFace plant={plant} holds={false} />
      </span>
    ),
    fuel: prices.map((price) => (
      <span key={price} className="help-cell">
        <Fuel kind={kind} />
        <small>{price}</small>
      </span>
    )),
    build: (
      <svg viewBox="0 0 84 36" className="help-map">
        <path d="M16 18H68" />
        <circle cx="16" cy="18" r="12" />
        <circle cx="68" cy="18" r="12" />
        <text x="42" y="13">
          {board.connections[0]?.[2] ?? ''}
        </text>
      </svg>
    ),
    power: (
      <span className="help-pay">
        2 <Icon name="house" /> <b>{board.payment[2] ?? ''}</b>
      </span>
    ),
  };
}

export function Help({ onClose }: { onClose: () => void }) {
  const t = useLearnText();
  const { board } = usePart(({ board }) => ({ board }));
  const pictures = usePictures();
  const cards = board.kind === 'cards';
  return (
    <Dialog title={t('help')} onClose={onClose} wide className="help">
      <section>
        <h3>{t('help.goal')}</h3>
        <p>{t(cards ? 'help.goal.cards' : 'help.goal.board', { end: board.end_at })}</p>
      </section>
      <section>
        <h3>{t('help.round')}</h3>
        <ol className="help-round">
          {board.phases.map((phase) => (
            <li key={phase}>
              <span className="help-picture" aria-hidden="true">
                {cards && phase === 'power' ? null : pictures[phase]}
              </span>
              <span>{t(`help.${cards ? 'cards.' : ''}${phase}`)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>{t('help.keys')}</h3>
        <KeyList />
      </section>
      <p className="help-more">
        <button
          type="button"
          onClick={() => {
            forget('tip');
            onClose();
          }}
        >
          {t('help.tips')}
        </button>
      </p>
    </Dialog>
  );
}
