/** A small picture before a special rule: what it is about, and what happens to it. The words beside it are read. */
import { FUELS } from '../glyphs/fuels';
import { Fuel, Icon, Works } from '../glyphs/glyphs';

/** For each special rule its glyphs: fuels, icons of the page, or an ecological plant. */
const PICTURES: Record<string, string> = {
  coal_storage: 'coal save',
  coal_storage_beside: 'coal plan',
  current_size: 'card eye',
  discount_token: 'card money',
  end_card_begins_step2: 'card round-next',
  endless_fuel: 'oil undo',
  export_market: 'uranium money',
  extra_need: 'garbage up',
  fuel_goes_round: 'coal people',
  green_offer: 'eco step-next',
  green_stays: 'eco check',
  islands: 'map map',
  late_fuels: 'garbage clock',
  must_supply_most: 'bolt check',
  obsolete_plants_leave: 'card check',
  outage: 'bolt close',
  phase_out: 'uranium close',
  pile_market: 'card card',
  planned_market: 'card list',
  price_ceiling: 'money lock',
  second_purchase: 'card step-next',
  step2_replaces_plant: 'round-next lock',
  step2_when_all_built: 'round-next house',
  twin_markets: 'coal oil',
  unsold_leave: 'card close',
  zone_limits_end: 'house star',
  metropolis: 'house house',
  houses: 'house money',
  flat_connection: 'link lock',
  passing: 'link money',
  apart: 'map link',
};

function Glyph({ name }: { name: string }) {
  if (name in FUELS) return <Fuel kind={name} />;
  return name === 'eco' ? <Works kind={name} /> : <Icon name={name} />;
}

export const SpecialPicture = ({ id }: { id: string }) => (
  <span className="ws-picture" aria-hidden="true">
    {PICTURES[id]?.split(' ').map((name, place) => (
      <Glyph key={place} name={name} />
    ))}
  </span>
);
