/** The games to choose from: the published ones, then the combinations of an edition's rules with another's board. */
import type { RulesetRow } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle } from '../text/titles';

export function GameOptions({ sets }: { sets: readonly RulesetRow[] }) {
  const t = useText();
  const option = (row: RulesetRow) => (
    <option key={row.id} value={row.id}>
      {gameTitle(row.id, row.title)}
    </option>
  );
  const more = sets.filter((row) => row.composed);
  return (
    <>
      {sets.filter((row) => !row.composed).map(option)}
      {more.length > 0 && <optgroup label={t('form.more')}>{more.map(option)}</optgroup>}
    </>
  );
}
