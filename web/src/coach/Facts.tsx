/** At most three facts about a plant as chips: what it powers, what its fuel costs today, which plant it replaces. */
import { Burns } from '../parts/Plant';
import { Icon } from '../glyphs/glyphs';
import type { ClaimView, PlantRow } from '../protocol/schema';
import { sayCode, useText } from '../text';

const MOST = 3;

const words = ({ args }: ClaimView): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value
        : Array.isArray(value)
          ? value.map((fuel) => sayCode('fuel', String(fuel))).join(' / ')
          : String(value),
    ]),
  );

export function Facts({
  claims,
  plant,
  named,
}: {
  claims: readonly ClaimView[];
  plant: PlantRow | undefined;
  /** No plant is up: the chips say which one they are about. */
  named: boolean;
}) {
  const t = useText();
  if (claims.length === 0) return null;
  return (
    <ul className="advised-facts">
      {named && plant && <li className="advised-about">{t('plant.title', { number: plant.number })}</li>}
      {claims.slice(0, MOST).map((claim) => (
        <li key={claim.code}>
          {claim.code === 'powers' && <Icon name="house" />}
          {(claim.code === 'fuel_today' || claim.code === 'fuel_short') && plant && plant.fuels.length === 1 && (
            <Burns plant={{ ...plant, need: 1 }} />
          )}
          {sayCode('fact', claim.code, words(claim))}
        </li>
      ))}
    </ul>
  );
}
