/** The games to choose from: the published ones, my boards, then the combinations of an edition's rules with another's board. */
import type { RulesetRow } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { isMine } from '../home/myBoards';

export function GameOptions({ sets }: { sets: readonly RulesetRow[] }) {
  const t = useText();
  const option = (row: RulesetRow) => (
    <option key={row.id} value={row.id}>
      {gameTitle(row.id, row.title)}
    </option>
  );
  const more = sets.filter((row) => row.composed);
  const mine = sets.filter(isMine);
  return (
    <>
      {sets.filter((row) => !row.composed && !isMine(row)).map(option)}
      {mine.length > 0 && <optgroup label={t('mine.boards')}>{mine.map(option)}</optgroup>}
      {more.length > 0 && <optgroup label={t('form.more')}>{more.map(option)}</optgroup>}
    </>
  );
}
