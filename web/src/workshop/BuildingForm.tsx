/** Building on a board: what houses and connections cost, and whether areas may lie apart. */
import { apart, houseCosts, tollOf, withApart, withHouseCost, withToll, type Toll } from './building';
import { NumberCell } from './NumberCell';
import { SpecialPicture } from './SpecialPicture';
import type { Editor } from './useEditor';
import { useWords } from './words';

const TOLLS: readonly Toll[] = ['flat_connection', 'passing'];

export function BuildingForm({ editor }: { editor: Editor }) {
  const t = useWords();
  const { board, change } = editor;
  return (
    <ul className="ws-specials">
      <li className="ws-toll">
        <SpecialPicture id="houses" />
        <b>{t('build.houses')}</b>
        <span>
          {houseCosts(board).map((cost, place) => (
            <NumberCell
              key={place}
              label={t('build.house', { n: place + 1 })}
              value={cost}
              onChange={(value) => {
                change(withHouseCost(board, place, value));
              }}
            />
          ))}
        </span>
        <small>{t('build.houses.why')}</small>
      </li>
      {TOLLS.map((key) => (
        <li key={key} className="ws-toll">
          <SpecialPicture id={key} />
          <b>{t(`build.${key}`)}</b>
          <span>
            <NumberCell
              label={t(`build.${key}`)}
              value={tollOf(board, key) || null}
              onChange={(value) => {
                change(withToll(board, key, value));
              }}
            />
          </span>
          <small>{t(`build.${key}.why`)}</small>
        </li>
      ))}
      <li>
        <label>
          <input
            type="checkbox"
            checked={apart(board)}
            disabled={!tollOf(board, 'flat_connection')}
            onChange={(event) => {
              change(withApart(board, event.target.checked));
            }}
          />
          <SpecialPicture id="apart" />
          <b>{t('build.apart')}</b>
          <small>{t('build.apart.why')}</small>
        </label>
      </li>
    </ul>
  );
}
