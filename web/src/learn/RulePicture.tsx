/** A picture beside a chapter of the rules: widgets of the table with this game's own cards, prices and numbers. */
import type { ReactNode } from 'react';
import { Fuel, Icon, Money, Token } from '../glyphs/glyphs';
import { PlantFace } from '../parts/Plant';
import { cardName, plantName } from '../state/log';
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

/** The next tokens of every fuel in every market, each with its price; what a store or a market abroad pays or asks. */
function FuelPicture() {
  const { fuel, markets } = usePart(({ game, board }) => ({ fuel: game.fuel, markets: board.markets }));
  return markets.map(({ name, spaces }) => (
    <ul key={name} className="rule-prices" data-market={name}>
      {markets.length > 1 && <li className="rule-market">{sayCode('market', name)}</li>}
      {Object.entries(spaces)
        .filter(([, prices]) => prices.length > 0)
        .map(([kind, prices]) => (
          <li key={kind}>
            <b>{sayCode('fuel', kind)}</b>
            {(fuel[name]?.[kind]?.prices ?? prices).slice(0, MOST).map((price, index) => (
              <span key={index}>
                <Fuel kind={kind} /> {price}
              </span>
            ))}
          </li>
        ))}
    </ul>
  ));
}

/** The columns of the card game: what a card costs in each, and the cards that lie there. */
function ColumnsPicture() {
  const { columns, costs } = usePart(({ game, board }) => ({ columns: game.columns, costs: board.column_prices }));
  return (
    <ul className="rule-columns">
      {costs.map((cost, index) => (
        <li key={cost}>
          <Money amount={cost} />
          {(columns[index + 1] ?? []).slice(0, MOST).map((card, place) => (
            <span key={place} className="rule-card">
              {cardName(card)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The plants on the table, each as its card: what it burns, supplies or earns. */
function PlantsPicture() {
  const { current, plants } = usePart(({ game, plants }) => ({ current: game.plants.current, plants }));
  return (
    <ul className="rule-plants">
      {current.slice(0, 4).map((id) => {
        const plant = plants.get(id);
        return plant ? (
          <li key={id} className="plant">
            <PlantFace plant={plant} small />
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Who is first, with the largest plant: where there are no cities, that alone decides. */
function LeadersPicture() {
  const { order, seats, plants } = usePart(({ game, plants }) => ({ order: game.order, seats: game.seats, plants }));
  return (
    <ol className="order-lead">
      {order
        .filter((seat) => typeof seat === 'number')
        .map((seat, index) => (
          <li key={seat}>
            <span>{index + 1}</span> <Token seat={seat} size={16} />{' '}
            <i>{Math.max(0, ...(seats[seat]?.plants ?? []).map((id) => plants.get(id)?.number ?? 0))}</i>
          </li>
        ))}
    </ol>
  );
}

/** What everybody has at the start, and with a board how much of it is played. */
function StartPicture() {
  const { money, seats } = usePart(({ board }) => ({ money: board.start_money, seats: board.seats }));
  return (
    <ol className="order-lead">
      {Array.from({ length: seats }, (_, seat) => (
        <li key={seat}>
          <Token seat={seat} size={16} /> <Money amount={money} />
        </li>
      ))}
    </ol>
  );
}

/** What ends the game: houses of one player, or a card. */
function EndPicture() {
  const { cities, card } = usePart(({ board }) => ({ cities: board.end_at, card: board.end_card }));
  const cards = usePart(({ board }) => ({ cards: board.kind === 'cards' })).cards;
  return <p className="rule-end">{cards ? <b>{plantName(card)}</b> : <Houses count={cities} />}</p>;
}

function Houses({ count }: { count: number }) {
  return (
    <>
      <b>{count}</b> <Icon name="house" />
    </>
  );
}

/** The contractor's cards: what the first scrapper gets, and every other. */
function ContractorPicture() {
  const { cards } = usePart(({ board }) => ({ cards: board.contractor }));
  return (
    <ul className="rule-incomes">
      {cards.map(([first, others], index) => (
        <li key={index}>
          <Money amount={first} /> · <Money amount={others} />
        </li>
      ))}
    </ul>
  );
}

/** The Trust: its houses and plants. */
function TrustPicture() {
  const { trust } = usePart(({ game }) => ({ trust: game.trust }));
  return (
    <p className="rule-end">
      <Token seat="trust" size={16} /> <Houses count={trust?.houses ?? 0} />
    </p>
  );
}

/** A line to the next city: what the way and the first house there cost. */
function BuildPicture() {
  const { cities, connections, areas, cost } = usePart(({ board, game }) => ({
    cities: board.cities,
    connections: board.connections,
    areas: game.areas,
    cost: board.house_costs[0] ?? 0,
  }));
  const played = (id: string): string | undefined =>
    cities.find((city) => city.id === id && (areas.length === 0 || areas.includes(city.area)))?.name;
  const way = connections.find(([from, to, length]) => length > 0 && played(from) && played(to));
  if (way === undefined) return <HousesPicture />;
  const [from, to, length] = way;
  return (
    <p className="rule-end">
      <b>{played(from)}</b> <span className="rule-way">{length}</span> <b>{played(to)}</b> + <Icon name="house" />{' '}
      <Money amount={cost} />
    </p>
  );
}

/** Cities with places or a price of their own, as the map shows them; elsewhere the usual places. */
function PlacesPicture() {
  const t = useLearnText();
  const { cities, second, passing, jump, areas } = usePart(({ board, game }) => ({
    cities: board.cities,
    second: board.second_network,
    passing: board.passing,
    jump: game.seats.some((seat) => seat.jump),
    areas: game.areas,
  }));
  const seen = cities.filter(({ area }) => areas.length === 0 || areas.includes(area));
  const own = seen.filter(({ spaces, entry }) => spaces.length > 0 || entry !== null).slice(0, MOST);
  return (
    <>
      {own.length === 0 && <HousesPicture />}
      {own.length > 0 && (
        <ul className="rule-places">
          {own.map(({ id, name, spaces, entry }) => (
            <li key={id}>
              <b>{name}</b>
              {spaces.map((space, index) => (
                <span key={index}>{space === null ? '–' : <Money amount={space[0]} />}</span>
              ))}
              {entry !== null && (
                <small>
                  {t('rules.picture.entry')} <Money amount={entry} />
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      {second > 0 && (
        <p className="rule-end">
          <Icon name="house" /> {t('rules.picture.second')} <Money amount={second} />
        </p>
      )}
      {passing > 0 && (
        <p className="rule-end">
          {t('rules.picture.passing')} <Money amount={passing} />
        </p>
      )}
      {jump && (
        <p className="rule-end">
          <Icon name="house" /> → <Icon name="house" /> {t('rules.picture.jump')}
        </p>
      )}
    </>
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

const EVERYWHERE: Record<string, () => ReactNode> = {
  setup: () => <StartPicture />,
  auction: () => <AuctionPicture />,
  end: () => <EndPicture />,
  contractor: () => <ContractorPicture />,
  plan: () => <PlantsPicture />,
  plants: () => <PlantsPicture />,
  trust: () => <TrustPicture />,
};

const ON_BOARD: Record<string, () => ReactNode> = {
  ...EVERYWHERE,
  order: () => <Lanes />,
  fuel: () => <FuelPicture />,
  markets: () => <FuelPicture />,
  board: () => <PlacesPicture />,
  build: () => <BuildPicture />,
  places: () => <PlacesPicture />,
  steps: () => <HousesPicture />,
  power: () => <IncomePicture />,
};

/** Without a map order, fuel and incomes mean something else, and there are no places. */
const ON_CARDS: Record<string, () => ReactNode> = {
  ...EVERYWHERE,
  order: () => <LeadersPicture />,
  fuel: () => <ColumnsPicture />,
  steps: () => <PlantsPicture />,
  power: () => <PlantsPicture />,
  cards: () => <PlantsPicture />,
};

/** The picture of what a decision is about: special rules stand where they first matter. */
const ASKED: Record<string, string> = { open: 'plants', buy_fuel: 'fuel', build: 'places', run: 'power' };

/** The picture of a chapter or of a special rule; none where the game has no such thing. */
export function RulePicture({ topic, asked }: { topic: string; asked?: string }) {
  const { cards } = usePart(({ board }) => ({ cards: board.kind === 'cards' }));
  const shown = asked === undefined ? topic : (ASKED[asked] ?? 'plants');
  const draw = (cards ? ON_CARDS : ON_BOARD)[shown];
  return draw === undefined ? null : (
    <div className="rule-picture" data-topic={shown}>
      {draw()}
    </div>
  );
}
