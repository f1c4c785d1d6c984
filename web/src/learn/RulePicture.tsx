/** A picture beside a chapter of the rules: widgets of the table with this game's own cards, prices and numbers. */
import type { ReactNode } from 'react';
import { Fuel, Icon, Money } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import { sayCode } from '../text';
import { OrderPicture } from './OrderPicture';
import { PlantPicture } from './PlantPicture';
import { useLearnText } from './text';
import { TokenPicture } from './TokenPicture';
import './pictures.css';

/** Tokens of a fuel that are shown with their prices, and numbers of cities with their income. */
const MOST = 6;

/** A plant card with what its numbers mean; where a token lies on one, what the token does. */
function AuctionPicture() {
  const t = useLearnText();
  const { current, discount, plants } = usePart(({ game, plants }) => ({ ...game.plants, plants }));
  // the sentences are true of a plant that burns something and has no token
  const id = current.find((one) => one !== discount && (plants.get(one)?.need ?? 0) > 0);
  return (
    <>
      {id !== undefined && <PlantPicture id={id} t={t} />}
      {discount !== null && <TokenPicture t={t} />}
    </>
  );
}

/** The next tokens of every fuel, each with its price. */
function FuelPicture() {
  const { fuel } = usePart(({ game }) => ({ fuel: game.fuel }));
  const [market] = Object.values(fuel);
  if (market === undefined) return null;
  return (
    <ul className="rule-prices">
      {Object.entries(market).map(([kind, { prices }]) => (
        <li key={kind}>
          <b>{sayCode('fuel', kind)}</b>
          {prices.slice(0, MOST).map((price, index) => (
            <span key={index}>
              <Fuel kind={kind} /> {price}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The places of a city with what a house costs there, and the step that opens each. */
function HousesPicture() {
  const t = useLearnText();
  const { costs } = usePart(({ board }) => ({ costs: board.house_costs }));
  return (
    <ol className="rule-houses">
      {costs.map((cost, index) => (
        <li key={index}>
          <Icon name="house" /> <b>{cost}</b> <small>{t('rules.picture.step', { n: index + 1 })}</small>
        </li>
      ))}
    </ol>
  );
}

/** What powered cities pay. */
function IncomePicture() {
  const { payment } = usePart(({ board }) => ({ payment: board.payment }));
  return (
    <ul className="rule-incomes">
      {payment.slice(0, MOST).map((pay, cities) => (
        <li key={cities}>
          {cities} <Icon name="house" /> <Money amount={pay} />
        </li>
      ))}
    </ul>
  );
}

function Lanes() {
  const t = useLearnText();
  return <OrderPicture t={t} />;
}

const ON_BOARD: Record<string, () => ReactNode> = {
  order: () => <Lanes />,
  auction: () => <AuctionPicture />,
  fuel: () => <FuelPicture />,
  build: () => <HousesPicture />,
  steps: () => <HousesPicture />,
  power: () => <IncomePicture />,
};

/** The picture of a chapter; none where the game has no such thing. */
export function RulePicture({ topic }: { topic: string }) {
  const { cards } = usePart(({ board }) => ({ cards: board.kind === 'cards' }));
  // without a map order, places and incomes by cities mean something else
  const draw = cards && topic !== 'auction' ? undefined : ON_BOARD[topic];
  return draw === undefined ? null : <div className="rule-picture">{draw()}</div>;
}
